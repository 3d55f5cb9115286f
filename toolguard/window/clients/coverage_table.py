"""The map as a table: servers in rows, clients in columns, and an icon where a client reaches a server."""

from __future__ import annotations

from PySide6 import QtWidgets
from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent

from toolguard.window import theme
from toolguard.window.clients.client_servers import STATES, short_text, state_text
from toolguard.window.clients.coverage import Coverage, CoverageCell, CoverageRow, RowKind
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import icons

Index = QModelIndex | QPersistentModelIndex
CELL_ROLE = Qt.ItemDataRole.UserRole
_ICON_SIZE = 18  # pixels of an icon
_MIN_COLUMN_WIDTH = 62  # minimum pixels of a column; if there are too many, they scroll
_MAX_COLUMN_WIDTH = 320
_MAX_NAMES_WIDTH = 240  # maximum pixels of the servers' names
_HEAD_LINES = 4  # of a client's name
_FOLD_ICON_SIZE = 12  # pixels of the icon of a row that folds others


def _count_text(cell: CoverageCell) -> str:
    """Return the text of a cell that groups several entries."""
    count = len(cell.entries)
    if count == 1:
        return QCoreApplication.translate("CoverageModel", "1 kind")
    return QCoreApplication.translate("CoverageModel", "%n kinds", None, count)


def _cell_text(cell: CoverageCell) -> str:
    """Return the text beside the icon. What cannot be guarded needs none: the names of its rows say it."""
    if cell.row.kind is RowKind.LIMIT:
        return str(len(cell.entries)) if cell.row.folds else ""
    return short_text(cell.state)


class CoverageModel(QAbstractTableModel):
    """Rows are servers, columns are clients."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.coverage = Coverage()
        self.unfolded = False
        """Whether the grouped rows are shown below the row that groups them."""
        self.whole = Coverage()
        """The map with all rows."""

    def unfold(self, on: bool) -> None:
        """Set `unfolded`, which the next map follows."""
        self.unfolded = on

    def show_coverage(self, coverage: Coverage) -> None:
        """Show another map. If only states changed, the layout stays."""
        self.whole = coverage
        coverage = coverage.folded(unfolded=self.unfolded)
        before = self.coverage
        if (before.rows, before.clients) != (coverage.rows, coverage.clients):
            self.beginResetModel()
            self.coverage = coverage
            self.endResetModel()
        elif before != coverage:
            self.coverage = coverage
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.coverage.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.coverage.clients)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        cell = self.coverage.cell(index.row(), index.column())
        if role == CELL_ROLE:
            return cell
        if role == Qt.ItemDataRole.ToolTipRole:
            return untrusted_text.as_tool_tip(self.sentence(index.row(), index.column()))
        return self.sentence(index.row(), index.column()) if role == Qt.ItemDataRole.AccessibleTextRole else None

    def sentence(self, row: int, column: int) -> str:
        """Return the full text of a cell, for screen readers."""
        server = untrusted_text.shortened(self.coverage.rows[row].title, 80)
        client = untrusted_text.shortened(self.coverage.clients[column], 80)
        return self.tr("{0}, {1}: {2}").format(server, client, self.cell_text(row, column))

    def cell_text(self, row: int, column: int) -> str:
        """Return what a screen reader says about a cell."""
        cell = self.coverage.cell(row, column)
        if cell is not None:
            return _count_text(cell) if cell.row.folds else state_text(cell.state)
        return self.tr("none") if self.coverage.rows[row].kind else self.tr("not in its settings")

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        names = self.coverage.clients if orientation == Qt.Orientation.Horizontal else self.coverage.rows
        if not 0 <= section < len(names):
            return None
        name = names[section]
        text = untrusted_text.shortened(name.title if isinstance(name, CoverageRow) else name, 200)
        if role == Qt.ItemDataRole.ToolTipRole:
            return untrusted_text.as_tool_tip(text)
        return text if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None


class _CellDelegate(QtWidgets.QStyledItemDelegate):
    """Draws an icon, with its text beside it if all texts fit; a dash if the client does not have the server."""

    def paint(self, painter: QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        colours, box = theme.colours(), option.rect
        painter.save()
        self._ground(painter, option, colours)
        cell = index.data(CELL_ROLE)
        if isinstance(cell, CoverageCell):
            self._sign(painter, box, cell, colours, option.widget)
        else:
            painter.setPen(QColor(colours.quiet))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "–")
        painter.restore()

    def _ground(self, painter: QPainter, option: QtWidgets.QStyleOptionViewItem, colours: theme.Colours) -> None:
        box = option.rect
        painter.fillRect(box, QColor(colours.base))
        painter.setPen(QColor(colours.line))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QtWidgets.QStyle.StateFlag.State_Selected:
            space = box.toRectF().adjusted(2.5, 2.5, -2.5, -3.5)
            focused = option.state & QtWidgets.QStyle.StateFlag.State_HasFocus
            painter.setPen(QColor(colours.accent) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.selected))
            painter.drawRoundedRect(space, 6, 6)

    def _sign(
        self, painter: QPainter, box: QRect, cell: CoverageCell, colours: theme.Colours, widget: QtWidgets.QWidget
    ) -> None:  # fmt: skip
        _, tone, icon = STATES[cell.state]
        font = theme.sized(theme.SMALL)
        text = _cell_text(cell) if isinstance(widget, CoverageTable) and widget.shows_words else ""
        wide = QFontMetrics(font).horizontalAdvance(text)
        whole = _ICON_SIZE + (theme.SPACE * 2 + wide if text else 0)
        left = box.left() + (box.width() - whole) // 2
        pixmap = icons.pixmap(icon, getattr(colours, tone), _ICON_SIZE, widget.devicePixelRatioF())
        painter.drawPixmap(left, box.center().y() - _ICON_SIZE // 2, pixmap)
        if text:
            painter.setFont(font)
            painter.setPen(QColor(getattr(colours, tone)))
            place = box.adjusted(left - box.left() + _ICON_SIZE + theme.SPACE * 2, 0, 0, 0)
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)


class _ClientHeader(QtWidgets.QHeaderView):
    """Names of clients on several lines."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setFont(theme.sized(theme.SMALL, weight=QFont.Weight.DemiBold))

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        metrics = QFontMetrics(self._font())
        wraps = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere
        high = metrics.lineSpacing()
        for section in range(self.count()):
            text = str(self.model().headerData(section, Qt.Orientation.Horizontal) or "")
            place = QRect(0, 0, max(1, self.sectionSize(section) - 4), 10_000)
            high = max(high, metrics.boundingRect(place, wraps, text).height())
        hint.setHeight(min(high, metrics.lineSpacing() * _HEAD_LINES) + theme.SPACE * 3)
        return hint

    @staticmethod
    def _font() -> QFont:
        return theme.sized(theme.SMALL, weight=QFont.Weight.DemiBold)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        colours = theme.colours()
        painter.save()
        painter.fillRect(rect, QColor(colours.base))
        painter.setPen(QColor(colours.strong_line))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setPen(QColor(colours.text))
        painter.setFont(self._font())
        text = str(self.model().headerData(section, Qt.Orientation.Horizontal) or "")
        space = rect.adjusted(2, theme.SPACE, -2, -theme.SPACE * 2)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom | Qt.TextFlag.TextWrapAnywhere
        if QFontMetrics(self._font()).boundingRect(space, Qt.TextFlag.TextWordWrap, text).width() <= space.width():
            flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom | Qt.TextFlag.TextWordWrap
        painter.drawText(space, flags, text)
        painter.restore()


