"""One session of the transport of 2024-11-05, HTTP+SSE, as a channel: POSTs come in, one stream of events goes out.

The session lives as long as its stream, and nothing of it can be taken up again (basic/transports, 2024-11-05). What is
said on it is as free as on a pipe, so clients of later revisions that still come in this way are understood too.
"""

from __future__ import annotations

from toolguard.checkpoint import wire
from toolguard.checkpoint.wire import Message
from toolguard.clients.arrivals import Arrivals, Item
from toolguard.clients.streams import ENDLESS, Stream, Timing, finish


def endpoint(path: str) -> bytes:
    """The first event of a stream: where the client POSTs what it says. Without a host, so that its own name stays."""
    return b"event: endpoint\ndata: " + path.encode() + b"\n\n"


class Old:
    """A channel whose ``stream`` is delivered once."""

    def __init__(self, client: str, server: str, timing: Timing) -> None:
        self.client = client
        self.server = server
        self.stream = Stream(ENDLESS)
        self.ended = ""
        self._timing = timing
        self._arrivals = Arrivals()
        self._closed = False

    def __aiter__(self) -> Old:
        return self

    async def __anext__(self) -> Item:
        return await self._arrivals.next()

    async def send(self, message: Message | wire.Batch) -> None:
        if self.stream.ended:
            raise ConnectionError(self.ended or "the session is over")
        self.stream.put(message)
        await self.stream.room(self._timing.stuck)

    async def close(self, reason: str = "") -> None:
        """Let what is queued leave, and end the stream."""
        self.end(reason or "the session is over")
        if not self._closed:
            self._closed = True
            await finish([self.stream], self._timing.flush)

    async def take(self, message: Message | wire.Batch, size: int) -> None:
        """Hand over what a POST brought; waits while much waits. Raises ConnectionError when the session is over."""
        await self._arrivals.put(message, size)

    def lost(self) -> None:
        """The stream is no more, and with it the session."""
        self.end("the client closed its stream")
        self.stream.drop()

    @staticmethod
    def unused() -> float:
        """Seconds since the client was heard of: its stream is always open."""
        return 0.0

    def end(self, why: str) -> None:
        """The client is gone, or must go."""
        self._arrivals.end(why)
        self.ended = self._arrivals.ended
