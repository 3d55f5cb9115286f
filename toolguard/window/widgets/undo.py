"""A quiet note at a page's lower edge: what was just done, and for some seconds a button that takes it back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.text_label import label
from toolguard.window.widgets.toast import Toast

LASTS = 8.0
"""Seconds."""
_WORDS = 72


class UndoToast(Toast):
    """Floats over ``page``, so that nothing moves when it comes; takes no focus. A key of the page can `undo`, too."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._back: Callable[[], None] | None = None
        self.words = label()
        self.button = QPushButton(self.tr("Undo"))
        self.button.setProperty("kind", "flat")
        self.button.setToolTip(self.tr("Ctrl+Z"))
        self.button.clicked.connect(self.undo)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE * 4, theme.SPACE * 2, theme.SPACE * 2, theme.SPACE * 2)
        row.setSpacing(theme.SPACE * 3)
        row.addWidget(self.words)
        row.addWidget(self.button)
        self._over = QTimer(self, singleShot=True, interval=round(LASTS * 1000))
        self._over.timeout.connect(self.dismiss)

    def offer(self, words: str, back: Callable[[], None]) -> None:
        """Say what was done; ``back`` takes it back. What was offered before can no longer be taken back here."""
        self._back = back
        self.words.setText(untrusted_text.shortened(words, _WORDS))
        self.button.setAccessibleDescription(words)
        self.place()
        self.show()
        self._over.start()

    def undo(self) -> None:
        """Take back what was offered, once."""
        back = self._back
        self.dismiss()
        if back is not None:
            back()

    def dismiss(self) -> None:
        """Let what was done stand."""
        self._back = None
        self._over.stop()
        self.hide()
