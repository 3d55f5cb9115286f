"""The thread that makes records last: it fsyncs the log while the loop goes on. It knows no record."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from toolguard.gate import model
from toolguard.gate.texts import coded

_SYNC_AFTER = 0.03
"""Seconds from a commit to the start of its fsync, which must be over after 50 ms."""


class SyncedFile(Protocol):
    """The log as this file sees it."""

    def sync(self) -> None:
        """Return when the disk has what was written before; raises `model.LogWriteError`. Called on the thread."""


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


class DiskSyncer:
    """Keeps ``synced``, the newest mark that is surely on the disk, within 50 ms of ``mark()``. Lives on the loop."""

    def __init__(
        self,
        mark: Callable[[], tuple[int, bytes]],
        refused: Callable[[Exception], None],
        go_on: Callable[[], None],
        reached: Callable[[tuple[int, bytes]], None] = lambda _mark: None,
    ) -> None:
        """``mark`` gives the newest committed record. ``refused`` is told, on the loop, when the disk refuses;
        ``go_on`` when it takes fsyncs again. ``reached`` is told, on the thread, what is on the disk.
        """
        self._reached = reached
        self._mark = mark
        self._refused = refused
        self._go_on = go_on
        self._file: SyncedFile | None = None
        self._thread = ThreadPoolExecutor(1, "toolguard-log")
        self._work: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self.synced: tuple[int, bytes] = mark()
        self.failed = False

    def begin(self, file: SyncedFile) -> None:
        """Work on ``file`` from now on. Syncs once at once, so that what an earlier process left counts."""
        file.sync()
        self._file, self.synced = file, self._mark()

    def soon(self) -> None:
        """A commit was made. Before the loop runs nothing is begun: `begin` and the next commit do it."""
        if self._timer is None and self._work is None and not self._closed:
            with suppress(RuntimeError):
                self._timer = asyncio.get_running_loop().call_later(_SYNC_AFTER, self.start)

    def start(self) -> None:
        """Begin an fsync now, unless one is under way."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._work is None and self._file and not self._closed:
            mark = self._mark()
            self._work = asyncio.get_running_loop().run_in_executor(self._thread, self._sync, self._file, mark)
            self._work.add_done_callback(lambda work: self._synced(work, mark))

    def _sync(self, file: SyncedFile, mark: tuple[int, bytes]) -> None:
        file.sync()
        self._reached(mark)

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

    def finish(self) -> None:
        """Sync on the calling thread, for the end; raises `model.LogWriteError`."""
        if self._file and self.synced != self._mark():
            self._file.sync()
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
        if self._mark() != mark:
            self.soon()
