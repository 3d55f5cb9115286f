"""The pages of the window: each is created on first use, and a page that fails is replaced by its error."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from toolguard.gate.model import Snapshot
from toolguard.window import theme
from toolguard.window.page import ErrorBoundary, Page, PageContext
from toolguard.window.pages.failed_page import FailedPage
from toolguard.window.widgets.lists.fitted_header import FittedHeader

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PageRow:
    """A page: its key for settings, title, icon, class, and the count of items on it."""

    key: str
    title: Any
    icon: str
    page: type[Page]
    chapter: str = "start"
    """The manual's chapter about it."""
    count: Callable[[Snapshot], int] = lambda _: 0
    apart: bool = False
    """Whether another group of pages begins with it."""


class PageStack(QStackedWidget):
    """Pages by key, one of which is shown.

    A page that was never opened costs neither time at the start nor memory.
    """

    built_page = Signal(str)
    """The key of a page that was created."""
    built_part = Signal(QWidget)
    """A part of a page that was created."""

    def __init__(self, rows: Sequence[PageRow], context: PageContext, first: str) -> None:
        """``first``: the key of the page in front."""
        super().__init__()
        self._rows = {row.key: row for row in rows}
        self._context = context
        self._boundaries: dict[str, ErrorBoundary] = {}
        self._pages: dict[str, Page | None] = {}
        """The created pages; None for one that has failed."""
        for _ in rows:
            self.addWidget(QWidget())
        self.setCurrentIndex(self.number(first))

    def has(self, key: str) -> bool:
        """Return whether there is a page with this key."""
        return key in self._rows

    def page(self, key: str) -> Page | None:
        """Return the page with that key, created if necessary; None if it has failed."""
        if key not in self._pages:
            self._pages[key] = None
            with self.boundary(key):
                page = self._rows[key].page(self._context)
                page.setAccessibleName(QCoreApplication.translate("MainWindow", self._rows[key].title))
                page.recall()
                page.status_strip.raise_()  # screen readers read it last
                self._pages[key] = page
                self._replace(key, page)  # first, because a new parent restyles a widget with a style sheet
                for part in page.styled_parts():
                    theme.apply_style_sheet(part)
                page.built_part.connect(lambda part: self._join(page, part))
                _arrange_splitters(page)
                self.built_page.emit(key)
        return self._pages[key]

    def _join(self, page: Page, part: QWidget) -> None:
        """A part of ``page`` was built later than the page."""
        if page not in page.styled_parts():  # else the part has the style sheet of the page
            theme.apply_style_sheet(part, at_once=True)
        for head in part.findChildren(FittedHeader):
            head.recall(self._context.settings)
        _arrange_splitters(part)
        self.built_part.emit(part)

    @property
    def key(self) -> str:
        """The key of the page that is shown."""
        return tuple(self._rows)[self.currentIndex()]

    def number(self, key: str) -> int:
        """The index of the page among all pages."""
        return tuple(self._rows).index(key)

    def turn(self, key: str) -> None:
        """Show a page, which is created if it was never shown."""
        self.page(key)
        self.setCurrentIndex(self.number(key))

    def built(self) -> Iterator[Page]:
        """Yield every page that was created and works."""
        return (page for page in self._pages.values() if page is not None)

    def hidden(self) -> list[tuple[str, Page]]:
        """Return every created page that works and is not the current one, with its key."""
        return [(key, page) for key, page in self._pages.items() if page is not None and key != self.key]

    def boundary(self, key: str) -> ErrorBoundary:
        """Return the context in which a page's code runs, so that its errors are shown on it."""
        if key not in self._boundaries:  # one per page: its children live as long as the window
            self._boundaries[key] = ErrorBoundary(self)
            self._boundaries[key].failed_unexpectedly.connect(lambda error: self._fail(key, error))
        return self._boundaries[key]

    def _fail(self, key: str, error: BaseException) -> None:
        """Replace a page with a bug by its error; everything else continues."""
        _log.error("the page %s failed", key, exc_info=error)
        self._pages[key] = None
        failed = FailedPage(error)
        theme.apply_style_sheet(failed)
        self._replace(key, failed)

    def _replace(self, key: str, widget: QWidget) -> None:
        number = self.number(key)
        current = self.currentIndex() == number
        before = self.widget(number)
        self.insertWidget(number, widget)
        if current:
            self.setCurrentIndex(number)
        if before is not None:
            self.removeWidget(before)
            before.deleteLater()


def _arrange_splitters(part: QWidget) -> None:
    """Reorder the children of splitters, which are in reverse stacking order: screen readers use that order."""
    for splitter in part.findChildren(QSplitter):
        for each in (splitter.widget, splitter.handle):
            for index in range(splitter.count()):
                widget = each(index)
                if widget is not None:
                    widget.raise_()
