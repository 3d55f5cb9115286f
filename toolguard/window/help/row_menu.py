"""The menu of a row: what the buttons beside its list, and the actions of their menus, do, where the row is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QMenu, QWidget

from toolguard.window.approval.armed_button import ArmedButton
from toolguard.window.page import RowAction
from toolguard.window.pages.actions import WindowAction
from toolguard.window.widgets.lists.fitted_header import FittedHeader

_RENEWAL_INTERVAL_MS = 100
"""Milliseconds between two looks at the buttons, which have no signal for their text and visibility."""
_MAX_COPIED = 1_000
"""Maximum rows that are copied."""


def copied_text(view: QAbstractItemView) -> str:
    """Return the current column of the selected rows, one line each. Rows that are not loaded have no text."""
    current = view.currentIndex()
    rows = view.selectionModel().selectedRows(max(0, current.column())) or [current]
    rows.sort(key=lambda index: index.row())
    return "\n".join(filter(None, (str(index.data() or "") for index in rows[:_MAX_COPIED])))


class RowMenu(QMenu):
    """The shown ``buttons`` of the selected row, each with the keys of its action.

    An action presses its button, so that a delay, a question or a refusal holds here, too. A menu with actions that
    decide about calls has a delay of its own, because it opens under the pointer. It closes with the selection.
    """

    def __init__(
        self, view: QAbstractItemView, page: QWidget, buttons: Callable[[], Mapping[str, RowAction]],
        rows: Mapping[str, WindowAction],
    ) -> None:  # fmt: skip
        super().__init__(view)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(view.accessibleName())
        self.setToolTipsVisible(True)
        self._view, self._page, self._buttons, self._rows = view, page, buttons, rows
        self._actions: dict[RowAction, QAction] = {}
        self._delayed = any(rows[name].direct for name in buttons() if name in rows)
        self._arming = ArmedButton(self)  # not followed at once: it disarms while the menu closes for its action
        self._end = self.addSeparator()
        if text := copied_text(view):
            copy = self.addAction(self.tr("Copy"), lambda: QGuiApplication.clipboard().setText(text))
            self._show_keys(copy, QKeySequence(QKeySequence.StandardKey.Copy))
        if (header := view.findChild(FittedHeader)) is not None:
            self.addMenu(header.menu(self))
        self._renew()
        clock = QTimer(self, interval=_RENEWAL_INTERVAL_MS)
        clock.timeout.connect(self._renew)
        clock.start()
        chosen = view.selectionModel()
        for changed in (chosen.selectionChanged, chosen.currentChanged, view.model().modelReset):
            changed.connect(self.close)
        if self._delayed:
            self._arming.restart()

    def _renew(self) -> None:
        """Show the buttons as they are now."""
        buttons = self._buttons()
        for name, button in buttons.items():
            if button not in self._actions:
                self._actions[button] = self._add(name, button)
        for button, action in self._actions.items():
            action.setVisible(button in buttons.values() and _is_offered(button, self._page))
            action.setText(_text(button))
            action.setToolTip(button.toolTip())
            action.setCheckable(button.isCheckable())
            action.setChecked(button.isChecked())
            action.setEnabled(button.isEnabled() and (self._arming.armed or not self._delayed))

    def _add(self, name: str, button: RowAction) -> QAction:
        action = QAction(self)
        action.triggered.connect(lambda: self._press(button, action.text()))
        if name in self._rows:
            keys = QKeySequence.fromString(self._rows[name].shown_keys, QKeySequence.SequenceFormat.NativeText)
            self._show_keys(action, keys)
        self.insertAction(self._end, action)
        return action

    @staticmethod
    def _show_keys(action: QAction, keys: QKeySequence) -> None:
        action.setShortcut(keys)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setShortcutVisibleInContextMenu(True)

    def _press(self, button: RowAction, text: str) -> None:
        """Press ``button`` if it still does what the menu said."""
        if _is_offered(button, self._page) and _text(button) == text:
            button.trigger() if isinstance(button, QAction) else button.click()


def _text(button: RowAction) -> str:
    return button.text() or (button.accessibleName() if isinstance(button, QAbstractButton) else "")


def _is_offered(button: RowAction, page: QWidget) -> bool:
    """Return whether ``page`` shows ``button``; an action is in the menu of a button."""
    if isinstance(button, QAbstractButton):
        return button.isVisibleTo(page)
    menu = button.parent()
    owner = menu.parentWidget() if isinstance(menu, QMenu) else None
    return owner is not None and button.isVisible() and owner.isVisibleTo(page)
