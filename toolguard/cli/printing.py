"""Output of commands: tables, facts, JSON, and errors in one line. Untrusted texts are made visible.

Colors and the terminal's width are used only on a terminal, not in a pipe.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import textwrap
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, TextIO

from toolguard.cli.progress import wipe_progress
from toolguard.gate.policy.unicode_safety import columns, visible
from toolguard.gate.texts import CodedText, arguments_to_wire, plain

Role = Literal["good", "caution", "bad", "head"]
_COLORS: dict[Role, str] = {"good": "32", "caution": "33", "bad": "31", "head": "1"}
WORD_ROLES: dict[str, Role] = {
    "allow": "good", "Allowed": "good", "Done": "good", "Ready": "good", "Shown": "good", "guarded": "good",
    "ask": "caution", "Pending": "caution", "Tool": "caution", "Needs": "caution", "Signed": "caution",
    "changed": "caution", "not": "caution", "Waiting": "caution", "Stopped": "caution",
    "deny": "bad", "Denied": "bad", "Failed": "bad", "Error": "bad", "Unknown": "bad",
}  # fmt: skip
"""The color of a cell in a column of `_COLORED`, by its first word."""
_COLORED = frozenset(("VERDICT", "STATE", "DECISION", "OUTCOME", "NOW", "WITH THE RULE"))
_MIN_COLUMN_WIDTH = 20  # minimum width of a table's last column
_COMMAND = re.compile("`[^`]*`")
_FOLD_INDENT = 4  # columns before the further lines of a row


class OutputOptions(Protocol):
    """The options of a command that affect its output."""

    json: bool


def print_json(value: Any) -> None:
    """Print JSON for programs: ASCII, so that it cannot control a terminal."""
    print(json.dumps(value, indent=2, default=str))


def done(options: OutputOptions, value: Any, text: str) -> int:
    """Print the order's result ``value`` as JSON if requested, else ``text``."""
    if options.json:
        print_json(value)
    else:
        print(visible(text))
    return 0


def refusal(text: str) -> dict[str, Any]:
    """Return JSON with the reason for a refusal; ``code`` is None for a refusal by the command line itself."""
    if not isinstance(text, CodedText):
        return {"code": None, "text": text, "arguments": {}}
    return {"code": text.code, "text": plain(text), "arguments": arguments_to_wire(text)}


def describe_error(problem: Exception) -> str:
    """Return the text of an error; of one of the operating system without its number: ``Permission denied: /x``."""
    if isinstance(problem, OSError) and problem.strerror:
        return f"{problem.strerror}: {problem.filename}" if problem.filename else problem.strerror
    return str(problem)


def show_table(
    options: OutputOptions, value: Any, heads: Sequence[str], rows: Iterable[Sequence[str]], empty: str
) -> int:  # fmt: skip
    """Print ``value`` as JSON if requested, else ``rows`` under ``heads``; the last column may be long.

    On a terminal that is too narrow, columns that do not fit follow on further lines of each row, and empty ones are
    left out. No cell but the last is broken.
    """
    if options.json:
        print_json(value)
        return 0
    cells = [[visible(cell) for cell in row] for row in rows]
    if not cells:
        print(empty)
        return 0
    widths = [max(columns(row[index]) for row in (heads, *cells)) for index in range(len(heads))]
    room = terminal_width() if sys.stdout.isatty() else sys.maxsize
    filled = [index for index in range(len(heads)) if room >= _line_width(widths) or any(row[index] for row in cells)]
    lines = _folded(filled, widths, room)
    for row in (heads, *cells):
        for number, line in enumerate(lines):
            indent = _FOLD_INDENT * bool(number)
            _print_line(
                [(row[index], heads[index], widths[index]) for index in line], indent, room, is_head=row is heads
            )
    return 0


def _line_width(widths: Sequence[int]) -> int:
    return sum(widths) + 2 * (len(widths) - 1)


def _folded(filled: Sequence[int], widths: Sequence[int], room: int) -> list[list[int]]:
    """Return the columns of each line of a row. The last column shares one if that leaves it enough space."""
    lines: list[list[int]] = [[]]
    used = 0
    for index in filled:
        needed = min(widths[index], _MIN_COLUMN_WIDTH) if index == filled[-1] else widths[index]
        if lines[-1] and used + 2 + needed > room:
            lines.append([])
            used = _FOLD_INDENT
        used += widths[index] + 2 * bool(lines[-1])
        lines[-1].append(index)
    return lines


