"""Answers that outlive their message: one is used once, by the identical call of the same client, or never.

A person may decide when the client has long stopped waiting. The call must not run then (nobody would hear of it);
the answer waits for the client to ask again.
"""

from __future__ import annotations

from toolguard.gate.model import Call, DeferredApproval, Tool
from toolguard.gate.session.inflight_call import call_key

LIFE = 600.0
"""Seconds that an answer waits for the call to be made again."""
MOST = 1_000
"""Tickets at the same time; the oldest goes first."""


def ticket_id(call: Call, tool: Tool | None) -> str:
    """The ticket that fits a call."""
    return call_key(call, tool).hex()


class DeferredApprovals:
    """Unused answers, by id. Every look drops those whose time is over."""

    def __init__(self) -> None:
        self._kept: dict[str, DeferredApproval] = {}

    def put(self, ticket: DeferredApproval) -> None:
        self._kept.pop(ticket.id, None)
        self._kept[ticket.id] = ticket
        if len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]

    def take(self, id: str, now: float) -> DeferredApproval | None:
        """The answer for this call, which is used up by that; None when there is none."""
        found = self._kept.pop(id, None)
        return found if found is not None and now < found.expires else None

    def all(self, now: float) -> tuple[DeferredApproval, ...]:
        self._kept = {id: one for id, one in self._kept.items() if now < one.expires}
        return tuple(self._kept.values())

    def __len__(self) -> int:
        return len(self._kept)
