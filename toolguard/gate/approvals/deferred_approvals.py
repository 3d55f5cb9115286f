"""Deferred approvals: decisions made after the client stopped waiting.

Such a call must not run, because nobody would receive the result. The decision is stored instead, and the next
identical call of the same client uses it once.
"""

from __future__ import annotations

from toolguard.gate.model import Call, DeferredApproval, Tool
from toolguard.gate.session.inflight_call import call_key

LIFETIME = 600.0
"""Seconds that a decision waits for an identical call."""
MAX_DEFERRED = 1_000
"""Maximum stored decisions; the oldest is dropped first."""


def deferred_approval_id(call: Call, tool: Tool | None) -> str:
    """Return the id under which a decision on ``call`` is stored."""
    return call_key(call, tool).hex()


class DeferredApprovals:
    """Unused decisions by id. Expired ones are dropped on access."""

    def __init__(self) -> None:
        self._kept: dict[str, DeferredApproval] = {}

    def put(self, approval: DeferredApproval) -> None:
        """Keep a decision in place of one with its id; beyond `MAX_DEFERRED` the oldest is dropped."""
        self._kept.pop(approval.id, None)
        self._kept[approval.id] = approval
        if len(self._kept) > MAX_DEFERRED:
            del self._kept[next(iter(self._kept))]

    def take(self, id: str, now: float) -> DeferredApproval | None:
        """Remove and return the decision with this id; None if there is none or it has expired."""
        approval = self._kept.pop(id, None)
        return approval if approval is not None and now < approval.expires else None

    def forget(self, server: str) -> None:
        """Drop the decisions on calls of a server."""
        self._kept = {id: approval for id, approval in self._kept.items() if approval.call.server != server}

    def all(self, now: float) -> tuple[DeferredApproval, ...]:
        """Return the decisions that are still valid at ``now`` (seconds), oldest first."""
        self._kept = {id: approval for id, approval in self._kept.items() if now < approval.expires}
        return tuple(self._kept.values())

    def __len__(self) -> int:
        return len(self._kept)
