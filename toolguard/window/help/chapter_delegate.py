"""Draws the list of chapters: what a search found is below the title, and quieter, with its matches marked."""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from toolguard.window import theme
from toolguard.window.widgets.lists.columns import Index

_EXCERPT_LINES = 2


class ChapterDelegate(QStyledItemDelegate):
    """The text of an item is a title, or a title, a line break and an excerpt."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._found: re.Pattern[str] | None = None

    def mark(self, found: re.Pattern[str] | None) -> None:
        """Mark what ``found`` matches in the excerpts that are drawn from now on."""
        self._found = found

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of the title and the lines of an excerpt."""
        title, _, excerpt = str(index.data()).partition("\n")
        if not excerpt:
            return super().sizeHint(option, index)
        cell = QStyleOptionViewItem(option)
        self.initStyleOption(cell, index)
        cell.text, cell.font = title, theme.sized(1, weight=QFont.Weight.DemiBold)
        size = cell.widget.style().sizeFromContents(QStyle.ContentsType.CT_ItemViewItem, cell, QSize(), cell.widget)
        lines = _EXCERPT_LINES * QFontMetrics(theme.sized(theme.SMALL)).lineSpacing()
        return QSize(size.width(), size.height() + lines + theme.SPACE // 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        title, _, excerpt = str(index.data()).partition("\n")
        if not excerpt:
            super().paint(painter, option, index)
            return
        cell = QStyleOptionViewItem(option)
        self.initStyleOption(cell, index)
        style, colours = cell.widget.style(), theme.colours()
        box = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, cell, cell.widget)
        side = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, cell, cell.widget) + 1
        box.adjust(side, 0, -side, 0)
        cell.text = ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, cell, painter, cell.widget)
        painter.save()
        painter.setPen(colours.text)
        painter.setFont(theme.sized(1, weight=QFont.Weight.DemiBold))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
        used: QRect = painter.boundingRect(box, flags, title)
        painter.drawText(box, flags, title)
        painter.setPen(colours.quiet)
        box.setTop(used.bottom() + theme.SPACE // 2)
        self.lay_out(excerpt, box.width()).draw(painter, QPointF(box.topLeft()))
        painter.restore()

    def lay_out(self, excerpt: str, width: int) -> QTextLayout:
        """Return the lines of an excerpt that fit in ``width`` pixels, with its matches marked."""
        font = theme.sized(theme.SMALL)
        room = width * _EXCERPT_LINES - theme.SPACE * 10  # lines are broken between words
        layout = QTextLayout(QFontMetrics(font).elidedText(excerpt, Qt.TextElideMode.ElideRight, room), font)
        marks: list[QTextLayout.FormatRange] = []
        for match in self._found.finditer(layout.text()) if self._found is not None else ():
            mark, style = QTextLayout.FormatRange(), QTextCharFormat()
            style.setFontWeight(QFont.Weight.DemiBold)
            style.setForeground(QColor(theme.colours().text))
            mark.start, mark.length, mark.format = match.start(), len(match[0]), style
            marks.append(mark)
        layout.setFormats(marks)
        layout.beginLayout()
        for index in range(_EXCERPT_LINES):
            line = layout.createLine()
            if line.isValid():
                line.setLineWidth(width)
                line.setPosition(QPointF(0, index * QFontMetrics(font).lineSpacing()))
        layout.endLayout()
        return layout
