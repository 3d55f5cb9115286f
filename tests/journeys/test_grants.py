"""Grants in the real window: given with an approval, seen, revoked, and ended by the screen's lock."""

import pytest

from tests.journeys.chat import Chat, said
from tests.journeys.test_first_call import add_demo
from tests.window.desktop.test_person import SAVER, SaverAndLogin

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def saver(shared):
    """The screen saver of this desktop."""
    one = SaverAndLogin(shared.env["DBUS_SESSION_BUS_ADDRESS"], SAVER, GetActive=False)
    yield one
    one.end()


@pytest.fixture(scope="module")
def desk(shared, saver):
    add_demo(shared)
    shared.open_window()
    return shared


@pytest.fixture(scope="module")
def chat(desk):
    with Chat(desk, "--server", "demo", "--client", "Cursor") as one:
        one.tools()
        yield one


def grant(desk, chat, end, button):
    """Approve a call and remember that for the tool until ``end``."""
    desk.turn_to("Pending")
    call = chat.call("add", a=1, b=1)
    desk.eyes.wait("push button", "Approve add")
    desk.click("check box", "Remember for: this decision", at="left")
    desk.click("radio button", "This tool", at="left")
    desk.click("combo box", "until I quit")
    desk.write(end)
    desk.keys("Return")
    for _ in range(2):  # it asks once more
        desk.click("push button", button)
    assert "2" in said(call)


def asks(desk, chat):
    """Whether the next call does."""
    desk.turn_to("Pending")
    call = chat.call("add", a=2, b=2)
    desk.eyes.wait("push button", "Status: 1 pending")
    assert not call.done()
    call.cancel()
    desk.eyes.wait("push button", "Status: Idle")


def test_grant_shows_end_and_uses_and_is_revoked(desk, chat):
    grant(desk, chat, "for 1 h", "Allow add for Cursor for 1 hour")
    assert "5" in said(chat.call("add", a=2, b=3)), "it runs without a prompt"
    desk.turn_to("Rules")
    desk.click("radio button", "Grants (1)")
    desk.eyes.sees("Ends in 59:")
    desk.eyes.sees("Used once, last ")
    desk.click("push button", "Revoke: Allow add on demo for Cursor.")
    desk.eyes.sees("No grants")
    desk.eventually(lambda: not desk.config()["rules"], "it is kept")
    asks(desk, chat)


def test_a_grant_ends_when_the_screen_locks(desk, chat, saver):
    grant(desk, chat, "until s", "Allow add for Cursor until screen lock")
    assert "9" in said(chat.call("add", a=4, b=5))
    desk.turn_to("Rules")
    desk.eyes.sees("Ends when the screen locks")
    saver.says["GetActive"] = True
    saver.signal("/org/freedesktop/ScreenSaver", SAVER, "ActiveChanged", "b", True)
    desk.eyes.sees("No grants")
    saver.says["GetActive"] = False
    saver.signal("/org/freedesktop/ScreenSaver", SAVER, "ActiveChanged", "b", False)
    asks(desk, chat)


def test_a_grant_for_a_session_ends_with_it(desk, chat):
    grant(desk, chat, "for t", "Allow add for Cursor for this session")
    assert "7" in said(chat.call("add", a=3, b=4))
    with Chat(desk, "--server", "demo", "--client", "Cursor") as other:
        other.tools()
        asks(desk, other)
