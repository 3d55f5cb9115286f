"""The strip above every page while all calls are denied, with the way back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from toolguard.window import theme
from toolguard.window.widgets import icons
from toolguard.window.widgets.text_label import TextLabel


class PanicBanner(theme.ThemedWidget, QFrame):
    """Says that nothing runs. ``resumed``: the person wants calls to be decided again."""

    resumed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "danger")
        self._sign = QLabel(alignment=Qt.AlignmentFlag.AlignTop)
        self.words = TextLabel(tone="danger")
        self.words.setAccessibleName(self.tr("All calls are blocked"))
        self.words.say(self.tr("All calls are blocked. Running calls were canceled, and new ones are denied."))
        self.resume = QPushButton(self.tr("Resume calls"), autoDefault=False)
        self.resume.clicked.connect(self.resumed)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE * 3, theme.SPACE * 2, theme.SPACE * 3, theme.SPACE * 2)
        row.setSpacing(theme.SPACE * 2)
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.words, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.resume, 0, Qt.AlignmentFlag.AlignVCenter)
        self.redress()
        self.hide()

    def dress(self, colours: theme.Colours) -> None:
        self._sign.setPixmap(icons.pixmap("panic", colours.danger, 18, self.devicePixelRatioF()))
