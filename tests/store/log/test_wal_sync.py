"""The write-ahead log is fsynced soon and moved into the database while commits go on."""

from __future__ import annotations

import asyncio
import os
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from toolguard.store.log import wal_sync
from toolguard.store.log.wal_sync import WalSyncer, private_file, sync_file


class Wal:
    def __init__(self, size: int = 0) -> None:
        self.size = size
        self.did: list[str] = []
        self.gate = threading.Event()
        self.gate.set()

    def sync(self) -> None:
        self.did.append("sync")

    def checkpoint(self, *, restart: bool) -> int:
        self.gate.wait(10)
        self.did.append("restart" if restart else "move")
        return self.size


async def until(condition: Any) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.002)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wal_sync, "_CHECKPOINT", 100)
    monkeypatch.setattr(wal_sync, "_RESTART", 1000)


@pytest.mark.usefixtures("small")
async def test_enough_records_are_moved_after_their_fsync() -> None:
    wal, head = Wal(size=10), [1]
    syncer = WalSyncer(lambda: (head[0], b""), lambda problem: None, lambda: None)
    syncer.begin(wal)
    head[0] = 2
    syncer.soon(50)
    await until(lambda: syncer.synced[0] == 2)
    assert wal.did == ["sync", "sync"]
    head[0] = 3
    syncer.soon(51)
    await until(lambda: wal.did == ["sync", "sync", "sync", "move"])
    syncer.close()


@pytest.mark.usefixtures("small")
async def test_a_large_log_begins_anew_while_commits_wait_and_then_they_go_on() -> None:
    wal, went_on = Wal(size=5000), []
    syncer = WalSyncer(lambda: (1, b""), lambda problem: None, lambda: went_on.append(1))
    syncer.begin(wal)
    wal.gate.clear()
    syncer.soon(101)
    await until(lambda: len(wal.did) == 2)
    assert not syncer.restarting
    wal.gate.set()
    await until(lambda: syncer.restarting or went_on)
    await until(lambda: went_on)
    assert not syncer.restarting
    assert wal.did == ["sync", "sync", "move", "restart"]
    syncer.close()


async def test_what_is_committed_during_an_fsync_is_fsynced_after_it() -> None:
    wal, head = Wal(), [1]
    syncer = WalSyncer(lambda: (head[0], b""), lambda problem: None, lambda: None)
    syncer.begin(wal)
    head[0] = 2
    syncer.start()
    head[0] = 3
    syncer.soon(1)
    await until(lambda: syncer.synced[0] == 3)
    syncer.close()
    syncer.start()
    assert len(wal.did) == 3


async def test_finish_syncs_only_what_is_not_on_the_disk() -> None:
    wal, head = Wal(), [1]
    syncer = WalSyncer(lambda: (head[0], b""), lambda problem: None, lambda: None)
    syncer.begin(wal)
    syncer.close()
    syncer.finish()
    head[0] = 2
    syncer.finish()
    assert (syncer.synced[0], len(wal.did)) == (2, 2)


def test_a_private_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "audit.db"
    private_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.write_text("kept")
    private_file(path)
    assert path.read_text() == "kept"


def test_a_file_is_synced_by_its_descriptor(tmp_path: Path) -> None:
    file = os.open(tmp_path / "f", os.O_CREAT | os.O_RDWR)
    sync_file(file)
    os.close(file)
    with pytest.raises(OSError):
        sync_file(file)


async def test_who_asks_just_when_an_fsync_is_done_waits_without_stopping_the_loop() -> None:
    head = [1]
    syncer = WalSyncer(lambda: (head[0], b""), lambda problem: None, lambda: None)
    syncer.begin(Wal())
    head[0] = 2
    syncer.start()
    assert syncer._work
    while not syncer._work.done():  # it is done one turn of the loop before what follows from it is noted
        await asyncio.sleep(0)
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            assert turns < 1000, "the loop goes on, but nobody notes the fsync"
            await asyncio.sleep(0)

    beside = asyncio.ensure_future(others())
    await syncer.until(2)
    beside.cancel()
    assert syncer.synced[0] == 2
    syncer.close()
