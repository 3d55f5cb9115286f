"""How events become records: linked and buffered at once, committed together, kept while the log is out of order.

It knows no file. An event whose writer was told `model.LogWriteError` is never recorded later; an event that
nobody was told about is recorded when the disk is back.
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
"""Seconds until what nobody waits for is committed."""
_RETRY_AFTER = 0.2
"""Seconds between two tries while the log is out of order."""
_RETRY_IDLE = 1.0
"""The same while nobody writes."""
_KEPT = 20_000
"""Events kept while the log is out of order."""
_CLOSED = coded("store.log_not_open_restart")


class TamperedError(Exception):
    """The log is not what ToolGuard wrote. Never swallowed: until a person has moved the file, no call runs."""


class LogStorage(SyncedFile, Protocol):
    """Where records are kept. Its methods raise `model.LogWriteError` (the world) or `TamperedError` (evidence)."""

    head: chain.Link
    """The newest record found on opening."""
    latest: float
    """The latest time among the newest records found on opening."""
    found: tuple[model.Event, ...]
    """What opening did to it, which is to be recorded."""

    def append(self, lines: list[bytes], head: chain.Link) -> None:
        """Write ``lines`` at once, all or none, of which ``head`` is the newest; without lines write something else,
        to see if that works.
        """

    def unfinished(self, session: str, asked: Collection[str] = ()) -> UnfinishedSession: ...

    def hash_of(self, seq: int) -> bytes:
        """The hash of record ``seq``; empty when there is none."""

    def close(self) -> None: ...


class _BufferedEvent(msgspec.Struct, frozen=True, eq=False):
    """An event on its way into the log, with who wrote it, a task as a rule, and is told when it cannot be recorded."""

    event: model.Event
    time: float
    owner: object


def _asks_leave(event: model.Event) -> bool:
    """Whether something happens only because this is recorded. Everything else is news of what happened anyhow."""
    return isinstance(event, model.CallHeld | model.CallForwarded) or (
        isinstance(event, model.CallDecided) and event.verdict == "allow"
    )


_Waiters = list[tuple[asyncio.Future[None], object]]


class LogWriter:
    """The sole writer of a log. Everything but its fsyncs happens on the thread of the loop that calls `write`."""

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
        """``disk`` opens it and raises as it does. The two listeners are called on the loop's thread.

        ``now`` gives the times of records. ``clock`` is told of the latest time found, and its time is signed with the
        head by ``signer``.
        """
        self._open_disk = disk
        self._scrub = scrub
        self._now = now
        self._on_commit = on_commit
        self._on_trouble = on_trouble
        self._clock = clock
        self._signer = signer
        self.trouble = ""
        """One sentence, what is wrong and what to do, or empty."""
        self.tampered = False
        """The trouble is `TamperedError`: it does not pass by itself."""
        self.head: chain.Link = chain.START
        """The newest committed record."""
        self.opened: chain.Link = chain.START
        """The newest record when the log was opened: what follows it, this process has written."""
        self._linked: chain.Link = chain.START
        self._disk: LogStorage | None = None
        self._lines: list[bytes] = []
        self._entries: list[_BufferedEvent] = []
        self._kept: list[_BufferedEvent] = []
        self._waiters: _Waiters = []
        self._tick: asyncio.TimerHandle | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._tried = 0.0
        self._closed = False
        self._syncer = self._new_syncer()

    def _new_syncer(self) -> DiskSyncer:
        return DiskSyncer(lambda: self.head, self._out_of_order, self._go_on, self._reached)

    def _reached(self, head: chain.Link, *, closing: bool = False) -> None:
        """The disk has the records up to ``head``; on the thread that fsyncs, and at the end on the loop's."""

    @property
    def recorded(self) -> int:
        """The number of the newest committed record."""
        return self.head[0]

    def anchor(self) -> chain.Link:
        """The newest record that surely is on the disk: what to keep elsewhere, so that a cut at the end shows."""
        return self._syncer.synced

    def open(self) -> None:
        """Open or create the log and go on with its chain; raises `model.LogWriteError` or `TamperedError`.

        After a failure the log is out of order and says so. `model.LogWriteError` is tried again by itself.
        """
        try:
            self._open()
            if self._kept:
                self._write_kept()
        except (model.LogWriteError, TamperedError) as problem:
            self._out_of_order(problem)
            raise

    def _open(self) -> None:
        disk = self._open_disk()
        self.head = self._linked = self.opened = disk.head
        self._clock.not_before(disk.latest)
        try:
            self._syncer.begin(disk)
        except (model.LogWriteError, TamperedError):
            disk.close()
            raise
        self._disk = disk
        self._kept[:0] = [_BufferedEvent(event, self._now(), None) for event in disk.found]
        self._sign(self.head)

    @property
    def is_open(self) -> bool:
        return self._disk is not None

    def sign_with(self, key: bytes) -> None:
        """Sign the head with ``key`` at every commit from now on; raises OSError."""
        self._signer.begin(key)
        self._sign(self.head)

    def _sign(self, head: chain.Link, *, closed: bool = False) -> None:
        self._signer.sign(head, self._syncer.synced[0], self._clock(), closed=closed)

    def hash_of(self, seq: int) -> bytes:
        """The hash of record ``seq``; empty when there is none. Raises `model.LogWriteError`."""
        if self._disk is None:
            raise model.LogWriteError(self.trouble or _CLOSED)
        self._flush()
        return self._disk.hash_of(seq)

    def write(self, event: model.Event, owner: object = None) -> None:
        """Take an event into the next commit; raises `model.LogWriteError` for a call's way on while that cannot be.

        News of what happened already does not raise: it is kept until the log is in order again. ``owner``, the
        current task if there is none, is told by `commit` or `committed` when the event cannot be recorded.
        """
        entry = _BufferedEvent(event, self._now(), owner or asyncio.current_task())
        if (self._disk is None or self.trouble) and not self._recover():
            self._keep_or_refuse(entry)
            return
        self._link(entry)
        if self._tick is None:
            self._tick = asyncio.get_running_loop().call_later(_COMMIT_AFTER, self._flush_idle)

    def commit(self, owner: object) -> None:
        """Commit everything written so far, now. Raises `model.LogWriteError`: nothing that ``owner`` wrote is kept."""
        self._be_in_order(owner)
        self._flush(owner)
        if self.trouble:
            raise model.LogWriteError(self.trouble)

    async def committed(self) -> None:
        """Return when everything written so far is committed; raises `model.LogWriteError`. Who waits shares a
        commit.
        """
        self._be_in_order(asyncio.current_task())
        if not self._lines:
            return
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append((waiter, asyncio.current_task()))
        await asyncio.sleep(0)  # all that run in this turn of the loop write first, and the first of them commits
        if not waiter.done():
            self._flush()
        await waiter

    def _be_in_order(self, owner: object) -> None:
        if (self._disk is None or self.trouble) and not self._recover():
            self._kept = [entry for entry in self._kept if entry.owner is not owner]
            raise model.LogWriteError(self.trouble or _CLOSED)

    async def durable(self) -> None:
        """The same as `committed`, and the disk has it: for what a person decided."""
        await self.committed()
        try:
            await self._syncer.until(self.head[0])
        except TamperedError as problem:
            raise model.LogWriteError(str(problem)) from problem

    def unfinished(self, session: str, asked: Collection[str] = ()) -> UnfinishedSession:
        """What the log knows of ``session`` and leaves open, for going on with it after a crash (`fold`)."""
        if self._disk is None:
            raise model.LogWriteError(self.trouble or _CLOSED)
        self._flush()
        return self._disk.unfinished(session, asked)

    def close(self) -> None:
        """Commit what is left, fsync and close. Does not raise: what could not be recorded is in ``trouble``."""
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
            self._out_of_order(problem)
        if self._disk:
            if not self.trouble:
                self._sign(self.head, closed=True)
                self._reached(self.head, closing=True)
            self._disk.close()
            self._disk = None
        self._signer.end()

    def _set_aside(self, move: Callable[[], None]) -> None:
        """Close the log, let ``move`` take its files away, and begin another one. The clock begins anew with it.

        Raises what ``move`` raises, after the log was opened again; and as `open` does.
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
            self._clock.begin_anew()
        finally:
            self.trouble, self.tampered = "", False
            self._syncer = self._new_syncer()
            self.open()
            if self._kept:
                self._write_kept()
            self._on_trouble()

    # ---- commits

    def _link(self, entry: _BufferedEvent) -> None:
        seq = self._linked[0] + 1
        text = records.encode(seq, entry.time, entry.event, self._scrub)
        self._lines.append(records.line(text, self._linked[1]))
        self._entries.append(entry)
        self._linked = seq, chain.link(self._linked[1], text)

    def _flush_idle(self) -> None:
        self._tick = None
        self._flush()

    def _flush(self, owner: object = None) -> None:
        """Commit all that is buffered and tell those who wait. ``owner`` looks at ``trouble`` itself."""
        lines, entries, waiters = self._lines, self._entries, self._waiters
        self._lines, self._entries, self._waiters = [], [], []
        if lines and self._disk:
            self._sign(self._linked)
            try:
                self._disk.append(lines, self._linked)
            except (model.LogWriteError, TamperedError) as problem:
                self._sign(self.head)  # else the slot that fits would be overwritten next
                self._failed(problem, entries, waiters, owner)
                return
            self._went_in()
        for waiter, _ in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def _went_in(self) -> None:
        self.head = self._linked
        self._syncer.soon()
        self._on_commit()

    # ---- when the log is out of order

    def _failed(self, problem: Exception, entries: list[_BufferedEvent], waiters: _Waiters, owner: object) -> None:
        """Step back to the last committed record. What somebody is told about now is dropped, the rest is kept."""
        self._linked = self.head
        told = {one for _, one in waiters} | ({owner} if owner is not None else set())
        strangers = not told.issubset({entry.owner for entry in entries})
        self._kept += [
            entry for entry in entries if entry.owner not in told and not (strangers and _asks_leave(entry.event))
        ]
        self._out_of_order(problem)
        for waiter, _ in waiters:
            if not waiter.done():
                waiter.set_exception(model.LogWriteError(self.trouble))

    def _keep_or_refuse(self, entry: _BufferedEvent) -> None:
        if _asks_leave(entry.event) or len(self._kept) >= _KEPT or self._closed or not self.trouble:
            raise model.LogWriteError(self.trouble or _CLOSED)
        self._kept.append(entry)

    def _out_of_order(self, problem: Exception) -> None:
        self._tried = time.monotonic()
        self.tampered = self.tampered or isinstance(problem, TamperedError)
        self._tell(str(problem))

    def _tell(self, trouble: str) -> None:
        changed, self.trouble = trouble != self.trouble, trouble
        if trouble and self._retry is None and not self._closed and not self.tampered:
            with suppress(RuntimeError):  # opened before the loop runs: then the next write tries again
                self._retry = asyncio.get_running_loop().call_later(_RETRY_IDLE, self._retry_idle)
        if changed:
            self._on_trouble()

    def _retry_idle(self) -> None:
        self._retry = None
        if self.trouble and not self._recover():
            self._tell(self.trouble)

    def _go_on(self) -> None:
        """The disk takes fsyncs again."""
        self._flush()
        if self.trouble:
            self._tried = 0.0
            self._recover()

    def _recover(self) -> bool:
        """Try to write what was kept, or anything, at most every 200 ms; True when the log is in order again."""
        if self.tampered or self._closed or not self.trouble:
            return False
        if time.monotonic() - self._tried < _RETRY_AFTER:
            return False
        self._tried = time.monotonic()
        try:
            if self._disk is None:
                self._open()
            if self._syncer.failed:
                self._syncer.start()  # `_go_on` follows when that ends well
                return False
            self._flush()
            self._write_kept()
        except (model.LogWriteError, TamperedError) as problem:
            self._out_of_order(problem)
            return False
        return True

    def _write_kept(self) -> None:
        """Commit what was kept, or anything that takes a little of the disk: only that shows that it is in order."""
        assert self._disk  # noqa: S101 - `_recover` opened it
        kept, self._kept = self._kept, []
        for entry in kept:
            self._link(entry)
        lines, self._lines, self._entries = self._lines, [], []
        if lines:
            self._sign(self._linked)
        try:
            self._disk.append(lines, self._linked)
        except (model.LogWriteError, TamperedError):
            self._sign(self.head)
            self._kept, self._linked = kept, self.head
            raise
        self._tell("")
        if lines:
            self._went_in()
