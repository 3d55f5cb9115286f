"""The choices of *Do not disturb*, for the tray and the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from toolguard.window.widgets import time_format

DURATIONS: tuple[tuple[float, Any], ...] = (
    (900.0, QT_TRANSLATE_NOOP("Silence", "15 minutes")), (3_600.0, QT_TRANSLATE_NOOP("Silence", "1 hour")),
    (14_400.0, QT_TRANSLATE_NOOP("Silence", "4 hours")), (43_200.0, QT_TRANSLATE_NOOP("Silence", "12 hours")),
)  # fmt: skip
"""The durations in seconds. Pending calls are not approved in the meantime."""
MAX_SILENCE = max(seconds for seconds, _ in DURATIONS)


def title() -> str:
    """Return the text of a choice."""
    return QCoreApplication.translate("Silence", "Do not disturb…")


def end_text(until: float) -> str:
    """Return what turns it off, or ends quiet hours, and when they end by themselves (seconds since the epoch)."""
    return QCoreApplication.translate("Silence", "Do not disturb until {0}: end").format(time_format.time_of_day(until))


def fill(menu: QMenu, on_chosen: Callable[[float], object]) -> None:
    """Add the durations to ``menu``; ``on_chosen`` is called with seconds."""
    for seconds, words in DURATIONS:
        action = QAction(QCoreApplication.translate("Silence", words), menu)
        action.triggered.connect(lambda _=False, seconds=seconds: on_chosen(seconds))
        menu.addAction(action)
