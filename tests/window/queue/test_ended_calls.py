"""A call that is over: it makes room for those that wait, and nothing that is being written is lost or misdirected."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.window.conftest import Stage, make_held, until
from toolguard.gate.model import Proposal
from toolguard.window.approval.armed_button import ARMING_DELAY_MS, UNASKED_ARMING_DELAY_MS

CTRL = Qt.KeyboardModifier.ControlModifier
PROPOSAL = Proposal(id="p1", kind="rule", title="A rule", detail="allow", asked_by="Codex", since=1.0)


async def test_ended_call_is_replaced_by_the_next_one(stage: Stage) -> None:
    """Defect B9: it stayed selected for ever, and hid the ones that waited."""
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await stage.show(held=(first, second))
    await stage.armed("Approve write_file")
    seen = time.monotonic()
    await stage.show(held=(second,))
    assert stage.pending.left.title.text() == "1 pending"
    assert stage.find("Show the next pending item").isEnabled()
    await until(lambda: stage.sees("Approve delete_file"))
    assert time.monotonic() - seen < 10  # about one second; a loaded machine is no defect
    assert stage.pending.queue.names() == ["c2"] and stage.pending.shown == "c2"
    assert stage.pending.left.ended.words.text() == "write_file: This call has ended. You can no longer decide it."


async def test_call_shown_automatically_is_armed_later_than_a_chosen_one(stage: Stage) -> None:
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await stage.show(held=(first, second))
    await stage.show(held=(second,))
    await until(lambda: stage.sees("Approve delete_file"))
    assert stage.pending.call.decision.arming._timer.interval() == UNASKED_ARMING_DELAY_MS > 2 * ARMING_DELAY_MS
    stage.keys(Qt.Key.Key_Return, CTRL)
    assert stage.gate.orders == []


async def test_later_call_replaces_an_ended_one(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"),))
    await stage.show()
    assert not stage.find("Show the next pending item").isEnabled()
    assert stage.pending.left.title.text() == "No pending calls"
    await until(lambda: stage.pending.queue.rowCount() == 0)
    assert stage.pending.call.isVisible(), "what happened can still be read"
    await stage.show(held=(make_held("c2", "delete_file"),))
    assert stage.sees("Approve delete_file") and stage.pending.shown == "c2"


async def test_typed_reason_stays_and_goes_to_no_other_call(stage: Stage) -> None:
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await stage.show(held=(first, second))
    reason = stage.find("Reason for denying")
    reason.setFocus()
    QTest.keyClicks(reason, "not this fol")
    await stage.show(held=(second,))
    QTest.keyClicks(QApplication.focusWidget(), "der\r ")
    await until(lambda: stage.pending.queue.names() == ["c2"])
    assert not stage.sees("Approve delete_file") and stage.gate.orders == []
    assert stage.find("Your earlier edits").text() == "not this fol"
    assert "You can no longer decide" in stage.pending.call.decision.gone.text()
    assert stage.pending.left.title.text() == "1 pending"
    stage.press("Show the next pending item")
    assert stage.sees("Approve delete_file") and stage.find("Reason for denying").text() == ""


async def test_edited_arguments_of_an_ended_call_can_be_copied_not_sent(stage: Stage) -> None:
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await stage.show(held=(first, second))
    stage.keys(Qt.Key.Key_E, CTRL)
    area = stage.pending.call.editor.area
    await until(lambda: area.hasFocus() or not area.isHidden())
    area.setFocus()
    area.setPlainText('{"path": "/tmp/mine"}')
    await stage.show(held=(second,))
    await until(lambda: stage.pending.queue.names() == ["c2"])
    assert area.isVisible() and area.isReadOnly() and "/tmp/mine" in area.toPlainText()
    QTest.keyClicks(QApplication.focusWidget() or area, "xyz")
    assert area.toPlainText() == '{"path": "/tmp/mine"}'
    stage.keys(Qt.Key.Key_Return, CTRL)
    stage.keys(Qt.Key.Key_D, CTRL)
    assert stage.gate.orders == []
    stage.pending.choose("c2")
    stage.keys(Qt.Key.Key_E, CTRL)
    assert not area.isReadOnly() and "mine" not in area.toPlainText()


async def test_typed_keys_do_not_go_to_the_next_call(stage: Stage) -> None:
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await stage.show(held=(first, second))
    stage.find("Reason for denying").setFocus()
    await stage.show(held=(second,))
    await until(lambda: stage.sees("Approve delete_file"))
    QTest.keyClicks(QApplication.focusWidget() or stage.window, "abc ")
    assert stage.find("Reason for denying").text() == ""
    assert stage.gate.orders == []


async def test_window_from_the_tray_shows_pending_items(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"),))
    stage.window.hide()
    await stage.show(held=(make_held("c2", "delete_file"), make_held("c3", "move_file")))
    stage.window.bring_up()
    assert stage.pending.shown == "c2" and stage.pending.queue.names() == ["c2", "c3"]
    await until(lambda: stage.sees("Approve delete_file"))


async def test_reopened_page_shows_pending_items(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"),))
    stage.window.turn("servers")
    await stage.show(held=(make_held("c2", "delete_file"),))
    stage.window.turn("pending")
    assert stage.pending.shown == "c2" and stage.pending.queue.names() == ["c2"]


async def test_ended_call_can_be_shown_again_for_a_minute(stage: Stage) -> None:
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await stage.show(held=(first, second))
    await stage.show(held=(second,))
    await until(lambda: stage.sees("Approve delete_file"))
    stage.press("Show the ended call")
    assert "write_file" in stage.pending.call.heading.sentence.said() and not stage.sees("Approve delete_file")
    assert stage.pending.queue.names() == ["c2"] and stage.find("Show the next pending item").isEnabled()
    stage.press("Show the next pending item")
    assert stage.sees("Approve delete_file")
    for _ in range(60):
        stage.pending.left.ended.tick()
    assert not stage.pending.left.ended.isVisible()


async def test_ended_call_is_read_from_the_log(stage: Stage) -> None:
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await stage.show(held=(first, second))
    await stage.show(held=(second,))
    await until(lambda: stage.sees("Open in Audit"))
    stage.press("Open in Audit")
    assert stage.window.stack.key == "audit"


async def test_ended_proposal_is_replaced_too(stage: Stage) -> None:
    call = make_held("c2", "delete_file")
    await stage.show(held=(call,), proposals=(PROPOSAL,))
    assert stage.pending.shown == "p1"
    await stage.show(held=(call,))
    await until(lambda: stage.sees("Approve delete_file"))
    assert stage.pending.left.ended.words.text() == "Decided elsewhere or cancelled: A rule"
    assert not stage.sees("Open in Audit")


async def test_ended_calls_of_a_selection_leave_the_pending_ones(stage: Stage) -> None:
    calls = [make_held(f"c{at}") for at in range(3)]
    await stage.show(held=calls)
    stage.pending.choose_all(["c0", "c1"])
    stage.find("Reason for denying all").setText("too many")
    await stage.show(held=calls[1:])
    assert stage.find("Reason for denying all").text() == "too many"
    stage.find("Reason for denying all").clear()
    await stage.show(held=calls[2:])
    await until(lambda: stage.pending.shown == "c2" and stage.sees("Approve write_file"))
