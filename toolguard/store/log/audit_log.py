"""The log on disk: the writer of its journal, and readers that look at the files while it is written.

It puts what the system says into two words, `model.LogWriteError` for the world and `TamperedError` for evidence.
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
from toolguard.store.clock import SteadyClock
from toolguard.store.config.seals import LogProof as LogProof
from toolguard.store.config.seals import place_of
from toolguard.store.log import chain, records
from toolguard.store.log.chain import UnsignedSpan as UnsignedSpan
from toolguard.store.log.checkpoints import CheckpointWriter
from toolguard.store.log.disk_sync import sync_file
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

SEGMENT = 32 << 20
"""Bytes after which a new segment begins."""
_LARGE = 4 << 20  # bytes of records that are read at once
STOPPED = coded("store.stopped_before_end")
"""The problem in a report on a check that was stopped."""
_TAIL = 1000  # records that opening looks at
_WAIT = 0.5  # seconds that opening waits for a log of an earlier version to be taken over
_LOOK = 1.0  # seconds between two looks at the segments that no longer grow
_PROBE = b" " * 16_384
_ASIDE = frozenset(records.spellings("response_dropped", "request_forwarded", "server_state_changed"))
"""Kinds of record that leave nothing open."""
_STARTED = records.spellings("session_started")
_ENDED = records.spellings("session_ended")
_COMES_OR_GOES = re.compile(rb'"kind":"(?:%b)"' % "|".join((*_STARTED, *_ENDED)).encode())
_OF_SESSION = re.compile(rb'"session":"((?:[^"\\]|\\.)*)"')


def _advice(problem: OSError, path: Path) -> str:
    """One sentence for a person: what is wrong with the log and what to do."""
    if problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
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
    """The sole writer of the log in the folder ``path``: see `LogWriter` for what its methods promise."""

    def __init__(
        self,
        path: Path,
        *,
        scrub: records.Scrub = lambda body: body,
        now: Callable[[], float] = time.time,
        on_commit: Callable[[], None] = lambda: None,
        on_trouble: Callable[[], None] = lambda: None,
        clock: SteadyClock | None = None,
        segment: int = SEGMENT,
    ) -> None:
        """``on_commit`` and ``on_trouble`` are called on the loop: after a commit, when ``trouble`` changed.

        ``clock`` is told of the latest time in the log. ``segment`` is the size in bytes after which a new file begins.
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

    def _reached(self, head: chain.Link, *, closing: bool = False) -> None:
        self.checkpoints.reached(head, closing=closing)

    def write_checkpoint_if_due(self) -> None:
        """Write one for records that have waited long enough, although no further ones come."""
        if self.is_open and self.checkpoints.is_due(self.recorded):
            self._syncer.start()

    def _open_journal(self) -> _JournalFile:
        """Open the journal, after a log of an earlier version was taken over into it; that takes its time."""
        found: tuple[model.Event, ...] = ()
        if self._take_over is None and (former := former_log(self._path)) is not None:
            self._take_over = TakeOver(former, self._path)
        if self._take_over is not None:
            try:
                event = self._take_over.wait(_WAIT)
            except BaseException:
                self._take_over = None
                raise
            if event is None:
                raise model.LogWriteError(coded("store.log_taken_over_now", percent=self._take_over.percent))
            found, self._take_over = (event,), None
        with _problems(self._path):
            set_aside(self._path)  # a run that was killed may have left that to do
        self._journal = _JournalFile(self._path, self._segment, found)
        return self._journal

    def begin_segment(self) -> None:
        """Have the next record begin a new segment, so that all older ones are in sealed segments then."""
        if self._journal is not None:
            self._journal.seal()

    def exchange(self, old: Path, step: Callable[[], Path | None]) -> None:
        """Let ``step`` replace the sealed segment at ``old``, or remove it; it says where the new one lies. On any
        thread. Raises what ``step`` raises, `model.LogWriteError` and `TamperedError`.
        """
        if self._journal is None:
            raise model.LogWriteError(coded("store.log_not_open_restart"))
        self._journal.exchange(old, step)

    async def noticed(self, event: model.Event) -> None:
        """Write what is about to be done to older records. The disk has it, and a signed checkpoint after it.

        Raises `model.LogWriteError`.
        """
        self.write(event)
        await self.durable()
        link = self.anchor()  # the event's record, or a later one
        self.checkpoints.demand(link[0])
        await asyncio.get_running_loop().run_in_executor(None, self.checkpoints.reached, link)
        if not self.checkpoints.vouches(link[0]):
            raise model.LogWriteError(coded("store.checkpoint_not_written", reason=self.checkpoints.problem))

    def renew(self) -> Path:
        """Move the log's files to a name with the date and begin a new log; where the old one lies now.

        The new log's first record names the old one and its newest record. Raises `model.LogWriteError` and
        `TamperedError`.
        """
        former = former_log(self._path)
        old = self.head if self.is_open else self._newest()
        moved = former or self._path
        kept = dated(moved, time.strftime("%Y%m%d-%H%M%S", time.localtime()))
        with _problems(self._path):
            self._set_aside(lambda: _move(moved, kept))
        told = coded("store.log_ended_at", name=kept.name, seq=old[0], hash=old[1].hex()) if old[0] else f"{kept.name}"
        self.write(model.ConfigChanged(what=coded("store.log_begun_anew"), by="person", detail=told))
        return kept

    def _newest(self) -> chain.Link:
        try:
            with closing(LogReader(self._path)) as reader:
                return reader.newest()
        except (OSError, TamperedError):
            return chain.START


