"""The line above the calls in the compact window: how much waits, the next one, and the way back."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from toolguard.window import state, theme
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.text_label import tint


class CompactBar(QWidget):
    """``asked`` wants the next call, ``left`` the whole window. What was done and can be undone is said in place of the
    state."""

    asked = Signal()
    left = Signal()
    undo = Signal()
    """What was done last is to be taken back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state.AppState("idle", "", "")
        self._said = ""
        self.words = ElidedLabel(tone="")
        self.back = QPushButton(self.tr("Undo"), autoDefault=False)
        self.back.setToolTip(self.tr("Ctrl+Z"))
        self.back.clicked.connect(self.undo)
        self.back.hide()
        self.next = QPushButton(self.tr("Next call"), autoDefault=False)
        self.next.setToolTip(self.tr("Ctrl+J"))
        self.next.clicked.connect(self.asked)
        self.whole = QPushButton(self.tr("Full window"), autoDefault=False)
        self.whole.clicked.connect(self.left)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE * 6, theme.SPACE * 2, theme.SPACE * 5, theme.SPACE * 2)
        row.setSpacing(theme.SPACE * 2)
        row.addWidget(self.words, 1)
        for button in (self.back, self.next, self.whole):
            button.setProperty("kind", "flat")
            row.addWidget(button)
        self.hide()

    def show_state(self, shown: state.AppState) -> None:
        """Show the one state."""
        self._state = shown
        self.next.setEnabled(shown.count > 1)
        self._say()

    def show_done(self, words: str, *, undo: bool) -> None:
        """Say what has been done; ``undo``: it can be taken back now. Without words the state stands there again."""
        self._said = words
        self.back.setVisible(undo)
        self._say()

    def _say(self) -> None:
        colour = "" if self._said else state.COLOURS[self._state.tone]
        self.words.say(self._said or self._state.words)
        tint(self.words, colour if colour in ("caution", "danger", "ok") else "")
