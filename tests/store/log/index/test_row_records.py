"""The records of many rows: the same as of each by itself, read in one go where they stand close together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from toolguard.gate import model
from toolguard.store.log import row_records
from toolguard.store.log.audit_log import AuditLog, LogReader
from toolguard.store.log.index.builder import IndexBuilder
from toolguard.store.log.index.log_index import CallFilter, CallRow, IndexReader, follow
from toolguard.store.log.row_records import RowRecords


@pytest.fixture
async def path(path: Path, fill: Any, names: Any) -> Path:
    """Twenty calls that overlap, with a record of none between them, and one that is open until the end."""
    events: list[model.Event] = [names.asked("open")]
    for number in range(20):
        events += [names.asked(f"c{number}", f'{{"n":{number}}}'), names.allowed(f"c{number}")]
        events += [model.ConfigChanged(what=f"x{number}", by="person")]
        if number:
            events += [names.forwarded(f"c{number - 1}"), names.returned(f"c{number - 1}")]
    await fill(path, *events, names.allowed("open"))
    indexed(path)
    return path


def indexed(path: Path) -> None:
    reader = LogReader(path)
    builder = IndexBuilder(reader, follow(path))
    builder.catch_up()
    builder.close()
    reader.close()


@contextmanager
def opened(path: Path) -> Iterator[tuple[LogReader, list[CallRow], RowRecords, list[str]]]:
    """The reader, all rows, the records of rows, and which calls were looked up by themselves."""
    reader, index = LogReader(path), IndexReader(follow(path))
    ids = index.ids(CallFilter(kind=""))
    ids.reverse()
    rows = index.rows(ids)
    stories, alone = RowRecords(reader, path), list[str]()
    linked_call_records = reader.linked_call_records

    def looked(call: str) -> Any:
        alone.append(call)
        return linked_call_records(call)

    reader.linked_call_records = looked  # type: ignore[method-assign]
    try:
        yield reader, rows, stories, alone
    finally:
        stories.close()
        index.close()
        reader.close()


def of_each(path: Path, rows: list[CallRow]) -> list[Any]:
    reader = LogReader(path)
    try:
        return [reader.linked_call_records(row.call) if row.call else reader.after(row.seq - 1, 1) for row in rows]
    finally:
        reader.close()


@pytest.mark.parametrize("many", [1, 3, 200])
async def test_each_row_has_its_records(path: Path, monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    monkeypatch.setattr(row_records, "_ROWS_PER_BATCH", many)
    monkeypatch.setattr(row_records, "_BATCH_SIZE", 7)
    with opened(path) as (_, rows, stories, alone):
        assert list(stories.of(rows)) == of_each(path, rows)
        assert len(rows) == 41 and alone == []


async def test_long_or_distant_calls_are_looked_up_separately(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_records, "_MAX_SPAN", 20)
    with opened(path) as (_, rows, stories, alone):
        assert list(stories.of(rows)) == of_each(path, rows)
        assert alone == ["open"]
    monkeypatch.setattr(row_records, "_MAX_RECORDS_PER_ROW", 0)
    with opened(path) as (_, rows, stories, alone):
        assert list(stories.of(rows)) == of_each(path, rows)
        assert len(alone) == 21


async def test_records_missing_in_the_index_are_read_from_the_log(path: Path, names: Any) -> None:
    log = AuditLog(path)
    log.open()
    log.write(names.forwarded("open"))
    log.close()
    with opened(path) as (_, rows, stories, alone):
        found = list(stories.of(rows))
        assert found == of_each(path, rows)
        assert alone == ["open", "c19"]  # the others have ended
        assert [type(record.event) for record, _ in found[0]][-1] is model.CallForwarded


async def test_an_index_of_another_log_is_not_believed(path: Path, names: Any, fill: Any, tmp_path: Path) -> None:
    other = tmp_path / "other" / "log"
    other.parent.mkdir()
    await fill(other, names.asked("c1", '{"other":1}'))
    indexed(other)
    with opened(path) as (_, rows, _stories, _):
        reader = LogReader(other)
        stories = RowRecords(reader, path)
        row = next(row for row in rows if row.call == "c1")
        assert stories._span(row) is None and list(stories.of([row])) == [reader.linked_call_records("c1")]
        stories.close()
        reader.close()
