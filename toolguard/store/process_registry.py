"""Which processes we started, kept on disk so that the next start can end what a killed app left running."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import msgspec

_MOST = 1000  # children of one run that are remembered


class ProcessRecord(NamedTuple):
    """A process: its number, when it was made (seconds since the epoch), and a mark in its environment."""

    pid: int
    created: float
    mark: str


class ProcessRegistry:
    """A JSON file of `ProcessRecord`. Losing it loses no more than the chance to end orphans."""

    def __init__(self, path: Path) -> None:
        """Read once, here: what is noted from now on is ours."""
        self._path = path
        self._ours: list[tuple[int, float, str]] = []
        self._left = self._read()

    def _read(self) -> list[ProcessRecord]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=list[ProcessRecord])
        except (OSError, msgspec.MsgspecError):
            return []

    def left_by_others(self) -> list[ProcessRecord]:
        """What an earlier run noted and did not clear; nothing any more after `others_ended`."""
        return self._left

    def others_ended(self) -> None:
        """What an earlier run left is gone."""
        self._left = []
        if self._ours:
            self._write()
        else:
            self._path.unlink(missing_ok=True)

    def note(self, child: tuple[int, float, str]) -> None:
        """One more process was started."""
        self._ours = [*self._ours[-_MOST:], child]
        self._write()

    def clear(self) -> None:
        """All of them have ended."""
        self._ours = []
        self._path.unlink(missing_ok=True)

    def _write(self) -> None:
        fresh = self._path.with_suffix(".new")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode([*self._left, *self._ours]))
        fresh.replace(self._path)
