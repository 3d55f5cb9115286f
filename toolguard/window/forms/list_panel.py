"""A list to which a person adds items and from which they remove them, in place of a page's content."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from toolguard.window import theme
from toolguard.window.forms.unsaved_input import press_on_escape
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.frame.page_header import MAX_SEARCH_WIDTH, AddButton
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import discard, hbox, vbox
from toolguard.window.widgets.layout.scroll_area import MARGIN, DetailScrollArea
from toolguard.window.widgets.lists.list_search import SearchField
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import label, make_pane

_MIN_SEARCH_ROWS = 6
"""Number of rows from which there is a search."""


class ListPanel(QWidget):
    """A title with buttons to close and to add, a description, and the rows below."""

    closed = Signal()

    def __init__(self, title: str, about: str, add: str, done: str, none: EmptyState) -> None:
        """``add``: text of the button; ``done``: accessible name of the other; ``none``: text without rows."""
        super().__init__()
        make_pane(self)
        self._rows: list[QWidget] = []
        self.error_label = label(tone="danger", wrap=True, shown=False)
        self.add = AddButton(add)
        self.done = push_button(self.tr("Back"), name=done, clicked=self.closed)
        press_on_escape(self, self.done)
        self.search = SearchField(self.tr("Search"), self.tr("Search: {0}").format(title))
        self.search.setMaximumWidth(MAX_SEARCH_WIDTH)
        self.search.textChanged.connect(lambda _: self.narrow())
        self.search.hide()
        self.unmatched = label(self.tr("No results."), tone="quiet", shown=False)
        row = hbox(self.done, (label(title, factor=theme.HUGE, strong=True), 1), (self.search, 2), self.add)
        head = vbox(
            row, label(about, tone="quiet", wrap=True), self.error_label, self.unmatched,
            margins=(MARGIN, theme.SPACE * 5, MARGIN, 0),
        )  # fmt: skip
        self.body = DetailScrollArea()
        self.body.column.setSpacing(theme.SPACE * 2)
        self.body.finish()
        self.none = none
        vbox(head, (self.body, 1), (self.none, 1), parent=self, spacing=0)
        self.show_none(True)

    def show_rows(self, rows: Sequence[QWidget], before: QWidget) -> None:
        """Show these rows instead of the previous ones. Tab reaches them after ``before``."""
        for row in self._rows:
            discard(self.body.column, row)
        self._rows = list(rows)
        for row in self._rows:
            self.body.column.insertWidget(self.body.column.count() - 1, row)
        for row in reversed(self._rows):
            tab_order.insert_after(before, row)
        self.search.setVisible(len(self._rows) >= _MIN_SEARCH_ROWS)
        self.narrow()
        self.show_none(not self._rows)

    def words_of(self, index: int) -> str:
        """Return the texts of the row ``index`` that a search matches."""
        raise NotImplementedError

    def narrow(self) -> None:
        """Show only the rows with every word of the search."""
        words = self.search.text().casefold().split() if not self.search.isHidden() else []
        for index, row in enumerate(self._rows):
            text = self.words_of(index).casefold() if words else ""
            row.setVisible(all(word in text for word in words))
        self.unmatched.setVisible(bool(words) and all(row.isHidden() for row in self._rows))

    def show_none(self, none: bool) -> None:
        """Show the text for an empty list."""
        self.none.setVisible(none)
        self.body.setVisible(not none)


def list_row(words: Sequence[QWidget], *beside: QWidget) -> QFrame:
    """Return one row: texts below each other, and its state and buttons beside them."""
    frame = QFrame()
    frame.setObjectName("notice")
    left = vbox(*words, spacing=theme.SPACE)
    hbox(
        (left, 1), *((widget, 0, Qt.AlignmentFlag.AlignVCenter) for widget in beside),
        parent=frame, margins=(theme.SPACE * 4, theme.SPACE * 3, theme.SPACE * 4, theme.SPACE * 3),
    )  # fmt: skip
    return frame
