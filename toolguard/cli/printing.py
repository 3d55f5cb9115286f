"""What commands print: tables, facts, JSON, and the one line in which they say no. Texts of others are made visible."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import CodedText, arguments_to_wire, plain


class OutputOptions(Protocol):
    """The part of a command's options that matters here."""

    json: bool


def print_json(value: Any) -> None:
    """JSON for programs: ASCII, so that no terminal obeys what is in it."""
    print(json.dumps(value, indent=2, default=str))


def refusal(text: str) -> dict[str, Any]:
    """Return JSON for why a command was refused; ``code`` is None where the command line itself refuses."""
    if not isinstance(text, CodedText):
        return {"code": None, "text": text, "arguments": {}}
    return {"code": text.code, "text": plain(text), "arguments": arguments_to_wire(text)}


def show_table(
    options: OutputOptions, value: Any, heads: Sequence[str], rows: Iterable[Sequence[str]], empty: str
) -> int:  # fmt: skip
    """``value`` as JSON where it is asked for, else ``rows`` under ``heads``; the last column may be long."""
    if options.json:
        print_json(value)
        return 0
    cells = [[visible(cell) for cell in row] for row in rows]
    if not cells:
        print(empty)
        return 0
    widths = [max(len(row[at]) for row in (heads, *cells)) for at in range(len(heads))]
    for row in (heads, *cells):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    return 0


def show_facts(options: OutputOptions, value: Any, facts: Iterable[tuple[str, str]]) -> int:
    """``value`` as JSON where it is asked for, else one labelled line for each fact that says something."""
    if options.json:
        print_json(value)
        return 0
    known = [(label, visible(text)) for label, text in facts if text]
    width = max((len(label) for label, _ in known), default=0)
    for label, text in known:
        print(f"{label:<{width}}  {text}")
    return 0


def command_line(server: Mapping[str, Any]) -> str:
    """How a server is started, as it would be typed, or its address."""
    return str(server["url"]) if "url" in server else shlex.join((server["command"], *server["args"]))


def when(moment: float) -> str:
    """A time (seconds since the epoch) in the person's own time zone."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(moment))


def tell(text: str) -> None:
    """One line beside the output: progress, a hint."""
    print(visible(text), file=sys.stderr, flush=True)
