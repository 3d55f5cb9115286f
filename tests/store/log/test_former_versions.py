"""Logs that older versions wrote (see ``data/README.md``): read, searched, exported, verified, and written on."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from toolguard.gate import model
from toolguard.store.log import chain, records
from toolguard.store.log.database import AuditLog, LogReader, RecordFilter, TamperedError
from toolguard.store.log.export import export, export_sound
from toolguard.store.log.index import CallFilter, IndexBuilder, follow
from toolguard.store.log.usage_stats import UsageReader

DATA = Path(__file__).with_name("data")
COUNTS = {"audit-ffbcd59.db": 120, "audit-4cdd69c.db": 122}


@pytest.fixture(params=COUNTS)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of one of them."""
    return Path(shutil.copy(DATA / request.param, tmp_path / "log"))


@pytest.fixture
def count(request: pytest.FixtureRequest, path: Path) -> int:
    return COUNTS[request.node.callspec.params["path"]]


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


def stored(path: Path) -> list[tuple[int, str, bytes, bytes]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT seq, kind, CAST(body AS BLOB), hash FROM records ORDER BY seq").fetchall()


def test_it_holds_every_kind_under_its_former_name(path: Path) -> None:
    kinds = {kind for _, kind, _, _ in stored(path)}
    never = {"unvouched"} if "started" in kinds else {"unvouched", "started", "stopped"}
    assert kinds == set(records.FORMER_KINDS) - never


def test_every_record_is_decoded_with_all_that_it_says(path: Path, reader: LogReader, count: int) -> None:
    found = reader.after(0, 1_000)
    assert [record.seq for record, _ in found] == list(range(1, count + 1))
    for (record, hash), (_, kind, body, kept) in zip(found, stored(path), strict=True):
        said = {"seq": record.seq, "time": record.time, "event": _members(record.event)}
        told = json.loads(body)
        assert told["event"].pop("kind") == kind and records.FORMER_KINDS[kind] == said["event"].pop("kind")
        assert {**said["event"], **told["event"]} == said["event"], "no member is lost or changed"
        assert (said["seq"], said["time"], hash) == (told["seq"], told["time"], kept)


def _members(event: model.Event) -> dict[str, Any]:
    return json.loads(records.encode(1, 1.0, event, lambda body: body)[0])["event"]


def test_verifying_checks_the_text_as_it_was_stored(path: Path, reader: LogReader, count: int) -> None:
    report = reader.verify()
    assert (report.ok, report.checked) == (True, count)
    assert reader.verify_newest(50).ok
    previous = chain.GENESIS
    for _, _, body, hash in stored(path):
        assert chain.link(previous, body) == hash
        previous = hash


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE records SET kind='session_started' WHERE kind='joined'",
        "UPDATE records SET kind='session_started', body=replace(body, '\"joined\"', '\"session_started\"')"
        " WHERE kind='joined'",
    ],
)
def test_renaming_a_kind_in_the_file_is_an_edit_like_any_other(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement)
    with closing(LogReader(path)) as reader:
        report = reader.verify()
        assert (report.ok, report.seq) == (False, 2)
    with pytest.raises(TamperedError):
        AuditLog(path).open()


def test_records_are_found_by_the_present_name_of_their_kind(path: Path, reader: LogReader) -> None:
    former = Counter(kind for _, kind, _, _ in stored(path))
    assert {kind: reader.count(RecordFilter(kind=new)) for kind, new in records.FORMER_KINDS.items()} == {
        kind: former[kind] for kind in records.FORMER_KINDS
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


def test_words_of_it_are_searched(index: UsageReader) -> None:
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


def test_one_calls_story_is_read_in_order(index: UsageReader, reader: LogReader) -> None:
    (row,) = index.page(CallFilter(outcome="cancelled"))
    kinds = [type(record.event) for record in reader.story(row.call)]
    assert kinds == [model.CallDecided, model.CallForwarded, model.CallCancelled, model.ResponseDropped]


def test_exports_name_kinds_as_they_are_called_now(path: Path, index: UsageReader, count: int) -> None:
    whole, sound, table = io.BytesIO(), io.BytesIO(), io.BytesIO()
    assert export(path, whole) == export_sound(path, sound) == count
    assert whole.getvalue() == sound.getvalue()
    lines = [json.loads(line) for line in whole.getvalue().splitlines()]
    assert [(line["seq"], line["kind"], line["hash"]) for line in lines] == [
        (seq, records.FORMER_KINDS[kind], hash.hex()) for seq, kind, _, hash in stored(path)
    ]
    assert export(path, table, "csv", CallFilter(kind="")) == index.count(CallFilter(kind=""))
    assert b"decision_deferred" in table.getvalue() and b"ticketed" not in table.getvalue()


async def test_it_is_written_on_and_stays_whole(path: Path, count: int) -> None:
    before = stored(path)
    log = AuditLog(path)
    log.open()
    try:
        assert log.head == (count, before[-1][3])
        log.write(model.ConfigChanged(what="rule r9 added", by="person"))
        await log.committed()
    finally:
        log.close()
    assert stored(path)[:-1] == before, "no stored record is touched"
    assert stored(path)[-1][1] == "config_changed"
    with closing(LogReader(path)) as reader:
        assert reader.verify().checked == count + 1 and reader.verify().ok
        assert reader.count(RecordFilter(kind="config_changed")) == 2
    AuditLog(path).open()


async def test_a_call_that_a_crash_left_open_is_found(path: Path, reader: LogReader) -> None:
    """The session before the crash, as its log stood then."""
    (lost,) = [
        record for record in reader.page(RecordFilter(kind="call_outcome_unknown")) if record.event.tool == "wait"
    ]
    session = lost.event.session
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM records WHERE seq>=?", (lost.seq,))
    log = AuditLog(path)
    log.open()
    try:
        found = log.unfinished(session)
        assert found.joined is not None and found.shook is not None and not found.left
        assert [(call.tool, call.state) for call in found.calls] == [("wait", "forwarded")]
    finally:
        log.close()
    with closing(LogReader(path)) as cut:
        assert session in cut.unclosed(0, lost.seq)


def test_a_session_is_found_by_its_index(path: Path) -> None:
    AuditLog(path).open()
    with closing(sqlite3.connect(path)) as db:
        (sql,) = db.execute("SELECT sql FROM sqlite_master WHERE name='of_session'").fetchone()
        condition = sql.partition(" WHERE ")[2]
        plan = db.execute(
            f"EXPLAIN QUERY PLAN SELECT min(seq) FROM records WHERE session=? AND {condition}",
            ("s",),
        ).fetchall()
    assert "joined" in condition and "session_started" in condition
    assert any("of_session" in row[3] for row in plan)
