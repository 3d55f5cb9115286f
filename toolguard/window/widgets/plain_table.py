"""A table without a grid whose rows are as tall as a line: for what is looked at and not worked on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from toolguard.window import theme


class PlainTable(QTableView):
    """``widths`` of the columns in pixels; the one at ``stretches`` takes the room that is left."""

    def __init__(self, model: QAbstractTableModel, name: str, widths: Sequence[int], stretches: int) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setModel(model)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(QFontMetrics(theme.sized(1)).height() + theme.SPACE * 3)
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)
        head.setSectionResizeMode(stretches, QHeaderView.ResizeMode.Stretch)

    def fit(self, most: int) -> None:
        """Be as tall as the rows, ``most`` of them at most."""
        rows = min(most, self.model().rowCount())
        line = self.verticalHeader().defaultSectionSize()
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + line * rows + 2 * self.frameWidth())
