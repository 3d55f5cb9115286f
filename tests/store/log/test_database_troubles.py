"""The log when the world is to blame: a full disk, a lock, a crash; and readers beside the writer."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from toolguard.gate import model
from toolguard.store.log import chain, records
from toolguard.store.log.database import AuditLog, LogReader, RecordFilter, TamperedError

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's resource limits and signals")


def five(names: Any) -> list[model.Event]:
    return [names.joined(), names.asked("c1"), names.allowed("c1"), names.forwarded("c1"), names.returned("c1")]


def verified(path: Path, anchor: chain.Link | None = None) -> chain.VerificationReport:
    reader = LogReader(path)
    try:
        return reader.verify(anchor)
    finally:
        reader.close()


async def refused(log: AuditLog, event: model.Event) -> str:
    try:
        log.write(event)
        await log.committed()
    except model.LogWriteError as problem:
        return str(problem)
    return ""


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


async def test_a_log_that_another_program_locked_refuses_at_once_and_recovers(
    log: AuditLog, path: Path, names: Any
) -> None:
    assert await refused(log, names.joined()) == ""
    stranger = sqlite3.connect(path, isolation_level=None)
    stranger.execute("BEGIN IMMEDIATE")
    began = asyncio.get_running_loop().time()
    assert "locked" in await refused(log, names.allowed("c1"))
    assert asyncio.get_running_loop().time() - began < 1
    log.write(names.returned("c0"))
    stranger.execute("ROLLBACK")
    stranger.close()
    await until(lambda: not log.trouble)
    assert await refused(log, names.allowed("c2")) == ""
    await log.durable()
    assert [record.event.call for record in LogReader(path).page()] == ["c2", "c0", ""]
    assert verified(path, log.anchor()).ok


async def test_a_log_that_was_deleted_while_in_use_refuses(log: AuditLog, path: Path, names: Any) -> None:
    assert await refused(log, names.joined()) == ""
    path.rename(path.with_name("away.db"))
    assert "was moved, deleted or replaced" in await refused(log, names.allowed("c1"))
    path.with_name("away.db").rename(path)
    await until(lambda: not log.trouble)
    assert await refused(log, names.allowed("c2")) == ""


async def test_a_folder_that_cannot_be_made_refuses_with_what_to_do(tmp_path: Path, names: Any) -> None:
    (tmp_path / "file").write_text("")
    log = AuditLog(tmp_path / "file" / "log")
    with pytest.raises(model.LogWriteError, match="make its folder exist"):
        log.open()
    assert "make its folder exist" in await refused(log, names.asked("c1"))
    log.close()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
async def test_a_read_only_log_refuses_with_what_to_do(path: Path, names: Any, fill: Any) -> None:
    await fill(path, *five(names))
    path.chmod(0o400)
    with pytest.raises(model.LogWriteError, match="cannot be written"):
        AuditLog(path).open()


FULL_DISK = """
import asyncio, resource, signal, sys
from pathlib import Path
from toolguard.gate import model
from toolguard.store.log.database import AuditLog
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

def news(call):
    named = {"call": call, "client": "x", "server": "y", "tool": "z"}
    return model.CallCompleted(**named, outcome="result", size=1, digest="", took=0.0)

async def main():
    log = AuditLog(Path(sys.argv[1]))
    log.open()
    number = 0
    limit(300_000)
    while not log.trouble:
        number += 1
        log.write(model.CallHeld(call=f"c{number}", client="x", server="y", tool="z", request="1", arguments="x" * 5000,
                              digest="", era="legacy"))
        try:
            await log.durable()
        except model.LogWriteError as problem:
            print("refused", number, problem)
    log.write(news("kept"))
    try:
        log.write(model.CallForwarded(call="never", client="x", server="y", tool="z", digest=""))
    except model.LogWriteError:
        print("refused forward")
    limit(resource.RLIM_INFINITY)
    while log.trouble:
        await asyncio.sleep(0.01)
    log.write(news("after"))
    await log.durable()
    print("recorded", log.recorded)
    log.close()

asyncio.run(main())
"""


@linux
async def test_a_full_disk_refuses_then_goes_on_with_a_whole_chain(path: Path, program: Any) -> None:
    said, _ = program(FULL_DISK, str(path)).communicate(timeout=60)
    assert "refused forward" in said, said
    refused_at = int(said.split("refused ")[1].split(" ")[0])
    reader = LogReader(path)
    found = [record.event.call for record in reversed(reader.page(limit=10_000))]
    reader.close()
    assert found == [f"c{number}" for number in range(1, refused_at)] + ["kept", "after"]
    assert verified(path).ok


def test_a_database_that_is_full_is_called_a_full_disk(path: Path, program: Any) -> None:
    """``PRAGMA max_page_count`` gives SQLITE_FULL, as a disk without space does."""
    text = """
