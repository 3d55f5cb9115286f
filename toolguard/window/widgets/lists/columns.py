"""Common parts of table models: column titles, sorting, and stable rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex
SOURCE_ROLE = Qt.ItemDataRole.UserRole
"""The role of a header for its title before translation, which names the column in the person's settings."""
_T = TypeVar("_T")


class ColumnModel(QAbstractTableModel):
    """Columns with the titles ``heads``, which are translated in the context ``context``."""

    def __init__(self, context: str, heads: Sequence[Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._heads = heads
        self._sorted: tuple[int, bool] | None = None

    def count(self) -> int:
        """Return the number of rows."""
        raise NotImplementedError

    def sort_value(self, entry: Any, column: int) -> Any:
        """Return the sort key of ``entry`` for a column."""
        raise NotImplementedError

    def in_order(self, entries: Sequence[_T]) -> list[_T]:
        """Return ``entries`` sorted as the person wants; unsorted by default."""
        if self._sorted is None:
            return list(entries)
        column, descending = self._sorted
        return sorted(entries, key=lambda entry: self.sort_value(entry, column), reverse=descending)

    def choose_order(self, column: int, order: Qt.SortOrder) -> None:
        """Set the sort column; -1 is the order of the page."""
        self._sorted = None if column < 0 else (column, order == Qt.SortOrder.DescendingOrder)

    def move_rows(self, before: list[_T], after: list[_T], put: Callable[[list[_T]], None]) -> None:
        """Let ``put`` reorder the rows from ``before`` to ``after``; the selection is kept."""
        if before == after:
            return
        self.layoutAboutToBeChanged.emit()
        places = {id(entry): row for row, entry in enumerate(after)}
        old = self.persistentIndexList()
        new = [self.index(places[id(before[index.row()])], index.column()) for index in old]
        put(after)
        self.changePersistentIndexList(old, new)
        self.layoutChanged.emit()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self.count()

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return QCoreApplication.translate(self._context, self._heads[section])
        if role == SOURCE_ROLE:
            return self._heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None


class RowModel(ColumnModel, Generic[_T]):
    """One row per entry, in order of arrival unless the person sorts them."""

    def __init__(self, context: str, heads: Sequence[Any], parent: QObject | None = None) -> None:
        super().__init__(context, heads, parent)
        self.entries: list[_T] = []
        self._added_at: dict[Hashable, int] = {}

    def key(self, entry: _T) -> Hashable:
        """Return a key that identifies the same entry after changes."""
        raise NotImplementedError

    def count(self) -> int:
        return len(self.entries)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.choose_order(column, order)
        self._order_rows()

    def _order_rows(self) -> None:
        came = sorted(self.entries, key=lambda entry: self._added_at[self.key(entry)])
        self.move_rows(self.entries, self.in_order(came), self._set_entries)

    def _set_entries(self, entries: list[_T]) -> None:
        self.entries = entries

    def set_rows(self, entries: Sequence[_T]) -> None:
        """Show these: existing rows keep their order, new ones are appended."""
        new = {self.key(entry): entry for entry in entries}
        last = max(self._added_at.values(), default=0)
        self._added_at = {key: self._added_at.get(key, last + number) for number, key in enumerate(new, 1)}
        for row in range(len(self.entries) - 1, -1, -1):
            if self.key(self.entries[row]) not in new:
                self.beginRemoveRows(QModelIndex(), row, row)
                del self.entries[row]
                self.endRemoveRows()
        for row, before in enumerate(self.entries):
            now = new.pop(self.key(before))
            if now != before:
                self.entries[row] = now
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(self._heads) - 1))
        if new:
            start = len(self.entries)
            self.beginInsertRows(QModelIndex(), start, start + len(new) - 1)
            self.entries.extend(new.values())
            self.endInsertRows()
        if self._sorted is not None:
            self._order_rows()
