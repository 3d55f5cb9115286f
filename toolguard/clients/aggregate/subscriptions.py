"""What a client of 2026-07-28 wants to hear of (``subscriptions/listen``), asked of every server, told under one id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolguard.clients.aggregate.member import AggregateMember, MemberGoneError
from toolguard.clients.aggregate.merging import KINDS, ListKind, opened
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message

TAG = "io.modelcontextprotocol/subscriptionId"
_OWNED = ("resourceSubscriptions", "taskIds")
"""Wishes that name things of which each has its server."""


class AggregateSubscriptions:
    """The open streams. ``owner`` tells whose a resource or a task is, by the wish that names it."""

    def __init__(self, owner: Callable[[str, str], str | None]) -> None:
        self._owner = owner
        self._wished: dict[Id, dict[str, Any]] = {}
        self._at: dict[tuple[AggregateMember, Id], Id] = {}

    def begin(self, message: Message) -> Message:
        """Take a listen of the client; gives its acknowledgement."""
        params = message.get("params")
        wished = params.get("notifications") if isinstance(params, dict) else None
        kept = {name: value for name, value in wished.items() if name in _WISHES} if isinstance(wished, dict) else {}
        self._wished[message["id"]] = kept
        tagged = {"_meta": {TAG: message["id"]}, "notifications": kept}
        return {"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": tagged}

    def spread(self, branch: AggregateMember, meta: dict[str, Any]) -> None:
        """Ask a server for all that the client wants to hear of."""
        for id in self._wished:
            self._ask(branch, id, meta)

    def spread_one(self, id: Id, branches: list[AggregateMember], meta: dict[str, Any]) -> None:
        for branch in branches:
            self._ask(branch, id, meta)

    def _ask(self, branch: AggregateMember, id: Id, meta: dict[str, Any]) -> None:
        wanted = {name: self._part(name, value, branch.server) for name, value in self._wished[id].items()}
        wanted = {name: value for name, value in wanted.items() if value}
        if not wanted or any(at[0] is branch and mine == id for at, mine in self._at.items()):
            return
        try:
            own, ended = branch.begin("subscriptions/listen", {**meta, "notifications": wanted})
        except MemberGoneError:
            return
        self._at[branch, own] = id
        ended.add_done_callback(lambda _: self._at.pop((branch, own), None))

    def _part(self, name: str, value: Any, server: str) -> Any:
        if name not in _OWNED:
            return value is True
        return [one for one in value if self._owner(name, one) == server] if isinstance(value, list) else []

    def end(self, id: Id, reason: str) -> bool:
        """The client listens no more; False when it never did under this id."""
        if self._wished.pop(id, None) is None:
            return False
        for branch, own in [at for at, mine in self._at.items() if mine == id]:
            branch.give_up(own, reason)
        return True

    def retagged(self, branch: AggregateMember, message: Message) -> Message | None:
        """What a server tells on such a stream, as the client hears it; None when nobody listens there."""
        params = opened(message.get("params"))
        meta = opened(params.get("_meta"))
        own = jsonrpc.plain(meta.get(TAG))
        id = self._at.get((branch, own)) if isinstance(own, int | str) else None
        return None if id is None else {**message, "params": {**params, "_meta": {**meta, TAG: id}}}

    def told(self, kind: ListKind) -> list[Message]:
        """That a list is another one now, once for each stream that wanted to know."""
        return [
            {"jsonrpc": "2.0", "method": kind.changed, "params": {"_meta": {TAG: id}}}
            for id, wished in self._wished.items()
            if wished.get(kind.wish) is True
        ]


_WISHES = frozenset((*(kind.wish for kind in KINDS.values() if kind.wish), *_OWNED))
