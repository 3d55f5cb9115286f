"""The row of filters above the log: words as they are typed, and one choice each for what a call has."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication, QDateTime, QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from toolguard.store.index import Filter
from toolguard.window import text, theme
from toolguard.window.passage import name_choice
from toolguard.window.rows import DECISIONS, OUTCOMES

PAUSE = 250
"""Milliseconds without a key until what was typed is searched for."""
_DAY = 86_400.0


class Filters(QWidget):
    """Says with `changed` that `asked` gives another filter. ``search`` is placed by the page."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = QLineEdit(placeholderText=self.tr("Search arguments, answers, names …"))
        self.search.setAccessibleName(self.tr("Search the log"))
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumWidth(140)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self.changed)
        self.search.textChanged.connect(lambda _: self._pause.start())
        self.server = self._choice(self.tr("Server"), self.tr("Any server"))
        self.tool = self._choice(self.tr("Tool"), self.tr("Any tool"))
        self.verdict = self._choice(self.tr("Decision"), self.tr("Any decision"))
        self.outcome = self._choice(self.tr("Outcome"), self.tr("Any outcome"))
        self.when = self._choice(self.tr("Time"), self.tr("Any time"))
        self._fill_fixed()
        self.clear = QPushButton(self.tr("Clear"))
        self.clear.setProperty("kind", "flat")
        self.clear.setAccessibleName(self.tr("Clear all filters"))
        self.clear.clicked.connect(self.reset)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE * 2)
        for choice in self._choices():
            row.addWidget(choice, 1)
        row.addWidget(self.clear)
        row.addStretch(1)

    def _choice(self, name: str, any_: str) -> QComboBox:
        made = QComboBox()
        name_choice(made, name)
        made.addItem(any_, "")
        made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        made.setMinimumContentsLength(7)
        made.currentIndexChanged.connect(lambda _: self.changed.emit())
        return made

    def _choices(self) -> tuple[QComboBox, ...]:
        return (self.server, self.tool, self.verdict, self.outcome, self.when)

    def _fill_fixed(self) -> None:
        translate = QCoreApplication.translate
        with QSignalBlocker(self.verdict), QSignalBlocker(self.outcome), QSignalBlocker(self.when):
            for verdict in ("allow", "deny"):
                self.verdict.addItem(translate("Rows", DECISIONS[verdict][2]), verdict)
            for outcome, (_, _, words) in OUTCOMES.items():
                self.outcome.addItem(translate("Rows", words), outcome)
            for words, span in (
                (self.tr("Last hour"), "hour"), (self.tr("Today"), "today"),
                (self.tr("Last 7 days"), "7"), (self.tr("Last 30 days"), "30"),
            ):  # fmt: skip
                self.when.addItem(words, span)

    def know(self, servers: list[str], tools: list[str]) -> None:
        """Offer these servers and tools; what is chosen stays chosen."""
        for choice, names in ((self.server, servers), (self.tool, tools)):
            if [choice.itemData(at) for at in range(1, choice.count())] == names:
                continue
            with QSignalBlocker(choice):
                chosen = choice.currentData()
                while choice.count() > 1:
                    choice.removeItem(1)
                for name in names:
                    choice.addItem(text.shortened(name, 50), name)
                choice.setCurrentIndex(max(0, choice.findData(chosen)))

    def asked(self) -> Filter:
        """What is asked for now."""
        return Filter(
            text=self.search.text().strip(),
            server=self.server.currentData(),
            tool=self.tool.currentData(),
            verdict=self.verdict.currentData(),
            outcome=self.outcome.currentData(),
            since=self._since(self.when.currentData()),
        )

    def _since(self, span: str) -> float | None:
        if not span:
            return None
        if span == "hour":
            return time.time() - 3600
        if span == "today":
            return float(QDateTime.currentDateTime().date().startOfDay().toSecsSinceEpoch())
        return time.time() - int(span) * _DAY

    def any(self) -> bool:
        """Whether something is filtered."""
        return bool(self.search.text().strip()) or any(choice.currentIndex() for choice in self._choices())

    def reset(self) -> None:
        """Show everything again."""
        with QSignalBlocker(self):
            self.search.clear()
            for choice in self._choices():
                choice.setCurrentIndex(0)
        self._pause.stop()
        self.changed.emit()
