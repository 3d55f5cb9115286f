"""The thread that makes commits last: fsyncs the write-ahead log and moves it into the database. It knows no record.

The loop never waits for a disk: the thread works on a descriptor that is opened once and a connection of its own.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

from toolguard.gate import model
from toolguard.gate.texts import coded

_SYNC_AFTER = 0.03
"""Seconds from a commit to the start of its fsync, which must be over after 50 ms."""
_CHECKPOINT = 4 << 20
"""Bytes of records between two moves of the write-ahead log into the database."""
_RESTART = 64 << 20
"""Bytes of write-ahead log that are worth holding up commits for."""


class WalFile(Protocol):
    """The write-ahead log as this file sees it. Both functions are called on the thread."""

    def checkpoint(self, *, restart: bool) -> int:
        """Move what is committed into the database; with ``restart`` the log is written from its beginning again.

        Gives the write-ahead log's size in bytes. Waits for no reader.
        """

    def sync(self) -> None:
        """Return when the disk has what was committed before; raises `model.LogWriteError`."""


def sync_file(file: int) -> None:
    """Return when the disk has what was written to the descriptor ``file``; raises OSError."""
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(file, fcntl.F_FULLFSYNC)  # fsync(2) there leaves it in the drive's cache
    elif hasattr(os, "fdatasync"):
        os.fdatasync(file)
    else:
        os.fsync(file)


def private_file(path: Path) -> None:
    """Make ``path`` an empty file that only its owner can read, unless it is there; raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


class WalSyncer:
    """Keeps ``synced``, the newest mark that is surely on the disk, within 50 ms of ``mark()``. Lives on the loop."""

    def __init__(
        self,
        mark: Callable[[], tuple[int, bytes]],
        refused: Callable[[Exception], None],
        go_on: Callable[[], None],
    ) -> None:
        """``mark`` gives the newest committed record. ``refused`` is told, on the loop, when the disk refuses;
        ``go_on`` when it takes fsyncs again, and when commits may go on after ``restarting``.
        """
        self._mark = mark
        self._refused = refused
        self._go_on = go_on
        self._wal: WalFile | None = None
        self._thread = ThreadPoolExecutor(1, "toolguard-log")
        self._work: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._unmoved = 0
        self._closed = False
        self.synced: tuple[int, bytes] = mark()
        self.failed = False
        self.restarting = False
        """Commits would meet a lock now and should wait until they may go on."""

    def begin(self, wal: WalFile) -> None:
        """Work on ``wal`` from now on. Syncs once at once, so that what an earlier process left counts."""
        wal.sync()
        self._wal, self.synced = wal, self._mark()

    def soon(self, size: int) -> None:
        """A commit of about ``size`` bytes was made."""
        self._unmoved += size
        if self._timer is None and self._work is None and not self._closed:
            self._timer = asyncio.get_running_loop().call_later(_SYNC_AFTER, self.start)

    def start(self) -> None:
        """Begin an fsync now, unless one is under way."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._work is None and self._wal and not self._closed:
            self._work = asyncio.get_running_loop().run_in_executor(self._thread, self._wal.sync)
            mark = self._mark()
            self._work.add_done_callback(lambda work: self._synced(work, mark))

    async def until(self, seq: int) -> None:
        """Return when record ``seq`` is on the disk; raises `model.LogWriteError` when the disk refuses."""
        while self.synced[0] < seq:
            self.start()
            if self._work is None:
                raise model.LogWriteError(coded("store.log_closed_restart"))
            work = self._work
            await asyncio.shield(work)
            if self._work is work:  # it is done, and `_synced` has not run yet: without this turn it never would
                await asyncio.sleep(0)

    def close(self) -> None:
        """End the thread after what it does now. `finish` may follow."""
        self._closed = True
        if self._timer:
            self._timer.cancel()
        self._thread.shutdown(wait=True)
        self.restarting = False

    def finish(self) -> None:
        """Sync on the calling thread, for the end; raises `model.LogWriteError`."""
        if self._wal and self.synced != self._mark():
            self._wal.sync()
            self.synced = self._mark()

    def _synced(self, work: asyncio.Future[None], mark: tuple[int, bytes]) -> None:
        self._work = None
        problem = None if work.cancelled() else work.exception()
        if isinstance(problem, Exception):
            self.failed = True
            self._refused(problem)
            return
        if work.cancelled() or self._closed:
            return
        recovered, self.failed, self.synced = self.failed, False, mark
        if recovered:
            self._go_on()
        if self._unmoved > _CHECKPOINT:
            self._unmoved = 0
            self._move(restart=False)
        elif self._mark() != mark:
            self.soon(0)

    def _move(self, *, restart: bool) -> None:
        wal = self._wal
        if wal is None or self._closed:
            return
        self.restarting = restart
        moving = asyncio.get_running_loop().run_in_executor(self._thread, lambda: wal.checkpoint(restart=restart))
        moving.add_done_callback(lambda done: self._moved(done, restart=restart))

    def _moved(self, done: asyncio.Future[int], *, restart: bool) -> None:
        if restart:
            self.restarting = False
            self._go_on()
        if done.cancelled() or self._closed:
            return
        if not restart and done.result() > _RESTART:
            self._move(restart=True)
        elif self._mark() != self.synced:
            self.soon(0)
