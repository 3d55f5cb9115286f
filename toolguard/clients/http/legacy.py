"""Channel of a Streamable HTTP session of the revisions before 2026-07-28.

Selects the stream for each message of the server. A lost connection is not a cancellation, but a pending call whose
client does not reconnect is withdrawn after a while. IDs pass unchanged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from toolguard.clients.http.channel import RequestChannel
from toolguard.clients.http.streams import ENDLESS, EventStore, EventStream, StreamTiming, finish
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.session.upstream import StreamedResponse
from toolguard.gate.texts import coded

CANCELLED_CODE = -32800
"""Error code that ends the stream of a cancelled request, so that the client does not reconnect for it."""
MAX_BATCH_SIZE = 1_000  # members
_MAX_SERVER_REQUESTS = 1_000  # server requests whose streams are remembered


@dataclass(frozen=True, slots=True)
class _LegacyRequest:
    method: str
    stream: EventStream
    token: Id | None


class LegacyHttpSession(RequestChannel):
    """A channel over many HTTP requests. ``is_pending(id)``: whether the call with this ID waits for a person."""

    def __init__(self, client: str, server: str, timing: StreamTiming, *, is_pending: Callable[[Id], bool]) -> None:
        super().__init__(client, server, timing)
        self.version = ""
        """Negotiated revision; ``""`` before the handshake."""
        self.store = EventStore()
        self.unsolicited = EventStream(ENDLESS)
        """Stream for messages that belong to no request, for the client's GET."""
        self.store.add(self.unsolicited)
        self.is_pending = is_pending
        self._open_requests: dict[Id, _LegacyRequest] = {}
        self._tokens: dict[Id, EventStream] = {}
        self._server_requests: dict[Id, EventStream] = {}  # the stream of each open server request
        self._has_listened = False

    # --- interface for the session ----------------------------------------------------------------------------

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        if self._closed:
            raise ConnectionError(self.ended or coded("clients.endpoint_session_over"))
        assert isinstance(message, dict)  # noqa: S101 - a batch's members were handed over one by one
        if "method" in message:
            stream: EventStream | None = self._stream_for(message)
            answers = False
        else:
            stream, answers = self._response_stream(message), True
        if stream is not None:
            stream.put(message, answers=answers)
            await stream.drain(self._timing.write_timeout)

    def streamed(self, response: StreamedResponse) -> None:
        """Respond like the server, which has started a stream or closed it for polling."""
        request = self._open_requests.get(response.id)
        if request is None or not self.uses_priming_events:
            return
        if response.again is None:
            request.stream.start_events()
        else:
            request.stream.close_for_polling(response.again)

    async def _finish(self) -> None:
        request, self._open_requests = self._open_requests, {}
        for id, open_request in request.items():
            open_request.stream.put(jsonrpc.error(id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {self.ended}"), answers=True)
        streams = {
            self.unsolicited,
            *self.store.streams.values(),
            *(open_request.stream for open_request in request.values()),
        }
        await finish(streams, self._timing.flush_timeout)
        for stream in self.store.streams.values():  # nobody can resume them any more
            stream.drop()

    # --- stream selection -------------------------------------------------------------------------------------

    def _response_stream(self, message: Message) -> EventStream | None:
        """Return the stream for a response; None if nobody waits for it any more."""
        id = message.get("id")
        if id in self._open_requests:
            request = self._close_request(id)
            if request.method == "initialize" and "result" in message:
                result = jsonrpc.plain(message["result"])
                version = result.get("protocolVersion") if isinstance(result, dict) else None
                self.version = version if isinstance(version, str) else revisions.REVISIONS[0].version
            return request.stream
        stream = self._incoming.current
        ours = isinstance(message.get("error"), dict)  # a server's is not decoded yet
        return stream if ours and stream is not None and stream.awaits else None

    def _close_request(self, id: Id) -> _LegacyRequest:
        request = self._open_requests.pop(id)
        if request.token is not None and self._tokens.get(request.token) is request.stream:
            del self._tokens[request.token]
        return request

    def _stream_for(self, message: Message) -> EventStream:
        """Return the stream for a server's request or notification (transports §Sending Messages)."""
        method = message["method"]
        if "id" in message:
            stream = self._related_stream() or self._any_stream()
            self._server_requests[message["id"]] = stream
            if len(self._server_requests) > _MAX_SERVER_REQUESTS:
                del self._server_requests[next(iter(self._server_requests))]
            return stream
        if method == "notifications/progress":
            token = _member(message, "progressToken")
            return self._tokens.get(token, self.unsolicited) if isinstance(token, int | str) else self.unsolicited
        if method == "notifications/cancelled":
            id = _member(message, "requestId")
            stream = self._server_requests.pop(id, self.unsolicited) if isinstance(id, int | str) else self.unsolicited
            return self.unsolicited if stream.is_complete else stream
        if method == "notifications/message":
            return self._related_stream() or self.unsolicited
        return self.unsolicited

    def _related_stream(self) -> EventStream | None:
        """Return the stream of the only open request, which must have caused the server's message; else None."""
        stream: EventStream | None = None
        for request in self._open_requests.values():
            if stream is not None and request.stream is not stream:
                return None
            stream = request.stream
        return stream

    def _any_stream(self) -> EventStream:
        """Return a stream for a server request: the GET stream if it is open, else that of any request."""
        if self.unsolicited.consumer is None and self._open_requests:
            return next(reversed(self._open_requests.values())).stream
        return self.unsolicited

    # --- interface for HTTP requests --------------------------------------------------------------------------

    async def receive(self, message: Message | jsonrpc.Batch | Malformed, size: int) -> EventStream | None:
        """Queue the body of a POST; return the stream of its responses, or None if there will be none."""
        self._last_used = asyncio.get_running_loop().time()
        if isinstance(message, list):
            return await self._take_batch(message, size)
        stream = EventStream(1)
        item = self._validate(message)
        if isinstance(item, Malformed):
            await self._incoming.put(item, size, stream)
        elif "method" in item and "id" in item:
            self._add_request(item, stream)
            await self._incoming.put(item, size, stream)
        else:
            await self._receive_other(item, size)
            return None
        return stream

    async def _take_batch(self, members: jsonrpc.Batch, size: int) -> EventStream | None:
        """Queue the members of a batch separately; their responses leave on one stream (2025-03-26 §Batching)."""
        if not revisions.revision(self.version).batches:
            return await self._refuse(coded("clients.json_rpc_batches_not"), size)
        if not 0 < len(members) <= MAX_BATCH_SIZE:
            return await self._refuse(coded("clients.batch_size", limit=MAX_BATCH_SIZE), size)
        stream = EventStream(0, batch=True)
        items = [self._validate(member, batch=True) for member in members]
        ids: set[Id] = set()
        for index, item in enumerate(items):
            if isinstance(item, dict) and "method" in item and "id" in item:
                if item["id"] in ids:
                    items[index] = Malformed(
                        jsonrpc.INVALID_REQUEST, coded("clients.id_stands_twice_batch", id=repr(item["id"]))
                    )
                ids.add(item["id"])
        stream.awaits = sum(isinstance(item, Malformed) or ("method" in item and "id" in item) for item in items)
        for item in items:
            share = size // len(items)
            if isinstance(item, Malformed):
                await self._incoming.put(item, share, stream)
            elif "method" in item and "id" in item:
                self._add_request(item, stream)
                await self._incoming.put(item, share, stream)
            else:
                await self._receive_other(item, share)
        return stream if stream.awaits or not stream.is_empty else None

    async def _refuse(self, reason: str, size: int) -> EventStream:
        stream = EventStream(1)
        await self._incoming.put(Malformed(jsonrpc.INVALID_REQUEST, reason), size, stream)
        return stream

    def _validate(self, member: object, *, batch: bool = False) -> Message | Malformed:
        """Return a message whose response cannot be mistaken for another's, or the error for it."""
        try:
            if isinstance(member, Malformed):
                raise member
            message = jsonrpc.envelope(member)
        except Malformed as problem:  # with the ID of an open request, the error would answer that one
            return Malformed(problem.code, problem.reason) if problem.id in self._open_requests else problem
        if "method" in message and "id" in message:
            id = message["id"]
            if id in self._open_requests:
                return Malformed(jsonrpc.INVALID_REQUEST, coded("clients.id_still_use_another", id=repr(id)))
            if batch and message["method"] == "initialize":
                return Malformed(jsonrpc.INVALID_REQUEST, coded("clients.initialize_not_batch"), id)
        return message

    def _add_request(self, message: Message, stream: EventStream) -> None:
        token = revisions.progress_token(message)
        self._open_requests[message["id"]] = _LegacyRequest(message["method"], stream, token)
        if token is not None:
            self._tokens[token] = stream

    async def _receive_other(self, message: Message, size: int) -> None:
        if "method" not in message:
            id = message.get("id")
            if id is not None:
                self._server_requests.pop(id, None)
        await self._incoming.put(message, size)
        if message.get("method") == "notifications/cancelled":
            self._end_cancelled(_member(message, "requestId"))

    def _end_cancelled(self, id: object) -> None:
        """End the stream of a request that the client cancelled."""
        if not isinstance(id, int | str) or isinstance(id, bool):
            return
        request = self._open_requests.get(id)
        if request is not None and request.method != "initialize":
            self._close_request(id).stream.put(
                jsonrpc.error(id, CANCELLED_CODE, coded("clients.request_cancelled")), answers=True
            )

    def listen(self) -> EventStream | None:
        """Return the stream for messages of no request; None if the client already reads it."""
        self._has_listened = True
        return self.unsolicited if self.unsolicited.consumer is None else None

    def resume(self, event: str) -> EventStream | None:
        """Return the stream that the client resumes after ``event``; None if it is not kept."""
        self._last_used = asyncio.get_running_loop().time()
        stored = self.store.find(event)
        if stored is None:
            return None
        stream, number = stored
        stream.rewind(number)
        return stream

    def client_disconnected(self, stream: EventStream) -> None:
        """Note that the client dropped a response. This is no cancellation; a pending call is withdrawn later."""
        self._last_used = asyncio.get_running_loop().time()
        if not self.version:
            self.end(coded("clients.client_left_during_handshake"))  # the client does not know its session ID
        elif stream.awaits > 0:
            stream.lost_at = self._last_used
            asyncio.get_running_loop().call_later(
                self._timing.reconnect_grace, self._withdraw_pending, stream, self._last_used
            )

    def _withdraw_pending(self, stream: EventStream, lost: float) -> None:
        if stream.consumer is not None or stream.lost_at != lost or self.ended:
            return
        for id, request in list(self._open_requests.items()):
            if request.stream is stream and self.is_pending(id):
                reason = coded("clients.client_connection_lost_not")
                params = {"requestId": id, "reason": reason}
                self._incoming.put_now({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
                self._end_cancelled(id)

    @property
    def uses_priming_events(self) -> bool:
        """Whether the negotiated revision has priming events, which only set ``Last-Event-ID``."""
        return bool(self.version) and revisions.revision(self.version).priming_events

    def idle_seconds(self) -> float:
        """Return the seconds since the client's last activity; 0 while a response is open."""
        now = asyncio.get_running_loop().time()
        if self.unsolicited.consumer is not None or any(
            request.stream.consumer for request in self._open_requests.values()
        ):
            self._last_used = now
        return now - self._last_used

    @property
    def idle_timeout(self) -> float:
        """Seconds after which an idle session ends."""
        return self._timing.idle_disconnected if self._has_listened else self._timing.idle


def _member(message: Message, name: str) -> object:
    params = jsonrpc.plain(message.get("params"))
    return params.get(name) if isinstance(params, dict) else None
