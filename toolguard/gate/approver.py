"""Where a person's decision came from: the process that asked, its display or terminal, and the kind of input.

These are facts for the log, not a permission. A program of the same user can open a display or a terminal of its own
and press keys there; the record then names that display and the program behind it.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Literal

import msgspec

Surface = Literal["window", "serve", "unknown"]
"""``window``: the Qt window; ``serve``: the terminal of ``toolguard serve``."""
Input = Literal["pointer", "keyboard", "assistive technology", "notification", "terminal", "unknown"]
"""How the decision was given. ``unknown`` is recorded when the program could not tell; it never guesses."""
LONGEST = 256
"""Characters of each text: names come from other programs and from the environment."""


class ProcessInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One run of ToolGuard: where it is shown, and who started it. Empty and 0 mean that the system did not tell."""

    surface: Surface = "unknown"
    display: str = ""
    """X11 display (``:0``), Wayland display (``wayland-0``), or Qt's platform where there is no such name."""
    display_program: str = ""
    """Program that owns the display's socket, from the kernel: ``Xorg``, ``gnome-shell``, ``Xvfb``."""
    display_pid: int = 0
    terminal: str = ""
    """Terminal device of ``serve``: ``/dev/pts/3``."""
    login_session: str = ""
    """Session of the login manager that the process belongs to, else the kernel's audit session."""
    user: str = ""
    pid: int = 0
    started: float = 0.0
    """Seconds since the epoch."""
    started_by: str = ""
    """Program that started ToolGuard. For a start by ``toolguard-connect``: the chat client that launched it."""
    started_by_pid: int = 0
    by_stub: bool = False
    """``toolguard-connect`` started ToolGuard for a chat client."""


class Approver(msgspec.Struct, frozen=True, kw_only=True):
    """What is recorded of the person behind one decision."""

    process: ProcessInfo = ProcessInfo()
    input: Input = "unknown"


UNKNOWN = Approver()
"""The program could not tell where a decision came from."""
acting: ContextVar[Approver] = ContextVar("acting", default=UNKNOWN)
"""Who gave the order that this task carries out. Set for the length of one order, and read only for records."""


def of(by: str) -> Approver | msgspec.UnsetType:
    """What a record by ``by`` says of the person's origin: the order's, or nothing where no person gave it."""
    return acting.get() if by == "person" else msgspec.UNSET


def place(process: ProcessInfo) -> str:
    """Where a process is shown, in plain English; ``""`` when nothing is known of it."""
    if process.surface == "serve":
        return f"on {process.terminal}" if process.terminal else "without a terminal"
    if not process.display:
        return ""
    if not process.display_program:
        return f"on display {process.display}"
    return f"on display {process.display} ({process.display_program}, process {process.display_pid})"


def starter(process: ProcessInfo) -> str:
    """Who started a process, in plain English; ``""`` when the system did not tell."""
    if not process.started_by:
        return "toolguard-connect" if process.by_stub else ""
    through = " through toolguard-connect" if process.by_stub else ""
    return f"{process.started_by} (process {process.started_by_pid}){through}"


def sentence(approver: Approver, verb: str) -> str:
    """One sentence for a terminal or a file, with ``verb`` first: ``Approved in the window on display :0, …``."""
    process = approver.process
    surface = {"window": " in the window", "serve": " in `toolguard serve`", "unknown": ""}[process.surface]
    if not surface:
        return f"{verb}; where is not known"
    where = f" {place(process)}" if place(process) else ""
    how = _INPUTS[approver.input]
    return f"{verb}{surface}{where}{how}"


_VERBS = {"allow": "Approved", "deny": "Denied"}


def said(event: msgspec.Struct) -> str:
    """Where and how the person decided what ``event`` records, as one sentence; ``""`` when it records no origin."""
    approver = getattr(event, "approver", msgspec.UNSET)
    if not isinstance(approver, Approver):
        return ""
    return sentence(approver, _VERBS.get(getattr(event, "verdict", ""), "Ordered"))


_INPUTS: dict[str, str] = {
    "pointer": ", with the pointer",
    "keyboard": ", with the keyboard",
    "assistive technology": ", through assistive technology",
    "notification": ", in a notification",
    "terminal": "",
    "unknown": "; how is not known",
}
