"""Base of the channels whose messages arrive in HTTP requests: the queue of incoming messages, and the end.

Requests carry messages in, responses carry them out, and the channel outlives both. `LegacyHttpSession`,
`ModernHttpSession`, `SseSession` and the `OtcSession` of Open Tool Calling differ in how they choose the response for
a message.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections import deque
from collections.abc import Coroutine
from typing import Any, Self

from toolguard.clients.http.streams import EventStream, StreamTiming
from toolguard.gate import jsonrpc
from toolguard.gate.arrival import Arrival
from toolguard.gate.jsonrpc import Message
from toolguard.gate.session.upstream import ClientChannel
from toolguard.gate.texts import coded

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
        self._arrival = Arrival()

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
        self._arrival.wake()

    def end(self, why: str) -> None:
        """End the queue and discard its messages, because the client is gone."""
        self.ended = self.ended or why
        self._queue.clear()
        self._size = 0
        self._message_arrived.set()
        self._arrival.wake()

    async def next(self) -> Item:
        """Wait for the next message and set ``current`` to its stream; raises StopAsyncIteration after `end`."""
        self.current = None
        while not self._queue:
            if self.ended:
                raise StopAsyncIteration
            await self._arrival.wait()
        item, size, self.current = self._queue.popleft()
        self._size -= size + MESSAGE_OVERHEAD
        self._message_arrived.set()
        return item


class RequestChannel(ClientChannel):
    """Channel of one client and one server over many requests."""

    ended = ""

    def __init__(self, client: str, server: str, timing: StreamTiming) -> None:
        self.client = client
        self.server = server
        self._timing = timing
        self._incoming = RequestQueue()
        self._last_used = asyncio.get_running_loop().time()
        self._closed = False

    def __aiter__(self) -> Self:
        return self

    def __anext__(self) -> Coroutine[Any, Any, Item]:
        return self._incoming.next()

    @abstractmethod
    async def send(self, message: Message | jsonrpc.Batch) -> None:
        """Send a message to the client. Raises ConnectionError if the channel is closed."""

    async def close(self, reason: str = "") -> None:
        """Answer the open requests, and deliver what is queued."""
        self.end(reason or coded("clients.endpoint_session_over"))
        if not self._closed:
            self._closed = True
            await self._finish()

    @abstractmethod
    async def _finish(self) -> None:
        """Answer the requests that are still open, after the channel has ended."""

    def end(self, why: str) -> None:
        """End the channel because the client is gone or was removed."""
        self._incoming.end(why)
        self.ended = self._incoming.ended

    @property
    @abstractmethod
    def idle_timeout(self) -> float:
        """Seconds after which an idle session ends."""

    @abstractmethod
    def idle_seconds(self) -> float:
        """Return the seconds since the client's last activity; 0 while it waits for a response."""
