"""Every action of the page Clients, in the real window: what a client may see, its end, and clients over HTTP."""

import json
import urllib.error
import urllib.request

import pytest

from tests.journeys.chat import Chat
from tests.journeys.test_first_call import add_demo, no_servers

pytestmark = pytest.mark.journey

INITIALIZE_PARAMS = {
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
            urllib.request.Request(url, json.dumps(INITIALIZE_PARAMS).encode(), headers), timeout=240
        ) as told:
            return told.status
    except urllib.error.HTTPError as why:
        with why:
            return why.code


def test_the_entry_for_a_client_is_copied(desk):
    desk.click("push button", "Copy entry")
    assert json.loads(desk.clipboard())["mcpServers"]["demo"]["args"] == ["--server", "demo"]


def test_http_client_connects_and_is_revoked(desk):
    desk.click("push button", "Add an HTTP client")
    desk.click("text", "Client name")
    desk.write("agent")
    desk.click("push button", "Create token")
    desk.eyes.sees("Select at least one server.")
    desk.click("check box", "Allow access to demo", at="left")
    desk.click("push button", "Create token")
    desk.click("push button", "Copy token")
    token = desk.clipboard()
    desk.click("push button", "Copy URL with token")
    whole = desk.clipboard()
    desk.click("push button", "Copy URL")
    url = desk.clipboard()
    desk.click("push button", "Copy client configuration")
    assert json.loads(desk.clipboard())["mcpServers"]["demo"]["url"] == url
    assert hello(url) == 401 and hello(url, token) == 200 and hello(whole) == 200
    desk.click("push button", "Done")
    desk.click("push button", "Clear clipboard")
    assert desk.clipboard() == ""
    assert token.encode() not in desk.everything_written()
    desk.eyes.wait("list item", "agent")
    desk.click("push button", "Revoke access…")
    desk.click("push button", "Cancel")
    assert hello(url, token) == 200
    desk.click("push button", "Revoke access…")
    desk.click("push button", "Revoke access")
    desk.eyes.sees("Access for agent revoked")
    desk.eventually(lambda: not desk.config()["clients"], desk.config)
    with pytest.raises((OSError, AssertionError)):
        assert hello(url, token) == 200
    no_servers(desk)


def test_client_access_is_restricted_and_its_calls_and_rules_are_shown(desk):
    told = desk.toolguard(
        "rule", "add", "--server", "demo", "--tool", "crash", "--client", "Cursor", "--verdict", "deny"
    )
    assert told.returncode == 0, told.stderr
    with Chat(desk, "--server", "demo", "--client", "Cursor") as chat:
        assert chat.tools()
        desk.click("list item", "Cursor")
        desk.click("tree item", "demo", at="left")
        desk.eyes.wait("tree item", "no tools")
        assert not chat.tools()
        desk.click("tree item", "demo")
        desk.keys("space")
        desk.eventually(chat.tools, desk.eyes.outline)
        assert chat.call("crash").result(120).is_error
        desk.click("push button", "Show calls of this client")
        desk.eyes.sees("Remove the filter Client: Cursor")
        desk.eyes.wait("cell", "crash")
        desk.turn_to("Clients")
        desk.click("push button", "Show rules of this client")
        assert desk.eyes.text(desk.eyes.wait("text", "Search rules")) == "client:Cursor"
        desk.eyes.wait("cell", "Always deny")
        desk.turn_to("Clients")


def test_a_clients_sessions_are_ended(desk):
    with Chat(desk, "--server", "demo", "--client", "Codex") as chat:
        chat.tools()
        desk.click("list item", "Codex")
        desk.click("push button", "Disconnect…")
        desk.click("push button", "Disconnect")
        desk.eyes.sees("Disconnected Codex (")
        no_servers(desk)
    desk.click("push button", "Close this notice")


def test_http_client_is_added_with_the_keyboard(desk):
    desk.keys("ctrl+1", "ctrl+5")
    desk.tab_to("Add HTTP client")
    desk.keys("space")
    desk.eyes.at("Client name")
    desk.keys("Escape")
    desk.eyes.at("Chat clients")
    desk.tab_to("Add HTTP client", "shift+Tab")
    desk.keys("space")
    desk.eyes.at("Client name")
    desk.write("typed")
    desk.keys("Tab", "space", "shift+Tab", "Return")
    desk.eyes.at("Copy token")
    desk.keys("space")
    assert desk.clipboard().startswith("tg_")
    desk.eventually(lambda: "typed" in desk.config()["clients"], desk.config)
    desk.tab_to("Done")
    desk.keys("space")
    desk.eyes.at("Chat clients")
