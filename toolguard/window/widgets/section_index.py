"""Index of a long text or page: a click scrolls to a part of it, and the visible one is marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QScrollArea, QScrollBar, QWidget

from toolguard.window import theme
from toolguard.window.widgets.lists.row_marks import MarkedRows

_ROW_PADDING = theme.SPACE * 8
"""Pixels beside the longest title: the padding of a row, and a gap."""
_READING_DEPTH = theme.SPACE * 24
"""A section is the one being read as soon as its title is within so many pixels of the top, at any size."""


class ScrollIndex(MarkedRows, QListWidget):
    """Follows ``bar``: ``scroll`` scrolls to the part of a row, and ``current`` returns the row of the visible part."""

    def __init__(
        self, name: str, bar: QScrollBar, scroll: Callable[[int], object], current: Callable[[], int]
    ) -> None:  # fmt: skip
        super().__init__()
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll, self._current = scroll, current
        self._leads = False
        self.currentRowChanged.connect(self._lead)
        self.itemClicked.connect(lambda _: self._lead(self.currentRow()))  # the current one, too
        bar.valueChanged.connect(lambda _: self.follow())

    def _lead(self, row: int) -> None:
        self._leads = True  # the selected one stays marked, even if the view ends too soon to scroll it to the top
        self._scroll(row)
        self._leads = False

    def follow(self) -> None:
        """Mark the visible part."""
        if not self._leads:
            with QSignalBlocker(self):
                self.setCurrentRow(self._current())


class SectionIndex(ScrollIndex):
    """Scrolls ``area`` to the selected section. Follows other scrolling, and hidden sections."""

    opened = Signal(QWidget)
    """Return was pressed: move the focus into this section."""

    def __init__(self, area: QScrollArea) -> None:
        super().__init__(self.tr("Sections"), area.verticalScrollBar(), self._scroll_to, self._visible)
        self._area = area
        self._sections: list[QWidget] = []

    def show_sections(self, sections: Iterable[tuple[str, QWidget]]) -> None:
        """List these sections of the area, in order."""
        with QSignalBlocker(self):
            for title, section in sections:
                self.addItem(title)
                self._sections.append(section)
        theme.measure_now_and_restyled(self, lambda: self.setFixedWidth(self.sizeHintForColumn(0) + _ROW_PADDING))

    def narrow(self) -> None:
        """List only the sections that are visible."""
        for row, section in enumerate(self._sections):
            self.item(row).setHidden(section.isHidden())
        self.follow()

    def _scroll_to(self, row: int) -> None:
        if 0 <= row < len(self._sections):
            self._area.verticalScrollBar().setValue(self._top(row) - theme.SPACE * 2)

    def _visible(self) -> int:
        bar = self._area.verticalScrollBar()
        shown = [row for row, section in enumerate(self._sections) if not section.isHidden()]
        if not shown:
            return self.currentRow()
        if bar.value() == bar.maximum() > 0:
            return shown[-1]
        top, limit = bar.value(), bar.value() + _READING_DEPTH
        titled = [row for row in shown if top <= self._top(row) <= limit]
        begun = [row for row in shown if self._top(row) < top]
        return titled[0] if titled else begun[-1] if begun else shown[0]

    def _top(self, row: int) -> int:
        """Return how many pixels below the top of the area's content a section begins."""
        section, content = self._sections[row], self._area.widget()
        return section.mapTo(content, section.rect().topLeft()).y() if content is not None else 0

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentRow() >= 0:
            self.opened.emit(self._sections[self.currentRow()])
            return
        super().keyPressEvent(event)
