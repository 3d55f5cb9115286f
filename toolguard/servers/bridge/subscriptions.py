"""Change notifications across eras: ``subscriptions/listen`` and ``resources/subscribe``, each for the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.texts import coded
from toolguard.servers.bridge.protocol import (
    CHANGES,
    RESOURCE_UPDATED,
    SUBSCRIPTION_KEY,
    BridgePeers,
    cancelled,
    members,
    notification,
    object_or_empty,
    request,
)

RETRY_DELAY = 5.0
"""Seconds after which a subscription that the server has ended is started again."""
_FEATURES = {"tools": "toolsListChanged", "prompts": "promptsListChanged", "resources": "resourcesListChanged"}
_MAX_URIS = 1_000  # maximum resources that one client may watch
_MAX_ENDED_SUBSCRIPTIONS = 100  # maximum ended subscriptions for which late messages of the server are recognized


class ModernSubscription:
    """A legacy client's subscriptions at a modern server: always one ``subscriptions/listen`` for all of them.

    ``envelope`` returns the ``_meta`` of a request; ``can`` are the server's capabilities.
    """

    def __init__(self, sides: BridgePeers, envelope: Callable[[], dict[str, Any]], can: dict[str, Any]) -> None:
        self._sides = sides
        self._envelope = envelope
        self._features = {
            flag: True for name, flag in _FEATURES.items() if object_or_empty(can.get(name)).get("listChanged") is True
        }
        self._subscribes = object_or_empty(can.get("resources")).get("subscribe") is True
        self._uris: dict[str, None] = {}
        self._waiting: dict[Id, str] = {}  # subscribe requests without an answer yet
        self._current: str | None = None
        self._next: str | None = None
        self._begun: deque[str] = deque(maxlen=_MAX_ENDED_SUBSCRIPTIONS)

    def begin(self) -> None:
        """Start the subscription, because the client is initialized."""
        if self._features and self._current is None and self._next is None:
            self._listen()

    def subscribe(self, id: Id, uri: object) -> None:
        """Subscribe to ``uri``; the response follows the server's acknowledgement."""
        if not self._subscribes or len(self._uris) >= _MAX_URIS:
            why = (
                coded("servers.too_many_resources_watched")
                if self._subscribes
                else coded("servers.server_tells_no_updates")
            )
            self._sides.send_to_client(jsonrpc.error(id, jsonrpc.METHOD_NOT_FOUND, f"ToolGuard: {why}"))
        elif not isinstance(uri, str):
            self._sides.send_to_client(
                jsonrpc.error(id, jsonrpc.INVALID_PARAMS, coded("servers.resources_subscribe_needs_uri"))
            )
        else:
            self._uris[uri] = None
            self._waiting[id] = uri
            self._listen()

    def unsubscribe(self, id: Id, uri: object) -> None:
        """Respond at once, also for an unknown ``uri``, and request the smaller set."""
        self._sides.send_to_client(jsonrpc.result(id, {}))
        if isinstance(uri, str) and uri in self._uris:
            del self._uris[uri]
            self._listen()

    def forget(self, id: Id) -> bool:
        """Forget a subscribe request that the client cancelled; return False if it is unknown."""
        return self._waiting.pop(id, None) is not None

    def _listen(self) -> None:
        """Start a subscription for the current set. The previous one ends when the new one is acknowledged."""
        if self._next is not None:
            self._sides.send_to_server(cancelled(self._next, coded("servers.wants_something_else")))
            self._next = None
        notifications: dict[str, Any] = {**self._features}
        if self._uris:
            notifications["resourceSubscriptions"] = list(self._uris)
        if notifications:
            self._next = self._sides.new_id()
            self._begun.append(self._next)
            self._sides.send_to_server(
                request(self._next, "subscriptions/listen", {"notifications": notifications, "_meta": self._envelope()})
            )
        else:
            self._drop_current()

    def _drop_current(self) -> None:
        if self._current is not None:
            self._sides.send_to_server(cancelled(self._current, coded("servers.wants_nothing_more")))
            self._current = None

    def translate(self, message: Message) -> Message | None:
        """Return a server notification in the client's form; None if it is not for the client."""
        params = members(message.get("params"))
        meta = members(params.get("_meta")) if params else None
        if params is None or meta is None or SUBSCRIPTION_KEY not in meta:
            return None if message["method"] == "notifications/subscriptions/acknowledged" else message
        listen = jsonrpc.plain(meta.pop(SUBSCRIPTION_KEY))
        if message["method"] == "notifications/subscriptions/acknowledged":
            self._acknowledged(listen, object_or_empty(params.get("notifications")))
            return None
        if listen != self._current:
            return None
        params["_meta"] = meta
        if not meta:
            del params["_meta"]
        bare = {name: value for name, value in message.items() if name != "params"}
        return {**bare, "params": params} if params else bare

    def _acknowledged(self, listen: object, accepted: dict[str, Any]) -> None:
        if listen != self._next or self._next is None:
            return
        self._drop_current()
        self._current, self._next = self._next, None
        response = accepted.get("resourceSubscriptions")
        uris = response if isinstance(response, list) else []
        waiting, self._waiting = self._waiting, {}
        for id, uri in waiting.items():
            if uri in uris:
                self._sides.send_to_client(jsonrpc.result(id, {}))
            else:
                self._uris.pop(uri, None)
                self._sides.send_to_client(
                    jsonrpc.error(id, jsonrpc.INVALID_PARAMS, coded("servers.server_not_tell_resource"))
                )

    def end(self, id: object, error: Any = None) -> bool:
        """Note that the server ended a subscription, or refused it with ``error``; return False if it is unknown."""
        if id is None or id not in (self._current, self._next):
            return id in self._begun  # one that was ended here before
        if id == self._current:
            self._current = None
        else:
            self._next = None
            waiting, self._waiting = self._waiting, {}
            for features, uri in waiting.items():
                self._uris.pop(uri, None)
                self._sides.send_to_client({"jsonrpc": "2.0", "id": features, "error": error or _ENDED})
        if error is None:
            self._sides.call_later(RETRY_DELAY, self._retry)
        return True

    def _retry(self) -> None:
        if self._current is None and self._next is None:
            self._listen()


