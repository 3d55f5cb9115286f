"""Status of the log's receivers, on the page Settings: what they have received, what is waiting, and errors."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QTimer
from PySide6.QtWidgets import QLabel, QWidget

from toolguard.gate.texts import sentences
from toolguard.services.interface import LogShipment, RefusedError
from toolguard.window import core_translation, theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import PageContext
from toolguard.window.widgets import time_format
from toolguard.window.widgets.layout.boxes import vbox
from toolguard.window.widgets.text_label import label, tint

_UPDATE_INTERVAL_MS = 2_000  # milliseconds between two updates while it is visible
_MAX_RECEIVERS = 2  # maximum number of receivers


class LogShippingStatus(QWidget):
    """A line for each receiver; empty if the log is not sent."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self._asking = False
        self.lines: list[QLabel] = []
        column = vbox(parent=self, spacing=theme.SPACE)
        for _ in range(_MAX_RECEIVERS):
            line = label(wrap=True, shown=False)
            column.addWidget(line)
            self.lines.append(line)
        self._timer = QTimer(self, interval=_UPDATE_INTERVAL_MS)
        self._timer.timeout.connect(self._update)
        self._timer.start()
        self.hide()

    def _update(self) -> None:
        parent = self.parentWidget()
        if parent is not None and parent.isVisible():
            self.request()

    def request(self) -> None:
        """Read the status; does nothing while it is being read."""
        if not self._asking:
            self._asking = True
            self._context.core_link.spawn(self._read())

    async def _read(self) -> None:
        try:
            shipments = await self._context.core_link.run(lambda core: core.log.shipping())
        except RefusedError:  # the page reports it
            return
        finally:
            self._asking = False
        self.show_receivers(shipments)

    def show_receivers(self, shipments: list[LogShipment]) -> None:
        """Show them; a failing one in another colour."""
        for number, line in enumerate(self.lines):
            shipment = shipments[number] if number < len(shipments) else None
            line.setVisible(shipment is not None)
            if shipment is not None:
                tint(line, "danger" if shipment["problem"] else "quiet")
                line.setText(self._text(shipment))
        self.setVisible(bool(shipments))

    def _text(self, shipment: LogShipment) -> str:
        """Return ``https://…: 3 records waiting. Last sent 5 min ago.``"""
        lines: list[str] = []
        number = QLocale().toString
        if shipment["problem"]:
            lines.append(self.tr("Not sent: {0}.").format(core_translation.local(shipment["problem"])))
        if shipment["behind"]:
            lines.append(self.tr("Records waiting: {0}.").format(number(shipment["behind"])))
        elif not shipment["problem"]:
            lines.append(self.tr("Up to date."))
        if shipment["time"]:
            lines.append(self.tr("Last sent: {0}.").format(time_format.minute(shipment["time"])))
        else:
            lines.append(self.tr("Nothing sent yet."))
        if shipment["missed"]:
            lines.append(self.tr("Removed before they were sent: {0}.").format(number(shipment["missed"])))
        if shipment["refused"]:
            lines.append(self.tr("Not kept by the receiver: {0}.").format(number(shipment["refused"])))
        return f"{untrusted_text.visible(shipment['place'])}: {core_translation.local(sentences(*lines))}"
