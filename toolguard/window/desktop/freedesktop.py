"""D-Bus services of a Linux desktop: notifications, reduced motion, screen lock and idle time.

Desktop Notifications Specification 1.3; XDG Desktop Portal, interface Settings; org.freedesktop.login1;
org.freedesktop.ScreenSaver and GNOME's; org.gnome.Mutter.IdleMonitor.
"""

from __future__ import annotations

import asyncio
import html
import logging
import os
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from jeepney import DBusAddress, Message, message_bus
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from toolguard.window.desktop.dbus import BusConnection, BusError, BusReplyError
from toolguard.window.desktop.motion import Motion
from toolguard.window.desktop.notify import DesktopNotice

_log = logging.getLogger(__name__)
_NOTIFICATIONS = "org.freedesktop.Notifications"
_NOTES_AT = DBusAddress("/org/freedesktop/Notifications", _NOTIFICATIONS, _NOTIFICATIONS)
_PORTAL = "org.freedesktop.portal.Desktop"
_SETTINGS_AT = DBusAddress("/org/freedesktop/portal/desktop", _PORTAL, "org.freedesktop.portal.Settings")
_DENY_ACTION = "deny"
_BY_US = 3  # reason why a notification was closed: CloseNotification
_REDUCED_MOTION: dict[tuple[str, str], Callable[[Any], bool]] = {
    ("org.freedesktop.appearance", "reduced-motion"): lambda value: value == 1,
    ("org.gnome.desktop.interface", "enable-animations"): lambda value: value is False,
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): lambda value: str(value) in ("0", "0.0"),
}
"""Settings of desktops that mean reduced motion, with the value that turns it on."""

_RETRY_AFTER = (1.0, 5.0, 30.0)
"""Seconds between attempts to show a notification: the daemon is busy, or starts with the desktop."""

Spawn = Callable[[Coroutine[Any, Any, Any]], "asyncio.Future[Any]"]


def _ignore() -> None:
    """Do nothing: nobody listens yet."""


class FreedesktopNotifications:
    """Shows, replaces and removes one notification (`NotificationOutlet`); does nothing without a daemon.

    What fails is tried again after each of ``retry_after`` (seconds), unless another notification follows.
    """

    def __init__(self, bus: BusConnection, spawn: Spawn, retry_after: Sequence[float] = _RETRY_AFTER) -> None:
        self._clicked = self._denied = self._dropped = _ignore
        self._bus = bus
        self._spawn = spawn
        self._retry_after = retry_after
        self._renewed = asyncio.Event()
        self._id = 0
        self._requested: tuple[DesktopNotice | None, bool] = (None, False)
        self._sent: object = self._requested
        self._work: asyncio.Future[Any] | None = None
        for member, callback in (
            ("ActionInvoked", self._invoked), ("NotificationClosed", self._closed), ("ActivationToken", self._token),
        ):  # fmt: skip
            bus.listen(_NOTES_AT, member, callback)

    def listen(self, *, clicked: Callable[[], None], denied: Callable[[], None], dropped: Callable[[], None]) -> None:
        self._clicked, self._denied, self._dropped = clicked, denied, dropped

    def show(self, notice: DesktopNotice, *, ring: bool) -> None:
        self._request(notice, ring=ring)

    def close(self) -> None:
        self._request(None, ring=False)

    async def end(self) -> None:
        """Remove the notification, because the program ends."""
        self._retry_after = ()
        self.close()
        if self._work is not None:
            await asyncio.wait((self._work,))

    def _request(self, notice: DesktopNotice | None, *, ring: bool) -> None:
        self._requested = (notice, ring)
        self._renewed.set()
        if self._work is None or self._work.done():
            self._work = self._spawn(self._catch_up())

    async def _catch_up(self) -> None:
        while self._sent is not self._requested:
            requested = self._requested
            notice, ring = requested
            self._renewed.clear()
            is_sent = await self._try(notice, ring=ring)
            if ring and not is_sent:
                QApplication.beep()
            for pause in self._retry_after:
                if is_sent:
                    break
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._renewed.wait(), pause)
                    break
                is_sent = await self._try(notice, ring=False)
            self._sent = requested

    async def _try(self, notice: DesktopNotice | None, *, ring: bool) -> bool:
        try:
            await self._send(notice, ring=ring)
        except BusError as why:
            _log.debug("no notification: %s", why)
            return False
        return True

    async def _send(self, notice: DesktopNotice | None, *, ring: bool) -> None:
        if notice is None:
            if self._id:
                with suppress(BusReplyError):  # it is gone
                    await self._bus.call(_NOTES_AT, "CloseNotification", "u", self._id)
                self._id = 0
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
        review = QCoreApplication.translate("Notify", "Review")
        look = ["default", review, "review", review]
        if notice.deniable:
            look += [_DENY_ACTION, QCoreApplication.translate("Notify", "Deny")]
        arguments = ("ToolGuard", self._id, "security-high", notice.title, body, look, hints, -1)
        (self._id,) = await self._bus.call(_NOTES_AT, "Notify", "susssasa{sv}i", *arguments)
        if ring and "sound" not in can:
            QApplication.beep()

    def _invoked(self, message: Message) -> None:
        if message.body[0] == self._id:
            self._denied() if message.body[1] == _DENY_ACTION else self._clicked()

    def _closed(self, message: Message) -> None:
        if message.body[0] == self._id:
            self._id = 0
            if message.body[1] != _BY_US:
                self._dropped()

    def _token(self, message: Message) -> None:
        """On Wayland, let our window come to the front with this activation token, which Qt takes and clears."""
        if message.body[0] == self._id and QGuiApplication.platformName().startswith("wayland"):
            os.environ["XDG_ACTIVATION_TOKEN"] = str(message.body[1])


