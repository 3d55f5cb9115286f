"""Calls that were answered and go on, as a quiet table: the client is to answer its server, or they are tasks."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from toolguard.checkpoint.calls import Ongoing
from toolguard.window import moments, text, theme

Index = QModelIndex | QPersistentModelIndex
HEADS: tuple[Any, ...] = (
    QT_TRANSLATE_NOOP("Ongoing", "Tool"), QT_TRANSLATE_NOOP("Ongoing", "Server"),
    QT_TRANSLATE_NOOP("Ongoing", "Client"), QT_TRANSLATE_NOOP("Ongoing", "Goes on"),
    QT_TRANSLATE_NOOP("Ongoing", "For"),
)  # fmt: skip
ASKED: dict[str, Any] = {
    "sampling/createMessage": QT_TRANSLATE_NOOP("Ongoing", "an answer of the client's model"),
    "elicitation/create": QT_TRANSLATE_NOOP("Ongoing", "something from you, in the chat client"),
    "roots/list": QT_TRANSLATE_NOOP("Ongoing", "the folders that the client works in"),
}
"""What servers ask for, in words; what is not here is shown as the server says it."""
MOST = 3
"""Different things asked for that are told in one line."""


def asked_for(methods: Sequence[str]) -> str:
    """What a server asks of its client now, in words."""
    translate = QCoreApplication.translate
    told = [one for one in dict.fromkeys(methods) if one != "ping"]
    words = [translate("Ongoing", ASKED[one]) if one in ASKED else text.shortened(one, 40) for one in told[:MOST]]
    return ", ".join([*words, *(["…"] if len(told) > MOST else [])])


def goes_on(one: Ongoing) -> str:
    """How an answered call goes on, in words."""
    translate = QCoreApplication.translate
    if one.state == "task":
        return translate("Ongoing", "as a task: the server works on")
    if not one.asks:
        return translate("Ongoing", "waits for the client's answer")
    return translate("Ongoing", "waits for the client's answer: {0}").format(asked_for(one.asks))


class OngoingCalls(QAbstractTableModel):
    """One row a call, the oldest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._calls: list[Ongoing] = []

    def take(self, calls: Sequence[Ongoing]) -> None:
        """Show these: those that are there keep their row's order, new ones come at the end."""
        new = {(one.call, one.state): one for one in calls}
        for row in range(len(self._calls) - 1, -1, -1):
            if (self._calls[row].call, self._calls[row].state) not in new:
                self.beginRemoveRows(QModelIndex(), row, row)
                del self._calls[row]
                self.endRemoveRows()
        for row, before in enumerate(self._calls):
            now = new.pop((before.call, before.state))
            if now != before:
                self._calls[row] = now
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(HEADS) - 1))
        if new:
            start = len(self._calls)
            self.beginInsertRows(QModelIndex(), start, start + len(new) - 1)
            self._calls.extend(new.values())
            self.endInsertRows()

    def tick(self) -> None:
        """The times have changed."""
        if self._calls:
            last = len(HEADS) - 1
            self.dataChanged.emit(self.index(0, last), self.index(len(self._calls) - 1, last))

    def call(self, row: int) -> str:
        """The id of the call in a row; "" when there is none."""
        return self._calls[row].call if 0 <= row < len(self._calls) else ""

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._calls)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(HEADS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return QCoreApplication.translate("Ongoing", HEADS[section])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.FontRole and index.column() == 0:
            return theme.mono()
        which = Qt.ItemDataRole
        if role not in (which.DisplayRole, which.AccessibleTextRole, which.ToolTipRole):
            return None
        one = self._calls[index.row()]
        ago = moments.minutes(time.time() - one.since)
        names = text.visible(one.tool), text.visible(one.server), text.visible(one.client)
        return (*names, goes_on(one), ago)[index.column()]
