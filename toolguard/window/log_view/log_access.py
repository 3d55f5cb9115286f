"""Access to the log for the window: in its own threads, on read-only connections, never on the Qt thread."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from toolguard.gate.model import SegmentRemoved
from toolguard.store.log.audit_log import CHECK_STOPPED, LogProof, LogReader, Record, TamperedError, UnsignedSpan
from toolguard.store.log.chain import RemovedSpan
from toolguard.store.log.client_history import ClientSeen, SecretUsage
from toolguard.store.log.export import Progress, draft_file, export, export_verified
from toolguard.store.log.index.check import UnreadableIndexError, correct
from toolguard.store.log.index.log_index import CallFilter, CallRow, Verdicts
from toolguard.store.log.usage_stats import UsageReader
from toolguard.tables.log_exports import ExportForm

Anchor = tuple[int, bytes]
CHUNK_SIZE = 10_000
"""Numbers of calls that are read at once."""
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class VerifyResult:
    """Result of a check of the whole log. ``problem`` is one sentence that names the record."""

    ok: bool
    checked: int
    newest: str
    """The newest record's hash (hex)."""
    problem: str = ""
    evidence: bool = True
    """Whether the log could be read; False says nothing about its content."""
    stopped: bool = False
    """Whether the person stopped the check; the records up to there are correct."""
    unvouched: tuple[UnsignedSpan, ...] = ()
    """Correct records that ToolGuard does not vouch for."""
    removed: tuple[RemovedSpan, ...] = ()
    """Records that were removed, according to the log."""
    redacted: int = 0
    """Redacted records."""


class RemovalNote(NamedTuple):
    """The newest removal of older records."""

    last: int
    time: float
    archive: str


class LogEvidence(Protocol):
    """Evidence about the log from outside it. Read in any thread."""

    @property
    def noted(self) -> Anchor | None:
        """The newest link that is stored elsewhere, if any."""

    def proof(self) -> LogProof | None:
        """Return what ToolGuard vouches for."""


