"""Records of a call and of a session are found with the index, without it, and while it is behind."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from toolguard.gate import model
from toolguard.store.log.audit_log import LogReader
from toolguard.store.log.index.connection import remove
from toolguard.store.log.index.log_index import IndexBuilder, follow
from toolguard.store.log.index.lookup import IndexLookup


def build(log: Path) -> None:
    with closing(LogReader(log)) as reader, closing(IndexBuilder(reader, follow(log))) as builder:
        builder.catch_up()


def story(log: Path, call: str) -> list[int]:
    with closing(LogReader(log)) as reader:
        found = reader.linked_call_records(call)
        assert [reader.hash_of(record.seq) for record, _ in found] == [hash for _, hash in found]
        return [record.seq for record, _ in found]


@pytest.fixture
async def log(path: Path, fill: Any, names: Any, named: Any) -> Path:
    """A call of which half is in the index, one that is in it whole, and one that is not in it at all."""
    other = named(session="s2")
    await fill(path, names.joined(), names.asked("half"), names.asked("whole"), names.denied("whole"), other.joined())
    build(path)
    late = model.ResponseDropped(session="s1", call="whole", server="git", request="7", size=3)
    await fill(path, names.allowed("half"), names.forwarded("half"), late, other.asked("new"), other.withdrawn("new"))
    return path


async def test_a_story_is_whole_while_the_index_is_behind(log: Path) -> None:
    assert (story(log, "half"), story(log, "whole"), story(log, "new")) == ([2, 6, 7], [3, 4, 8], [9, 10])
    assert story(log, "never") == story(log, "") == story(log, '","kind":"') == []


async def test_a_story_is_whole_with_the_index_and_without_it(log: Path) -> None:
    build(log)
    with closing(IndexLookup(log)) as lookup:
        calls = [lookup.call(one) for one in ("half", "whole", "new", "never")]
        assert [found and found[1] for found in calls] == [(2, 7), (3, 8), (9, 10), None]
        assert all(found is not None and found[0][0] == 10 for found in calls)
        sessions = [lookup.session(one) for one in ("s1", "s2", "s3")]
        assert [found and found[1] for found in sessions] == [(1,), (5,), None]
    for _ in range(2):
        assert (story(log, "half"), story(log, "whole"), story(log, "new")) == ([2, 6, 7], [3, 4, 8], [9, 10])
        remove(follow(log))


@pytest.mark.parametrize(
    "damage", ["UPDATE place SET hash=x'00'", "UPDATE place SET seq=7000", "DROP TABLE calls", "PRAGMA user_version=1"]
)
async def test_index_of_another_log_or_version_is_not_used(log: Path, damage: str) -> None:
    with closing(sqlite3.connect(follow(log), isolation_level=None)) as db:
        db.execute(damage)
    assert (story(log, "half"), story(log, "whole"), story(log, "new")) == ([2, 6, 7], [3, 4, 8], [9, 10])


async def test_invalid_index_file_is_not_queried(log: Path) -> None:
    remove(follow(log))
    follow(log).write_bytes(b"no database at all" * 300)
    assert story(log, "half") == [2, 6, 7]


async def test_open_calls_of_a_session_are_found_with_the_index_and_without_it(log: Path) -> None:
    for _ in range(3):
        with closing(LogReader(log)) as reader:
            first, second = reader.unfinished("s1"), reader.unfinished("s2")
            assert [(call.call, call.state) for call in first.calls] == [("half", "forwarded")]
            assert first.joined is not None and second.joined is not None and second.calls == ()
            assert reader.unfinished("s3").joined is None
            assert set(reader.unclosed(0, 10)) == {"s1", "s2"}
        if follow(log).exists():
            remove(follow(log))
        else:
            build(log)
