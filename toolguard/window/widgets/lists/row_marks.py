"""Marks of rows in tables and trees: a bar before selected rows, a ring around the focused row.

The background of a selected row is pale, so that every text is readable; the bar has a contrast of 3:1 (WCAG 1.4.11).
"""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyleOptionViewItem

from toolguard.window import theme

BAR_WIDTH = 3
"""Width of the bar in pixels."""
_MAX_SELECTED_ROWS = 1000
"""Maximum selected rows that are inspected; more are selected only by Ctrl+A."""


def draw_bar(painter: QPainter, row: QRect, colours: theme.Colours) -> None:
    """Draw the bar of a selected row at its left edge."""
    painter.fillRect(QRect(row.left(), row.top(), BAR_WIDTH, row.height()), QColor(colours.accent))


def draw_card(painter: QPainter, card: QRect, option: QStyleOptionViewItem, colours: theme.Colours) -> None:
    """Draw the background of a card: selected, hovered, focused."""
    painter.setPen(Qt.PenStyle.NoPen)
    selected = bool(option.state & QStyle.StateFlag.State_Selected)
    if selected or option.state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(QColor(colours.selected if selected else colours.hover))
        painter.drawRoundedRect(card, 6, 6)
    if selected:
        draw_bar(painter, card.adjusted(0, theme.SPACE, 0, -theme.SPACE), colours)
    if option.state & QStyle.StateFlag.State_HasFocus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QColor(colours.accent))
        painter.drawRoundedRect(card.toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)


class MarkedRows:
    """Must precede a view class in the list of base classes."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the view, then the marks over it (Qt's event)."""
        super().paintEvent(event)  # type: ignore[misc]  # stands before a QAbstractItemView
        assert isinstance(self, QAbstractItemView)  # noqa: S101 - see above
        port, colours = self.viewport().rect(), theme.colours()
        painter = QPainter(self.viewport())
        for index in self.selectionModel().selectedRows()[:_MAX_SELECTED_ROWS]:
            row = self.visualRect(index)
            place = QRect(0, row.top(), port.width(), row.height())
            if row.isValid() and place.intersects(port):
                draw_bar(painter, place, colours)
        current = self.visualRect(self.currentIndex())
        if self.hasFocus() and current.isValid():
            painter.setPen(QColor(colours.accent))
            painter.drawRect(QRect(0, current.top(), port.width() - 1, current.height() - 1))
        painter.end()
