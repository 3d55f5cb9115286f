"""A person who looks elsewhere: a real notification daemon on the desktop's bus, a real tray, a real window behind."""

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
def daemon(desk):
    one = Daemon(desk.env["DBUS_SESSION_BUS_ADDRESS"])
    yield one
    one.end()


def xdotool(desk, *words):
    done = subprocess.run(["xdotool", *words], env=desk.env, capture_output=True, text=True, timeout=240)
    return done.stdout.strip()


def front(desk):
    """The title of the window that has the keyboard."""
    return xdotool(desk, "getactivewindow", "getwindowname")


def look_elsewhere(desk):
    """Another window in front, as if the person worked in it."""
    program = (
        "from PySide6.QtWidgets import QApplication, QLineEdit; a = QApplication(['x']); w = QLineEdit();"
        "w.setWindowTitle('Something else'); w.show(); w.activateWindow(); a.exec()"
    )
    desk.start(sys.executable, "-c", program)
    desk.eventually(lambda: xdotool(desk, "search", "--name", "Something else"), "no other window")
    xdotool(desk, "search", "--name", "Something else", "windowactivate", "--sync")
    desk.eventually(lambda: front(desk) == "Something else", lambda: f"in front is {front(desk)!r}")


async def within(desk, look, what):
    return await asyncio.to_thread(desk.eventually, look, what)


async def test_a_person_elsewhere_is_notified_and_a_click_opens_that_call(desk, daemon):
    add_demo(desk)
    desk.open_window()
    look_elsewhere(desk)
    async with chat_client(desk, "--server", "demo", "--client", "Cursor") as client:
        first = asyncio.create_task(client.call_tool("write_note", {"name": "x", "text": "my diary"}))
        shown = await within(desk, lambda: daemon.shown, "no notification")
        assert shown["title"] == "write_note on demo"
        assert shown["body"] == "Cursor is waiting for your decision."
        assert shown["actions"][::2] == ["default", "review", "deny"]  # nothing that approves
        assert "diary" not in str(daemon.told)
        second = asyncio.create_task(client.call_tool("add", {"a": 1, "b": 2}))
        await within(desk, lambda: daemon.shown["title"] == "2 pending calls", lambda: daemon.told)
        assert {told["id"] for told in daemon.told} == {shown["id"]}
        assert front(desk) == "Something else"  # nothing has taken the keyboard
        await asyncio.to_thread(daemon.click)
        await within(desk, lambda: "ToolGuard" in front(desk), lambda: f"in front is {front(desk)!r}")
        await press(desk, "Deny")
        await first
        await press(desk, "Approve add")
        assert text_of(await second)
    assert daemon.shown is None


async def test_notification_is_withdrawn_when_the_client_cancels(desk, daemon):
    add_demo(desk)
    desk.open_window()
    look_elsewhere(desk)
    async with chat_client(desk, "--server", "demo") as client:
        waiting = asyncio.create_task(client.call_tool("add", {"a": 1, "b": 2}))
        await within(desk, lambda: daemon.shown, "no notification")
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await within(desk, lambda: daemon.shown is None, "it is still shown")


async def test_task_bar_shows_the_number_of_pending_calls(desk, daemon):
    add_demo(desk)
    with open_dbus_connection(bus=desk.env["DBUS_SESSION_BUS_ADDRESS"]) as bus:
        rule = MatchRule(type="signal", interface="com.canonical.Unity.LauncherEntry", member="Update")
        bus.send_and_get_reply(message_bus.AddMatch(rule), timeout=120)
        desk.open_window()
        look_elsewhere(desk)
        async with chat_client(desk, "--server", "demo") as client:
            waiting = asyncio.create_task(client.call_tool("add", {"a": 1, "b": 2}))
            await within(desk, lambda: daemon.shown, "no notification")
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
async def test_window_hides_behind_its_tray_icon_and_returns(desk, daemon):
    add_demo(desk)
    for name in ("close_to_tray", "tray"):
        assert desk.toolguard("settings", "set", name, "on").returncode == 0
    desk.start("trayer", "--edge", "bottom", "--align", "left", "--widthtype", "pixel", "--width", "80",
               "--height", "40")  # fmt: skip
    await within(desk, lambda: xdotool(desk, "search", "--class", "trayer"), "no tray")
    desk.open_window()
    window = xdotool(desk, "search", "--onlyvisible", "--name", "^ToolGuard").split()[0]
    xdotool(desk, "windowactivate", "--sync", window)
    xdotool(desk, "key", "--clearmodifiers", "alt+F4")
    await within(
        desk, lambda: not xdotool(desk, "search", "--onlyvisible", "--name", "^ToolGuard"), "the window is still there"
    )
    assert desk.app.poll() is None
    async with chat_client(desk, "--server", "demo") as client:
        waiting = asyncio.create_task(client.call_tool("add", {"a": 20, "b": 22}))
        await within(desk, lambda: daemon.shown, "no notification")
        xdotool(desk, "mousemove", "--sync", "20", "880", "click", "1")
        await within(desk, lambda: "ToolGuard" in front(desk), lambda: f"in front is {front(desk)!r}")
        await press(desk, "Approve add")
        assert "42" in text_of(await waiting)
