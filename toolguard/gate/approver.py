"""Origin of a person's decision: the process that asked, its display or terminal, and the kind of input.

These are facts for the log, not permissions. A program of the same user can open a display or terminal and press keys
there; the record then names that display and the program behind it.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Literal

import msgspec

from toolguard.gate.texts import coded

Surface = Literal["window", "serve", "unknown"]
"""``window``: the Qt window; ``serve``: the terminal of ``toolguard serve``."""
Input = Literal["pointer", "keyboard", "assistive technology", "notification", "terminal", "unknown"]
"""Input device of the decision. ``unknown`` if the program could not tell; it never guesses."""
MAX_LENGTH = 256
"""Maximum characters of each text, which come from other programs and the environment."""


class ProcessInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A ToolGuard process: where it is shown, and who started it. Empty and 0 mean unknown."""

    surface: Surface = "unknown"
    display: str = ""
    """X11 display (``:0``), Wayland display (``wayland-0``), or Qt's platform if neither is known."""
    display_program: str = ""
    """Program that owns the display's socket, from the kernel: ``Xorg``, ``gnome-shell``, ``Xvfb``."""
    display_pid: int = 0
    terminal: str = ""
    """Terminal device of ``serve``: ``/dev/pts/3``."""
    login_session: str = ""
    """Login manager session of the process, else the kernel's audit session."""
    user: str = ""
    pid: int = 0
    started: float = 0.0
    """Seconds since the epoch."""
    started_by: str = ""
    """Program that started ToolGuard. If ``toolguard-connect`` did, the chat client that launched it."""
    started_by_pid: int = 0
    by_stub: bool = False
    """Whether ``toolguard-connect`` started ToolGuard for a chat client."""


class Approver(msgspec.Struct, frozen=True, kw_only=True):
    """Recorded origin of a decision."""

    process: ProcessInfo = ProcessInfo()
    input: Input = "unknown"


UNKNOWN = Approver()
"""The origin of a decision could not be determined."""
acting: ContextVar[Approver] = ContextVar("acting", default=UNKNOWN)
"""Origin of the order that the current task carries out. Set during one order, and read only for records."""


def of(by: str) -> Approver | msgspec.UnsetType:
    """Return the origin to record: that of the order if a person gave it, else UNSET."""
    return acting.get() if by == "person" else msgspec.UNSET


def place(process: ProcessInfo) -> str:
    """Return where a process is shown; "" if unknown."""
    if process.surface == "serve":
        if not process.terminal:
            return coded("gate.process_without_terminal")
        return coded("gate.process_on_terminal", terminal=process.terminal)
    if not process.display:
        return ""
    if not process.display_program:
        return coded("gate.process_on_display", display=process.display)
    return coded(
        "gate.process_on_display_of",
        display=process.display, program=process.display_program, pid=process.display_pid,
    )  # fmt: skip


def starter(process: ProcessInfo) -> str:
    """Return who started a process; "" if unknown."""
    if not process.started_by:
        return "toolguard-connect" if process.by_stub else ""
    program = coded("gate.process_with_id", program=process.started_by, pid=process.started_by_pid)
    return coded("gate.process_started_by_stub", program=program) if process.by_stub else program


def sentence(approver: Approver, verb: str) -> str:
    """Return a sentence for a terminal or file, starting with ``verb``: ``Approved in the window on display :0, …``."""
    process = approver.process
    surface = {"window": " in the window", "serve": " in `toolguard serve`", "unknown": ""}[process.surface]
    if not surface:
        return f"{verb}; where is not known"
    where = f" {place(process)}" if place(process) else ""
    how = _INPUTS[approver.input]
    return f"{verb}{surface}{where}{how}"


_VERBS = {"allow": "Approved", "deny": "Denied"}


def decision_sentence(event: msgspec.Struct) -> str:
    """Return where and how a person decided what ``event`` records, as a sentence; "" if it has no origin."""
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
