"""Answers that wait for their call: seen with their time, looked at in full, taken back, never counted as waiting."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_call, make_held
from toolguard.gate.model import DeferredApproval
from toolguard.window import state


def make_ticket(id: str = "t1", **more: Any) -> DeferredApproval:
    call = make_call(f"of-{id}", more.pop("tool", "move_file"))
    return DeferredApproval(id=id, call=call, **{"expires": time.time() + 560, **more})


def rows(harness: WindowHarness) -> list[str]:
    model = harness.pending.left.kept.tickets
    return [str(model.index(row).data()) for row in range(model.rowCount())]


async def test_saved_decisions_are_listed_with_time_and_not_counted(harness: WindowHarness) -> None:
    denied = make_ticket("t2", verdict="deny", tool="send")
    await harness.show(pending=(make_held(),), tickets=(make_ticket(), denied))
    first, second = rows(harness)
    assert first.startswith("Approved once: next move_file on files for Claude Desktop. 9:")
    assert "path  /tmp/a" in first.replace("\u00a0", " ")
    assert second.startswith("Denied once: next send on files for Claude Desktop.")
    assert state.waiting(harness.gate.now) == 1
    assert harness.pending.left.count.text() == "1"
    assert harness.pending.left.kept.title.text() == "2 saved decisions"
    assert harness.is_shown("Saved decisions")
    harness.window.grab()


async def test_list_is_hidden_without_saved_decisions(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    assert not harness.is_shown("Saved decisions")


async def test_page_shows_saved_decisions_if_nothing_is_pending(harness: WindowHarness) -> None:
    await harness.show(tickets=(make_ticket(),))
    assert harness.is_shown("Saved decisions")
    assert not harness.pending.left.count.text() and harness.is_shown("No pending calls")
    await harness.show()
    assert not harness.is_shown("Saved decisions")


async def test_saved_answer_is_removed_in_the_list(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),), tickets=(make_ticket(), make_ticket("t2", tool="send")))
    shown = harness.pending.left.kept.list
    card = shown.visualRect(harness.pending.left.kept.tickets.index(1))
    place = QPoint(card.right() - 40, card.top() + card.height() // 3)
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    await until(lambda: harness.gate.orders)
    assert harness.gate.orders == [("revoke", "t2")]
    await until(lambda: "You will be asked" in harness.pending.notice.text_label.text())


async def test_saved_answer_is_viewed_and_removed_with_the_keyboard(harness: WindowHarness) -> None:
    ticket = make_ticket(arguments={"path": "/tmp/safe"}, reason="")
    await harness.show(pending=(make_held(),), tickets=(ticket,))
    harness.find("Saved decisions").setFocus()
    harness.pending.left.kept.choose("t1")
    detail = harness.pending.kept
    result = detail.heading.sentence.text()
    assert result == "Claude Desktop's next identical call of move_file on files is approved"
    assert detail.heading.below.text().startswith("One use · expires in 9:")
    assert "/tmp/a" in detail.viewer.values.toPlainText()
    assert "/tmp/safe" in detail.edited.values.toPlainText()
    assert not harness.is_shown("Approve write_file")
    assert harness.pending.panes()[1] is detail.button
    QTest.keyClick(harness.pending.left.kept.list, Qt.Key.Key_Delete)
    await until(lambda: harness.gate.orders == [("revoke", "t1")])
    await until(lambda: harness.is_shown("Approve write_file"))
    harness.pending.left.kept.choose("t1")
    QTest.keyClick(harness.find("Remove the decision on move_file"), Qt.Key.Key_Space)
    await until(lambda: harness.gate.orders == [("revoke", "t1")] * 2)


async def test_reply_to_removing_a_saved_answer_is_shown(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),), tickets=(make_ticket(),))
    harness.gate.answer = "This approval was already used, or it has expired."
    harness.pending.left.kept.choose("t1")
    harness.press("Remove the decision on move_file")
    await until(lambda: harness.pending.notice.text_label.text() == harness.gate.answer)
    assert harness.is_shown("Remove the decision on move_file"), "what did not work stays where it was"


async def test_viewed_saved_decision_stays_after_its_use(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),), tickets=(make_ticket(),))
    harness.pending.left.kept.choose("t1")
    await harness.show(pending=harness.gate.now.pending)
    assert rows(harness)[0].startswith("Used or expired:")
    assert harness.pending.kept.heading.below.text().startswith("No longer saved")
    assert not harness.pending.kept.button.isEnabled()
    harness.pending.choose("c1")
    assert harness.is_shown("Approve write_file") and rows(harness) == []
    assert not harness.is_shown("Saved decisions")


async def test_expired_saved_decision_is_removed(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),), tickets=(make_ticket(tool="first"), make_ticket("t2")))
    assert len(rows(harness)) == 2
    soon = time.time() + 0.3
    await harness.show(pending=(make_held(),), tickets=(make_ticket(expires=soon, tool="first"), make_ticket("t2")))
    await until(lambda: [row[:29] for row in rows(harness)] == ["Approved once: next move_file"])
    assert time.time() >= soon


async def test_arriving_call_does_not_replace_a_viewed_saved_decision(harness: WindowHarness) -> None:
    await harness.show(tickets=(make_ticket(),))
    harness.pending.left.kept.choose("t1")
    await harness.show(pending=(make_held(),), tickets=harness.gate.now.tickets)
    assert harness.is_shown("Remove the decision on move_file")
    assert not harness.is_shown("Approve write_file")
    harness.pending.choose("c1")
    assert harness.is_shown("Approve write_file")
    assert harness.pending.left.kept.shown() == ""


async def test_late_approval_is_reported_as_saved_not_as_run(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    await harness.show(tickets=(make_ticket(),))
    result = harness.pending.notice.text_label.text()
    assert result == "move_file did not run. Your decision is saved for its next identical call."
    await harness.show(tickets=tuple(make_ticket(f"t{number}") for number in range(7, 9)))
    result = harness.pending.notice.text_label.text()
    assert result == "2 calls did not run. Your decisions are saved for the next identical ones."
    assert harness.pending.notice.tone == "caution"


async def test_answers_saved_before_the_start_are_not_announced(harness: WindowHarness) -> None:
    harness.pending.answers._kept = None
    await harness.show(pending=(make_held(),), tickets=(make_ticket(),))
    assert harness.pending.notice.isHidden()
