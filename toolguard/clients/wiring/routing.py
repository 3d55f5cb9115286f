"""Route entries of a client's file through ToolGuard, and undo it.

A plan has the new bytes and the diff. It is carried out only if the file has not changed since the plan was made.
Undo restores the exact bytes of a file that has not changed since, otherwise only the routed entries.
"""

from __future__ import annotations

import difflib
import json
import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from toolguard.clients.wiring import files
from toolguard.clients.wiring.clients import ApprovalList, ClientRow, Dialect
from toolguard.clients.wiring.discovery import FoundFile
from toolguard.clients.wiring.documents import REMOVED, Changes, Document, KeyPath, Raw, read
from toolguard.clients.wiring.documents.edits import changed_value, value_at
from toolguard.clients.wiring.entries import COMMANDS, ENVIRONMENTS, HEADERS, REFERENCE_MEMBERS, URLS, own_name
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.guarded_entries import guarded
from toolguard.clients.wiring.records import ApprovedServer, RoutedEntry, RoutingRecord, RoutingRecords, new_id
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded

_CONTEXT_LINES = 3  # lines around a change
_REMOTE_ONLY = ("transport", "requestOptions", "oauth")
Replacements: TypeAlias = Callable[[RoutingRecord, RoutedEntry], Mapping[KeyPath, tuple[str, str]]]
"""Returns the texts of an old entry to replace when it is restored, by path: the old text and the new one."""


def _as_it_was(_record: RoutingRecord, _entry: RoutedEntry) -> Mapping[KeyPath, tuple[str, str]]:
    return {}


@dataclass(frozen=True, slots=True)
class FilePlan:
    """The planned change of a file."""

    path: Path
    before: bytes | None
    """None: no file."""
    after: bytes | None
    records: tuple[RoutingRecord, ...] = ()
    """The records that it writes, or that an undo removes."""
    left: tuple[RoutingRecord, ...] = ()
    """For an undo: the entries that remain routed."""
    notes: tuple[str, ...] = ()
    is_undo: bool = False

    @property
    def digest(self) -> str:
        """The plan's digest; it changes with the file, so that a stale plan is detected."""
        return files.digest(self.before or b"")

    @property
    def diff(self) -> str:
        """The unified diff for display."""
        return unified_diff(self.path, self.before or b"", self.after or b"")


