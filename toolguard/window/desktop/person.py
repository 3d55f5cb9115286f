"""Reports to the gate whether the screen is locked and how long ago the last input was, which can end rules.

Each source can lie or report nothing. The strictest report counts: any lock, and the longest absence. No report makes a
rule last longer than its own latest end.
"""

from __future__ import annotations

import ctypes
import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer

from toolguard.gate.model import Snapshot
from toolguard.window.core_link import CoreLink

REPORT_INTERVAL_MS = 5_000
"""Milliseconds between two reports while a rule depends on them; the gate ends it after 30 s without one."""
_log = logging.getLogger(__name__)


class PersonSource(Protocol):
    """A source of these facts on a desktop."""

    async def locked(self) -> bool | None:
        """Return whether the screen is locked; None if unknown."""

    async def idle(self) -> float | None:
        """Return the seconds since the last input anywhere; None if unknown."""

    def on_lock(self, callback: Callable[[bool], None]) -> None:
        """Call ``callback`` with True when the screen locks, and with False when that may have changed."""


class SystemIdle:
    """Idle time on macOS and Windows. The screen lock is not observed, so ending rules with it is not offered there."""

    async def locked(self) -> bool | None:
        return None

    async def idle(self) -> float | None:
        try:
            return _windows_idle() if sys.platform == "win32" else _macos_idle()
        except (AttributeError, OSError) as why:
            _log.debug("the system does not tell of input: %s", why)
            return None

    def on_lock(self, callback: Callable[[bool], None]) -> None:
        """Do nothing: the lock is not observed."""


class _LastInput(ctypes.Structure):
    _fields_ = (("size", ctypes.c_uint), ("tick", ctypes.c_uint))


def _windows_idle() -> float:
    """GetLastInputInfo, in milliseconds since the system's start, which wrap after 49.7 days."""
    libraries: Any = getattr(ctypes, "windll")  # noqa: B009 - only Windows has it
    last = _LastInput(ctypes.sizeof(_LastInput), 0)
    if not libraries.user32.GetLastInputInfo(ctypes.byref(last)):
        raise OSError("GetLastInputInfo")
    return float((int(libraries.kernel32.GetTickCount()) - last.tick) & 0xFFFFFFFF) / 1000


def _macos_idle() -> float:
    """CGEventSourceSecondsSinceLastEventType for the login session (0) and any input (~0)."""
    graphics = ctypes.CDLL("/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics")
    since = graphics.CGEventSourceSecondsSinceLastEventType
    since.restype, since.argtypes = ctypes.c_double, (ctypes.c_int32, ctypes.c_uint32)
    return float(since(0, 0xFFFFFFFF))


class PersonReporter(QObject):
    """Reports at the start, when the screen locks, and often while a rule depends on it."""

    def __init__(self, core_link: CoreLink, source: PersonSource) -> None:
        super().__init__()
        self._core_link = core_link
        self._source = source
        self._busy = self._again = False
        self._timer = QTimer(self, interval=REPORT_INTERVAL_MS)
        self._timer.timeout.connect(self.report)
        source.on_lock(self._on_lock)
        core_link.snapshot.connect(self._take)
        self.report()

    def report(self) -> None:
        """Read the sources and report to the gate."""
        self._again = self._busy
        if not self._busy:
            self._busy = True
            self._core_link.spawn(self._report())

    async def _report(self) -> None:
        try:
            locked, idle = await self._source.locked(), await self._source.idle()
            if idle is None and self._core_link.inputs is not None:
                idle = self._core_link.inputs.idle()
            await self._core_link.order(self._core_link.guard.observe, locked=locked, idle=idle)
        except ConnectionError:  # the core has stopped
            self._timer.stop()
        finally:
            self._busy = False
        if self._again:
            self.report()

    def _on_lock(self, locked: bool) -> None:
        """Handle a report that the screen locks: true or not, it ends rules at once."""
        if locked:
            self._core_link.spawn(self._tell_lock())
        self.report()

    async def _tell_lock(self) -> None:
        with suppress(ConnectionError):
            await self._core_link.order(self._core_link.guard.observe, locked=True, idle=None)

    def _take(self, snapshot: Snapshot) -> None:
        if snapshot.watching and not self._timer.isActive():
            self._timer.start()
            self.report()
        elif not snapshot.watching:
            self._timer.stop()
