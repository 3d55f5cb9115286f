"""Calls that came together: one row, every call with what differs, one decision for those that are ticked."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held
from toolguard.gate.model import PendingCall
from toolguard.window.approval.armed_button import UNASKED_ARMING_DELAY_MS
from toolguard.window.approval.consequence import effect_of
from toolguard.window.approval.groups import burst_decision
from toolguard.window.approval.groups.burst_calls import MAX_READABLE_LENGTH
from toolguard.window.queue.model import inputs_of

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def harness(harness: WindowHarness) -> WindowHarness:
    harness.pending.answers.denials.delay = 0
    return harness


def burst(count: int, start: int = 0, burst: str = "b", **more: Any) -> tuple[PendingCall, ...]:
    made = {"since": 1000.0, "expires": time.time() + 300, **more}
    return tuple(
        make_held(f"c{n}", "read_file", {"root": "/home/u", "path": f"/home/u/{n}.txt"}, burst=burst, **made)
        for n in range(start, start + count)
    )


def rows(harness: WindowHarness) -> list[str]:
    """What is seen of the list."""
    queue, view = harness.pending.queue, harness.pending.list
    return [str(queue.index(row).data()) for row in range(queue.rowCount()) if not view.isRowHidden(row)]


def lines(harness: WindowHarness) -> list[str]:
    model = harness.pending.burst.list.lines
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def tick(harness: WindowHarness, row: int) -> None:
    """Tick or clear the box of a call with the keyboard."""
    calls = harness.pending.burst.list
    calls.setFocus()
    calls.setCurrentIndex(calls.lines.index(row))
    QTest.keyClick(calls, Qt.Key.Key_Space)


async def test_burst_is_one_row_and_lists_calls_with_differences(harness: WindowHarness) -> None:
    await harness.show(pending=burst(40))
    assert rows(harness) == [
        "40 calls: read_file on files, requested by Claude Desktop. Effect not declared. collapsed"
    ]
    assert harness.pending.left.count.text() == "40"
    panel = harness.pending.burst
    assert panel.heading.sentence.text() == "Claude Desktop wants to run read_file 40 times on files"
    assert panel.common.text() == "root  /home/u"
    assert lines(harness) == [f"{n + 1}. path  /home/u/{n}.txt" for n in range(40)]


@pytest.fixture
def never_armed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The delay until a button is armed does not end, however long the test takes."""
    monkeypatch.setattr(burst_decision, "ARMING_DELAY_MS", 3_600_000)


@pytest.mark.usefixtures("never_armed")
async def test_group_approval_arms_late_and_sends_each_digest(harness: WindowHarness) -> None:
    held = burst(3)
    await harness.show(pending=held)
    harness.keys(Qt.Key.Key_Return, CTRL)
    assert not harness.find("Approve 3 selected calls").isEnabled()
    harness.pending.burst.arming.restart()
    await harness.armed("Approve 3 selected calls")
    assert harness.gate.orders == []
    harness.press("Approve 3 selected calls")
    await until(lambda: len(harness.gate.orders) == 3)
    assert harness.gate.orders == [("approve", one.call.id, one.call.digest, None) for one in held]


async def test_unchecked_call_of_a_burst_is_denied_separately(harness: WindowHarness) -> None:
    held = burst(40)
    await harness.show(pending=held)
    tick(harness, 6)
    await harness.armed("Approve 39 selected calls")
    harness.keys(Qt.Key.Key_Return, CTRL)
    await until(lambda: len(harness.gate.orders) == 39)
    assert "c6" not in {order[1] for order in harness.gate.orders}
    await until(lambda: harness.pending.shown == "c6")
    assert not harness.pending.call.decision.can_run(), "what came up by itself is armed late"
    harness.press("Deny")
    await until(lambda: len(harness.gate.orders) == 40)
    assert harness.gate.orders[-1] == ("deny", "c6", "", None)


