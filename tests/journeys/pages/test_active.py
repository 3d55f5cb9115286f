"""Every action of the page Active in the real window. A stopped call is cancelled at its server."""

import pytest

from tests.journeys.chat_client import ChatClient
from tests.journeys.test_first_call import add_demo, received

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def desktop(shared):
    add_demo(shared)
    result = shared.toolguard("rule", "add", "--server", "demo", "--tool", "count_slowly", "--verdict", "allow")
    assert result.returncode == 0, result.stderr
    shared.open_window()
    return shared


@pytest.fixture
def chat(desktop):
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as client:
        client.tools()
        desktop.turn_to("Active")
        yield client


def wait_until_stopped(desktop, call):
    """Wait until the client gets an error and the server gets a cancellation."""
    result = call.exception(30) or call.result()
    assert "stop" in str(result).lower() or "cancel" in str(result).lower() or "unknown" in str(result).lower(), result
    desktop.eventually(lambda: "notifications/cancelled" in received(desktop), lambda: received(desktop)[-2000:])


def test_running_call_is_viewed_opened_in_audit_and_stopped(desktop, chat):
    call = chat.call("count_slowly", to=100, seconds=60)
    desktop.click("list item", "count_slowly")
    desktop.click("radio button", "Arguments as JSON")
    desktop.screen_reader.wait_for_text('"to": 100')
    desktop.click("push button", "Open in Audit")
    desktop.screen_reader.wait("push button", "Close details")
    desktop.turn_to("Active")
    desktop.click("push button", "Stop this call")
    desktop.click("push button", "Keep running")
    assert not call.done()
    desktop.click("push button", "Stop this call")
    desktop.click("push button", "Stop call")
    wait_until_stopped(desktop, call)


def test_all_running_calls_are_stopped_at_once(desktop, chat):
    calls = [chat.call("count_slowly", to=100, seconds=60 - number) for number in range(3)]
    desktop.screen_reader.wait_for_text("3 running calls")
    desktop.click("push button", "Stop all running calls")
    desktop.click("push button", "Stop all")
    for call in calls:
        wait_until_stopped(desktop, call)
    desktop.screen_reader.wait("push button", "Status: Idle")


def test_call_is_stopped_with_the_keyboard(desktop, chat):
    call = chat.call("count_slowly", to=100, seconds=60)
    desktop.screen_reader.wait_for_text("1 running call")
    desktop.keys("ctrl+1", "ctrl+2")
    desktop.tab_to("Running calls")
    desktop.keys("End")  # ended calls stay visible for a while
    desktop.tab_to("Stop this call")
    desktop.keys("space")
    desktop.screen_reader.at("Keep running")
    desktop.keys("Escape")
    desktop.screen_reader.wait_until_gone("Keep running")
    assert not call.done()
    desktop.tab_to("Stop this call")
    desktop.keys("space")
    desktop.tab_to("Stop call")
    desktop.keys("space")
    wait_until_stopped(desktop, call)


def test_all_calls_are_denied_and_resumed(desktop, chat):
    call = chat.call("count_slowly", to=100, seconds=60)
    desktop.screen_reader.wait_for_text("1 running call")
    desktop.click("push button", "Block all calls")
    wait_until_stopped(desktop, call)
    desktop.screen_reader.wait("push button", "Status: All calls blocked")
    refused = chat.call("count_slowly", to=1, seconds=0)
    assert "blocked all calls" in str(refused.result(120))
    desktop.click("push button", "Resume calls")
    desktop.screen_reader.wait("push button", "Status: Idle")
    assert "denies" not in str(chat.call("count_slowly", to=1, seconds=0).result(120))
