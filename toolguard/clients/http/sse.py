"""One session of the transport of 2024-11-05, HTTP+SSE, as a channel: POSTs come in, one stream of events goes out.

The session lives as long as its stream, and nothing of it can be taken up again (basic/transports, 2024-11-05). What is
said on it is as free as on a pipe, so clients of later revisions that still come in this way are understood too.
"""

from __future__ import annotations

from toolguard.clients.http.channel import RequestChannel
from toolguard.clients.http.streams import ENDLESS, EventStream, StreamTiming, finish
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Message
from toolguard.gate.texts import coded


def endpoint(path: str) -> bytes:
    """The first event of a stream: where the client POSTs what it says. Without a host, so that its own name stays."""
    return b"event: endpoint\ndata: " + path.encode() + b"\n\n"


class SseSession(RequestChannel):
    """A channel whose ``stream`` is delivered once."""

    def __init__(self, client: str, server: str, timing: StreamTiming) -> None:
        super().__init__(client, server, timing)
        self.stream = EventStream(ENDLESS)

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        if self.stream.ended:
            raise ConnectionError(self.ended or coded("clients.endpoint_session_over"))
        self.stream.put(message)
        await self.stream.room(self._timing.stuck)

    async def _finish(self) -> None:
        await finish([self.stream], self._timing.flush)

    async def take(self, message: Message | jsonrpc.Batch, size: int) -> None:
        """Hand over what a POST brought; waits while much waits. Raises ConnectionError when the session is over."""
        await self._arrivals.put(message, size)

    def lost(self) -> None:
        """The stream is no more, and with it the session."""
        self.end(coded("clients.client_closed_stream"))
        self.stream.drop()

    @property
    def patience(self) -> float:
        """Seconds for which it may be unused."""
        return self._timing.idle

    def unused(self) -> float:
        """Seconds since the client was heard of: none, since its stream is always open."""
        return 0.0
