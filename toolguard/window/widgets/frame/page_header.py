"""The top of a page: title, count, search, and actions. At the same place on every page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QSizePolicy, QSpacerItem, QStackedWidget, QWidget

from toolguard.window import theme
from toolguard.window.widgets import icons
from toolguard.window.widgets.layout.boxes import hbox, vbox
from toolguard.window.widgets.text_label import enable_unless, label, make_pane

MAX_SEARCH_WIDTH = 420
"""Maximum width of a search."""


class AddButton(theme.ThemedWidget, QPushButton):
    """Adds an item to the page; always the last in the row."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setAutoDefault(False)
        self._is_adding: Callable[[], bool] = lambda: False
        self.update_colours()

    def leave_to(self, stack: QStackedWidget, is_adding: Callable[[], bool]) -> None:
        """Disable the button while ``stack`` shows the form for a new item, as ``is_adding`` tells."""
        self._is_adding = is_adding
        stack.currentChanged.connect(lambda _: self.renew())

    def renew(self) -> None:
        """Follow the form, which may have been shown for another purpose already."""
        enable_unless(self, self.tr("Finish or cancel the form first.") if self._is_adding() else "")

    def apply_colours(self, colours: theme.Colours) -> None:
        self.setIcon(icons.icon("plus", colours.text, colours.quiet))


class PageHeader(QWidget):
    """``row`` contains the actions, at its end; ``below`` contains messages of the page."""

    def __init__(self, title: str) -> None:
        super().__init__()
        make_pane(self)
        self.title = label(title, factor=theme.HUGE, strong=True)
        self.count = label(tone="quiet")
        self.row = hbox()
        self._strut = QSpacerItem(0, 0, QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Minimum)
        self.row.addSpacerItem(self._strut)
        self._sample = QPushButton(" ", self)
        self._sample.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._sample.hide()
        theme.measure_now_and_restyled(self._sample, self._keep_height)
        self.row.addWidget(self.title)
        self.row.addSpacing(theme.SPACE)
        self.row.addWidget(self.count)
        self.row.addStretch(1)
        self.below = vbox(
            self.row, parent=self, margins=(theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 3)
        )

    def _keep_height(self) -> None:
        """Keep the height of a row with a button if there is none."""
        height = self._sample.sizeHint().height()
        self._strut.changeSize(0, height, QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Minimum)
        self.row.invalidate()

    def add(self, *widgets: QWidget) -> None:
        """Append these to the row; a search takes the remaining width."""
        for widget in widgets:
            if isinstance(widget, QLineEdit):
                widget.setMaximumWidth(MAX_SEARCH_WIDTH)
            self.row.addWidget(widget, 6 if isinstance(widget, QLineEdit) else 0)

    def add_count(self, widget: QWidget) -> None:
        """Add a further count after that of the page."""
        self.row.insertSpacing(self.row.indexOf(self.count) + 1, theme.SPACE)
        self.row.insertWidget(self.row.indexOf(self.count) + 2, widget)

    def add_below(self, *widgets: QWidget) -> None:
        """Add messages below those that are there."""
        for widget in widgets:
            self.below.addWidget(widget)
