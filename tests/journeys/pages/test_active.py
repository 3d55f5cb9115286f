"""Every action of the page Active, in the real window, and that the server hears of a stop."""

import pytest

from tests.journeys.chat import Chat
from tests.journeys.test_first_call import add_demo, received

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def desk(shared):
    add_demo(shared)
    told = shared.toolguard("rule", "add", "--server", "demo", "--tool", "count_slowly", "--verdict", "allow")
    assert told.returncode == 0, told.stderr
    shared.open_window()
    return shared


@pytest.fixture
def chat(desk):
    with Chat(desk, "--server", "demo", "--client", "Cursor") as one:
        one.tools()
        desk.turn_to("Active")
        yield one


def stopped(desk, call):
    """The client is told, and the server was told to give it up."""
    told = call.exception(30) or call.result()
    assert "stop" in str(told).lower() or "cancel" in str(told).lower() or "unknown" in str(told).lower(), told
    desk.eventually(lambda: "notifications/cancelled" in received(desk), lambda: received(desk)[-2000:])


def test_running_call_is_viewed_opened_in_audit_and_stopped(desk, chat):
    call = chat.call("count_slowly", to=100, seconds=60)
    desk.click("list item", "count_slowly")
    desk.click("radio button", "Arguments as JSON")
    desk.eyes.sees('"to": 100')
    desk.click("push button", "Open in Audit")
    desk.eyes.wait("push button", "Close details")
    desk.turn_to("Active")
    desk.click("push button", "Stop this call")
    desk.click("push button", "Keep running")
    assert not call.done()
    desk.click("push button", "Stop this call")
    desk.click("push button", "Stop call")
    stopped(desk, call)


def test_all_running_calls_are_stopped_at_once(desk, chat):
    calls = [chat.call("count_slowly", to=100, seconds=60 - number) for number in range(3)]
    desk.eyes.sees("3 running calls")
    desk.click("push button", "Stop all running calls")
    desk.click("push button", "Stop all")
    for call in calls:
        stopped(desk, call)
    desk.eyes.wait("push button", "Status: Idle")


def test_a_call_is_stopped_with_the_keyboard_alone(desk, chat):
    call = chat.call("count_slowly", to=100, seconds=60)
    desk.eyes.sees("1 running call")
    desk.keys("ctrl+1", "ctrl+2")
    desk.tab_to("Running calls")
    desk.keys("End")  # what has ended stays in view for a while
    desk.tab_to("Stop this call")
    desk.keys("space")
    desk.eyes.at("Keep running")
    desk.keys("Escape")
    desk.eyes.misses("Keep running")
    assert not call.done()
    desk.tab_to("Stop this call")
    desk.keys("space")
    desk.tab_to("Stop call")
    desk.keys("space")
    stopped(desk, call)


def test_all_calls_are_denied_and_resumed(desk, chat):
    call = chat.call("count_slowly", to=100, seconds=60)
    desk.eyes.sees("1 running call")
    desk.click("push button", "Block all calls")
    stopped(desk, call)
    desk.eyes.wait("push button", "Status: All calls blocked")
    refused = chat.call("count_slowly", to=1, seconds=0)
    assert "denies all calls" in str(refused.result(120))
    desk.click("push button", "Resume calls")
    desk.eyes.wait("push button", "Status: Idle")
    assert "denies" not in str(chat.call("count_slowly", to=1, seconds=0).result(120))
