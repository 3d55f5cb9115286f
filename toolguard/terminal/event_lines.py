"""Events of the log, one line each, for a person who watches ``toolguard serve``."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from toolguard.gate import model, server_errors
from toolguard.gate.mcp.request_kinds import is_from_server
from toolguard.gate.model import Event, Snapshot
from toolguard.gate.policy.rules import ANY
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.session.record_limit import so_far
from toolguard.terminal.call_text import clock

MAX_LINES = 50
"""Maximum number of lines printed at once, followed by the number of the others."""
_MAX_RECORDS = 200  # records read at once; of further ones only the number is printed
_READ_DELAY = 1.0  # seconds of pause after a read with more records: decoding takes the interpreter from calls
_MAX_LINE_LENGTH = 400  # maximum characters of a line

Recorded = tuple[int, float, Event]
"""A record's number, its time (seconds since the epoch) and its event."""
ReadLog = Callable[[int, int], list[Recorded]]
"""Returns up to so many records after a number, oldest first; called in a thread."""

_OUTCOMES = {
    "result": "a result",
    "tool_error": "the tool reported an error",
    "error": "the server returned an error",
    "input_required": "the server requested input",
    "task": "a running task",
}


def recorded_in(path: Path) -> ReadLog:
    """Return a reader of the log at ``path``. Read errors are ignored here: the log itself reports what is wrong."""

    def read(after: int, limit: int) -> list[Recorded]:
        from toolguard.store.log.audit_log import LogReader, TamperedError

        try:
            reader = LogReader(path)
            try:
                return [(record.seq, record.time, record.event) for record, _ in reader.after(after, limit)]
            finally:
                reader.close()
        except (OSError, TamperedError):
            return []

    return read


def nothing(_after: int, _limit: int) -> list[Recorded]:
    """Return no records, for a terminal without a log."""
    return []


class EventLines:
    """The events that were not printed yet."""

    def __init__(self, read: ReadLog, printed: int) -> None:
        self._read = read
        self.printed = printed
        """Number of the newest printed record."""
        self._trouble: tuple[str, ...] = ()
        self._approvers: dict[str, str] = {}
        self._pending: set[str] = set()
        self._rests_until = 0.0

    async def lines(self, snapshot: Snapshot) -> list[str]:
        """Return everything new, problems first."""
        lines: list[str] = []
        left = 0
        if snapshot.recorded > self.printed and time.monotonic() >= self._rests_until:
            records = await asyncio.to_thread(self._read, self.printed, _MAX_RECORDS)
            for _, moment, event in records:
                text = self._line(event)
                if text and len(lines) < MAX_LINES:
                    lines.append(f"{clock(moment)}  {_one_line(text)}")
                elif text:
                    left += 1
            last = records[-1][0] if records else snapshot.recorded
            self.printed = max(last, snapshot.recorded)
            left += self.printed - last
            if self.printed > last:  # what ends these calls may have been left out
                self._approvers.clear()
                self._pending.clear()
            if len(records) == _MAX_RECORDS:
                self._rests_until = time.monotonic() + _READ_DELAY
        if left:
            lines.append(f"          … and {left:,} more records, see `toolguard log list`")
        return [*self.trouble(snapshot), *lines]

    def trouble(self, snapshot: Snapshot) -> list[str]:
        """Return new problems since the last call, and whether all are resolved."""
        lines = [f"PROBLEM   {_one_line(text)}" for text in snapshot.trouble if text not in self._trouble]
        if self._trouble and not snapshot.trouble:
            lines.append("          resolved")
        self._trouble = snapshot.trouble
        return lines

    def _line(self, event: Event) -> str:  # noqa: C901 - one case for each kind
        """Return one event of a call; ``""`` for events that only the log contains."""
        match event:
            case model.CallHeld():
                if event.call in self._pending:  # another request waits for the same decision
                    return ""
                self._pending.add(event.call)
                return f"pending    {_subject(event)}"
            case model.CallDecided(verdict="allow"):
                self._pending.discard(event.call)
                self._approvers[event.call] = event.by
                return ""
            case model.CallDecided():
                self._pending.discard(event.call)
                return f"denied     {_subject(event)}: by {event.by}{_reason(event.reason)}"
            case model.CallForwarded():
                by = self._approvers.pop(event.call, "an earlier decision")
                filled = f", bound arguments: {'; '.join(event.secrets)}" if event.secrets else ""
                return f"running    {_subject(event)}: allowed by {by}{filled}"
            case model.CallCompleted():
                text = " ".join(server_errors.error_text(event.preview, event.outcome).split())
                return (
                    f"returned   {_subject(event)}: {_OUTCOMES[event.outcome]}, after {event.took:.2f} s{_reason(text)}"
                )
            case model.CallWithdrawn():
                self._pending.discard(event.call)
                self._approvers.pop(event.call, None)
                return f"cancelled  {_subject(event)}: {event.reason}"
            case model.CallOutcomeUnknown():
                return f"LOST       {_subject(event)}: {event.reason}"
            case model.CallCancelled():
                return f"stopped    {_subject(event)}: by {event.by}{_reason(event.reason)}"
            case model.CallDeferred():
                return f"retry      {_subject(event)}: the client was asked to retry; the call stays pending"
            case model.DecisionDeferred():
                self._pending.discard(event.call)
                self._approvers.pop(event.call, None)
                answer = "approval" if event.verdict == "allow" else "denial"
                return f"saved      {_subject(event)}: your {answer} applies to the next identical call"
            case model.TaskEnded():
                return f"task       {_subject(event)}: {event.status}"
        return _line_of_others(event)


def _named(server: str) -> str:
    return server if server != ANY else "all servers combined"


def _line_of_others(event: Event) -> str:
    """Return one event without a call."""
    match event:
        case model.SessionStarted():
            return f"joined     {event.client} uses {_named(event.server)}"
        case model.SessionEnded():
            return f"left       {event.client} no longer uses {_named(event.server)}: {event.reason}"
        case model.ServerStateChanged(state="failed" | "stopped" | "ended"):
            return f"server     {event.server} {event.state}{_reason(event.detail)}"
        case model.MessageRefused():
            number = _reason(so_far(event.count))
            return f"refused    a message between {event.client} and {event.server}: {event.reason}{number}"
        case model.ServerRequestReceived():
            about = f": {event.params}" if event.params else ""
            number = _reason(so_far(event.count))
            return f"asked      {event.server} asks {event.client} for {event.method}, {event.state}{number}{about}"
        case model.ConfigChanged():
            return f"changed    {event.what.removesuffix('.')}, by {event.by}"
        case model.ClientForgotten():
            return f"removed    {event.client} from the list of clients, by {event.by}"
    return ""


def _subject(event: model.CallEvent) -> str:
    if isinstance(event.method, str) and is_from_server(event.method):
        return f"{event.tool} of {event.server} to {event.client}"
    return f"{event.tool} of {event.server} for {event.client}"


def _reason(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _one_line(text: str) -> str:
    return visible(text if len(text) <= _MAX_LINE_LENGTH else text[: _MAX_LINE_LENGTH - 1] + "…")
