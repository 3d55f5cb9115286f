"""A table without a grid, with rows one line high: the style of every table in the window."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from toolguard.window import theme
from toolguard.window.widgets.lists.fitted_header import MEASURED_ROWS, Column, FittedHeader
from toolguard.window.widgets.lists.row_marks import MarkedRows


class PlainTable(MarkedRows, QTableView):
    """Rows of ``model``; ``columns`` describes the columns. ``key`` is the key of its settings."""

    def __init__(
        self, model: QAbstractTableModel, name: str, key: str, columns: Sequence[Column],
        *, measured: int = MEASURED_ROWS, sortable: bool = True, without: Sequence[int] = (),
    ) -> None:  # fmt: skip
        """``without``: columns of the model that are never shown."""
        super().__init__()
        self.setAccessibleName(name)
        self.setModel(model)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        height = QFontMetrics(theme.sized(1)).height() + theme.SPACE * 3
        side = self.verticalHeader()
        side.hide()
        side.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        side.setMinimumSectionSize(height)
        side.setDefaultSectionSize(height)
        self.head = FittedHeader(self, key, columns, measured=measured, sortable=sortable, without=without)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the current row in view if something below takes space."""
        current = self.visualRect(self.currentIndex())
        was_shown = current.isValid() and 0 <= current.top() < event.oldSize().height()
        super().resizeEvent(event)
        if was_shown:
            self.scrollTo(self.currentIndex())

    def fit(self, most: int) -> None:
        """Be as high as the rows, at most ``most`` of them."""
        rows = min(most, self.model().rowCount())
        line = self.verticalHeader().defaultSectionSize()
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + line * rows + 2 * self.frameWidth())