async def test_checked_calls_are_denied_with_a_reason_and_undo(harness: WindowHarness) -> None:
    harness.pending.answers.denials.delay = 60
    await harness.show(pending=burst(3))
    tick(harness, 0)
    harness.find("Reason for denying the selected calls").setText("not now")
    harness.press("Deny 2 selected calls")
    await until(lambda: harness.pending.shown == "c0")
    harness.keys(Qt.Key.Key_Z, CTRL)
    await until(lambda: harness.pending.shown == "burst:b")
    assert len(lines(harness)) == 3 and harness.gate.orders == []
    harness.pending.answers.denials.delay = 0
    harness.press("Deny 2 selected calls")
    await until(lambda: len(harness.gate.orders) == 2)
    assert [order[:3] for order in harness.gate.orders] == [("deny", "c1", ""), ("deny", "c2", "")]


async def test_denied_burst_cannot_be_approved_unless_undone(harness: WindowHarness) -> None:
    harness.pending.answers.denials.delay = 60
    await harness.show(pending=burst(3))
    await harness.armed("Approve 3 selected calls")
    harness.keys(Qt.Key.Key_D, CTRL)
    panel = harness.pending.burst
    await until(lambda: panel.heading.below.text() == "Denied. Sent after 3 s, unless you undo it.")
    assert not panel.can_run() and not panel.can_deny() and not lines(harness)
    assert rows(harness)[0].startswith("Denied, can be undone: 3 calls")
    harness.keys(Qt.Key.Key_Return, CTRL)
    await harness.show(pending=burst(3))
    assert not panel.can_run() and harness.gate.orders == []
    harness.keys(Qt.Key.Key_Z, CTRL)
    await until(lambda: len(lines(harness)) == 3)
    await harness.armed("Approve 3 selected calls")
    harness.pending.answers.denials.delay = 0
    harness.press("Deny 3 selected calls")
    await until(lambda: len(harness.gate.orders) == 3)


async def test_late_call_is_unchecked_and_restarts_the_delay(harness: WindowHarness) -> None:
    held = burst(3)
    await harness.show(pending=held)
    await harness.armed("Approve 3 selected calls")
    await harness.show(pending=(*held, *burst(1, 3)))
    assert not harness.find("Approve 3 selected calls").isEnabled()
    assert lines(harness)[3].endswith("New")
    began = time.monotonic()
    await harness.armed("Approve 3 selected calls")
    assert time.monotonic() - began > UNASKED_ARMING_DELAY_MS / 1000 * 0.7
    harness.press("Approve 3 selected calls")
    await until(lambda: len(harness.gate.orders) == 3)
    assert {order[1] for order in harness.gate.orders} == {"c0", "c1", "c2"}


async def test_calls_arriving_before_arming_are_checked(harness: WindowHarness) -> None:
    await harness.show(pending=burst(1))
    assert harness.pending.shown == "c0"
    await harness.show(pending=burst(2))
    assert harness.pending.shown == "burst:b", "nobody can have read the first one"
    await harness.show(pending=burst(5))
    assert harness.find("Approve 5 selected calls")


async def test_viewed_call_stays_shown_when_a_burst_forms(harness: WindowHarness) -> None:
    held = burst(1)
    await harness.show(pending=held)
    await harness.armed("Approve read_file")
    await harness.show(pending=(*held, *burst(2, 1)))
    assert harness.pending.shown == "c0" and harness.find("Approve read_file").isEnabled()
    assert len(rows(harness)) == 4, "its burst is expanded"


