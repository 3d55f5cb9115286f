"""The searchable copy of the log: one row a call, and an index of words. Derived: it can be deleted at any time.

A thread fills it from a read-only connection to the log, a little at a time so that the core's thread does not wait
for it, and makes it anew when it does not belong to the log that it finds.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from toolguard.checkpoint import calls
from toolguard.store import chain, words
from toolguard.store.audit import LogReader, Record, Tampered
from toolguard.store.sync import private_file

_VERSION = 1
"""Raise it with every change of the tables or of what stands in them: an index of another version is made anew."""
_COLUMNS = ("tool", "server", "client", "outcome", "verdict")
"""What is filtered by, the usually rarer first."""
_ENOUGH = 20_000
"""Rows after which a value counts as common."""
_ROW = "seq, time, call, client, server, tool, verdict, decider, outcome, waited, took"
_TABLES = (
    "CREATE TABLE calls(seq INTEGER PRIMARY KEY, time REAL, call TEXT, client TEXT, server TEXT, tool TEXT,"
    " verdict TEXT, decider TEXT, outcome TEXT, waited REAL, took REAL, said INTEGER, latest REAL)",
    "CREATE UNIQUE INDEX of_call ON calls(call)",
    *(f"CREATE INDEX of_{name} ON calls({name})" for name in _COLUMNS),
    # No copy of the text is kept. The rowid is the call's seq times four plus the part's number.
    "CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='unicode61 remove_diacritics 2')",
    "CREATE TABLE place(seq INTEGER, hash BLOB, latest REAL, slack REAL)",
)
_UPSERT = (
    "INSERT INTO calls VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT(seq) DO UPDATE SET verdict=excluded.verdict,"
    " decider=excluded.decider, outcome=excluded.outcome, waited=excluded.waited, took=excluded.took,"
    " said=excluded.said"
)
_BATCH = 200  # records that are read at once
_BREATH = 32  # records between two short sleeps, in which the core's thread gets the interpreter
_COMMIT = 5_000  # records in one transaction while it catches up
_PAUSE = 0.2  # seconds between two looks at a log that grows
_REST = 4  # times as long as it worked, this thread leaves the processor to calls that come meanwhile
_RETRY = 2.0  # seconds after an error


class CallRow(msgspec.Struct, frozen=True):
    """One call as a row of the viewer. ``seq`` is its first record's number; it names and orders the row.

    ``verdict`` is ``allow``, ``deny`` or empty while it is held. ``outcome`` is ``held``, ``allowed``, ``running``,
    ``denied``, ``withdrawn``, ``cancelled``, ``lost`` or a `calls.Outcome`. ``waited`` and ``took`` are seconds.
    """

    seq: int
    time: float
    call: str
    client: str
    server: str
    tool: str
    verdict: str = ""
    by: str = ""
    outcome: str = ""
    waited: float = 0.0
    took: float = 0.0


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """Which calls to show; an empty text and None match all. Times are seconds since the epoch, ends included."""

    text: str = ""
    client: str = ""
    server: str = ""
    tool: str = ""
    verdict: str = ""
    outcome: str = ""
    since: float | None = None
    until: float | None = None


class _Growing(msgspec.Struct):
    """A row of the table while records are folded into it."""

    seq: int
    time: float
    call: str
    client: str
    server: str
    tool: str
    verdict: str
    decider: str
    outcome: str
    waited: float
    took: float
    said: int
    """A bit for each part of its text that is in the index of words."""
    latest: float
    """The latest time of this and all older calls."""

    def take(self, event: calls.Event) -> None:
        """Change the row by one more event of its call."""
        match event:
            case calls.Decided():
                self.verdict, self.decider, self.waited = event.verdict, event.by, event.waited
                self.outcome = "allowed" if event.verdict == "allow" else "denied"
            case calls.Forwarded():
                self.outcome = "running"
            case calls.Returned():
                self.outcome, self.took = event.outcome, event.took
            case calls.Withdrawn():
                self.outcome = "withdrawn"
            case calls.Cancelled():
                self.outcome = "cancelled"
            case calls.Lost():
                self.outcome = "lost"


_OF_A_CALL = (
    calls.Asked | calls.Decided | calls.Forwarded | calls.Returned | calls.Withdrawn | calls.Cancelled | calls.Lost
)


class Builder:
    """Folds the log into the index, step by step. Lives in one thread; raises ``sqlite3.Error`` for its own file."""

    def __init__(self, log: LogReader, path: Path) -> None:
        """Open the index, or make it anew when it is missing, broken, of another version or of another log."""
        self._log = log
        self._open(path)
        if not self._fits():
            self._db.close()
            remove(path)
            self._open(path)
            self._create()
        self._db.execute("PRAGMA synchronous=NORMAL")

    def _open(self, path: Path) -> None:
        private_file(path)
        self._db = sqlite3.connect(path, timeout=5, isolation_level=None)
        self.seq, self._hash = chain.START
        self._latest = self._slack = 0.0

    def _create(self) -> None:
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("BEGIN IMMEDIATE")
        for statement in _TABLES:
            self._db.execute(statement)
        self._db.execute("INSERT INTO place VALUES(?,?,0,0)", chain.START)
        self._db.execute(f"PRAGMA user_version={_VERSION}")
        self._db.execute("COMMIT")

    def _fits(self) -> bool:
        """Whether it was made by this version from this very log; then it goes on from its place."""
        try:
            found = {sql for (sql,) in self._db.execute("SELECT sql FROM sqlite_master")}
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version != _VERSION or not found.issuperset(_TABLES):
                return False
            place = self._db.execute("SELECT seq, hash, latest, slack FROM place").fetchone()
        except sqlite3.DatabaseError as problem:
            if isinstance(problem, sqlite3.OperationalError):
                raise  # locked, or a disk error: it may be right for all that
            return False
        if place is None or self._log.hash_of(place[0]) != place[1]:
            return False
        self.seq, self._hash, self._latest, self._slack = place
        return True

    def close(self) -> None:
        self._db.close()

    def catch_up(
        self, stop: Callable[[], bool] = lambda: False, rest: Callable[[float], None] = lambda _worked: None
    ) -> int:
        """Fold all records that are not in the index yet; how many these were.

        ``rest`` is called after each batch with the seconds that it took.
        """
        done = 0
        while not stop():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                folded = self._some(stop, rest)
                self._db.execute("UPDATE place SET seq=?, hash=?, latest=?, slack=?",
                                 (self.seq, self._hash, self._latest, self._slack))  # fmt: skip
            except BaseException:
                with suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
            done += folded
            if folded < _COMMIT:
                break
        return done

    def _some(self, stop: Callable[[], bool], rest: Callable[[float], None]) -> int:
        folded = 0
        while folded < _COMMIT and not stop():
            began = time.monotonic()
            batch = self._log.after(self.seq, _BATCH)
            if not batch:
                break
            self._fold(batch)
            folded += len(batch)
            rest(time.monotonic() - began)
        return folded

    def _fold(self, batch: list[tuple[Record, bytes]]) -> None:
        rows: dict[str, _Growing] = {}
        parts: list[words.Part] = []
        for number, (record, _) in enumerate(batch, 1):
            event = record.event
            if event.call and isinstance(event, _OF_A_CALL):
                row = rows.get(event.call) or self._row(record, event)
                rows[event.call] = row
                row.take(event)
                part = words.part(event)
                if part and not row.said >> part[0] & 1:
                    row.said |= 1 << part[0]
                    parts.append((row.seq * words.PARTS + part[0], part[1]))
            if number % _BREATH == 0:
                time.sleep(0.0003)
        self._db.executemany(_UPSERT, [msgspec.structs.astuple(row) for row in rows.values()])
        self._db.executemany("INSERT INTO words(rowid, text) VALUES(?,?)", sorted(parts))
        newest, self._hash = batch[-1]
        self.seq = newest.seq

    def _row(self, record: Record, event: _OF_A_CALL) -> _Growing:
        found = self._db.execute("SELECT * FROM calls WHERE call=?", (event.call,)).fetchone()
        if found:
            return _Growing(*found)
        self._slack = max(self._slack, self._latest - record.time)
        self._latest = max(self._latest, record.time)
        return _Growing(
            record.seq, record.time, event.call, event.client, event.server, event.tool, "", "", "held", 0.0, 0.0, 0,
            self._latest,
        )  # fmt: skip


def remove(path: Path) -> None:
    """Delete an index. Who still reads it goes on with the old one until its next question."""
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)


class Indexer:
    """The thread that keeps the index up with the log. It sleeps until it is poked."""

    def __init__(self, log: Path, path: Path, on_change: Callable[[], None] = lambda: None) -> None:
        """``on_change`` is called on the thread after the index took records in, and when ``trouble`` changed."""
        self._log_path = log
        self._path = path
        self._on_change = on_change
        self._news = threading.Event()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="toolguard-index", daemon=True)
        self.trouble = ""
        """One sentence, why searching is behind, or empty."""

    def start(self) -> None:
        self._news.set()
        self._thread.start()

    def poke(self) -> None:
        """The log has new records. Cheap, from any thread."""
        if not self._news.is_set():
            self._news.set()

    def stop(self) -> None:
        """End the thread and wait for it: some milliseconds."""
        self._stopped.set()
        self._news.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._work()
                return
            except (sqlite3.Error, OSError, Tampered) as problem:
                if getattr(problem, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                    remove(self._path)
                self._tell(f"The search index {self._path} is not up to date: {problem}")
            self._stopped.wait(_RETRY)

    def _work(self) -> None:
        log = LogReader(self._log_path)
        try:
            builder = Builder(log, self._path)
            try:
                self._follow(builder)
            finally:
                builder.close()
        finally:
            log.close()

    def _follow(self, builder: Builder) -> None:
        while not self._stopped.is_set():
            self._news.wait()
            self._news.clear()
            began = time.monotonic()
            if builder.catch_up(self._stopped.is_set, self._breathe):
                self._on_change()
            self._tell("")
            self._stopped.wait(max(_PAUSE, _REST * (time.monotonic() - began)))

    def _breathe(self, worked: float) -> None:
        """Leave the processor to the calls while more of them come: this thread takes turns with theirs."""
        if self._news.is_set():
            self._stopped.wait(_REST * worked)

    def _tell(self, trouble: str) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._on_change()


class IndexReader:
    """Questions to the index, newest first; without an index, empty. To be made, used and closed in one thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db: sqlite3.Connection | None = None
        self._file = (0, 0)

    def close(self) -> None:
        if self._db:
            self._db.close()
            self._db = None

    def indexed(self) -> int:
        """The number of the newest record that the index knows of."""
        return next((int(seq) for (seq,) in self._ask("SELECT seq FROM place", [])), 0)

    def page(self, filter: Filter | None = None, before: int | None = None, limit: int = 200) -> list[CallRow]:
        """Up to ``limit`` calls that match and are older than the call ``before``."""
        rows: list[CallRow] = []
        for found in self._matching(_ROW, filter or Filter(), before, limit):
            rows.append(CallRow(*found))
            if len(rows) == limit:
                break
        return rows

    def ids(self, filter: Filter | None = None, before: int | None = None, limit: int = 20_000) -> array[int]:
        """The ``seq`` of up to ``limit`` calls that match; the next ones with ``before`` set to the last of these."""
        found = array("q")
        for (seq,) in self._matching("seq", filter or Filter(), before, limit):
            found.append(seq)
            if len(found) == limit:
                break
        return found

    def rows(self, seqs: Sequence[int]) -> list[CallRow]:
        """The calls of these numbers, in the order asked for; what is not there is left out."""
        marks = ",".join("?" * len(seqs))
        found = {row[0]: row for row in self._ask(f"SELECT {_ROW} FROM calls WHERE seq IN ({marks})", list(seqs))}  # noqa: S608
        return [CallRow(*found[seq]) for seq in seqs if seq in found]

    def count(self, filter: Filter | None = None) -> int:
        """How many calls match."""
        filter = filter or Filter()
        sql, values = self._sql("seq", filter, None)
        what = "count(DISTINCT seq)" if filter.text else "count(*)"
        return next((int(count) for (count,) in self._ask(f"SELECT {what} FROM ({sql})", values)), 0)  # noqa: S608

    def values(self, column: str) -> list[str]:
        """The different values of ``client``, ``server``, ``tool``, ``verdict`` or ``outcome``, sorted."""
        if column not in _COLUMNS:
            raise ValueError(f"no such column: {column}")
        sql = (  # jumps from value to value in the index: a DISTINCT would read all of it
            f"WITH RECURSIVE next(value) AS (SELECT min({column}) FROM calls UNION ALL "  # noqa: S608
            f"SELECT (SELECT min({column}) FROM calls WHERE {column} > value) FROM next WHERE value IS NOT NULL) "
            "SELECT value FROM next WHERE value <> ''"
        )
        return [str(value) for (value,) in self._ask(sql, [])]

    def _matching(self, what: str, filter: Filter, before: int | None, limit: int) -> Iterator[Any]:
        """Rows of a question, each call once. One call's texts stand side by side in the index of words."""
        sql, values = self._sql(what, filter, before)
        if not filter.text:
            yield from self._ask(f"{sql} ORDER BY seq DESC LIMIT ?", [*values, limit])
            return
        last = None
        for row in self._ask(f"{sql} ORDER BY words.rowid DESC", values):
            if row[0] != last:
                yield row
            last = row[0]

    def _sql(self, what: str, filter: Filter, before: int | None) -> tuple[str, list[Any]]:
        parts, values = ["1"], list[Any]()
        leading = "" if filter.text else self._rarest(filter)
        for name in _COLUMNS:
            if value := getattr(filter, name):
                parts.append(f"{'' if name == leading else '+'}{name}=?")  # a plus keeps SQLite from its index
                values.append(value)
        low, high = self._bounds(filter)
        high = min(high, before) if before is not None else high
        for sign, moment in ((">=", filter.since), ("<=", filter.until)):
            if moment is not None:
                parts.append(f"time{sign}?")
                values.append(moment)
        if not filter.text:
            return f"SELECT {what} FROM calls WHERE {' AND '.join(parts)} AND seq>=? AND seq<?", [*values, low, high]  # noqa: S608
        names = [words.phrase(name) for name in (filter.client, filter.server, filter.tool) if name]
        wanted = " AND ".join([*names, words.query(filter.text)])
        sql = (
            f"SELECT {what} FROM words CROSS JOIN calls ON seq = words.rowid / {words.PARTS} WHERE words MATCH ?"  # noqa: S608
            f" AND words.rowid>=? AND words.rowid<? AND {' AND '.join(parts)}"
        )
        return sql, [wanted, low * words.PARTS, min(high, 1 << 60) * words.PARTS, *values]

    def _rarest(self, filter: Filter) -> str:
        """The column whose value stands in the fewest rows: its index is the one to go through."""
        given = [name for name in _COLUMNS if getattr(filter, name)]
        if len(given) < 2:
            return "".join(given)
        counts = {}
        for name in given:
            sql = f"SELECT count(*) FROM (SELECT 1 FROM calls WHERE {name}=? LIMIT {_ENOUGH})"  # noqa: S608
            counts[name] = next((count for (count,) in self._ask(sql, [getattr(filter, name)])), 0)
        return min(given, key=counts.__getitem__)

    def _bounds(self, filter: Filter) -> tuple[int, int]:
        """Between which numbers the times asked for lie. ``latest`` never falls, even where the clock went back."""
        low, high = 0, 1 << 60
        if filter.since is not None:
            low = self._first_from(filter.since)
        if filter.until is not None:
            slack = next((slack for (slack,) in self._ask("SELECT slack FROM place", [])), 0.0)
            high = self._first_from(filter.until + slack, beyond=True)
        return low, high

    def _first_from(self, moment: float, *, beyond: bool = False) -> int:
        """The first call at or (``beyond``) after ``moment`` by its ``latest``, found by halving."""
        newest = next((seq for (seq,) in self._ask("SELECT max(seq) FROM calls", [])), None)
        low, high = 0, (newest or 0) + 1
        while low < high:
            middle = (low + high) // 2
            found = next(self._ask("SELECT seq, latest FROM calls WHERE seq>=? ORDER BY seq LIMIT 1", [middle]), None)
            if found is None or found[1] > moment or (found[1] == moment and not beyond):
                high = middle
            else:
                low = found[0] + 1
        return low

    def _ask(self, sql: str, values: list[Any]) -> Iterator[Any]:
        with self._connected() as db:
            if db:
                yield from db.execute(sql, values)

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection | None]:
        """A connection to the index as it now is; none while there is none. Raises OSError."""
        try:
            stat = self._path.stat()
            if self._file != (stat.st_dev, stat.st_ino):
                self.close()
                self._file = (stat.st_dev, stat.st_ino)
            if self._db is None:
                uri = f"{self._path.absolute().as_uri()}?mode=ro"
                self._db = sqlite3.connect(uri, uri=True, timeout=1, isolation_level=None)
            made = self._db.execute("PRAGMA user_version").fetchone()[0] == _VERSION
            yield self._db if made else None
        except FileNotFoundError:
            self.close()
            yield None
        except sqlite3.Error as problem:
            self.close()
            raise OSError(
                f"The search index {self._path} cannot be read ({problem}): it is made anew soon."
            ) from problem


def follow(path: Path) -> Path:
    """Where the index of the log at ``path`` lies: ``audit.db`` has ``audit-index.db`` beside it."""
    return path.with_name(f"{path.stem}-index{os.path.splitext(path.name)[1]}")  # noqa: PTH122
