"""Every action of the page Rules, in the real window, and that the calls are decided by it."""

import pytest

from tests.journeys.chat import Chat, said
from tests.journeys.test_first_call import add_demo, received

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def desk(shared):
    add_demo(shared)
    shared.open_window()
    with Chat(shared, "--server", "demo", "--client", "Cursor") as chat:
        chat.tools()
    shared.turn_to("Rules")
    return shared


def rules(desk):
    return [(one["verdict"], one["server"], one["tool"], one["client"]) for one in desk.config()["rules"]]


def become(desk, wanted):
    desk.eventually(lambda: rules(desk) == wanted, lambda: f"{rules(desk)}, not {wanted}")


def into(desk, field, words):
    desk.click("text", field)
    desk.keys("ctrl+a")
    desk.write(words)


def test_the_first_rule_is_made_with_the_mouse_and_decides(desk):
    desk.click("push button", "Add your first rule")
    into(desk, "Server", "demo")
    into(desk, "Tool", "add")
    desk.click("combo box", "Deny")
    desk.keys("Down", "Down", "Return")
    desk.eyes.wait("push button", "Add: always allow")
    desk.click("combo box", "until I remove it")
    desk.write("for 1 h")
    desk.keys("Return")
    desk.click("push button", "Add: allow for a time")
    become(desk, [("allow", "demo", "add", "*")])
    with Chat(desk, "--server", "demo", "--client", "Cursor") as chat:
        assert "42" in said(chat.call("add", a=40, b=2))
    desk.click("cell", "add")
    desk.eyes.sees("once, last ")
    desk.click("push button", "Show calls")
    desk.eyes.sees("Remove the filter Decided by")
    desk.eyes.sees("1 call")
    desk.turn_to("Rules")


def test_a_rule_is_removed_and_brought_back_and_ends_at_once(desk):
    before = desk.config()["rules"]
    desk.click("cell", "add")
    desk.click("push button", "Remove rule")
    become(desk, [])
    with Chat(desk, "--server", "demo", "--client", "Cursor") as chat:
        call = chat.call("add", a=1, b=1)
        desk.eyes.wait("push button", "Status: 1 pending")
        call.cancel()
    desk.click("push button", "Undo")
    desk.eventually(lambda: desk.config()["rules"] == before, "not exactly as it was")


def test_added_rule_is_undone(desk):
    desk.click("push button", "Add rule")
    into(desk, "Tool", "crash")
    desk.click("push button", "Cancel")
    desk.click("push button", "Add rule")
    into(desk, "Tool", "whoami")
    desk.click("push button", "Add this rule")
    become(desk, [("allow", "demo", "add", "*"), ("deny", "*", "whoami", "*")])
    desk.click("push button", "Undo")
    become(desk, [("allow", "demo", "add", "*")])


def test_test_call_shows_the_deciding_rule(desk):
    desk.click("push button", "Test a call")
    into(desk, "Server", "demo")
    into(desk, "Tool", "add")
    (rule,) = desk.config()["rules"]
    desk.eyes.sees(f"Rule {rule['id']}: ")
    into(desk, "Tool", "write_note")
    desk.eyes.misses(f"Rule {rule['id']}: ")
    desk.click("push button", "Back")
    desk.eyes.misses("Which rule applies?")


def test_rules_are_searched(desk):
    into(desk, "Search rules", "no such rule")
    desk.eyes.sees("No results")
    into(desk, "Search rules", "tool:add")
    desk.eyes.wait("cell", "add")
    desk.keys("ctrl+a", "Delete")


def test_a_rule_is_made_and_removed_with_the_keyboard_alone(desk):
    desk.keys("ctrl+1", "ctrl+6")
    desk.tab_to("Add rule")
    desk.keys("space")
    desk.eyes.at("Server")
    desk.keys("ctrl+a")
    desk.write("demo")
    desk.keys("Tab")
    desk.eyes.at("Tool")
    desk.keys("ctrl+a")
    desk.write("write_note")
    desk.tab_to("Add this rule")
    desk.keys("space")
    become(desk, [("allow", "demo", "add", "*"), ("deny", "demo", "write_note", "*")])
    with Chat(desk, "--server", "demo") as chat:
        assert chat.call("write_note", name="x", text="by a rule").result(120).is_error
    assert "by a rule" not in received(desk)
    desk.eyes.at("Rules")
    desk.keys("F6")
    desk.eyes.at("Edit rule")
    desk.tab_to("Remove rule")
    desk.keys("space")
    become(desk, [("allow", "demo", "add", "*")])
    desk.keys("ctrl+z")
    become(desk, [("allow", "demo", "add", "*"), ("deny", "demo", "write_note", "*")])
