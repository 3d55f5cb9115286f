"""The searchable copy: one row a call, made from the log alone, made anew whenever it does not fit."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.waiting import eventually
from toolguard.gate import crash, model
from toolguard.gate.session.upstream import OUR_FAULT
from toolguard.gate.texts import code_of, coded
from toolguard.store.log.audit_log import AuditLog, LogReader
from toolguard.store.log.index import builder, fts_text, log_index
from toolguard.store.log.index.log_index import CallFilter, CallRow, IndexBuilder, IndexReader, IndexThread


@pytest.fixture
def log_path(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def path(log_path: Path) -> Path:
    return log_index.follow(log_path)


@pytest.fixture
def reader(path: Path) -> Iterator[IndexReader]:
    reader = IndexReader(path)
    yield reader
    reader.close()


@pytest.fixture
def build(log_path: Path, path: Path) -> Callable[[], int]:
    def catch_up() -> int:
        log = LogReader(log_path)
        builder = IndexBuilder(log, path)
        try:
            return builder.catch_up()
        finally:
            builder.close()
            log.close()

    return catch_up


def whole(names: Any, call: str, arguments: str = "{}", preview: str = "") -> list[model.Event]:
    return [names.asked(call, arguments), names.allowed(call), names.forwarded(call), names.returned(call, preview)]


def found(reader: IndexReader, **filter: Any) -> list[str]:
    rows = reader.page(CallFilter(**filter))
    assert reader.count(CallFilter(**filter)) == len(rows)
    assert list(reader.ids(CallFilter(**filter))) == [row.seq for row in rows]
    return [row.call for row in rows]


async def test_a_call_is_one_row_however_many_records_it_has(
    log_path: Path, reader: IndexReader, build: Any, fill: Any, names: Any
) -> None:
    await fill(log_path, names.joined(), *whole(names, "c1"))
    assert build() == 5
    (row,) = reader.page()
    assert row == CallRow(
        2, row.time, "c1", "claude", "git", "status", "allow", "person", "result", waited=1.5, took=0.25
    )
    assert reader.indexed() == 5


async def test_each_state_of_a_call_has_its_outcome(
    log_path: Path, reader: IndexReader, build: Any, fill: Any, names: Any
) -> None:
    ways = {
        "held": [names.asked("held")],
        "allowed": [names.allowed("allowed")],
        "running": [names.allowed("running"), names.forwarded("running")],
        "denied": [names.asked("denied"), names.denied("denied")],
        "withdrawn": [names.asked("withdrawn"), names.withdrawn("withdrawn")],
        "cancelled": [names.forwarded("cancelled"), names.cancelled("cancelled")],
        "unknown": [names.forwarded("unknown"), names.lost("unknown")],
        "tool_error": [names.forwarded("tool_error"), names.returned("tool_error", outcome="tool_error")],
    }
    await fill(log_path, *(event for events in ways.values() for event in events))
    build()
    assert {row.call: row.outcome for row in reader.page()} == {way: way for way in ways}
    assert found(reader, outcome="unknown") == ["unknown"]
    assert found(reader, verdict="deny") == ["denied"]
    assert reader.values("outcome") == sorted(ways)
    calls, verdicts = {row.seq: row.call for row in reader.page()}, reader.verdicts(reader.ids())
    assert [calls[seq] for seq in verdicts.denied] == ["denied"]
    assert {calls[seq] for seq in verdicts.undecided} == {row.call for row in reader.page() if not row.verdict}
    assert not any(reader.verdicts([]))


@pytest.mark.parametrize(
    ("method", "reason", "by"),
    [
        (msgspec.UNSET, "gave up", "client"), ("sampling/createMessage", "gave up", "server"),
        (msgspec.UNSET, crash.REASONS["held"], ""), (msgspec.UNSET, OUR_FAULT, ""),
    ],
)  # fmt: skip
async def test_undecided_call_is_withdrawn_by_its_sender_unless_toolguard_ended(
    log_path: Path, reader: IndexReader, build: Any, fill: Any, names: Any, method: Any, reason: str, by: str
) -> None:
    withdrawn = msgspec.structs.replace(names.withdrawn("c"), method=method, reason=reason)
    await fill(log_path, names.asked("c"), withdrawn, names.allowed("decided"), names.withdrawn("decided"))
    build()
    assert {row.call: row.by for row in reader.page()} == {"c": by, "decided": "person"}


async def test_later_verdict_is_found_by_the_next_query(
    log_path: Path, reader: IndexReader, build: Any, fill: Any, names: Any
) -> None:
    await fill(log_path, names.asked("one"), names.asked("two"))
    build()
    first = reader.verdicts(reader.ids())
    assert (len(first.denied), len(first.undecided)) == (0, 2)
    await fill(log_path, names.denied("one"))
    build()
    again = reader.verdicts(first.undecided)
    assert (len(again.denied), len(again.undecided)) == (1, 1)


async def test_shipping_continues_where_it_stopped(
    log_path: Path, reader: IndexReader, build: Any, fill: Any, names: Any
) -> None:
    await fill(log_path, names.asked("c1"), names.allowed("c1"))
    assert build() == 2
    await fill(log_path, names.forwarded("c1"), names.asked("c2"), names.returned("c1", "late words"))
    assert build() == 3
    assert build() == 0
    assert [(row.call, row.outcome) for row in reader.page()] == [("c2", "held"), ("c1", "result")]
    assert found(reader, text="late words") == ["c1"]


async def test_columns_text_and_times_filter_calls(
    log_path: Path, reader: IndexReader, build: Any, names: Any, named: Any
) -> None:
    clock = [100.0]
    log = AuditLog(log_path, now=lambda: clock[0])
    log.open()
    other = named(client="cursor", server="time", tool="now")
    for number in range(10):
        clock[0] += 10
        for event in whole(other if number % 2 else names, f"c{number}", '{"path":"/etc/passwd"}', "answer 文件"):
            log.write(event)
    log.write(model.SecretReleased(server="tested", secret="token"))
    log.close()
    build()
    assert found(reader, server="time") == ["c9", "c7", "c5", "c3", "c1"]
    assert found(reader, client="claude", tool="status", text="passwd") == ["c8", "c6", "c4", "c2", "c0"]
    assert found(reader, text="文件", server="time", since=150.0, until=180.0) == ["c7", "c5"]
    assert found(reader, since=200.0) == ["c9"]
    assert found(reader, until=110.0) == ["c0"]
    assert found(reader, until=109.9) == found(reader, text="nothing") == found(reader, server="no") == []
    assert reader.values("server") == ["git", "time"], "no client has used the other one"
    with pytest.raises(ValueError, match="no such column"):
        reader.values("seq; DROP TABLE calls")


@pytest.mark.parametrize("probes", [1, 3, 10, 1_000])
@pytest.mark.parametrize("limit", [1, 4, 200])
async def test_word_of_rare_calls_is_found_once_per_call(
    log_path: Path, path: Path, build: Any, fill: Any, named: Any, probes: int, limit: int
) -> None:
    """However many calls are checked one by one before the index of words is read."""
    reader = IndexReader(path, probes)
    names = (named(server="git"), named(server="time"))
    texts = ('{"a":"word"}', '{"a":"other word"}', '{"a":"other"}')
    events = [event for n in range(30) for event in whole(names[n % 2], f"c{n}", texts[n % 3], "word word")]
    events += [event for n in range(30, 40) for event in whole(names[n % 2], f"c{n}", texts[n % 3], "answer")]
    await fill(log_path, *events)
    build()
    due = [f"c{n}" for n in reversed(range(40)) if n % 2 and (n < 30 or n % 3 < 2)]
    filter, pages, before = CallFilter(text="word", server="time"), list[str](), None
    while page := reader.page(filter, before, limit):
        pages += [row.call for row in page]
        before = page[-1].seq
    assert pages == due
    assert len(reader.ids(filter)) == reader.count(filter) == len(due)
    assert found(reader, text="nowhere", server="time") == []
    reader.close()


@pytest.mark.parametrize("endings", [1, 2, 16, 17, 40])
async def test_last_word_is_a_prefix_however_many_terms_match(
    log_path: Path, reader: IndexReader, build: Any, fill: Any, names: Any, endings: int
) -> None:
    texts = [f'{{"a":"pre-Word{n:02} then"}}' for n in range(endings)] + ['{"a":"wor"}', '{"a":"words"}']
    await fill(log_path, *(event for n, text in enumerate(texts) for event in whole(names, f"c{n}", text, "answer")))
    build()
    every = [f"c{n}" for n in reversed(range(endings))]
    for text in ("pre-word", "PRE-Word", "pre wOrd", "word pre-word"):
        assert found(reader, text=text) == (every if text != "word pre-word" else []), text
    assert found(reader, text="claude word") == [f"c{endings + 1}", *every]
    assert found(reader, text="word") == [f"c{endings + 1}", *every]
    assert found(reader, text="word then") == [], "only the last word goes on"
    assert found(reader, text="wordy") == found(reader, text='wor"d') == []


async def test_times_are_exact_when_the_clock_went_back(
    log_path: Path, reader: IndexReader, build: Any, names: Any
) -> None:
    moments = [10.0, 50.0, 20.0, 30.0, 60.0, 5.0, 70.0]
    left = list(moments)
    log = AuditLog(log_path, now=lambda: left.pop(0))
    log.open()
    for number in range(len(moments)):
        log.write(names.asked(f"c{number}"))
    log.close()
    build()
    for since in (0.0, 5.0, 20.0, 30.5, 70.0, 71.0):
        for until in (4.0, 5.0, 20.0, 50.0, 69.0, 70.0):
            due = [f"c{n}" for n, moment in reversed(list(enumerate(moments))) if since <= moment <= until]
            assert found(reader, since=since, until=until) == due


async def test_pages_and_ids_continue_after_the_last(
    log_path: Path, reader: IndexReader, build: Any, fill: Any, names: Any
) -> None:
    await fill(
        log_path, *(event for number in range(30) for event in whole(names, f"c{number}", '{"a":"word"}', "word"))
    )
    build()
    for filter in (
        CallFilter(),
        CallFilter(server="git"),
        CallFilter(text="word"),
        CallFilter(text="word", tool="status"),
    ):
        paged: list[int] = []
        before = None
        while page := reader.page(filter, before, 7):
            paged += [row.seq for row in page]
            before = paged[-1]
        assert paged == sorted(set(paged), reverse=True)
        assert len(paged) == 30
        first = reader.ids(filter, limit=12)
        assert list(first) + list(reader.ids(filter, before=first[-1])) == paged
    assert [row.seq for row in reader.rows([1, 117, 9, 2])] == [1, 117, 9]
    assert reader.rows([]) == []


async def test_many_records_are_indexed_in_several_steps(
    log_path: Path, reader: IndexReader, build: Any, fill: Any, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder, "_RECORDS_PER_COMMIT", 400)
    await fill(log_path, *(event for number in range(300) for event in whole(names, f"c{number}")))
    assert build() == 1200
    assert reader.count() == 300


async def test_records_can_be_read_while_the_work_gives_way_to_calls(
    log_path: Path, path: Path, reader: IndexReader, fill: Any, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder, "_SECONDS_PER_COMMIT", 0)
    await fill(log_path, *(event for number in range(60) for event in whole(names, f"c{number}")))
    log = LogReader(log_path)
    one, counts = IndexBuilder(log, path), []
    assert one.catch_up(rest=lambda _worked: counts.append(reader.count())) == 240
    assert counts == sorted(counts) and len(set(counts)) > 2
    one.close()
    log.close()


async def test_two_processes_that_bring_it_up_to_date_take_turns(
    fill: Any, names: Any, log_path: Path, path: Path, reader: IndexReader
) -> None:
    """The start-up hang: a command that builds the index holds no lock that an app needs."""
    await fill(log_path, *(event for number in range(6) for event in whole(names, f"c{number}")))
    logs = LogReader(log_path), LogReader(log_path)
    builders = IndexBuilder(logs[0], path), IndexBuilder(logs[1], path)
    assert builders[0].catch_up() == 24
    assert builders[1].catch_up() == 0
    await fill(log_path, *whole(names, "c6"))
    assert (builders[1].catch_up(), builders[0].catch_up()) == (4, 0)
    assert found(reader) == [f"c{number}" for number in range(6, -1, -1)]
    for one in (*builders, *logs):
        one.close()


async def test_foreign_position_in_a_used_index_is_not_trusted(
    fill: Any, names: Any, log_path: Path, path: Path
) -> None:
    await fill(log_path, *whole(names, "c"))
    with closing(LogReader(log_path)) as reading:
        builder = IndexBuilder(reading, path)
        builder.catch_up()
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("UPDATE place SET seq=1000000")
        with pytest.raises(sqlite3.DatabaseError, match="not in the log"):
            builder.catch_up()
        builder.close()


async def test_interrupted_indexing_loses_no_records(
    log_path: Path, path: Path, reader: IndexReader, build: Any, fill: Any, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builder, "_BATCH_SIZE", 200)
    await fill(log_path, *(event for number in range(300) for event in whole(names, f"c{number}")))
    log = LogReader(log_path)
    index = IndexBuilder(log, path)
    looks = iter([False, False, False, True, True])
    assert index.catch_up(lambda: next(looks)) == 400
    index.close()
    log.close()
    assert build() == 800
    assert (reader.count(), reader.indexed()) == (300, 1200)


@pytest.mark.parametrize(
    "damage",
    [
        "PRAGMA user_version=0",
        "PRAGMA user_version=99",
        "DROP TABLE place",
        "DROP TABLE calls",
        "DELETE FROM place",
        "UPDATE place SET hash=x'00'",
        "UPDATE place SET seq=1000",
        "CREATE TRIGGER lie AFTER UPDATE ON calls BEGIN UPDATE calls SET outcome='denied'; END",
        "CREATE VIEW lie AS SELECT 1",
    ],
)
async def test_mismatching_index_is_rebuilt(
    log_path: Path, path: Path, reader: IndexReader, build: Any, fill: Any, names: Any, damage: str
) -> None:
    await fill(log_path, *whole(names, "c1"))
    build()
    assert reader.count() == 1
    db = sqlite3.connect(path, isolation_level=None)
    db.execute(damage)
    db.close()
    assert build() == 4
    assert found(reader, server="git") == ["c1"]


async def test_index_of_another_log_is_rebuilt(
    log_path: Path, reader: IndexReader, build: Any, fill: Any, names: Any
) -> None:
    await fill(log_path, *whole(names, "c1"), *whole(names, "c2"))
    build()
    shutil.rmtree(log_path)
    await fill(log_path, *whole(names, "c3"))
    assert build() == 4
    assert found(reader) == ["c3"]


@pytest.mark.parametrize("content", [b"", b"no database at all" * 300])
async def test_invalid_index_file_is_rebuilt(
    log_path: Path, path: Path, reader: IndexReader, build: Any, fill: Any, names: Any, content: bytes
) -> None:
    await fill(log_path, *whole(names, "c1"))
    path.write_bytes(content)
    build()
    assert found(reader) == ["c1"]


def test_without_an_index_every_question_has_an_empty_answer(reader: IndexReader) -> None:
    assert (reader.page(), list(reader.ids()), reader.count(), reader.values("tool"), reader.indexed()) == (
        [], [], 0, [], 0,
    )  # fmt: skip
    assert found(reader, text="word", since=1.0, until=2.0) == []


def test_index_that_cannot_be_opened_is_reported_and_stays(path: Path, reader: IndexReader) -> None:
    path.mkdir()
    with pytest.raises(OSError, match=r"cannot be read: (unable to open database file|disk I/O error)$"):
        reader.page()
    assert path.exists()


async def test_index_that_is_replaced_while_it_is_opened_is_read(
    log_path: Path, path: Path, reader: IndexReader, build: Any, fill: Any, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(log_path, *whole(names, "c1"))
    path.mkdir()

    def replace(_seconds: float) -> None:
        path.rmdir()
        build()

    monkeypatch.setattr("toolguard.store.log.index.log_index.time.sleep", replace)
    assert found(reader) == ["c1"]


def test_empty_file_is_no_index(path: Path, reader: IndexReader) -> None:
    path.touch()
    assert reader.count() == 0
    assert reader._db is None  # it would delete the file -wal of the index that is created next


def test_damaged_index_is_reported_and_removed(path: Path, reader: IndexReader) -> None:
    path.write_bytes(b"no database at all" * 300)
    with pytest.raises(OSError, match="ToolGuard rebuilds it soon"):
        reader.page()


@pytest.mark.parametrize(
    ("filter", "plan"),
    [
        (CallFilter(), "USING INDEX of_kind (kind=? AND rowid>? AND rowid<?)"),
        (CallFilter(server="git"), "USING INDEX of_server (server=? AND rowid>? AND rowid<?)"),
        (CallFilter(outcome="unknown", tool="status"), "USING INDEX of_outcome (outcome=? AND rowid>? AND rowid<?)"),
        (CallFilter(outcome="result", tool="x"), "USING INDEX of_tool (tool=? AND rowid>? AND rowid<?)"),
        (CallFilter(since=1.0, until=2.0), "USING INDEX of_kind (kind=? AND rowid>? AND rowid<?)"),
        (CallFilter(kind=""), "SEARCH calls USING INTEGER PRIMARY KEY"),
        (CallFilter(by="rule r1"), "USING INDEX of_kind|USING INDEX of_decider (decider=?"),
        (CallFilter(text="文件"), "SCAN words VIRTUAL TABLE INDEX"),
        (CallFilter(text="word", server="git", verdict="deny"), "SCAN words VIRTUAL TABLE INDEX"),
    ],
)
async def test_every_page_is_served_by_an_index_without_sorting(
    log_path: Path, path: Path, reader: IndexReader, build: Any, fill: Any, names: Any, filter: CallFilter, plan: str
) -> None:
    await fill(log_path, *whole(names, "c1"))
    build()
    sql, values = reader._sql(log_index._ROW_COLUMNS, filter, 100)
    order = "words.rowid" if filter.text else "seq"
    db = sqlite3.connect(path)
    steps = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql} ORDER BY {order} DESC", values)]
    db.close()
    assert any(part in " ".join(steps) for part in plan.split("|")), steps
    assert not any("TEMP B-TREE" in step or step == "SCAN calls" for step in steps), steps


async def test_records_that_belong_to_no_call_are_rows_of_their_own_kind(
    log_path: Path, reader: IndexReader, build: Any, fill: Any, names: Any
) -> None:
    joined = model.SessionStarted(session="s1", client="claude", server="git", program="/usr/bin/claude")
    changed = model.ConfigChanged(what="rule r1", by="person", detail="allow status")
    late = model.ResponseDropped(session="s1", call="c1", server="git", request="7", size=3)
    flood = model.MessageRefused(client="claude", server="git", reason="no id", count=1600)
    released = model.SecretReleased(server="git", secret="token")
    await fill(log_path, joined, *whole(names, "c1"), changed, late, flood, released)
    build()
    assert found(reader) == ["c1"]
    rows = reader.page(CallFilter(kind=""))
    assert [(row.kind, row.call, row.detail) for row in rows] == [
        ("secret_released", "", "token"), ("message_refused", "", "no id · 1,600 so far"),
        ("config_changed", "", "rule r1 · person · allow status"), ("call", "c1", ""),
        ("session_started", "", "/usr/bin/claude"),
    ]  # fmt: skip
    assert [row.kind for row in reader.page(CallFilter(kind="config_changed"))] == ["config_changed"]
    assert [row.kind for row in reader.page(CallFilter(kind="", by="person"))] == ["config_changed", "call"]
    assert [row.kind for row in reader.page(CallFilter(kind="", text="token"))] == ["secret_released"]
    assert found(reader, by="person") == ["c1"]
    assert reader.count(CallFilter(kind="")) == 5
    assert reader.values("decider") == ["person"]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ('{"mode":1,"path":"/tmp/a"}', ("path", "/tmp/a")),
        (f'{{"text":"{"x" * 500}"}}', ("text", "x" * 161)),
        ('{"n":1180591620717411303424}', ("n", "1180591620717411303424")),
        ('{"rows":[[1]]}', ("rows",)),
        ("{}", ()),
        ('{"path":"/tmp/a', ()),
        ("[" * 100_000, ()),
    ],
)
async def test_row_of_a_call_has_its_main_argument(
    log_path: Path, reader: IndexReader, build: Any, fill: Any, names: Any, arguments: str, expected: tuple[str, ...]
) -> None:
    await fill(log_path, names.asked("c1", arguments), names.allowed("c2", "rule r1", arguments))
    build()
    assert [row.details for row in reader.page()] == [expected, expected]


async def test_row_of_an_edited_call_has_the_argument_that_was_sent(
    log_path: Path, reader: IndexReader, build: Any, fill: Any, names: Any
) -> None:
    await fill(log_path, names.asked("c1", '{"path":"/etc"}'))
    build()
    await fill(log_path, names.allowed("c1", arguments='{"path":"/tmp"}'), names.forwarded("c1"))
    build()
    (row,) = reader.page()
    assert row.details == ("path", "/tmp")


@pytest.mark.parametrize("written", ["", "no JSON", "{}", "[[" * 100_000, '[{"code": 1}]', '[1, ["x"], null]'])
async def test_details_keep_their_codes_and_ignore_invalid_ones(
    log_path: Path, path: Path, reader: IndexReader, build: Any, fill: Any, written: str
) -> None:
    changed = model.ConfigChanged(what=coded("gate.process", pid=7), by="person", detail="x" * 500)
    await fill(log_path, changed)
    build()
    (row,) = reader.page(CallFilter(kind="config_changed"))
    assert row.details == ("process 7", "person", "x" * 400) and row.detail == f"process 7 · person · {'x' * 400}"
    assert [code_of(text) for text in row.details] == ["gate.process", "", ""]
    with closing(sqlite3.connect(path)) as index, index:
        index.execute("UPDATE calls SET details=?", (written,))
    (row,) = reader.page(CallFilter(kind="config_changed"))
    assert row.details == ()


async def test_edges_say_from_which_number_on_a_time_is_reached(
    log_path: Path, reader: IndexReader, build: Any, names: Any
) -> None:
    assert (reader.span(), reader.edges([1.0, 2.0])) == (None, [0, 0])
    left = [10.0, 20.0, 15.0, 30.0]
    log = AuditLog(log_path, now=lambda: left.pop(0))
    log.open()
    for number in range(4):
        log.write(names.asked(f"c{number}"))
    log.close()
    build()
    assert reader.span() == (10.0, 30.0)
    assert reader.edges([0.0, 10.0, 10.5, 20.0, 29.0, 30.0, 31.0]) == [0, 0, 2, 2, 4, 4, 5]


async def test_transaction_ends_early_when_calls_arrive_and_continues_later(
    log_path: Path, path: Path, reader: IndexReader, fill: Any, names: Any
) -> None:
    await fill(log_path, *(event for number in range(15) for event in whole(names, f"c{number}")))
    with closing(LogReader(log_path)) as log, closing(IndexBuilder(log, path)) as index:
        folded, more = index.add_some(interrupted=lambda: True)
        assert 0 < folded < 50 and more and reader.indexed() == index.seq == folded
        assert index.catch_up() == 60 - folded
    assert reader.count() == 15 and reader.count(CallFilter(outcome="result")) == 15


# ---- the thread


async def test_index_deleted_or_damaged_in_use_is_rebuilt(
    log_path: Path, path: Path, reader: IndexReader, fill: Any, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_EXISTENCE_CHECK_INTERVAL", "_CHECK_INTERVAL", "_RETRY_DELAY"):
        monkeypatch.setattr(log_index, name, 0.02)
    await fill(log_path, *whole(names, "c1"))
    indexer = IndexThread(log_path, path)
    indexer.start()
    eventually(lambda: reader.count() == 1)
    log_index.remove(path)
    eventually(lambda: reader.count() == 1 and path.exists())
    db = sqlite3.connect(path)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    path.write_bytes(b"no database at all" * 300)
    other = IndexReader(path)

    def is_read() -> bool:
        try:
            return other.count() == 1
        except OSError as why:  # unless it was rebuilt before
            assert "ToolGuard rebuilds it soon" in str(why)
            return False

    eventually(is_read)
    other.close()
    indexer.stop()


_REBUILDS = """
import pathlib, sys, threading
from toolguard.store.log.audit_log import LogReader
from toolguard.store.log.index.builder import IndexBuilder
from toolguard.store.log.index.log_index import IndexReader, remove

