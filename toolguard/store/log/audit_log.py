"""The log on disk: the writer of its journal, and readers for use while it is written.

System errors become `model.LogWriteError` (environment) or `TamperedError` (evidence).
"""

from __future__ import annotations

import asyncio
import errno
import hashlib
import os
import re
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec

from toolguard.gate import model
from toolguard.gate.texts import coded
from toolguard.store import regular_file
from toolguard.store.atomic_write import is_disk_full, sync_file, sync_folder
from toolguard.store.clock import SteadyClock
from toolguard.store.config.seals import LogProof as LogProof
from toolguard.store.config.seals import place_of
from toolguard.store.log import chain, records
from toolguard.store.log.chain import UnsignedSpan as UnsignedSpan
from toolguard.store.log.checkpoints import CheckpointWriter
from toolguard.store.log.former_log import TakeOver, former_log, set_aside
from toolguard.store.log.heads import HeadSigner, heads_path
from toolguard.store.log.index.lookup import IndexLookup
from toolguard.store.log.journal import JournalReader, Segment, segment_path, segments, whole_size
from toolguard.store.log.line_check import LineVerifier
from toolguard.store.log.log_writer import LogWriter
from toolguard.store.log.log_writer import TamperedError as TamperedError
from toolguard.store.log.records import Record as Record
from toolguard.store.log.records import RecordFilter as RecordFilter
from toolguard.store.log.recovery import SessionRecovery
from toolguard.store.log.recovery import UnfinishedSession as UnfinishedSession
from toolguard.store.log.upkeep.notices import Notices, find_notices

SEGMENT_SIZE = 32 << 20
"""Bytes after which a new segment begins."""
_MAX_PLACE_SIZE = 100  # bytes of the file that `unclosed_sessions` reads
_MAX_BATCH_BYTES = 4 << 20  # bytes of records that are read at once
CHECK_STOPPED = coded("store.stopped_before_end")
"""Reported problem of a check that was stopped."""
_CHECKED_ON_OPENING = 1000  # records that are checked on opening
_TAKE_OVER_TIMEOUT = 0.5  # seconds that opening waits while a log of an earlier version is taken over
_CHECK_INTERVAL = 1.0  # seconds between two checks of the sealed segments
_PROBE = b" " * 16_384
_KINDS_WITHOUT_STATE = frozenset(records.kind_names("response_dropped", "request_forwarded", "server_state_changed"))
"""Kinds of records that do not affect what is unfinished."""
_SESSION_START_KINDS = records.kind_names("session_started")
_SESSION_END_KINDS = records.kind_names("session_ended")
_SESSION_BOUNDS = re.compile(rb'"kind":"(?:%b)"' % "|".join((*_SESSION_START_KINDS, *_SESSION_END_KINDS)).encode())
_OF_SESSION = re.compile(rb'"session":"((?:[^"\\]|\\.)*)"')


def _advice(problem: OSError, path: Path) -> str:
    """Return a sentence for a person: what is wrong with the log and what to do."""
    if is_disk_full(problem):
        return coded("store.disk_full_log_cannot", path=path)
    if problem.errno in (
        errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR, errno.EEXIST, errno.ELOOP,
    ):  # fmt: skip
        return coded("store.log_cannot_written_make", path=path)
    return coded("store.disk_reported_error_log", path=path, reason=problem)


