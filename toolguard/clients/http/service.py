"""The HTTP service for chat clients, which listens while at least one client may use it.

The HTTP server is imported only then, so that it costs nothing if it is not used.
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

BIND_RETRY_DELAY = 5.0
"""Seconds between attempts to bind a port that another program uses."""


class HttpService:
    """``port()``: where to listen, 0 for any free port. ``changed`` is called when ``trouble`` changes."""

    def __init__(
        self,
        dependencies: EndpointDependencies,
        *,
        port: Callable[[], int],
        always: bool = False,
        changed: Callable[[], None],
    ) -> None:
        self.trouble = ""
        """Why it does not listen although it should, and what to do; else ``""``."""
        self._dependencies = dependencies
        self._port = port
        self._always = always
        self._changed = changed
        self._endpoint: HttpEndpoint | None = None
        self._listener: HttpListener | None = None
        self._retry_task: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()
        self._refreshing: set[asyncio.Task[None]] = set()

    @property
    def port(self) -> int:
        """The port that it listens on; 0 while it does not."""
        return self._listener.port if self._listener is not None else 0

    async def refresh(self) -> None:
        """Start or stop listening as the clients and the port require, and end the sessions of removed clients."""
        if self._endpoint is not None:
            self._endpoint.end_removed_clients()
        await self._update_listener()
        if self.trouble and self._retry_task is None:
            self._retry_task = asyncio.get_running_loop().create_task(self._retry())

    def refresh_soon(self) -> None:
        """Do the same in a task."""
        task = asyncio.get_running_loop().create_task(self.refresh())
        self._refreshing.add(task)
        task.add_done_callback(self._refreshing.discard)

    async def _update_listener(self) -> None:
        """Listen on the configured port, or stop."""
        async with self._opening:
            is_needed = self._always or bool(self._dependencies.clients())
            if self._listener is not None and not (is_needed and self._port() in (0, self.port)):
                await self._listener.stop()
                self._listener = None
            if not is_needed:
                self._set_trouble("")
            elif self._listener is None:
                await self._open()

    async def _open(self) -> None:
        from toolguard.clients.http.endpoint import HttpEndpoint
        from toolguard.clients.http.listener import HttpListener, describe_bind_error

        if self._endpoint is None:
            self._endpoint = HttpEndpoint(self._dependencies)
        port, listener = self._port(), HttpListener(self._endpoint)
        try:
            await listener.start(port)
        except OSError as problem:
            self._set_trouble(describe_bind_error(problem, port))
            return
        self._listener = listener
        self._set_trouble("")

    async def _retry(self) -> None:
        while self.trouble:
            await asyncio.sleep(BIND_RETRY_DELAY)
            await self._update_listener()
        self._retry_task = None

    def _set_trouble(self, trouble: str) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._changed()

    def refuse(self) -> None:
        """Refuse new requests, because ToolGuard is closing."""
        if self._endpoint is not None:
            self._endpoint.refuse()

    async def close(self) -> None:
        """End all sessions and stop listening."""
        left = [*self._refreshing, *([self._retry_task] if self._retry_task is not None else [])]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        if self._endpoint is not None:
            await self._endpoint.close()
        if self._listener is not None:
            await self._listener.stop()


def url(port: int, server: str, token: str = "", route: str = "mcp") -> str:
    """Return the URL of a server or of `ALL_SERVERS`; with ``token`` in the path, for clients that cannot set headers.

    ``route``: ``sse`` is for clients that speak the transport of 2024-11-05, ``""`` for those of Open Tool Calling.
    """
    return f"http://127.0.0.1:{port}{path(EndpointPath(server, route, token or None))}"
