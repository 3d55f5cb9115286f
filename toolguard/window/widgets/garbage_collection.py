"""Python's garbage collection, only on the Qt thread.

Python collects cycles on whichever thread allocates. A Qt object in a cycle would be destroyed on that thread: Qt
reports that its timers cannot be stopped from there, and the program eventually crashes.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

CHECK_INTERVAL_MS = 200
"""Milliseconds between two checks of the number of allocations."""


class GarbageCollector(QObject):
    """Turns off automatic collection and collects from a timer of the thread that created it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=CHECK_INTERVAL_MS)
        self._timer.timeout.connect(collect_due)
        self._timer.start()


def collect_due() -> None:
    """Collect the oldest generation whose threshold has been reached, as Python would."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    for generation in (2, 1, 0):
        if thresholds[generation] and counts[generation] > thresholds[generation]:
            gc.collect(generation)
            return
