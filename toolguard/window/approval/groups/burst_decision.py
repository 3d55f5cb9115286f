"""Calls that arrived together: all with their differences, and one decision for the checked ones."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from toolguard.gate.model import PendingCall
from toolguard.window import theme
from toolguard.window.approval.armed_button import ARMING_DELAY_MS, UNASKED_ARMING_DELAY_MS
from toolguard.window.approval.consequence import effect_of, run_kind
from toolguard.window.approval.groups.bulk_decision import hindrance
from toolguard.window.approval.groups.burst_calls import BurstCallList, words_of
from toolguard.window.approval.groups.group_decision import GroupDecision
from toolguard.window.json_view import untrusted_text
from toolguard.window.preferences import WindowPreferences
from toolguard.window.queue import expiry_text
from toolguard.window.queue.model import BurstItem, counts_of, servers_of, tools_of
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.layout.boxes import hbox, vbox
from toolguard.window.widgets.layout.scroll_area import MARGIN, ScrollArea
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import MAX_WIDTH, TextLabel, enable_unless, label

_MAX_SHARED_LENGTH = 5_000
"""Maximum characters of shared arguments that can be read here."""
_MAX_SHARED_HEIGHT = 132  # pixels of their area


def _decided_facts(pending: PendingCall) -> tuple[object, ...]:
    """Return what a person decides on, without the number of identical requests, which changes if a client polls."""
    return pending.call.id, pending.shown, pending.tool, pending.warnings, pending.secrets, pending.leaks


def _differ(before: Sequence[PendingCall], now: Sequence[PendingCall]) -> bool:
    """Return whether a person would decide on something else."""
    return len(before) != len(now) or any(
        pending is not then and _decided_facts(pending) != _decided_facts(then)
        for then, pending in zip(before, now, strict=True)
    )


class BurstDecision(GroupDecision):
    """Shows the pending calls of a burst. A decision covers the checked ones."""

    opened = Signal(str)
    """The person wants to view this call individually."""

    def __init__(self, preferences: WindowPreferences) -> None:
        self.list = BurstCallList()
        self.burst: BurstItem | None = None
        self._known: frozenset[str] = frozenset()  # the calls that could be decided before
        self._seen: frozenset[str] = frozenset()
        self._is_filling = False
        body = QWidget()
        super().__init__(body, preferences)
        policy = self.badges.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the buttons do not move when the selection changes
        self.badges.setSizePolicy(policy)
        self.reason.setAccessibleName(self.tr("Reason for denying the selected calls"))
        self._rule_tip = self.tr("Propose a rule that covers the selected calls. They stay pending.")
        self.list.lines.ticked.connect(self._refresh)
        self.list.opened.connect(self.opened)
        self._fill(body)
        self.update_colours()
        self._refresh()

    def _fill(self, body: QWidget) -> None:
        self.common_title = label(self.tr("Same in all calls"), tone="quiet", factor=theme.SMALL)
        self.common = TextLabel(mono=True, name=self.tr("Same in all calls"))
        self.common_place = ScrollArea(self.common)
        self.all = QCheckBox()
        self.all.clicked.connect(lambda on: self.list.lines.tick_all(on))
        self.left_out = ElidedLabel()
        self.view = push_button(
            self.tr("View call"), kind="link", clicked=lambda: self.list.activated.emit(self.list.currentIndex())
        )
        head = hbox(
            self.all, (self.left_out, 1), self.view,
            spacing=theme.SPACE * 3, margins=(theme.SPACE * 2, 0, theme.SPACE * 2, 0),
        )  # fmt: skip
        body.setMaximumWidth(MAX_WIDTH + 2 * MARGIN)
        vbox(
            self.odd, self.common_title, self.common_place, head, (self.list, 1),
            parent=body, margins=(MARGIN - theme.SPACE * 2, theme.SPACE * 3, MARGIN - theme.SPACE * 2, 0),
        )  # fmt: skip
        self.list.selectionModel().currentChanged.connect(lambda *_: self._refresh())

    def show_burst(self, burst: BurstItem, calls: Sequence[PendingCall], viewed: Collection[str]) -> None:
        """Show the pending ``calls`` of ``burst``; those in ``viewed`` were viewed individually."""
        another = self.burst is None or self.burst.burst != burst.burst
        before = () if another else self.calls
        state = (self._seen, self._known)
        self._is_filling = True  # refresh once, at the end
        if another:
            self.reason.clear()
            self._known = frozenset()
        elif self.arming.armed:
            self._known |= {pending.call.id for pending in before}
        self.burst, self.calls, self._seen = burst, tuple(calls), frozenset(viewed)
        self._show_burst(burst)
        if state != (self._seen, self._known) or list(map(id, before)) != list(map(id, self.calls)):
            self._list_calls(another=another)
        digests = {id(pending): self.digests[pending.call.id] for pending in before}
        self.digests = {pending.call.id: digests.get(id(pending)) or pending.shown for pending in self.calls}
        if another or _differ(before, self.calls):
            self.arming.restart(ARMING_DELAY_MS if another else UNASKED_ARMING_DELAY_MS)
        self._is_filling = False
        self._refresh()

    def _list_calls(self, *, another: bool) -> None:
        current = self.list.lines.line(self.list.currentIndex().row())
        scrolled = self.list.verticalScrollBar().value()
        self.list.lines.show_calls(self.calls, self._seen, self._known)
        row = self.list.lines.row(current.pending.call.id) if current is not None and not another else -1
        self.list.setCurrentIndex(self.list.lines.index(max(row, 0)))
        self.list.verticalScrollBar().setValue(0 if another else scrolled)
        self._show_common()

    def _show_burst(self, burst: BurstItem) -> None:
        client, count, tools = burst.calls[0].call.client.id, len(self.calls or burst.calls), burst.tools
        one_tool = len(tools) == 1
        self.heading.set_sentence(
            self.tr("{client} wants to run {tool} {count} on {server}")
            if one_tool
            else self.tr("{client} wants to make {count} to {tool} on {server}"),
            client=("strong name", client),
            tool=("strong mono" if one_tool else "strong", tools_of(burst)),
            server=("strong", servers_of(burst)),
            count=("strong", self.tr("%n times", "", count) if one_tool else self.tr("%n calls", "", count)),
        )
        first = min(self.calls, key=lambda pending: pending.expires or float("inf"), default=None)
        self.heading.say_below(expiry_text.line(first, time.time())[0] if first is not None else "")
        late = sum(map(expiry_text.unattended, self.calls))
        nobody = self.tr("%n of them have timed out. For these, the next identical call runs instead.", "", late)
        self.odd.show_sentences([nobody] if late else [])

    def _show_common(self) -> None:
        common = self.list.lines.common
        self.common.set_text(words_of(common))
        for widget in (self.common_title, self.common_place):
            widget.setVisible(bool(common))
        self.common_place.setFixedHeight(min(self.common.height() + 4, _MAX_SHARED_HEIGHT))

    def covered(self) -> tuple[PendingCall, ...]:
        """The calls that a decision covers: the checked ones."""
        return tuple(self.list.lines.covered()) if self.calls else ()

    def searched(self) -> QWidget:
        return self.list

    def _why_not(self, covered: Sequence[PendingCall]) -> str:
        unviewed = self.list.lines.unviewed()
        if unviewed:
            return self.tr("%n of the selected calls must be viewed first, or be denied.", "", unviewed)
        if untrusted_text.longer_than(self.list.lines.common, _MAX_SHARED_LENGTH):
            return self.tr("The shared arguments are too long to show here. View each call first.")
        return hindrance(covered, self._seen, self.list.lines.odd())

    def _left_out(self, covered: Sequence[PendingCall]) -> Iterator[str]:
        """Yield the tools of unselected calls that wait for a decision of their own, the most important first."""
        ids = {pending.call.id for pending in covered}
        left = [pending for pending in self.calls if covered and pending.call.id not in ids]
        destroying = Counter(pending.call.tool for pending in left if effect_of((pending,)) == "destroys")
        others = Counter(pending.call.tool for pending in left if effect_of((pending,)) != "destroys")
        if destroying:
            yield self.tr("Destructive, not selected: {0}").format(counts_of(destroying))
        if others:
            yield self.tr("Not selected: {0}").format(counts_of(others))

    def _refresh(self) -> None:
        if self._is_filling:
            return
        covered = self.covered()
        count, there = len(covered), len(self.calls)
        self._hindrance = self._why_not(covered) if covered else ""
        super()._refresh()
        self.show_kind(run_kind(covered, warned=self.list.lines.are_warned()))
        self.run_button.setText(self.tr("Approve %n calls", "", count))
        self.run_button.setAccessibleName(self.tr("Approve %n selected calls", "", count))
        self.deny_button.setText(self.tr("Deny %n calls", "", count))
        self.deny_button.setAccessibleName(self.tr("Deny %n selected calls", "", count))
        tip = self.tr("View the current call by itself, to approve, edit or deny only it (Enter)")
        enable_unless(self.view, "" if self.list.currentIndex().isValid() else self.tr("Choose a call first."), tip)
        self.all.setText(self.tr("{0} of %n selected", "", there).format(self.locale().toString(count)))
        self.left_out.set_text(" · ".join(self._left_out(covered)))
        partly = Qt.CheckState.PartiallyChecked
        state = partly if 0 < count < there else Qt.CheckState.Checked if count else Qt.CheckState.Unchecked
        self.all.setCheckState(state)
        self.all.setEnabled(there > 0)
