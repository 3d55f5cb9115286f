"""Notifications, the tray icon and the task bar, with a real notification daemon and another window in front."""

import asyncio
import shutil
import subprocess
import sys

import pytest
from jeepney import HeaderFields, MatchRule, message_bus
from jeepney.io.blocking import open_dbus_connection

from tests.journeys.test_first_call import add_demo, chat_client, press, text_of
from tests.support.notification_daemon import Daemon

pytestmark = pytest.mark.journey


@pytest.fixture
def daemon(desktop):
    service = Daemon(desktop.env["DBUS_SESSION_BUS_ADDRESS"])
    yield service
    service.end()


def xdotool(desktop, *words):
    done = subprocess.run(["xdotool", *words], env=desktop.env, capture_output=True, text=True, timeout=240)
    return done.stdout.strip()


def active_window(desktop):
    """Return the title of the active window."""
    return xdotool(desktop, "getactivewindow", "getwindowname")


def activate_other_window(desktop):
    """Open another window and activate it, once ToolGuard's is active: otherwise this one could still follow."""
    desktop.eventually(lambda: "ToolGuard" in active_window(desktop), lambda: f"in front is {active_window(desktop)!r}")
    program = (
        "from PySide6.QtWidgets import QApplication, QLineEdit; a = QApplication(['x']); w = QLineEdit();"
        "w.setWindowTitle('Something else'); w.show(); w.activateWindow(); a.exec()"
    )
    desktop.start(sys.executable, "-c", program)
    desktop.eventually(lambda: xdotool(desktop, "search", "--name", "Something else"), "no other window")
    xdotool(desktop, "search", "--name", "Something else", "windowactivate", "--sync")
    desktop.eventually(
        lambda: active_window(desktop) == "Something else", lambda: f"in front is {active_window(desktop)!r}"
    )


async def within(desktop, look, what):
    return await asyncio.to_thread(desktop.eventually, look, what)


async def test_notification_appears_and_a_click_opens_the_call(desktop, daemon):
    add_demo(desktop)
    desktop.open_window()
    activate_other_window(desktop)
    async with chat_client(desktop, "--server", "demo", "--client", "Cursor") as client:
        first = asyncio.create_task(client.call_tool("write_note", {"name": "x", "text": "my diary"}))
        shown = await within(desktop, lambda: daemon.shown, "no notification")
        assert shown["title"] == "write_note on demo"
        assert shown["body"] == "Cursor is waiting for your decision."
        assert shown["actions"][::2] == ["default", "review", "deny"]  # no action approves
        assert "diary" not in str(daemon.told)
        second = asyncio.create_task(client.call_tool("add", {"a": 1, "b": 2}))
        await within(desktop, lambda: daemon.shown["title"] == "2 pending calls", lambda: daemon.told)
        assert {notification["id"] for notification in daemon.told} == {shown["id"]}
        assert active_window(desktop) == "Something else"  # the focus has not moved
        await asyncio.to_thread(daemon.click)
        await within(
            desktop, lambda: "ToolGuard" in active_window(desktop), lambda: f"in front is {active_window(desktop)!r}"
        )
        await press(desktop, "Deny")
        await first
        await press(desktop, "Approve add")
        assert text_of(await second)
    assert daemon.shown is None


async def test_notification_is_withdrawn_when_the_client_cancels(desktop, daemon):
    add_demo(desktop)
    desktop.open_window()
    activate_other_window(desktop)
    async with chat_client(desktop, "--server", "demo") as client:
        waiting = asyncio.create_task(client.call_tool("add", {"a": 1, "b": 2}))
        await within(desktop, lambda: daemon.shown, "no notification")
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await within(desktop, lambda: daemon.shown is None, "it is still shown")


async def test_task_bar_shows_the_number_of_pending_calls(desktop, daemon):
    add_demo(desktop)
    with open_dbus_connection(bus=desktop.env["DBUS_SESSION_BUS_ADDRESS"]) as bus:
        rule = MatchRule(type="signal", interface="com.canonical.Unity.LauncherEntry", member="Update")
        bus.send_and_get_reply(message_bus.AddMatch(rule), timeout=120)
        desktop.open_window()
        activate_other_window(desktop)
        async with chat_client(desktop, "--server", "demo") as client:
            waiting = asyncio.create_task(client.call_tool("add", {"a": 1, "b": 2}))
            await within(desktop, lambda: daemon.shown, "no notification")
            counts = await asyncio.to_thread(badges, bus)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
    assert 1 in counts


def badges(bus):
    found = []
    while True:
        try:
            message = bus.receive(timeout=2)
        except TimeoutError:
            return found
        if message.header.fields.get(HeaderFields.member) == "Update":
            found.append(message.body[1].get("count", ("x", 0))[1])


@pytest.mark.skipif(not shutil.which("trayer"), reason="needs the package trayer")
async def test_window_hides_behind_its_tray_icon_and_returns(desktop, daemon):
    add_demo(desktop)
    for name in ("close_to_tray", "tray"):
        assert desktop.toolguard("settings", "set", name, "on").returncode == 0
    desktop.start("trayer", "--edge", "bottom", "--align", "left", "--widthtype", "pixel", "--width", "80",
               "--height", "40")  # fmt: skip
    await within(desktop, lambda: xdotool(desktop, "search", "--class", "trayer"), "no tray")
    desktop.open_window()
    window = xdotool(desktop, "search", "--onlyvisible", "--name", "^ToolGuard").split()[0]
    xdotool(desktop, "windowactivate", "--sync", window)
    xdotool(desktop, "key", "--clearmodifiers", "alt+F4")
    await within(
        desktop,
        lambda: not xdotool(desktop, "search", "--onlyvisible", "--name", "^ToolGuard"),
        "the window is still there",
    )
    assert desktop.app.poll() is None
    async with chat_client(desktop, "--server", "demo") as client:
        waiting = asyncio.create_task(client.call_tool("add", {"a": 20, "b": 22}))
        await within(desktop, lambda: daemon.shown, "no notification")
        xdotool(desktop, "mousemove", "--sync", "20", "880", "click", "1")
        await within(
            desktop, lambda: "ToolGuard" in active_window(desktop), lambda: f"in front is {active_window(desktop)!r}"
        )
        await press(desktop, "Approve add")
        assert "42" in text_of(await waiting)
