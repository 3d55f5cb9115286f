"""An empty place that says what to do next, quietly."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from toolguard.window import icons, theme
from toolguard.window.passage import label


class Empty(QWidget):
    """An icon, a sentence, what to do, and commands that can be copied."""

    def __init__(
        self, icon: str, title: str, words: str, commands: tuple[str, ...] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._icon = icon
        self._sign = QLabel(alignment=Qt.AlignmentFlag.AlignHCenter)
        self.title = label(title, factor=theme.LARGE, strong=True)
        self.words = label(words, tone="quiet", wrap=True)
        for each in (self.title, self.words):
            each.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.words.setMinimumWidth(460)
        self.words.setMaximumWidth(520)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE * 6, theme.SPACE * 6, theme.SPACE * 6, theme.SPACE * 6)
        column.setSpacing(theme.SPACE * 2)
        column.addStretch(2)
        for widget in (self._sign, self.title, self.words):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(theme.SPACE * 2)
        self._copies: list[QPushButton] = []
        for command in commands:
            column.addLayout(self._command(command))
        column.addStretch(3)
        self._dress()

    def _command(self, command: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        words = label(command)
        words.setFont(theme.mono())
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        copy = QPushButton()
        copy.setProperty("kind", "flat")
        copy.setAccessibleName(self.tr("Copy {0}").format(command))
        copy.setToolTip(self.tr("Copy"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(command))
        self._copies.append(copy)
        row.addWidget(words)
        row.addWidget(copy)
        row.addStretch(1)
        return row

    def _dress(self) -> None:
        colours = theme.of(self)
        self._sign.setPixmap(icons.pixmap(self._icon, colours.quiet, 48, self.devicePixelRatioF()))
        for copy in self._copies:
            copy.setIcon(icons.icon("copy", colours.quiet))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()
