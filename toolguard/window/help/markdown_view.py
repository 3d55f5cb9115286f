"""View of a Markdown text: limited line length, headings in the type scale, spacing."""

from __future__ import annotations

import html
import string
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from PySide6 import QtGui
from PySide6.QtCore import QByteArray, QPointF, QRectF, QRegularExpression, Qt, QUrl
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QTextBrowser

from toolguard.window import theme
from toolguard.window.widgets.match_marks import mark_matches

MAX_LINE_WIDTH = 720
"""Maximum width of a line, in device-independent pixels."""
_MARGIN = theme.SPACE * 6
MAX_WIDTH = MAX_LINE_WIDTH + 2 * _MARGIN + theme.SPACE * 4
"""Width at which the lines are as long as they may be, with margins and scroll bar."""
_LINE_HEIGHT = 130  # percent
_SIZES = {1: theme.HUGE, 2: theme.LARGE, 3: theme.BODY}
_INDENT = theme.SPACE * 7
"""Indentation of a list in pixels."""
_MARKER_GAP = theme.SPACE * 2 + 2
"""Pixels between the marker of an item and its text."""
_BULLET_RADIUS = 2.0
"""Radius of a bullet, in pixels."""
_PICTURE = "\ufffc"
"""The character that stands for a picture in a block's text."""
_FEATURES = (
    QtGui.QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QtGui.QTextDocument.MarkdownFeature.MarkdownNoHTML
)
_TOP_MARGINS = {1: 0, 2: theme.SPACE * 7, 3: theme.SPACE * 5}


