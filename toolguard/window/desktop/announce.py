"""Announces new pending calls through a screen reader. It takes no focus and moves nothing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from toolguard.gate.model import PendingCall, Proposal, Snapshot
from toolguard.window import core_translation
from toolguard.window.approval import request_text
from toolguard.window.json_view import untrusted_text

ANNOUNCEMENT_INTERVAL = 2.0
"""Seconds between two announcements: a burst is announced once."""


class Announcer(QObject):
    """Announces on behalf of ``widget``, which has to be visible."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._known: set[str] = set()
        self._new: list[PendingCall | Proposal] = []
        self._timer = QTimer(self, singleShot=True, interval=round(ANNOUNCEMENT_INTERVAL * 1000))
        self._timer.timeout.connect(self._announce_new)

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Announce what is new in ``snapshot``: the first at once, further ones together."""
        items = {pending.call.id: pending for pending in snapshot.pending}
        pending: dict[str, PendingCall | Proposal] = {
            **items,
            **{proposal.id: proposal for proposal in snapshot.proposals},
        }
        self._new = [item for item in self._new if name_of(item) in pending]
        self._new += [item for name, item in pending.items() if name not in self._known]
        self._known = set(pending)
        if self._new and not self._timer.isActive():
            self._announce_new()

    def _announce_new(self) -> None:
        if self._new:
            self.announce(sentence(self._new, len(self._known)))
            self._new = []
            self._timer.start()

    def announce(self, text: str) -> None:
        """Announce ``text`` when the screen reader is idle."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._widget, text))


def name_of(item: PendingCall | Proposal) -> str:
    """Return the id by which the queue knows an item."""
    return item.call.id if isinstance(item, PendingCall) else item.id


def sentence(new: Sequence[PendingCall | Proposal], waiting: int) -> str:
    """Return the announcement. It contains no arguments, which may be private; they can be read on the page."""
    translate = QCoreApplication.translate
    first = new[0]
    if len(new) > 1:
        text = translate("Announce", "%n new pending items.", None, len(new))
    elif isinstance(first, PendingCall):
        call = first.call
        text = request_text.sentence(
            call, server=untrusted_text.shortened(call.server, 40),
            client=untrusted_text.shortened(call.client.id, 40), tool=untrusted_text.shortened(call.tool, 60),
        )  # fmt: skip
    else:
        text = untrusted_text.shortened(core_translation.local(first.title), 120)
    total = translate("Announce", "%n pending in total.", None, waiting) if waiting > len(new) else ""
    return core_translation.join_sentences(text, total)
