"""Loopback sockets for HTTP, and the server that reads them (uvicorn, httptools).

Imported when the first client exists, because the import takes 0.1 s.
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

from toolguard.clients.http.connections import UNKNOWN_USER, ConnectionLimits, Connections, fit_limits, peer_user
from toolguard.clients.http.endpoint import HttpEndpoint
from toolguard.clients.http.request_memory import return_large_blocks
from toolguard.clients.http.request_validation import hosts
from toolguard.clients.local.descriptor_reserve import NO_DESCRIPTORS, DescriptorReserve, is_exhausted
from toolguard.gate.texts import coded

BACKLOG = 512
"""Length of the kernel's queue of unaccepted connections."""
MAX_HEAD_SIZE = 64 * 1024
"""Maximum bytes of an authenticated request other than its body."""
MAX_FRAMING_RATIO = 16  # bytes of chunk framing that are tolerated per byte of a body
KEEP_ALIVE = 75  # seconds; longer than clients keep idle connections, so that none is closed during a request
SHUTDOWN_TIMEOUT = 2  # seconds that connections have to finish at the end
MAX_REJECTED = 16  # connections that get a 503 response at once if no descriptors are left
EXHAUSTED_RETRY_DELAY = 0.2  # seconds until accepting is tried again
_WARN_INTERVAL = 60.0  # seconds between two lines in the log about that
_NO_UPGRADE = coded("clients.upgrade_not_supported")
_BUSY = (
    f"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\ncontent-length: {len(NO_DESCRIPTORS)}\r\n"
    f"retry-after: 5\r\nconnection: close\r\n\r\n{NO_DESCRIPTORS}"
).encode()

_log = logging.getLogger(__name__)


class PipeliningError(Exception):
    """A request arrived before the response to the one before it.

    uvicorn would queue any number of them, and would not notice that the client of the first one is gone.
    """


