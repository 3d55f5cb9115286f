"""Events become linked records; what a writer was told is not recorded later, what nobody was told about is."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Collection
from pathlib import Path
from typing import Any

import pytest

from tests.support.waiting import until
from toolguard.gate import model
from toolguard.store.clock import SteadyClock
from toolguard.store.log import chain, log_writer, records
from toolguard.store.log.heads import HeadSigner
from toolguard.store.log.line_check import LineVerifier
from toolguard.store.log.log_writer import LogWriter, TamperedError
from toolguard.store.log.recovery import UnfinishedSession


class FakeDisk:
    """Keeps lines in a list. ``fault`` stops commits, ``sync_fault`` fsyncs; a closed ``gate`` makes fsyncs slow."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.commits: list[int] = []
        self.fault: Exception | None = None
        self.sync_fault: Exception | None = None
        self.gate = threading.Event()
        self.gate.set()
        self.syncs = 0
        self.closed = False
        self.latest = 0.0
        self.found: tuple[model.Event, ...] = ()

    @property
    def head(self) -> chain.Link:
        if not self.lines:
            return chain.START
        parts = records.split(self.lines[-1][:-1])
        assert parts
        return parts.seq, chain.link(parts.previous, parts.text)

    def append(self, lines: list[bytes], head: chain.Link) -> None:
        if self.fault:
            raise self.fault
        self.lines += lines
        self.commits.append(len(lines))
        assert head == self.head

    def unfinished(self, session: str, asked: Collection[str] = ()) -> UnfinishedSession:
        return UnfinishedSession(left=True)

    def hash_of(self, seq: int) -> bytes:
        return b""

    def sync(self) -> None:
        self.gate.wait(120)
        self.syncs += 1
        if self.sync_fault:
            raise self.sync_fault

    def close(self) -> None:
        self.closed = True

    @property
    def events(self) -> list[model.Event]:
        return [records.decode(line).event for line in self.lines]

    def kinds(self) -> list[str]:
        return [str(event.__struct_config__.tag) for event in self.events]

    def call_ids(self) -> list[str]:
        return [event.call for event in self.events]

    def is_whole(self) -> bool:
        verifier = LineVerifier(self.head)
        return verifier.feed_lines(b"".join(self.lines)) and verifier.report().ok


FULL = model.LogWriteError("The disk is full.")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_writer, "_RETRY_IDLE", 0.21)


@pytest.fixture
def disk() -> FakeDisk:
    return FakeDisk()


@pytest.fixture
async def log(disk: FakeDisk) -> AsyncIterator[LogWriter]:
    log = make(disk)
    log.open()
    yield log
    disk.gate.set()
    log.close()


def make(disk: FakeDisk, **listeners: Any) -> LogWriter:
    listeners = {"on_commit": lambda: None, "on_trouble": lambda: None, **listeners}
    return LogWriter(lambda: disk, scrub=lambda body: body, now=lambda: 5.0, **unsigned(5.0), **listeners)


def unsigned(now: float) -> dict[str, Any]:
    """A clock, and a signer that has no key."""
    return {"clock": SteadyClock(wall=lambda: now), "signer": HeadSigner(Path("no-head"), b"")}


async def refused(log: LogWriter, *events: model.Event) -> str:
    """Write in a task of its own, as a session does, and wait; the sentence that it is told, or nothing."""

    async def session() -> str:
        try:
            for event in events:
                log.write(event)
            await log.committed()
        except model.LogWriteError as problem:
            return str(problem)
        return ""

    return await asyncio.create_task(session())


async def test_writes_of_one_loop_iteration_share_one_commit(log: LogWriter, disk: FakeDisk, names: Any) -> None:
    result = await asyncio.gather(*(refused(log, names.allowed(f"c{n}"), names.forwarded(f"c{n}")) for n in range(20)))
    assert result == [""] * 20
    assert disk.commits == [40]
    assert (log.recorded, log.head) == (40, disk.head)
    assert disk.is_whole()


