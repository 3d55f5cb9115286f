"""Past calls with their arguments, for questions about rules.

Each method opens and closes its own connections, so it may run on any thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from toolguard.gate import jsonrpc, model
from toolguard.gate.mcp.request_kinds import CALL
from toolguard.store.log.audit_log import LogReader
from toolguard.store.log.index.log_index import CallFilter, CallRow, IndexReader, follow
from toolguard.store.log.usage_stats import UsageReader

MAX_BYTES = 1024 * 1024
"""Maximum bytes of arguments; longer ones are not read."""
_AT_ONCE = 100


class PastCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call and its outcome. Times are seconds since the epoch."""

    seq: int
    """The number of its first record."""
    time: float
    call: str
    client: str
    server: str
    tool: str
    method: str = CALL
    verdict: str
    by: str
    arguments: dict[str, Any]
    waited: float = 0.0
    """Seconds from its arrival to its decision."""


class PastCalls:
    """The calls of one log. Methods read files, so call them on a thread that may block. They raise OSError."""

    def __init__(self, log: Path) -> None:
        self._log = log

    def decided(self, filter: CallFilter, before: int | None = None) -> Iterator[tuple[int, PastCall | None]]:
        """Yield matching decided calls before ``before``, newest first; None where arguments cannot be read."""
        if not self._log.exists():
            return
        with closing(LogReader(self._log)) as log, closing(IndexReader(follow(self._log))) as index:
            while rows := index.page(filter, before, _AT_ONCE):
                for row in rows:
                    yield row.seq, _read(log, row)
                before = rows[-1].seq

    def rulings(self) -> dict[str, tuple[int, float]]:
        """Return how often each rule (by id) has decided, and when last."""
        if not self._log.exists():
            return {}
        with closing(UsageReader(follow(self._log))) as index:
            return index.rulings()

    def of(self, calls: Sequence[str]) -> list[PastCall]:
        """Return these calls by id, without those that are missing or unreadable."""
        if not self._log.exists():
            return []
        results = []
        with closing(LogReader(self._log)) as log:
            for name in calls:
                records = log.call_records(name)
                first = next(
                    (record for record in records if isinstance(record.event, model.CallHeld | model.CallDecided)), None
                )
                if first is None or not isinstance(first.event, model.CallEvent):
                    continue
                decided = next(
                    (record.event for record in records if isinstance(record.event, model.CallDecided)), None
                )
                row = CallRow(
                    first.seq, first.time, name, first.event.client, first.event.server, first.event.tool,
                    decided.verdict if decided else "", decided.by if decided else "",
                )  # fmt: skip
                if (result := _call_of(row, first.event)) is not None:
                    results.append(result)
        return results


def _read(log: LogReader, row: CallRow) -> PastCall | None:
    return next((_call_of(row, record.event) for record, _ in log.after(row.seq - 1, 1) if record.seq == row.seq), None)


def _call_of(row: CallRow, event: model.Event) -> PastCall | None:
    if not isinstance(event, model.CallHeld | model.CallDecided) or len(event.arguments) > MAX_BYTES:
        return None
    try:
        arguments = jsonrpc.decode_arguments(event.arguments or "{}")
    except jsonrpc.Malformed:
        return None
    return PastCall(
        seq=row.seq, time=row.time, call=row.call, client=row.client, server=row.server, tool=row.tool,
        method=event.method or CALL, verdict=row.verdict, by=row.by, arguments=arguments, waited=row.waited,
    )  # fmt: skip
