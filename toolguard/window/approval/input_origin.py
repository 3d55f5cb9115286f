"""Input device of an order, for its record: pointer, keyboard, or assistive technology.

Qt delivers an event of the window system to a top-level `QWindow` first and to the widget within the same call. A
filter on every window stores the event that is being delivered; a posted event of high priority clears it before
anything else in the event loop runs. An action without such an event came neither from a pointer nor from a key: with
the accessibility bridge on, it is from assistive technology, otherwise its origin is unknown.

Input that another program feeds into the display (XTEST, a virtual input device) looks like the person's own.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QWindow

from toolguard.gate.approver import UNKNOWN, Approver, Input, ProcessInfo, acting

_KINDS: dict[QEvent.Type, Input] = {
    **dict.fromkeys(
        (
            QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick,
            QEvent.Type.Wheel, QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd,
            QEvent.Type.TabletPress, QEvent.Type.TabletRelease,
        ),
        "pointer",
    ),
    **dict.fromkeys(
        (QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride, QEvent.Type.InputMethod),
        "keyboard",
    ),
}  # fmt: skip
_MOVE_EVENTS = frozenset((QEvent.Type.MouseMove, QEvent.Type.Enter))
_FORGET_EVENT = QEvent.Type(QEvent.registerEventType())


class InputOrigin(QObject):
    """Watches every top-level window of the application. ``process`` is this ToolGuard, as recorded with decisions."""

    def __init__(self, process: ProcessInfo) -> None:
        super().__init__()
        self.process = process
        self._now: Input | None = None
        self._last_times = (time.monotonic(), time.time())
        self._watched: set[QWindow] = set()
        self._forgetting = False
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.focusWindowChanged.connect(self.update_clock)
        self.update_clock()

    def update_clock(self) -> None:
        """Watch new windows, too. Menus and dialogs are windows of their own."""
        windows = set(QGuiApplication.topLevelWindows())
        for window in windows - self._watched:
            window.installEventFilter(self)
        self._watched = windows

    def approver(self) -> Approver:
        """Return the origin to record for an order that is given now. Call it in the slot, before any await."""
        if self._now is not None:
            return Approver(process=self.process, input=self._now)
        inherited = acting.get()
        if inherited != UNKNOWN:
            return inherited
        return Approver(process=self.process, input="assistive technology" if QAccessible.isActive() else "unknown")

    def idle(self) -> float:
        """Return the seconds since the last input to one of our windows. The larger of two clocks counts, because one
        stops while the computer sleeps and the other can be set back.
        """
        return max(time.monotonic() - self._last_times[0], time.time() - self._last_times[1])

    @contextmanager
    def through(self, kind: Input) -> Iterator[None]:
        """Record orders inside this context as ``kind``: for calls from the desktop without an input event."""
        before, self._now = self._now, kind
        try:
            yield
        finally:
            self._now = before

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in _KINDS and event.spontaneous():
            self._now = _KINDS[kind]
            self._last_times = (time.monotonic(), time.time())
            self._forget_soon()
        elif kind in _MOVE_EVENTS:  # a menu can open by itself under a resting pointer
            self._forget_soon()
        return False

    def _forget_soon(self) -> None:
        if not self._forgetting:
            self._forgetting = True
            QCoreApplication.postEvent(self, QEvent(_FORGET_EVENT), Qt.EventPriority.HighEventPriority.value)

    def event(self, event: QEvent) -> bool:
        if event.type() == _FORGET_EVENT:
            self._forgetting, self._now = False, None
            self.update_clock()
            return True
        return super().event(event)
