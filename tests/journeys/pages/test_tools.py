"""Every action of the page Tools, in the real window, with its effect on what a client sees."""

import pytest

from tests.journeys.chat import Chat, said
from tests.journeys.test_first_call import add_demo

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def desk(shared):
    add_demo(shared)
    told = shared.toolguard("rule", "add", "--server", "demo", "--tool", "add", "--verdict", "allow")
    assert told.returncode == 0, told.stderr
    shared.open_window()
    shared.turn_to("Tools")
    return shared


def switches(desk):
    return {(one["tool"], one["client"]): one["exposed"] for one in desk.config()["tools"]}


def becomes(desk, wanted):
    desk.eventually(lambda: switches(desk) == wanted, lambda: f"{switches(desk)}, not {wanted}")


def test_unknown_server_is_refreshed(desk):
    desk.click("push button", "Fetch tools now")
    desk.eyes.wait("tree item", "read_note")
    assert "starts" in desk.toolguard("server", "log", "demo").stdout or desk.config()["servers"]["demo"]


def test_a_tool_is_hidden_by_the_mouse_and_shown_again_by_undo(desk):
    with Chat(desk, "--server", "demo", "--client", "Cursor") as chat:
        assert "read_note" in chat.tools()
        desk.click("tree item", "read_note")
        desk.click("check box", "Visible to clients", at="left")
        becomes(desk, {("read_note", "*"): False})
        assert "read_note" not in chat.tools()
        desk.click("push button", "Undo")
        becomes(desk, {})
        assert "read_note" in chat.tools()


def test_a_tool_is_hidden_from_one_client_only(desk):
    with Chat(desk, "--server", "demo", "--client", "Cursor") as cursor, Chat(desk, "--server", "demo") as other:
        desk.click("tree item", "write_note")
        desk.click("check box", "Visible to Cursor", at="left")
        becomes(desk, {("write_note", "Cursor"): False})
        assert "write_note" not in cursor.tools() and "write_note" in other.tools()
        desk.click("check box", "Visible to Cursor", at="left")
        becomes(desk, {})


def test_a_whole_server_is_hidden_and_shown_with_the_keyboard_alone(desk):
    desk.keys("ctrl+1", "ctrl+3", "F6")
    desk.eyes.at("Servers and their tools")
    desk.keys("Home", "space")
    becomes(desk, {("*", "*"): False})
    desk.keys("ctrl+z")
    becomes(desk, {})
    desk.keys("Down", "space")
    desk.eventually(lambda: list(switches(desk).values()) == [False], lambda: switches(desk))
    desk.keys("space")
    becomes(desk, {})
    desk.keys("F6", "F6")
    desk.eyes.at("Search tools")
    desk.write("arithmetic sum")
    desk.keys("ctrl+a", "Delete")


def test_tools_are_searched(desk):
    desk.click("text", "Search tools")
    desk.write("count")
    desk.eventually(lambda: not desk.eyes.find("tree item", "whoami"), "whoami is still there")
    assert desk.eyes.find("tree item", "count_slowly")
    desk.write(" no such words")
    desk.eyes.sees("No results")
    desk.keys("ctrl+a", "Delete")
    desk.eyes.wait("tree item", "whoami")


def test_the_chosen_tool_leads_to_its_calls_its_rules_and_its_server(desk):
    with Chat(desk, "--server", "demo", "--client", "Cursor") as chat:
        assert "3" in said(chat.call("add", a=1, b=2))
    desk.click("tree item", "add")
    desk.click("push button", "Show calls")
    desk.eyes.sees("Remove the filter Tool: add")
    desk.eyes.sees("1 call")
    desk.keys("ctrl+3")
    desk.click("push button", "Show rules")
    assert desk.eyes.text(desk.eyes.wait("text", "Search rules")) == "tool:add"
    desk.eyes.wait("cell", "Always allow")
    desk.keys("ctrl+3")
    desk.click("tree item", "demo")
    desk.click("push button", "Refresh")
    desk.eyes.wait("push button", "Refresh")
    desk.click("push button", "About this server")
    desk.eyes.sees("Test")
    desk.click("push button", "Show tools of this server")
    desk.eyes.wait("tree", "Servers and their tools")


def test_the_inputs_are_shown_as_json(desk):
    desk.turn_to("Tools")
    desk.click("tree item", "count_slowly")
    desk.click("radio button", "Arguments as JSON")
    desk.eyes.sees('"maximum"')
    desk.click("radio button", "Arguments as Readable")
    desk.eyes.misses('"maximum"')
