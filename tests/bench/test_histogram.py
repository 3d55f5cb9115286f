"""Cost of a page of a long log: filters, the numbers of all rows, and the bars of the histogram.

The index is written directly, without a log. TOOLGUARD_BENCH_ROWS sets how many calls it holds (200,000).
"""

from __future__ import annotations

import os
import random
import sqlite3
import time
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.bench.conftest import Show
from toolguard.store.log.index import builder
from toolguard.store.log.index.log_index import CallFilter, IndexReader

pytestmark = pytest.mark.bench
ROWS = int(os.environ.get("TOOLGUARD_BENCH_ROWS", "200000"))
BARS = 96
START_TIME = 1_700_000_000.0
SPAN = 86_400.0 * 365
WORDS = ("alpha", "beta", "gamma", "file", "server", "config", "文 件", "数 据 库", "passwd", "user", "readme")


def rows(count: int) -> Iterator[tuple[Any, ...]]:
    """Yield rows of a year of calls. One in 1,000 is an error, and one in 20 is denied."""
    generator = random.Random(1)
    for number in range(count):
        moment = START_TIME + SPAN * number / count
        outcome = "error" if number % 1000 == 1 else "result"
        by = "person" if number % 50 == 0 else f"rule r{number % 5}"
        who = (f"client{number % 3}", f"server{number % 7}", f"tool{number % 40}")
        took = generator.random()
        first = number * 3 + 1
        verdict = "deny" if number % 20 == 7 else "allow"
        row = (first, moment, f"c{number:010}", *who, verdict, by, outcome, 0.0, took, 7, moment, "call", "", "")
        yield (*row, first + 2)


def texts(count: int) -> Iterator[tuple[int, str]]:
    """Yield the full text of each row. One in about 10,000 has the word "needle"."""
    generator = random.Random(2)
    for number in range(count):
        rare = " needle" if number % 9973 == 5 else ""
        yield (
            (number * 3 + 1) * 4,
            f"client{number % 3} server{number % 7} {' '.join(generator.choices(WORDS, k=4))}{rare}",
        )


def write(path: Path, count: int) -> None:
    """Write an index as `IndexBuilder` does, for a log that does not exist."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=OFF")
    db.execute("BEGIN")
    for statement in builder._TABLES:
        db.execute(statement)
    db.execute(f"PRAGMA user_version={builder.VERSION}")
    db.execute("INSERT INTO place VALUES(?,?,?,0)", (count * 3, b"", START_TIME + SPAN))
    db.executemany(f"INSERT INTO calls VALUES({','.join('?' * 17)})", rows(count))
    db.executemany("INSERT INTO words(rowid, text) VALUES(?,?)", texts(count))
    db.execute("COMMIT")
    db.close()


def milliseconds(query: Callable[[], Any]) -> tuple[float, Any]:
    """Return the time of a query and its result."""
    began = time.perf_counter()
    result = query()
    return (time.perf_counter() - began) * 1000, result


def all_of(reader: IndexReader, filter: CallFilter) -> tuple[int, float, float]:
    """Return the count of matching rows, the milliseconds to read all their numbers, and those of the slowest query."""
    count, longest, before = 0, 0.0, None
    began = time.perf_counter()
    while True:
        took, ids = milliseconds(partial(reader.ids, filter, before))
        longest = max(longest, took)
        count += len(ids)
        if len(ids) < 20_000:
            return count, (time.perf_counter() - began) * 1000, longest
        before = ids[-1]


def test_queries_on_a_long_log(tmp_path: Path, show: Show) -> None:
    path = Path(os.environ.get("TOOLGUARD_BENCH_INDEX", tmp_path / "log-index.db"))
    if not path.exists():
        write(path, ROWS)
    reader = IndexReader(path)
    count = reader.count()
    show(f"an index of {count:,} calls", f"{path.stat().st_size / 1e6:,.0f} MB")
    span = reader.span()
    assert span is not None
    first, last = span
    edges = [first + (last - first) * bar / BARS for bar in range(BARS + 1)]
    took, numbers = milliseconds(lambda: reader.edges(edges))
    show(f"  where {BARS} bars begin", f"{took:.1f} ms", "<= 50 ms")
    assert numbers == sorted(numbers)
    for filter in (
        CallFilter(),
        CallFilter(server="server3"),
        CallFilter(by="person"),
        CallFilter(outcome="error"),
        CallFilter(server="server3", tool="tool9", outcome="result"),
        CallFilter(since=first + 1e6, until=first + 3e6),
        CallFilter(text="alpha"),
        CallFilter(text="needle"),
        CallFilter(text="alpha", outcome="error"),
        CallFilter(text="need", server="server3"),
    ):
        criteria = {name: getattr(filter, name) for name in filter.__struct_fields__ if getattr(filter, name)}
        criteria.pop("kind")
        name = " ".join(f"{name}={value}" for name, value in criteria.items()) or "everything"
        page, _ = milliseconds(partial(reader.page, filter))
        ids, numbers = milliseconds(partial(reader.ids, filter))
        rows_, _ = milliseconds(partial(reader.rows, numbers[-200:] if numbers else array("q")))
        marks, verdicts = milliseconds(partial(reader.verdicts, numbers[:10_000]))
        assert set(verdicts.denied) <= set(numbers)
        matched, whole, longest = all_of(reader, filter)
        note = f"first numbers {ids:.1f}, verdicts {marks:.1f}, rows {rows_:.1f}, all {matched:,} in {whole:,.0f}"
        note += f", longest {longest:.1f}"
        show(f"  page of {name[:46]}", f"{page:.1f} ms", "<= 50 ms", note)
    reader.close()
