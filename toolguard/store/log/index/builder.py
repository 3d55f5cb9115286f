"""Index builder: folds the log into one row per call, one per other record, and an index of words."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from toolguard.gate import crash, model
from toolguard.gate.approver import Approver
from toolguard.gate.main_argument import main_member_of
from toolguard.gate.mcp.request_kinds import is_from_server
from toolguard.gate.session.upstream import OUR_FAULT
from toolguard.gate.texts import code_of, coded, cut, to_wire
from toolguard.store.log import chain, client_history
from toolguard.store.log.audit_log import LogReader, Record
from toolguard.store.log.index import fts_text
from toolguard.store.log.index.connection import LOCK_TIMEOUT, create, file_id, open_database
from toolguard.store.log.index.lookup import VERSION

COLUMNS = ("tool", "server", "client", "outcome", "verdict", "decider")
"""Filter columns, usually rarest first."""
_TABLES = (
    "CREATE TABLE calls(seq INTEGER PRIMARY KEY, time REAL NOT NULL, call TEXT, client TEXT NOT NULL,"
    " server TEXT NOT NULL, tool TEXT NOT NULL, verdict TEXT NOT NULL, decider TEXT NOT NULL, outcome TEXT NOT NULL,"
    " waited REAL NOT NULL, took REAL NOT NULL, said INTEGER NOT NULL, latest REAL NOT NULL, kind TEXT NOT NULL,"
    " approver TEXT NOT NULL, details TEXT NOT NULL, last INTEGER NOT NULL) STRICT",
    "CREATE UNIQUE INDEX of_call ON calls(call)",
    *(f"CREATE INDEX of_{name} ON calls({name})" for name in (*COLUMNS, "kind")),
    # No copy of the text is kept. The rowid is the call's seq times five plus the part's number.
    "CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='unicode61 remove_diacritics 2')",
    "CREATE TABLE sessions(session TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE place(seq INTEGER NOT NULL, hash BLOB NOT NULL, latest REAL NOT NULL, slack REAL NOT NULL) STRICT",
    *client_history.TABLES,
)
_UPSERT = (
    "INSERT INTO calls VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT(seq) DO UPDATE SET"
    " verdict=excluded.verdict, decider=excluded.decider, outcome=excluded.outcome, waited=excluded.waited,"
    " took=excluded.took, said=excluded.said, approver=excluded.approver, details=excluded.details, last=excluded.last"
)
_BATCH_SIZE = 50  # records that are read at once
_RECORDS_PER_YIELD = 16  # records between two short sleeps, in which the core's thread can run
_SESSION_START_EVENTS = (model.SessionStarted, model.HandshakeCompleted)
_ENDED = frozenset(map(code_of, (*crash.REASONS.values(), OUR_FAULT)))
"""The codes of the reasons for which ToolGuard withdrew a call itself."""
_MAX_DETAIL_LENGTH = 400  # characters of each text of a single record in its row
_RECORDS_PER_COMMIT = 2_000  # records in one transaction while it catches up
_SECONDS_PER_COMMIT = 0.5  # after which it ends before, because this work gives way to calls and readers wait for it


class _IndexRow(msgspec.Struct):
    """A row of the table while records are folded into it."""

    seq: int
    time: float
    call: str | None
    """None for a record that belongs to no call."""
    client: str
    server: str
    tool: str
    verdict: str
    decider: str
    outcome: str
    waited: float
    took: float
    said: int
    """Bit set of the parts of its text that are in the index of words."""
    latest: float
    """The latest time of this and all older rows."""
    kind: str = "call"
    approver: str = ""
    """Origin of a person's decision: an `Approver` as JSON."""
    details: str = ""
    """`main_member` of a call, or `fts_text.details` of another record, as JSON."""
    last: int = 0
    """The number of its newest record."""

    def take(self, event: model.Event) -> None:
        """Update the row with another event of its call."""
        if isinstance(event, model.CallHeld | model.CallDecided) and event.arguments:  # those of an edited call last
            self.details = msgspec.json.encode(main_member_of(event.arguments)).decode()
        match event:
            case model.CallDecided():
                self.verdict, self.decider, self.waited = event.verdict, event.by, event.waited
                self.approver = _json(event.approver)
            case model.CallCompleted():
                self.took = event.took
            case model.CallWithdrawn():
                self.decider = self.decider or _withdrawer(event)
            case model.DecisionDeferred():
                self.verdict = event.verdict
        self.outcome = outcome_after(event, self.outcome)


def outcome_after(event: model.Event, before: str) -> str:
    """Return the outcome (`CallRow`) of a call after another of its events; ``before``: until then."""
    match event:
        case model.CallDecided():
            return "allowed" if event.verdict == "allow" else "denied"
        case model.CallCompleted():
            return event.outcome
        case model.TaskEnded():
            return _TASK_OUTCOMES.get(event.status, before)
    return _OUTCOMES.get(type(event), before)


