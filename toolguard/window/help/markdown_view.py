"""Shows a text in Markdown to be read: lines that are not too long, headings of the type scale, room between parts."""

from __future__ import annotations

from PySide6.QtGui import (
    QColor,
    QFont,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from toolguard.window import theme

MEASURE = 720
"""The longest line, in device-independent pixels."""
_MARGIN = theme.SPACE * 6
_LINES = 130  # per cent
_SIZES = {1: theme.HUGE, 2: theme.LARGE, 3: theme.BODY}
_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
_ABOVE = {1: 0, 2: theme.SPACE * 7, 3: theme.SPACE * 5}


class MarkdownView(theme.ThemedWidget, QTextBrowser):
    """Opens no link by itself: `anchorClicked` says which one was wanted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._markdown = ""
        self.setOpenLinks(False)
        self.setProperty("kind", "reader")
        self.document().setDocumentMargin(0)

    def show_markdown(self, words: str) -> None:
        """Show ``words`` from their beginning."""
        self._markdown = words
        self._fill()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _fill(self) -> None:
        document = self.document()
        document.setDefaultFont(theme.sized(theme.BODY))
        document.setMarkdown(self._markdown, _FEATURES)
        for table in _tables(document):
            made = table.format()
            made.setBorder(0)
            made.setCellSpacing(0)
            made.setCellPadding(theme.SPACE)
            made.setBottomMargin(theme.SPACE * 3)
            table.setFormat(made)
        block = document.begin()
        while block.isValid():
            self._shape(block)
            block = block.next()
        self._measure()

    def _shape(self, block: QTextBlock) -> None:
        cursor = QTextCursor(block)
        made, level, code = block.blockFormat(), block.blockFormat().headingLevel(), _is_code(block)
        lines = QTextBlockFormat.LineHeightTypes
        made.setLineHeight(100 if code else _LINES, lines.ProportionalHeight.value)
        made.setTopMargin(_ABOVE.get(level, 0))
        in_table = isinstance(QTextCursor(block).currentTable(), QTextTable)
        below = 0 if in_table or (code and _is_code(block.next())) else theme.SPACE * (1 if block.textList() else 2)
        made.setBottomMargin(below)
        if code:
            made.setBackground(QColor(theme.colours().window))
            made.setLeftMargin(theme.SPACE * 2)
        cursor.setBlockFormat(made)
        if level:
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            letters = cursor.charFormat()
            letters.clearProperty(QTextCharFormat.Property.FontSizeAdjustment)
            letters.setFont(theme.sized(_SIZES.get(level, theme.BODY), weight=QFont.Weight.DemiBold))
            cursor.setCharFormat(letters)

    def _measure(self) -> None:
        """Keep the lines short where the window is wide."""
        frame = self.document().rootFrame()
        made = frame.frameFormat()
        made.setLeftMargin(_MARGIN)
        made.setTopMargin(theme.SPACE * 2)
        made.setBottomMargin(_MARGIN)
        made.setRightMargin(max(_MARGIN, self.viewport().width() - MEASURE - _MARGIN))
        if made != frame.frameFormat():
            frame.setFrameFormat(made)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def dress(self, _colours: theme.Colours) -> None:
        if self._markdown:
            self._fill()


def _tables(document: QTextDocument) -> list[QTextTable]:
    return [one for one in document.rootFrame().childFrames() if isinstance(one, QTextTable)]


def _is_code(block: QTextBlock) -> bool:
    properties = QTextBlockFormat.Property
    made = block.blockFormat()
    return block.isValid() and any(
        made.hasProperty(one) for one in (properties.BlockCodeFence, properties.BlockCodeLanguage)
    )
