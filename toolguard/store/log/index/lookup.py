"""Look-up of a call's or a session's records in the journal, through the index, which may be missing."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import msgspec

from toolguard.store.log.chain import Link
from toolguard.store.log.index.connection import NO_FILE, file_id, open_database

VERSION = 14
"""Schema version; increment it with every change of the tables or their content. Other versions are rebuilt."""


def follow(path: Path) -> Path:
    """Return the path of the index: ``log`` has ``log-index.db`` beside it."""
    return path.with_name(f"{path.stem}-index.db")


_Answer = tuple[tuple[int, bytes], tuple[int, ...] | None]


class IndexLookup:
    """Look-up in the index; returns None while there is no readable index. Lives in one thread."""

    def __init__(self, log: Path) -> None:
        self._path = follow(log)
        self._db: sqlite3.Connection | None = None
        self._file = NO_FILE

    def close(self) -> None:
        """Close the database. Idempotent; the next look-up opens it again."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def call(self, call: str) -> tuple[Link, tuple[int, int] | None] | None:
        """Return the newest indexed record, and the numbers of a call's first and last record up to there."""
        answer: tuple[Link, tuple[int, int] | None] | None
        answer = self._answer("SELECT seq, last FROM calls WHERE call=?", call)
        return answer

    def session(self, session: str) -> tuple[Link, tuple[int] | None] | None:
        """Return the newest indexed record, and the number of a session's first record."""
        answer: tuple[Link, tuple[int] | None] | None
        answer = self._answer("SELECT seq FROM sessions WHERE session=?", session)
        return answer

    def _answer(self, sql: str, value: str) -> Any:
        try:
            if self._db is not None and self._file != file_id(self._path):
                self.close()
            if self._db is None:
                self._db, self._file = open_database(self._path, timeout=1, read_only=True)
            if self._db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
                return None
            place = self._db.execute("SELECT seq, hash FROM place").fetchone()  # first: later rows may be newer
            row = self._db.execute(sql, (value,)).fetchone()
            return msgspec.convert((place, row), _Answer) if place else None
        except (OSError, sqlite3.Error, msgspec.ValidationError):
            self.close()
            return None
