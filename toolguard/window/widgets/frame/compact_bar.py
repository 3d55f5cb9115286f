"""The bar above the calls in the compact window: number of pending items, next one, and the whole window."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from toolguard.window import state, theme
from toolguard.window.pages.actions import native
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.frame.quiet_button import QuietButton
from toolguard.window.widgets.layout.boxes import hbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import tint


class CompactBar(QWidget):
    """``next`` shows the next call, ``closed`` the whole window."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._state = state.AppState("unknown", "", "")
        self.text_label = ElidedLabel(tone="")
        self.next = push_button(self.tr("Next call"), tip=native("Ctrl+J"))
        self.quiet = QuietButton()
        self.quiet.hide()
        self.whole = push_button(self.tr("Full window"), clicked=self.closed)
        for button in (self.quiet, self.next, self.whole):
            button.setProperty("kind", "flat")
        margins = (theme.SPACE * 6, theme.SPACE * 2, theme.SPACE * 5, theme.SPACE * 2)
        hbox((self.text_label, 1), self.quiet, self.next, self.whole, parent=self, margins=margins)
        self.hide()

    def show_silence(self, until: float) -> None:
        """Show when notifications return (seconds since the epoch), only while there are none."""
        self.quiet.show_silence(until)
        self.quiet.setVisible(bool(until))

    def show_state(self, shown: state.AppState) -> None:
        """Show the state in its colour. With several calls, the next one can be shown."""
        self._state = shown
        self.next.setEnabled(shown.count > 1)
        colour = state.COLOURS[shown.tone]
        self.text_label.set_text(shown.text)
        tint(self.text_label, colour if colour in ("caution", "danger", "ok") else "")
