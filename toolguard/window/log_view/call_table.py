"""The table of recorded calls: how its columns and rows stand. What is in them is `call_model.Rows`."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QWidget

from toolguard.window.log_view.call_model import CallModel
from toolguard.window.widgets.lists.fitted_header import Column
from toolguard.window.widgets.lists.plain_table import PlainTable

COLUMNS = (
    Column("fact"), Column("name"), Column("name"), Column("name", letters=12), Column("fact"),
    Column("text", letters=15, optional=True), Column("fact"), Column("fact", optional=True),
)  # fmt: skip


class CallTable(PlainTable):
    """One call a row, as tall as a line, chosen by rows.

    A click on the title of the time turns the order round. By another column the log is not sorted: that would read
    all of it, and the filters find there what one looks for.
    """

    def __init__(self, rows: CallModel, parent: QWidget | None = None) -> None:
        name = QCoreApplication.translate("CallTable", "Recorded calls")
        super().__init__(rows, name, "audit", COLUMNS, parent, measured=0, sortable=False)
        self._rows = rows
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.head.setSectionsClickable(True)
        self.head.setSortIndicatorShown(True)
        self.head.setSortIndicatorClearable(False)
        self.head.setSortIndicator(0, Qt.SortOrder.DescendingOrder)
        self.head.sortIndicatorChanged.connect(self._sort)

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        if column == 0:
            self._rows.turn_round(oldest_first=order == Qt.SortOrder.AscendingOrder)
            return
        kept = (
            Qt.SortOrder.AscendingOrder if self._rows.is_oldest_first and column > 0 else Qt.SortOrder.DescendingOrder
        )
        self.head.setSortIndicator(0, kept)

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
