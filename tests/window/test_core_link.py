"""The two crossings: nothing is changed on the way, and orders run where the gate lives."""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, Qt, Slot
from PySide6.QtTest import QSignalSpy

from tests.support.virtual_time import VirtualTimeLoop
from tests.support.waiting import until
from tests.window.conftest import Gate, make_held
from toolguard.gate import jsonrpc, model
from toolguard.window.core_link import FIRST_SNAPSHOT_DELAY, SNAPSHOT_BUDGET, SNAPSHOT_INTERVAL, CoreLink, TaskRunner
from toolguard.window.queue.model import ITEM_ROLE, QueueModel

ODD: dict[str, Any] = {"z": 1, "a": 2**70, "n": None, "t": [1]}


class Core(Gate):
    """A gate on a loop in a thread of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        self.built: list[tuple[float, int]] = []
        self.ran_in = 0

    def snapshot(self) -> model.Snapshot:
        self.built.append((time.monotonic(), threading.get_ident()))
        return super().snapshot()

    def change(self, **members: Any) -> None:
        self.loop.call_soon_threadsafe(lambda: self.show(**members))

    async def stop(self, call_id: str) -> str:
        self.ran_in = threading.get_ident()
        await asyncio.sleep(0)
        if call_id == "wrong":
            raise ValueError("no such call")
        return await super().stop(call_id)

    def end(self) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.loop.stop)
            self.thread.join()
            self.loop.close()


@pytest.fixture
def core() -> Iterator[Core]:
    made = Core()
    yield made
    made.end()


class Taker(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.taken: list[model.Snapshot] = []
        self.threads: set[int] = set()

    @Slot(object)
    def take(self, snapshot: model.Snapshot) -> None:
        self.taken.append(snapshot)
        self.threads.add(threading.get_ident())


async def test_snapshot_taken_during_a_build_hides_no_later_one() -> None:
    gate, taker = Gate(), Taker()
    core_link = CoreLink(asyncio.get_running_loop(), gate)
    core_link.snapshot.connect(taker.take)
    await until(lambda: gate.listeners)
    build = gate.snapshot

    def taken_meanwhile() -> model.Snapshot:
        found = build()
        QCoreApplication.sendPostedEvents(core_link)  # the Qt thread may take the one before at any moment
        return found

    gate.snapshot = taken_meanwhile  # type: ignore[method-assign]
    gate.now = model.Snapshot(pending=(make_held("1"),))
    core_link._build()
    gate.now = model.Snapshot(pending=(make_held("2"),))
    core_link._build()
    await until(lambda: taker.taken and taker.taken[-1] is gate.now)
    await core_link.close()
    core_link.stop_listening()


async def test_snapshot_arrives_as_the_same_object_on_the_qt_thread(core: Core) -> None:
    core_link, taker = CoreLink(core.loop, core), Taker()
    core_link.snapshot.connect(taker.take)
    await until(lambda: taker.taken)
    held = make_held(arguments=ODD)
    core.change(pending=(held,))
    await until(lambda: taker.taken[-1].pending)
    arrived = taker.taken[-1].pending[0].call
    assert arrived is held.call
    assert jsonrpc.encode(arrived.arguments) == b'{"z":1,"a":1180591620717411303424,"n":null,"t":[1]}'
    assert taker.threads == {threading.get_ident()}
    assert {thread for _, thread in core.built} == {core.thread.ident}


async def test_plain_function_is_called_on_the_qt_thread(core: Core) -> None:
    core_link, threads = CoreLink(core.loop, core), list[int]()
    core_link.snapshot.connect(lambda _: threads.append(threading.get_ident()))
    await until(lambda: threads)
    assert set(threads) == {threading.get_ident()}


async def test_every_core_link_signal_preserves_its_argument() -> None:
    tasks = TaskRunner()
    spy = QSignalSpy(tasks.failed)
    problem = ValueError(ODD)
    tasks.failed.emit(problem)
    assert spy.at(0)[0] is problem
    assert jsonrpc.encode(spy.at(0)[0].args[0]) == jsonrpc.encode(ODD)


async def test_model_returns_the_same_item(core: Core) -> None:
    queue, held = QueueModel(), make_held(arguments=ODD)
    queue.set_snapshot(model.Snapshot(pending=(held,)))
    index = queue.index(0, 0, QModelIndex())
    assert index.data(ITEM_ROLE).item is held
    for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
        assert isinstance(index.data(role), str)


class Pace(Gate):
    """A gate on a loop whose clock goes only when it is told to: what it is asked for is noted with its time."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = VirtualTimeLoop()
        self.taker, self.built = Taker(), list[float]()
        self.core_link = CoreLink(self.loop, self)
        self.core_link.snapshot.connect(self.taker.take)
        self.rest(1)

    def snapshot(self) -> model.Snapshot:
        self.built.append(self.loop.time())
        return super().snapshot()

    def rest(self, seconds: float) -> None:
        """Let the time pass, and the window take what came."""
        self.loop.run_until_complete(asyncio.sleep(seconds))
        QCoreApplication.sendPostedEvents(self.core_link)

    def flood(self, seconds: float, every: float = 0.001) -> None:
        for number in range(round(seconds / every)):
            self.show(recorded=number)
            self.rest(every)


