"""List of a burst's calls: each with the arguments that differ, a check box, and what is suspicious about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListView, QStyledItemDelegate, QStyleOptionViewItem

from toolguard.gate import jsonrpc
from toolguard.gate.model import PendingCall
from toolguard.window import theme
from toolguard.window.approval import call_warnings, consequence
from toolguard.window.approval.call_detail import shown_arguments
from toolguard.window.approval.groups.bulk_decision import MAX_TOTAL_LENGTH, is_too_long
from toolguard.window.json_view import untrusted_text
from toolguard.window.queue import summary
from toolguard.window.widgets import icons
from toolguard.window.widgets.lists.item_list import CardText, LineView, badge_row, is_click
from toolguard.window.widgets.lists.row_marks import MarkedRows, draw_card

Index = QModelIndex | QPersistentModelIndex
CALL_ROLE = Qt.ItemDataRole.UserRole
MAX_READABLE_LENGTH = 1_000
"""Maximum characters of one call's arguments that can be read in the list."""
_MAX_LAID_OUT_LENGTH = MAX_READABLE_LENGTH * 10
_BOX_SIZE = 20  # pixels of the check box, and of one line
_TICK_SIZE = 16
_NUMBER_WIDTH = 36  # pixels of a number
_TEXT_OFFSET = theme.SPACE * 2 + _BOX_SIZE + _NUMBER_WIDTH  # pixels before the text
_FLAGS = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere
_Kind = tuple[str, str, str, str]
"""What `summary.kind` returns."""


class CallLine:
    """One call in the list."""

    __slots__ = ("height", "laid_out", "new", "number", "odd", "pending", "seen", "text", "too_long", "warned")

    def __init__(self, pending: PendingCall, text: str) -> None:
        self.pending = pending
        self.number = 0
        self.warned = call_warnings.is_warned(pending)
        self.odd = self.warned or is_too_long(pending)
        self.laid_out: tuple[int, str] | None = None
        """The width in pixels and the font for which `height` was measured; None if it has changed since."""
        self.height = 0
        self.too_long = len(text) > MAX_READABLE_LENGTH
        self.text = f"{text[:MAX_READABLE_LENGTH]}…" if self.too_long else text
        self.seen = False
        """Whether the person has viewed it individually."""
        self.new = False
        """Whether it arrived after the others were shown."""

    @property
    def must_be_viewed(self) -> bool:
        """Whether it has to be viewed individually before it can be approved with others."""
        return bool(self.pending.leaks) or (not self.seen and (self.too_long or self.odd))

    @property
    def note(self) -> str:
        """The first of these that applies: why it cannot be approved here, what is to be viewed first, what is new."""
        translate = QCoreApplication.translate
        if self.pending.leaks:
            return translate("BurstCalls", "Contains a secret. Decide it separately.")
        if self.odd and self.seen:
            return translate("BurstCalls", "Has warnings")
        if self.odd:
            return translate("BurstCalls", "View first: warnings")
        if self.too_long and not self.seen:
            return translate("BurstCalls", "View first: too long to show here")
        if self.pending.waiting > 1:
            return translate("BurstCalls", "%n identical calls", None, self.pending.waiting)
        return translate("BurstCalls", "New") if self.new else ""


def arguments_of(pending: PendingCall) -> dict[str, Any]:
    """Return the shown arguments as members; arguments that are no object are the member ""."""
    arguments = shown_arguments(pending.call)
    return arguments if isinstance(arguments, dict) else {"": arguments}


def common_arguments(calls: Sequence[PendingCall]) -> dict[str, Any]:
    """Return the arguments that all of these calls of one tool share."""
    alike = len({summary.kind(pending.call) for pending in calls}) == 1
    if not alike or untrusted_text.longer_than(list(map(arguments_of, calls)), MAX_TOTAL_LENGTH):
        return {}
    first, *others = map(arguments_of, calls)
    texts = {name: jsonrpc.canonical(value) for name, value in first.items()}
    return {
        name: value for name, value in first.items()
        if all(name in other and jsonrpc.canonical(other[name]) == texts[name] for other in others)
    }  # fmt: skip


