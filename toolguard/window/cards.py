"""The queue as cards: one row for each held call and each proposal, in the order in which they came.

A row never moves another one when it comes: it goes to the end. The row that the person looks at stays, marked as
gone, when its call goes, until the person turns to another.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import (
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

from toolguard.checkpoint.calls import Held, Proposal, Snapshot
from toolguard.window import icons, moments, text, theme

Item = Held | Proposal
Index = QModelIndex | QPersistentModelIndex
ITEM = Qt.ItemDataRole.UserRole


def key(item: Item) -> str:
    """What names an item in the queue."""
    return item.call.id if isinstance(item, Held) else item.id


def since(item: Item) -> float:
    """Seconds since the epoch when it came."""
    return item.call.since if isinstance(item, Held) else item.since


class Shown:
    """Carries an item through a model: Qt copies and changes dicts and integers, but not this."""

    __slots__ = ("gone", "item")

    def __init__(self, item: Any, gone: bool) -> None:
        self.item = item
        self.gone = gone


class Cards(QAbstractListModel):
    """Snapshots are folded in without moving what is already there. A subclass names and tells its items."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[Any] = []
        self._gone: set[str] = set()
        self._left: set[str] = set()
        self.kept = ""
        """The key of the item that stays when it goes, because the person looks at it."""

    def key(self, item: Any) -> str:
        """What names an item."""
        raise NotImplementedError

    def sentence(self, item: Any, gone: bool) -> str:
        """The item in words, for screen readers."""
        raise NotImplementedError

    def fold(self, items: Iterable[Any]) -> None:
        """Change what changed, remove what went, add what came at the end."""
        new = {self.key(item): item for item in items}
        self._left &= new.keys()
        for name in self._left:
            del new[name]
        self._remove(lambda name: name not in new and name != self.kept)
        for row, item in enumerate(self._items):
            name = self.key(item)
            now = new.pop(name, None)
            gone = now is None
            if gone != (name in self._gone) or (now is not None and now is not item):
                self._gone = self._gone | {name} if gone else self._gone - {name}
                self._items[row] = now or item
                self.dataChanged.emit(self.index(row), self.index(row))
        if new:
            start = len(self._items)
            self.beginInsertRows(QModelIndex(), start, start + len(new) - 1)
            self._items.extend(new.values())
            self.endInsertRows()

    def _remove(self, goes: Callable[[str], bool]) -> None:
        row = len(self._items) - 1
        while row >= 0:
            last = row
            while row >= 0 and goes(self.key(self._items[row])):
                row -= 1
            if last > row:
                self.beginRemoveRows(QModelIndex(), row + 1, last)
                del self._items[row + 1 : last + 1]
                self.endRemoveRows()
            row -= 1

    def keep(self, name: str) -> None:
        """The person looks at ``name`` now: what was kept before and is gone leaves the list."""
        before, self.kept = self.kept, name
        if before != name and before in self._gone:
            self._gone = self._gone - {before}
            self._remove(lambda each: each == before)

    def leave(self, name: str) -> None:
        """The person has decided on ``name``: it goes at once, whatever snapshots are still on their way."""
        self._left.add(name)
        self._gone.discard(name)
        self._remove(lambda each: each == name)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._items)

    def row(self, name: str) -> int:
        """Where ``name`` stands; -1 when it does not."""
        return next((row for row, item in enumerate(self._items) if self.key(item) == name), -1)

    def item(self, row: int) -> Any:
        """The item in a row; None when there is none."""
        return self._items[row] if 0 <= row < len(self._items) else None

    def is_gone(self, name: str) -> bool:
        return name in self._gone

    def waiting(self) -> int:
        """How many are still there."""
        return len(self._items) - len(self._gone)

    def after(self, name: str) -> str:
        """The key of the next one that is there behind ``name``, else of the one before it; "" when there is none."""
        row = self.row(name)
        for other in (*range(row + 1, len(self._items)), *range(row - 1, -1, -1)):
            if self.key(self._items[other]) not in self._gone:
                return self.key(self._items[other])
        return ""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.item(index.row())
        if item is None:
            return None
        gone = self.key(item) in self._gone
        if role == ITEM:
            return Shown(item, gone)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.sentence(item, gone)
        return None


