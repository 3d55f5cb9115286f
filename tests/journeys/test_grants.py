"""Grants in the real window: created with an approval, shown, revoked, and ended by locking the screen."""

import pytest

from tests.journeys.chat_client import ChatClient, result_text
from tests.journeys.test_first_call import add_demo
from tests.window.desktop.test_person import SAVER, SaverAndLogin

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def saver(shared):
    """Run the screen saver of this desktop."""
    service = SaverAndLogin(shared.env["DBUS_SESSION_BUS_ADDRESS"], SAVER, GetActive=False)
    yield service
    service.end()


@pytest.fixture(scope="module")
def desktop(shared, saver):
    add_demo(shared)
    shared.open_window()
    return shared


@pytest.fixture(scope="module")
def chat(desktop):
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as client:
        client.tools()
        yield client


def grant(desktop, chat, end, button):
    """Approve a call and remember that for the tool until ``end``."""
    desktop.turn_to("Pending")
    call = chat.call("add", a=1, b=1)
    desktop.screen_reader.wait("push button", "Approve add")
    desktop.click("check box", "Remember for: this decision", at="left")
    desktop.click("radio button", "This tool", at="left")
    desktop.click("combo box", "until I quit")
    desktop.write(end)
    desktop.keys("Return")
    for _ in range(2):  # the window asks for confirmation
        desktop.click("push button", button)
    assert "2" in result_text(call)


def assert_next_call_is_pending(desktop, chat):
    desktop.turn_to("Pending")
    call = chat.call("add", a=2, b=2)
    desktop.screen_reader.wait("push button", "Status: 1 pending")
    assert not call.done()
    call.cancel()
    desktop.screen_reader.wait("push button", "Status: Idle")


def test_grant_shows_end_and_uses_and_is_revoked(desktop, chat):
    grant(desktop, chat, "for 1 h", "Allow add for Cursor for 1 hour")
    assert "5" in result_text(chat.call("add", a=2, b=3)), "it runs without a prompt"
    desktop.turn_to("Rules")
    desktop.click("radio button", "Grants (1)")
    desktop.screen_reader.wait_for_text("Ends in 59:")
    desktop.screen_reader.wait_for_text("Used once, last ")
    desktop.click("push button", "Revoke: Allow add on demo for Cursor.")
    desktop.screen_reader.wait_for_text("No grants")
    desktop.eventually(lambda: not desktop.config()["rules"], "the rule is still saved")
    assert_next_call_is_pending(desktop, chat)


def test_grant_ends_when_the_screen_locks(desktop, chat, saver):
    grant(desktop, chat, "until s", "Allow add for Cursor until screen lock")
    assert "9" in result_text(chat.call("add", a=4, b=5))
    desktop.turn_to("Rules")
    desktop.screen_reader.wait_for_text("Ends when the screen locks")
    saver.replies["GetActive"] = True
    saver.signal("/org/freedesktop/ScreenSaver", SAVER, "ActiveChanged", "b", True)
    desktop.screen_reader.wait_for_text("No grants")
    saver.replies["GetActive"] = False
    saver.signal("/org/freedesktop/ScreenSaver", SAVER, "ActiveChanged", "b", False)
    assert_next_call_is_pending(desktop, chat)


def test_session_grant_ends_with_its_session(desktop, chat):
    grant(desktop, chat, "for t", "Allow add for Cursor for this session")
    assert "7" in result_text(chat.call("add", a=3, b=4))
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as other:
        other.tools()
        assert_next_call_is_pending(desktop, other)
