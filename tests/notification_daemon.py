"""A desktop's other end: a notification daemon and a settings portal on a real bus, that note what they are told."""

from __future__ import annotations

import queue
import threading
import time
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    message_bus,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.io.blocking import open_dbus_connection

NOTES = DBusAddress("/org/freedesktop/Notifications", interface="org.freedesktop.Notifications")
PORTAL = DBusAddress("/org/freedesktop/portal/desktop", interface="org.freedesktop.portal.Settings")
NAMES = ("org.freedesktop.Notifications", "org.freedesktop.portal.Desktop")
MEMBERS = ("app", "replaces", "icon", "title", "body", "actions", "hints", "expires")


class Daemon:
    """Lives in a thread. ``told`` holds each Notify, oldest first, with the ``id`` that it was given."""

    def __init__(self, address: str, *, can: tuple[str, ...] = ("body", "actions", "body-markup")) -> None:
        self.can = can
        self.told: list[dict[str, Any]] = []
        self.closed: list[int] = []
        self.settings: dict[tuple[str, str], tuple[str, Any]] = {}
        self._ids = 0
        self._out: queue.Queue[Message] = queue.Queue()
        self._ending = threading.Event()
        self._bus = open_dbus_connection(bus=address)
        for name in NAMES:
            self._bus.send_and_get_reply(message_bus.RequestName(name), timeout=10)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    @property
    def shown(self) -> dict[str, Any] | None:
        """The notification that the person sees now."""
        newest = self.told[-1] if self.told else None
        return newest if newest and newest["id"] not in self.closed else None

    def click(self) -> None:
        """As a person clicks on the notification: it acts, and goes."""
        assert self.shown
        id = self.shown["id"]
        self._out.put(new_signal(NOTES, "ActionInvoked", "us", (id, "default")))
        self._gone(id, 2)

    def dismiss(self) -> None:
        """As a person puts it away."""
        assert self.shown
        self._gone(self.shown["id"], 2)

    def set(self, space: str, key: str, value: tuple[str, Any]) -> None:
        """Change a setting of the desktop, and tell everybody."""
        self.settings[space, key] = value
        self._out.put(new_signal(PORTAL, "SettingChanged", "ssv", (space, key, value)))

    def end(self) -> None:
        self._ending.set()
        self._thread.join()
        self._bus.close()

    def _gone(self, id: int, why: int) -> None:
        self.closed.append(id)
        self._out.put(new_signal(NOTES, "NotificationClosed", "uu", (id, why)))

    def _run(self) -> None:
        while not self._ending.is_set():
            while not self._out.empty():
                self._bus.send(self._out.get())
            try:
                message = self._bus.receive(timeout=0.02)
            except TimeoutError:
                continue
            except (OSError, EOFError):
                return
            if message.header.message_type == MessageType.method_call:
                self._bus.send(self._answer(message))

    def _answer(self, message: Message) -> Message:
        member = message.header.fields[HeaderFields.member]
        if member == "GetCapabilities":
            return new_method_return(message, "as", (list(self.can),))
        if member == "Notify":
            told = dict(zip(MEMBERS, message.body, strict=True))
            self._ids += 1
            known = told["replaces"] and told["replaces"] not in self.closed
            told["id"] = told["replaces"] if known else self._ids
            told["at"] = time.monotonic()
            self.told.append(told)
            return new_method_return(message, "u", (told["id"],))
        if member == "CloseNotification":
            self._gone(message.body[0], 3)
            return new_method_return(message)
        if member == "Read" and message.body in self.settings:
            return new_method_return(message, "v", (("v", self.settings[message.body]),))
        return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")
