"""Box layouts and stacks with their items, spacing and margins in one expression."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLayout, QStackedWidget, QVBoxLayout, QWidget

from toolguard.window import theme

STRETCH = 1
"""An item: empty space that takes what the others leave."""
BoxItem = QWidget | QLayout | int | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag]
"""A widget or layout, alone or with its stretch and alignment; or the stretch of empty space."""
_Row = TypeVar("_Row", bound=QWidget)
_View = TypeVar("_View", bound=QWidget)
_Value = TypeVar("_Value")
_GAP = theme.SPACE * 2


def hbox(
    *items: BoxItem, parent: QWidget | None = None, spacing: int = _GAP,
    margins: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> QHBoxLayout:  # fmt: skip
    """Return a row of ``items``, the layout of ``parent`` if given. ``margins``: left, top, right and bottom."""
    box = QHBoxLayout() if parent is None else QHBoxLayout(parent)
    _space(box, spacing, margins)
    add_items(box, *items)
    return box


def vbox(
    *items: BoxItem, parent: QWidget | None = None, spacing: int = _GAP,
    margins: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> QVBoxLayout:  # fmt: skip
    """Return a column of ``items``, else as `hbox`."""
    box = QVBoxLayout() if parent is None else QVBoxLayout(parent)
    _space(box, spacing, margins)
    add_items(box, *items)
    return box


def add_items(box: QBoxLayout, *items: BoxItem) -> None:
    """Append items to a layout: widgets, layouts and, as numbers, stretches."""
    for item in items:
        match item:
            case int():
                box.addStretch(item)
            case QWidget():
                box.addWidget(item)
            case QLayout():
                box.addLayout(item)
            case (QLayout() as layout, stretch):
                box.addLayout(layout, stretch)
            case (QWidget() as widget, stretch):
                box.addWidget(widget, stretch)
            case (widget, stretch, alignment):
                box.addWidget(widget, stretch, alignment)


def grid_box(
    parent: QWidget | None = None, *, gaps: tuple[int, int], margins: tuple[int, int, int, int] = (0, 0, 0, 0),
    grows: int | None = None,
) -> QGridLayout:  # fmt: skip
    """Return an empty grid. ``gaps``: between columns, between rows; ``grows``: the column that takes what is left."""
    grid = QGridLayout(parent) if parent is not None else QGridLayout()
    grid.setContentsMargins(*margins)
    grid.setHorizontalSpacing(gaps[0])
    grid.setVerticalSpacing(gaps[1])
    if grows is not None:
        grid.setColumnStretch(grows, 1)
    return grid


def stacked(*widgets: QWidget) -> QStackedWidget:
    """Return a stack of ``widgets`` with the first in front."""
    stack = QStackedWidget()
    for widget in widgets:
        stack.addWidget(widget)
    return stack


def views_of(stack: QStackedWidget, kind: type[_View]) -> list[_View]:
    """Return the widgets of ``stack`` that are of a class: those that were created so far."""
    return [view for index in range(stack.count()) if isinstance(view := stack.widget(index), kind)]


def fill_rows(rows: Sequence[_Row], values: Sequence[_Value], fill: Callable[[_Row, _Value], object]) -> None:
    """Fill a row with each value, and hide the rows that are left."""
    for index, row in enumerate(rows):
        row.setVisible(index < len(values))
        if index < len(values):
            fill(row, values[index])


def discard(layout: QLayout, widget: QWidget) -> None:
    """Remove ``widget`` for good. Qt deletes it later, and it must not be seen until then."""
    layout.removeWidget(widget)
    widget.hide()
    widget.deleteLater()


def _space(box: QBoxLayout, spacing: int, margins: tuple[int, int, int, int]) -> None:
    box.setSpacing(spacing)
    box.setContentsMargins(*margins)