class Queue(Cards):
    """Held calls and proposals, in the order in which they came."""

    def take(self, snapshot: Snapshot) -> None:
        """Fold ``snapshot`` in."""
        self.fold(sorted((*snapshot.held, *snapshot.proposals), key=since))

    def key(self, item: Item) -> str:
        return key(item)

    def sentence(self, item: Item, gone: bool) -> str:
        return sentence(item, gone)


def sentence(item: Item, gone: bool = False) -> str:
    """A card as one sentence, for screen readers."""
    translate = QCoreApplication.translate
    if isinstance(item, Proposal):
        words = translate("Cards", "Proposal: {0}").format(text.visible(item.title))
    else:
        call = item.call
        words = translate("Cards", "{0} on {1}, asked by {2}").format(
            text.visible(call.tool), text.visible(call.server), text.visible(call.client.id)
        )
    return translate("Cards", "Gone: {0}").format(words) if gone else words


class Card(QStyledItemDelegate):
    """Draws one card: the tool's name, where it would run, who asks, how long it waits."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._height = QFontMetrics(theme.sized(1)).height() * 2 + theme.SPACE * 7
        self._signs: dict[tuple[str, str, float], QPixmap] = {}

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(160, self._height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown = index.data(ITEM)
        if not isinstance(shown, Shown):
            return
        colours = theme.colours()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._back(painter, option, colours)
        inner = option.rect.adjusted(theme.SPACE * 5, theme.SPACE * 2, -theme.SPACE * 4, -theme.SPACE * 2)
        name, colour = _sign(shown, colours)
        ratio = option.widget.devicePixelRatioF()
        sign = (name, colour, ratio)
        if sign not in self._signs:
            self._signs[sign] = icons.pixmap(name, colour, 20, ratio)
        painter.drawPixmap(inner.left(), inner.top() + theme.SPACE, self._signs[sign])
        self._words(painter, inner.adjusted(20 + theme.SPACE * 3, 0, 0, 0), shown, colours)
        painter.restore()

    def _back(self, painter: QPainter, option: QStyleOptionViewItem, colours: theme.Colours) -> None:
        box = option.rect.adjusted(theme.SPACE * 2, 1, -theme.SPACE * 2, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(colours.selected if selected else colours.hover))
            painter.drawRoundedRect(box, 6, 6)
        if selected and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(colours.accent))
            painter.drawRoundedRect(box.toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _words(self, painter: QPainter, box: QRect, shown: Shown, colours: theme.Colours) -> None:
        item = shown.item
        title, below, right = _texts(item)
        quiet, strong = QColor(colours.quiet), QColor(colours.quiet if shown.gone else colours.text)
        half = box.height() // 2
        top, bottom = box.adjusted(0, 0, 0, -half), box.adjusted(0, half, 0, 0)
        small = theme.sized(theme.SMALL)
        painter.setFont(small)
        painter.setPen(quiet)
        width = QFontMetrics(small).horizontalAdvance(right)
        painter.drawText(top, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, right)
        draw = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        fitted = QFontMetrics(small).elidedText(below, Qt.TextElideMode.ElideRight, bottom.width())
        painter.drawText(bottom, draw, fitted)
        font = theme.sized(1, weight=QFont.Weight.DemiBold)
        if isinstance(item, Held):
            font = theme.mono(1, weight=QFont.Weight.DemiBold)
        font.setStrikeOut(shown.gone)
        painter.setFont(font)
        painter.setPen(strong)
        room = top.width() - width - theme.SPACE * 3
        fitted = QFontMetrics(font).elidedText(title, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(top, draw, fitted)


def _sign(shown: Shown, colours: theme.Colours) -> tuple[str, str]:
    if shown.gone:
        return "gone", colours.quiet
    if isinstance(shown.item, Proposal):
        return "proposal", colours.accent
    call = shown.item.call
    if shown.item.warnings or text.doubts(call.tool) or text.doubts(call.server):
        return "caution", colours.caution
    return "tool", colours.quiet


def _texts(item: Item) -> tuple[str, str, str]:
    right = moments.ago(time.time() - since(item))
    if isinstance(item, Proposal):
        return text.visible(item.title), text.visible(item.asked_by), right
    call = item.call
    if item.waiting > 1:
        right = f"×{item.waiting} · {right}"
    return text.visible(call.tool), f"{text.visible(call.server)} · {text.visible(call.client.id)}", right