class Router:
    """Plans and makes changes of clients' files. ``home`` is ToolGuard's state folder."""

    def __init__(self, home: Path) -> None:
        self._backups = home / "backups"
        self.records = RoutingRecords(home / "routings")

    def plan_route(
        self,
        client: ClientRow,
        file: FoundFile,
        servers: Mapping[KeyPath, str],
        stub: Sequence[str],
        *,
        turn_off_prompts: bool = False,
    ) -> FilePlan:
        """Return a plan that makes the entries at these paths launch the ToolGuard servers with these names.

        ``stub`` is the command line of ``toolguard-connect``. ``turn_off_prompts``: turn off the client's own
        prompts for their tools, if its row says how. Raises `WiringError`.
        """
        document = file.document
        if document is None:
            raise WiringError(file.error)
        entries = {entry.path: entry for entry in file.entries}
        changes: dict[KeyPath, Any] = {}
        members: dict[KeyPath, tuple[str, ...]] = {}
        for path, server in servers.items():
            entry = entries.get(path)
            if entry is None or entry.state != "unguarded":
                raise WiringError(coded("clients.entry_not_routed", name=visible(entry.name if entry else str(path))))
            words = [*stub, "--server", server]
            if refusal := file.routed_refusal(entry.name, words):
                raise WiringError(refusal)
            own = routed_members(entry.value, file.settings.dialect or client.dialect, words)
            if turn_off_prompts:
                own |= {name: member for name, member in client.approval_off.items() if entry.value.get(name) != member}
            members[path] = tuple(own)
            changes |= {(*path, name): value for name, value in own.items()}
        approved: tuple[ApprovedServer, ...] = ()
        lists = file.settings.approvals
        if turn_off_prompts and lists is not None and not lists.path:
            added, approved = approval_changes(
                document.value, lists, [(entries[path].name, file.path) for path in servers]
            )
            changes |= added
        after = document.replaced(changes)
        routed = read(after, document.format)
        record = RoutingRecord(
            id=new_id(), client=client.key, file=str(file.path), format=document.format, time=time.time(),
            before=files.digest(document.data), after=files.digest(after), backup="",
            entries=tuple(
                RoutedEntry(
                    name=entries[path].name, path=path, server=server, value=entries[path].value,
                    changed=members[path], before=document.source(path), after=routed.source(path),
                )
                for path, server in servers.items()
            ),
            approved=approved,
        )  # fmt: skip
        return FilePlan(file.path, document.data, after, (record,), notes=_link_notes(file.path))

    def plan_approvals(
        self,
        client: ClientRow,
        path: Path,
        lists: ApprovalList,
        routed: Sequence[tuple[str, Path]],
        project: Path | None = None,
    ) -> FilePlan:
        """Return a plan that adds servers, by name and file, to an approval list in a separate file.

        A project's file must be inside ``project``, because its links may come from anybody. Raises `WiringError`.
        """
        if project is not None and not files.is_inside(path, project):
            raise WiringError(coded("clients.file_outside", path=visible(str(path))))
        before = files.read_bytes(path)
        document = read(before or b"", "jsonc")
        changes, approved = approval_changes(document.value, lists, routed)
        after = before
        if changes:
            is_empty = not (before or b"").strip()
            whole = changed_value(document.value, changes)
            after = f"{json.dumps(whole, indent=2)}\n".encode() if is_empty else document.replaced(changes)
        record = RoutingRecord(
            id=new_id(), client=client.key, file=str(path), format="jsonc", time=time.time(),
            before="" if before is None else files.digest(before), after=files.digest(after or b""), backup="",
            entries=(), approved=approved, is_new=before is None,
        )  # fmt: skip
        return FilePlan(path, before, after, (record,), notes=_link_notes(path))

    @property
    def backups(self) -> Path:
        """The folder with the files of clients as they were before the first change."""
        return self._backups

    def plan_undo(
        self,
        path: Path,
        entries: Collection[str] | None = None,
        replacements: Replacements = _as_it_was,
        files_: Collection[str] | None = None,
    ) -> FilePlan:
        """Return a plan that undoes the routing of a file, or only of its entries with these names.

        ``replacements``: texts to replace in the restored entries. ``files_``: remove from approval lists
        only items for entries of these files.
        """
        mine = [routing_record for routing_record in self.records.all() if routing_record.file == str(path)]
        now = files.read_bytes(path)
        data, left, notes = now, list[RoutingRecord](), list[str]()
        for record in reversed(mine):
            chosen = [entry for entry in record.entries if entries is None or entry.name in entries]
            approved = [
                server for server in record.approved
                if (entries is None or server.name in entries) and (files_ is None or server.routed in files_)
            ]  # fmt: skip
            if not chosen and not approved:
                left.append(record)
                continue
            if data is None:
                if chosen:
                    raise WiringError(coded("clients.file_gone", path=visible(str(path))))
                continue
            if files.digest(data) == record.before:  # it was never written
                continue
            is_whole = len(chosen) == len(record.entries) and len(approved) == len(record.approved)
            is_untouched = is_whole and files.digest(data) == record.after
            old = self._old_bytes(record) if is_untouched and not record.is_new else None
            if is_untouched and record.is_new:
                data = None
                continue
            if old is not None:
                data, back = old, {entry.path: entry for entry in chosen}
            else:
                data, back = _restored(read(data, record.format), chosen, approved, notes)
            data = _replaced(read(data, record.format), record, back, replacements)
            rest = tuple(entry for entry in record.entries if entry not in chosen)
            rest_approved = tuple(server for server in record.approved if server not in approved)
            if rest or rest_approved:
                left.append(
                    msgspec.structs.replace(
                        record, entries=rest, approved=rest_approved, before="", after="", is_new=False
                    )
                )
        return FilePlan(path, now, data, tuple(mine), tuple(left), (*notes, *_link_notes(path)), is_undo=True)

    def carry_out(self, plan: FilePlan) -> Path | None:
        """Write a plan's file and its records; return the backup. Raises `WiringError`, `StaleFileError`.

        The backup and the record are written first, so that after an interruption the file is old or new, and
        undo works.
        """
        target = plan.path if plan.before is None else files.target_of(plan.path)
        if files.read_bytes(target) != plan.before:
            raise files.StaleFileError(coded("clients.file_changed", path=visible(str(target))))
        backup: Path | None = None
        if plan.after != plan.before:
            backup = None if plan.before is None else files.back_up(self._backups, target, plan.before)
            for record in () if plan.is_undo else plan.records:
                self.records.save(msgspec.structs.replace(record, backup=str(backup or "")))
            try:
                files.replace(target, plan.before, plan.after)
            except WiringError:
                for record in () if plan.is_undo else plan.records:
                    self.records.drop(record)
                raise
        if plan.is_undo:
            left = {routing_record.id: routing_record for routing_record in plan.left}
            for record in plan.records:
                if record.id not in left:
                    self.records.drop(record)
                elif left[record.id] != record:
                    self.records.save(left[record.id])
        return backup

    def _old_bytes(self, record: RoutingRecord) -> bytes | None:
        """Return the old file, if the backup is unchanged."""
        path = Path(record.backup)
        try:
            data = files.read_bytes(path) if record.backup and path.parent == self._backups else None
        except WiringError:
            return None
        return data if data is not None and files.digest(data) == record.before else None


