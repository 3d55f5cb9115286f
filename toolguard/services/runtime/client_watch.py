"""Detection of changes by other programs to entries that launch ToolGuard in chat clients' files."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePath

from toolguard.clients.wiring.clients import CLIENTS, ClientRow
from toolguard.clients.wiring.discovery import find
from toolguard.clients.wiring.machine import Machine
from toolguard.clients.wiring.records import RoutingRecord, RoutingRecords
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

_log = logging.getLogger(__name__)
CHECK_INTERVAL = 3.0
"""Seconds between checks of the files. A file with the same time, size and inode is not read again."""
_LOST_STATES = ("unguarded", "unguardable")
_Mark = tuple[int, int, int]


class ClientWatch:
    """Watches the routed files. ``on_change`` is called when `trouble` changes."""

    def __init__(
        self,
        home: Path,
        on_change: Callable[[], None],
        machine: Callable[[], Machine] = lambda: Machine.this(os.environ),
    ) -> None:
        """``home`` is ToolGuard's state folder."""
        self._records = RoutingRecords(home / "routings")
        self._on_change = on_change
        self._machine = machine
        self._marks: Mapping[str, _Mark | None] = {}
        self.trouble: tuple[str, ...] = ()
        """Messages for the person: which entries no longer launch ToolGuard."""

    async def watch(self) -> None:
        """Check the files periodically, until cancelled."""
        while True:
            try:
                trouble = await asyncio.to_thread(self.look)
            except OSError:
                _log.exception("the files of chat clients cannot be looked at")
            else:
                if trouble != self.trouble:
                    self.trouble = trouble
                    self._on_change()
            await asyncio.sleep(CHECK_INTERVAL)

    def look(self) -> tuple[str, ...]:
        """Return the current messages. Reads the files only if one of them or the records have changed."""
        records = self._records.all()
        marks = {record.file: _mark(Path(record.file)) for record in records} | {record.id: None for record in records}
        if marks == self._marks:
            return self.trouble
        self._marks = marks
        return self._changed(records)

    def _changed(self, records: list[RoutingRecord]) -> tuple[str, ...]:
        rows = [row for row in CLIENTS if any(record.client == row.key for record in records)]
        messages = []
        for client in find(self._machine(), projects=_projects(rows, records), clients=rows):
            for file in client.files:
                routed = {entry.name for record in records if record.file == str(file.path) for entry in record.entries}
                names = [entry.name for entry in file.entries if entry.name in routed and entry.state in _LOST_STATES]
                if names:
                    messages.append(
                        coded(
                            "services.client_entry_changed", client=client.client.title,
                            names=tuple(visible(name)[:100] for name in names), path=visible(str(file.path)),
                        )
                    )  # fmt: skip
        return tuple(messages)


def _projects(rows: Iterable[ClientRow], records: Iterable[RoutingRecord]) -> set[Path]:
    """Return the project folders that routed files may belong to: the part before a client's path in a project."""
    files = [PurePath(record.file) for record in records]
    folders = set()
    for settings in (settings for row in rows for settings in row.files if settings.project):
        parts = PurePath(settings.project).parts
        folders |= {Path(*file.parts[: -len(parts)]) for file in files if file.parts[-len(parts) :] == parts}
    return {folder for folder in folders if folder.is_absolute()}


def _mark(path: Path) -> _Mark | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
