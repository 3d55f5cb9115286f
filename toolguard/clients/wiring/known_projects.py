"""Project folders that a chat client has in a list. Their own settings are used only on request.

The lists are untrusted: their size is limited, and they are never changed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from toolguard.clients.wiring import files
from toolguard.clients.wiring.documents import Format, read
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.machine import Machine

MAX_PROJECTS = 200
_MAX_SQLITE_STEPS = 200_000


@dataclass(frozen=True, slots=True)
class ProjectList:
    """A client's list: the member names of ``projects`` in a file, or a table in opencode's database."""

    path: str
    format: Format | Literal["database"]


def known_projects(lists: tuple[ProjectList, ...], machine: Machine) -> list[Path]:
    """Return the existing folders without duplicates. Blocks while it reads."""
    folders: dict[Path, None] = {}
    for project_list in lists:
        for path in machine.paths(project_list.path):
            for text in _database(path) if project_list.format == "database" else _members(path, project_list.format):
                folder = _folder(text)
                if folder is not None and len(folders) < MAX_PROJECTS:
                    folders[folder] = None
    return list(folders)


def _folder(text: Any) -> Path | None:
    try:
        path = Path(text) if isinstance(text, str) and len(text) < 4_096 else None
        return path if path is not None and path.is_absolute() and path != Path(path.anchor) and path.is_dir() else None
    except (OSError, ValueError):
        return None


def _members(path: Path, format: Format) -> Iterator[Any]:
    try:
        data = files.read_bytes(path)
        value = None if data is None else read(data, format).value
    except WiringError:
        return
    projects = value.get("projects") if isinstance(value, dict) else None
    yield from projects if isinstance(projects, dict) else ()


def _database(path: Path) -> Iterator[Any]:
    """Return the folders in the table ``project`` (opencode 1.18), without those still in its journal."""
    if not path.is_file():
        return
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True, timeout=0.1)) as opened:
            opened.execute("PRAGMA trusted_schema = OFF")
            opened.set_progress_handler(lambda: 1, _MAX_SQLITE_STEPS)  # a view in its place may never end
            rows = opened.execute("SELECT worktree FROM project LIMIT ?", (MAX_PROJECTS,)).fetchall()
    except (sqlite3.Error, OSError, UnicodeError):
        return
    yield from (row[0] for row in rows)
