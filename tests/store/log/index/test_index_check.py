"""What somebody wrote into the index is found and corrected; the rest of it stays as it is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from toolguard.gate import model
from toolguard.store.log.audit_log import LogReader
from toolguard.store.log.index import check
from toolguard.store.log.index.check import UnreadableIndexError, correct
from toolguard.store.log.index.log_index import CallFilter, IndexBuilder, IndexReader, follow

TABLES = ("calls", "sessions", "clients", "releases", "place")


@pytest.fixture
async def log(tmp_path: Path, fill: Any, names: Any, named: Any) -> Path:
    """A log with two clients, an indexed copy, and two calls that the copy has not."""
    path, other = tmp_path / "log", named(client="cursor", session="s2")
    await fill(
        path, names.joined(), names.asked("c1"), names.allowed("c1"), names.forwarded("c1"),
        names.returned("c1", "needle"), other.joined(), other.denied("c2"), names.asked("c3"),
        model.SecretReleased(server="git", secret="token", place="env T"), names.withdrawn("c3"),
    )  # fmt: skip
    build(path)
    await fill(path, names.denied("c4"))
    return path


def build(log: Path) -> None:
    with closing(LogReader(log)) as reader, closing(IndexBuilder(reader, follow(log))) as builder:
        builder.catch_up()


def change(log: Path, statement: str) -> None:
    with closing(sqlite3.connect(follow(log), isolation_level=None)) as db:
        db.execute(statement)


def content(log: Path) -> list[list[Any]]:
    with closing(sqlite3.connect(follow(log))) as db:
        return [db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in TABLES]


async def test_correct_index_is_unchanged(log: Path) -> None:
    before = content(log)
    assert correct(log, follow(log)) == 0
    assert content(log) == before
    assert sorted(path.name for path in log.parent.iterdir()) == ["log", "log-index.db"]


@pytest.mark.parametrize(
    ("statement", "rows"),
    [
        ("UPDATE calls SET outcome='denied', verdict='deny' WHERE call='c1'", 1),
        ("UPDATE calls SET outcome='denied'", 5),
        ("UPDATE calls SET call=NULL WHERE call='c1'", 1),
        ("UPDATE calls SET time=0, last=0", 6),
        ("DELETE FROM calls WHERE call='c1'", 1),
        ("DELETE FROM calls", 6),
        (
            "INSERT INTO calls SELECT 3, 1, 'never', client, server, 'x', verdict, decider, outcome, waited, took,"
            " said, latest, kind, approver, details, last FROM calls LIMIT 1",
            1,
        ),
        ("UPDATE clients SET denied=0", 1),
        ("DELETE FROM clients", 2),
        ("UPDATE releases SET secret='other'", 1),
        ("UPDATE sessions SET seq=7", 2),
        ("UPDATE place SET latest=9e9, slack=5", 1),
    ],
)
async def test_index_differences_are_corrected_and_counted(log: Path, statement: str, rows: int) -> None:
    before, inode = content(log), follow(log).stat().st_ino
    change(log, statement)
    assert content(log) != before
    assert correct(log, follow(log)) == rows
    assert content(log) == before and follow(log).stat().st_ino == inode
    with closing(IndexReader(follow(log))) as reader:
        assert [row.call for row in reader.page(CallFilter(text="needle"))] == ["c1"]
        assert [row.call for row in reader.page(CallFilter(outcome="result"))] == ["c1"]


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM words_docsize WHERE id=(SELECT min(id) FROM words_docsize)",
        "DELETE FROM words_data WHERE id>10",
        "INSERT INTO words(rowid, text) VALUES(999, 'needle')",
        "UPDATE place SET seq=3",
        "UPDATE place SET seq=1000",
        "DELETE FROM place",
    ],
)
async def test_index_with_wrong_words_or_position_is_rebuilt(log: Path, statement: str) -> None:
    change(log, statement)
    assert correct(log, follow(log)) == 1
    build(log)
    with closing(IndexReader(follow(log))) as reader:
        assert [row.call for row in reader.page(CallFilter(text="needle"))] == ["c1"]
        assert reader.indexed() == 11


async def test_index_check_detects_changed_search_words(log: Path) -> None:
    with closing(sqlite3.connect(follow(log), isolation_level=None)) as db:
        (id,) = db.execute("SELECT rowid FROM words WHERE words MATCH 'needle'").fetchone()
        text = "git\nclaude\nstatus\nneedle"
        db.execute("INSERT INTO words(words, rowid, text) VALUES('delete', ?, ?)", (id, text))
        db.execute("INSERT INTO words(rowid, text) VALUES(?, ?)", (id, text.replace("needle", "hay")))
    with closing(IndexReader(follow(log))) as reader:
        assert reader.page(CallFilter(text="needle")) == []
    assert correct(log, follow(log)) == 1
    build(log)
    with closing(IndexReader(follow(log))) as reader:
        assert [row.call for row in reader.page(CallFilter(text="needle"))] == ["c1"]


async def test_invalid_index_database_is_removed(log: Path) -> None:
    check.remove(follow(log))
    follow(log).write_bytes(b"no database at all" * 300)
    assert correct(log, follow(log)) == 1
    assert not follow(log).exists()
    assert correct(log, follow(log)) == 0, "there is none"


async def test_empty_index_is_left_to_its_owner(log: Path) -> None:
    check.remove(follow(log))
    follow(log).touch()
    assert correct(log, follow(log)) == 0


async def test_a_check_that_is_stopped_changes_nothing(log: Path) -> None:
    change(log, "UPDATE calls SET outcome='denied'")
    before = content(log)
    assert correct(log, follow(log), lambda: True) == 0
    assert content(log) == before


async def test_an_index_that_another_process_writes_is_left_to_it(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "LOCK_TIMEOUT", 0)
    with closing(sqlite3.connect(follow(log), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UnreadableIndexError):
            correct(log, follow(log))


async def test_check_skips_an_index_of_another_version(log: Path) -> None:
    change(log, "PRAGMA user_version=3")
    assert correct(log, follow(log)) == 0
