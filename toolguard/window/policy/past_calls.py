"""Backtest of a rule with the calls in the log, page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

from msgspec import UNSET
from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from toolguard.gate import jsonrpc
from toolguard.services.interface import BackTestPage, DifferentCall, NewRule, RefusedError
from toolguard.window import core_translation, theme
from toolguard.window.core_link import CoreLink
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import time_format
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.text_label import label, tint

MAX_COUNTED_CALLS = 2_000
"""Maximum calls that are examined for a count."""
MAX_EXAMINED_CALLS = 50_000
"""Maximum calls on which a rule is tried before it is saved."""
MAX_SHOWN_CALLS = 20
"""Maximum shown calls that would be decided differently."""
_TRIAL_DELAY_MS = 150  # milliseconds without a change until a rule is tried


async def pages(core_link: CoreLink, rule: NewRule, instead: str = "") -> AsyncIterator[BackTestPage]:
    """Yield the backtest of ``rule`` for each page of recorded calls; raises `RefusedError`."""
    cursor = ""
    while True:
        at = cursor
        page = await core_link.run(lambda core: core.rules.backtest(rule, instead or UNSET, at))  # noqa: B023 - at once
        yield page
        cursor = page["next"]
        if not cursor:
            return


async def count_past(core_link: CoreLink, rule: NewRule, wanted: Callable[[], bool]) -> tuple[int, int, bool]:
    """Return how many recorded calls ``rule`` covers, how many of these a person denied, and whether there are more.

    It ends early when it is no longer ``wanted``. Raises `RefusedError`.
    """
    looked = covered = denied = 0
    async for page in pages(core_link, rule):
        looked, covered, denied = looked + page["looked"], covered + page["covered"], denied + page["denied"]
        if not wanted() or looked >= MAX_COUNTED_CALLS:
            return covered, denied, bool(page["next"])
    return covered, denied, False


class _PastCallRow(QWidget):
    """One recorded call: its time, its arguments, and the decisions of the current and the changed rules."""

    def __init__(self, take: Callable[[DifferentCall, bool], None]) -> None:
        super().__init__()
        self._call: DifferentCall | None = None
        self.when, self.what = label(tone="quiet"), ElidedLabel(tone="")
        self.what.setFont(theme.mono())
        self.change = label()
        self.cover = QPushButton(self.tr("Should match"), autoDefault=False)
        self.must_not_cover = QPushButton(self.tr("Should not match"), autoDefault=False)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE * 3)
        for widget, share in (
            (self.when, 0),
            (self.what, 1),
            (self.change, 0),
            (self.cover, 0),
            (self.must_not_cover, 0),
        ):
            row.addWidget(widget, share)
        for button, covered in ((self.cover, True), (self.must_not_cover, False)):
            button.setProperty("kind", "link")
            button.clicked.connect(lambda _=False, covered=covered: take(self._call, covered) if self._call else None)

    def show_call(self, call: DifferentCall) -> None:
        self._call = call
        self.when.setText(time_format.day(call["time"]))
        self.what.set_text(untrusted_text.shortened(f"{call['tool']} {call['text']}", 400))
        verdicts = {"allow": self.tr("allow"), "deny": self.tr("deny"), "ask": self.tr("ask")}
        text = self.tr("{0} → {1}").format(verdicts[call["before"]], verdicts[call["after"]])
        denied = call["verdict"] == "deny" and call["by"] == "person"
        self.change.setText(self.tr("denied by you; {0}").format(text) if denied else text)
        tint(self.change, "danger" if denied and call["after"] == "allow" else "quiet")
        for button in (self.cover, self.must_not_cover):
            button.setVisible(call["arguments"] is not None)
            button.setAccessibleDescription(self.what.text())


class BackTestView(QWidget):
    """The recorded calls that a rule would decide differently, denied ones first. It never blocks the window."""

    example_added = Signal(object, bool)
    """The arguments of a call as a new example, which the rule must or must not cover."""

    def __init__(self, core_link: CoreLink, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._core_link = core_link
        self._turn = 0
        self._request: tuple[NewRule, str] | None = None
        self.heading = label(self.tr("Past calls"), strong=True)
        self.result_label = label(tone="quiet", wrap=True)
        self.rows: list[_PastCallRow] = []
        self._shown: list[DifferentCall] = []
        self.more = label(tone="quiet")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE * 2)
        column.addWidget(self.heading)
        column.addWidget(self.result_label)
        self._place = QVBoxLayout()
        self._place.setSpacing(theme.SPACE)
        column.addLayout(self._place)
        column.addWidget(self.more)
        self._pause = QTimer(self, singleShot=True, interval=_TRIAL_DELAY_MS)
        self._pause.timeout.connect(self._begin)
        self.forget()

    def forget(self) -> None:
        """Stop: there is no valid rule now."""
        self._turn += 1
        self._request = None
        self._pause.stop()
        self._show([], 0)
        self.result_label.setText(self.tr("Complete the rule to see which past calls it would decide differently."))

    def try_rule(self, rule: NewRule, instead: str = "") -> None:
        """Try ``rule`` in place of the one with the id ``instead``, once nothing has changed for a moment."""
        if (rule, instead) != self._request:
            self._turn += 1
            self._request = (rule, instead)
            self._pause.start()

    def _begin(self) -> None:
        if self._request is not None:
            self._core_link.spawn(self._try(*self._request, self._turn))

    async def _try(self, rule: NewRule, instead: str, turn: int) -> None:
        found: list[DifferentCall] = []
        looked = count = 0
        try:
            async for page in pages(self._core_link, rule, instead):
                if turn != self._turn:
                    return
                looked, count = looked + page["looked"], count + len(page["different"])
                found += page["different"][: MAX_SHOWN_CALLS - len(found)]
                self._show(found, count)
                more = bool(page["next"])
                self._show_count(looked, count, more=more)
                if looked >= MAX_EXAMINED_CALLS:
                    return
        except RefusedError as why:
            if turn == self._turn:
                self._show([], 0)
                self.result_label.setText(core_translation.local(str(why)))

    def _show_count(self, looked: int, count: int, *, more: bool) -> None:
        number = self.locale().toString
        text = self.tr("Decides {0} of {1} past calls differently.").format(number(count), number(looked))
        if not looked:
            text = self.tr("The log has no calls that this rule is for.")
        self.result_label.setText(
            self.tr("{0} Still looking…").format(text) if more and looked < MAX_EXAMINED_CALLS else text
        )

    def _show(self, calls: list[DifferentCall], count: int) -> None:
        while len(self.rows) < len(calls):
            row = _PastCallRow(lambda call, covered: self.example_added.emit(call["arguments"], covered))
            self.rows.append(row)
            self._place.addWidget(row)
        for at, row in enumerate(self.rows):
            row.setVisible(at < len(calls))
            if at < len(calls):
                row.show_call(calls[at])
        left = count - len(calls)
        self.more.setText(self.tr("%Ln more", "", left) if left else "")
        self.more.setVisible(left > 0)

    def shown(self) -> list[str]:
        """Return the displayed values of each call."""
        return [f"{row.what.text()}: {row.change.text()}" for row in self.rows if not row.isHidden()]


def example_words(arguments: Any, most: int = 200) -> str:
    """Return an example's arguments on one line."""
    return untrusted_text.shortened(jsonrpc.text(arguments), most)
