"""The keys of the page Pending: one table, from which the keys and the help about them are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QVBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.widgets.text_label import label


@dataclass(frozen=True, slots=True)
class KeyBinding:
    """``keys`` do the same; ``does`` names what `Pending` does; only what ``repeats`` may be held down."""

    keys: tuple[str, ...]
    title: Any
    does: str
    repeats: bool = False


KEYS = (
    KeyBinding(("Ctrl+J",), QT_TRANSLATE_NOOP("Keys", "Next call"), "next", repeats=True),
    KeyBinding(("Ctrl+K",), QT_TRANSLATE_NOOP("Keys", "Previous call"), "previous", repeats=True),
    KeyBinding(("Ctrl+Return", "Ctrl+Enter"), QT_TRANSLATE_NOOP("Keys", "Approve (once the button is enabled)"), "run"),
    KeyBinding(("Ctrl+D",), QT_TRANSLATE_NOOP("Keys", "Deny"), "deny"),
    KeyBinding(("Ctrl+R",), QT_TRANSLATE_NOOP("Keys", "Enter a denial reason"), "reason"),
    KeyBinding(("Ctrl+T",), QT_TRANSLATE_NOOP("Keys", "Choose a saved reason"), "reasons"),
    KeyBinding(("Ctrl+Z",), QT_TRANSLATE_NOOP("Keys", "Undo a denial or new rule (within three seconds)"), "undo"),
    KeyBinding(("Ctrl+M",), QT_TRANSLATE_NOOP("Keys", "Toggle “Remember for”"), "remember"),
    KeyBinding(("Ctrl+E",), QT_TRANSLATE_NOOP("Keys", "Edit arguments"), "edit"),
    KeyBinding(("Ctrl+G",), QT_TRANSLATE_NOOP("Keys", "Select all similar calls"), "group"),
    KeyBinding(("Ctrl+F",), QT_TRANSLATE_NOOP("Keys", "Find in arguments"), "find"),
    KeyBinding(("?",), QT_TRANSLATE_NOOP("Keys", "Show keyboard shortcuts"), "help"),
)
OTHERS: tuple[tuple[str, Any], ...] = (
    ("F6", QT_TRANSLATE_NOOP("Keys", "Switch between list and buttons")),
    ("Shift+Down", QT_TRANSLATE_NOOP("Keys", "Select multiple calls")),
    ("Right", QT_TRANSLATE_NOOP("Keys", "Show the calls of a burst (Left: hide them)")),
    ("Space", QT_TRANSLATE_NOOP("Keys", "Select or clear a call of a burst")),
)
"""Keys that Qt or the frame has made."""


class ShortcutOverride(QObject):
    """Lets the page have its keys also while one types: on X11 a line of text takes Ctrl+K and Ctrl+E for itself."""

    _TAKEN = (Qt.Key.Key_K, Qt.Key.Key_E)

    def __init__(self, page: QWidget, *lines: QWidget) -> None:
        super().__init__(page)
        for line in lines:
            line.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        ours = event.modifiers() == Qt.KeyboardModifier.ControlModifier and event.key() in self._TAKEN
        if ours:
            event.ignore()
        return ours


class KeysHelp(QDialog):
    """The table, for reading. Never modal: calls can be decided beside it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.SPACE * 6)
        grid.setVerticalSpacing(theme.SPACE * 2)
        rows = [(key.keys[0], key.title) for key in KEYS] + list(OTHERS)
        for at, (keys, title) in enumerate(rows):
            name = label(QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText))
            name.setFont(theme.mono())
            grid.addWidget(name, at, 0)
            grid.addWidget(label(QCoreApplication.translate("Keys", title)), at, 1)
        grid.setColumnStretch(1, 1)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE * 6, theme.SPACE * 5, theme.SPACE * 6, theme.SPACE * 5)
        column.setSpacing(theme.SPACE * 5)
        column.addLayout(grid)
        column.addWidget(close)
