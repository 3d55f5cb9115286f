"""Draws the list of chapters: what a search found is below the title, and quieter."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from toolguard.window import theme
from toolguard.window.widgets.lists.columns import Index

_EXCERPT_LINES = 2


class ChapterDelegate(QStyledItemDelegate):
    """The text of an item is a title, or a title, a line break and an excerpt."""

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
        font = theme.sized(theme.SMALL)
        painter.setFont(font)
        box.setTop(used.bottom() + theme.SPACE // 2)
        width = box.width() * _EXCERPT_LINES - theme.SPACE * 10  # lines are broken between words
        painter.drawText(box, flags, QFontMetrics(font).elidedText(excerpt, Qt.TextElideMode.ElideRight, width))
        painter.restore()
