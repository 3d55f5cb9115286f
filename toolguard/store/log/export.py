"""Exports of the log: every record as a JSON line with its hash, or every call as a row of CSV or Parquet.

The file gets its name when it is complete. Until then it is a draft, which is removed on failure or cancellation.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import os
import re
import secrets as randomness
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from toolguard.gate import model
from toolguard.gate.approver import decision_sentence
from toolguard.gate.texts import coded, encodable
from toolguard.store.atomic_write import move, sync_file
from toolguard.store.log import chain
from toolguard.store.log.audit_log import LogReader, Record
from toolguard.store.log.index.log_index import CallFilter, CallRow, IndexReader, follow
from toolguard.store.log.row_records import RowRecords
from toolguard.tables.log_exports import EXPORT_COLUMNS, EXPORT_FORMATS, ColumnKind, ExportForm

Progress = Callable[[int, int], None]
"""Receives the number written and the total."""
Stop = Callable[[], bool]
_BATCH_SIZE = 1_000
_GROUP_ROWS = 10_000  # rows of a group in a Parquet file
_GROUP_BYTES = 16 << 20
_FORMULA = re.compile(r"\A(?=[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n])(?=[\s\"']*[=+\-@＝＋－＠])")
"""Where a spreadsheet recognizes a formula, including ones that separate cells by semicolons or tabs."""


class ExportStoppedError(Exception):
    """The person stopped the export; nothing was written."""


class ExportError(Exception):
    """The file cannot be written there; the text says why and what to do."""


def plain(record: Record) -> dict[str, Any]:
    """Return a record as plain values."""
    return {"seq": record.seq, "time": record.time, **msgspec.to_builtins(record.event, enc_hook=encodable)}


def export(
    log: Path,
    file: BinaryIO,
    form: ExportForm = "jsonl",
    filter: CallFilter | None = None,
    progress: Progress = lambda _done, _all: None,
    stop: Stop = lambda: False,
) -> int:
    """Write the log, or the calls that match, into ``file``, oldest first; return the number of records or rows.

    Raises `ExportStoppedError`, `ExportError` (see `require`), OSError, and `TamperedError` if the file is not a log.
    """
    require(form)
    reader = LogReader(log)
    index = IndexReader(follow(log))
    row_records = RowRecords(reader, log)
    try:
        if form == "jsonl" and filter is None:
            parts = _all_records(reader, progress, stop)
        else:
            ids = _ids(index, filter or CallFilter(), stop)
            make = {"jsonl": _lines, "csv": _table, "parquet": _parquet}[form]
            parts = make(row_records, index, ids, progress, stop)
        count = 0
        for number, data in parts:
            file.write(data)
            count += number
        file.flush()
        return count
    finally:
        row_records.close()
        index.close()
        reader.close()


def require(form: ExportForm) -> None:
    """Raise `ExportError` if what the format needs is not installed."""
    row = EXPORT_FORMATS[form]
    if row.module and importlib.util.find_spec(row.module) is None:
        raise ExportError(coded("store.export_needs", title=row.name, module=row.module, package=row.extra))


def export_verified(
    log: Path,
    file: BinaryIO,
    anchor: chain.Link | None = None,
    progress: Progress = lambda _done, _all: None,
    stop: Stop = lambda: False,
) -> int:
    """Write the records before the first invalid one as JSON lines with hashes; return their number.

    Each is verified again as it is written: its text, its columns, its link, and ``anchor`` (the link noted elsewhere).
    Raises `ExportStoppedError`, OSError, and `TamperedError` if the file is not a log.
    """
    reader = LogReader(log)
    try:
        count, newest = 0, reader.newest()[0]
        for batch in reader.verified_records(anchor, _BATCH_SIZE):
            _look(stop)
            file.write(b"".join(_line(record, hash) for record, hash in batch))
            count += len(batch)
            progress(count, max(newest, count))
        file.flush()
        return count
    finally:
        reader.close()


@contextmanager
def draft_file(target: Path, *, force: bool) -> Iterator[BinaryIO]:
    """Open a draft that is renamed to ``target`` when the block succeeds; raises `ExportError` and OSError."""
    if target.is_dir():
        raise ExportError(coded("store.target_is_folder", path=target))
    if target.exists() and not target.is_file():
        with target.open("wb") as special:
            yield special
        return
    if target.exists() and not force:
        raise ExportError(coded("store.target_exists", path=target))
    draft = target.with_name(f".{target.name}.{randomness.token_hex(4)}.part")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            yield file
            file.flush()
            sync_file(file.fileno())
        if not force:
            target.touch(mode=0o600, exist_ok=False)  # another program may have created it meanwhile
        move(draft, target)
    except FileExistsError:
        raise ExportError(coded("store.target_made_meanwhile", path=target)) from None
    finally:
        draft.unlink(missing_ok=True)


Parts = Iterator[tuple[int, bytes]]


def _all_records(reader: LogReader, progress: Progress, stop: Stop) -> Parts:
    seq, count, newest = 0, 0, reader.newest()[0]
    while batch := reader.after(seq, _BATCH_SIZE):
        _look(stop)
        yield len(batch), b"".join(_line(record, hash) for record, hash in batch)
        seq, count = batch[-1][0].seq, count + len(batch)
        progress(count, max(newest, count))


def _ids(index: IndexReader, filter: CallFilter, stop: Stop) -> array[int]:
    """Yield the numbers of all matching rows, oldest first."""
    ids = page = index.ids(filter)
    while page:
        _look(stop)
        page = index.ids(filter, before=ids[-1])
        ids.extend(page)
    ids.reverse()
    return ids


def _rows(index: IndexReader, ids: array[int], progress: Progress, stop: Stop) -> Iterator[list[CallRow]]:
    for start in range(0, len(ids), _BATCH_SIZE):
        _look(stop)
        yield index.rows(ids[start : start + _BATCH_SIZE])
        progress(min(start + _BATCH_SIZE, len(ids)), len(ids))


def _lines(row_records: RowRecords, index: IndexReader, ids: array[int], progress: Progress, stop: Stop) -> Parts:
    """Yield all records of the matching calls, call by call."""
    for rows in _rows(index, ids, progress, stop):
        pairs = [pair for records in row_records.of(rows) for pair in records]
        yield len(pairs), b"".join(_line(record, hash) for record, hash in pairs)


def _table(row_records: RowRecords, index: IndexReader, ids: array[int], progress: Progress, stop: Stop) -> Parts:
    yield 0, ("\ufeff" + _csv([tuple(EXPORT_COLUMNS)])).encode()  # the byte order mark makes spreadsheets read UTF-8
    for rows in _rows(index, ids, progress, stop):
        cells = (_text_cells(_cells(row, pairs)) for row, pairs in zip(rows, row_records.of(rows), strict=True))
        yield len(rows), _csv(cells).encode("utf-8", "replace")


def _parquet(row_records: RowRecords, index: IndexReader, ids: array[int], progress: Progress, stop: Stop) -> Parts:
    """Write groups of rows as they fill up, so that memory does not grow with the log."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds: dict[ColumnKind, Any] = {
        "text": pa.string(), "time": pa.timestamp("ms", tz="UTC"), "seconds": pa.float64(), "number": pa.int64(),
    }  # fmt: skip
    schema = pa.schema([(name, kinds[kind]) for name, kind in EXPORT_COLUMNS.items()])
    sink = _PartSink()
    with pq.ParquetWriter(pa.PythonFile(sink, mode="w"), schema, compression="zstd") as writer:
        group, size = list[tuple[Any, ...]](), 0
        for rows in _rows(index, ids, progress, stop):
            for row, pairs in zip(rows, row_records.of(rows), strict=True):
                cells = _cells(row, pairs)
                group.append(tuple(_parquet_cell(value) for value in cells))
                size += sum(len(cell) for cell in cells if isinstance(cell, str))
                if len(group) == _GROUP_ROWS or size > _GROUP_BYTES:
                    writer.write_table(_group(group, schema))
                    yield len(group), sink.take()
                    group, size = [], 0
        if group:
            writer.write_table(_group(group, schema))
    yield len(group), sink.take()


