"""Holds a dangerous button back until the person can have seen what it would do.

The delay begins when the thing is shown, and again whenever the window comes back into view or to the front or the
button moves: a click or key that was meant for something else never lands on it (as in browsers' permission prompts).
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

DELAY = 400
"""Milliseconds in view before a button is armed."""
UNASKED = 1_200
"""The same for something that came into view by itself, in the place of what the person was looking at."""
_AGAIN = frozenset((QEvent.Type.WindowActivate, QEvent.Type.Expose, QEvent.Type.Show, QEvent.Type.WindowStateChange))


class ArmedButton(QObject):
    """Watches whether ``widget`` can be seen; armed some time after `restart`."""

    changed = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._wanted = False
        self.armed = False
        self._place = widget.pos()
        self._timer = QTimer(self, singleShot=True, interval=DELAY, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._arm)
        self._watched: list[QObject] = []
        widget.installEventFilter(self)

    def restart(self, delay: int = DELAY) -> None:
        """Something else is shown now: disarm, and count ``delay`` milliseconds."""
        self._wanted = True
        self._place = self._widget.pos()
        self._timer.setInterval(delay)
        self._disarm()
        if self.in_view():
            self._timer.start()

    def again(self) -> None:
        """The button stands at another place now: what was armed begins anew."""
        if self._wanted:
            self.restart(self._timer.interval())

    def cancel(self) -> None:
        """Nothing is shown that could be decided on."""
        self._wanted = False
        self._disarm()

    def in_view(self) -> bool:
        """Whether the widget is on the screen, as far as Qt knows."""
        window = self._widget.window()
        handle = window.windowHandle()
        return self._widget.isVisible() and not window.isMinimized() and handle is not None and handle.isExposed()

    def _disarm(self) -> None:
        self._timer.stop()
        if self.armed:
            self.armed = False
            self.changed.emit()

    def _arm(self) -> None:
        if self._wanted and self.in_view():
            self.armed = True
            self.changed.emit()

    def _watch(self) -> None:
        window = self._widget.window()
        handle = window.windowHandle()
        for watched in (window, handle):
            if watched is not None and watched not in self._watched:
                watched.installEventFilter(self)
                self._watched.append(watched)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._widget and kind == QEvent.Type.Show:
            self._watch()
        if kind in (QEvent.Type.Hide, QEvent.Type.Close):
            self._disarm()
        elif kind == QEvent.Type.Move:
            if watched is self._widget and self._widget.pos() != self._place:  # a layout may move it to where it is
                self.again()
        elif kind in _AGAIN:
            self.again()
        return False
