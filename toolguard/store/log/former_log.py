"""Takeover of a log from a version before the journal: a SQLite database whose records become lines.

Texts and therefore hashes stay the same, so that the keyring's link to the old log is valid for the new one. The whole
old chain is verified during the takeover. The database is kept under another name until the person removes it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from toolguard.gate import model
from toolguard.gate.texts import coded
from toolguard.store.atomic_write import sync_file, sync_folder
from toolguard.store.log import chain, records
from toolguard.store.log.heads import heads_path
from toolguard.store.log.journal import segment_path
from toolguard.store.log.log_writer import TamperedError

DATABASE_NAME = "audit.db"
_INDEX_NAME = "audit-index.db"
_APPLICATION_ID = 0x54474C47  # "TGLG" in the file's header (sqlite.org/fileformat.html §1.3.14)
_COLUMNS = ("kind", "call", "session", "client", "server", "tool")
_ROW_COLUMNS = "seq, time, kind, call, session, client, server, tool, CAST(body AS BLOB), hash"
_RECORDS = (
    "CREATE TABLE records(seq INTEGER PRIMARY KEY, time REAL NOT NULL, kind TEXT NOT NULL, call TEXT NOT NULL,"
    " session TEXT NOT NULL, client TEXT NOT NULL, server TEXT NOT NULL, tool TEXT NOT NULL, body TEXT NOT NULL,"
    " hash BLOB NOT NULL)",
    "CREATE INDEX of_call ON records(call) WHERE call <> ''",
)
_TABLES = {
    1: {*_RECORDS, "CREATE INDEX of_session ON records(session) WHERE kind IN ('joined', 'shook')"},
    2: {
        *_RECORDS,
        "CREATE INDEX of_session ON records(session)"
        " WHERE kind IN ('session_started','handshake_completed','joined','shook')",
    },
}
"""The tables of its two versions. Other objects are refused: a view could return rows that were never written."""
_SEGMENT_SIZE = 32 << 20
_BATCH_SIZE = 5_000  # rows that are read at once


def former_log(path: Path) -> Path | None:
    """Return the log of an earlier version to take over into the folder ``path``, if there is one."""
    former = path.with_name(DATABASE_NAME)
    return former if former != path and not path.exists() and former.is_file() else None


def set_aside(path: Path) -> Path | None:
    """Rename the former log that was taken over into ``path``; return its new path, or None. Raises OSError."""
    former = path.with_name(DATABASE_NAME)
    if former == path or not path.exists() or not former.is_file():
        return None
    target, count = path.with_name("audit-taken-over.db"), 1
    while target.exists():
        count += 1
        target = path.with_name(f"audit-taken-over-{count}.db")
    for end in ("-wal", "-shm", "-head", ""):
        with suppress(FileNotFoundError):
            path.with_name(DATABASE_NAME + end).rename(target.with_name(target.name + end))
    return target


class TakeOver:
    """Takes over a log on a thread, which starts immediately. The leftovers of a killed run are ignored."""

    def __init__(self, former: Path, folder: Path) -> None:
        self._former = former
        self._folder = folder
        self._draft = folder.with_name(f"{folder.name}.part")
        self._event: model.LogTakenOver | None = None
        self._problem: Exception | None = None
        self.percent = 0
        self._thread = threading.Thread(target=self._run, name="toolguard-take-over", daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> model.LogTakenOver | None:
        """Return the event to record when finished; None while it is running.

        Raises `TamperedError` for a log that was changed, and `model.LogWriteError`.
        """
        self._thread.join(seconds)
        if self._thread.is_alive():
            return None
        if self._problem is not None:
            raise self._problem
        return self._event

    def _run(self) -> None:
        try:
            self._event = self._take()
        except (TamperedError, model.LogWriteError) as problem:
            self._problem = problem
        except sqlite3.DatabaseError as problem:
            code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
            wrong = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
            text = coded("store.not_log_wrote_something", path=self._former, reason=problem)
            again = coded("store.log_not_taken_over", path=self._former, reason=problem)
            self._problem = TamperedError(text) if wrong else model.LogWriteError(again)
        except OSError as problem:
            self._problem = model.LogWriteError(coded("store.log_not_taken_over", path=self._former, reason=problem))

    def _take(self) -> model.LogTakenOver:
        shutil.rmtree(self._draft, ignore_errors=True)
        self._draft.mkdir(mode=0o700, parents=True)
        with closing(sqlite3.connect(self._former, timeout=5, isolation_level=None)) as db:
            db.execute("PRAGMA query_only=1")
            _check_tables(db, self._former)
            seq, hash = self._copy(db)
        with suppress(FileNotFoundError):
            heads_path(self._folder).write_bytes(heads_path(self._former).read_bytes())
            heads_path(self._folder).chmod(0o600)
        sync_folder(self._draft)
        self._draft.rename(self._folder)
        sync_folder(self._folder.parent)
        for end in ("", "-wal", "-shm"):
            self._folder.with_name(_INDEX_NAME + end).unlink(missing_ok=True)
        former = set_aside(self._folder) or self._former
        return model.LogTakenOver(file=former.name, records=seq, digest=hash.hex())

    def _copy(self, db: sqlite3.Connection) -> chain.Link:
        """Write all records into segments; return the newest link."""
        newest = db.execute("SELECT max(seq) FROM records").fetchone()[0] or 0
        seq, hash = chain.START
        rows = self._lines(db)
        row = next(rows, None)
        while row is not None:
            path, size = segment_path(self._draft, row[0]), 0
            with open(path, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
                while row is not None and size < _SEGMENT_SIZE:
                    (seq, line, hash), size = row, size + len(row[1])
                    file.write(line)
                    row = next(rows, None)
                file.flush()
                sync_file(file.fileno())
            self.percent = min(99, 100 * seq // max(newest, 1))
        return seq, hash

    def _lines(self, db: sqlite3.Connection) -> Iterator[tuple[int, bytes, bytes]]:
        """Yield number, line and hash of each record; raises `TamperedError` at the first that was changed."""
        seq, previous = chain.START
        low = -(1 << 63)
        while rows := db.execute(
            f"SELECT {_ROW_COLUMNS} FROM records WHERE seq>=? ORDER BY seq LIMIT {_BATCH_SIZE}",  # noqa: S608
            (low,),
        ).fetchall():
            for row in rows:
                text = row[8] or b""
                problem = _wrong(row, text, seq, previous)
                if problem:
                    raise TamperedError(coded("store.changed_keep_evidence_move", path=self._former, reason=problem))
                seq = row[0]
                yield seq, records.line(text, previous), row[9]
                previous = row[9]
            low = seq + 1


def _wrong(row: tuple[Any, ...], text: bytes, before: int, previous: bytes) -> str:
    """Return how a row differs from the record after ``before``, as one sentence; empty if it does not."""
    seq = row[0]
    if seq <= before:
        return coded("store.record_repeated", seq=seq, before=before)
    if seq > before + 1:
        missing = (before + 1, seq - 1)
        if missing[0] == missing[1]:
            return coded("store.record_removed", seq=missing[0])
        return coded("store.records_removed", first=missing[0], last=missing[1])
    if chain.link(previous, text) != row[9]:
        return coded("store.record_text_edited", seq=seq)
    columns = records.former_head(text)
    if columns is None or b"\n" in text:
        return coded("store.record_unreadable", seq=seq)
    for name, copy, original in zip(("seq", "time", *_COLUMNS), row, columns, strict=False):
        if copy != original:
            return coded("store.record_column_edited", seq=seq, name=name, copy=repr(copy), original=repr(original))
    return ""


def _check_tables(db: sqlite3.Connection, path: Path) -> None:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    ours = db.execute("PRAGMA application_id").fetchone()[0] == _APPLICATION_ID
    tables = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master")}
    if not ours or tables != _TABLES.get(version):
        raise TamperedError(coded("store.not_log_wrote_keep", path=path))
