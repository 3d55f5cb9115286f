"""Box layouts and stacks with their items, spacing and margins in one expression."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QStackedWidget, QVBoxLayout, QWidget

from toolguard.window import theme

STRETCH = 1
"""An item: empty space that takes what the others leave."""
BoxItem = QWidget | QLayout | int | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag]
"""A widget or layout, alone or with its stretch and alignment; or the stretch of empty space."""
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


def stacked(*widgets: QWidget) -> QStackedWidget:
    """Return a stack of ``widgets`` with the first in front."""
    stack = QStackedWidget()
    for widget in widgets:
        stack.addWidget(widget)
    return stack


def _space(box: QBoxLayout, spacing: int, margins: tuple[int, int, int, int]) -> None:
    box.setSpacing(spacing)
    box.setContentsMargins(*margins)
