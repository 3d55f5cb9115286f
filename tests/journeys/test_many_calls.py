"""Thirty calls of four clients, closing the window with pending calls, and a tampered log."""

import time
from contextlib import ExitStack

import pytest

from tests.journeys.chat_client import ChatClient, result_text
from tests.journeys.test_first_call import add_demo
from tests.support.journal_edits import edit_line, lines_of
from toolguard.gate.approvals.bursts import MAX_GAP

pytestmark = pytest.mark.journey
CLIENTS = {"Cursor": 8, "Codex": 8, "Goose": 7, "Claude": 7}
"""Number of calls of each client."""


def test_thirty_calls_of_four_clients_are_decided_with_eight_clicks(desktop):
    """At five seconds for each client, this takes less than a minute."""
    add_demo(desktop)
    result = desktop.toolguard("settings", "set", "client_timeouts", *(f"{name}=0" for name in CLIENTS))
    assert result.returncode == 0, result.stderr
    desktop.open_window()
    with ExitStack() as stack:
        chats = {
            name: stack.enter_context(ChatClient(desktop, "--server", "demo", "--client", name)) for name in CLIENTS
        }
        for chat in chats.values():
            chat.tools()
        calls = {}
        for name, count in CLIENTS.items():
            calls[name] = [chats[name].call("add", a=number, b=1000) for number in range(count)]
            time.sleep(MAX_GAP)
        desktop.screen_reader.wait_for_text("30 pending")
        for name, count in CLIENTS.items():
            desktop.click("list item", f"{count} calls: add on demo, requested by {name}")
            desktop.click("push button", f"Approve {count} selected calls")
            assert [result_text(call) for call in calls[name]] == [
                f'{{"sum": {number + 1000}}}' for number in range(count)
            ]
        desktop.screen_reader.wait_for_text("No pending calls")


def test_closing_with_pending_calls_asks_and_quitting_denies(desktop):
    add_demo(desktop)
    desktop.open_window()
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as chat:
        call = chat.call("add", a=1, b=2)
        desktop.screen_reader.wait_for_text("Approve add")
        desktop.close_window()
        desktop.screen_reader.wait_for_text("Quitting denies pending calls")
        desktop.click("push button", "Cancel")
        assert not call.done() and desktop.app.poll() is None
        desktop.close_window()
        desktop.click("push button", "Quit and end 1 call")
        assert call.result(120).is_error
        assert desktop.app.wait(120) == 0


def is_enabled(desktop):
    """Return whether the button of the confirmation is enabled. The one that opens it has the same name, with dots."""
    button = desktop.screen_reader.find("push button", "Start new log")
    return button and desktop.screen_reader.name(button) == "Start new log"


def test_tampered_log_is_shown_on_every_page_and_a_new_log_started(desktop):
    add_demo(desktop)
    desktop.open_window()
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as chat:
        call = chat.call("add", a=1, b=2)
        desktop.click("push button", "Approve add")
        assert "3" in result_text(call)
    desktop.kill_app()
    (number,) = [seq for seq, line in enumerate(lines_of(desktop.home / "log"), 1) if b'"call_held"' in line]
    edit_line(desktop.home / "log", number, b"call_held", b"call_heLd")
    desktop.open_window()
    desktop.screen_reader.wait_for_text("Status: Log tampered")
    desktop.turn_to("Servers")
    desktop.click("push button", "Start new log…")
    desktop.eventually(lambda: is_enabled(desktop), "the button is never enabled")
    desktop.click("push button", "Start new log")
    desktop.screen_reader.wait_for_text("New log started.")
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as chat:
        call = chat.call("add", a=2, b=2)
        desktop.turn_to("Pending")
        desktop.click("push button", "Approve add")
        assert "4" in result_text(call)
    result = desktop.toolguard("log", "verify")
    assert result.returncode == 0, result.stderr
