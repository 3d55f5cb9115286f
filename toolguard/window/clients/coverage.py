"""Coverage: which chat client reaches which server and whether it is guarded, for the map on the page Clients."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import PurePath
from typing import Any, Literal, TypeAlias

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from toolguard.gate.model import ConnectedSession
from toolguard.services.interface import ClientEntry, ClientFile, InstalledClient, ListedClient, RouteSelection
from toolguard.window.clients.client_servers import ROUTABLE_STATES, UNGUARDABLE, part_name

CoverageState: TypeAlias = Literal["guarded", "allowed", "unguarded", "changed", "unguardable", "unreadable"]
STATES_BY_SEVERITY: tuple[CoverageState, ...] = (
    "changed", "unguarded", "unreadable", "unguardable", "guarded", "allowed"
)  # fmt: skip
"""Of several entries in one cell, the first of these states is shown."""
_UNREADABLE: Any = QT_TRANSLATE_NOOP("Coverage", "Unreadable settings")


class RowKind(IntEnum):
    """Kinds of rows, in their order."""

    SERVER = 0
    UNREADABLE = 1
    """Settings files that cannot be read."""
    LIMIT = 2
    """A part of the clients that is in no file."""


@dataclass(frozen=True, slots=True, order=True)
class CoverageRow:
    """A row of the map: a server by its name in the clients' settings, which are those of ``project``."""

    kind: RowKind
    name: str
    project: str = ""
    folds: bool = False
    """Whether the row groups the limits, which can be shown below it."""

    @property
    def title(self) -> str:
        """Its name in the map."""
        return f"{self.name} ({PurePath(self.project).name or self.project})" if self.project else self.name


@dataclass(frozen=True, slots=True)
class CoverageEntry:
    """One way in which a client reaches a server: an entry of a file, a limit, or a connection without a file."""

    state: CoverageState
    path: str = ""
    launch: str = ""
    reason: str = ""
    server: str = ""
    """The ToolGuard server that it reaches; "" for all of them, or for a command."""
    is_writable: bool = False


@dataclass(frozen=True, slots=True)
class CoverageCell:
    """How one client reaches one server."""

    client: str
    """Its key, for orders; "" if ToolGuard knows no settings file of it."""
    title: str
    row: CoverageRow
    entries: tuple[CoverageEntry, ...]

    @property
    def state(self) -> CoverageState:
        """The worst state of its entries."""
        return next(state for state in STATES_BY_SEVERITY if any(entry.state == state for entry in self.entries))

    def unguarded(self) -> RouteSelection | None:
        """The selection that can be guarded here, or None."""
        return self._selected([entry for entry in self.entries if entry.state in ROUTABLE_STATES and entry.is_writable])

    def guarded(self) -> RouteSelection | None:
        """The selection whose routing can be undone here, or None."""
        return self._selected([entry for entry in self.entries if entry.state == "guarded" and entry.path])

    def _selected(self, entries: Sequence[CoverageEntry]) -> RouteSelection | None:
        if not entries or not self.client:
            return None
        files = list(dict.fromkeys(entry.path for entry in entries))
        return RouteSelection(clients=[self.client], files=files, names=[self.row.name])


