"""Details of a deferred approval: its call, its remaining time, and the button that revokes it."""

from __future__ import annotations

import time

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from toolguard.gate.model import Call, DeferredApproval
from toolguard.window.approval.call_detail import CallHeading, shown_arguments
from toolguard.window.approval.decision_bar import decision_bar, lay_out, pane_head
from toolguard.window.json_view import untrusted_text
from toolguard.window.json_view.viewer import JsonViewer
from toolguard.window.widgets import time_format
from toolguard.window.widgets.layout.boxes import STRETCH, hbox
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea
from toolguard.window.widgets.property_list import Property, PropertyList
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import make_pane


class DeferredApprovalDetail(QWidget):
    """Shows one `DeferredApproval`. Revoking is harmless, so its button needs no delay."""

    take_back = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        make_pane(self)
        self.ticket: DeferredApproval | None = None
        self.heading = CallHeading()
        self.button = push_button(self.tr("Remove"))
        self.button.setMinimumWidth(104)
        self.button.clicked.connect(lambda: self.take_back.emit(self.ticket.id) if self.ticket else None)
        self.viewer = JsonViewer(self.tr("Call arguments"))
        self.edited = JsonViewer(self.tr("Edited arguments"))
        self.facts = PropertyList()
        body = DetailScrollArea(self.viewer, self.edited, self.facts)
        lay_out(self, pane_head(self.heading), body, decision_bar(hbox(self.button, STRETCH)))
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self._tick)

    def show_ticket(self, ticket: DeferredApproval) -> None:
        """Show a deferred decision; its remaining time is updated while it is visible."""
        self.ticket = ticket
        call = ticket.call
        names = {
            "client": ("strong name", call.client.id),
            "tool": ("strong mono name", call.tool),
            "server": ("strong name", call.server),
        }
        text = self.tr("{client}'s next identical call of {tool} on {server} is approved")
        if ticket.verdict == "deny":
            text = self.tr("{client}'s next identical call of {tool} on {server} is denied")
        self.heading.set_sentence(text, **names)
        self.button.setEnabled(True)
        self.button.setAccessibleName(self.tr("Remove the decision on {0}").format(untrusted_text.visible(call.tool)))
        self.viewer.show_value(shown_arguments(call), call.message)
        self.edited.setVisible(ticket.arguments is not None)
        if ticket.arguments is not None:
            self.edited.show_value(ticket.arguments)
        self.facts.show_facts(self._facts(ticket, call))
        self._clock.start()
        self._tick()

    def show_withdrawn(self) -> None:
        """Show that the approval was used, revoked, or has expired."""
        self._clock.stop()
        self.button.setEnabled(False)
        self.heading.say_below(self.tr("No longer saved. It was used or removed, or it expired."))

    def _tick(self) -> None:
        if self.ticket is None:
            return
        left = self.ticket.expires - time.time()
        if left <= 0:
            self.show_withdrawn()
            return
        self.heading.say_below(self.tr("One use · expires in {0}").format(time_format.minutes(left)))

    def _facts(self, ticket: DeferredApproval, call: Call) -> list[Property]:
        like = self.tr("same client, server, tool, tool definition and arguments")
        return [
            Property(self.tr("Applies to"), like),
            Property(self.tr("Client"), call.client.id),
            Property(self.tr("Server"), call.server),
            Property(self.tr("First requested"), time_format.clock(call.since)),
            Property(self.tr("Expires"), time_format.clock(ticket.expires)),
            Property(self.tr("Reason"), ticket.reason),
        ]
