"""Pending calls and proposals as plain text for a terminal. Pure functions.

Untrusted text is escaped and wrapped, and each row starts with a bar, so that no text can imitate another block. Where
something is left out, the text says how much, and `PromptText.whole` is False.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from toolguard.gate import jsonrpc
from toolguard.gate.model import NOT_ARGUMENTS, InjectedArgument, PendingCall, Proposal, Tool
from toolguard.gate.policy.declared_effects import Effect, declared_effect, declares_network
from toolguard.gate.policy.json_diff import MAX_DIFFERENCES, JsonChange
from toolguard.gate.policy.risks import ProposalPart
from toolguard.gate.policy.unicode_safety import columns, suspicious, visible
from toolguard.terminal.risk_text import sentences

_MIN_INPUT_ROWS = 6  # rows of the arguments that are shown in any case, however low the terminal is
_KEY_ROWS = 4  # rows below the arguments
_MAX_DESCRIPTION_ROWS = 6  # rows of a description
_LOW = 30  # rows of a terminal in which a description gets half of them
_MAX_DESCRIPTION_LENGTH = (
    20_000  # characters of a server's text about its tool: formatting megabytes would take many seconds
)
_MAX_INPUT_LENGTH = 200_000  # characters of arguments above which only both ends are formatted before they are folded
_LABEL_WIDTH = 9  # columns
_MIN_ROOM = 20  # columns of a row of text
MIN_WIDTH = _MIN_ROOM + 14
"""Columns that a terminal must have. A narrower one breaks rows, and the rest of one looks like a row of ours."""


_EFFECTS: dict[Effect, str] = {
    "reads": "Reads, as its server declares",
    "changes": "Modifies, as its server declares",
    "undeclared": "Not declared by its server; it may change or delete data",
    "destroys": "Destroys, as its server declares",
}
_LINE_BREAK = re.compile(r"(?<!\\)(?:\\\\)*\\n(?!\")")  # escaped in a JSON string, except at its end


_HEADS = {(True, True): "Pending request of the server", (True, False): "Pending request of the client"}


class PromptText(NamedTuple):
    """The text of a question; ``whole`` is False if a part of what would run was folded."""

    text: str
    whole: bool
    folded: bool
    """Whether anything was folded."""
    digest: str = ""
    """`Call.digest` when the text was made."""


def pending_sheet(pending: PendingCall, *, width: int, height: int, full: bool) -> PromptText:
    """Return everything that a person must know before approving a call."""
    call, tool = pending.call, pending.tool
    rows = [heading(_HEADS.get((call.is_request, call.is_from_server), "Pending call"), width)]
    rows += field("client", call.client.id, width)
    claims = [f"reported name {call.claim}"] if call.claim else []
    claims += [f"program {call.client.program}"] if call.client.program else []
    rows += field("", ", ".join(claims), width) if claims else []
    rows += field("server", call.server, width)
    rows += field("request" if call.is_request else "tool", call.tool, width)
    if tool is not None and tool.title and tool.title != call.tool:
        rows += field("titled", _bounded(tool.title), width)
    folded = False
    if tool is not None and tool.description:
        about = field("about", _bounded(tool.description), width)
        most = _MAX_DESCRIPTION_ROWS if height >= _LOW else _MAX_DESCRIPTION_ROWS // 2
        folded = not full and len(about) > most
        rows += field("about", _bounded(tool.description), width, most=most) if folded else about
    if not call.is_request:
        rows += field("effect", _effect(tool), width)
    for label, text in _times(pending):
        rows += field(label, text, width)
    rows += field("because", pending.asked_because, width) if pending.asked_because else []
    for name in (call.client.id, call.server, call.tool):
        rows += [row for doubt in suspicious(name) for row in field("!", f"{name}: {doubt}", width)]
    for warning in pending.warnings:
        rows += field("!", warning, width)
    if pending.secrets:
        rows += field("secrets", f"the server gets {', '.join(pending.secrets)}", width)
    if tool is not None:
        rows += [row for need in tool.needs for row in field("requires", _need(tool, need), width)]
    for argument in call.injected:
        rows += field("secrets", f"added after you approve: {filling(argument)}", width)
    digest = pending.shown
    params = call.message["params"]
    if call.is_request:
        params = {
            "arguments": call.arguments,
            **{name: member for name, member in params.items() if name in NOT_ARGUMENTS},
        }
    inputs, whole = _inputs(params, width, 0 if full else max(_MIN_INPUT_ROWS, height - len(rows) - _KEY_ROWS))
    folded = folded or not whole or (not full and bool(params.get("_meta")))
    return PromptText("\n".join([*rows, *inputs]) + "\n", whole, folded, digest)


def proposal_sheet(proposal: Proposal, *, width: int, height: int, full: bool) -> PromptText:
    """Return a proposal with its exact effect; of several changes, each with its risks."""
    rows = [heading("Pending change", width)]
    rows += field("change", proposal.title, width)
    rows += field("by", proposal.asked_by, width)
    rows += [row for risk in sentences(proposal.risks, "") for row in field("!", risk, width)]
    for number, part in enumerate(proposal.parts, 1):
        rows += field(f"{number}.", part.text, width)
        rows += [row for risk in sentences(part.risks, part.server) for row in field("!", risk, width)]
    rows += [row for doubt in suspicious(proposal.detail) for row in field("!", doubt, width)]
    shown, whole = _shown(
        proposal.detail, width - 4, 0 if full else max(_MIN_INPUT_ROWS, height - len(rows) - _KEY_ROWS)
    )
    return PromptText("\n".join([*rows, "  exactly", *_barred(shown)]) + "\n", whole, not whole)


def part_sheet(part: ProposalPart, number: int, count: int, *, width: int) -> str:
    """Return one change of several, complete."""
    rows = [heading(f"Change {number} of {count}", width)]
    rows += field("change", part.text, width)
    rows += [row for risk in sentences(part.risks, part.server) for row in field("!", risk, width)]
    rows += [row for doubt in suspicious(part.detail) for row in field("!", doubt, width)]
    return "\n".join([*rows, "  exactly", *_barred(_shown(part.detail, width - 4, 0)[0])]) + "\n"


def edited_sheet(changes: Sequence[JsonChange], arguments: object, warnings: Iterable[str], *, width: int) -> str:
    """Return what a person changed in the arguments, the gate's warnings about it, and the arguments, complete: another
    program may have written the file that the editor saved.
    """
    rows = [heading("Changes of the arguments", width)]
    for change in changes:
        rows += field("changed", change.place, width)
        for sign, value in (("−", change.before), ("+", change.after)):
            if value is not None:
                first, *others = _rows(value, width - 6)
                rows += [f"  │ {sign} {first}", *(f"  ┆   {row}" for row in others)]
    if not changes:
        rows.append("  Only the order of the properties changes.")
    elif len(changes) == MAX_DIFFERENCES:
        rows.append("  More changes are not shown.")
    rows += [row for warning in warnings for row in field("!", warning, width)]
    return "\n".join([*rows, *_inputs({"arguments": arguments}, width, 0)[0]]) + "\n"


def key_rows(keys: Iterable[str], width: int) -> str:
    """Return the keys of a question in as few rows as they need; none is broken."""
    rows: list[str] = []
    for key in keys:
        if rows and len(rows[-1]) + 2 + len(key) <= width:
            rows[-1] += f"  {key}"
        else:
            rows.append(key)
    return "\n".join(rows)


def prompt(text: str, width: int) -> str:
    """Return a line of ours, wrapped between words."""
    return "\n".join(wrap(text, width, break_on_hyphens=False))


def event_rows(line: str, width: int) -> str:
    """Return a line about an event. Further rows are behind a bar, so that its text cannot imitate another line."""
    first, *others = _rows(line, width - 12, between_words=True)
    return "\n".join([first, *(f"          │ {row}" for row in others)])


def clock(moment: float) -> str:
    """Return a time in seconds since the epoch as local ``HH:MM:SS``."""
    return time.strftime("%H:%M:%S", time.localtime(moment))


def _inputs(params: dict[str, Any], width: int, most: int) -> tuple[list[str], bool]:
    """Return what the server would get, in about ``most`` rows (0: all): the arguments, and the client's other
    params.
    """
    rows, whole = list[str](), True
    arguments = params.get("arguments") or {}
    size = len(jsonrpc.text(arguments).encode())
    parts: list[tuple[str, object]] = [(f"  arguments {size:,} bytes", arguments)]
    beside = {name: value for name, value in params.items() if name not in ("name", "arguments")}
    notes = beside.pop("_meta", None) if most else None
    if beside:
        parts.append(("  outside the arguments", beside))
    for title, value in parts:
        shown, all_of_it = _shown(
            jsonrpc.indented(value), width - 4, most and max(_MIN_INPUT_ROWS, most - len(rows) - 1), apart=True
        )
        whole = whole and all_of_it
        rows += [title, *_barred(shown)]
    if notes:
        rows.append(f"  _meta    {len(jsonrpc.text(notes).encode()):,} bytes of metadata: press m")
    return rows, whole


def _effect(tool: Tool | None) -> str:
    """Return what the server declares about its tool, in the words of the window's badges."""
    annotations = tool.annotations if tool is not None else {}
    network = "; Network" if declares_network(annotations) else ""
    return f"{_EFFECTS[declared_effect(annotations)]}{network}"