async def test_suspicious_calls_are_marked_and_excluded_until_viewed(harness: WindowHarness) -> None:
    plain = burst(2)
    odd = burst(1, 2, warnings=("The definition changed.",))
    leaking = burst(1, 3, leaks=("TOKEN",))
    long = make_held("c4", "read_file", {"root": "/home/u", "path": "x" * 2000}, burst="b", since=1000.0)
    await harness.show(pending=(*plain, *odd, *leaking, long))
    assert harness.find("Approve 2 selected calls")
    result = lines(harness)
    assert result[2].endswith("View first: warnings") and result[3].endswith("Contains a secret. Decide it separately.")
    assert result[4].endswith("View first: too long to show here") and len(result[4]) < MAX_READABLE_LENGTH + 100
    tick(harness, 2)
    await until(lambda: harness.pending.burst.arming.armed)
    assert not harness.find("Approve 3 selected calls").isEnabled()
    assert harness.pending.burst.note_label.text() == "1 of the selected calls must be viewed first, or be denied."
    assert harness.find("Deny 3 selected calls").isEnabled()
    tick(harness, 3)
    assert harness.find("Deny 3 selected calls"), "one that holds a secret has no box"
    QTest.keyClick(harness.pending.burst.list, Qt.Key.Key_Up)
    QTest.keyClick(harness.pending.burst.list, Qt.Key.Key_Return)
    await until(lambda: harness.pending.shown == "c2")
    await harness.armed("Approve read_file")
    harness.pending.choose("burst:b")
    await harness.armed("Approve 3 selected calls")
    assert lines(harness)[2].endswith("Has warnings")


async def test_row_of_a_burst_shows_and_says_a_warning(harness: WindowHarness) -> None:
    others = burst(2)
    await harness.show(pending=(replace(others[0], warnings=("It changed.",)), others[1]))
    assert rows(harness) == ["2 calls: read_file on files, requested by Claude Desktop. Warning. collapsed"]
    pending = harness.pending
    shown = pending.left.card.texts(QRect(0, 0, 360, 80), pending.queue.index(0))
    assert "Warning" in [text.text for text in shown]


async def test_mixed_burst_names_tools_and_checks_only_one_of_them(harness: WindowHarness) -> None:
    others = make_held("d1", "delete_file", {"path": "/a"}, burst="b", since=1000.0)
    await harness.show(pending=(*burst(2), others))
    assert rows(harness) == ["3 calls: 2 tools on files, requested by Claude Desktop. Effect not declared. collapsed"]
    assert (
        lines(harness)[2] == "3 delete_file · files. Effect not declared. path  /a"
        and "root  /home/u" in lines(harness)[0]
    )
    assert harness.find("Approve 2 selected calls")
    tick(harness, 2)
    await until(lambda: harness.pending.burst.arming.armed)
    assert not harness.find("Approve 3 selected calls").isEnabled()
    assert "differ in tool" in harness.pending.burst.note_label.text()


async def test_burst_row_expands_and_collapses_by_key_and_pointer(harness: WindowHarness) -> None:
    await harness.show(pending=burst(3))
    view = harness.pending.list
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert len(rows(harness)) == 4 and rows(harness)[0].endswith("expanded")
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert harness.pending.shown == "c0"
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert harness.pending.shown == "burst:b" and len(rows(harness)) == 1
    card = view.visualRect(harness.pending.queue.index(0))
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=harness.pending.left.card.count_box(card, "3 calls ▸").center()
    )
    assert len(rows(harness)) == 4
    harness.keys(Qt.Key.Key_J, CTRL)
    assert harness.pending.shown == "c0"


async def test_keys_pass_over_hidden_calls(harness: WindowHarness) -> None:
    last = make_held("last", "other")
    await harness.show(pending=(*burst(3), last))
    harness.keys(Qt.Key.Key_J, CTRL)
    assert harness.pending.shown == "last"
    harness.keys(Qt.Key.Key_K, CTRL)
    assert harness.pending.shown == "burst:b"


async def test_notification_opens_its_call_in_the_expanded_burst(harness: WindowHarness) -> None:
    await harness.show(pending=burst(3))
    harness.pending.open("c2")
    assert harness.pending.shown == "c2" and len(rows(harness)) == 4


