"""The log when the world is to blame: a full disk, a lock, a crash; and readers beside the writer."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.store.log.log_checks import five, refused, verified
from tests.support.waiting import until
from toolguard.gate import model
from toolguard.store.clock import SteadyClock
from toolguard.store.log import chain, records
from toolguard.store.log.audit_log import AuditLog, LogReader, RecordFilter

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's resource limits and signals")


async def test_missing_segment_refuses_calls_until_it_is_back(log: AuditLog, path: Path, names: Any) -> None:
    assert await refused(log, names.joined()) == ""
    (path / "00000001.jsonl").rename(path / "away")
    began = asyncio.get_running_loop().time()
    assert "was moved, deleted or replaced" in await refused(log, names.allowed("c1"))
    assert asyncio.get_running_loop().time() - began < 1
    log.write(names.returned("c0"))
    (path / "away").rename(path / "00000001.jsonl")
    await until(lambda: not log.trouble)
    assert await refused(log, names.allowed("c2")) == ""
    await log.durable()
    assert [record.event.call for record in LogReader(path).page()] == ["c2", "c0", ""]
    assert verified(path, log.anchor()).ok


async def test_a_segment_that_was_replaced_refuses(log: AuditLog, path: Path, names: Any) -> None:
    assert await refused(log, names.joined()) == ""
    (path / "00000001.jsonl").rename(path / "away")
    shutil.copy(path / "away", path / "00000001.jsonl")
    assert "was moved, deleted or replaced" in await refused(log, names.allowed("c1"))


async def sealed(path: Path, names: Any) -> AuditLog:
    """A log that goes on in a second segment."""
    log = AuditLog(path, segment=1000)
    log.open()
    while len(list(path.iterdir())) < 2:
        assert await refused(log, names.joined()) == ""
    return log


async def test_an_older_segment_that_is_gone_refuses_and_recovers(
    path: Path, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolguard.store.log.audit_log._CHECK_INTERVAL", 0.0)
    log = await sealed(path, names)
    (path / "00000001.jsonl").rename(path.with_name("away"))
    log.write(names.returned("c0"))
    await until(lambda: log.trouble)
    assert "was moved, deleted or replaced" in await refused(log, names.allowed("c1"))
    path.with_name("away").rename(path / "00000001.jsonl")
    await until(lambda: not log.trouble)
    log.close()
    assert verified(path, log.head).ok


async def test_an_older_segment_that_was_cut_is_evidence(
    path: Path, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolguard.store.log.audit_log._CHECK_INTERVAL", 0.0)
    log = await sealed(path, names)
    os.truncate(path / "00000001.jsonl", 300)
    log.write(names.returned("c0"))
    await until(lambda: log.tampered)
    assert "or truncated it" in await refused(log, names.allowed("c1"))
    log.close()
    report = verified(path, log.head)
    assert (report.ok, report.seq) == (False, 2), "the second line was cut"


@pytest.mark.parametrize("name", ["00009999.jsonl", "00009999.jsonl.zst"])
async def test_a_segment_that_another_program_added_refuses_until_it_is_gone(
    path: Path, names: Any, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Readers take its last record for the newest: the log would be sent to nobody any more."""
    monkeypatch.setattr("toolguard.store.log.audit_log._CHECK_INTERVAL", 0.0)
    log = await sealed(path, names)
    (path / name).write_bytes(b"")
    log.write(names.returned("c0"))
    await until(lambda: log.trouble)
    assert name in await refused(log, names.allowed("c1"))
    (path / name).unlink()
    await until(lambda: not log.trouble)
    while len(list(path.glob("*.jsonl"))) < 3:  # its own new segment is none of another program
        assert await refused(log, names.joined()) == ""
    log.close()
    assert verified(path, log.head).ok


async def test_a_log_that_was_deleted_while_in_use_refuses(log: AuditLog, path: Path, names: Any) -> None:
    assert await refused(log, names.joined()) == ""
    path.rename(path.with_name("away"))
    assert "was moved, deleted or replaced" in await refused(log, names.allowed("c1"))
    path.with_name("away").rename(path)
    await until(lambda: not log.trouble)
    assert await refused(log, names.allowed("c2")) == ""


async def test_uncreatable_folder_is_refused_with_advice(tmp_path: Path, names: Any) -> None:
    (tmp_path / "file").write_text("")
    log = AuditLog(tmp_path / "file" / "log")
    with pytest.raises(model.LogWriteError, match="check that its folder exists"):
        log.open()
    assert "check that its folder exists" in await refused(log, names.asked("c1"))
    log.close()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
async def test_read_only_log_is_refused_with_advice(path: Path, names: Any, fill: Any) -> None:
    await fill(path, *five(names))
    (path / "00000001.jsonl").chmod(0o400)
    with pytest.raises(model.LogWriteError, match="cannot be written"):
        AuditLog(path).open()


