"""Base of the channels of HTTP servers: the queue of messages, back-pressure, and the end."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import AsyncIterator

from toolguard.gate.session.upstream import ServerChannel, UpstreamMessage
from toolguard.gate.texts import coded
from toolguard.servers.http.transport import HttpTransport
from toolguard.servers.inbox import ServerInbox

MAX_UNSENT_SIZE = 4 * 1024 * 1024
"""Bytes of unsent messages at which `send` waits."""


class RemoteChannel(ServerChannel):
    """Channel of one remote server. Connections are opened when they are needed."""

    ended = ""

    def __init__(self, exchange: HttpTransport, inbox: ServerInbox) -> None:
        self._exchange = exchange
        self._inbox = inbox
        self._outgoing = 0
        self._went = asyncio.Event()
        self._ending: asyncio.Task[None] | None = None

    @property
    def stderr(self) -> list[str]:
        """Return the last lines of the server's log, redacted."""
        return self._inbox.notes.last

    def __aiter__(self) -> AsyncIterator[UpstreamMessage]:
        return self._inbox

    def _check_open(self) -> None:
        """Raise ConnectionError if the channel has ended or is ending."""
        if self.ended or self._ending is not None:
            raise ConnectionError(
                coded("servers.server_ended_how", ended=self.ended or coded("servers.not_listen_more"))
            )

    async def _until_sent(self) -> None:
        """Wait until few bytes are unsent."""
        while self._outgoing > MAX_UNSENT_SIZE and not self.ended:
            self._went.clear()
            await self._went.wait()

    def _end(self, reason: str) -> None:
        self.ended = self.ended or reason
        self._inbox.end(reason)
        self._went.set()

    async def close(self, reason: str = "") -> None:
        """Cancel everything that was started at the server, and close its connections."""
        if self._ending is None:
            self._ending = asyncio.get_running_loop().create_task(self._close(reason))
        await asyncio.shield(self._ending)

    async def _close(self, reason: str) -> None:
        await self._stop()
        await self._exchange.close()
        self._inbox.notes.end()
        self._end(reason or coded("servers.was_closed"))

    @abstractmethod
    async def _stop(self) -> None:
        """Cancel what was started at the server, before the connections are closed."""