def dated(path: Path, date: str) -> Path:
    """A name for the log at ``path`` that nothing has: ``log-20260314-150926``."""
    found, count = path.with_name(f"{path.stem}-{date}{path.suffix}"), 1
    while found.exists():
        count += 1
        found = path.with_name(f"{path.stem}-{date}-{count}{path.suffix}")
    return found


def _move(path: Path, kept: Path) -> None:
    """With what belongs to it: the signed heads, and the write-ahead log of a database."""
    for end in ("-head", "-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(kept.with_name(kept.name + end))


class _JournalFile:
    """The journal as its writer has it: bytes at the end of the newest segment, no decisions.

    Raises `model.LogWriteError` and `TamperedError`.
    """

    def __init__(self, path: Path, limit: int, found: tuple[model.Event, ...] = ()) -> None:
        """Open or create. ``found`` is what was done before that is to be recorded."""
        self._path = path
        self._limit = limit
        self.found = found
        self._looked = 0.0
        self._file: int | None = None
        self._changing = threading.Lock()  # `sync` takes the descriptor on another thread
        self._sealed: dict[Path, tuple[int, int, int]] = {}
        self._sealing = threading.Lock()
        self._wanted = limit
        with _problems(path):
            self._make_folder()
            newest = segments(path)
            self._open(_newest_path(path, newest))
            try:
                self._prepare()
            except BaseException:
                self.close()
                raise
            self._sealed = {one.path: _identity(one.path) for one in newest if str(one.path) != self._name}

    def _prepare(self) -> None:
        """Check the newest records; then close what a crash left behind them, which they do not show."""
        torn = self._torn_line()
        if b"\0" in torn:  # else lines behind the zeros would be looked at
            self._close_torn_line(torn)
            torn = b""
        self.head, self.latest = _check_tail(self._path)
        if torn:
            self._close_torn_line(torn)
        self._probe()

    def _make_folder(self) -> None:
        """The folder, its owner's alone."""
        if self._path.exists() and not self._path.is_dir():
            raise TamperedError(coded("store.not_log_wrote_keep", path=self._path))
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _open(self, path: Path) -> None:
        """Go on with the segment at ``path``, which is made if it is not there."""
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
        made = not path.exists()
        file = os.open(path, flags, 0o600)
        if made:
            sync_folder(self._path)
        with self._changing:
            self._file, former = file, self._file
        if former is not None:
            os.close(former)
        self._name = str(path)
        stat = os.fstat(file)
        self._place, self._size = (stat.st_dev, stat.st_ino), stat.st_size

    def _torn_line(self) -> bytes:
        """What stands after the last line end: a write that a crash or a power failure cut short."""
        with open(self._name, "rb", buffering=0) as file:  # noqa: PTH123
            size = whole_size(file)
            if size == self._size:
                return b""
            file.seek(size)
            return file.read()

    def _close_torn_line(self, torn: bytes) -> None:
        """Remove it, and have that recorded."""
        self._size -= len(torn)
        os.ftruncate(self._number, self._size)
        self.found += (model.TornLineClosed(size=len(torn), digest=hashlib.sha256(torn).hexdigest()),)

    def append(self, lines: list[bytes], head: chain.Link) -> None:
        """See `LogStorage.append`."""
        try:
            stat = os.stat(self._name)  # noqa: PTH116 - on the hot path
            if (stat.st_dev, stat.st_ino) != self._place:
                raise model.LogWriteError(_moved_away(self._path))
            if stat.st_size != self._size:
                self._restore(stat.st_size)
            if not lines:
                self._probe()
            else:
                if self._size >= self._limit:
                    self._begin_segment(head[0] - len(lines) + 1)
                self._write(b"".join(lines) if len(lines) > 1 else lines[0])
        except FileNotFoundError as problem:
            raise model.LogWriteError(_moved_away(self._path)) from problem
        except OSError as problem:
            raise model.LogWriteError(_advice(problem, self._path)) from problem

    def _write(self, data: bytes) -> None:
        """All of it or nothing: what a full disk took of it is taken back, now or before the next write."""
        number = self._number
        written = 0
        try:
            while written < len(data):
                written += os.write(number, data[written:] if written else data)
        except OSError:
            with suppress(OSError):
                os.ftruncate(number, self._size)
            self._unfinished = data[:written]
            raise
        self._size += written

    _unfinished = b""
    """The beginning of a write that failed and could perhaps not be taken back."""

    def _restore(self, size: int) -> None:
        """Take back what is left of a write that failed. Whatever else has changed the file is evidence."""
        left = size - self._size
        if 0 < left <= len(self._unfinished):
            with open(self._name, "rb", buffering=0) as file:  # noqa: PTH123
                file.seek(self._size)
                if file.read(left) == self._unfinished[:left]:
                    os.ftruncate(self._number, self._size)
                    return
        raise TamperedError(coded("store.something_else_wrote", path=self._name))

    def _probe(self) -> None:
        """See whether the file can grow: some blanks, which are taken back at once."""
        self._write(_PROBE)
        self._size -= len(_PROBE)
        self._unfinished = _PROBE
        os.ftruncate(self._number, self._size)

    def _begin_segment(self, first: int) -> None:
        """The full one is on the disk before another one begins: only the newest can end in the middle of a line."""
        sync_file(self._number)
        self._sealed[Path(self._name)] = _identity(Path(self._name))
        self._open(segment_path(self._path, first))
        self._limit = self._wanted
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
        """Return when the disk has what was written. Now and then look whether the older segments are all there."""
        with _problems(self._path):
            with self._changing:
                file = os.dup(self._number)
            try:
                sync_file(file)
            finally:
                os.close(file)
            if time.monotonic() - self._looked > _LOOK:
                self._looked = time.monotonic()
                self._look_at_sealed()

    def _look_at_sealed(self) -> None:
        with self._sealing:
            for path, known in tuple(self._sealed.items()):
                try:
                    found = _identity(path)
                except FileNotFoundError:
                    self._looked = 0.0
                    raise model.LogWriteError(_moved_away(path)) from None
                if found != known:
                    raise TamperedError(coded("store.something_else_wrote", path=path))

    @property
    def _number(self) -> int:
        assert self._file is not None  # noqa: S101 - it is open until `close`
        return self._file

    def close(self) -> None:
        with self._changing:
            file, self._file = self._file, None
        if file is not None:
            os.close(file)


def sync_folder(path: Path) -> None:
    """Return when the disk has the names in a folder, where the system can do that; raises OSError."""
    if os.name == "posix":
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _newest_path(folder: Path, found: list[Segment]) -> Path:
    """The segment to go on with. A compressed one does not grow: then a new one begins after it."""
    if not found:
        return segment_path(folder, 1)
    if not found[-1].compressed:
        return found[-1].path
    try:
        return segment_path(folder, _newest(JournalReader(folder))[0] + 1)
    except ValueError:
        raise TamperedError(coded("store.not_log_wrote_keep", path=folder)) from None


def _identity(path: Path) -> tuple[int, int, int]:
    stat = path.stat()
    return stat.st_dev, stat.st_ino, stat.st_size


def _moved_away(path: Path) -> str:
    return coded("store.moved_deleted_replaced_use", path=path)


def hash_of_line(line: bytes) -> bytes:
    """The hash of a line that was decoded; raises ValueError."""
    text, previous = records.cut(line)
    return records.original_hash(line) or chain.link(previous, text)


def _hash_of(journal: JournalReader, seq: int) -> bytes:
    """Its hash; empty for none. The first record that is left of a log names the one before it."""
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
    """The newest record's link; raises OSError, and ValueError for a line that is no record."""
    line = journal.last()
    if line is None:
        return chain.START
    if (parts := records.split(line)) is None:
        raise ValueError
    return parts.seq, hash_of_line(line)


def _check_newest(journal: JournalReader, count: int) -> tuple[chain.VerificationReport, float]:
    """Check the newest ``count`` records; also the latest time in them. Raises as `_newest` does."""
    newest = _newest(journal)
    first = max(newest[0] - count, 0)
    oldest = next(journal.lines(first + 1), None)
    if oldest is not None and (number := records.number(oldest)) is not None:
        first = max(first, number - 1) if number <= newest[0] else first
    verifier = LineVerifier(
        start=(first, _hash_of(journal, first)), notices=lambda: find_notices(journal.blocks(first + 1))
    )
    latest = 0.0
    for block in journal.blocks(first + 1):
        if not verifier.feed_lines(block):
            break
        latest = max(latest, *(records.read_head(line).time for line in block[:-1].split(b"\n")))
    return verifier.report(), latest


def _check_tail(path: Path) -> tuple[chain.Link, float]:
    """The newest link and the latest time, after a look at the newest records.

    The whole log is `LogReader.verify`'s work.
    """
    journal = JournalReader(path)
    try:
        newest = _newest(journal)
        report, latest = _check_newest(journal, _TAIL)
    except ValueError:
        raise TamperedError(coded("store.not_log_wrote_keep", path=path)) from None
    if not report.ok:
        raise TamperedError(coded("store.changed_keep_evidence_move", path=path, reason=report.problem))
    return newest, latest


_T = TypeVar("_T")


class LogReader:
    """The log to read, while it is written. It holds no file open, and may be used in one thread at a time.

    Raises OSError when it cannot be read and `TamperedError` when it is no log.
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
        self._index.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except NotADirectoryError as problem:
            raise TamperedError(coded("store.not_log_wrote_keep", path=self._path)) from problem
        except OSError as problem:
            if problem.errno is None:  # its words say all of it
                raise
            raise OSError(coded("store.log_not_readable", path=self._path, reason=problem)) from problem
        except (msgspec.MsgspecError, ValueError) as problem:
            raise TamperedError(coded("store.holds_record_cannot_read", path=self._path)) from problem

    def newest(self) -> chain.Link:
        """The newest record's number and hash."""
        with self._reading():
            return _newest(self._journal)

    def count(self, filter: RecordFilter | None = None) -> int:
        """How many records match."""
        return sum(1 for _ in self._matching(filter, None))

    def page(self, filter: RecordFilter | None = None, before: int | None = None, limit: int = 200) -> list[Record]:
        """Up to ``limit`` records that match and are older than record ``before``, newest first."""
        return [record for record, _ in zip(self._matching(filter, before), range(limit), strict=False)]

    def _matching(self, filter: RecordFilter | None, before: int | None) -> Iterator[Record]:
        """The records that match, newest first. Reads backwards in steps."""
        wanted = filter or RecordFilter()
        with self._reading():
            stop = _newest(self._journal)[0] + 1 if before is None else before
            while stop > 1:
                first = max(stop - 1_000, 1)
                found = [records.decode(line) for line in self._between(first, stop - 1)]
                yield from (record for record in reversed(found) if wanted.matches(record))
                stop = first

    def _between(self, first: int, last: int) -> Iterator[bytes]:
        """The lines with these numbers."""
        for line in self._journal.lines(first):
            if (number := records.number(line)) is not None and number > last:
                return
            yield line

    def story(self, call: str) -> list[Record]:
        """Everything that was recorded of one call, in order."""
        return [record for record, _ in self.linked_story(call)]

    def linked_story(self, call: str) -> list[tuple[Record, bytes]]:
        """The same, each record with its hash."""
        if not call:
            return []
        with self._reading():
            place, extent = self._indexed(self._index.call(call))
            found = list(self._containing("call", call, *extent)) if extent else []
            later = max(place, extent[1] if extent else 0) + 1  # the index may have gone on meanwhile
            return found + list(self._containing("call", call, later))

    def _indexed(self, answer: tuple[chain.Link, _T | None] | None) -> tuple[int, _T | None]:
        """The record up to which the index is believed, and what it says; 0 when it is of another log, or not there."""
        if answer is None or _hash_of(self._journal, answer[0][0]) != answer[0][1]:
            return 0, None
        return answer[0][0], answer[1]

    def _containing(
        self, member: str, value: str, first: int, last: int | None = None
    ) -> Iterator[tuple[Record, bytes]]:
        """The records whose ``member`` is ``value``, each with its hash."""
        mark = b'"%b":%b' % (member.encode(), msgspec.json.encode(value))
        for block in self._journal.blocks(first):
            start = 0
            while (at := block.find(mark, start)) >= 0:
                start = block.index(b"\n", at)
                line = block[block.rfind(b"\n", 0, at) + 1 : start]
                record = records.decode(line)
                if last is not None and record.seq > last:
                    return
                if record.seq >= first and getattr(record.event, member) == value:
                    yield record, hash_of_line(line)
            if last is not None and (records.number(block[block.rfind(b"\n", 0, -1) + 1 : -1]) or 0) >= last:
                return

    def after(self, seq: int, limit: int) -> list[tuple[Record, bytes]]:
        """Up to ``limit`` records after record ``seq``, with their hashes, in order; fewer when they are large."""
        found, size = list[tuple[Record, bytes]](), 0
        if limit < 1:
            return found
        with self._reading():
            for line in self._journal.lines(seq + 1):
                found.append((records.decode(line), hash_of_line(line)))
                size += len(line)
                if size > _LARGE or len(found) == limit:
                    break
        return found

    def unfinished(self, session: str, asked: Collection[str] = ()) -> UnfinishedSession:
        """What the log knows of a session and leaves open, for going on with it after a crash."""
        folding = SessionRecovery(asked)
        with self._reading():
            place, first = self._indexed(self._index.session(session))
            begun = False
            for record, _ in self._containing("session", session, first[0] if first else place + 1):
                begun = begun or isinstance(record.event, model.SessionStarted | model.HandshakeCompleted)
                if begun and record.event.__struct_config__.tag not in _ASIDE:
                    folding.take(record.event)
        return folding.result()

    def unclosed(self, since: int, until: int) -> dict[str, UnfinishedSession]:
        """Sessions without an end that were taken up last between the records ``since`` and ``until``."""
        joined: dict[str, int] = {}
        found: dict[str, SessionRecovery] = {}
        with self._reading():
            for line in self._marked(_COMES_OR_GOES, since + 1):
                record = records.decode(line)
                if isinstance(record.event, model.SessionStarted):
                    joined[record.event.session] = record.seq
                elif isinstance(record.event, model.SessionEnded):
                    joined.pop(record.event.session, None)
            wanted = {msgspec.json.encode(session)[1:-1] for session, seq in joined.items() if seq <= until}
            for line in self._marked(_OF_SESSION, since + 1, wanted) if wanted else ():
                record = records.decode(line)
                if record.seq > until:
                    break
                found.setdefault(record.event.session, SessionRecovery()).take(record.event)
        return {session: folding.result() for session, folding in found.items()}

    def _marked(self, mark: re.Pattern[bytes], first: int, groups: Collection[bytes] = ()) -> Iterator[bytes]:
        """The lines in which ``mark`` stands, with one of ``groups`` where there are any."""
        for block in self._journal.blocks(first):
            start = 0
            while at := mark.search(block, start):
                start = at.end()
                if not groups or at[1] in groups:
                    start = block.index(b"\n", at.end())
                    yield block[block.rfind(b"\n", 0, at.start()) + 1 : start]

    def hash_of(self, seq: int) -> bytes:
        """The hash of record ``seq``; empty when there is none, `chain.GENESIS` for 0."""
        with self._reading():
            return _hash_of(self._journal, seq)

    def removals(self) -> list[chain.RemovedSpan]:
        """Which records were removed, as those that are left say; nothing of that is checked."""
        with self._reading():
            first = records.number(next(self._journal.lines(), b""))
            found = find_notices(self._journal.blocks()) if first is not None and first > 1 else Notices()
            return [one.span for one in found.removals if one.event.first < (first or 0)]

    def verify_newest(self, count: int) -> chain.VerificationReport:
        """Check the newest ``count`` records, and that each follows the one before."""
        with self._reading():
            return _check_newest(self._journal, count)[0]

    def verify(
        self,
        anchor: chain.Link | None = None,
        progress: Callable[[int], None] = lambda _checked: None,
        stop: Callable[[], bool] = lambda: False,
        proof: LogProof | None = None,
    ) -> chain.VerificationReport:
        """Check every record's text, link and place, and that the log reaches ``anchor``.

        ``progress`` is told how many were checked and ``stop`` asked after some thousands of records each. With
        ``proof`` it is also told which records ToolGuard vouches for.
        """
        verifier = LineVerifier(anchor, notices=lambda: find_notices(self._journal.blocks()))
        with self._reading():
            for block in self._journal.blocks():
                if stop():
                    return chain.VerificationReport(verifier.report().checked, False, None, STOPPED)
                if not verifier.feed_lines(block):
                    break
                progress(verifier.head[0])
            self._check_names(verifier)
            report = verifier.report()
            if proof is None or not report.ok:
                return report
            report = self._vouched(report, verifier.unsigned, proof)
            return _signed(report, verifier.relied) if report.ok else report

    def _check_names(self, verifier: LineVerifier) -> None:
        """Each segment begins with the record that it is named after: by that, records are found."""
        for first, path in segments(self._path):
            line = next(JournalReader(self._path).lines(first), None)
            if line is not None and records.number(line) != first:
                verifier.blame(first, coded("store.segment_not_named_after", name=path.name, seq=first))

    def _vouched(
        self, report: chain.VerificationReport, noticed: list[model.RecordsUnsigned], proof: LogProof
    ) -> chain.VerificationReport:
        """The report on records that fit each other, with what vouches for them."""
        found = proof.examine(self.newest, self.hash_of)
        if found.problem and found.tail is None:
            return chain.VerificationReport(report.checked, ok=False, problem=found.problem)
        spans = [self._span(one.first, one.last, noticed=True) for one in noticed]
        if found.tail is not None:
            spans = [span for span in spans if span.last < found.tail.first]
            spans.append(self._span(found.tail.first, found.tail.last, noticed=False))
        vouched = found.vouched if proof.key is not None else None
        return replace(report, unvouched=tuple(spans), vouched=vouched)

    def _span(self, first: int, last: int, *, noticed: bool) -> chain.UnsignedSpan:
        times = [records.read_head(line).time for line in self._between(first, last)]
        return chain.UnsignedSpan(first, last, min(times, default=0.0), max(times, default=0.0), noticed)

    def sound(self, anchor: chain.Link | None = None, limit: int = 1_000) -> Iterator[list[tuple[Record, bytes]]]:
        """Yield the records, ``limit`` at a time, up to the first that does not fit or is not the one of ``anchor``."""
        last, seq = self.verify(anchor).last, 0
        while seq < last and (found := self.after(seq, min(limit, last - seq))):
            yield found
            seq = found[-1][0].seq


def _signed(report: chain.VerificationReport, relied: dict[int, int]) -> chain.VerificationReport:
    """The report, unless records are accepted as removed or redacted for a record that nothing vouches for."""
    for notice, first in sorted(relied.items(), key=lambda one: one[1]):
        if any(span.first <= notice <= span.last for span in report.unvouched):
            problem = coded("store.notice_not_signed", seq=first, notice=notice)
            return chain.VerificationReport(max(first - 1, 0), False, first, problem)
    return report


def unclosed_sessions(path: Path, place: Path, until: int) -> dict[str, UnfinishedSession]:
    """`LogReader.unclosed` from the record on whose number is in the file ``place``: what lies before was closed."""
    try:
        since = int(place.read_text())
    except (OSError, ValueError):
        since = 0
    with closing(LogReader(path)) as log:
        return log.unclosed(since if since <= until else 0, until)
