"""Undo"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest

from tests.support.services_harness import by_name
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held, make_running
from toolguard.window.approval.approval_actions import ActionNote
from toolguard.window.queue.undoable_denials import UNDO_SECONDS, UndoableDenial, UndoableDenials

CTRL = Qt.KeyboardModifier.ControlModifier
REMEMBERED = "Approve and remember"
THE_TOOL = "Allow write_file for Claude Desktop until I quit"


@pytest.fixture
def harness(harness: WindowHarness) -> WindowHarness:
    harness.pending.answers.denials.delay = 0.6
    return harness


def words(harness: WindowHarness) -> str:
    return str(harness.pending.notice.text_label.text())


async def show_two_calls(harness: WindowHarness, **more: Any) -> None:
    await harness.show(pending=(make_held("c1", **more), make_held("c2", "delete_file")))


async def test_denial_is_sent_only_after_its_delay(harness: WindowHarness) -> None:
    await show_two_calls(harness)
    began = time.monotonic()
    harness.press("Deny")
    assert harness.is_shown("Approve delete_file")
    assert harness.pending.queue.is_denied("c1")
    assert harness.pending.queue.index(0).data().startswith("Denied, can be undone: write_file")
    assert harness.pending.left.count.text() == "1"
    assert words(harness) == "Denied write_file"
    assert harness.gate.orders == []
    assert harness.window.side.indicator.text() == "1 pending", "every place counts the same"
    assert harness.window.windowTitle() == "(1) ToolGuard — 1 pending call"
    await until(lambda: harness.gate.orders)
    assert time.monotonic() - began >= 0.55
    assert harness.gate.orders == [("deny", "c1", "", None)]
    await until(lambda: harness.pending.queue.rowCount() == 1)
    assert words(harness) == ""


async def test_undone_denial_is_counted_as_pending_again(harness: WindowHarness) -> None:
    await show_two_calls(harness)
    harness.press("Deny")
    harness.keys(Qt.Key.Key_Z, CTRL)
    assert harness.window.side.indicator.text() == "2 pending"
    assert harness.pending.left.count.text() == "2"


async def test_failed_denial_is_counted_as_pending_again(harness: WindowHarness) -> None:
    await show_two_calls(harness)
    harness.gate.answer = "The log cannot be written."
    harness.press("Deny")
    assert harness.window.side.indicator.text() == "1 pending"
    await until(lambda: words(harness).startswith("Could not deny"))
    assert harness.window.side.indicator.text() == "2 pending"


async def test_message_without_undo_disappears(harness: WindowHarness) -> None:
    await show_two_calls(harness)
    harness.pending.answers._fade.setInterval(50)
    harness.pending.answers._show_note(ActionNote("Approved 12 calls."))
    assert words(harness) == "Approved 12 calls."
    await until(lambda: words(harness) == "")


async def test_undo_delay_is_three_seconds() -> None:
    assert UNDO_SECONDS == 3.0


@pytest.mark.parametrize("how", ["strip", "key", "notice"])
async def test_undone_denial_leaves_the_call_pending_without_an_order(harness: WindowHarness, how: str) -> None:
    await show_two_calls(harness)
    harness.press("Deny")
    if how == "strip":
        harness.press("Undo")
    elif how == "key":
        harness.keys(Qt.Key.Key_Z, CTRL)
    else:
        harness.pending.choose("c1")
        assert not harness.is_shown("Approve write_file") and not harness.is_shown("Undo"), "one place offers it"
        harness.press("Undo this denial")
    assert harness.is_shown("Approve write_file")
    assert not harness.pending.queue.is_denied("c1")
    assert not harness.find("Approve write_file").isEnabled(), "it is armed anew"
    await asyncio.sleep(0.9)
    assert harness.gate.orders == []
    assert harness.pending.queue.waiting() == 2


async def test_click_on_undo_never_activates_what_replaces_it(harness: WindowHarness) -> None:
    await show_two_calls(harness)
    harness.press("Deny")
    harness.pending.choose("c1")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # before it is drawn, it has no place yet
    place = harness.find("Undo this denial").mapTo(harness.window, QPoint(10, 10))
    for _ in range(4):
        widget = harness.window.childAt(place)
        QTest.mouseClick(
            widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, widget.mapFrom(harness.window, place)
        )
    await asyncio.sleep(0.8)
    assert harness.gate.orders == []
    run = harness.find("Approve write_file")
    assert not run.rect().contains(run.mapFrom(harness.window, place))


async def test_call_that_ends_before_its_denial_is_reported_and_not_denied(harness: WindowHarness) -> None:
    await show_two_calls(harness)
    harness.press("Deny")
    await harness.show(pending=(harness.gate.now.pending[1],))
    assert words(harness) == "write_file ended before your denial took effect. It did not run."
    await asyncio.sleep(0.8)
    assert harness.gate.orders == []
    assert harness.pending.queue.rowCount() == 1


async def test_shown_denied_call_that_ends_has_no_undo(harness: WindowHarness) -> None:
    await show_two_calls(harness)
    harness.press("Deny")
    harness.pending.choose("c1")
    await harness.show(pending=(harness.gate.now.pending[1],), running=(make_running("c9"),))
    assert not harness.is_shown("Undo this denial")
    assert "You can no longer decide" in harness.pending.call.decision.gone.text()


async def test_prompt_that_expires_soon_is_denied_at_once(harness: WindowHarness) -> None:
    await show_two_calls(harness, expires=time.time() + 1.2)
    harness.press("Deny")
    await until(lambda: harness.gate.orders)
    assert harness.pending.answers.denials.newest() is None


async def test_closing_sends_waiting_denials_with_reasons(harness: WindowHarness) -> None:
    harness.pending.answers.denials.delay = 60
    await show_two_calls(harness)
    harness.find("Reason for denying").setText("no")
    harness.press("Deny")
    harness.pending.remember()
    await until(lambda: harness.gate.orders)
    assert harness.gate.orders == [("deny", "c1", "no", None)]


async def test_single_pending_call_shows_undo_instead_of_its_buttons(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"),))
    harness.press("Deny")
    assert harness.is_shown("Undo this denial")
    assert not harness.is_shown("Approve write_file")
    harness.keys(Qt.Key.Key_Return, CTRL)
    await until(lambda: harness.gate.orders)
    assert harness.gate.orders[0][0] == "deny"
    await until(lambda: harness.is_shown("No pending calls"))


async def test_denials_have_separate_delays_and_newest_is_undone_first(harness: WindowHarness) -> None:
    await harness.show(pending=tuple(make_held(f"c{n}", f"tool_{n}") for n in range(3)))
    harness.press("Deny")
    harness.press("Deny")
    harness.keys(Qt.Key.Key_Z, CTRL)
    assert [harness.pending.queue.is_denied(f"c{n}") for n in range(3)] == [True, False, False]
    await until(lambda: harness.gate.orders)
    await asyncio.sleep(0.3)
    assert harness.gate.orders == [("deny", "c0", "", None)]


async def test_refusal_of_a_late_denial_is_shown(harness: WindowHarness) -> None:
    harness.gate.answer = "This call is no longer pending."
    await show_two_calls(harness)
    harness.press("Deny")
    await until(lambda: words(harness) == "Could not deny: This call is no longer pending.")


async def test_undo_removes_the_rule_but_not_the_executed_call(harness: WindowHarness) -> None:
    orders = []

    async def do(name: str, arguments: Any, *_: Any) -> Any:
        orders.append((name, arguments))
        return {"ok": True} if name == "rule.remove" else {"ok": False, "error": "not here"}

    harness.pending.context.core_link._run = by_name(do)
    await show_two_calls(harness)
    harness.find("Remember for: this decision").click()
    QTest.mouseClick(await harness.armed(REMEMBERED), Qt.MouseButton.LeftButton)
    await until(lambda: harness.pending.notice.button.isVisible())
    harness.keys(Qt.Key.Key_Z, CTRL)
    await until(lambda: "Rule removed" in words(harness))
    rule = harness.gate.orders[0][3].id
    assert [order for order in orders if order[0] == "rule.remove"] == [("rule.remove", {"id": rule})]
    assert len(harness.gate.orders) == 1
    assert not harness.pending.notice.button.isVisible()


async def test_rule_of_the_last_call_can_be_undone_with_the_mouse(harness: WindowHarness) -> None:
    orders = []

    async def do(name: str, *_: Any) -> Any:
        orders.append(name)
        return {"ok": True} if name == "rule.remove" else {"ok": False, "error": "not here"}

    harness.pending.context.core_link._run = by_name(do)
    harness.pending.answers._until.setInterval(60_000)  # as long as a slow machine needs
    await harness.show(pending=(make_held("c1"),))
    harness.find("Remember for: this decision").click()
    QTest.mouseClick(await harness.armed(REMEMBERED), Qt.MouseButton.LeftButton)
    await until(lambda: harness.gate.orders)
    await harness.show(pending=())
    await until(lambda: harness.is_shown("No pending calls"))
    await until(lambda: harness.is_shown("Undo"))
    harness.press("Undo")
    await until(lambda: "rule.remove" in orders)
    await until(lambda: harness.is_shown("Set up chat clients"))


async def test_approval_without_a_rule_cannot_be_undone(harness: WindowHarness) -> None:
    await show_two_calls(harness)
    QTest.mouseClick(await harness.armed("Approve write_file"), Qt.MouseButton.LeftButton)
    await until(lambda: harness.gate.orders)
    assert not harness.pending.notice.button.isVisible()
    harness.keys(Qt.Key.Key_Z, CTRL)
    await asyncio.sleep(0.05)
    assert len(harness.gate.orders) == 1


async def test_new_allow_rule_offers_covered_calls_but_runs_none(harness: WindowHarness) -> None:
    harness.pending.answers.denials.delay = 60
    await harness.show(pending=tuple(make_held(f"c{n}", arguments={"path": f"/tmp/{n}"}) for n in range(3)))
    harness.find("Remember for: this decision").click()
    await until(lambda: harness.pending.call.decision.remember_choice.is_known)
    harness.find("This tool").click()
    QTest.mouseClick(await harness.armed(THE_TOOL), Qt.MouseButton.LeftButton)
    await until(harness.pending.call.decision.confirm.yes.isEnabled)
    harness.pending.call.decision.confirm.yes.click()
    await until(lambda: harness.pending.notice.more.isVisible())
    assert harness.pending.notice.more.text() == "Approve 2 similar calls…"
    assert len(harness.gate.orders) == 1
    harness.pending.notice.more.click()
    assert harness.is_shown("Approve all 2 selected calls")
    assert not harness.find("Approve all 2 selected calls").isEnabled()
    QTest.mouseClick(await harness.armed("Approve all 2 selected calls"), Qt.MouseButton.LeftButton)
    await until(lambda: len(harness.gate.orders) == 3)
    assert [order[1] for order in harness.gate.orders] == ["c0", "c1", "c2"]


async def test_undo_by_name_keeps_other_denials(harness: WindowHarness) -> None:
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
