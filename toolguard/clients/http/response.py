"""Writer of one HTTP response: plain JSON if there is only one immediate JSON-RPC response, else server-sent events.

Comments keep event streams alive, and every reader must ignore them (WHATWG HTML §9.2.6): clients time out if headers
do not arrive or a stream is silent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from toolguard.clients.http.request_memory import MemoryShare
from toolguard.clients.http.streams import EventStore, EventStream, StreamTiming
from toolguard.gate import jsonrpc

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

CHUNK_SIZE = 256 * 1024  # bytes of one write
COMMENT = b": held\n\n"
JSON = (b"content-type", b"application/json")
_EVENTS: Headers = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
]

LEGACY_STATUS = {jsonrpc.PARSE_ERROR: 400, jsonrpc.INVALID_REQUEST: 400, -32020: 400, -32021: 400, -32022: 400}
"""HTTP status by JSON-RPC error code before 2026-07-28, where 404 means that the session has ended."""
MODERN_STATUS = {**LEGACY_STATUS, jsonrpc.INVALID_PARAMS: 400, jsonrpc.METHOD_NOT_FOUND: 404}
"""HTTP status by JSON-RPC error code since 2026-07-28 (streamable-http §Server Validation); 200 for other codes."""


class HttpExchange:
    """One HTTP request and the means to answer it. ``abort`` aborts the connection.

    ``authenticate`` is called with the token's client and returns False if it has too many connections. A client that
    reads nothing of a large body for ``write_timeout`` seconds is disconnected, because the body is in memory.
    """

    def __init__(
        self,
        receive: Receive,
        send: Send,
        abort: Callable[[], None],
        write_timeout: float,
        authenticate: Callable[[str], bool],
    ) -> None:
        self.receive = receive
        self.send = send
        self.abort = abort
        self.authenticate = authenticate
        self.share: MemoryShare | None = None
        """The memory of the request's body, until it is answered."""
        self._write_timeout = write_timeout

    async def reply(self, status: int, body: bytes = b"", headers: Headers | None = None) -> None:
        """Send a whole response, in pieces if it is large, so that a stalled client is noticed."""
        length = (b"content-length", str(len(body)).encode())
        start = {"type": "http.response.start", "status": status, "headers": [length, *(headers or [])]}
        await self.send(start)
        await self.write(body, more=False)

    async def write(self, data: bytes, *, more: bool = True, on_progress: Callable[[], None] = lambda: None) -> None:
        """Write a part of the response's body; call ``on_progress`` after each piece."""
        if len(data) > CHUNK_SIZE:
            view = memoryview(data)
            for start in range(0, len(data) - CHUNK_SIZE, CHUNK_SIZE):
                try:
                    async with asyncio.timeout(self._write_timeout):
                        await self.send(_part(bytes(view[start : start + CHUNK_SIZE]), more=True))
                except TimeoutError:
                    self.abort()
                on_progress()
            data = bytes(view[len(data) - (len(data) % CHUNK_SIZE or CHUNK_SIZE) :])
        await self.send(_part(data, more=more))
        on_progress()

    def release(self) -> None:
        """Release the request's memory, after it was answered."""
        share, self.share = self.share, None
        if share is not None:
            share.release()

    async def wait_disconnected(self) -> None:
        """Wait until the client has closed the connection; discards what it sends until then."""
        while (await self.receive())["type"] != "http.disconnect":
            continue


