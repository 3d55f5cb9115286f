"""The queue: what comes goes to the end, what is looked at stays, and nothing else is moved."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QSignalSpy

from tests.window.conftest import make_held
from toolguard.gate.model import PendingCall, Proposal, Snapshot
from toolguard.window.queue.model import QueueModel, key


def names(queue: QueueModel) -> list[str]:
    return [key(queue.item(row)) for row in range(queue.rowCount())]


def some(*which: str) -> Snapshot:
    return Snapshot(pending=tuple(ONE[name] for name in which))


ONE: dict[str, PendingCall] = {f"c{number}": make_held(f"c{number}", since=1000.0 + number) for number in range(10)}
PROPOSAL = Proposal(id="p", kind="server", title="A new server", detail="npx x", asked_by="Codex", since=1001.5)


def test_calls_and_proposals_are_in_order_of_arrival() -> None:
    queue = QueueModel()
    queue.set_snapshot(Snapshot(pending=(ONE["c1"], ONE["c2"]), proposals=(PROPOSAL,)))
    assert names(queue) == ["c1", "p", "c2"]


def test_later_call_is_appended_regardless_of_its_time() -> None:
    queue = QueueModel()
    queue.set_snapshot(some("c5", "c6"))
    queue.set_snapshot(some("c1", "c5", "c6"))
    assert names(queue) == ["c5", "c6", "c1"]


def test_unchanged_snapshot_does_not_notify_the_view() -> None:
    queue = QueueModel()
    queue.set_snapshot(some("c1", "c2"))
    spies = [
        QSignalSpy(signal) for signal in (queue.dataChanged, queue.rowsInserted, queue.rowsRemoved, queue.modelReset)
    ]
    queue.set_snapshot(some("c1", "c2"))
    assert [spy.count() for spy in spies] == [0, 0, 0, 0]


def test_selected_ended_item_stays_until_deselected() -> None:
    queue = QueueModel()
    queue.set_snapshot(some("c1", "c2", "c3"))
    queue.keep("c2")
    queue.set_snapshot(some("c1", "c3"))
    assert names(queue) == ["c1", "c2", "c3"]
    assert queue.is_gone("c2")
    assert queue.waiting() == 2
    assert str(queue.index(1).data(Qt.ItemDataRole.AccessibleTextRole)).startswith("Ended: ")
    assert queue.after("c2") == "c3"
    queue.keep("c3")
    assert names(queue) == ["c1", "c3"]


def test_decided_call_leaves_at_once_despite_a_late_snapshot() -> None:
    queue = QueueModel()
    queue.set_snapshot(some("c1", "c2"))
    queue.leave("c1")
    queue.set_snapshot(some("c1", "c2"))
    assert names(queue) == ["c2"]
    queue.set_snapshot(some("c2"))
    queue.set_snapshot(some("c1", "c2"))
    assert names(queue) == ["c2", "c1"]


def test_next_item_is_the_following_else_the_previous() -> None:
    queue = QueueModel()
    queue.set_snapshot(some("c1", "c2", "c3"))
    assert (queue.after("c1"), queue.after("c3")) == ("c2", "c2")
    queue.set_snapshot(some("c1"))
    assert queue.after("c1") == ""


@given(st.lists(st.lists(st.sampled_from(sorted(ONE)), unique=True, max_size=8), max_size=8))
def test_any_snapshots_yield_the_pending_items_in_stable_order(story: list[list[str]]) -> None:
    queue, before = QueueModel(), list[str]()
    for step in story:
        queue.set_snapshot(some(*step))
        now = names(queue)
        assert sorted(now) == sorted(step)
        stayed = [name for name in before if name in step]
        assert now[: len(stayed)] == stayed
        before = now


def test_thousand_unchanged_items_take_milliseconds() -> None:
    queue = QueueModel()
    many = Snapshot(pending=tuple(make_held(f"m{number:04}", since=float(number)) for number in range(1000)))
    queue.set_snapshot(many)
    began = time.thread_time()
    queue.set_snapshot(many)
    assert time.thread_time() - began < 0.1
    assert queue.rowCount(QModelIndex()) == 1000


def test_calls_that_join_a_burst_are_inserted_at_once() -> None:
    """The list looks at each row after each insertion, so that one insertion for each call takes seconds."""
    burst = [make_held(f"b{number}", since=1000.0 + number, burst="b") for number in range(30)]
    queue = QueueModel()
    queue.set_snapshot(Snapshot(pending=(burst[0], ONE["c5"])))
    inserted, hidden = QSignalSpy(queue.rowsInserted), QSignalSpy(queue.hidden_changed)
    queue.set_snapshot(Snapshot(pending=(*burst[:3], ONE["c5"])))
    assert names(queue) == ["burst:b", "b0", "b1", "b2", "c5"]
    assert (inserted.count(), hidden.count()) == (2, 1), "the burst's own row, and its new calls"
    queue.set_snapshot(Snapshot(pending=(*burst, ONE["c5"], ONE["c6"])))
    assert names(queue) == ["burst:b", *(f"b{number}" for number in range(30)), "c5", "c6"]
    assert (inserted.count(), hidden.count()) == (4, 2)
    assert all(queue.is_hidden(row) == (0 < row < 31) for row in range(queue.rowCount()))
