"""A second start of ToolGuard: raises the first one's window, or offers to take over where that is not seen here.

Taking over ends the other ToolGuard and starts a new one here. It approves nothing: calls that the other one held are
denied as at every closing, and the sessions of chat clients go on in the new one.
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

PATIENCE = 20.0
"""Seconds that the other ToolGuard has to close. It ends its servers first, for which it takes up to eight."""

_ONLY = ("", "cocoa", "windows")
"""Displays of which a login has one, without a name."""
_SEEN_BY_NOBODY = ("offscreen", "minimal", "vnc")
Ask = Callable[[str], bool]
"""Shows the sentences, and returns whether the person wants to take over."""
Outcome = Literal["raised", "taken over", "left", "no answer", "starting"]


def second_start(
    home: Path, environment: Mapping[str, str], ask: Ask, owned: Callable[[], bool], *, patience: float = PATIENCE
) -> Outcome:
    """Deal with the ToolGuard that already runs. ``taken over``: it has ended, and ``owned`` has taken its place.

    ``starting``: the other one takes no connections yet, or no more. ``ask`` is called only when the other one is not
    shown where ``environment`` is. What a person must know stands on stderr for every outcome but these.
    """
    try:
        other = running_app(home)
        if other is None:
            return "starting"
        if is_shown_here(other, environment):
            return "raised"
        if not ask(about(other)):
            return "left"
        if not close_app(home):
            return "starting"
    except NoReplyError as problem:
        _say(str(problem))
        return "no answer"
    deadline = time.monotonic() + patience
    while not owned():
        if time.monotonic() > deadline:
            _say(f"it did not quit within {patience:g} seconds. Stop the process {other.pid}, then try again.")
            return "no answer"
        time.sleep(0.05)
    return "taken over"


def is_shown_here(other: ProcessInfo, environment: Mapping[str, str]) -> bool:
    """Whether a person at the display of ``environment`` sees the window of ``other``.

    Displays are the same when one program owns both sockets, as the kernel says; where it does not, their names count.
    A ToolGuard that does not say where it is (of an earlier version, or still starting) counts as here.
    """
    if other.surface == "unknown" or (other.surface == "window" and other.display in _ONLY):
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
    """Where the running ToolGuard is, who started it and when, in sentences for a person."""
    if other.surface == "serve":
        first = f"ToolGuard is already running without a window, {place(other)}"
    else:
        first = f"ToolGuard is already running, with its window {place(other)}, which is not shown here"
    by = f", started by {starter(other)}" if starter(other) else ""
    return visible(f"{first}: process {other.pid}{by}, {when(other.started)}.")


def ask_in_terminal(text: str) -> bool:
    """Ask on stderr and stdin. Without a terminal the answer is no, and how to say yes is printed."""
    _say(text)
    if not _is_terminal():
        _say("run `toolguard --take-over` to quit it and open ToolGuard here.")
        return False
    sys.stderr.write("Quit it and open ToolGuard here? Its pending calls are denied. [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def take_over_at_once(text: str) -> bool:
    """The person said so on the command line; what is closed is still printed."""
    _say(text)
    return True


def wants_dialog(environment: Mapping[str, str]) -> bool:
    """Whether this is a start from a desktop, where only a dialog is seen.

    Not in a terminal; not where a program reads what is printed (a pipe); not on a platform that nobody sees.
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
