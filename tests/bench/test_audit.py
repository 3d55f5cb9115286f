"""Cost of the log: an append during a call, a page, a filter, a search, a verification.

TOOLGUARD_BENCH_CALLS sets how many calls the log for reading holds (20,000, three records each).
"""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from toolguard.gate import model
from toolguard.store.log.audit_log import AuditLog, LogReader
from toolguard.store.log.index import log_index
from toolguard.store.log.index.log_index import CallFilter, IndexBuilder, IndexReader

pytestmark = pytest.mark.bench
CALLS = int(os.environ.get("TOOLGUARD_BENCH_CALLS", "20000"))
WORDS = (
    "alpha",
    "beta",
    "gamma",
    "file",
    "server",
    "config",
    "文件",
    "配置",
    "数据库",
    "网络",
    "passwd",
    "user",
    "readme",
)


def events(number: int, generator: random.Random) -> tuple[model.Event, ...]:
    """Return the three records of a call."""
    common = {
        "session": "s1",
        "call": f"c{number:010d}",
        "client": f"client{number % 3}",
        "server": f"server{number % 7}",
        "tool": f"tool{number % 40}",
    }
    arguments = (
        f'{{"path":"/tmp/{generator.choice(WORDS)}","text":"{" ".join(generator.choices(WORDS, k=6))} {number}"}}'
    )
    outcome: model.Outcome = "tool_error" if number % 1000 == 1 else "result"
    rare = " needle" if number % 9973 == 5 else ""
    return (
        model.CallDecided(**common, verdict="allow", by="rule 1", request="7", arguments=arguments, digest="a" * 64),
        model.CallForwarded(**common, digest="a" * 64),
        model.CallCompleted(
            **common,
            outcome=outcome,
            size=9,
            digest="b" * 64,
            took=0.1,
            preview=" ".join(generator.choices(WORDS, k=8)) + rare,
        ),
    )


def show(name: str, value: float, unit: str, note: str = "") -> None:
    print(f"{name:34} {value:12,.2f} {unit:10} {note}")


def timed(name: str, query: Callable[[], Any]) -> None:
    """Print the time of the first run of a query, and of the faster of two more."""
    took = []
    for _ in range(3):
        began = time.perf_counter()
        result = query()
        took.append((time.perf_counter() - began) * 1000)
    show(
        name,
        took[0],
        "ms",
        f"again {min(took[1:]):.2f} ms, {len(result) if hasattr(result, '__len__') else result} found",
    )


def floor(folder: Path) -> float:
    """Return the median microseconds of a bare SQLite insert, one row in one transaction."""
    db = sqlite3.connect(folder / "floor.db", isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=NORMAL")
    db.execute("CREATE TABLE r(seq INTEGER PRIMARY KEY, body TEXT)")
    took = []
    for _ in range(2000):
        began = time.perf_counter()
        db.execute("INSERT INTO r(body) VALUES(?)", ("x" * 380,))
        took.append(time.perf_counter() - began)
    db.close()
    return statistics.median(took) * 1e6


async def test_append(tmp_path: Path) -> None:
    generator = random.Random(1)
    log = AuditLog(tmp_path / "log")
    log.open()
    log.sign_with(bytes(32))
    bare = floor(tmp_path)
    committed, buffered, durable = [], [], []
    for number in range(3000):
        decided, forwarded, returned = events(number, generator)
        began = time.perf_counter()
        log.write(decided)
        log.write(forwarded)
        written = time.perf_counter()
        await log.committed()
        committed.append(time.perf_counter() - began)
        buffered.append((written - began) / 2)
        log.write(returned)
    for number in range(200):
        began = time.perf_counter()
        log.write(events(number, generator)[0])
        await log.durable()
        durable.append(time.perf_counter() - began)

    async def client(first: int) -> None:
        for number in range(first, first + 100 * 128, 128):
            decided, forwarded, returned = calls[number]
            log.write(decided)
            log.write(forwarded)
            await log.committed()
            log.write(returned)

    calls = [events(number, generator) for number in range(100 * 128)]
    began = time.perf_counter()
    await asyncio.gather(*(client(first) for first in range(128)))
    rate = 100 * 128 / (time.perf_counter() - began)
    log.close()
    print()
    show("floor: one bare SQLite insert", bare, "µs")
    show("write, one record, buffered", statistics.median(buffered) * 1e6, "µs")
    for name, took in (("2 records committed, 1 in flight", committed), ("1 record durable (fsync)", durable)):
        p50, p99 = statistics.median(took) * 1e6, sorted(took)[int(len(took) * 0.99)] * 1e6
        show(name, p50, "µs p50", f"p99 {p99:,.0f} µs, {p50 / bare:.1f} x the floor")
    show("3 records a call, 128 in flight", rate, "calls/s", f"{rate * 3:,.0f} records/s")


async def test_reading(tmp_path: Path) -> None:
    generator = random.Random(1)
    path = tmp_path / "log"
    log = AuditLog(path)
    log.open()
    for number in range(CALLS):
        for event in events(number, generator):
            log.write(event)
        if number % 300 == 0:
            await log.committed()
    log.close()
    reader = LogReader(path)
    size = sum(file.stat().st_size for file in path.iterdir())
    print(f"\n{CALLS:,} calls, {reader.newest()[0]:,} records, {size / 2**20:,.0f} MiB")
    began = time.perf_counter()
    report = reader.verify(reader.newest())
    show(
        "verify", report.checked / (time.perf_counter() - began), "records/s", "intact" if report.ok else report.problem
    )
    builder = IndexBuilder(reader, log_index.follow(path))
    began, worked = time.perf_counter(), time.thread_time()
    indexed = builder.catch_up()
    size = log_index.follow(path).stat().st_size / 2**20
    show("index", indexed / (time.perf_counter() - began), "records/s",
         f"{(time.thread_time() - worked) / indexed * 1e6:.0f} µs of a core each, {size:,.0f} MiB")  # fmt: skip
    builder.close()
    show_queries(IndexReader(log_index.follow(path)), reader)
    reader.close()


def show_queries(index: IndexReader, reader: LogReader) -> None:
    newest = index.page(limit=1)[0]
    middle = newest.seq // 2
    timed("first page", index.page)
    timed("page in the middle", lambda: index.page(before=middle))
    for filter in (
        CallFilter(server="server3"),
        CallFilter(outcome="tool_error"),
        CallFilter(server="server3", tool="tool9", outcome="result"),
        CallFilter(until=newest.time - 0.5),
        CallFilter(text="alpha"),
        CallFilter(text="文"),
        CallFilter(text="文件"),
        CallFilter(text="数据库 网络"),
        CallFilter(text="needle"),
        CallFilter(text="need"),
        CallFilter(text="nowhere"),
        CallFilter(text="alpha", server="server3"),
        CallFilter(text="alpha", outcome="tool_error"),
    ):
        criteria = {name: getattr(filter, name) for name in filter.__struct_fields__ if getattr(filter, name)}
        timed(" ".join(f"{name}={value}" for name, value in criteria.items())[:34], partial(index.page, filter))
    timed("count", index.count)
    timed("count text=alpha", lambda: index.count(CallFilter(text="alpha")))
    timed("values of tool", lambda: index.values("tool"))
    timed("first 20,000 ids", index.ids)
    timed("records: first page", reader.page)
    timed("records: all of a call", lambda: reader.call_records(newest.call))
    index.close()