class _ServerHeader(QtWidgets.QHeaderView):
    """Names of servers, elided in the middle."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setHighlightSections(False)
        self.setSectionsClickable(True)

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(theme.sized(1))
        names = [str(self.model().headerData(row, Qt.Orientation.Vertical) or "") for row in range(self.count())]
        widest = max((metrics.horizontalAdvance(name) + self._indent(row) for row, name in enumerate(names)), default=0)
        return QSize(min(_MAX_NAMES_WIDTH, widest + theme.SPACE * 8), 0)

    def _indent(self, row: int) -> int:
        """Return how far the name of a row is moved below the one that folds it."""
        model = self.model()
        if not isinstance(model, CoverageModel) or not any(coverage_row.folds for coverage_row in model.coverage.rows):
            return 0
        return (
            theme.SPACE * 3
            if model.coverage.rows[row].kind is RowKind.LIMIT and not model.coverage.rows[row].folds
            else 0
        )

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        model, colours = self.model(), theme.colours()
        if not isinstance(model, CoverageModel):
            return
        row, font = model.coverage.rows[section], theme.sized(1)
        painter.save()
        painter.fillRect(rect, QColor(colours.base))
        painter.setPen(QColor(colours.line))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.setFont(font)
        painter.setPen(QColor(colours.text))
        space = rect.adjusted(theme.SPACE * 5 + self._indent(section), 0, -theme.SPACE * 2, 0)
        if row.folds:
            icon = "collapse" if model.unfolded else "expand"
            pixmap = icons.pixmap(icon, colours.text, _FOLD_ICON_SIZE, self.devicePixelRatioF())
            painter.drawPixmap(rect.left() + theme.SPACE, rect.center().y() - _FOLD_ICON_SIZE // 2, pixmap)
        text = str(model.headerData(section, Qt.Orientation.Vertical))
        fitted = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideMiddle, space.width())
        painter.drawText(space, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, fitted)
        painter.restore()


class CoverageTable(QtWidgets.QTableView):
    """``turned``: another cell; ``entered``: Return on it; ``client_chosen``: a client's name was clicked."""

    turned = Signal()
    entered = Signal()
    client_chosen = Signal(str)
    fitted = Signal()
    """The height of its rows and header may have changed."""

    def __init__(self) -> None:
        super().__init__()
        self.shows_words = False
        """Whether there is space for text beside the icons."""
        self._cell: tuple[CoverageRow, str] | None = None
        self.map = CoverageModel(self)
        self.setAccessibleName(self.tr("Servers and clients"))
        self.setHorizontalHeader(_ClientHeader(self))
        self.setVerticalHeader(_ServerHeader(self))
        self.setModel(self.map)
        self.setItemDelegate(_CellDelegate(self))
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QtWidgets.QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectionBehavior.SelectItems)
        self.setHorizontalScrollMode(QtWidgets.QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setDefaultSectionSize(QFontMetrics(theme.sized(1)).height() + theme.SPACE * 4)
        self.verticalHeader().setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().sectionClicked.connect(
            lambda column: self.client_chosen.emit(self.map.coverage.clients[column])
        )
        self.verticalHeader().sectionClicked.connect(self._fold)
        self.selectionModel().currentChanged.connect(self._select_place)

    def show_coverage(self, coverage: Coverage) -> None:
        """Show another map; the selection stays if it still exists."""
        place = self._cell
        self.map.show_coverage(coverage)
        self._fit()
        if place is None or not (self.choose(*place) or self._choose_fold(*place)):
            self._choose_first()

    def unfold(self, on: bool) -> None:
        """Show or hide the grouped rows. If the selected row is hidden, select the row that groups it."""
        self.map.unfold(on)
        self.show_coverage(self.map.whole)
        self.verticalHeader().viewport().update()
        if on:
            QTimer.singleShot(0, self, self._scroll_to_limits)  # once the rows have their places

    def _scroll_to_limits(self) -> None:
        """Show the unfolded rows, and above all the row that groups them."""
        limits = [index for index, row in enumerate(self.map.coverage.rows) if row.kind is RowKind.LIMIT]
        for index in (*limits[-1:], *limits[:1]):
            self.scrollTo(self.map.index(index, max(0, self.currentIndex().column())))

    def _fold(self, row: int) -> bool:
        """Fold or unfold if ``row`` does that; return whether it does."""
        folds = 0 <= row < len(self.map.coverage.rows) and self.map.coverage.rows[row].folds
        if folds:
            self.unfold(not self.map.unfolded)
        return folds

    def choose(self, row: CoverageRow, client: str) -> bool:
        """Select a cell; return False if it does not exist."""
        coverage = self.map.coverage
        if row not in coverage.rows or client not in coverage.clients:
            return False
        index = self.map.index(coverage.rows.index(row), coverage.clients.index(client))
        if index != self.currentIndex():
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        return True

    def _choose_fold(self, row: CoverageRow, client: str) -> bool:
        """Select the row that groups ``row``. Return whether there is one."""
        fold = next((coverage_row for coverage_row in self.map.coverage.rows if coverage_row.folds), None)
        return fold is not None and row.kind is RowKind.LIMIT and self.choose(fold, client)

    def place(self) -> CoverageCell | None:
        """Return the current cell; None if there is none or it is empty."""
        index = self.currentIndex()
        return self.map.coverage.cell(index.row(), index.column()) if index.isValid() else None

    def _choose_first(self) -> None:
        """Select the first cell that needs attention, otherwise the first non-empty one."""
        coverage = self.map.coverage
        places = [
            (row, client) for row in coverage.rows for client in coverage.clients if (row, client) in coverage.cells
        ]
        unguarded = [place for place in places if coverage.cells[place].unguarded() is not None]
        for first_place in (unguarded or places)[:1]:
            self.choose(*first_place)

    def _select_place(self, now: QModelIndex) -> None:
        if now.isValid():
            self._cell = self.map.coverage.rows[now.row()], self.map.coverage.clients[now.column()]
        self.turned.emit()

    def _fit(self) -> None:
        """Distribute the width among the columns; if there is too little, they have the minimum width and scroll."""
        count = self.map.columnCount()
        if not count:
            return
        room = self.viewport().width()
        metrics = QFontMetrics(theme.sized(theme.SMALL))
        coverage = self.map.coverage
        texts = {_cell_text(cell) for cell in coverage.cells.values() if cell.row in coverage.rows}
        words = _ICON_SIZE + theme.SPACE * 6 + max(map(metrics.horizontalAdvance, texts), default=0)
        width = max(_MIN_COLUMN_WIDTH, min(room // count, _MAX_COLUMN_WIDTH))
        self.shows_words = width >= words
        for column in range(count):
            self.setColumnWidth(column, width)
        self.updateGeometries()  # names may need more or fewer lines now
        self.fitted.emit()

    def whole_rows(self, height: int) -> int:
        """Return the height of the header and as many whole rows as fit in ``height``."""
        bar = self.horizontalScrollBar()
        other = self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth() + bar.isVisible() * bar.height()
        row = self.verticalHeader().defaultSectionSize()
        return other + row * max(0, min(self.map.rowCount(), (height - other) // row))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if not self._fold(self.currentIndex().row()):
                self.entered.emit()
            event.accept()
            return
        super().keyPressEvent(event)
