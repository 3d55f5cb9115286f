"""A notification daemon and a settings portal on a real bus, which record the method calls."""

from __future__ import annotations

import time
from typing import Any

from jeepney import DBusAddress, HeaderFields, Message, new_error, new_method_return, new_signal

from tests.support.dbus_service import DBusService

NOTES = DBusAddress("/org/freedesktop/Notifications", interface="org.freedesktop.Notifications")
PORTAL = DBusAddress("/org/freedesktop/portal/desktop", interface="org.freedesktop.portal.Settings")
NAMES = ("org.freedesktop.Notifications", "org.freedesktop.portal.Desktop")
MEMBERS = ("app", "replaces", "icon", "title", "body", "actions", "hints", "expires")


class Daemon(DBusService):
    """The daemon. ``told`` contains the arguments of each Notify and its ``id``, oldest first."""

    def __init__(self, address: str, *, can: tuple[str, ...] = ("body", "actions", "body-markup")) -> None:
        super().__init__(address, *NAMES)
        self.can = can
        self.told: list[dict[str, Any]] = []
        self.closed: list[int] = []
        self.settings: dict[tuple[str, str], tuple[str, Any]] = {}
        self._ids = 0
        self.start()

    @property
    def shown(self) -> dict[str, Any] | None:
        """Return the notification that is shown now, or None."""
        newest = self.told[-1] if self.told else None
        return newest if newest and newest["id"] not in self.closed else None

    def click(self) -> None:
        """Click on the notification: signal its action and close it."""
        assert self.shown
        id = self.shown["id"]
        self.send(new_signal(NOTES, "ActionInvoked", "us", (id, "default")))
        self._close(id, 2)

    def dismiss(self) -> None:
        """Dismiss the notification."""
        assert self.shown
        self._close(self.shown["id"], 2)

    def set(self, space: str, key: str, value: tuple[str, Any]) -> None:
        """Change a setting of the desktop, and signal that."""
        self.settings[space, key] = value
        self.send(new_signal(PORTAL, "SettingChanged", "ssv", (space, key, value)))

    def _close(self, id: int, why: int) -> None:
        self.closed.append(id)
        self.send(new_signal(NOTES, "NotificationClosed", "uu", (id, why)))

    def answer(self, message: Message) -> Message:
        member = message.header.fields[HeaderFields.member]
        if member == "GetCapabilities":
            return new_method_return(message, "as", (list(self.can),))
        if member == "Notify":
            notification = dict(zip(MEMBERS, message.body, strict=True))
            self._ids += 1
            replaced = notification["replaces"]
            is_shown = replaced and replaced not in self.closed
            notification["id"] = replaced if is_shown else self._ids
            notification["at"] = time.monotonic()
            self.told.append(notification)
            return new_method_return(message, "u", (notification["id"],))
        if member == "CloseNotification":
            self._close(message.body[0], 3)
            return new_method_return(message)
        if member == "Read" and message.body in self.settings:
            return new_method_return(message, "v", (("v", self.settings[message.body]),))
        return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")
