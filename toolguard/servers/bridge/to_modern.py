"""A legacy client on a server that speaks only 2026-07-28: what the client says gets its envelope, what the server asks
for in the middle of a call becomes requests to the client.

A call that the server wants to have again is sent again by the bridge, with the arguments that were sent before and
under the approval that it had; a call that its client or a person gave up meanwhile is not.
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
    ASKING,
    CACHED,
    CAPABILITIES_KEY,
    CHANGES,
    LEGACY,
    LEVEL_KEY,
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
from toolguard.servers.bridge.subscriptions import ModernSubscription

ROUNDS = 10
"""So often a server may ask in the middle of one call; the SDKs' clients have the same bound."""
PAUSE, LONGEST_PAUSE = 0.05, 0.25
"""Seconds before a call is sent again whose server asked for nothing but that (patterns/mrtr, 2026-07-28)."""
_NOT_FOR_CLIENTS = ("resultType", "supportedVersions", "ttlMs", "cacheScope", "serverInfo", "capabilities", "_meta")
_NOT_FOR_SERVERS = ("notifications/progress", "notifications/roots/list_changed")


@dataclass(slots=True, eq=False)
class OpenClientRequest:
    """A request of the client that has no answer yet."""

    message: Message
    """As it was sent up first."""
    up: Id | None
    """The id under which the server works on it; None while the client is asked for something."""
    rounds: int = 0
    pause: float = PAUSE
    state: Any = None
    """The server's ``requestState``, as it came."""
    waits: dict[str, str] = field(default_factory=dict)
    """What the client has not answered yet: the key of each by the id of our request."""
    answers: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> Id:
        found: Id = self.message["id"]
        return found

    @property
    def method(self) -> str:
        found: str = self.message["method"]
        return found


def hello(meta: dict[str, Any]) -> dict[str, Any]:
    """The envelope for what a legacy client said of itself in the params of its ``initialize``."""
    info = meta.get("clientInfo")
    said = {revisions.CLIENT_INFO_KEY: info} if isinstance(info, dict) else {}
    return {revisions.VERSION_KEY: MODERN, CAPABILITIES_KEY: _capabilities_up(meta.get("capabilities")), **said}


def _capabilities_up(told: object) -> dict[str, Any]:
    can = capabilities(told)
    if isinstance(can.get("roots"), dict):
        can["roots"] = {name: value for name, value in can["roots"].items() if name != "listChanged"}
    return can


