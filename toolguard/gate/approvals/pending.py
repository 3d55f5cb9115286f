"""Queue of pending calls: each is decided exactly once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.approvals.presence_proof import PresenceProof
from toolguard.gate.approver import Approver, acting
from toolguard.gate.model import PendingCall
from toolguard.gate.texts import coded

MAX_MISSED = 100
"""Maximum remembered calls that were given up while pending."""
MAX_MISSED_BYTES = 16 * 1024 * 1024
"""Bytes of all of them."""
_EVICTED = coded("gate.too_many_pending_approvals")
State = Literal["held", "allow", "deny", "expired", "withdrawn"]


class Decision(msgspec.Struct, frozen=True):
    """How a pending call ended. ``by`` is ``person``, ``timeout``, or why nobody could be asked."""

    state: State
    by: str = "person"
    reason: str = ""
    arguments: dict[str, Any] | None = None
    """The arguments as a person edited them; None if unchanged."""
    presence: PresenceProof | None = None
    """The proof that the person was present."""
    approver: Approver = msgspec.field(default_factory=acting.get)
    """Origin of a person's decision. Meaningless for the decision of a rule."""


class QueueFullError(Exception):
    """The queue is full; the text says which limit."""


class _PendingEntry:
    __slots__ = ("future", "pending", "state")

    def __init__(self, pending: PendingCall, future: asyncio.Future[Decision]) -> None:
        self.pending = pending
        self.future = future
        self.state: State = "held"


class PendingCalls:
    """Pending calls by id, in order of arrival. Every decision goes through `settle`, the only compare-and-set."""

    def __init__(self, on_change: Callable[[], None], *, per_session: int = 100, total: int = 1000) -> None:
        self._entries: dict[str, _PendingEntry] = {}
        self._missed: dict[str, PendingCall] = {}
        self._on_change = on_change
        self.set_limits(per_session=per_session, total=total)

    def set_limits(self, *, per_session: int, total: int) -> None:
        """Set the maximum of pending calls per session and in total. Calls over a new limit stay."""
        self.per_session = per_session
        self.total = total

    async def hold(self, pending: PendingCall, timeout: float) -> Decision:
        """Wait for a decision, at most ``timeout`` seconds (0: no limit); raises `QueueFullError`.

        If the waiting task is cancelled, the call is withdrawn and can no longer be approved. A full queue is shared
        evenly: the newest call of the client with the most calls is evicted for a client with fewer.
        """
        call = pending.call
        if sum(entry.pending.call.session == call.session for entry in self._entries.values()) >= self.per_session:
            raise QueueFullError(coded("gate.too_many_calls_of_client_wait", limit=self.per_session))
        if len(self._entries) >= self.total and not self._evict_for(call.client.id):
            raise QueueFullError(coded("gate.too_many_calls_wait", limit=self.total))
        entry = _PendingEntry(pending, asyncio.get_running_loop().create_future())
        self._entries[call.id] = entry
        self._on_change()
        try:
            await asyncio.wait((entry.future,), timeout=timeout or None)
            self.settle(call.id, Decision("expired", "timeout", coded("gate.nobody_answered_time")))
            return entry.future.result()
        finally:
            self.settle(call.id, Decision("withdrawn", "client"))

    def _evict_for(self, client: str) -> bool:
        """Deny the newest call of the client with the most calls, if it keeps at least as many as ``client`` then has.

        Repeated, this is max-min fairness: more sessions do not gain a client places at the cost of others.
        """
        counts = Counter(entry.pending.call.client.id for entry in self._entries.values())
        largest, most = counts.most_common(1)[0]
        if most - 1 < counts[client] + 1:
            return False
        newest = next(id for id in reversed(self._entries) if self._entries[id].pending.call.client.id == largest)
        return self.settle(newest, Decision("deny", "limit", _EVICTED))

    def settle(self, id: str, decision: Decision) -> bool:
        """Decide a pending call; return True for the first decision, False for later ones."""
        entry = self._entries.get(id)
        if entry is None or entry.state != "held":
            return False
        entry.state = decision.state
        if decision.state == "withdrawn" and not entry.pending.call.is_request:  # approvals of requests are not kept
            self.remember_missed(entry.pending)
        del self._entries[id]
        if not entry.future.done():
            entry.future.set_result(decision)
        self._on_change()
        return True

    def get(self, id: str) -> PendingCall | None:
        """Return the call; None if it is unknown or already decided."""
        entry = self._entries.get(id)
        return entry.pending if entry else None

    def remember_missed(self, missed: PendingCall) -> None:
        """Remember a call that was given up before it was decided. The oldest are forgotten first."""
        self._missed[missed.call.id] = missed
        while len(self._missed) > MAX_MISSED or sum(map(_size_of, self._missed.values())) > MAX_MISSED_BYTES:
            del self._missed[next(iter(self._missed))]

    def take_missed(self, id: str) -> PendingCall | None:
        """Remove and return a call that was given up before it was decided; None if there is none."""
        return self._missed.pop(id, None)

    def update(self, pending: PendingCall) -> None:
        """Update how a pending call is shown (number of waiting requests). The call itself cannot be replaced."""
        entry = self._entries.get(pending.call.id)
        if entry is not None and entry.pending.call is pending.call:
            entry.pending = pending
            self._on_change()

    def all(self) -> tuple[PendingCall, ...]:
        """Return the calls that are not decided yet, in order of arrival."""
        return tuple(entry.pending for entry in self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)


def _size_of(pending: PendingCall) -> int:
    return len(jsonrpc.encode(pending.call.message))
