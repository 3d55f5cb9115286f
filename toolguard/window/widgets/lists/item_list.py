"""A list of named things, two lines each: an icon, the name, and a description. Rows never jump."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeGuard

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QMouseEvent, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import icons
from toolguard.window.widgets.lists.row_marks import draw_card

Index = QModelIndex | QPersistentModelIndex
Order = Literal["name", "state", "recent"]
ITEM_ROLE = Qt.ItemDataRole.UserRole
_MAX_DRAWN_LENGTH = 400  # characters of the second line: more never fit
_MIN_SHOWN_LENGTH = 12
"""Minimum characters of the second line beside a state."""
_PADDING = theme.SPACE + 2
"""Pixels between a text and the edge of its background."""


@dataclass(frozen=True, slots=True)
class ListItem:
    """One thing. ``key`` identifies it; ``tone`` colours the icon and ``right``, which describes the icon in words.

    ``code``: the second line is for programs, such as a command. ``off``: it is disabled.
    """

    key: str
    title: str
    below: str = ""
    right: str = ""
    icon: str = "unknown"
    tone: str = "quiet"
    code: bool = False
    off: bool = False
    rank: int = 0
    """Its rank by state: what needs attention most has the lowest."""
    when: float = 0.0
    """Time of its last use, in seconds since 1970."""

    @property
    def sentence(self) -> str:
        """Return all texts, for screen readers."""
        words = (
            untrusted_text.visible(self.title),
            untrusted_text.visible(self.below),
            untrusted_text.visible(self.right),
        )
        return ", ".join(word for word in words if word)


class ItemModel(QAbstractListModel):
    """The items that match the search, in an order. Existing rows keep their place, so that the selection stays."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[ListItem] = []
        self._all: list[ListItem] = []
        self._search_words: list[str] = []
        self._order: Callable[[ListItem], tuple[Any, ...]] = _ORDERS["name"]

    def known(self) -> int:
        """Return the number of items, shown or not."""
        return len(self._all)

    def search(self, text: str) -> None:
        """Show only the items that contain every word, ignoring case; all for ""."""
        self._search_words = text.casefold().split()
        self.show_lines(self._all)

    def order_by(self, order: Order) -> None:
        """Change the order. Later changes do not move items until the next reordering."""
        self._order = _ORDERS[order]
        lines = sorted(self._lines, key=self._order)
        before, now = ([line.key for line in some] for some in (self._lines, lines))
        if before == now:
            return
        self.layoutAboutToBeChanged.emit()
        self._lines = lines
        rows = {key: row for row, key in enumerate(now)}
        old = self.persistentIndexList()
        self.changePersistentIndexList(old, [self.index(rows[before[index.row()]]) for index in old])
        self.layoutChanged.emit()

    def show_lines(self, lines: list[ListItem]) -> None:
        """Update changed items, remove missing ones, insert new ones."""
        self._all = lines
        new = {line.key: line for line in lines if _has_words(line, self._search_words)}
        for row in range(len(self._lines) - 1, -1, -1):
            if self._lines[row].key not in new:
                self.beginRemoveRows(QModelIndex(), row, row)
                del self._lines[row]
                self.endRemoveRows()
        for row, before in enumerate(self._lines):
            now = new.pop(before.key)
            if now != before:
                self._lines[row] = now
                self.dataChanged.emit(self.index(row), self.index(row))
        order = self._order
        for line in sorted(new.values(), key=order):
            row = next((row for row, item in enumerate(self._lines) if order(item) > order(line)), len(self._lines))
            self.beginInsertRows(QModelIndex(), row, row)
            self._lines.insert(row, line)
            self.endInsertRows()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._lines)

    def row(self, key: str) -> int:
        """Return the row of ``key``, or -1."""
        return next((row for row, line in enumerate(self._lines) if line.key == key), -1)

    def line(self, row: int) -> ListItem | None:
        """Return the item of a row; None outside the list."""
        return self._lines[row] if 0 <= row < len(self._lines) else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        line = self.line(index.row())
        if line is None:
            return None
        if role == ITEM_ROLE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return untrusted_text.visible(line.title)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return line.sentence
        if role == Qt.ItemDataRole.ToolTipRole:
            return untrusted_text.as_tool_tip(untrusted_text.shortened(line.below, 300)) if line.code else None
        return None


