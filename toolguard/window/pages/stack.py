"""The pages of the window: each is built when it is first needed, and a page that fails is replaced by its error."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from toolguard.gate.model import Snapshot
from toolguard.window import theme
from toolguard.window.page import ErrorBoundary, Page, PageContext
from toolguard.window.pages.failed_page import FailedPage

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PageRow:
    """A page: its key for settings, its title, its icon, its class, and how much of a snapshot is on it."""

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
    """Pages by their key, of which one is shown.

    A page that nobody has looked at costs neither time at the start nor memory.
    """

    built_page = Signal(str)
    """The key of a page that is there from now on."""
    built_part = Signal(QWidget)
    """A part of a page that is there from now on."""

    def __init__(self, rows: Sequence[PageRow], context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = {row.key: row for row in rows}
        self._context = context
        self._boundaries: dict[str, ErrorBoundary] = {}
        self._pages: dict[str, Page | None] = {}
        """The pages that were built, and None in the place of one that has failed."""
        for _ in rows:
            self.addWidget(QWidget())

    def has(self, key: str) -> bool:
        """Whether there is a page of that key."""
        return key in self._rows

    def page(self, key: str) -> Page | None:
        """The page of that key, built now if it was not needed before; None if it has failed."""
        if key not in self._pages:
            self._pages[key] = None
            with self.boundary(key):
                page = self._rows[key].page(self._context)
                page.recall()
                page.status_strip.raise_()  # screen readers read it last
                self._pages[key] = page
                self._replace(key, page)  # first: what has a style sheet is restyled by a move to another parent
                for part in page.styled_parts():
                    theme.apply_style_sheet(part, at_once=part in page.urgent_parts())
                page.built_part.connect(lambda part: theme.apply_style_sheet(part, at_once=True))
                page.built_part.connect(self.built_part)
                for splitter in page.findChildren(QSplitter):
                    _in_reading_order(splitter)
                self.built_page.emit(key)
        return self._pages[key]

    @property
    def key(self) -> str:
        """The key of the page that is shown."""
        return tuple(self._rows)[self.currentIndex()]

    def number(self, key: str) -> int:
        """The place of that page among all, from 0."""
        return tuple(self._rows).index(key)

    def turn(self, key: str) -> None:
        """Show the page of that key."""
        self.page(key)
        self.setCurrentIndex(self.number(key))

    def built(self) -> Iterator[Page]:
        """Every page that was needed so far and works."""
        return (page for page in self._pages.values() if page is not None)

    def boundary(self, key: str) -> ErrorBoundary:
        """``with`` this, a page does its work: an error of it is shown in its place."""
        if key not in self._boundaries:  # one for each page: what this is the parent of lives as long as the window
            self._boundaries[key] = ErrorBoundary(self)
            self._boundaries[key].sprung.connect(lambda error: self._fail(key, error))
        return self._boundaries[key]

    def _fail(self, key: str, error: BaseException) -> None:
        """A page has a bug: what it was is shown in its place, and everything else goes on."""
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


def _in_reading_order(splitter: QSplitter) -> None:
    """A splitter's children come in the order in which they lie on each other, backwards: screen readers read so."""
    for part in (splitter.widget, splitter.handle):
        for at in range(splitter.count()):
            widget = part(at)
            if widget is not None:
                widget.raise_()
