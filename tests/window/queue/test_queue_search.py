"""The search of the list of pending calls."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held
from toolguard.gate.model import PendingCall, Proposal

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
CALLS = (
    make_held("c1", "write_file", {"path": "/home/u/notes.txt"}, since=1.0),
    make_held("c2", "run_query", {"sql": "select 1"}, server="db", since=2.0),
    make_held("c3", "write_file", {"path": "/home/u/plan.txt"}, since=3.0),
)
BURST = tuple(make_held(f"b{n}", "read_file", {"path": f"/home/u/{n}.txt"}, burst="b", since=4.0 + n) for n in range(3))


def shown(harness: WindowHarness) -> list[str]:
    pending = harness.pending
    return [name for row, name in enumerate(pending.queue.names()) if not pending.list.isRowHidden(row)]


def is_marked_hidden(harness: WindowHarness) -> str:
    left = harness.pending.left
    return str(left.hidden_text.text()) if left.hidden_text.isVisible() else ""


async def search(harness: WindowHarness, text: str, *held: PendingCall) -> None:
    await harness.show(pending=held or CALLS)
    await until(lambda: harness.pending.queue.rowCount() >= len(held or CALLS))
    harness.keys(Qt.Key.Key_F, CTRL | SHIFT)
    assert QApplication.focusWidget() is harness.pending.left.search
    harness.pending.left.search.setText(text)


async def test_search_shows_items_that_contain_every_word(harness: WindowHarness) -> None:
    await search(harness, "WRITE notes")
    assert shown(harness) == ["c1"]
    assert harness.pending.left.count.text() == "1 of 3"
    assert is_marked_hidden(harness) == "Hidden by the search: 2"
    harness.pending.left.search.setText("db")
    assert shown(harness) == ["c2"], "the server counts, too"
    harness.pending.left.show_all.click()
    assert shown(harness) == ["c1", "c2", "c3"] and not is_marked_hidden(harness)
    assert harness.pending.left.count.text() == "3"


async def test_page_is_entered_at_its_list(harness: WindowHarness) -> None:
    harness.window.turn("help")
    help_page = harness.window.stack.page("help")
    await harness.show(pending=CALLS)
    help_page.search.setFocus()
    harness.window.turn("pending")
    assert QApplication.focusWidget() is harness.pending.list
    harness.keys(Qt.Key.Key_F, CTRL | SHIFT)
    harness.window.turn("help")
    harness.window.turn("pending")
    assert QApplication.focusWidget() is harness.pending.left.search, "the person left it there"
    QTest.keyClick(harness.pending.left.search, Qt.Key.Key_E, CTRL)
    assert harness.pending.call.editor.isVisible()


async def test_shown_call_stays_until_the_results_are_entered(harness: WindowHarness) -> None:
    await search(harness, "run_query")
    assert harness.pending.shown == "c1", "the person can have written a reason for it"
    QTest.keyClick(harness.pending.left.search, Qt.Key.Key_Down)
    assert harness.pending.shown == "c2" and QApplication.focusWidget() is harness.pending.list
    harness.keys(Qt.Key.Key_F, CTRL | SHIFT)
    QTest.keyClick(harness.pending.left.search, Qt.Key.Key_Escape)
    assert shown(harness) == ["c1", "c2", "c3"]


async def test_next_item_after_a_decision_is_a_result(harness: WindowHarness) -> None:
    await search(harness, "write_file")
    harness.pending.choose("c1")
    harness.pending.call.decision.deny.emit()
    await until(lambda: harness.pending.shown == "c3")


async def test_new_call_that_the_search_hides_is_counted(harness: WindowHarness) -> None:
    await search(harness, "notes")
    await harness.show(pending=(*CALLS, make_held("c4", "delete_file", {"path": "/home/u/a"}, since=9.0)))
    await until(lambda: harness.pending.left.count.text() == "1 of 4")
    assert shown(harness) == ["c1"] and is_marked_hidden(harness) == "Hidden by the search: 3"
    harness.pending.open("c4")
    assert shown(harness) == ["c1", "c2", "c3", "c4"] and harness.pending.shown == "c4"


async def test_hidden_calls_are_not_decided_with_the_others(harness: WindowHarness) -> None:
    await search(harness, "")
    harness.pending.list.selectAll()
    assert [held.call.id for held in harness.pending.several.calls] == ["c1", "c2", "c3"]
    harness.pending.left.search.setText("write_file")
    assert [held.call.id for held in harness.pending.several.calls] == ["c1", "c3"]
    harness.pending.left.search.setText("")
    harness.pending.choose("c1")
    harness.pending.left.search.setText("notes")
    harness.pending.list.selectAll()
    assert harness.pending.shown == "c1" and harness.pending.queue.alike("c1") == ["c1"]


async def test_burst_is_shown_if_one_of_its_calls_matches(harness: WindowHarness) -> None:
    await search(harness, "2.txt", *CALLS, *BURST)
    assert shown(harness) == ["burst:b"]
    harness.pending.queue.expand("burst:b")
    assert shown(harness) == ["burst:b", "b2"]
    harness.pending.left.search.setText("select")
    assert shown(harness) == ["c2"]


async def test_search_ends_with_the_last_item(harness: WindowHarness) -> None:
    await search(harness, "notes")
    await harness.show()
    await until(lambda: harness.pending.queue.rowCount() == 0)
    await harness.show(pending=CALLS[1:2])
    assert shown(harness) == ["c2"] and harness.pending.shown == "c2"


async def test_ctrl_f_searches_the_list_if_the_item_has_no_text_to_search(harness: WindowHarness) -> None:
    proposal = Proposal(id="p1", title="A rule", detail="allow read_file", kind="rule", asked_by="Codex", since=1.0)
    await harness.show(proposals=(proposal,))
    harness.keys(Qt.Key.Key_F, CTRL)
    assert QApplication.focusWidget() is harness.pending.left.search
    await harness.show(pending=CALLS)
    harness.pending.choose("c1")
    harness.keys(Qt.Key.Key_F, CTRL)
    assert QApplication.focusWidget() is harness.pending.call.viewer.search
