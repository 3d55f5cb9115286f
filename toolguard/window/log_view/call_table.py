"""The table of recorded calls: its columns and rows. `call_model.CallModel` has the content."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView

from toolguard.window import theme
from toolguard.window.log_view.call_model import (
    ARGUMENT,
    CLIENT,
    DECISION,
    DURATION,
    OWN_RECORDS,
    SERVER,
    CallModel,
)
from toolguard.window.widgets.lists.fitted_header import Column
from toolguard.window.widgets.lists.plain_table import PlainTable

COLUMNS = (
    Column("fact"), Column("name"), Column("name", characters=21, usual=28),
    Column("text", keeps_end=True, characters=12), Column("text", optional=True, characters=15),
    Column("text", characters=25), Column("fact"), Column("fact", optional=True),
)  # fmt: skip
"""In the order of `call_model.HEADERS`. A narrow table leaves out the duration first, then the client, and shortens
the argument; "Approved by you" stays whole.
"""


class CallTable(PlainTable):
    """One call per row, one line high, selected by rows.

    A click on the header of the time reverses the order. The log is not sorted by other columns, which would read all
    of it; filters serve that purpose.
    """

    def __init__(self, rows: CallModel) -> None:
        name = QCoreApplication.translate("CallTable", "Recorded calls")
        super().__init__(rows, name, "audit", COLUMNS, measured=0, sortable=False)
        self._rows = rows
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.head.setSectionsClickable(True)
        self.head.setSortIndicatorShown(True)
        self.head.setSortIndicatorClearable(False)
        self.head.setSortIndicator(0, Qt.SortOrder.DescendingOrder)
        self.head.sortIndicatorChanged.connect(self._sort)

    def show_kind(self, kind: str) -> None:
        """Show the columns that records of this kind have, and measure them: their text needs the space."""
        self._rows.show_kind(kind)
        places = (CLIENT, SERVER) if kind in OWN_RECORDS else ()
        self.head.leave_out(() if kind == "call" else (*places, ARGUMENT, DECISION, DURATION))

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        if column == 0:
            self._rows.turn_round(oldest_first=order == Qt.SortOrder.AscendingOrder)
            return
        shown_order = (
            Qt.SortOrder.AscendingOrder if self._rows.is_oldest_first and column > 0 else Qt.SortOrder.DescendingOrder
        )
        self.head.setSortIndicator(0, shown_order)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a line where the day changes."""
        super().paintEvent(event)
        painter, line = QPainter(self.viewport()), QColor(theme.colours().edge)
        first, last = self.in_view()
        for row in range(max(first, 0), last + 1):
            if self._rows.starts_day(row):
                painter.fillRect(QRect(0, self.rowViewportPosition(row), self.viewport().width(), 1), line)
        painter.end()

    def in_view(self) -> tuple[int, int]:
        """Return the first and the last visible row, or (-1, -1)."""
        top, bottom = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        return top, bottom if bottom >= 0 or top < 0 else self._rows.rowCount() - 1

    def chosen(self, most: int) -> list[int]:
        """Return the selected rows, limited to the first ones."""
        ranges = sorted((selected.top(), selected.bottom()) for selected in list(self.selectionModel().selection()))  # type: ignore[call-overload]
        return list(itertools.islice((row for top, bottom in ranges for row in range(top, bottom + 1)), most))

    def choose(self, row: int) -> None:
        """Select a row and scroll to it."""
        index = self._rows.index(row, 0)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(index, flags)
        self.scrollTo(index)
