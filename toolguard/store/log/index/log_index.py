"""Index of the log: one row per call, and an index of words. It is derived and can be deleted at any time.

A thread fills it from a read-only connection to the log, in small steps so that the core's thread does not wait. It
rebuilds an index that belongs to another log.
"""

from __future__ import annotations

import functools
import logging
import sqlite3
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from toolguard.gate.approver import Approver
from toolguard.gate.texts import coded, from_wire
from toolguard.store.atomic_write import is_disk_full
from toolguard.store.log import client_history, records
from toolguard.store.log.audit_log import LogReader, TamperedError
from toolguard.store.log.index import fts_text
from toolguard.store.log.index.builder import COLUMNS
from toolguard.store.log.index.builder import IndexBuilder as IndexBuilder
from toolguard.store.log.index.connection import NO_FILE, file_id, open_database
from toolguard.store.log.index.connection import remove as remove
from toolguard.store.log.index.lookup import VERSION
from toolguard.store.log.index.lookup import follow as follow

_log = logging.getLogger(__name__)
_COMMON_VALUE_ROWS = 20_000
"""Rows from which a value counts as common."""
_COMMON_WORD_ROWS = 2_000
"""Rows from which words count as common."""
_OPENINGS, _REOPEN_DELAY = 5, 0.02
_TEMPORARY_ERRORS = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL)
"""Attempts to open an index that cannot be read at the moment, and the seconds between them."""
_MAX_PREFIX_TERMS = 16
"""Maximum terms that replace a prefix."""
_ROW_COLUMNS = (
    "seq, time, ifnull(call, ''), client, server, tool, verdict, decider, outcome, waited, took, kind, approver,"
    " details"
)
_MEMBERS = {"decider": "by"}
"""Columns of `CallFilter` members with other names."""
_DIRECTIONS = ("ASC", "DESC")
_CHECK_INTERVAL = 0.2  # seconds between two checks of a growing log
_EXISTENCE_CHECK_INTERVAL = 5.0  # seconds between two checks that the index still exists
_QUIET_TIME = 0.02  # seconds without a new record that count as a pause between calls
_MAX_DELAY = 2.0  # seconds that new records wait for such a pause
_IDLE_FACTOR = 10  # pause after each batch, as a multiple of its processor time, if calls arrive meanwhile
_RETRY_DELAY = 2.0  # seconds after an error


class CallRow(msgspec.Struct, frozen=True):
    """One call as a row of the viewer. ``seq`` is its first record's number; it names and orders the row.

    ``verdict`` is ``allow``, ``deny``, or empty while it is pending. ``outcome`` is ``held``, ``allowed``, ``running``,
    ``denied``, ``deferred``, ``decision_deferred``, ``withdrawn``, ``cancelled``, ``unknown`` (whether it ran is
    unknown) or a `model.Outcome`. ``waited`` and ``took`` are seconds.
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
    kind: str = "call"
    """``call``, or the kind of a record that belongs to no call; then ``call`` is empty."""
    approver: str = ""
    """Origin of a person's decision: an `Approver` as JSON; empty if none was recorded."""
    details: tuple[str, ...] = ()
    """Name and value of a call's main argument (`main_member`), or texts about such a record."""

    @property
    def detail(self) -> str:
        """`details` as one English line."""
        return " · ".join(self.details)


class CallFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Selects calls; an empty text and None match all. Times are seconds since the epoch, inclusive."""

    text: str = ""
    client: str = ""
    server: str = ""
    tool: str = ""
    verdict: str = ""
    outcome: str = ""
    by: str = ""
    """Who decided: ``person``, ``rule <id>``, …"""
    kind: str = "call"
    """``call``, a kind of record that belongs to no call, or empty for all of these."""
    since: float | None = None
    until: float | None = None


class Verdicts(NamedTuple):
    """Which calls are denied, and which are not decided, newest first."""

    denied: array[int]
    undecided: array[int]


class IndexThread:
    """Thread that keeps the index up to date with the log. It sleeps until `poke`."""

    def __init__(self, log: Path, path: Path) -> None:
        self._log_path = log
        self._path = path
        self._on_trouble: Callable[[], object] = lambda: None
        self._news = threading.Event()
        self._delayed_until = 0.0  # by the monotonic clock: new records have waited long enough then
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="toolguard-index", daemon=True)
        self.trouble = ""
        """Why searching is behind, as one sentence, or empty."""
        self.newest = 0
        """Number of the newest indexed record; 0 before the first check."""

    def start(self, on_trouble: Callable[[], object] = lambda: None) -> None:
        """``on_trouble`` is called on the thread when ``trouble`` has changed."""
        self._on_trouble = on_trouble
        self._news.set()
        self._thread.start()

    def poke(self) -> None:
        """Signal new records. Cheap, from any thread."""
        if not self._news.is_set():
            self._news.set()

    def stop(self) -> None:
        """Stop the thread and wait for it, some milliseconds."""
        self._stopped.set()
        self._news.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._work()
                continue
            except (sqlite3.Error, OSError, TamperedError) as problem:
                self._report_trouble(self._trouble_of(problem))
            except Exception:  # noqa: BLE001 - ours, logged: whoever waits for the index is told
                _log.exception("the index cannot be brought up to date")
                self._report_trouble(
                    coded("store.search_index_not_up", path=self._path, reason=coded("store.our_fault"))
                )
            self._stopped.wait(_RETRY_DELAY)
            self._news.set()  # what failed is tried again, also if nothing else happens

    def _trouble_of(self, problem: Exception) -> str:
        """Return what a failed attempt means for the person. Removes a damaged index, so that it is rebuilt."""
        code = _code(problem)
        if code == sqlite3.SQLITE_BUSY:
            before, self.newest = self.newest, self._indexed()
            return coded("store.search_index_locked", path=self._path) if self.newest <= before else ""
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            try:
                remove(self._path)
            except OSError as refusal:
                problem = refusal
        if code == sqlite3.SQLITE_FULL or is_disk_full(problem):
            return coded("store.search_index_disk_full", path=self._path)
        reason = isinstance(problem, OSError) and problem.strerror
        return coded("store.search_index_not_up", path=self._path, reason=reason or problem)

    def _indexed(self) -> int:
        """Return the number of the newest indexed record, which another process may have added; 0 if unknown."""
        try:
            with closing(IndexReader(self._path)) as reader:
                return reader.indexed()
        except OSError:
            return 0

    def _work(self) -> None:
        log = LogReader(self._log_path)
        try:
            builder = IndexBuilder(log, self._path)
            try:
                self._follow(builder)
            finally:
                builder.close()
        finally:
            log.close()

    def _follow(self, builder: IndexBuilder) -> None:
        self.newest = builder.seq
        while not self._stopped.is_set():
            self._news.wait(_EXISTENCE_CHECK_INTERVAL)
            self._delayed_until = time.monotonic() + _MAX_DELAY
            if not builder.is_in_place():
                self._news.set()  # deleted: rebuilt immediately
                return
            more = True
            while more:
                self._wait_for_pause()
                _, more = builder.add_some(self._stopped.is_set, self._yield_thread, interrupted=self._is_interrupted)
                self.newest = builder.seq
                self._report_trouble("")
            self._stopped.wait(_CHECK_INTERVAL)

    def _wait_for_pause(self) -> None:
        """Wait until no more calls arrive, because this thread competes with theirs; not too long."""
        while self._is_interrupted():
            self._news.clear()
            self._stopped.wait(_QUIET_TIME)
        self._news.clear()

    def _is_interrupted(self) -> bool:
        """Return whether calls arrive and the records may still wait for a pause between them."""
        return self._news.is_set() and time.monotonic() < self._delayed_until

    def _yield_thread(self, worked: float) -> None:
        """Yield the processor while more calls arrive, because this thread competes with theirs."""
        if self._news.is_set():
            self._stopped.wait(_IDLE_FACTOR * worked)

    def _report_trouble(self, trouble: str) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._on_trouble()


class IndexReader:
    """Queries of the index, newest first; empty without an index. Create, use and close it in one thread."""

    def __init__(self, path: Path, probes: int = 1_000) -> None:
        """``probes``: maximum calls with a rare value that are checked one by one for a common word."""
        self._path = path
        self._probes = probes
        self._db: sqlite3.Connection | None = None
        self._file = NO_FILE

    def close(self) -> None:
        """Close the database. Idempotent; the next query opens it again."""
        if self._db:
            self._db.close()
            self._db = None

    def indexed(self) -> int:
        """Return the number of the newest indexed record; 0 if there is none."""
        return next((seq for (seq,) in self._ask("SELECT seq FROM place", [], tuple[int])), 0)

    def page(self, filter: CallFilter | None = None, before: int | None = None, limit: int = 200) -> list[CallRow]:
        """Return up to ``limit`` matching calls older than the call ``before``."""
        rows: list[CallRow] = []
        for values in self._matching(_ROW_COLUMNS, filter or CallFilter(), before, limit, _members(CallRow)):
            rows.append(_row(values))
            if len(rows) == limit:
                break
        return rows

    def ids(self, filter: CallFilter | None = None, before: int | None = None, limit: int = 20_000) -> array[int]:
        """Return the ``seq`` of up to ``limit`` matching calls; continue with ``before`` set to the last one."""
        filter = filter or CallFilter()
        if not filter.text:
            return self._ids_in_one_step(filter, before, limit)
        seqs = array("q")
        for (seq,) in self._matching("seq", filter, before, limit):
            seqs.append(seq)
            if len(seqs) == limit:
                break
        return seqs

    def _ids_in_one_step(self, filter: CallFilter, before: int | None, limit: int) -> array[int]:
        """Like `ids`, but in one step of SQLite, so that the Qt thread keeps the interpreter."""
        sql, values = self._sql("seq", filter, before)
        whole = f"SELECT group_concat(seq) FROM ({sql} ORDER BY seq DESC LIMIT ?)"  # noqa: S608
        return _numbers(next((text for (text,) in self._ask(whole, [*values, limit])), None))

    def verdicts(self, seqs: Sequence[int]) -> Verdicts:
        """Return which of these calls are denied now, and which are not decided; in one step of SQLite, like `ids`."""
        sql = (
            "SELECT group_concat(CASE verdict WHEN 'deny' THEN seq END),"
            " group_concat(CASE verdict WHEN '' THEN seq END)"
            " FROM json_each(?) AS one CROSS JOIN calls ON seq=one.value WHERE verdict<>'allow' AND kind='call'"
        )
        rows = self._ask(sql, [msgspec.json.encode(list(seqs)).decode()], tuple[str | None, str | None])
        denied, undecided = next(rows, ("", ""))
        return Verdicts(_numbers(denied), _numbers(undecided))

    def rows(self, seqs: Sequence[int]) -> list[CallRow]:
        """Return the calls with these numbers, in that order, without missing ones."""
        marks = ",".join("?" * len(seqs))
        sql = f"SELECT {_ROW_COLUMNS} FROM calls WHERE seq IN ({marks})"  # noqa: S608
        by_seq = {row[0]: row for row in self._ask(sql, list(seqs), _members(CallRow))}
        return [_row(by_seq[seq]) for seq in seqs if seq in by_seq]

    def count(self, filter: CallFilter | None = None) -> int:
        """Return how many calls match."""
        filter = filter or CallFilter()
        sql, values = self._sql("seq", filter, None)
        columns = "count(DISTINCT seq)" if filter.text else "count(*)"
        return next((int(count) for (count,) in self._ask(f"SELECT {columns} FROM ({sql})", values)), 0)  # noqa: S608

    def clients(self) -> list[client_history.ClientSeen]:
        """Return every chat client in the log, most recent first."""
        rows = self._ask(client_history.SELECT_CLIENTS, [client_history.MAX_ROWS], _members(client_history.ClientSeen))
        return [client_history.ClientSeen(*row) for row in rows]

    def releases(self) -> list[client_history.SecretUsage]:
        """Return where each secret was released, most recent first."""
        rows = self._ask(
            client_history.SELECT_RELEASES, [client_history.MAX_ROWS], _members(client_history.SecretUsage)
        )
        return [client_history.SecretUsage(*row) for row in rows]

    def values(self, column: str) -> list[str]:
        """Return the distinct values of one of `builder.COLUMNS` in what clients did, sorted."""
        if column not in COLUMNS:
            raise ValueError(f"no such column: {column}")
        sql = (  # jumps from value to value in the index; DISTINCT would read all of it
            f"WITH RECURSIVE next(value) AS (SELECT min({column}) FROM calls WHERE {column} > '' AND client > '' "  # noqa: S608
            f"UNION ALL SELECT (SELECT min({column}) FROM calls WHERE {column} > value AND client > '') "
            "FROM next WHERE value IS NOT NULL) SELECT value FROM next WHERE value IS NOT NULL"
        )
        return [str(value) for (value,) in self._ask(sql, [])]

    def _matching(
        self, columns: str, filter: CallFilter, before: int | None, limit: int, type: Any = Any
    ) -> Iterator[Any]:
        """Yield the rows of a query, each call once, newest first."""
        if not filter.text:
            sql, values = self._sql(columns, filter, before)
            yield from self._ask(f"{sql} ORDER BY seq DESC LIMIT ?", [*values, limit], type)
            return
        rare = self._rare(filter)
        if rare and self._are_common(self._match_expression(filter)):
            seqs = self._newest_of(rare, filter, before)
            yield from self._with_words(columns, seqs, filter, type)
            if len(seqs) < self._probes:
                return
            before = seqs[-1]
        sql, values = self._sql(columns, filter, before)
        last = None
        for row in self._ask(f"{sql} ORDER BY words.rowid DESC", values, type):
            if row[0] != last:  # the texts of one call are adjacent in the index of words
                yield row
            last = row[0]

    def _newest_of(self, rare: str, filter: CallFilter, before: int | None) -> list[int]:
        """Return the newest calls that match all filters but the text. ``rare`` is the column to search by."""
        parts, values = self._conditions(filter, before, rare)
        sql = f"SELECT seq FROM calls WHERE {parts} ORDER BY seq DESC LIMIT {self._probes}"  # noqa: S608
        return [seq for (seq,) in self._ask(sql, values, tuple[int])]

    def _with_words(self, columns: str, seqs: list[int], filter: CallFilter, type: Any) -> Iterator[Any]:
        """Return those of ``seqs`` whose text matches. A common word has many more rows to read."""
        sql = (
            f"SELECT {columns} FROM json_each(?) AS one CROSS JOIN calls ON seq=one.value WHERE EXISTS"  # noqa: S608
            " (SELECT 1 FROM words WHERE words MATCH ?"
            f" AND words.rowid>=seq*{fts_text.PARTS} AND words.rowid<(seq+1)*{fts_text.PARTS})"
        )
        return self._ask(sql, [msgspec.json.encode(seqs).decode(), fts_text.query(filter.text, self._terms)], type)

    def _are_common(self, text: str) -> bool:
        """Return whether at least `_COMMON_WORD_ROWS` rows match. False for a prefix: FTS5 reads all its rows."""
        if text.endswith("*"):
            return False
        sql = f"SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT {_COMMON_WORD_ROWS})"  # noqa: S608
        return next((count == _COMMON_WORD_ROWS for (count,) in self._ask(sql, [text], tuple[int])), False)

    def _match_expression(self, filter: CallFilter) -> str:
        """Return the FTS5 query for a filter. Each row has the names of its call, too."""
        names = [fts_text.phrase(name) for name in (filter.client, filter.server, filter.tool) if name]
        return " AND ".join([*names, fts_text.query(filter.text, self._terms)])

    def _terms(self, start: str) -> list[str]:
        """Return the terms that begin with ``start`` (lower-case ASCII), or none if they exceed `_MAX_PREFIX_TERMS`."""
        terms, least = list[str](), start
        for _ in range(_MAX_PREFIX_TERMS + 1):
            (term,) = next(self._ask("SELECT term FROM temp.terms WHERE term>=? LIMIT 1", [least], tuple[str]), ("",))
            if not term.startswith(start):
                return terms
            terms.append(term)
            least = f"{term}\x01"  # the end of the range: a term has no control characters
        return []

    def _sql(self, columns: str, filter: CallFilter, before: int | None) -> tuple[str, list[Any]]:
        if not filter.text:
            parts, values = self._conditions(filter, before, self._rarest(filter))
            return f"SELECT {columns} FROM calls WHERE {parts}", values  # noqa: S608
        parts, values = self._conditions(filter, before)
        low, high = values[-2:]
        sql = (
            f"SELECT {columns} FROM words CROSS JOIN calls ON seq = words.rowid / {fts_text.PARTS} WHERE words MATCH ?"  # noqa: S608
            f" AND words.rowid>=? AND words.rowid<? AND {parts}"
        )
        rare = self._rare(filter)
        if rare:  # a common word is searched among these few rows, instead of looking up each of its rows
            sql += f" AND words.rowid / {fts_text.PARTS} IN (SELECT seq FROM calls WHERE {rare}=?)"  # noqa: S608
            values.append(_column_values(filter)[rare])
        return sql, [self._match_expression(filter), low * fts_text.PARTS, high * fts_text.PARTS, *values]

    def _conditions(self, filter: CallFilter, before: int | None, leading: str = "") -> tuple[str, list[Any]]:
        """Return a WHERE clause that uses only the index of ``leading``, and its values, ``seq`` bounds last."""
        parts, values = ["1"], list[Any]()
        for name, value in _column_values(filter).items():
            parts.append(f"{'' if name == leading else '+'}{name}=?")  # a plus keeps SQLite from its index
            values.append(value)
        for sign, moment in ((">=", filter.since), ("<=", filter.until)):
            if moment is not None:
                parts.append(f"time{sign}?")
                values.append(moment)
        low, high = self._bounds(filter)
        high = min(high, before) if before is not None else high
        return f"{' AND '.join(parts)} AND seq>=? AND seq<?", [*values, low, high]

    def _rarest(self, filter: CallFilter) -> str:
        """Return the column whose value occurs in the fewest rows, whose index is then used."""
        values = _column_values(filter)
        if len(values) < 2:
            return "".join(values)
        counts = {name: self._count_of(name, value) for name, value in values.items()}
        return min(values, key=counts.__getitem__)

    def _rare(self, filter: CallFilter) -> str:
        """Return a column whose value occurs in few rows, or empty."""
        values = {name: value for name, value in _column_values(filter).items() if value != "call"}
        return next((name for name, value in values.items() if self._count_of(name, value) < _COMMON_VALUE_ROWS), "")

    def _count_of(self, name: str, value: str) -> int:
        """Return in how many rows a value occurs, counted up to `_COMMON_VALUE_ROWS`."""
        sql = f"SELECT count(*) FROM (SELECT 1 FROM calls WHERE {name}=? LIMIT {_COMMON_VALUE_ROWS})"  # noqa: S608
        return next((count for (count,) in self._ask(sql, [value])), 0)

    def _bounds(self, filter: CallFilter) -> tuple[int, int]:
        """Return the range of numbers for a time range. ``latest`` never decreases, even if the clock went back."""
        low, high = 0, 1 << 60
        if filter.since is not None:
            low = self._first_from(filter.since)
        if filter.until is not None:
            slack = next((slack for (slack,) in self._ask("SELECT slack FROM place", [], tuple[float])), 0.0)
            high = self._first_from(filter.until + slack, beyond=True)
        return low, high

    def span(self) -> tuple[float, float] | None:
        """Return the times of the oldest and the latest row; None if there is none."""
        with self._connected() as db:
            first, last = _ends(db) if db else (None, None)
            return (first[1], last[1]) if first and last else None

    def edges(self, moments: Sequence[float]) -> list[int]:
        """Return, for each of these ascending times, the number of the first row from then on; `ids` are counted by
        these.

        If the clock was set back, a row counts with the latest time before it.
        """
        with self._connected() as db:
            if db is None:
                return [0 for _ in moments]
            seqs, low, span = list[int](), 0, _ends(db)
            for moment in moments:
                low = _first_from(db, span, moment, low=low)
                seqs.append(low)
            return seqs

    def _first_from(self, moment: float, *, beyond: bool = False) -> int:
        with self._connected() as db:
            return 0 if db is None else _first_from(db, _ends(db), moment, beyond=beyond)

    def _ask(self, sql: str, values: list[Any], type: Any = Any) -> Iterator[Any]:
        """Return rows of ``type``. Other data is damage: SQLite accepts any type from another program."""
        with self._connected() as db, suppress(UnicodeEncodeError):  # the index has no unpaired surrogates
            if db:
                yield from (msgspec.convert(row, type) for row in db.execute(sql, values))

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection | None]:
        """Return a connection to the current index; None if there is none. Raises OSError."""
        try:
            yield self._current()
        except FileNotFoundError:
            self.close()
            yield None
        except sqlite3.Error as problem:
            if _code(problem) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise self._removed(problem) from problem
            self.close()
            raise OSError(coded("store.search_index_not_readable", path=self._path, reason=problem)) from problem
        except msgspec.ValidationError as problem:
            raise self._removed(problem) from problem

    def _current(self) -> sqlite3.Connection | None:
        """Open the index if it is new; None if it has another version. Raises FileNotFoundError and `sqlite3.Error`.

        An index that is created, closed or replaced at this moment cannot be read for some milliseconds.
        """
        attempt = 0
        while True:
            try:
                if self._db is not None and self._file != file_id(self._path):
                    self.close()
                db = self._db = self._db or self._opened()
                return db if db.execute("PRAGMA user_version").fetchone()[0] == VERSION else None
            except sqlite3.Error as problem:
                self.close()
                attempt += 1
                if attempt == _OPENINGS or _code(problem) not in _TEMPORARY_ERRORS:
                    raise
                time.sleep(_REOPEN_DELAY)

    def _opened(self) -> sqlite3.Connection:
        db, self._file = open_database(self._path, timeout=1, read_only=True)
        try:
            db.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, words, instance)")
        except sqlite3.Error:
            db.close()
            raise
        return db

    def _removed(self, problem: Exception) -> OSError:
        """Remove a damaged index, which its owner notices and rebuilds; return the error to raise."""
        self.close()
        remove(self._path)
        return OSError(coded("store.search_index_cannot_read", path=self._path, reason=problem))


def _code(problem: Exception) -> int:
    """Return SQLite's primary result code; 0 for another error."""
    code: int = getattr(problem, "sqlite_errorcode", 0)
    return code & 0xFF


