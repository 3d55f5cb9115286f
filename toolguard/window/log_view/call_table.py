"""The table of recorded calls: how its columns and rows stand. What is in them is `call_model.Rows`."""

from __future__ import annotations

import itertools
from typing import Any

from PySide6.QtCore import QByteArray, QItemSelectionModel
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from toolguard.window import theme
from toolguard.window.log_view.call_model import TOOL, CallModel, NameDelegate

_WIDTHS = (112, 112, 96, 190, 98, 108, 112, 76)


class CallTable(QTableView):
    """One call a row, as tall as a line, chosen by rows."""

    def __init__(self, rows: CallModel, columns: Any = None, parent: QWidget | None = None) -> None:
        """``columns`` is what `columns` gave at the last start."""
        super().__init__(parent)
        self._rows = rows
        self.setAccessibleName(self.tr("Recorded calls"))
        self.setModel(rows)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setItemDelegateForColumn(TOOL, NameDelegate(self))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        height = QFontMetrics(theme.sized(1)).height() + theme.SPACE * 3
        side = self.verticalHeader()
        side.hide()
        side.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        side.setDefaultSectionSize(height)
        side.setMinimumSectionSize(height)
        self._set_columns(columns)

    def _set_columns(self, columns: Any) -> None:
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setMinimumSectionSize(60)
        for column, width in enumerate(_WIDTHS):
            self.setColumnWidth(column, width)
        self.setColumnWidth(0, theme.time_column())
        head.setSectionResizeMode(TOOL, QHeaderView.ResizeMode.Stretch)
        if columns is not None:
            head.restoreState(columns)

    def columns(self) -> QByteArray:
        """How wide the columns are, for the next start."""
        return self.horizontalHeader().saveState()

    def in_view(self) -> tuple[int, int]:
        """The first and the last row that can be seen; (-1, -1) when there is none."""
        top, bottom = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        return top, bottom if bottom >= 0 or top < 0 else self._rows.rowCount() - 1

    def chosen(self, most: int) -> list[int]:
        """The rows that are selected, the first ones of them."""
        ranges = sorted((one.top(), one.bottom()) for one in list(self.selectionModel().selection()))  # type: ignore[call-overload]
        return list(itertools.islice((row for top, bottom in ranges for row in range(top, bottom + 1)), most))

    def choose(self, row: int) -> None:
        """Choose that row and bring it into view."""
        index = self._rows.index(row, 0)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(index, flags)
        self.scrollTo(index)
