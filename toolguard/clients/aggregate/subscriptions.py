"""Subscriptions of a client of 2026-07-28 (``subscriptions/listen``): one at each server, merged under one ID."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolguard.clients.aggregate.member import AggregateMember, MemberGoneError
from toolguard.clients.aggregate.merging import KINDS, ListKind, decode_members
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message

SUBSCRIPTION_ID_KEY = "io.modelcontextprotocol/subscriptionId"
_OWNED_FILTERS = ("resourceSubscriptions", "taskIds")
"""Filter members whose values each belong to one server."""


class AggregateSubscriptions:
    """The open subscriptions. ``owner`` returns the server of a resource or a task, by filter member and value."""

    def __init__(self, owner: Callable[[str, str], str | None]) -> None:
        self._owner = owner
        self._filters: dict[Id, dict[str, Any]] = {}
        self._listen_ids: dict[tuple[AggregateMember, Id], Id] = {}

    def start_request(self, message: Message) -> Message:
        """Start a client's subscription; return its acknowledgement."""
        params = message.get("params")
        requested = params.get("notifications") if isinstance(params, dict) else None
        accepted = (
            {name: value for name, value in requested.items() if name in _FILTERS}
            if isinstance(requested, dict)
            else {}
        )
        self._filters[message["id"]] = accepted
        tagged = {"_meta": {SUBSCRIPTION_ID_KEY: message["id"]}, "notifications": accepted}
        return {"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": tagged}

    def subscribe_member(self, member: AggregateMember, meta: dict[str, Any]) -> None:
        """Start all of the client's subscriptions at a server."""
        for id in self._filters:
            self._ask(member, id, meta)

    def subscribe_members(self, id: Id, members: list[AggregateMember], meta: dict[str, Any]) -> None:
        """Subscribe each member to its part of the subscription ``id``, without waiting. ``meta``: its params."""
        for member in members:
            self._ask(member, id, meta)

    def _ask(self, member: AggregateMember, id: Id, meta: dict[str, Any]) -> None:
        filters = {name: self._part(name, value, member.server) for name, value in self._filters[id].items()}
        filters = {name: value for name, value in filters.items() if value}
        if not filters or any(listen[0] is member and mine == id for listen, mine in self._listen_ids.items()):
            return
        try:
            own, ended = member.start_request("subscriptions/listen", {**meta, "notifications": filters})
        except MemberGoneError:
            return
        self._listen_ids[member, own] = id
        ended.add_done_callback(lambda _: self._listen_ids.pop((member, own), None))

    def _part(self, name: str, value: Any, server: str) -> Any:
        if name not in _OWNED_FILTERS:
            return value is True
        items = value if isinstance(value, list) else []
        return [item for item in items if isinstance(item, str) and self._owner(name, item) == server]

    def end(self, id: Id, reason: str) -> bool:
        """End a client's subscription; return False if the ID is unknown."""
        if self._filters.pop(id, None) is None:
            return False
        for member, own in [listen for listen, mine in self._listen_ids.items() if mine == id]:
            member.cancel_request(own, reason)
        return True

    def retag(self, member: AggregateMember, message: Message) -> Message | None:
        """Return a server's notification with the client's subscription ID; None if there is no subscription."""
        params = decode_members(message.get("params"))
        meta = decode_members(params.get("_meta"))
        own = jsonrpc.plain(meta.get(SUBSCRIPTION_ID_KEY))
        id = self._listen_ids.get((member, own)) if isinstance(own, int | str) else None
        return None if id is None else {**message, "params": {**params, "_meta": {**meta, SUBSCRIPTION_ID_KEY: id}}}

    def list_changed_notifications(self, kind: ListKind) -> list[Message]:
        """Return a ``list_changed`` for each subscription that includes this list."""
        return [
            {"jsonrpc": "2.0", "method": kind.changed, "params": {"_meta": {SUBSCRIPTION_ID_KEY: id}}}
            for id, requested in self._filters.items()
            if requested.get(kind.filter_key) is True
        ]


_FILTERS = frozenset((*(kind.filter_key for kind in KINDS.values() if kind.filter_key), *_OWNED_FILTERS))