log, path = map(pathlib.Path, sys.argv[1:])
ended = threading.Event()

def read():
    reader = IndexReader(path)
    while not ended.is_set():
        assert reader.count() in (0, 1)
    reader.close()

readers = [threading.Thread(target=read, daemon=True) for _ in range(2)]
for thread in readers:
    thread.start()
for _ in range(300):
    records = LogReader(log)
    builder = IndexBuilder(records, path)
    builder.catch_up()
    builder.close()
    records.close()
    remove(path)
ended.set()
for thread in readers:
    thread.join()
"""


async def test_index_can_be_rebuilt_while_threads_read_it(log_path: Path, path: Path, fill: Any, names: Any) -> None:
    """SQLite opens and deletes files by name: a reader of the old index can end the process or break the new index."""
    await fill(log_path, *whole(names, "c1"))
    ended = subprocess.run([sys.executable, "-c", _REBUILDS, log_path, path], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")


async def test_index_that_windows_does_not_delete_while_it_is_read_is_emptied_and_rebuilt(
    log_path: Path, path: Path, reader: IndexReader, fill: Any, build: Any, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(log_path, *whole(names, "c1"))
    build()
    assert reader.count() == 1
    tool = reader.values("tool")[0]

    def refuse(_path: Any, **_options: Any) -> None:
        raise PermissionError(13, "The process cannot access the file because it is being used by another process")

    monkeypatch.setattr(os, "unlink", refuse)
    log_index.remove(path)
    files = [path.with_name(path.name + end) for end in ("", "-wal")]
    assert not any(tool.encode() in file.read_bytes() for file in files)
    assert reader.count() == 0
    build()
    assert reader.count() == 1


async def test_index_thread_indexes_new_records_and_stops(
    log_path: Path, path: Path, reader: IndexReader, fill: Any, names: Any
) -> None:
    await fill(log_path, *whole(names, "c1"))
    indexer = IndexThread(log_path, path)
    indexer.start()
    eventually(lambda: reader.count() == 1)
    await fill(log_path, *whole(names, "c2"))
    indexer.poke()
    eventually(lambda: reader.count() == 2)
    indexer.stop()
    assert indexer.trouble == ""
    assert not any(thread.name == "toolguard-index" for thread in threading.enumerate())


@pytest.mark.parametrize("calls", [0, 3, None])
def test_index_thread_waits_for_a_pause_between_calls_but_not_for_ever(
    log_path: Path, path: Path, calls: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``calls``: the number of times that records arrive during the wait; None: they never end."""
    indexer = IndexThread(log_path, path)
    monkeypatch.setattr(indexer, "_delayed_until", time.monotonic() + (0.05 if calls is None else 3600.0))
    waits = []

    class Stopped:
        def wait(self, seconds: float) -> None:
            if len(waits) != calls:
                indexer.poke()
            waits.append(seconds)

    monkeypatch.setattr(indexer, "_stopped", Stopped())
    indexer.poke()
    indexer._wait_for_pause()
    assert waits and (calls is None or len(waits) == calls + 1)
    indexer.poke()
    assert indexer._is_interrupted() is (calls is not None), "work that began in the pause gives way until then, too"


