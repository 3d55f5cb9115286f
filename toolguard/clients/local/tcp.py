"""Loopback TCP for `listener` where there are no Unix sockets: token authentication, then copied bytes.

Only this user can read the token. The code is an asyncio protocol, which every event loop supports, so that the
transport for Windows is tested on Linux.
"""

from __future__ import annotations

import asyncio
import hmac
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

import msgspec
import psutil

from toolguard.clients.local.handshake import HandshakeError
from toolguard.clients.local.stdio_channel import FLUSH_TIMEOUT, HIGH, LOW, DescriptorInbox, Item
from toolguard.clients.stub.app_launcher import proof
from toolguard.gate import jsonrpc
from toolguard.gate.session.upstream import CLOSING, ClientChannel
from toolguard.gate.texts import coded, encodable

MAX_HANDSHAKE_SIZE = 1024 * 1024
"""Maximum bytes of the first line, which contains the variables of the client's entry if it has a command."""
MAX_UNAUTHENTICATED_SIZE = 64 * 1024
"""Maximum bytes of a line before the peer is authenticated."""


class TcpChannel(asyncio.Protocol, ClientChannel):
    """One connection: lines during the handshake, then a channel."""

    ended = ""

    def __init__(self, on_connection: Callable[[TcpChannel], None]) -> None:
        self._on_connection = on_connection
        self._longest = MAX_UNAUTHENTICATED_SIZE
        self._received = bytearray()
        self._data_arrived = asyncio.Event()
        self._writable = asyncio.Event()
        self._inbox: DescriptorInbox | None = None
        self._lost_reason = ""
        self._eof = False
        self._closed = False
        self._keeps_stub = False
        self.transport: asyncio.Transport

    # Callbacks of the event loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.transport.set_write_buffer_limits(high=HIGH, low=LOW)
        self._writable.set()
        self._on_connection(self)

    def data_received(self, data: bytes) -> None:
        if self._inbox:
            self._inbox.feed(data)
            return
        self._received += data
        if len(self._received) > self._longest:
            self.transport.pause_reading()
        self._data_arrived.set()

    def eof_received(self) -> bool:
        self._eof = True
        self._data_arrived.set()
        self._end(coded("clients.client_closed_connection"))
        return True

    def connection_lost(self, problem: Exception | None) -> None:
        self._lost_reason = coded("clients.client_closed_connection")
        self._writable.set()
        self._data_arrived.set()
        self._end(self._lost_reason, at_once=problem is not None)

    def _end(self, reason: str, *, at_once: bool = False) -> None:
        if self._inbox:
            self._inbox.end(reason, at_once=at_once)
            self.ended = self._inbox.ended

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    # The handshake.

    async def read_line(self) -> bytes:
        """Return the next line of the handshake. Raises `HandshakeError`, ConnectionError."""
        while b"\n" not in self._received:
            if len(self._received) > self._longest:
                raise HandshakeError(coded("clients.request_too_long", limit=f"{self._longest:,}"))
            if self._eof or self._lost_reason:
                raise ConnectionError(coded("clients.connection_closed_before_whole"))
            self._data_arrived.clear()
            await self._data_arrived.wait()
        line, _, rest = bytes(self._received).partition(b"\n")
        self._received = bytearray(rest)
        if len(line) > self._longest:
            raise HandshakeError(coded("clients.request_too_long", limit=f"{self._longest:,}"))
        return line

    async def reply(self, value: dict[str, Any]) -> None:
        """Send a line of JSON and wait until the buffer has space. Raises ConnectionError."""
        if self._lost_reason:
            raise ConnectionError(self._lost_reason)
        self.transport.write(msgspec.json.encode(value, enc_hook=encodable) + b"\n")
        await self._writable.wait()

    async def authenticate(self, token: str) -> None:
        """Authenticate both ends: each proves with HMAC-SHA256 of a challenge that it can read the token.

        Raises `HandshakeError`.
        """
        theirs = _read_token(await self.read_line(), "nonce")
        mine = secrets.token_hex(16)
        await self.reply({"nonce": mine, "proof": proof(token, "app", theirs, mine)})
        received_proof = _read_token(await self.read_line(), "proof")
        if not hmac.compare_digest(received_proof.encode(), proof(token, "stub", theirs, mine).encode()):
            raise HandshakeError(coded("clients.token_wrong_program_connects"))
        self._longest = MAX_HANDSHAKE_SIZE

    def peer_pid(self) -> int:
        """Return the peer's process ID, found by its port; 0 if unknown. Slow, so it must not run on the event loop."""
        address = self.transport.get_extra_info("peername")
        try:
            for connection in psutil.net_connections("tcp4"):
                if connection.pid and connection.laddr and tuple(connection.laddr) == tuple(address):
                    return connection.pid
        except (psutil.Error, OSError):
            pass
        return 0

    # The channel.

    def open(self) -> None:
        """End the handshake: what was received after its last line, and everything later, are messages."""
        self._inbox = DescriptorInbox(self.transport.pause_reading, self.transport.resume_reading)
        self.transport.resume_reading()
        self._inbox.feed(bytes(self._received))
        self._received.clear()
        if self._eof or self._lost_reason:
            self._end(coded("clients.client_closed_connection"))

    def __aiter__(self) -> TcpChannel:
        return self

    @property
    def has_more(self) -> bool:
        return self._inbox is not None and self._inbox.has_more

    async def __anext__(self) -> Item:
        if self._inbox is None:
            raise StopAsyncIteration
        return await self._inbox.next()

    async def send(self, message: jsonrpc.Message | jsonrpc.Batch) -> None:
        data = jsonrpc.encode(message) + b"\n"
        if self._lost_reason or self._closed:
            raise ConnectionError(self._lost_reason or coded("clients.session_closed"))
        self.transport.write(data)
        await self._writable.wait()
        if self._lost_reason:
            raise ConnectionError(self._lost_reason)

    def keep_stub(self) -> None:
        """Have the stub stay when this channel closes: the app closes, and the next one resumes the session."""
        self._keeps_stub = True

    async def close(self, reason: str = "") -> None:
        if self._closed:
            return
        self._closed = True
        if self._inbox:
            self._end(reason or coded("clients.endpoint_session_over"), at_once=True)
            self.transport.write(b"q" if self._keeps_stub or reason == CLOSING else b"x")
        self.transport.close()
        try:
            async with asyncio.timeout(FLUSH_TIMEOUT):
                while not self._lost_reason:
                    self._writable.clear()
                    await self._writable.wait()
        except TimeoutError:
            self.transport.abort()


def _read_token(line: bytes, name: str) -> str:
    try:
        token = msgspec.json.decode(line, type=dict[str, str])[name]
    except (msgspec.MsgspecError, KeyError, RecursionError, UnicodeError):
        raise HandshakeError(coded("clients.say_proof_first_see")) from None
    if not 16 <= len(token) <= 128 or not token.isascii():
        raise HandshakeError(coded("clients.say_proof_first_see"))
    return token


def write_address(path: str, port: int, token: str) -> None:
    """Write the port and the token to ``path``, readable by this user only.

    On Windows, a file that a stub is reading cannot be removed or replaced, so it is written in place. A stub that
    reads a part of it tries again.
    """
    with suppress(OSError):
        os.unlink(path)  # noqa: PTH108
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with open(fd, "wb") as file:  # noqa: PTH123
        file.write(msgspec.json.encode({"port": port, "token": token}))
