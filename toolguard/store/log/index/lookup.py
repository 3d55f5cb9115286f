"""Where in the journal the records of a call or a session are, as far as the index knows. Derived: it may be gone."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import msgspec

from toolguard.store.log.chain import Link

VERSION = 9
"""Raise it with every change of the tables or of what stands in them: an index of another version is made anew."""


def follow(path: Path) -> Path:
    """Where the index of the log at ``path`` lies: ``log`` has ``log-index.db`` beside it."""
    return path.with_name(f"{path.stem}-index.db")


_Answer = tuple[tuple[int, bytes], tuple[int, ...] | None]


class IndexLookup:
    """Answers None to everything while there is no index that can be read. Lives in one thread."""

    def __init__(self, log: Path) -> None:
        self._path = follow(log)
        self._db: sqlite3.Connection | None = None
        self._file = (0, 0)

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def call(self, call: str) -> tuple[Link, tuple[int, int] | None] | None:
        """The newest record that the index knows, and the numbers of a call's first and last record up to there."""
        found: tuple[Link, tuple[int, int] | None] | None
        found = self._answer("SELECT seq, last FROM calls WHERE call=?", call)
        return found

    def session(self, session: str) -> tuple[Link, tuple[int] | None] | None:
        """The newest record that the index knows, and the number of the record with which a session begins."""
        found: tuple[Link, tuple[int] | None] | None
        found = self._answer("SELECT seq FROM sessions WHERE session=?", session)
        return found

    def _answer(self, sql: str, value: str) -> Any:
        try:
            stat = self._path.stat()
            if self._file != (stat.st_dev, stat.st_ino):
                self.close()
                self._file = (stat.st_dev, stat.st_ino)
            if self._db is None:
                uri = f"{self._path.absolute().as_uri()}?mode=ro"
                self._db = sqlite3.connect(uri, uri=True, timeout=1, isolation_level=None)
            if self._db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
                return None
            place = self._db.execute("SELECT seq, hash FROM place").fetchone()  # first: what follows may be newer
            found = self._db.execute(sql, (value,)).fetchone()
            return msgspec.convert((place, found), _Answer) if place else None
        except (OSError, sqlite3.Error, msgspec.ValidationError):
            self.close()
            return None
