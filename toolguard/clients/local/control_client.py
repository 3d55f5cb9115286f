"""Client of the app's control socket, for the command line: sends one order and waits for the reply without a limit."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from toolguard.clients.stub import connect
from toolguard.gate.approver import ProcessInfo
from toolguard.gate.texts import coded, error_from_wire

_CONNECT_TIMEOUT = 0.7
_MAX_REPLY_SIZE = 64 * 1024 * 1024  # bytes of a reply


class NoReplyError(Exception):
    """The app runs but did not reply, or the order cannot be sent; the text says what to do.

    It is unknown whether a running app carried out the order.
    """


def ask_app(
    home: Path, order: str, arguments: Mapping[str, Any], *, waiting: Callable[[], None] = lambda: None
) -> dict[str, Any] | None:
    """Return the app's reply, None if it is not running. Calls ``waiting`` once if the reply takes longer than 0.7 s.

    Raises `NoReplyError`, whose text never contains the arguments.
    """
    return _exchange(home, {"toolguard": 1, "do": "order", "order": order, "arguments": dict(arguments)}, waiting)


def running_app(home: Path) -> ProcessInfo | None:
    """Raise the running app's window, and return where it is; None if no app runs. Raises `NoReplyError`."""
    reply = _exchange(home, {"toolguard": 1, "do": "raise"}, lambda: None)
    if reply is None:
        return None
    try:
        return msgspec.convert(reply.get("process", {}), ProcessInfo)
    except msgspec.ValidationError:  # another version: treated as one that does not report its process
        return ProcessInfo()


def close_app(home: Path) -> bool:
    """Ask the running app to close, as if the person had closed its window; return False if no app runs.

    Raises `NoReplyError`, also if the app refuses. Its pending calls are denied; nothing is approved.
    """
    reply = _exchange(home, {"toolguard": 1, "do": "close"}, lambda: None)
    if reply is not None and not reply["ok"]:
        raise NoReplyError(error_from_wire(reply) or coded("clients.app_refuses_to_close"))
    return reply is not None


def _exchange(home: Path, request: dict[str, Any], waiting: Callable[[], None]) -> dict[str, Any] | None:
    try:
        line = json.dumps(request, ensure_ascii=False, default=_refuse_inexact).encode() + b"\n"
    except UnicodeEncodeError:
        raise NoReplyError(coded("clients.app_argument_not_text")) from None
    try:
        sock = connect.open_app(str(home))
    except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
        return None
    except OSError as problem:
        raise NoReplyError(coded("clients.app_not_reachable", path=home, reason=problem.strerror or problem)) from None
    try:
        sock.sendall(line)
        sock.settimeout(_CONNECT_TIMEOUT)
        received = bytearray()
        while not received.endswith(b"\n"):
            try:
                more = sock.recv(65536)
            except TimeoutError:
                waiting()
                sock.settimeout(None)
                continue
            if not more or len(received) > _MAX_REPLY_SIZE:
                raise NoReplyError(coded("clients.app_closed_connection"))
            received += more
        return _reply(bytes(received))
    except OSError:
        raise NoReplyError(coded("clients.app_stopped_first")) from None
    finally:
        sock.close()


def _refuse_inexact(_number: object) -> None:
    """Refuse a ``Decimal``: the app would read it as a float, which does not equal it."""
    raise NoReplyError(coded("clients.app_number_not_exact"))


def _reply(line: bytes) -> dict[str, Any]:
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        reply = None
    if not isinstance(reply, dict) or not isinstance(reply.get("ok"), bool):
        raise NoReplyError(coded("clients.app_response_invalid"))
    return reply
