"""The empty page Pending: an introduction, that nothing is pending, or that something is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from PySide6.QtCore import QSettings, Signal
from PySide6.QtWidgets import QStackedWidget

from toolguard.gate.model import ConnectedSession, LogRestriction
from toolguard.window.queue.introduction import Introduction
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.text_label import set_kind

WELCOME = "welcome"
"""The name with which the page shows the introduction."""
_KEY = "introduction/open"


class EmptyQueue(QStackedWidget):
    """Never reports that all is well while the log is not."""

    set_up = Signal()
    """The person wants to guard servers."""
    sample_requested = Signal()

    def __init__(self, settings: QSettings, *, welcome: bool = False, sample: bool = False) -> None:
        """``welcome``: show the introduction until it is closed. ``sample``: a sample call is possible."""
        super().__init__()
        self._settings = settings
        self._welcomes = welcome or settings.value(_KEY, defaultValue=False, type=bool) is True
        self._tampered = False
        self._quiet = EmptyState(
            "shield",
            self.tr("No pending calls"),
            self.tr("Tool calls from chat clients wait here until you approve or deny them."),
        )
        self._set_up = self._quiet.add_action(self.tr("Set up chat clients"))
        self._set_up.clicked.connect(self.set_up)
        self._alarm = EmptyState("danger", self.tr("Log integrity check failed"), "")
        self._has_sample = sample
        for widget in (self._quiet, self._alarm):
            self.addWidget(widget)
        self.show_introduction(shown=self._welcomes)

    @cached_property
    def introduction(self) -> Introduction:
        """The introduction, which is created on first use."""
        introduction = Introduction(has_sample=self._has_sample)
        introduction.start.clicked.connect(self.set_up)
        introduction.trial.clicked.connect(self.sample_requested)
        introduction.done.clicked.connect(lambda: self.show_introduction(shown=False))
        self.addWidget(introduction)
        tab_order.insert_after(self, introduction)
        return introduction

    def show_alarm(self, prevents: LogRestriction | None) -> None:
        """Show that the log was tampered with, and what that ``prevents``; None if it was not."""
        self._tampered = prevents is not None
        texts = {
            "calls": self.tr("Every call is refused until you resolve this with the buttons above."),
            "rules": self.tr(
                "No rule allows a call until you resolve this with the buttons above. Calls that you approve here still"
                " run, and every call is recorded."
            ),
            "": self.tr(
                "Rules still apply, calls that you approve here still run, and every call is recorded. Resolve this"
                " with the buttons above."
            ),
        }
        self._alarm.text_label.setText(texts[prevents or ""])
        self._turn()

    def show_introduction(self, *, shown: bool = True) -> None:
        """Show the introduction, or that nothing is pending."""
        self._welcomes = shown
        self._settings.setValue(_KEY, shown)
        self._turn()

    def show_progress(self, *, guards: bool, sessions: Sequence[ConnectedSession]) -> None:
        """Show how far the person is; see `Introduction.show_progress`. Only a guarded client earns the tick."""
        guarded = guards or bool(sessions)
        self._quiet.show_icon("idle" if guarded else "shield")
        set_kind(self._set_up, "" if guarded else "run")
        if self._welcomes:
            self.introduction.show_progress(guards=guards, sessions=sessions)

    def _turn(self) -> None:
        if self._tampered:
            self.setCurrentWidget(self._alarm)
        else:
            self.setCurrentWidget(self.introduction if self._welcomes else self._quiet)
