"""Sync thread: calls fsync on the log while the loop continues. It knows nothing of records."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from toolguard.gate import model
from toolguard.gate.texts import coded

_SYNC_AFTER = 0.03
"""Seconds from a commit to the start of its fsync, which must end within 50 ms."""


class SyncedFile(Protocol):
    """A file that `DiskSyncer` syncs."""

    def sync(self) -> None:
        """Sync written data to the disk; raises `model.LogWriteError`. Called on the thread."""


def private_file(path: Path) -> None:
    """Create ``path`` as an empty file for its owner alone, unless it exists; raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


class SyncListener(Protocol):
    """The writer of the log that a `DiskSyncer` belongs to."""

    @property
    def head(self) -> tuple[int, bytes]:
        """The newest committed record."""

    def sync_reached(self, head: tuple[int, bytes]) -> None:
        """Handle that everything up to ``head`` is on the disk. Called on the thread."""

    def sync_failed(self, problem: Exception) -> None:
        """Handle that the disk fails."""

    def sync_recovered(self) -> None:
        """Handle that the disk works again."""


class DiskSyncer:
    """Keeps ``synced``, the newest synced record, within 50 ms of the listener's head. Lives on the loop."""

    def __init__(self, listener: SyncListener) -> None:
        self._listener = listener
        self._file: SyncedFile | None = None
        self._thread = ThreadPoolExecutor(1, "toolguard-log")
        self._work: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self.synced: tuple[int, bytes] = listener.head
        self.failed = False

    def begin(self, file: SyncedFile) -> None:
        """Start with ``file``. Syncs once immediately, to cover what an earlier process left."""
        file.sync()
        self._file, self.synced = file, self._listener.head

    def schedule(self) -> None:
        """Schedule a sync for a commit. Does nothing before the loop runs; `begin` and the next commit do it."""
        if self._timer is None and self._work is None and not self._closed:
            with suppress(RuntimeError):
                self._timer = asyncio.get_running_loop().call_later(_SYNC_AFTER, self.start)

    def start(self) -> None:
        """Start an fsync now, unless one is running."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._work is None and self._file and not self._closed:
            mark = self._listener.head
            self._work = asyncio.get_running_loop().run_in_executor(self._thread, self._sync, self._file, mark)
            self._work.add_done_callback(lambda work: self._synced(work, mark))

    def _sync(self, file: SyncedFile, mark: tuple[int, bytes]) -> None:
        file.sync()
        self._listener.sync_reached(mark)

    async def wait_for(self, seq: int) -> None:
        """Wait until record ``seq`` is on the disk; raises `model.LogWriteError` if the disk fails."""
        while self.synced[0] < seq:
            self.start()
            if self._work is None:
                raise model.LogWriteError(coded("store.log_closed_restart"))
            work = self._work
            await asyncio.shield(work)
            if self._work is work:  # finished, but `_synced` needs a turn of the loop to run
                await asyncio.sleep(0)

    def close(self) -> None:
        """End the thread after its current work. `finish` may follow."""
        self._closed = True
        if self._timer:
            self._timer.cancel()
        self._thread.shutdown(wait=True)

    def finish(self) -> None:
        """Sync on the calling thread, at the end; raises `model.LogWriteError`."""
        if self._file and self.synced != self._listener.head:
            self._file.sync()
            self.synced = self._listener.head

    def _synced(self, work: asyncio.Future[None], mark: tuple[int, bytes]) -> None:
        self._work = None
        problem = None if work.cancelled() else work.exception()
        if isinstance(problem, Exception):
            self.failed = True
            self._listener.sync_failed(problem)
            return
        if work.cancelled() or self._closed:
            return
        recovered, self.failed, self.synced = self.failed, False, mark
        if recovered:
            self._listener.sync_recovered()
        if self._listener.head != mark:
            self.schedule()
