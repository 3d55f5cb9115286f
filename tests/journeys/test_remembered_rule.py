"""A rule's life, in the real window: remembered for a folder, it decides, is tried on the log, edited, and revoked."""

import shutil
from pathlib import Path

import pytest

from tests.journeys.chat import Chat, said
from tests.journeys.test_first_call import needs_node

pytestmark = [pytest.mark.journey, needs_node]
SERVER = Path(__file__).parents[1] / "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"


@pytest.fixture(scope="module")
def desk(shared):
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
def chat(desk):
    with Chat(desk, "--server", "files", "--client", "Cursor") as one:
        one.tools()
        yield one


def read(desk, chat, *parts):
    return chat.call("read_text_file", path=str(desk.folder.joinpath("work", *parts)))


def rules(desk):
    return desk.config()["rules"]


def test_the_third_answer_is_remembered_for_the_folder(desk, chat):
    for name in ("a.txt", "b.txt"):
        call = read(desk, chat, "notes", name)
        desk.click("push button", "Approve read_text_file")
        assert "notes" in said(call)
    call = read(desk, chat, "notes", "c.txt")
    desk.eyes.sees("Approve read_text_file")
    desk.click("check box", "Remember for: this decision", at="left")
    desk.click("combo box", "until I quit")
    desk.keys("End", "Return")
    desk.eyes.sees("0 calls")
    folder = desk.folder / "work" / "notes"
    desk.click("radio button", f"This folder: {folder}", at="left")
    desk.eyes.sees("2 calls")
    desk.click("push button", "Always allow read_text_file in this folder for Cursor")
    desk.eyes.sees(f'Only if /path is inside "{folder}"')
    assert not call.done() and not rules(desk), "a rule for good asks once more"
    desk.click("push button", "Always allow read_text_file in this folder for Cursor")
    assert "notes c" in said(call)
    desk.eventually(lambda: rules(desk), "no rule")
    (rule,) = rules(desk)
    assert rule["when"] == [{"pointer": "/path", "matcher": "inside", "value": str(folder), "quantifier": "value"}]


def test_fourth_call_runs_by_rule_and_one_outside_asks(desk, chat):
    assert "deeper a" in said(read(desk, chat, "notes", "deeper", "a.txt"))
    call = read(desk, chat, "letters", "a.txt")
    desk.eyes.wait("push button", "Status: 1 pending")
    assert not call.done()
    desk.click("push button", "Deny")
    assert call.result(120).is_error


def test_page_shows_why_the_rule_did_not_cover_the_call(desk, chat):
    desk.turn_to("Rules")
    desk.click("push button", "Test a call")
    for field, words in (("Server", "files"), ("Tool", "read_text_file"), ("Client", "Cursor")):
        desk.click("text", field)
        desk.keys("ctrl+a")
        desk.write(words)
    desk.click("text", "Arguments")
    desk.write('{"path": "%s"}' % (desk.folder / "work/letters/a.txt"))
    desk.eyes.sees("it is not true that /path is inside")
    desk.click("push button", "Back")


def test_rule_is_edited_after_a_backtest(desk, chat):
    desk.click("cell", "read_text_file")
    desk.click("push button", "Edit rule")
    desk.click("text", "Value 1 of Only if all of these apply")
    desk.keys("ctrl+a")
    desk.write(str(desk.folder / "work"))
    desk.eyes.sees("denied by you; ask → allow")
    desk.keys("ctrl+a")
    desk.write(str(desk.folder / "work" / "notes" / "deeper"))
    desk.eyes.sees("allow → ask")
    desk.eyes.misses("denied by you")
    desk.click("push button", "Save: always allow")
    desk.eventually(lambda: rules(desk)[0]["when"][0]["value"].endswith("deeper"), lambda: rules(desk))
    assert "deeper b" in said(read(desk, chat, "notes", "deeper", "b.txt"))
    call = read(desk, chat, "notes", "d.txt")
    desk.eyes.wait("push button", "Status: 1 pending")
    call.cancel()
    desk.eyes.wait("push button", "Status: Idle")


def test_change_is_undone_and_the_rule_revoked(desk, chat):
    desk.click("cell", "read_text_file")
    desk.click("push button", "Edit rule")
    desk.click("text", "Note")
    desk.write("reading is fine")
    desk.click("push button", "Save: always allow")
    desk.eventually(lambda: rules(desk)[0].get("note") == "reading is fine", lambda: rules(desk))
    desk.click("push button", "Undo")
    desk.eventually(lambda: "note" not in rules(desk)[0], lambda: rules(desk))
    desk.click("push button", "Remove rule")
    desk.eventually(lambda: not rules(desk), lambda: rules(desk))
    call = read(desk, chat, "notes", "deeper", "c.txt")
    desk.eyes.wait("push button", "Status: 1 pending")
    call.cancel()


def test_a_rule_is_made_from_approved_calls_in_the_log(desk, chat):
    desk.turn_to("Audit")
    desk.click("combo box", "Decision")
    desk.keys("Down", "Return")
    desk.click("cell", "read_text_file")
    desk.keys("ctrl+a")
    desk.click("push button", "Make a rule from")
    desk.eyes.sees(f'Only if /path is inside "{desk.folder / "work" / "notes"}"')
    desk.eyes.sees("Decides")
    desk.click("push button", "Add: always allow")
    desk.eventually(lambda: len(rules(desk)) == 1, lambda: rules(desk))
    assert len(rules(desk)[0]["examples"]) >= 3
    assert "notes d" in said(read(desk, chat, "notes", "d.txt"))
