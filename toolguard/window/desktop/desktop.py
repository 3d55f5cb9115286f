"""The desktop around the window, whatever it offers: a tray, notifications, whether things may move."""

from __future__ import annotations

import sys

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from toolguard.window.core_link import CoreLink
from toolguard.window.desktop.motion import Motion
from toolguard.window.desktop.notify import NotificationOutlet
from toolguard.window.desktop.tray import Tray, TrayBalloons


class Desktop:
    """``tray`` and ``outlet`` are for the window. All of it may be absent on a system, and is then silent."""

    def __init__(self, seam: CoreLink) -> None:
        """``seam`` keeps the tasks in which the desktop is spoken to."""
        self._seam = seam
        self.tray = Tray()
        self.outlet: NotificationOutlet = TrayBalloons(self.tray)
        self._bus = None
        if sys.platform == "linux":
            from toolguard.window.desktop.dbus import BusConnection
            from toolguard.window.desktop.freedesktop import FreedesktopNotifications, FreedesktopPerson

            self._bus = BusConnection()
            self._person = FreedesktopPerson(self._bus)
            self._notifications = FreedesktopNotifications(self._bus, seam.spawn)
            self.outlet = self._notifications

    def ask_motion(self, motion: Motion) -> None:
        """Let ``motion`` know what the desktop says, now and whenever that changes."""
        if self._bus is not None:
            from toolguard.window.desktop.freedesktop import MotionSetting

            self._seam.spawn(MotionSetting(self._bus, motion).ask())

    def watch_person(self) -> None:
        """Report to the gate whether the screen is locked and how long the person is away, from now on."""
        from toolguard.window.desktop.person import PersonReporter, SystemIdle

        self._reporter = PersonReporter(self._seam, self._person if self._bus is not None else SystemIdle())

    def browse(self, address: str) -> bool:
        """Open a page in the person's browser: a web address and nothing else."""
        url = QUrl(address, QUrl.ParsingMode.StrictMode)
        return url.isValid() and url.scheme() in ("https", "http") and QDesktopServices.openUrl(url)

    async def leave(self) -> None:
        """Take back what is shown outside the window, because the program ends."""
        self.tray.want(False)
        if self._bus is not None:
            await self._notifications.end()
            await self._person.close()
            await self._bus.close()