def _withdrawer(event: model.CallWithdrawn) -> str:
    """Return who withdrew an undecided call: its sender, unless ToolGuard ended; then ""."""
    if code_of(event.reason) in _ENDED:
        return ""
    return "server" if event.method is not msgspec.UNSET and is_from_server(event.method) else "client"


def _json(approver: Approver | msgspec.UnsetType) -> str:
    return "" if approver is msgspec.UNSET else msgspec.json.encode(approver).decode()


def _details(event: model.Event) -> str:
    texts = (cut(text, _MAX_DETAIL_LENGTH) for text in fts_text.details(event))
    return msgspec.json.encode([to_wire(text) for text in texts]).decode()


_TASK_OUTCOMES = {"completed": "result", "failed": "tool_error", "cancelled": "cancelled"}
"""The outcome of a call by the final status of its task."""
_OUTCOMES: dict[type[model.Event], str] = {
    model.CallForwarded: "running", model.CallWithdrawn: "withdrawn", model.CallCancelled: "cancelled",
    model.CallOutcomeUnknown: "unknown", model.CallDeferred: "deferred", model.DecisionDeferred: "decision_deferred",
}  # fmt: skip
"""The outcome of a call by its latest event."""


class IndexBuilder:
    """Folds the log into the index, step by step. Lives in one thread; raises ``sqlite3.Error`` for its own file."""

    def __init__(self, log: LogReader, path: Path) -> None:
        """Open the index, or rebuild it if missing, broken or foreign."""
        self._log = log
        self._path = path
        if not self._continue():
            _create(path)
            self._open()
        self._db.execute("PRAGMA synchronous=NORMAL")

    def _open(self) -> None:
        self._db, self._file = open_database(self._path, timeout=LOCK_TIMEOUT)
        self.seq, self._hash = chain.START
        self._latest = self._slack = 0.0

    def _continue(self) -> bool:
        """Open the index; return whether it can be continued. Raises OSError and `sqlite3.OperationalError`."""
        try:
            self._open()
        except sqlite3.OperationalError:
            raise  # locked, or a disk error: it may still be valid
        except (FileNotFoundError, sqlite3.DatabaseError):
            return False
        try:
            fits = self._fits()
        except BaseException:
            self._db.close()
            raise
        if not fits:
            self._db.close()
        return fits

    def _fits(self) -> bool:
        """Return whether it was built by this version from this log, so that it can be continued."""
        try:
            tables = {sql for (sql,) in self._db.execute("SELECT sql FROM sqlite_master")}
            foreign = self._db.execute("SELECT 1 FROM sqlite_master WHERE type IN ('trigger', 'view')").fetchone()
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version != VERSION or foreign or not tables.issuperset(_TABLES):  # a trigger would change what we write
                return False
            place = self._db.execute("SELECT seq, hash, latest, slack FROM place").fetchone()
        except sqlite3.DatabaseError as problem:
            if isinstance(problem, sqlite3.OperationalError):
                raise  # locked, or a disk error: it may still be valid
            return False
        if place is None or self._log.hash_of(place[0]) != place[1]:
            return False
        self.seq, self._hash, self._latest, self._slack = place
        return True

    def close(self) -> None:
        """Close the database; what was not committed is rolled back."""
        self._db.close()

    def is_in_place(self) -> bool:
        """Return whether the opened file is still at its path; SQLite continues to write to a deleted one."""
        try:
            return file_id(self._path) == self._file
        except FileNotFoundError:
            return False

    def catch_up(
        self,
        stop: Callable[[], bool] = lambda: False,
        rest: Callable[[float], None] = lambda _worked: None,
        until: int | None = None,
    ) -> int:
        """Add all records (up to number ``until``) that are not in the index yet, and return their number.

        The arguments are those of `add_some`.
        """
        done, more = 0, True
        while more:
            folded, more = self.add_some(stop, rest, until)
            done += folded
        return done

    def add_some(
        self,
        stop: Callable[[], bool] = lambda: False,
        rest: Callable[[float], None] = lambda _worked: None,
        until: int | None = None,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> tuple[int, bool]:
        """Add records in one transaction; return their number, and whether there may be more to add now.

        Another process may do the same: each transaction continues where the last one, of whichever process, ended.
        ``rest`` is called after each batch with the seconds of processor time that it took. The transaction ends soon
        after ``interrupted`` returns True.
        """
        if stop() or not self.is_in_place():
            return 0, False
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._go_on()
            folded, more = self._fold_some(stop, rest, until, interrupted)
            self._db.execute("UPDATE place SET seq=?, hash=?, latest=?, slack=?",
                             (self.seq, self._hash, self._latest, self._slack))  # fmt: skip
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")
        return folded, more

    def _go_on(self) -> None:
        """Return the position in the file, which belongs to the process with the write lock.

        Raises `sqlite3.DatabaseError` for a position that is not in this log: the index is then rebuilt.
        """
        place = self._db.execute("SELECT seq, hash, latest, slack FROM place").fetchone()
        if place is not None and tuple(place[:2]) == (self.seq, self._hash):
            return
        if place is None or self._log.hash_of(place[0]) != place[1]:
            raise sqlite3.DatabaseError(coded("store.goes_record_not_log"))
        self.seq, self._hash, self._latest, self._slack = place

    def _fold_some(
        self,
        stop: Callable[[], bool],
        rest: Callable[[float], None],
        until: int | None,
        interrupted: Callable[[], bool],
    ) -> tuple[int, bool]:
        folded, end = 0, time.monotonic() + _SECONDS_PER_COMMIT
        more = True
        while more:
            began = time.thread_time()
            batch = self._log.after(self.seq, _BATCH_SIZE if until is None else min(_BATCH_SIZE, until - self.seq))
            if not batch or stop():
                return folded, False
            folded += self._fold(batch, interrupted)
            rest(time.thread_time() - began)
            more = folded < _RECORDS_PER_COMMIT and time.monotonic() < end and not interrupted()
        return folded, True

    def _fold(self, batch: list[tuple[Record, bytes]], interrupted: Callable[[], bool]) -> int:
        """Add the records of ``batch``, or the first ones until ``interrupted``; return their number."""
        rows: dict[str, _IndexRow] = {}
        parts: list[fts_text.Part] = []
        before = self.seq
        for number, (record, _) in enumerate(batch, 1):
            event = record.event
            if isinstance(event, model.CallEvent) and event.call:
                row = rows.get(event.call) or self._row(record, event)
                rows[event.call] = row
                row.take(event)
            elif not event.call:
                row = rows[f"record {record.seq}"] = self._row_without_call(record)
            else:
                if late := rows.get(event.call) or self._known(event.call):  # a response that came too late
                    rows[event.call] = late
                    late.last = record.seq
                continue
            row.last = record.seq
            part = fts_text.part(event)
            if part and not row.said >> part[0] & 1:
                row.said |= 1 << part[0]
                parts.append((row.seq * fts_text.PARTS + part[0], part[1]))
            if number % _RECORDS_PER_YIELD == 0:
                time.sleep(0.0003)
                if interrupted():
                    batch = batch[:number]
                    break
        self._db.executemany(_UPSERT, [msgspec.structs.astuple(row) for row in rows.values()])
        self._db.executemany("INSERT INTO words(rowid, text) VALUES(?,?)", sorted(parts))
        began = [record for record, _ in batch if isinstance(record.event, _SESSION_START_EVENTS)]
        self._db.executemany(
            "INSERT OR IGNORE INTO sessions VALUES(?,?)", [(record.event.session, record.seq) for record in began]
        )
        begun = [row.client for row in rows.values() if row.call and row.seq > before]
        client_history.fold(self._db, [record for record, _ in batch], begun)
        newest, self._hash = batch[-1]
        self.seq = newest.seq
        return len(batch)

    def _row(self, record: Record, event: model.CallEvent) -> _IndexRow:
        return self._known(event.call) or _IndexRow(
            record.seq, record.time, event.call, event.client, event.server, event.tool, "", "", "held", 0.0, 0.0, 0,
            self._come_to(record.time),
        )  # fmt: skip

    def _known(self, call: str) -> _IndexRow | None:
        row = self._db.execute("SELECT * FROM calls WHERE call=?", (call,)).fetchone()
        return _IndexRow(*row) if row else None

    def _row_without_call(self, record: Record) -> _IndexRow:
        event = record.event
        client, server, by = (getattr(event, name, "") for name in ("client", "server", "by"))
        return _IndexRow(
            record.seq, record.time, None, client, server, "", "", by, "", 0.0, 0.0, 0, self._come_to(record.time),
            str(type(event).__struct_config__.tag), _json(getattr(event, "approver", msgspec.UNSET)),
            _details(event),
        )  # fmt: skip

    def _come_to(self, moment: float) -> float:
        """Update the latest time by that of the next row, and return it."""
        self._slack = max(self._slack, self._latest - moment)
        self._latest = max(self._latest, moment)
        return self._latest


def _create(path: Path) -> None:
    """Put an index without records in the place of what is at this path."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        for statement in _TABLES:
            db.execute(statement)
        db.execute("INSERT INTO place VALUES(?,?,0,0)", chain.START)
        db.execute(f"PRAGMA user_version={VERSION}")
        create(path, db)
