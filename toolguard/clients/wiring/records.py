"""Records of routed files, one JSON file each: they allow undoing all changes exactly, or single entries."""

from __future__ import annotations

import secrets as randomness
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

from toolguard.clients.wiring.documents import Format
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.files import read_bytes
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.store.atomic_write import replace

_MAX_FILE_SIZE = 32 * 1024 * 1024
_MAX_FILES = 10_000
_PathText = Annotated[str, msgspec.Meta(pattern=r"^[^\0]*\Z")]
"""A path without NUL characters, which every function for files would refuse in its own way."""


class RoutedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A routed entry: its old value and the changed members."""

    name: str
    path: tuple[str | int, ...]
    server: str
    """The ToolGuard server that it launches now."""
    value: Mapping[str, Any]
    changed: tuple[str, ...]
    before: str | None
    """Its exact text if it was contiguous, else None."""
    after: str | None


class ApprovedServer(msgspec.Struct, frozen=True, kw_only=True):
    """An item that was added to a client's approval list for an entry in ``routed``."""

    name: str
    routed: str
    item: str
    place: tuple[str | int, ...]
    made: int
    """How many of the members on the path to the list were created with it, counted from the list."""


class RoutingRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A routed file. Its old bytes are in the backup."""

    id: str
    client: str
    file: _PathText
    format: Format
    time: float
    before: str
    """SHA-256 of the old file; ``""`` if there was none, or if a single entry was undone."""
    after: str
    backup: _PathText
    entries: tuple[RoutedEntry, ...]
    approved: tuple[ApprovedServer, ...] = ()
    is_new: bool = False
    """Whether there was no file before."""


class RoutingRecords:
    """The records in the state folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> list[RoutingRecord]:
        """Return the valid records, oldest first."""
        records = []
        for path in sorted(self._folder.glob("*.json"))[:_MAX_FILES] if self._folder.is_dir() else ():
            try:
                data = read_bytes(path, _MAX_FILE_SIZE) or b""
                records.append(msgspec.json.decode(data, type=RoutingRecord))
            except (WiringError, msgspec.MsgspecError, UnicodeError, RecursionError):
                continue
        return sorted(records, key=lambda record: (record.time, record.id))

    def save(self, record: RoutingRecord) -> None:
        """Write or replace a record; raises `WiringError`."""
        path = self._folder / f"{record.id}.json"
        try:
            replace(path, msgspec.json.encode(record))
        except (OSError, UnicodeEncodeError) as why:
            raise WiringError(coded("clients.file_no_backup", path=visible(str(path)), reason=why)) from None

    def drop(self, record: RoutingRecord) -> None:
        """Remove a record that is undone."""
        (self._folder / f"{record.id}.json").unlink(missing_ok=True)


def new_id() -> str:
    """Return a name for a record; later names sort after earlier ones."""
    return f"{time.strftime('%Y%m%d-%H%M%S')}-{randomness.token_hex(4)}"
