"""Channel for all requests of one client to one server since 2026-07-28, which has no sessions, only POSTs.

Several programs can use one credential at once, each with its own IDs and progress tokens. So every request gets a
number here that replaces its ID, its progress token and its subscription ID, and each response gets the original ones
back. Nothing else is changed. A response stream that the client closes becomes ``notifications/cancelled``
(streamable-http §Cancellation).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from toolguard.clients.http.channel import RequestChannel
from toolguard.clients.http.streams import EventStream, StreamTiming, finish
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.texts import coded

SUBSCRIPTION_ID_KEY = "io.modelcontextprotocol/subscriptionId"
LOG_LEVEL = "io.modelcontextprotocol/logLevel"


@dataclass(frozen=True, slots=True)
class _ModernRequest:
    """An open request with the client's own ID and token."""

    id: Id
    method: str
    token: Id | None
    logs: bool
    stream: EventStream


class ModernHttpSession(RequestChannel):
    """A channel that multiplexes requests. ``is_pending(number)``: whether the call waits for a person."""

    def __init__(self, client: str, server: str, timing: StreamTiming, *, is_pending: Callable[[Id], bool]) -> None:
        super().__init__(client, server, timing)
        self.is_pending = is_pending
        self._open_requests: dict[Id, _ModernRequest] = {}
        self._count = 0
        self._has_answered = False  # the server returned a result, so it supports this era

    # --- interface for the session ----------------------------------------------------------------------------

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        if self._closed:
            raise ConnectionError(self.ended or coded("clients.endpoint_session_over"))
        assert isinstance(message, dict)  # noqa: S101 - no batch was handed over
        stream = self._route(message)
        if stream is not None:
            await stream.drain(self._timing.write_timeout)

    def _route(self, message: Message) -> EventStream | None:
        if "method" not in message:
            return self._answer(message)
        if "id" in message:
            self._refuse(message)
            return None
        addressed = self._address(message)
        if addressed is None:
            return None
        request, own = addressed
        request.stream.put(own)
        return request.stream

    def _answer(self, message: Message) -> EventStream | None:
        request = self._open_requests.pop(message.get("id", ""), None)
        if request is None:
            return None
        self._last_used = asyncio.get_running_loop().time()
        own = {**message, "id": request.id}
        if "result" in message:
            self._has_answered = True
            if request.method == "subscriptions/listen":
                own["result"] = _with_subscription_id(message["result"], request.id)
        request.stream.put(own, answers=True)
        return request.stream

    def _refuse(self, message: Message) -> None:
        """Refuse a server request: this era has none, and clients could not answer (basic §Patterns)."""
        answer = jsonrpc.error(message["id"], jsonrpc.METHOD_NOT_FOUND, coded("clients.client_2026_07_28"))
        with contextlib.suppress(ConnectionError):
            self._incoming.put_now(answer)

    def _address(self, message: Message) -> tuple[_ModernRequest, Message] | None:
        """Return the request that a notification belongs to, and the rewritten notification; None if there is none."""
        method, params = message["method"], message.get("params")
        if method == "notifications/message":
            logged = next((request for request in reversed(self._open_requests.values()) if request.logs), None)
            return None if logged is None else (logged, message)
        params_members = _members(params)
        if method == "notifications/progress":
            request = self._find_request(params_members.get("progressToken"))
            if request is None or request.token is None:
                return None
            return request, {**message, "params": {**params_members, "progressToken": request.token}}
        if method == "notifications/cancelled":
            self._end_subscription(self._find_request(params_members.get("requestId")))
            return None
        request = self._find_request(_members(params_members.get("_meta")).get(SUBSCRIPTION_ID_KEY))
        return None if request is None else (request, {**message, "params": _with_subscription_id(params, request.id)})

    def _find_request(self, number: object) -> _ModernRequest | None:
        number = jsonrpc.plain(number)
        return self._open_requests.get(number) if isinstance(number, int) and not isinstance(number, bool) else None

    def _end_subscription(self, request: _ModernRequest | None) -> None:
        """End a subscription with a response, as HTTP requires; over stdio a server cancels it."""
        if request is not None and request.method == "subscriptions/listen":
            number = request.stream.number
            self._answer(jsonrpc.result(number, {"resultType": "complete", "_meta": {SUBSCRIPTION_ID_KEY: number}}))

    async def _finish(self) -> None:
        request, self._open_requests = self._open_requests, {}
        for open_request in request.values():
            open_request.stream.put(
                jsonrpc.error(open_request.id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {self.ended}"), answers=True
            )
        await finish({open_request.stream for open_request in request.values()}, self._timing.flush_timeout)

    # --- interface for HTTP requests --------------------------------------------------------------------------

    async def receive(self, message: Message, size: int) -> EventStream:
        """Queue the request of a POST; return the stream of its response. ``params`` and its ``_meta`` are objects."""
        self._last_used = asyncio.get_running_loop().time()
        self._count += 1
        number = self._count
        stream = EventStream(1)
        stream.number = number
        token = revisions.progress_token(message)
        params = message["params"]
        meta = params["_meta"]
        self._open_requests[number] = _ModernRequest(message["id"], message["method"], token, LOG_LEVEL in meta, stream)
        if token is not None:
            params = {**params, "_meta": {**meta, "progressToken": number}}
        try:
            await self._incoming.put({**message, "id": number, "params": params}, size)
        except ConnectionError:
            self._open_requests.pop(number, None)
            raise
        return stream

    def client_disconnected(self, stream: EventStream) -> None:
        """Cancel the request of a response that the client closed; nothing more may be sent for it."""
        stream.drop()
        if self._open_requests.pop(stream.number, None) is None:
            return
        params = {"requestId": stream.number, "reason": coded("clients.client_closed_response")}
        with contextlib.suppress(ConnectionError):
            self._incoming.put_now({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})

    def idle_seconds(self) -> float:
        """Return the seconds since the last request or response; 0 while a request is open."""
        return 0.0 if self._open_requests else asyncio.get_running_loop().time() - self._last_used

    @property
    def idle_timeout(self) -> float:
        """Seconds after which an idle session ends."""
        return self._timing.idle_modern if self._has_answered else self._timing.idle_unanswered


def _members(value: object) -> dict[str, Any]:
    """Return the members of an object without decoding them."""
    if isinstance(value, msgspec.Raw):
        try:
            return msgspec.json.decode(value, type=dict[str, msgspec.Raw])
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return {}
    return dict(value) if isinstance(value, dict) else {}


def _with_subscription_id(value: object, id: Id) -> object:
    """Return ``value`` with the client's subscription ID in ``_meta``."""
    members = _members(value)
    meta = _members(members.get("_meta"))
    return {**members, "_meta": {**meta, SUBSCRIPTION_ID_KEY: id}} if SUBSCRIPTION_ID_KEY in meta else value
