"""The log on disk (SQLite, WAL): the writer's database, and readers on connections of their own.

It puts what SQLite and the system say into two words, `model.LogWriteError` for the world and `TamperedError` for
evidence.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import msgspec

from toolguard.gate import model
from toolguard.gate.texts import coded
from toolguard.store.clock import SteadyClock
from toolguard.store.config.seals import LogProof as LogProof
from toolguard.store.config.seals import place_of
from toolguard.store.log import chain, records
from toolguard.store.log.chain import UnsignedSpan as UnsignedSpan
from toolguard.store.log.heads import HeadSigner, heads_path
from toolguard.store.log.log_writer import LogWriter, Row
from toolguard.store.log.log_writer import TamperedError as TamperedError
from toolguard.store.log.records import Record as Record
from toolguard.store.log.records import RecordFilter as RecordFilter
from toolguard.store.log.recovery import SessionRecovery, fold
from toolguard.store.log.recovery import UnfinishedSession as UnfinishedSession
from toolguard.store.log.wal_sync import private_file, sync_file

_APPLICATION = 0x54474C47  # "TGLG" in the file's header (sqlite.org/fileformat.html §1.3.14)
_VERSION = 2
_BEGINS = f"kind IN ({','.join(map(repr, records.spellings('session_started', 'handshake_completed')))})"
_TABLES = (
    "CREATE TABLE records(seq INTEGER PRIMARY KEY, time REAL NOT NULL, kind TEXT NOT NULL, call TEXT NOT NULL,"
    " session TEXT NOT NULL, client TEXT NOT NULL, server TEXT NOT NULL, tool TEXT NOT NULL, body TEXT NOT NULL,"
    " hash BLOB NOT NULL)",
    "CREATE INDEX of_call ON records(call) WHERE call <> ''",
    f"CREATE INDEX of_session ON records(session) WHERE {_BEGINS}",
)
_FORMER_TABLES = {1: (*_TABLES[:-1], "CREATE INDEX of_session ON records(session) WHERE kind IN ('joined', 'shook')")}
"""The tables of older versions. Their records are the same, under former names of their kinds."""
_ASIDE = ",".join(map(repr, records.spellings("response_dropped", "request_forwarded", "server_state_changed")))
"""Kinds of record that leave nothing open."""
_UNSIGNED = records.spellings("records_unsigned")
_STARTED = records.spellings("session_started")
_ENDED = records.spellings("session_ended")
_INSERT = "INSERT INTO records VALUES(?,?,?,?,?,?,?,?,?,?)"
_ROW = "seq, time, kind, call, session, client, server, tool, CAST(body AS BLOB), hash"
_LARGE = 4 << 20  # bytes of records that are read at once
STOPPED = coded("store.stopped_before_end")
"""The problem in a report on a check that was stopped."""
_TAIL = 1000  # records that opening looks at
_BUSY = 20  # milliseconds that a commit may wait for another program's lock: the loop stands still meanwhile


def _primary(problem: Exception) -> int:
    return getattr(problem, "sqlite_errorcode", 0) & 0xFF


def _advice(problem: Exception, path: Path) -> str:
    """One sentence for a person: what is wrong with the log and what to do."""
    code = _primary(problem)
    number = problem.errno if isinstance(problem, OSError) else None
    if code == sqlite3.SQLITE_FULL or number in (errno.ENOSPC, errno.EDQUOT):
        return coded("store.disk_full_log_cannot", path=path)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return coded("store.another_program_holds_log", path=path)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM) or number in (
        errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR, errno.EEXIST,
    ):  # fmt: skip
        return coded("store.log_cannot_written_make", path=path)
    return coded("store.disk_reported_error_log", path=path, reason=problem)


def _moved_away(path: Path) -> str:
    return coded("store.moved_deleted_replaced_use", path=path)


class AuditLog(LogWriter):
    """The sole writer of the log: see `LogWriter` for what its methods promise."""

    def __init__(
        self,
        path: Path,
        *,
        scrub: records.Scrub = lambda body: body,
        now: Callable[[], float] = time.time,
        on_commit: Callable[[], None] = lambda: None,
        on_trouble: Callable[[], None] = lambda: None,
        clock: SteadyClock | None = None,
    ) -> None:
        """``on_commit`` and ``on_trouble`` are called on the loop: after a commit, when ``trouble`` changed.

        ``clock`` is told of the latest time in the log.
        """
        super().__init__(
            lambda: _SqliteStorage(path), scrub=scrub, now=now, on_commit=on_commit, on_trouble=on_trouble,
            clock=clock or SteadyClock(), signer=HeadSigner(heads_path(path), place_of(path.parent)),
        )  # fmt: skip
        self._path = path

    def renew(self) -> Path:
        """Move the log's files to a name with the date and begin a new log; where the old one lies now.

        The new log's first record names the old one and its newest record. Raises `model.LogWriteError` and
        `TamperedError`.
        """
        old = self.head if self.is_open else self._newest()
        kept = dated(self._path, time.strftime("%Y%m%d-%H%M%S", time.localtime()))
        with _problems(self._path):
            self._set_aside(lambda: _move(self._path, kept))
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
    """A name for the log at ``path`` that no file has: ``audit-20260314-150926.db``."""
    found, count = path.with_name(f"{path.stem}-{date}{path.suffix}"), 1
    while found.exists():
        count += 1
        found = path.with_name(f"{path.stem}-{date}-{count}{path.suffix}")
    return found


def _move(path: Path, kept: Path) -> None:
    """The database last: while it is there, its write-ahead log belongs to it."""
    for end in ("-head", "-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(kept.with_name(kept.name + end))


class _SqliteStorage:
    """The database of the writer: plain statements, no decisions. Raises `model.LogWriteError` and `TamperedError`."""

    def __init__(self, path: Path) -> None:
        """Open or create; raises `model.LogWriteError` or `TamperedError`."""
        self._path = path
        self._wal_path = path.with_name(path.name + "-wal")
        self._path_text, self._wal_text = str(path), str(self._wal_path)
        self._mover: sqlite3.Connection | None = None
        with _problems(path):
            private_file(path)
            self._db = sqlite3.connect(path, timeout=1, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        db = self._db
        if db.execute("PRAGMA journal_mode=WAL").fetchone()[0] != "wal":
            raise model.LogWriteError(coded("store.log_lies_disk_cannot", path=self._path))
        db.execute("PRAGMA synchronous=NORMAL")
        db.execute("PRAGMA wal_autocheckpoint=0")  # the syncer's thread does it
        if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
            self._create()
        _check_tables(db, self._path)
        self.head, self.latest = _check_tail(db, self._path)
        self._convert()
        self.probe()
        db.execute(f"PRAGMA busy_timeout={_BUSY}")
        self._place = self._where()
        # Closing a descriptor of this file loses no lock: SQLite locks the database and its -shm, never the -wal.
        self._wal = os.open(self._wal_path, os.O_RDWR | getattr(os, "O_CLOEXEC", 0))

    def _create(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        for statement in _TABLES:
            self._db.execute(statement)
        self._db.execute(f"PRAGMA application_id={_APPLICATION}")
        self._db.execute(f"PRAGMA user_version={_VERSION}")
        self._db.execute("COMMIT")

    def _convert(self) -> None:
        """Give a log of an older version the tables of this one. Its records stay as they are."""
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version == _VERSION:
            return
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute("DROP INDEX of_session")
        self._db.execute(_TABLES[-1])
        self._db.execute(f"PRAGMA user_version={_VERSION}")
        self._db.execute("COMMIT")

    def append(self, rows: list[Row]) -> None:
        """Commit ``rows`` in one transaction, or nothing. Without rows anything is written, to see whether it works."""
        try:
            if self._where() != self._place:
                raise model.LogWriteError(_moved_away(self._path))
            if not rows:
                self.probe()
            elif len(rows) == 1:
                self._db.execute(_INSERT, rows[0])
            else:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.executemany(_INSERT, rows)
                self._db.execute("COMMIT")
        except FileNotFoundError as problem:
            raise model.LogWriteError(_moved_away(self._path)) from problem
        except (sqlite3.Error, OSError) as problem:
            if self._db.in_transaction:
                with suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
            raise _told(problem, self._path) from problem

    def probe(self) -> None:
        """Write the file's header anew: a page that goes the way of every commit."""
        self._db.execute(f"PRAGMA user_version={_VERSION}")

    def _where(self) -> tuple[int, ...]:
        """Which files these are. SQLite goes on writing into a deleted file without a word."""
        log, wal = os.stat(self._path_text), os.stat(self._wal_text)  # noqa: PTH116 - on the hot path
        return log.st_dev, log.st_ino, wal.st_dev, wal.st_ino

    def unfinished(self, session: str, asked: Collection[str] = ()) -> UnfinishedSession:
        with _problems(self._path):
            first = self._db.execute(
                f"SELECT min(seq) FROM records WHERE session=? AND {_BEGINS}",  # noqa: S608
                (session,),
            ).fetchone()[0]
            if first is None:
                return UnfinishedSession()
            rows = self._db.execute(
                f"SELECT body FROM records WHERE seq>=? AND session=? AND kind NOT IN ({_ASIDE})",  # noqa: S608
                (first, session),
            )
            return fold((records.decode(body).event for (body,) in rows), asked)

    def hash_of(self, seq: int) -> bytes:
        with _problems(self._path):
            return _hash_of(self._db, seq)

    def sync(self) -> None:
        with _problems(self._path):
            sync_file(self._wal)

    def checkpoint(self, *, restart: bool) -> int:
        """See `toolguard.store.log.wal_sync.Wal`; on the syncer's thread."""
        if self._mover is None:
            self._mover = sqlite3.connect(self._path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            found = self._mover.execute(f"PRAGMA wal_checkpoint({'RESTART' if restart else 'PASSIVE'})").fetchone()
        except sqlite3.DatabaseError:
            return 0  # locked or full: the commits stay where they are, and the next commit tells what is wrong
        return int(found[1]) * 4096

    def close(self) -> None:
        os.close(self._wal)
        for connection in (self._mover, self._db):
            if connection:
                connection.close()


def _hash_of(db: sqlite3.Connection, seq: int) -> bytes:
    row = db.execute("SELECT CAST(hash AS BLOB) FROM records WHERE seq=?", (seq,)).fetchone()
    return bytes(row[0]) if row else chain.GENESIS if seq == 0 else b""


def _told(problem: sqlite3.Error | OSError, path: Path) -> Exception:
    """The problem in the words of this file."""
    codes = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT)
    if _primary(problem) in codes or str(problem).startswith("no such table"):
        return TamperedError(coded("store.not_log_wrote_something", path=path, reason=problem))
    return model.LogWriteError(_advice(problem, path))


