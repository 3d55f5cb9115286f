"""One local connection during its handshake: lines (and descriptors) in, replies out, then a channel.

Unix sockets and loopback TCP have the same interface, so that `listener` need not distinguish them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import stat
import sys
from typing import Any

import msgspec

from toolguard.clients.local.descriptor_reserve import NO_DESCRIPTORS
from toolguard.clients.local.handshake import HandshakeError, JoinRequest
from toolguard.clients.local.stdio_channel import DescriptorChannel
from toolguard.clients.local.tcp import MAX_HANDSHAKE_SIZE, TcpChannel
from toolguard.clients.stub import connect
from toolguard.clients.stub.journal import Journal
from toolguard.gate.session.inflight_call import UnansweredRequest
from toolguard.gate.texts import coded, encodable

_CHUNK_SIZE = 64 * 1024
_CLOSE_CLIENTS_ADVICE = coded("clients.close_chat_clients_not")
REPLY_TIMEOUT = 10.0  # seconds for the peer to take our reply
_MAX_DESCRIPTORS = 3  # stdin, stdout and the journal


def peer_of(sock: socket.socket) -> tuple[int, int]:
    """Return process ID (0 if unknown) and user ID of the other end of a Unix socket, from the kernel."""
    uid = connect.peer_uid(sock)
    if sys.platform == "darwin":
        return int.from_bytes(sock.getsockopt(0, 2, 4), sys.byteorder), uid  # SOL_LOCAL, LOCAL_PEERPID
    if sys.platform == "linux":
        return int.from_bytes(sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)[:4], sys.byteorder), uid
    return 0, uid


class UnixConnection:
    """One Unix socket connection during its handshake."""

    def __init__(self, sock: socket.socket, pid: int) -> None:
        self._sock: socket.socket | None = sock
        self._pid = pid
        self._unread = b""
        self._journal: Journal | None = None
        self.descriptors: list[int] = []

    async def read_line(self) -> bytes:
        """Return the first line; raises `HandshakeError` if it is too long, ConnectionError if it is incomplete."""
        sock = self._open()
        data = bytearray()
        while b"\n" not in data:
            if len(data) > MAX_HANDSHAKE_SIZE:
                break
            try:
                more = self._receive(sock)
            except BlockingIOError:
                await _until_readable(sock)
                continue
            if not more:
                raise ConnectionError(coded("clients.connection_closed_before_whole"))
            data += more
        line, _, self._unread = bytes(data).partition(b"\n")
        if len(line) > MAX_HANDSHAKE_SIZE:
            raise HandshakeError(coded("clients.request_too_long", limit=f"{MAX_HANDSHAKE_SIZE:,}"))
        return line

    def _receive(self, sock: socket.socket) -> bytes:
        if sys.platform == "win32":
            raise NotImplementedError
        space = socket.CMSG_SPACE(16 * 4)
        data, extras, flags, _ = sock.recvmsg(_CHUNK_SIZE, space, getattr(socket, "MSG_CMSG_CLOEXEC", 0))
        for level, kind, body in extras:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                whole = len(body) - len(body) % 4
                self.descriptors += memoryview(body[:whole]).cast("i").tolist()
        if (
            flags & socket.MSG_CTRUNC and len(self.descriptors) < _MAX_DESCRIPTORS
        ):  # the process has no descriptors left
            raise HandshakeError(f"{NO_DESCRIPTORS}. {_CLOSE_CLIENTS_ADVICE}", retry=True)
        if flags & socket.MSG_CTRUNC or len(self.descriptors) > _MAX_DESCRIPTORS:
            raise HandshakeError(coded("clients.exactly_three_descriptors_can"))
        return data

    async def reply(self, value: dict[str, Any]) -> None:
        """Send a line of JSON. Raises OSError, or TimeoutError after `REPLY_TIMEOUT`."""
        sock, data = self._open(), msgspec.json.encode(value, enc_hook=encodable) + b"\n"
        async with asyncio.timeout(REPLY_TIMEOUT):
            await asyncio.get_running_loop().sock_sendall(sock, data)

    async def wait_closed(self) -> None:
        """Wait until the peer has disconnected; discard its input."""
        sock = self._open()
        while True:
            await _until_readable(sock)
            try:
                if not sock.recv(4096):
                    return
            except BlockingIOError:
                continue
            except OSError:
                return

    def peer_pid(self) -> int:
        """Return the process ID of the other end; 0 if unknown."""
        return self._pid

    def check(self, join: JoinRequest) -> None:
        """Raise `HandshakeError` unless the descriptors match the request and an event loop can watch them."""
        announced = _MAX_DESCRIPTORS if join.descriptors else 0
        if len(self.descriptors) != announced:
            raise HandshakeError(
                coded("clients.descriptors_came_announced", count=len(self.descriptors), announced=announced)
            )
        if not join.descriptors:
            return
        if not _are_watchable(*self.descriptors[:2]):
            raise HandshakeError(coded("clients.stdin_stdout_pipe_socket"))
        try:
            self._journal = Journal(self.descriptors[2])
        except (ValueError, OSError) as problem:
            raise HandshakeError(coded("clients.third_descriptors_no_journal", reason=problem)) from None
        del self.descriptors[2]  # the journal owns it

    def open_requests(self, join: JoinRequest) -> tuple[UnansweredRequest, ...]:
        """Return the requests that an app that died left unanswered for this client."""
        if self._journal is None:
            return _reported_open_requests(join)
        return tuple(
            UnansweredRequest(id=entry.id, method=entry.method, batch=entry.batch, repeated=bool(entry.line))
            for entry in self._journal.entries()
        )

    def channel(self) -> DescriptorChannel:
        """Return the connection as a channel, which owns it from now on."""
        sock, client_fds, journal = self._open(), tuple(self.descriptors), self._journal
        self._sock, self.descriptors, self._journal = None, [], None
        return DescriptorChannel(
            sock, (client_fds[0], client_fds[1]) if client_fds else None, journal=journal, first=self._unread
        )

    def close(self) -> None:
        """Close everything that `channel` has not handed over, also the descriptors that the peer has passed."""
        for fd in self.descriptors:
            os.close(fd)
        self.descriptors = []
        if self._journal:
            self._journal.close()
            self._journal = None
        if self._sock:
            self._sock.close()

    def _open(self) -> socket.socket:
        if self._sock is None:
            raise ConnectionError(coded("clients.connection_became_channel"))
        return self._sock


def _reported_open_requests(join: JoinRequest) -> tuple[UnansweredRequest, ...]:
    return tuple(UnansweredRequest(id=id, method=method, batch=batch) for id, method, batch in join.open)


def _are_watchable(reading: int, writing: int) -> bool:
    if sys.platform == "win32":
        return False
    import fcntl

    for fd, wrong in ((reading, os.O_WRONLY), (writing, os.O_RDONLY)):
        mode = os.fstat(fd).st_mode
        if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or (stat.S_ISCHR(mode) and os.isatty(fd))):
            return False
        if fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE == wrong:
            return False
    return True


def _set_ready(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)


async def _until_readable(sock: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready = loop.create_future()
    loop.add_reader(sock, _set_ready, ready)
    try:
        await ready
    finally:
        loop.remove_reader(sock)


class TcpConnection:
    """One loopback TCP connection during its handshake, with authentication of both ends."""

    def __init__(self, stream: TcpChannel, token: str) -> None:
        self._stream = stream
        self._token = token
        self._authenticated = False
        self._is_channel = False

    async def read_line(self) -> bytes:
        """Return the next line, after authentication of both ends; raises as `TcpChannel.read_line` does."""
        if not self._authenticated:
            await self._stream.authenticate(self._token)
            self._authenticated = True
        return await self._stream.read_line()

    async def wait_closed(self) -> None:
        """Wait until the peer has disconnected; discard its input."""
        with contextlib.suppress(ConnectionError, HandshakeError):
            while True:
                await self._stream.read_line()

    async def reply(self, value: dict[str, Any]) -> None:
        """Send a line of JSON. Raises OSError, or TimeoutError after `REPLY_TIMEOUT`."""
        async with asyncio.timeout(REPLY_TIMEOUT):
            await self._stream.reply(value)

    def peer_pid(self) -> int:
        """Return the process ID of the other end; 0 if unknown. Slow: not for the event loop."""
        return self._stream.peer_pid()

    def check(self, join: JoinRequest) -> None:
        """Raise `HandshakeError` if the request announces descriptors, which TCP cannot pass."""
        if join.descriptors:
            raise HandshakeError(coded("clients.descriptors_cannot_handed_over"))

    def open_requests(self, join: JoinRequest) -> tuple[UnansweredRequest, ...]:
        """Return the requests that an app that died left unanswered for this client."""
        return _reported_open_requests(join)

    def channel(self) -> TcpChannel:
        """Return the connection as a channel, which `close` leaves open from now on."""
        self._is_channel = True
        return self._stream

    def close(self) -> None:
        """Close the connection unless it has become a channel."""
        if not self._is_channel:
            self._stream.transport.close()
