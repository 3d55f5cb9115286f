"""Placeholder for an empty view, with what to do next."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from toolguard.window import theme
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import label, make_pane

_MAX_WIDTH = 520


def _balanced_width(words: QLabel) -> int:
    """Return the width at which all lines are about equally long, so that no single word is on the last one."""
    wide = words.fontMetrics().horizontalAdvance(words.text())
    lines = -(-wide // _MAX_WIDTH)
    return min(_MAX_WIDTH, wide // max(1, lines) + theme.SPACE * 12) if lines > 1 else _MAX_WIDTH


class EmptyState(QWidget):
    """An icon, a sentence, and what to do."""

    def __init__(self, icon: str, title: str, text: str) -> None:
        super().__init__()
        make_pane(self)
        self._icon = IconLabel(icon, size=48)
        self.title = label(title, factor=theme.LARGE, strong=True)
        self.text_label = label(text, tone="quiet", wrap=True)
        for each in (self.title, self.text_label):
            each.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column = vbox(
            2, (self._icon, 0, Qt.AlignmentFlag.AlignHCenter), self.title,
            parent=self, margins=(theme.SPACE * 6, theme.SPACE * 6, theme.SPACE * 6, theme.SPACE * 6),
        )  # fmt: skip
        self.text_label.setMaximumWidth(_balanced_width(self.text_label))
        column.addLayout(hbox(STRETCH, (self.text_label, 20), STRETCH))
        column.addSpacing(theme.SPACE * 2)
        self._actions = hbox()
        self._actions.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._more = vbox()
        column.addLayout(self._more)
        column.addLayout(self._actions)
        column.addStretch(3)

    def show_icon(self, icon: str) -> None:
        """Show another icon, by its name in `icons`."""
        self._icon.show_icon(icon, "quiet")

    def add_action(self, text: str, *, kind: str = "run") -> QPushButton:
        """Add a button below the text. ``kind`` is its kind in the style sheet."""
        button = push_button(text, kind=kind)
        self._actions.addWidget(button)
        return button

    def add_widget(self, widget: QWidget) -> None:
        """Add a widget between the text and the buttons."""
        # Centred by stretches: an alignment would ignore the height of wrapped texts.
        self._more.addLayout(hbox(STRETCH, widget, STRETCH))
        self._more.addSpacing(theme.SPACE * 2)
