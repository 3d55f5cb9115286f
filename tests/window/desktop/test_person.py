"""What a desktop replies of the person: over a real bus, with programs that answer, lie, fail or are not there."""

from __future__ import annotations

import asyncio
import ctypes
import time
from pathlib import Path
from typing import Any

import pytest
from jeepney import DBusAddress, HeaderFields, Message, new_error, new_method_return, new_signal

from tests.support.dbus_service import DBusService
from tests.support.waiting import until
from tests.window.conftest import Gate
from tests.window.desktop.test_notify import bus_address, needs_bus
from toolguard.gate.approver import ProcessInfo
from toolguard.window.approval.input_origin import InputOrigin
from toolguard.window.core_link import CoreLink
from toolguard.window.desktop import person
from toolguard.window.desktop.dbus import BusConnection
from toolguard.window.desktop.freedesktop import FreedesktopPerson

__all__ = ["bus_address"]
pytestmark = needs_bus
SAVER, GNOME = "org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"
MUTTER, LOGIN = "org.gnome.Mutter.IdleMonitor", "org.freedesktop.login1"
PATH = "/org/freedesktop/login1/session/_31"
SIGNATURES = {"GetActive": "b", "GetIdletime": "t", "GetSession": "o", "Get": "v"}


class SaverAndLogin(DBusService):
    """Programs of a desktop. ``replies``: by member or property. Others get an error."""

    def __init__(self, address: str, *names: str, **replies: Any) -> None:
        super().__init__(address, *names)
        self.replies = {"GetSession": PATH, **replies}
        self.asked: list[str] = []
        self.start()

    def signal(self, path: str, interface: str, member: str, signature: str = "", *body: Any) -> None:
        self.send(new_signal(DBusAddress(path, interface=interface), member, signature or None, body))

    def answer(self, message: Message) -> Message:
        member = message.header.fields[HeaderFields.member]
        key = message.body[1] if member == "Get" else member
        self.asked.append(key)
        if key not in self.replies:
            return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")
        return new_method_return(message, SIGNATURES[member], (self.replies[key],))


class Ours:
    """Our end of the bus."""

    def __init__(self, address: str) -> None:
        self.bus = BusConnection(address)
        self.source = FreedesktopPerson(self.bus, address)
        self.received: list[bool] = []
        self.source.on_lock(self.received.append)

    async def close(self) -> None:
        await self.source.close()
        await self.bus.close()


@pytest.mark.parametrize(
    ("names", "replies", "locked"),
    [
        ((), {}, None),
        ((SAVER,), {"GetActive": False}, False),
        ((GNOME,), {"GetActive": True}, True),
        ((SAVER,), {}, None),
        ((LOGIN,), {"LockedHint": ("b", False)}, None),
        ((LOGIN,), {"LockedHint": ("b", True)}, True),
        ((SAVER, LOGIN), {"GetActive": False, "LockedHint": ("b", True)}, True),
        ((SAVER, LOGIN), {"GetActive": True, "LockedHint": ("b", False)}, True),
        ((SAVER, LOGIN), {"GetActive": False}, False),
    ],
)
async def test_any_source_can_report_a_lock_but_only_a_screen_saver_an_unlock(
    bus_address: str, names: tuple[str, ...], replies: dict[str, Any], locked: bool | None
) -> None:
    desktop, ours = SaverAndLogin(bus_address, *names, **replies), Ours(bus_address)
    try:
        assert await ours.source.locked() is locked
        assert not {"Inhibit", "Lock", "SetActive"} & set(desktop.asked)
    finally:
        await ours.close()
        desktop.end()


@pytest.mark.parametrize(
    ("names", "replies", "idle"),
    [
        ((), {}, None),
        ((MUTTER,), {"GetIdletime": 42_000}, 42.0),
        ((LOGIN,), {"IdleHint": ("b", False), "IdleSinceHint": ("t", 1)}, None),
        ((LOGIN,), {"IdleHint": ("b", True), "IdleSinceHint": ("t", 0)}, None),
        ((MUTTER, LOGIN), {"GetIdletime": 0, "IdleHint": ("b", True), "IdleSinceHint": ("t", 1_000_000)}, 1e9),
    ],
)
async def test_longest_reported_absence_counts(
    bus_address: str, names: tuple[str, ...], replies: dict[str, Any], idle: float | None
) -> None:
    desktop, ours = SaverAndLogin(bus_address, *names, **replies), Ours(bus_address)
    try:
        found = await ours.source.idle()
        assert found == idle or (idle == 1e9 and found is not None and found > idle)
    finally:
        await ours.close()
        desktop.end()