def routed_members(entry: Mapping[str, Any], dialect: Dialect, words: Sequence[str]) -> dict[str, Any]:
    """Return the members of an entry that change when it launches ``words``."""
    own: dict[str, Any] = {}
    is_remote = any(isinstance(entry.get(name), str) and entry[name] for name in URLS)
    removed = (*COMMANDS, *ENVIRONMENTS, *REFERENCE_MEMBERS, *URLS, *HEADERS, *(_REMOTE_ONLY if is_remote else ()))
    own |= {name: REMOVED for name in removed if name in entry}
    own |= {name: value for name, value in dialect.typed.items() if name in entry and is_remote}
    own |= {name: value for name, value in dialect.local.items() if entry.get(name) != value and is_remote}
    if dialect.args:
        own |= {dialect.command: words[0], dialect.args: list(words[1:])}
    else:
        own[dialect.command] = list(words)
        own |= {"args": REMOVED} if "args" in entry else {}
    return own


def _link_notes(path: Path) -> tuple[str, ...]:
    count = files.hard_links(path)
    return (coded("clients.file_hard_linked", path=visible(str(path)), count=count),) if count > 1 else ()


def approval_changes(
    value: Any, lists: ApprovalList, routed: Sequence[tuple[str, Path]]
) -> tuple[dict[KeyPath, Any], tuple[ApprovedServer, ...]]:
    """Return the changes that add servers to an approval list, and the added items. Existing items stay.

    A name that could match anything else is not added (`can_be_approved`). Raises `WiringError` if the value in its
    place is not a list.
    """
    container, depth = value, 0
    for key in lists.place:
        if not isinstance(container, dict):
            raise WiringError(coded("clients.question_no_list", place=".".join(map(str, lists.place))))
        if key not in container:
            break
        container, depth = container[key], depth + 1
    missing = len(lists.place) - depth
    if not missing and not isinstance(container, list):
        raise WiringError(coded("clients.question_no_list", place=".".join(map(str, lists.place))))
    listed = set() if missing else {item for item in container if isinstance(item, str)}
    items: dict[str, tuple[str, Path]] = {}
    for name, file in routed:
        item = lists.item.replace("SERVER", name)
        if item not in listed and can_be_approved(name):
            items.setdefault(item, (name, file))
    approved = tuple(
        ApprovedServer(name=name, routed=str(file), item=item, place=lists.place, made=missing)
        for item, (name, file) in items.items()
    )
    if not items:
        return {}, ()
    if not missing:
        return {(*lists.place, len(container) + number): item for number, item in enumerate(items)}, approved
    result: Any = list(items)
    for key in reversed(lists.place[depth + 1 :]):
        result = {key: result}
    return {lists.place[: depth + 1]: result}, approved


def can_be_approved(name: str) -> bool:
    """Return whether a name in an approval list matches only that server.

    Patterns and separators may match others, and ``@builtin`` is all tools of Kiro or Amazon Q themselves.
    """
    return name != "builtin" and bool(re.fullmatch(r"[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*", name))


def _disapproved(value: Any, approved: Sequence[ApprovedServer]) -> dict[KeyPath, Any]:
    """Return the changes that remove our items from lists, and the members created for them if they are empty."""
    changes: dict[KeyPath, Any] = {}
    by_place: dict[KeyPath, list[ApprovedServer]] = {}
    for server in approved:
        by_place.setdefault(server.place, []).append(server)
    for place, ours in by_place.items():
        try:
            listed = value_at(value, place)
        except (KeyError, IndexError, TypeError):
            continue
        if not isinstance(listed, list):
            continue
        items = {server.item for server in ours}
        if ours[0].made and all(item in items for item in listed):
            path, result = place, ours[0].made
            while result > 1 and len(value_at(value, path[:-1])) == 1:
                path, result = path[:-1], result - 1
            changes[path] = REMOVED
        else:
            changes |= {(*place, number): REMOVED for number, item in enumerate(listed) if item in items}
    return changes


