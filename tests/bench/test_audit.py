"""What the log costs: an append on a call's way, a page, a filter, a search, a verification. Prints, judges nothing.

TOOLGUARD_BENCH_CALLS sets how many calls the log holds for reading (20,000; three records each).
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

pytestmark = [pytest.mark.bench, pytest.mark.timeout(3600)]
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


def events(number: int, some: random.Random) -> tuple[model.Event, ...]:
    of = {
        "session": "s1",
        "call": f"c{number:010d}",
        "client": f"client{number % 3}",
        "server": f"server{number % 7}",
        "tool": f"tool{number % 40}",
    }
    arguments = f'{{"path":"/tmp/{some.choice(WORDS)}","text":"{" ".join(some.choices(WORDS, k=6))} {number}"}}'
    outcome: model.Outcome = "tool_error" if number % 1000 == 1 else "result"
    rare = " needle" if number % 9973 == 5 else ""
    return (
        model.CallDecided(**of, verdict="allow", by="rule 1", request="7", arguments=arguments, digest="a" * 64),
        model.CallForwarded(**of, digest="a" * 64),
        model.CallCompleted(
            **of, outcome=outcome, size=9, digest="b" * 64, took=0.1, preview=" ".join(some.choices(WORDS, k=8)) + rare
        ),
    )


def show(name: str, value: float, unit: str, note: str = "") -> None:
    print(f"{name:34} {value:12,.2f} {unit:10} {note}")


def timed(name: str, question: Callable[[], Any]) -> None:
    took = []
    for _ in range(3):
        began = time.perf_counter()
        found = question()
        took.append((time.perf_counter() - began) * 1000)
    show(
        name, took[0], "ms", f"again {min(took[1:]):.2f} ms, {len(found) if hasattr(found, '__len__') else found} found"
    )


def floor(folder: Path) -> float:
    """Microseconds of the barest durable-in-order append: one row, one transaction, nothing else."""
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
    some = random.Random(1)
    log = AuditLog(tmp_path / "log")
    log.open()
    log.sign_with(bytes(32))
    bare = floor(tmp_path)
    alone, buffered, durable = [], [], []
    for number in range(3000):
        decided, forwarded, returned = events(number, some)
        began = time.perf_counter()
        log.write(decided)
        log.write(forwarded)
        written = time.perf_counter()
        await log.committed()
        alone.append(time.perf_counter() - began)
        buffered.append((written - began) / 2)
        log.write(returned)
    for number in range(200):
        began = time.perf_counter()
        log.write(events(number, some)[0])
        await log.durable()
        durable.append(time.perf_counter() - began)

    async def lane(first: int) -> None:
        for number in range(first, first + 100 * 128, 128):
            decided, forwarded, returned = made[number]
            log.write(decided)
            log.write(forwarded)
            await log.committed()
            log.write(returned)

    made = [events(number, some) for number in range(100 * 128)]
    began = time.perf_counter()
    await asyncio.gather(*(lane(first) for first in range(128)))
    rate = 100 * 128 / (time.perf_counter() - began)
    log.close()
    print()
    show("floor: one bare SQLite insert", bare, "µs")
    show("write, one record, buffered", statistics.median(buffered) * 1e6, "µs")
    for name, took in (("2 records committed, 1 in flight", alone), ("1 record durable (fsync)", durable)):
        p50, p99 = statistics.median(took) * 1e6, sorted(took)[int(len(took) * 0.99)] * 1e6
        show(name, p50, "µs p50", f"p99 {p99:,.0f} µs, {p50 / bare:.1f} x the floor")
    show("3 records a call, 128 in flight", rate, "calls/s", f"{rate * 3:,.0f} records/s")


async def test_reading(tmp_path: Path) -> None:
    some = random.Random(1)
    path = tmp_path / "log"
    log = AuditLog(path)
    log.open()
    for number in range(CALLS):
        for event in events(number, some):
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
        "verify", report.checked / (time.perf_counter() - began), "records/s", "right" if report.ok else report.problem
    )
    builder = IndexBuilder(reader, log_index.follow(path))
    began, worked = time.perf_counter(), time.thread_time()
    taken = builder.catch_up()
    size = log_index.follow(path).stat().st_size / 2**20
    show("index", taken / (time.perf_counter() - began), "records/s",
         f"{(time.thread_time() - worked) / taken * 1e6:.0f} µs of a core each, {size:,.0f} MiB")  # fmt: skip
    builder.close()
    show_questions(IndexReader(log_index.follow(path)), reader)
    reader.close()


def show_questions(calls_of: IndexReader, reader: LogReader) -> None:
    newest = calls_of.page(limit=1)[0]
    middle = newest.seq // 2
    timed("first page", calls_of.page)
    timed("page in the middle", lambda: calls_of.page(before=middle))
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
        given = {name: getattr(filter, name) for name in filter.__struct_fields__ if getattr(filter, name)}
        timed(" ".join(f"{name}={value}" for name, value in given.items())[:34], partial(calls_of.page, filter))
    timed("count", calls_of.count)
    timed("count text=alpha", lambda: calls_of.count(CallFilter(text="alpha")))
    timed("values of tool", lambda: calls_of.values("tool"))
    timed("first 20,000 ids", calls_of.ids)
    timed("records: first page", reader.page)
    timed("records: story of a call", lambda: reader.call_records(newest.call))
    calls_of.close()
