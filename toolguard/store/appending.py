"""How events become records: linked and buffered at once, committed together, kept while the log is out of order.

It knows no database. An event whose writer was told `calls.NotRecorded` is never recorded later; an event that
nobody was told about is recorded when the disk is back.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from toolguard.checkpoint import calls
from toolguard.store import chain, records
from toolguard.store.sync import Syncer, Wal
from toolguard.store.unfinished import Unfinished

Row = tuple[Any, ...]
"""A record as the table holds it: seq, time, `records.COLUMNS`, body, hash."""

_COMMIT_AFTER = 0.003
"""Seconds until what nobody waits for is committed."""
_RETRY_AFTER = 0.2
"""Seconds between two tries while the log is out of order."""
_RETRY_IDLE = 1.0
"""The same while nobody writes."""
_KEPT = 20_000
"""Events kept while the log is out of order."""
_CLOSED = "The log is not open: restart ToolGuard."


class Tampered(Exception):
    """The log is not what ToolGuard wrote. Never swallowed: until a person has moved the file, no call runs."""


class Disk(Wal, Protocol):
    """Where records are kept. Its methods raise `calls.NotRecorded` (the world) or `Tampered` (evidence)."""

    head: chain.Link
    """The newest record found on opening."""

    def append(self, rows: list[Row]) -> None:
        """Commit ``rows`` at once, all or none; without rows write something else, to see if that works."""

    def unfinished(self, session: str) -> Unfinished: ...

    def settled(self) -> str: ...

    def close(self) -> None: ...


class _Entry:
    """An event on its way into the log, with the task that wrote it: that task is told when it cannot be recorded."""

    __slots__ = ("event", "task", "time")

    def __init__(self, event: calls.Event, time: float, task: asyncio.Task[Any] | None) -> None:
        self.event = event
        self.time = time
        self.task = task


def _asks_leave(event: calls.Event) -> bool:
    """Whether something happens only because this is recorded. Everything else is news of what happened anyhow."""
    return isinstance(event, calls.Asked | calls.Forwarded) or (
        isinstance(event, calls.Decided) and event.verdict == "allow"
    )


_Waiters = list[tuple[asyncio.Future[None], asyncio.Task[Any] | None]]


class Appender:
    """The sole writer of a log. Everything but its fsyncs happens on the thread of the loop that calls `write`."""

    def __init__(
        self,
        disk: Callable[[], Disk],
        *,
        scrub: records.Scrub,
        now: Callable[[], float],
        on_commit: Callable[[], None],
        on_trouble: Callable[[], None],
    ) -> None:
        """``disk`` opens it and raises as it does. The two listeners are called on the loop's thread."""
        self._open_disk = disk
        self._scrub = scrub
        self._now = now
        self._on_commit = on_commit
        self._on_trouble = on_trouble
        self.trouble = ""
        """One sentence, what is wrong and what to do, or empty."""
        self.tampered = False
        """The trouble is `Tampered`: it does not pass by itself."""
        self.head: chain.Link = chain.START
        """The newest committed record."""
        self._linked: chain.Link = chain.START
        self._disk: Disk | None = None
        self._rows: list[Row] = []
        self._entries: list[_Entry] = []
        self._kept: list[_Entry] = []
        self._waiters: _Waiters = []
        self._tick: asyncio.TimerHandle | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._tried = 0.0
        self._closed = False
        self._syncer = Syncer(lambda: self.head, self._out_of_order, self._go_on)

    @property
    def recorded(self) -> int:
        """The number of the newest committed record."""
        return self.head[0]

    def anchor(self) -> chain.Link:
        """The newest record that surely is on the disk: what to keep elsewhere, so that a cut at the end shows."""
        return self._syncer.synced

    def open(self) -> None:
        """Open or create the log and go on with its chain; raises `calls.NotRecorded` or `Tampered`.

        After a failure the log is out of order and says so. `calls.NotRecorded` is tried again by itself.
        """
        try:
            self._open()
        except (calls.NotRecorded, Tampered) as problem:
            self._out_of_order(problem)
            raise

    def _open(self) -> None:
        disk = self._open_disk()
        self.head = self._linked = disk.head
        try:
            self._syncer.begin(disk)
        except calls.NotRecorded:
            disk.close()
            raise
        self._disk = disk

    def write(self, event: calls.Event) -> None:
        """Take an event into the next commit; raises `calls.NotRecorded` for a call's way on while that cannot be.

        News of what happened already does not raise: it is kept until the log is in order again.
        """
        entry = _Entry(event, self._now(), asyncio.current_task())
        if (self._disk is None or self.trouble) and not self._recover():
            self._keep_or_refuse(entry)
            return
        self._link(entry)
        if self._tick is None:
            self._tick = asyncio.get_running_loop().call_later(_COMMIT_AFTER, self._flush_idle)

    async def committed(self) -> None:
        """Return when everything written so far is committed; raises `calls.NotRecorded`. Who waits shares a commit."""
        if (self._disk is None or self.trouble) and not self._recover():
            task = asyncio.current_task()
            self._kept = [entry for entry in self._kept if entry.task is not task]
            raise calls.NotRecorded(self.trouble or _CLOSED)
        if not self._rows:
            return
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append((waiter, asyncio.current_task()))
        await asyncio.sleep(0)  # all that run in this turn of the loop write first, and the first of them commits
        if not waiter.done():
            self._flush()
        await waiter

    async def durable(self) -> None:
        """The same as `committed`, and the disk has it: for what a person decided."""
        await self.committed()
        await self._syncer.until(self.head[0])

    def unfinished(self, session: str) -> Unfinished:
        """What the log knows of ``session`` and leaves open, for going on with it after a crash."""
        if self._disk is None:
            raise calls.NotRecorded(self.trouble or _CLOSED)
        self._flush()
        return self._disk.unfinished(session)

    def settled(self) -> str:
        """The digest of the configuration that the log named last (`calls.Settled`); empty when it named none."""
        if self._disk is None:
            raise calls.NotRecorded(self.trouble or _CLOSED)
        self._flush()
        return self._disk.settled()

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
        try:
            self._syncer.finish()
        except calls.NotRecorded as problem:
            self._out_of_order(problem)
        if self._disk:
            self._disk.close()
            self._disk = None

    # ---- commits

    def _link(self, entry: _Entry) -> None:
        seq = self._linked[0] + 1
        body, event = records.encode(seq, entry.time, entry.event, self._scrub)
        hash = chain.link(self._linked[1], body)
        self._rows.append((seq, entry.time, *records.columns(event), body.decode(), hash))
        self._entries.append(entry)
        self._linked = seq, hash

    def _flush_idle(self) -> None:
        self._tick = None
        self._flush()

    def _flush(self) -> None:
        """Commit all that is buffered and tell those who wait."""
        if self._syncer.restarting:
            return  # `_go_on` does it then
        rows, entries, waiters = self._rows, self._entries, self._waiters
        self._rows, self._entries, self._waiters = [], [], []
        if rows and self._disk:
            try:
                self._disk.append(rows)
            except (calls.NotRecorded, Tampered) as problem:
                self._failed(problem, entries, waiters)
                return
            self._went_in(rows)
        for waiter, _ in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def _went_in(self, rows: list[Row]) -> None:
        self.head = rows[-1][0], rows[-1][-1]
        self._syncer.soon(sum([len(row[8]) for row in rows]) + 300 * len(rows))
        self._on_commit()

    # ---- when the log is out of order

    def _failed(self, problem: Exception, entries: list[_Entry], waiters: _Waiters) -> None:
        """Step back to the last committed record. What somebody is told about now is dropped, the rest is kept."""
        self._linked = self.head
        told = {task for _, task in waiters}
        strangers = not told.issubset({entry.task for entry in entries})
        self._kept += [
            entry for entry in entries if entry.task not in told and not (strangers and _asks_leave(entry.event))
        ]
        self._out_of_order(problem)
        for waiter, _ in waiters:
            if not waiter.done():
                waiter.set_exception(calls.NotRecorded(self.trouble))

    def _keep_or_refuse(self, entry: _Entry) -> None:
        if _asks_leave(entry.event) or len(self._kept) >= _KEPT or self._closed or not self.trouble:
            raise calls.NotRecorded(self.trouble or _CLOSED)
        self._kept.append(entry)

    def _out_of_order(self, problem: Exception) -> None:
        self._tried = time.monotonic()
        self.tampered = self.tampered or isinstance(problem, Tampered)
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
        """The syncer is out of the way, or the disk takes fsyncs again."""
        self._flush()
        if self.trouble:
            self._tried = 0.0
            self._recover()

    def _recover(self) -> bool:
        """Try to write what was kept, or anything, at most every 200 ms; True when the log is in order again."""
        if self.tampered or self._closed or self._syncer.restarting or not self.trouble:
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
        except (calls.NotRecorded, Tampered) as problem:
            self._out_of_order(problem)
            return False
        return True

    def _write_kept(self) -> None:
        """Commit what was kept, or anything that takes a little of the disk: only that shows that it is in order."""
        assert self._disk  # noqa: S101 - `_recover` opened it
        kept, self._kept = self._kept, []
        for entry in kept:
            self._link(entry)
        rows, self._rows, self._entries = self._rows, [], []
        try:
            self._disk.append(rows)
        except (calls.NotRecorded, Tampered):
            self._kept, self._linked = kept, self.head
            raise
        self._tell("")
        if rows:
            self._went_in(rows)
