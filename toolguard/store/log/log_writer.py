"""Log writer: links and buffers events, commits them together, keeps them while the log cannot be written. No file I/O.

An event whose writer received `model.LogWriteError` is never recorded later. Other events are recorded once the disk
works again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Protocol

import msgspec

from toolguard.gate import model
from toolguard.gate.texts import coded
from toolguard.store.clock import SteadyClock
from toolguard.store.log import chain, records
from toolguard.store.log.disk_sync import DiskSyncer, SyncedFile
from toolguard.store.log.heads import HeadSigner
from toolguard.store.log.recovery import UnfinishedSession

_COMMIT_AFTER = 0.003
"""Seconds until events that nobody awaits are committed."""
_RETRY_AFTER = 0.2
"""Seconds between two attempts while the log cannot be written."""
_RETRY_IDLE = 1.0
"""Seconds between two attempts while nothing is written."""
_MAX_KEPT_EVENTS = 20_000
"""Maximum events kept while the log cannot be written."""
_CLOSED = coded("store.log_not_open_restart")


class TamperedError(Exception):
    """The log was changed by another program. Never swallowed: no call runs until a person has moved the file."""


class LogStorage(SyncedFile, Protocol):
    """Storage of records. Methods raise `model.LogWriteError` (environment) or `TamperedError` (evidence)."""

    head: chain.Link
    """The newest record found on opening."""
    latest: float
    """The latest time among the newest records found on opening."""
    found: tuple[model.Event, ...]
    """Events of opening that are to be recorded."""

    def append(self, lines: list[bytes], head: chain.Link) -> None:
        """Append ``lines``, all or none; ``head`` is the newest. Without lines, test whether writing works."""

    def unfinished(self, session: str, asked: Collection[str] = ()) -> UnfinishedSession:
        """Return what is unfinished in a session (`fold`); ``asked`` as in `SessionRecovery`."""

    def hash_of(self, seq: int) -> bytes:
        """Return the hash of record ``seq``; empty if there is none."""

    def close(self) -> None:
        """Close its files; nothing else is called afterwards."""


class _BufferedEvent(msgspec.Struct, frozen=True, eq=False):
    """An event that is not committed yet, with its writer (usually a task), which is notified of failure."""

    event: model.Event
    data: bytes
    """`records.encode` of it."""
    time: float
    owner: object


def _must_be_recorded(event: model.Event) -> bool:
    """Return whether an event permits an action that must not happen unrecorded. Others report what has happened."""
    return isinstance(event, model.CallHeld | model.CallForwarded) or (
        isinstance(event, model.CallDecided) and event.verdict == "allow"
    )


_Waiters = list[tuple[asyncio.Future[None], object]]


class LogWriter:
    """The sole writer of a log. All but fsync runs on the loop's thread that calls `write`."""

    def __init__(
        self,
        disk: Callable[[], LogStorage],
        *,
        scrub: records.Scrub,
        now: Callable[[], float],
        on_commit: Callable[[], None],
        on_trouble: Callable[[], None],
        clock: SteadyClock,
        signer: HeadSigner,
    ) -> None:
        """``disk`` opens the storage and raises as it does. The two listeners are called on the loop's thread.

        ``now`` returns the times of records. ``clock`` learns the latest time found, and ``signer`` signs its time with
        the head.
        """
        self._open_disk = disk
        self._scrub = scrub
        self._now = now
        self._on_commit = on_commit
        self._on_trouble = on_trouble
        self._clock = clock
        self._signer = signer
        self.trouble = ""
        """What is wrong and what to do, as one sentence; "" if nothing."""
        self.tampered = False
        """Whether the trouble is a `TamperedError`, which needs a person."""
        self.head: chain.Link = chain.START
        """The newest committed record."""
        self.opened: chain.Link = chain.START
        """The newest record when the log was opened; later ones are from this process."""
        self._disk: LogStorage | None = None
        self._entries: list[_BufferedEvent] = []
        self._kept: list[_BufferedEvent] = []
        self._waiters: _Waiters = []
        self._tick: asyncio.TimerHandle | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._tried = 0.0
        self._closed = False
        self._syncer = DiskSyncer(self)

    def sync_reached(self, head: chain.Link, *, closing: bool = False) -> None:
        """Handle records synced up to ``head``; called on the sync thread, at the end on the loop's."""

    @property
    def recorded(self) -> int:
        """The number of the newest committed record."""
        return self.head[0]

    def anchor(self) -> chain.Link:
        """Return the newest synced record. Kept elsewhere, it reveals truncation."""
        return self._syncer.synced

    def open(self) -> None:
        """Open or create the log and continue its chain; raises `model.LogWriteError` or `TamperedError`.

        After a failure ``trouble`` is set. `model.LogWriteError` is retried automatically.
        """
        try:
            self._open()
            if self._kept:
                self._write_kept()
        except (model.LogWriteError, TamperedError) as problem:
            self.sync_failed(problem)
            raise

    def _open(self) -> None:
        disk = self._open_disk()
        self.head = self.opened = disk.head
        self._clock.not_before(disk.latest)
        try:
            self._syncer.begin(disk)
        except (model.LogWriteError, TamperedError):
            disk.close()
            raise
        self._disk = disk
        self._kept[:0] = [
            _BufferedEvent(event, records.encode(event, self._scrub), self._now(), None) for event in disk.found
        ]
        self._sign(self.head)

    @property
    def is_open(self) -> bool:
        """Whether the storage is open. It may be while writing fails: see ``trouble``."""
        return self._disk is not None

    def sign_with(self, key: bytes) -> None:
        """Sign the head with ``key`` at every commit from now on; raises OSError."""
        self._signer.begin(key)
        self._sign(self.head)

    def _sign(self, head: chain.Link, *, closed: bool = False) -> None:
        self._signer.sign(head, self._syncer.synced[0], self._clock(), closed=closed)

    def hash_of(self, seq: int) -> bytes:
        """Return the hash of record ``seq``; empty if there is none. Raises `model.LogWriteError`."""
        if self._disk is None:
            raise model.LogWriteError(self.trouble or _CLOSED)
        self._flush()
        return self._disk.hash_of(seq)

    def write(self, event: model.Event, owner: object = None) -> None:
        """Add an event to the next commit; raises `model.LogWriteError` for events that permit a call, if it cannot be
        recorded.

        Reports of what has happened do not raise: they are kept until the log can be written again. ``owner``, by
        default the current task, learns from `commit` or `committed` if the event cannot be recorded.
        """
        data = records.encode(event, self._scrub)
        entry = _BufferedEvent(event, data, self._now(), owner or asyncio.current_task())
        if (self._disk is None or self.trouble) and not self._recover():
            self._keep_or_refuse(entry)
            return
        self._entries.append(entry)
        if self._tick is None:
            self._tick = asyncio.get_running_loop().call_later(_COMMIT_AFTER, self._flush_idle)

    def commit(self, owner: object) -> None:
        """Commit everything written so far. Raises `model.LogWriteError`, and drops what ``owner`` wrote."""
        if self._disk is None or self.trouble:
            self._ensure_open(owner)
        self._flush(owner)
        if self.trouble:
            raise model.LogWriteError(self.trouble)

    async def committed(self) -> None:
        """Wait until everything written so far is committed; raises `model.LogWriteError`. Waiters share a commit."""
        self._ensure_open(asyncio.current_task())
        if not self._entries:
            return
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append((waiter, asyncio.current_task()))
        await asyncio.sleep(0)  # tasks of this turn of the loop write first; the first of them commits for all
        if not waiter.done():
            self._flush()
        await waiter

    def _ensure_open(self, owner: object) -> None:
        if (self._disk is None or self.trouble) and not self._recover():
            self._kept = [entry for entry in self._kept if entry.owner is not owner]
            raise model.LogWriteError(self.trouble or _CLOSED)

    async def durable(self) -> None:
        """Wait like `committed`, and until the disk has it; for decisions of a person."""
        await self.committed()
        try:
            await self._syncer.wait_for(self.head[0])
        except TamperedError as problem:
            raise model.LogWriteError(str(problem)) from problem

    def unfinished(self, session: str, asked: Collection[str] = ()) -> UnfinishedSession:
        """Return what is unfinished in ``session``, to resume it after a crash (`fold`)."""
        if self._disk is None:
            raise model.LogWriteError(self.trouble or _CLOSED)
        self._flush()
        return self._disk.unfinished(session, asked)

    def close(self) -> None:
        """Commit the rest, fsync and close. Does not raise; a failure is in ``trouble``."""
        if self._closed:
            return
        for timer in (self._tick, self._retry):
            if timer:
                timer.cancel()
        self._syncer.close()
        if self.trouble:
            self._tried = 0.0
            self._recover()
        self._flush()
        self._closed = True
        self._close_disk()

    def _close_disk(self) -> None:
        try:
            self._syncer.finish()
        except (model.LogWriteError, TamperedError) as problem:
            self.sync_failed(problem)
        if self._disk:
            if not self.trouble:
                self._sign(self.head, closed=True)
                self.sync_reached(self.head, closing=True)
            self._disk.close()
            self._disk = None
        self._signer.end()

    def _set_aside(self, move: Callable[[], None]) -> None:
        """Close the log, let ``move`` move its files away, and begin a new one, with a reset clock.

        Raises what ``move`` raises, after reopening the log, and what `open` raises.
        """
        for timer in (self._tick, self._retry):
            if timer:
                timer.cancel()
        self._tick = self._retry = None
        self._syncer.close()
        self._flush()
        self._close_disk()
        try:
            move()
            self._clock.reset()
        finally:
            self.trouble, self.tampered = "", False
            self._syncer = DiskSyncer(self)
            self.open()
            if self._kept:
                self._write_kept()
            self._on_trouble()

    # ---- commits

    def _flush_idle(self) -> None:
        self._tick = None
        self._flush()

    def _flush(self, owner: object = None) -> None:
        """Commit the buffer and notify those who wait. ``owner`` checks ``trouble`` itself."""
        entries, waiters = self._entries, self._waiters
        self._entries, self._waiters = [], []
        if entries and self._disk:
            lines, head = records.linked(entries, self.head)
            self._sign(head)
            try:
                self._disk.append(lines, head)
            except (model.LogWriteError, TamperedError) as problem:
                self._sign(self.head)  # otherwise the matching slot would be overwritten next
                self._failed(problem, entries, waiters, owner)
                return
            self._on_buffered(head)
        for waiter, _ in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def _on_buffered(self, head: chain.Link) -> None:
        self.head = head
        self._syncer.schedule()
        self._on_commit()

    # ---- while the log cannot be written

    def _failed(self, problem: Exception, entries: list[_BufferedEvent], waiters: _Waiters, owner: object) -> None:
        """Drop events whose writers get an error; put the others before those that were kept and came later."""
        notified = {owner_waiting for _, owner_waiting in waiters} | ({owner} if owner is not None else set())
        strangers = not notified.issubset({entry.owner for entry in entries})
        self._kept[:0] = [
            entry
            for entry in entries
            if entry.owner not in notified and not (strangers and _must_be_recorded(entry.event))
        ]
        self.sync_failed(problem)
        for waiter, _ in waiters:
            if not waiter.done():
                waiter.set_exception(model.LogWriteError(self.trouble))

    def _keep_or_refuse(self, entry: _BufferedEvent) -> None:
        if _must_be_recorded(entry.event) or len(self._kept) >= _MAX_KEPT_EVENTS or self._closed or not self.trouble:
            raise model.LogWriteError(self.trouble or _CLOSED)
        self._kept.append(entry)

    def sync_failed(self, problem: Exception) -> None:
        """Handle that the log cannot be written, or is not ToolGuard's."""
        self._tried = time.monotonic()
        self.tampered = self.tampered or isinstance(problem, TamperedError)
        self._report_trouble(str(problem))

    def _report_trouble(self, trouble: str) -> None:
        changed, self.trouble = trouble != self.trouble, trouble
        if trouble and self._retry is None and not self._closed and not self.tampered:
            with suppress(RuntimeError):  # opened before the loop runs; the next write retries
                self._retry = asyncio.get_running_loop().call_later(_RETRY_IDLE, self._retry_idle)
        if changed:
            self._on_trouble()

    def _retry_idle(self) -> None:
        self._retry = None
        if self.trouble and not self._recover():
            self._report_trouble(self.trouble)

    def sync_recovered(self) -> None:
        """Continue after fsync works again."""
        self._flush()
        if self.trouble:
            self._tried = 0.0
            self._recover()

    def _recover(self) -> bool:
        """Try to write kept events, or a probe, at most every 200 ms; return whether the log works again."""
        if self.tampered or self._closed or not self.trouble:
            return False
        if time.monotonic() - self._tried < _RETRY_AFTER:
            return False
        self._tried = time.monotonic()
        try:
            if self._disk is None:
                self._open()
            if self._syncer.failed:
                self._syncer.start()  # `sync_recovered` follows if that succeeds
                return False
            self._flush()
            self._write_kept()
        except (model.LogWriteError, TamperedError) as problem:
            self.sync_failed(problem)
            return False
        return True

    def _write_kept(self) -> None:
        """Commit kept events, or a probe that takes disk space, which alone shows that writing works."""
        assert self._disk  # noqa: S101 - `_recover` opened it
        events, self._kept = self._kept, []
        lines, head = records.linked(events, self.head)
        if lines:
            self._sign(head)
        try:
            self._disk.append(lines, head)
        except (model.LogWriteError, TamperedError):
            self._sign(self.head)
            self._kept = events
            raise
        self._report_trouble("")
        if lines:
            self._on_buffered(head)
