"""Registry of started processes, kept on disk so that the next start can end orphans of a killed app."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import msgspec

from toolguard.store import regular_file
from toolguard.store.atomic_write import move

_MAX_RECORDS = 1000  # processes of one run
_MAX_FILE_SIZE = 1024 * 1024


class ProcessRecord(NamedTuple):
    """A process: its id, creation time (seconds since the epoch), and a marker in its environment."""

    pid: int
    created: float
    mark: str


class ProcessRegistry:
    """A JSON file of `ProcessRecord`. If it is lost, orphans cannot be ended."""

    def __init__(self, path: Path) -> None:
        """Read the file once; processes added later are this run's."""
        self.path = path
        self._own_entries: list[tuple[int, float, str]] = []
        self._orphans = self._read()

    def _read(self) -> list[ProcessRecord]:
        try:
            return msgspec.json.decode(regular_file.read(self.path, _MAX_FILE_SIZE), type=list[ProcessRecord])
        except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError):
            return []

    def orphans(self) -> list[ProcessRecord]:
        """Return the processes that an earlier run left; none after `clear_orphans`."""
        return self._orphans

    def clear_orphans(self) -> None:
        """Forget the processes of earlier runs, which have ended."""
        self._orphans = []
        if self._own_entries:
            self._write()
        else:
            self.path.unlink(missing_ok=True)

    def add(self, child: tuple[int, float, str]) -> None:
        """Store the members of a `ProcessRecord` before the process is used; raises OSError."""
        self._own_entries = [*self._own_entries[-_MAX_RECORDS:], child]
        self._write()

    def clear(self) -> None:
        """Forget the processes of this run, which have ended."""
        self._own_entries = []
        self.path.unlink(missing_ok=True)

    def _write(self) -> None:
        fresh = self.path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(msgspec.json.encode([*self._orphans, *self._own_entries]))
        move(fresh, self.path)
