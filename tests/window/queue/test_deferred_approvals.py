"""Answers that wait for their call: seen with their time, looked at in full, taken back, never counted as waiting."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.window.conftest import Stage, make_call, make_held, until
from toolguard.gate.model import DeferredApproval
from toolguard.window import state


def make_ticket(id: str = "t1", **more: Any) -> DeferredApproval:
    call = make_call(f"of-{id}", more.pop("tool", "move_file"))
    return DeferredApproval(id=id, call=call, **{"expires": time.time() + 560, **more})


def rows(stage: Stage) -> list[str]:
    model = stage.pending.left.kept.tickets
    return [str(model.index(row).data()) for row in range(model.rowCount())]


async def test_saved_decisions_are_listed_with_time_and_not_counted(stage: Stage) -> None:
    denied = make_ticket("t2", verdict="deny", tool="send")
    await stage.show(held=(make_held(),), tickets=(make_ticket(), denied))
    first, second = rows(stage)
    assert first.startswith("Approved once: next move_file on files for Claude Desktop. 9:")
    assert "path  /tmp/a" in first.replace("\u00a0", " ")
    assert second.startswith("Denied once: next send on files for Claude Desktop.")
    assert state.waiting(stage.gate.now) == 1
    assert stage.pending.left.title.text() == "1 pending"
    assert stage.pending.left.kept.title.text() == "2 saved decisions"
    assert stage.sees("Saved decisions")
    stage.window.grab()


async def test_list_is_hidden_without_saved_decisions(stage: Stage) -> None:
    await stage.show(held=(make_held(),))
    assert not stage.sees("Saved decisions")


async def test_page_shows_saved_decisions_if_nothing_is_pending(stage: Stage) -> None:
    await stage.show(tickets=(make_ticket(),))
    assert stage.sees("Saved decisions")
    assert stage.pending.left.title.text() == "No pending calls"
    await stage.show()
    assert not stage.sees("Saved decisions")


async def test_saved_answer_is_removed_in_the_list(stage: Stage) -> None:
    await stage.show(held=(make_held(),), tickets=(make_ticket(), make_ticket("t2", tool="send")))
    shown = stage.pending.left.kept.list
    card = shown.visualRect(stage.pending.left.kept.tickets.index(1))
    place = QPoint(card.right() - 40, card.top() + card.height() // 3)
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders == [("revoke", "t2")]
    await until(lambda: "You will be asked" in stage.pending.notice.words.said())


async def test_saved_answer_is_viewed_and_removed_with_the_keyboard(stage: Stage) -> None:
    ticket = make_ticket(arguments={"path": "/tmp/safe"}, reason="")
    await stage.show(held=(make_held(),), tickets=(ticket,))
    stage.find("Saved decisions").setFocus()
    stage.pending.left.kept.choose("t1")
    detail = stage.pending.kept
    said = detail.heading.sentence.said()
    assert said == "Claude Desktop's next identical call of move_file on files is approved"
    assert detail.heading.below.text().startswith("One use · expires in 9:")
    assert "/tmp/a" in detail.viewer.values.toPlainText()
    assert "/tmp/safe" in detail.edited.values.toPlainText()
    assert not stage.sees("Approve write_file")
    assert stage.pending.panes()[1] is detail.button
    QTest.keyClick(stage.pending.left.kept.list, Qt.Key.Key_Delete)
    await until(lambda: stage.gate.orders == [("revoke", "t1")])
    await until(lambda: stage.sees("Approve write_file"))
    stage.pending.left.kept.choose("t1")
    QTest.keyClick(stage.find("Remove the decision on move_file"), Qt.Key.Key_Space)
    await until(lambda: stage.gate.orders == [("revoke", "t1")] * 2)


async def test_reply_to_removing_a_saved_answer_is_shown(stage: Stage) -> None:
    await stage.show(held=(make_held(),), tickets=(make_ticket(),))
    stage.gate.answer = "This approval was already used, or it has expired."
    stage.pending.left.kept.choose("t1")
    stage.press("Remove the decision on move_file")
    await until(lambda: stage.pending.notice.words.said() == stage.gate.answer)
    assert stage.sees("Remove the decision on move_file"), "what did not work stays where it was"


async def test_viewed_saved_decision_stays_after_its_use(stage: Stage) -> None:
    await stage.show(held=(make_held(),), tickets=(make_ticket(),))
    stage.pending.left.kept.choose("t1")
    await stage.show(held=stage.gate.now.held)
    assert rows(stage)[0].startswith("Used or expired:")
    assert stage.pending.kept.heading.below.text().startswith("No longer saved")
    assert not stage.pending.kept.button.isEnabled()
    stage.pending.choose("c1")
    assert stage.sees("Approve write_file") and rows(stage) == []
    assert not stage.sees("Saved decisions")


async def test_expired_saved_decision_is_removed(stage: Stage) -> None:
    await stage.show(held=(make_held(),), tickets=(make_ticket(tool="first"), make_ticket("t2")))
    assert len(rows(stage)) == 2
    soon = time.time() + 0.3
    await stage.show(held=(make_held(),), tickets=(make_ticket(expires=soon, tool="first"), make_ticket("t2")))
    await until(lambda: [row[:29] for row in rows(stage)] == ["Approved once: next move_file"])
    assert time.time() >= soon


async def test_arriving_call_does_not_replace_a_viewed_saved_decision(stage: Stage) -> None:
    await stage.show(tickets=(make_ticket(),))
    stage.pending.left.kept.choose("t1")
    await stage.show(held=(make_held(),), tickets=stage.gate.now.tickets)
    assert stage.sees("Remove the decision on move_file")
    assert not stage.sees("Approve write_file")
    stage.pending.choose("c1")
    assert stage.sees("Approve write_file")
    assert stage.pending.left.kept.shown() == ""


async def test_late_approval_is_reported_as_saved_not_as_run(stage: Stage) -> None:
    await stage.show(held=(make_held(),))
    await stage.show(tickets=(make_ticket(),))
    said = stage.pending.notice.words.said()
    assert said == "move_file did not run. Your decision is saved for its next identical call."


async def test_answers_saved_before_the_start_are_not_announced(stage: Stage) -> None:
    stage.pending.answers._kept = None
    await stage.show(held=(make_held(),), tickets=(make_ticket(),))
    assert stage.pending.notice.isHidden()