def _by_name(line: ListItem) -> tuple[Any, ...]:
    return line.title.casefold(), line.key


_ORDERS: Mapping[Order, Callable[[ListItem], tuple[Any, ...]]] = {
    "name": _by_name,
    "state": lambda line: (line.rank, *_by_name(line)),
    "recent": lambda line: (-line.when, *_by_name(line)),
}


def _has_words(line: ListItem, words: list[str]) -> bool:
    text = "\n".join((line.title, line.below, line.right)).casefold()
    return all(word in text for word in words)


def beside_icon(space: QRect) -> QRect:
    """Return the part of `inside` beside the icon."""
    return space.adjusted(20 + theme.SPACE * 3, 0, 0, 0)


def inside(card: QRect) -> QRect:
    """Return the area of an item inside its margins."""
    return card.adjusted(theme.SPACE * 5, theme.SPACE * 2, -theme.SPACE * 4, -theme.SPACE * 2)


_UP_TO_HOST = re.compile(r".*?\w+://[^\s/?#\\]+")
"""A text up to the end of the host of its first URL."""
_FULL_PATH = re.compile(r"['\"]?(?:[/~]|[A-Za-z]:\\|\\\\)")
"""The beginning of a command whose program is named with its folders, on any system."""
_MIN_URL_END = 4
"""Characters at the end of a URL that stay visible beside the host."""


