"""Upkeep of the log while it is written: compresses sealed segments, removes the oldest, redacts records.

Methods live on the core's loop and run one at a time; file access runs on a thread. A removal or redaction is recorded,
synced and signed before the first file changes, so that the log verifies even if the work is interrupted.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import re
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from toolguard.gate import approver, model
from toolguard.gate.task_set import TaskSet
from toolguard.gate.texts import coded
from toolguard.store import regular_file
from toolguard.store.atomic_write import move
from toolguard.store.log import records
from toolguard.store.log.audit_log import AuditLog, TamperedError, hash_of_line
from toolguard.store.log.checkpoints import FILE_NAME as CHECKPOINTS
from toolguard.store.log.checkpoints import CheckpointError
from toolguard.store.log.journal import JournalReader, Segment, segments
from toolguard.store.log.line_check import LineVerifier
from toolguard.store.log.upkeep import segment_files
from toolguard.store.log.upkeep.notices import find_notices
from toolguard.store.log.upkeep.redaction import TextMatcher, find_text, redact
from toolguard.store.log.upkeep.retention import DAY, Retention, SegmentFacts, due
from toolguard.store.log.upkeep.segment_files import SegmentError, StoppedError
from toolguard.store.log.upkeep.zstd_segment import UncompressibleError

PENDING_FILE = "redactions.pending"
"""New lines of records under redaction, until all are in their segments."""
MAX_REDACTIONS = 10_000
"""Maximum records per redaction."""
_MAX_PER_NOTICE = 500  # records that one notice names
_MAX_BYTES = 1 << 30  # bytes of new lines
_BLOCK_DELAY = 0.002  # pause in seconds between two blocks, for calls
_ERRORS = (
    OSError, CheckpointError, SegmentError, TamperedError, UncompressibleError, ValueError, model.LogWriteError,
)  # fmt: skip
_T = TypeVar("_T")


class UpkeepError(Exception):
    """The log could not be changed; one sentence. The log is as before."""


class FoundRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A record in which text can be redacted."""

    seq: int
    time: float
    kind: str
    call: str = ""


class UpkeepContext(msgspec.Struct, frozen=True, kw_only=True):
    """Information from the rest of the core."""

    live_sessions: Callable[[], Collection[str]]
    """Sessions whose records are needed after a crash."""
    needed_from: Callable[[], int]
    """The oldest record that the keyring or the accepted settings refer to."""
    without_index: Callable[[], AbstractAsyncContextManager[None]]
    """Context in which the index is removed; it is rebuilt afterwards."""


