"""What does not fit: measured on a window as it is laid out, for the tests and for the walk through the pictures."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QSplitterHandle,
    QStackedWidget,
    QStyle,
    QStyleOptionComboBox,
    QTableView,
    QTextEdit,
    QTreeView,
    QWidget,
)

from tests.window.conftest import name_of
from toolguard.window.desktop.motion import FadeInDelegate
from toolguard.window.widgets.elided_label import ElidedCheckBox, ElidedLabel
from toolguard.window.widgets.lists.item_list import CardDelegate

ROOM = 8
"""Pixels that are not worth a letter."""
BLANK = 24
"""Pixels below a scrolled text that would have shown another line of it."""


def visible_children(widget: QWidget) -> list[QWidget]:
    children = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [each for each in children if each.isVisible() and not each.isWindow()]


def shown(window: QWidget) -> list[QWidget]:
    """What is visible in ``window``, each after what it lies in; hidden pages are not looked through."""
    found = [window]
    for one in found:  # which grows
        found += visible_children(one)
    return found[1:]


def called(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QLabel | QAbstractButton) else ""
    return f"{type(widget).__name__} {name_of(widget) or text!r} in {type(widget.parentWidget()).__name__}"


def cut(widget: QWidget) -> Iterator[str]:
    """What does not fit into its own place."""
    if isinstance(widget, QLabel) and type(widget).paintEvent is not QLabel.paintEvent:
        return  # it shortens what it draws by itself
    if isinstance(widget, QComboBox) and type(widget).paintEvent is not QComboBox.paintEvent:
        return  # it shows its name, not its value
    if isinstance(widget, QLabel) and widget.text():
        room, needs = widget.contentsRect().width(), widget.fontMetrics().horizontalAdvance(widget.text())
        if widget.wordWrap():
            if widget.height() < widget.heightForWidth(widget.width()) - 1:
                yield f"{called(widget)}: {widget.height()} px high, needs {widget.heightForWidth(widget.width())}"
        elif "\n" not in widget.text() and needs > room + 1:
            yield f"{called(widget)}: {room} px, needs {needs}"
    elif isinstance(widget, ElidedCheckBox):
        return
    elif isinstance(widget, QAbstractButton) and widget.text() and widget.width() < widget.sizeHint().width() - 1:
        yield f"{called(widget)}: {widget.width()} px, needs {widget.sizeHint().width()}"
    elif isinstance(widget, QComboBox) and not widget.isEditable():
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = widget.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, widget).width()
        needs = widget.fontMetrics().horizontalAdvance(widget.currentText())
        if needs > room + 1:
            yield f"{called(widget)} {widget.currentText()!r}: {room} px, needs {needs}"


def outside(widget: QWidget) -> Iterator[str]:
    """What reaches beyond the widget that it lies in; what scrolls may be longer, never wider."""
    parent = widget.parentWidget()
    if parent is None or isinstance(widget, QSplitterHandle | QHeaderView) or isinstance(parent, QHeaderView):
        return
    area = parent.parentWidget()
    scrolls = isinstance(area, QAbstractScrollArea) and area.viewport() is parent
    place, room = widget.geometry(), parent.rect()
    if scrolls:
        room = QRect(room.left(), place.top(), room.width(), place.height())
    if not room.adjusted(-1, -1, 1, 1).contains(place):
        yield f"{called(widget)}: {place.getRect()} is not within {room.getRect()}"


def overlaps(parent: QWidget) -> Iterator[str]:
    """Which two of those that lie in ``parent`` lie on each other."""
    if isinstance(parent, QStackedWidget | QAbstractScrollArea | QComboBox):
        return
    inside = [
        (each, each.geometry())
        for each in visible_children(parent)
        if not isinstance(each, QSplitterHandle) and each.objectName() != "toast"
    ]
    for (one, place), (other, other_place) in combinations(inside, 2):
        both = place.intersected(other_place)
        if both.width() > 1 and both.height() > 1:
            yield f"{called(one)} and {called(other)} overlap by {both.width()}x{both.height()}"


def rows(view: QAbstractItemView, above: QModelIndex | None = None) -> Iterator[QModelIndex]:
    """The first cell of every row that is in view."""
    model, above = view.model(), above or QModelIndex()
    for row in range(min(model.rowCount(above), 2000)):
        index = model.index(row, 0, above)
        columns = range(1 if isinstance(view, QListView) else model.columnCount(above))
        if any(view.visualRect(index.siblingAtColumn(at)).intersects(view.viewport().rect()) for at in columns):
            yield index
        if isinstance(view, QTreeView) and view.isExpanded(index):
            yield from rows(view, index)


def shortened(widget: QWidget) -> Iterator[str]:
    """Texts that are drawn with an ellipsis although something near them has room to give."""
    if isinstance(widget, QTableView | QTreeView):
        yield from _shortened_cells(widget)
    elif isinstance(widget, QListView) and isinstance(drawer := _drawer(widget), CardDelegate):
        yield from _shortened_cards(widget, drawer)
    elif isinstance(widget, ElidedLabel):
        needs, parent = widget.fontMetrics().horizontalAdvance(widget.text()), widget.parentWidget()
        missing = needs - widget.contentsRect().width()
        if missing > 0 and parent is not None and _free_beside(widget, parent) >= missing + ROOM:
            yield f"{called(widget)}: {widget.text()[:60]!r} lacks {missing} px beside {_free_beside(widget, parent)}"
    elif isinstance(widget, QLineEdit) and not widget.text() and widget.placeholderText():
        needs = widget.fontMetrics().horizontalAdvance(widget.placeholderText())
        room, parent = widget.contentsRect().width() - 20, widget.parentWidget()
        if needs > room and parent is not None and _free_beside(widget, parent) >= needs - room + ROOM:
            yield f"{called(widget)}: {widget.placeholderText()!r} lacks {needs - room} px"


def _drawer(view: QListView) -> object:
    """What draws the rows of a list, also of one whose rows fade in."""
    delegate = view.itemDelegate()
    return delegate._drawer if isinstance(delegate, FadeInDelegate) else delegate


def _shortened_cells(view: QTableView | QTreeView) -> Iterator[str]:
    head = view.horizontalHeader() if isinstance(view, QTableView) else view.header()
    columns = [at for at in range(view.model().columnCount()) if not head.isSectionHidden(at)]
    needed = dict.fromkeys(columns, 0)
    lacks: list[tuple[int, str, int]] = []
    for index in rows(view):
        for at in columns:
            cell = index.siblingAtColumn(at)
            words = str(cell.data(Qt.ItemDataRole.DisplayRole) or "")
            if not words:
                continue
            needs = view.sizeHintForIndex(cell).width()
            room = view.visualRect(cell).width()
            needed[at] = max(needed[at], needs + head.sectionSize(at) - room)
            if needs > room:
                lacks.append((at, words, needs - room))
    for at in columns:
        needed[at] = max(needed[at], min(head.sectionSizeHint(at), head.sectionSize(at)))
    spare = sum(max(0, head.sectionSize(at) - needed[at]) for at in columns) + max(
        0, view.viewport().width() - sum(head.sectionSize(at) for at in columns)
    )
    for at, words, missing in lacks:
        if spare >= missing + ROOM:
            yield f"{called(view)}: {words!r} in column {at} lacks {missing} px beside {spare}"
        elif _empty_beside(view):
            yield f"{called(view)}: {words!r} in column {at} lacks {missing} px beside an empty pane"


def _shortened_cards(view: QListView, delegate: CardDelegate) -> Iterator[str]:
    for index in rows(view):
        for text in delegate.texts(view.visualRect(index), index):
            if text.is_name and text.missing > 0 and _empty_beside(view):
                yield f"{called(view)}: {text.text!r} lacks {text.missing} px beside an empty pane"


def _free_beside(widget: QWidget, parent: QWidget) -> int:
    """How wide the widest strip without a widget is, at the height of ``widget`` in ``parent``."""
    line = QRect(0, widget.y(), parent.width(), widget.height())
    taken = sorted(
        (each.x(), each.x() + each.width())
        for each in parent.children()
        if isinstance(each, QWidget) and each.isVisible() and each.geometry().intersects(line)
    )
    free, at = 0, 0
    for start, end in taken:
        free, at = max(free, start - at), max(at, end)
    return max(free, parent.width() - at) - 2 * BLANK


def _empty_beside(view: QWidget) -> bool:
    """Whether the other part of the splitter that ``view`` lies in shows nothing at all."""
    inner, outer = view, view.parentWidget()
    while outer is not None and not type(outer).__name__.endswith("Splitter"):
        inner, outer = outer, outer.parentWidget()
    if outer is None:
        return False
    others = [each for each in outer.children() if isinstance(each, QWidget) and each.isVisible() and each is not inner]
    panes = [each for each in others if not isinstance(each, QSplitterHandle)]
    return any(
        pane.width() > 100 and not any(_has_text(one) for one in (pane, *pane.findChildren(QWidget))) for pane in panes
    )


def _has_text(widget: QWidget) -> bool:
    return widget.isVisible() and isinstance(widget, QLabel | QTextEdit | QAbstractButton | QAbstractItemView)


def halved(widget: QWidget) -> Iterator[str]:
    """Texts whose last line is cut: they do not scroll and are too low, or they scroll above a blank place."""
    if isinstance(widget, QTextEdit) and widget.toPlainText():
        never = widget.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        needs, room = widget.document().size().height(), widget.viewport().height()
        if never and needs > room + 1:
            yield f"{called(widget)}: {room} px high, needs {needs:.0f}"
    parent = widget.parentWidget()
    if isinstance(widget, QAbstractScrollArea) and widget.verticalScrollBar().maximum() > 0 and parent is not None:
        if type(widget) is QTextEdit and widget.objectName() == "field":
            return
        below = [
            each.y()
            for each in parent.children()
            if isinstance(each, QWidget) and each.isVisible() and each.y() >= widget.geometry().bottom()
            and each.x() < widget.geometry().right() and each.geometry().right() > widget.x()
        ]  # fmt: skip
        blank = min(below, default=parent.height()) - widget.geometry().bottom()
        if blank > BLANK and parent.layout() is not None and widget.maximumHeight() > 10_000:
            yield f"{called(widget)}: scrolls above {blank} px of nothing"


def unreachable(widget: QWidget) -> Iterator[str]:
    """Buttons that a person cannot press: beyond an edge of the window, or sideways out of what scrolls."""
    if not isinstance(widget, QAbstractButton | QComboBox | QLineEdit) or not widget.isEnabled():
        return
    inner: QWidget = widget
    place = QRect(QPoint(0, 0), widget.size())
    while (outer := inner.parentWidget()) is not None and not inner.isWindow():
        place.translate(inner.pos())
        area = outer.parentWidget()
        scrolls = isinstance(area, QAbstractScrollArea) and area.viewport() is outer
        room = outer.rect()
        if scrolls and isinstance(area, QAbstractScrollArea) and area.verticalScrollBar().maximum() > 0:
            if place.left() < -1 or place.right() > room.right() + 1:
                yield f"{called(widget)}: sideways out of {type(area).__name__}"
            return
        if not room.adjusted(-2, -2, 2, 2).contains(place):
            yield f"{called(widget)}: {place.getRect()} out of {type(outer).__name__} {room.getRect()}"
            return
        inner = outer


def faults(window: QWidget) -> list[str]:
    seen = shown(window)
    looks = (cut, outside, shortened, halved, unreachable)
    found = [fault for widget in seen for look in looks for fault in look(widget)]
    return found + [fault for widget in (window, *seen) for fault in overlaps(widget)]
