"""What is written is fsynced soon, while writing goes on."""

from __future__ import annotations

import asyncio
import stat
import threading
from pathlib import Path

from tests.support.waiting import until
from toolguard.store.log.disk_sync import DiskSyncer, private_file


class File:
    def __init__(self) -> None:
        self.did: list[str] = []
        self.gate = threading.Event()
        self.gate.set()

    def sync(self) -> None:
        self.did.append("sync")


class Log:
    """A log with committed records up to ``head``."""

    def __init__(self) -> None:
        self.head = (1, b"")

    def sync_reached(self, head: tuple[int, bytes]) -> None: ...
    def sync_failed(self, problem: Exception) -> None: ...
    def sync_recovered(self) -> None: ...


async def test_commit_during_an_fsync_is_fsynced_afterwards() -> None:
    file, log = File(), Log()
    syncer = DiskSyncer(log)
    syncer.begin(file)
    log.head = (2, b"")
    syncer.start()
    log.head = (3, b"")
    syncer.schedule()
    await until(lambda: syncer.synced[0] == 3)
    syncer.close()
    syncer.start()
    assert len(file.did) == 3


async def test_finish_syncs_only_unsynced_records() -> None:
    file, log = File(), Log()
    syncer = DiskSyncer(log)
    syncer.begin(file)
    syncer.close()
    syncer.finish()
    log.head = (2, b"")
    syncer.finish()
    assert (syncer.synced[0], len(file.did)) == (2, 2)


def test_a_private_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "head"
    private_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.write_text("kept")
    private_file(path)
    assert path.read_text() == "kept"


async def test_waiting_for_an_fsync_does_not_block_the_loop() -> None:
    log = Log()
    syncer = DiskSyncer(log)
    syncer.begin(File())
    log.head = (2, b"")
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
    await syncer.wait_for(2)
    beside.cancel()
    assert syncer.synced[0] == 2
    syncer.close()
