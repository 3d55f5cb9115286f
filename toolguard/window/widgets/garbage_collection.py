"""Python's garbage collection, only on the Qt thread.

Python collects cycles on whichever thread allocates. A Qt object in a cycle would be destroyed on that thread: Qt
reports that its timers cannot be stopped from there, and the program eventually crashes.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

CHECK_INTERVAL_MS = 200
"""Milliseconds between two checks of the number of allocations while objects are created."""
IDLE_CHECK_INTERVAL_MS = 1_000
"""Milliseconds between two checks while few are, so that an idle program wakes less often."""


class GarbageCollector(QObject):
    """Turns off automatic collection and collects from a timer of the thread that created it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=CHECK_INTERVAL_MS)
        self._timer.timeout.connect(self._check)
        self._timer.start()

    def _check(self) -> None:
        self._timer.setInterval(CHECK_INTERVAL_MS if collect_due() else IDLE_CHECK_INTERVAL_MS)


def collect_due() -> bool:
    """Collect the oldest generation whose threshold has been reached, as Python would; return whether one was."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    for generation in (2, 1, 0):
        if thresholds[generation] and counts[generation] > thresholds[generation]:
            gc.collect(generation)
            return True
    return False
