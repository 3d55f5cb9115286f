"""Sums over the log: calls of a day, the last use of a tool, what each rule has decided."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolguard.gate.model import CallDecided
from toolguard.store.log import usage_stats
from toolguard.store.log.audit_log import AuditLog, LogReader
from toolguard.store.log.index.log_index import IndexBuilder, follow
from toolguard.store.log.usage_stats import UsageReader

CALLS = [
    (10.0, "files", "read", "rule r1"), (20.0, "files", "read", "person"), (30.0, "git", "read", "rule r1"),
    (40.0, "files", "write", "rule r2"), (50.0, "files", "read", "timeout"),
]  # fmt: skip


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[UsageReader]:
    path = tmp_path / "log"
    clock = [0.0]

    async def write() -> None:
        log = AuditLog(path, now=lambda: clock[0])
        log.open()
        for number, (clock[0], server, tool, by) in enumerate(CALLS):
            log.write(CallDecided(call=f"c{number}", client="desk", server=server, tool=tool, verdict="deny", by=by))
        await log.committed()
        log.close()

    asyncio.run(write())
    log = LogReader(path)
    builder = IndexBuilder(log, follow(path))
    builder.catch_up()
    builder.close()
    log.close()
    made = UsageReader(follow(path))
    yield made
    made.close()


def test_calls_are_counted_from_a_time_on(reader: UsageReader) -> None:
    assert reader.today(20.0) == {("files", "read"): 2, ("git", "read"): 1, ("files", "write"): 1}
    assert reader.today(51.0) == {}


def test_the_last_use_of_a_tool_is_its_own_servers(reader: UsageReader) -> None:
    places = [("files", "read"), ("git", "read"), ("git", "write"), ("files", "never")]
    assert reader.last_used(places) == {("files", "read"): 50.0, ("git", "read"): 30.0}


def test_rule_uses_count_its_decisions(reader: UsageReader, monkeypatch: pytest.MonkeyPatch) -> None:
    assert reader.rulings() == {"r1": (2, 30.0), "r2": (1, 40.0)}
    monkeypatch.setattr(usage_stats, "MAX_COUNT", 1)
    assert reader.rulings()["r1"] == (1, 30.0)


def test_without_an_index_nothing_was_used(tmp_path: Path) -> None:
    reader = UsageReader(tmp_path / "none.db")
    assert (reader.today(0.0), reader.last_used([("a", "b")]), reader.rulings()) == ({}, {}, {})