def _times(pending: PendingCall) -> Iterator[tuple[str, str]]:
    """Return since when and until when a call is pending, and what a decision applies to, each with its label."""
    ends = f", auto-denied at {clock(pending.expires)}" if pending.expires else ""
    yield "since", f"{clock(pending.call.since)}{ends}"
    if pending.deferred and not pending.waiting:
        yield "retry", "the client was asked to retry: your decision is saved for its next identical call"
    elif pending.deadline:
        yield "retry", f"requested from the client at {clock(pending.deadline)}; later decisions apply to it"
    if pending.waiting > 1:
        yield "shared", f"{pending.waiting:,} identical calls share this decision"


def _need(tool: Tool, need: str) -> str:
    """Return a requirement of a tool with its scopes."""
    scopes = ", ".join(tool.scopes.get(need.removeprefix("context authorization "), ()))
    return need.removeprefix("context ") + (f", for {scopes}" if scopes else "")


def filling(filled: InjectedArgument) -> str:
    """Return an injected argument and its place, by names only."""
    named = ", ".join(f"secret {name}" for name in filled.secrets)
    return f"{filled.pointer or filled.place} ← {filled.template or named}"


def heading(title: str, width: int) -> str:
    """Return the line above a question."""
    return f"\n── {title} " + "─" * max(0, width - len(title) - 4)