class UnsupportedRequestError(Exception):
    """The target of a request is not a path, or it asks for another protocol: httptools does not read its body."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """uvicorn's protocol of one connection, with limits on what an anonymous client may send."""

    def __init__(self, connections: Connections, user: int, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.user = user
        self.has_sent_data = False
        self._connections = connections
        self._dropped = False
        self._in_head = True
        self._received_bytes = 0
        self._body_bytes = 0
        self._head_timer: asyncio.TimerHandle | None = None
        self._anonymous_timer: asyncio.TimerHandle | None = None

    # Interface for `Connections`.

    @property
    def is_idle(self) -> bool:
        """Whether at least one request was answered and no other is being answered."""
        return self.cycle is not None and self.cycle.response_complete

    def drop(self) -> None:
        """Abort the connection; bytes that still arrive are ignored."""
        self._dropped = True
        if self.transport is not None:
            self.transport.abort()

    # Callbacks of the event loop and the parser.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._dropped:
            transport.abort()
            return
        self._start_head_timer()
        self._anonymous_timer = self.loop.call_later(self._connections.limits.anonymous_timeout, self._end_anonymous)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.remove(self)
        self._stop_head_timer()
        if self._anonymous_timer is not None:
            self._anonymous_timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.has_sent_data = True
        self._received_bytes += len(data)
        super().data_received(data)
        head = self._connections.limits.anonymous_head_size if self._connections.is_anonymous(self) else MAX_HEAD_SIZE
        if self._received_bytes - self._body_bytes > head + MAX_FRAMING_RATIO * self._body_bytes:
            self.transport.abort()
        elif self._in_head and self._head_timer is None:
            self._start_head_timer()

    def send_400_response(self, msg: str) -> None:
        """Refuse invalid HTTP. Nothing is written into the response of an earlier request."""
        if self._is_answering:
            self.transport.abort()
        else:
            super().send_400_response(_NO_UPGRADE if self.parser.should_upgrade() else msg)

    def on_message_begin(self) -> None:
        if self._is_answering:
            raise PipeliningError  # ends in `send_400_response`
        super().on_message_begin()
        self._in_head, self._received_bytes, self._body_bytes = True, 0, 0
        self.scope["toolguard.abort"] = self.transport.abort  # type: ignore[typeddict-unknown-key]
        self.scope["toolguard.authenticate"] = self._authenticate  # type: ignore[typeddict-unknown-key]

    def on_header(self, name: bytes, value: bytes) -> None:
        """Store a field of the head. A trailer's would count as one, so they are ignored (RFC 9110 §6.5.1)."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        has_body = any(name in (b"content-length", b"transfer-encoding") for name, _ in self.headers)
        if not self.url.startswith(b"/") or (self.parser.should_upgrade() and has_body):
            raise UnsupportedRequestError  # ends in `send_400_response`
        self._in_head = False
        self._stop_head_timer()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._received_bytes = self._body_bytes = 0
        super().on_message_complete()

    @property
    def _is_answering(self) -> bool:
        """Whether a whole request is being answered."""
        return self.cycle is not None and not (self.cycle.more_body or self.cycle.response_complete)

    def _authenticate(self, client: str) -> bool:
        """Mark the connection as that of ``client``; return False if the client has too many."""
        return self._connections.mark_authenticated(self, client)

    def _end_anonymous(self) -> None:
        if self._connections.is_anonymous(self):
            self.transport.abort()

    def _start_head_timer(self) -> None:
        self._head_timer = self.loop.call_later(self._connections.limits.head_timeout, self.transport.abort)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


class HttpListener:
    """Listener on 127.0.0.1 and, if available, ::1. Accepts connections itself, to apply the limits before uvicorn."""

    def __init__(self, endpoint: HttpEndpoint, limits: ConnectionLimits | None = None) -> None:
        self._endpoint = endpoint
        self.connections = Connections(fit_limits(limits or ConnectionLimits(), _descriptor_limit()))
        self._server: uvicorn.Server | None = None
        self._sockets: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []
        self._starting: set[asyncio.Task[None]] = set()
        self._reserve = DescriptorReserve(1)
        self._last_warning = -_WARN_INTERVAL
        self.port = 0
        """The port; 0 while it does not listen."""

    async def start(self, port: int) -> None:
        """Listen on ``port``, or on any free one if it is 0. Raises OSError."""
        return_large_blocks()
        self._sockets = sockets(port)
        config = uvicorn.Config(
            self._endpoint, http=BoundedHttpProtocol, ws="none", lifespan="off", log_config=None, access_log=False,
            proxy_headers=False, server_header=False, date_header=False,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        )  # fmt: skip
        config.load()
        server = uvicorn.Server(config)
        server.lifespan = config.lifespan_class(config)
        await server.startup([])  # not `serve`, which would handle signals and wake up ten times a second
        self._server = server
        self.port = self._sockets[0].getsockname()[1]
        self._endpoint.accept_hosts(hosts(self.port))
        self._reserve.fill()
        loop = asyncio.get_running_loop()
        self._accepting = [loop.create_task(self._accept_all(connection, server)) for connection in self._sockets]

    async def stop(self) -> None:
        """Stop listening and close all connections."""
        server, self._server = self._server, None
        if server is not None:
            self.port = 0
            tasks = [*self._accepting, *self._starting]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._reserve.release()
            await server.shutdown(self._sockets)
            for connection in list(server.server_state.connections):
                connection.transport.abort()

    # --- accepting --------------------------------------------------------------------------------------------------

    async def _accept_all(self, listener: socket.socket, server: uvicorn.Server) -> None:
        loop, ours = asyncio.get_running_loop(), listener.getsockname()[:2]
        while True:
            try:
                sock, address = await loop.sock_accept(listener)
            except OSError as problem:
                if is_exhausted(problem):
                    self._reject_pending(listener)
                    await asyncio.sleep(EXHAUSTED_RETRY_DELAY)
                continue  # otherwise the client closed the connection before it was accepted
            crowded = self.connections.is_crowded
            user = peer_user(address[:2], ours) if crowded else UNKNOWN_USER
            self._add_connection(sock, user, server)
            if crowded:
                await asyncio.sleep(self.connections.limits.pause)

    def _add_connection(self, sock: socket.socket, user: int, server: uvicorn.Server) -> None:
        loop = asyncio.get_running_loop()
        protocol = BoundedHttpProtocol(
            self.connections, user, config=server.config, server_state=server.server_state, app_state={}, _loop=loop
        )
        self.connections.add(protocol)
        task = loop.create_task(self._start_protocol(protocol, sock))
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start_protocol(self, protocol: BoundedHttpProtocol, sock: socket.socket) -> None:
        """Hand the socket to the event loop, which owns it from now on."""
        sock.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, sock)
        except OSError:
            self.connections.remove(protocol)
            sock.close()

    # --- without descriptors ----------------------------------------------------------------------------------------

    def _reject_pending(self, listener: socket.socket) -> None:
        """Drop anonymous connections and answer unaccepted ones with 503, because no descriptors are left."""
        now = asyncio.get_running_loop().time()
        if now - self._last_warning >= _WARN_INTERVAL:
            self._last_warning = now
            _log.warning("%s: chat clients over HTTP have to wait", NO_DESCRIPTORS)
        self.connections.drop_anonymous()
        for _ in range(MAX_REJECTED):
            if not self._reserve.release():
                break
            with contextlib.suppress(OSError):
                sock, _address = listener.accept()
                with sock:
                    sock.setblocking(False)
                    sock.send(_BUSY)
            self._reserve.fill()


def _descriptor_limit() -> int:
    """Return this process's limit of open descriptors (getrlimit(2), RLIMIT_NOFILE)."""
    if sys.platform == "win32":
        return 8192
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1 << 30 if soft == resource.RLIM_INFINITY else soft


def sockets(port: int) -> list[socket.socket]:
    """Return bound loopback sockets for ``port``. Raises OSError if 127.0.0.1 cannot be bound."""
    first = _bound(socket.AF_INET, "127.0.0.1", port)
    bound = [first]
    with contextlib.suppress(OSError):  # no IPv6, or the port is in use there; ToolGuard's URLs use 127.0.0.1
        bound.append(_bound(socket.AF_INET6, "::1", first.getsockname()[1]))
    return bound


def _bound(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    # With another ``proto`` asyncio would not set TCP_NODELAY, and each answer would wait 40 ms for an acknowledgement.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform == "win32":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind((address, port))
        sock.listen(BACKLOG)
        sock.setblocking(False)
    except OSError:
        sock.close()
        raise
    return sock


def describe_bind_error(problem: OSError, port: int) -> str:
    """Return why the port cannot be bound, and what to do."""
    why = (
        coded("clients.another_program_uses") if problem.errno == errno.EADDRINUSE else problem.strerror or str(problem)
    )
    return coded("clients.chat_clients_cannot_come", port=port, reason=why)
