"""The desktop's services, as far as they exist: tray, notifications, reduced motion."""

from __future__ import annotations

import sys

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from toolguard.window.core_link import CoreLink
from toolguard.window.desktop import app_nap
from toolguard.window.desktop.motion import Motion
from toolguard.window.desktop.notify import NotificationOutlet
from toolguard.window.desktop.tray import Tray, TrayBalloons


class Desktop:
    """``tray`` and ``notification_outlet`` are for the window. One that the system lacks does nothing."""

    def __init__(self, core_link: CoreLink) -> None:
        """``core_link`` keeps the tasks that talk to the desktop."""
        self._core_link = core_link
        self._activity = app_nap.prevent()
        self.tray = Tray()
        self.notification_outlet: NotificationOutlet = TrayBalloons(self.tray)
        self._bus = None
        if sys.platform == "linux":
            from toolguard.window.desktop.dbus import BusConnection
            from toolguard.window.desktop.freedesktop import FreedesktopNotifications, FreedesktopPerson

            self._bus = BusConnection()
            self._person = FreedesktopPerson(self._bus)
            self._notifications = FreedesktopNotifications(self._bus, core_link.spawn)
            self.notification_outlet = self._notifications

    def ask_motion(self, motion: Motion) -> None:
        """Update ``motion`` with the desktop's setting, now and whenever it changes."""
        if self._bus is not None:
            from toolguard.window.desktop.freedesktop import MotionSetting

            self._core_link.spawn(MotionSetting(self._bus, motion).read())

    def watch_person(self) -> None:
        """Report to the gate from now on whether the screen is locked and how long the person has been away."""
        from toolguard.window.desktop.person import PersonReporter, SystemIdle

        self._reporter = PersonReporter(self._core_link, self._person if self._bus is not None else SystemIdle())

    def browse(self, address: str) -> bool:
        """Open a page in the person's browser; only web URLs."""
        url = QUrl(address, QUrl.ParsingMode.StrictMode)
        return url.isValid() and url.scheme() in ("https", "http") and QDesktopServices.openUrl(url)

    async def leave(self) -> None:
        """Remove what is shown outside the window, because the program ends."""
        self.tray.set_enabled(False)
        if self._bus is not None:
            await self._notifications.end()
            await self._person.close()
            await self._bus.close()
