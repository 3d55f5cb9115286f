"""A chapter with the list of its headings beside it: a click scrolls to one, and the current one is marked."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QListWidget, QWidget

from toolguard.window import theme
from toolguard.window.help.markdown_view import MAX_WIDTH, MarkdownView
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.lists.row_marks import MarkedRows
from toolguard.window.widgets.text_label import label, make_pane, pane

_LIST_WIDTH = theme.SPACE * 48
_MIN_WIDTH = theme.SPACE * 180
"""Minimum width in pixels for the list beside the text."""
_PADDING = QSize(theme.SPACE * 3, theme.SPACE)
"""Around a heading, with what marks the current one."""


class _Headings(MarkedRows, QListWidget):
    """The headings."""


class ChapterView(QWidget):
    """Shows the list if there is space, and more than one heading."""

    def __init__(self, text: MarkdownView) -> None:
        super().__init__()
        make_pane(self)
        self._text = text
        self._leads = False
        text.setMaximumWidth(MAX_WIDTH)
        text.verticalScrollBar().valueChanged.connect(lambda _: self._follow())
        self.headings = _Headings()
        self.headings.setAccessibleName(self.tr("On this page"))
        self.headings.setProperty("kind", "outline")
        self.headings.setFont(theme.sized(theme.SMALL))
        self.headings.setFrameShape(QFrame.Shape.NoFrame)
        self.headings.setWordWrap(True)
        self.headings.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.headings.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.headings.currentRowChanged.connect(self._lead)
        self.headings.itemClicked.connect(lambda _: self._lead(self.headings.currentRow()))  # the current one, too
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
        width = _LIST_WIDTH - theme.SPACE * 4  # without the margin and a scroll bar
        lines = QRect(0, 0, width - 2 * _PADDING.width(), 1 << 16)
        for row in range(self.headings.count()):
            item = self.headings.item(row)
            text = self.headings.fontMetrics().boundingRect(lines, Qt.TextFlag.TextWordWrap, item.text())
            item.setSizeHint(QSize(width, text.height() + 2 * _PADDING.height()))

    def _settle(self) -> None:
        self._beside.setVisible(self.headings.count() > 1 and self.width() >= _MIN_WIDTH)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle()

    def _lead(self, row: int) -> None:
        self._leads = True  # the selected one stays marked, even if the chapter ends too soon to scroll it to the top
        self._text.scroll_to_heading(row)
        self._leads = False

    def _follow(self) -> None:
        if not self._leads:
            with QSignalBlocker(self.headings):
                self.headings.setCurrentRow(self._text.current_heading())
