"""One connection while it is greeted: lines (and descriptors) in, replies out, then a channel.

The same face over a Unix socket and over loopback TCP, so that `listener` need not know which it is.
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

from toolguard.clients.local.handshake import HandshakeError, JoinRequest
from toolguard.clients.local.spare_descriptors import NO_DESCRIPTORS
from toolguard.clients.local.stdio_channel import DescriptorChannel
from toolguard.clients.local.tcp import LONGEST_HELLO, TcpChannel
from toolguard.clients.stub import connect
from toolguard.clients.stub.journal import Journal
from toolguard.gate.session.inflight_call import UnansweredRequest
from toolguard.gate.texts import coded, encodable

_CHUNK = 64 * 1024
_MORE = coded("clients.close_chat_clients_not")
REPLYING = 10.0  # seconds for the peer to take our reply
_HANDED = 3  # descriptors: stdin, stdout and the journal


def peer_of(sock: socket.socket) -> tuple[int, int]:
    """Process id (0 when it is not known) and user id of the other end of a Unix socket, from the kernel."""
    uid = connect.peer_uid(sock)
    if sys.platform == "darwin":
        return int.from_bytes(sock.getsockopt(0, 2, 4), sys.byteorder), uid  # SOL_LOCAL, LOCAL_PEERPID
    if sys.platform == "linux":
        return int.from_bytes(sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)[:4], sys.byteorder), uid
    return 0, uid


class UnixConnection:
    """One connection that is greeted: lines and descriptors in, replies out."""

    def __init__(self, sock: socket.socket, pid: int) -> None:
        self._sock: socket.socket | None = sock
        self._pid = pid
        self._rest = b""
        self._journal: Journal | None = None
        self.descriptors: list[int] = []

    async def line(self) -> bytes:
        sock = self._open()
        data = bytearray()
        while b"\n" not in data:
            if len(data) > LONGEST_HELLO:
                break
            try:
                more = self._receive(sock)
            except BlockingIOError:
                await _readable(sock)
                continue
            if not more:
                raise ConnectionError(coded("clients.connection_closed_before_whole"))
            data += more
        line, _, self._rest = bytes(data).partition(b"\n")
        if len(line) > LONGEST_HELLO:
            raise HandshakeError(coded("clients.request_too_long", limit=f"{LONGEST_HELLO:,}"))
        return line

    def _receive(self, sock: socket.socket) -> bytes:
        space = socket.CMSG_SPACE(16 * 4)
        data, extras, flags, _ = sock.recvmsg(_CHUNK, space, getattr(socket, "MSG_CMSG_CLOEXEC", 0))
        for level, kind, body in extras:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                whole = len(body) - len(body) % 4
                self.descriptors += memoryview(body[:whole]).cast("i").tolist()
        if flags & socket.MSG_CTRUNC and len(self.descriptors) < _HANDED:  # the kernel had nowhere to put them
            raise HandshakeError(f"{NO_DESCRIPTORS}. {_MORE}", retry=True)
        if flags & socket.MSG_CTRUNC or len(self.descriptors) > _HANDED:
            raise HandshakeError(coded("clients.exactly_three_descriptors_can"))
        return data

    async def reply(self, value: dict[str, Any]) -> None:
        sock, data = self._open(), msgspec.json.encode(value, enc_hook=encodable) + b"\n"
        async with asyncio.timeout(REPLYING):
            await asyncio.get_running_loop().sock_sendall(sock, data)

    async def left(self) -> None:
        """Return when the other end is gone. What it says meanwhile means nothing."""
        sock = self._open()
        while True:
            await _readable(sock)
            try:
                if not sock.recv(4096):
                    return
            except BlockingIOError:
                continue
            except OSError:
                return

    def peer_pid(self) -> int:
        return self._pid

    def check(self, join: JoinRequest) -> None:
        """Raise `HandshakeError` unless the descriptors are what the hello says, and can be watched by an event
        loop.
        """
        announced = _HANDED if join.descriptors else 0
        if len(self.descriptors) != announced:
            raise HandshakeError(
                coded("clients.descriptors_came_announced", count=len(self.descriptors), announced=announced)
            )
        if not join.descriptors:
            return
        if not _watchable(*self.descriptors[:2]):
            raise HandshakeError(coded("clients.stdin_stdout_pipe_socket"))
        try:
            self._journal = Journal(self.descriptors[2])
        except (ValueError, OSError) as problem:
            raise HandshakeError(coded("clients.third_descriptors_no_journal", reason=problem)) from None
        del self.descriptors[2]  # the journal owns it

    def open_requests(self, join: JoinRequest) -> tuple[UnansweredRequest, ...]:
        """What an app that died has left open for this client."""
        if self._journal is None:
            return _told_open(join)
        return tuple(
            UnansweredRequest(id=one.id, method=one.method, batch=one.batch, repeated=bool(one.line))
            for one in self._journal.entries()
        )

    def channel(self) -> DescriptorChannel:
        """The connection as a channel, which owns it from now on."""
        sock, handed, journal = self._open(), tuple(self.descriptors), self._journal
        self._sock, self.descriptors, self._journal = None, [], None
        return DescriptorChannel(sock, (handed[0], handed[1]) if handed else None, journal=journal, first=self._rest)

    def close(self) -> None:
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


def _told_open(join: JoinRequest) -> tuple[UnansweredRequest, ...]:
    return tuple(UnansweredRequest(id=id, method=method, batch=batch) for id, method, batch in join.open)


def _watchable(reading: int, writing: int) -> bool:
    import fcntl

    for fd, wrong in ((reading, os.O_WRONLY), (writing, os.O_RDONLY)):
        mode = os.fstat(fd).st_mode
        if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or (stat.S_ISCHR(mode) and os.isatty(fd))):
            return False
        if fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE == wrong:
            return False
    return True


def _settle(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)


async def _readable(sock: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready = loop.create_future()
    loop.add_reader(sock, _settle, ready)
    try:
        await ready
    finally:
        loop.remove_reader(sock)


class TcpConnection:
    """The same over loopback TCP, after both ends have proved themselves."""

    def __init__(self, stream: TcpChannel, token: str) -> None:
        self._stream = stream
        self._token = token
        self._proved = False
        self._kept = False

    async def line(self) -> bytes:
        if not self._proved:
            await self._stream.prove(self._token)
            self._proved = True
        return await self._stream.line()

    async def left(self) -> None:
        """Return when the other end is gone. What it says meanwhile means nothing."""
        with contextlib.suppress(ConnectionError, HandshakeError):
            while True:
                await self._stream.line()

    async def reply(self, value: dict[str, Any]) -> None:
        async with asyncio.timeout(REPLYING):
            await self._stream.reply(value)

    def peer_pid(self) -> int:
        return self._stream.peer_pid()

    def check(self, join: JoinRequest) -> None:
        if join.descriptors:
            raise HandshakeError(coded("clients.descriptors_cannot_handed_over"))

    def open_requests(self, join: JoinRequest) -> tuple[UnansweredRequest, ...]:
        """What an app that died has left open for this client."""
        return _told_open(join)

    def channel(self) -> TcpChannel:
        self._kept = True
        return self._stream

    def close(self) -> None:
        if not self._kept:
            self._stream.transport.close()
