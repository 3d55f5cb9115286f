"""Denials that can be undone: each waits some seconds before it is sent to the gate.

The call stays pending meanwhile, so nothing can run because of this: undoing a denial leaves the call pending.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal

from toolguard.gate.approver import UNKNOWN, Approver
from toolguard.gate.model import PendingCall, Snapshot
from toolguard.gate.policy.rules import RuleRequest

UNDO_SECONDS = 3.0
"""Seconds in which a denial can be undone."""
_EXPIRY_MARGIN = 1.0  # seconds before a prompt expires in which a denial is sent at once


def denied_text() -> str:
    """Return what a call says whose denial can still be undone."""
    text = QCoreApplication.translate("UndoableDenials", "Denied. Sent after {0} s, unless you undo it.")
    return text.format(round(UNDO_SECONDS))


@dataclass(frozen=True, slots=True)
class UndoableDenial:
    """The person's denial of some calls."""

    pending: tuple[PendingCall, ...]
    reason: str = ""
    remember: RuleRequest | None = None
    approver: Approver = UNKNOWN
    """Its origin; set by `ApprovalActions.deny`."""


class _DelayedDenial:
    __slots__ = ("denial", "ends")

    def __init__(self, denial: UndoableDenial, ends: float) -> None:
        self.denial = denial
        self.ends = ends


class UndoableDenials(QObject):
    """Stores denials for a while, newest last."""

    due = Signal(object)
    """A `UndoableDenial` to send to the gate now."""
    changed = Signal()
    overtaken = Signal(object)
    """A `PendingCall` that ended before its denial was sent."""

    def __init__(self, delay: float = UNDO_SECONDS) -> None:
        super().__init__()
        self.delay = delay
        self._kept: list[_DelayedDenial] = []
        self._sent: frozenset[str] = frozenset()  # sent to the gate, which may not have answered yet
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._check_due)

    def __contains__(self, name: str) -> bool:
        """Return whether the call is denied and the gate has not been told."""
        return any(pending.call.id == name for entry in self._kept for pending in entry.denial.pending)

    @property
    def names(self) -> frozenset[str]:
        """Return the denied calls that may still be pending."""
        unsent = (pending.call.id for entry in self._kept for pending in entry.denial.pending)
        return self._sent.union(unsent)

    def failed(self, name: str) -> None:
        """The gate has not denied the call ``name``: it is pending as before."""
        self._sent -= {name}
        self.changed.emit()

    def newest(self) -> UndoableDenial | None:
        """The denial that `undo` would undo."""
        return self._kept[-1].denial if self._kept else None

    def add(self, denial: UndoableDenial, *, at_once: bool = False) -> None:
        """Store ``denial`` for `delay` seconds; one whose call is about to expire is due at once."""
        now = time.time()
        if (
            at_once
            or self.delay <= 0
            or any(
                pending.expires and pending.expires < now + self.delay + _EXPIRY_MARGIN for pending in denial.pending
            )
        ):
            self._hand_over(denial)
            return
        self._kept.append(_DelayedDenial(denial, time.monotonic() + self.delay))
        self._wait()
        self.changed.emit()

    def undo(self, name: str = "") -> UndoableDenial | None:
        """Undo the newest denial, or that of the call ``name``; return None if there is none."""
        for entry in reversed(self._kept):
            if not name or any(pending.call.id == name for pending in entry.denial.pending):
                self._end(entry)
                return entry.denial
        return None

    def flush(self) -> None:
        """Send everything to the gate now."""
        while self._kept:
            self._due(self._kept[0])

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Forget calls that are no longer pending."""
        if not self._kept and not self._sent:
            return
        there = {pending.call.id for pending in snapshot.pending}
        self._sent &= there
        for entry in list(self._kept):
            ended = [pending for pending in entry.denial.pending if pending.call.id not in there]
            if ended:
                entry.denial = replace(
                    entry.denial,
                    pending=tuple(held_call for held_call in entry.denial.pending if held_call not in ended),
                )
                if not entry.denial.pending:
                    self._end(entry)
                for pending in ended:
                    self.overtaken.emit(pending)

    def _hand_over(self, denial: UndoableDenial) -> None:
        self._sent |= {pending.call.id for pending in denial.pending}
        self.changed.emit()
        self.due.emit(denial)

    def _check_due(self) -> None:
        now = time.monotonic()
        for entry in [entry for entry in self._kept if entry.ends <= now]:
            self._due(entry)
        self._wait()

    def _wait(self) -> None:
        if self._kept:
            left = min(entry.ends for entry in self._kept) - time.monotonic()
            self._timer.start(max(0, math.ceil(left * 1000)))

    def _due(self, entry: _DelayedDenial) -> None:
        self._kept.remove(entry)
        self._hand_over(entry.denial)

    def _end(self, entry: _DelayedDenial) -> None:
        self._kept.remove(entry)
        self.changed.emit()
