"""A call that is over: it makes room for those that wait, and nothing that is being written is lost or misdirected."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held, make_running
from toolguard.gate.model import Proposal
from toolguard.window.approval.armed_button import ARMING_DELAY_MS, UNASKED_ARMING_DELAY_MS

CTRL = Qt.KeyboardModifier.ControlModifier
PROPOSAL = Proposal(id="p1", kind="rule", title="A rule", detail="allow", asked_by="Codex", since=1.0)


async def test_ended_call_is_replaced_by_the_next_one(harness: WindowHarness) -> None:
    """Defect B9: it stayed selected for ever, and hid the ones that waited."""
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await harness.show(pending=(first, second))
    await harness.armed("Approve write_file")
    seen = time.monotonic()
    await harness.show(pending=(second,))
    assert harness.pending.left.count.text() == "1"
    assert harness.find("Show the next pending item").isEnabled()
    await until(lambda: harness.is_shown("Approve delete_file"))
    assert time.monotonic() - seen < 10  # about one second; a loaded machine is no defect
    assert harness.pending.queue.names() == ["c2"] and harness.pending.shown == "c2"
    text = harness.pending.left.ended.text_label.text()
    assert text == "write_file: This call has ended. You can no longer decide it."


async def test_calls_that_ended_unseen_are_counted(harness: WindowHarness) -> None:
    """A session of a burst ended, and the page said no more than "No pending calls"."""
    line = harness.pending.left.ended
    burst = tuple(make_held(f"b{number}", arguments={"path": f"/{number}"}, burst="b") for number in range(3))
    await harness.show(pending=burst)
    await harness.show()
    assert line.text_label.text() == "3 calls ended before you decided."
    await until(lambda: harness.pending.queue.rowCount() == 0)
    assert line.isVisible() and line.look_up.isVisible() and not line.again.isVisible()
    first, second, third = make_held("c1"), make_held("c2", "delete_file"), make_held("c3", "move_file")
    await harness.show(pending=(first, second, third))
    await harness.show(pending=(third,), running=(make_running("c2"),))
    await until(lambda: harness.pending.shown == "c3")
    assert line.text_label.text() == (
        "write_file: This call has ended. You can no longer decide it.\n3 more calls ended before you decided."
    ), "one that runs has been decided"
    harness.press("Close this message")
    assert not line.isVisible()
    await harness.armed("Approve move_file")
    harness.press("Approve move_file")
    await until(lambda: harness.gate.orders)
    await harness.show()
    assert not line.isVisible() or "ended before" not in line.text_label.text()
    await harness.show(pending=(first, second))
    harness.press("Deny")
    harness.pending.answers.flush()
    await until(lambda: len(harness.gate.orders) > 1)
    await harness.show(pending=(second,))
    assert not line.isVisible() or "ended before" not in line.text_label.text()


async def test_calls_that_ended_unseen_are_counted_until_a_decision_or_escape(harness: WindowHarness) -> None:
    """Each decision renewed the line with the old number."""
    line, last = harness.pending.left.ended, make_held("c1")
    others = tuple(make_held(f"b{number}", arguments={"path": f"/{number}"}) for number in range(3))
    for ends in (
        lambda: QTest.keyClick(harness.pending.list, Qt.Key.Key_Escape),
        lambda: harness.press("Approve write_file"),
    ):
        await harness.show(pending=(last, *others))
        harness.pending.choose("c1")
        await harness.show(pending=(last,))
        assert line.text_label.text() == "3 calls ended before you decided."
        await harness.armed("Approve write_file")
        ends()
        assert not line.isVisible()


async def test_calls_that_came_and_ended_on_another_page_are_counted(harness: WindowHarness) -> None:
    """Nobody was there to decide them, and Pending said that nothing had happened."""
    harness.window.turn("settings")
    await harness.show(pending=(make_held("c1"), make_held("c2")))
    await harness.show(pending=(make_held("c2"),))
    await harness.show()
    harness.window.turn("pending")
    line = harness.pending.left.ended
    assert line.isVisible() and line.look_up.isVisible()
    assert line.text_label.text() == "2 calls ended before you decided."


async def test_call_shown_automatically_is_armed_later_than_a_chosen_one(harness: WindowHarness) -> None:
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await harness.show(pending=(first, second))
    await harness.show(pending=(second,))
    await until(lambda: harness.is_shown("Approve delete_file"))
    assert harness.pending.call.decision.arming._timer.interval() == UNASKED_ARMING_DELAY_MS > 2 * ARMING_DELAY_MS
    harness.keys(Qt.Key.Key_Return, CTRL)
    assert harness.gate.orders == []


async def test_later_call_replaces_an_ended_one(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"),))
    await harness.show()
    assert not harness.find("Show the next pending item").isEnabled()
    assert not harness.pending.left.count.text()
    await until(lambda: harness.pending.queue.rowCount() == 0)
    assert harness.pending.call.isVisible(), "what happened can still be read"
    await harness.show(pending=(make_held("c2", "delete_file"),))
    assert harness.is_shown("Approve delete_file") and harness.pending.shown == "c2"


async def test_typed_reason_stays_and_goes_to_no_other_call(harness: WindowHarness) -> None:
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await harness.show(pending=(first, second))
    reason = harness.find("Reason for denying")
    reason.setFocus()
    QTest.keyClicks(reason, "not this fol")
    await harness.show(pending=(second,))
    QTest.keyClicks(QApplication.focusWidget(), "der\r ")
    await until(lambda: harness.pending.queue.names() == ["c2"])
    assert not harness.is_shown("Approve delete_file") and harness.gate.orders == []
    assert harness.find("Your earlier edits").text() == "not this fol"
    assert "You can no longer decide" in harness.pending.call.decision.gone.text()
    assert harness.pending.left.count.text() == "1"
    harness.press("Show the next pending item")
    assert harness.is_shown("Approve delete_file") and harness.find("Reason for denying").text() == ""


async def test_edited_arguments_of_an_ended_call_can_be_copied_not_sent(harness: WindowHarness) -> None:
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await harness.show(pending=(first, second))
    harness.keys(Qt.Key.Key_E, CTRL)
    area = harness.pending.call.editor.area
    await until(lambda: area.hasFocus() or not area.isHidden())
    area.setFocus()
    area.setPlainText('{"path": "/tmp/mine"}')
    await harness.show(pending=(second,))
    await until(lambda: harness.pending.queue.names() == ["c2"])
    assert (
        area.isVisible()
        and area.isReadOnly()
        and area.property("kind") == "values"
        and "/tmp/mine" in area.toPlainText()
    )
    QTest.keyClicks(QApplication.focusWidget() or area, "xyz")
    assert area.toPlainText() == '{"path": "/tmp/mine"}'
    harness.keys(Qt.Key.Key_Return, CTRL)
    harness.keys(Qt.Key.Key_D, CTRL)
    assert harness.gate.orders == []
    harness.pending.choose("c2")
    harness.keys(Qt.Key.Key_E, CTRL)
    assert not area.isReadOnly() and area.property("kind") == "field" and "mine" not in area.toPlainText()


async def test_edited_call_whose_approval_is_confirmed_late_is_left(
    harness: WindowHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy gate shows the end of the call before it answers the order to approve it."""
    confirmed, approve = asyncio.Event(), harness.gate.approve

    async def approve_late(*args: Any, **kwargs: Any) -> str:
        answer = await approve(*args, **kwargs)
        await confirmed.wait()
        return answer

    monkeypatch.setattr(harness.gate, "approve", approve_late)
    await harness.show(pending=(make_held("c1"),))
    harness.keys(Qt.Key.Key_E, CTRL)
    area = harness.pending.call.editor.area
    area.setPlainText(area.toPlainText().replace("/tmp/a", "/tmp/b"))
    QTest.mouseClick(await harness.armed("Approve edited write_file"), Qt.MouseButton.LeftButton)
    await until(lambda: harness.gate.orders)
    await harness.show()
    await until(lambda: not harness.pending.shown)
    assert harness.pending.call.holds_writing
    confirmed.set()
    await until(lambda: not harness.pending.call.holds_writing or not harness.pending.call.isVisible())
    await harness.show(pending=(make_held("c2", "delete_file"),))
    await until(lambda: harness.is_shown("Approve delete_file"))