def _numbers(text: str | None) -> array[int]:
    """Return the numbers of a ``group_concat``, highest first."""
    return array("q", sorted(map(int, text.split(",")), reverse=True)) if text else array("q")


@functools.cache
def _members(row: type[msgspec.Struct]) -> Any:
    """Return the types of a row's columns, in order."""
    types = (_COLUMN_TYPES.get(field.name, field.type) for field in msgspec.structs.fields(row))
    return tuple[tuple(types)]  # type: ignore[misc]


_COLUMN_TYPES = {"time": records.Time, "first": records.Time, "last": records.Time, "details": str}


def _row(columns: Sequence[Any]) -> CallRow:
    """Return a row for the values of `_ROW_COLUMNS`."""
    return CallRow(*(*columns[:-2], _origin(columns[-2]), _texts(columns[-1])))


def _origin(approver: str) -> str:
    """Return the `Approver` in a column; nothing for what another program wrote."""
    try:
        return msgspec.json.encode(msgspec.json.decode(approver, type=Approver)).decode() if approver else ""
    except (msgspec.MsgspecError, RecursionError):
        return ""


def _texts(details: str) -> tuple[str, ...]:
    """Return the texts in a column; nothing for what another program wrote."""
    try:
        texts = map(from_wire, msgspec.json.decode(details, type=list[Any])) if details else ()
    except (msgspec.MsgspecError, RecursionError):
        return ()
    return tuple(filter(None, texts))


