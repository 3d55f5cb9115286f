"""Discovery of the chat clients on this machine, their files and servers. Nothing is changed or run.

A bad entry affects only itself. A file that cannot be read is one row with its error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from toolguard.clients.wiring import files
from toolguard.clients.wiring.clients import ANY_KEY, CLIENTS, ClientRow, SettingsFile
from toolguard.clients.wiring.documents import MAX_FILE_SIZE, MAX_PROJECT_FILE_SIZE, Document, KeyPath, read
from toolguard.clients.wiring.entries import (
    ENVIRONMENT_FILES,
    ENVIRONMENTS,
    EntryReader,
    EntryServer,
    is_server,
    own_name,
)
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.guarded_entries import GuardedTarget, guarded
from toolguard.clients.wiring.known_projects import known_projects
from toolguard.clients.wiring.machine import Machine
from toolguard.clients.wiring.managed_policies import ManagedPolicy, policy_of
from toolguard.clients.wiring.references import Reference
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

State = Literal["guarded", "unguarded", "unguardable", "unreadable"]
MAX_ENTRIES = 1_000
"""Maximum servers of one file."""
_MAX_ENV_FILE_SIZE = 256 * 1024
_REDIRECTS = re.compile(
    r"LD_|DYLD_|PYTHON(?:PATH|HOME|USERBASE|PLATLIBDIR|EXECUTABLE)\Z|TOOLGUARD_|PATH\Z", re.IGNORECASE
)
"""Variables that make ``toolguard-connect`` load other code, be another program, or reach another ToolGuard."""


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """A server in a client's file; ``reason`` says why it cannot be guarded or read."""

    name: str
    path: KeyPath
    value: Any
    state: State
    reason: str = ""
    server: EntryServer | None = None
    target: GuardedTarget | None = None
    """What a guarded entry reaches through ToolGuard."""


@dataclass(frozen=True, slots=True)
class FoundFile:
    """An existing settings file. With an ``error`` it could not be read and has no entries."""

    path: Path
    settings: SettingsFile
    project: Path | None
    document: Document | None
    entries: tuple[FoundEntry, ...]
    error: str = ""
    is_read_only: bool = False
    policies: tuple[ManagedPolicy, ...] = ()
    """The organization's lists that apply to its entries."""

    def routed_refusal(self, name: str, words: Sequence[str]) -> str:
        """Return why an entry may not launch ToolGuard with this command line; ``""`` if it may."""
        return next((why for policy in self.policies if (why := policy.routed_refusal(name, words))), "")


@dataclass(frozen=True, slots=True)
class FoundClient:
    """A chat client on this computer, with its settings files."""

    client: ClientRow
    files: tuple[FoundFile, ...]
    is_installed: bool
    is_running: bool
    projects: tuple[Path, ...] = ()
    """Other project folders that the client knows, whose own servers are not guarded."""


def find(
    machine: Machine,
    *,
    projects: Iterable[Path] = (),
    port: int | None = None,
    clients: Iterable[ClientRow] = CLIENTS,
) -> tuple[FoundClient, ...]:
    """Return the clients that are installed or have a file. Blocks while it reads.

    The settings of the folders ``projects`` are read as well; ``port`` is ToolGuard's HTTP port.
    """
    folders = [folder for folder in projects if folder.is_absolute()]
    installed = (_client(row, machine, folders, port) for row in clients)
    return tuple(client for client in installed if client.files or client.is_installed)


def _client(client: ClientRow, machine: Machine, projects: list[Path], port: int | None) -> FoundClient:
    paths: set[Path] = set()
    files_: list[FoundFile] = []
    for settings in client.files:
        for path, project in settings.found(machine, projects):
            if path not in paths and (file := _file(client, settings, path, project, machine, port)) is not None:
                paths.add(path)
                files_.append(file)
    running = machine.is_running(client.programs)
    installed = (
        bool(files_) or running or any(map(machine.has_program, client.programs))
        or any(folder.is_dir() for template in client.folders for folder in machine.paths(template))
    )  # fmt: skip
    listed = (project for project in known_projects(client.projects, machine) if project not in projects)
    open_ = tuple(project for project in listed if _is_open(client, project, machine, port, paths))
    return FoundClient(client, tuple(files_), installed or bool(open_), running, open_)


def _is_open(client: ClientRow, project: Path, machine: Machine, port: int | None, paths: set[Path]) -> bool:
    """Return whether a project's own settings have a server that is not guarded."""
    each = (
        (settings, path) for settings in client.files if settings.project
        for path, _ in settings.found(machine, [project]) if path not in paths
    )  # fmt: skip
    read_files = (_file(client, settings, path, project, machine, port) for settings, path in each)
    return any(entry.state == "unguarded" for file in read_files if file is not None for entry in file.entries)


