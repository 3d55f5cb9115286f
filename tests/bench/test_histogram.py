"""What a page of a long log costs: filters, the numbers of all rows, the bars over them. Prints, judges nothing.

The index is written directly, without a log: TOOLGUARD_BENCH_ROWS sets how many calls it holds (200,000).
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

pytestmark = [pytest.mark.bench, pytest.mark.timeout(3600)]
ROWS = int(os.environ.get("TOOLGUARD_BENCH_ROWS", "200000"))
BARS = 96
FIRST = 1_700_000_000.0
SPAN = 86_400.0 * 365
WORDS = ("alpha", "beta", "gamma", "file", "server", "config", "文 件", "数 据 库", "passwd", "user", "readme")


def rows(count: int) -> Iterator[tuple[Any, ...]]:
    """A year of calls in which a few are errors, and one in ten thousand has a rare word."""
    some = random.Random(1)
    for number in range(count):
        moment = FIRST + SPAN * number / count
        outcome = "error" if number % 1000 == 1 else "result"
        by = "person" if number % 50 == 0 else f"rule r{number % 5}"
        who = (f"client{number % 3}", f"server{number % 7}", f"tool{number % 40}")
        took = some.random()
        first = number * 3 + 1
        row = (first, moment, f"c{number:010}", *who, "allow", by, outcome, 0.0, took, 7, moment, "call", "", "")
        yield (*row, first + 2)


def texts(count: int) -> Iterator[tuple[int, str]]:
    some = random.Random(2)
    for number in range(count):
        rare = " needle" if number % 9973 == 5 else ""
        yield (number * 3 + 1) * 4, f"client{number % 3} server{number % 7} {' '.join(some.choices(WORDS, k=4))}{rare}"


def write(path: Path, count: int) -> None:
    """An index as `IndexBuilder` makes it, for a log that is not there."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=OFF")
    db.execute("BEGIN")
    for statement in builder._TABLES:
        db.execute(statement)
    db.execute(f"PRAGMA user_version={builder.VERSION}")
    db.execute("INSERT INTO place VALUES(?,?,?,0)", (count * 3, b"", FIRST + SPAN))
    db.executemany(f"INSERT INTO calls VALUES({','.join('?' * 17)})", rows(count))
    db.executemany("INSERT INTO words(rowid, text) VALUES(?,?)", texts(count))
    db.execute("COMMIT")
    db.close()


def milliseconds(question: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    found = question()
    return (time.perf_counter() - began) * 1000, found


def all_of(reader: IndexReader, filter: CallFilter) -> tuple[int, float, float]:
    """How many match, the milliseconds until all numbers are there, and the longest single question."""
    count, longest, before = 0, 0.0, None
    began = time.perf_counter()
    while True:
        took, found = milliseconds(partial(reader.ids, filter, before))
        longest = max(longest, took)
        count += len(found)
        if len(found) < 20_000:
            return count, (time.perf_counter() - began) * 1000, longest
        before = found[-1]


def test_a_long_log(tmp_path: Path, show: Show) -> None:
    path = Path(os.environ.get("TOOLGUARD_BENCH_INDEX", tmp_path / "log-index.db"))
    if not path.exists():
        write(path, ROWS)
    reader = IndexReader(path)
    count = reader.count()
    show(f"an index of {count:,} calls", f"{path.stat().st_size / 1e6:,.0f} MB")
    found = reader.span()
    assert found is not None
    first, last = found
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
        given = {name: getattr(filter, name) for name in filter.__struct_fields__ if getattr(filter, name)}
        given.pop("kind")
        name = " ".join(f"{name}={value}" for name, value in given.items()) or "everything"
        page, _ = milliseconds(partial(reader.page, filter))
        ids, some = milliseconds(partial(reader.ids, filter))
        rows_, _ = milliseconds(partial(reader.rows, some[-200:] if some else array("q")))
        matched, whole, longest = all_of(reader, filter)
        note = f"first numbers {ids:.1f}, rows {rows_:.1f}, all {matched:,} in {whole:,.0f}, longest {longest:.1f}"
        show(f"  page of {name[:46]}", f"{page:.1f} ms", "<= 50 ms", note)
    reader.close()
