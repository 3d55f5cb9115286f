"""The way in over HTTP as a whole: open while there is a client that may use it, shut otherwise.

What serves HTTP is imported when it opens, so that nobody pays for it who does not use it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from toolguard.clients.http.dependencies import EndpointDependencies
from toolguard.clients.http.request_validation import EndpointPath, path

if TYPE_CHECKING:
    from toolguard.clients.http.endpoint import HttpEndpoint
    from toolguard.clients.http.listener import HttpListener

AGAIN = 5.0
"""Seconds between two tries to have a port that another program uses."""


class HttpService:
    """``port()``: where to listen, 0 for any free port. ``changed`` is called when ``trouble`` is another."""

    def __init__(
        self, house: EndpointDependencies, *, port: Callable[[], int], always: bool = False, changed: Callable[[], None]
    ) -> None:
        self.trouble = ""
        """Why it does not listen although it should, and what to do; ``""`` otherwise."""
        self._house = house
        self._port = port
        self._always = always
        self._changed = changed
        self._endpoint: HttpEndpoint | None = None
        self._listener: HttpListener | None = None
        self._again: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()
        self._refreshing: set[asyncio.Task[None]] = set()

    @property
    def port(self) -> int:
        """Where it listens; 0 while it does not."""
        return self._listener.port if self._listener is not None else 0

    async def refresh(self) -> None:
        """Open where there is a client, on the port that is wanted now, and end the sessions of those that are gone."""
        if self._endpoint is not None:
            self._endpoint.part()
        await self._settle()
        if self.trouble and self._again is None:
            self._again = asyncio.get_running_loop().create_task(self._try_again())

    def refresh_soon(self) -> None:
        """The same, by itself."""
        task = asyncio.get_running_loop().create_task(self.refresh())
        self._refreshing.add(task)
        task.add_done_callback(self._refreshing.discard)

    async def _settle(self) -> None:
        """Listen where it is wanted, or not at all."""
        async with self._opening:
            wanted = self._always or bool(self._house.clients())
            if self._listener is not None and not (wanted and self._port() in (0, self.port)):
                await self._listener.stop()
                self._listener = None
            if not wanted:
                self._tell("")
            elif self._listener is None:
                await self._open()

    async def _open(self) -> None:
        from toolguard.clients.http.endpoint import HttpEndpoint
        from toolguard.clients.http.listener import HttpListener, words

        if self._endpoint is None:
            self._endpoint = HttpEndpoint(self._house)
        port, listener = self._port(), HttpListener(self._endpoint)
        try:
            await listener.start(port)
        except OSError as problem:
            self._tell(words(problem, port))
            return
        self._listener = listener
        self._tell("")

    async def _try_again(self) -> None:
        while self.trouble:
            await asyncio.sleep(AGAIN)
            await self._settle()
        self._again = None

    def _tell(self, trouble: str) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._changed()

    def refuse(self) -> None:
        """Take nothing new: ToolGuard is closing."""
        if self._endpoint is not None:
            self._endpoint.refuse()

    async def close(self) -> None:
        """End what is left of the sessions, and listen no more."""
        left = [*self._refreshing, *([self._again] if self._again is not None else [])]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        if self._endpoint is not None:
            await self._endpoint.close()
        if self._listener is not None:
            await self._listener.stop()


def url(port: int, server: str, token: str = "", door: str = "mcp") -> str:
    """Where a server or `ALL_SERVERS` one is reached; with ``token`` in the path, for clients that can set no header.

    ``door``: ``sse`` is for clients that speak the transport of 2024-11-05, ``""`` for those of Open Tool Calling.
    """
    return f"http://127.0.0.1:{port}{path(EndpointPath(server, door, token or None))}"