def _file(
    client: ClientRow, settings: SettingsFile, path: Path, project: Path | None, machine: Machine, port: int | None
) -> FoundFile | None:
    try:
        data = files.read_bytes(path, MAX_FILE_SIZE if project is None else MAX_PROJECT_FILE_SIZE)
        if data is None:
            return None
        if project is not None and not files.target_of(path).is_relative_to(files.target_of(project)):
            raise WiringError(coded("clients.file_outside", path=visible(str(path))))
        document = read(data, settings.format)
    except WiringError as why:
        return FoundFile(path, settings, project, None, (), str(why))
    reader = reader_for(client, machine, project)
    policies = tuple(_policies(client, settings, machine, project))
    listed = _listed(document.value, settings.places)
    entries = tuple(_entry(*entry, settings, reader, machine, policies, port) for entry in listed)
    return FoundFile(path, settings, project, document, entries, "", files.is_read_only(path), policies)


def _policies(
    client: ClientRow, settings: SettingsFile, machine: Machine, project: Path | None
) -> Iterator[ManagedPolicy]:
    """Return the lists of all clients that read the file: a server denied to one is not routed for another."""
    for row in CLIENTS:
        reads = row == client or any(file.project and file.project == settings.project for file in row.files)
        if reads and row.policy is not None:
            policy = policy_of(row.title, row.policy, machine, project)
            yield from () if policy is None else (policy,)


def _listed(value: Any, places: tuple[KeyPath, ...]) -> Iterator[tuple[str, KeyPath, Any]]:
    count = 0
    for place in places:
        for path, holder in _places(value, place):
            members: Iterable[tuple[str | int, Any]] = ()
            if isinstance(holder, dict):
                members = holder.items()
            elif isinstance(holder, list):
                members = enumerate(holder)
            for key, entry in members:
                if (*path, key) in places or count >= MAX_ENTRIES:
                    continue
                count += 1
                name = key if isinstance(key, str) else own_name(entry) if isinstance(entry, dict) else ""
                yield name or str(key), (*path, key), entry


def _places(value: Any, place: KeyPath, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    if not place:
        yield path, value
    elif isinstance(value, dict):
        names = list(value) if place[0] == ANY_KEY else [name for name in value if name == place[0]]
        for name in names:
            yield from _places(value[name], place[1:], (*path, name))


def _entry(
    name: str,
    path: KeyPath,
    value: Any,
    settings: SettingsFile,
    reader: EntryReader,
    machine: Machine,
    policies: Sequence[ManagedPolicy],
    port: int | None,
) -> FoundEntry:
    if not isinstance(value, dict):
        return FoundEntry(name, path, value, "unreadable", coded("clients.entry_no_object"))
    target = guarded(value, port)
    if target is not None:
        if foreign := next((program for program in target.programs if not machine.is_own_stub(program)), ""):
            reason = coded("clients.entry_other_stub", path=visible(foreign)[:300])
            return FoundEntry(name, path, value, "unguardable", reason)
        if settings.project and target.programs and (variable := _redirecting(value)):
            reason = coded("clients.entry_redirects", variable=visible(variable)[:100])
            return FoundEntry(name, path, value, "unguardable", reason)
        return FoundEntry(name, path, value, "guarded", target=target)
    if not is_server(value):
        return FoundEntry(name, path, value, "unguardable", coded("clients.entry_no_launch"))
    try:
        server = reader.read(value)
    except WiringError as why:
        return FoundEntry(name, path, value, "unguardable", str(why))
    if settings.fixed is not None:
        return FoundEntry(name, path, value, "unguardable", settings.fixed, server)
    if refusal := next((refused for policy in policies if (refused := policy.refusal(name, value))), ""):
        return FoundEntry(name, path, value, "unguardable", refusal, server)
    return FoundEntry(name, path, value, "unguarded", server=server)


def _redirecting(entry: Mapping[str, Any]) -> str:
    """Return what in an entry may set a variable of `_REDIRECTS`, or ``""``."""
    command = entry.get("command")
    settings = [*(entry.get(name) for name in ENVIRONMENTS), command.get("env") if isinstance(command, dict) else None]
    names = [str(name) for each in settings if isinstance(each, dict) for name in each]
    files_of_variables = [name for name in ENVIRONMENT_FILES if entry.get(name)]
    return next(iter([*filter(_REDIRECTS.match, names), *files_of_variables]), "")


def reader_for(client: ClientRow, machine: Machine, project: Path | None) -> EntryReader:
    """Return the reader of a client's entries.

    A project's file may come from anybody, so its references to the person's variables are not resolved.
    """

    def resolve(reference: Reference) -> str | None:
        if reference.kind == "folder":
            return _folder(reference.name, machine, project)
        if reference.kind == "environment" and project is None:
            return machine.environment.get(reference.name)
        return None

    def read_file(path: str) -> str | None:
        env_file = Path(path)
        try:
            if project is not None and not env_file.resolve().is_relative_to(project.resolve()):
                return None
            data = files.read_bytes(env_file, _MAX_ENV_FILE_SIZE) if env_file.is_absolute() else None
            return None if data is None else data.decode("utf-8-sig")
        except (WiringError, UnicodeDecodeError, OSError, RuntimeError):
            return None

    return EntryReader(client.syntaxes, resolve, read_file)


def _folder(name: str, machine: Machine, project: Path | None) -> str | None:
    folders: Mapping[str, Path | None] = {
        "userHome": machine.home, "workspaceFolder": project, "workspaceRoot": project, "cwd": project,
    }  # fmt: skip
    if name == "workspaceFolderBasename" and project is not None:
        return project.name
    folder = folders.get(name)
    return None if folder is None else str(folder)
