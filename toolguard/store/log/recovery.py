"""Recovery: the calls of a session that a crash left open. A fold over records, no I/O."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

import msgspec

from toolguard.gate import model
from toolguard.gate.mcp.request_kinds import CALL
from toolguard.gate.session.upstream import CLOSING


class OpenCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call without an end in the log. Only ``forwarded`` ones may have run."""

    call: str
    request: str
    """The JSON-RPC id as JSON text; empty if its record is missing."""
    also: tuple[str, ...] = ()
    """Requests of identical calls that waited for the same decision."""
    era: model.Era
    server: str
    tool: str
    method: str = CALL
    state: Literal["held", "allowed", "forwarded", "returned", "closed"]
    """``returned`` and ``closed`` (it never ran) occur only for requests that were asked about."""
    cancelled: bool = False
    """The client or the person cancelled it while it ran, so nobody waits for a response."""


_MAX_IDENTICAL_CALLS = 1_000  # identical calls per decision that are distinguished


class UnfinishedSession(msgspec.Struct, frozen=True, kw_only=True):
    """State needed to resume a session: its start, its handshake, its open calls (oldest first)."""

    joined: model.SessionStarted | None = None
    handshake: model.HandshakeCompleted | None = None
    left: bool = False
    """The session ended normally, not because the app closed, and is not resumed."""
    calls: tuple[OpenCall, ...] = ()


class SessionRecovery:
    """Folds the events of a session, oldest first. ``asked``: requests (as JSON text) whose newest call is reported
    even if it has ended.
    """

    def __init__(self, asked: Collection[str] = ()) -> None:
        self._requests = asked
        self._joined: model.SessionStarted | None = None
        self._handshake: model.HandshakeCompleted | None = None
        self._has_left = False
        self._open: dict[str, OpenCall] = {}
        self._ended: dict[str, OpenCall] = {}

    def take(self, event: model.Event) -> None:
        """Fold the next event, which must be of this session."""
        if isinstance(event, model.SessionStarted):
            self._joined, self._has_left = event, False
        elif isinstance(event, model.HandshakeCompleted):
            self._handshake = event
        elif isinstance(event, model.SessionEnded):
            self._has_left = event.reason != CLOSING and not event.missing
        elif event.call:
            self._take_of_call(event)

    def _take_of_call(self, event: model.Event) -> None:
        call = self._open.get(event.call)
        _step(self._open, event, call)
        if call is not None and event.call not in self._open:
            closed = msgspec.structs.replace(call, state=_ended(event))
            self._ended |= {request: closed for request in (call.request, *call.also) if request in self._requests}
        elif isinstance(event, model.CallDecided) and event.verdict == "deny" and event.request in self._requests:
            self._ended[event.request] = _denied(event)

    def result(self) -> UnfinishedSession:
        """Return what the events leave open."""
        newest = {request for open_call in self._open.values() for request in (open_call.request, *open_call.also)}
        reported = {open_call.call: open_call for request, open_call in self._ended.items() if request not in newest}
        calls = (*self._open.values(), *reported.values())
        return UnfinishedSession(joined=self._joined, handshake=self._handshake, left=self._has_left, calls=calls)


def fold(events: Iterable[model.Event], asked: Collection[str] = ()) -> UnfinishedSession:
    """Return what the events of a session, oldest first, leave open; see `SessionRecovery`."""
    folding = SessionRecovery(asked)
    for event in events:
        folding.take(event)
    return folding.result()


def _ended(event: model.Event) -> Literal["forwarded", "returned", "closed"]:
    """Return the state of a call after its last event."""
    if isinstance(event, model.CallCompleted):
        return "returned"
    return "forwarded" if isinstance(event, model.CallOutcomeUnknown) else "closed"


def _denied(event: model.CallDecided) -> OpenCall:
    return OpenCall(
        call=event.call, request=event.request, era=event.era, server=event.server, tool=event.tool,
        method=event.method or CALL, state="closed",
    )  # fmt: skip


def _step(open_calls: dict[str, OpenCall], event: model.Event, call: OpenCall | None) -> None:
    match event:
        case model.CallHeld() if call is not None:
            also = (*call.also, event.request)[-_MAX_IDENTICAL_CALLS:]
            open_calls[event.call] = msgspec.structs.replace(call, also=also)
        case model.CallHeld():
            open_calls[event.call] = OpenCall(
                call=event.call,
                request=event.request,
                era=event.era,
                server=event.server,
                tool=event.tool,
                method=event.method or CALL,
                state="held",
            )
        case model.CallDecided(verdict="allow"):
            request, era = (call.request, call.era) if call else (event.request, event.era)
            open_calls[event.call] = OpenCall(
                call=event.call, request=request, also=call.also if call else (), era=era, server=event.server,
                tool=event.tool, method=event.method or CALL, state="allowed",
            )  # fmt: skip
        case model.CallForwarded():
            call = call or OpenCall(
                call=event.call, request="", era="legacy", server=event.server, tool=event.tool,
                method=event.method or CALL, state="allowed",
            )  # fmt: skip
            open_calls[event.call] = msgspec.structs.replace(call, state="forwarded")
        case model.CallCancelled() | model.CallDeferred() if call:
            open_calls[event.call] = msgspec.structs.replace(call, cancelled=True)
        case (
            model.CallCompleted()
            | model.CallWithdrawn()
            | model.CallOutcomeUnknown()
            | model.CallDecided()
            | model.DecisionDeferred()
        ):
            open_calls.pop(event.call, None)
