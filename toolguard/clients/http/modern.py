"""All requests of one client to one server since 2026-07-28, as one channel: there are no sessions, only POSTs.

Several programs can use one credential at once, each with ids and progress tokens of its own. So every request gets a
number here that stands in the place of its id, its progress token and its subscription's id, and each gets its own back
on its own stream. Nothing else is changed. A response stream that the client closes *becomes*
``notifications/cancelled`` (streamable-http §Cancellation).
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

SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
LOG_LEVEL = "io.modelcontextprotocol/logLevel"


@dataclass(frozen=True, slots=True)
class _ModernRequest:
    """A request that has no answer yet, with what its client calls things."""

    id: Id
    method: str
    token: Id | None
    logs: bool
    stream: EventStream


class ModernHttpSession(RequestChannel):
    """A channel that takes many unrelated requests apart again. ``held(number)``: does a person look at this call?"""

    def __init__(self, client: str, server: str, timing: StreamTiming, *, held: Callable[[Id], bool]) -> None:
        super().__init__(client, server, timing)
        self.held = held
        self._asked: dict[Id, _ModernRequest] = {}
        self._count = 0
        self._spoken = False  # the server gave a result: it knows this era

    # --- the session's side -----------------------------------------------------------------------------------

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        if self._closed:
            raise ConnectionError(self.ended or coded("clients.endpoint_session_over"))
        assert isinstance(message, dict)  # noqa: S101 - no batch was handed over
        stream = self._sent(message)
        if stream is not None:
            await stream.room(self._timing.stuck)

    def _sent(self, message: Message) -> EventStream | None:
        if "method" not in message:
            return self._answer(message)
        if "id" in message:
            self._refuse(message)
            return None
        found = self._way(message)
        if found is None:
            return None
        asked, own = found
        asked.stream.put(own)
        return asked.stream

    def _answer(self, message: Message) -> EventStream | None:
        asked = self._asked.pop(message.get("id", ""), None)
        if asked is None:
            return None
        self._used = asyncio.get_running_loop().time()
        own = {**message, "id": asked.id}
        if "result" in message:
            self._spoken = True
            if asked.method == "subscriptions/listen":
                own["result"] = _tagged(message["result"], asked.id)
        asked.stream.put(own, answers=True)
        return asked.stream

    def _refuse(self, message: Message) -> None:
        """In this era servers ask nothing of clients, and clients have no way to answer (basic §Patterns)."""
        answer = jsonrpc.error(message["id"], jsonrpc.METHOD_NOT_FOUND, coded("clients.client_2026_07_28"))
        with contextlib.suppress(ConnectionError):
            self._arrivals.put_now(answer)

    def _way(self, message: Message) -> tuple[_ModernRequest, Message] | None:
        """Whose a notification is, and the notification as that client knows it; None when it is nobody's."""
        method, params = message["method"], message.get("params")
        if method == "notifications/message":
            logged = next((asked for asked in reversed(self._asked.values()) if asked.logs), None)
            return None if logged is None else (logged, message)
        told = _members(params)
        if method == "notifications/progress":
            asked = self._known(told.get("progressToken"))
            if asked is None or asked.token is None:
                return None
            return asked, {**message, "params": {**told, "progressToken": asked.token}}
        if method == "notifications/cancelled":
            self._listened(self._known(told.get("requestId")))
            return None
        asked = self._known(_members(told.get("_meta")).get(SUBSCRIPTION))
        return None if asked is None else (asked, {**message, "params": _tagged(params, asked.id)})

    def _known(self, number: object) -> _ModernRequest | None:
        number = jsonrpc.plain(number)
        return self._asked.get(number) if isinstance(number, int) and not isinstance(number, bool) else None

    def _listened(self, asked: _ModernRequest | None) -> None:
        """A server that speaks over a pipe ends a subscription by a cancel; over HTTP it is its answer that does."""
        if asked is not None and asked.method == "subscriptions/listen":
            number = asked.stream.number
            self._answer(jsonrpc.result(number, {"resultType": "complete", "_meta": {SUBSCRIPTION: number}}))

    async def _finish(self) -> None:
        asked, self._asked = self._asked, {}
        for one in asked.values():
            one.stream.put(jsonrpc.error(one.id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {self.ended}"), answers=True)
        await finish({one.stream for one in asked.values()}, self._timing.flush)

    # --- the requests' side -----------------------------------------------------------------------------------

    async def take(self, message: Message, size: int) -> EventStream:
        """Hand over the request of one POST; the stream of its answer. ``params`` and its ``_meta`` are objects."""
        self._used = asyncio.get_running_loop().time()
        self._count += 1
        number = self._count
        stream = EventStream(1)
        stream.number = number
        token = revisions.progress_token(message)
        params = message["params"]
        meta = params["_meta"]
        self._asked[number] = _ModernRequest(message["id"], message["method"], token, LOG_LEVEL in meta, stream)
        if token is not None:
            params = {**params, "_meta": {**meta, "progressToken": number}}
        try:
            await self._arrivals.put({**message, "id": number, "params": params}, size)
        except ConnectionError:
            self._asked.pop(number, None)
            raise
        return stream

    def lost(self, stream: EventStream) -> None:
        """The client closed a response: it gave up the request, and nothing more may be sent for it."""
        stream.drop()
        if self._asked.pop(stream.number, None) is None:
            return
        params = {"requestId": stream.number, "reason": coded("clients.client_closed_response")}
        with contextlib.suppress(ConnectionError):
            self._arrivals.put_now({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})

    def unused(self) -> float:
        """Seconds since anything was asked or answered; 0 while an answer is awaited."""
        return 0.0 if self._asked else asyncio.get_running_loop().time() - self._used

    @property
    def patience(self) -> float:
        """Seconds for which it may be unused."""
        return self._timing.idle_modern if self._spoken else self._timing.idle_unanswered


def _members(value: object) -> dict[str, Any]:
    """The members of an object, each as exact as it came."""
    if isinstance(value, msgspec.Raw):
        try:
            return msgspec.json.decode(value, type=dict[str, msgspec.Raw])
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return {}
    return dict(value) if isinstance(value, dict) else {}


def _tagged(value: object, id: Id) -> object:
    """``value`` whose ``_meta`` names the subscription as its client does."""
    members = _members(value)
    meta = _members(members.get("_meta"))
    return {**members, "_meta": {**meta, SUBSCRIPTION: id}} if SUBSCRIPTION in meta else value
