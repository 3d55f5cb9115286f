"""Search for what still contains a key of a chat client: its settings, backups, and histories of clients and shells.

The files are only named: none is changed or deleted, and no value leaves this module.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from toolguard.clients.wiring.machine import Machine

CopyKind = Literal["settings", "backup", "client", "shell"]
MIN_VALUE_LENGTH = 8
"""Minimum characters of a value that is searched for: shorter ones occur in files by chance."""
_MAX_FILES = 5_000
_MAX_FILE_SIZE = 64 * 1024 * 1024
_CHUNK_SIZE = 1024 * 1024
_SHELLS = (
    "{home}/.bash_history",
    "{home}/.zsh_history",
    "{home}/.zsh_sessions/*.history",
    "{data}/fish/fish_history",
    "{data}/powershell/PSReadLine/*_history.txt",
    "{appdata}/Microsoft/Windows/PowerShell/PSReadLine/*_history.txt",
)


@dataclass(frozen=True, slots=True, order=True)
class LeftoverCopy:
    """A file that contains a value. ``kind`` says whose it is: ToolGuard's backup, the client's, or a shell's.

    The kind "settings" is the file itself, which contains the value in another place than in the changed entries.
    """

    path: str
    kind: CopyKind


def leftover_copies(
    machine: Machine, templates: Iterable[str], backups: Path, values: Collection[str], file: Path, after: bytes
) -> list[LeftoverCopy]:
    """Return the files that contain one of the values. Blocks while it reads.

    ``templates`` are the client's own (`ClientRow.copies`), ``file`` its settings. These count if the values are in
    ``after``: what the change leaves in them, or nothing if it restores the values. Only the first 64 MB of the other
    files are searched.
    """
    searched = [form for value in values if len(value) >= MIN_VALUE_LENGTH for form in _forms(value)]
    if not searched:
        return []
    kinds: dict[Path, CopyKind] = {file: "settings"} if any(text in after for text in searched) else {}
    for kind, paths in (
        ("backup", _backups(backups)),
        ("client", _named(machine, templates)),
        ("shell", _named(machine, _SHELLS)),
    ):
        for path in paths:
            if path != file and path not in kinds and _holds(path, searched):
                kinds[path] = kind  # type: ignore[assignment]
    return sorted(LeftoverCopy(str(path), kind) for path, kind in kinds.items())


def _forms(value: str) -> set[bytes]:
    texts = {value, json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1]}
    return {text.encode("utf-8", "surrogatepass") for text in texts}


def _backups(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.glob("*"))[:_MAX_FILES] if not path.name.endswith(".origin.json"))


def _named(machine: Machine, templates: Iterable[str]) -> Iterator[Path]:
    for template in templates:
        yield from machine.paths(template, _MAX_FILES)


def _holds(path: Path, searched: Collection[bytes]) -> bool:
    longest, window, total = max(map(len, searched)), b"", 0
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
        with os.fdopen(fd, "rb") as file:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                return False
            while total < _MAX_FILE_SIZE and (piece := file.read(_CHUNK_SIZE)):
                window = window[-longest:] + piece
                total += len(piece)
                if any(text in window for text in searched):
                    return True
    except (OSError, ValueError):
        return False
    return False
