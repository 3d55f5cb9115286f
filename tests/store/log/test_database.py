"""The log on a real disk: it lasts, it is read while it is written, and whatever was done to it shows."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from toolguard.gate import model
from toolguard.store.log import chain
from toolguard.store.log.database import AuditLog, LogReader, RecordFilter, TamperedError

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's resource limits and signals")


def five(names: Any) -> list[model.Event]:
    return [names.joined(), names.asked("c1"), names.allowed("c1"), names.forwarded("c1"), names.returned("c1")]


def change(path: Path, *statements: str) -> None:
    """What somebody else does to the file."""
    db = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        db.execute(statement)
    db.close()


def verified(path: Path, anchor: chain.Link | None = None) -> chain.VerificationReport:
    reader = LogReader(path)
    try:
        return reader.verify(anchor)
    finally:
        reader.close()


async def refused(log: AuditLog, event: model.Event) -> str:
    try:
        log.write(event)
        await log.committed()
    except model.LogWriteError as problem:
        return str(problem)
    return ""


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


# ---- writing and reading


async def test_what_was_written_is_read_back_and_verifies(log: AuditLog, reader: LogReader, names: Any) -> None:
    events = five(names)
    for event in events:
        log.write(event)
    await log.durable()
    assert [record.event for record, _ in reader.after(0, 10)] == events
    assert [record.seq for record in reader.page()] == [5, 4, 3, 2, 1]
    assert reader.newest() == log.head == log.anchor()
    assert reader.verify(log.anchor()) == chain.VerificationReport(5, True)
    assert log.recorded == 5


async def test_the_chain_goes_on_after_closing_and_opening(path: Path, names: Any, fill: Any) -> None:
    await fill(path, *five(names))
    await fill(path, *five(names))
    assert verified(path) == chain.VerificationReport(10, True)


async def test_the_log_is_readable_by_its_owner_only(log: AuditLog, path: Path, names: Any) -> None:
    log.write(names.joined())
    await log.durable()
    assert {oct(file.stat().st_mode & 0o777) for file in path.parent.iterdir()} == {"0o600"}


async def test_pages_stories_counts_and_filters(log: AuditLog, reader: LogReader, names: Any, named: Any) -> None:
    other = named(session="s2", client="cursor", server="time", tool="now")
    for event in [*five(names), other.asked("c2"), other.denied("c2"), model.ConfigChanged(what="rule", by="person")]:
        log.write(event)
    await log.committed()
    assert [record.seq for record in reader.page(limit=2)] == [8, 7]
    assert [record.seq for record in reader.page(before=3)] == [2, 1]
    assert [record.seq for record in reader.story("c1")] == [2, 3, 4, 5]
    assert reader.story("") == reader.story("unknown") == []
    assert reader.count() == 8
    assert reader.count(RecordFilter(kind="call_decided")) == 2
    assert [record.seq for record in reader.page(RecordFilter(client="cursor", kind="call_held"))] == [6]
    assert reader.count(RecordFilter(since=0.0, until=1.0)) == 0
    assert reader.hash_of(8) == log.head[1]
    assert (reader.hash_of(9), reader.hash_of(0)) == (b"", chain.GENESIS)


async def test_odd_texts_are_kept_exactly(log: AuditLog, reader: LogReader, named: Any) -> None:
    odd = named(server="a\0b", tool="名\u202e\U0001f600", client="'; DROP TABLE records; --")
    log.write(odd.asked("c1", arguments='{"n":' + "1" * 400 + "}"))
    log.write(named(tool="half \ud83d").lost("c2"))
    await log.committed()
    assert reader.story("c1")[0].event == odd.asked("c1", arguments='{"n":' + "1" * 400 + "}")
    assert reader.page(RecordFilter(tool="half \\ud83d"))[0].seq == 2
    assert reader.verify().ok


async def test_scrubbed_values_are_nowhere_in_the_files(path: Path, names: Any) -> None:
    log = AuditLog(path, scrub=lambda body: body.replace(b"hunter2", b"[secret]"))
    log.open()
    log.write(names.asked("c1", arguments='{"password":"hunter2"}'))
    await log.durable()
    assert all(b"hunter2" not in file.read_bytes() for file in path.parent.iterdir())
    log.close()
    assert verified(path).ok


async def test_a_session_is_found_again_with_its_open_calls(path: Path, names: Any, named: Any, fill: Any) -> None:
    other = named(session="s2")
    await fill(path, *five(names), names.shook(), names.asked("c2"), names.allowed("c3", by="rule 1"),
               names.forwarded("c3"), other.joined(), other.asked("c9"))  # fmt: skip
    log = AuditLog(path)
    log.open()
    found = log.unfinished("s1")
    assert [(call.call, call.state) for call in found.calls] == [("c2", "held"), ("c3", "forwarded")]
    assert (found.joined, found.shook) == (names.joined(), names.shook())
    assert log.unfinished("nobody").joined is None
    log.close()


async def test_many_records_are_verified_in_steps_that_can_be_stopped(
    log: AuditLog, reader: LogReader, names: Any
) -> None:
    for number in range(12_000):
        log.write(names.forwarded(f"c{number}"))
    await log.committed()
    steps: list[int] = []
    assert reader.verify(log.head, steps.append) == chain.VerificationReport(12_000, True)
    assert steps == [5000, 10_000, 12_000]
    stopped = reader.verify(log.head, stop=lambda: True)
    assert (stopped.ok, stopped.problem) == (False, "stopped before the end")


async def test_the_write_ahead_log_does_not_grow_without_bound(
    path: Path, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolguard.store.log.wal_sync._CHECKPOINT", 200_000)
    monkeypatch.setattr("toolguard.store.log.wal_sync._RESTART", 400_000)
    log = AuditLog(path)
    log.open()
    wal = path.with_name("audit.db-wal")
    for number in range(60):
        for _ in range(100):
            log.write(names.returned(f"c{number}", "x" * 1000))
        await log.durable()
    await until(lambda: path.stat().st_size > 5_000_000)
    assert wal.stat().st_size < 3_000_000
    assert (log.trouble, log.recorded) == ("", 6000)
    log.close()
    assert verified(path).ok


# ---- what was done to the file shows


@pytest.mark.parametrize(
    ("statement", "seq", "word"),
    [
        ("UPDATE records SET body=replace(body, '\"person\"', '\"rule 1\"') WHERE seq=3", 3, "edited"),
        ("UPDATE records SET body='{}' WHERE seq=3", 3, "edited"),
        ("UPDATE records SET body=CAST(x'' AS BLOB) WHERE seq=3", 3, "edited"),
        ("UPDATE records SET hash=zeroblob(32) WHERE seq=3", 3, "wrong link"),
        ("UPDATE records SET hash='text' WHERE seq=3", 3, "wrong link"),
        ("UPDATE records SET tool='other' WHERE seq=3", 3, "column tool"),
        ("UPDATE records SET time=time+1 WHERE seq=3", 3, "column time"),
        ("DELETE FROM records WHERE seq=3", 3, "removed"),
        ("DELETE FROM records WHERE seq<3", 1, "removed"),
        ("UPDATE records SET seq=seq-1 WHERE seq>3", 0, ""),
        ("UPDATE records SET seq=-3 WHERE seq=3", -3, "reordered"),
        ("DELETE FROM records WHERE seq=5", 5, "truncated"),
        ("DELETE FROM records", 1, "truncated"),
    ],
)
async def test_a_change_is_found_and_named(
    path: Path, names: Any, fill: Any, statement: str, seq: int, word: str
) -> None:
    log = await fill(path, *five(names))
    if seq == 0:
        change(path, "DELETE FROM records WHERE seq=3", statement)
        seq, word = 3, "calls itself record 4"
    else:
        change(path, statement)
    report = verified(path, log.head)
    assert (report.ok, report.seq) == (False, seq), report
    assert word in report.problem


async def test_two_swapped_records_are_found(path: Path, names: Any, fill: Any) -> None:
    await fill(path, *five(names))
    change(path, "UPDATE records SET seq=99 WHERE seq=2", "UPDATE records SET seq=2 WHERE seq=3",
           "UPDATE records SET seq=3 WHERE seq=99")  # fmt: skip
    report = verified(path)
    assert (report.seq, "calls itself record 3" in report.problem) == (2, True)


async def test_a_log_written_anew_is_found_by_the_anchor(path: Path, names: Any, fill: Any) -> None:
    log = await fill(path, *five(names))
    path.unlink()
    await fill(path, *five(names))
    assert verified(path).ok
    assert "rewritten" in verified(path, log.head).problem


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE records SET body=replace(body, '\"person\"', '\"rule 1\"') WHERE seq=3",
        "UPDATE records SET server='other' WHERE seq=5",
        "DELETE FROM records WHERE seq=4",
        "CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records WHERE seq=new.seq; END",
        "ALTER TABLE records RENAME TO other",
        "PRAGMA application_id=1",
    ],
)
async def test_a_changed_log_is_not_opened_for_writing(path: Path, names: Any, fill: Any, statement: str) -> None:
    await fill(path, *five(names))
    change(path, statement)
    log = AuditLog(path)
    with pytest.raises(TamperedError, match="move it away"):
        log.open()
    assert "move it away" in await refused(log, names.asked("c9"))
    log.close()


async def test_opening_looks_at_the_newest_records_only(path: Path, names: Any, fill: Any) -> None:
    await fill(path, *(names.forwarded(f"c{number}") for number in range(1500)))
    change(path, "UPDATE records SET tool='x' WHERE seq=10")
    log = AuditLog(path)
    log.open()
    log.close()
    assert verified(path).seq == 10
    change(path, "UPDATE records SET tool='x' WHERE seq=510")
    with pytest.raises(TamperedError, match="record 510"):
        AuditLog(path).open()


async def test_a_file_that_is_no_log_is_evidence_and_stays_as_it_is(path: Path) -> None:
    path.write_bytes(b"something else entirely" * 100)
    for attempt in (AuditLog(path).open, lambda: LogReader(path)):
        with pytest.raises(TamperedError):
            attempt()
    assert path.read_bytes() == b"something else entirely" * 100


async def test_a_log_of_a_newer_version_is_left_alone(path: Path, names: Any, fill: Any) -> None:
    await fill(path, *five(names))
    change(path, "PRAGMA user_version=9")
    with pytest.raises(model.LogWriteError, match="newer ToolGuard"):
        AuditLog(path).open()


async def test_a_record_that_cannot_be_read_is_evidence_to_a_reader(path: Path, names: Any, fill: Any) -> None:
    await fill(path, *five(names))
    change(path, "UPDATE records SET body='{}' WHERE seq=3")
    reader = LogReader(path)
    with pytest.raises(TamperedError, match="cannot be read"):
        reader.page()
    reader.close()


async def test_somebody_who_writes_into_the_log_is_noticed_at_the_next_commit(
    log: AuditLog, path: Path, names: Any
) -> None:
    log.write(names.joined())
    await log.committed()
    change(
        path, "INSERT INTO records SELECT 2, time, kind, call, session, client, server, tool, body, hash FROM records"
    )
    assert "something else changed it" in await refused(log, names.asked("c1"))
    assert log.tampered


def test_a_log_that_is_not_there_cannot_be_read(path: Path) -> None:
    with pytest.raises(OSError, match="cannot be read"):
        LogReader(path)


async def test_large_records_are_read_a_few_at_a_time(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "audit.db")
    log.open()
    for number in range(12):
        log.write(model.ConfigChanged(what=f"{number}", by="person", detail="x" * 1_000_000))
    log.close()
    with closing(LogReader(tmp_path / "audit.db")) as reader:
        batch = reader.after(0, 200)
        assert 4 <= len(batch) <= 5
        rest = reader.after(batch[-1][0].seq, 200)
    assert rest[0][0].seq == batch[-1][0].seq + 1