@dataclass(frozen=True, slots=True)
class CardText:
    """A text on a card: its rectangle, and how it is elided if that is too narrow. ``colour`` as in HTML.

    ``is_name``: it identifies the item; a test checks that it is elided only if there is no space.
    """

    text: str
    box: QRect
    font: QFont
    colour: str
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    is_name: bool = False
    is_pair: bool = False
    """Two names with " · " between them. Each keeps its beginning, the first one more of it, or is left alone."""
    right: bool = False
    ground: str = ""
    """The background colour, as in HTML; "" for none."""

    @property
    def missing(self) -> int:
        """Return how many pixels it lacks; 0 or less if it fits."""
        return QFontMetrics(self.font).horizontalAdvance(self.text) - self.box.width()

    def fitted(self) -> str:
        """Return the text shortened to the width. Marks stay whole, and a URL keeps its host: data goes there."""
        if self.missing > 0 and (shorter := untrusted_text.short_marks(self.text)) != self.text:
            return replace(self, text=shorter).fitted()
        metrics, width = QFontMetrics(self.font), self.box.width()
        if self.is_pair and self.missing > 0:
            first, between, last = self.text.rpartition(" · ")
            room = width - metrics.horizontalAdvance(between)
            whole = first
            first = metrics.elidedText(whole, self.mode, max(room * 3 // 4, room - metrics.horizontalAdvance(last)))
            second = metrics.elidedText(last, self.mode, room - metrics.horizontalAdvance(first))
            return first + between + second if second.strip("…") else metrics.elidedText(whole, self.mode, width)
        text = self.text.partition("  ")[2] or self.text
        url = _UP_TO_HOST.match(text) if self.mode == Qt.TextElideMode.ElideMiddle and self.missing > 0 else None
        if url is None:
            return metrics.elidedText(self.text, self.mode, width)
        if metrics.horizontalAdvance(text) <= width:
            return text
        host, rest = url.group(), text[url.end() :]
        least = metrics.horizontalAdvance(f"…{rest[-_MIN_URL_END:]}")
        fitted = metrics.elidedText(host, Qt.TextElideMode.ElideLeft, width - least)
        room = width - metrics.horizontalAdvance(fitted)
        return fitted + metrics.elidedText(rest, Qt.TextElideMode.ElideLeft, room)

    def draw(self, painter: QPainter, caution: str) -> None:
        """Draw it; marks of written-out characters in the colour ``caution``."""
        painter.setFont(self.font)
        text, box = self.fitted(), QRect(self.box)
        if self.ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.ground))
            high = painter.fontMetrics().height() + 2
            painter.drawRoundedRect(QRect(box.left(), box.center().y() - high // 2, box.width(), high), 6, 6)
            box.adjust(_PADDING, 0, -_PADDING, 0)
        side = Qt.AlignmentFlag.AlignRight if self.right else Qt.AlignmentFlag.AlignLeft
        for marked, piece in untrusted_text.marks(text) if "⟨" in text else ((False, text),):
            painter.setPen(QColor(caution if marked else self.colour))
            painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, piece)
            box.setLeft(box.left() + painter.fontMetrics().horizontalAdvance(piece))


def text_row(line: QRect, left: CardText, text: str = "", colour: str = "", ground: str = "") -> list[CardText]:
    """Return ``left`` with ``text`` at the end of its line, on ``ground``, which is never elided."""
    font = theme.sized(theme.SMALL)
    wide = QFontMetrics(font).horizontalAdvance(text) + 2 * _PADDING * bool(ground) if text else 0
    room = line.adjusted(0, 0, -(wide + theme.SPACE * 3) if text else 0, 0)
    texts = [replace(left, box=room)]
    if text:
        texts.append(
            CardText(text, line.adjusted(line.width() - wide - 1, 0, 0, 0), font, colour, right=True, ground=ground)
        )
    return texts


def wrapped(text: CardText, below: QRect) -> list[CardText]:
    """Return ``text``, continued on the line ``below`` if it does not fit into its own; broken between words."""
    if text.missing <= 0:
        return [text]
    layout = QTextLayout(text.text, text.font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(text.box.width())
    layout.endLayout()
    units, end = text.text.encode("utf-16-le", "surrogatepass"), line.textLength() * 2  # Qt counts UTF-16 units
    first, rest = (part.decode("utf-16-le", "surrogatepass") for part in (units[:end], units[end:]))
    return [replace(text, text=first.rstrip()), replace(text, text=rest, box=below)]


def badge_row(line: QRect, left: CardText, text: str, tone: str) -> list[CardText]:
    """Return ``left`` with a badge in ``tone`` at the right end of the same line; a quiet one has no ground."""
    colours = theme.colours()
    ground = "" if tone == "quiet" else getattr(colours, f"{tone}_back")
    return text_row(line, left, text, getattr(colours, tone), ground)


def is_left_button(event: QEvent) -> TypeGuard[QMouseEvent]:
    """Return whether the left button was pressed or released; the right one opens the row's menu."""
    return isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton


def is_click(event: QEvent) -> TypeGuard[QMouseEvent]:
    """Return whether the left button was released."""
    return is_left_button(event) and event.type() == QEvent.Type.MouseButtonRelease


class CardDelegate(QStyledItemDelegate):
    """Common parts of card lists: height, background, icon, and measurable texts."""

    LINES = 2

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(160, QFontMetrics(theme.sized(1)).height() * self.LINES + theme.SPACE * 6)

    def texts(self, card: QRect, index: Index) -> list[CardText]:
        """Return the texts of a card."""
        raise NotImplementedError

    def lines(self, box: QRect) -> list[QRect]:
        """Return the lines of a card, from the top."""
        high = box.height() // self.LINES
        return [QRect(box.left(), box.top() + index * high, box.width(), high) for index in range(self.LINES)]

    def draw_icon(self, painter: QPainter, box: QRect, name: str, colour: str, ratio: float) -> None:
        """Draw the icon at the top left of ``box``, for a screen with that pixel ratio."""
        painter.drawPixmap(box.left(), box.top() + theme.SPACE, icons.pixmap(name, colour, 20, ratio))

    def draw_background(self, painter: QPainter, option: QStyleOptionViewItem, colours: theme.Colours) -> QRect:
        """Show whether the item is selected, hovered and focused; return the area inside."""
        draw_card(painter, option.rect.adjusted(theme.SPACE * 2, 1, -theme.SPACE * 2, -1), option, colours)
        return inside(option.rect)


class ItemDelegate(CardDelegate):
    """Draws a line."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line = index.data(ITEM_ROLE)
        if not isinstance(line, ListItem):
            return
        colours = theme.colours()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = self.draw_background(painter, option, colours)
        colour = getattr(colours, line.tone)
        self.draw_icon(painter, inner, line.icon, colour, option.widget.devicePixelRatioF())
        for text in self.texts(option.rect, index):
            text.draw(painter, colours.caution)
        painter.restore()

    def texts(self, card: QRect, index: Index) -> list[CardText]:
        line = index.data(ITEM_ROLE)
        if not isinstance(line, ListItem):
            return []
        colours, (top, bottom) = theme.colours(), self.lines(beside_icon(inside(card)))
        title = CardText(
            untrusted_text.visible(line.title), top, theme.sized(1, weight=QFont.Weight.DemiBold),
            colours.quiet if line.off else colours.text, Qt.TextElideMode.ElideMiddle, is_name=True,
        )  # fmt: skip
        # The end of a URL or path matters, that of a command does not, unless it begins with a long path.
        is_path = line.code and (" " not in line.below or _FULL_PATH.match(line.below) is not None)
        mode = Qt.TextElideMode.ElideMiddle if is_path else Qt.TextElideMode.ElideRight
        font = theme.mono(theme.SMALL) if line.code else theme.sized(theme.SMALL)
        below = CardText(untrusted_text.visible(line.below[:_MAX_DRAWN_LENGTH]), bottom, font, colours.quiet, mode)
        tone = getattr(colours, line.tone)
        whole = text_row(top, title, line.right, tone)
        if whole[0].missing <= 0:
            return [*whole, below]
        beside = text_row(bottom, below, line.right, tone)  # a state never shortens a name
        if beside[0].missing > 0 and beside[0].box.width() < QFontMetrics(font).averageCharWidth() * _MIN_SHOWN_LENGTH:
            small = theme.sized(theme.SMALL)  # a few characters of the second line are not useful
            return [*text_row(top, title), CardText(untrusted_text.visible(line.right), bottom, small, tone)]
        return [*text_row(top, title), *beside]


class LineView(QListView):
    """A list that scrolls by pixels and never sideways, and knows the hovered item."""

    def __init__(self, name: str, model: QAbstractListModel) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setModel(model)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


class CardView(LineView):
    """Cards of the same height."""

    def __init__(self, name: str, model: QAbstractListModel) -> None:
        super().__init__(name, model)
        self.setUniformItemSizes(True)


class ItemList(CardView):
    """The list widget. ``chosen`` carries the key of the selected item, "" for none."""

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        self.lines = ItemModel()
        super().__init__(name, self.lines)
        self.setItemDelegate(ItemDelegate(self))
        self.selectionModel().currentChanged.connect(lambda now, _: self._announce(now))

    def key(self) -> str:
        """Return the selected key, or ""."""
        line = self.lines.line(self.currentIndex().row())
        return line.key if line is not None else ""

    def choose(self, key: str) -> bool:
        """Select ``key``; return False if it does not exist."""
        row = self.lines.row(key)
        if row < 0:
            return False
        index = self.lines.index(row)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.scrollTo(index)
        return True

    def choose_none(self) -> None:
        """Clear the selection: what is shown beside the list is none of its items."""
        self.selectionModel().clear()

    def choose_first(self) -> None:
        """Select the first item; nothing in an empty list."""
        line = self.lines.line(0)
        if line is not None:
            self.choose(line.key)

    def _announce(self, now: QModelIndex) -> None:
        line = self.lines.line(now.row())
        self.chosen.emit(line.key if line is not None else "")
