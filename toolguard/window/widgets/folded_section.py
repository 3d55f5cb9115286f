"""A section that is shown on request."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from toolguard.window import theme


class FoldedSection(QWidget):
    """``body`` below a button with ``title`` that shows and hides it."""

    def __init__(self, title: str, body: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self.body = body
        body.hide()
        self.button = QPushButton(autoDefault=False)
        self.button.setProperty("kind", "link")
        self.button.setAccessibleName(title)
        self.button.clicked.connect(lambda: self.unfold(self.body.isHidden()))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE * 2)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(body)
        self.unfold(False)

    def unfold(self, on: bool) -> None:
        """Expand or collapse the section."""
        self.body.setVisible(on)
        self.button.setText(f"{self._title} {'▾' if on else '▸'}")
        self.button.setAccessibleDescription(self.tr("Shown") if on else self.tr("Hidden"))