@dataclass(frozen=True, slots=True)
class Coverage:
    """The map: its rows, the clients as columns, and the cells."""

    rows: tuple[CoverageRow, ...] = ()
    clients: tuple[str, ...] = ()
    cells: Mapping[tuple[CoverageRow, str], CoverageCell] = field(default_factory=dict)

    def cell(self, row: int, column: int) -> CoverageCell | None:
        """Return the cell; None if the client does not have the server."""
        return self.cells.get((self.rows[row], self.clients[column])) if self.rows else None

    def folded(self, *, unfolded: bool = False) -> Coverage:
        """Return the map with the limits grouped in one row; ``unfolded``: followed by their own rows."""
        limits = [row for row in self.rows if row.kind is RowKind.LIMIT]
        if len(limits) < 2:
            return self
        whole = CoverageRow(RowKind.LIMIT, QCoreApplication.translate("Coverage", UNGUARDABLE), folds=True)
        cells = dict(self.cells)
        for client in self.clients:
            mine = [self.cells[row, client] for row in limits if (row, client) in self.cells]
            if mine:
                entries = tuple(entry for cell in mine for entry in cell.entries)
                cells[whole, client] = CoverageCell(mine[0].client, client, whole, entries)
        rows = (*(row for row in self.rows if row.kind is not RowKind.LIMIT), whole, *(limits if unfolded else ()))
        return Coverage(rows, self.clients, cells)

    def count(self, state: CoverageState) -> int:
        """Return how many servers, or files, have this state; a server with one launch in several clients is one."""
        having = {
            (row, entry.server or entry.launch or entry.path)
            for (row, _), cell in self.cells.items() for entry in cell.entries if entry.state == state
        }  # fmt: skip
        return len(having)

    def count_clients(self, state: CoverageState) -> int:
        """Return how many columns have an entry with this state."""
        having = {client for (_, client), cell in self.cells.items() for entry in cell.entries if entry.state == state}
        return len(having)


def coverage_of(
    clients: Iterable[str],
    installed: Iterable[InstalledClient],
    access: Iterable[ListedClient] = (),
    sessions: Mapping[str, Sequence[ConnectedSession]] = {},
) -> Coverage:
    """Return the map of ``clients`` from their files, tokens and sessions. A token alone guards nothing yet.

    Servers in files come first, by name; then everything that is in no file.
    """
    entries_by_cell: dict[tuple[CoverageRow, str], tuple[str, list[CoverageEntry]]] = {}

    def put(client: str, title: str, row: CoverageRow, entry: CoverageEntry) -> None:
        entries_by_cell.setdefault((row, title), (client, []))[1].append(entry)

    for installed_client in installed:
        if not installed_client["files"]:
            continue
        for row, entry in _of_files(installed_client["files"]):
            put(installed_client["client"], installed_client["title"], row, entry)
        for limit in installed_client["limits"]:
            row = CoverageRow(RowKind.LIMIT, part_name(limit))
            put(installed_client["client"], installed_client["title"], row, CoverageEntry("unguardable", reason=limit))
    in_files = {
        (title, entry.server)
        for (_, title), (_, entries) in entries_by_cell.items()
        for entry in entries
        if entry.state == "guarded"
    }
    for token in access:
        used = {session.server for session in sessions.get(token["name"], ())}
        for server in set(token["urls"]) - used:
            put("", token["name"], CoverageRow(RowKind.SERVER, server), CoverageEntry("allowed", server=server))
    for title, connected in sessions.items():
        for server in dict.fromkeys(session.server for session in connected):
            if in_files.isdisjoint({(title, server), (title, "")}):
                put("", title, CoverageRow(RowKind.SERVER, server), CoverageEntry("guarded", server=server))
    cells = {
        (row, title): CoverageCell(client, title, row, tuple(entries))
        for (row, title), (client, entries) in entries_by_cell.items()
    }
    rows = sorted({row for row, _ in cells}, key=lambda row: (row.kind, row.title.casefold(), row))
    return Coverage(tuple(rows), tuple(sorted(clients, key=str.casefold)), cells)


def _of_files(files: Iterable[ClientFile]) -> Iterator[tuple[CoverageRow, CoverageEntry]]:
    for file in files:
        if file["error"]:
            name = QCoreApplication.translate("Coverage", _UNREADABLE)
            yield CoverageRow(RowKind.UNREADABLE, name), CoverageEntry("unreadable", file["path"], reason=file["error"])
        for entry in file["servers"]:
            coverage_entry = CoverageEntry(
                entry["state"], file["path"], entry["launch"], entry["reason"], entry["server"],
                is_writable=not file["read_only"],
            )  # fmt: skip
            yield CoverageRow(RowKind.SERVER, entry["name"], _project(file, entry)), coverage_entry


def _project(file: ClientFile, entry: ClientEntry) -> str:
    """Return the project folder of an entry; Claude Code keeps those of all projects in one file."""
    place = entry["path"]
    if not file["project"] and len(place) > 2 and place[0] == "projects":
        return str(place[1])
    return file["project"]
