"""The side bar: the overall state, and the pages with their counts."""

from __future__ import annotations

from collections.abc import Container, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy

from toolguard.window import state, theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.pages.actions import page_keys
from toolguard.window.widgets import icons
from toolguard.window.widgets.frame.accessible_roles import PageTab, PageTabList, tell_selected
from toolguard.window.widgets.frame.quiet_button import QuietButton
from toolguard.window.widgets.layout.boxes import vbox
from toolguard.window.widgets.lists.row_marks import draw_bar
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import set_style, tint

SIDEBAR_WIDTH = 184
MIN_SPACIOUS_HEIGHT = 580
"""Minimum height in pixels for the normal spacing of the pages."""
_INDICATOR_TONES = {"caution": "waiting", "accent": "running", "danger": "trouble"}
"""The style sheet's tone for the indicator in each colour."""


class PageButton(theme.ThemedWidget, PageTab):
    """A page's name with its icon, and its count at the right."""

    def __init__(self, title: str, icon: str, keys: str) -> None:
        super().__init__(title, kind="page")
        self.setAccessibleName(title)
        self.setToolTip(untrusted_text.as_tool_tip(keys))
        self.setIconSize(QSize(18, 18))
        self._icon = icon
        self._count = 0
        self.update_colours()

    def count(self, count: int) -> None:
        """Show the count of the page; empty for 0."""
        if count != self._count:
            self._count = count
            self.setAccessibleDescription(self.tr("%n items", "", count) if count else "")
            self.update()

    def apply_colours(self, colours: theme.Colours) -> None:
        self.setIcon(icons.icon(self._icon, colours.text))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        if self.isChecked():
            draw_bar(painter, self.rect().adjusted(0, theme.SPACE, 0, -theme.SPACE), theme.colours())
        if self._count:
            painter.setFont(theme.sized(theme.SMALL, weight=QFont.Weight.DemiBold))
            painter.setPen(QColor(theme.colours().quiet))
            box = self.rect().adjusted(0, 0, -theme.SPACE * 3, 0)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(self._count))
        painter.end()


class SideBar(theme.ThemedWidget, QFrame):
    """`page_selected` carries a page's number; ``indicator`` leads to the page of the state."""

    page_selected = Signal(int)
    panic_toggled = Signal()

    def __init__(self, rows: Sequence[tuple[str, str]], parts: Container[int] = ()) -> None:
        """``rows`` contains each page's title and icon; another group of pages begins at each number in ``parts``."""
        super().__init__()
        self.setObjectName("side")
        self.setFixedWidth(SIDEBAR_WIDTH)
        self._state = state.AppState("unknown", "", "")
        self._low = False
        margins = (theme.SPACE * 3, theme.SPACE * 4, theme.SPACE * 3, theme.SPACE * 3)
        column = self._column = vbox(parent=self, spacing=theme.SPACE, margins=margins)
        self.indicator = push_button(kind="state")
        self.indicator.setIconSize(QSize(18, 18))
        column.addWidget(self.indicator)
        column.addSpacing(theme.SPACE * 3)
        self.buttons: list[PageButton] = []
        tabs = PageTabList()
        tabs.setAccessibleName(self.tr("Pages"))
        self._pages = pages = vbox(parent=tabs, spacing=theme.SPACE)
        group = QButtonGroup(self)
        for number, (title, icon) in enumerate(rows):
            button = PageButton(title, icon, page_keys(number + 1))
            # Not `clicked`: assistive technology toggles a checkable button without a click.
            button.toggled.connect(lambda on, number=number: self._turn(number) if on else None)
            group.addButton(button)
            if number in parts:
                pages.addSpacing(theme.SPACE * 3)
            pages.addWidget(button)
            self.buttons.append(button)
        column.addWidget(tabs)
        column.addStretch(1)
        self.panic = push_button(self.tr("Block all calls"))
        self.panic.setToolTip(self.tr("Deny pending and new calls and cancel running ones, until you resume"))
        self.panic.clicked.connect(self.panic_toggled)
        column.addWidget(self.panic)
        self.quiet = QuietButton()
        column.addWidget(self.quiet, alignment=Qt.AlignmentFlag.AlignLeft)
        self.update_colours()

    def _turn(self, number: int) -> None:
        tell_selected(self.buttons[number])
        self.page_selected.emit(number)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_compact(low=self.height() < MIN_SPACIOUS_HEIGHT)

    def _set_compact(self, *, low: bool) -> None:
        """Reduce the spacing of the pages on a low screen."""
        if low == self._low:
            return
        self._low = low
        column = self._column
        above = theme.SPACE * (2 if low else 4)
        column.setContentsMargins(theme.SPACE * 3, above, theme.SPACE * 3, theme.SPACE * (1 if low else 3))
        pages = self._pages
        for lines in (column, pages):
            lines.setSpacing(theme.SPACE // 2 if low else theme.SPACE)
        items = [lines.itemAt(index) for lines in (column, pages) for index in range(lines.count())]
        spacers = [item.spacerItem() for item in items if item is not None]
        for spacer in spacers:
            if spacer is not None and not spacer.expandingDirections():
                gap = theme.SPACE * (1 if low else 3)
                spacer.changeSize(0, gap, QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        for button in self.buttons:
            set_style(button, "low", low)
        pages.invalidate()
        column.invalidate()

    def show_state(self, shown: state.AppState) -> None:
        """Show the state in its colour, also to screen readers."""
        if shown == self._state:
            return
        self._state = shown
        self.indicator.setText(shown.text.replace(" · ", "\n"))
        self.indicator.setAccessibleName(self.tr("Status: {0}").format(shown.text))
        tint(self.indicator, _INDICATOR_TONES.get(state.COLOURS[shown.tone], ""))
        self.apply_colours(theme.colours())

    def show_panic(self, on: bool) -> None:
        """Show the switch only while it is off: the banner above the pages turns it off."""
        self.panic.setEnabled(not on)

    def apply_colours(self, colours: theme.Colours) -> None:
        self.panic.setIcon(icons.icon("panic", colours.danger, colours.quiet))
        tone = self._state.tone
        self.indicator.setIcon(icons.icon(state.ICONS[tone], getattr(colours, state.COLOURS[tone])))
