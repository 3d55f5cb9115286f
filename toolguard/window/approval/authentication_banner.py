"""The strip above every page that says what you are asked to authenticate for, with the button that cancels it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from toolguard.gate.approvals.presence_proof import AuthenticationPrompt
from toolguard.window import core_translation, theme
from toolguard.window.widgets import icons
from toolguard.window.widgets.text_label import TextLabel


class AuthenticationBanner(theme.ThemedWidget, QFrame):
    """Shows the question that was asked first, and how many more there are. ``cancelled`` names it."""

    cancelled = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "caution")
        self._asked: tuple[AuthenticationPrompt, ...] = ()
        self._sign = QLabel(alignment=Qt.AlignmentFlag.AlignTop)
        self.words = TextLabel(tone="caution")
        self.words.setAccessibleName(self.tr("Authentication"))
        self.cancel = QPushButton(self.tr("Cancel"), autoDefault=False)
        self.cancel.setAccessibleName(self.tr("Cancel authentication"))
        self.cancel.clicked.connect(lambda: self.cancelled.emit(self._asked[0].id) if self._asked else None)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE * 3, theme.SPACE * 2, theme.SPACE * 3, theme.SPACE * 2)
        row.setSpacing(theme.SPACE * 2)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.words, 1)
        row.addWidget(self.cancel, 0, Qt.AlignmentFlag.AlignTop)
        self.redress()
        self.hide()

    def take(self, asked: tuple[AuthenticationPrompt, ...]) -> str:
        """Show ``asked``; return what is new to say aloud, if anything."""
        if asked == self._asked:
            return ""
        before, self._asked = self._asked, asked
        self.setVisible(bool(asked))
        if not asked:
            return ""
        said = self._said(asked[0], len(asked) - 1)
        self.words.say(said)
        return said if asked[0] not in before else ""

    def _said(self, first: AuthenticationPrompt, more: int) -> str:
        by_key = first.by == "security key"
        said = self.tr("Touch your security key.") if by_key else self.tr("Waiting for authentication…")
        said = f"{said} {core_translation.local(first.text)}"
        return f"{said} {self.tr('%n more to authenticate.', '', more)}" if more else said

    def dress(self, colours: theme.Colours) -> None:
        self._sign.setPixmap(icons.pixmap("key", colours.caution, 18, self.devicePixelRatioF()))
