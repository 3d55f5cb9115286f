"""Undo"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.support.services_harness import by_name
from tests.window.conftest import Stage, make_held, make_running, until
from toolguard.window.approval.approval_actions import ActionNote
from toolguard.window.queue.undoable_denials import UNDO_SECONDS, UndoableDenial, UndoableDenials

CTRL = Qt.KeyboardModifier.ControlModifier
REMEMBERED = "Approve this write_file call, remember until I quit"
THE_TOOL = "Allow write_file for Claude Desktop until I quit"


@pytest.fixture
def stage(stage: Stage) -> Stage:
    stage.pending.answers.denials.delay = 0.6
    return stage


def words(stage: Stage) -> str:
    return str(stage.pending.notice.words.said())


async def two(stage: Stage, **more: Any) -> None:
    await stage.show(held=(make_held("c1", **more), make_held("c2", "delete_file")))


async def test_denial_is_sent_only_after_its_delay(stage: Stage) -> None:
    await two(stage)
    began = time.monotonic()
    stage.press("Deny")
    assert stage.sees("Approve delete_file")
    assert stage.pending.queue.is_denied("c1")
    assert stage.pending.queue.index(0).data().startswith("Denied, can be undone: write_file")
    assert stage.pending.left.title.text() == "1 pending"
    assert words(stage) == "Denied write_file"
    assert stage.gate.orders == []
    assert stage.window.side.indicator.text() == "1 pending", "every place counts the same"
    assert stage.window.windowTitle() == "(1) ToolGuard — 1 pending call"
    await until(lambda: stage.gate.orders)
    assert time.monotonic() - began >= 0.55
    assert stage.gate.orders == [("deny", "c1", "", None)]
    await until(lambda: stage.pending.queue.rowCount() == 1)
    assert words(stage) == ""


async def test_undone_denial_is_counted_as_pending_again(stage: Stage) -> None:
    await two(stage)
    stage.press("Deny")
    stage.keys(Qt.Key.Key_Z, CTRL)
    assert stage.window.side.indicator.text() == "2 pending"
    assert stage.pending.left.title.text() == "2 pending"


async def test_failed_denial_is_counted_as_pending_again(stage: Stage) -> None:
    await two(stage)
    stage.gate.answer = "The log cannot be written."
    stage.press("Deny")
    assert stage.window.side.indicator.text() == "1 pending"
    await until(lambda: words(stage).startswith("Could not deny"))
    assert stage.window.side.indicator.text() == "2 pending"


async def test_message_without_undo_disappears(stage: Stage) -> None:
    await two(stage)
    stage.pending.answers._fade.setInterval(50)
    stage.pending.answers._say(ActionNote("Approved 12 calls."))
    assert words(stage) == "Approved 12 calls."
    await until(lambda: words(stage) == "")


async def test_undo_delay_is_three_seconds() -> None:
    assert UNDO_SECONDS == 3.0


@pytest.mark.parametrize("how", ["strip", "key", "card", "notice"])
async def test_undone_denial_leaves_the_call_pending_without_an_order(stage: Stage, how: str) -> None:
    await two(stage)
    stage.press("Deny")
    if how == "strip":
        stage.press("Undo")
    elif how == "key":
        stage.keys(Qt.Key.Key_Z, CTRL)
    elif how == "notice":
        stage.pending.choose("c1")
        assert not stage.sees("Approve write_file")
        stage.press("Undo this denial")
    else:
        cards = stage.pending.list
        box = stage.pending.left.card.undo_box(cards.visualRect(stage.pending.queue.index(0)))
        QTest.mouseClick(cards.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, box.center())
    assert stage.sees("Approve write_file")
    assert not stage.pending.queue.is_denied("c1")
    assert not stage.find("Approve write_file").isEnabled(), "it is armed anew"
    await asyncio.sleep(0.9)
    assert stage.gate.orders == []
    assert stage.pending.queue.waiting() == 2


async def test_click_on_undo_never_activates_what_replaces_it(stage: Stage) -> None:
    await two(stage)
    stage.press("Deny")
    stage.pending.choose("c1")
    place = stage.find("Undo this denial").mapTo(stage.window, QPoint(10, 10))
    for _ in range(4):
        widget = stage.window.childAt(place)
        QTest.mouseClick(
            widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, widget.mapFrom(stage.window, place)
        )
    await asyncio.sleep(0.8)
    assert stage.gate.orders == []
    run = stage.find("Approve write_file")
    assert not run.rect().contains(run.mapFrom(stage.window, place))


async def test_call_that_ends_before_its_denial_is_reported_and_not_denied(stage: Stage) -> None:
    await two(stage)
    stage.press("Deny")
    await stage.show(held=(stage.gate.now.held[1],))
    assert words(stage) == "write_file ended before your denial took effect. It did not run."
    await asyncio.sleep(0.8)
    assert stage.gate.orders == []
    assert stage.pending.queue.rowCount() == 1


async def test_shown_denied_call_that_ends_has_no_undo(stage: Stage) -> None:
    await two(stage)
    stage.press("Deny")
    stage.pending.choose("c1")
    await stage.show(held=(stage.gate.now.held[1],), running=(make_running("c9"),))
    assert not stage.sees("Undo this denial")
    assert "You can no longer decide" in stage.pending.call.decision.gone.text()


async def test_prompt_that_expires_soon_is_denied_at_once(stage: Stage) -> None:
    await two(stage, expires=time.time() + 1.2)
    stage.press("Deny")
    await until(lambda: stage.gate.orders)
    assert stage.pending.answers.denials.newest() is None


async def test_closing_sends_waiting_denials_with_reasons(stage: Stage) -> None:
    stage.pending.answers.denials.delay = 60
    await two(stage)
    stage.find("Reason for denying").setText("no")
    stage.press("Deny")
    stage.pending.remember()
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders == [("deny", "c1", "no", None)]


async def test_only_call_shows_undo_in_place_of_its_buttons(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"),))
    stage.press("Deny")
    assert stage.sees("Undo this denial")
    assert not stage.sees("Approve write_file")
    stage.keys(Qt.Key.Key_Return, CTRL)
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders[0][0] == "deny"
    await until(lambda: stage.sees("No pending calls"))


async def test_denials_have_separate_delays_and_newest_is_undone_first(stage: Stage) -> None:
    await stage.show(held=tuple(make_held(f"c{n}", f"tool_{n}") for n in range(3)))
    stage.press("Deny")
    stage.press("Deny")
    stage.keys(Qt.Key.Key_Z, CTRL)
    assert [stage.pending.queue.is_denied(f"c{n}") for n in range(3)] == [True, False, False]
    await until(lambda: stage.gate.orders)
    await asyncio.sleep(0.3)
    assert stage.gate.orders == [("deny", "c0", "", None)]


async def test_refusal_of_a_late_denial_is_shown(stage: Stage) -> None:
    stage.gate.answer = "This call is no longer pending."
    await two(stage)
    stage.press("Deny")
    await until(lambda: words(stage) == "Could not deny: This call is no longer pending.")


async def test_undo_removes_the_rule_but_not_the_executed_call(stage: Stage) -> None:
    orders = []

    async def do(name: str, arguments: Any, *_: Any) -> Any:
        orders.append((name, arguments))
        return {"ok": True} if name == "rule.remove" else {"ok": False, "error": "not here"}

    stage.pending.context.core_link._run = by_name(do)
    await two(stage)
    stage.find("Remember for: this decision").click()
    QTest.mouseClick(await stage.armed(REMEMBERED), Qt.MouseButton.LeftButton)
    await until(lambda: stage.pending.notice.button.isVisible())
    stage.keys(Qt.Key.Key_Z, CTRL)
    await until(lambda: "Rule removed" in words(stage))
    rule = stage.gate.orders[0][3].id
    assert [order for order in orders if order[0] == "rule.remove"] == [("rule.remove", {"id": rule})]
    assert len(stage.gate.orders) == 1
    assert not stage.pending.notice.button.isVisible()


async def test_rule_of_the_last_call_can_be_undone_with_the_mouse(stage: Stage) -> None:
    orders = []

    async def do(name: str, *_: Any) -> Any:
        orders.append(name)
        return {"ok": True} if name == "rule.remove" else {"ok": False, "error": "not here"}

    stage.pending.context.core_link._run = by_name(do)
    stage.pending.answers._until.setInterval(60_000)  # as long as a slow machine needs
    await stage.show(held=(make_held("c1"),))
    stage.find("Remember for: this decision").click()
    QTest.mouseClick(await stage.armed(REMEMBERED), Qt.MouseButton.LeftButton)
    await until(lambda: stage.gate.orders)
    await stage.show(held=())
    assert stage.sees("No pending calls")
    await until(lambda: stage.sees("Undo"))
    stage.press("Undo")
    await until(lambda: "rule.remove" in orders)
    await until(lambda: stage.sees("Set up chat clients"))


async def test_approval_without_a_rule_cannot_be_undone(stage: Stage) -> None:
    await two(stage)
    QTest.mouseClick(await stage.armed("Approve write_file"), Qt.MouseButton.LeftButton)
    await until(lambda: stage.gate.orders)
    assert not stage.pending.notice.button.isVisible()
    stage.keys(Qt.Key.Key_Z, CTRL)
    await asyncio.sleep(0.05)
    assert len(stage.gate.orders) == 1


async def test_new_allow_rule_offers_covered_calls_but_runs_none(stage: Stage) -> None:
    stage.pending.answers.denials.delay = 60
    await stage.show(held=tuple(make_held(f"c{n}", arguments={"path": f"/tmp/{n}"}) for n in range(3)))
    stage.find("Remember for: this decision").click()
    await until(lambda: stage.pending.call.decision.remember_choice.is_known)
    stage.find("This tool").click()
    QTest.mouseClick(await stage.armed(THE_TOOL), Qt.MouseButton.LeftButton)
    await until(stage.pending.call.decision.confirm.yes.isEnabled)
    stage.pending.call.decision.confirm.yes.click()
    await until(lambda: stage.pending.notice.more.isVisible())
    assert stage.pending.notice.more.text() == "Approve 2 similar calls…"
    assert len(stage.gate.orders) == 1
    stage.pending.notice.more.click()
    assert stage.sees("Approve all 2 selected calls")
    assert not stage.find("Approve all 2 selected calls").isEnabled()
    QTest.mouseClick(await stage.armed("Approve all 2 selected calls"), Qt.MouseButton.LeftButton)
    await until(lambda: len(stage.gate.orders) == 3)
    assert [order[1] for order in stage.gate.orders] == ["c0", "c1", "c2"]


async def test_undo_by_name_keeps_other_denials(stage: Stage) -> None:
    denials = UndoableDenials(delay=60)
    one, other = UndoableDenial((make_held("a"),)), UndoableDenial((make_held("b"),))
    denials.add(one)
    denials.add(other)
    assert denials.undo("a") is one
    assert denials.undo("a") is None
    assert "b" in denials and "a" not in denials
    assert denials.newest() is other
    given: list[UndoableDenial] = []
    denials.due.connect(given.append)
    denials.flush()
    assert given == [other] and denials.newest() is None