def words_of(arguments: dict[str, Any]) -> str:
    """Return ``name value``, one per line, with invisible characters written out."""
    lines = []
    for name, value in arguments.items():
        lines.append(f"{untrusted_text.visible(name[:_MAX_LAID_OUT_LENGTH])}  {untrusted_text.one_line(_text(value))}")
        if sum(map(len, lines)) > _MAX_LAID_OUT_LENGTH:
            break
    return "\n".join(lines)


def _text(value: Any) -> str:
    """Return a value on one line; a long one is cut. A text that reads as another value, such as ``false``, is quoted:
    to a program it can mean the opposite.
    """
    if isinstance(value, str):
        text = value[:_MAX_LAID_OUT_LENGTH]
        return jsonrpc.text(text) if _reads_as_json(text) else text
    return (
        "…" * (MAX_READABLE_LENGTH + 1)
        if untrusted_text.longer_than(value, _MAX_LAID_OUT_LENGTH)
        else jsonrpc.text(value)
    )


def _reads_as_json(text: str) -> bool:
    try:
        jsonrpc.decode_value(text)
    except jsonrpc.Malformed:
        return False
    return True


def _preferred(calls: Sequence[PendingCall], counted: Mapping[_Kind, int]) -> _Kind | None:
    """Return the kind of calls that are checked by default: the most frequent one not declared to destroy."""
    destroying = {summary.kind(pending.call) for pending in calls if consequence.effect_of((pending,)) == "destroys"}
    return max(counted, key=lambda kind: (kind not in destroying, counted[kind]), default=None)


class BurstCallsModel(QAbstractListModel):
    """The calls with their check boxes. Boxes keep their state when calls arrive or end."""

    ticked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[CallLine] = []
        self._chosen: dict[str, bool] = {}
        self._preferred: _Kind | None = None
        self._mixed = False
        self.common: dict[str, Any] = {}

    def show_calls(self, calls: Sequence[PendingCall], viewed: Collection[str], shown_before: Collection[str]) -> None:
        """Show ``calls``. Those not in ``shown_before`` arrived later than the others, unless all are unknown."""
        names = {pending.call.id for pending in calls}
        self._chosen = {name: on for name, on in self._chosen.items() if name in names}
        counted = Counter(summary.kind(pending.call) for pending in calls)
        was_mixed, self._mixed = self._mixed, len(counted) > 1
        self._preferred = _preferred(calls, counted)
        common = common_arguments(calls) if len(calls) > 1 else {}
        before = {line.pending.call.id: line for line in self._lines} if common.keys() == self.common.keys() else {}
        self.common = common
        self.beginResetModel()
        self._lines = []
        for number, pending in enumerate(calls, 1):
            line = before.get(pending.call.id)
            if line is None or line.pending is not pending:
                differing = {name: value for name, value in arguments_of(pending).items() if name not in common}
                line = CallLine(pending, words_of(differing))
            line.number = number
            marks = pending.call.id in viewed, bool(shown_before) and pending.call.id not in shown_before
            if marks != (line.seen, line.new) or self._mixed != was_mixed:
                line.laid_out = None
            line.seen, line.new = marks
            self._lines.append(line)
        self.endResetModel()
        self.ticked.emit()

    @property
    def is_mixed(self) -> bool:
        """Whether the calls have different tools, servers or clients."""
        return self._mixed

    def is_ticked(self, line: CallLine) -> bool:
        """Return whether a decision covers it; by default unsuspicious calls of one tool, if possible harmless."""
        if line.must_be_viewed:
            return self._chosen.get(line.pending.call.id, False) and not line.pending.leaks
        return self._chosen.get(
            line.pending.call.id, not line.new and summary.kind(line.pending.call) == self._preferred
        )

    def covered(self) -> list[PendingCall]:
        """Return the calls whose boxes are checked, in the order of the list."""
        return [line.pending for line in self._lines if self.is_ticked(line)]

    def are_warned(self) -> bool:
        """Return whether one of the covered calls has warnings."""
        return any(line.warned for line in self._lines if self.is_ticked(line))

    def odd(self) -> set[str]:
        """Return the ids of the calls that have to be viewed individually."""
        return {line.pending.call.id for line in self._lines if line.odd}

    def unviewed(self) -> int:
        """Return how many of the covered calls have to be viewed individually first."""
        return sum(line.must_be_viewed for line in self._lines if self.is_ticked(line))

    def tick_all(self, on: bool) -> None:
        """Check or uncheck every call that can be decided with others."""
        for line in self._lines:
            self._chosen[line.pending.call.id] = on and not line.must_be_viewed
        if self._lines:
            self.dataChanged.emit(self.index(0), self.index(len(self._lines) - 1))
        self.ticked.emit()

    def line(self, row: int) -> CallLine | None:
        """Return the call in a row; None outside the list."""
        return self._lines[row] if 0 <= row < len(self._lines) else None

    def row(self, name: str) -> int:
        """Return the row of the call with this id; -1 if it is not in the list."""
        return next((row for row, line in enumerate(self._lines) if line.pending.call.id == name), -1)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._lines)

    def flags(self, index: Index) -> Qt.ItemFlag:
        line = self.line(index.row())
        ticks = (
            Qt.ItemFlag.ItemIsUserCheckable if line is not None and not line.pending.leaks else Qt.ItemFlag.NoItemFlags
        )
        return Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | ticks

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        line = self.line(index.row())
        if line is None:
            return None
        if role == CALL_ROLE:
            return line
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if self.is_ticked(line) else Qt.CheckState.Unchecked
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            head, effect = f"{line.number} {self.title(line)}".strip(), self.effect(line, spoken=True)[0]
            return ". ".join(each for each in (head, effect, line.text.replace("\n", ", "), line.note) if each)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        line = self.line(index.row())
        if line is None or role != Qt.ItemDataRole.CheckStateRole or line.pending.leaks:
            return False
        self._chosen[line.pending.call.id] = Qt.CheckState(value) == Qt.CheckState.Checked
        self.dataChanged.emit(self.index(index.row()), self.index(index.row()))
        self.ticked.emit()
        return True

    def title(self, line: CallLine) -> str:
        """Return the tool and server of a call; "" if all calls have the same."""
        call = line.pending.call
        if not self._mixed:
            return ""
        return f"{untrusted_text.short_name(call.tool)} · {untrusted_text.short_name(call.server, 40)}"

    def effect(self, line: CallLine, *, spoken: bool = False) -> tuple[str, str]:
        """Return the declared effect of a call's tool and its tone; "" if all have the one in the heading."""
        return consequence.row_text((line.pending,), spoken=spoken) if self._mixed else ("", "quiet")


