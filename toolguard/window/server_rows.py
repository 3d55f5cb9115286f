"""The list of servers: each with its state as an icon and a word, how it is launched, and how many use it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from toolguard.checkpoint.calls import Connected
from toolguard.window import icons, text, theme

Index = QModelIndex | QPersistentModelIndex
ITEM = Qt.ItemDataRole.UserRole + 1

STATES: dict[str, tuple[str, str, Any]] = {
    "asking": ("pending", "caution", QT_TRANSLATE_NOOP("Servers", "Waiting for you")),
    "keychain": ("key", "caution", QT_TRANSLATE_NOOP("Servers", "Waiting for your keychain")),
    "signed_out": ("key", "caution", QT_TRANSLATE_NOOP("Servers", "Signed out")),
    "browser": ("pending", "accent", QT_TRANSLATE_NOOP("Servers", "Waiting for your browser")),
    "failed": ("failed", "danger", QT_TRANSLATE_NOOP("Servers", "Failed")),
    "starting": ("active", "accent", QT_TRANSLATE_NOOP("Servers", "Starting")),
    "ready": ("ok", "ok", QT_TRANSLATE_NOOP("Servers", "Ready")),
    "idle": ("rest", "quiet", QT_TRANSLATE_NOOP("Servers", "Idle")),
    "disabled": ("stop", "quiet", QT_TRANSLATE_NOOP("Servers", "Switched off")),
}
"""Each state's icon, tone and words; what needs the person most comes first."""
_OF_SESSION = {
    "waiting for you to look at what changed": "asking", "waiting for your keychain": "keychain",
    "failed": "failed", "stopped": "failed", "ready": "ready", "ended": "idle",
}  # fmt: skip

_OF_SIGN_IN = {"wanted": "signed_out", "out": "signed_out", "waiting": "browser"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One server as the list shows it."""

    name: str
    launch: str
    state: str
    users: int

    @property
    def words(self) -> str:
        return QCoreApplication.translate("Servers", STATES[self.state][2])


def state_of(server: Mapping[str, Any], sessions: Iterable[Connected]) -> str:
    """The one state of a server: what needs the person most among those of its sessions."""
    if not server["enabled"]:
        return "disabled"
    sign_in = (server.get("sign_in") or {}).get("state")
    if sign_in in _OF_SIGN_IN:
        return _OF_SIGN_IN[sign_in]
    found = {_OF_SESSION.get(one.state, "starting") for one in sessions}
    if not found and server.get("failure"):
        return "failed"
    return next((state for state in STATES if state in found), "idle")


class ServerRows(QAbstractListModel):
    """Servers by name. A row that is there stays the same row while its server changes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[Entry] = []

    def take(self, entries: list[Entry]) -> None:
        """Show these servers."""
        new = {entry.name: entry for entry in entries}
        for row in range(len(self._entries) - 1, -1, -1):
            if self._entries[row].name not in new:
                self.beginRemoveRows(QModelIndex(), row, row)
                del self._entries[row]
                self.endRemoveRows()
        for row, entry in enumerate(sorted(entries, key=lambda one: one.name.casefold())):
            if row < len(self._entries) and self._entries[row].name == entry.name:
                if self._entries[row] != entry:
                    self._entries[row] = entry
                    self.dataChanged.emit(self.index(row), self.index(row))
            else:
                self.beginInsertRows(QModelIndex(), row, row)
                self._entries.insert(row, entry)
                self.endInsertRows()

    def row(self, name: str) -> int:
        """The row of a server; -1 when there is none."""
        return next((row for row, entry in enumerate(self._entries) if entry.name == name), -1)

    def entry(self, row: int) -> Entry | None:
        return self._entries[row] if 0 <= row < len(self._entries) else None

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.entry(index.row())
        if entry is None:
            return None
        if role == ITEM:
            return entry
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{entry.name}: {entry.words}"
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return text.shortened(entry.launch, 300)
        return None


class ServerCard(QStyledItemDelegate):
    """Draws one server in two lines."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        line = QFontMetrics(theme.sized(1)).height()
        self._height = line * 2 + theme.SPACE * 6
        self._signs: dict[tuple[str, str, float], QPixmap] = {}

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(220, self._height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry = index.data(ITEM)
        if not isinstance(entry, Entry):
            return
        colours = theme.colours()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(QColor(colours.accent) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.selected if selected else colours.hover))
            painter.drawRoundedRect(option.rect.adjusted(theme.SPACE * 2, 1, -theme.SPACE * 2, -1), 6, 6)
        inner = option.rect.adjusted(theme.SPACE * 5, theme.SPACE * 2, -theme.SPACE * 4, -theme.SPACE * 2)
        self._sign(painter, option.widget, inner, entry, colours)
        self._words(painter, inner.adjusted(20 + theme.SPACE * 3, 0, 0, 0), entry, colours)
        painter.restore()

    def _sign(self, painter: QPainter, widget: QWidget, box: QRect, entry: Entry, colours: theme.Colours) -> None:
        name, tone, _ = STATES[entry.state]
        key = (name, getattr(colours, tone), widget.devicePixelRatioF())
        if key not in self._signs:
            self._signs[key] = icons.pixmap(name, key[1], 20, key[2])
        painter.drawPixmap(box.left(), box.top() + 1, self._signs[key])

    def _words(self, painter: QPainter, box: QRect, entry: Entry, colours: theme.Colours) -> None:
        half = box.height() // 2
        above, below = box.adjusted(0, 0, 0, -half), box.adjusted(0, half, 0, 0)
        strong = theme.sized(1, weight=QFont.Weight.DemiBold)
        small = theme.sized(theme.SMALL)
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(small)
        painter.setPen(QColor(getattr(colours, STATES[entry.state][1])))
        painter.drawText(above, right | middle, entry.words)
        room = above.width() - QFontMetrics(small).horizontalAdvance(entry.words) - theme.SPACE * 3
        painter.setFont(strong)
        painter.setPen(QColor(colours.quiet if entry.state == "disabled" else colours.text))
        name = QFontMetrics(strong).elidedText(entry.name, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(above, left | middle, name)
        mono = theme.mono(theme.SMALL)
        painter.setFont(mono)
        painter.setPen(QColor(colours.quiet))
        launch = text.visible(entry.launch[:400])
        painter.drawText(
            below, left | middle, QFontMetrics(mono).elidedText(launch, Qt.TextElideMode.ElideRight, below.width())
        )
