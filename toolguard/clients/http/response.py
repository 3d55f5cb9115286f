"""Writes one HTTP response: plain JSON where one answer at once is all there is, else server-sent events.

Events are kept alive by comments, which every reader must ignore (WHATWG HTML §9.2.6): clients give up on headers that
do not come and on streams that are silent.
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

PIECE = 256 * 1024  # bytes that are handed to the connection at once
COMMENT = b": held\n\n"
JSON = (b"content-type", b"application/json")
_EVENTS: Headers = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
]

LEGACY = {jsonrpc.PARSE_ERROR: 400, jsonrpc.INVALID_REQUEST: 400, -32020: 400, -32021: 400, -32022: 400}
"""The status of an error that is a whole response, before 2026-07-28. 404 there means that the session is over."""
MODERN = {**LEGACY, jsonrpc.INVALID_PARAMS: 400, jsonrpc.METHOD_NOT_FOUND: 404}
"""The same since 2026-07-28 (streamable-http §Server Validation); every other code has status 200."""


class HttpExchange:
    """One HTTP request and what it takes to answer it. ``abort`` cuts the connection.

    ``recognise`` is told whose token the request brought; False: that client has too many connections. A client that
    takes nothing of a large body for ``stuck`` seconds is cut off: the body lies in memory.
    """

    def __init__(
        self, receive: Receive, send: Send, abort: Callable[[], None], stuck: float, recognise: Callable[[str], bool]
    ) -> None:
        self.receive = receive
        self.send = send
        self.abort = abort
        self.recognise = recognise
        self.share: MemoryShare | None = None
        """The memory that the request's body takes, until it is answered."""
        self._stuck = stuck

    async def reply(self, status: int, body: bytes = b"", headers: Headers | None = None) -> None:
        """A whole response, in pieces when it is large, so that a slow client shows."""
        length = (b"content-length", str(len(body)).encode())
        start = {"type": "http.response.start", "status": status, "headers": [length, *(headers or [])]}
        await self.send(start)
        await self.write(body, more=False)

    async def write(self, data: bytes, *, more: bool = True, taken: Callable[[], None] = lambda: None) -> None:
        """A part of the response's body; ``taken`` is called as its pieces go."""
        if len(data) > PIECE:
            view = memoryview(data)
            for at in range(0, len(data) - PIECE, PIECE):
                try:
                    async with asyncio.timeout(self._stuck):
                        await self.send(_part(bytes(view[at : at + PIECE]), more=True))
                except TimeoutError:
                    self.abort()
                taken()
            data = bytes(view[len(data) - (len(data) % PIECE or PIECE) :])
        await self.send(_part(data, more=more))
        taken()

    def release(self) -> None:
        """The request was answered."""
        share, self.share = self.share, None
        if share is not None:
            share.release()

    async def left(self) -> None:
        """Return when the client is gone."""
        while (await self.receive())["type"] != "http.disconnect":
            continue


class StreamDelivery:
    """Takes one `EventStream` to one client. ``shelf``: events are numbered, and a client can come back for them.

    ``opening``: an event that leaves before all others.
    """

    def __init__(
        self, stream: EventStream, exchange: HttpExchange, timing: StreamTiming, *, shelf: EventStore | None = None,
        statuses: dict[int, int] = LEGACY, prime: bool = False, headers: Headers | None = None,
        opening: bytes = b"",
    ) -> None:  # fmt: skip
        self._stream = stream
        self._exchange = exchange
        self._timing = timing
        self._shelf = shelf
        self._statuses = statuses
        self._prime = prime
        self._headers = headers or []
        self._opening = opening
        self._gone = False

    def abort(self) -> None:
        self._gone = True
        self._exchange.abort()
        self._stream.wake()

    async def run(self, patience: float, held: Callable[[], bool] = lambda: False) -> bool:
        """Deliver to the end; False when the client went first. Events begin after ``patience`` seconds at the latest.

        Until then the status waits for the answer, which may be a refusal. A message that is no answer begins events at
        once, and so does a call that a person is asked about (``held``): its client needs to be kept alive. With no
        patience nothing else is sent.
        """
        stream = self._stream
        stream.attach(self)
        watch: asyncio.Task[None] | None = None
        try:
            pause = min(patience, self._timing.quick)
            if patience:
                await self._settle(pause)
            if not (patience and stream.plain):
                watch = asyncio.get_running_loop().create_task(self._watch())
                left = patience - pause
                while left > 0 and not self._settled and not held():
                    pause = min(pause * 4, left)  # seldom: most calls are held at once or never
                    left -= pause
                    await self._settle(pause)
            if self._gone:
                return False
            if patience and stream.plain:
                await self._answer()
            else:
                await self._events()
            return not self._gone
        finally:
            stream.detach(self)
            if watch is not None:
                watch.cancel()

    async def _settle(self, seconds: float) -> None:
        """Wait until it is clear that a plain answer will do, or will not."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not self._settled and (left := end - loop.time()) > 0:
            await self._stream.change(left)

    @property
    def _settled(self) -> bool:
        """It is known whether the response is plain or a stream of events, or nobody takes it."""
        stream = self._stream
        return self._gone or stream.over or bool(stream.others) or stream.events

    async def _watch(self) -> None:
        await self._exchange.left()
        self._gone = True
        self._stream.wake()

    async def _answer(self) -> None:
        stream = self._stream
        status = 200 if stream.batch else self._statuses.get(stream.code, 200)
        found = stream.answers()
        body = b"[" + b",".join(found) + b"]" if stream.batch else found[0]
        headers = self._headers if status == 200 else []
        await self._exchange.reply(status, body, [JSON, *headers])

    async def _events(self) -> None:
        stream, exchange = self._stream, self._exchange
        if self._shelf is not None:
            self._shelf.add(stream)
        await exchange.send(
            {"type": "http.response.start", "status": 200, "headers": [*_EVENTS, *self._headers]}
        )  # fmt: skip
        if self._prime:
            await exchange.write(self._mark(0))
        if self._opening:
            await exchange.write(self._opening)
        while not self._gone:
            while not stream.empty and not self._gone:
                await self._event(*stream.next())
            if stream.over:
                break
            if stream.again is not None:
                await exchange.write(b"retry: %d\n" % (stream.again * 1000) + self._mark(stream.sent))
                break
            await stream.change(self._timing.beat)
            if stream.empty and not stream.over and not self._gone:
                await exchange.write(COMMENT)
        if not self._gone:
            await exchange.write(b"", more=False)

    def _mark(self, number: int) -> bytes:
        """An event without data, which only tells where to come back to."""
        return b"id: %d_%d\ndata: \n\n" % (self._stream.number, number)

    async def _event(self, number: int, data: bytes) -> None:
        name = b"" if self._shelf is None else b"id: %d_%d\n" % (self._stream.number, number)
        head = name + b"event: message\ndata: "
        if len(data) <= PIECE:
            await self._exchange.write(head + data + b"\n\n")
            return
        await self._exchange.write(head)
        await self._exchange.write(data, taken=self._stream.progress)
        await self._exchange.write(b"\n\n")


def _part(body: bytes, *, more: bool) -> dict[str, Any]:
    return {"type": "http.response.body", "body": body, "more_body": more}