import sqlite3, sys
from pathlib import Path
from toolguard.gate import model
from toolguard.store.log import database
disk = database._SqliteStorage(Path(sys.argv[1]))
disk._db.execute("PRAGMA max_page_count=20")
row = (0.0, "late", "", "", "", "", "", "x" * 50000, b"")
try:
    for number in range(1, 10):
        disk.append([(number, *row), (number + 100, *row)])
except model.LogWriteError as problem:
    print(problem, disk._db.execute("SELECT count(*) FROM records").fetchone(), number)
"""
    said, _ = program(text, str(path)).communicate(timeout=60)
    assert "The disk is full" in said
    assert "free some space" in said
    assert said.strip().endswith("(0,) 1"), "all or none"


CRASH = """
import asyncio, sys
from pathlib import Path
from toolguard.gate import model
from toolguard.store.log.database import AuditLog

async def main():
    log = AuditLog(Path(sys.argv[1]))
    log.open()
    log.write(model.SessionStarted(session="s1", client="x", server="y"))
    number = 0
    while True:
        number += 1
        log.write(model.CallDecided(session="s1", call=f"c{number}", client="x", server="y", tool="z", verdict="allow",
                                by="person", request=str(number)))
        await log.durable()
        print(number, log.anchor()[1].hex(), flush=True)
        for _ in range(50):
            log.write(model.ResponseDropped(server="y", request="1", size=1))
            await log.committed()

asyncio.run(main())
"""


@linux
@pytest.mark.parametrize("lines", [1, 20, 57])
async def test_a_crash_in_the_middle_loses_nothing_that_was_durable(
    path: Path, program: Any, lines: int, names: Any
) -> None:
    process: subprocess.Popen[str] = program(CRASH, str(path))
    assert process.stdout
    said = [process.stdout.readline() for _ in range(lines)]
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert process.stdin
    process.stdin.close()
    number, digest = said[-1].split()
    log = AuditLog(path)
    log.open()
    assert [call.request for call in log.unfinished("s1").calls][: int(number)] == [
        str(n + 1) for n in range(int(number))
    ]
    log.write(names.asked("after"))
    await log.durable()
    log.close()
    reader = LogReader(path)
    (anchored,) = reader.page(RecordFilter(call=f"c{number}"))
    assert reader.hash_of(anchored.seq).hex() == digest
    assert reader.verify((anchored.seq, bytes.fromhex(digest))).ok
    reader.close()


async def test_readers_and_the_writer_do_not_stop_each_other(log: AuditLog, path: Path, names: Any) -> None:
    def read() -> int:
        reader = LogReader(path)
        seen = 0
        for _ in range(50):
            assert reader.verify().ok
            seen = reader.count()
        reader.close()
        return seen

    assert await refused(log, names.joined()) == ""
    reading = asyncio.create_task(asyncio.to_thread(read))
    while not reading.done():
        assert await refused(log, names.allowed("c1")) == ""
        await asyncio.sleep(0)
    assert await reading > 0


def test_the_indexes_serve_the_questions_they_are_for(path: Path) -> None:
    AuditLog(path).open()
    db = sqlite3.connect(path)
    where, values = RecordFilter(call="c").where()
    begins = "kind IN ('session_started','handshake_completed','joined','shook')"
    for sql, parameters, index in (
        (f"SELECT body FROM records WHERE {where} ORDER BY seq", values, "of_call"),
        (f"SELECT min(seq) FROM records WHERE session=? AND {begins}", ["s"], "of_session"),
    ):
        plan = " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", parameters))
        assert f"USING INDEX {index}" in plan or f"USING COVERING INDEX {index}" in plan
        assert "TEMP B-TREE" not in plan
    db.close()


def test_a_record_is_the_struct_that_readers_import() -> None:
    from toolguard.store.log.database import Record

    assert Record is records.Record


@pytest.mark.parametrize("version", [0, 7])
async def test_unknown_version_is_named_when_the_log_is_verified(
    path: Path, names: Any, fill: Any, version: int
) -> None:
    """Defect 12: `verify` of a log with another version said "cannot be read (None)"."""
    await fill(path, names.asked("c1"))
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version={version}")
    with closing(LogReader(path)) as reader, pytest.raises((OSError, TamperedError)) as caught:
        reader.verify()
    assert f"version {version}" in str(caught.value) and "None" not in str(caught.value)