async def test_burst_decided_elsewhere_is_replaced_by_the_next_call(harness: WindowHarness) -> None:
    other = make_held("other", "other")
    await harness.show(pending=(*burst(3), other))
    await harness.show(pending=(other,))
    assert "These calls have ended" in harness.pending.burst.heading.below.text()
    await until(lambda: harness.pending.shown == "other")
    assert len(rows(harness)) == 1


async def test_all_calls_can_be_checked_and_unchecked_at_once(harness: WindowHarness) -> None:
    await harness.show(pending=(*burst(3), *burst(1, 3, warnings=("Odd.",))))
    box = harness.pending.burst.all
    assert box.text() == "3 of 4 selected" and box.checkState() == Qt.CheckState.PartiallyChecked
    box.click()
    assert harness.pending.burst.covered() == burst_of(harness)[:3]
    for row in range(3):
        tick(harness, row)
    assert not harness.find("Approve 0 selected calls").isEnabled()
    assert not harness.find("Deny 0 selected calls").isEnabled()
    box.click()
    assert box.text() == "3 of 4 selected"


def burst_of(harness: WindowHarness) -> tuple[PendingCall, ...]:
    return tuple(harness.pending.burst.calls)


async def test_selected_rows_are_decided_with_calls_of_a_burst(harness: WindowHarness) -> None:
    await harness.show(pending=(*burst(2), make_held("other", "read_file", {"path": "/x"})))
    harness.pending.choose_all(["burst:b", "other"])
    assert len(harness.pending.several.calls) == 3


async def test_rule_is_proposed_for_the_checked_calls(harness: WindowHarness) -> None:
    await harness.show(pending=burst(3))
    tick(harness, 1)
    asked: list[list[str]] = []
    harness.pending.burst.rule_button.clicked.connect(
        lambda: asked.append([one.call.id for one in harness.pending.burst.covered()])
    )
    harness.pending.burst.rule_button.click()
    assert asked == [["c0", "c2"]]
    assert harness.window.stack.page("rules").isVisible()


@pytest.mark.usefixtures("never_armed")
async def test_unchanged_calls_are_not_rebuilt(harness: WindowHarness) -> None:
    held = burst(3)
    await harness.show(pending=held)
    listed: list[bool] = []
    harness.pending.burst.list.lines.modelReset.connect(lambda: listed.append(True))
    await harness.show(pending=held, recorded=1)
    assert listed == []
    await harness.show(pending=(*held[:2], replace(held[2], waiting=2)))
    assert listed == [True] and "2 identical calls" in lines(harness)[2]


async def test_hundred_calls_are_shown_without_blocking(harness: WindowHarness) -> None:
    held = burst(100)
    began = time.process_time()
    await harness.show(pending=held)
    assert time.process_time() - began < 5
    assert len(lines(harness)) == 100
    calls = harness.pending.burst.list
    calls.setFocus()
    QTest.keyClick(calls, Qt.Key.Key_End)
    assert calls.currentIndex().row() == 99 and calls.visualRect(calls.currentIndex()).bottom() <= calls.height()


async def test_identical_calls_are_one_row_with_a_count(harness: WindowHarness) -> None:
    await harness.show(pending=(*burst(1), *burst(1, 1, waiting=3)))
    assert lines(harness)[1].endswith("3 identical calls")


async def test_polling_client_does_not_disarm_the_decision(harness: WindowHarness) -> None:
    held = burst(3)
    await harness.show(pending=held)
    await harness.armed("Approve 3 selected calls")
    await harness.show(pending=(*held[:2], replace(held[2], waiting=5)))
    assert lines(harness)[2].endswith("5 identical calls")
    assert harness.find("Approve 3 selected calls").isEnabled()
    await harness.show(pending=(*held[:2], replace(held[2], warnings=("The definition changed.",))))
    assert not harness.is_shown("Approve 3 selected calls") and not harness.find("Approve 2 selected calls").isEnabled()


