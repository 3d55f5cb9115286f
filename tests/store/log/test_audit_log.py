"""The log on a real disk: it lasts, it is read while it is written, and whatever was done to it shows."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.store.log.log_checks import five, refused, verified
from toolguard.gate import model
from toolguard.store.log import chain, journal
from toolguard.store.log.audit_log import AuditLog, LogReader, RecordFilter, TamperedError
from toolguard.store.log.journal import JournalReader

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's resource limits and signals")


def change(path: Path, edit: Callable[[list[bytes]], list[bytes]]) -> None:
    """What somebody else does to the lines of the newest segment."""
    file = max(path.glob("*.jsonl"))
    file.write_bytes(b"".join(line + b"\n" for line in edit(file.read_bytes().splitlines())))


def replaced(at: int, old: bytes, new: bytes) -> Callable[[list[bytes]], list[bytes]]:
    """Replace a piece of the line of record ``at``, which must be there."""

    def edit(lines: list[bytes]) -> list[bytes]:
        assert old in lines[at - 1]
        return [*lines[: at - 1], lines[at - 1].replace(old, new), *lines[at:]]

    return edit


# ---- writing and reading


async def test_written_records_are_read_back_and_verify(log: AuditLog, reader: LogReader, names: Any) -> None:
    events = five(names)
    for event in events:
        log.write(event)
    await log.durable()
    assert [record.event for record, _ in reader.after(0, 10)] == events
    assert [record.seq for record in reader.page()] == [5, 4, 3, 2, 1]
    assert reader.newest() == log.head == log.anchor()
    assert reader.verify(log.anchor()) == chain.VerificationReport(5, True)
    assert log.recorded == 5


async def test_chain_continues_after_reopening(path: Path, names: Any, fill: Any) -> None:
    await fill(path, *five(names))
    await fill(path, *five(names))
    assert verified(path) == chain.VerificationReport(10, True)


async def test_the_log_is_readable_by_its_owner_only(log: AuditLog, path: Path, names: Any) -> None:
    log.write(names.joined())
    await log.durable()
    assert {oct(file.stat().st_mode & 0o777) for file in path.iterdir()} == {"0o600"}
    assert oct(path.stat().st_mode & 0o777) == "0o700"


async def test_reader_pages_counts_and_filters(log: AuditLog, reader: LogReader, names: Any, named: Any) -> None:
    other = named(session="s2", client="cursor", server="time", tool="now")
    for event in [*five(names), other.asked("c2"), other.denied("c2"), model.ConfigChanged(what="rule", by="person")]:
        log.write(event)
    await log.committed()
    assert [record.seq for record in reader.page(limit=2)] == [8, 7]
    assert [record.seq for record in reader.page(before=3)] == [2, 1]
    assert [record.seq for record in reader.call_records("c1")] == [2, 3, 4, 5]
    assert reader.call_records("") == reader.call_records("unknown") == []
    assert reader.count() == 8
    assert reader.count(RecordFilter(kind="call_decided")) == 2
    assert [record.seq for record in reader.page(RecordFilter(client="cursor", kind="call_held"))] == [6]
    assert reader.count(RecordFilter(since=0.0, until=1.0)) == 0
    assert reader.hash_of(8) == log.head[1]
    assert (reader.hash_of(9), reader.hash_of(0)) == (b"", chain.GENESIS)


async def test_unusual_texts_are_recorded_exactly(log: AuditLog, reader: LogReader, named: Any) -> None:
    odd = named(server="a\0b", tool="名\u202e\U0001f600", client="'; DROP TABLE records; --")
    log.write(odd.asked("c1", arguments='{"n":' + "1" * 400 + "}"))
    log.write(named(tool="half \ud83d").lost("c2"))
    await log.committed()
    assert reader.call_records("c1")[0].event == odd.asked("c1", arguments='{"n":' + "1" * 400 + "}")
    assert reader.page(RecordFilter(tool="half \\ud83d"))[0].seq == 2
    assert reader.verify().ok


async def test_scrubbed_values_are_nowhere_in_the_files(path: Path, names: Any) -> None:
    log = AuditLog(path, scrub=lambda body: body.replace(b"hunter2", b"[secret]"))
    log.open()
    log.write(names.asked("c1", arguments='{"password":"hunter2"}'))
    await log.durable()
    assert all(b"hunter2" not in file.read_bytes() for file in path.iterdir())
    log.close()
    assert verified(path).ok


async def test_a_session_is_found_again_with_its_open_calls(path: Path, names: Any, named: Any, fill: Any) -> None:
    other = named(session="s2")
    await fill(path, *five(names), names.handshake(), names.asked("c2"), names.allowed("c3", by="rule 1"),
               names.forwarded("c3"), other.joined(), other.asked("c9"))  # fmt: skip
    log = AuditLog(path)
    log.open()
    found = log.unfinished("s1")
    assert [(call.call, call.state) for call in found.calls] == [("c2", "held"), ("c3", "forwarded")]
    assert (found.joined, found.handshake) == (names.joined(), names.handshake())
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
    assert len(steps) > 2 and steps == sorted(steps) and steps[-1] == 12_000
    stopped = reader.verify(log.head, stop=lambda: True)
    assert (stopped.ok, stopped.problem) == (False, "stopped before the end")


async def test_segments_are_bounded_and_read_as_one_log(path: Path, names: Any) -> None:
    log = AuditLog(path, segment=100_000)
    log.open()
    for number in range(600):
        log.write(names.returned(f"c{number}", "x" * 1000))
        if number % 10 == 0:
            await log.committed()
    await log.durable()
    with closing(LogReader(path)) as reader:
        assert [record.seq for record, _ in reader.after(0, 1000)] == list(range(1, 601))
        assert reader.verify(log.anchor()) == chain.VerificationReport(600, True)
        for seq in (1, 86, 87, 300, 599, 600):
            ((record, hash),) = reader.after(seq - 1, 1)
            assert (record.seq, reader.hash_of(seq)) == (seq, hash)
        assert [record.seq for record in reader.call_records("c300")] == [301]
        assert [record.seq for record in reader.page(before=90, limit=5)] == [89, 88, 87, 86, 85]
    log.close()
    files = sorted(path.iterdir())
    assert files[0].name == "00000001.jsonl" and len(files) > 5
    assert max(file.stat().st_size for file in files) < 100_000 + 10 * 1500
    for file in files:
        first = json.loads(file.read_bytes().partition(b"\n")[0])
        assert file.name == f"{first['seq']:08}.jsonl"


async def test_a_line_is_json_with_number_time_kind_and_the_hash_before(log: AuditLog, path: Path, names: Any) -> None:
    for event in five(names):
        log.write(event)
    await log.committed()
    lines = [json.loads(line) for line in (path / "00000001.jsonl").read_bytes().splitlines()]
    assert [(one["seq"], one["kind"], type(one["time"])) for one in lines][:2] == [
        (1, "session_started", float), (2, "call_held", float),
    ]  # fmt: skip
    with closing(LogReader(path)) as reader:
        assert [one["prev"] for one in lines] == [reader.hash_of(seq).hex() for seq in range(5)]


# ---- what was done to the file shows


@pytest.mark.parametrize(
    ("edit", "seq", "word"),
    [
        (replaced(3, b'"person"', b'"rule 1"'), 3, "edited"),
        (replaced(3, b'"time":', b'"time":1'), 3, "edited"),
        (replaced(3, b'"status"', b'"other"'), 3, "edited"),
        (lambda lines: [*lines[:2], b"{}", *lines[3:]], 3, "cannot be read"),
        (lambda lines: [*lines[:2], b"", *lines[3:]], 3, "cannot be read"),
        (lambda lines: [*lines[:2], lines[2][:40], *lines[3:]], 3, "cannot be read"),
        (lambda lines: [*lines[:2], lines[2][:-70] + b"0" * 68 + b'"}', *lines[3:]], 3, "cannot be read"),
        (lambda lines: [*lines[:2], lines[2][:-66] + b"0" * 64 + b'"}', *lines[3:]], 3, "wrong link"),
        (lambda lines: [*lines[:2], *lines[3:]], 3, "removed"),
        (lambda lines: lines[2:], 1, "removed"),
        (lambda lines: [*lines[:2], lines[2], lines[2], *lines[3:]], 3, "repeated"),
        (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], 3, "reordered"),
        (replaced(3, b'{"seq":3,', b'{"seq":-3,'), -3, "reordered"),
        (replaced(4, b'{"seq":4,', b'{"seq":7,'), 4, "inserted"),
        (lambda lines: lines[:4], 5, "truncated"),
        (lambda lines: [], 1, "truncated"),
        (replaced(5, b'"result"', b'"error"'), 5, "noted elsewhere"),
    ],
)
async def test_a_change_is_found_and_named(
    path: Path, names: Any, fill: Any, edit: Callable[[list[bytes]], list[bytes]], seq: int, word: str
) -> None:
    log = await fill(path, *five(names))
    change(path, edit)
    report = verified(path, log.head)
    assert (report.ok, report.seq) == (False, seq), report
    assert word in report.problem


async def test_rewritten_log_is_detected_by_the_anchor(path: Path, names: Any, fill: Any) -> None:
    log = await fill(path, *five(names))
    shutil.rmtree(path)
    await fill(path, *five(names))
    assert verified(path).ok
    assert "rewritten" in verified(path, log.head).problem


@pytest.mark.parametrize(
    "edit",
    [
        replaced(3, b'"person"', b'"rule 1"'),
        lambda lines: [*lines[:3], *lines[4:]],
        lambda lines: [*lines, b"something else"],
        lambda lines: [b"something else", *lines],
        lambda lines: [*lines, lines[-1]],
    ],
)
async def test_a_changed_log_is_not_opened_for_writing(
    path: Path, names: Any, fill: Any, edit: Callable[[list[bytes]], list[bytes]]
) -> None:
    await fill(path, *five(names))
    change(path, edit)
    before = (path / "00000001.jsonl").read_bytes()
    log = AuditLog(path)
    with pytest.raises(TamperedError, match="move it away"):
        log.open()
    assert "move it away" in await refused(log, names.asked("c9"))
    log.close()
    assert (path / "00000001.jsonl").read_bytes() == before


async def test_opening_checks_only_the_newest_records(path: Path, names: Any, fill: Any) -> None:
    await fill(path, *(names.forwarded(f"c{number}") for number in range(1500)))
    change(path, replaced(10, b'"status"', b'"xtatus"'))
    log = AuditLog(path)
    log.open()
    log.close()
    assert verified(path).seq == 10
    change(path, replaced(510, b'"status"', b'"xtatus"'))
    with pytest.raises(TamperedError, match="record 510"):
        AuditLog(path).open()


async def test_foreign_file_is_kept_as_evidence(path: Path) -> None:
    path.write_bytes(b"something else entirely" * 100)
    for attempt in (AuditLog(path).open, lambda: LogReader(path)):
        with pytest.raises(TamperedError):
            attempt()
    assert path.read_bytes() == b"something else entirely" * 100


async def test_unreadable_record_raises_for_a_reader(path: Path, names: Any, fill: Any) -> None:
    await fill(path, *five(names))
    change(path, lambda lines: [*lines[:2], b"{}", *lines[3:]])
    reader = LogReader(path)
    with pytest.raises(TamperedError, match="cannot be read"):
        reader.page()
    reader.close()


async def test_foreign_write_to_the_log_is_noticed_at_the_next_commit(log: AuditLog, path: Path, names: Any) -> None:
    log.write(names.joined())
    await log.committed()
    with (path / "00000001.jsonl").open("ab") as file:
        file.write(b"x")
    assert "Another program wrote to" in await refused(log, names.asked("c1"))
    assert log.tampered


async def test_truncated_log_is_noticed_at_the_next_commit(log: AuditLog, path: Path, names: Any) -> None:
    log.write(names.joined())
    await log.committed()
    os.truncate(path / "00000001.jsonl", 100)
    assert "or truncated it" in await refused(log, names.asked("c1"))
    assert log.tampered


def test_missing_log_cannot_be_read(path: Path) -> None:
    with pytest.raises(OSError, match="cannot be read"):
        LogReader(path)


async def test_large_records_are_read_a_few_at_a_time(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "log")
    log.open()
    for number in range(12):
        log.write(model.ConfigChanged(what=f"{number}", by="person", detail="x" * 1_000_000))
    log.close()
    with closing(LogReader(tmp_path / "log")) as reader:
        batch = reader.after(0, 200)
        assert 4 <= len(batch) <= 5
        rest = reader.after(batch[-1][0].seq, 200)
    assert rest[0][0].seq == batch[-1][0].seq + 1


class CountingFile(io.FileIO):
    """A file that counts the reads from all of its kind."""

    count = 0

    def read(self, size: int | None = -1, /) -> bytes:
        CountingFile.count += 1
        return super().read(size)


async def test_search_takes_few_reads_of_large_records(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(AuditLog(path)) as log:
        log.open()
        for _ in range(8):
            log.write(model.ConfigChanged(what="large", by="person", detail="x" * 1_000_000))
        log.write(model.ConfigChanged(what="small", by="person"))
    monkeypatch.setattr(journal, "open_file", CountingFile)
    monkeypatch.setattr(CountingFile, "count", 0)
    found = JournalReader(path).line(9)
    assert found and b"small" in found
    assert CountingFile.count < 100


async def test_line_without_an_end_hides_no_record_before_it(path: Path) -> None:
    with closing(AuditLog(path)) as log:
        log.open()
        for _ in range(3):
            log.write(model.ConfigChanged(what="x" * 9_000, by="person"))
    (segment,) = path.glob("*.jsonl")
    with segment.open("ab") as file:
        file.write(b'{"seq":1,"time":"' + b"x" * 60_000)
    found = JournalReader(path).line(3)
    assert found and found.startswith(b'{"seq":3,')
