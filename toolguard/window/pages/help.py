"""The page Help: the manual with its search, and the diagnostic report."""

from __future__ import annotations

import itertools
import platform
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QLocale, QSignalBlocker, QSize, Qt, QUrl, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QWidget

from toolguard import __version__
from toolguard.services.interface import RefusedError
from toolguard.window import theme
from toolguard.window.help import manual
from toolguard.window.help.chapter_delegate import ChapterDelegate
from toolguard.window.help.heading_list import ChapterView
from toolguard.window.help.markdown_view import MarkdownView
from toolguard.window.help.match_bar import ManualSearch, MatchBar
from toolguard.window.page import Page, PageContext
from toolguard.window.queue.empty_queue import WELCOME
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.frame.page_header import PageHeader
from toolguard.window.widgets.layout.boxes import stacked, vbox
from toolguard.window.widgets.layout.splitter import Splitter
from toolguard.window.widgets.lists.row_marks import MarkedRows
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import pane

_MAX_CONTENTS_WIDTH = theme.SPACE * 72
"""Maximum width in pixels of the chapters until a person moves the splitter: their titles are short."""
_KEY_ROLE = Qt.ItemDataRole.UserRole


class _Contents(MarkedRows, QListWidget):
    """The chapters."""


class HelpPage(Page):
    """Chapters on the left, the selected one on the right. A search lists only those with its words."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self._chapters = {chapter.key: chapter for chapter in manual.chapters(QLocale().name())}
        self._shown = ""
        self.contents = _Contents()
        sides = (self._contents_pane(), self._text_pane())
        self.splitter = Splitter(
            context.settings, "help/splitter", *sides, (280, 760), grows=1, most=_MAX_CONTENTS_WIDTH
        )
        self._unmatched = EmptyState(
            "search", self.tr("No results"), self.tr("No chapter contains all of these words.")
        )
        self.clear = self._unmatched.add_action(self.tr("Clear search"), kind="")
        self.body = stacked(self.splitter, self._unmatched)
        vbox(self._head(), (self.body, 1), parent=self, spacing=0)
        self.clear.clicked.connect(self.search.clear)
        order = (
            self.search, self.contents, self.matches.previous, self.matches.next, self.text, self.chapter.headings,
            self.introduction, self.copy,
        )  # fmt: skip
        for widget, following in itertools.pairwise(order):
            self.setTabOrder(widget, following)
        self._list("")

    def _head(self) -> QWidget:
        head = PageHeader(self.tr("Help"))
        self.result_label = head.count
        self.result_label.setText(self.tr("ToolGuard {0}").format(__version__))
        self.search = ManualSearch(self.tr("Search manual"), self.contents, self.matches)
        self.search.textChanged.connect(self._list)
        self.copy = push_button(
            self.tr("Copy diagnostics"),
            tip=self.tr("Copies information for a bug report. It contains no secrets, arguments or commands."),
        )  # fmt: skip
        self.copy.setAccessibleDescription(self.copy.toolTip())
        self.copy.clicked.connect(lambda: self.context.core_link.spawn(self._diagnose()))
        self.introduction = push_button(self.tr("Show introduction"))
        self.introduction.clicked.connect(lambda: self.context.go("pending", WELCOME))
        head.add(self.search, self.introduction, self.copy)
        return head

    def _contents_pane(self) -> QWidget:
        widget = pane()
        widget.setMinimumWidth(220)
        self.contents.setAccessibleName(self.tr("Chapters"))
        self.contents.setWordWrap(True)
        self._delegate = ChapterDelegate(self.contents)
        self.contents.setItemDelegate(self._delegate)
        self.contents.setFrameShape(QFrame.Shape.NoFrame)
        self.contents.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.contents.currentItemChanged.connect(self._chosen)
        vbox((self.contents, 1), parent=widget, margins=(theme.SPACE * 2, 0, theme.SPACE * 2, theme.SPACE * 4))
        return widget

    def _text_pane(self) -> QWidget:
        self.text = MarkdownView(manual.folder(QLocale().name()))
        self.text.setAccessibleName(self.tr("Manual"))
        self.text.anchorClicked.connect(self._follow)
        self.chapter = ChapterView(self.text)
        self.matches = MatchBar(self.text)
        right = pane()
        vbox(self.matches, (self.chapter, 1), parent=right, spacing=0)
        return right

    # Chapters

    def _list(self, text: str) -> None:
        hits = manual.search(tuple(self._chapters.values()), text)
        shown = [(hit.chapter, hit.around) for hit in hits] if text.strip() else [
            (chapter, "") for chapter in self._chapters.values()
        ]  # fmt: skip
        self._delegate.mark(manual.any_word(text))
        with QSignalBlocker(self.contents):
            self.contents.clear()
            for chapter, around in shown:
                item = QListWidgetItem(f"{chapter.title}\n{around}" if around else chapter.title)
                item.setData(_KEY_ROLE, chapter.key)
                item.setSizeHint(QSize(0, item.sizeHint().height()))
                self.contents.addItem(item)
                if chapter.key == self._shown and not hits:
                    self.contents.setCurrentItem(item)
        self.body.setCurrentWidget(self.splitter if shown else self._unmatched)
        if shown and self.contents.currentItem() is None:
            self.contents.setCurrentRow(0)
        else:
            self.matches.search(text)

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.open(item.data(_KEY_ROLE))

    def open(self, about: str) -> None:
        """Show the chapter with that key."""
        chapter = self._chapters.get(about)
        if chapter is None:
            return
        if about != self._shown:
            self._shown = about
            self.chapter.show_chapter(chapter.text)
        for row in range(self.contents.count()):
            if self.contents.item(row).data(_KEY_ROLE) == about:
                self.contents.setCurrentRow(row)
        self.matches.search(self.search.text())

    def _follow(self, url: QUrl) -> None:
        """Follow a link to another chapter or page; no link leads out of the program."""
        kind, _, key = url.toString().partition(":")
        if kind == "page":
            self.context.go(key, "")
        else:
            self.search.clear()
            self.open(kind.removesuffix(".md"))

    # Diagnostics

    async def _diagnose(self) -> None:
        try:
            core = await self.context.core_link.run(lambda core: core.status.diagnostics())
        except RefusedError as why:
            core = str(why)
        screen = self.screen()
        here = (
            f"Qt {qVersion()} on {QGuiApplication.platformName()}, {platform.platform()}\n"
            f"screen {screen.size().width()}x{screen.size().height()} at {screen.devicePixelRatio():g}, "
            f"language {QLocale().name()}"
        )
        QGuiApplication.clipboard().setText(f"{core}\n{here}\n")
        self.result_label.setText(self.tr("Copied. Review it before you share it; it contains server names."))

    def searches(self) -> Sequence[QLineEdit]:
        return (self.search,)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "introduction": lambda: self.context.go("pending", WELCOME),
            "diagnostics": lambda: self.context.core_link.spawn(self._diagnose()),
        }

    def panes(self) -> tuple[QWidget, ...]:
        headings = (self.chapter.headings,) if self.chapter.headings.isVisible() else ()
        return (self.search, self.contents, self.text, *headings)
