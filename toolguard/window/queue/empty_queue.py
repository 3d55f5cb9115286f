"""What the page Pending shows while nothing waits: how to begin, that nothing waits, or that something is wrong."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from toolguard.window.widgets.empty_state import EmptyState

WELCOME = "welcome"
"""What the page is told to open to show the introduction."""


class EmptyQueue(QStackedWidget):
    """Never says that all is well while the log is not.

    ``set_up``: the person wants to guard servers; ``sample``: to see a call first.
    """

    set_up = Signal()
    sample = Signal()

    def __init__(self, *, welcome: bool = False, sample: bool = False, parent: QWidget | None = None) -> None:
        """``welcome``: begin with what ToolGuard is, for somebody who sees it for the first time.

        ``sample``: a sample call can be tried.
        """
        super().__init__(parent)
        self._welcomes = welcome
        self._tampered = False
        self._quiet = EmptyState(
            "idle",
            self.tr("No pending calls"),
            self.tr("Tool calls from chat clients wait here until you approve or deny them."),
        )
        self._quiet.add_action(self.tr("Set up chat clients")).clicked.connect(self.set_up)
        self._alarm = EmptyState(
            "danger",
            self.tr("Log integrity check failed"),
            self.tr(
                "The log was modified. Servers and rules may be missing and calls may be refused. Use the "
                "buttons at the top to resolve this."
            ),
        )
        self._welcome = EmptyState(
            "shield",
            self.tr("Welcome to ToolGuard"),
            self.tr(
                "ToolGuard stands between your chat clients and the tools that they use. Each call waits here, with "
                "its exact inputs, until you approve or deny it, and every decision is logged. Choose which servers "
                "to guard. You can undo that at any time."
            ),
        )
        self._welcome.add_action(self.tr("Set up chat clients")).clicked.connect(self.set_up)
        if sample:
            trial = self._welcome.add_action(self.tr("Try a sample call"))
            trial.setProperty("kind", "")
            trial.clicked.connect(self.sample)
        skip = self._welcome.add_action(self.tr("Skip"))
        skip.setProperty("kind", "")
        skip.setAccessibleName(self.tr("Skip introduction"))
        skip.clicked.connect(lambda: self.show_welcome(wanted=False))
        for widget in (self._quiet, self._alarm, self._welcome):
            self.addWidget(widget)
        self._turn()

    def show_alarm(self, tampered: bool) -> None:
        """Say that the log was tampered with, or not any more."""
        self._tampered = tampered
        self._turn()

    def show_welcome(self, *, wanted: bool = True) -> None:
        """Show the introduction, or that nothing waits."""
        self._welcomes = wanted
        self._turn()

    def _turn(self) -> None:
        if self._tampered:
            self.setCurrentWidget(self._alarm)
        else:
            self.setCurrentWidget(self._welcome if self._welcomes else self._quiet)