@contextmanager
def _problems(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as problem:
        raise _told(problem, path) from problem


def _check_tables(db: sqlite3.Connection, path: Path) -> None:
    """Nothing but our own tables: a view or a trigger could show or keep something else than what was written."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    ours = db.execute("PRAGMA application_id").fetchone()[0] == _APPLICATION
    if ours and version > _VERSION:
        raise model.LogWriteError(coded("store.log_version_too_new", path=path, version=version, known=_VERSION))
    tables = _TABLES if version == _VERSION else _FORMER_TABLES.get(version)
    if ours and tables is None:
        raise TamperedError(coded("store.says_version_no_wrote", path=path, version=version))
    found = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master")}
    if not ours or tables is None or found != set(tables):
        raise TamperedError(coded("store.not_log_wrote_keep", path=path))


def _check_tail(db: sqlite3.Connection, path: Path) -> tuple[chain.Link, float]:
    """The newest link and the latest time, after a look at the newest records.

    The whole log is `LogReader.verify`'s work.
    """
    newest = db.execute(f"SELECT {_ROW} FROM records ORDER BY seq DESC LIMIT {_TAIL + 1}").fetchall()  # noqa: S608
    newest.reverse()
    if not newest:
        return chain.START, 0.0
    if len(newest) > _TAIL:
        first = newest.pop(0)
        verifier = chain.ChainVerifier(start=(first[0], first[9] if isinstance(first[9], bytes) else b""))
    else:
        verifier = chain.ChainVerifier()
    _feed(verifier, newest)
    report = verifier.report()
    if not report.ok:
        raise TamperedError(coded("store.changed_keep_evidence_move", path=path, reason=report.problem))
    return (newest[-1][0], newest[-1][9]), max(row[1] for row in newest)


def _feed(verifier: chain.ChainVerifier, rows: list[Row]) -> bool:
    for row in rows:
        body, hash = row[8] or b"", row[9] if isinstance(row[9], bytes) else b""
        told = records.head(body)
        if not verifier.feed(row[0], body, hash, told[0] if told else None):
            return False
        if told != row[:8]:
            verifier.blame(row[0], records.difference(row[:8], told))
    return True


def _unvouched(body: bytes) -> model.RecordsUnsigned | None:
    try:
        event = records.decode(body).event
    except (msgspec.MsgspecError, UnicodeError):
        return None  # told as a record that cannot be read
    return event if isinstance(event, model.RecordsUnsigned) else None


class LogReader:
    """The log to read, on a read-only connection of its own: to be made, used and closed in one thread.

    Raises OSError when it cannot be read and `TamperedError` when it is no log.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._reading():
            self._db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=1, isolation_level=None)
            self._db.execute("SELECT seq FROM records LIMIT 1").fetchone()

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            with _problems(self._path):
                yield
        except model.LogWriteError as problem:
            if problem.__cause__ is None:  # its words say all of it
                raise OSError(str(problem)) from problem
            raise OSError(coded("store.log_not_readable", path=self._path, reason=problem.__cause__)) from problem
        except (msgspec.MsgspecError, UnicodeError) as problem:
            raise TamperedError(coded("store.holds_record_cannot_read", path=self._path)) from problem

    def newest(self) -> chain.Link:
        """The newest record's number and hash."""
        with self._reading():
            row = self._db.execute("SELECT seq, CAST(hash AS BLOB) FROM records ORDER BY seq DESC LIMIT 1").fetchone()
        return row or chain.START

    def count(self, filter: RecordFilter | None = None) -> int:
        """How many records match."""
        where, values = (filter or RecordFilter()).where()
        with self._reading():
            return int(self._db.execute(f"SELECT count(*) FROM records WHERE {where}", values).fetchone()[0])  # noqa: S608

    def page(self, filter: RecordFilter | None = None, before: int | None = None, limit: int = 200) -> list[Record]:
        """Up to ``limit`` records that match and are older than record ``before``, newest first."""
        where, values = (filter or RecordFilter()).where()
        if before is not None:
            where, values = f"{where} AND seq<?", [*values, before]
        return self._records(f"WHERE {where} ORDER BY seq DESC LIMIT ?", [*values, limit])

    def story(self, call: str) -> list[Record]:
        """Everything that was recorded of one call, in order."""
        return self._records("WHERE call=? AND call<>'' ORDER BY seq", [call])

    def linked_story(self, call: str) -> list[tuple[Record, bytes]]:
        """The same, each record with its hash."""
        with self._reading():
            rows = self._db.execute(
                "SELECT CAST(body AS BLOB), hash FROM records WHERE call=? AND call<>'' ORDER BY seq", (call,)
            ).fetchall()
            return [(records.decode(body), hash) for body, hash in rows]

    def after(self, seq: int, limit: int) -> list[tuple[Record, bytes]]:
        """Up to ``limit`` records after record ``seq``, with their hashes, in order; fewer when they are large."""
        found, size = [], 0
        with self._reading(), closing(self._db.cursor()) as cursor:
            for body, hash in cursor.execute(
                "SELECT CAST(body AS BLOB), hash FROM records WHERE seq>? ORDER BY seq LIMIT ?", (seq, limit)
            ):
                found.append((records.decode(body), hash))
                size += len(body)
                if size > _LARGE:
                    break
        return found

    def unclosed(self, since: int, until: int) -> dict[str, UnfinishedSession]:
        """Sessions without an end that were taken up last between the records ``since`` and ``until``."""
        joined: dict[str, int] = {}
        with self._reading():
            for seq, kind, session in self._db.execute(
                "SELECT seq, kind, session FROM records WHERE seq>?"
                " AND kind IN (SELECT value FROM json_each(?)) ORDER BY seq",
                (since, msgspec.json.encode((*_STARTED, *_ENDED)).decode()),
            ):
                if kind in _STARTED:
                    joined[session] = seq
                else:
                    joined.pop(session, None)
            wanted = msgspec.json.encode([session for session, seq in joined.items() if seq <= until]).decode()
            found: dict[str, SessionRecovery] = {}
            for session, body in self._db.execute(
                "SELECT session, CAST(body AS BLOB) FROM records WHERE seq>? AND seq<=?"
                " AND session IN (SELECT value FROM json_each(?)) ORDER BY seq",
                (since, until, wanted),
            ):
                found.setdefault(session, SessionRecovery()).take(records.decode(body).event)
        return {session: folding.result() for session, folding in found.items()}

    def hash_of(self, seq: int) -> bytes:
        """The hash of record ``seq``; empty when there is none, `chain.GENESIS` for 0."""
        with self._reading():
            return _hash_of(self._db, seq)

    def verify_newest(self, count: int) -> chain.VerificationReport:
        """Check the newest ``count`` records, as they are stored, and that each follows the one before."""
        first = max(self.newest()[0] - count, 0)
        verifier = chain.ChainVerifier(start=(first, self.hash_of(first)))
        with self._reading():
            rows = self._db.execute(f"SELECT {_ROW} FROM records WHERE seq>? ORDER BY seq", (first,))  # noqa: S608
            _feed(verifier, rows.fetchall())
        return verifier.report()

    def verify(
        self,
        anchor: chain.Link | None = None,
        progress: Callable[[int], None] = lambda _checked: None,
        stop: Callable[[], bool] = lambda: False,
        proof: LogProof | None = None,
    ) -> chain.VerificationReport:
        """Check every record's text, columns, link and place, and that the log reaches ``anchor``.

        ``progress`` is told how many were checked and ``stop`` asked between every 5,000 records. With ``proof`` it is
        also told which records ToolGuard vouches for.
        """
        verifier = chain.ChainVerifier(anchor)
        seq, going = -(1 << 63), True
        noticed: list[model.RecordsUnsigned] = []
        with self._reading():
            _check_tables(self._db, self._path)
            while going and not stop():
                rows = self._db.execute(
                    f"SELECT {_ROW} FROM records WHERE seq>=? ORDER BY seq LIMIT 5000",  # noqa: S608
                    (seq,),
                ).fetchall()
                if not rows:
                    report = verifier.report()
                    return self._vouched(report, noticed, proof) if proof is not None and report.ok else report
                noticed += [event for row in rows if row[2] in _UNSIGNED and (event := _unvouched(row[8]))]
                going, seq = _feed(verifier, rows), rows[-1][0] + 1
                progress(rows[-1][0])
        report = verifier.report()
        return report if not report.ok and not going else chain.VerificationReport(report.checked, False, None, STOPPED)

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
        sql = "SELECT min(time), max(time) FROM records WHERE seq BETWEEN ? AND ?"
        since, until = self._db.execute(sql, (first, last)).fetchone()
        return chain.UnsignedSpan(first, last, since or 0.0, until or 0.0, noticed)

    def sound(self, anchor: chain.Link | None = None, limit: int = 1_000) -> Iterator[list[tuple[Record, bytes]]]:
        """Yield the records, ``limit`` at a time, up to the first that does not fit or is not the one of ``anchor``."""
        with self._reading():
            _check_tables(self._db, self._path)
        seq, previous = chain.START
        while True:
            with self._reading():
                rows = self._db.execute(
                    f"SELECT {_ROW} FROM records WHERE seq>? ORDER BY seq LIMIT ?",  # noqa: S608
                    (seq, limit),
                ).fetchall()
                found = []
                for row in rows:
                    body, hash = row[8] or b"", row[9]
                    fits = row[0] == seq + 1 and chain.link(previous, body) == hash and records.head(body) == row[:8]
                    if not fits or (anchor is not None and anchor[0] == row[0] and anchor[1] != hash):
                        break
                    seq, previous = row[0], hash
                    found.append((records.decode(body), hash))
            if found:
                yield found
            if len(found) < limit:
                return

    def _records(self, rest: str, values: list[object]) -> list[Record]:
        with self._reading():
            rows = self._db.execute(f"SELECT CAST(body AS BLOB) FROM records {rest}", values).fetchall()  # noqa: S608
            return [records.decode(body) for (body,) in rows]


def unclosed_sessions(path: Path, place: Path, until: int) -> dict[str, UnfinishedSession]:
    """`LogReader.unclosed` from the record on whose number is in the file ``place``: what lies before was closed."""
    try:
        since = int(place.read_text())
    except (OSError, ValueError):
        since = 0
    with closing(LogReader(path)) as log:
        return log.unclosed(since if since <= until else 0, until)
