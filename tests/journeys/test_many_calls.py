"""Thirty calls of four clients, a window that is closed over pending calls, and a log that somebody has edited."""

import time
from contextlib import ExitStack

import pytest

from tests.journeys.chat_client import ChatClient, said
from tests.journeys.test_first_call import add_demo
from tests.support.journal_edits import edit_line, lines_of
from toolguard.gate.approvals.bursts import MAX_GAP

pytestmark = pytest.mark.journey
CLIENTS = {"Cursor": 8, "Codex": 8, "Goose": 7, "Claude": 7}
"""Clients, and how many calls each makes in one turn."""


def test_thirty_calls_of_four_clients_are_decided_with_eight_clicks(desktop):
    """A person who takes five seconds for each client is done within a minute."""
    add_demo(desktop)
    desktop.open_window()
    with ExitStack() as there:
        chats = {
            name: there.enter_context(ChatClient(desktop, "--server", "demo", "--client", name)) for name in CLIENTS
        }
        for chat in chats.values():
            chat.tools()
        calls = {}
        for name, count in CLIENTS.items():
            calls[name] = [chats[name].call("add", a=number, b=1000) for number in range(count)]
            time.sleep(MAX_GAP)
        desktop.screen_reader.sees("30 pending")
        for name, count in CLIENTS.items():
            desktop.click("list item", f"{count} calls: add on demo, requested by {name}")
            desktop.click("push button", f"Approve {count} selected calls")
            assert [said(call) for call in calls[name]] == [f'{{"sum": {number + 1000}}}' for number in range(count)]
        desktop.screen_reader.sees("No pending calls")


def test_closing_with_pending_calls_asks_and_quitting_denies(desktop):
    add_demo(desktop)
    desktop.open_window()
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as chat:
        call = chat.call("add", a=1, b=2)
        desktop.screen_reader.sees("Approve add")
        desktop.close_window()
        desktop.screen_reader.sees("Quitting denies pending calls")
        desktop.click("push button", "Cancel")
        assert not call.done() and desktop.app.poll() is None
        desktop.close_window()
        desktop.click("push button", "Deny all and quit")
        assert call.result(120).is_error
        assert desktop.app.wait(120) == 0


def is_armed(desktop):
    """Whether the question's own button can be pressed; the one that asks has the same name, and dots."""
    found = desktop.screen_reader.find("push button", "Start new log")
    return found and desktop.screen_reader.name(found) == "Start new log"


def test_tampered_log_is_shown_on_every_page_and_a_new_log_started(desktop):
    add_demo(desktop)
    desktop.open_window()
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as chat:
        call = chat.call("add", a=1, b=2)
        desktop.click("push button", "Approve add")
        assert "3" in said(call)
    desktop.kill_app()
    (number,) = [seq for seq, line in enumerate(lines_of(desktop.home / "log"), 1) if b'"call_held"' in line]
    edit_line(desktop.home / "log", number, b"call_held", b"call_heLd")
    desktop.open_window()
    desktop.screen_reader.sees("Status: Log tampered")
    desktop.turn_to("Servers")
    desktop.click("push button", "Start new log…")
    desktop.eventually(lambda: is_armed(desktop), "the question is never armed")
    desktop.click("push button", "Start new log")
    desktop.screen_reader.sees("New log started.")
    with ChatClient(desktop, "--server", "demo", "--client", "Cursor") as chat:
        call = chat.call("add", a=2, b=2)
        desktop.turn_to("Pending")
        desktop.click("push button", "Approve add")
        assert "4" in said(call)
    told = desktop.toolguard("log", "verify")
    assert told.returncode == 0, told.stderr
