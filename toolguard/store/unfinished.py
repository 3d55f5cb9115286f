"""Which calls of a session the log leaves open: what a crash interrupted. A fold over records, no I/O."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from toolguard.checkpoint import calls


class OpenCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call without an end in the log. Only ``forwarded`` may have run; the others surely did not."""

    call: str
    request: str
    """The JSON-RPC id as JSON text; empty when the record that names it is missing."""
    era: calls.Era
    server: str
    tool: str
    state: Literal["held", "allowed", "forwarded"]
    cancelled: bool = False
    """The client (or the person) cancelled it while it ran: nobody waits for an answer."""


class Unfinished(msgspec.Struct, frozen=True, kw_only=True):
    """All that is needed to go on with a session: how it began, its handshake, its open calls (oldest first)."""

    joined: calls.Joined | None = None
    shook: calls.Shook | None = None
    left: bool = False
    """The session ended in an orderly way; it has nothing to resume."""
    calls: tuple[OpenCall, ...] = ()


def fold(events: Iterable[calls.Event]) -> Unfinished:
    """What the events of one session, oldest first, leave open."""
    joined: calls.Joined | None = None
    shook: calls.Shook | None = None
    left = False
    open_calls: dict[str, OpenCall] = {}
    for event in events:
        if isinstance(event, calls.Joined):
            joined, left = event, False
        elif isinstance(event, calls.Shook):
            shook = event
        elif isinstance(event, calls.Left):
            left = True
        elif event.call:
            _step(open_calls, event)
    return Unfinished(joined=joined, shook=shook, left=left, calls=tuple(open_calls.values()))


def _step(open_calls: dict[str, OpenCall], event: calls.Event) -> None:
    known = open_calls.get(event.call)
    match event:
        case calls.Asked():
            open_calls[event.call] = OpenCall(
                call=event.call,
                request=event.request,
                era=event.era,
                server=event.server,
                tool=event.tool,
                state="held",
            )
        case calls.Decided(verdict="allow"):
            request, era = (known.request, known.era) if known else (event.request, event.era)
            open_calls[event.call] = OpenCall(
                call=event.call, request=request, era=era, server=event.server, tool=event.tool, state="allowed"
            )
        case calls.Forwarded():
            known = known or OpenCall(
                call=event.call, request="", era="legacy", server=event.server, tool=event.tool, state="allowed"
            )
            open_calls[event.call] = msgspec.structs.replace(known, state="forwarded")
        case calls.Cancelled() | calls.Deferred() if known:
            open_calls[event.call] = msgspec.structs.replace(known, cancelled=True)
        case calls.Returned() | calls.Withdrawn() | calls.Lost() | calls.Decided() | calls.Ticketed():
            open_calls.pop(event.call, None)