def _restored(
    document: Document, entries: Sequence[RoutedEntry], approved: Sequence[ApprovedServer], notes: list[str]
) -> tuple[bytes, dict[KeyPath, RoutedEntry]]:
    """Return a changed file with these entries restored, and the paths of the restored entries.

    An entry that no longer launches ToolGuard is left as it is. Our items in lists are removed.
    """
    changes = _disapproved(document.value, approved)
    back: dict[KeyPath, RoutedEntry] = {}
    for entry in entries:
        path = _found_again(document.value, entry)
        if path is None:
            notes.append(coded("clients.undo_left", name=visible(entry.name)[:100]))
            continue
        back[path] = entry
        now = value_at(document.value, path)
        values = {**dict.fromkeys(now, REMOVED), **entry.value}
        members: Changes = {(*path, name): values[name] for name in entry.changed if name in values}
        if entry.before is not None and entry.after is not None and document.source(path) == entry.after:
            # the record is JSON, and holds no dates: the other members are those of the file
            changes[path] = Raw(entry.before, value_at(changed_value(document.value, members), path))
        else:
            changes |= members
    return document.replaced(changes) if changes else document.data, back


def _replaced(
    document: Document, record: RoutingRecord, back: Mapping[KeyPath, RoutedEntry], replacements: Replacements
) -> bytes:
    """Return a file with texts replaced in the restored entries."""
    changes: dict[KeyPath, Any] = {}
    for path, entry in back.items():
        for place, (old, new) in replacements(record, entry).items():
            if value_at(document.value, (*path, *place)) != old:
                continue
            if isinstance(place[-1], int):  # not every format can change an item alone
                parent = (*path, *place[:-1])
                items = list(changes.get(parent, value_at(document.value, parent)))
                items[place[-1]] = new
                changes[parent] = items
            else:
                changes[*path, *place] = new
    return document.replaced(changes) if changes else document.data


def _found_again(value: Any, entry: RoutedEntry) -> KeyPath | None:
    """Return the current path of an entry, or None if it is gone or no longer launches its ToolGuard server."""
    *place, _ = entry.path
    candidates: list[KeyPath] = [entry.path]
    try:
        holder = value_at(value, tuple(place))
    except (KeyError, IndexError, TypeError):
        return None
    if isinstance(holder, list):  # other items may have been inserted before it
        named = [
            number for number, item in enumerate(holder) if isinstance(item, dict) and own_name(item) == entry.name
        ]
        candidates = [(*place, number) for number in named] if len(named) == 1 else candidates
    for path in candidates:
        try:
            entry_now = value_at(value, path)
        except (KeyError, IndexError, TypeError):
            continue
        target = guarded(entry_now) if isinstance(entry_now, dict) else None
        if target is not None and target.server == entry.server:
            return path
    return None


def unified_diff(path: Path, before: bytes, after: bytes) -> str:
    """Return the unified diff of two texts, from the first to the last change."""
    old = before.decode("utf-8", "replace").splitlines(keepends=True)
    new = after.decode("utf-8", "replace").splitlines(keepends=True)
    first = next(
        (index for index, (one, other) in enumerate(zip(old, new, strict=False)) if one != other),
        min(len(old), len(new)),
    )
    rest = min(len(old), len(new)) - first
    common = zip(reversed(old), reversed(new), strict=False)
    last = next((index for index, (one, other) in enumerate(common) if one != other or index >= rest), rest)
    start = max(0, first - _CONTEXT_LINES)
    skip = max(0, last - _CONTEXT_LINES)
    lines = difflib.unified_diff(
        old[start : len(old) - skip], new[start : len(new) - skip], str(path), str(path), n=_CONTEXT_LINES
    )
    return "".join(_numbered(line if line.endswith("\n") else f"{line}\n", start) for line in lines)


def _numbered(line: str, start: int) -> str:
    """Return a line of a diff with its hunk's line numbers counted from the start of the file."""
    if not line.startswith("@@ "):
        return line
    words = line.split()
    return " ".join([words[0], *(_shifted_range(word, start) for word in words[1:3]), *words[3:]]) + "\n"


def _shifted_range(range_: str, start: int) -> str:
    number, comma, count = range_[1:].partition(",")
    return f"{range_[0]}{int(number) + start}{comma}{count}"
