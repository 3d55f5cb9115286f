"""A second start of ToolGuard: raise the first one's window, or offer to take over if it is not visible here.

Taking over ends the other ToolGuard and starts a new one here. It approves nothing: the other one's pending calls are
denied, as whenever it quits. The sessions of chat clients continue in the new one.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

from toolguard.cli.printing import when
from toolguard.clients.local.control_client import NoReplyError, close_app, running_app
from toolguard.clients.stub import displays
from toolguard.gate.approver import ProcessInfo, place, starter
from toolguard.gate.policy.unicode_safety import visible

QUIT_TIMEOUT = 20.0
"""Seconds that the other ToolGuard has to quit. Ending its servers takes up to eight."""

_SINGLE_DISPLAYS = ("", "cocoa", "windows")
"""Display systems of which a login has only one, without a name."""
_SEEN_BY_NOBODY = ("offscreen", "minimal", "vnc")
Ask = Callable[[ProcessInfo], bool]
"""Describes the running ToolGuard, and returns whether the person wants to take over."""
Outcome = Literal["raised", "taken over", "left", "no answer", "starting"]


def second_start(
    home: Path, environment: Mapping[str, str], ask: Ask, owned: Callable[[], bool], *, timeout: float = QUIT_TIMEOUT
) -> Outcome:
    """Handle a ToolGuard that is already running. ``taken over``: it has ended, and ``owned`` replaced it.

    ``starting``: the other one accepts no connections yet, or no longer. ``ask`` is called only if the other one is not
    visible on the display of ``environment``. Other outcomes are reported on stderr.
    """
    try:
        other = running_app(home)
        if other is None:
            return "starting"
        if is_shown_here(other, environment):
            return "raised"
        if not ask(other):
            return "left"
        if not close_app(home):
            return "starting"
    except NoReplyError as problem:
        _say(str(problem))
        return "no answer"
    deadline = time.monotonic() + timeout
    while not owned():
        if time.monotonic() > deadline:
            _say(f"it did not quit within {timeout:g} seconds. Stop the process {other.pid}, then try again.")
            return "no answer"
        time.sleep(0.05)
    return "taken over"


def is_shown_here(other: ProcessInfo, environment: Mapping[str, str]) -> bool:
    """Return whether the window of ``other`` is on the display of ``environment``.

    Displays are equal if one program owns both sockets, according to the kernel, or otherwise if their names are equal.
    A ToolGuard that does not report its display (of an earlier version, or still starting) counts as visible.
    """
    if other.surface == "unknown" or (other.surface == "window" and other.display in _SINGLE_DISPLAYS):
        return True
    if other.surface == "serve":
        return False
    if environment.get("QT_QPA_PLATFORM"):
        return displays.display_of(environment) == other.display and _same_owner(other, other.display, environment)
    names = (displays.display_name(environment.get("DISPLAY", "")), environment.get("WAYLAND_DISPLAY", ""))
    return other.display in names and _same_owner(other, other.display, environment)


def _same_owner(other: ProcessInfo, display: str, environment: Mapping[str, str]) -> bool:
    pid, _ = displays.owner_of(display, environment)
    return not pid or not other.display_pid or pid == other.display_pid


def about(other: ProcessInfo) -> str:
    """Return sentences about the running ToolGuard: where it is, what started it, and when."""
    if other.surface == "serve":
        first = f"ToolGuard is already running without a window, {place(other)}."
    else:
        first = f"ToolGuard is already running. Its window is {place(other)}, not here."
    by = f" by {starter(other)}" if starter(other) else ""
    return visible(f"{first} Process {other.pid} was started{by} on {when(other.started)}.")


def ask_in_terminal(other: ProcessInfo) -> bool:
    """Ask on stderr and stdin. Without a terminal, return False and print the option that takes over."""
    _say(about(other))
    if not _is_terminal():
        _say("run `toolguard --take-over` to quit it and open ToolGuard here.")
        return False
    sys.stderr.write("Quit it and open ToolGuard here? Its pending calls are denied. [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def take_over_at_once(other: ProcessInfo) -> bool:
    """Take over without a question, as given on the command line; print what is closed."""
    _say(about(other))
    return True


def wants_dialog(environment: Mapping[str, str]) -> bool:
    """Return whether this is a start from a desktop, where only a dialog is visible.

    It is not in a terminal, with piped output, or on an invisible Qt platform.
    """
    if displays.display_of(environment) in _SEEN_BY_NOBODY or _is_terminal():
        return False
    try:
        return sys.stderr is None or not stat.S_ISFIFO(os.fstat(sys.stderr.fileno()).st_mode)
    except (OSError, ValueError):
        return True


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def _say(text: str) -> None:
    print(f"toolguard: {text}", file=sys.stderr)
