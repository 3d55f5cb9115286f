"""The sockets on which HTTP comes in, loopback only, and the server that reads it (uvicorn, httptools).

Imported when the first client exists: it takes 0.1 s.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import sys
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from toolguard.clients.http.connections import UNKNOWN_USER, ConnectionLimits, Connections, user_of, within
from toolguard.clients.http.endpoint import HttpEndpoint
from toolguard.clients.http.request_memory import return_large_blocks
from toolguard.clients.http.request_validation import hosts
from toolguard.clients.local.descriptor_reserve import NO_DESCRIPTORS, DescriptorReserve, is_exhausted
from toolguard.gate.texts import coded

BACKLOG = 512
"""Connections that wait in the kernel to be accepted."""
HEAD = 64 * 1024
"""Most bytes of an authenticated request beside its body."""
FRAMING = 16  # bytes beside each byte of a body that cutting it up may cost
KEEP_ALIVE = 75  # seconds; longer than clients keep an unused connection, so that none is closed under a request
CLOSING = 2  # seconds that connections are given at the end
TURNED_AWAY = 16  # connections that are told at once that no descriptors are left
EXHAUSTED = 0.2  # seconds until it is tried again
_TOLD_AGAIN = 60.0  # seconds between two lines in the log about that
_BUSY = (
    f"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\ncontent-length: {len(NO_DESCRIPTORS)}\r\n"
    f"retry-after: 5\r\nconnection: close\r\n\r\n{NO_DESCRIPTORS}"
).encode()

_log = logging.getLogger(__name__)


class BoundedHttpProtocol(HttpToolsProtocol):
    """uvicorn's reader of one connection, with bounds for what comes before anybody has said who he is."""

    def __init__(self, connections: Connections, user: int, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.user = user
        self.has_spoken = False
        self._all = connections
        self._dropped = False
        self._in_head = True
        self._raw = 0
        self._bodied = 0
        self._late: asyncio.TimerHandle | None = None
        self._life: asyncio.TimerHandle | None = None

    # What `Connections` asks and does.

    @property
    def is_idle(self) -> bool:
        return self.cycle is not None and self.cycle.response_complete and not self.pipeline

    def drop(self) -> None:
        self._dropped = True
        if self.transport is not None:
            self.transport.abort()

    # What the loop and the parser tell.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._dropped:
            transport.abort()
            return
        self._mind_time()
        self._life = self.loop.call_later(self._all.limits.anonymous_life, self._end_anonymous)

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.remove(self)
        self._in_time()
        if self._life is not None:
            self._life.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.has_spoken = True
        self._raw += len(data)
        super().data_received(data)
        head = self._all.limits.anonymous_head if self._all.is_anonymous(self) else HEAD
        if self._raw - self._bodied > head + FRAMING * self._bodied:
            self.transport.abort()
        elif self._in_head and self._late is None:
            self._mind_time()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._raw, self._bodied = True, 0, 0
        self.scope["toolguard.abort"] = self.transport.abort  # type: ignore[typeddict-unknown-key]
        self.scope["toolguard.recognise"] = self._recognise  # type: ignore[typeddict-unknown-key]

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

    def _recognise(self, client: str) -> bool:
        """A request brought the token of ``client``; False when that client has too many connections."""
        return self._all.recognise(self, client)

    def _end_anonymous(self) -> None:
        if self._all.is_anonymous(self):
            self.transport.abort()

    def _mind_time(self) -> None:
        self._late = self.loop.call_later(self._all.limits.greeting, self.transport.abort)

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class HttpListener:
    """Listens on 127.0.0.1 and, where there is one, on ::1. It accepts by itself, so that every limit counts there."""

    def __init__(self, endpoint: HttpEndpoint, limits: ConnectionLimits | None = None) -> None:
        self._endpoint = endpoint
        self.connections = Connections(within(limits or ConnectionLimits(), _descriptors()))
        self._server: uvicorn.Server | None = None
        self._sockets: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []
        self._making: set[asyncio.Task[None]] = set()
        self._reserve = DescriptorReserve(1)
        self._told = -_TOLD_AGAIN
        self.port = 0
        """0 while it does not listen."""

    async def start(self, port: int) -> None:
        """Listen on ``port``, or on any free one for 0. Raises OSError."""
        return_large_blocks()
        self._sockets = sockets(port)
        config = uvicorn.Config(
            self._endpoint, http=BoundedHttpProtocol, ws="none", lifespan="off", log_config=None, access_log=False,
            proxy_headers=False, server_header=False, date_header=False,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=CLOSING,
        )  # fmt: skip
        config.load()
        server = uvicorn.Server(config)
        server.lifespan = config.lifespan_class(config)
        await server.startup([])  # not `serve`: it would take the signals, and wakes ten times a second
        self._server = server
        self.port = self._sockets[0].getsockname()[1]
        self._endpoint.hosts = hosts(self.port)
        self._reserve.fill()
        loop = asyncio.get_running_loop()
        self._accepting = [loop.create_task(self._accept_all(one, server)) for one in self._sockets]

    async def stop(self) -> None:
        """Listen no more, and close every connection."""
        server, self._server = self._server, None
        if server is not None:
            self.port = 0
            tasks = [*self._accepting, *self._making]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._reserve.release()
            await server.shutdown(self._sockets)
            for connection in list(server.server_state.connections):
                connection.transport.abort()

    # --- accepting --------------------------------------------------------------------------------------------------

    async def _accept_all(self, listener: socket.socket, server: uvicorn.Server) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                sock, address = await loop.sock_accept(listener)
            except OSError as problem:
                if is_exhausted(problem):
                    self._turn_away(listener)
                    await asyncio.sleep(EXHAUSTED)
                continue  # else the other end was gone before it was accepted
            crowded = self.connections.is_crowded
            user = user_of(address[:2], sock.getsockname()[:2]) if crowded else UNKNOWN_USER
            self._take(sock, user, server)
            if crowded:
                await asyncio.sleep(self.connections.limits.pause)

    def _take(self, sock: socket.socket, user: int, server: uvicorn.Server) -> None:
        loop = asyncio.get_running_loop()
        protocol = BoundedHttpProtocol(
            self.connections, user, config=server.config, server_state=server.server_state, app_state={}, _loop=loop
        )
        self.connections.add(protocol)
        task = loop.create_task(self._make(protocol, sock))
        self._making.add(task)
        task.add_done_callback(self._making.discard)

    async def _make(self, protocol: BoundedHttpProtocol, sock: socket.socket) -> None:
        """From here on the event loop owns the socket and calls the protocol."""
        sock.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, sock)
        except OSError:
            self.connections.remove(protocol)
            sock.close()

    # --- without descriptors ----------------------------------------------------------------------------------------

    def _turn_away(self, listener: socket.socket) -> None:
        """No descriptors are left: drop who has not said who they are, and tell who waits in the kernel why."""
        now = asyncio.get_running_loop().time()
        if now - self._told >= _TOLD_AGAIN:
            self._told = now
            _log.warning("%s: chat clients over HTTP have to wait", NO_DESCRIPTORS)
        self.connections.drop_anonymous()
        for _ in range(TURNED_AWAY):
            if not self._reserve.release():
                break
            with contextlib.suppress(OSError):
                sock, _address = listener.accept()
                with sock:
                    sock.setblocking(False)
                    sock.send(_BUSY)
            self._reserve.fill()


def _descriptors() -> int:
    """How many descriptors this process may have open (getrlimit(2), RLIMIT_NOFILE)."""
    if sys.platform == "win32":
        return 8192
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1 << 30 if soft == resource.RLIM_INFINITY else soft


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
        made.listen(BACKLOG)
        made.setblocking(False)
    except OSError:
        made.close()
        raise
    return made


def words(problem: OSError, port: int) -> str:
    """Why the port cannot be had, and what to do."""
    why = (
        coded("clients.another_program_uses") if problem.errno == errno.EADDRINUSE else problem.strerror or str(problem)
    )
    return coded("clients.chat_clients_cannot_come", port=port, reason=why)
