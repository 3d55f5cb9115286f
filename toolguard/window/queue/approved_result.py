"""Follows the last approved call until the log has its result."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from toolguard.gate.model import CallCancelled, CallCompleted, CallOutcomeUnknown, Event, PendingCall, Snapshot
from toolguard.window.log_view.outcome_text import outcome
from toolguard.window.page import PageContext

_ENDS = CallCompleted | CallCancelled | CallOutcomeUnknown


class ApprovedResult(QObject):
    """Follows one call at a time: approving another one replaces it."""

    began = Signal()
    """`pending` was approved."""
    ended = Signal()
    """It has ended; see `words` and `events`."""

    def __init__(self, context: PageContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.pending: PendingCall | None = None
        self.text = ""
        """How it ended; empty while it runs."""
        self.events: tuple[Event, ...] = ()
        self._recorded = -1
        self._looking = False
        self._snapshot: Snapshot | None = None

    def follow(self, pending: PendingCall) -> None:
        """Follow ``pending``, which the person has approved. Without a log nothing is reported about it."""
        if self._context.reading is None:
            return
        self.pending, self.text, self.events, self._recorded = pending, "", (), -1
        self.began.emit()
        if self._snapshot is not None:
            self.set_snapshot(self._snapshot)  # it may have ended by now

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Read the log again if something was recorded and the call does not run any more."""
        self._snapshot = snapshot
        if self.pending is None or self.text or self._looking or snapshot.recorded == self._recorded:
            return
        if all(running.call.id != self.pending.call.id for running in snapshot.running):
            self._recorded, self._looking = snapshot.recorded, True
            self._context.core_link.spawn(self._read_result(self.pending))

    async def _read_result(self, pending: PendingCall) -> None:
        assert self._context.reading is not None  # noqa: S101 - asked before
        try:
            events = tuple(record.event for record in await self._context.reading.call_records(pending.call.id))
        except OSError:  # the log cannot be read now: the page Audit reports it
            events = ()
        finally:
            self._looking = False
        if self.pending is pending and any(isinstance(event, _ENDS) for event in events):
            self.text, self.events = outcome(events)[2], events
            self.ended.emit()
        elif self._snapshot is not None:
            self.set_snapshot(self._snapshot)  # something may have been recorded meanwhile