class LegacySubscriptions:
    """A modern client's subscriptions at a legacy server, each with its acknowledged filter."""

    def __init__(
        self,
        sides: BridgePeers,
        ask: Callable[[str, dict[str, Any], Callable[[Message], None]], None],
        can: dict[str, Any],
    ) -> None:
        """``ask`` sends a request to the server and calls back with the response."""
        self._sides = sides
        self._ask = ask
        self._can = can
        self._open: dict[Id, dict[str, Any]] = {}
        self._missing: dict[Id, int] = {}  # subscribe responses that a subscription waits for before it is acknowledged

    def __contains__(self, id: object) -> bool:
        return id in self._open

    def begin(self, message: Message) -> None:
        """Acknowledge a ``subscriptions/listen`` with the part of it that this server supports."""
        id: Id = message["id"]
        requested = object_or_empty(message["params"].get("notifications"))
        accepted: dict[str, Any] = {
            flag: True
            for name, flag in _FEATURES.items()
            if requested.get(flag) is True and object_or_empty(self._can.get(name)).get("listChanged") is True
        }
        self._open[id] = accepted
        uris = requested.get("resourceSubscriptions")
        watched = self._watched()
        if isinstance(uris, list) and object_or_empty(self._can.get("resources")).get("subscribe") is True:
            fresh = list(dict.fromkeys(uri for uri in uris if isinstance(uri, str)))[:_MAX_URIS]
            accepted["resourceSubscriptions"] = [uri for uri in fresh if uri in watched]
            missing = [uri for uri in fresh if uri not in watched]
            self._missing[id] = len(missing)
            for uri in missing:
                self._ask("resources/subscribe", {"uri": uri}, partial(self._subscribed, id, accepted, uri))
        if not self._missing.get(id):
            self._acknowledge(id)

    def _watched(self) -> set[str]:
        return {uri for accepted in self._open.values() for uri in accepted.get("resourceSubscriptions", ())}

    def _subscribed(self, id: Id, accepted: dict[str, Any], uri: str, response: Message) -> None:
        """Note the response to a ``resources/subscribe`` for the subscription with this ``accepted`` filter."""
        if self._open.get(id) is not accepted:  # it has ended, and the client may have used its ID again
            if "result" in response and uri not in self._watched():
                self._ask("resources/unsubscribe", {"uri": uri}, _ignored)
            return
        if "result" in response:
            accepted["resourceSubscriptions"].append(uri)
        self._missing[id] -= 1
        if not self._missing[id]:
            self._acknowledge(id)

    def _acknowledge(self, id: Id) -> None:
        self._missing.pop(id, None)
        accepted = self._open[id]
        if not accepted.get("resourceSubscriptions"):
            accepted.pop("resourceSubscriptions", None)
        response = {"_meta": {SUBSCRIPTION_KEY: id}, "notifications": dict(accepted)}
        self._sides.send_to_client(notification("notifications/subscriptions/acknowledged", response))

    def end(self, id: Id) -> None:
        """End a subscription, and unsubscribe from resources that no other one needs."""
        ended = self._open.pop(id)
        self._missing.pop(id, None)
        for uri in set(ended.get("resourceSubscriptions", ())) - self._watched():
            self._ask("resources/unsubscribe", {"uri": uri}, _ignored)

    def notify(self, message: Message) -> None:
        """Send a change notification on each subscription that covers it."""
        params = members(message.get("params")) or {}
        meta = members(params.get("_meta")) or {}
        uri = jsonrpc.plain(params.get("uri"))
        for id, accepted in self._open.items():
            if id not in self._missing and _is_covered(accepted, message["method"], uri):
                self._sides.send_to_client({**message, "params": {**params, "_meta": {**meta, SUBSCRIPTION_KEY: id}}})


def _is_covered(accepted: dict[str, Any], method: str, uri: object) -> bool:
    """Return whether a subscription covers a resource, which may be part of a watched one (resources §…)."""
    if method != RESOURCE_UPDATED:
        return CHANGES[method] in accepted
    watched = accepted.get("resourceSubscriptions", ())
    return isinstance(uri, str) and any(
        uri == resource or uri.startswith(resource.rstrip("/") + "/") for resource in watched
    )


def _ignored(_: Message) -> None:
    return


_ENDED = {"code": jsonrpc.INTERNAL_ERROR, "message": coded("servers.server_ended_subscription_once")}
