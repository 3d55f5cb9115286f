"""Translator for a legacy client and a server of 2026-07-28. It adds the envelope to the client's messages, and turns
the server's ``input_required`` into requests to the client.

If the server wants a call to be repeated, the bridge sends it again with the same arguments and under the same
approval, unless the client or a person cancelled it meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.texts import coded, cut
from toolguard.servers.bridge.protocol import (
    ASKING_METHODS,
    CACHED_METHODS,
    CAPABILITIES_KEY,
    CHANGES,
    LEGACY,
    LEVEL_KEY,
    MODERN,
    RESOURCE_UPDATED,
    SERVER_INFO_KEY,
    BridgePeers,
    cancelled,
    capabilities,
    items,
    members,
    meta_of,
    missing_capability,
    object_or_empty,
    request,
    requested_id,
    unbridgeable_error,
)
from toolguard.servers.bridge.subscriptions import ModernSubscription

MAX_ROUNDS = 10
"""Maximum number of rounds of one call, as in the SDKs' clients."""
MAX_QUESTIONS = 20
"""Maximum number of requests in one round, as in responses that are not translated."""
PAUSE, LONGEST_PAUSE = 0.05, 0.25
"""Seconds before a call is repeated whose server asked only for that (patterns/mrtr, 2026-07-28)."""
_NOT_FOR_CLIENTS = ("resultType", "supportedVersions", "ttlMs", "cacheScope", "serverInfo", "capabilities", "_meta")
_NOT_FOR_SERVERS = ("notifications/progress", "notifications/roots/list_changed")


@dataclass(slots=True, eq=False)
class OpenClientRequest:
    """A request of the client that the server has not answered yet."""

    message: Message
    """The request as it was first sent to the server."""
    server_id: Id | None
    """The ID at the server; None while the client is asked for input."""
    rounds: int = 0
    pause: float = PAUSE
    state: Any = None
    """The server's ``requestState``, unchanged."""
    open_questions: dict[str, str] = field(default_factory=dict)
    """Requests that the client has not answered: the key of each by the bridge's request ID."""
    answers: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> Id:
        """The client's ID."""
        id: Id = self.message["id"]
        return id

    @property
    def method(self) -> str:
        """The method that the client called."""
        method: str = self.message["method"]
        return method


def make_envelope(meta: dict[str, Any]) -> dict[str, Any]:
    """Return the modern envelope from the params of a legacy client's ``initialize``."""
    info = meta.get("clientInfo")
    envelope = {revisions.CLIENT_INFO_KEY: info} if isinstance(info, dict) else {}
    return {revisions.VERSION_KEY: MODERN, CAPABILITIES_KEY: _capabilities_up(meta.get("capabilities")), **envelope}


def _capabilities_up(declared: object) -> dict[str, Any]:
    can = capabilities(declared)
    if isinstance(can.get("roots"), dict):
        can["roots"] = {name: value for name, value in can["roots"].items() if name != "listChanged"}
    return can


