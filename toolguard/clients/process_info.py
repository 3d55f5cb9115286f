"""Facts about this process for the log: its display or terminal, its login session, and the program that started it."""

from __future__ import annotations

import getpass
import os
import sys
import time
from collections.abc import MutableMapping
from contextlib import suppress

from msgspec.structs import replace

from toolguard.clients.local.client_program import find_parent_program
from toolguard.clients.stub import displays
from toolguard.clients.stub.app_launcher import OPENED_BY
from toolguard.gate.approver import MAX_LENGTH, ProcessInfo, Surface


def describe_this_process(surface: Surface, environment: MutableMapping[str, str], input_fd: int = 0) -> ProcessInfo:
    """Return the facts about this process. Those that the kernel knows do not come from the environment.

    Removes `OPENED_BY` from ``environment``: the process ID of the stub that started the app, as the stub reports it.
    The kernel tells which program started that stub. If the stub has ended, only ``by_stub`` is known.
    """
    stub = environment.pop(OPENED_BY, "")
    by_stub = stub.isascii() and stub.isdigit() and len(stub) < 10
    by = find_parent_program(int(stub) if by_stub else os.getpid())
    info = ProcessInfo(
        surface=surface,
        terminal=_terminal(input_fd) if surface == "serve" else "",
        login_session=displays.login_session() if sys.platform == "linux" else "",
        user=_sanitize(_user()),
        pid=os.getpid(),
        started=time.time(),
        started_by=_sanitize(by.name or by.executable),
        started_by_pid=by.pid,
        by_stub=by_stub,
    )
    return info if surface == "serve" else with_display(info, displays.display_of(environment), environment)


def with_display(process: ProcessInfo, display: str, environment: MutableMapping[str, str]) -> ProcessInfo:
    """Return ``process`` with ``display`` and the program that owns it."""
    display = displays.display_name(display)
    pid, program = displays.owner_of(display, environment)
    return replace(process, display=_sanitize(display), display_pid=pid, display_program=_sanitize(program))


def _terminal(fd: int) -> str:
    if sys.platform != "win32":  # where terminals have no names
        with suppress(OSError):
            return _sanitize(os.ttyname(fd)) if os.isatty(fd) else ""
    return ""


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # before Python 3.13, Windows without USERNAME lacks the module pwd
        return ""


def _sanitize(text: str) -> str:
    """Return a text of the system or of another program as valid UTF-8 of at most `MAX_LENGTH` characters."""
    return text[:MAX_LENGTH].encode("utf-8", "backslashreplace").decode()[:MAX_LENGTH]
