"""Translator for a modern client and a legacy server. A server request during a call ends the client's request with
``input_required``, and the client's next request continues the open call.

It also checks that such a request equals the first one, so that only the approved call continues.
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
from toolguard.servers.bridge import protocol
from toolguard.servers.bridge.request import MAX_UNASSIGNED, BridgedRequest, EmbeddedRequest, UnassignedRequests, embed
from toolguard.servers.bridge.subscriptions import LegacySubscriptions

PARK_TIMEOUT = 600.0
"""Seconds in which a client may continue a call; then the call is cancelled at the server."""
LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
_PAGES_FIRST = -32042  # URLElicitationRequired, only in 2025-11-25
_NOT_FOR_CLIENTS = ("notifications/elicitation/complete", "notifications/tasks/status")


def initialize_request(id: str, asking: Message) -> Message:
    """Return the ``initialize`` request for a client that sent ``asking``."""
    meta = protocol.meta_of(asking)
    info = meta.get(revisions.CLIENT_INFO_KEY)
    params = {
        "protocolVersion": protocol.LEGACY,
        "capabilities": protocol.capabilities(meta.get(protocol.CAPABILITIES_KEY)),
        "clientInfo": info if isinstance(info, dict) else {"name": "unknown", "version": ""},
    }
    return protocol.request(id, "initialize", params)


class LegacyTranslator:
    """``handshake`` is the server's response to `initialize_request`; ``on_initialize``: the client is a legacy one."""

    def __init__(self, sides: protocol.BridgePeers, handshake: object, on_initialize: Callable[[], None]) -> None:
        self._sides = sides
        self._handshake_result = protocol.members(handshake) or {}
        self._on_initialize = on_initialize
        self._can = protocol.object_or_empty(self._handshake_result.get("capabilities"))
        self._open: dict[Id, BridgedRequest] = {}  # by the ID at the server
        self._client: dict[Id, BridgedRequest] = {}  # by the ID at the client
        self._parked: dict[str, BridgedRequest] = {}  # by the state that the client got
        self._own_requests: dict[str, Callable[[Message], None]] = {}
        self._renamed: dict[Id, BridgedRequest] = {}  # by the progress token at the server
        self._waiting = UnassignedRequests(sides, self._candidates, self._assign)
        self._listeners = LegacySubscriptions(sides, self._ask, self._can)
        self._tasks_only: set[str] = set()
        self._level = ""

    # --- client to server -------------------------------------------------------------------------------------

    def from_client(self, message: Message) -> None:
        method = message.get("method")
        if method is None or method == "notifications/initialized":
            return  # a modern client sends no responses, and the handshake was ours
        if "id" not in message:
            if method == "notifications/cancelled":
                self._cancel(message)
            else:
                self._sides.send_to_server(message)
        elif method == "initialize":
            self._sides.send_to_client(jsonrpc.result(message["id"], self._handshake_result))
            self._on_initialize()
        elif method == "server/discover":
            self._sides.send_to_client(jsonrpc.result(message["id"], self._discovery()))
        elif not isinstance(message.get("params", {}), dict):
            self._sides.send_to_client(
                jsonrpc.error(message["id"], jsonrpc.INVALID_PARAMS, coded("servers.params_object"))
            )
        elif method == "subscriptions/listen":
            self._listeners.begin({"params": {}, **message})
        else:
            self._request(message)

    def _discovery(self) -> dict[str, Any]:
        result = {
            name: value
            for name, value in self._handshake_result.items()
            if name not in ("protocolVersion", "serverInfo")
        }
        meta = protocol.members(result.get("_meta")) or {}
        if "serverInfo" in self._handshake_result:
            meta[protocol.SERVER_INFO_KEY] = self._handshake_result["serverInfo"]
        can = protocol.capabilities(self._can, ("tasks",))
        return {
            **result, "resultType": "complete", "supportedVersions": [protocol.MODERN], "capabilities": can, "ttlMs": 0,
            "cacheScope": "private", "_meta": meta,
        }  # fmt: skip

    def _request(self, message: Message) -> None:
        id, method, params = message["id"], message["method"], message.get("params", {})
        state = params.get("requestState") if method in protocol.ASKING_METHODS else None
        bridged = self._parked.get(state) if isinstance(state, str) else None
        if state is not None and bridged is None:
            self._sides.send_to_client(protocol.unbridgeable_error(id, method, _UNKNOWN, modern=True))
        elif bridged is not None and bridged.key == BridgedRequest.key_of(without_modern_members(message)):
            del self._parked[state]  # type: ignore[arg-type]
            self._continue(bridged, message)
        elif method == "tools/call" and params.get("name") in self._tasks_only:
            self._sides.send_to_client(protocol.unbridgeable_error(id, method, _TASKS_ONLY, modern=True))
        else:
            self._send(message)

    def _send(self, message: Message) -> None:
        sent = without_modern_members(message)
        if sent["id"] in self._open:  # of a parked request, whose ID is free again for the client
            sent = {**sent, "id": self._sides.new_id()}
        bridged = BridgedRequest(message, sent, protocol.meta_of(message))
        self._set_level(bridged.level)
        self._open[bridged.id] = self._client[bridged.id] = bridged
        self._sides.send_to_server(bridged.sent)

    def _set_level(self, level: str) -> None:
        """Set the session's logging level, which modern requests set each for themselves."""
        if level and level != self._level and "logging" in self._can:
            self._level = level
            self._ask("logging/setLevel", {"level": level}, lambda _: None)

    def _ask(self, method: str, params: dict[str, Any], take: Callable[[Message], None]) -> None:
        id = self._sides.new_id()
        self._own_requests[id] = take
        self._sides.send_to_server(protocol.request(id, method, params))

    def _cancel(self, message: Message) -> None:
        """Cancel a request that the client waits for, but not a call because of an earlier round of it."""
        id = protocol.requested_id(message)
        if id in self._listeners:
            self._listeners.end(id)  # type: ignore[arg-type]
        bridged = self._client.get(id) if id is not None else None
        if bridged is not None:
            self._forget(bridged)
            params = message["params"]
            meta = {
                name: value
                for name, value in protocol.object_or_empty(params.get("_meta")).items()
                if name not in protocol.ENVELOPE
            }
            params = {**params, "requestId": bridged.id, "_meta": meta}
            if not meta:
                del params["_meta"]
            self._sides.send_to_server({**message, "params": params})

    # --- continued calls --------------------------------------------------------------------------------------

    def _continue(self, bridged: BridgedRequest, message: Message) -> None:
        responses = protocol.object_or_empty(message["params"].get("inputResponses"))
        asks = bridged.resume(message)
        self._client[bridged.client] = bridged  # type: ignore[index]
        if bridged.needs_url_visit:
            self._resend_after_visit(bridged, message, [protocol.object_or_empty(responses.get(key)) for key in asks])
            return
        for key, embedded_request in asks.items():
            if embedded_request.id is not None:
                self._sides.send_to_server(embedded_request.answer(responses.get(key)))
        if bridged.answer is not None:
            self._finish(bridged, bridged.answer)
        elif bridged.queue:
            self._answer_input_required(bridged)

    def _resend_after_visit(self, bridged: BridgedRequest, message: Message, responses: list[dict[str, Any]]) -> None:
        """Send a call again that the server had refused until the person visits its pages."""
        self._forget(bridged)
        if all(response.get("action") == "accept" for response in responses):
            self._send(message)
        else:
            text = coded("servers.server_needs_web_page")
            self._sides.send_to_client(protocol.unbridgeable_error(message["id"], bridged.method, text, modern=True))

    def _answer_input_required(self, bridged: BridgedRequest) -> None:
        """Answer the client with ``input_required``; the call stays open at the server."""
        client = bridged.client
        assert client is not None  # noqa: S101 - it is parked only while somebody waits
        state = secrets.token_urlsafe(32)
        wants = bridged.park(self._sides.call_later(PARK_TIMEOUT, lambda: self._expire(state)))
        del self._client[client]
        self._parked[state] = bridged
        if bridged.token is not None:
            self._renamed[bridged.token] = bridged
        result = {"resultType": "input_required", "inputRequests": wants, "requestState": state}
        self._sides.send_to_client(jsonrpc.result(client, result))

    def _expire(self, state: str) -> None:
        bridged = self._parked.pop(state, None)
        if bridged is None:
            return
        for embedded_request in bridged.unanswered():
            self._sides.send_to_server(embedded_request.answer(None))
        if bridged.answer is None and not bridged.needs_url_visit:
            self._sides.send_to_server(protocol.cancelled(bridged.id, coded("servers.client_not_go")))
        self._forget(bridged)

    def _forget(self, bridged: BridgedRequest) -> None:
        bridged.stop()
        self._open.pop(bridged.id, None)
        if bridged.client is not None:
            self._client.pop(bridged.client, None)
        if bridged.token is not None:
            self._renamed.pop(bridged.token, None)
        self._waiting.assign_ready()

    # --- server to client -------------------------------------------------------------------------------------

    def from_server(self, message: Message) -> None:
        method = message.get("method")
        if method is None:
            self._answered(message)
        elif "id" in message:
            self._server_asked(message)
        elif method in protocol.CHANGES or method == protocol.RESOURCE_UPDATED:
            self._listeners.notify(message)
        elif method == "notifications/progress":
            self._progress(message)
        elif method == "notifications/message":
            self._log(message)
        elif method == "notifications/cancelled":
            self._cancelled_by_server(protocol.requested_id(message))
        elif method not in _NOT_FOR_CLIENTS:
            self._sides.send_to_client(message)

    def _answered(self, message: Message) -> None:
        id = message.get("id")
        if isinstance(id, str) and id in self._own_requests:
            self._own_requests.pop(id)(message)
            return
        bridged = self._open.get(id)  # type: ignore[arg-type]
        if bridged is None:
            self._sides.send_to_client(message)  # not for a pending request: the session records it
        elif bridged.client is None:
            bridged.answer = message
            self._waiting.assign_ready()
        else:
            self._finish(bridged, message)

    def _finish(self, bridged: BridgedRequest, message: Message) -> None:
        client = bridged.client
        if (
            "error" in message
            and protocol.object_or_empty(message["error"]).get("code") == _PAGES_FIRST
            and bridged.method in protocol.ASKING_METHODS
        ):
            self._ask_for_visit(bridged, protocol.object_or_empty(message["error"]))
            return
        result = protocol.members(message["result"]) if "result" in message else None
        if result is not None:
            message = {**message, "result": self._to_modern_result(bridged.method, result)}
        self._sides.send_to_client({**message, "id": client})
        self._forget(bridged)

    def _to_modern_result(self, method: str, result: dict[str, Any]) -> dict[str, Any]:
        """Return a legacy result in the form of 2026-07-28."""
        result.setdefault("resultType", "complete")
        if method in protocol.CACHED_METHODS:
            result.setdefault("ttlMs", 0)
            result.setdefault("cacheScope", "private")
        if method == "tools/list":
            self._note_tasks(protocol.items(result.get("tools")) or [])
        elif method == "tools/call" and "toolResult" in result and "content" not in result:
            result |= mcp_2024_10_07.content_members(result["toolResult"])
        return result

    def _note_tasks(self, tools: list[Any]) -> None:
        """Remember the tools that run only as tasks of 2025-11-25, which a modern client cannot create."""
        for tool in tools:
            fields = protocol.members(tool) or {}
            name, support = (
                jsonrpc.plain(fields.get("name")),
                protocol.object_or_empty(fields.get("execution")).get("taskSupport"),
            )
            if isinstance(name, str):
                (self._tasks_only.add if support == "required" else self._tasks_only.discard)(name)

    def _ask_for_visit(self, bridged: BridgedRequest, error: dict[str, Any]) -> None:
        """Translate error -32042 (2025-11-25) to an ``input_required`` that asks to visit web pages."""
        elicitations = protocol.object_or_empty(error.get("data")).get("elicitations")
        pages = (
            [elicitation for elicitation in elicitations if isinstance(elicitation, dict)]
            if isinstance(elicitations, list)
            else []
        )
        lack = protocol.missing_capability("elicitation/create", {"mode": "url"}, bridged.capabilities)
        self._open.pop(bridged.id, None)
        if lack or not pages:
            why = str(error.get("message") or "")[:500]
            text = coded("servers.server_needs_web_page_visited", reason=why)
            client = bridged.client
            self._forget(bridged)
            self._sides.send_to_client(protocol.unbridgeable_error(client, bridged.method, text, modern=True))  # type: ignore[arg-type]
            return
        bridged.needs_url_visit = True
        for page in pages:
            bridged.add(
                EmbeddedRequest(None, "elicitation/create", embed("elicitation/create", {**page, "mode": "url"}))
            )
        self._answer_input_required(bridged)

    # --- server requests --------------------------------------------------------------------------------------

    def _server_asked(self, message: Message) -> None:
        method = message["method"]
        if method == "ping":
            self._sides.send_to_server(jsonrpc.result(message["id"], {}))
        else:
            self._waiting.add(EmbeddedRequest(message["id"], method, embed(method, message.get("params"))))

    def _candidates(self) -> list[BridgedRequest]:
        """Return the requests that a server request may belong to, since stdio does not tell."""
        return [
            bridged
            for bridged in self._open.values()
            if bridged.method in protocol.ASKING_METHODS and bridged.answer is None
        ]

    def _assign(self, bridged: BridgedRequest, embedded_request: EmbeddedRequest) -> None:
        lack = protocol.missing_capability(
            embedded_request.method, protocol.members(embedded_request.member.get("params")) or {}, bridged.capabilities
        )
        if lack or len(bridged.queue) >= MAX_UNASSIGNED:
            why = (
                coded("servers.client_does_not_offer", ability=lack)
                if lack
                else coded("servers.too_many_requests_wait")
            )
            self._sides.send_to_server(embedded_request.refusal(why))
            return
        bridged.add(embedded_request)
        if bridged.client is not None:
            self._answer_input_required(bridged)

    def _cancelled_by_server(self, id: Id | None) -> None:
        if id is not None and not self._waiting.cancel(id):
            for bridged in self._open.values():
                bridged.cancel(id)

    # --- server notifications ---------------------------------------------------------------------------------

    def _progress(self, message: Message) -> None:
        """Pass progress with the token of the current round."""
        params = protocol.members(message.get("params")) if self._renamed else None
        token = jsonrpc.plain(params.get("progressToken")) if params else None
        bridged = self._renamed.get(token) if isinstance(token, int | str) else None
        if bridged is None or params is None:
            self._sides.send_to_client(message)
        elif bridged.client is not None and bridged.token_now is not None:
            self._sides.send_to_client({**message, "params": {**params, "progressToken": bridged.token_now}})

    def _log(self, message: Message) -> None:
        """Pass a log message if exactly one open request asked for it."""
        running = list(self._client.values())
        level = protocol.object_or_empty(message.get("params")).get("level")
        least = running[0].level if len(running) == 1 else ""
        if least in LEVELS and level in LEVELS and LEVELS.index(level) >= LEVELS.index(least):
            self._sides.send_to_client(message)


def without_modern_members(message: Message) -> Message:
    """Return a modern request without the members that only 2026-07-28 has."""
    params = message.get("params")
    if not isinstance(params, dict):
        return message
    dropped = CONTINUED if message["method"] in protocol.ASKING_METHODS else ()
    rest = {name: value for name, value in params.items() if name not in dropped}
    if isinstance(rest.get("_meta"), dict):
        rest["_meta"] = {name: value for name, value in rest["_meta"].items() if name not in protocol.ENVELOPE}
        if not rest["_meta"]:
            del rest["_meta"]
    return {**message, "params": rest}


_UNKNOWN = coded("servers.not_run_goes_earlier")
"""It may be the rest of an approved call, so it must not become a new one."""
_TASKS_ONLY = coded("servers.tool_runs_only_task")
