"""Logs that older versions wrote (see ``data/README.md``) are taken over, searched, exported, verified, written on."""

from __future__ import annotations

import asyncio
import io
import json
import shutil
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from toolguard.gate import model
from toolguard.store.log import chain, former_log, records
from toolguard.store.log.audit_log import AuditLog, LogReader, RecordFilter, TamperedError
from toolguard.store.log.export import export, export_verified
from toolguard.store.log.former_log import TakeOver
from toolguard.store.log.index.log_index import CallFilter, IndexBuilder, follow
from toolguard.store.log.usage_stats import UsageReader

DATA = Path(__file__).with_name("data")
COUNTS = {"audit-ffbcd59.db": 120, "audit-4cdd69c.db": 122}


@pytest.fixture(params=COUNTS)
def former(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of one of them."""
    return Path(shutil.copy(DATA / request.param, tmp_path / "audit.db"))


@pytest.fixture
def count(request: pytest.FixtureRequest, former: Path) -> int:
    return COUNTS[request.node.callspec.params["former"]]


@pytest.fixture
def path(former: Path) -> Path:
    """The journal that took it over. The old log stays beside it under both names, for the tests to compare."""
    path = former.with_name("log")
    assert TakeOver(former, path).wait(120) is not None
    assert not former.exists()
    shutil.copy(former.with_name("audit-taken-over.db"), former)
    return path


@pytest.fixture
def reader(path: Path) -> Iterator[LogReader]:
    with closing(LogReader(path)) as reader:
        yield reader


@pytest.fixture
def index(path: Path, reader: LogReader, count: int) -> Iterator[UsageReader]:
    with closing(IndexBuilder(reader, follow(path))) as builder:
        assert builder.catch_up() == count
    with closing(UsageReader(follow(path))) as index:
        yield index


def stored(former: Path) -> list[tuple[int, str, bytes, bytes]]:
    with closing(sqlite3.connect(former)) as db:
        return db.execute("SELECT seq, kind, CAST(body AS BLOB), hash FROM records ORDER BY seq").fetchall()


def test_former_log_contains_every_record_kind_under_its_former_name(former: Path) -> None:
    kinds = {kind for _, kind, _, _ in stored(former)}
    never = {"unvouched"} if "started" in kinds else {"unvouched", "started", "stopped"}
    assert kinds == set(records.FORMER_KINDS) - never


def test_every_former_record_is_decoded_completely(former: Path, reader: LogReader, count: int) -> None:
    found = reader.after(0, 1_000)
    assert [record.seq for record, _ in found] == list(range(1, count + 1))
    for (record, hash), (_, kind, body, kept) in zip(found, stored(former), strict=True):
        members = {"seq": record.seq, "time": record.time, "event": _members(record.event)}
        parsed = json.loads(body)
        assert parsed["event"].pop("kind") == kind and records.FORMER_KINDS[kind] == members["event"].pop("kind")
        assert {**members["event"], **parsed["event"]} == members["event"], "no member is lost or changed"
        assert (members["seq"], members["time"], hash) == (parsed["seq"], parsed["time"], kept)


def _members(event: model.Event) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(records.text(1, 1.0, records.encode(event, lambda body: body)))
    return {name: value for name, value in parsed.items() if name not in ("seq", "time", "texts")}


def test_verify_checks_the_stored_text(former: Path, reader: LogReader, count: int) -> None:
    report = reader.verify()
    assert (report.ok, report.checked) == (True, count)
    assert reader.verify_newest(50).ok
    previous = chain.GENESIS
    for _, _, body, hash in stored(former):
        assert chain.link(previous, body) == hash
        previous = hash
    assert reader.newest() == (count, previous), "what was noted of the old log holds for the new one"


@pytest.mark.parametrize(
    ("statements", "seq"),
    [
        (["UPDATE records SET kind='session_started' WHERE kind='joined'"], 2),
        (
            [
                "UPDATE records SET kind='session_started', body=replace(body, '\"joined\"', '\"session_started\"')"
                " WHERE kind='joined'"
            ],
            2,
        ),
        (["UPDATE records SET body=replace(body, '\"raw\"', '\"new\"') WHERE seq=9"], 9),
        (["UPDATE records SET body='{}' WHERE seq=3"], 3),
        (["UPDATE records SET body=CAST(x'' AS BLOB) WHERE seq=3"], 3),
        (["UPDATE records SET hash=zeroblob(32) WHERE seq=3"], 3),
        (["UPDATE records SET hash='text' WHERE seq=3"], 3),
        (["UPDATE records SET tool='other' WHERE seq=3"], 3),
        (["UPDATE records SET time=time+1 WHERE seq=3"], 3),
        (["DELETE FROM records WHERE seq=3"], 3),
        (["DELETE FROM records WHERE seq<3"], 1),
        (["DELETE FROM records WHERE seq=3", "UPDATE records SET seq=seq-1 WHERE seq>3"], 3),
        (["UPDATE records SET seq=-3 WHERE seq=3"], -3),
    ],
)
def test_changed_former_log_is_not_migrated(former: Path, statements: list[str], seq: int) -> None:
    with closing(sqlite3.connect(former)) as db, db:
        for statement in statements:
            db.execute(statement)
    with pytest.raises(TamperedError, match=rf"[Rr]ecords? {seq}\b.*move it away"):
        TakeOver(former, former.with_name("log")).wait(120)
    log = AuditLog(former.with_name("log"))
    with pytest.raises(TamperedError):
        log.open()
    assert log.tampered and not former.with_name("log").exists()
    log.close()


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records WHERE seq=new.seq; END",
        "ALTER TABLE records RENAME TO other",
        "PRAGMA application_id=1",
        "PRAGMA user_version=7",
        "PRAGMA user_version=0",
    ],
)
def test_foreign_database_is_not_migrated(former: Path, statement: str) -> None:
    with closing(sqlite3.connect(former, isolation_level=None)) as db:
        db.execute(statement)
    with pytest.raises(TamperedError, match="move it away"):
        TakeOver(former, former.with_name("log")).wait(120)


def test_invalid_database_is_kept_as_evidence(former: Path) -> None:
    former.write_bytes(b"something else entirely" * 100)
    with pytest.raises(TamperedError):
        TakeOver(former, former.with_name("log")).wait(120)
    assert former.read_bytes() == b"something else entirely" * 100


def test_leftovers_of_a_killed_migration_are_ignored(former: Path, count: int) -> None:
    draft = former.with_name("log.part")
    draft.mkdir()
    (draft / "00000001.jsonl").write_bytes(b"half a li")
    assert TakeOver(former, former.with_name("log")).wait(120) is not None
    assert not draft.exists()
    with closing(LogReader(former.with_name("log"))) as reader:
        assert reader.verify().checked == count


def test_reader_reports_a_log_that_is_not_migrated(former: Path) -> None:
    with pytest.raises(OSError, match="start ToolGuard once"):
        LogReader(former.with_name("log"))


def test_former_log_is_migrated_into_several_segments(
    former: Path, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolguard.store.log.former_log._SEGMENT_SIZE", 2000)
    monkeypatch.setattr("toolguard.store.log.former_log._BATCH_SIZE", 7)
    path = former.with_name("log")
    assert TakeOver(former, path).wait(120) is not None
    assert len(list(path.iterdir())) > 10
    assert {oct(file.stat().st_mode & 0o777) for file in path.iterdir()} == {"0o600"}
    with closing(LogReader(path)) as reader:
        kept = former.with_name("audit-taken-over.db")
        assert reader.verify((count, stored(kept)[-1][3])) == chain.VerificationReport(count, True)


async def test_calls_are_refused_with_progress_during_a_long_migration(
    former: Path, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolguard.store.log.audit_log._TAKE_OVER_TIMEOUT", 0.0)
    monkeypatch.setattr("toolguard.store.log.log_writer._RETRY_IDLE", 0.21)
    gate = threading.Event()
    check = former_log._check_tables
    monkeypatch.setattr(former_log, "_check_tables", lambda *of: (gate.wait(120), check(*of)))
    log = AuditLog(former.with_name("log"))
    with pytest.raises(model.LogWriteError, match="0 %"):
        log.open()
    assert "being migrated" in log.trouble
    with pytest.raises(model.LogWriteError, match="Calls continue afterwards"):
        log.write(model.CallForwarded(call="c", client="x", server="y", tool="z", digest=""))
    gate.set()
    async with asyncio.timeout(120):
        while log.trouble:
            await asyncio.sleep(0.01)
    assert (log.opened[0], log.recorded) == (count, count + 1)
    log.close()


def test_records_are_found_by_the_present_name_of_their_kind(former: Path, reader: LogReader) -> None:
    kinds = Counter(kind for _, kind, _, _ in stored(former))
    assert {kind: reader.count(RecordFilter(kind=new)) for kind, new in records.FORMER_KINDS.items()} == {
        kind: kinds[kind] for kind in records.FORMER_KINDS
    }
    (dropped,) = reader.page(RecordFilter(kind="response_dropped"))
    assert isinstance(dropped.event, model.ResponseDropped) and dropped.event.request == '"cancelled"'


def test_the_index_lists_each_call_with_its_outcome(index: UsageReader) -> None:
    outcomes = Counter(row.outcome for row in index.page(limit=1_000))
    assert outcomes == {
        "result": 6, "denied": 4, "unknown": 3, "tool_error": 1, "error": 1, "cancelled": 1, "withdrawn": 1,
        "decision_deferred": 1,
    }  # fmt: skip
    kinds = Counter(row.kind for row in index.page(CallFilter(kind=""), limit=1_000))
    assert set(kinds) <= {"call", *records.FORMER_KINDS.values()}
    assert kinds["config_changed"] == 1 and kinds["secret_released"] == 7
    assert [row.detail.partition(" · ")[0] for row in index.page(CallFilter(kind="message_refused"))] != []


def test_migrated_records_are_searchable(index: UsageReader) -> None:
    (row,) = index.page(CallFilter(text="no such file"))
    assert (row.tool, row.outcome) == ("say", "tool_error")
    (change,) = index.page(CallFilter(text="noise", kind="config_changed"))
    assert "noise" in change.detail


def test_use_and_clients_are_counted(index: UsageReader) -> None:
    assert index.today(0.0)["peer", "say"] == 7
    assert set(index.rulings()) >= {"r0", "r1", "r2", "r3"}
    assert {one.client: one.joined for one in index.clients()} == {"raw": 6, "slow": 1}
    (release,) = index.releases()
    assert (release.secret, release.place, release.times) == ("key", "env API_KEY", 7)


def test_records_of_one_call_are_read_in_order(index: UsageReader, reader: LogReader) -> None:
    (row,) = index.page(CallFilter(outcome="cancelled"))
    kinds = [type(record.event) for record in reader.call_records(row.call)]
    assert kinds == [model.CallDecided, model.CallForwarded, model.CallCancelled, model.ResponseDropped]


def test_exports_name_kinds_as_they_are_called_now(former: Path, path: Path, index: UsageReader, count: int) -> None:
    whole, sound, table = io.BytesIO(), io.BytesIO(), io.BytesIO()
    assert export(path, whole) == export_verified(path, sound) == count
    assert whole.getvalue() == sound.getvalue()
    lines = [json.loads(line) for line in whole.getvalue().splitlines()]
    assert [(line["seq"], line["kind"], line["record_hash"]) for line in lines] == [
        (seq, records.FORMER_KINDS[kind], hash.hex()) for seq, kind, _, hash in stored(former)
    ]
    assert export(path, table, "csv", CallFilter(kind="")) == index.count(CallFilter(kind=""))
    assert b"decision_deferred" in table.getvalue() and b"ticketed" not in table.getvalue()


async def test_former_log_is_migrated_on_opening_and_continued(former: Path, count: int) -> None:
    before, path = stored(former), former.with_name("log")
    log = AuditLog(path)
    log.open()
    try:
        assert log.opened == (count, before[-1][3])
        log.write(model.ConfigChanged(what="rule r9 added", by="person"))
        await log.committed()
    finally:
        log.close()
    kept = former.with_name("audit-taken-over.db")
    assert stored(kept) == before and not former.exists(), "the old file is kept as it is"
    with closing(LogReader(path)) as reader:
        assert reader.verify().checked == count + 2 and reader.verify().ok
        (taken, _), (changed, _) = reader.after(count, 9)
        assert taken.event == model.LogTakenOver(file=kept.name, records=count, digest=before[-1][3].hex())
        assert isinstance(changed.event, model.ConfigChanged)
        assert reader.count(RecordFilter(kind="config_changed")) == 2
    kept.unlink()
    again = AuditLog(path)
    again.open()
    assert again.recorded == count + 2, "the old file is not needed any more"
    again.close()


async def test_new_log_does_not_take_the_old_one_over_again(former: Path, count: int) -> None:
    path = former.with_name("log")
    log = AuditLog(path)
    log.open()
    log.start_new_log()
    await log.committed()
    assert log.recorded == 1
    log.close()
    shutil.copy(former.with_name("audit-taken-over.db"), former)  # as a run leaves it that is killed just then
    again = AuditLog(path)
    again.open()
    assert again.recorded == 1 and not former.exists()
    assert former.with_name("audit-taken-over-2.db").exists()
    again.close()


async def test_a_call_that_a_crash_left_open_is_found(former: Path, path: Path, reader: LogReader) -> None:
    """The session before the crash, as its log stood then."""
    (lost,) = [
        record for record in reader.page(RecordFilter(kind="call_outcome_unknown")) if record.event.tool == "wait"
    ]
    session = lost.event.session
    with closing(sqlite3.connect(former)) as db, db:
        db.execute("DELETE FROM records WHERE seq>=?", (lost.seq,))
    shutil.rmtree(path)
    log = AuditLog(path)
    log.open()
    try:
        found = log.unfinished(session)
        assert found.joined is not None and found.handshake is not None and not found.left
        assert [(call.tool, call.state) for call in found.calls] == [("wait", "forwarded")]
    finally:
        log.close()
    with closing(LogReader(path)) as cut:
        assert session in cut.unclosed(0, lost.seq)