async def test_record_without_waiter_is_committed_soon(log: LogWriter, disk: FakeDisk, names: Any) -> None:
    log.write(names.returned("c1"))
    assert disk.commits == []
    await until(lambda: disk.commits == [1])
    await log.committed()
    assert disk.commits == [1]


async def test_line_contains_the_event_and_the_previous_hash(log: LogWriter, disk: FakeDisk, names: Any) -> None:
    log.write(names.forwarded("c1"))
    await log.committed()
    assert records.decode(disk.lines[0]) == records.Record(1, 5.0, names.forwarded("c1"))
    assert disk.lines[0].endswith(chain.GENESIS.hex().encode() + b'"}\n')


async def test_event_that_cannot_be_encoded_fails_for_its_writer_only(
    log: LogWriter, disk: FakeDisk, names: Any
) -> None:
    log.write(names.returned("c1"))
    broken: Any = object()
    with pytest.raises(TypeError):
        log.write(model.CallOutcomeUnknown(session="", call="c2", client="", server="", tool="", reason=broken))
    log.write(names.returned("c3"))
    await log.committed()
    assert disk.call_ids() == ["c1", "c3"] and disk.is_whole()


async def test_actions_of_opening_are_recorded_first(disk: FakeDisk, names: Any) -> None:
    disk.found = (model.TornLineClosed(size=3, digest="d"),)
    log = make(disk)
    log.open()
    assert (log.opened, log.recorded) == (chain.START, 1)
    log.write(names.returned("c1"))
    await log.committed()
    assert disk.kinds() == ["torn_line_closed", "call_completed"]
    log.close()


def test_actions_of_opening_are_recorded_before_a_loop_runs(disk: FakeDisk) -> None:
    disk.found = (model.TornLineClosed(size=3, digest="d"),)
    log = make(disk)
    log.open()
    assert disk.kinds() == ["torn_line_closed"]
    log.close()


async def test_durable_returns_after_an_fsync_that_began_after_the_commit(
    log: LogWriter, disk: FakeDisk, names: Any
) -> None:
    disk.gate.clear()
    log.write(names.allowed("c1"))
    first = asyncio.create_task(log.durable())
    await until(lambda: disk.commits == [1])
    log.write(names.allowed("c2"))
    second = asyncio.create_task(log.durable())
    await until(lambda: disk.commits == [1, 1])
    assert not first.done()
    assert log.anchor()[0] == 0
    disk.gate.set()
    await asyncio.gather(first, second)
    assert log.anchor() == log.head == disk.head
    assert disk.syncs == 3  # one at the opening


async def test_commit_without_waiter_is_fsynced_soon(log: LogWriter, disk: FakeDisk, names: Any) -> None:
    log.write(names.returned("c1"))
    await until(lambda: log.anchor()[0] == 1)


async def test_cancelled_waiter_affects_no_other(log: LogWriter, disk: FakeDisk, names: Any) -> None:
    disk.gate.clear()
    waiters = [asyncio.create_task(log.durable()) for _ in range(2) if log.write(names.allowed("c")) is None]
    await until(lambda: disk.commits == [2])
    waiters[0].cancel()
    disk.gate.set()
    await waiters[1]
    assert waiters[0].cancelled()


async def test_a_full_disk_refuses_the_call_and_forgets_its_records(log: LogWriter, disk: FakeDisk, names: Any) -> None:
    assert await refused(log, names.joined()) == ""
    disk.fault = FULL
    assert await refused(log, names.allowed("c1"), names.forwarded("c1")) == str(FULL)
    assert log.trouble == str(FULL)
    disk.fault = None
    await until(lambda: not log.trouble)
    assert await refused(log, names.allowed("c2")) == ""
    assert disk.call_ids() == ["", "c2"]
    assert disk.is_whole()


async def test_unawaited_event_is_recorded_after_recovery(log: LogWriter, disk: FakeDisk, names: Any) -> None:
    disk.fault = FULL
    log.write(names.returned("old"))
    assert await refused(log, names.allowed("c1")) == str(FULL)
    log.write(names.returned("while full"))
    disk.fault = None
    await until(lambda: not log.trouble)
    assert disk.call_ids() == ["old", "while full"]
    assert (log.head, disk.is_whole()) == (disk.head, True)


