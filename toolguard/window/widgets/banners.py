"""Asks before something is done that cannot be undone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import icons
from toolguard.window.widgets.text_label import TextLabel


class ConfirmBanner(theme.ThemedWidget, QFrame):
    """Asks before something is done that cannot be undone. The button that does it is never the default."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "caution")
        self._then: Callable[[], None] = lambda: None
        self._back: QWidget | None = None
        self._sign = QLabel(alignment=Qt.AlignmentFlag.AlignTop)
        self.words = TextLabel(tone="caution")
        self.words.setAccessibleName(self.tr("Confirm"))
        self.yes = QPushButton(autoDefault=False)
        self.no = QPushButton(self.tr("Cancel"), autoDefault=False)
        self.yes.clicked.connect(self._do)
        self.no.clicked.connect(self.leave)
        buttons = QHBoxLayout()
        buttons.addWidget(self.yes)
        buttons.addWidget(self.no)
        buttons.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(theme.SPACE * 2)
        right.addWidget(self.words)
        right.addLayout(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE * 3, theme.SPACE * 3, theme.SPACE * 3, theme.SPACE * 3)
        row.setSpacing(theme.SPACE * 2)
        row.addWidget(self._sign)
        row.addLayout(right, 1)
        self.redress()
        self.hide()

    def ask(self, words: str, verb: str, then: Callable[[], None], back: QWidget | None = None) -> None:
        """Ask; ``verb`` names the button that does ``then``. The keyboard goes to Cancel, afterwards to ``back``."""
        self.words.say(words)
        self.yes.setText(untrusted_text.visible(verb))
        self._then, self._back = then, back
        self.show()
        self.no.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Ask no more."""
        had = self.isVisible() and (self.yes.hasFocus() or self.no.hasFocus())
        self.hide()
        if had and self._back is not None:
            self._back.setFocus(Qt.FocusReason.OtherFocusReason)

    def _do(self) -> None:
        self.leave()
        self._then()

    def dress(self, colours: theme.Colours) -> None:
        self._sign.setPixmap(icons.pixmap("caution", colours.caution, 18, self.devicePixelRatioF()))
