"""Loopback TCP for `listener`, where there is no Unix socket: a token that only our user can read, then copied bytes.

Built on an asyncio protocol, which every event loop has, so that what Windows needs is tested on Linux.
"""

from __future__ import annotations

import asyncio
import hmac
import os
import secrets
from collections.abc import Callable
from typing import Any, cast

import msgspec
import psutil

from toolguard.clients.local.handshake import HandshakeError
from toolguard.clients.local.stdio_channel import FLUSH, HIGH, LOW, DescriptorInbox, Item
from toolguard.clients.stub.app_launcher import proof
from toolguard.gate import jsonrpc
from toolguard.gate.session.upstream import CLOSING, ClientChannel
from toolguard.gate.texts import coded, encodable

LONGEST_HELLO = 1024 * 1024
"""Bytes of the first line: with a command it holds the variables of the client's entry."""
LONGEST_PROOF = 64 * 1024
"""Bytes of a line of somebody who has not proved yet to be ours."""


class TcpChannel(asyncio.Protocol, ClientChannel):
    """One connection: lines while it is greeted, then a channel."""

    ended = ""

    def __init__(self, arrived: Callable[[TcpChannel], None]) -> None:
        self._arrived = arrived
        self._longest = LONGEST_PROOF
        self._head = bytearray()
        self._more = asyncio.Event()
        self._room = asyncio.Event()
        self._inbox: DescriptorInbox | None = None
        self._gone = ""
        self._eof = False
        self._closed = False
        self.app_closes = False
        self.transport: asyncio.Transport

    # What the loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.transport.set_write_buffer_limits(high=HIGH, low=LOW)
        self._room.set()
        self._arrived(self)

    def data_received(self, data: bytes) -> None:
        if self._inbox:
            self._inbox.feed(data)
            return
        self._head += data
        if len(self._head) > self._longest:
            self.transport.pause_reading()
        self._more.set()

    def eof_received(self) -> bool:
        self._eof = True
        self._more.set()
        self._end(coded("clients.client_closed_connection"))
        return True

    def connection_lost(self, problem: Exception | None) -> None:
        self._gone = coded("clients.client_closed_connection")
        self._room.set()
        self._more.set()
        self._end(self._gone, at_once=problem is not None)

    def _end(self, why: str, *, at_once: bool = False) -> None:
        if self._inbox:
            self._inbox.end(why, at_once=at_once)
            self.ended = self._inbox.ended

    def pause_writing(self) -> None:
        self._room.clear()

    def resume_writing(self) -> None:
        self._room.set()

    # The greeting.

    async def line(self) -> bytes:
        """The next line of the greeting; raises `HandshakeError`, ConnectionError."""
        while b"\n" not in self._head:
            if len(self._head) > self._longest:
                raise HandshakeError(coded("clients.request_too_long", limit=f"{self._longest:,}"))
            if self._eof or self._gone:
                raise ConnectionError(coded("clients.connection_closed_before_whole"))
            self._more.clear()
            await self._more.wait()
        line, _, rest = bytes(self._head).partition(b"\n")
        self._head = bytearray(rest)
        if len(line) > self._longest:
            raise HandshakeError(coded("clients.request_too_long", limit=f"{self._longest:,}"))
        return line

    async def reply(self, value: dict[str, Any]) -> None:
        if self._gone:
            raise ConnectionError(self._gone)
        self.transport.write(msgspec.json.encode(value, enc_hook=encodable) + b"\n")
        await self._room.wait()

    async def prove(self, token: str) -> None:
        """Both ends show that they can read the token (a challenge each, HMAC-SHA256); raises `HandshakeError`."""
        theirs = _text(await self.line(), "nonce")
        mine = secrets.token_hex(16)
        await self.reply({"nonce": mine, "proof": proof(token, "app", theirs, mine)})
        told = _text(await self.line(), "proof")
        if not hmac.compare_digest(told.encode(), proof(token, "stub", theirs, mine).encode()):
            raise HandshakeError(coded("clients.token_wrong_program_connects"))
        self._longest = LONGEST_HELLO

    def peer_pid(self) -> int:
        """The process at the other end, found by its port; 0 when the system does not tell. Slow: not on the loop."""
        address = self.transport.get_extra_info("peername")
        try:
            for found in psutil.net_connections("tcp4"):
                if found.pid and found.laddr and tuple(found.laddr) == tuple(address):
                    return found.pid
        except (psutil.Error, OSError):
            pass
        return 0

    # The channel.

    def open(self) -> None:
        self._inbox = DescriptorInbox(self.transport.pause_reading, self.transport.resume_reading)
        self.transport.resume_reading()
        self._inbox.feed(bytes(self._head))
        self._head.clear()
        if self._eof or self._gone:
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
        if self._gone or self._closed:
            raise ConnectionError(self._gone or coded("clients.session_closed"))
        self.transport.write(data)
        await self._room.wait()
        if self._gone:
            raise ConnectionError(self._gone)

    async def close(self, reason: str = "") -> None:
        if self._closed:
            return
        self._closed = True
        if self._inbox:
            self._end(reason or coded("clients.endpoint_session_over"), at_once=True)
            self.transport.write(b"q" if self.app_closes or reason == CLOSING else b"x")
        self.transport.close()
        try:
            async with asyncio.timeout(FLUSH):
                while not self._gone:
                    self._room.clear()
                    await self._room.wait()
        except TimeoutError:
            self.transport.abort()


def _text(line: bytes, name: str) -> str:
    try:
        found = msgspec.json.decode(line, type=dict[str, str])[name]
    except (msgspec.MsgspecError, KeyError, RecursionError, UnicodeError):
        raise HandshakeError(coded("clients.say_proof_first_see")) from None
    if not 16 <= len(found) <= 128 or not found.isascii():
        raise HandshakeError(coded("clients.say_proof_first_see"))
    return found


def write_address(path: str, port: int, token: str) -> None:
    """Say to our own user where we listen. Replaced atomically, never readable by others."""
    draft = f"{path}.{os.getpid()}"
    fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(fd, "wb") as file:  # noqa: PTH123
        file.write(msgspec.json.encode({"port": port, "token": token}))
    os.replace(draft, path)  # noqa: PTH105