async def test_calls_are_refused_while_the_log_cannot_be_written(log: LogWriter, disk: FakeDisk, names: Any) -> None:
    disk.fault = FULL
    assert await refused(log, names.allowed("c1"))
    for event in (names.asked("c2"), names.allowed("c2"), names.forwarded("c2")):
        with pytest.raises(model.LogWriteError, match="full"):
            log.write(event)
    for event in (names.denied("c2"), names.lost("c1"), names.joined()):
        log.write(event)
    disk.fault = None
    await until(lambda: not log.trouble)
    assert disk.kinds() == ["call_decided", "call_outcome_unknown", "session_started"]


async def test_failed_awaited_event_is_not_recorded_later(log: LogWriter, disk: FakeDisk, names: Any) -> None:
    disk.fault = FULL
    assert await refused(log, names.denied("c1")) == str(FULL)
    assert await refused(log, names.denied("c2")) == str(FULL)
    log.write(names.lost("c3"))
    disk.fault = None
    await until(lambda: not log.trouble)
    assert disk.call_ids() == ["c3"]


async def test_a_call_is_dropped_also_when_another_task_waits_for_its_record(
    log: LogWriter, disk: FakeDisk, names: Any
) -> None:
    disk.fault = FULL
    log.write(names.allowed("c1"))
    log.write(names.returned("c0"))
    with pytest.raises(model.LogWriteError):
        await asyncio.create_task(log.committed())
    disk.fault = None
    await until(lambda: not log.trouble)
    assert disk.call_ids() == ["c0"]


