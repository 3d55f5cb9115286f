"""A list that a person adds to and removes from, in the place of a page's content."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.approval.call_detail import MARGIN, DetailScrollArea
from toolguard.window.widgets.text_label import label


class ListPanel(QWidget):
    """A title, what the list is for, buttons to add and to be done, and below them the rows. ``left``: done."""

    left = Signal()

    def __init__(self, title: str, about: str, add: str, done: str, none: str, parent: QWidget | None = None) -> None:
        """``add`` is on the button; ``done`` is the accessible name of the other; ``none`` says that no rows exist."""
        super().__init__(parent)
        self.setObjectName("pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._rows: list[QWidget] = []
        self.says = label(tone="danger", wrap=True)
        self.says.hide()
        self.add = QPushButton(add, autoDefault=False)
        self.add.setProperty("kind", "run")
        self.done = QPushButton(self.tr("Back"), autoDefault=False)
        self.done.setAccessibleName(done)
        self.done.clicked.connect(self.left)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.SPACE * 2)
        buttons.addWidget(self.add)
        buttons.addWidget(self.done)
        buttons.addStretch(1)
        head = QVBoxLayout()
        head.setContentsMargins(MARGIN, theme.SPACE * 5, MARGIN, theme.SPACE * 4)
        head.setSpacing(theme.SPACE * 2)
        head.addWidget(label(title, factor=theme.HUGE, strong=True))
        head.addWidget(label(about, tone="quiet", wrap=True))
        head.addLayout(buttons)
        head.addWidget(self.says)
        line = QFrame()
        line.setProperty("tone", "rule")
        self.body = DetailScrollArea()
        self.none = label(none, tone="quiet", wrap=True)
        self.body.column.addWidget(self.none)
        self.body.finish()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(line)
        column.addWidget(self.body, 1)

    def show_rows(self, rows: Sequence[QWidget]) -> None:
        """Show these rows in the place of those before."""
        for row in self._rows:
            row.hide()
            row.deleteLater()
        self._rows = list(rows)
        for row in self._rows:
            self.body.column.insertWidget(self.body.column.count() - 1, row)
        self.none.setVisible(not self._rows)


def list_row(words: QWidget, *buttons: QPushButton) -> QWidget:
    """One row: words, and what can be done with it."""
    made = QWidget()
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.SPACE * 2)
    row.addWidget(words, 1)
    for button in buttons:
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
    return made