class ModernTranslator:
    """``initialize`` is the client's request; it is answered at once from ``discovery``, the server's result."""

    def __init__(self, sides: BridgePeers, initialize: Message, discovery: object) -> None:
        self._sides = sides
        params = object_or_empty(initialize.get("params"))
        requested = params.get("protocolVersion")
        version = requested if isinstance(requested, str) and requested in revisions.LEGACY else LEGACY
        self.version = max(version, revisions.SPOKEN_LEGACY[0])
        """The client's revision."""
        self._can = object_or_empty(params.get("capabilities"))
        self._envelope = make_envelope(params)
        self._discovery = members(discovery) or {}
        self._open: dict[Id, OpenClientRequest] = {}
        self._resent: dict[Id, OpenClientRequest] = {}  # by the ID of the request that was sent again
        self._waiting: dict[str, OpenClientRequest] = {}  # by the ID of the request to the client
        self._listening = ModernSubscription(
            sides, lambda: self._envelope, object_or_empty(self._discovery.get("capabilities"))
        )
        self._answer_initialize(initialize["id"])

    def _answer_initialize(self, id: Id) -> None:
        """Answer ``initialize`` from the result of ``server/discover``."""
        discovery = self._discovery
        meta = members(discovery.get("_meta")) or {}
        info = meta.pop(SERVER_INFO_KEY, discovery.get("serverInfo"))
        result = {
            "protocolVersion": self.version,
            "capabilities": capabilities(discovery.get("capabilities")),
            "serverInfo": info if info is not None else {"name": "unknown", "version": ""},
            **{name: value for name, value in discovery.items() if name not in _NOT_FOR_CLIENTS},
            **({"_meta": meta} if meta else {}),
        }
        self._sides.send_to_client(jsonrpc.result(id, result))

    # --- client to server -------------------------------------------------------------------------------------

    def from_client(self, message: Message) -> None:
        method = message.get("method")
        if method is None:
            self._answer(message)
        elif "id" in message:
            self._request(message)
        elif method == "notifications/cancelled":
            self._cancel(message)
        elif method == "notifications/initialized":
            self._listening.begin()
        elif method not in _NOT_FOR_SERVERS:
            self._sides.send_to_server(message)

    def _request(self, message: Message) -> None:
        id, method = message["id"], message["method"]
        params = message.get("params", {})
        if not isinstance(params, dict):
            self._sides.send_to_client(jsonrpc.error(id, jsonrpc.INVALID_PARAMS, coded("servers.params_object")))
        elif method == "initialize":
            self._answer_initialize(id)
        elif method == "ping":
            self._sides.send_to_client(jsonrpc.result(id, {}))
        elif method == "logging/setLevel":
            self._envelope = {**self._envelope, LEVEL_KEY: params.get("level")}
            self._sides.send_to_client(jsonrpc.result(id, {}))
        elif method == "resources/subscribe":
            self._listening.subscribe(id, params.get("uri"))
        elif method == "resources/unsubscribe":
            self._listening.unsubscribe(id, params.get("uri"))
        else:
            sent = {**message, "params": {**params, "_meta": {**self._envelope, **meta_of(message)}}}
            self._open[id] = OpenClientRequest(sent, id)
            self._sides.send_to_server(sent)

    def _cancel(self, message: Message) -> None:
        """Cancel a request, for the client or for a person; it is never sent again."""
        id = requested_id(message)
        open_request = self._open.pop(id, None) if id is not None else None
        if open_request is None:
            if id is not None:
                self._listening.forget(id)
            return
        self._cancel_upstream(open_request)
        if open_request.server_id is not None:
            self._resent.pop(open_request.server_id, None)
            self._sides.send_to_server(
                {**message, "params": {**message["params"], "requestId": open_request.server_id}}
            )

    def _cancel_upstream(self, open_request: OpenClientRequest) -> None:
        for id in open_request.open_questions:
            del self._waiting[id]
            self._sides.send_to_client(cancelled(id, coded("servers.request_needed_over")))
        open_request.open_questions.clear()

    def _answer(self, message: Message) -> None:
        """Accept the client's response to a request of the bridge or of the server."""
        id = message.get("id")
        open_request = self._waiting.pop(id, None) if isinstance(id, str) else None
        if open_request is None or not isinstance(id, str):
            self._sides.send_to_server(message)
            return
        key = open_request.open_questions.pop(id)
        if "error" in message:
            why = cut(str(object_or_empty(message["error"]).get("message") or coded("servers.no_reason_given")), 500)
            self._fail(open_request, coded("servers.server_needed_answer_client", reason=why))
            return
        open_request.answers[key] = message["result"]
        if not open_request.open_questions:
            self._resend(open_request)

    # --- server to client -------------------------------------------------------------------------------------

    def from_server(self, message: Message) -> None:
        method = message.get("method")
        if method is None:
            self._answered(message)
        elif "id" in message:
            self._sides.send_to_client(message)
        elif method == "notifications/cancelled":
            if not self._listening.end(requested_id(message)):
                self._sides.send_to_client(message)
        elif method in CHANGES or method in (RESOURCE_UPDATED, "notifications/subscriptions/acknowledged"):
            translated = self._listening.translate(message)
            if translated is not None:
                self._sides.send_to_client(translated)
        else:
            self._sides.send_to_client(message)

    def _answered(self, message: Message) -> None:
        id = message.get("id")
        if self._listening.end(id, message.get("error")):
            return
        open_request = self._resent.pop(id, None) or self._open.get(id)  # type: ignore[arg-type]
        if open_request is None or open_request.server_id != id:
            self._sides.send_to_client(message)  # not for a pending request: the session records it
            return
        result = members(message["result"]) if "result" in message else None
        if result is None:
            self._finish(open_request, message)
            return
        kind = jsonrpc.plain(result.pop("resultType", "complete"))
        if kind == "input_required" and open_request.method in ASKING_METHODS:
            self._ask_for_input(open_request, result)
        elif kind == "complete":
            self._finish(open_request, {**message, "result": _to_legacy_result(open_request.method, result)})
        else:
            described = str(kind)[:100]
            self._fail(
                open_request, coded("servers.server_answered_client_cannot", what=repr(described), version=self.version)
            )

    def _finish(self, open_request: OpenClientRequest, message: Message) -> None:
        del self._open[open_request.id]
        self._sides.send_to_client({**message, "id": open_request.id})

    def _ask_for_input(self, open_request: OpenClientRequest, result: dict[str, Any]) -> None:
        """Ask the client for the input that the server requires (patterns/mrtr, 2026-07-28)."""
        open_request.server_id = None
        open_request.rounds += 1
        open_request.state = result.get("requestState")
        questions = members(result.get("inputRequests", {}))
        if open_request.rounds > MAX_ROUNDS:
            self._fail(open_request, coded("servers.server_asks_too_often", limit=MAX_ROUNDS))
        elif questions is None or len(questions) > MAX_QUESTIONS or not (questions or "requestState" in result):
            self._fail(open_request, coded("servers.server_asked_something_cannot"))
        elif not questions:
            self._sides.call_later(open_request.pause, lambda: self._resend(open_request))
            open_request.pause = min(open_request.pause * 2, LONGEST_PAUSE)
        else:
            self._ask_client(open_request, {key: members(question) or {} for key, question in questions.items()})

    def _ask_client(self, open_request: OpenClientRequest, questions: dict[str, dict[str, Any]]) -> None:
        open_request.pause = PAUSE
        for question in questions.values():
            lack = missing_capability(
                str(jsonrpc.plain(question.get("method")))[:200], members(question.get("params")) or {}, self._can
            )
            if lack:
                self._fail(open_request, coded("servers.server_needs_ability", ability=lack))
                return
        open_request.answers = {}
        for key, question in questions.items():
            id = self._sides.new_id()
            open_request.open_questions[id] = key
            self._waiting[id] = open_request
            self._sides.send_to_client(self._to_legacy_request(id, question))

    def _to_legacy_request(self, id: str, question: dict[str, Any]) -> Message:
        """Return a request that a modern server embedded in its result, in the legacy form."""
        params = members(question["params"]) if "params" in question else None
        mode = jsonrpc.plain(params.get("mode")) if params else None
        if params is not None and mode == "url":
            params.setdefault("elicitationId", self._sides.new_id())  # required in 2025-11-25, unknown in 2026-07-28
        elif params is not None and mode == "form" and not revisions.revision(self.version).elicitation_mode:
            del params["mode"]
        return request(id, jsonrpc.plain(question["method"]), params)

    def _resend(self, open_request: OpenClientRequest) -> None:
        """Send a call again with the same params and the requested input, unless it was cancelled."""
        if self._open.get(open_request.id) is not open_request or open_request.server_id is not None:
            return
        more: dict[str, Any] = {"inputResponses": open_request.answers} if open_request.answers else {}
        if open_request.state is not None:
            more["requestState"] = open_request.state
        open_request.server_id = self._sides.new_id()
        open_request.answers = {}
        self._resent[open_request.server_id] = open_request
        self._sides.send_to_server(
            {
                **open_request.message,
                "id": open_request.server_id,
                "params": {**open_request.message["params"], **more},
            }
        )

    def _fail(self, open_request: OpenClientRequest, text: str) -> None:
        self._cancel_upstream(open_request)
        del self._open[open_request.id]
        self._sides.send_to_client(
            unbridgeable_error(open_request.id, open_request.method, text, modern=False, version=self.version)
        )


def _to_legacy_result(method: str, result: dict[str, Any]) -> dict[str, Any]:
    """Return a modern result, already without ``resultType``, in the form before 2026-07-28."""
    if method in CACHED_METHODS:
        result.pop("ttlMs", None)
        result.pop("cacheScope", None)
    if method == "tools/list":
        tools = items(result.get("tools"))
        if tools is not None:
            result["tools"] = [_to_legacy_tool(tool) for tool in tools]
    elif method == "tools/call" and "structuredContent" in result and members(result["structuredContent"]) is None:
        value = result.pop("structuredContent")
        if not items(result.get("content")):
            text = bytes(value).decode() if isinstance(value, msgspec.Raw) else jsonrpc.text(value)
            result["content"] = [{"type": "text", "text": text}]
    return result


def _to_legacy_tool(tool: Any) -> Any:
    """Return a tool without a non-object output schema, which did not exist before 2026-07-28."""
    fields = members(tool)
    if fields is None or "outputSchema" not in fields:
        return tool
    schema = members(fields["outputSchema"])
    if schema is not None and jsonrpc.plain(schema.get("type")) == "object":
        return tool
    del fields["outputSchema"]
    return fields
