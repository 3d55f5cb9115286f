"""What a Linux desktop is told and asked over D-Bus: notifications, and whether things may move.

Desktop Notifications Specification 1.3; XDG Desktop Portal, interface Settings.
"""

from __future__ import annotations

import asyncio
import html
import logging
import os
from collections.abc import Callable, Coroutine
from typing import Any

from jeepney import DBusAddress, Message
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from toolguard.window.desktop.dbus import BusConnection, BusError
from toolguard.window.desktop.motion import Motion
from toolguard.window.desktop.notify import DesktopNotice

_log = logging.getLogger(__name__)
_NOTES = "org.freedesktop.Notifications"
_NOTES_AT = DBusAddress("/org/freedesktop/Notifications", _NOTES, _NOTES)
_PORTAL = "org.freedesktop.portal.Desktop"
_SETTINGS_AT = DBusAddress("/org/freedesktop/portal/desktop", _PORTAL, "org.freedesktop.portal.Settings")
_BY_US = 3  # why a notification was closed: CloseNotification
_STILL: dict[tuple[str, str], Callable[[Any], bool]] = {
    ("org.freedesktop.appearance", "reduced-motion"): lambda value: value == 1,
    ("org.gnome.desktop.interface", "enable-animations"): lambda value: value is False,
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): lambda value: str(value) in ("0", "0.0"),
}
"""Where desktops say that nothing should move, and what they then say."""

Spawn = Callable[[Coroutine[Any, Any, Any]], "asyncio.Future[Any]"]


class FreedesktopNotifications:
    """Shows one notification, replaces it, takes it back; an `NotificationOutlet`. Without a daemon nothing happens."""

    def __init__(self, bus: BusConnection, spawn: Spawn) -> None:
        self.clicked: Callable[[], None] = lambda: None
        self.dropped: Callable[[], None] = lambda: None
        self._bus = bus
        self._spawn = spawn
        self._id = 0
        self._wanted: tuple[DesktopNotice | None, bool] = (None, False)
        self._done: object = self._wanted
        self._work: asyncio.Future[Any] | None = None
        for member, heard in (
            ("ActionInvoked", self._invoked), ("NotificationClosed", self._closed), ("ActivationToken", self._token),
        ):  # fmt: skip
            bus.listen(_NOTES_AT, member, heard)

    def show(self, notice: DesktopNotice, *, ring: bool) -> None:
        self._wanted = (notice, ring)
        self._start()

    def close(self) -> None:
        self._wanted = (None, False)
        self._start()

    async def end(self) -> None:
        """Take back what is shown, because the program ends."""
        self.close()
        if self._work is not None:
            await asyncio.wait((self._work,))

    def _start(self) -> None:
        if self._work is None or self._work.done():
            self._work = self._spawn(self._catch_up())

    async def _catch_up(self) -> None:
        while self._done is not self._wanted:
            wanted = self._wanted
            try:
                await self._put(*wanted)
            except BusError as why:
                _log.debug("no notification: %s", why)
                if wanted[1]:
                    QApplication.beep()
            self._done = wanted

    async def _put(self, notice: DesktopNotice | None, ring: bool) -> None:
        if notice is None:
            if self._id:
                old, self._id = self._id, 0
                await self._bus.call(_NOTES_AT, "CloseNotification", "u", old)
            return
        (can,) = await self._bus.call(_NOTES_AT, "GetCapabilities")
        body = "\n".join(notice.lines)
        if "body-markup" in can:
            body = html.escape(body, quote=False)
        hints: dict[str, tuple[str, Any]] = {
            "desktop-entry": ("s", "toolguard"), "urgency": ("y", 1), "category": ("s", "im.received"),
        }  # fmt: skip
        if ring and "sound" in can:
            hints["sound-name"] = ("s", "message-new-instant")
        else:
            hints["suppress-sound"] = ("b", True)
        look = ["default", QCoreApplication.translate("Notify", "View")]
        told = ("ToolGuard", self._id, "security-high", notice.title, body, look, hints, -1)
        (self._id,) = await self._bus.call(_NOTES_AT, "Notify", "susssasa{sv}i", *told)
        if ring and "sound" not in can:
            QApplication.beep()

    def _invoked(self, message: Message) -> None:
        if message.body[0] == self._id:
            self.clicked()

    def _closed(self, message: Message) -> None:
        if message.body[0] == self._id:
            self._id = 0
            if message.body[1] != _BY_US:
                self.dropped()

    def _token(self, message: Message) -> None:
        """On Wayland this lets our window come to the front; Qt takes it from there and forgets it."""
        if message.body[0] == self._id and QGuiApplication.platformName().startswith("wayland"):
            os.environ["XDG_ACTIVATION_TOKEN"] = str(message.body[1])


class MotionSetting:
    """Asks the desktop whether things may move, and hears when that changes."""

    def __init__(self, bus: BusConnection, motion: Motion) -> None:
        self._bus = bus
        self._motion = motion
        self._still: set[tuple[str, str]] = set()
        bus.listen(_SETTINGS_AT, "SettingChanged", lambda message: self._heard(*message.body))

    async def ask(self) -> None:
        """Ask once; what changes later is heard."""
        for space, key in _STILL:
            try:
                (value,) = await self._bus.call(_SETTINGS_AT, "Read", "ss", space, key)
            except BusError as why:
                _log.debug("the desktop says nothing of %s: %s", key, why)
            else:
                self._heard(space, key, value)

    def _heard(self, space: str, key: str, value: Any) -> None:
        while isinstance(value, tuple) and len(value) == 2:  # a variant: its signature and what is in it
            value = value[1]
        says = _STILL.get((space, key))
        if says is not None:
            (self._still.add if says(value) else self._still.discard)((space, key))
            self._motion.still = bool(self._still)