def _group(rows: list[tuple[Any, ...]], schema: Any) -> Any:
    import pyarrow as pa

    return pa.Table.from_arrays(
        [pa.array(column, kind) for column, kind in zip(zip(*rows, strict=True), schema.types, strict=True)],
        schema=schema,
    )


class _PartSink(io.RawIOBase):
    """In-memory sink for partial output."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []
        self._size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        part = bytes(data)
        self._parts.append(part)
        self._size += len(part)
        return len(part)

    def tell(self) -> int:
        return self._size

    def take(self) -> bytes:
        """Return and clear what was written."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


Cell = str | float | int | datetime


def _cells(row: CallRow, pairs: list[tuple[Record, bytes]]) -> tuple[Cell, ...]:
    """Return a row (`EXPORT_COLUMNS`). ``arguments`` are those that were sent, ``secrets`` what was injected."""
    arguments = answer = secrets = where = ""
    reason = "" if row.kind == "call" else row.detail  # a call's detail is one of its arguments
    for record, _ in pairs:
        event = record.event
        arguments = getattr(event, "arguments", "") or arguments
        reason = getattr(event, "reason", "") or reason
        where = decision_sentence(event) or where
        if isinstance(event, model.CallCompleted):
            answer = event.preview
        elif isinstance(event, model.CallForwarded):
            secrets = "; ".join(event.secrets)
    return (
        datetime.fromtimestamp(row.time, UTC), row.client, row.server, row.tool, row.verdict, row.by,
        reason, row.outcome, row.waited, row.took, arguments, answer, row.kind, row.call, row.seq,
        secrets, where,
    )  # fmt: skip


def _text_cells(cells: tuple[Cell, ...]) -> tuple[str, ...]:
    return tuple(
        cell.isoformat(timespec="milliseconds") if isinstance(cell, datetime)
        else f"{cell:.3f}" if isinstance(cell, float) else str(cell)
        for cell in cells
    )  # fmt: skip


def _parquet_cell(cell: Cell) -> Cell:
    """Return a cell for Parquet: valid Unicode, without text codes."""
    return cell.encode("utf-8", "replace").decode() if isinstance(cell, str) else cell


def _csv(rows: Any) -> str:
    """Encode as CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe prefix."""
    o = io.StringIO()
    writer = csv.writer(o)
    for row in rows:
        writer.writerow([_FORMULA.sub("'", cell) for cell in row])
    return o.getvalue()


def _line(record: Record, hash: bytes) -> bytes:
    """Return a record as a line, with its hash as ``record_hash``: some records have a member ``hash`` of their own."""
    return msgspec.json.encode({**plain(record), "record_hash": hash.hex()}) + b"\n"


def _look(stop: Stop) -> None:
    if stop():
        raise ExportStoppedError