async def test_signals_are_received(bus_address: str) -> None:
    desktop, ours = SaverAndLogin(bus_address, SAVER, LOGIN, GetActive=False), Ours(bus_address)
    try:
        await ours.source.locked()
        desktop.signal("/org/freedesktop/ScreenSaver", SAVER, "ActiveChanged", "b", True)
        await until(lambda: ours.received == [True])
        desktop.signal("/org/freedesktop/ScreenSaver", SAVER, "ActiveChanged", "b", False)
        desktop.signal("/org/freedesktop/ScreenSaver", SAVER, "ActiveChanged", "s", "yes")
        await until(lambda: ours.received == [True, False, False])
        desktop.signal(PATH, f"{LOGIN}.Session", "Lock")
        await until(lambda: ours.received[3:] == [True])
    finally:
        await ours.close()
        desktop.end()


async def test_lock_and_idle_state_are_unknown_without_a_bus(tmp_path: Path) -> None:
    ours = Ours(f"unix:path={tmp_path}/none")
    assert await ours.source.locked() is None and await ours.source.idle() is None
    await ours.close()


# --- the reports --------------------------------------------------------------------------------------------------


class FakePersonSource:
    """A `PersonSource` whose values a test sets."""

    def __init__(self, locked: bool | None = False, idle: float | None = 3.0) -> None:
        self.values = (locked, idle)
        self.received: Any = None

    async def locked(self) -> bool | None:
        return self.values[0]

    async def idle(self) -> float | None:
        return self.values[1]

    def on_lock(self, received: Any) -> None:
        self.received = received


async def test_presence_is_reported_at_start_at_lock_and_often_while_needed(
    monkeypatch: pytest.MonkeyPatch, qapp: Any
) -> None:
    monkeypatch.setattr(person, "REPORT_INTERVAL_MS", 20)
    gate, source = Gate(), FakePersonSource()
    core_link = CoreLink(asyncio.get_running_loop(), gate, inputs=InputOrigin(ProcessInfo()))
    reporter = person.PersonReporter(core_link, source)
    await until(lambda: gate.orders == [("observe", False, 3.0)])
    source.received(True)
    await until(lambda: len(gate.orders) == 3)
    assert ("observe", True, None) in gate.orders[1:]
    del gate.orders[:]
    gate.show(watching=True)
    await until(lambda: len(gate.orders) > 4)
    gate.show(watching=False)
    await until(lambda: not reporter._timer.isActive())
    source.values = (None, None)
    source.received(False)
    await until(lambda: gate.orders[-1][1] is None)
    assert 0 <= gate.orders[-1][2] < 60, "input to our own windows is all that is known"
    await until(lambda: not core_link._tasks)


async def test_idle_time_uses_the_larger_of_two_clocks(monkeypatch: pytest.MonkeyPatch, qapp: Any) -> None:
    inputs = InputOrigin(ProcessInfo())
    now = time.time()
    monkeypatch.setattr("toolguard.window.approval.input_origin.time.time", lambda: now + 3600)
    assert inputs.idle() > 3500, "the computer slept"
    monkeypatch.setattr("toolguard.window.approval.input_origin.time.time", lambda: now - 3600)
    assert 0 <= inputs.idle() < 60, "the clock was set back"


# --- macOS and Windows, behind stand-ins for their interfaces -----------------------------------------------------


class Function:
    def __init__(self, does: Any) -> None:
        self._does = does
        self.restype: Any = None
        self.argtypes: Any = None

    def __call__(self, *args: Any) -> Any:
        return self._does(*args)


async def test_windows_reports_input_despite_counter_wrap(monkeypatch: pytest.MonkeyPatch) -> None:
    def last(info: Any) -> int:
        info._obj.tick = 0xFFFFFFFF - 999
        return info._obj.size == 8

    user = type("User", (), {"GetLastInputInfo": staticmethod(last)})
    kernel = type("Kernel", (), {"GetTickCount": staticmethod(lambda: 4_000)})
    monkeypatch.setattr(ctypes, "windll", type("Libraries", (), {"user32": user, "kernel32": kernel}), raising=False)
    monkeypatch.setattr(person.sys, "platform", "win32")
    source = person.SystemIdle()
    assert await source.idle() == 5.0 and await source.locked() is None
    monkeypatch.setattr(user, "GetLastInputInfo", staticmethod(lambda _: 0))
    assert await source.idle() is None


async def test_macos_reports_input(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    graphics = type("Graphics", (), {})()
    graphics.CGEventSourceSecondsSinceLastEventType = Function(lambda *args: asked.append(args) or 7.5)
    monkeypatch.setattr(person.ctypes, "CDLL", lambda _path: graphics)
    monkeypatch.setattr(person.sys, "platform", "darwin")
    source = person.SystemIdle()
    source.on_lock(lambda _: None)
    assert await source.idle() == 7.5 and asked == [(0, 0xFFFFFFFF)]
    monkeypatch.setattr(person.ctypes, "CDLL", lambda _path: (_ for _ in ()).throw(OSError("none")))
    assert await source.idle() is None
