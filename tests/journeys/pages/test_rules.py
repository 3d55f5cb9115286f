"""Every action of the page Rules in the real window, with its effect on calls."""

import pytest

from tests.journeys.chat_client import ChatClient, result_text
from tests.journeys.test_first_call import add_demo, received

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def desktop(shared):
    add_demo(shared)
    shared.open_window()
    with ChatClient(shared, "--server", "demo", "--client", "Cursor") as chat:
        chat.tools()
    shared.turn_to("Rules")
    return shared


def rules(desktop):
    return [(one["verdict"], one["server"], one["tool"], one["client"]) for one in desktop.config()["rules"]]


def wait_for_rules(desktop, wanted):
    desktop.eventually(lambda: rules(desktop) == wanted, lambda: f"{rules(desktop)}, not {wanted}")


def fill(desktop, field, words):
    desktop.click("text", field)
    desktop.keys("ctrl+a")
    desktop.write(words)


def test_first_rule_is_added_and_decides_a_call(desktop):
    desktop.click("push button", "Add rule")
    fill(desktop, "Server", "demo")
    fill(desktop, "Tool", "add")
    desktop.click("radio button", "Allow")
    desktop.screen_reader.wait_for_text("Duration: until I quit.")
    desktop.click("combo box", "until I quit")
    desktop.write("for 1 h")
    desktop.keys("Return")
    desktop.click("push button", "Add rule")
    wait_for_rules(desktop, [("allow", "demo", "add", "*")])
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as chat:
        assert "42" in result_text(chat.call("add", a=40, b=2))
    desktop.click("cell", "add")
    desktop.screen_reader.wait_for_text("once, last ")
    desktop.click("push button", "Show calls")
    desktop.screen_reader.wait_for_text("Remove the filter Decided by")
    desktop.screen_reader.wait_for_text("1 call")
    desktop.turn_to("Rules")


def test_removed_rule_stops_at_once_and_is_restored(desktop):
    before = desktop.config()["rules"]
    desktop.click("cell", "add")
    desktop.click("push button", "Remove rule")
    wait_for_rules(desktop, [])
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as chat:
        call = chat.call("add", a=1, b=1)
        desktop.screen_reader.wait("push button", "Status: 1 pending")
        call.cancel()
    desktop.click("push button", "Undo")
    desktop.eventually(lambda: desktop.config()["rules"] == before, "not exactly as it was")


def test_added_rule_is_undone(desktop):
    desktop.click("push button", "Add rule")
    fill(desktop, "Tool", "crash")
    desktop.click("push button", "Cancel")
    desktop.click("push button", "Add rule")
    fill(desktop, "Tool", "whoami")
    desktop.click("radio button", "Deny")
    desktop.click("push button", "Add rule")
    wait_for_rules(desktop, [("allow", "demo", "add", "*"), ("deny", "*", "whoami", "*")])
    desktop.click("push button", "Undo")
    wait_for_rules(desktop, [("allow", "demo", "add", "*")])


def test_test_call_shows_the_deciding_rule(desktop):
    desktop.keys("ctrl+t")
    fill(desktop, "Server", "demo")
    fill(desktop, "Tool", "add")
    desktop.screen_reader.wait_for_text("Show rule: ")
    fill(desktop, "Tool", "write_note")
    desktop.screen_reader.wait_until_gone("Show rule: ")
    desktop.click("push button", "Back")
    desktop.screen_reader.wait_until_gone("Back")


def test_rules_are_searched(desktop):
    fill(desktop, "Search rules", "no such rule")
    desktop.screen_reader.wait_for_text("No results")
    fill(desktop, "Search rules", "tool:add")
    desktop.screen_reader.wait("cell", "add")
    desktop.keys("ctrl+a", "Delete")


def test_rule_is_added_and_removed_with_the_keyboard(desktop):
    desktop.keys("ctrl+1", "ctrl+6")
    desktop.tab_to("Add rule")
    desktop.keys("space")
    desktop.screen_reader.at("Allow")
    desktop.keys("Right", "Right", "space")
    desktop.tab_to("Server")
    desktop.keys("ctrl+a")
    desktop.write("demo")
    desktop.keys("Tab")
    desktop.screen_reader.at("Tool")
    desktop.keys("ctrl+a")
    desktop.write("write_note")
    desktop.tab_to("Add rule")
    desktop.keys("space")
    wait_for_rules(desktop, [("allow", "demo", "add", "*"), ("deny", "demo", "write_note", "*")])
    with ChatClient(desktop, "--server", "demo") as chat:
        assert chat.call("write_note", name="x", text="by a rule").result(120).is_error
    assert "by a rule" not in received(desktop)
    desktop.screen_reader.at("Rules")
    desktop.keys("F6")
    desktop.screen_reader.at("Edit rule")
    desktop.tab_to("Remove rule")
    desktop.keys("space")
    wait_for_rules(desktop, [("allow", "demo", "add", "*")])
    desktop.screen_reader.wait("push button", "Undo")
    desktop.keys("ctrl+z")
    wait_for_rules(desktop, [("allow", "demo", "add", "*"), ("deny", "demo", "write_note", "*")])