class MarkdownView(theme.ThemedWidget, QTextBrowser):
    """Opens no link itself: `anchorClicked` carries it."""

    def __init__(self, pictures: Path | None = None) -> None:
        """``pictures``: the folder of the SVG pictures that a text shows."""
        super().__init__()
        self._pictures = pictures
        self._markdown = ""
        self._markers: list[tuple[QtGui.QTextBlock, str]] = []
        self._wanted = QRegularExpression()
        self._matches: list[QtGui.QTextCursor] = []
        self.setOpenLinks(False)
        self.setProperty("kind", "reader")
        self.document().setDocumentMargin(0)

    def show_markdown(self, text: str) -> None:
        """Replace the text and scroll to its beginning."""
        self._markdown = text
        self._fill()
        self.verticalScrollBar().setValue(0)

    def _fill(self) -> None:
        document, scrolled = self.document(), self.verticalScrollBar().value()
        document.setDefaultFont(theme.sized(theme.BODY))
        document.setMarkdown(self._markdown, _FEATURES)
        document.setIndentWidth(_INDENT)
        for table in _tables(document):
            text = table.format()
            text.setBorder(0)
            text.setCellSpacing(0)
            text.setCellPadding(theme.SPACE)
            text.setBottomMargin(theme.SPACE * 3)
            table.setFormat(text)
            _align_code(table)
        self._markers = []
        block = document.begin()
        while block.isValid():
            self._shape(block)
            self._take_marker(block)
            block = block.next()
        for each in {
            id(text_list): text_list for block, _ in self._markers if (text_list := block.textList())
        }.values():
            style = each.format()
            style.setStyle(QtGui.QTextListFormat.Style.ListStyleUndefined)
            each.setFormat(style)
        self._measure()
        self.moveCursor(QtGui.QTextCursor.MoveOperation.Start)  # it is at the end of what was inserted
        self.verticalScrollBar().setValue(scrolled)
        self._highlight()

    def mark(self, pattern: QRegularExpression) -> None:
        """Highlight what ``pattern`` matches, also in the next texts; an empty pattern matches nothing."""
        self._wanted = pattern
        self._highlight()

    def _highlight(self) -> None:
        self._matches = mark_matches(self, self._wanted)

    @property
    def match_count(self) -> int:
        """Matches of the current search; 0 without one."""
        return len(self._matches)

    def select_match(self, index: int) -> None:
        """Select the match with that number. One that is not in view is scrolled to the middle."""
        match, view = self._matches[index], self.viewport().rect()
        place = self.cursorRect(match)
        if not view.contains(place):
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + place.center().y() - view.center().y())
        self.setTextCursor(match)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return a picture of the text in the current colours. Nothing else is loaded."""
        file = self._pictures / QUrl(name).fileName() if self._pictures is not None else None
        if kind != QtGui.QTextDocument.ResourceType.ImageResource.value or file is None or not file.is_file():
            return None
        drawing = string.Template(file.read_text("utf-8"))
        font = html.escape(theme.sized(theme.BODY).family())
        renderer = QSvgRenderer(QByteArray(drawing.substitute(asdict(theme.colours()), font=font).encode()))
        image = QtGui.QImage(
            renderer.defaultSize() * self.devicePixelRatioF(), QtGui.QImage.Format.Format_ARGB32_Premultiplied
        )
        image.setDevicePixelRatio(self.devicePixelRatioF())
        image.fill(Qt.GlobalColor.transparent)
        painter = QtGui.QPainter(image)
        renderer.render(painter, QRectF(QPointF(0, 0), renderer.defaultSize().toSizeF()))
        painter.end()
        return image

    def _heading_blocks(self) -> list[QtGui.QTextBlock]:
        """Return the headings of the second level."""
        headings, block = [], self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() == 2:
                headings.append(block)
            block = block.next()
        return headings

    def headings(self) -> list[str]:
        """Return the texts of the headings in order."""
        return [block.text() for block in self._heading_blocks()]

    def _top(self, block: QtGui.QTextBlock) -> int:
        """Return the scroll value at which a block is at the top."""
        return round(self.document().documentLayout().blockBoundingRect(block).top()) - theme.SPACE * 2

    def scroll_to_heading(self, index: int) -> None:
        """Scroll to the section with that number in `headings`."""
        blocks = self._heading_blocks()
        if 0 <= index < len(blocks):
            self.verticalScrollBar().setValue(self._top(blocks[index]))

    def current_heading(self) -> int:
        """Return the number of the section at the top, or of the last one at the end; 0 above the first."""
        bar, blocks = self.verticalScrollBar(), self._heading_blocks()
        if bar.value() == bar.maximum() > 0:
            return len(blocks) - 1
        return max(0, sum(self._top(block) <= bar.value() + _MARGIN for block in blocks) - 1)

    def _take_marker(self, block: QtGui.QTextBlock) -> None:
        """Store the number of a list item, "" for a bullet; Qt would draw it only a space away from the text."""
        if (result := block.textList()) is not None:
            is_numbered = result.format().style() == QtGui.QTextListFormat.Style.ListDecimal
            self._markers.append((block, result.itemText(block) if is_numbered else ""))

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QtGui.QPainter(self.viewport())
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.setPen(QtGui.QColor(theme.colours().text))
        painter.setBrush(QtGui.QColor(theme.colours().text))
        left, top = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        for block, marker in self._markers:
            layout = block.layout()
            if not layout.lineCount():
                continue
            line, place = layout.lineAt(0), layout.position() - QPointF(left, top)
            if place.y() + line.height() < event.rect().top() or place.y() > event.rect().bottom():
                continue
            painter.setFont(block.charFormat().font())
            end, base = place.x() + line.x() - _MARKER_GAP, place.y() + line.y() + line.ascent()
            if marker:
                painter.drawText(QPointF(end - painter.fontMetrics().horizontalAdvance(marker), base), marker)
            else:
                painter.drawEllipse(
                    QPointF(end - _BULLET_RADIUS, base - painter.fontMetrics().xHeight() / 2),
                    _BULLET_RADIUS,
                    _BULLET_RADIUS,
                )
        painter.end()

    def _shape(self, block: QtGui.QTextBlock) -> None:
        cursor = QtGui.QTextCursor(block)
        result, level, code = block.blockFormat(), block.blockFormat().headingLevel(), _is_code(block)
        lines = QtGui.QTextBlockFormat.LineHeightTypes
        result.setLineHeight(100 if code or _PICTURE in block.text() else _LINE_HEIGHT, lines.ProportionalHeight.value)
        result.setTopMargin(_TOP_MARGINS.get(level, 0))
        in_table = isinstance(QtGui.QTextCursor(block).currentTable(), QtGui.QTextTable)
        below = 0 if in_table or (code and _is_code(block.next())) else theme.SPACE * (1 if block.textList() else 2)
        result.setBottomMargin(below)
        if code:
            result.setBackground(QtGui.QColor(theme.colours().window))
            result.setLeftMargin(theme.SPACE * 2)
        cursor.setBlockFormat(result)
        if not code:
            self._shade_code(block)
        if level:
            cursor.movePosition(QtGui.QTextCursor.MoveOperation.EndOfBlock, QtGui.QTextCursor.MoveMode.KeepAnchor)
            characters = cursor.charFormat()
            characters.clearProperty(QtGui.QTextCharFormat.Property.FontSizeAdjustment)
            characters.setFont(theme.sized(_SIZES.get(level, theme.BODY), weight=QtGui.QFont.Weight.DemiBold))
            cursor.setCharFormat(characters)

    def _shade_code(self, block: QtGui.QTextBlock) -> None:
        """Give code in a line the background of blocks of code."""
        cursor, fragments = QtGui.QTextCursor(block), list(_fragments(block))
        shade = QtGui.QTextCharFormat()
        shade.setBackground(QtGui.QColor(theme.colours().window))
        for fragment in fragments:
            if fragment.charFormat().fontFixedPitch():
                cursor.setPosition(fragment.position())
                cursor.setPosition(fragment.position() + fragment.length(), QtGui.QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(shade)

    def _measure(self) -> None:
        """Limit the line length in a wide window."""
        frame = self.document().rootFrame()
        result = frame.frameFormat()
        result.setLeftMargin(_MARGIN)
        result.setTopMargin(theme.SPACE * 2)
        result.setBottomMargin(_MARGIN)
        result.setRightMargin(max(_MARGIN, self.viewport().width() - MAX_LINE_WIDTH - _MARGIN))
        if result != frame.frameFormat():
            frame.setFrameFormat(result)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def apply_colours(self, _colours: theme.Colours) -> None:
        if self._markdown:
            self._fill()


def _tables(document: QtGui.QTextDocument) -> list[QtGui.QTextTable]:
    return [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QtGui.QTextTable)]


def _fragments(block: QtGui.QTextBlock) -> Iterator[QtGui.QTextFragment]:
    at = block.begin()
    while not at.atEnd():
        yield at.fragment()
        at += 1


def _align_code(table: QtGui.QTextTable) -> None:
    """Put cells that are only code, whose letters are lower, on the baseline of the text in the same row."""
    ascent = QtGui.QFontMetricsF(theme.sized(theme.BODY)).ascent()
    for place in range(table.rows() * table.columns()):
        cell = table.cellAt(*divmod(place, table.columns()))
        styles = [fragment.charFormat() for fragment in _fragments(cell.firstCursorPosition().block())]
        if styles and all(style.fontFixedPitch() for style in styles):
            missing = ascent - max(QtGui.QFontMetricsF(style.font()).ascent() for style in styles)
            padded = cell.format().toTableCellFormat()
            padded.setTopPadding(theme.SPACE + max(0.0, missing))
            cell.setFormat(padded)


def _is_code(block: QtGui.QTextBlock) -> bool:
    properties = QtGui.QTextBlockFormat.Property
    result = block.blockFormat()
    return block.isValid() and any(
        result.hasProperty(kind) for kind in (properties.BlockCodeFence, properties.BlockCodeLanguage)
    )
