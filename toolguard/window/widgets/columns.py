"""What the models of tables do alike: titles of columns, and rows that keep their place while things come and go."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex
_T = TypeVar("_T")


class ColumnModel(QAbstractTableModel):
    """Columns with the titles ``heads``, which are translated as texts of ``context``."""

    def __init__(self, context: str, heads: Sequence[Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._heads = heads

    def count(self) -> int:
        """How many rows there are."""
        raise NotImplementedError

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self.count()

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return QCoreApplication.translate(self._context, self._heads[section])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None


class RowModel(ColumnModel, Generic[_T]):
    """One row a thing, in the order in which they came."""

    def __init__(self, context: str, heads: Sequence[Any], parent: QObject | None = None) -> None:
        super().__init__(context, heads, parent)
        self.things: list[_T] = []

    def key(self, thing: _T) -> Hashable:
        """What makes it the same thing as before, however it has changed."""
        raise NotImplementedError

    def count(self) -> int:
        return len(self.things)

    def take(self, things: Sequence[_T]) -> None:
        """Show these: those that are there keep their row's order, new ones come at the end."""
        new = {self.key(one): one for one in things}
        for row in range(len(self.things) - 1, -1, -1):
            if self.key(self.things[row]) not in new:
                self.beginRemoveRows(QModelIndex(), row, row)
                del self.things[row]
                self.endRemoveRows()
        for row, before in enumerate(self.things):
            now = new.pop(self.key(before))
            if now != before:
                self.things[row] = now
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(self._heads) - 1))
        if new:
            start = len(self.things)
            self.beginInsertRows(QModelIndex(), start, start + len(new) - 1)
            self.things.extend(new.values())
            self.endInsertRows()
