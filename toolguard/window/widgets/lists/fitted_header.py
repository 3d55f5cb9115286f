"""The header of every table: column widths fit the content, and the columns share the remaining width.

Names of a usual length are shortened last, only if nothing else gives space, not even the titles of columns. What a
person sets (widths, visible columns, order) stays until they reset it, also after a restart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec
from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QPoint, QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QFont, QFontMetrics, QPainter, QPalette

from toolguard.window import theme
from toolguard.window.widgets.lists.columns import SOURCE_ROLE, Index
from toolguard.window.widgets.lists.item_list import CardText

Kind = Literal["name", "text", "fact"]
MEASURED_ROWS = 100
"""Rows that are measured in addition to the visible ones."""
_MAX_WIDTH = 640
"""Maximum automatic width of a column in pixels: longer texts are in the details."""
_MIN_WIDTH = theme.SPACE * 8
_MAX_EXTRA_WIDTH = theme.SPACE * 6
"""Share of the remaining width for a column that does not grow."""


@dataclass(frozen=True, slots=True)
class Column:
    """``name``: an identifier, elided in the middle and shortened last. ``text``: can be elided at the end. ``fact``: a
    time, a number or a state, never elided; only its title is. ``optional``: hidden before a name is shortened.
    ``keeps_end``: a text that is elided in the middle, because its end says as much, as that of a path does.
    """

    kind: Kind = "text"
    optional: bool = False
    keeps_end: bool = False
    characters: int = 7
    """Minimum characters that remain visible."""
    usual: int = 36
    """Characters of a name for which texts are elided and optional columns are hidden; longer ones are elided first."""


class _StoredColumns(msgspec.Struct, frozen=True):
    """What a person has set, by the untranslated titles of columns."""

    widths: dict[str, int] = {}
    hidden: list[str] = []
    sorted: tuple[str, bool] | None = None
    """The column, and whether its order is descending."""


class CellDelegate(QtWidgets.QStyledItemDelegate):
    """Draws a cell in its own colour also while its row is selected, so that warnings stay visible, marks of
    written-out characters in the colour of warnings, and a font of its own on the baseline of the row.
    """

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self._plain = QtWidgets.QStyledItemDelegate(self)

    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> QSize:
        """The same size in any colour: `initStyleOption` is skipped, since a hundred cells of a column are measured."""
        return self._plain.sizeHint(option, index)

    def initStyleOption(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        own = index.data(Qt.ItemDataRole.ForegroundRole)
        if own is not None:
            option.palette.setColor(QPalette.ColorRole.HighlightedText, own)

    def paint(self, painter: QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        own = index.data(Qt.ItemDataRole.FontRole)
        drop = 0 if own is None else _baseline(option.font) - _baseline(own)
        if not drop and "⟨" not in str(index.data()):
            super().paint(painter, option, index)
            return
        cell = QtWidgets.QStyleOptionViewItem(option)
        self.initStyleOption(cell, index)
        style, is_selected = cell.widget.style(), QtWidgets.QStyle.StateFlag.State_Selected in cell.state
        colour = cell.palette.color(QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.Text)
        box = style.subElementRect(QtWidgets.QStyle.SubElement.SE_ItemViewItemText, cell, cell.widget)
        side = style.pixelMetric(QtWidgets.QStyle.PixelMetric.PM_FocusFrameHMargin, cell, cell.widget) + 1
        box.adjust(side, drop, -side, drop)
        text = CardText(cell.text, box, cell.font, colour.name(), cell.textElideMode)
        cell.text = ""
        style.drawControl(QtWidgets.QStyle.ControlElement.CE_ItemViewItem, cell, painter, cell.widget)
        painter.save()
        text.draw(painter, theme.colours().caution)
        painter.restore()


def _baseline(font: QFont) -> int:
    """Return how many pixels below the middle of a centred line its baseline is."""
    metrics = QFontMetrics(font)
    return metrics.ascent() - metrics.height() // 2


class NameDelegate(CellDelegate):
    """Elides a name or path in the middle, so that names that differ only at the end stay distinguishable."""

    def initStyleOption(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideMiddle


class FittedHeader(QtWidgets.QHeaderView):
    """Set it as the horizontal header of ``view``, which already has its model."""

    def __init__(
        self, view: QtWidgets.QTableView | QtWidgets.QTreeView, key: str, columns: Sequence[Column], *,
        measured: int = MEASURED_ROWS, sortable: bool = True, without: Sequence[int] = (),
    ) -> None:  # fmt: skip
        """``key``: of the person's settings. ``measured``: see `MEASURED_ROWS`. ``without``: never shown."""
        super().__init__(Qt.Orientation.Horizontal, view)
        self.key = key
        self.columns = tuple(columns)
        self._view = view
        self._never = frozenset(without)
        self._first_column = next(column for column in range(len(self.columns)) if column not in self._never)
        self._needed = [0] * len(self.columns)
        self._cells = [0] * len(self.columns)
        """Needed widths without the titles."""
        self._set: dict[int, int] = {}
        self._hidden: set[int] = set()
        self._left_out: set[int] = set()
        self._fitting = False
        self._due = set(range(len(self.columns)))
        """Columns whose rows have changed since they were measured."""
        self._has_changed = True
        """Whether rows have changed since all columns were measured."""
        self._height = 0
        self.setHighlightSections(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setStretchLastSection(False)
        self.setMinimumSectionSize(_MIN_WIDTH)
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setResizeContentsPrecision(measured)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.DefaultContextMenu)
        if isinstance(view, QtWidgets.QTableView):
            view.setHorizontalHeader(self)
        else:
            view.setHeader(self)
        if sortable:
            self.setSortIndicatorClearable(True)
            self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            view.setSortingEnabled(True)
        self.setSectionsClickable(sortable)
        view.setItemDelegate(CellDelegate(view))
        for column, column_row in enumerate(self.columns):
            if column_row.kind == "name" or column_row.keeps_end:
                view.setItemDelegateForColumn(column, NameDelegate(view))
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._fit_due)
        self._scrolled = QTimer(self, singleShot=True, interval=80)
        self._scrolled.timeout.connect(self.fit)
        model = view.model()
        for changed in (model.modelReset, model.rowsInserted, model.layoutChanged):
            changed.connect(lambda *_: self._change(range(len(self.columns))))
        model.dataChanged.connect(
            lambda first, last, *_: self._change(range(max(0, first.column()), last.column() + 1))
        )
        view.verticalScrollBar().valueChanged.connect(lambda _: self._scrolled.start())
        self._viewport = view.viewport()
        self._viewport.installEventFilter(self)
        view.installEventFilter(self)
        self.sectionResized.connect(self._resized)
        self.sectionHandleDoubleClicked.connect(self._forget)

    # Widths

    def fit(self) -> None:
        """Measure every column, and set its width."""
        self._due.update(range(len(self.columns)))
        self._fit_due()

    def _change(self, columns: Iterable[int]) -> None:
        self._has_changed = True
        self._due.update(columns)
        self._soon.start()

    def leave_out(self, columns: Iterable[int]) -> None:
        """Do not show these columns, whatever the person has set, and measure all others again."""
        if self._never != frozenset(columns):
            self._never = frozenset(columns)
            self.remeasure()

    def remeasure(self) -> None:
        """Measure all columns again, because removed content needs no width."""
        self._needed = [0] * len(self.columns)
        self._cells = [0] * len(self.columns)
        self._due.update(range(len(self.columns)))
        self._has_changed = False
        self._soon.start()

    def _fit_due(self) -> None:
        """Measure the columns that may need another width, and distribute the width."""
        if not self._view.isVisible():
            return
        for column in self._due:
            self._cells[column] = max(self._cells[column], min(_MAX_WIDTH, self._view.sizeHintForColumn(column)))
            self._needed[column] = max(self._needed[column], self._cells[column], self._title_width(column))
        self._due.clear()
        shown = [column for column in range(len(self.columns)) if column not in self._hidden | self._never]
        widths, left_out = self._shared(shown, self._viewport.width())
        self._fitting = True
        for column in range(len(self.columns)):
            self.setSectionHidden(column, column not in widths)
            if column in widths:
                self.resizeSection(column, widths[column])
        self._fitting = False
        self._left_out = left_out

    def _title_width(self, column: int) -> int:
        """Return the needed width of a title, also of a hidden column, for which Qt has no hint."""
        return max(self.minimumSectionSize(), self.sectionSizeFromContents(column).width())

    def _shared(self, shown: list[int], room: int) -> tuple[dict[int, int], set[int]]:
        """Return the widths for ``room``, and which columns are hidden."""
        left_out: set[int] = set()
        widths = {column: self._set.get(column, self._needed[column]) for column in shown}
        self._shrink(widths, room, "name", usual=True)
        self._shrink(widths, room, "text")
        for column in reversed(shown):
            if sum(widths.values()) > room and self.columns[column].optional and column not in self._set:
                left_out.add(column)
                del widths[column]
        self._restore(widths, room)
        self._shrink(widths, room, "fact")
        self._shrink(widths, room, "name")
        self._grow(widths, room)
        return widths, left_out

    def _shrink(self, widths: dict[int, int], room: int, kind: Kind, *, usual: bool = False) -> None:
        """Reduce the widest columns of that kind, so that short texts stay complete; of a fact, only the title.

        ``usual``: of names, only what exceeds their usual length.
        """
        font = QFontMetrics(theme.sized(1))
        letter = min(font.averageCharWidth(), font.horizontalAdvance("n"))  # the average may include Chinese characters
        floors: dict[int, int] = {}
        for column in widths:
            row = self.columns[column]
            if row.kind == kind and column not in self._set:
                text = self._cells[column] if kind == "fact" else (row.usual if usual else row.characters) * letter
                floors[column] = min(widths[column], max(text, _MIN_WIDTH))
        while (over := sum(widths.values()) - room) > 0:
            able = [column for column in floors if widths[column] > floors[column]]
            if not able:
                return
            top = max(widths[column] for column in able)
            widest = [column for column in able if widths[column] == top]
            below = max((widths[column] for column in able if widths[column] < top), default=0)
            give = min(-(-over // len(widest)), top - max(below, *(floors[column] for column in widest)))
            for column in widest:
                widths[column] -= max(1, give)

    def _restore(self, widths: dict[int, int], room: int) -> None:
        """Give texts and then names the width that is left, starting with the one that lacks the least."""
        lacks = {column: self._needed[column] - widths[column] for column in widths if column not in self._set}
        for column, lack in sorted(lacks.items(), key=lambda item: (self.columns[item[0]].kind == "name", item[1])):
            if lack > 0:
                widths[column] += max(0, min(lack, room - sum(widths.values())))

    def _grow(self, widths: dict[int, int], room: int) -> None:
        """Distribute the remaining width: to cut columns, or a little to each and the rest to elidable ones."""
        free = [column for column in widths if column not in self._set]
        left = room - sum(widths.values())
        if left <= 0 or not free:
            return
        cut = [column for column in free if self._cells[column] >= _MAX_WIDTH]
        each = 0 if cut else min(_MAX_EXTRA_WIDTH, left // len(free))
        for column in free:
            widths[column] += each
        takers = cut or [column for column in free if self.columns[column].kind != "fact"] or free[-1:]
        left = room - sum(widths.values())
        for place, column in enumerate(takers):
            widths[column] += left // len(takers) + (1 if place < left % len(takers) else 0)

    # Settings of the person

    def _resized(self, column: int, _before: int, width: int) -> None:
        if not self._fitting and width:
            self._set[column] = width
            self._soon.start()

    def _forget(self, column: int) -> None:
        self._set.pop(column, None)
        self._needed[column] = self._cells[column] = 0
        self.fit()

    def show_all_columns(self) -> None:
        """Show all columns at their needed width, in the order of the page."""
        self._set.clear()
        self._hidden.clear()
        self._needed = [0] * len(self.columns)
        self._cells = [0] * len(self.columns)
        self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.fit()

    def show_column(self, column: int, *, shown: bool) -> None:
        """Show or hide a column; the first one is always shown."""
        self._hidden = self._hidden - {column} if shown else self._hidden | ({column} - {self._first_column})
        self.fit()

    def menu(self, parent: QtWidgets.QWidget | None = None) -> QtWidgets.QMenu:
        """Return the menu of visible columns."""
        result = QtWidgets.QMenu(self.tr("Columns"), parent or self)
        model = self._view.model()
        for column in sorted(set(range(self._first_column + 1, len(self.columns))) - self._never):
            text = str(model.headerData(column, Qt.Orientation.Horizontal))
            action = result.addAction(text)
            action.setCheckable(True)
            action.setChecked(column not in self._hidden)
            action.setEnabled(column in self._hidden or column not in self._left_out)
            action.toggled.connect(lambda on, column=column: self.show_column(column, shown=on))
        result.addSeparator()
        result.addAction(self.tr("Reset columns"), self.show_all_columns)
        return result

    def _pop_up(self, position: QPoint) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(position)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._pop_up(event.globalPos())

    # Painting

    def initStyleOptionForIndex(self, option: QtWidgets.QStyleOptionHeader, section: int) -> None:
        """Point up for an ascending order, as in other lists; Qt points down."""
        super().initStyleOptionForIndex(option, section)
        arrow = QtWidgets.QStyleOptionHeader.SortIndicator
        turned = {arrow.SortUp: arrow.SortDown, arrow.SortDown: arrow.SortUp}
        option.sortIndicator = turned.get(option.sortIndicator, option.sortIndicator)

    # Restart

    def remember(self, settings: QSettings) -> None:
        """Store the person's settings."""
        names = self._names()
        section, order = self.sortIndicatorSection(), self.sortIndicatorOrder()
        is_sorted = self.isSortIndicatorShown() and section >= 0
        state = _StoredColumns(
            widths={names[column]: width for column, width in self._set.items()},
            hidden=[names[column] for column in sorted(self._hidden)],
            sorted=(names[section], order == Qt.SortOrder.DescendingOrder) if is_sorted else None,
        )
        settings.setValue(f"{self.key}/columns", msgspec.json.encode(state).decode())

    def recall(self, settings: QSettings) -> None:
        """Restore the person's settings. Unreadable values, and columns that are gone, are ignored."""
        try:
            state = msgspec.json.decode(str(settings.value(f"{self.key}/columns", "{}")), type=_StoredColumns)
        except msgspec.MsgspecError:
            return
        names = self._names()
        self._set = {
            names.index(name): min(max(width, self.minimumSectionSize()), 4 * _MAX_WIDTH)
            for name, width in state.widths.items()
            if name in names
        }
        self._hidden = {names.index(name) for name in state.hidden if name in names} - {self._first_column}
        if self.isSortIndicatorShown():
            name, descending = state.sorted or ("", False)
            order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
            self.setSortIndicator(names.index(name) if name in names else -1, order)
        self.fit()

    def _names(self) -> list[str]:
        """Return the names of the columns in the person's settings."""
        heads = (self._view.model().headerData(at, self.orientation(), SOURCE_ROLE) for at in range(len(self.columns)))
        return [str(head) for head in heads]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._viewport and kind == QEvent.Type.Resize:
            self._fit_due()
            if self._viewport.height() > self._height:  # more rows are visible
                self._scrolled.start()
            self._height = self._viewport.height()
        elif watched is self._view and kind == QEvent.Type.Show and not self._has_changed:
            self._soon.start()
        elif watched is self._view and kind in (QEvent.Type.Show, QEvent.Type.StyleChange):
            self.remeasure()
        elif (
            watched is self._view
            and isinstance(event, QContextMenuEvent)
            and event.reason() == QContextMenuEvent.Reason.Keyboard
            and self._view.contextMenuPolicy() == Qt.ContextMenuPolicy.DefaultContextMenu  # no menu of the row has it
        ):
            self._pop_up(self.mapToGlobal(QPoint(0, self.height())))
            return True
        return False
