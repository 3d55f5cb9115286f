"""A question about one thing, in a dialog: what is asked, what it means, and the buttons that answer."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QMessageBox, QWidget

from toolguard.window import theme

_NARROWEST = theme.SPACE * 96


class QuestionBox(QMessageBox):
    """Not shown yet, and without buttons. What is asked is a heading; all that it says stands above its buttons."""

    def __init__(self, title: str, asked: str, means: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setIcon(QMessageBox.Icon.NoIcon)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(asked)
        self.setInformativeText(means)
        theme.apply_style_sheet(self)
        self._lay_out()

    def _lay_out(self) -> None:
        """Qt sets its words in by the place of an icon, and makes a narrow box of long ones."""
        means = self.findChild(QLabel, "qt_msgbox_informativelabel")
        if means is not None:
            means.setMinimumWidth(_NARROWEST)
        grid = self.layout()
        if isinstance(grid, QGridLayout):
            grid.setHorizontalSpacing(0)
            grid.setContentsMargins(theme.SPACE * 6, theme.SPACE * 5, theme.SPACE * 6, theme.SPACE * 5)
            first = grid.itemAtPosition(0, 0)
            spacer = first.spacerItem() if first is not None else None
            if spacer is not None:
                spacer.changeSize(0, 0)
            grid.invalidate()