class StreamDelivery:
    """Delivers one `EventStream` to one client. With ``store``, events are numbered and a client can resume.

    ``first_event``: an event that is sent before all others.
    """

    def __init__(
        self, stream: EventStream, exchange: HttpExchange, timing: StreamTiming, *, store: EventStore | None = None,
        statuses: dict[int, int] = LEGACY_STATUS, send_priming_event: bool = False, headers: Headers | None = None,
        first_event: bytes = b"",
    ) -> None:  # fmt: skip
        self._stream = stream
        self._exchange = exchange
        self._timing = timing
        self._store = store
        self._statuses = statuses
        self._send_priming_event = send_priming_event
        self._headers = headers or []
        self._first_event = first_event
        self._gone = False

    def abort(self) -> None:
        self._gone = True
        self._exchange.abort()
        self._stream.wake()

    async def run(self, timeout: float, is_pending: Callable[[], bool] = lambda: False) -> bool:
        """Deliver to the end; return False if the client disconnected first.

        Events start after ``timeout`` seconds at the latest. Until then the status waits for the response, which may
        be an error. A message that is not a response starts events at once, and so does a call that waits for a person
        (``is_pending``), to keep the client alive. If ``timeout`` is 0, events start at once.
        """
        stream = self._stream
        stream.attach(self)
        watch: asyncio.Task[None] | None = None
        try:
            pause = min(timeout, self._timing.pending_check)
            if timeout:
                await self._wait_settled(pause)
            if not (timeout and stream.is_plain):
                watch = asyncio.get_running_loop().create_task(self._watch())
                left = timeout - pause
                while left > 0 and not self._is_settled and not is_pending():
                    pause = min(pause * 4, left)  # most calls become pending at once or never
                    left -= pause
                    await self._wait_settled(pause)
            if self._gone:
                return False
            if timeout and stream.is_plain:
                await self._answer()
            else:
                await self._events()
            return not self._gone
        finally:
            stream.detach(self)
            if watch is not None:
                watch.cancel()

    async def _wait_settled(self, seconds: float) -> None:
        """Wait up to ``seconds`` until it is known whether the response is plain JSON."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not self._is_settled and (left := end - loop.time()) > 0:
            await self._stream.wait_for_change(left)

    @property
    def _is_settled(self) -> bool:
        """Whether it is known that the response is plain or a stream of events, or the client is gone."""
        stream = self._stream
        return self._gone or stream.is_complete or bool(stream.other_messages) or stream.as_events

    async def _watch(self) -> None:
        await self._exchange.wait_disconnected()
        self._gone = True
        self._stream.wake()

    async def _answer(self) -> None:
        stream = self._stream
        status = 200 if stream.batch else self._statuses.get(stream.code, 200)
        bodies = stream.answers()
        body = b"[" + b",".join(bodies) + b"]" if stream.batch else bodies[0]
        headers = self._headers if status == 200 else []
        await self._exchange.reply(status, body, [JSON, *headers])

    async def _events(self) -> None:
        stream, exchange = self._stream, self._exchange
        if self._store is not None:
            self._store.add(stream)
        await exchange.send(
            {"type": "http.response.start", "status": 200, "headers": [*_EVENTS, *self._headers]}
        )  # fmt: skip
        if self._send_priming_event:
            await exchange.write(self._priming_event(0))
        if self._first_event:
            await exchange.write(self._first_event)
        while not self._gone:
            while not stream.is_empty and not self._gone:
                await self._event(*stream.next())
            if stream.is_complete:
                break
            if stream.retry_after is not None:
                await exchange.write(b"retry: %d\n" % (stream.retry_after * 1000) + self._priming_event(stream.sent))
                break
            await stream.wait_for_change(self._timing.keep_alive)
            if stream.is_empty and not stream.is_complete and not self._gone:
                await exchange.write(COMMENT)
        if not self._gone:
            await exchange.write(b"", more=False)

    def _priming_event(self, number: int) -> bytes:
        """Return an event without data, which only sets ``Last-Event-ID``."""
        return b"id: %d_%d\ndata: \n\n" % (self._stream.number, number)

    async def _event(self, number: int, data: bytes) -> None:
        name = b"" if self._store is None else b"id: %d_%d\n" % (self._stream.number, number)
        head = name + b"event: message\ndata: "
        if len(data) <= CHUNK_SIZE:
            await self._exchange.write(head + data + b"\n\n")
            return
        await self._exchange.write(head)
        await self._exchange.write(data, on_progress=self._stream.note_progress)
        await self._exchange.write(b"\n\n")


def _part(body: bytes, *, more: bool) -> dict[str, Any]:
    return {"type": "http.response.body", "body": body, "more_body": more}
