"""A connection to the user's session bus (D-Bus), opened on first use and reopened after it was lost.

QtDBus cannot send unsigned numbers from Python, which notifications need; so jeepney is used. Its router
(``jeepney.io.asyncio``) suits short connections, such as those to polkit, but not one that lasts: it reads messages of
any size, drops signals that are not consumed at once, fails a waiting call with ``KeyError`` when the bus is lost
(jeepney 0.9), and reports the loss only to the next call.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageType, Parser, message_bus, new_method_call
from jeepney.auth import BEGIN, Authenticator
from jeepney.bus import get_bus
from jeepney.wrappers import unwrap_msg

REPLY_TIMEOUT = 5.0
"""Seconds to wait for a reply."""
_MAX_MESSAGE_SIZE = 1 << 20  # maximum bytes of one message: the expected ones are small
_log = logging.getLogger(__name__)


class BusError(Exception):
    """There is no bus, or nobody on it replies. It is not shown to the person: a desktop may lack the service."""


class BusReplyError(BusError):
    """The reply is an error. Its text is the error's name."""


class BusConnection:
    """Lives on the Qt thread's loop. Listeners are called there with each signal that matches their rule."""

    def __init__(self, address: str = "SESSION") -> None:
        self._address = address
        self._listeners: list[tuple[MatchRule, MatchRule, Callable[[Message], None]]] = []
        self._lock = asyncio.Lock()
        self._writer: asyncio.StreamWriter | None = None
        self._reading: asyncio.Task[None] | None = None
        self._serial = 0
        self._answers: dict[int, asyncio.Future[Message]] = {}

    def listen(self, place: DBusAddress, member: str, callback: Callable[[Message], None]) -> None:
        """Call ``callback`` with the signals ``member`` of ``place``. Call this before the first `call`."""
        fits = {"type": "signal", "path": place.object_path, "interface": place.interface, "member": member}
        # Match rules use the well-known name; the message contains the sender's unique one.
        self._listeners.append((MatchRule(**fits, sender=place.bus_name), MatchRule(**fits), callback))

    async def call(self, place: DBusAddress, method: str, signature: str = "", *arguments: Any) -> tuple[Any, ...]:
        """Return the reply of ``method``. Raises `BusError`."""
        try:
            async with asyncio.timeout(REPLY_TIMEOUT):
                async with self._lock:
                    if self._writer is None:
                        await self._open()
                return await self._call(new_method_call(place, method, signature or None, arguments))
        except (OSError, EOFError, TimeoutError, ValueError, KeyError) as why:
            raise BusError(f"{method}: {why!r}") from why

    async def close(self) -> None:
        """Stop reading and disconnect. Idempotent; the next use connects again."""
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
        self._drop()

    async def _open(self) -> None:
        if sys.platform == "win32":
            raise NotImplementedError
        reader, writer = await asyncio.open_unix_connection(get_bus(self._address))
        try:
            await _authenticate(reader, writer)
        except BaseException:
            writer.close()
            raise
        self._writer = writer
        self._reading = asyncio.get_running_loop().create_task(self._read(reader))
        await self._call(message_bus.Hello())
        for rule, _, _ in self._listeners:
            await self._call(message_bus.AddMatch(rule))

    async def _call(self, message: Message) -> tuple[Any, ...]:
        if self._writer is None:
            raise BusError("the bus is gone")
        self._serial += 1
        serial = self._serial
        answer = self._answers[serial] = asyncio.get_running_loop().create_future()
        try:
            self._writer.write(message.serialise(serial))
            await self._writer.drain()
            reply = await answer
        finally:
            self._answers.pop(serial, None)
        if reply.header.message_type == MessageType.error:
            raise BusReplyError(str(reply.header.fields.get(HeaderFields.error_name)))
        return tuple(unwrap_msg(reply))

    async def _read(self, reader: asyncio.StreamReader) -> None:
        parser = Parser()
        try:
            while data := await reader.read(4096):
                parser.add_data(data)
                if parser.bytes_desired() > _MAX_MESSAGE_SIZE:
                    break
                while (message := parser.get_next_message()) is not None:
                    self._on_message(message)
        except OSError as why:
            _log.debug("the session bus is lost: %s", why)
        finally:
            self._drop()

    def _on_message(self, message: Message) -> None:
        answer = self._answers.get(message.header.fields.get(HeaderFields.reply_serial, 0))
        if answer is not None and not answer.done():
            answer.set_result(message)
        elif message.header.message_type == MessageType.signal:
            for _, rule, callback in self._listeners:
                if rule.matches(message):
                    callback(message)

    def _drop(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the session bus is gone"))


async def _authenticate(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    authenticator = Authenticator()
    for request in authenticator:
        writer.write(request)
        with suppress(ConnectionError):
            await writer.drain()
        data = await reader.read(1024)
        if not data:
            raise EOFError("the bus closed the connection")
        authenticator.feed(data)
    writer.write(BEGIN)
