"""Actions of the page Pending: a method for each of its rows of `ACTIONS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from toolguard.window.approval.bulk_decision import BulkDecision
from toolguard.window.approval.burst_decision import BurstDecision
from toolguard.window.approval.call_detail import CallDetail
from toolguard.window.approval.proposal import ProposalDetail
from toolguard.window.help.keys_dialog import KeysDialog

if TYPE_CHECKING:
    from toolguard.window.pages.pending import PendingPage


class ShortcutOverride(QObject):
    """Lets the page receive its keys also while the person types: on X11 a line edit uses Ctrl+K and Ctrl+E itself."""

    _OVERRIDDEN_KEYS = (Qt.Key.Key_K, Qt.Key.Key_E)

    def __init__(self, page: QWidget, *lines: QWidget) -> None:
        super().__init__(page)
        for line in lines:
            line.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        ours = event.modifiers() == Qt.KeyboardModifier.ControlModifier and event.key() in self._OVERRIDDEN_KEYS
        if ours:
            event.ignore()
        return ours


class Shortcuts(QObject):
    """The actions of ``page``. Decisions do the same as its buttons, under the same conditions."""

    def __init__(self, page: PendingPage) -> None:
        super().__init__(page)
        self._page = page

    def all(self) -> Mapping[str, Callable[[], object]]:
        """Return the actions by name."""
        return {
            "next": self.next, "previous": self.previous, "approve": self.approve, "deny": self.deny,
            "reason": self.reason, "reasons": self.reasons, "remember": self.remember, "edit": self.edit,
            "group": self.group, "find": self.find, "undo": self.undo, "take_back": self.take_back,
        }  # fmt: skip

    def unavailable(self) -> set[str]:
        """Return the names of the actions that can do nothing now."""
        page = self._page
        offered = {"undo", "take_back"}
        if page.shows_queue:
            offered |= {"next", "previous"} if page.queue.rowCount() else set()
            match page.right.currentWidget():
                case ProposalDetail() as proposal if proposal.proposal is not None:
                    offered |= {"approve", "deny"}
                case BulkDecision() | BurstDecision():
                    offered |= {"approve", "deny", "reason", "find"}
                case CallDetail() as call:
                    offered |= {"find"}
                    if call.decision.held is not None:
                        offered |= {"approve", "deny", "reason", "reasons", "remember"}
                        offered |= set() if call.edit.isHidden() else {"edit"}
                        offered |= set() if page.left.alike.isHidden() else {"group"}
        return self.all().keys() - offered

    def next(self) -> None:
        self._page.step(1)

    def previous(self) -> None:
        self._page.step(-1)

    def approve(self) -> None:
        page = self._page
        match page.right.currentWidget():
            case ProposalDetail() as proposal if proposal.can_accept():
                page.accept()
            case BulkDecision() as several if several.can_run():
                page.run_all()
            case BurstDecision():
                page.run_burst()
            case CallDetail() as call:
                call.decision.press()

    def deny(self) -> None:
        page = self._page
        match page.right.currentWidget():
            case ProposalDetail() as detail if detail.proposal is not None:
                page.refuse()
            case BulkDecision():
                page.deny_all()
            case BurstDecision():
                page.deny_burst()
            case CallDetail():
                page.deny()

    def reason(self) -> None:
        right = self._page.right.currentWidget()
        calls = right if isinstance(right, BulkDecision | BurstDecision) else self._page.call.decision
        calls.reason.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def reasons(self) -> None:
        decision = self._page.call.decision
        if self._shows_call() and decision.held is not None:
            decision.reasons.menu().popup(decision.reasons.mapToGlobal(decision.reasons.rect().bottomLeft()))

    def undo(self) -> None:
        self._page.answers.undo()

    def remember(self) -> None:
        if self._shows_call() and self._page.call.decision.held is not None:
            self._page.call.decision.remember_choice.on.toggle()

    def edit(self) -> None:
        if self._shows_call():
            self._page.call.begin_edit()

    def group(self) -> None:
        names = self._page.queue.alike(self._page.shown)
        if len(names) > 1:
            self._page.choose_all(names)

    def find(self) -> None:
        right = self._page.right.currentWidget()
        if isinstance(right, BurstDecision):
            right.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        viewer = right.viewer if isinstance(right, BulkDecision) else self._page.call.viewer
        viewer.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def take_back(self) -> None:
        kept = self._page.left.kept
        kept.take_back.emit(kept.shown())

    def keys(self) -> None:
        KeysDialog(self._page, "pending").show()

    def _shows_call(self) -> bool:
        return self._page.right.currentWidget() is self._page.call
