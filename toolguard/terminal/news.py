"""What happened, a line an event, for a person who watches ``toolguard serve``. Reads the log, decides nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from toolguard.checkpoint import calls, failures
from toolguard.checkpoint.calls import Event, Snapshot
from toolguard.checkpoint.rules import ANY
from toolguard.checkpoint.visible import visible
from toolguard.terminal.questions import clock

MOST = 50
"""Lines told at once; how many more there are is said."""
_READ = 1_000  # records read at once
_LONGEST = 400  # characters of a line

Recorded = tuple[int, float, Event]
"""A record's number, its time (seconds since the epoch) and what happened."""
ReadLog = Callable[[int, int], list[Recorded]]
"""Up to so many records after a number, oldest first; called in a thread."""

_OUTCOMES = {
    "result": "a result",
    "tool_error": "the tool says it failed",
    "error": "the server refused it",
    "input_required": "the server asks for more",
    "task": "a task that goes on",
}


def recorded_in(path: Path) -> ReadLog:
    """A reader of the log at ``path``. What cannot be read is not told: the log says itself what is wrong with it."""

    def read(after: int, limit: int) -> list[Recorded]:
        from toolguard.store.audit import LogReader, Tampered

        try:
            reader = LogReader(path)
            try:
                return [(record.seq, record.time, record.event) for record, _ in reader.after(after, limit)]
            finally:
                reader.close()
        except (OSError, Tampered):
            return []

    return read


def nothing(_after: int, _limit: int) -> list[Recorded]:
    """For a terminal without a log."""
    return []


class News:
    """Remembers what was told already."""

    def __init__(self, read: ReadLog, told: int) -> None:
        self._read = read
        self.told = told
        """Number of the newest record that was told."""
        self._trouble: tuple[str, ...] = ()
        self._by: dict[str, str] = {}

    async def lines(self, snapshot: Snapshot) -> list[str]:
        """Everything new, trouble first."""
        lines: list[str] = []
        left = 0
        while snapshot.recorded > self.told:
            found = await asyncio.to_thread(self._read, self.told, _READ)
            for _, moment, event in found:
                text = self._line(event)
                if text and len(lines) < MOST:
                    lines.append(f"{clock(moment)}  {_one_line(text)}")
                elif text:
                    left += 1
            self.told = found[-1][0] if found else snapshot.recorded
        if left:
            lines.append(f"          … and {left:,} more, see `toolguard log list`")
        return [*self.trouble(snapshot), *lines]

    def trouble(self, snapshot: Snapshot) -> list[str]:
        """What is wrong since the last look, and that nothing is wrong any more."""
        lines = [f"TROUBLE   {_one_line(text)}" for text in snapshot.trouble if text not in self._trouble]
        if self._trouble and not snapshot.trouble:
            lines.append("          all is well again")
        self._trouble = snapshot.trouble
        return lines

    def _line(self, event: Event) -> str:
        """One event of a call; ``""`` for what only the log keeps account of."""
        match event:
            case calls.Asked():
                return f"held       {_of(event)}"
            case calls.Decided(verdict="allow"):
                self._by[event.call] = event.by
                return ""
            case calls.Decided():
                return f"denied     {_of(event)}: by {event.by}{_why(event.reason)}"
            case calls.Forwarded():
                by = self._by.pop(event.call, "an earlier decision")
                filled = f", filled in: {'; '.join(event.secrets)}" if event.secrets else ""
                return f"running    {_of(event)}: allowed by {by}{filled}"
            case calls.Returned():
                said = " ".join(failures.said(event.preview, event.outcome).split())
                return f"returned   {_of(event)}: {_OUTCOMES[event.outcome]}, after {event.took:.2f} s{_why(said)}"
            case calls.Withdrawn():
                self._by.pop(event.call, None)
                return f"withdrawn  {_of(event)}: {event.reason}"
            case calls.Lost():
                return f"LOST       {_of(event)}: {event.reason}"
            case calls.Cancelled():
                return f"cancelled  {_of(event)}: by {event.by}{_why(event.reason)}"
            case calls.Deferred():
                return f"put off    {_of(event)}: the client was told to ask again, the question stays"
            case calls.Ticketed():
                self._by.pop(event.call, None)
                answer = "yes" if event.verdict == "allow" else "no"
                return f"kept       {_of(event)}: your {answer} waits for the next identical call"
            case calls.TaskEnded():
                return f"task       {_of(event)}: {event.status}"
        return _line_of_others(event)


def _named(server: str) -> str:
    return server if server != ANY else "every server, as one"


def _line_of_others(event: Event) -> str:
    """One event that is no call's."""
    match event:
        case calls.Joined():
            return f"joined     {event.client} uses {_named(event.server)}"
        case calls.Left():
            return f"left       {event.client} no longer uses {_named(event.server)}: {event.reason}"
        case calls.Served(state="failed" | "stopped" | "ended"):
            return f"server     {event.server} {event.state}{_why(event.detail)}"
        case calls.Refused():
            return f"refused    a message between {event.client} and {event.server}: {event.reason}"
        case calls.Questioned():
            about = f": {event.params}" if event.params else ""
            return f"asked      {event.server} asks {event.client} for {event.method}, {event.state}{about}"
        case calls.Changed():
            return f"changed    {event.what}, by {event.by}"
    return ""


def _of(event: calls.OfCall) -> str:
    return f"{event.tool} of {event.server} for {event.client}"


def _why(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _one_line(text: str) -> str:
    return visible(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…")
