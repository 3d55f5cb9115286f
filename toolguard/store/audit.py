"""The log on disk (SQLite, WAL): the writer's database, and readers on connections of their own.

It puts what SQLite and the system say into two words, `calls.NotRecorded` for the world and `Tampered` for evidence.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec

from toolguard.checkpoint import calls
from toolguard.store import chain, records
from toolguard.store.appending import Appender, Row
from toolguard.store.appending import Tampered as Tampered
from toolguard.store.records import Record as Record
from toolguard.store.records import RecordFilter as RecordFilter
from toolguard.store.sync import private_file, sync_file
from toolguard.store.unfinished import Unfinished as Unfinished
from toolguard.store.unfinished import fold

_APPLICATION = 0x54474C47  # "TGLG" in the file's header (sqlite.org/fileformat.html §1.3.14)
_VERSION = 1
_TABLES = (
    "CREATE TABLE records(seq INTEGER PRIMARY KEY, time REAL NOT NULL, kind TEXT NOT NULL, call TEXT NOT NULL,"
    " session TEXT NOT NULL, client TEXT NOT NULL, server TEXT NOT NULL, tool TEXT NOT NULL, body TEXT NOT NULL,"
    " hash BLOB NOT NULL)",
    "CREATE INDEX of_call ON records(call) WHERE call <> ''",
    "CREATE INDEX of_session ON records(session) WHERE kind IN ('joined', 'shook')",
)
_INSERT = "INSERT INTO records VALUES(?,?,?,?,?,?,?,?,?,?)"
_ROW = "seq, time, kind, call, session, client, server, tool, CAST(body AS BLOB), hash"
_LARGE = 4 << 20  # bytes of records that are read at once
_TAIL = 1000  # records that opening looks at
_BUSY = 20  # milliseconds that a commit may wait for another program's lock: the loop stands still meanwhile


def _primary(problem: Exception) -> int:
    return getattr(problem, "sqlite_errorcode", 0) & 0xFF


def _advice(problem: Exception, path: Path) -> str:
    """One sentence for a person: what is wrong with the log and what to do."""
    code = _primary(problem)
    number = problem.errno if isinstance(problem, OSError) else None
    if code == sqlite3.SQLITE_FULL or number in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk is full, so the log {path} cannot record: free some space, and calls go on by themselves."
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"Another program holds the log {path} locked: close that program, and calls go on by themselves."
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM) or number in (
        errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR, errno.EEXIST,
    ):  # fmt: skip
        return f"The log {path} cannot be written: make its folder exist and belong to you, with leave to write."
    return f"The disk reported an error on the log {path} ({problem}): check the disk and its free space."


def _moved_away(path: Path) -> str:
    return f"{path} was moved, deleted or replaced while in use: put it back, or restart ToolGuard to begin a new log."


class AuditLog(Appender):
    """The sole writer of the log: see `Appender` for what its methods promise."""

    def __init__(
        self,
        path: Path,
        *,
        scrub: records.Scrub = lambda body: body,
        now: Callable[[], float] = time.time,
        on_commit: Callable[[], None] = lambda: None,
        on_trouble: Callable[[], None] = lambda: None,
    ) -> None:
        """``on_commit`` and ``on_trouble`` are called on the loop: after a commit, when ``trouble`` changed."""
        super().__init__(lambda: _Disk(path), scrub=scrub, now=now, on_commit=on_commit, on_trouble=on_trouble)


class _Disk:
    """The database of the writer: plain statements, no decisions. Raises `calls.NotRecorded` and `Tampered`."""

    def __init__(self, path: Path) -> None:
        """Open or create; raises `calls.NotRecorded` or `Tampered`."""
        self._path = path
        self._wal_path = path.with_name(path.name + "-wal")
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
            raise calls.NotRecorded(
                f"The log {self._path} lies on a disk that cannot keep it (no shared memory there)."
            )
        db.execute("PRAGMA synchronous=NORMAL")
        db.execute("PRAGMA wal_autocheckpoint=0")  # the syncer's thread does it
        if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
            self._create()
        _check_tables(db, self._path)
        self.head = _check_tail(db, self._path)
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

    def append(self, rows: list[Row]) -> None:
        """Commit ``rows`` in one transaction, or nothing. Without rows anything is written, to see whether it works."""
        try:
            if self._where() != self._place:
                raise calls.NotRecorded(_moved_away(self._path))
            if not rows:
                self.probe()
            elif len(rows) == 1:
                self._db.execute(_INSERT, rows[0])
            else:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.executemany(_INSERT, rows)
                self._db.execute("COMMIT")
        except FileNotFoundError as problem:
            raise calls.NotRecorded(_moved_away(self._path)) from problem
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
        found = (os.stat(self._path), os.stat(self._wal_path))  # noqa: PTH116 - on the hot path
        return tuple(number for stat in found for number in (stat.st_dev, stat.st_ino))

    def unfinished(self, session: str) -> Unfinished:
        with _problems(self._path):
            first = self._db.execute(
                "SELECT min(seq) FROM records WHERE session=? AND kind IN ('joined', 'shook')", (session,)
            ).fetchone()[0]
            if first is None:
                return Unfinished()
            rows = self._db.execute(
                "SELECT body FROM records WHERE seq>=? AND session=? AND kind NOT IN ('late', 'passed', 'served')",
                (first, session),
            )
            return fold(records.decode(body).event for (body,) in rows)

    def settled(self) -> str:
        with _problems(self._path):
            return _settled(self._db)

    def sync(self) -> None:
        with _problems(self._path):
            sync_file(self._wal)

    def checkpoint(self, *, restart: bool) -> int:
        """See `toolguard.store.sync.Wal`; on the syncer's thread."""
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


