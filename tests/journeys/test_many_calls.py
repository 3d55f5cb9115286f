"""Thirty calls of four clients, a window that is closed over pending calls, and a log that somebody has edited."""

import time
from contextlib import ExitStack

import pytest

from tests.journeys.chat import Chat, said
from tests.journeys.test_first_call import add_demo
from tests.support.journal_edits import edit_line, lines_of
from toolguard.gate.approvals.bursts import MAX_GAP

pytestmark = pytest.mark.journey
CLIENTS = {"Cursor": 8, "Codex": 8, "Goose": 7, "Claude": 7}
"""Clients, and how many calls each makes in one turn."""


def test_thirty_calls_of_four_clients_are_decided_with_eight_clicks(desk):
    """A person who takes five seconds for each client is done within a minute."""
    add_demo(desk)
    desk.open_window()
    with ExitStack() as there:
        chats = {name: there.enter_context(Chat(desk, "--server", "demo", "--client", name)) for name in CLIENTS}
        for chat in chats.values():
            chat.tools()
        calls = {}
        for name, count in CLIENTS.items():
            calls[name] = [chats[name].call("add", a=number, b=1000) for number in range(count)]
            time.sleep(MAX_GAP)
        desk.eyes.sees("30 pending")
        for name, count in CLIENTS.items():
            desk.click("list item", f"{count} calls: add on demo, requested by {name}")
            desk.click("push button", f"Approve {count} selected calls")
            assert [said(call) for call in calls[name]] == [f'{{"sum": {number + 1000}}}' for number in range(count)]
        desk.eyes.sees("No pending calls")


def test_closing_with_pending_calls_asks_and_quitting_denies(desk):
    add_demo(desk)
    desk.open_window()
    with Chat(desk, "--server", "demo", "--client", "Cursor") as chat:
        call = chat.call("add", a=1, b=2)
        desk.eyes.sees("Approve add")
        desk.close_window()
        desk.eyes.sees("Quitting denies pending calls")
        desk.click("push button", "Cancel")
        assert not call.done() and desk.app.poll() is None
        desk.close_window()
        desk.click("push button", "Deny all and quit")
        assert call.result(120).is_error
        assert desk.app.wait(120) == 0


def is_armed(desk):
    """Whether the question's own button can be pressed; the one that asks has the same name, and dots."""
    found = desk.eyes.find("push button", "Start new log")
    return found and desk.eyes.name(found) == "Start new log"


def test_an_edited_log_is_shown_everywhere_and_a_new_one_is_started(desk):
    add_demo(desk)
    desk.open_window()
    with Chat(desk, "--server", "demo", "--client", "Cursor") as chat:
        call = chat.call("add", a=1, b=2)
        desk.click("push button", "Approve add")
        assert "3" in said(call)
    desk.kill_app()
    (number,) = [seq for seq, line in enumerate(lines_of(desk.home / "log"), 1) if b'"call_held"' in line]
    edit_line(desk.home / "log", number, b"call_held", b"call_heLd")
    desk.open_window()
    desk.eyes.sees("Status: Log tampered")
    desk.turn_to("Servers")
    desk.click("push button", "Start new log…")
    desk.eventually(lambda: is_armed(desk), "the question is never armed")
    desk.click("push button", "Start new log")
    desk.eyes.sees("New log started.")
    with Chat(desk, "--server", "demo", "--client", "Cursor") as chat:
        call = chat.call("add", a=2, b=2)
        desk.turn_to("Pending")
        desk.click("push button", "Approve add")
        assert "4" in said(call)
    told = desk.toolguard("log", "verify")
    assert told.returncode == 0, told.stderr