async def test_burst_shows_the_common_part_of_its_arguments(harness: WindowHarness) -> None:
    await harness.show(pending=burst(3))
    item = harness.pending.queue.item(0)
    assert inputs_of(item) == "path  /home/u/…", "not the first path alone"
    mixed = dataclasses.replace(
        item, calls=(*item.calls, make_held("d", "delete_file", {"path": "/home/u/9.txt"}, burst="b"))
    )
    assert inputs_of(mixed) == "3× read_file, 1× delete_file"
    apart = dataclasses.replace(item, calls=tuple(make_held(str(n), arguments={"path": str(n)}) for n in range(2)))
    assert inputs_of(apart) == "2 different inputs"


async def test_destructive_call_is_not_selected_when_the_others_were_decided(harness: WindowHarness) -> None:
    def one(id: str, tool: str, annotations: dict[str, bool]) -> PendingCall:
        held = make_held(id, tool, {"path": f"/{id}"}, burst="b", since=1000.0)
        return replace(held, tool=replace(held.tool, annotations=annotations))

    reads = [one(id, "read_file", {"readOnlyHint": True}) for id in ("r1", "r2", "r3")]
    writes = [one(id, "write_file", {"destructiveHint": True}) for id in ("w1", "w2")]
    listing = one("l1", "list_directory", {"readOnlyHint": True})
    await harness.show(pending=(*reads, *writes, listing))
    assert [held.call.id for held in harness.pending.burst.covered()] == ["r1", "r2", "r3"]
    await harness.show(pending=(*writes, listing))
    assert [held.call.id for held in harness.pending.burst.covered()] == ["l1"]
    await harness.show(pending=tuple(writes))
    assert [held.call.id for held in harness.pending.burst.covered()] == ["w1", "w2"], "a decision of its own"


async def test_destructive_calls_of_a_burst_are_marked_and_counted_if_not_selected(harness: WindowHarness) -> None:
    other = make_held("d1", "delete_file", {"path": "/a"}, burst="b", since=1000.0)
    other = replace(other, tool=replace(other.tool, annotations={"destructiveHint": True}))
    await harness.show(pending=(*burst(2), other))
    page = harness.pending.burst
    assert ". Destroys." in lines(harness)[2] and ". Effect not declared." in lines(harness)[0]
    assert page.badges.effect.text() == "Not declared", "as the selected calls"
    place = page.run_button.mapTo(page, QPoint()).y()
    assert page.all.text() == "2 of 3 selected"
    assert page.left_out.text() == "Destructive, not selected: 1× delete_file"
    assert page.badges.claim.text().startswith("selected calls, ")
    tick(harness, 2)
    assert page.all.text() == "3 of 3 selected" and not page.left_out.text()
    assert page.badges.effect.text() == "Destroys" and page.run_button.mapTo(page, QPoint()).y() == place
    page.list.lines.tick_all(False)
    assert page.badges.effect.text() == "Destroys", "of all calls, if none is selected"


def test_burst_badge_is_the_most_severe_effect() -> None:
    plain = make_held("a")
    changes = replace(plain, tool=replace(plain.tool, annotations={"destructiveHint": False}))
    reads = replace(plain, tool=replace(plain.tool, annotations={"readOnlyHint": True}))
    assert effect_of((plain, reads)) == effect_of((plain, changes)) == "undeclared"
    assert effect_of((changes, reads)) == "changes"
    assert effect_of((reads,)) == "reads"


async def test_text_that_reads_as_another_value_is_distinguished(harness: WindowHarness) -> None:
    """To a JavaScript server, the text "false" is true."""
    values = (False, "false", 1, "1", '"x"', "x")
    held = [make_held(f"c{n}", "delete", {"dry_run": value}, burst="b") for n, value in enumerate(values)]
    await harness.show(pending=held)
    shown = [line.text for line in map(harness.pending.burst.list.lines.line, range(len(values))) if line is not None]
    assert shown == [
        "dry_run  false",
        'dry_run  "false"',
        "dry_run  1",
        'dry_run  "1"',
        'dry_run  "\\"x\\""',
        "dry_run  x",
    ]