def field(label: str, text: str, width: int, most: int = 0) -> list[str]:
    """Return a labelled text; further rows are indented."""
    rows = _rows(text, width - _LABEL_WIDTH - 4, between_words=True)
    rows = _fold(rows, most) if most else rows
    blank = " " * (_LABEL_WIDTH - 2)
    return [f"  {label:<{_LABEL_WIDTH - 1}} {rows[0]}", *(f"  {blank}│ {row}" for row in rows[1:])]


class _Continued(str):
    """A row that continues the one before."""

    __slots__ = ()


def _barred(rows: list[str]) -> list[str]:
    """Return rows behind a bar. That of a continued row is dashed, because its text can look like a row of its own."""
    return [f"  {'┆' if isinstance(row, _Continued) else '│'} {row}" for row in rows]


def _fold(rows: list[str], most: int) -> list[str]:
    """Return the beginning and the end of ``rows``, with the number of missing rows between them."""
    if len(rows) <= most:
        return rows
    head, tail = most * 2 // 3, most // 4
    return [
        *rows[:head],
        f"⋮ {len(rows) - head - tail:,} rows not shown: press m",
        *rows[len(rows) - tail :],
    ]


def _shown(text: str, room: int, most: int, *, apart: bool = False) -> tuple[list[str], bool]:
    """Return at most ``most`` rows of a text (0: all), and whether they are complete. ``apart``: see `_rows`."""
    if not most or len(text) <= _MAX_INPUT_LENGTH:
        rows = _rows(text, room, apart=apart)
        shown = _fold(rows, most) if most else rows
        return shown, len(shown) == len(rows)
    end = _MAX_INPUT_LENGTH // 20
    head = _rows(text[:end], room, apart=apart)[: most * 2 // 3]
    tail = _rows(text[-end:], room, apart=apart)[-(most // 4) :]
    return [*head, f"⋮ about {len(text):,} characters in total, most not shown: press m", *tail], False


def _bounded(text: str) -> str:
    left = len(text) - _MAX_DESCRIPTION_LENGTH
    return text if left <= 0 else f"{text[:_MAX_DESCRIPTION_LENGTH]} … and {left:,} more characters"


def _rows(text: str, room: int, *, between_words: bool = False, apart: bool = False) -> list[str]:
    """Return ``text`` escaped and wrapped to ``room`` columns. ``apart``: in JSON, begin a row after an escaped line
    break.
    """
    room = max(room, _MIN_ROOM)
    rows: list[str] = []
    for line in visible(text, keep_newlines=True).replace("\t", "    ").split("\n"):
        pieces = _LINE_BREAK.sub(r"\g<0>\n", line).split("\n") if apart else [line]
        first, *others = (row for piece in pieces for row in _wrapped(piece, room, between_words=between_words))
        rows += [first, *map(_Continued, others)]
    return rows


def _wrapped(line: str, room: int, *, between_words: bool) -> list[str]:
    if not line.isascii():
        return _cut(line, room)
    if between_words:
        first, *others = wrap(line, room, break_on_hyphens=False, drop_whitespace=False) or [""]
        return [first, *(row.removeprefix(" ") for row in others)]
    return [line[start : start + room] for start in range(0, len(line), room)] or [""]


def _cut(line: str, room: int) -> list[str]:
    """Yield rows by columns: a wide character takes two, a combining one none (but 40 of them begin a new row)."""
    rows, begun, width, stacked = list[str](), 0, 0, 0
    for index, letter in enumerate(line):
        wide = columns(letter)
        stacked = stacked + 1 if wide == 0 else 0
        if width + wide > room or stacked > 40:
            rows.append(line[begun:index])
            begun, width, stacked = index, 0, 0
        width += wide
    return [*rows, line[begun:]]
