"""Records of many rows of the index, for exports: adjacent ones are read together.

Looking up each call separately would search the journal each time, and a compressed segment completely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from toolguard.store.log import chain
from toolguard.store.log.audit_log import LogReader, Record
from toolguard.store.log.index.log_index import CallRow
from toolguard.store.log.index.lookup import IndexLookup

Told = list[tuple[Record, bytes]]
"""Records with their hashes."""
_ROWS_PER_BATCH = 200  # rows whose records are held at once
_MAX_SPAN = 5_000  # records between the first and the last one of a call that is read with its neighbours
_MAX_RECORDS_PER_ROW = 50  # records that are read for a row at most, so that a few rows far apart are looked up
_FINAL_OUTCOMES = frozenset(("denied", "withdrawn", "result", "tool_error", "error", "unknown"))
"""Outcomes after which a call has no further records."""
_BATCH_SIZE = 1_000  # records that are read at once


class RowRecords:
    """Reads the records of rows from a log with an index. Raises as `LogReader` does. Use it in one thread."""

    def __init__(self, reader: LogReader, log: Path) -> None:
        self._reader = reader
        self._lookup = IndexLookup(log)
        self._known: chain.Link | None = None
        self._newest = 0

    def close(self) -> None:
        """Close the index, not the reader. Idempotent."""
        self._lookup.close()

    def of(self, rows: Sequence[CallRow]) -> Iterator[Told]:
        """Yield the records of each row, in the order of the rows."""
        for start in range(0, len(rows), _ROWS_PER_BATCH):
            some = rows[start : start + _ROWS_PER_BATCH]
            records = self._records_of_all(some)
            yield from (records.get(row.call) or self._records_of(row) for row in some)

    def _records_of(self, row: CallRow) -> Told:
        return self._reader.linked_call_records(row.call) if row.call else self._reader.after(row.seq - 1, 1)

    def _records_of_all(self, rows: Sequence[CallRow]) -> dict[str, Told]:
        """Return the records of calls that are close together, by call."""
        spans = {row.call: span for row in rows if row.call and (span := self._span(row))}
        if not spans:
            return {}
        first = min(start for start, _ in spans.values())
        last = max(end for _, end in spans.values())
        if last - first > _MAX_SPAN + _MAX_RECORDS_PER_ROW * len(rows):
            return {}
        records: dict[str, Told] = {call: [] for call in spans}
        while first <= last and (batch := self._reader.after(first - 1, min(_BATCH_SIZE, last - first + 1))):
            for record, hash in batch:
                if record.seq <= last and (linked := records.get(record.event.call)) is not None:
                    linked.append((record, hash))
            first = batch[-1][0].seq + 1
        return records

    def _span(self, row: CallRow) -> tuple[int, int] | None:
        """Return the first and last record number of a short call.

        None if the index is of another log, missing, or may lack later records of the call.
        """
        answer = self._lookup.call(row.call)
        if answer is None or answer[1] is None or answer[1][1] - answer[1][0] > _MAX_SPAN:
            return None
        if answer[0] != self._known:
            if self._reader.hash_of(answer[0][0]) != answer[0][1]:
                return None
            self._known, self._newest = answer[0], self._reader.newest()[0]
        return answer[1] if row.outcome in _FINAL_OUTCOMES or self._newest == answer[0][0] else None
