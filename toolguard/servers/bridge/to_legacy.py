"""A modern client on a server that speaks only a handshake revision: what the server asks for in the middle of a call
ends the client's request with ``input_required``, and the client's next request goes on with the call that is open.

What such a request must have in common with the first is looked at here too: what was approved is what goes on.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import mcp_2024_10_07, revisions
from toolguard.gate.model import CONTINUED
from toolguard.gate.texts import coded
from toolguard.servers.bridge.protocol import (
    ASKING,
    CACHED,
    CAPABILITIES_KEY,
    CHANGES,
    ENVELOPE,
    LEGACY,
    MODERN,
    SERVER_INFO_KEY,
    UPDATED,
    BridgePeers,
    an_object,
    cancelled,
    capabilities,
    items,
    lacking,
    members,
    meta_of,
    request,
    requested_id,
    sorry,
)
from toolguard.servers.bridge.request import MOST, BridgedRequest, EmbeddedRequest, UnassignedRequests, embedded
from toolguard.servers.bridge.subscriptions import LegacySubscriptions

LIFE = 600.0
"""Seconds in which a client may go on with a call; then it is cancelled at the server."""
LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
_PAGES_FIRST = -32042  # URLElicitationRequired, of 2025-11-25 alone
_NOT_FOR_CLIENTS = ("notifications/elicitation/complete", "notifications/tasks/status")


def hello(id: str, asking: Message) -> Message:
    """``initialize`` in the name of a client that sent ``asking``."""
    meta = meta_of(asking)
    info = meta.get(revisions.CLIENT_INFO_KEY)
    said = {
        "protocolVersion": LEGACY,
        "capabilities": capabilities(meta.get(CAPABILITIES_KEY)),
        "clientInfo": info if isinstance(info, dict) else {"name": "unknown", "version": ""},
    }
    return request(id, "initialize", said)


class LegacyTranslator:
    """``told`` is the server's answer to `hello`; ``leave`` is called when the client turns out to shake hands."""

    def __init__(self, sides: BridgePeers, told: object, leave: Callable[[], None]) -> None:
        self._sides = sides
        self._told = members(told) or {}
        self._leave = leave
        self._can = an_object(self._told.get("capabilities"))
        self._flights: dict[Id, BridgedRequest] = {}  # by the id that the server knows
        self._client: dict[Id, BridgedRequest] = {}  # by the id that the client waits for
        self._parked: dict[str, BridgedRequest] = {}  # by the state that the client was given
        self._own: dict[str, Callable[[Message], None]] = {}
        self._renamed: dict[Id, BridgedRequest] = {}  # by the progress token that the server knows
        self._waiting = UnassignedRequests(sides, self._candidates, self._assign)
        self._listeners = LegacySubscriptions(sides, self._ask, self._can)
        self._tasks_only: set[str] = set()
        self._level = ""

    # --- client to server -------------------------------------------------------------------------------------

    def from_client(self, message: Message) -> None:
        method = message.get("method")
        if method is None or method == "notifications/initialized":
            return  # a modern client answers no requests, and the handshake was ours
        if "id" not in message:
            if method == "notifications/cancelled":
                self._cancel(message)
            else:
                self._sides.up(message)
        elif method == "initialize":
            self._sides.down(jsonrpc.result(message["id"], self._told))
            self._leave()
        elif method == "server/discover":
            self._sides.down(jsonrpc.result(message["id"], self._discovery()))
        elif not isinstance(message.get("params", {}), dict):
            self._sides.down(jsonrpc.error(message["id"], jsonrpc.INVALID_PARAMS, coded("servers.params_object")))
        elif method == "subscriptions/listen":
            self._listeners.begin({"params": {}, **message})
        else:
            self._request(message)

    def _discovery(self) -> dict[str, Any]:
        told = {name: value for name, value in self._told.items() if name not in ("protocolVersion", "serverInfo")}
        meta = members(told.get("_meta")) or {}
        if "serverInfo" in self._told:
            meta[SERVER_INFO_KEY] = self._told["serverInfo"]
        can = capabilities(self._can, ("tasks",))
        return {
            **told, "resultType": "complete", "supportedVersions": [MODERN], "capabilities": can, "ttlMs": 0,
            "cacheScope": "private", "_meta": meta,
        }  # fmt: skip

    def _request(self, message: Message) -> None:
        id, method, params = message["id"], message["method"], message.get("params", {})
        state = params.get("requestState") if method in ASKING else None
        flight = self._parked.get(state) if isinstance(state, str) else None
        if state is not None and flight is None:
            self._sides.down(sorry(id, method, _UNKNOWN, modern=True))
        elif flight is not None and flight.key == BridgedRequest.key_of(older(message)):
            del self._parked[state]  # type: ignore[arg-type]
            self._go_on(flight, message)
        elif method == "tools/call" and params.get("name") in self._tasks_only:
            self._sides.down(sorry(id, method, _TASKS_ONLY, modern=True))
        else:
            self._send(BridgedRequest(message, older(message), meta_of(message)))

    def _send(self, flight: BridgedRequest) -> None:
        self._mind_level(flight.level)
        self._flights[flight.id] = self._client[flight.id] = flight
        self._sides.up(flight.sent)

    def _mind_level(self, level: str) -> None:
        """Logging is set for the session in legacy revisions; what a request did not ask for is not passed on."""
        if level and level != self._level and "logging" in self._can:
            self._level = level
            self._ask("logging/setLevel", {"level": level}, lambda _: None)

    def _ask(self, method: str, params: dict[str, Any], take: Callable[[Message], None]) -> None:
        id = self._sides.new_id()
        self._own[id] = take
        self._sides.up(request(id, method, params))

    def _cancel(self, message: Message) -> None:
        """Of a request that the client waits for; an earlier round of a call is over for it and no reason to end it."""
        id = requested_id(message)
        if id in self._listeners:
            self._listeners.end(id)  # type: ignore[arg-type]
        flight = self._client.get(id) if id is not None else None
        if flight is not None:
            self._forget(flight)
            params = message["params"]
            meta = {name: value for name, value in an_object(params.get("_meta")).items() if name not in ENVELOPE}
            params = {**params, "requestId": flight.id, "_meta": meta}
            if not meta:
                del params["_meta"]
            self._sides.up({**message, "params": params})

    # --- going on ---------------------------------------------------------------------------------------------

    def _go_on(self, flight: BridgedRequest, message: Message) -> None:
        responses = an_object(message["params"].get("inputResponses"))
        asks = flight.resumed(message)
        self._client[flight.client] = flight  # type: ignore[index]
        if flight.pages:
            self._after_pages(flight, message, [an_object(responses.get(key)) for key in asks])
            return
        for key, ask in asks.items():
            if ask.id is not None:
                self._sides.up(ask.answer(responses.get(key)))
        if flight.answer is not None:
            self._finish(flight, flight.answer)
        elif flight.queue:
            self._park(flight)

    def _after_pages(self, flight: BridgedRequest, message: Message, responses: list[dict[str, Any]]) -> None:
        """The server refused the call until the person has visited its pages: then it is made anew."""
        self._forget(flight)
        if all(one.get("action") == "accept" for one in responses):
            self._send(BridgedRequest(message, older(message), meta_of(message)))
        else:
            text = coded("servers.server_needs_web_page")
            self._sides.down(sorry(message["id"], flight.method, text, modern=True))

    def _park(self, flight: BridgedRequest) -> None:
        """End the client's request with what the server asks for; the call stays open at the server."""
        client = flight.client
        assert client is not None  # noqa: S101 - it is parked only while somebody waits
        state = secrets.token_urlsafe(32)
        wants = flight.parked(self._sides.later(LIFE, lambda: self._expire(state)))
        del self._client[client]
        self._parked[state] = flight
        if flight.token is not None:
            self._renamed[flight.token] = flight
        asked = {"resultType": "input_required", "inputRequests": wants, "requestState": state}
        self._sides.down(jsonrpc.result(client, asked))

    def _expire(self, state: str) -> None:
        flight = self._parked.pop(state, None)
        if flight is None:
            return
        for ask in flight.open_asks():
            self._sides.up(ask.answer(None))
        if flight.answer is None and not flight.pages:
            self._sides.up(cancelled(flight.id, coded("servers.client_not_go")))
        self._forget(flight)

    def _forget(self, flight: BridgedRequest) -> None:
        flight.stop()
        self._flights.pop(flight.id, None)
        if flight.client is not None:
            self._client.pop(flight.client, None)
        if flight.token is not None:
            self._renamed.pop(flight.token, None)
        self._waiting.look()

    # --- server to client -------------------------------------------------------------------------------------

    def from_server(self, message: Message) -> None:
        method = message.get("method")
        if method is None:
            self._answered(message)
        elif "id" in message:
            self._asked(message)
        elif method in CHANGES or method == UPDATED:
            self._listeners.tell(message)
        elif method == "notifications/progress":
            self._progress(message)
        elif method == "notifications/message":
            self._log(message)
        elif method == "notifications/cancelled":
            self._taken_back(requested_id(message))
        elif method not in _NOT_FOR_CLIENTS:
            self._sides.down(message)

    def _answered(self, message: Message) -> None:
        id = message.get("id")
        if isinstance(id, str) and id in self._own:
            self._own.pop(id)(message)
            return
        flight = self._flights.get(id)  # type: ignore[arg-type]
        if flight is None:
            self._sides.down(message)  # of no request that is waited for: for the session to note
        elif flight.client is None:
            flight.answer = message
            self._waiting.look()
        else:
            self._finish(flight, message)

    def _finish(self, flight: BridgedRequest, message: Message) -> None:
        client = flight.client
        if "error" in message and an_object(message["error"]).get("code") == _PAGES_FIRST and flight.method in ASKING:
            self._show_pages(flight, an_object(message["error"]))
            return
        result = members(message["result"]) if "result" in message else None
        if result is not None:
            message = {**message, "result": self._newer(flight.method, result)}
        self._sides.down({**message, "id": client})
        self._forget(flight)

    def _newer(self, method: str, result: dict[str, Any]) -> dict[str, Any]:
        """A legacy result as 2026-07-28 has it."""
        result.setdefault("resultType", "complete")
        if method in CACHED:
            result.setdefault("ttlMs", 0)
            result.setdefault("cacheScope", "private")
        if method == "tools/list":
            self._note_tasks(items(result.get("tools")) or [])
        elif method == "tools/call" and "toolResult" in result and "content" not in result:
            result |= mcp_2024_10_07.content_members(result["toolResult"])
        return result

    def _note_tasks(self, tools: list[Any]) -> None:
        """Tools that run only as tasks of 2025-11-25, which a modern client cannot begin."""
        for tool in tools:
            told = members(tool) or {}
            name, support = jsonrpc.plain(told.get("name")), an_object(told.get("execution")).get("taskSupport")
            if isinstance(name, str):
                (self._tasks_only.add if support == "required" else self._tasks_only.discard)(name)

    def _show_pages(self, flight: BridgedRequest, error: dict[str, Any]) -> None:
        """``-32042`` (2025-11-25): the same as an ``input_required`` that asks to visit web pages."""
        told = an_object(error.get("data")).get("elicitations")
        pages = [one for one in told if isinstance(one, dict)] if isinstance(told, list) else []
        lack = lacking("elicitation/create", {"mode": "url"}, flight.can)
        self._flights.pop(flight.id, None)
        if lack or not pages:
            why = str(error.get("message") or "")[:500]
            text = coded("servers.server_needs_web_page_visited", reason=why)
            client = flight.client
            self._forget(flight)
            self._sides.down(sorry(client, flight.method, text, modern=True))  # type: ignore[arg-type]
            return
        flight.pages = True
        for page in pages:
            flight.add(
                EmbeddedRequest(None, "elicitation/create", embedded("elicitation/create", {**page, "mode": "url"}))
            )
        self._park(flight)

    # --- what the server asks ---------------------------------------------------------------------------------

    def _asked(self, message: Message) -> None:
        method = message["method"]
        if method == "ping":
            self._sides.up(jsonrpc.result(message["id"], {}))
        else:
            self._waiting.add(EmbeddedRequest(message["id"], method, embedded(method, message.get("params"))))

    def _candidates(self) -> list[BridgedRequest]:
        """The requests during which the server may be asking. Over a pipe it does not say for which."""
        return [flight for flight in self._flights.values() if flight.method in ASKING and flight.answer is None]

    def _assign(self, flight: BridgedRequest, ask: EmbeddedRequest) -> None:
        lack = lacking(ask.method, members(ask.want.get("params")) or {}, flight.can)
        if lack or len(flight.queue) >= MOST:
            why = (
                coded("servers.client_does_not_offer", ability=lack)
                if lack
                else coded("servers.too_many_requests_wait")
            )
            self._sides.up(ask.refusal(why))
            return
        flight.add(ask)
        if flight.client is not None:
            self._park(flight)

    def _taken_back(self, id: Id | None) -> None:
        if id is not None and not self._waiting.take_back(id):
            for flight in self._flights.values():
                flight.take_back(id)

    # --- what the server tells --------------------------------------------------------------------------------

    def _progress(self, message: Message) -> None:
        """Under the token of the round that runs, when that is another one than the first."""
        params = members(message.get("params")) if self._renamed else None
        token = jsonrpc.plain(params.get("progressToken")) if params else None
        flight = self._renamed.get(token) if isinstance(token, int | str) else None
        if flight is None or params is None:
            self._sides.down(message)
        elif flight.client is not None and flight.token_now is not None:
            self._sides.down({**message, "params": {**params, "progressToken": flight.token_now}})

    def _log(self, message: Message) -> None:
        """Only to a request that asked for it, and only while nobody else could be meant."""
        running = list(self._client.values())
        level = an_object(message.get("params")).get("level")
        wanted = running[0].level if len(running) == 1 else ""
        if wanted in LEVELS and level in LEVELS and LEVELS.index(level) >= LEVELS.index(wanted):
            self._sides.down(message)


def older(message: Message) -> Message:
    """A modern request without what only 2026-07-28 knows."""
    params = message.get("params")
    if not isinstance(params, dict):
        return message
    dropped = CONTINUED if message["method"] in ASKING else ()
    kept = {name: value for name, value in params.items() if name not in dropped}
    if isinstance(kept.get("_meta"), dict):
        kept["_meta"] = {name: value for name, value in kept["_meta"].items() if name not in ENVELOPE}
        if not kept["_meta"]:
            del kept["_meta"]
    return {**message, "params": kept}


_UNKNOWN = coded("servers.not_run_goes_earlier")
"""It may be what a person has approved before, and so must not become a call of its own."""
_TASKS_ONLY = coded("servers.tool_runs_only_task")