async def test_index_thread_waits_for_a_log_and_rebuilds_a_damaged_index(
    log_path: Path, path: Path, reader: IndexReader, fill: Any, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_index, "_RETRY_DELAY", 0.02)
    indexer = IndexThread(log_path, path)
    indexer.start()
    eventually(lambda: "not up to date" in indexer.trouble)
    await fill(log_path, *whole(names, "c1"))
    indexer.poke()
    eventually(lambda: reader.count() == 1 and not indexer.trouble)
    indexer.stop()


async def test_locked_index_is_reported_until_it_can_be_written_again(
    log_path: Path, path: Path, reader: IndexReader, fill: Any, build: Any, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_index, "_RETRY_DELAY", 0.02)
    monkeypatch.setattr(builder, "LOCK_TIMEOUT", 0.02)
    await fill(log_path, *whole(names, "c1"))
    build()
    reports = list[str]()
    indexer = IndexThread(log_path, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        indexer.start(lambda: reports.append(indexer.trouble))
        eventually(lambda: "another program has locked" in indexer.trouble)
        other.execute("UPDATE place SET latest=latest")
        other.execute("COMMIT")
        eventually(lambda: not indexer.trouble)
    await fill(log_path, *whole(names, "c2"))
    indexer.poke()
    eventually(lambda: reader.count() == 2)
    indexer.stop()
    assert [bool(text) for text in reports] == [True, False]


async def test_locked_index_that_grows_is_no_trouble(
    log_path: Path, path: Path, fill: Any, build: Any, names: Any
) -> None:
    """Two processes can index the same log; one of them waits meanwhile."""
    await fill(log_path, *whole(names, "c1"))
    build()
    indexer = IndexThread(log_path, path)
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
    assert indexer._trouble_of(busy) == ""
    assert "another program has locked" in indexer._trouble_of(busy)


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (OSError(errno.ENOSPC, "No space left"), "The disk is full, so the search index {} is not up to date."),
        ("SQLITE_FULL", "The disk is full, so the search index {} is not up to date."),
        (OSError(errno.EACCES, "Permission denied", "x"), "The search index {} is not up to date: Permission denied"),
    ],
    ids=["disk", "SQLite", "permission"],
)
def test_error_of_the_system_is_told_without_its_number(
    log_path: Path, path: Path, problem: Exception | str, text: str
) -> None:
    if isinstance(problem, str):
        code, problem = getattr(sqlite3, problem), sqlite3.OperationalError("database or disk is full")
        problem.sqlite_errorcode = code
    assert IndexThread(log_path, path)._trouble_of(problem).startswith(text.format(path))


