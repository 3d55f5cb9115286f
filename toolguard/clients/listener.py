"""The sockets on which HTTP comes in, loopback only, and the server that reads it (uvicorn, httptools).

Imported when the first client exists: it takes 0.1 s.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import sys
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from toolguard.clients.checks import hosts
from toolguard.clients.endpoint import Endpoint

CONNECTIONS = 512
"""Most connections at the same time; more are told 503."""
HEAD = 64 * 1024
"""Most bytes of a request beside its body."""
FRAMING = 16  # bytes beside each byte of a body that cutting it up may cost
GREETING = 10.0  # seconds for the head of a request
KEEP_ALIVE = 75  # seconds; longer than clients keep an unused connection, so that none is closed under a request
CLOSING = 2  # seconds that connections are given at the end


class Bounded(HttpToolsProtocol):
    """uvicorn's reader of one connection, with bounds for what comes before anybody has said who he is."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._in_head = True
        self._raw = 0
        self._bodied = 0
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._mind_time()

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._raw += len(data)
        super().data_received(data)
        if self._raw - self._bodied > HEAD + FRAMING * self._bodied:
            self.transport.abort()
        elif self._in_head and self._late is None:
            self._mind_time()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._raw, self._bodied = True, 0, 0
        self.scope["toolguard.abort"] = self.transport.abort  # type: ignore[typeddict-unknown-key]

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._in_time()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._bodied += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._raw = self._bodied = 0
        super().on_message_complete()

    def _mind_time(self) -> None:
        self._late = self.loop.call_later(GREETING, self.transport.abort)

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class Listener:
    """Listens on 127.0.0.1 and, where there is one, on ::1."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._server: uvicorn.Server | None = None
        self._sockets: list[socket.socket] = []
        self.port = 0
        """0 while it does not listen."""

    async def start(self, port: int) -> None:
        """Listen on ``port``, or on any free one for 0. Raises OSError."""
        self._sockets = sockets(port)
        config = uvicorn.Config(
            self._endpoint, http=Bounded, ws="none", lifespan="off", log_config=None, access_log=False,
            proxy_headers=False, server_header=False, date_header=False, limit_concurrency=CONNECTIONS,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=CLOSING,
        )  # fmt: skip
        config.load()
        server = uvicorn.Server(config)
        server.lifespan = config.lifespan_class(config)
        await server.startup(self._sockets)  # not `serve`: it would take the signals, and wakes ten times a second
        self._server = server
        self.port = self._sockets[0].getsockname()[1]
        self._endpoint.hosts = hosts(self.port)

    async def stop(self) -> None:
        """Listen no more, and close every connection."""
        server, self._server = self._server, None
        if server is not None:
            self.port = 0
            await server.shutdown(self._sockets)
            for connection in list(server.server_state.connections):
                connection.transport.abort()


def sockets(port: int) -> list[socket.socket]:
    """Bound sockets for ``port`` on loopback; raises OSError when 127.0.0.1 cannot be had."""
    first = _bound(socket.AF_INET, "127.0.0.1", port)
    found = [first]
    with contextlib.suppress(OSError):  # no IPv6 here, or somebody else has the port there: our URLs say 127.0.0.1
        found.append(_bound(socket.AF_INET6, "::1", first.getsockname()[1]))
    return found


def _bound(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    # With another ``proto`` asyncio would not set TCP_NODELAY, and each answer would wait 40 ms for an acknowledgement.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform == "win32":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind((address, port))
        made.listen(CONNECTIONS)
        made.setblocking(False)
    except OSError:
        made.close()
        raise
    return made


def words(problem: OSError, port: int) -> str:
    """Why the port cannot be had, and what to do."""
    why = "another program uses it" if problem.errno == errno.EADDRINUSE else problem.strerror or str(problem)
    return (
        f"Chat clients cannot come in over HTTP: port {port} cannot be had ({why}). End that program, or choose "
        "another port (`toolguard settings set http_port N`) and write it into the clients' settings."
    )
