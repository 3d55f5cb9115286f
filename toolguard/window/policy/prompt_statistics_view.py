"""How the person has decided prompts, and the rules that would have saved most of them."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import QDate, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from toolguard.gate.approvals.prompt_statistics import PromptStatistics
from toolguard.services.interface import RefusedError, SuggestedRule
from toolguard.window import core_translation, theme
from toolguard.window.approval.call_detail import DetailScrollArea
from toolguard.window.core_link import CoreLink
from toolguard.window.policy import rule_words
from toolguard.window.policy.prompt_chart import PromptChart
from toolguard.window.widgets.choice_button import ChoiceButton
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.property_list import Property, PropertyList
from toolguard.window.widgets.text_label import TextLabel, label

_SHOWN = 10  # suggestions


class _SuggestionRow(QWidget):
    """One rule in words, how many prompts it would have saved, and the button that opens the form with it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rule: SuggestedRule | None = None
        self.words = TextLabel()
        self.words.setAccessibleName(self.tr("Suggested rule"))
        self.saves = label(tone="quiet", factor=theme.SMALL)
        self.review = QPushButton(self.tr("Review rule"), autoDefault=False)
        text = QVBoxLayout()
        text.setSpacing(theme.SPACE)
        text.addWidget(self.words)
        text.addWidget(self.saves)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE * 4)
        row.addLayout(text, 1)
        row.addWidget(self.review)

    def show_rule(self, rule: SuggestedRule) -> None:
        self.rule = rule
        self.words.say(rule_words.sentence(rule))
        self.saves.setText(self.tr("Would have saved %n prompts. Covers no call that you denied.", "", rule["saved"]))
        self.review.setAccessibleDescription(self.words.said())


class PromptStatisticsView(QWidget):
    """Read from the log a page at a time, so the window never waits for it."""

    left = Signal()
    wanted = Signal(object)
    """A `SuggestedRule` that the form is to be opened with."""

    def __init__(self, seam: CoreLink, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._seam = seam
        self._turn = 0
        self.found = PromptStatistics()
        self.ranges: dict[str, QPushButton] = {}
        self.facts = PropertyList()
        self.chart = PromptChart()
        self.says = label(tone="quiet", factor=theme.SMALL)
        self.problem = label(tone="danger", wrap=True)
        self.problem.hide()
        self.suggested = label(self.tr("Rules that would have saved most prompts"), strong=True)
        self.none = label(tone="quiet", wrap=True)
        self.rows: list[_SuggestionRow] = []
        self._place = QVBoxLayout()
        self._place.setSpacing(theme.SPACE * 4)
        self._lay_out()

    def _lay_out(self) -> None:
        self.back = QPushButton(self.tr("Back"), autoDefault=False)
        self.back.clicked.connect(self.left)
        head = QHBoxLayout()
        head.setContentsMargins(theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 3)
        head.setSpacing(theme.SPACE * 2)
        head.addWidget(label(self.tr("Prompt statistics"), factor=theme.HUGE, strong=True), 1)
        self._group = QButtonGroup(self)
        for key, words in (("today", self.tr("Today")), ("7", self.tr("7 days")), ("30", self.tr("30 days"))):
            button = ChoiceButton(words)
            button.clicked.connect(lambda _=False, key=key: self.show_range(key))
            self._group.addButton(button)
            self.ranges[key] = button
            head.addWidget(button)
        head.addWidget(self.back)
        body = DetailScrollArea()
        for widget in (self.chart, self.facts, self.says, self.problem, self.suggested):
            body.column.addWidget(widget)
        body.column.addLayout(self._place)
        body.column.addWidget(self.none)
        body.finish()
        self._empty = EmptyState(
            "idle", self.tr("No prompts in this time"), self.tr("You were not asked about any call.")
        )
        self.body = QStackedWidget()
        self.body.addWidget(body)
        self.body.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.body, 1)

    def show_range(self, key: str = "7") -> None:
        """Read the prompts of ``today``, or of the last so many days."""
        self.ranges[key].setChecked(True)
        self._turn += 1
        self._seam.spawn(self._read(_midnight(0 if key == "today" else int(key) - 1), self._turn))

    def stop(self) -> None:
        """Nobody looks any more."""
        self._turn += 1

    async def _read(self, since: float, turn: int) -> None:
        self.found, cursor = PromptStatistics(), ""
        self.chart.begin(since, time.time())
        self.problem.hide()
        self.chart.show()
        self.body.setCurrentIndex(0)
        self._show_rules(None)
        try:
            while True:
                at = cursor
                page = await self._seam.run(lambda core: core.rules.prompts(since, at))  # noqa: B023 - at once
                if turn != self._turn:
                    return
                for one in page["prompts"]:
                    self.found.add(one["time"], one["verdict"], one["by"], one["waited"], one["characters"])
                    decided = "approved" if one["verdict"] == "allow" else "denied"
                    self.chart.add(one["time"], decided if one["by"] == "person" else "unanswered")
                cursor = page["next"]
                self._show_facts(more=bool(cursor))
                if not cursor:
                    break
            if not self.found.prompts:
                self.body.setCurrentIndex(1)
                return
            rules = await self._seam.run(lambda core: core.rules.suggest(since))
            if turn == self._turn:
                self._show_rules(rules)
        except RefusedError as why:
            if turn == self._turn:
                self.problem.setText(core_translation.local(str(why)))
                self.problem.show()
                self.chart.hide()
                self.none.hide()

    def _show_facts(self, *, more: bool) -> None:
        self.chart.tell()
        found, number = self.found, self.locale().toString
        share = self.locale().toString(found.share_approved * 100, "f", 0)
        hours = self.tr("{0} (most in one hour: {1})")
        self.facts.show_facts([
            Property(self.tr("Prompts"), number(found.prompts)),
            Property(
                self.tr("Prompts per hour"),
                hours.format(self.locale().toString(found.per_hour, "f", 1), number(found.most_in_an_hour)),
            ),
            Property(self.tr("Approved"), self.tr("{0} % of {1} decisions").format(
                share, number(found.approved + found.denied))),
            Property(self.tr("Not answered"), number(found.unanswered)),
            Property(self.tr("Median time to decide"), self.tr("{0} s").format(
                self.locale().toString(found.median_wait, "f", 1))),
            Property(self.tr("Approved too fast"), self.tr("%Ln approvals", "", found.unread)),
        ])  # fmt: skip
        self.says.setText(
            self.tr("Still reading the log…") if more
            else self.tr("Too fast: under a second per 25 characters of arguments. Hours without prompts don't count.")
        )  # fmt: skip

    def _show_rules(self, rules: Sequence[SuggestedRule] | None) -> None:
        shown = list(rules or ())[:_SHOWN]
        while len(self.rows) < len(shown):
            row = _SuggestionRow()
            row.review.clicked.connect(lambda _=False, row=row: self.wanted.emit(row.rule))
            self.rows.append(row)
            self._place.addWidget(row)
        for at, row in enumerate(self.rows):
            row.setVisible(at < len(shown))
            if at < len(shown):
                row.show_rule(shown[at])
        self.none.setVisible(not shown)
        nothing = self.tr("No rule would have saved several prompts without covering a call that you denied.")
        self.none.setText(self.tr("Looking for rules…") if rules is None else nothing)


def _midnight(before: int) -> float:
    """Return when the day so many days ``before`` today began: a week is today and six days before."""
    return float(QDate.currentDate().addDays(-before).startOfDay().toMSecsSinceEpoch()) / 1000
