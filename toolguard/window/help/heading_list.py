"""A chapter with the list of its headings beside it: a click scrolls to one, and the current one is marked."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListWidget, QWidget

from toolguard.window import theme
from toolguard.window.help.markdown_view import MAX_WIDTH, MarkdownView
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.section_index import ScrollIndex
from toolguard.window.widgets.text_label import label, make_pane, pane

_LIST_WIDTH = theme.SPACE * 48
_MIN_WIDTH = theme.SPACE * 180
"""Minimum width in pixels for the list beside the text."""
_PADDING = QSize(theme.SPACE * 3, theme.SPACE)
"""Around a heading, with what marks the current one."""


class ChapterView(QWidget):
    """Shows the list if there is space, and more than one heading."""

    def __init__(self, text: MarkdownView) -> None:
        super().__init__()
        make_pane(self)
        self._text = text
        text.setMaximumWidth(MAX_WIDTH)
        self.headings = ScrollIndex(
            self.tr("On this page"), text.verticalScrollBar(), text.scroll_to_heading, text.current_heading
        )
        self.headings.setProperty("kind", "outline")
        self.headings.setFont(theme.sized(theme.SMALL))
        self.headings.setWordWrap(True)
        self.headings.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.headings.viewport().installEventFilter(self)
        theme.measure_now_and_restyled(self.headings, self._fit)
        self._beside = pane()
        self._beside.setFixedWidth(_LIST_WIDTH)
        title = label(self.tr("On this page"), tone="quiet", factor=theme.SMALL, strong=True)
        title.setContentsMargins(theme.SPACE * 3, 0, 0, 0)
        vbox(
            title, (self.headings, 1), parent=self._beside, spacing=theme.SPACE,
            margins=(0, theme.SPACE * 3, theme.SPACE * 2, theme.SPACE * 4),
        )  # fmt: skip
        hbox((text, 100), self._beside, STRETCH, parent=self, spacing=0)

    def show_chapter(self, markdown: str) -> None:
        """Show a chapter from its beginning."""
        self._text.show_markdown(markdown)
        with QSignalBlocker(self.headings):
            self.headings.clear()
            self.headings.addItems(self._text.headings())
            self._fit()
            self.headings.setCurrentRow(0)
        self._settle()

    def _fit(self) -> None:
        """Let long headings wrap: Qt measures them without the padding of the style sheet, and then elides them."""
        width = self.headings.viewport().width()
        lines = QRect(0, 0, width - 2 * _PADDING.width(), 1 << 16)
        for row in range(self.headings.count()):
            item = self.headings.item(row)
            text = self.headings.fontMetrics().boundingRect(lines, Qt.TextFlag.TextWordWrap, item.text())
            item.setSizeHint(QSize(width, text.height() + 2 * _PADDING.height()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.headings.viewport() and event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def _settle(self) -> None:
        self._beside.setVisible(self.headings.count() > 1 and self.width() >= _MIN_WIDTH)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle()
