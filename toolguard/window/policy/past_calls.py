"""Backtest of a rule with the calls in the log, page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from toolguard.gate import jsonrpc
from toolguard.services.interface import BackTestPage, DifferentCall, NewRule, RefusedError
from toolguard.window import core_translation, theme
from toolguard.window.core_link import CoreLink
from toolguard.window.json_view import untrusted_text
from toolguard.window.queue.summary import all_inputs
from toolguard.window.widgets import time_format
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.layout.boxes import fill_rows, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import label, tint

MAX_COUNTED_CALLS = 2_000
"""Maximum calls that are examined for a count."""
MAX_EXAMINED_CALLS = 50_000
"""Maximum calls on which a rule is tried before it is saved."""
MAX_GROUPS, MAX_EXAMPLES = 8, 3
"""Maximum shown groups of calls that would be decided differently, and calls of each."""
_MAX_EXAMPLE_LENGTH = 200  # maximum characters of an example's arguments
_TRIAL_DELAY_MS = 150  # milliseconds without a change until a rule is tried


async def pages(core_link: CoreLink, rule: NewRule, instead: str = "") -> AsyncIterator[BackTestPage]:
    """Yield the backtest of ``rule`` for each page of recorded calls; raises `RefusedError`."""
    cursor = ""
    while True:
        start = cursor
        page = await core_link.run(lambda core: core.rules.backtest(rule, instead or UNSET, start))  # noqa: B023 - at once
        yield page
        cursor = page["next"]
        if not cursor:
            return


async def count_past(core_link: CoreLink, rule: NewRule, is_current: Callable[[], bool]) -> tuple[int, int, bool]:
    """Return how many recorded calls ``rule`` covers, how many of these a person denied, and whether there are more.

    It ends early when it is no longer ``is_current``. Raises `RefusedError`.
    """
    looked = covered = denied = 0
    async for page in pages(core_link, rule):
        looked, covered, denied = looked + page["looked"], covered + page["covered"], denied + page["denied"]
        if not is_current() or looked >= MAX_COUNTED_CALLS:
            return covered, denied, bool(page["next"])
    return covered, denied, False


@dataclass(slots=True)
class _CallGroup:
    """Recorded calls of one tool that a rule would decide differently in the same way; ``calls``: the newest."""

    server: str
    tool: str
    before: str
    after: str
    denied: bool
    """Whether the person denied these calls, and the rule would allow them."""
    count: int = 0
    calls: list[DifferentCall] = field(default_factory=list)

    def rank(self) -> tuple[object, ...]:
        """Return the sort key: what the rule would loosen comes first, then what it would restrict."""
        return not self.denied, _OUTCOMES.index((self.before, self.after)), -self.count, self.server, self.tool


_OUTCOMES = (
    ("deny", "allow"), ("ask", "allow"), ("deny", "ask"), ("allow", "deny"), ("allow", "ask"), ("ask", "deny")
)  # fmt: skip
"""Verdicts of the current and of the changed rules, the most important change first."""


class _Groups:
    """The differing calls so far, by what would happen to them and by tool."""

    def __init__(self) -> None:
        self._groups: dict[tuple[object, ...], _CallGroup] = {}
        self.count = 0

    def add(self, calls: list[DifferentCall]) -> None:
        for call in calls:
            denied = call["verdict"] == "deny" and call["by"] == "person" and call["after"] == "allow"
            members = (call["server"], call["tool"], call["before"], call["after"], denied)
            group = self._groups.setdefault(members, _CallGroup(*members))
            group.count += 1
            if all(call["text"] != different_call["text"] for different_call in group.calls):
                group.calls = sorted([*group.calls, call], key=lambda call: -call["time"])[:MAX_EXAMPLES]
        self.count += len(calls)

    def only_ask_less(self) -> bool:
        """Return whether the rule would only spare the person questions that they did not answer with a denial."""
        return all((group.before, group.after) == ("ask", "allow") and not group.denied for group in self.sorted())

    def sorted(self) -> list[_CallGroup]:
        return sorted(self._groups.values(), key=_CallGroup.rank)


class _PastCallRow(QWidget):
    """One recorded call: its time, its arguments, and buttons that make it an example."""

    def __init__(self, take: Callable[[DifferentCall, bool], None]) -> None:
        super().__init__()
        self._call: DifferentCall | None = None
        self.when, self.what = label(tone="quiet"), ElidedLabel(tone="")
        self.what.setFont(theme.mono())
        self.cover = push_button(self.tr("Should match"))
        self.must_not_cover = push_button(self.tr("Should not match"))
        row = hbox(parent=self, spacing=theme.SPACE * 3)
        for widget, share in ((self.when, 0), (self.what, 1), (self.cover, 0), (self.must_not_cover, 0)):
            row.addWidget(widget, share)
        for button, covered in ((self.cover, True), (self.must_not_cover, False)):
            button.setProperty("kind", "link")
            button.clicked.connect(lambda _=False, covered=covered: take(self._call, covered) if self._call else None)

    def show_call(self, call: DifferentCall) -> None:
        self._call = call
        self.when.setText(time_format.day(call["time"]))
        arguments = call["arguments"]
        self.what.set_text(untrusted_text.shortened(all_inputs(arguments) if arguments else call["text"], 400))
        described = untrusted_text.shortened(f"{call['tool']} {call['text']}", 400)
        for button in (self.cover, self.must_not_cover):
            button.setVisible(call["arguments"] is not None)
            button.setAccessibleDescription(described)


class _CallGroupView(QWidget):
    """A group: what would happen to the calls, how many of which tool they are, and the newest ones."""

    def __init__(self, take: Callable[[DifferentCall, bool], None]) -> None:
        super().__init__()
        self.outcome, self.what = label(), ElidedLabel()
        head = hbox(self.outcome, (self.what, 1), spacing=theme.SPACE * 3)
        column = vbox(head, parent=self, spacing=theme.SPACE, margins=(0, 0, 0, theme.SPACE))
        self.rows = [_PastCallRow(take) for _ in range(MAX_EXAMPLES)]
        for row in self.rows:
            column.addWidget(row)
        self.more = label(tone="quiet", factor=theme.SMALL)
        column.addWidget(self.more)

    def show_group(self, group: _CallGroup) -> None:
        self.outcome.setText(self._outcome(group))
        tint(self.outcome, "danger" if group.denied else "")
        place = self.tr("{tool} on {server}")
        names = {"tool": untrusted_text.short_name(group.tool), "server": untrusted_text.short_name(group.server)}
        count = self.tr("1 call") if group.count == 1 else self.tr("%Ln calls", "", group.count)
        self.what.set_text(f"{count} · {core_translation.fill_in(place, **names)}")
        fill_rows(self.rows, group.calls, _PastCallRow.show_call)
        left = group.count - len(group.calls)
        self.more.setText(self.tr("%Ln more", "", left) if left else "")
        self.more.setVisible(left > 0)

    def _outcome(self, group: _CallGroup) -> str:
        if group.denied:
            return self.tr("Allowed although you denied them")
        return {
            ("deny", "allow"): self.tr("Allowed instead of denied"),
            ("ask", "allow"): self.tr("Allowed without asking you"),
            ("deny", "ask"): self.tr("Asked instead of denied"),
            ("allow", "deny"): self.tr("Denied instead of allowed"),
            ("allow", "ask"): self.tr("Asked instead of allowed"),
            ("ask", "deny"): self.tr("Denied without asking you"),
        }[group.before, group.after]


class BackTestView(QWidget):
    """The recorded calls that a rule would decide differently, by outcome and tool. It never blocks the window."""

    example_added = Signal(object, bool)
    """The arguments of a call as a new example, which the rule must or must not cover."""

    def __init__(self, core_link: CoreLink) -> None:
        super().__init__()
        self._core_link = core_link
        self._turn = 0
        self._request: tuple[NewRule, str] | None = None
        self.heading = label(self.tr("Past calls"), strong=True)
        self.result_label = label(tone="quiet", wrap=True)
        self.about = label(
            self.tr(
                "Mark calls that the rule must or must not match. An allow rule stays off until it agrees with every"
                " mark."
            ),
            tone="quiet", wrap=True,
        )  # fmt: skip
        self.groups: list[_CallGroupView] = []
        self.more = label(tone="quiet")
        self._groups_box = vbox()
        vbox(self.heading, self.result_label, self.about, self._groups_box, self.more, parent=self)
        self._pause = QTimer(self, singleShot=True, interval=_TRIAL_DELAY_MS)
        self._pause.timeout.connect(self._begin)
        self.forget()

    def forget(self) -> None:
        """Stop: there is no valid rule now."""
        self._turn += 1
        self._request = None
        self._pause.stop()
        self._show(_Groups())
        self._tell(self.tr("Complete the rule to see which past calls it would decide differently."))

    def try_rule(self, rule: NewRule, instead: str = "") -> None:
        """Try ``rule`` in place of the one with the id ``instead``, once nothing has changed for a moment."""
        if (rule, instead) != self._request:
            if self._request is None:
                self._tell(self.tr("Trying the rule on past calls…"))
            self._turn += 1
            self._request = (rule, instead)
            self._pause.start()

    def _begin(self) -> None:
        if self._request is not None:
            self._core_link.spawn(self._try(*self._request, self._turn))

    async def _try(self, rule: NewRule, instead: str, turn: int) -> None:
        groups, looked, covered = _Groups(), 0, 0
        try:
            async for page in pages(self._core_link, rule, instead):
                if turn != self._turn:
                    return
                looked, covered = looked + page["looked"], covered + page["covered"]
                groups.add(page["different"])
                self._show(groups)
                self._show_count(looked, covered, groups, more=bool(page["next"]))
                if looked >= MAX_EXAMINED_CALLS:
                    return
        except RefusedError as why:
            if turn == self._turn:
                self._show(_Groups())
                self._tell(core_translation.local(str(why)))

    def _show_count(self, looked: int, covered: int, groups: _Groups, *, more: bool) -> None:
        number, count = self.locale().toString, groups.count
        text = self.tr("{0} of {1} past calls would be decided differently.")
        if groups.only_ask_less():
            text = self.tr("{0} of {1} past calls would no longer ask you.")
        text = text.format(number(count), number(looked))
        if not count:
            text = self.tr("Of {0} past calls, none would be decided differently.").format(number(looked))
        if not covered:
            text = self.tr("Matches none of {0} past calls.").format(number(looked))
        if not looked:
            text = self.tr("The log has no calls that this rule applies to.")
        is_partial = more and looked < MAX_EXAMINED_CALLS
        self._tell(self.tr("{0} Still looking…").format(text) if is_partial else text, strong=bool(count))

    def _tell(self, text: str, *, strong: bool = False) -> None:
        self.result_label.setText(text)
        self.result_label.setFont(theme.sized(1, weight=QFont.Weight.DemiBold if strong else QFont.Weight.Normal))
        tint(self.result_label, "" if strong else "quiet")

    def _show(self, collected: _Groups) -> None:
        groups = collected.sorted()[:MAX_GROUPS]
        self.about.setVisible(bool(groups))
        while len(self.groups) < len(groups):
            view = _CallGroupView(lambda call, covered: self.example_added.emit(call["arguments"], covered))
            self.groups.append(view)
            self._groups_box.addWidget(view)
        fill_rows(self.groups, groups, _CallGroupView.show_group)
        left = collected.count - sum(group.count for group in groups)
        self.more.setText(self.tr("%Ln more", "", left) if left else "")
        self.more.setVisible(left > 0)


def example_text(arguments: Any) -> str:
    """Return arguments as JSON in one line, shortened."""
    return untrusted_text.shortened(jsonrpc.text(arguments), _MAX_EXAMPLE_LENGTH)
