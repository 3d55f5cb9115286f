"""Statistics of the person's decisions on prompts, and rules that would have avoided most of them."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import QDate, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QPushButton, QStackedWidget, QWidget

from toolguard.gate.approvals.prompt_statistics import PromptStatistics
from toolguard.services.interface import RefusedError, SuggestedRule
from toolguard.window import core_translation, theme
from toolguard.window.core_link import CoreLink
from toolguard.window.forms.unsaved_input import press_on_escape
from toolguard.window.json_view import untrusted_text
from toolguard.window.policy import rule_text
from toolguard.window.policy.prompt_chart import KINDS, PromptChart
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.layout.boxes import STRETCH, fill_rows, grid_box, hbox, vbox
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea
from toolguard.window.widgets.push_button import ChoiceButton, push_button
from toolguard.window.widgets.text_label import TextLabel, label, make_pane, tint

_MAX_SUGGESTIONS = 10  # maximum number of suggestions
_MAX_CONDITIONS = 8  # maximum conditions of a suggestion that are shown without a tool tip
_AS_LINK = (1, theme.SPACE, 0, theme.SPACE)
"""Margins that align a label with the text of a link."""
_FILTERS = {"approved": "by:person\nverdict:allow", "denied": "by:person\nverdict:deny", "unanswered": "by:timeout"}
"""The calls of each kind of prompt, in the form that `AuditPage.open` takes."""


class _SuggestionRow(QWidget):
    """One rule in words, how many prompts it would have avoided, and the button that opens it in the form."""

    def __init__(self) -> None:
        super().__init__()
        self.rule: SuggestedRule | None = None
        self.text_label = TextLabel(name=self.tr("Suggested rule"))
        self.saves = label(tone="quiet", factor=theme.SMALL)
        self.review = push_button(self.tr("Review suggestion"))
        text = vbox(self.text_label, self.saves, spacing=theme.SPACE)
        hbox((text, 1), self.review, parent=self, spacing=theme.SPACE * 4)

    def show_rule(self, rule: SuggestedRule) -> None:
        self.rule = rule
        self.text_label.set_text(rule_text.sentence(rule, _MAX_CONDITIONS))
        self.text_label.setToolTip(untrusted_text.as_tool_tip("\n".join(rule_text.conditions(rule))))
        self.saves.setText(
            self.tr("Would have saved %n approval requests. Covers no call that you denied.", "", rule["saved"])
        )
        self.review.setAccessibleDescription(self.text_label.text())


class _Fact(QWidget):
    """A number with its label, as a link with the tool tip ``leads`` if that is given, and a note."""

    led = Signal()

    def __init__(self, name: str, *, leads: str = "") -> None:
        super().__init__()
        self.number = label(factor=theme.HUGE, strong=True)
        self.note = label(tone="quiet", factor=theme.SMALL, wrap=True)
        self.name: QWidget = push_button(name, kind="link", tip=leads, clicked=self.led) if leads else label(name)
        if not leads:
            self.name.setContentsMargins(*_AS_LINK)
        vbox(self.number, (self.name, 0, Qt.AlignmentFlag.AlignLeft), self.note, STRETCH, parent=self, spacing=0)

    def show_number(self, number: str, note: str = "") -> None:
        self.number.setText(number)
        self.note.setText(note)
        self.name.setAccessibleDescription(f"{number} {note}".strip())


class _Facts(QWidget):
    """Facts beside each other, in a second row if there is too little space."""

    def __init__(self, facts: Sequence[_Fact]) -> None:
        super().__init__()
        self._facts = facts
        self._in_a_row = 0
        self._grid = grid_box(self, gaps=(theme.SPACE * 6, theme.SPACE * 4))
        self._arrange(len(facts) // 2)

    def _arrange(self, in_a_row: int) -> None:
        self._in_a_row = in_a_row
        for index, fact in enumerate(self._facts):
            self._grid.addWidget(fact, index // in_a_row, index % in_a_row)
            self._grid.setColumnStretch(index, 1 if index < in_a_row else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        widest = max(fact.name.sizeHint().width() for fact in self._facts)
        fits = self.width() >= len(self._facts) * (widest + theme.SPACE * 6)
        in_a_row = len(self._facts) if fits else len(self._facts) // 2
        if in_a_row != self._in_a_row:
            self._arrange(in_a_row)


class PromptStatisticsView(QWidget):
    """Reads the log page by page, so that the window never waits."""

    closed = Signal()
    suggestion_accepted = Signal(object)
    """A `SuggestedRule` to open in the form."""
    link_activated = Signal(str)
    """Links to calls in Audit, in the form that `AuditPage.open` takes."""

    def __init__(self, core_link: CoreLink) -> None:
        super().__init__()
        make_pane(self)
        self._core_link = core_link
        self._turn = 0
        self.found = PromptStatistics()
        self.ranges: dict[str, QPushButton] = {}
        self._since = 0.0
        self.prompts = _Fact(self.tr("Approval requests"))
        all_of_them = self.tr("Show them in Audit")
        self.approved = _Fact(self.tr("Approved"), leads=all_of_them)
        self.denied = _Fact(self.tr("Denied"), leads=all_of_them)
        self.unanswered = _Fact(self.tr("Not answered"), leads=all_of_them)
        self.wait = _Fact(self.tr("Median time to decide"))
        self.unread = _Fact(self.tr("Quick approvals"), leads=self.tr("Show the latest in Audit"))
        self.unread.led.connect(lambda: self.link_activated.emit(self.found.newest_unread[0]))
        shown = (self.prompts, self.approved, self.denied, self.unanswered, self.wait, self.unread)
        self.facts = _Facts(shown)
        self.chart = PromptChart()
        self.chart.opened.connect(self._lead)
        for fact, kind in zip((self.approved, self.denied, self.unanswered), KINDS, strict=True):
            fact.led.connect(lambda kind=kind: self._lead(self._since, time.time(), kind))
        self.note_label = label(tone="quiet", factor=theme.SMALL)
        self.manual = push_button(
            self.tr("Learn more"), name=self.tr("Learn more about these statistics"), kind="link",
        )  # fmt: skip
        self.problem = label(tone="danger", wrap=True, shown=False)
        self.suggested = label(self.tr("Suggested rules"), strong=True)
        self.none = label(tone="quiet", wrap=True)
        self.rows: list[_SuggestionRow] = []
        self._rows_box = vbox(spacing=theme.SPACE * 4)
        self._lay_out()

    def _lay_out(self) -> None:
        self.back = push_button(self.tr("Back"), clicked=self.closed)
        press_on_escape(self, self.back)
        head = hbox(
            self.back, (label(self.tr("Approval statistics"), factor=theme.HUGE, strong=True), 1),
            margins=(theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 3),
        )  # fmt: skip
        self._group = QButtonGroup(self)
        for key, text in (("today", self.tr("Today")), ("7", self.tr("7 days")), ("30", self.tr("30 days"))):
            button = ChoiceButton(text)
            button.clicked.connect(lambda _=False, key=key: self.show_range(key))
            self._group.addButton(button)
            self.ranges[key] = button
            head.addWidget(button)
        body = DetailScrollArea(
            self.chart,
            self.facts,
            hbox(self.note_label, self.manual, STRETCH),
            self.problem,
            self.suggested,
            self._rows_box,
            self.none,
        )
        self._empty = EmptyState(
            "idle", self.tr("No approval requests in this time"), self.tr("You were not asked about any call.")
        )
        self.body = QStackedWidget()
        self.body.addWidget(body)
        self.body.addWidget(self._empty)
        vbox(head, (self.body, 1), parent=self, spacing=0)

    def show_range(self, key: str = "7") -> None:
        """Read the prompts of ``today``, or of the last so many days."""
        self.ranges[key].setChecked(True)
        self._turn += 1
        self._core_link.spawn(self._read(_midnight(0 if key == "today" else int(key) - 1), self._turn))

    def _lead(self, since: float, until: float, kind: str) -> None:
        """Show the prompts of that time with that result."""
        self.link_activated.emit(f"{_FILTERS[kind]}\nsince:{since!r}\nuntil:{until!r}")

    def stop(self) -> None:
        """Stop reading: the view is hidden."""
        self._turn += 1

    async def _read(self, since: float, turn: int) -> None:
        self.found, cursor, self._since = PromptStatistics(), "", since
        self.chart.begin(since, time.time())
        self.problem.hide()
        self.chart.show()
        self.body.setCurrentIndex(0)
        self._show_rules(None)
        try:
            while True:
                start = cursor
                page = await self._core_link.run(lambda core: core.rules.prompts(since, start))  # noqa: B023 - at once
                if turn != self._turn:
                    return
                for prompt in page["prompts"]:
                    self.found.add(**prompt)
                    decided = "approved" if prompt["verdict"] == "allow" else "denied"
                    self.chart.add(prompt["time"], decided if prompt["by"] == "person" else "unanswered")
                cursor = page["next"]
                self._show_facts(more=bool(cursor))
                if not cursor:
                    break
            if not self.found.prompts:
                self.body.setCurrentIndex(1)
                return
            rules = await self._core_link.run(lambda core: core.rules.suggest(since))
            if turn == self._turn:
                self._show_rules(rules)
        except RefusedError as why:
            if turn == self._turn:
                self.problem.setText(core_translation.local(str(why)))
                self.problem.show()
                self.chart.hide()
                self.none.hide()

    def _show_facts(self, *, more: bool) -> None:
        self.chart.refresh()
        statistics, number = self.found, self.locale().toString
        share, decided = statistics.share_approved * 100, statistics.approved + statistics.denied
        most = self.tr("{0} per active hour, peak {1}").format(
            self.locale().toString(statistics.per_hour, "f", 1), number(statistics.most_in_an_hour)
        )
        self.prompts.show_number(number(statistics.prompts), most)
        text = self.tr("{0}% of {1} decisions").format(self.locale().toString(share, "f", 0), number(decided))
        self.approved.show_number(number(statistics.approved), text)
        self.denied.show_number(number(statistics.denied))
        self.unanswered.show_number(number(statistics.unanswered))
        self.wait.show_number(self.tr("{0} s").format(self.locale().toString(statistics.median_wait, "f", 1)))
        self.unread.show_number(number(statistics.unread))
        tint(self.unread.number, "caution" if statistics.unread else "")
        for fact, count in ((self.approved, statistics.approved), (self.denied, statistics.denied),
                            (self.unanswered, statistics.unanswered), (self.unread, statistics.unread)):  # fmt: skip
            fact.name.setEnabled(bool(count))
        self.note_label.setText(
            self.tr("Still reading the log…") if more
            else self.tr("Quick: too fast to have been read, at more than 25 characters of arguments per second.")
        )  # fmt: skip

    def _show_rules(self, rules: Sequence[SuggestedRule] | None) -> None:
        shown = list(rules or ())[:_MAX_SUGGESTIONS]
        while len(self.rows) < len(shown):
            row = _SuggestionRow()
            row.review.clicked.connect(lambda _=False, row=row: self.suggestion_accepted.emit(row.rule))
            self.rows.append(row)
            self._rows_box.addWidget(row)
        fill_rows(self.rows, shown, _SuggestionRow.show_rule)
        self.none.setVisible(not shown)
        nothing = self.tr("No rule would have saved several approval requests without covering a call that you denied.")
        self.none.setText(self.tr("Looking for rules…") if rules is None else nothing)


def _midnight(before: int) -> float:
    """Return the start of the day ``before`` days ago: a week is today and six days before."""
    return float(QDate.currentDate().addDays(-before).startOfDay().toMSecsSinceEpoch()) / 1000
