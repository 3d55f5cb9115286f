"""Keys of the detail views of the page Pending."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

DETAIL_COMMANDS = ("approve", "deny", "reason", "reasons", "remember", "edit", "find")
"""Names of each `WindowAction` of a detail view. Its method ``commands`` returns those that do something now."""


def focus_by_key(widget: QWidget) -> None:
    """Set the focus to ``widget`` because a key was pressed."""
    widget.setFocus(Qt.FocusReason.ShortcutFocusReason)


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