def _settled(db: sqlite3.Connection) -> str:
    """The digest in the newest record of its kind. It is written again now and then, so that it is never far."""
    row = db.execute("SELECT body FROM records WHERE kind='settled' ORDER BY seq DESC LIMIT 1").fetchone()
    event = records.decode(row[0]).event if row else None
    return event.digest if isinstance(event, calls.Settled) else ""


def _told(problem: sqlite3.Error | OSError, path: Path) -> Exception:
    """The problem in the words of this file."""
    codes = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT)
    if _primary(problem) in codes or str(problem).startswith("no such table"):
        return Tampered(
            f"{path} is not a log that ToolGuard wrote, or something else changed it ({problem}): keep it as evidence, "
            "move it away and restart ToolGuard."
        )
    return calls.NotRecorded(_advice(problem, path))


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
        raise calls.NotRecorded(f"The log {path} was written by a newer ToolGuard: install that one again.")
    found = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master")}
    if not ours or found != set(_TABLES):
        raise Tampered(f"{path} is not a log that ToolGuard wrote: keep it as evidence, move it away and restart.")


def _check_tail(db: sqlite3.Connection, path: Path) -> chain.Link:
    """The newest link, after a look at the newest records; the whole log is `LogReader.verify`'s work."""
    newest = db.execute(f"SELECT {_ROW} FROM records ORDER BY seq DESC LIMIT {_TAIL + 1}").fetchall()  # noqa: S608
    newest.reverse()
    if not newest:
        return chain.START
    if len(newest) > _TAIL:
        first = newest.pop(0)
        verifier = chain.Verifier(start=(first[0], first[9] if isinstance(first[9], bytes) else b""))
    else:
        verifier = chain.Verifier()
    _feed(verifier, newest)
    report = verifier.report()
    if not report.ok:
        raise Tampered(
            f"{path} was changed: {report.problem}. Keep it as evidence, move it away and restart ToolGuard."
        )
    return newest[-1][0], newest[-1][9]


def _feed(verifier: chain.Verifier, rows: list[Row]) -> bool:
    for row in rows:
        body, hash = row[8] or b"", row[9] if isinstance(row[9], bytes) else b""
        told = records.head(body)
        if not verifier.feed(row[0], body, hash, told[0] if told else None):
            return False
        if told != row[:8]:
            verifier.blame(row[0], records.difference(row[:8], told))
    return True


class LogReader:
    """The log to read, on a read-only connection of its own: to be made, used and closed in one thread.

    Raises OSError when it cannot be read and `Tampered` when it is no log.
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
        except calls.NotRecorded as problem:
            raise OSError(f"The log {self._path} cannot be read ({problem.__cause__}).") from problem
        except (msgspec.MsgspecError, UnicodeError) as problem:
            raise Tampered(f"{self._path} holds a record that cannot be read: verify the log.") from problem

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

    def settled(self) -> str:
        """The digest of the configuration that the log named last; empty when it named none."""
        with self._reading():
            return _settled(self._db)

    def hash_of(self, seq: int) -> bytes:
        """The hash of record ``seq``; empty when there is none, `chain.GENESIS` for 0."""
        with self._reading():
            row = self._db.execute("SELECT CAST(hash AS BLOB) FROM records WHERE seq=?", (seq,)).fetchone()
        return bytes(row[0]) if row else chain.GENESIS if seq == 0 else b""

    def verify(
        self,
        anchor: chain.Link | None = None,
        progress: Callable[[int], None] = lambda _checked: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> chain.Report:
        """Check every record's text, columns, link and place, and that the log reaches ``anchor``.

        ``progress`` is told how many were checked and ``stop`` asked between every 5,000 records.
        """
        verifier = chain.Verifier(anchor)
        seq, going = -(1 << 63), True
        with self._reading():
            _check_tables(self._db, self._path)
            while going and not stop():
                rows = self._db.execute(
                    f"SELECT {_ROW} FROM records WHERE seq>=? ORDER BY seq LIMIT 5000",  # noqa: S608
                    (seq,),
                ).fetchall()
                if not rows:
                    return verifier.report()
                going, seq = _feed(verifier, rows), rows[-1][0] + 1
                progress(rows[-1][0])
        report = verifier.report()
        return (
            report
            if not report.ok and not going
            else chain.Report(report.checked, False, None, "stopped before the end")
        )

    def _records(self, rest: str, values: list[object]) -> list[Record]:
        with self._reading():
            rows = self._db.execute(f"SELECT CAST(body AS BLOB) FROM records {rest}", values).fetchall()  # noqa: S608
            return [records.decode(body) for (body,) in rows]
