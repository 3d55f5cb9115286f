"""Queue of messages from HTTP requests to a session."""

from __future__ import annotations

import asyncio
from collections import deque

from toolguard.clients.http.streams import EventStream
from toolguard.gate import jsonrpc

HIGH_WATER = 4 * 1024 * 1024
"""Bytes of queued messages beyond which `RequestQueue.put` waits."""
MESSAGE_OVERHEAD = 1024  # estimated bytes of a message's overhead

Item = jsonrpc.Message | jsonrpc.Batch | jsonrpc.Malformed


class RequestQueue:
    """Queue with many producers (requests) and one consumer (the session)."""

    def __init__(self) -> None:
        self.ended = ""
        """Why the queue ended; ``""`` before."""
        self.current: EventStream | None = None
        """The stream for a response that the session sends immediately to the message that it has just received."""
        self._queue: deque[tuple[Item, int, EventStream | None]] = deque()
        self._size = 0
        self._message_arrived = asyncio.Event()
        self._waiter: asyncio.Future[None] | None = None

    async def put(self, item: Item, size: int, stream: EventStream | None = None) -> None:
        """Queue a message of ``size`` bytes. Raises ConnectionError if the session ended."""
        while self._size > HIGH_WATER and not self.ended:
            self._message_arrived.clear()
            await self._message_arrived.wait()
        self.put_now(item, size, stream)

    def put_now(self, item: Item, size: int = 0, stream: EventStream | None = None) -> None:
        """Queue a message without waiting. Raises ConnectionError if the session ended."""
        if self.ended:
            raise ConnectionError(self.ended)
        self._queue.append((item, size, stream))
        self._size += size + MESSAGE_OVERHEAD
        self._wake()

    def end(self, why: str) -> None:
        """End the queue and discard its messages, because the client is gone."""
        self.ended = self.ended or why
        self._queue.clear()
        self._size = 0
        self._message_arrived.set()
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
        self._size -= size + MESSAGE_OVERHEAD
        self._message_arrived.set()
        return item

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
