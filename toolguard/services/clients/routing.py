"""The service that routes the servers of chat clients through ToolGuard, and undoes that.

Routing adds servers after a person has accepted their exact commands, and then writes the clients' files. Undoing
reduces protection: an order from the command line waits for the person, and is refused if nobody can be asked. Values
that look like secrets are stored in the keyring. No order, question or response contains one.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from toolguard.clients.local.entry_environment import loads_code
from toolguard.clients.wiring.clients import CLIENTS, ApprovalList, ClientRow
from toolguard.clients.wiring.discovery import FoundClient, FoundEntry, FoundFile, find
from toolguard.clients.wiring.documents import KeyPath, read
from toolguard.clients.wiring.entries import HEADERS, URLS, value_reference
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.files import target_of
from toolguard.clients.wiring.guarded_entries import words_of
from toolguard.clients.wiring.leftover_copies import leftover_copies
from toolguard.clients.wiring.machine import Machine
from toolguard.clients.wiring.records import RoutedEntry, RoutingRecord
from toolguard.clients.wiring.routing import FilePlan, Router, can_be_approved
from toolguard.gate.policy.risks import Risk, launch_risks
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded, sentences
from toolguard.servers.secrets.redactor import places
from toolguard.services.clients.entry_keys import EntryKey, keys_of, left_out
from toolguard.services.clients.service import stub
from toolguard.services.context import note
from toolguard.services.interface import (
    ChangedFile,
    ClientEntry,
    ClientFile,
    ClientNames,
    EntryNames,
    InstalledClient,
    KeyChoice,
    LeftoverFile,
    NewServer,
    Paths,
    PlannedFile,
    RefusedError,
    RoutedFiles,
    RouteOrder,
    RoutePlan,
    RouteSelection,
    SkippedEntry,
    SuspectedValue,
    UndoneKey,
    UndonePlan,
    YesOrNo,
    text_of,
    value_of,
    with_secret,
    with_text,
)
from toolguard.services.methods import Arguments, MethodRunner, Service, loosens, reads
from toolguard.services.secrets import SecretService, launches_detail
from toolguard.services.server_import import secret_detection
from toolguard.services.server_import.command_parsing import free_name, safe_name
from toolguard.services.server_import.secret_detection import MASK, MIN_MASKED_LENGTH
from toolguard.services.server_import.settings_files import suspects
from toolguard.services.servers import ServerService, server_detail, settings_of, spec_of
from toolguard.store.config.config import ServerSpec
from toolguard.store.keychain import KeychainError
from toolguard.tables.servers import KINDS


@dataclass(frozen=True, slots=True)
class _Secret:
    """A secret of an entry; ``value`` is None if it is not known on this computer."""

    suspect: SuspectedValue
    name: str
    value: str | None


@dataclass(slots=True)
class _Entry:
    """An entry to route, and what replaces it."""

    found: FoundEntry
    plain: dict[str, Any]
    """Its settings as they are, with the values of its secrets."""
    server: dict[str, Any]
    """Its settings with a reference in the place of each secret."""
    notes: list[str]
    secrets: list[_Secret]
    name: str = ""


@dataclass(frozen=True, slots=True)
class _Listed:
    """An addition to a client's list of servers that need no confirmation: names, each with the file of its entry."""

    client: FoundClient
    approvals: ApprovalList
    project: Path | None
    routed: list[tuple[str, Path]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Undoing:
    """A file whose routing is undone: its plan, or why it has none, and the keys of its entries."""

    client: str
    path: str
    plan: FilePlan | str
    keys: tuple[UndoneKey, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Routed:
    """The routed entries: their files and places, and files and names of those whose client no longer asks itself."""

    places: set[tuple[str, KeyPath]]
    unasked: set[tuple[str, str]]


@dataclass(slots=True)
class _Prepared:
    """A plan, with data that no result contains: the values of secrets, and the bytes of files."""

    plan: RoutePlan
    files: list[tuple[FoundClient, FilePlan]] = field(default_factory=list)
    added: list[_Entry] = field(default_factory=list)


def selection_detail(arguments: Arguments) -> str:
    """Return the selected entries, one line each."""
    clients = arguments.get("clients") or ["every one"]
    lines = [("client", client) for client in clients]
    lines += [("file", path) for path in arguments.get("files", ())]
    lines += [("entry", name) for name in arguments.get("names", ())]
    lines += [("project", path) for path in arguments.get("projects", ())]
    lines += [("keys", choice) for choice in (arguments.get("keys"),) if choice]
    return "\n".join(visible(f"{label:<8} {text}") for label, text in lines)


def route_detail(arguments: Arguments) -> str:
    """Return the servers to add, one line per setting, and the files to write."""
    return "\n\n".join([*(server_detail(server) for server in arguments.get("added", ())), selection_detail(arguments)])


def _route_risks(arguments: Arguments) -> Sequence[Risk]:
    added = arguments.get("added", ())
    each = [launch_risks(server.get("command", ""), server.get("args", ()), server.get("url", "")) for server in added]
    places = [server.get(place, {}) for server in added for place in ("env", "headers")]
    is_given = any("${secret:" in value for values in places for value in values.values())
    secret_risks: tuple[Risk, ...] = ("gives secret",) if is_given else ()
    loads: tuple[Risk, ...] = ("loads code",) if any(loads_code(name) for place in places for name in place) else ()
    return tuple(dict.fromkeys((*secret_risks, *loads, *(risk for risks in each for risk in risks))))


_ADD_ORDER = next(method for method in ServerService.orders if method.name == "server.add")


class RoutingService(Service):
    """Chat clients on this computer, and the entries in their files."""

    kind = "client"

    @reads("client.found")
    async def found(self, projects: Paths = []) -> list[InstalledClient]:  # noqa: B006 - a constant
        """Return the installed clients, their files, and which of their servers are routed through ToolGuard."""
        clients = await self._find(projects, await asyncio.to_thread(self._state.machine))
        routed = await asyncio.to_thread(self._routed)
        return [_installed(client, routed) for client in clients]

    @reads("client.plan")
    async def plan(
        self, clients: ClientNames = [], files: Paths = [], names: EntryNames = [], projects: Paths = [],  # noqa: B006
        turn_off_prompts: YesOrNo = False,
    ) -> RoutePlan:  # fmt: skip
        """Return what routing would write and add. Changes nothing."""
        selection = RouteSelection(
            clients=clients, files=files, names=names, projects=projects, turn_off_prompts=turn_off_prompts
        )
        prepared = await self._prepare(selection)
        for (selected, plan), file_entry in zip(prepared.files, prepared.plan["files"], strict=True):
            file_entry["copies"] = await self._copies(selected.client.key, plan, "leave-out")
        return prepared.plan

    def _route_loosens(self, order: RouteOrder) -> str:
        names = [str(_ADD_ORDER.checked(server)["new"].name) for server in order.added]
        existing = [name for name in names if name in self._state.config.servers]
        if existing:
            raise RefusedError(coded("services.server_exists_remove_first", name=existing[0]))
        adds = coded("services.route_adds_servers", servers=tuple(names)) if names else ""
        return sentences(adds, coded("services.route_one_gate") if order.turn_off_prompts else "")

    async def _route_detail(self, order: RouteOrder) -> str:
        specs = [settings_of(_ADD_ORDER.checked(server)["new"]) for server in order.added]
        specs_with_secrets = [spec for spec in specs if places(spec)]
        return route_detail(msgspec.to_builtins(order)) + await launches_detail(specs_with_secrets, self.caller)

    @loosens("client.route", _route_loosens, detail=route_detail, risks=_route_risks, shown=_route_detail)
    async def route(self, order: RouteOrder) -> RoutedFiles:
        """Add the servers of a plan, and write the clients' files. Refused if the plan has changed."""
        prepared = await self._prepare(order)
        plan = prepared.plan
        if plan["digest"] != order.digest or plan["servers"] != order.added:
            raise RefusedError(coded("services.route_stale"))
        unverified = tuple(file["title"] for file in plan["files"] if not file["verified"])
        if unverified and not order.confirmed:
            raise RefusedError(coded("services.route_unverified", clients=tuple(dict.fromkeys(unverified))))
        accepted = self.caller.accepted()
        for entry in prepared.added:
            await self._add(accepted, entry)
        written: list[ChangedFile] = []
        for selected, file_plan in prepared.files:
            done = await self._write(selected.client.key, file_plan)
            written.append({**done, "copies": await self._copies(selected.client.key, file_plan, "leave-out")})
        names = [server.name for server in prepared.added]
        return {"files": written, "servers": names, "secrets": plan["secrets"]}

    @reads("client.undo_plan")
    async def undo_plan(
        self, clients: ClientNames = [], files: Paths = [], names: EntryNames = [],  # noqa: B006
        keys: KeyChoice = "put-back",
    ) -> UndonePlan:  # fmt: skip
        """Return what undoing would write. Changes nothing."""
        undoing = await asyncio.to_thread(self._undo_plans, clients, files, names, keys)
        planned: list[ChangedFile] = [
            {**await asyncio.to_thread(_changed, undo), "copies": await self._copies(undo.client, undo.plan, keys)}
            for undo in undoing
        ]
        return {"files": planned}

    def _undo_loosens(
        self, clients: ClientNames = [], files: Paths = [], names: EntryNames = [],  # noqa: B006
        keys: KeyChoice = "put-back",
    ) -> str:  # fmt: skip
        records = self._chosen(clients, files, names)
        if not records:
            raise RefusedError(coded("services.undo_nothing"))
        if self._state.guard is None:
            raise RefusedError(coded("services.undo_needs_person"))
        entries = [entry for record in records for entry in record.entries if not names or entry.name in names]
        if not entries:
            return ""  # clients ask again, so protection is not reduced
        launches = tuple(dict.fromkeys(_own_launch(entry) for entry in entries))
        key_places = [visible(f"{key.place} of {entry.name}")[:100] for entry in entries for key in _keys(entry)]
        code = "services.undo_puts_keys_back" if keys == "put-back" else "services.undo_leaves_keys_out"
        of_keys = coded(code, keys=tuple(dict.fromkeys(key_places))) if key_places else ""
        return sentences(coded("services.undo_removes_gate", launches=launches), of_keys)

    @loosens("client.undo", _undo_loosens, detail=selection_detail)
    async def undo(
        self, clients: ClientNames = [], files: Paths = [], names: EntryNames = [],  # noqa: B006
        keys: KeyChoice = "put-back",
    ) -> UndonePlan:  # fmt: skip
        """Restore the clients' own entries, with or without their keys. ToolGuard's servers and secrets are kept."""
        written: list[ChangedFile] = []
        for undoing in await asyncio.to_thread(self._undo_plans, clients, files, names, keys):
            done = await asyncio.to_thread(_changed, undoing)
            if isinstance(undoing.plan, FilePlan):
                wrote = await self._write(undoing.client, undoing.plan)
                done["backup"], done["error"] = wrote["backup"], wrote["error"]
            done["diff"], done["copies"] = "", await self._copies(undoing.client, undoing.plan, keys)
            written.append(done)
        return {"files": written}

    # --- planning -------------------------------------------------------------------------------------------------

    @property
    def _router(self) -> Router:
        return Router(self._state.config.folder)

    async def _find(self, projects: Sequence[str], machine: Machine) -> tuple[FoundClient, ...]:
        state = self._state
        port = (state.http.port if state.http is not None else 0) or state.config.preferences.http_port or None
        folders = [Path(project) for project in projects]
        return await asyncio.to_thread(find, machine, projects=folders, port=port)

    def _routed(self) -> _Routed:
        records = self._router.records.all()
        return _Routed(
            {(record.file, _place(entry.path, entry.name)) for record in records for entry in record.entries},
            {(server.routed, server.name) for record in records for server in record.approved},
        )

    async def _prepare(self, selection: RouteSelection) -> _Prepared:
        """Return the plan. The same files, servers and secrets result in the same plan."""
        skipped: list[SkippedEntry] = []
        machine = await asyncio.to_thread(self._state.machine)
        chosen = await self._selected(selection, machine, skipped)
        if chosen and not Path(stub()).is_absolute():
            raise RefusedError(coded("services.route_no_stub"))
        added = await self._named([entry for _, _, entries in chosen for entry in entries])
        prepared = _Prepared({"digest": "", "files": [], "servers": [], "secrets": [], "skipped": skipped}, added=added)
        lists: dict[Path, _Listed] = {}
        for client, file, named in chosen:
            entries = _permitted(client, file, named, selection, skipped)
            if not entries:
                continue
            servers: dict[KeyPath, str] = {entry.found.path: entry.name for entry in entries}
            try:
                plan = await asyncio.to_thread(
                    self._router.plan_route,
                    client.client,
                    file,
                    servers,
                    [stub()],
                    turn_off_prompts=selection.turn_off_prompts,
                )
                diff = await asyncio.to_thread(_shown_diff, plan)
            except WiringError as why:
                skipped.append(_skipped(client, file, "", str(why)))
                continue
            prepared.files.append((client, plan))
            entries[0].notes += plan.notes
            prepared.plan["files"].append(_planned(client, file.path, entries, diff))
            if selection.turn_off_prompts:
                _note_lists(lists, client, file, entries, machine)
        for path, listed in lists.items():
            await self._plan_list(prepared, path, listed)
        used = {entry["server"] for file_ in prepared.plan["files"] for entry in file_["entries"]}
        prepared.added = [entry for entry in added if entry.name in used]
        prepared.plan["servers"] = [msgspec.to_builtins(_new_server(entry)) for entry in prepared.added]
        prepared.plan["secrets"] = [
            {"server": entry.name, "secret": each.name, "place": each.suspect["name"], "missing": each.value is None}
            for entry in prepared.added for each in entry.secrets
        ]  # fmt: skip
        parts = [prepared.plan["files"], prepared.plan["servers"], [plan.digest for _, plan in prepared.files]]
        prepared.plan["digest"] = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
        return prepared

    async def _selected(
        self, selection: RouteSelection, machine: Machine, skipped: list[SkippedEntry]
    ) -> list[tuple[FoundClient, FoundFile, list[_Entry]]]:
        """Return the selected files with the entries that can be routed, and report the others as skipped."""
        chosen: list[tuple[FoundClient, FoundFile, list[_Entry]]] = []
        selected_paths: set[Path] = set()
        everyone = await self._find(selection.projects, machine)
        unknown = sorted(set(selection.clients) - {found_client.client.key for found_client in everyone})
        if unknown:
            raise RefusedError(coded("services.route_no_client", client=visible(unknown[0])))
        for client in everyone:
            if selection.clients and client.client.key not in selection.clients:
                continue
            for file in client.files:
                if selection.files and str(file.path) not in selection.files:
                    continue
                if not file.error:  # several clients can share one file, which not all of them can read
                    target = target_of(file.path)
                    if target in selected_paths:
                        continue
                    selected_paths.add(target)
                if entries := _requested_entries(client, file, selection, machine, skipped):
                    chosen.append((client, file, entries))
        return chosen

    async def _plan_list(self, made: _Prepared, path: Path, listed: _Listed) -> None:
        """Add the change of a client's list of servers that need no confirmation."""
        client = listed.client
        try:
            plan = await asyncio.to_thread(
                self._router.plan_approvals, client.client, path, listed.approvals, listed.routed, listed.project
            )
        except WiringError as why:
            skipped: SkippedEntry = {"client": client.client.key, "path": str(path), "name": "", "reason": str(why)}
            made.plan["skipped"].append(skipped)
            return
        if plan.after != plan.before:
            made.files.append((client, plan))
            diff = await asyncio.to_thread(_shown_diff, plan)
            made.plan["files"].append(_planned(client, path, [], diff))

    async def _named(self, entries: list[_Entry]) -> list[_Entry]:
        """Assign a server to each entry: an equal registered one, or a new one. Return the entries with new servers."""
        used_names, secrets = set(self._state.config.servers), set(self._state.config.secrets)
        added: list[_Entry] = []
        for entry in entries:
            twin = next((other for other in added if _is_twin(other, entry)), None)
            registered = None if twin else await self._registered(entry)
            if twin is not None:
                entry.name = twin.name
            elif registered is not None:
                entry.name = registered
            else:
                entry.name = free_name(safe_name(entry.found.name), used_names)
                used_names.add(entry.name)
                _name_secrets(entry, secrets)
                added.append(entry)
        return added

    async def _registered(self, entry: _Entry) -> str | None:
        """Return the registered server that equals the entry, including the values of its secrets.

        They may be in the keyring, or in its settings.
        """
        has_all_values = not any(secret.suspect["missing"] for secret in entry.secrets)
        for spec in self._state.config.servers.values():
            if has_all_values and _is_same(spec, entry, entry.plain, ()):
                return spec.name
            if _is_same(spec, entry, entry.server, entry.secrets) and await self._has_values(spec, entry):
                return spec.name
        return None

    async def _has_values(self, spec: ServerSpec, entry: _Entry) -> bool:
        for secret in entry.secrets:
            stored_text = text_of(msgspec.structs.asdict(spec), secret.suspect)
            before, after = _text_around(secret.suspect)
            name = stored_text.removeprefix(before).removesuffix(after)
            if secret.value is None:
                continue
            try:
                if await self._state.keychain.get(name) != secret.value:
                    return False
            except KeychainError:
                return False
        return True

    # --- changing -------------------------------------------------------------------------------------------------

    async def _add(self, accepted: MethodRunner, entry: _Entry) -> None:
        """Add a server that the person accepted, and bind its secrets."""
        new = _new_server(entry)
        secrets = SecretService(accepted)
        for secret in entry.secrets:
            if secret.value is not None:
                await secrets.put(secret.name, secret.value, f"for {new.name}", new=True)
        await ServerService(accepted).add(new)
        for entry_secret in entry.secrets:
            if entry_secret.value is not None:
                await secrets.bind(entry_secret.name, [new.name])

    async def _write(self, client: str, plan: FilePlan) -> ChangedFile:
        members: ChangedFile = {**_unchanged(client, str(plan.path)), "notes": list(plan.notes)}
        try:
            backup = await asyncio.to_thread(self._router.carry_out, plan)
        except WiringError as why:
            return {**members, "error": str(why)}
        code = "services.routing_undone" if plan.is_undo else "services.routed"
        names = "\n".join(
            visible(line)
            for record in plan.records
            for line in (
                *(f"{entry.name} → {entry.server}" for entry in record.entries),
                *(f"{server.item} in {'.'.join(map(str, server.place))}" for server in record.approved),
            )
        )
        note(self._state, coded(code, path=visible(str(plan.path))), names)
        return {**members, "backup": str(backup or "")}

    def _chosen(self, clients: Sequence[str], files: Sequence[str], servers: Sequence[str]) -> list[RoutingRecord]:
        return [
            record for record in self._router.records.all()
            if (not clients or any(_concerns(record, client) for client in clients))
            and (not files or record.file in files or any(server.routed in files for server in record.approved))
            and (not servers or not _names(record).isdisjoint(servers))
        ]  # fmt: skip

    def _undo_plans(
        self, clients: Sequence[str], files: Sequence[str], names: Sequence[str], keys: KeyChoice
    ) -> list[_Undoing]:
        """Return each file with its plan, or with why it has none."""
        records = self._chosen(clients, files, names)

        def replacements(record: RoutingRecord, entry: RoutedEntry) -> dict[KeyPath, tuple[str, str]]:
            return left_out(_row(record.client), entry.value, entry.name) if keys == "leave-out" else {}

        records_by_path: dict[str, list[RoutingRecord]] = {}
        for routing_record in records:
            records_by_path.setdefault(routing_record.file, []).append(routing_record)
        plans: list[_Undoing] = []
        for path, of_file in records_by_path.items():
            client = of_file[0].client
            try:
                routed = files if files and path not in files else None
                plan = self._router.plan_undo(Path(path), names or None, replacements, routed)
            except WiringError as why:
                plans.append(_Undoing(client, path, str(why)))
                continue
            each = {
                (entry.name, key.path, key.variable): (entry, key)
                for routing_record in of_file
                for entry in routing_record.entries
                if not names or entry.name in names
                for key in _keys(entry)
            }
            undone = tuple(_undone_key(client, entry, key) for entry, key in each.values())
            plans.append(
                _Undoing(client, path, plan, undone, _key_notes(client, undone) if keys == "leave-out" else ())
            )
        return plans

    async def _copies(self, client: str, plan: FilePlan | str, keys: KeyChoice) -> list[LeftoverFile]:
        """Return where else a key of a plan's entries is. ``keys``: what the plan does with them in its own file."""
        if isinstance(plan, str):
            return []
        entries = [entry for record in plan.records for entry in record.entries]
        values = {key.secret for entry in entries for key in _keys(entry)}
        row, machine = _row(client), await asyncio.to_thread(self._state.machine)
        after = (plan.after or b"") if keys == "leave-out" else b""
        copies = await asyncio.to_thread(
            leftover_copies, machine, row.copies if row else (), self._router.backups, values, plan.path, after
        )
        return [{"path": copy.path, "kind": copy.kind} for copy in copies]


# --- what replaces an entry ---------------------------------------------------------------------------------------


def _requested_entries(
    client: FoundClient, file: FoundFile, selection: RouteSelection, machine: Machine, skipped: list[SkippedEntry]
) -> list[_Entry]:
    """Return the entries of a file that are to be routed, and report the others as skipped."""
    if file.error:
        skipped.append(_skipped(client, file, "", file.error))
    requested = [entry for entry in file.entries if not selection.names or entry.name in selection.names]
    if requested and file.is_read_only and any(entry.state == "unguarded" for entry in requested):
        skipped.append(_skipped(client, file, "", coded("clients.file_read_only", path=visible(str(file.path)))))
        return []
    skipped += [_skipped(client, file, entry.name, entry.reason) for entry in requested if entry.reason]
    return [_described(entry, file, machine) for entry in requested if entry.state == "unguarded" and entry.server]


def _permitted(
    client: FoundClient,
    file: FoundFile,
    entries: list[_Entry],
    selection: RouteSelection,
    skipped: list[SkippedEntry],
) -> list[_Entry]:
    """Return the entries that the organization's lists allow to launch ToolGuard, and report the others as skipped."""
    permitted = []
    for entry in entries:
        if refusal := file.routed_refusal(entry.found.name, [stub(), "--server", entry.name]):
            skipped.append(_skipped(client, file, entry.found.name, refusal))
        else:
            permitted.append(entry)
            if selection.turn_off_prompts:
                entry.notes += _question_notes(client.client, file, entry.found.name)
    return permitted


def _question_notes(row: ClientRow, file: FoundFile, name: str) -> list[str]:
    """Return notes about the client's own question before calls of an entry's tools."""
    lists = file.settings.approvals
    if not row.approval_off and (lists is None or not can_be_approved(name)):
        why = row.question if lists is None and row.question is not None else ""
        return [sentences(coded("services.route_keeps_question", client=row.title), why)]
    return [row.question] if row.question is not None else []


def _note_lists(
    lists: dict[Path, _Listed], client: FoundClient, file: FoundFile, entries: list[_Entry], machine: Machine
) -> None:
    """Add the entries of a file to the client's lists, which are in other files."""
    approvals = file.settings.approvals
    if approvals is None or not approvals.path:
        return
    for entry in entries:
        project = _project_of(entry.found, file)
        path = machine.paths(approvals.path)[0] if project is None else project / approvals.project
        listed = lists.setdefault(path, _Listed(client, approvals, project))
        listed.routed.append((entry.found.name, file.path))


def _described(found: FoundEntry, file: FoundFile, machine: Machine) -> _Entry:
    assert found.server is not None  # noqa: S101 - whoever calls this has looked
    server, moved = secret_detection.move_to_variables({**found.server.server})
    notes = [*found.server.notes, *moved]
    server.pop("enabled", None)  # its client keeps it turned off
    folder, project = server.get("cwd"), _project_of(found, file)
    if KINDS[server["kind"]].runs_program and project is not None:
        server["cwd"] = str(project / folder) if folder else str(project)
    elif folder and not Path(folder).is_absolute():
        del server["cwd"]
        notes.append(coded("services.route_relative_folder", folder=visible(folder)[:200]))
    secrets, plain = list[_Secret](), server
    for suspect in suspects(server, safe_name(found.name)):
        value: str | None = value_of(server, suspect)
        if suspect["missing"]:
            reference = value_reference(text_of(server, suspect))
            variable = reference.reference if reference else None
            own = variable is not None and variable.kind == "environment" and file.project is None
            value = machine.environment.get(variable.name) or variable.default if variable is not None and own else None
        secrets.append(_Secret(suspect, suspect["secret"], value or None))
        server = with_secret(server, suspect, suspect["secret"])
    return _Entry(found, plain, server, [*notes, *secret_detection.describe_suspected(server)], secrets)


def _text_around(suspect: SuspectedValue) -> tuple[str, str]:
    """Return the text before and after the name of the secret, once its reference stands in the settings."""
    return f"{suspect['before']}${{secret:", f"}}{suspect['after']}"


def _project_of(entry: FoundEntry, file: FoundFile) -> Path | None:
    """Return the folder in which the client starts an entry's server, if the file or the entry's place defines it."""
    if file.project is None and len(entry.path) > 2 and entry.path[0] == "projects":  # the state file of Claude Code
        folder = Path(str(entry.path[1]))
        return folder if folder.is_absolute() else None
    return file.project


def _name_secrets(entry: _Entry, used_names: set[str]) -> None:
    """Give each secret of a new server an unused name, and write a reference to it into the server."""
    for number, secret in enumerate(entry.secrets):
        base, count, name = secret.name, 1, secret.name
        while name in used_names:
            name = f"{base[:40]}_{entry.name}"[:60] + (f"_{count}" if count > 1 else "")
            count += 1
        used_names.add(name)
        entry.server = with_secret(entry.server, secret.suspect, name)
        entry.secrets[number] = _Secret(secret.suspect, name, secret.value)


def _is_twin(entry: _Entry, other: _Entry) -> bool:
    """Return whether two entries are the same server, with the same secret values and the same tools."""
    values, others = ([(each.suspect["name"], each.value) for each in one.secrets] for one in (entry, other))
    return _plain(entry) == _plain(other) and values == others


def _plain(entry: _Entry) -> Any:
    """Return the entry's settings without its secrets."""
    server: dict[str, Any] = {"env": {}, "headers": {}, **entry.server}
    for secret in entry.secrets:
        server = with_secret(server, secret.suspect, "")
    read = entry.found.server
    return server, read.only if read else None, read.hidden if read else ()


def _is_same(spec: ServerSpec, entry: _Entry, settings: dict[str, Any], secrets: Sequence[_Secret]) -> bool:
    """Return whether a registered server has the entry's ``settings``, with any reference where ``secrets`` are."""
    try:
        described = spec_of({**settings, "name": spec.name})
    except RefusedError:
        return False
    for secret in secrets:
        suspect = secret.suspect
        stored_text = text_of(msgspec.structs.asdict(spec), suspect)
        before, after = _text_around(suspect)
        if not (stored_text.startswith(before) and stored_text.endswith(after)):
            return False
        changed = with_text(msgspec.structs.asdict(described), suspect, stored_text)
        described = msgspec.structs.replace(described, **{suspect["place"]: changed[suspect["place"]]})
    same = {
        name: getattr(spec, name) for name in ("enabled", "arguments", "requests", "trust_hints", "bridge", "client_id")
    }
    described = msgspec.structs.replace(described, **same, client_secret=spec.client_secret)
    read = entry.found.server
    return described == spec and (read is None or (read.only is None and not read.hidden))


def _new_server(entry: _Entry) -> NewServer:
    read = entry.found.server
    only: Any = UNSET if read is None or read.only is None else read.only
    hidden: Any = list(read.hidden) if read is not None and read.hidden else UNSET
    return NewServer(name=entry.name, **entry.server, tools=only, hidden=hidden)


# --- results ------------------------------------------------------------------------------------------------------


def _installed(client: FoundClient, routed: _Routed) -> InstalledClient:
    row = client.client
    return {
        "client": row.key, "title": row.title, "installed": client.is_installed, "running": client.is_running,
        "reload": row.reload, "verified": row.verified, "source": row.source, "limits": list(row.limits),
        "installs_bundles": row.installs_bundles,
        "projects": [str(path) for path in client.projects],
        "files": [_file(file, row.title, routed) for file in client.files],
    }  # fmt: skip


def _file(file: FoundFile, title: str, routed: _Routed) -> ClientFile:
    return {
        "path": str(file.path), "project": str(file.project or ""), "error": file.error,
        "read_only": file.is_read_only,
        "servers": [_client_entry(entry, title, str(file.path), routed) for entry in file.entries],
    }  # fmt: skip


def _place(path: KeyPath, name: str) -> KeyPath:
    """Return the path of an entry with its name, also for an item of a list, whose index changes."""
    return (*path[:-1], name)


def _client_entry(entry: FoundEntry, title: str, file: str, routed: _Routed) -> ClientEntry:
    is_changed = entry.state == "unguarded" and (file, _place(entry.path, entry.name)) in routed.places
    is_unasked = is_changed and (file, entry.name) in routed.unasked
    unasked = coded("services.changed_unasked", client=title) if is_unasked else ""
    return {
        "name": entry.name, "path": list(entry.path), "reason": unasked or entry.reason,
        "state": "changed" if is_changed else entry.state,
        "launch": _launch(entry.server.server) if entry.server else "",
        "server": entry.target.server if entry.target else "",
    }  # fmt: skip


def _launch(server: Mapping[str, Any]) -> str:
    text = str(server["url"]) if "url" in server else " ".join((server["command"], *server["args"]))
    for suspect in secret_detection.find_suspected_secrets(server):
        text = text.replace(suspect.secret, MASK)
    return visible(text)


def _own_launch(entry: RoutedEntry) -> str:
    """Return the command or URL of a client's own entry, without secrets."""
    words = words_of(entry.value)
    url = next((entry.value[name] for name in URLS if isinstance(entry.value.get(name), str)), "")
    launch = _launch({"command": words[0], "args": words[1:]} if words else {"url": url})
    return _masked(launch, {key.secret for key in _keys(entry)})


def _planned(client: FoundClient, path: Path, entries: list[_Entry], diff: str) -> PlannedFile:
    row = client.client
    values = {each.value for entry in entries for each in entry.secrets if each.value}
    servers = [entry.found.server.server for entry in entries if entry.found.server]
    values |= {each.secret for server in servers for each in secret_detection.find_suspected_secrets(server)}
    return {
        "client": row.key, "title": row.title, "path": str(path), "running": client.is_running,
        "reload": row.reload, "verified": row.verified, "diff": _masked(diff, values), "copies": [],
        "own_question": bool(row.approval_off) or any(file.approvals for file in row.files),
        "entries": [
            {"name": entry.found.name, "path": list(entry.found.path), "server": entry.name, "notes": entry.notes}
            for entry in entries
        ],
    }  # fmt: skip


def _shown_diff(plan: FilePlan) -> str:
    """Return the diff of a plan without secrets, also those of the entries around the changed ones."""
    if plan.before == plan.after:
        return ""
    formats = {record.format for record in plan.records}
    values = [read(data, form).value for form in formats for data in (plan.before, plan.after) if data is not None]
    return _masked(plan.diff, {text for value in values for text in _secrets_in(value)})


def _secrets_in(value: Any, name: str = "") -> Iterator[str]:
    """Yield what looks like a secret anywhere in a settings file; ``name`` is that of the value."""
    inner = list(value.items()) if isinstance(value, dict) else [("", item) for item in value]
    texts = {str(key): text for key, text in inner if isinstance(text, str)} if isinstance(value, dict) else {}
    place = "headers" if name in HEADERS else "env"
    present = (suspect for suspect in suspects({place: texts}) if not suspect["missing"])
    yield from (value_of({place: texts}, suspect) for suspect in present)
    words = [text for _, text in inner if isinstance(text, str)]
    yield from (suspect.secret for suspect in secret_detection.find_suspected_secrets({"args": words}))
    for key, inner_value in inner:
        if isinstance(inner_value, dict | list):
            yield from _secrets_in(inner_value, str(key))


def _masked(text: str, values: set[str]) -> str:
    for value in sorted(values, key=len, reverse=True):
        for form in {value, json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1]}:
            if len(form) >= MIN_MASKED_LENGTH:
                text = text.replace(form, MASK)
    return text


def _changed(undoing: _Undoing) -> ChangedFile:
    plan, result = undoing.plan, _unchanged(undoing.client, undoing.path)
    if isinstance(plan, str):
        return {**result, "error": plan}
    values: set[str] = set()
    for record in plan.records:
        for entry in record.entries:
            values |= _values_of(entry.value) | {key.secret for key in _keys(entry)}
    notes = [*plan.notes, *undoing.notes]
    return {**result, "notes": notes, "diff": _masked(_shown_diff(plan), values), "keys": list(undoing.keys)}


def _unchanged(client: str, path: str) -> ChangedFile:
    return {
        "client": client, "path": path, "backup": "", "error": "", "notes": [], "diff": "", "keys": [], "copies": [],
    }  # fmt: skip


def _row(client: str) -> ClientRow | None:
    return next((row for row in CLIENTS if row.key == client), None)


def _concerns(record: RoutingRecord, client: str) -> bool:
    """Return whether a record changes a file of the client, or for one: several clients can share a project's file."""
    row = _row(client)
    shared = [settings.project for settings in row.files if settings.project] if row is not None else []
    paths = [Path(path) for path in (record.file, *(server.routed for server in record.approved))]
    return record.client == client or any(path.match(pattern) for path in paths for pattern in shared)


def _keys(entry: RoutedEntry) -> list[EntryKey]:
    return keys_of(entry.value, entry.name)


def _undone_key(client: str, entry: RoutedEntry, key: EntryKey) -> UndoneKey:
    row = _row(client)
    variable = key.variable if row is not None and row.reference else ""
    return {"name": entry.name, "place": visible(key.place)[:200], "variable": variable}


def _key_notes(client: str, keys: Sequence[UndoneKey]) -> tuple[str, ...]:
    """Return what the person has to do about keys that are left out."""
    row = _row(client)
    title = row.title if row is not None else visible(client)
    return tuple(
        coded("services.undo_key_reference", place=key["place"], name=visible(key["name"]), variable=key["variable"],
              client=title)
        if key["variable"] else
        coded("services.undo_key_empty", place=key["place"], name=visible(key["name"]), client=title)
        for key in keys
    )  # fmt: skip


def _values_of(entry: Mapping[str, Any]) -> set[str]:
    """Return the values of variables and headers in a client's entry, to mask them in a displayed diff."""
    values: set[str] = set()
    for value in entry.values():
        if isinstance(value, dict):
            values |= {item for item in value.values() if isinstance(item, str)} | _values_of(value)
    return {text for text in values if len(text) >= MIN_MASKED_LENGTH}


def _skipped(client: FoundClient, file: FoundFile, name: str, reason: str) -> SkippedEntry:
    return {"client": client.client.key, "path": str(file.path), "name": name, "reason": reason}


def _names(record: RoutingRecord) -> set[str]:
    """Return the names of the entries and servers that it contains."""
    return {entry.name for entry in record.entries} | {server.name for server in record.approved}
