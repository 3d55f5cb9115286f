"""Three steps through the window for new users; part of the demo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from toolguard.gate.model import Snapshot
from toolguard.window.widgets.banners import GuideBar
from toolguard.window.widgets.text_label import set_kind

STEPS: tuple[tuple[str, Any, Any], ...] = (
    (
        "pending",
        QT_TRANSLATE_NOOP("Tour", "An AI model wants to run a tool"),
        QT_TRANSLATE_NOOP("Tour", "Read what the call would do, then approve or deny it."),
    ),
    (
        "tools",
        QT_TRANSLATE_NOOP("Tour", "Choose which tools models can see"),
        QT_TRANSLATE_NOOP("Tour", "Turn a tool off to hide it from clients and block its calls."),
    ),
    (
        "audit",
        QT_TRANSLATE_NOOP("Tour", "Every call is logged"),
        QT_TRANSLATE_NOOP("Tour", "Review your decisions and the responses. Verify checks that the log is intact."),
    ),
)
"""For each step: its page, what is visible there, what to do."""


class Tour(GuideBar):
    """A bar above the pages that goes on when the person has done the step. Its end offers ``guard``."""

    def __init__(self, turn: Callable[[str], None], guard: Callable[[], None]) -> None:
        super().__init__()
        self._turn = turn
        self._guard = guard
        self._step = 0
        self._known_calls: frozenset[str] = frozenset()
        self.action.clicked.connect(self.onward)
        self.leave.clicked.connect(self.hide)
        self._show_step()

    def _show_step(self) -> None:
        _, title, words = STEPS[self._step]
        where = self.tr("{0} of {1}").format(str(self._step + 1), str(len(STEPS)))
        self.title.setText(f"{where}  ·  {QCoreApplication.translate('Tour', title)}")
        self.text_label.setText(QCoreApplication.translate("Tour", words))
        last = self._step + 1 == len(STEPS)
        self.action.setText(self.tr("Guard your first server") if last else self.tr("Next"))
        self.action.setAccessibleName("" if last else self.tr("Next step"))
        set_kind(self.action, "run" if last else "")
        self.leave.setText(self.tr("End tour") if last else self.tr("Exit tour"))

    def onward(self) -> None:
        """Go to the next step and its page; after the last one, to the person's own servers."""
        if self._step + 1 == len(STEPS):
            self.hide()
            self._guard()
            return
        self._step += 1
        self._show_step()
        self._turn(STEPS[self._step][0])

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Complete the first step when a pending call is decided."""
        asked = frozenset(pending.call.id for pending in snapshot.pending)
        if self._step == 0 and self._known_calls - asked:
            self.text_label.setText(self.tr("Decided and logged. The model has its response."))
        self._known_calls = asked