class LogAccess:
    """Queries of the log. Each raises OSError if it cannot be read and `TamperedError` if it is not ToolGuard's.

    ``indexer`` is called, from any thread, if the index is missing. ``verdict`` receives the result of each whole
    check, "" for a correct log.
    """

    def __init__(
        self, log: Path, index: Path, evidence: LogEvidence | None = None, *,
        indexer: Callable[[], None] = lambda: None, verdict: Callable[[str], None] = lambda _found: None,
    ) -> None:  # fmt: skip
        self._log = log
        self._evidence = evidence
        self._indexer = indexer
        self._verdict = verdict
        self._index_path = index
        self._index = UsageReader(index)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="toolguard-reading")
        self._long = ThreadPoolExecutor(2, thread_name_prefix="toolguard-long")
        self._closing = False
        self._loop: asyncio.AbstractEventLoop | None = None

    async def _run(self, question: Callable[[], _T]) -> _T:
        return await self._run_in_thread(self._thread, question)

    async def _run_in_thread(self, thread: ThreadPoolExecutor, work: Callable[[], _T]) -> _T:
        if self._closing:
            raise asyncio.CancelledError  # nobody waits for a result any more
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
        return await self._loop.run_in_executor(thread, work)

    async def ids(self, filter: CallFilter, before: int | None = None, limit: int = CHUNK_SIZE) -> array[int]:
        """Return the numbers of the matching calls, newest first, older than the call ``before``."""
        return await self._run(lambda: self._index.ids(filter, before, limit))

    async def verdicts(self, ids: Sequence[int]) -> Verdicts:
        """Return which of these calls are denied now, and which are not decided."""
        return await self._run(lambda: self._index.verdicts(ids))

    async def rows(self, ids: list[int]) -> list[CallRow]:
        """Return these calls, in this order, without missing ones."""
        return await self._run(lambda: self._index.rows(ids))

    async def values(self, column: str) -> list[str]:
        """Return the distinct values of a column in what clients did."""
        return await self._run(lambda: self._index.values(column))

    async def today(self, since: float) -> dict[tuple[str, str], int]:
        """Return how many calls each (server, tool) has had since that time."""
        return await self._run(lambda: self._index.today(since))

    async def last_used(self, places: Sequence[tuple[str, str]]) -> dict[tuple[str, str], float]:
        """Return when each (server, tool) was called last, if known."""
        return await self._run(lambda: self._index.last_used(places))

    async def rulings(self) -> dict[str, tuple[int, float]]:
        """Return how often each rule has decided, and when last."""
        return await self._run(self._index.rulings)

    async def indexed(self) -> int:
        """Return the newest record that `ids` and `rows` include."""
        return await self._run(self._index.indexed)

    async def recorded(self) -> int:
        """Return the newest record of the log itself, which a snapshot reports a moment later."""

        def read() -> int:
            with closing(LogReader(self._log)) as reader:
                return reader.newest()[0]

        return await self._run(read)

    async def clients(self) -> list[ClientSeen]:
        """Return every chat client in the log, most recent first."""
        return await self._run(self._index.clients)

    async def releases(self) -> list[SecretUsage]:
        """Return where each secret was released, most recent first."""
        return await self._run(self._index.releases)

    async def call_records(self, call: str) -> list[Record]:
        """Return all records of one call, in order; for ``#7`` the record 7."""

        def read() -> list[Record]:
            with closing(LogReader(self._log)) as reader:
                if not call.startswith("#"):
                    return reader.call_records(call)
                seq = int(call[1:])
                return [record for record, _ in reader.after(seq - 1, 1) if record.seq == seq]

        return await self._run(read)

    async def removal(self) -> RemovalNote | None:
        """Return up to which record older ones were removed, and when; None if none were."""

        def read() -> RemovalNote | None:
            rows = self._index.page(CallFilter(kind="segment_removed"), limit=1)
            if not rows:
                return None
            with closing(LogReader(self._log)) as reader:
                linked = reader.after(rows[0].seq - 1, 1)
            event = linked[0][0].event if linked else None
            return RemovalNote(event.last, rows[0].time, event.archive) if isinstance(event, SegmentRemoved) else None

        return await self._run(read)

    async def span(self) -> tuple[float, float] | None:
        """Return the times of the oldest and the latest row."""
        return await self._run(self._index.span)

    async def edges(self, moments: list[float]) -> list[int]:
        """Return the first number from each of these times on."""
        return await self._run(lambda: self._index.edges(moments))

    async def export(
        self, target: Path, form: ExportForm, filter: CallFilter | None, progress: Progress, stop: Callable[[], bool]
    ) -> int:
        """Export the log, or what matches, to a file; return the count. An existing file is replaced.

        ``progress`` and ``stop`` are called in the working thread. Raises `ExportStoppedError`, `ExportError`, OSError,
        `TamperedError`.
        """

        def write() -> int:
            with draft_file(target, force=True) as file:
                return export(self._log, file, form, filter, progress, lambda: self._closing or stop())

        return await self._run_in_thread(self._long, write)

    async def verify(self, progress: Callable[[int], None], stop: Callable[[], bool] = lambda: False) -> VerifyResult:
        """Check the whole log; ``progress`` is called in the working thread with the number reached.

        The hash chain does not cover the index: it is compared with the checked records, and corrected.
        """

        def check() -> VerifyResult:
            try:
                with closing(LogReader(self._log)) as reader:
                    proof = None if self._evidence is None else self._evidence.proof()
                    report = reader.verify(self._anchor(), progress, lambda: self._closing or stop(), proof)
                    stopped = not report.ok and report.problem == CHECK_STOPPED
                    newest = reader.newest()[1].hex()
                    if report.ok:
                        self._correct_index()
                    if not stopped:
                        self._verdict(report.problem)
                    return VerifyResult(report.ok, report.checked, newest, report.problem, stopped=stopped,
                                    unvouched=report.unvouched, removed=report.removed,
                                    redacted=report.redacted)  # fmt: skip
            except TamperedError as problem:
                self._verdict(str(problem))
                return VerifyResult(ok=False, checked=0, newest="", problem=str(problem))

        return await self._run_in_thread(self._long, check)

    @property
    def folder(self) -> Path:
        """Return the folder of the log."""
        return self._log.parent

    async def export_sound(self, target: Path, progress: Progress, stop: Callable[[], bool] = lambda: False) -> int:
        """Export the records before the first invalid one to a new file; return the number. Raises as `export` does."""

        def write() -> int:
            with draft_file(target, force=True) as file:
                return export_verified(self._log, file, self._anchor(), progress, lambda: self._closing or stop())

        return await self._run_in_thread(self._long, write)

    def _anchor(self) -> Anchor | None:
        return None if self._evidence is None else self._evidence.noted

    def _correct_index(self) -> None:
        with suppress(OSError, UnreadableIndexError):  # reported where it is read and written
            correct(self._log, self._index_path, lambda: self._closing)
        self._indexer()

    def close(self) -> None:
        """Let both threads end; does not wait for them."""
        self._closing = True
        self._thread.submit(self._index.close)
        self._thread.shutdown(wait=False)
        self._long.shutdown(wait=False, cancel_futures=True)
