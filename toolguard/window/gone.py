"""Says in place of the buttons why a call went away, as the log tells it, and offers what is still possible."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QObject

from toolguard.checkpoint.calls import Decided, Held, Lost, Withdrawn
from toolguard.window.detail import CallDetail
from toolguard.window.endings import given_up, how_it_ended
from toolguard.window.page import Desk

_PAUSES = (0.0, 0.3, 1.0)
"""Seconds before each look: the record of the end may still be on its way to the disk."""


class Gone(QObject):
    """For one `CallDetail`. What is told of a call that is not shown any more is told to nobody."""

    def __init__(self, desk: Desk, detail: CallDetail) -> None:
        super().__init__(detail)
        self._desk = desk
        self._detail = detail

    def show(self, held: Held, *, runs: bool) -> None:
        """The shown call is not held any more; ``runs``: because it was allowed."""
        if runs:
            self._detail.show_gone(self.tr("This call was allowed and runs now."))
            return
        self._detail.show_gone(self.tr("This call is gone. It can no longer be decided."))
        if self._desk.reading is not None:
            self._desk.seam.spawn(self._why(held))

    def allowed_next(self, name: str, problem: str) -> None:
        """The gate has let the next call like ``name`` run, or says why not."""
        if self._shows(name):
            said = self.tr("The next identical call runs without asking you, once, within ten minutes.")
            self._detail.show_gone(problem or said)

    def _shows(self, name: str) -> bool:
        shown = self._detail.held
        return shown is not None and shown.call.id == name and self._detail.decision.held is None

    async def _why(self, held: Held) -> None:
        assert self._desk.reading is not None  # noqa: S101 - asked before
        name = held.call.id
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            try:
                story = [record.event for record in await self._desk.reading.story(name)]
            except OSError:  # the log cannot be read now: the page Audit says so
                return
            if not self._shows(name):
                return
            ended = next((event for event in reversed(story) if isinstance(event, Withdrawn | Decided | Lost)), None)
            if ended is not None:
                self._detail.show_gone(how_it_ended(ended))
                if given_up(story):
                    self._detail.decision.offer_next()
                return