async def test_the_next_write_tries_again_but_not_at_every_write(
    log: LogWriter, disk: FakeDisk, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk.fault = FULL
    assert await refused(log, names.allowed("c1"))
    disk.fault = None
    assert await refused(log, names.allowed("c2")) == str(FULL)
    monkeypatch.setattr(log_writer, "_RETRY_AFTER", 0.0)
    assert await refused(log, names.allowed("c3")) == ""
    assert (log.trouble, disk.call_ids()) == ("", ["c3"])


async def test_kept_news_is_bounded(
    log: LogWriter, disk: FakeDisk, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_writer, "_MAX_KEPT_EVENTS", 3)
    disk.fault = FULL
    assert await refused(log, names.allowed("c"))
    for _ in range(3):
        log.write(names.returned("c"))
    with pytest.raises(model.LogWriteError):
        log.write(names.returned("c"))


async def test_failed_fsync_is_reported_until_one_succeeds(log: LogWriter, disk: FakeDisk, names: Any) -> None:
    disk.sync_fault = FULL
    log.write(names.allowed("c1"))
    with pytest.raises(model.LogWriteError, match="full"):
        await log.durable()
    assert await refused(log, names.allowed("c2")) == str(FULL)
    disk.sync_fault = None
    await until(lambda: not log.trouble)
    log.write(names.allowed("c3"))
    await log.durable()
    assert log.anchor() == log.head
    assert disk.is_whole()


async def test_events_keep_their_order_if_writing_fails_after_an_fsync_did(
    log: LogWriter, disk: FakeDisk, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_writer, "_COMMIT_AFTER", 0.1)
    disk.sync_fault = FULL
    disk.gate.clear()
    assert await refused(log, names.returned("first")) == ""
    await until(lambda: log._syncer._work is not None)
    disk.fault = FULL
    log.write(names.returned("before"))
    disk.gate.set()
    while not log.trouble:
        await asyncio.sleep(0)
    log.write(names.returned("after"))
    await until(lambda: len(log._kept) == 2)
    disk.fault = disk.sync_fault = None
    await until(lambda: not log.trouble)
    assert disk.call_ids() == ["first", "before", "after"]
    assert disk.is_whole()


async def test_tampering_stops_the_log(log: LogWriter, disk: FakeDisk, names: Any) -> None:
    disk.fault = TamperedError("somebody wrote into it")
    assert await refused(log, names.allowed("c1")) == "somebody wrote into it"
    disk.fault = None
    await asyncio.sleep(0.25)
    assert await refused(log, names.allowed("c2")) == "somebody wrote into it"
    assert log.tampered
    assert disk.lines == []


async def test_listeners_hear_of_commits_and_of_trouble_that_changed(disk: FakeDisk, names: Any) -> None:
    received: list[str] = []
    log = make(disk, on_commit=lambda: received.append("commit"), on_trouble=lambda: received.append(log.trouble))
    log.open()
    await refused(log, names.allowed("c1"))
    disk.fault = FULL
    await refused(log, names.allowed("c2"))
    await refused(log, names.allowed("c3"))
    disk.fault = None
    await until(lambda: not log.trouble)
    log.close()
    assert received == ["commit", str(FULL), ""]


async def test_a_log_that_could_not_be_opened_is_opened_when_that_works(disk: FakeDisk, names: Any) -> None:
    problems: list[Exception] = [model.LogWriteError("no folder")]

    def opens() -> FakeDisk:
        if problems:
            raise problems[0]
        return disk

    log = LogWriter(
        opens, scrub=bytes, now=lambda: 1.0, on_commit=lambda: None, on_trouble=lambda: None, **unsigned(1.0)
    )
    with pytest.raises(model.LogWriteError, match="not open"):
        log.write(names.asked("c0"))
    with pytest.raises(model.LogWriteError, match="no folder"):
        log.open()
    with pytest.raises(model.LogWriteError, match="no folder"):
        log.unfinished("s")
    log.write(names.returned("c1"))
    assert await refused(log, names.allowed("c2")) == "no folder"
    problems.clear()
    await until(lambda: not log.trouble)
    log.close()
    assert disk.call_ids() == ["c1"]


async def test_evidence_on_opening_is_raised_and_kept(disk: FakeDisk, names: Any) -> None:
    def opens() -> FakeDisk:
        raise TamperedError("not a log")

    log = LogWriter(
        opens, scrub=bytes, now=lambda: 1.0, on_commit=lambda: None, on_trouble=lambda: None, **unsigned(1.0)
    )
    with pytest.raises(TamperedError):
        log.open()
    assert (log.trouble, log.tampered) == ("not a log", True)
    with pytest.raises(model.LogWriteError, match="not a log"):
        log.write(names.asked("c"))
    log.close()


async def test_failed_fsync_on_opening_closes_the_log(disk: FakeDisk) -> None:
    disk.sync_fault = FULL
    log = make(disk)
    with pytest.raises(model.LogWriteError, match="full"):
        log.open()
    assert disk.closed
    disk.sync_fault = None
    log.close()


async def test_closing_commits_fsyncs_and_answers_who_waits(disk: FakeDisk, names: Any) -> None:
    log = make(disk)
    log.open()
    log.write(names.allowed("c1"))
    waiter = asyncio.create_task(log.committed())
    await asyncio.sleep(0)
    log.close()
    log.close()
    await waiter
    assert (log.anchor(), disk.closed) == (disk.head, True)
    with pytest.raises(model.LogWriteError, match="not open"):
        log.write(names.returned("c1"))
    with pytest.raises(model.LogWriteError, match="not open"):
        await log.committed()


async def test_close_tries_to_record_kept_events(disk: FakeDisk, names: Any) -> None:
    log = make(disk)
    log.open()
    disk.fault = FULL
    assert await refused(log, names.allowed("c1"))
    log.write(names.returned("c2"))
    disk.fault = None
    log.close()
    assert disk.call_ids() == ["c2"]
    assert log.trouble == ""


async def test_close_reports_an_unwritable_disk(disk: FakeDisk, names: Any) -> None:
    log = make(disk)
    log.open()
    log.write(names.returned("c2"))
    disk.sync_fault = FULL
    log.close()
    assert log.trouble == str(FULL)


async def test_unfinished_includes_uncommitted_events(log: LogWriter, disk: FakeDisk, names: Any) -> None:
    log.write(names.asked("c1"))
    assert log.unfinished("s1").left
    assert disk.commits == [1]
