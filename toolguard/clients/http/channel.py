"""What the channels of clients that come by requests share: a queue of what they said, and how each channel ends.

A request brings messages, and a response takes them away; the channel outlives both. `LegacyHttpSession`,
`ModernHttpSession`, `SseSession` and the `OtcSession` of Open Tool Calling differ in whose a message is.
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
    """One client at one server, over many requests."""

    ended = ""

    def __init__(self, client: str, server: str, timing: StreamTiming) -> None:
        self.client = client
        self.server = server
        self._timing = timing
        self._arrivals = RequestQueue()
        self._used = asyncio.get_running_loop().time()
        self._closed = False

    def __aiter__(self) -> Self:
        return self

    def __anext__(self) -> Coroutine[Any, Any, Item]:
        return self._arrivals.next()

    @abstractmethod
    async def send(self, message: Message | jsonrpc.Batch) -> None:
        """To the client; raises ConnectionError once the channel is closed."""

    async def close(self, reason: str = "") -> None:
        """Answer what nobody else answered, and let what is queued leave."""
        self.end(reason or coded("clients.endpoint_session_over"))
        if not self._closed:
            self._closed = True
            await self._finish()

    @abstractmethod
    async def _finish(self) -> None:
        """The channel has ended: tell whoever still waits."""

    def end(self, why: str) -> None:
        """The client is gone, or must go."""
        self._arrivals.end(why)
        self.ended = self._arrivals.ended

    @property
    @abstractmethod
    def patience(self) -> float:
        """Seconds for which it may be unused."""

    @abstractmethod
    def unused(self) -> float:
        """Seconds since the client was heard of; 0 while it waits for something."""
