"""Sends records to a syslog server: RFC 5424 messages over TLS (RFC 5425), one connection for a batch.

Syslog has no acknowledgement. So a batch is accepted if the server closes the connection cleanly after we have closed
our side: it has then read all of it (RFC 5425 §4.4). A reset or an alert means that it has not.
"""

from __future__ import annotations

import os
import re
import socket
import ssl
import time
from collections.abc import Sequence
from datetime import UTC, datetime

from toolguard.gate.texts import coded
from toolguard.store.shipping.attributes import LogMessage, Severity, Value, shorten
from toolguard.store.shipping.receiver import TIMEOUT, ReceiverError, check_address, error_text, tls_context

NAME = "syslog"
PORT = 6514
"""The port of syslog over TLS."""
MAX_MESSAGE_SIZE = 8192
"""Maximum bytes of one message. Every receiver accepts 2,048, and most accept 8,192 (RFC 5424 §6.1)."""
_FACILITY = 13  # log audit
_SEVERITIES: dict[Severity, int] = {"info": 6, "warning": 4, "error": 3}
_SD_ID = "toolguard@32473"
"""Enterprise number for RFC 5424. ToolGuard has none: this is the one for documentation (RFC 5612)."""
_NOT_PLAIN = re.compile(r"[^\x21-\x7e]")
_ESCAPED = re.compile(r'(["\\\]])')
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_MIN_TEXT_LENGTH = 32  # minimum characters of a text that are sent
_MAX_UNSTRUCTURED_SIZE = 1_800  # maximum bytes of a message without its structured data
_BOM = "\ufeff"


def split_place(place: str) -> tuple[str, int]:
    """Return host and port of ``host``, ``host:port`` or ``[address]:port``; raises `ReceiverError`."""
    match = re.fullmatch(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\s:\[\]/]+))(?::([0-9]{1,5}))?", place)
    if match is None or (port := int(match[3] or PORT)) > 65535:
        raise ReceiverError(coded("store.ship_address_invalid"))
    host = match[1] or match[2]
    check_address(host, port)
    return host, port


class SyslogReceiver:
    """One syslog server (`Receiver`)."""

    longest = MAX_MESSAGE_SIZE

    def __init__(self, place: str, ca: str = "", host: str | None = None, *, certificate: str = "") -> None:
        """``ca`` and ``certificate``: see `tls_context`. Raises `ReceiverError`."""
        self._host, self._port = split_place(place)
        self._tls = tls_context(ca, certificate)
        self._own_host = socket.gethostname() if host is None else host

    def send(self, batch: Sequence[LogMessage]) -> int:
        """See `Receiver.send`. Returns 0, because servers do not report records that they did not keep."""
        data = b"".join(frame(formatted(message, self._own_host)) for message in batch)
        try:
            began = time.monotonic()
            with socket.create_connection((self._host, self._port), TIMEOUT) as plain:
                trip = time.monotonic() - began
                with self._tls.wrap_socket(plain, server_hostname=self._host) as connection:
                    connection.sendall(data)
                    _close(connection, trip)
        except OSError as problem:  # also ssl.SSLError and TimeoutError
            raise ReceiverError(error_text(problem)) from None
        return 0

    def close(self) -> None:
        """Do nothing: each batch has its own connection."""


def _close(connection: ssl.SSLSocket, trip: float) -> None:
    """Wait until the server has read everything and closed its side; raises OSError.

    A server that closed before it had read the end responds with a reset, at most one ``trip`` later.
    """
    try:
        left = connection.unwrap()
    except ssl.SSLEOFError:  # it closed without a TLS close_notify
        left = connection
    except OSError as problem:
        if problem.errno != 0:
            raise
        left = connection
    time.sleep(min(2 * trip + 0.01, 1.0))
    if error := left.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
        raise ConnectionResetError(error, os.strerror(error))


def frame(message: bytes) -> bytes:
    """Return a message with its length in bytes before it (RFC 5425 §4.3)."""
    return b"%d %b" % (len(message), message)


def formatted(message: LogMessage, host: str) -> bytes:
    """Return a record as an RFC 5424 message of at most `MAX_MESSAGE_SIZE` bytes; texts that are too long are cut."""
    longest = MAX_MESSAGE_SIZE
    while True:
        result = _formatted(message, host, longest)
        if len(result) <= MAX_MESSAGE_SIZE or longest <= _MIN_TEXT_LENGTH:
            return result
        longest //= 2


def _formatted(message: LogMessage, host: str, longest: int) -> bytes:
    moment = datetime.fromtimestamp(message.time, UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    priority = _FACILITY * 8 + _SEVERITIES[message.severity]
    kind = _header(message.name.removeprefix("toolguard."), 32)
    parameters: list[str] = []
    cut, room = False, MAX_MESSAGE_SIZE - _MAX_UNSTRUCTURED_SIZE
    for name, value in message.attributes.items():
        for text in map(_text, value if isinstance(value, tuple) else (value,)):
            shown = shorten(text, longest)
            cut = cut or shown != text
            result = f'{name}="{_escaped(shown)}"'
            room -= len(result.encode()) + 1
            if room < 0 and longest <= _MIN_TEXT_LENGTH:
                cut = True
                continue
            parameters.append(result)
    if cut and "toolguard.shortened" not in message.attributes:
        parameters.append('toolguard.shortened="true"')
    head = f"<{priority}>1 {moment} {_header(host, 255)} toolguard - {kind} [{' '.join((_SD_ID, *parameters))}] "
    return (head + _BOM + _CONTROL.sub(" ", message.body)).encode()


def _header(text: str, longest: int) -> str:
    """Return a text for a header field, ``-`` if empty."""
    return _NOT_PLAIN.sub("", text)[:longest] or "-"


def _escaped(text: str) -> str:
    """Return a value for structured data (RFC 5424 §6.3.3), with control characters made visible."""
    return _ESCAPED.sub(r"\\\1", _CONTROL.sub(lambda character: f"\\u{ord(character[0]):04x}", text))


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