async def test_typed_keys_do_not_go_to_the_next_call(harness: WindowHarness) -> None:
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await harness.show(pending=(first, second))
    harness.find("Reason for denying").setFocus()
    await harness.show(pending=(second,))
    await until(lambda: harness.is_shown("Approve delete_file"))
    QTest.keyClicks(QApplication.focusWidget() or harness.window, "abc ")
    assert harness.find("Reason for denying").text() == ""
    assert harness.gate.orders == []


async def test_window_from_the_tray_shows_pending_items(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"),))
    harness.window.hide()
    await harness.show(pending=(make_held("c2", "delete_file"), make_held("c3", "move_file")))
    harness.window.bring_up()
    assert harness.pending.shown == "c2" and harness.pending.queue.names() == ["c2", "c3"]
    await until(lambda: harness.is_shown("Approve delete_file"))


async def test_reopened_page_shows_pending_items(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"),))
    harness.window.turn("servers")
    await harness.show(pending=(make_held("c2", "delete_file"),))
    harness.window.turn("pending")
    assert harness.pending.shown == "c2" and harness.pending.queue.names() == ["c2"]


async def test_ended_call_can_be_shown_again_for_a_minute(harness: WindowHarness) -> None:
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await harness.show(pending=(first, second))
    await harness.show(pending=(second,))
    await until(lambda: harness.is_shown("Approve delete_file"))
    harness.press("Show the ended call")
    assert "write_file" in harness.pending.call.heading.sentence.text() and not harness.is_shown("Approve delete_file")
    assert harness.pending.queue.names() == ["c2"] and harness.find("Show the next pending item").isEnabled()
    harness.press("Show the next pending item")
    assert harness.is_shown("Approve delete_file")
    for _ in range(60):
        harness.pending.left.ended.tick()
    assert not harness.pending.left.ended.isVisible()


async def test_ended_call_is_read_from_the_log(harness: WindowHarness) -> None:
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await harness.show(pending=(first, second))
    await harness.show(pending=(second,))
    await until(lambda: harness.is_shown("Open in Audit"))
    harness.press("Open in Audit")
    assert harness.window.stack.key == "audit"


async def test_ended_proposal_is_replaced_too(harness: WindowHarness) -> None:
    call = make_held("c2", "delete_file")
    await harness.show(pending=(call,), proposals=(PROPOSAL,))
    assert harness.pending.shown == "p1"
    await harness.show(pending=(call,))
    await until(lambda: harness.is_shown("Approve delete_file"))
    assert harness.pending.left.ended.text_label.text() == "Decided elsewhere or cancelled: A rule"
    assert not harness.is_shown("Open in Audit")


async def test_ended_calls_of_a_selection_leave_the_pending_ones(harness: WindowHarness) -> None:
    calls = [make_held(f"c{at}") for at in range(3)]
    await harness.show(pending=calls)
    harness.pending.choose_all(["c0", "c1"])
    harness.find("Reason for denying all").setText("too many")
    await harness.show(pending=calls[1:])
    assert harness.find("Reason for denying all").text() == "too many"
    harness.find("Reason for denying all").clear()
    await harness.show(pending=calls[2:])
    await until(lambda: harness.pending.shown == "c2" and harness.is_shown("Approve write_file"))
