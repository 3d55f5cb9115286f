"""Calls that came together: one row, every call with what differs, one decision for those that are ticked."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.window.conftest import Stage, make_held, until
from toolguard.gate.model import PendingCall
from toolguard.window.approval.armed_button import UNASKED_ARMING_DELAY_MS
from toolguard.window.approval.burst_calls import MAX_READABLE_LENGTH
from toolguard.window.approval.consequence import badge_of
from toolguard.window.queue.model import inputs_of

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def stage(stage: Stage) -> Stage:
    stage.pending.answers.denials.delay = 0
    return stage


def burst(count: int, start: int = 0, burst: str = "b", **more: Any) -> tuple[PendingCall, ...]:
    made = {"since": 1000.0, "expires": time.time() + 300, **more}
    return tuple(
        make_held(f"c{n}", "read_file", {"root": "/home/u", "path": f"/home/u/{n}.txt"}, burst=burst, **made)
        for n in range(start, start + count)
    )


def rows(stage: Stage) -> list[str]:
    """What is seen of the list."""
    queue, view = stage.pending.queue, stage.pending.list
    return [str(queue.index(row).data()) for row in range(queue.rowCount()) if not view.isRowHidden(row)]


def lines(stage: Stage) -> list[str]:
    model = stage.pending.burst.list.lines
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def tick(stage: Stage, row: int) -> None:
    """Tick or clear the box of a call with the keyboard."""
    calls = stage.pending.burst.list
    calls.setFocus()
    calls.setCurrentIndex(calls.lines.index(row))
    QTest.keyClick(calls, Qt.Key.Key_Space)


async def test_burst_is_one_row_and_lists_calls_with_differences(stage: Stage) -> None:
    await stage.show(held=burst(40))
    assert rows(stage) == ["40 calls: read_file on files, requested by Claude Desktop. collapsed"]
    assert stage.pending.left.title.text() == "40 pending"
    panel = stage.pending.burst
    assert panel.heading.sentence.said() == "Claude Desktop wants to run read_file on files, 40 calls"
    assert panel.common.said() == "root  /home/u"
    assert lines(stage) == [f"{n + 1}. path  /home/u/{n}.txt" for n in range(40)]


async def test_group_approval_arms_late_and_sends_each_digest(stage: Stage) -> None:
    held = burst(3)
    await stage.show(held=held)
    stage.keys(Qt.Key.Key_Return, CTRL)
    assert not stage.find("Approve 3 selected calls").isEnabled()
    await stage.armed("Approve 3 selected calls")
    assert stage.gate.orders == []
    stage.press("Approve 3 selected calls")
    await until(lambda: len(stage.gate.orders) == 3)
    assert stage.gate.orders == [("approve", one.call.id, one.call.digest, None) for one in held]


async def test_unchecked_call_of_a_burst_is_denied_separately(stage: Stage) -> None:
    held = burst(40)
    await stage.show(held=held)
    tick(stage, 6)
    await stage.armed("Approve 39 selected calls")
    stage.keys(Qt.Key.Key_Return, CTRL)
    await until(lambda: len(stage.gate.orders) == 39)
    assert "c6" not in {order[1] for order in stage.gate.orders}
    await until(lambda: stage.pending.shown == "c6")
    assert not stage.pending.call.decision.can_run(), "what came up by itself is armed late"
    stage.press("Deny")
    await until(lambda: len(stage.gate.orders) == 40)
    assert stage.gate.orders[-1] == ("deny", "c6", "", None)


async def test_checked_calls_are_denied_with_a_reason_and_undo(stage: Stage) -> None:
    stage.pending.answers.denials.delay = 60
    await stage.show(held=burst(3))
    tick(stage, 0)
    stage.find("Reason for denying the selected calls").setText("not now")
    stage.press("Deny 2 selected calls")
    await until(lambda: stage.pending.shown == "c0")
    stage.keys(Qt.Key.Key_Z, CTRL)
    await until(lambda: stage.pending.shown == "burst:b")
    assert len(lines(stage)) == 3 and stage.gate.orders == []
    stage.pending.answers.denials.delay = 0
    stage.press("Deny 2 selected calls")
    await until(lambda: len(stage.gate.orders) == 2)
    assert [order[:3] for order in stage.gate.orders] == [("deny", "c1", ""), ("deny", "c2", "")]


async def test_late_call_is_unchecked_and_restarts_the_delay(stage: Stage) -> None:
    held = burst(3)
    await stage.show(held=held)
    await stage.armed("Approve 3 selected calls")
    await stage.show(held=(*held, *burst(1, 3)))
    assert not stage.find("Approve 3 selected calls").isEnabled()
    assert lines(stage)[3].endswith("New")
    began = time.monotonic()
    await stage.armed("Approve 3 selected calls")
    assert time.monotonic() - began > UNASKED_ARMING_DELAY_MS / 1000 * 0.7
    stage.press("Approve 3 selected calls")
    await until(lambda: len(stage.gate.orders) == 3)
    assert {order[1] for order in stage.gate.orders} == {"c0", "c1", "c2"}


async def test_calls_arriving_before_arming_are_checked(stage: Stage) -> None:
    await stage.show(held=burst(1))
    assert stage.pending.shown == "c0"
    await stage.show(held=burst(2))
    assert stage.pending.shown == "burst:b", "nobody can have read the first one"
    await stage.show(held=burst(5))
    assert stage.find("Approve 5 selected calls")


async def test_viewed_call_stays_shown_when_a_burst_forms(stage: Stage) -> None:
    held = burst(1)
    await stage.show(held=held)
    await stage.armed("Approve read_file")
    await stage.show(held=(*held, *burst(2, 1)))
    assert stage.pending.shown == "c0" and stage.find("Approve read_file").isEnabled()
    assert len(rows(stage)) == 4, "its burst is expanded"


async def test_suspicious_calls_are_marked_and_excluded_until_viewed(stage: Stage) -> None:
    plain = burst(2)
    odd = burst(1, 2, warnings=("The definition changed.",))
    leaking = burst(1, 3, leaks=("TOKEN",))
    long = make_held("c4", "read_file", {"root": "/home/u", "path": "x" * 2000}, burst="b", since=1000.0)
    await stage.show(held=(*plain, *odd, *leaking, long))
    assert stage.find("Approve 2 selected calls")
    said = lines(stage)
    assert said[2].endswith("View first: warnings") and said[3].endswith("Contains a secret. Decide it by itself.")
    assert said[4].endswith("View first: too long to show here") and len(said[4]) < MAX_READABLE_LENGTH + 100
    tick(stage, 2)
    await until(lambda: stage.pending.burst.arming.armed)
    assert not stage.find("Approve 3 selected calls").isEnabled()
    assert stage.pending.burst.says.text() == "1 of the selected calls must be viewed first, or be denied."
    assert stage.find("Deny 3 selected calls").isEnabled()
    tick(stage, 3)
    assert stage.find("Deny 3 selected calls"), "one that holds a secret has no box"
    QTest.keyClick(stage.pending.burst.list, Qt.Key.Key_Up)
    QTest.keyClick(stage.pending.burst.list, Qt.Key.Key_Return)
    await until(lambda: stage.pending.shown == "c2")
    await stage.armed("Approve read_file")
    stage.pending.choose("burst:b")
    await stage.armed("Approve 3 selected calls")
    assert lines(stage)[2].endswith("Has warnings")


async def test_mixed_burst_names_tools_and_checks_only_one_of_them(stage: Stage) -> None:
    others = make_held("d1", "delete_file", {"path": "/a"}, burst="b", since=1000.0)
    await stage.show(held=(*burst(2), others))
    assert rows(stage) == ["3 calls: 2 tools on files, requested by Claude Desktop. collapsed"]
    assert lines(stage)[2] == "3 delete_file · files. path  /a" and "root  /home/u" in lines(stage)[0]
    assert stage.find("Approve 2 selected calls")
    tick(stage, 2)
    await until(lambda: stage.pending.burst.arming.armed)
    assert not stage.find("Approve 3 selected calls").isEnabled()
    assert "differ in tool" in stage.pending.burst.says.text()


async def test_burst_row_expands_and_collapses_by_key_and_pointer(stage: Stage) -> None:
    await stage.show(held=burst(3))
    view = stage.pending.list
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert len(rows(stage)) == 4 and rows(stage)[0].endswith("expanded")
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert stage.pending.shown == "c0"
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert stage.pending.shown == "burst:b" and len(rows(stage)) == 1
    card = view.visualRect(stage.pending.queue.index(0))
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=stage.pending.left.card.count_box(card, "3 calls ▸").center()
    )
    assert len(rows(stage)) == 4
    stage.keys(Qt.Key.Key_J, CTRL)
    assert stage.pending.shown == "c0"


async def test_keys_pass_over_hidden_calls(stage: Stage) -> None:
    last = make_held("last", "other")
    await stage.show(held=(*burst(3), last))
    stage.keys(Qt.Key.Key_J, CTRL)
    assert stage.pending.shown == "last"
    stage.keys(Qt.Key.Key_K, CTRL)
    assert stage.pending.shown == "burst:b"


async def test_notification_opens_its_call_in_the_expanded_burst(stage: Stage) -> None:
    await stage.show(held=burst(3))
    stage.pending.open("c2")
    assert stage.pending.shown == "c2" and len(rows(stage)) == 4


async def test_burst_decided_elsewhere_is_replaced_by_the_next_call(stage: Stage) -> None:
    other = make_held("other", "other")
    await stage.show(held=(*burst(3), other))
    await stage.show(held=(other,))
    assert "These calls have ended" in stage.pending.burst.heading.below.text()
    await until(lambda: stage.pending.shown == "other")
    assert len(rows(stage)) == 1


async def test_all_calls_can_be_checked_and_unchecked_at_once(stage: Stage) -> None:
    await stage.show(held=(*burst(3), *burst(1, 3, warnings=("Odd.",))))
    box = stage.pending.burst.all
    assert box.text() == "3 of 4 selected" and box.checkState() == Qt.CheckState.PartiallyChecked
    box.click()
    assert stage.pending.burst.covered() == burst_of(stage)[:3]
    for row in range(3):
        tick(stage, row)
    assert not stage.find("Approve 0 selected calls").isEnabled()
    assert not stage.find("Deny 0 selected calls").isEnabled()
    box.click()
    assert box.text() == "3 of 4 selected"


def burst_of(stage: Stage) -> tuple[PendingCall, ...]:
    return tuple(stage.pending.burst.calls)


async def test_selected_rows_are_decided_with_calls_of_a_burst(stage: Stage) -> None:
    await stage.show(held=(*burst(2), make_held("other", "read_file", {"path": "/x"})))
    stage.pending.choose_all(["burst:b", "other"])
    assert len(stage.pending.several.calls) == 3


async def test_rule_is_proposed_for_the_checked_calls(stage: Stage) -> None:
    await stage.show(held=burst(3))
    tick(stage, 1)
    asked: list[list[str]] = []
    stage.pending.burst.rule.connect(lambda: asked.append([one.call.id for one in stage.pending.burst.covered()]))
    stage.pending.burst.rule_button.click()
    assert asked == [["c0", "c2"]]
    assert stage.window.stack.page("rules").isVisible()


async def test_unchanged_calls_are_not_rebuilt(stage: Stage) -> None:
    held = burst(3)
    await stage.show(held=held)
    listed: list[bool] = []
    stage.pending.burst.list.lines.modelReset.connect(lambda: listed.append(True))
    await stage.show(held=held, recorded=1)
    assert listed == []
    await stage.show(held=(*held[:2], replace(held[2], waiting=2)))
    assert listed == [True] and "2 identical calls" in lines(stage)[2]


async def test_hundred_calls_are_shown_without_blocking(stage: Stage) -> None:
    held = burst(100)
    began = time.process_time()
    await stage.show(held=held)
    assert time.process_time() - began < 5
    assert len(lines(stage)) == 100
    calls = stage.pending.burst.list
    calls.setFocus()
    QTest.keyClick(calls, Qt.Key.Key_End)
    assert calls.currentIndex().row() == 99 and calls.visualRect(calls.currentIndex()).bottom() <= calls.height()


async def test_identical_calls_are_one_line_with_a_count(stage: Stage) -> None:
    await stage.show(held=(*burst(1), *burst(1, 1, waiting=3)))
    assert lines(stage)[1].endswith("3 identical calls")


async def test_polling_client_does_not_disarm_the_decision(stage: Stage) -> None:
    held = burst(3)
    await stage.show(held=held)
    await stage.armed("Approve 3 selected calls")
    await stage.show(held=(*held[:2], replace(held[2], waiting=5)))
    assert lines(stage)[2].endswith("5 identical calls")
    assert stage.find("Approve 3 selected calls").isEnabled()
    await stage.show(held=(*held[:2], replace(held[2], warnings=("The definition changed.",))))
    assert not stage.sees("Approve 3 selected calls") and not stage.find("Approve 2 selected calls").isEnabled()


async def test_burst_shows_what_its_calls_have_in_common(stage: Stage) -> None:
    await stage.show(held=burst(3))
    item = stage.pending.queue.item(0)
    assert inputs_of(item) == "path  /home/u/…", "not the first path alone"
    mixed = dataclasses.replace(
        item, calls=(*item.calls, make_held("d", "delete_file", {"path": "/home/u/9.txt"}, burst="b"))
    )
    assert inputs_of(mixed) == "read_file ×3, delete_file ×1"
    apart = dataclasses.replace(item, calls=tuple(make_held(str(n), arguments={"path": str(n)}) for n in range(2)))
    assert inputs_of(apart) == "2 different inputs"


def test_burst_badge_is_empty_for_undeclared_tools_and_hides_no_change() -> None:
    plain = make_held("a")
    changes = replace(plain, tool=replace(plain.tool, annotations={"destructiveHint": False}))
    reads = replace(plain, tool=replace(plain.tool, annotations={"readOnlyHint": True}))
    assert badge_of((plain, reads)) is None
    assert badge_of((plain, changes)) == "changes"
    assert badge_of((reads,)) == "reads"