FULL_DISK = """
import asyncio, resource, signal, sys
from pathlib import Path
from toolguard.gate import model
from toolguard.store.log.audit_log import AuditLog
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
async def test_full_disk_refuses_then_continues_the_chain(path: Path, program: Any) -> None:
    result, _ = program(FULL_DISK, str(path)).communicate(timeout=240)
    assert "refused forward" in result, result
    refused_at = int(result.split("refused ")[1].split(" ")[0])
    reader = LogReader(path)
    found = [record.event.call for record in reversed(reader.page(limit=10_000))]
    reader.close()
    assert found == [f"c{number}" for number in range(1, refused_at)] + ["kept", "after"]
    assert verified(path).ok


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "toolguard-test", str(folder)]
    if sys.platform != "linux" or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("needs leave to mount a tmpfs")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


async def test_disk_without_space_refuses_until_space_is_free(small_disk: Path, names: Any) -> None:
    path = small_disk / "log"
    log = AuditLog(path)
    log.open()
    assert await refused(log, names.joined()) == ""
    ballast = small_disk / "ballast"
    with suppress(OSError):
        ballast.write_bytes(bytes(2 << 20))
    result = ""
    number = 0
    while not result:
        number += 1
        result = await refused(log, names.asked(f"c{number}", arguments="x" * 3000))
    assert "The disk is full" in result and "Free some space" in result
    log.write(names.returned("kept"))
    assert "The disk is full" in await refused(log, names.allowed("never"))
    assert verified(path, log.anchor()).ok, "nothing is left of the write that failed"
    ballast.unlink()
    await until(lambda: not log.trouble)
    assert await refused(log, names.allowed("after")) == ""
    log.close()
    with closing(LogReader(path)) as reader:
        found = [record.event.call for record, _ in reader.after(0, 1000)]
    assert found == ["", *(f"c{n}" for n in range(1, number)), "kept", "after"]
    assert verified(path, log.head).ok


async def test_read_only_disk_refuses_writing_but_not_reading(small_disk: Path, names: Any, fill: Any) -> None:
    path = small_disk / "log"
    await fill(path, *five(names))
    subprocess.run(["mount", "-o", "remount,ro", "toolguard-test", str(small_disk)], check=True)
    log = AuditLog(path)
    with pytest.raises(model.LogWriteError, match="cannot be written"):
        log.open()
    assert "cannot be written" in await refused(log, names.asked("c1"))
    assert verified(path) == chain.VerificationReport(5, True)
    subprocess.run(["mount", "-o", "remount,rw", "toolguard-test", str(small_disk)], check=True)
    await until(lambda: not log.trouble)
    assert await refused(log, names.asked("c1")) == ""
    log.close()


async def test_a_clock_that_jumps_changes_no_number_and_no_link(path: Path, names: Any) -> None:
    times = iter([2e9, 1e9, 1.5e9, 0.0, 3e9])
    log = AuditLog(path, now=lambda: next(times))
    log.open()
    for event in five(names):
        log.write(event)
    log.close()
    with closing(LogReader(path)) as reader:
        assert [(record.seq, record.time) for record, _ in reader.after(0, 9)] == [
            (1, 2e9), (2, 1e9), (3, 1.5e9), (4, 0.0), (5, 3e9),
        ]  # fmt: skip
        assert reader.verify(log.head).ok
    clock = SteadyClock(wall=lambda: 1.0)
    again = AuditLog(path, clock=clock)
    again.open()
    again.close()
    assert clock() >= 3e9, "what has ended stays ended"


@pytest.mark.parametrize(
    "tail", [b'{"seq":6,"time":1', b"\0" * 5000, b'{"seq":6\0\0\0\n{"seq":7,"kind":"x"}\n', b"x" * (3 << 20)]
)
async def test_torn_line_is_closed_with_a_record(path: Path, names: Any, fill: Any, tail: bytes) -> None:
    log = await fill(path, *five(names))
    whole = (path / "00000001.jsonl").read_bytes()
    (path / "00000001.jsonl").write_bytes(whole + tail)
    if not tail.endswith(b"\n"):
        assert verified(path, log.head) == chain.VerificationReport(5, True), "a reader takes it for one being written"
    again = AuditLog(path)
    again.open()
    assert (again.opened, again.recorded) == (log.head, 6)
    again.close()
    assert (path / "00000001.jsonl").read_bytes().startswith(whole)
    with closing(LogReader(path)) as reader:
        ((record, _),) = reader.after(5, 9)
        assert record.event == model.TornLineClosed(size=len(tail), digest=hashlib.sha256(tail).hexdigest())
        assert reader.verify(again.head).ok


async def test_every_prefix_of_the_journal_is_readable_and_continues(path: Path, names: Any, fill: Any) -> None:
    await fill(path, *five(names))
    whole = (path / "00000001.jsonl").read_bytes()
    for size in range(0, len(whole), 7):
        (path / "00000001.jsonl").write_bytes(whole[:size])
        count = whole[:size].count(b"\n")
        assert verified(path) == chain.VerificationReport(count, True)
        log = await fill(path, names.handshake())
        torn = size > 0 and whole[size - 1 : size] != b"\n"
        assert verified(path, log.head) == chain.VerificationReport(count + 1 + torn, True)


CRASH = """
import asyncio, sys
from pathlib import Path
from toolguard.gate import model
from toolguard.store.log.audit_log import AuditLog

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
async def test_crash_while_writing_loses_no_durable_record(path: Path, program: Any, lines: int, names: Any) -> None:
    process: subprocess.Popen[str] = program(CRASH, str(path))
    assert process.stdout
    results = [process.stdout.readline() for _ in range(lines)]
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert process.stdin
    process.stdin.close()
    number, digest = results[-1].split()
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
            seen = reader.newest()[0]
        reader.close()
        return seen

    assert await refused(log, names.joined()) == ""
    reading = asyncio.create_task(asyncio.to_thread(read))
    while not reading.done():
        assert await refused(log, names.allowed("c1")) == ""
        await asyncio.sleep(0)
    assert await reading > 0


def test_a_record_is_the_struct_that_readers_import() -> None:
    from toolguard.store.log.audit_log import Record

    assert Record is records.Record
