"""Several calls at once: each with all its arguments, and buttons to approve or deny them together.

They can be approved together only if each was viewed individually, or if all are calls of one tool by one client and
can be read here completely: nothing folded, nothing suspicious.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from toolguard.gate.model import PendingCall
from toolguard.window import core_translation
from toolguard.window.approval import call_warnings
from toolguard.window.approval.call_detail import shown_arguments
from toolguard.window.approval.consequence import run_kind
from toolguard.window.approval.groups.group_decision import GroupDecision
from toolguard.window.json_view import untrusted_text
from toolguard.window.json_view.viewer import JsonViewer
from toolguard.window.preferences import WindowPreferences
from toolguard.window.queue import expiry_text, summary
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea

MAX_TOTAL_LENGTH = 100_000
"""Maximum characters of all arguments together that can be read here."""
_MAX_NAMED = 3  # calls that are named of those that the person has to view


def is_too_long(pending: PendingCall) -> bool:
    """Return whether the arguments of a call are too long to be read beside others."""
    return untrusted_text.longer_than(pending.call.arguments, MAX_TOTAL_LENGTH)


def is_odd(pending: PendingCall) -> bool:
    """Return whether a call has to be viewed individually."""
    return is_too_long(pending) or call_warnings.is_warned(pending)


translate = QCoreApplication.translate


def hindrance(calls: Sequence[PendingCall], viewed: Collection[str], odd: Collection[str]) -> str:
    """Return why these calls cannot be approved together, or "". ``odd``: ids of those for which `is_odd` is true."""
    leaking = sum(1 for pending in calls if pending.leaks)
    if leaking:
        return translate("BulkDecision", "%n of them contain a secret. Decide those one at a time.", None, leaking)
    unseen = [pending for pending in calls if pending.call.id not in viewed]
    if not unseen:
        return ""
    warned = sum(pending.call.id in odd for pending in unseen)
    if warned:
        return translate("BulkDecision", "%n of them have warnings. View those first.", None, warned)
    if len({summary.kind(pending.call) for pending in calls}) > 1:
        text = translate("BulkDecision", "They differ in tool, server or client. View first: {0}")
        return core_translation.fill_in(text, _names(unseen))
    if untrusted_text.longer_than([shown_arguments(pending.call) for pending in calls], MAX_TOTAL_LENGTH):
        return translate("BulkDecision", "Their arguments are too long to show here. View each one first.")
    return ""


def _names(calls: Sequence[PendingCall]) -> str:
    """Return the tools of the first ``calls``, in the order of the list, and how many calls more there are."""
    names = [untrusted_text.short_name(pending.call.tool, 30) for pending in calls[:_MAX_NAMED]]
    more = len(calls) - len(names)
    return core_translation.join_list([*names, *([translate("BulkDecision", "%n more", None, more)] if more else [])])


class ReviewedCalls:
    """The calls that the person has viewed, as they were then."""

    def __init__(self) -> None:
        self._calls: dict[str, PendingCall] = {}

    def note(self, pending: PendingCall, there: Sequence[PendingCall]) -> None:
        """Add ``pending``, and remove calls that are not in ``there``."""
        names = {held_call.call.id for held_call in there}
        self._calls = {name: held_call for name, held_call in self._calls.items() if name in names} | {
            pending.call.id: pending
        }

    def knows(self, pending: PendingCall) -> bool:
        """Return whether the call was viewed and has not changed since."""
        before = self._calls.get(pending.call.id)
        return before is not None and before.call.message is pending.call.message and before.facts == pending.facts


class BulkDecision(GroupDecision):
    """Shows several pending calls, each with all its arguments."""

    def __init__(self, preferences: WindowPreferences) -> None:
        self.viewer = JsonViewer(translate("BulkDecision", "All arguments"))
        body = DetailScrollArea()
        super().__init__(body, preferences)
        self.reason.setAccessibleName(self.tr("Reason for denying all"))
        body.column.addWidget(self.odd)
        body.column.addWidget(self.viewer)
        body.finish()
        self.update_colours()
        self._refresh()

    def show_calls(self, calls: Sequence[PendingCall], viewed: Collection[str], left_out: int) -> None:
        """Show ``calls``; ``viewed``: ids of viewed ones. ``left_out``: number of selected items that are no calls."""
        before, self.calls = self.calls, tuple(calls)
        count = len(self.calls)
        self._hindrance = hindrance(self.calls, viewed, {pending.call.id for pending in self.calls if is_odd(pending)})
        self.heading.set_sentence(self.tr("{count} calls selected"), count=("strong", str(count)))
        self.heading.say_below(self._kinds())
        self.run_button.setText(self.tr("Approve all %n", "", count))
        self.run_button.setAccessibleName(self.tr("Approve all %n selected calls", "", count))
        self.deny_button.setText(self.tr("Deny all %n", "", count))
        self.deny_button.setAccessibleName(self.tr("Deny all %n selected calls", "", count))
        self.show_kind(run_kind(self.calls))
        changes = self.tr("%n selected changes are not included. Decide them one at a time.", "", left_out)
        late = sum(map(expiry_text.unattended, self.calls))
        nobody = self.tr("%n of them have timed out. For these, the next identical call runs instead.", "", late)
        self.odd.show_sentences([*([changes] if left_out else []), *([nobody] if late else [])])
        if [pending.call for pending in before] != [pending.call for pending in self.calls]:
            self.digests = {pending.call.id: pending.shown for pending in self.calls}
            self.viewer.show_value(
                {
                    self._title(index, pending): shown_arguments(pending.call)
                    for index, pending in enumerate(self.calls)
                },
                secrets=tuple(name for pending in self.calls for name in pending.leaks),
            )
            self.arming.restart()
        self._refresh()

    def _title(self, index: int, pending: PendingCall) -> str:
        call = pending.call
        return (
            f"{index + 1}. {call.tool}"
            if self._alike()
            else f"{index + 1}. {call.tool} · {call.server} · {call.client.id}"
        )

    def _alike(self) -> bool:
        return len({summary.kind(pending.call) for pending in self.calls}) == 1

    def _kinds(self) -> str:
        """Return the tools, each once; the list below names the server and the client of each call."""
        if self._alike() and self.calls:
            call = self.calls[0].call
            names = (untrusted_text.short_name(name, 30) for name in (call.tool, call.server, call.client.id))
            return self.tr("{0} on {1}, requested by {2}").format(*names)
        tools = dict.fromkeys(pending.call.tool for pending in self.calls)
        return core_translation.join_list(untrusted_text.short_name(tool, 30) for tool in tools)

    def is_ready(self) -> bool:
        return len(self.calls) > 1 and super().is_ready()

    def searched(self) -> QWidget:
        return self.viewer.search
