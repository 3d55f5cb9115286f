"""Every action of the page Audit, in the real window, over the log of real calls."""

import json

import pytest

from tests.journeys.chat import Chat
from tests.journeys.test_first_call import add_demo

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def desk(shared):
    add_demo(shared)
    for tool, verdict in (("add", "allow"), ("whoami", "allow"), ("crash", "deny")):
        told = shared.toolguard("rule", "add", "--server", "demo", "--tool", tool, "--verdict", verdict)
        assert told.returncode == 0, told.stderr
    shared.open_window()
    for client in ("Cursor", "Codex"):
        with Chat(shared, "--server", "demo", "--client", client) as chat:
            chat.tools()
            for number in range(3):
                assert not chat.call("add", a=number, b=1000).result(120).is_error
            assert chat.call("crash").result(120).is_error
            chat.call("whoami").result(120)
    shared.turn_to("Audit")
    shared.eyes.sees("10 calls")
    return shared


def counts(desk, words):
    desk.eyes.sees(words)


def test_log_is_searched_filtered_and_cleared(desk):
    desk.click("text", "Search log")
    desk.write("1000")
    counts(desk, "6 calls")
    desk.click("combo box", "Client")
    desk.keys("Down", "Return")
    counts(desk, "3 calls")
    desk.click("push button", "Remove the filter Client")
    counts(desk, "6 calls")
    desk.click("push button", "Clear all filters")
    counts(desk, "10 calls")
    desk.click("combo box", "Decision")
    desk.keys("End", "Return")
    desk.eyes.wait("push button", "Clear all filters")
    desk.click("text", "Search log")
    desk.write("no such words")
    desk.eyes.sees("No results")
    desk.click("push button", "Clear all filters")
    counts(desk, "10 calls")
    desk.click("combo box", "Calls")
    desk.keys("End", "Return")
    desk.eyes.sees("records")
    desk.click("push button", "Clear all filters")
    counts(desk, "10 calls")


def test_call_is_shown_in_full_and_copied(desk):
    desk.click("cell", "add")
    desk.click("push button", "Copy as JSON, all records")
    story = json.loads(desk.clipboard())
    assert "add" in json.dumps(story)
    desk.click("push button", "Copy Arguments as JSON")
    assert json.loads(desk.clipboard())["b"] == 1000
    desk.click("radio button", "Response as JSON")
    desk.click("push button", "Copy Response as JSON")
    assert json.loads(desk.clipboard())
    desk.click("push button", "Copy record")
    assert json.loads(desk.clipboard())
    desk.click("push button", "Close details")
    desk.eyes.misses("Close details")


def test_the_log_is_verified_and_a_check_is_hidden(desk):
    desk.click("push button", "Verify log")
    desk.eyes.sees("records intact")
    assert desk.toolguard("log", "verify").returncode == 0
    desk.click("push button", "Hide verification result")
    desk.eyes.misses("records intact")


def test_shown_calls_are_exported(desk):
    desk.click("text", "Search log")
    desk.write("tool")
    desk.keys("ctrl+a")
    desk.write("1000")
    counts(desk, "6 calls")
    target = desk.folder / "found.jsonl"
    desk.click("button menu", "Export log")
    desk.keys("Down", "Return")
    desk.eyes.wait("push button", "Save")
    desk.keys("ctrl+a")
    desk.write(str(target))
    desk.keys("Return")
    desk.eventually(lambda: target.exists() and target.read_text(), "nothing was exported")
    desk.eyes.sees("records to ")
    lines = [json.loads(line) for line in target.read_text().splitlines()]
    assert lines and all("crash" not in json.dumps(line) for line in lines)
    desk.click("push button", "Hide export result")
    desk.click("push button", "Clear all filters")


def test_the_time_is_narrowed_by_dragging_and_the_list_follows_new_calls(desk):
    x, y, width, height = desk.eyes.extents(desk.eyes.wait("slider", "Calls over time"))
    desk.point(x + 2, y + height // 2, "mousedown", "1")
    for step in (0.3, 0.6, 0.99):
        desk.point(round(x + width * step), y + height // 2)
    desk.point(x + width - 3, y + height // 2, "mouseup", "1")
    desk.eyes.wait("push button", "Remove the filter Time")
    desk.click("push button", "Clear all filters")
    counts(desk, "10 calls")
    with Chat(desk, "--server", "demo", "--client", "Codex") as chat:
        chat.tools()
        chat.call("add", a=5, b=5).result(120)
    counts(desk, "11 calls")


def test_the_log_is_read_with_the_keyboard_alone(desk):
    desk.keys("ctrl+1", "ctrl+8")
    desk.tab_to("Search log")
    desk.keys("ctrl+a")
    desk.write("crash")
    counts(desk, "2 calls")
    desk.tab_to("Recorded calls")
    desk.keys("Home", "Down")
    desk.eyes.wait("push button", "Close details")
    desk.keys("F6")
    desk.eyes.at("Copy as JSON, all records")
    desk.keys("F6")
    desk.eyes.at("Calls over time")
    desk.keys("F6")
    desk.eyes.at("Search log")
    desk.keys("F6")
    desk.eyes.at("Recorded calls")
    desk.tab_to("Close details")
    desk.keys("space")
    desk.eyes.misses("Close details")
    desk.tab_to("Clear all filters")
    desk.keys("space")
    counts(desk, "11 calls")