def _print_line(cells: Sequence[tuple[str, str, int]], indent: int, room: int, *, is_head: bool) -> None:
    """Print cells with their heads and widths in one line, of which the last is wrapped; nothing if all are empty."""
    if not any(text for text, _, _ in cells):
        return
    *before, (text, head, _) = cells
    start = indent + sum(width + 2 for _, _, width in before)
    shown = [_painted(_padded(cell, width), name, is_head=is_head) for cell, name, width in before]
    parts = [text]
    if columns(text) > room - start:
        parts = textwrap.wrap(
            text, max(room - start, _MIN_COLUMN_WIDTH), break_on_hyphens=False, break_long_words=False
        )
    for index, part in enumerate(parts):
        last = _painted(part, head, is_head=is_head)
        print(" " * start + last if index else (" " * indent + "  ".join([*shown, last])).rstrip())


def _padded(text: str, width: int) -> str:
    return text + " " * (width - columns(text))


def _painted(cell: str, head: str, *, is_head: bool) -> str:
    if is_head:
        return paint(cell, "head")
    role = WORD_ROLES.get(next(iter(cell.split()), "")) if head in _COLORED else None
    return paint(cell, role) if role else cell


def wrapped(text: str, indent: int, stream: TextIO | None = None) -> str:
    """Return a text for ``stream`` (default: stdout). On a terminal it is wrapped between words, and further lines are
    indented.

    A command in backticks is not broken, so that it can be copied.
    """
    if not (stream or sys.stdout).isatty():
        return text
    unbroken = _COMMAND.sub(lambda found: found[0].replace(" ", "\0"), text)
    width = max(terminal_width(), indent + _MIN_COLUMN_WIDTH)
    lines = textwrap.wrap(
        unbroken, width, subsequent_indent=" " * indent, break_on_hyphens=False, break_long_words=False
    )
    return "\n".join(lines).replace("\0", " ")


def terminal_width() -> int:
    """Return the width of the terminal, or 80."""
    return shutil.get_terminal_size((80, 24)).columns


def paint(text: str, role: Role, stream: TextIO | None = None) -> str:
    """Return the text in color if ``stream`` (default: stdout) supports that; see https://no-color.org."""
    return f"\033[{_COLORS[role]}m{text}\033[0m" if text and has_color(stream or sys.stdout) else text


def has_color(stream: TextIO) -> bool:
    """Return whether a stream is a terminal with color enabled."""
    in_windows_terminal = sys.platform == "win32" and "WT_SESSION" in os.environ  # which sets no TERM
    term = os.environ.get("TERM") or ("xterm-256color" if in_windows_terminal else "dumb")
    return term != "dumb" and not os.environ.get("NO_COLOR") and stream.isatty()


def show_facts(options: OutputOptions, value: Any, facts: Iterable[tuple[str, str]]) -> int:
    """Print ``value`` as JSON if requested, else one labelled line for each non-empty fact."""
    if options.json:
        print_json(value)
        return 0
    shown = [(label, visible(text)) for label, text in facts if text]
    width = max((columns(label) for label, _ in shown), default=0)
    for label, text in shown:
        print(f"{_padded(label, width)}  {_painted(text, label.strip().upper(), is_head=False)}")
    return 0


def command_line(server: Mapping[str, Any]) -> str:
    """Return a server's command line, or its address."""
    return str(server["url"]) if "url" in server else shlex.join((server["command"], *server["args"]))


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: ``1 session``, ``2 sessions``."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def size(count: float) -> str:
    """Return a number of bytes as text: ``64 KiB``."""
    for unit in ("bytes", "KiB"):
        if count < 1024:
            return f"{count:.4g} {unit}"
        count /= 1024
    return f"{count:.4g} MiB"


def span(seconds: float) -> str:
    """Return seconds in the largest unit that fits: ``300 ms``, ``2.5 s``, ``10 min``."""
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= length:
            return f"{seconds / length:.3g} {unit}"
    return f"{seconds:.3g} s"


def when(moment: float) -> str:
    """Return a time (seconds since the epoch) in the local time zone."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(moment))


def pause(seconds: float) -> None:
    """Flush stdout and sleep. Raises BrokenPipeError once nobody reads a piped stdout any more."""
    sys.stdout.flush()
    if sys.platform == "win32" or sys.stdout.isatty():
        time.sleep(seconds)
        return
    import select

    watched = select.poll()
    watched.register(sys.stdout.fileno(), 0)
    if any(events & (select.POLLERR | select.POLLHUP) for _, events in watched.poll(seconds * 1000)):
        raise BrokenPipeError


def print_hint(text: str) -> None:
    """Print a hint beside the output, on one line or, on a terminal, on as many as it needs."""
    wipe_progress()
    shown = visible(text)
    print(wrapped(shown, len(shown) - len(shown.lstrip()), sys.stderr), file=sys.stderr, flush=True)
