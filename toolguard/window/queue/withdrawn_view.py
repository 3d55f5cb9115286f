"""Shows in place of the buttons why a call ended, according to the log, and what is still possible."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from toolguard.gate.model import CallDecided, CallOutcomeUnknown, CallWithdrawn, PendingCall
from toolguard.window.approval.call_detail import CallDetail
from toolguard.window.log_view.outcome_text import how_it_ended, was_given_up
from toolguard.window.page import PageContext

_READ_DELAYS = (0.0, 0.3, 1.0)
"""Seconds before each read: the record of the end may not be on the disk yet."""


class WithdrawnView(QObject):
    """For the `CallDetail` that ``detail`` returns.

    `withdrawn` is emitted when more is known about the last ended call, shown or not.
    """

    withdrawn = Signal(str, str)
    """A call's id, and how it ended."""

    def __init__(self, context: PageContext, detail: Callable[[], CallDetail], parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._detail = detail
        self.last: PendingCall | None = None
        """The call that ended last."""
        self.text = ""
        """How it ended, as far as known."""
        self._offers = False

    def show(self, pending: PendingCall, *, runs: bool) -> None:
        """The shown call is no longer pending; ``runs``: because it was allowed."""
        self.last, self._offers = pending, False
        if runs:
            self._show_and_emit(pending, self.tr("This call was approved and is running."))
            return
        self._show_and_emit(pending, self.tr("This call has ended. You can no longer decide it."))
        if self._context.reading is not None:
            self._context.core_link.spawn(self._why(pending))

    def again(self) -> None:
        """Show the last ended call again."""
        if self.last is not None:
            self._detail().show_ended(self.last, self.text)
            if self._offers:
                self._detail().decision.offer_next()

    def allowed_next(self, name: str, problem: str) -> None:
        """Show the gate's answer to allowing the next call like ``name``."""
        if self.last is not None and self.last.call.id == name:
            self._offers = False
            text = self.tr("The next identical call within ten minutes is approved.")
            self._show_and_emit(self.last, problem or text)

    def _shows(self, name: str) -> bool:
        shown = self._detail().pending
        return shown is not None and shown.call.id == name and self._detail().decision.pending is None

    def _show_and_emit(self, pending: PendingCall, text: str) -> None:
        """Show it where the call is shown, if it is, and emit it."""
        self.text = text
        shown = self._detail().pending
        if shown is not None and shown.call.id == pending.call.id:
            self._detail().show_withdrawn(text)
        self.withdrawn.emit(pending.call.id, text)

    async def _why(self, pending: PendingCall) -> None:
        assert self._context.reading is not None  # noqa: S101 - asked before
        name = pending.call.id
        for pause in _READ_DELAYS:
            await asyncio.sleep(pause)
            try:
                records = [record.event for record in await self._context.reading.call_records(name)]
            except OSError:  # the log cannot be read now: the page Audit reports it
                return
            if self.last is not pending:
                return
            ended = next(
                (
                    event
                    for event in reversed(records)
                    if isinstance(event, CallWithdrawn | CallDecided | CallOutcomeUnknown)
                ),
                None,
            )
            if ended is not None:
                self._show_and_emit(pending, how_it_ended(ended))
                # Approvals of other requests than calls are not kept
                self._offers = was_given_up(records) and not pending.call.is_request
                if self._offers and self._shows(name):
                    self._detail().decision.offer_next()
                return
