"""Every action of the page Tools, in the real window, with its effect on what a client sees."""

import pytest

from tests.journeys.chat_client import ChatClient, result_text
from tests.journeys.test_first_call import add_demo

pytestmark = pytest.mark.journey


@pytest.fixture(scope="module")
def desktop(shared):
    add_demo(shared)
    result = shared.toolguard("rule", "add", "--server", "demo", "--tool", "add", "--verdict", "allow")
    assert result.returncode == 0, result.stderr
    shared.open_window()
    shared.turn_to("Tools")
    return shared


def switches(desktop):
    return {(one["tool"], one["client"]): one["exposed"] for one in desktop.config()["tools"]}


def wait_for_switches(desktop, wanted):
    desktop.eventually(
        lambda: switches(desktop) == wanted,
        lambda: f"{switches(desktop)}, not {wanted}:\n{desktop.screen_reader.outline()}",
    )


def test_unknown_server_is_refreshed(desktop):
    desktop.click("push button", "Fetch tools now")
    desktop.screen_reader.wait("tree item", "read_note")
    assert "starts" in desktop.toolguard("server", "log", "demo").stdout or desktop.config()["servers"]["demo"]


def test_hidden_tool_is_shown_again_by_undo(desktop):
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as chat:
        assert "read_note" in chat.tools()
        desktop.click("tree item", "read_note")
        desktop.click("check box", "Visible to clients", at="left")
        wait_for_switches(desktop, {("read_note", "*"): False})
        assert "read_note" not in chat.tools()
        desktop.click("push button", "Undo")
        wait_for_switches(desktop, {})
        assert "read_note" in chat.tools()


def test_tool_is_hidden_from_one_client(desktop):
    with (
        ChatClient(desktop, "--server", "demo", "--client", "Cursor") as cursor,
        ChatClient(desktop, "--server", "demo") as other,
    ):
        desktop.click("tree item", "write_note")
        desktop.click("check box", "Visible to Cursor", at="left")
        wait_for_switches(desktop, {("write_note", "Cursor"): False})
        assert "write_note" not in cursor.tools() and "write_note" in other.tools()
        desktop.click("check box", "Visible to Cursor", at="left")
        wait_for_switches(desktop, {})


def test_server_is_hidden_and_shown_with_the_keyboard(desktop):
    desktop.keys("ctrl+1", "ctrl+3", "F6")
    desktop.screen_reader.at("Servers and their tools")
    desktop.keys("Home", "space")
    wait_for_switches(desktop, {("*", "*"): False})
    desktop.keys("ctrl+z")
    wait_for_switches(desktop, {})
    desktop.keys("Down", "space")
    desktop.eventually(lambda: list(switches(desktop).values()) == [False], lambda: switches(desktop))
    desktop.keys("space")
    wait_for_switches(desktop, {})
    desktop.keys("F6", "F6")
    desktop.screen_reader.at("Search tools")
    desktop.write("arithmetic sum")
    desktop.keys("ctrl+a", "Delete")


def test_tools_are_searched(desktop):
    desktop.click("text", "Search tools")
    desktop.write("count")
    desktop.eventually(lambda: not desktop.screen_reader.find("tree item", "whoami"), "whoami is still there")
    assert desktop.screen_reader.find("tree item", "count_slowly")
    desktop.write(" no such words")
    desktop.screen_reader.wait_for_text("No results")
    desktop.keys("ctrl+a", "Delete")
    desktop.screen_reader.wait("tree item", "whoami")


def test_tool_links_to_its_calls_rules_and_server(desktop):
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as chat:
        assert "3" in result_text(chat.call("add", a=1, b=2))
    desktop.click("tree item", "add")
    desktop.click("push button", "Show calls")
    desktop.screen_reader.wait_for_text("Remove the filter Tool: add")
    desktop.screen_reader.wait_for_text("1 call")
    desktop.keys("ctrl+3")
    desktop.click("push button", "Show rules")
    assert desktop.screen_reader.text(desktop.screen_reader.wait("text", "Search rules")) == "tool:add"
    desktop.screen_reader.wait("cell", "Allow")
    desktop.keys("ctrl+3")
    desktop.click("tree item", "demo")
    desktop.click("push button", "Refresh")
    desktop.screen_reader.wait("push button", "Refresh")
    desktop.click("push button", "About this server")
    desktop.screen_reader.wait_for_text("Test")
    desktop.click("button menu", "More actions for this server")
    desktop.keys("Down", "Return")
    desktop.screen_reader.wait("tree", "Servers and their tools")


def test_arguments_are_shown_as_json(desktop):
    desktop.turn_to("Tools")
    desktop.click("tree item", "count_slowly")
    desktop.click("radio button", "Arguments as JSON")
    desktop.screen_reader.wait_for_text('"maximum"')
    desktop.click("radio button", "Arguments as Readable")
    desktop.screen_reader.wait_until_gone('"maximum"')
