"""Every action of the page Clients, in the real window: what a client may see, its end, and clients over HTTP."""

import json
import urllib.error
import urllib.request

import pytest

from tests.journeys.chat import Chat
from tests.journeys.test_first_call import add_demo, no_servers

pytestmark = [pytest.mark.journey, pytest.mark.timeout(300)]

HELLO = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "agent", "version": "1"}},
}  # fmt: skip


@pytest.fixture(scope="module")
def desk(shared):
    add_demo(shared)
    shared.open_window()
    shared.turn_to("Clients")
    return shared


def hello(url, token=""):
    """The status of an `initialize` over HTTP."""
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    try:
        with urllib.request.urlopen(
            urllib.request.Request(url, json.dumps(HELLO).encode(), headers), timeout=20
        ) as told:
            return told.status
    except urllib.error.HTTPError as why:
        with why:
            return why.code


def test_the_entry_for_a_client_is_copied(desk):
    desk.click("push button", "Copy the entry")
    assert json.loads(desk.clipboard())["mcpServers"]["demo"]["args"] == ["--server", "demo"]


def test_a_client_comes_in_over_http_and_is_shut_out(desk):
    desk.click("push button", "Let one in over HTTP")
    desk.click("text", "Name of the client")
    desk.write("agent")
    desk.click("push button", "Make its token")
    desk.eyes.sees("Choose at least one server, or every server.")
    desk.click("check box", "It may use demo", at="left")
    desk.click("push button", "Make its token")
    desk.click("push button", "Copy the token")
    token = desk.clipboard()
    desk.click("push button", "Copy the address with the token")
    whole = desk.clipboard()
    desk.click("push button", "Copy the address")
    url = desk.clipboard()
    desk.click("push button", "Copy all as settings")
    assert json.loads(desk.clipboard())["mcpServers"]["demo"]["url"] == url
    assert hello(url) == 401 and hello(url, token) == 200 and hello(whole) == 200
    desk.click("push button", "I have kept the token")
    desk.click("push button", "Clear the clipboard")
    assert desk.clipboard() == ""
    assert token.encode() not in desk.everything_written()
    desk.eyes.wait("list item", "agent")
    desk.click("push button", "Shut it out…")
    desk.click("push button", "Cancel")
    assert hello(url, token) == 200
    desk.click("push button", "Shut it out…")
    desk.click("push button", "Shut it out")
    desk.eyes.sees("agent is shut out")
    desk.eventually(lambda: not desk.config()["clients"], desk.config)
    with pytest.raises((OSError, AssertionError)):
        assert hello(url, token) == 200
    no_servers(desk)


def test_what_a_client_sees_is_narrowed_and_its_calls_and_rules_are_shown(desk):
    told = desk.toolguard(
        "rule", "add", "--server", "demo", "--tool", "crash", "--client", "Cursor", "--verdict", "deny"
    )
    assert told.returncode == 0, told.stderr
    with Chat(desk, "--server", "demo", "--client", "Cursor") as chat:
        assert chat.tools()
        desk.click("list item", "Cursor")
        desk.click("tree item", "demo", at="left")
        desk.eyes.wait("tree item", "none of its tools")
        assert not chat.tools()
        desk.click("tree item", "demo")
        desk.keys("space")
        desk.eventually(chat.tools, "it sees nothing")
        assert chat.call("crash").result(30).is_error
        desk.click("push button", "Show its calls in Audit")
        desk.eyes.sees("Take away the filter Client: Cursor")
        desk.eyes.wait("cell", "crash")
        desk.turn_to("Clients")
        desk.click("push button", "Show the rules that name it")
        assert desk.eyes.text(desk.eyes.wait("text", "Search the rules")) == "client:Cursor"
        desk.eyes.wait("cell", "Always denied")
        desk.turn_to("Clients")


def test_a_clients_sessions_are_ended(desk):
    with Chat(desk, "--server", "demo", "--client", "Codex") as chat:
        chat.tools()
        desk.click("list item", "Codex")
        desk.click("push button", "End its sessions…")
        desk.click("push button", "End its sessions")
        desk.eyes.sees("of Codex w")
        no_servers(desk)
    desk.click("push button", "Close this notice")


def test_a_client_is_let_in_with_the_keyboard_alone(desk):
    desk.keys("ctrl+1", "ctrl+5")
    desk.tab_to("Let a client in over HTTP")
    desk.keys("space")
    desk.eyes.at("Name of the client")
    desk.keys("Escape")
    desk.eyes.at("Chat clients")
    desk.tab_to("Let a client in", "shift+Tab")
    desk.keys("space")
    desk.eyes.at("Name of the client")
    desk.write("typed")
    desk.keys("Tab", "space", "shift+Tab", "Return")
    desk.eyes.at("Copy the token")
    desk.keys("space")
    assert desk.clipboard().startswith("tg_")
    desk.eventually(lambda: "typed" in desk.config()["clients"], desk.config)
    desk.tab_to("I have kept the token")
    desk.keys("space")
    desk.eyes.at("Chat clients")
