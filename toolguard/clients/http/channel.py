"""Base of the channels whose messages arrive in HTTP requests: the queue of incoming messages, and the end.

Requests carry messages in, responses carry them out, and the channel outlives both. `LegacyHttpSession`,
`ModernHttpSession`, `SseSession` and the `OtcSession` of Open Tool Calling differ in how they choose the response for
a message.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Coroutine
from typing import Any, Self

from toolguard.clients.http.request_queue import Item, RequestQueue
from toolguard.clients.http.streams import StreamTiming
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Message
from toolguard.gate.session.upstream import ClientChannel
from toolguard.gate.texts import coded


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
