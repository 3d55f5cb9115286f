"""Opens and removes index files, which other threads and processes remove and replace at any moment."""

from __future__ import annotations

import errno
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

from toolguard.store.atomic_write import replace

FileId = tuple[int, int]
"""Device and inode of a file: another one is at the path when the index was replaced."""
NO_FILE: FileId = (0, 0)
LOCK_TIMEOUT = 5.0
"""Seconds to wait for another program that writes to the index."""
REPLACEMENT = threading.RLock()
"""Held while an index is opened or removed.

SQLite maps the file ``-shm`` by its name. If two indexes that had the same path are open in one process, with the same
``-shm``, the second one truncates the mapping of the first, and the process ends with SIGBUS.
"""
_RETRY_DELAY = 0.01  # seconds between attempts to open a locked index


def file_id(path: Path) -> FileId:
    """Return the identity of the file at this path. Raises OSError."""
    stat = path.stat()
    return stat.st_dev, stat.st_ino


def open_database(path: Path, *, timeout: float, read_only: bool = False) -> tuple[sqlite3.Connection, FileId]:
    """Open the database at this path so far that SQLite opens no further file by its name.

    Raises FileNotFoundError, also if it is empty, and `sqlite3.Error`, also if it is locked for longer than ``timeout``
    seconds.
    """
    uri = path.absolute().as_uri() + ("?mode=ro" if read_only else "?mode=rw")
    end = time.monotonic() + timeout
    while True:
        try:
            with REPLACEMENT:
                before = file_id(path)
                if not path.stat().st_size:
                    raise FileNotFoundError(errno.ENOENT, "The database is empty", path)
                db = sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)
                try:
                    db.execute("PRAGMA user_version")  # opens the files ``-wal`` and ``-shm``
                    if file_id(path) == before:
                        db.execute(f"PRAGMA busy_timeout={int(timeout * 1000)}")
                        return db, before
                except BaseException:
                    db.close()
                    raise
                db.close()
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
        time.sleep(_RETRY_DELAY)


def create(path: Path, content: sqlite3.Connection) -> None:
    """Put a copy of a database in memory in the place of the index, in WAL mode. Raises OSError.

    Nobody sees an empty or incomplete database: SQLite deletes the file ``-wal`` beside an empty one, even if it
    belongs to the database that has just replaced it.
    """
    data = bytearray(content.serialize())
    data[18:20] = (
        b"\x02\x02"  # read and write version: WAL (https://sqlite.org/fileformat2.html#file_format_version_numbers)
    )
    with REPLACEMENT:
        try:
            _unlink(path)
            replace(path, bytes(data))
        except PermissionError as refusal:
            _overwrite(path, content, refusal)


def remove(path: Path) -> None:
    """Delete an index; raises OSError. Open readers use the old one until their next query."""
    with REPLACEMENT:
        try:
            _unlink(path)
        except PermissionError as refusal:
            with closing(sqlite3.connect(":memory:")) as nothing:
                _overwrite(path, nothing, refusal)


def _unlink(path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)


def _overwrite(path: Path, content: sqlite3.Connection, refusal: PermissionError) -> None:
    """Overwrite a database that is open; raises ``refusal`` if that is not possible, either.

    On Windows, an open file cannot be deleted (SQLite does not set FILE_SHARE_DELETE). Overwriting it, too, leaves
    nothing in it that was removed from the log.
    """
    try:
        with closing(sqlite3.connect(path, timeout=LOCK_TIMEOUT)) as db:
            content.backup(db)
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error:
        raise refusal from None
