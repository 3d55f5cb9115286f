"""A rule in the real window: remembered for a folder, applied, back-tested on the log, edited, and removed."""

import shutil
import time
from pathlib import Path

import pytest

from tests.journeys.chat_client import ChatClient, result_text
from tests.journeys.test_first_call import needs_node

pytestmark = [pytest.mark.journey, needs_node]
SERVER = Path(__file__).parents[1] / "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"


@pytest.fixture(scope="module")
def desktop(shared):
    notes = shared.folder / "work" / "notes"
    for folder in (notes, notes / "deeper", notes.parent / "letters"):
        folder.mkdir(parents=True)
        for name in ("a", "b", "c", "d"):
            (folder / f"{name}.txt").write_text(f"{folder.name} {name}")
    added = shared.toolguard("server", "add", "files", "--", shutil.which("node"), str(SERVER), str(notes.parent))
    assert added.returncode == 0, added.stderr
    shared.open_window()
    return shared


@pytest.fixture(scope="module")
def chat(desktop):
    with ChatClient(desktop, "--server", "files", "--client", "Cursor") as client:
        client.tools()
        yield client


def read(desktop, chat, *parts):
    return chat.call("read_text_file", path=str(desktop.folder.joinpath("work", *parts)))


def rules(desktop):
    return desktop.config()["rules"]


def is_asked(desktop):
    """Click on the button until the confirmation has the focus: it is not armed while what it would do changes."""
    desktop.click("push button", "Always allow read_text_file in this folder for Cursor")
    end = time.monotonic() + 3
    while time.monotonic() < end:
        focused = desktop.screen_reader.focused()
        if focused is not None and focused.name.startswith("Cancel"):
            return True
    return False


def test_third_decision_is_remembered_for_the_folder(desktop, chat):
    for name in ("a.txt", "b.txt"):
        call = read(desktop, chat, "notes", name)
        desktop.click("push button", "Approve read_text_file")
        assert "notes" in result_text(call)
    call = read(desktop, chat, "notes", "c.txt")
    desktop.screen_reader.wait_for_text("Approve read_text_file")
    desktop.click("check box", "Remember for: this decision", at="left")
    desktop.click("combo box", "until I quit")
    desktop.keys("End", "Return")
    desktop.screen_reader.wait_for_text("matches 0 past calls")
    folder = desktop.folder / "work" / "notes"
    desktop.click("radio button", f"This folder: {folder}", at="left")
    desktop.screen_reader.wait_for_text("matches 2 past calls")
    desktop.eventually(lambda: is_asked(desktop), "the confirmation is shown")
    desktop.screen_reader.wait_for_text(f'Only if /path is inside "{folder}"')
    assert not call.done() and not rules(desktop), "a permanent rule needs a confirmation"
    desktop.click("push button", "Always allow read_text_file in this folder for Cursor")
    assert "notes c" in result_text(call)
    desktop.eventually(lambda: rules(desktop), "no rule")
    (rule,) = rules(desktop)
    assert rule["when"] == [{"pointer": "/path", "matcher": "inside", "value": str(folder), "quantifier": "value"}]


def test_fourth_call_runs_by_rule_and_one_outside_asks(desktop, chat):
    assert "deeper a" in result_text(read(desktop, chat, "notes", "deeper", "a.txt"))
    call = read(desktop, chat, "letters", "a.txt")
    desktop.screen_reader.wait("push button", "Status: 1 pending")
    assert not call.done()
    desktop.click("push button", "Deny")
    assert call.result(120).is_error


def test_page_shows_why_the_rule_did_not_cover_the_call(desktop, chat):
    desktop.turn_to("Rules")
    desktop.keys("ctrl+t")
    for field, words in (("Server", "files"), ("Tool", "read_text_file"), ("Client", "Cursor")):
        desktop.click("text", field)
        desktop.keys("ctrl+a")
        desktop.write(words)
    desktop.click("text", "Arguments")
    desktop.write('{"path": "%s"}' % (desktop.folder / "work/letters/a.txt"))
    desktop.screen_reader.wait_for_text("It is not true that /path is inside")
    desktop.click("push button", "Back")


def test_rule_is_edited_after_a_backtest(desktop, chat):
    desktop.click("cell", "read_text_file")
    desktop.click("push button", "Edit rule")
    desktop.click("text", "Value 1 of Only if all of these apply")
    desktop.keys("ctrl+a")
    desktop.write(str(desktop.folder / "work"))
    desktop.screen_reader.wait_for_text("Allowed although you denied them")
    desktop.keys("ctrl+a")
    desktop.write(str(desktop.folder / "work" / "notes" / "deeper"))
    desktop.screen_reader.wait_for_text("Asked instead of allowed")
    desktop.screen_reader.wait_until_gone("Allowed although you denied them")
    desktop.click("push button", "Save")
    desktop.eventually(lambda: rules(desktop)[0]["when"][0]["value"].endswith("deeper"), lambda: rules(desktop))
    assert "deeper b" in result_text(read(desktop, chat, "notes", "deeper", "b.txt"))
    call = read(desktop, chat, "notes", "d.txt")
    desktop.screen_reader.wait("push button", "Status: 1 pending")
    call.cancel()
    desktop.screen_reader.wait("push button", "Status: Idle")


def test_change_is_undone_and_the_rule_revoked(desktop, chat):
    desktop.click("cell", "read_text_file")
    desktop.click("push button", "Edit rule")
    desktop.click("text", "Note")
    desktop.write("reading is fine")
    desktop.click("push button", "Save")
    desktop.eventually(lambda: rules(desktop)[0].get("note") == "reading is fine", lambda: rules(desktop))
    desktop.click("push button", "Undo")
    desktop.eventually(lambda: "note" not in rules(desktop)[0], lambda: rules(desktop))
    desktop.click("push button", "Remove rule")
    desktop.eventually(lambda: not rules(desktop), lambda: rules(desktop))
    call = read(desktop, chat, "notes", "deeper", "c.txt")
    desktop.screen_reader.wait("push button", "Status: 1 pending")
    call.cancel()


def test_rule_is_made_from_approved_calls_in_the_log(desktop, chat):
    desktop.turn_to("Audit")
    desktop.click("combo box", "Decision")
    desktop.keys("Down", "Return")
    desktop.click("cell", "read_text_file")
    desktop.keys("ctrl+a")
    desktop.click("push button", "Make a rule from")
    desktop.screen_reader.wait_for_text(f'Only if /path is inside "{desktop.folder / "work" / "notes"}"')
    desktop.screen_reader.wait_for_text("past call")
    desktop.click("combo box", "until I quit")
    desktop.write("until I remove")
    desktop.keys("Return")
    desktop.click("push button", "Add rule")
    desktop.eventually(lambda: len(rules(desktop)) == 1, lambda: rules(desktop))
    assert len(rules(desktop)[0]["examples"]) >= 3
    assert "notes d" in result_text(read(desktop, chat, "notes", "d.txt"))