class ModernTranslator:
    """``initialize`` is the client's request, which is answered at once from the server's discovery ``told``."""

    def __init__(self, sides: BridgePeers, initialize: Message, told: object) -> None:
        self._sides = sides
        said = an_object(initialize.get("params"))
        wanted = said.get("protocolVersion")
        known = wanted if isinstance(wanted, str) and wanted in revisions.LEGACY else LEGACY
        self.version = max(known, revisions.SPOKEN_LEGACY[0])
        """The revision that the client speaks."""
        self._can = an_object(said.get("capabilities"))
        self._envelope = hello(said)
        self._discovery = members(told) or {}
        self._open: dict[Id, OpenClientRequest] = {}
        self._again: dict[Id, OpenClientRequest] = {}  # by the id of what was sent again
        self._waiting: dict[str, OpenClientRequest] = {}  # by the id of a request to the client
        self._listening = ModernSubscription(
            sides, lambda: self._envelope, an_object(self._discovery.get("capabilities"))
        )
        self._welcome(initialize["id"])

    def _welcome(self, id: Id) -> None:
        """Answer ``initialize`` with what ``server/discover`` told."""
        told = self._discovery
        meta = members(told.get("_meta")) or {}
        info = meta.pop(SERVER_INFO_KEY, told.get("serverInfo"))
        result = {
            "protocolVersion": self.version,
            "capabilities": capabilities(told.get("capabilities")),
            "serverInfo": info if info is not None else {"name": "unknown", "version": ""},
            **{name: value for name, value in told.items() if name not in _NOT_FOR_CLIENTS},
            **({"_meta": meta} if meta else {}),
        }
        self._sides.down(jsonrpc.result(id, result))

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
            self._sides.up(message)

    def _request(self, message: Message) -> None:
        id, method = message["id"], message["method"]
        params = message.get("params", {})
        if not isinstance(params, dict):
            self._sides.down(jsonrpc.error(id, jsonrpc.INVALID_PARAMS, coded("servers.params_object")))
        elif method == "initialize":
            self._welcome(id)
        elif method == "ping":
            self._sides.down(jsonrpc.result(id, {}))
        elif method == "logging/setLevel":
            self._envelope = {**self._envelope, LEVEL_KEY: params.get("level")}
            self._sides.down(jsonrpc.result(id, {}))
        elif method == "resources/subscribe":
            self._listening.subscribe(id, params.get("uri"))
        elif method == "resources/unsubscribe":
            self._listening.unsubscribe(id, params.get("uri"))
        else:
            sent = {**message, "params": {**params, "_meta": {**self._envelope, **meta_of(message)}}}
            self._open[id] = OpenClientRequest(sent, id)
            self._sides.up(sent)

    def _cancel(self, message: Message) -> None:
        """The client, or a person in its place, gives a request up: it is never sent again."""
        id = requested_id(message)
        asked = self._open.pop(id, None) if id is not None else None
        if asked is None:
            if id is not None:
                self._listening.forget(id)
            return
        self._take_back(asked)
        if asked.up is not None:
            self._again.pop(asked.up, None)
            self._sides.up({**message, "params": {**message["params"], "requestId": asked.up}})

    def _take_back(self, asked: OpenClientRequest) -> None:
        for id in asked.waits:
            del self._waiting[id]
            self._sides.down(cancelled(id, coded("servers.request_needed_over")))
        asked.waits.clear()

    def _answer(self, message: Message) -> None:
        """The client answers: one of our requests, or one of a server that asks as a legacy one."""
        id = message.get("id")
        asked = self._waiting.pop(id, None) if isinstance(id, str) else None
        if asked is None or not isinstance(id, str):
            self._sides.up(message)
            return
        key = asked.waits.pop(id)
        if "error" in message:
            why = cut(str(an_object(message["error"]).get("message") or coded("servers.no_reason_given")), 500)
            self._fail(asked, coded("servers.server_needed_answer_client", reason=why))
            return
        asked.answers[key] = message["result"]
        if not asked.waits:
            self._send_again(asked)

    # --- server to client -------------------------------------------------------------------------------------

    def from_server(self, message: Message) -> None:
        method = message.get("method")
        if method is None:
            self._answered(message)
        elif "id" in message:
            self._sides.down(message)
        elif method == "notifications/cancelled":
            if not self._listening.ended(requested_id(message)):
                self._sides.down(message)
        elif method in CHANGES or method in (UPDATED, "notifications/subscriptions/acknowledged"):
            heard = self._listening.heard(message)
            if heard is not None:
                self._sides.down(heard)
        else:
            self._sides.down(message)

    def _answered(self, message: Message) -> None:
        id = message.get("id")
        if self._listening.ended(id, message.get("error")):
            return
        asked = self._again.pop(id, None) or self._open.get(id)  # type: ignore[arg-type]
        if asked is None or asked.up != id:
            self._sides.down(message)  # of no request that is waited for: for the session to note
            return
        result = members(message["result"]) if "result" in message else None
        if result is None:
            self._done(asked, message)
            return
        kind = jsonrpc.plain(result.pop("resultType", "complete"))
        if kind == "input_required" and asked.method in ASKING:
            self._asks(asked, result)
        elif kind == "complete":
            self._done(asked, {**message, "result": _older(asked.method, result)})
        else:
            what = str(kind)[:100]
            self._fail(asked, coded("servers.server_answered_client_cannot", what=repr(what), version=self.version))

    def _done(self, asked: OpenClientRequest, message: Message) -> None:
        del self._open[asked.id]
        self._sides.down({**message, "id": asked.id})

    def _asks(self, asked: OpenClientRequest, result: dict[str, Any]) -> None:
        """The server needs something of the client before it goes on (patterns/mrtr, 2026-07-28)."""
        asked.up = None
        asked.rounds += 1
        asked.state = result.get("requestState")
        wants = members(result.get("inputRequests", {}))
        if asked.rounds > ROUNDS:
            self._fail(asked, coded("servers.server_asks_too_often", limit=ROUNDS))
        elif wants is None or not (wants or "requestState" in result):
            self._fail(asked, coded("servers.server_asked_something_cannot"))
        elif not wants:
            self._sides.later(asked.pause, lambda: self._send_again(asked))
            asked.pause = min(asked.pause * 2, LONGEST_PAUSE)
        else:
            self._ask_client(asked, {key: members(want) or {} for key, want in wants.items()})

    def _ask_client(self, asked: OpenClientRequest, wants: dict[str, dict[str, Any]]) -> None:
        asked.pause = PAUSE
        for want in wants.values():
            lack = lacking(str(jsonrpc.plain(want.get("method")))[:200], members(want.get("params")) or {}, self._can)
            if lack:
                self._fail(asked, coded("servers.server_needs_ability", ability=lack))
                return
        asked.answers = {}
        for key, want in wants.items():
            id = self._sides.new_id()
            asked.waits[id] = key
            self._waiting[id] = asked
            self._sides.down(self._older_request(id, want))

    def _older_request(self, id: str, want: dict[str, Any]) -> Message:
        """What a modern server embeds in its answer, as a legacy server asks it."""
        params = members(want["params"]) if "params" in want else None
        mode = jsonrpc.plain(params.get("mode")) if params else None
        if params is not None and mode == "url":
            params.setdefault("elicitationId", self._sides.new_id())  # required in 2025-11-25, unknown in 2026-07-28
        elif params is not None and mode == "form" and not revisions.revision(self.version).elicitation_mode:
            del params["mode"]
        return request(id, jsonrpc.plain(want["method"]), params)

    def _send_again(self, asked: OpenClientRequest) -> None:
        """Go on with a call, unless it was given up: the same params, and what the server asked for."""
        if self._open.get(asked.id) is not asked or asked.up is not None:
            return
        more: dict[str, Any] = {"inputResponses": asked.answers} if asked.answers else {}
        if asked.state is not None:
            more["requestState"] = asked.state
        asked.up = self._sides.new_id()
        asked.answers = {}
        self._again[asked.up] = asked
        self._sides.up({**asked.message, "id": asked.up, "params": {**asked.message["params"], **more}})

    def _fail(self, asked: OpenClientRequest, text: str) -> None:
        self._take_back(asked)
        del self._open[asked.id]
        self._sides.down(sorry(asked.id, asked.method, text, modern=False, version=self.version))


def _older(method: str, result: dict[str, Any]) -> dict[str, Any]:
    """A modern result, whose ``resultType`` is gone already, as clients before 2026-07-28 know it."""
    if method in CACHED:
        result.pop("ttlMs", None)
        result.pop("cacheScope", None)
    if method == "tools/list":
        tools = items(result.get("tools"))
        if tools is not None:
            result["tools"] = [_older_tool(tool) for tool in tools]
    elif method == "tools/call" and "structuredContent" in result and members(result["structuredContent"]) is None:
        value = result.pop("structuredContent")
        if not items(result.get("content")):
            text = bytes(value).decode() if isinstance(value, msgspec.Raw) else jsonrpc.text(value)
            result["content"] = [{"type": "text", "text": text}]
    return result


def _older_tool(tool: Any) -> Any:
    """Without an output schema that is not of an object: there was none before 2026-07-28."""
    told = members(tool)
    if told is None or "outputSchema" not in told:
        return tool
    schema = members(told["outputSchema"])
    if schema is not None and jsonrpc.plain(schema.get("type")) == "object":
        return tool
    del told["outputSchema"]
    return told
