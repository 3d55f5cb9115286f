"""Messages that HTTP requests brought and that the session has not heard yet."""

from __future__ import annotations

import asyncio
from collections import deque

from toolguard.clients.http.streams import EventStream
from toolguard.gate import jsonrpc

FULL = 4 * 1024 * 1024
"""Bytes of messages that may wait to be heard; whoever brings more waits."""
COST = 1024  # bytes that a message takes beside its text, about

Item = jsonrpc.Message | jsonrpc.Batch | jsonrpc.Malformed


class RequestQueue:
    """In at one end by many requests, out at the other by one session."""

    def __init__(self) -> None:
        self.ended = ""
        """Why no more is heard; ``""`` before."""
        self.current: EventStream | None = None
        """Where an answer belongs that the session gives at once to the message that it has just heard."""
        self._queue: deque[tuple[Item, int, EventStream | None]] = deque()
        self._size = 0
        self._heard = asyncio.Event()
        self._waiter: asyncio.Future[None] | None = None

    async def put(self, item: Item, size: int, stream: EventStream | None = None) -> None:
        """Hand over a message of ``size`` bytes. Raises ConnectionError when the session ended first."""
        while self._size > FULL and not self.ended:
            self._heard.clear()
            await self._heard.wait()
        self.put_now(item, size, stream)

    def put_now(self, item: Item, size: int = 0, stream: EventStream | None = None) -> None:
        """The same for what must not wait."""
        if self.ended:
            raise ConnectionError(self.ended)
        self._queue.append((item, size, stream))
        self._size += size + COST
        self._wake()

    def end(self, why: str) -> None:
        """The client is gone: what it said and nobody heard yet is not wanted any more."""
        self.ended = self.ended or why
        self._queue.clear()
        self._size = 0
        self._heard.set()
        self._wake()

    async def next(self) -> Item:
        self.current = None
        while not self._queue:
            if self.ended:
                raise StopAsyncIteration
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        item, size, self.current = self._queue.popleft()
        self._size -= size + COST
        self._heard.set()
        return item

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