@pytest.fixture
def pace() -> Iterator[Pace]:
    made = Pace()
    made.built.clear()
    yield made
    made.loop.close()


def test_first_change_is_immediate_and_a_flood_ten_per_second(pace: Pace) -> None:
    pace.show(recorded=1)
    assert pace.built == [pace.loop.time()]
    pace.flood(0.75)
    pace.rest(SNAPSHOT_INTERVAL)
    assert pace.taker.taken[-1] is pace.now
    gaps = [later - earlier for earlier, later in itertools.pairwise(pace.built)]
    assert len(pace.built) <= SNAPSHOT_BUDGET + 0.75 / SNAPSHOT_INTERVAL + 2
    assert all(gap >= FIRST_SNAPSHOT_DELAY * 0.99 for gap in gaps)
    assert all(gap >= SNAPSHOT_INTERVAL * 0.99 for gap in gaps[SNAPSHOT_BUDGET + 4 :])


def test_second_change_is_fast_after_a_pause(pace: Pace) -> None:
    pace.flood(0.6)  # so that it waits long
    pace.rest(SNAPSHOT_INTERVAL * 4)
    pace.built.clear()
    pace.flood(0.1)
    first, second, *_ = pace.built
    assert second - first < FIRST_SNAPSHOT_DELAY * 1.1


async def test_unread_snapshots_are_replaced_for_a_slow_window(core: Core) -> None:
    core_link, taker = CoreLink(core.loop, core), Taker()
    core_link.snapshot.connect(taker.take)
    await until(lambda: taker.taken)
    before = len(taker.taken)
    for number in range(1, 5):
        core.change(recorded=number)
        time.sleep(SNAPSHOT_INTERVAL * 1.3)  # the window stands still
    await until(lambda: taker.taken[-1].recorded == 4)
    assert len(taker.taken) == before + 1


async def test_order_runs_on_the_core_thread_and_returns_its_result(core: Core) -> None:
    core_link = CoreLink(core.loop, core)
    core.answer = "This call is no longer running."
    assert await core_link.order(core.stop, "r1") == core.answer
    assert core.ran_in == core.thread.ident
    with pytest.raises(ValueError, match="no such call"):
        await core_link.order(core.stop, "wrong")


async def test_order_to_an_ended_core_fails(core: Core) -> None:
    core_link = CoreLink(core.loop, core)
    core.end()
    with pytest.raises(ConnectionError, match="Restart ToolGuard"):
        await core_link.order(core.stop, "r1")
    core_link.stop_listening()


async def test_no_snapshot_is_built_after_stopping(core: Core) -> None:
    core_link = CoreLink(core.loop, core)
    await until(lambda: core.listeners)
    core_link.stop_listening()
    await until(lambda: not core.listeners)


async def test_failed_task_is_reported_but_not_a_cancelled_one(caplog: pytest.LogCaptureFixture) -> None:
    tasks = TaskRunner()
    spy = QSignalSpy(tasks.failed)

    async def fails() -> None:
        raise ValueError("why")

    forever = tasks.spawn(asyncio.sleep(60))
    tasks.spawn(fails())
    await until(lambda: spy.count())
    assert str(spy.at(0)[0]) == "why"
    assert "a task of the window failed" in caplog.text
    await tasks.close()
    assert forever.cancelled()
    assert spy.count() == 1


async def test_no_task_starts_after_close() -> None:
    """A timer of a page that fires during the end left a coroutine that nobody ran."""
    tasks, began = TaskRunner(), list[bool]()

    async def begin() -> None:
        began.append(True)

    await tasks.close()
    assert tasks.spawn(begin()).cancelled()
    await asyncio.sleep(0)
    assert not began