class _CallDelegate(QStyledItemDelegate):
    """Draws a call completely: nothing is left out for lack of space."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model, line = index.model(), index.data(CALL_ROLE)
        if not isinstance(model, BurstCallsModel) or not isinstance(line, CallLine):
            return
        colours = theme.colours()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_card(painter, option.rect.adjusted(0, 1, 0, -1), option, colours)
        _draw_box(painter, option, index, colours)
        left, top = option.rect.left() + _TEXT_OFFSET, option.rect.top() + theme.SPACE
        quiet = theme.sized(theme.SMALL)
        painter.setFont(quiet)
        painter.setPen(QColor(colours.quiet))
        gutter = QRect(left - _NUMBER_WIDTH, top, _NUMBER_WIDTH - theme.SPACE * 2, _BOX_SIZE)
        painter.drawText(gutter, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(line.number))
        width = option.rect.right() - theme.SPACE * 3 - left
        first, *badge = _first_line(model, line, QRect(left, top, width, _BOX_SIZE), colours)
        for shown in badge:
            shown.draw(painter, colours.caution)
        room = first.box.width()
        for text, font, colour in _parts(model, line, colours):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            box = _place_of(text, font, room)
            middle = int(_FLAGS) | int(Qt.AlignmentFlag.AlignVCenter)
            painter.drawText(QRect(left, top, room, max(box.height(), _BOX_SIZE)), middle, text)
            top, room = top + max(box.height(), _BOX_SIZE), width
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        model, line = index.model(), index.data(CALL_ROLE)
        if not isinstance(model, BurstCallsModel) or not isinstance(line, CallLine) or option.widget is None:
            return QSize(100, 30)
        view = option.widget
        room = view.viewport().width() if isinstance(view, QListView) else view.width()
        width = room - theme.SPACE * 3 - _TEXT_OFFSET
        state = (width, QApplication.font().key())
        if line.laid_out != state:
            line.laid_out, line.height = state, _height(model, line, width)
        return QSize(room, line.height)

    def editorEvent(self, event: QEvent, model: Any, option: QStyleOptionViewItem, index: Index) -> bool:
        """A click anywhere before the text toggles the box, as does the space bar."""
        if is_click(event):
            words = option.rect.left() + theme.SPACE * 3 + _BOX_SIZE
            if event.position().x() < words and index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
                return _toggle(model, index)
            return False
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space:
            return _toggle(model, index)
        return False


def _toggle(model: Any, index: Index) -> bool:
    on = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
    state = Qt.CheckState.Unchecked if on else Qt.CheckState.Checked
    return bool(model.setData(index, state.value, Qt.ItemDataRole.CheckStateRole))


def _place_of(text: str, font: QFont, width: int) -> QRect:
    return QFontMetrics(font).boundingRect(QRect(0, 0, width, 100_000), int(_FLAGS), text)


def _draw_box(painter: QPainter, option: QStyleOptionViewItem, index: Index, colours: theme.Colours) -> None:
    """Draw the check box like the style sheet's on other pages."""
    if not index.flags() & Qt.ItemFlag.ItemIsUserCheckable:
        return
    box = QRect(option.rect.left() + theme.SPACE * 2, option.rect.top() + theme.SPACE + 2, _TICK_SIZE, _TICK_SIZE)
    on = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
    painter.setPen(QColor(colours.accent_fill if on else colours.edge))
    painter.setBrush(QColor(colours.accent_fill) if on else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    if on:
        ratio = option.widget.devicePixelRatioF() if option.widget is not None else 1.0
        painter.drawPixmap(
            box.left() + 2, box.top() + 2, icons.pixmap("tick", colours.on_accent, _TICK_SIZE - 4, ratio)
        )


def _first_line(model: BurstCallsModel, line: CallLine, row: QRect, colours: theme.Colours) -> list[CardText]:
    """Return the part of the first line for the text, and the badge at its end if the effects may differ."""
    return badge_row(row, CardText("", row, theme.sized(1), colours.text), *model.effect(line))


def _height(model: BurstCallsModel, line: CallLine, width: int) -> int:
    """Return the height of a call whose text is ``width`` pixels wide."""
    colours, first = theme.colours(), width
    if model.is_mixed:
        first = _first_line(model, line, QRect(0, 0, width, _BOX_SIZE), colours)[0].box.width()
    heights = [
        max(_place_of(text, font, width if index else first).height(), _BOX_SIZE)
        for index, (text, font, _) in enumerate(_parts(model, line, colours))
    ]
    return max(sum(heights), _BOX_SIZE) + theme.SPACE * 2


def _parts(model: BurstCallsModel, line: CallLine, colours: theme.Colours) -> list[tuple[str, QFont, str]]:
    """Return the parts of a call to draw, each with font and colour."""
    parts = []
    if model.is_mixed:
        parts.append((model.title(line), theme.mono(1, weight=QFont.Weight.DemiBold), colours.text))
    if line.note:
        tone = colours.danger if line.pending.leaks else colours.caution if line.must_be_viewed else colours.quiet
        parts.append((line.note, theme.sized(theme.SMALL), tone))
    if line.text:
        parts.append((line.text, theme.mono(1), colours.text))
    return parts


class BurstCallList(MarkedRows, LineView):
    """The list. ``opened`` carries the call that the person wants to view individually."""

    opened = Signal(str)

    def __init__(self) -> None:
        self.lines = BurstCallsModel()
        super().__init__(QCoreApplication.translate("BurstCallList", "Calls of this burst"), self.lines)
        self.setItemDelegate(_CallDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.activated.connect(self._open)

    def _open(self, index: QModelIndex) -> None:
        line = self.lines.line(index.row())
        if line is not None:
            self.opened.emit(line.pending.call.id)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()
