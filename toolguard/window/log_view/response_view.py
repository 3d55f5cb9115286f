"""What a call returned, as far as the log has it, with a title."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from PySide6.QtWidgets import QWidget

from toolguard.gate.model import CallCompleted, Event
from toolguard.window import theme
from toolguard.window.json_view.viewer import JsonViewer
from toolguard.window.log_view.call_history import MAX_PREVIEW_LENGTH, logged_value
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import vbox
from toolguard.window.widgets.text_label import label


class ResponseView(QWidget):
    """Hidden until `show_response` finds a response."""

    def __init__(self) -> None:
        super().__init__()
        note = self.tr("The log keeps only the beginning of a response.")
        self.rest = label(note, tone="quiet", factor=theme.SMALL, wrap=True)
        self._column = vbox(self.rest, parent=self)
        self.hide()

    @cached_property
    def viewer(self) -> JsonViewer:
        """The response itself, created on first use."""
        viewer = JsonViewer(self.tr("Response"))
        tab_order.insert_at(self._column, 0, viewer, before=self)
        return viewer

    def show_response(self, events: Iterable[Event]) -> None:
        """Show the response among the events of a call; hidden if none was recorded."""
        completed = next((event for event in events if isinstance(event, CallCompleted) and event.preview), None)
        if completed is not None:
            self.viewer.show_value(logged_value(completed.preview))
            self.rest.setVisible(len(completed.preview) >= MAX_PREVIEW_LENGTH)
        self.setVisible(completed is not None)
