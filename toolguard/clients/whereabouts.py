"""This process as the log names it: where it is shown, its login session, and the program that started it."""

from __future__ import annotations

import getpass
import os
import sys
import time
from collections.abc import MutableMapping

from msgspec.structs import replace

from toolguard.clients.local.client_program import starter
from toolguard.clients.stub import displays
from toolguard.clients.stub.app_launcher import OPENED_BY
from toolguard.gate.approver import MAX_LENGTH, ProcessInfo, Surface


def this_process(surface: Surface, environment: MutableMapping[str, str], input_fd: int = 0) -> ProcessInfo:
    """Facts about this run; those that come from the kernel are the system's, not the environment's.

    Takes `OPENED_BY` out of ``environment``: the process id of the stub that started the app, as the stub says. Who
    started that stub is asked of the kernel; when the stub has ended meanwhile only ``by_stub`` is known.
    """
    stub = environment.pop(OPENED_BY, "")
    by_stub = stub.isascii() and stub.isdigit() and len(stub) < 10
    by = starter(int(stub) if by_stub else os.getpid())
    made = ProcessInfo(
        surface=surface,
        terminal=_terminal(input_fd) if surface == "serve" else "",
        login_session=displays.login_session() if sys.platform == "linux" else "",
        user=_clean(_user()),
        pid=os.getpid(),
        started=time.time(),
        started_by=_clean(by.name or by.executable),
        started_by_pid=by.pid,
        by_stub=by_stub,
    )
    return made if surface == "serve" else shown(made, displays.shown_on(environment), environment)


def shown(process: ProcessInfo, display: str, environment: MutableMapping[str, str]) -> ProcessInfo:
    """The same process, shown on ``display``."""
    display = displays.display_name(display)
    pid, program = displays.owner_of(display, environment)
    return replace(process, display=_clean(display), display_pid=pid, display_program=_clean(program))


def _terminal(fd: int) -> str:
    try:
        return _clean(os.ttyname(fd)) if os.isatty(fd) else ""
    except (OSError, AttributeError):  # Windows has no names of terminals
        return ""


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


def _clean(text: str) -> str:
    """A text of the system or of another program, so that it can be written down: bounded, and UTF-8."""
    return text[:MAX_LENGTH].encode("utf-8", "backslashreplace").decode()[:MAX_LENGTH]
