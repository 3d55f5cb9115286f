"""Every action of the page Clients in the real window: access, disconnecting, and HTTP clients."""

import json
import urllib.error
import urllib.request

import pytest

from tests.journeys.chat_client import ChatClient
from tests.journeys.test_first_call import add_demo, no_servers

pytestmark = pytest.mark.journey

INITIALIZE_PARAMS = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "agent", "version": "1"}},
}  # fmt: skip


@pytest.fixture(scope="module")
def desktop(shared):
    add_demo(shared)
    shared.open_window()
    shared.turn_to("Clients")
    return shared


def initialize_status(url, token=""):
    """Return the HTTP status of an `initialize` request."""
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    try:
        with urllib.request.urlopen(
            urllib.request.Request(url, json.dumps(INITIALIZE_PARAMS).encode(), headers), timeout=240
        ) as response:
            return response.status
    except urllib.error.HTTPError as why:
        with why:
            return why.code


def test_entry_for_a_client_is_copied(desktop):
    desktop.click("push button", "Copy entry")
    assert json.loads(desktop.clipboard())["mcpServers"]["demo"]["args"] == ["--server", "demo"]


def test_http_client_connects_and_is_revoked(desktop):
    desktop.click("push button", "Add an HTTP client")
    desktop.click("text", "Client name")
    desktop.write("agent")
    desktop.keys("Return")
    desktop.screen_reader.wait_for_text("Select at least one server.")
    desktop.click("check box", "Allow access to demo", at="left")
    desktop.click("push button", "Create token")
    desktop.click("push button", "Copy token")
    token = desktop.clipboard()
    desktop.click("push button", "Copy URL with token")
    whole = desktop.clipboard()
    desktop.click("push button", "Copy URL")
    url = desktop.clipboard()
    desktop.click("push button", "Copy client configuration")
    assert json.loads(desktop.clipboard())["mcpServers"]["demo"]["url"] == url
    assert initialize_status(url) == 401 and initialize_status(url, token) == 200 and initialize_status(whole) == 200
    desktop.click("push button", "Done")
    desktop.click("push button", "Clear clipboard")
    assert desktop.clipboard() == ""
    assert token.encode() not in desktop.everything_written()
    desktop.screen_reader.wait("list item", "agent")
    desktop.click("push button", "Revoke access…")
    desktop.click("push button", "Cancel")
    assert initialize_status(url, token) == 200
    desktop.click("push button", "Revoke access…")
    desktop.click("push button", "Revoke access")
    desktop.screen_reader.wait_for_text("Access for agent revoked")
    desktop.eventually(lambda: not desktop.config()["clients"], desktop.config)
    with pytest.raises((OSError, AssertionError)):
        assert initialize_status(url, token) == 200
    no_servers(desktop)


def test_client_access_is_restricted_and_its_calls_and_rules_are_shown(desktop):
    result = desktop.toolguard(
        "rule", "add", "--server", "demo", "--tool", "crash", "--client", "Cursor", "--verdict", "deny"
    )
    assert result.returncode == 0, result.stderr
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as chat:
        assert chat.tools()
        desktop.click("list item", "Cursor")
        desktop.click("tree item", "demo", at="left")
        desktop.screen_reader.wait("tree item", "no tools")
        assert not chat.tools()
        desktop.click("tree item", "demo")
        desktop.keys("space")
        desktop.eventually(chat.tools, desktop.screen_reader.outline)
        assert chat.call("crash").result(120).is_error
        desktop.click("push button", "Show calls of this client")
        desktop.screen_reader.wait_for_text("Remove the filter Client: Cursor")
        desktop.screen_reader.wait("cell", "crash")
        desktop.turn_to("Clients")
        desktop.click("push button", "Show rules of this client")
        assert desktop.screen_reader.text(desktop.screen_reader.wait("text", "Search rules")) == "client:Cursor"
        desktop.screen_reader.wait("cell", "Deny")
        desktop.turn_to("Clients")


def test_client_is_disconnected(desktop):
    with ChatClient(desktop, "--server", "demo", "--client", "Codex") as chat:
        chat.tools()
        desktop.click("list item", "Codex")
        desktop.click("push button", "Disconnect…")
        desktop.click("push button", "Disconnect")
        desktop.screen_reader.wait_for_text("Disconnected Codex (")
        no_servers(desktop)
    desktop.click("push button", "Close this notice")


def test_http_client_is_added_with_the_keyboard(desktop):
    desktop.keys("ctrl+1", "ctrl+5")
    desktop.tab_to("Add HTTP client")
    desktop.keys("space")
    desktop.screen_reader.at("Client name")
    desktop.keys("Escape")
    desktop.screen_reader.at("Chat clients")
    desktop.tab_to("Add HTTP client", "shift+Tab")
    desktop.keys("space")
    desktop.screen_reader.at("Client name")
    desktop.write("typed")
    desktop.keys("Tab", "space", "shift+Tab", "Return")
    desktop.screen_reader.at("Copy token")
    desktop.keys("space")
    assert desktop.clipboard().startswith("tg_")
    desktop.eventually(lambda: "typed" in desktop.config()["clients"], desktop.config)
    desktop.tab_to("Done")
    desktop.keys("space")
    desktop.screen_reader.at("Chat clients")