class LogUpkeep:
    """Compression, removal, archiving and redaction of log files."""

    def __init__(
        self, log: AuditLog, path: Path, context: UpkeepContext, *, prefix: str, now: Callable[[], float]
    ) -> None:
        """``prefix`` starts the names of files in an archive. ``now`` must not run ahead, because it determines age."""
        self._log = log
        self._path = path
        self._context = context
        self._prefix = prefix
        self._now = now
        self._busy = asyncio.Lock()
        self._stop = threading.Event()
        self._works = TaskSet()
        self._newest: dict[tuple[int, int, int], float] = {}
        self._left_alone = set[tuple[int, int, int]]()

    async def close(self) -> None:
        """Stop soon. A redaction that has begun is completed."""
        self._stop.set()
        while self._works:
            await asyncio.wait(self._works)

    async def _shielded(self, work: Coroutine[None, None, _T]) -> _T:
        """Complete the work even if nobody waits for it any more."""
        return await asyncio.shield(self._works.start(work))

    @asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """Pause upkeep while the log's files are moved."""
        async with self._busy:
            yield

    async def _run(self, work: Callable[[], _T]) -> _T:
        """Run on a thread; return or raise only after it has ended, even if the task is cancelled."""
        job = asyncio.get_running_loop().run_in_executor(None, work)
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            await asyncio.wait({job})
            raise

    def _stopped(self) -> bool:
        time.sleep(_BLOCK_DELAY)
        return self._stop.is_set()

    # --- the size

    async def size(self) -> int:
        """Bytes of all segments; raises OSError."""
        return await self._run(lambda: sum(segment.path.stat().st_size for segment in segments(self._path)))

    # --- remains of a killed run

    async def finish(self) -> None:
        """Complete recorded redactions and remove drafts. Raises `UpkeepError`."""
        async with self._busy:
            await self._translate_errors(self._run(lambda: segment_files.remove_drafts(self._path)))
            await self._finish_redaction()

    async def _finish_redaction(self) -> None:
        """Complete a recorded redaction that was interrupted. Without a key nothing tells it from a forged one."""
        if not (self._path / PENDING_FILE).exists():
            return
        self._require_signature()
        async with self._context.without_index():
            await self._translate_errors(self._run(self._carry_out_pending))

    async def _translate_errors(self, work: Awaitable[_T]) -> _T:
        """Await work and turn its errors into `UpkeepError`."""
        try:
            return await work
        except StoppedError:
            raise UpkeepError(coded("store.upkeep_stopped")) from None
        except _ERRORS as problem:
            raise UpkeepError(coded("store.upkeep_failed", reason=str(problem) or type(problem).__name__)) from problem

    def _carry_out_pending(self) -> None:
        pending = self._path / PENDING_FILE
        lines = regular_file.read(pending, _MAX_BYTES).splitlines()
        numbers = [number for line in lines if (number := records.number(line)) is not None]
        notices = find_notices(JournalReader(self._path).blocks(min(numbers, default=1)))
        signed = self._signed()
        new = dict[int, bytes]()
        for line in lines:
            seq, hash = records.number(line), records.original_hash(line)
            if seq is not None and hash is not None:
                notice = notices.redactions.get((seq, hash, _sha256(line)))
                if notice is not None and notices.is_signed(notice, signed):
                    new[seq] = line
                elif notice is not None and notice > self._log.opened[0]:  # of this run: to be signed later
                    raise model.LogWriteError(
                        coded("store.checkpoint_not_written", reason=self._log.checkpoints.problem)
                    )
        self._carry_out(new)
        pending.unlink()

    def _signed(self) -> int:
        """Return the newest record covered by one of our checkpoints. Raises OSError and `CheckpointError`."""
        try:
            links = self._log.checkpoints.signed()
        except FileNotFoundError:
            return 0
        journal = JournalReader(self._path)
        for seq, hash in sorted(links, reverse=True):
            line = journal.line(seq)
            if line is not None and hash_of_line(line) == hash:
                return seq
        return 0

    # --- compression

    async def compress(self) -> int:
        """Compress all sealed segments; return their number. Raises `UpkeepError`."""
        async with self._busy:
            return await self._translate_errors(self._run(self._compress))

    def _compress(self) -> int:
        count = 0
        for segment in segments(self._path)[:-1]:
            if segment.compressed or self._stop.is_set():
                continue
            mark = _mark(segment.path)
            if mark not in self._left_alone:
                try:
                    self._compress_one(segment)
                    count += 1
                except UncompressibleError:
                    self._left_alone.add(mark)
        return count

    def _compress_one(self, segment: Segment) -> None:
        target = segment_files.compressed_name(segment.path)
        there = target.exists()
        if there:
            self._require_same(segment, target)
        draft = None if there else segment_files.draft_compressed(segment, self._stopped)

        def exchange() -> Path:
            if draft is not None:
                move(draft, target)
                segment_files.sync_names(self._path)
            segment.path.unlink()
            segment_files.sync_names(self._path)
            return target

        self._log.exchange(segment.path, exchange)

    def _require_same(self, segment: Segment, twin: Path) -> None:
        if segment_files.lines_digest(Segment(segment.first, twin)) != segment_files.digest_of(segment.path):
            raise SegmentError(coded("store.segments_differ", path=segment.path, other=twin))

    # --- retention

    async def prune(self, keep: Retention, archive: str = "", by: str = "settings") -> list[model.SegmentRemoved]:
        """Remove the oldest segments beyond retention; return what was recorded of them. Raises `UpkeepError`.

        With ``archive`` each is copied to that folder first. Stops before the first segment that is still needed.
        """
        return await self._shielded(self._prune(keep, archive, by))

    async def _prune(self, keep: Retention, archive: str, by: str) -> list[model.SegmentRemoved]:
        done = list[model.SegmentRemoved]()
        async with self._busy:
            await self._finish_redaction()  # an archive would keep the text
            removable = await self._translate_errors(self._run(lambda: self._due(keep)))
            by_size = await self._translate_errors(self._run(lambda: len(self._due(Retention(size=keep.size)))))
            oldest = await self._translate_errors(self._run(self._now)) - keep.days * DAY
            for number, segment in enumerate(removable):
                before = math.inf if number < by_size else oldest
                notice = await self._translate_errors(
                    self._run(partial(self._examine, segment, before, archive, by, self._context.live_sessions()))
                )
                if notice is None:
                    break
                self._require_signature()
                await self._translate_errors(self._log.write_notice(notice))
                await self._translate_errors(self._run(partial(self._remove, segment, notice)))
                done.append(notice)
            if done:
                async with self._context.without_index():
                    pass
        return done

    async def to_prune(self, keep: Retention) -> tuple[int, int, int]:
        """Return how many segments exceed ``keep``, their bytes and their newest record; raises `UpkeepError`."""
        return await self._translate_errors(self._run(lambda: self._to_prune(keep)))

    def _to_prune(self, keep: Retention) -> tuple[int, int, int]:
        removable = self._due(keep)
        size = sum(segment.path.stat().st_size for segment in removable)
        after = next(
            (segment.first for segment in segments(self._path) if removable and segment.first > removable[-1].first), 1
        )
        return len(removable), size, after - 1

    @property
    def has_key(self) -> bool:
        """Whether there is a key; without one nothing is removed or redacted."""
        return self._log.checkpoints.has_key

    def _require_signature(self) -> None:
        if not self.has_key:
            raise UpkeepError(coded("store.log_not_signed_yet"))

    def _due(self, keep: Retention) -> list[Segment]:
        if keep.keeps_all:
            return []
        files = segments(self._path)
        facts = [SegmentFacts(segment.path.stat().st_size, self._newest_time(segment)) for segment in files[:-1]]
        total = sum(segment.path.stat().st_size for segment in files)
        return files[: due(facts, total, self._now(), keep)]

    def _newest_time(self, segment: Segment) -> float:
        mark = _mark(segment.path)
        if mark not in self._newest:
            line = JournalReader(self._path, (segment,)).last()
            self._newest[mark] = records.read_head(line).time if line is not None else 0.0
        return self._newest[mark]

    def _examine(
        self, segment: Segment, before: float, archive: str, by: str, sessions: Collection[str]
    ) -> model.SegmentRemoved | None:
        """Check a segment and copy it; return what is to be recorded. None while it is needed, and if a record is not
        from ``before`` that time: that of its last record, by which the segment is due, can be another program's.
        """
        journal = JournalReader(self._path, (segment,))
        begin = next(journal.lines(), b"")
        parts = records.split(begin)
        if parts is None or parts.seq != segment.first:
            raise SegmentError(coded("store.segment_not_named_after", name=segment.path.name, seq=segment.first))
        verifier = LineVerifier(
            start=(parts.seq - 1, parts.previous), notices=lambda: find_notices(JournalReader(self._path).blocks())
        )
        live = [msgspec.json.encode(session)[1:-1] for session in sessions if session]
        live_session = re.compile(b'"session":"(?:%b)"' % b"|".join(map(re.escape, live))) if live else None
        until = 0.0
        for block in segment_files.blocks_of(segment, self._stopped):
            if live_session is not None and live_session.search(block):
                return None
            if not verifier.feed_lines(block):
                break
            until = max(until, *(records.read_head(line).time for line in block[:-1].split(b"\n")))
        head = verifier.head
        if head[0] >= self._context.needed_from():
            return None
        if problem := self._problem_of(verifier):
            raise TamperedError(problem)
        if until >= before:
            return None
        size, digest = segment_files.digest_of(segment.path)
        if archive:
            folder = Path(archive)
            if not folder.is_dir():
                raise SegmentError(coded("store.archive_not_a_folder", path=folder))
            segment_files.copy_to(segment, folder, self._prefix, digest)
        return model.SegmentRemoved(
            first=segment.first, last=head[0], count=head[0] - segment.first + 1, previous=parts.previous.hex(),
            hash=head[1].hex(), since=records.read_head(begin).time, until=until,
            file=segment.path.name, size=size, digest=digest.hex(), by=by, archive=archive,
        )  # fmt: skip

    def _problem_of(self, verifier: LineVerifier) -> str:
        """Return how a segment differs from what was written, or empty; if it does, it is kept as evidence."""
        report = verifier.of_lines()
        after = next(JournalReader(self._path).lines(verifier.head[0] + 1), b"")
        parts = records.split(after)
        if report.ok and (parts is None or (parts.seq - 1, parts.previous) != verifier.head):
            return coded("store.record_does_not_follow", seq=verifier.head[0] + 1, before=verifier.head[0])
        return report.problem

    def _remove(self, segment: Segment, notice: model.SegmentRemoved) -> None:
        if segment_files.digest_of(segment.path)[1].hex() != notice.digest:
            raise SegmentError(coded("store.segment_changed", path=segment.path))
        segment_files.sync_content(self._path / CHECKPOINTS)

        def remove() -> None:
            segment.path.unlink()
            with suppress(FileNotFoundError):
                segment_files.compressed_name(segment.path).unlink()
            segment_files.sync_names(self._path)

        self._log.exchange(segment.path, remove)

    # --- redaction

    async def find(self, text: str = "", seqs: Collection[int] = ()) -> list[FoundRecord]:
        """Return the records among ``seqs`` that contain ``text``, or any text. Raises `UpkeepError`."""
        lines = await self._translate_errors(self._run(lambda: self._new_lines(text, seqs, self._log.recorded)))
        return [_found(line) for line in lines.values()]

    async def redact(
        self, reason: str, text: str = "", seqs: Collection[int] = (), by: str = "person"
    ) -> list[FoundRecord]:
        """Redact ``text`` (or all text) in the records ``seqs``, or ``text`` in all records; return their numbers.
        Raises `UpkeepError`.
        """
        if text and TextMatcher(text).occurs_in(reason):
            raise UpkeepError(coded("store.reason_holds_text"))
        self._require_signature()
        return await self._shielded(self._redact(reason, text, seqs, by))

    async def _redact(self, reason: str, text: str, seqs: Collection[int], by: str) -> list[FoundRecord]:
        async with self._busy:
            await self._finish_redaction()  # this one replaces its file
            await self._translate_errors(self._log.durable())
            until = self._log.recorded
            new = await self._translate_errors(self._run(lambda: self._new_lines(text, seqs, until)))
            if not new:
                return []
            async with self._context.without_index():
                await self._translate_errors(self._replace(new, reason, by))
            return [_found(line) for line in new.values()]

    async def _replace(self, new: dict[int, bytes], reason: str, by: str) -> None:
        pending = self._path / PENDING_FILE
        content = b"".join(line + b"\n" for line in new.values())
        await self._run(lambda: self._write_pending(pending, content))
        self._log.begin_segment()
        names = [
            model.RedactedRecord(seq=number, hash=_hash(line).hex(), line=_sha256(line).hex())
            for number, line in new.items()
        ]
        for start in range(0, len(names), _MAX_PER_NOTICE):
            some = tuple(names[start : start + _MAX_PER_NOTICE])
            notice = model.RecordsRedacted(by=by, reason=reason, records=some, approver=approver.of(by))
            await self._log.write_notice(notice)
        await self._run(lambda: self._carry_out(new))
        await self._run(pending.unlink)

    def _write_pending(self, pending: Path, content: bytes) -> None:
        def write(file: IO[bytes]) -> None:
            file.write(content)

        segment_files.write_draft(pending, write).replace(pending)
        segment_files.sync_names(self._path)

    def _new_lines(self, text: str, seqs: Collection[int], until: int) -> dict[int, bytes]:
        """Return the new lines of redacted records by number."""
        journal = JournalReader(self._path)
        matcher = TextMatcher(text) if text else None
        lines = dict[int, bytes]()
        for seq in sorted(seqs):
            line = journal.line(seq) if 0 < seq <= until else None
            new = redact(line, matcher) if line is not None else None
            if new is not None:
                lines[seq] = new
        if seqs or matcher is None:
            return lines
        size = 0
        for number, new in find_text(self._lines(journal, until), matcher):
            lines[number] = new
            size += len(new)
            if len(lines) > MAX_REDACTIONS or size > _MAX_BYTES:
                raise SegmentError(coded("store.redacts_too_much", limit=f"{MAX_REDACTIONS:,}"))
        return lines

    def _lines(self, journal: JournalReader, until: int) -> Iterator[bytes]:
        for block in journal.blocks():
            if self._stopped():
                raise StoppedError
            for line in block[:-1].split(b"\n"):
                if (records.number(line) or 0) > until:
                    return
                yield line

    def _carry_out(self, new: dict[int, bytes]) -> None:
        """Rewrite the segments with these records. A segment that has its new lines is left alone."""
        if new:
            segment_files.sync_content(self._path / CHECKPOINTS)
        files = segments(self._path)
        for number, segment in enumerate(files[:-1]):
            end = files[number + 1].first
            mine = {seq: line for seq, line in new.items() if segment.first <= seq < end}
            if not any(self._differs(segment, seq, line) for seq, line in mine.items()):
                continue
            self._remove_twin(segment)
            draft = segment_files.draft_lines(segment, _replaced(segment, mine))
            target = segment.path

            def exchange(draft: Path = draft, target: Path = target) -> Path:
                move(draft, target)
                segment_files.sync_names(self._path)
                return target

            self._log.exchange(target, exchange)

    def _remove_twin(self, segment: Segment) -> None:
        """Remove the other form of a segment, left by a crash during compression: the text must not stay in it."""
        twin = segment_files.compressed_name(segment.path)
        if not segment.compressed and twin.exists():
            self._require_same(segment, twin)
            twin.unlink()

    def _differs(self, segment: Segment, seq: int, line: bytes) -> bool:
        return JournalReader(self._path, (segment,)).line(seq) != line


def _mark(path: Path) -> tuple[int, int, int]:
    """Return the identity of a file with its current content."""
    stat = path.stat()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


def _replaced(segment: Segment, new: dict[int, bytes]) -> Iterator[bytes]:
    """Yield the lines of a segment, with new ones for records whose hash is unchanged."""
    for block in segment_files.blocks_of(segment):
        lines = block[:-1].split(b"\n")
        for index, line in enumerate(lines):
            result = new.get(records.number(line) or 0)
            if result is not None and hash_of_line(line) == _hash(result):
                lines[index] = result
        yield b"\n".join(lines) + b"\n"


def _hash(line: bytes) -> bytes:
    return records.original_hash(line) or b""


def _sha256(line: bytes) -> bytes:
    return hashlib.sha256(line).digest()


def _found(line: bytes) -> FoundRecord:
    record = records.decode(line)
    event = record.event
    return FoundRecord(seq=record.seq, time=record.time, kind=str(event.__struct_config__.tag), call=event.call)
