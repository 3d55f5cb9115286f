"""The QApplication."""

from __future__ import annotations

from PySide6.QtCore import SIGNAL, QEvent, Signal
from PySide6.QtWidgets import QApplication


class Application(QApplication):
    """`quit_requested` is emitted if the system asks to quit: macOS's menu, Dock or logout, or the end of a session.

    Qt would close the visible windows, and cancel the request if one of them hides instead. Without a visible window it
    would end the event loop at once, whatever calls are open (`QGuiApplication`, ``QEvent::Quit``).
    """

    quit_requested = Signal()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Quit and self.receivers(SIGNAL("quit_requested()")):
            event.ignore()
            self.quit_requested.emit()
            return True
        return super().event(event)
