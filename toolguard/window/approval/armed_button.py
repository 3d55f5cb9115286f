"""Delays a dangerous button until the person can have seen what it would do.

The delay starts when the content is shown, and again whenever the window is shown or raised or the button moves, so
that a click or key meant for something else never hits it (like permission prompts of browsers).
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

ARMING_DELAY_MS = 400
"""Milliseconds in view before a button is armed."""
UNASKED_ARMING_DELAY_MS = 1_200
"""The same for content that appeared by itself in place of what the person was reading."""
_REARMING_EVENTS = frozenset(
    (QEvent.Type.WindowActivate, QEvent.Type.Expose, QEvent.Type.Show, QEvent.Type.WindowStateChange)
)


class ArmedButton(QObject):
    """Watches whether ``widget`` is visible, and arms it some time after `restart`."""

    changed = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._is_enabled_by_caller = False
        self._has_waited = False
        self._place = QPoint()
        self._moved = QTimer(self, singleShot=True, interval=0)
        self._moved.timeout.connect(self._check_place)
        self._timer = QTimer(self, singleShot=True, interval=ARMING_DELAY_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._arm)
        self._watched: list[QObject] = []
        widget.installEventFilter(self)

    @property
    def armed(self) -> bool:
        """Whether it has been in view for long enough in the place where it is now."""
        return self._has_waited and self._position() == self._place

    def restart(self, delay: int = ARMING_DELAY_MS) -> None:
        """Disarm because other content is shown, and arm after ``delay`` milliseconds."""
        self._is_enabled_by_caller = True
        self._place = self._position()
        self._timer.setInterval(delay)
        self._disarm()
        if self.is_in_view():
            self._timer.start()

    def again(self) -> None:
        """Restart the delay because the button has moved."""
        if self._is_enabled_by_caller:
            self.restart(self._timer.interval())

    def cancel(self) -> None:
        """Disarm: nothing is shown that could be decided."""
        self._is_enabled_by_caller = False
        self._disarm()

    def is_in_view(self) -> bool:
        """Return whether the widget is on the screen, as far as Qt knows."""
        window = self._widget.window()
        handle = window.windowHandle()
        return self._widget.isVisible() and not window.isMinimized() and handle is not None and handle.isExposed()

    def _disarm(self) -> None:
        self._timer.stop()
        if self._has_waited:
            self._has_waited = False
            self.changed.emit()

    def _arm(self) -> None:
        if self._is_enabled_by_caller and self.is_in_view():
            self._has_waited = True
            self.changed.emit()

    def _watch(self) -> None:
        above: QWidget | None = self._widget
        watched_objects: list[QObject | None] = [self._widget.window().windowHandle()]
        while above is not None and not above.isWindow():
            above = above.parentWidget()
            watched_objects.append(above)
        for watched in watched_objects:
            if watched is not None and watched not in self._watched:
                watched.installEventFilter(self)
                self._watched.append(watched)

    def _position(self) -> QPoint:
        return self._widget.mapToGlobal(self._widget.rect().bottomLeft())  # a panel with a button grows upward

    def _check_place(self) -> None:
        if self._position() != self._place:
            self.again()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._widget and kind == QEvent.Type.Show:
            self._watch()
        if kind in (QEvent.Type.Hide, QEvent.Type.Close):
            self._disarm()
        elif kind == QEvent.Type.Move:
            self._moved.start()  # once the layout is complete, it may be in the same place
        elif kind in _REARMING_EVENTS:
            self.again()
        return False
