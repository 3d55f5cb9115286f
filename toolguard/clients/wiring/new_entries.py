"""New entries for clients' settings that use a server of ToolGuard, in each client's format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolguard.clients.wiring.clients import ClientRow, SettingsFile
from toolguard.clients.wiring.documents import Format, new_text
from toolguard.clients.wiring.machine import Machine
from toolguard.clients.wiring.routing import routed_members

NAME = "NAME"
PASTED = SettingsFile(format="json")
"""The format for programs without a file, where the entry is pasted."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """``text`` is a complete file with this one server; ``path`` is its path, or None if it is pasted."""

    path: Path | None
    format: Format
    text: str


def new_entry(client: ClientRow, machine: Machine, name: str, words: Sequence[str]) -> NewEntry | None:
    """Return the entry that launches ``words``, or None if the client does not support this system.

    Raises `DocumentError` if the entry cannot be written.
    """
    settings, path = _file(client, machine)
    if path is None and client.files:
        return None
    dialect = client.dialect
    kinds = dialect.typed if not dialect.args or settings.places[0] == ("servers",) else {}
    fresh = {member: name if value == NAME else value for member, value in dialect.fresh.items()}
    entry: dict[str, Any] = {**kinds, **dialect.local, **routed_members({}, dialect, words), **fresh}
    whole: Any = [{"name": name, **entry}] if settings.in_list else {name: entry}
    for key in reversed(settings.places[0]):
        whole = {key: whole}
    return NewEntry(path, settings.format, new_text(whole, settings.format))


def _file(client: ClientRow, machine: Machine) -> tuple[SettingsFile, Path | None]:
    """Return the person's settings file of a client: an existing one, else the first that the client would read."""
    candidates = [
        (settings, path) for settings in client.files if not settings.project and settings.fixed is None
        for path, _ in settings.found(machine, ())
    ]  # fmt: skip
    if not candidates:
        return PASTED, None
    first = candidates[0]
    alike = ((settings, path) for settings, path in candidates if settings.places == first[0].places and path.is_file())
    return next(alike, first)