@contextmanager
def _problems(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise model.LogWriteError(_advice(problem, path)) from problem


class AuditLog(LogWriter):
    """The sole writer of the log in the folder ``path``; see `LogWriter` for its guarantees."""

    def __init__(
        self,
        path: Path,
        *,
        scrub: records.Scrub = lambda body: body,
        now: Callable[[], float] = time.time,
        on_commit: Callable[[], None] = lambda: None,
        on_trouble: Callable[[], None] = lambda: None,
        clock: SteadyClock | None = None,
        segment: int = SEGMENT_SIZE,
    ) -> None:
        """``on_commit`` and ``on_trouble`` are called on the loop: after a commit, and when ``trouble`` changed.

        ``clock`` learns the latest time in the log. ``segment`` is the size in bytes after which a new file begins.
        """
        super().__init__(
            self._open_journal, scrub=scrub, now=now, on_commit=on_commit, on_trouble=on_trouble,
            clock=clock or SteadyClock(), signer=HeadSigner(heads_path(path), place_of(path.parent)),
        )  # fmt: skip
        self._path = path
        self._segment = segment
        self.checkpoints = CheckpointWriter(path, place_of(path.parent))
        self._take_over: TakeOver | None = None
        self._journal: _JournalFile | None = None

    def sign_with(self, key: bytes) -> None:
        super().sign_with(key)
        self.checkpoints.begin(key, self.head)

    def sync_reached(self, head: chain.Link, *, closing: bool = False) -> None:
        self.checkpoints.reached(head, closing=closing)

    def write_checkpoint_if_due(self) -> None:
        """Write a checkpoint for records that have waited long enough, even without further records."""
        if self.is_open and self.checkpoints.is_due(self.recorded):
            self._syncer.start()

    def _open_journal(self) -> _JournalFile:
        """Open the journal; first take over a log of an earlier version, which takes time."""
        events: tuple[model.Event, ...] = ()
        if self._take_over is None and (former := former_log(self._path)) is not None:
            self._take_over = TakeOver(former, self._path)
        if self._take_over is not None:
            try:
                event = self._take_over.wait(_TAKE_OVER_TIMEOUT)
            except BaseException:
                self._take_over = None
                raise
            if event is None:
                raise model.LogWriteError(coded("store.log_taken_over_now", percent=self._take_over.percent))
            events, self._take_over = (event,), None
        with _problems(self._path):
            set_aside(self._path)  # a killed run may not have finished this
        self._journal = _JournalFile(self._path, self._segment, events)
        return self._journal

    def begin_segment(self) -> None:
        """Begin a new segment with the next record, so that all older records are sealed."""
        if self._journal is not None:
            self._journal.seal()

    def exchange(self, old: Path, step: Callable[[], Path | None]) -> None:
        """Let ``step`` replace or remove the sealed segment at ``old``; it returns the new path. Thread-safe. Raises
        what ``step`` raises, `model.LogWriteError` and `TamperedError`.
        """
        if self._journal is None:
            raise model.LogWriteError(coded("store.log_not_open_restart"))
        self._journal.exchange(old, step)

    async def write_notice(self, event: model.Event) -> None:
        """Record a change to older records; return once it is on the disk and a signed checkpoint covers it.

        Raises `model.LogWriteError`.
        """
        self.write(event)
        await self.durable()
        link = self.anchor()  # the event's record, or a later one
        self.checkpoints.demand(link[0])
        await asyncio.get_running_loop().run_in_executor(None, self.checkpoints.reached, link)
        if not self.checkpoints.vouches(link[0]):
            raise model.LogWriteError(coded("store.checkpoint_not_written", reason=self.checkpoints.problem))

    def start_new_log(self) -> Path:
        """Rename the log's files with a date and begin a new log; return where the old one is.

        The new log's first record names the old one and its newest record. Raises `model.LogWriteError` and
        `TamperedError`.
        """
        former = former_log(self._path)
        old = self.head if self.is_open else self._newest()
        moved = former or self._path
        dated = dated_path(moved, time.strftime("%Y%m%d-%H%M%S", time.localtime()))
        with _problems(self._path):
            self._set_aside(lambda: _move(moved, dated))
        detail = (
            coded("store.log_ended_at", name=dated.name, seq=old[0], hash=old[1].hex()) if old[0] else f"{dated.name}"
        )
        self.write(model.ConfigChanged(what=coded("store.log_begun_anew"), by="person", detail=detail))
        return dated

    def _newest(self) -> chain.Link:
        try:
            with closing(LogReader(self._path)) as reader:
                return reader.newest()
        except (OSError, TamperedError):
            return chain.START


def dated_path(path: Path, date: str) -> Path:
    """Return an unused name for the log at ``path``: ``log-20260314-150926``."""
    dated, count = path.with_name(f"{path.stem}-{date}{path.suffix}"), 1
    while dated.exists():
        count += 1
        dated = path.with_name(f"{path.stem}-{date}-{count}{path.suffix}")
    return dated


def _move(path: Path, target: Path) -> None:
    """Rename a log with its signed heads, and the write-ahead log of a database."""
    for end in ("-head", "-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(target.with_name(target.name + end))


class _JournalFile:
    """The journal file for its writer: appends bytes to the newest segment, decides nothing."""

    def __init__(self, path: Path, limit: int, found: tuple[model.Event, ...] = ()) -> None:
        """Open or create the journal. ``found`` holds events from before that are to be recorded."""
        self._path = path
        self._limit = limit
        self.found = found
        self._looked = 0.0
        self._file: int | None = None
        self._changing = threading.Lock()  # `sync` duplicates the descriptor on another thread
        self._sealed: dict[Path, tuple[int, int, int]] = {}
        self._own: tuple[Path, ...] = ()  # the newest segment, and before it the one that is being sealed
        self._sealing = threading.Lock()
        self._size_limit = limit
        with _problems(path):
            self._make_folder()
            newest = segments(path)
            self._open(_newest_path(path, newest))
            try:
                self._prepare()
            except BaseException:
                self.close()
                raise
            self._sealed = {
                segment.path: _identity(segment.path) for segment in newest if str(segment.path) != self._name
            }

    def _prepare(self) -> None:
        """Check the newest records, then remove a torn line after them."""
        torn = self._torn_line()
        if b"\0" in torn:  # otherwise lines after the zeros would be checked
            self._close_torn_line(torn)
            torn = b""
        self.head, self.latest = _check_tail(self._path)
        if torn:
            self._close_torn_line(torn)
        self._probe()

    def _make_folder(self) -> None:
        """Create the folder for its owner alone."""
        if self._path.exists() and not self._path.is_dir():
            raise TamperedError(coded("store.not_log_wrote_keep", path=self._path))
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _open(self, path: Path) -> None:
        """Open the segment at ``path``, creating it if missing."""
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
        result = not path.exists()
        self._own = (*self._own[-1:], path)
        file = os.open(path, flags, 0o600)
        if result:
            sync_folder(self._path)
        with self._changing:
            self._file, former = file, self._file
        if former is not None:
            os.close(former)
        self._name = str(path)
        stat = os.fstat(file)
        self._place, self._size = (stat.st_dev, stat.st_ino), stat.st_size

    def _torn_line(self) -> bytes:
        """Return what follows the last line end: a write that a crash or power failure cut short."""
        with open(self._name, "rb", buffering=0) as file:  # noqa: PTH123
            size = whole_size(file)
            if size == self._size:
                return b""
            file.seek(size)
            return file.read()

    def _close_torn_line(self, torn: bytes) -> None:
        """Remove a torn line, and have that recorded."""
        self._size -= len(torn)
        os.ftruncate(self._number, self._size)
        self.found += (model.TornLineClosed(size=len(torn), digest=hashlib.sha256(torn).hexdigest()),)

    def append(self, lines: list[bytes], head: chain.Link) -> None:
        """See `LogStorage.append`."""
        try:
            stat = os.stat(self._name)  # noqa: PTH116 - on the hot path
            if (stat.st_dev, stat.st_ino) != self._place:
                raise model.LogWriteError(_moved_text(self._path))
            if stat.st_size != self._size:
                self._restore(stat.st_size)
            if not lines:
                self._probe()
            else:
                if self._size >= self._limit:
                    self._begin_segment(head[0] - len(lines) + 1)
                self._write(b"".join(lines) if len(lines) > 1 else lines[0])
        except FileNotFoundError as problem:
            raise model.LogWriteError(_moved_text(self._path)) from problem
        except OSError as problem:
            raise model.LogWriteError(_advice(problem, self._path)) from problem

    def _write(self, data: bytes) -> None:
        """Write all of ``data`` or nothing; a partial write is truncated now or before the next write."""
        assert self._file is not None  # noqa: S101 - open until `close`
        written = 0
        try:
            while written < len(data):
                written += os.write(self._file, data[written:] if written else data)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)
            self._unfinished = data[:written]
            raise
        self._size += written

    _unfinished = b""
    """The beginning of a failed write that may not have been truncated."""

    def _restore(self, size: int) -> None:
        """Truncate the rest of a failed write. Any other change of the file is evidence of tampering."""
        left = size - self._size
        if 0 < left <= len(self._unfinished):
            with open(self._name, "rb", buffering=0) as file:  # noqa: PTH123
                file.seek(self._size)
                if file.read(left) == self._unfinished[:left]:
                    os.ftruncate(self._number, self._size)
                    return
        raise TamperedError(coded("store.something_else_wrote", path=self._name))

    def _probe(self) -> None:
        """Check that the file can grow, by writing blanks and truncating them."""
        self._write(_PROBE)
        self._size -= len(_PROBE)
        self._unfinished = _PROBE
        os.ftruncate(self._number, self._size)

    def _begin_segment(self, first: int) -> None:
        """Begin a segment after syncing the full one, so that only the newest can end in the middle of a line."""
        sync_file(self._number)
        self._sealed[Path(self._name)] = _identity(Path(self._name))
        self._open(segment_path(self._path, first))
        self._limit = self._size_limit
        if self._size:
            raise TamperedError(coded("store.something_else_wrote", path=self._name))

    def seal(self) -> None:
        """Begin a new segment with the next record."""
        if self._size:
            self._limit = 0

    def exchange(self, old: Path, step: Callable[[], Path | None]) -> None:
        """See `AuditLog.exchange`."""
        with self._sealing:
            if old not in self._sealed or _identity(old) != self._sealed[old]:
                raise TamperedError(coded("store.something_else_wrote", path=old))
            new: Path | None = old
            try:
                new = step()
            finally:
                del self._sealed[old]
                for path in (old, new):
                    if path is not None and path.exists():
                        self._sealed[path] = _identity(path)

    def unfinished(self, session: str, asked: Collection[str] = ()) -> UnfinishedSession:
        try:
            with closing(LogReader(self._path)) as reader:
                return reader.unfinished(session, asked)
        except OSError as problem:
            raise model.LogWriteError(str(problem)) from problem

    def hash_of(self, seq: int) -> bytes:
        with _problems(self._path):
            return _hash_of(JournalReader(self._path), seq)

    def sync(self) -> None:
        """Sync written data to the disk; periodically check that there are no other segments than this log's, and that
        the sealed ones are unchanged.
        """
        with _problems(self._path):
            with self._changing:
                file = os.dup(self._number)
            try:
                sync_file(file)
            finally:
                os.close(file)
            if time.monotonic() - self._looked > _CHECK_INTERVAL:
                self._looked = time.monotonic()
                self._look_at_sealed()

    def _look_at_sealed(self) -> None:
        with self._sealing:
            for segment in segments(self._path):
                if segment.path not in self._sealed and segment.path not in self._own:
                    self._looked = 0.0
                    raise model.LogWriteError(coded("store.segment_of_another", path=segment.path))
            for path, sealed in tuple(self._sealed.items()):
                try:
                    identity = _identity(path)
                except FileNotFoundError:
                    self._looked = 0.0
                    raise model.LogWriteError(_moved_text(path)) from None
                if identity != sealed:
                    raise TamperedError(coded("store.something_else_wrote", path=path))

    @property
    def _number(self) -> int:
        assert self._file is not None  # noqa: S101 - open until `close`
        return self._file

    def close(self) -> None:
        with self._changing:
            file, self._file = self._file, None
        if file is not None:
            os.close(file)


def _newest_path(folder: Path, segments: list[Segment]) -> Path:
    """Return the segment to append to: a new one after a compressed segment."""
    if not segments:
        return segment_path(folder, 1)
    if not segments[-1].compressed:
        return segments[-1].path
    try:
        return segment_path(folder, _newest(JournalReader(folder))[0] + 1)
    except ValueError:
        raise TamperedError(coded("store.not_log_wrote_keep", path=folder)) from None


def _identity(path: Path) -> tuple[int, int, int]:
    stat = path.stat()
    return stat.st_dev, stat.st_ino, stat.st_size


def _moved_text(path: Path) -> str:
    return coded("store.moved_deleted_replaced_use", path=path)


def hash_of_line(line: bytes) -> bytes:
    """Return the hash of a valid line; raises ValueError."""
    text, previous = records.split_text(line)
    return records.original_hash(line) or chain.link(previous, text)


def _hash_of(journal: JournalReader, seq: int) -> bytes:
    """Return the hash of record ``seq``; empty if there is none. The first remaining record names its predecessor."""
    if seq == 0:
        return chain.GENESIS
    line = next(journal.lines(seq), None)
    if line is None or (parts := records.split(line)) is None:
        return b""
    if parts.seq == seq:
        return hash_of_line(line)
    first = next(journal.lines(), b"")
    return parts.previous if parts.seq == seq + 1 == records.number(first) else b""


def _newest(journal: JournalReader) -> chain.Link:
    """Return the newest record's link; raises OSError, and ValueError for an invalid line."""
    line = journal.last()
    if line is None:
        return chain.START
    if (parts := records.split(line)) is None:
        raise ValueError
    return parts.seq, hash_of_line(line)


def _check_newest(path: Path, count: int) -> tuple[chain.VerificationReport, float]:
    """Check the newest ``count`` records; return the report and their latest time. Raises as `_newest` does."""
    journal = JournalReader(path)
    newest = _newest(journal)
    first = max(newest[0] - count, 0)
    oldest = next(journal.lines(first + 1), None)
    if oldest is not None and (number := records.number(oldest)) is not None:
        first = max(first, number - 1) if number <= newest[0] else first
    verifier = LineVerifier(
        newest, start=(first, _hash_of(journal, first)), notices=lambda: find_notices(journal.blocks(first + 1))
    )
    latest = 0.0
    for block in journal.blocks(first + 1):
        if not verifier.feed_lines(block):
            break
        latest = max(latest, *(records.read_head(line).time for line in block[:-1].split(b"\n")))
    _check_names(path, verifier, first)
    return verifier.report(), latest


def _check_names(path: Path, verifier: LineVerifier, after: int = -1) -> None:
    """Check that each segment after record ``after`` begins with the one in its name, which look-ups rely on.

    One without records may only be the next.
    """
    for segment in segments(path):
        first = segment.first
        if first <= after:
            continue
        line = next(JournalReader(path, (segment,)).lines(), None)
        if first <= verifier.head[0] if line is None else records.number(line) != first:
            verifier.blame(first, coded("store.segment_not_named_after", name=segment.path.name, seq=first))


def _check_tail(path: Path) -> tuple[chain.Link, float]:
    """Return the newest link and the latest time, after a check of the newest records.

    `LogReader.verify` checks the whole log.
    """
    try:
        newest = _newest(JournalReader(path))
        report, latest = _check_newest(path, _CHECKED_ON_OPENING)
    except ValueError:
        raise TamperedError(coded("store.not_log_wrote_keep", path=path)) from None
    if not report.ok:
        raise TamperedError(coded("store.changed_keep_evidence_move", path=path, reason=report.problem))
    return newest, latest


_T = TypeVar("_T")


class LogReader:
    """Reader of the log while it is written. It keeps no file open; use it in one thread at a time.

    Raises OSError if the log cannot be read, and `TamperedError` if it is not a log.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal = JournalReader(path)
        self._index = IndexLookup(path)
        with self._reading():
            if not path.exists() and (former := former_log(path)) is not None:
                raise OSError(coded("store.log_not_taken_over_yet", path=former))
            self._journal.last()

    def close(self) -> None:
        """Close the index. Idempotent; the next look-up opens it again."""
        self._index.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except NotADirectoryError as problem:
            raise TamperedError(coded("store.not_log_wrote_keep", path=self._path)) from problem
        except OSError as problem:
            if problem.errno is None:  # it already has a full message
                raise
            raise OSError(coded("store.log_not_readable", path=self._path, reason=problem)) from problem
        except (msgspec.MsgspecError, ValueError) as problem:
            raise TamperedError(coded("store.holds_record_cannot_read", path=self._path)) from problem

    def newest(self) -> chain.Link:
        """Return the newest record's number and hash."""
        with self._reading():
            return _newest(self._journal)

    def count(self, filter: RecordFilter | None = None) -> int:
        """Return how many records match."""
        return sum(1 for _ in self._matching(filter, None))

    def page(self, filter: RecordFilter | None = None, before: int | None = None, limit: int = 200) -> list[Record]:
        """Return up to ``limit`` matching records older than record ``before``, newest first."""
        return [record for record, _ in zip(self._matching(filter, before), range(limit), strict=False)]

    def _matching(self, filter: RecordFilter | None, before: int | None) -> Iterator[Record]:
        """Yield matching records, newest first, reading backwards in steps."""
        conditions = filter or RecordFilter()
        with self._reading():
            stop = _newest(self._journal)[0] + 1 if before is None else before
            while stop > 1:
                first = max(stop - 1_000, 1)
                decoded = [records.decode(line) for line in self._between(first, stop - 1)]
                yield from (record for record in reversed(decoded) if conditions.matches(record))
                stop = first

    def _between(self, first: int, last: int) -> Iterator[bytes]:
        """Yield the lines with these numbers."""
        for line in self._journal.lines(first):
            if (number := records.number(line)) is not None and number > last:
                return
            yield line

    def call_records(self, call: str) -> list[Record]:
        """Return all records of a call, in order."""
        return [record for record, _ in self.linked_call_records(call)]

    def linked_call_records(self, call: str) -> list[tuple[Record, bytes]]:
        """Return all records of a call with their hashes."""
        if not call or not call.isascii():  # no ID that ToolGuard makes
            return []
        with self._reading():
            place, extent = self._indexed(self._index.call(call))
            linked = list(self._containing("call", call, *extent)) if extent else []
            later = max(place, extent[1] if extent else 0) + 1  # the index may have grown meanwhile
            return linked + list(self._containing("call", call, later))

    def _indexed(self, answer: tuple[chain.Link, _T | None] | None) -> tuple[int, _T | None]:
        """Return the record up to which the index is valid, and its answer; 0 without an index of this log."""
        if answer is None or _hash_of(self._journal, answer[0][0]) != answer[0][1]:
            return 0, None
        return answer[0][0], answer[1]

    def _containing(
        self, member: str, value: str, first: int, last: int | None = None
    ) -> Iterator[tuple[Record, bytes]]:
        """Yield the records whose ``member`` equals ``value``, each with its hash."""
        mark = b'"%b":%b' % (member.encode(), msgspec.json.encode(value))
        for block in self._journal.blocks(first):
            start = 0
            while (offset := block.find(mark, start)) >= 0:
                start = block.index(b"\n", offset)
                line = block[block.rfind(b"\n", 0, offset) + 1 : start]
                record = records.decode(line)
                if last is not None and record.seq > last:
                    return
                if record.seq >= first and getattr(record.event, member) == value:
                    yield record, hash_of_line(line)
            if last is not None and (records.number(block[block.rfind(b"\n", 0, -1) + 1 : -1]) or 0) >= last:
                return

    def after(self, seq: int, limit: int) -> list[tuple[Record, bytes]]:
        """Return up to ``limit`` records after record ``seq``, with hashes, in order; fewer if they are large."""
        linked, size = list[tuple[Record, bytes]](), 0
        if limit < 1:
            return linked
        with self._reading():
            for line in self._journal.lines(seq + 1):
                linked.append((records.decode(line), hash_of_line(line)))
                size += len(line)
                if size > _MAX_BATCH_BYTES or len(linked) == limit:
                    break
        return linked

    def unfinished(self, session: str, asked: Collection[str] = ()) -> UnfinishedSession:
        """Return what is unfinished in a session, to resume it after a crash."""
        folding = SessionRecovery(asked)
        with self._reading():
            place, first = self._indexed(self._index.session(session))
            begun = False
            for record, _ in self._containing("session", session, first[0] if first else place + 1):
                begun = begun or isinstance(record.event, model.SessionStarted | model.HandshakeCompleted)
                if begun and record.event.__struct_config__.tag not in _KINDS_WITHOUT_STATE:
                    folding.take(record.event)
        return folding.result()

    def unclosed(self, since: int, until: int) -> dict[str, UnfinishedSession]:
        """Return sessions without an end that last started between the records ``since`` and ``until``."""
        joined: dict[str, int] = {}
        recoveries: dict[str, SessionRecovery] = {}
        with self._reading():
            for line in self._marked(_SESSION_BOUNDS, since + 1):
                record = records.decode(line)
                if isinstance(record.event, model.SessionStarted):
                    joined[record.event.session] = record.seq
                elif isinstance(record.event, model.SessionEnded):
                    joined.pop(record.event.session, None)
            quoted = {msgspec.json.encode(session)[1:-1] for session, seq in joined.items() if seq <= until}
            for line in self._marked(_OF_SESSION, since + 1, quoted) if quoted else ():
                record = records.decode(line)
                if record.seq > until:
                    break
                recoveries.setdefault(record.event.session, SessionRecovery()).take(record.event)
        return {session: folding.result() for session, folding in recoveries.items()}

    def _marked(self, mark: re.Pattern[bytes], first: int, groups: Collection[bytes] = ()) -> Iterator[bytes]:
        """Yield the lines that ``mark`` matches, with a group among ``groups`` if given."""
        for block in self._journal.blocks(first):
            start = 0
            while match := mark.search(block, start):
                start = match.end()
                if not groups or match[1] in groups:
                    start = block.index(b"\n", match.end())
                    yield block[block.rfind(b"\n", 0, match.start()) + 1 : start]

    def hash_of(self, seq: int) -> bytes:
        """Return the hash of record ``seq``; empty if there is none, `chain.GENESIS` for 0."""
        with self._reading():
            return _hash_of(self._journal, seq)

    def removals(self) -> list[chain.RemovedSpan]:
        """Return the removed records, as the remaining ones state, unverified."""
        with self._reading():
            first = records.number(next(self._journal.lines(), b""))
            notices = find_notices(self._journal.blocks()) if first is not None and first > 1 else Notices()
            return [notice.span for notice in notices.removals if notice.event.first < (first or 0)]

    def verify_newest(self, count: int) -> chain.VerificationReport:
        """Check the newest ``count`` records and their links."""
        with self._reading():
            return _check_newest(self._path, count)[0]

    def verify(
        self,
        anchor: chain.Link | None = None,
        progress: Callable[[int], None] = lambda _checked: None,
        stop: Callable[[], bool] = lambda: False,
        proof: LogProof | None = None,
    ) -> chain.VerificationReport:
        """Check every record's text, link and position, and that the log reaches ``anchor``.

        Every few thousand records, ``progress`` receives the number checked and ``stop`` is called. With ``proof``, the
        report also says which records ToolGuard vouches for.
        """
        verifier = LineVerifier(anchor, notices=lambda: find_notices(self._journal.blocks()))
        with self._reading():
            for block in self._journal.blocks():
                if stop():
                    return chain.VerificationReport(verifier.report().checked, False, None, CHECK_STOPPED)
                if not verifier.feed_lines(block):
                    break
                progress(verifier.head[0])
            _check_names(self._path, verifier)
            report = verifier.report()
            if proof is None or not report.ok:
                return report
            report = self._vouched(report, verifier.unsigned, proof)
            return _signed(report, verifier) if report.ok else report

    def _vouched(
        self, report: chain.VerificationReport, noticed: list[model.RecordsUnsigned], proof: LogProof
    ) -> chain.VerificationReport:
        """Return the report extended by what vouches for the records."""
        examined = proof.examine(self.newest, self.hash_of)
        if examined.problem and examined.tail is None:
            return chain.VerificationReport(report.checked, ok=False, problem=examined.problem)
        spans = [self._span(record.first, record.last, noticed=True) for record in noticed]
        if examined.tail is not None:
            spans = [span for span in spans if span.last < examined.tail.first]
            spans.append(self._span(examined.tail.first, examined.tail.last, noticed=False))
        vouched = examined.vouched if proof.key is not None else None
        return replace(report, unvouched=tuple(spans), vouched=vouched)

    def _span(self, first: int, last: int, *, noticed: bool) -> chain.UnsignedSpan:
        times = [records.read_head(line).time for line in self._between(first, last)]
        return chain.UnsignedSpan(first, last, min(times, default=0.0), max(times, default=0.0), noticed)

    def verified_records(
        self, anchor: chain.Link | None = None, limit: int = 1_000
    ) -> Iterator[list[tuple[Record, bytes]]]:
        """Yield the records, ``limit`` at a time, up to the first that fails verification or the one of ``anchor``."""
        last, seq = self.verify(anchor).last, 0
        while seq < last and (linked := self.after(seq, min(limit, last - seq))):
            yield linked
            seq = linked[-1][0].seq


def _signed(report: chain.VerificationReport, verifier: LineVerifier) -> chain.VerificationReport:
    """Return the report, or a failure if an unsigned record is relied on for a removal or redaction."""
    signed = next((span.first - 1 for span in report.unvouched if not span.noticed), verifier.head[0])
    if (late := verifier.relied_unsigned(signed)) is None:
        return report
    problem = coded("store.notice_not_signed", seq=late[0], notice=late[1])
    return chain.VerificationReport(max(late[0] - 1, 0), False, late[0], problem)


def unclosed_sessions(path: Path, place: Path, until: int) -> dict[str, UnfinishedSession]:
    """Return `LogReader.unclosed` from the record numbered in the file ``place``; earlier sessions are closed."""
    try:
        since = int(regular_file.read(place, _MAX_PLACE_SIZE))
    except (OSError, ValueError):
        since = 0
    with closing(LogReader(path)) as log:
        return log.unclosed(since if since <= until else 0, until)
