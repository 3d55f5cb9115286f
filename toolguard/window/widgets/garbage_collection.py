"""Python's garbage collection, on the Qt thread alone.

Python collects cycles on whatever thread happens to allocate. A Qt object in a cycle would end on that thread: Qt says
that its timers cannot be stopped from there, and the program crashes sooner or later.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL = 200
"""Milliseconds between two looks at how much was allocated."""


class GarbageCollector(QObject):
    """Turns the automatic collection off and does the same from a timer of the thread that made it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=INTERVAL)
        self._timer.timeout.connect(collect_due)
        self._timer.start()


def collect_due() -> None:
    """Collect the oldest generation whose threshold has been reached, as Python would have."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    for generation in (2, 1, 0):
        if thresholds[generation] and counts[generation] > thresholds[generation]:
            gc.collect(generation)
            return
