"""What a server tells without being asked, in both eras: one ``subscriptions/listen`` for a legacy client's wishes, and
``resources/subscribe`` for a modern client's listens.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.texts import coded
from toolguard.servers.bridge.protocol import (
    CHANGES,
    SUBSCRIPTION_KEY,
    UPDATED,
    BridgePeers,
    an_object,
    cancelled,
    members,
    notice,
    request,
)

AGAIN = 5.0
"""Seconds after which a listen that the server has ended is begun again."""
_FEATURES = {"tools": "toolsListChanged", "prompts": "promptsListChanged", "resources": "resourcesListChanged"}
_MOST = 1_000  # resources that one client may watch
_REMEMBERED = 100  # listens that are over, about which a server may still have something to say


class ModernSubscription:
    """A legacy client's subscriptions at a modern server: always one open listen for all that it wants to hear.

    ``envelope`` gives the ``_meta`` of a request; ``can`` is what the server says it can do.
    """

    def __init__(self, sides: BridgePeers, envelope: Callable[[], dict[str, Any]], can: dict[str, Any]) -> None:
        self._sides = sides
        self._envelope = envelope
        self._wanted = {
            flag: True for name, flag in _FEATURES.items() if an_object(can.get(name)).get("listChanged") is True
        }
        self._subscribes = an_object(can.get("resources")).get("subscribe") is True
        self._uris: dict[str, None] = {}
        self._waiting: dict[Id, str] = {}  # subscribe requests without an answer yet
        self._current: str | None = None
        self._next: str | None = None
        self._begun: deque[str] = deque(maxlen=_REMEMBERED)

    def begin(self) -> None:
        """The client is ready to hear of changes."""
        if self._wanted and self._current is None and self._next is None:
            self._listen()

    def subscribe(self, id: Id, uri: object) -> None:
        """Answered when the server has said whether it will tell of ``uri``."""
        if not self._subscribes or len(self._uris) >= _MOST:
            why = (
                coded("servers.too_many_resources_watched")
                if self._subscribes
                else coded("servers.server_tells_no_updates")
            )
            self._sides.down(jsonrpc.error(id, jsonrpc.METHOD_NOT_FOUND, f"ToolGuard: {why}"))
        elif not isinstance(uri, str):
            self._sides.down(jsonrpc.error(id, jsonrpc.INVALID_PARAMS, coded("servers.resources_subscribe_needs_uri")))
        else:
            self._uris[uri] = None
            self._waiting[id] = uri
            self._listen()

    def unsubscribe(self, id: Id, uri: object) -> None:
        self._sides.down(jsonrpc.result(id, {}))
        if isinstance(uri, str) and uri in self._uris:
            del self._uris[uri]
            self._listen()

    def forget(self, id: Id) -> bool:
        """The client does not wait for this answer any more."""
        return self._waiting.pop(id, None) is not None

    def _listen(self) -> None:
        """Begin a listen for what is wanted now. The one before ends when the new one is acknowledged."""
        if self._next is not None:
            self._sides.up(cancelled(self._next, coded("servers.wants_something_else")))
            self._next = None
        wanted: dict[str, Any] = {**self._wanted}
        if self._uris:
            wanted["resourceSubscriptions"] = list(self._uris)
        if wanted:
            self._next = self._sides.new_id()
            self._begun.append(self._next)
            self._sides.up(
                request(self._next, "subscriptions/listen", {"notifications": wanted, "_meta": self._envelope()})
            )
        else:
            self._drop_current()

    def _drop_current(self) -> None:
        if self._current is not None:
            self._sides.up(cancelled(self._current, coded("servers.wants_nothing_more")))
            self._current = None

    def heard(self, message: Message) -> Message | None:
        """A notification of the server as the client knows it; None when it is not for the client."""
        params = members(message.get("params"))
        meta = members(params.get("_meta")) if params else None
        if params is None or meta is None or SUBSCRIPTION_KEY not in meta:
            return None if message["method"] == "notifications/subscriptions/acknowledged" else message
        listen = jsonrpc.plain(meta.pop(SUBSCRIPTION_KEY))
        if message["method"] == "notifications/subscriptions/acknowledged":
            self._acknowledged(listen, an_object(params.get("notifications")))
            return None
        if listen != self._current:
            return None
        params["_meta"] = meta
        if not meta:
            del params["_meta"]
        bare = {name: value for name, value in message.items() if name != "params"}
        return {**bare, "params": params} if params else bare

    def _acknowledged(self, listen: object, honoured: dict[str, Any]) -> None:
        if listen != self._next or self._next is None:
            return
        self._drop_current()
        self._current, self._next = self._next, None
        told = honoured.get("resourceSubscriptions")
        taken = told if isinstance(told, list) else []
        waiting, self._waiting = self._waiting, {}
        for id, uri in waiting.items():
            if uri in taken:
                self._sides.down(jsonrpc.result(id, {}))
            else:
                self._uris.pop(uri, None)
                self._sides.down(jsonrpc.error(id, jsonrpc.INVALID_PARAMS, coded("servers.server_not_tell_resource")))

    def ended(self, id: object, error: Any = None) -> bool:
        """The server has ended a listen, or refused it with ``error``. False when it was none of ours."""
        if id is None or id not in (self._current, self._next):
            return id in self._begun  # one that was ended here before
        if id == self._current:
            self._current = None
        else:
            self._next = None
            waiting, self._waiting = self._waiting, {}
            for asked, uri in waiting.items():
                self._uris.pop(uri, None)
                self._sides.down({"jsonrpc": "2.0", "id": asked, "error": error or _ENDED})
        if error is None:
            self._sides.later(AGAIN, self._again)
        return True

    def _again(self) -> None:
        if self._current is None and self._next is None:
            self._listen()


class LegacySubscriptions:
    """A modern client's listens at a legacy server, each with what it was promised."""

    def __init__(
        self,
        sides: BridgePeers,
        ask: Callable[[str, dict[str, Any], Callable[[Message], None]], None],
        can: dict[str, Any],
    ) -> None:
        """``ask`` puts a request to the server and calls back with the response."""
        self._sides = sides
        self._ask = ask
        self._can = can
        self._open: dict[Id, dict[str, Any]] = {}
        self._missing: dict[Id, int] = {}  # subscribe answers that a listen waits for before it is acknowledged

    def __contains__(self, id: object) -> bool:
        return id in self._open

    def begin(self, message: Message) -> None:
        """A ``subscriptions/listen``: acknowledged with the part of it that this server can do."""
        id: Id = message["id"]
        wanted = an_object(message["params"].get("notifications"))
        honoured: dict[str, Any] = {
            flag: True
            for name, flag in _FEATURES.items()
            if wanted.get(flag) is True and an_object(self._can.get(name)).get("listChanged") is True
        }
        self._open[id] = honoured
        uris = wanted.get("resourceSubscriptions")
        known = self._watched()
        if isinstance(uris, list) and an_object(self._can.get("resources")).get("subscribe") is True:
            fresh = list(dict.fromkeys(uri for uri in uris if isinstance(uri, str)))[:_MOST]
            honoured["resourceSubscriptions"] = [uri for uri in fresh if uri in known]
            missing = [uri for uri in fresh if uri not in known]
            self._missing[id] = len(missing)
            for uri in missing:
                self._ask("resources/subscribe", {"uri": uri}, lambda told, uri=uri: self._subscribed(id, uri, told))  # type: ignore[misc]
        if not self._missing.get(id):
            self._acknowledge(id)

    def _watched(self) -> set[str]:
        return {uri for honoured in self._open.values() for uri in honoured.get("resourceSubscriptions", ())}

    def _subscribed(self, id: Id, uri: str, told: Message) -> None:
        if id not in self._open:
            if "result" in told and uri not in self._watched():
                self._ask("resources/unsubscribe", {"uri": uri}, _ignored)
            return
        if "result" in told:
            self._open[id]["resourceSubscriptions"].append(uri)
        self._missing[id] -= 1
        if not self._missing[id]:
            self._acknowledge(id)

    def _acknowledge(self, id: Id) -> None:
        self._missing.pop(id, None)
        honoured = self._open[id]
        if not honoured.get("resourceSubscriptions"):
            honoured.pop("resourceSubscriptions", None)
        told = {"_meta": {SUBSCRIPTION_KEY: id}, "notifications": dict(honoured)}
        self._sides.down(notice("notifications/subscriptions/acknowledged", told))

    def end(self, id: Id) -> None:
        """The client wants to hear no more; what nobody else watches is let go."""
        gone = self._open.pop(id)
        self._missing.pop(id, None)
        for uri in set(gone.get("resourceSubscriptions", ())) - self._watched():
            self._ask("resources/unsubscribe", {"uri": uri}, _ignored)

    def tell(self, message: Message) -> None:
        """A change that the server told of, to each listen that asked for it."""
        params = members(message.get("params")) or {}
        meta = members(params.get("_meta")) or {}
        uri = jsonrpc.plain(params.get("uri"))
        for id, honoured in self._open.items():
            if id not in self._missing and _fits(honoured, message["method"], uri):
                self._sides.down({**message, "params": {**params, "_meta": {**meta, SUBSCRIPTION_KEY: id}}})


def _fits(honoured: dict[str, Any], method: str, uri: object) -> bool:
    """Whether a listen was promised this. What is told of may lie within a resource that is watched (resources §…)."""
    if method != UPDATED:
        return CHANGES[method] in honoured
    watched = honoured.get("resourceSubscriptions", ())
    return isinstance(uri, str) and any(uri == one or uri.startswith(one.rstrip("/") + "/") for one in watched)


def _ignored(_: Message) -> None:
    return


_ENDED = {"code": jsonrpc.INTERNAL_ERROR, "message": coded("servers.server_ended_subscription_once")}
