"""The queue of held calls: one way in, one way out, decided exactly once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from toolguard.gate.approvals.presence_proof import PresenceProof
from toolguard.gate.approver import Approver, acting
from toolguard.gate.model import PendingCall
from toolguard.gate.texts import coded

MAX_MISSED = 100
"""So many calls that were given up while they waited are remembered."""
_EVICTED = coded("gate.too_many_pending_approvals")
State = Literal["held", "allow", "deny", "expired", "withdrawn"]


class Decision(msgspec.Struct, frozen=True):
    """How a hold ended. ``by`` is ``person``, ``timeout``, or why nobody could be asked."""

    state: State
    by: str = "person"
    reason: str = ""
    arguments: dict[str, Any] | None = None
    """What a person made of the arguments; None when they run as they came."""
    presence: PresenceProof | None = None
    """The proof that the person was present."""
    approver: Approver = msgspec.field(default_factory=acting.get)
    """Where a person's decision came from. Means nothing for the decision of a rule."""


class QueueFullError(Exception):
    """The queue is full; the text says which limit."""


class _PendingEntry:
    __slots__ = ("future", "held", "state")

    def __init__(self, held: PendingCall, future: asyncio.Future[Decision]) -> None:
        self.held = held
        self.future = future
        self.state: State = "held"


class PendingCalls:
    """Held calls by id, in the order of their arrival. Every change goes through `settle`, the one compare-and-set."""

    def __init__(self, on_change: Callable[[], None], *, per_session: int = 100, total: int = 1000) -> None:
        self._entries: dict[str, _PendingEntry] = {}
        self._missed: dict[str, PendingCall] = {}
        self._on_change = on_change
        self.per_session = per_session
        self.total = total

    async def hold(self, held: PendingCall, timeout: float) -> Decision:
        """Wait until somebody decides, ``timeout`` seconds (0: no limit) at most; raises `QueueFullError`.

        When the waiting task is cancelled the call counts as withdrawn: nobody can approve it any more. A full queue is
        shared out evenly: the newest call of the client that has most of them gives way to a client that has fewer.
        """
        call = held.call
        if sum(entry.held.call.session == call.session for entry in self._entries.values()) >= self.per_session:
            raise QueueFullError(coded("gate.too_many_calls_of_client_wait", limit=self.per_session))
        if len(self._entries) >= self.total and not self._evict_for(call.client.id):
            raise QueueFullError(coded("gate.too_many_calls_wait", limit=self.total))
        entry = _PendingEntry(held, asyncio.get_running_loop().create_future())
        self._entries[call.id] = entry
        self._on_change()
        try:
            await asyncio.wait((entry.future,), timeout=timeout or None)
            self.settle(call.id, Decision("expired", "timeout", coded("gate.nobody_answered_time")))
            return entry.future.result()
        finally:
            self.settle(call.id, Decision("withdrawn", "client"))

    def _evict_for(self, client: str) -> bool:
        """Refuse the newest call of the client that has most, if that leaves it no fewer than ``client`` then has.

        Repeated, this is max-min fairness: no number of sessions gives a client a place at another one's cost.
        """
        counts = Counter(entry.held.call.client.id for entry in self._entries.values())
        largest, most = counts.most_common(1)[0]
        if most - 1 < counts[client] + 1:
            return False
        newest = next(id for id in reversed(self._entries) if self._entries[id].held.call.client.id == largest)
        return self.settle(newest, Decision("deny", "limit", _EVICTED))

    def settle(self, id: str, decision: Decision) -> bool:
        """The one way out: True for the first who settles a held call, False for everybody after."""
        entry = self._entries.get(id)
        if entry is None or entry.state != "held":
            return False
        entry.state = decision.state
        if decision.state == "withdrawn" and not entry.held.call.is_request:  # an approval of those is not kept
            self.remember_missed(entry.held)
        del self._entries[id]
        if not entry.future.done():
            entry.future.set_result(decision)
        self._on_change()
        return True

    def get(self, id: str) -> PendingCall | None:
        entry = self._entries.get(id)
        return entry.held if entry else None

    def remember_missed(self, held: PendingCall) -> None:
        """Remember a call that was given up before anybody decided it."""
        self._missed[held.call.id] = held
        if len(self._missed) > MAX_MISSED:
            del self._missed[next(iter(self._missed))]

    def take_missed(self, id: str) -> PendingCall | None:
        """A call that was given up before anybody decided it. It can be asked for once: then it is forgotten."""
        return self._missed.pop(id, None)

    def update(self, held: PendingCall) -> None:
        """Show a held call differently (more callers wait for it). The call itself cannot be exchanged."""
        entry = self._entries.get(held.call.id)
        if entry is not None and entry.held.call is held.call:
            entry.held = held
            self._on_change()

    def all(self) -> tuple[PendingCall, ...]:
        return tuple(entry.held for entry in self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)