class MotionSetting:
    """Reads the desktop's setting for motion, and follows its changes."""

    def __init__(self, bus: BusConnection, motion: Motion) -> None:
        self._bus = bus
        self._motion = motion
        self._still: set[tuple[str, str]] = set()
        bus.listen(_SETTINGS_AT, "SettingChanged", lambda message: self._on_setting(*message.body))

    async def read(self) -> None:
        """Read the setting once; a signal reports later changes."""
        for space, key in _REDUCED_MOTION:
            try:
                (value,) = await self._bus.call(_SETTINGS_AT, "Read", "ss", space, key)
            except BusError as why:
                _log.debug("the desktop says nothing of %s: %s", key, why)
            else:
                self._on_setting(space, key, value)

    def _on_setting(self, space: str, key: str, value: Any) -> None:
        while isinstance(value, tuple) and len(value) == 2:  # a variant: its signature and its value
            value = value[1]
        reduced = _REDUCED_MOTION.get((space, key))
        if reduced is not None:
            (self._still.add if reduced(value) else self._still.discard)((space, key))
            self._motion.set_still(bool(self._still))


SYSTEM_BUS = "unix:path=/run/dbus/system_bus_socket"
"""The fixed address of the system bus: an environment variable must not change it."""
_SCREEN_SAVERS = tuple(
    DBusAddress(path, name, name)
    for path, name in (
        ("/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
        ("/ScreenSaver", "org.freedesktop.ScreenSaver"),
        ("/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
        ("/org/cinnamon/ScreenSaver", "org.cinnamon.ScreenSaver"),
        ("/org/mate/ScreenSaver", "org.mate.ScreenSaver"),
    )
)
_MUTTER = "org.gnome.Mutter.IdleMonitor"
_MUTTER_AT = DBusAddress("/org/gnome/Mutter/IdleMonitor/Core", _MUTTER, _MUTTER)
_LOGIN = "org.freedesktop.login1"
_LOGIN_AT = DBusAddress("/org/freedesktop/login1", _LOGIN, f"{_LOGIN}.Manager")


class FreedesktopPerson:
    """The screen lock and idle time on a Linux desktop (`PersonSource`).

    The screen counts as observed if a screen saver replies on the session bus. Only some desktops set logind's hint, so
    it can show that the screen is locked, but not that it is unlocked. ``GetSessionIdleTime`` is not used: no
    specification says whether it returns seconds or milliseconds.
    """

    def __init__(self, bus: BusConnection, system: str = SYSTEM_BUS) -> None:
        self._bus = bus
        self._system = system
        self._login: BusConnection | None = None
        self._session: DBusAddress | None = None
        self._lock_callback: Callable[[bool], None] = lambda _: None
        for saver in _SCREEN_SAVERS:
            bus.listen(saver, "ActiveChanged", lambda message: self._lock_callback(tuple(message.body[:1]) == (True,)))

    def on_lock(self, callback: Callable[[bool], None]) -> None:
        self._lock_callback = callback

    async def locked(self) -> bool | None:
        reports = [
            bool(state)
            for saver in _SCREEN_SAVERS
            if (state := await self._call_if_running(saver, "GetActive")) is not None
        ]
        if any(reports) or await self._of_session("LockedHint"):
            return True
        return False if reports else None

    async def idle(self) -> float | None:
        idle_times = []
        milliseconds = await self._call_if_running(_MUTTER_AT, "GetIdletime")
        if isinstance(milliseconds, int):
            idle_times.append(milliseconds / 1000)
        since = await self._of_session("IdleSinceHint")
        if isinstance(since, int) and since and await self._of_session("IdleHint"):
            idle_times.append(max(0.0, time.time() - since / 1_000_000))
        return max(idle_times) if idle_times else None

    async def _call_if_running(self, place: DBusAddress, method: str) -> Any:
        """Return the reply of a running service, or None. The service is not started for this."""
        try:
            (there,) = await self._bus.call(message_bus, "NameHasOwner", "s", place.bus_name)
            return (await self._bus.call(place, method))[0] if there else None
        except (BusError, IndexError) as why:
            _log.debug("%s says nothing: %s", place.bus_name, why)
            return None

    async def _of_session(self, name: str) -> Any:
        """Return a property of this login session; None if unknown."""
        try:
            if self._login is None or self._session is None:
                await self._find_session()
            if self._login is None or self._session is None:
                return None
            properties = DBusAddress(self._session.object_path, _LOGIN, "org.freedesktop.DBus.Properties")
            ((_, value),) = await self._login.call(properties, "Get", "ss", f"{_LOGIN}.Session", name)
            return value
        except (BusError, ValueError) as why:
            _log.debug("logind says nothing: %s", why)
            return None

    async def _find_session(self) -> None:
        """Find the login session, and subscribe to its signals."""
        first = BusConnection(self._system)
        try:
            (path,) = await first.call(_LOGIN_AT, "GetSession", "s", "auto")
        finally:
            await first.close()
        self._session = DBusAddress(path, _LOGIN, f"{_LOGIN}.Session")
        self._login = BusConnection(self._system)
        self._login.listen(self._session, "Lock", lambda _: self._lock_callback(True))
        properties = DBusAddress(path, _LOGIN, "org.freedesktop.DBus.Properties")
        self._login.listen(properties, "PropertiesChanged", lambda _: self._lock_callback(False))

    async def close(self) -> None:
        """Disconnect from the bus of the screen lock, if it was connected."""
        if self._login is not None:
            await self._login.close()
