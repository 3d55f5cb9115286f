"""A dialog with one question: title, explanation, and buttons."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QGridLayout, QLabel, QMessageBox, QPushButton, QWidget

from toolguard.window import theme
from toolguard.window.widgets.property_list import Property, PropertyList
from toolguard.window.widgets.text_label import set_kind

_MIN_TEXT_WIDTH = theme.SPACE * 96


class QuestionBox(QMessageBox):
    """Not shown yet, and without buttons. The question is a heading; the explanation is above the buttons."""

    def __init__(self, title: str, asked: str, means: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setIcon(QMessageBox.Icon.NoIcon)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(asked)
        theme.apply_style_sheet(self)
        self.setInformativeText(means)

    def setInformativeText(self, text: str) -> None:
        """Show the explanation. Qt makes a new layout for the first one."""
        super().setInformativeText(text)
        self._lay_out()

    def offer(self, keep: str, does: str, then: Callable[[], object]) -> QPushButton:
        """Add ``keep``, which changes nothing (Enter, Escape), and return a red button that ``does`` ``then``.

        ``does`` is the last, as in a page.
        """
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        nothing = self.addButton(keep, QMessageBox.ButtonRole.RejectRole)
        button = self.addButton(does, QMessageBox.ButtonRole.AcceptRole)
        set_kind(button, "danger-line")
        button.clicked.connect(then)
        self.setDefaultButton(nothing)
        self.setEscapeButton(nothing)
        return button

    def add_facts(self, facts: list[Property]) -> None:
        """Show facts between the explanation and the buttons, also to screen readers."""
        shown, grid, buttons = PropertyList(), self.layout(), self.findChild(QDialogButtonBox)
        shown.show_facts(facts)
        shown.setContentsMargins(0, 0, 0, theme.SPACE * 2)
        if isinstance(grid, QGridLayout) and buttons is not None:
            grid.addWidget(shown, 2, 0, 1, -1)
            grid.addWidget(buttons, 3, 0, 1, -1)
        pair = self.tr("{0}: {1}")
        self.setAccessibleDescription("\n".join(pair.format(fact.name, fact.text) for fact in facts if fact.text))

    def _lay_out(self) -> None:
        """Lay it out again: Qt indents the text for an icon, and makes a narrow box of long texts."""
        means = self.findChild(QLabel, "qt_msgbox_informativelabel")
        if means is not None:
            means.setMinimumWidth(_MIN_TEXT_WIDTH)
        grid = self.layout()
        if isinstance(grid, QGridLayout):
            grid.setHorizontalSpacing(0)
            grid.setContentsMargins(theme.SPACE * 6, theme.SPACE * 5, theme.SPACE * 6, theme.SPACE * 5)
            first = grid.itemAtPosition(0, 0)
            spacer = first.spacerItem() if first is not None else None
            if spacer is not None:
                spacer.changeSize(0, 0)
            grid.invalidate()
