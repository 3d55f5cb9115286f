"""What the keys of the page Pending do: a method for each row of `KEYS`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QWidget

from toolguard.window.queue.keys import KEYS, KeysHelp

if TYPE_CHECKING:
    from toolguard.window.pages.pending import PendingPage


class Shortcuts(QObject):
    """The shortcuts are children of ``page`` and work while it is shown."""

    def __init__(self, page: PendingPage) -> None:
        super().__init__(page)
        self._page = page
        for row in KEYS:
            for keys in row.keys:
                shortcut = QShortcut(QKeySequence(keys), page)
                shortcut.setAutoRepeat(row.repeats)
                shortcut.activated.connect(getattr(self, row.does))

    def next(self) -> None:
        self._page.step(1)

    def previous(self) -> None:
        self._page.step(-1)

    def run(self) -> None:
        page, right = self._page, self._page.right.currentWidget()
        if right is page.proposal and page.proposal.can_accept():
            page.accept()
        elif right is page.several and page.several.can_run():
            page.run_all()
        elif right is page.burst:
            page.run_burst()
        elif right is page.call:
            page.call.decision.press()

    def deny(self) -> None:
        page, right = self._page, self._page.right.currentWidget()
        if right is page.proposal and page.proposal.proposal is not None:
            page.answers.reject(page.shown)
        elif right is page.several:
            page.deny_all()
        elif right is page.burst:
            page.deny_burst()
        elif right is page.call:
            page.deny()

    def reason(self) -> None:
        page = self._page
        lines: dict[QWidget | None, QLineEdit] = {page.several: page.several.reason, page.burst: page.burst.reason}
        line = lines.get(page.right.currentWidget(), page.call.decision.reason)
        line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def reasons(self) -> None:
        decision = self._page.call.decision
        if self._shows_call() and decision.held is not None:
            decision.reasons.menu().popup(decision.reasons.mapToGlobal(decision.reasons.rect().bottomLeft()))

    def undo(self) -> None:
        self._page.answers.undo()

    def remember(self) -> None:
        if self._shows_call() and self._page.call.decision.held is not None:
            self._page.call.decision.wish.on.toggle()

    def edit(self) -> None:
        if self._shows_call():
            self._page.call.begin_edit()

    def group(self) -> None:
        names = self._page.queue.alike(self._page.shown)
        if len(names) > 1:
            self._page.choose_all(names)

    def find(self) -> None:
        page = self._page
        if page.right.currentWidget() is page.burst:
            page.burst.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        viewer = page.several.viewer if page.right.currentWidget() is page.several else page.call.viewer
        viewer.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def help(self) -> None:
        KeysHelp(self._page).open()

    def _shows_call(self) -> bool:
        return self._page.right.currentWidget() is self._page.call