async def test_damaged_index_that_cannot_be_removed_is_reported_and_tried_again(
    log_path: Path, path: Path, reader: IndexReader, fill: Any, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(log_path, *whole(names, "c1"))
    path.mkdir()
    refused = sqlite3.DatabaseError("database disk image is malformed")
    refused.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    indexer = IndexThread(log_path, path)
    assert "not up to date" in indexer._trouble_of(refused)


def test_a_thread_that_never_started_can_be_stopped(log_path: Path, path: Path) -> None:
    IndexThread(log_path, path).stop()


def test_index_is_beside_its_log() -> None:
    assert log_index.follow(Path("/x/log")) == Path("/x/log-index.db")


def test_every_kind_of_record_belongs_to_a_call_or_has_a_text() -> None:
    lone = [kind for kind in model.AnyEvent.__args__ if not issubclass(kind, model.CallEvent)]
    texts = ("reason", "method", "secret", "state", "what", "claim", "program", "request", "digest", "by")
    for kind in lone:
        members = [name for name in kind.__struct_fields__ if name not in ("session", "call")]
        given: dict[str, Any] = {name: 7 if name == "count" else "" for name in members}
        spoken = next(name for name in texts if name in given)
        made = kind(**{**given, spoken: "spoken"})
        assert "spoken" in fts_text.detail(made), kind
