"""Compares the index with the journal that it was built from, and corrects differences.

The hash chain does not cover the index, so another program could change it. It is rebuilt for comparison. Its words,
which are most of the work, are compared before it is locked to correct the rest.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from itertools import zip_longest
from pathlib import Path

from toolguard.store.log.audit_log import LogReader
from toolguard.store.log.index import fts_text
from toolguard.store.log.index.builder import IndexBuilder
from toolguard.store.log.index.connection import LOCK_TIMEOUT, open_database, remove
from toolguard.store.log.index.lookup import VERSION

_KEYS = {
    "place": "seq",
    "calls": "seq",
    "sessions": "session",
    "clients": "client",
    "releases": "secret server place",
}


class UnreadableIndexError(Exception):
    """SQLite cannot read or write the index at the moment."""


def draft_path(index: Path) -> Path:
    """Return the path where the index is rebuilt for comparison."""
    return index.with_name(f"{index.name}.check")


def correct(log: Path, index: Path, stop: Callable[[], bool] = lambda: False) -> int:
    """Correct the index of the log; return how many of its rows differed.

    An index whose words differ is removed and rebuilt by its owner. Raises OSError, `TamperedError` for an unreadable
    log, and `UnreadableIndexError`.
    """
    draft = draft_path(index)
    remove(draft)
    try:
        with ExitStack() as opened:
            try:
                db = opened.enter_context(closing(open_database(index, timeout=LOCK_TIMEOUT)[0]))
            except FileNotFoundError:
                return 0  # missing or empty: its owner rebuilds it
            reader = opened.enter_context(closing(LogReader(log)))
            builder = opened.enter_context(closing(IndexBuilder(reader, draft)))
            if db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
                return 0  # its owner rebuilds it
            builder.catch_up(stop, until=_place(db))
            db.execute("ATTACH ? AS due", (str(draft),))
            same = _has_same_words(db, builder, stop)
            return 0 if stop() else _corrected(db, builder, index, same_words=same)
    except sqlite3.OperationalError as problem:  # locked, or a disk error
        raise UnreadableIndexError(str(problem)) from problem
    except sqlite3.DatabaseError:
        remove(index)
        return 1
    finally:
        remove(draft)


def _has_same_words(db: sqlite3.Connection, builder: IndexBuilder, stop: Callable[[], bool]) -> bool:
    """Return whether the same words stand at the same places; False if stopped."""
    db.execute("BEGIN")
    try:
        builder.catch_up(stop, until=_place(db))
        cursors = []
        for name in ("main", "due"):
            db.execute(f"CREATE VIRTUAL TABLE temp.{name}_words USING fts5vocab({name}, words, instance)")
            places = "group_concat(doc || ' ' || offset)"
            cursors.append(db.execute(f"SELECT term, {places} FROM temp.{name}_words GROUP BY term"))  # noqa: S608
        return all(have == due and not stop() for have, due in zip_longest(*cursors))
    finally:
        db.execute("ROLLBACK")


def _corrected(db: sqlite3.Connection, builder: IndexBuilder, index: Path, *, same_words: bool) -> int:
    db.execute("BEGIN")
    try:
        db.execute("UPDATE main.place SET seq=seq")  # locks only this file: IMMEDIATE would lock both
        place = _place(db)
        builder.catch_up(until=place)
        if not same_words or builder.seq != place or not _has_words(db):
            db.execute("ROLLBACK")
            remove(index)
            return 1
        changed = sum(_correct_table(db, table, key) for table, key in _KEYS.items())
        db.execute("COMMIT")
        return changed
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def _place(db: sqlite3.Connection) -> int:
    """Return the newest record in the index."""
    row = db.execute("SELECT seq FROM main.place").fetchone()
    return int(row[0]) if row else 0


def _correct_table(db: sqlite3.Connection, table: str, key: str) -> int:
    """Correct a table; return how many of its rows differed."""
    names = [name for (name,) in db.execute("SELECT name FROM pragma_table_info(?)", (table,))]
    same = " AND ".join(f"have.{name} IS due.{name}" for name in names)
    by_key = " AND ".join(f"have.{name} IS due.{name}" for name in key.split())
    removed = db.execute(
        f"DELETE FROM main.{table} AS have"  # noqa: S608
        f" WHERE NOT EXISTS (SELECT 1 FROM due.{table} AS due WHERE {by_key} AND {same})"
    ).rowcount
    added = db.execute(
        f"INSERT INTO main.{table} SELECT * FROM due.{table} AS due"  # noqa: S608
        f" WHERE NOT EXISTS (SELECT 1 FROM main.{table} AS have WHERE {by_key})"
    ).rowcount
    return max(removed, added)


def _has_words(db: sqlite3.Connection) -> bool:
    """Return whether the index of words contains exactly the expected texts and is intact."""
    part = " UNION ALL ".join(
        f"SELECT seq * {fts_text.PARTS} + {number} AS id FROM due.calls WHERE said >> {number} & 1"  # noqa: S608
        for number in range(fts_text.PARTS)
    )
    try:
        due, have = (
            db.execute(f"SELECT count(*) FROM ({rows})").fetchone()[0]  # noqa: S608
            for rows in (part, "SELECT id FROM main.words_docsize")
        )
        missing = db.execute(
            f"SELECT 1 FROM ({part}) WHERE id NOT IN (SELECT id FROM main.words_docsize) LIMIT 1"  # noqa: S608
        ).fetchone()
        db.execute("INSERT INTO main.words(words) VALUES('integrity-check')")
    except sqlite3.DatabaseError as problem:
        if isinstance(problem, sqlite3.OperationalError):
            raise
        return False
    return due == have and missing is None
