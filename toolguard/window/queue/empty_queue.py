"""The empty page Pending: an introduction, that nothing is pending, or that something is wrong."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from toolguard.window.widgets.empty_state import EmptyState

WELCOME = "welcome"
"""The name with which the page shows the introduction."""


class EmptyQueue(QStackedWidget):
    """Never reports that all is well while the log is not.

    ``set_up``: the person wants to guard servers; ``sample``: make a sample call first.
    """

    set_up = Signal()
    sample = Signal()

    def __init__(self, *, welcome: bool = False, sample: bool = False, parent: QWidget | None = None) -> None:
        """``welcome``: show the introduction to ToolGuard, at the first start.

        ``sample``: a sample call is possible.
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
        """Set whether the log was tampered with."""
        self._tampered = tampered
        self._turn()

    def show_welcome(self, *, wanted: bool = True) -> None:
        """Show the introduction, or that nothing is pending."""
        self._welcomes = wanted
        self._turn()

    def _turn(self) -> None:
        if self._tampered:
            self.setCurrentWidget(self._alarm)
        else:
            self.setCurrentWidget(self._welcome if self._welcomes else self._quiet)
