"""Every action of the page Audit, in the real window, over the log of real calls."""

import json

import pytest

from tests.journeys.chat_client import ChatClient
from tests.journeys.test_first_call import add_demo

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def desktop(shared):
    add_demo(shared)
    for tool, verdict in (("add", "allow"), ("whoami", "allow"), ("crash", "deny")):
        result = shared.toolguard("rule", "add", "--server", "demo", "--tool", tool, "--verdict", verdict)
        assert result.returncode == 0, result.stderr
    shared.open_window()
    for client in ("Cursor", "Codex"):
        with ChatClient(shared, "--server", "demo", "--client", client) as chat:
            chat.tools()
            for number in range(3):
                assert not chat.call("add", a=number, b=1000).result(120).is_error
            assert chat.call("crash").result(120).is_error
            chat.call("whoami").result(120)
    shared.turn_to("Audit")
    shared.screen_reader.wait_for_text("10 calls")
    return shared


def test_log_is_searched_filtered_and_cleared(desktop):
    desktop.click("text", "Search log")
    desktop.write("1000")
    desktop.screen_reader.wait_for_text("6 calls")
    desktop.click("combo box", "Client")
    desktop.keys("Down", "Return")
    desktop.screen_reader.wait_for_text("3 calls")
    desktop.click("push button", "Remove the filter Client")
    desktop.screen_reader.wait_for_text("6 calls")
    desktop.click("push button", "Clear all filters")
    desktop.screen_reader.wait_for_text("10 calls")
    desktop.click("combo box", "Decision")
    desktop.keys("End", "Return")
    desktop.screen_reader.wait("push button", "Clear all filters")
    desktop.click("text", "Search log")
    desktop.write("no such words")
    desktop.screen_reader.wait_for_text("No results")
    desktop.click("push button", "Clear all filters")
    desktop.screen_reader.wait_for_text("10 calls")
    desktop.click("combo box", "Calls")
    desktop.keys("End", "Return")
    desktop.screen_reader.wait_for_text("records")
    desktop.click("push button", "Clear all filters")
    desktop.screen_reader.wait_for_text("10 calls")


def test_call_is_shown_in_full_and_copied(desktop):
    desktop.click("cell", "add")
    desktop.click("push button", "Copy as JSON, all records")
    story = json.loads(desktop.clipboard())
    assert "add" in json.dumps(story)
    desktop.click("push button", "Copy Arguments as JSON")
    assert json.loads(desktop.clipboard())["b"] == 1000
    desktop.click("radio button", "Response as JSON")
    desktop.click("push button", "Copy Response as JSON")
    assert json.loads(desktop.clipboard())
    desktop.click("push button", "Copy record")
    assert json.loads(desktop.clipboard())
    desktop.click("push button", "Close details")
    desktop.screen_reader.wait_until_gone("Close details")


def test_log_is_verified_and_the_result_hidden(desktop):
    desktop.click("push button", "Verify log")
    desktop.screen_reader.wait_for_text("records intact")
    assert desktop.toolguard("log", "verify").returncode == 0
    desktop.click("push button", "Hide verification result")
    desktop.screen_reader.wait_until_gone("records intact")


def test_shown_calls_are_exported(desktop):
    desktop.click("text", "Search log")
    desktop.write("tool")
    desktop.keys("ctrl+a")
    desktop.write("1000")
    desktop.screen_reader.wait_for_text("6 calls")
    target = desktop.folder / "found.jsonl"
    desktop.click("button menu", "Export log")
    desktop.keys("Down", "Return")
    desktop.screen_reader.wait("push button", "Save")
    desktop.keys("ctrl+a")
    desktop.write(str(target))
    desktop.keys("Return")
    desktop.eventually(lambda: target.exists() and target.read_text(), "nothing was exported")
    desktop.screen_reader.wait_for_text("records to ")
    lines = [json.loads(line) for line in target.read_text().splitlines()]
    assert lines and all("crash" not in json.dumps(line) for line in lines)
    desktop.click("push button", "Hide export result")
    desktop.click("push button", "Clear all filters")


def test_dragging_filters_by_time_and_new_calls_are_added(desktop):
    x, y, width, height = desktop.screen_reader.extents(desktop.screen_reader.wait("slider", "Calls over time"))
    desktop.point(x + 2, y + height // 2, "mousedown", "1")
    for step in (0.3, 0.6, 0.99):
        desktop.point(round(x + width * step), y + height // 2)
    desktop.point(x + width - 3, y + height // 2, "mouseup", "1")
    desktop.screen_reader.wait("push button", "Remove the filter Time")
    desktop.click("push button", "Clear all filters")
    desktop.screen_reader.wait_for_text("10 calls")
    with ChatClient(desktop, "--server", "demo", "--client", "Codex") as chat:
        chat.tools()
        chat.call("add", a=5, b=5).result(120)
    desktop.screen_reader.wait_for_text("11 calls")


def test_log_is_read_with_the_keyboard(desktop):
    desktop.keys("ctrl+1", "ctrl+8")
    desktop.tab_to("Search log")
    desktop.keys("ctrl+a")
    desktop.write("crash")
    desktop.screen_reader.wait_for_text("2 calls")
    desktop.tab_to("Recorded calls")
    desktop.keys("Home", "Down")
    desktop.screen_reader.wait("push button", "Close details")
    desktop.keys("F6")
    desktop.screen_reader.at("Copy as JSON, all records")
    desktop.keys("F6")
    desktop.screen_reader.at("Calls over time")
    desktop.keys("F6")
    desktop.screen_reader.at("Search log")
    desktop.keys("F6")
    desktop.screen_reader.at("Recorded calls")
    desktop.tab_to("Close details")
    desktop.keys("space")
    desktop.screen_reader.wait_until_gone("Close details")
    desktop.tab_to("Clear all filters")
    desktop.keys("space")
    desktop.screen_reader.wait_for_text("11 calls")
