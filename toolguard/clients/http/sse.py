"""Channel of a session of HTTP+SSE, the transport of 2024-11-05: POSTs in, one stream of events out.

The session ends with its stream and cannot be resumed (basic/transports, 2024-11-05). Messages are as unrestricted as
over stdio, so clients of later revisions that use this transport work, too.
"""

from __future__ import annotations

from toolguard.clients.http.channel import RequestChannel
from toolguard.clients.http.streams import ENDLESS, EventStream, StreamTiming, finish
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Message
from toolguard.gate.texts import coded


def endpoint(path: str) -> bytes:
    """Return the first event of a stream: the path for the client's POSTs, without a host."""
    return b"event: endpoint\ndata: " + path.encode() + b"\n\n"


class SseSession(RequestChannel):
    """A channel whose ``stream`` is delivered in one response."""

    def __init__(self, client: str, server: str, timing: StreamTiming) -> None:
        super().__init__(client, server, timing)
        self.stream = EventStream(ENDLESS)

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        if self.stream.ended:
            raise ConnectionError(self.ended or coded("clients.endpoint_session_over"))
        self.stream.put(message)
        await self.stream.drain(self._timing.write_timeout)

    async def _finish(self) -> None:
        await finish([self.stream], self._timing.flush_timeout)

    async def receive(self, message: Message | jsonrpc.Batch, size: int) -> None:
        """Queue the body of a POST. Waits while the queue is full; raises ConnectionError if the session has ended."""
        await self._incoming.put(message, size)

    def client_disconnected(self) -> None:
        """End the session, because its stream was closed."""
        self.end(coded("clients.client_closed_stream"))
        self.stream.drop()

    @property
    def idle_timeout(self) -> float:
        """Seconds after which an idle session ends."""
        return self._timing.idle

    def idle_seconds(self) -> float:
        """Return 0, since the session's stream is always open."""
        return 0.0