def _column_values(filter: CallFilter) -> dict[str, str]:
    """Return the column values of a filter. Only calls have tool, verdict and outcome, so these imply ``call``."""
    values = {name: getattr(filter, _MEMBERS.get(name, name)) for name in COLUMNS}
    values = {name: value for name, value in values.items() if value}
    if filter.kind and not (filter.kind == "call" and values.keys() & {"tool", "verdict", "outcome"}):
        values["kind"] = filter.kind
    return values


_Ends = list[tuple[int, float] | None]


def _ends(db: sqlite3.Connection) -> _Ends:
    """Return number and ``latest`` of the first and the last row."""
    rows = [db.execute(f"SELECT seq, latest FROM calls ORDER BY seq {way} LIMIT 1").fetchone() for way in _DIRECTIONS]  # noqa: S608
    return msgspec.convert(rows, list[tuple[int, records.Time] | None])


def _first_from(db: sqlite3.Connection, span: _Ends, moment: float, *, beyond: bool = False, low: int = 0) -> int:
    """Return the first row (from ``low``) at or (``beyond``) after ``moment`` by its ``latest``, which never decreases.

    The search starts where it would be if rows were evenly distributed, continues in growing steps, then by bisection.
    """
    first, last = span
    if first is None or last is None:
        return 0
    (_, early), (newest, late) = first, last

    def before(seq: int) -> bool:
        row = db.execute("SELECT latest FROM calls WHERE seq>=? ORDER BY seq LIMIT 1", (seq,)).fetchone()
        if row is None:
            return False
        latest = msgspec.convert(row[0], float)
        return latest < moment or (beyond and latest == moment)

    high, step = max(low, newest + 1), 1
    guess = low + int((high - low) * min(1.0, max(0.0, (moment - early) / ((late - early) or 1.0))))
    if guess < high and before(guess):
        low = guess + 1
        while low + step < high and before(low + step):
            low, step = low + step + 1, step * 4
        high = min(high, low + step)
    else:
        high = guess
        while high - step > low and not before(high - step):
            high, step = high - step, step * 4
        low = max(low, high - step)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if before(middle) else (low, middle)
    return low
