"""Inventory of the tools that each server last listed, kept on disk so that they are known before a client connects.

Derived and bounded, and any program of the user can change it. When a tool is called, the server's current list counts.
One decision depends on the inventory: whether a server whose annotations the person trusts has changed those of a tool,
so that its calls need proof of presence. It can only add to what the annotations demand.
"""

from __future__ import annotations

import hashlib
import logging
import os
import secrets as randomness
import threading
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.mcp.apps import AppPage, page_of
from toolguard.gate.model import Tool
from toolguard.gate.policy.definitions.pins import Pin, digest_of, legacy_fingerprint, parse_pin
from toolguard.gate.policy.tools import Instructions, ToolCatalog, read_tool
from toolguard.store import regular_file
from toolguard.store.atomic_write import move

MAX_FILE_SIZE = 8 * 1024 * 1024
"""Maximum bytes of a server's file."""
MAX_REMOVED_TOOLS = 1_000
"""Maximum tools that are no longer listed and whose definitions are kept."""
_VERSION = 2
_log = logging.getLogger(__name__)


class ToolRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A tool, the time of its last change (seconds since the epoch), and the definition that a person knows."""

    tool: Tool
    since: float
    accepted: Tool | None = None
    """The definition that was last accepted, or first seen; None: the current one."""
    edition: int = 1
    """Incremented with every change of its definition."""


class ServerTools(msgspec.Struct, frozen=True, kw_only=True):
    """A server's tools as last listed, in its order. ``mark`` identifies the launch that listed them."""

    server: str
    mark: str
    seen: float
    tools: tuple[ToolRecord, ...] = ()
    twice: tuple[str, ...] = ()
    """Names that are listed more than once."""
    gone: tuple[Tool, ...] = ()
    """Tools that are no longer listed, as a person knows them."""
    instructions: Instructions | None = None
    accepted_instructions: Instructions | None = None
    """The instructions that were last accepted; None: the current ones."""
    pages: dict[str, AppPage] = {}
    accepted_pages: dict[str, AppPage] = {}
    """Accepted versions of pages that have changed."""

    def find(self, name: str) -> ToolRecord | None:
        """Return the tool with this name; None if it is not listed. The first one if it is listed twice."""
        return next((noted for noted in self.tools if noted.tool.name == name), None)

    def baseline(self, noted: ToolRecord) -> Tool:
        """Return a tool as a person knows it, with the server's instructions and page at that time."""
        tool = noted.accepted or noted.tool
        pin = parse_pin(tool.fingerprint)
        if pin is None:
            return tool
        instructions = self.accepted_instructions or self.instructions
        uri = page_of(tool.definition)
        page = self.accepted_pages.get(uri) or self.pages.get(uri)
        whole = Pin(pin.definition, instructions.digest if instructions else None, page.digest if page else None)
        return msgspec.structs.replace(tool, fingerprint=whole.text())


class ToolInventory:
    """The known tools of all servers. `take` and `of` belong to one thread; another writes the files."""

    def __init__(self, folder: Path, *, now: Callable[[], float]) -> None:
        self._folder = folder
        self._now = now
        self._of: dict[str, ServerTools | None] = {}
        self._unwritten: dict[str, ServerTools] = {}
        self._guard = threading.Lock()
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="toolguard-inventory")

    def of(self, server: str, mark: str) -> ServerTools | None:
        """Return the tools that ``server`` listed in the launch ``mark``; None if unknown."""
        if server not in self._of:
            self._of[server] = _read(self._path(server), server)
        stored = self._of[server]
        return stored if stored is not None and stored.mark == mark else None

    def take(self, server: str, mark: str, tools: ToolCatalog) -> None:
        """Store what ``tools`` knows about the server now."""
        before = self.of(server, mark) or ServerTools(server=server, mark=mark, seen=0.0)
        now = self._now()
        known = {noted.tool.name: noted for noted in before.tools}
        gone = {tool.name: tool for tool in before.gone}
        noted = tuple([_new_record(tool, known.get(tool.name), gone.get(tool.name), now) for tool in tools.of(server)])
        there = {tool.tool.name for tool in noted}
        lost = {tool.tool.name: tool.accepted or tool.tool for tool in before.tools if tool.tool.name not in there}
        left = {name: tool for name, tool in {**gone, **lost}.items() if name not in there}
        instructions = tools.instructions(server) or before.instructions
        pages = {**before.pages, **tools.pages(server)}
        stored = ServerTools(
            server=server, mark=mark, seen=now, tools=noted, twice=tuple(sorted(tools.duplicates(server))),
            gone=tuple(left.values())[-MAX_REMOVED_TOOLS:], instructions=instructions, pages=pages,
            accepted_instructions=_accepted_instructions(before, instructions),
            accepted_pages=_accepted_pages(before, pages),
        )  # fmt: skip
        self._put(stored, before)

    def accept(self, server: str, mark: str, tools: Collection[str], *, whole: bool) -> None:
        """Mark these tools as accepted by a person; ``whole``: with the server's instructions and pages."""
        before = self.of(server, mark)
        if before is None:
            return
        noted = tuple(
            msgspec.structs.replace(tool, accepted=None) if tool.accepted and tool.tool.name in tools else tool
            for tool in before.tools
        )
        stored = msgspec.structs.replace(before, tools=noted)
        if whole:
            stored = msgspec.structs.replace(stored, accepted_instructions=None, accepted_pages={})
        self._put(stored, before)

    def _put(self, stored: ServerTools, before: ServerTools) -> None:
        self._of[stored.server] = stored
        if before.seen == 0.0 or not _same(before, stored):
            self._write_soon(stored)

    def close(self) -> None:
        """Write pending changes."""
        self._writing.shutdown()

    def _path(self, server: str) -> Path:
        """Return the file's path, named by a digest: names that differ only in case are one file on some systems."""
        return self._folder / f"{hashlib.sha256(server.encode()).hexdigest()[:24]}.json"

    def _write_soon(self, stored: ServerTools) -> None:
        with self._guard:
            waits = stored.server in self._unwritten
            self._unwritten[stored.server] = stored
        if not waits:
            with suppress(RuntimeError):  # the program ends; the next start just knows a little less
                self._writing.submit(self._write, stored.server)

    def _write(self, server: str) -> None:
        with self._guard:
            kept = self._unwritten.pop(server)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _replace(self._path(server), _encoded(kept))
        except (OSError, UnicodeError) as problem:
            _log.warning("the tools of %s cannot be kept: %s", server, problem)


def _new_record(tool: Tool, before: ToolRecord | None, removed: Tool | None, now: float) -> ToolRecord:
    if before is None:
        return ToolRecord(tool=tool, since=now, accepted=None if removed is None or _equal(removed, tool) else removed)
    if before.tool is tool or before.tool == tool:
        return before
    if _equal(before.tool, tool):
        return msgspec.structs.replace(before, tool=tool)
    known = before.accepted or before.tool
    return ToolRecord(tool=tool, since=now, accepted=None if _equal(known, tool) else known, edition=before.edition + 1)


def _equal(old: Tool, tool: Tool) -> bool:
    """Return whether both have the same definition; ``old`` may be from an earlier version, which kept less of it."""
    was, now = parse_pin(old.fingerprint), parse_pin(tool.fingerprint)
    if was is None or now is None:
        return old.fingerprint in (tool.fingerprint, legacy_fingerprint(tool.definition))
    return was.definition == now.definition


def _accepted_instructions(before: ServerTools, now: Instructions | None) -> Instructions | None:
    accepted = before.accepted_instructions or before.instructions
    return None if accepted is None or now is None or accepted.digest == now.digest else accepted


def _accepted_pages(before: ServerTools, now: dict[str, AppPage]) -> dict[str, AppPage]:
    accepted = {**before.pages, **before.accepted_pages}
    return {uri: page for uri, page in accepted.items() if uri in now and now[uri].digest != page.digest}


def _same(server: ServerTools, other: ServerTools) -> bool:
    """Return whether the same would be stored for both, ignoring when pages were read."""
    pages = {uri: page.digest for uri, page in server.pages.items()}
    return (
        len(server.tools) == len(other.tools)
        and all(a is b for a, b in zip(server.tools, other.tools, strict=True))
        and (server.twice, server.gone, server.instructions) == (other.twice, other.gone, other.instructions)
        and server.accepted_instructions == other.accepted_instructions
        and pages == {uri: page.digest for uri, page in other.pages.items()}
        and server.accepted_pages.keys() == other.accepted_pages.keys()
    )


# --- the file -------------------------------------------------------------------------------------------------------


class _StoredTool(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    definition: str
    """Stored as JSON text, so that numbers keep all digits."""
    fingerprint: str = ""
    """Fingerprint of a definition that is not kept completely; others are computed when read."""


class _StoredRecord(_StoredTool, frozen=True, kw_only=True, omit_defaults=True):
    since: float
    edition: int = 1
    accepted: _StoredTool | None = None


class _StoredServer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    server: str
    mark: str
    seen: float
    version: int
    tools: tuple[_StoredRecord, ...] = ()
    twice: tuple[str, ...] = ()
    gone: tuple[_StoredTool, ...] = ()
    instructions: Instructions | None = None
    accepted_instructions: Instructions | None = None
    pages: dict[str, AppPage] = {}
    accepted_pages: dict[str, AppPage] = {}


def _stored(tool: Tool, *, bare: bool = False) -> dict[str, str]:
    if bare:
        small = {name: tool.definition[name] for name in ("name", "description") if name in tool.definition}
        return {"definition": jsonrpc.text(small), "fingerprint": tool.fingerprint}
    return {"definition": jsonrpc.text(tool.definition)} | (
        {} if _is_whole(tool) else {"fingerprint": tool.fingerprint}
    )


def _is_whole(tool: Tool) -> bool:
    pin = parse_pin(tool.fingerprint)
    return pin is not None and digest_of(tool.definition)[0] == pin.definition


def _encoded(stored: ServerTools) -> bytes:
    """Encode as at most `MAX_FILE_SIZE` bytes of JSON; the least important data is dropped first."""
    encode = msgspec.json.Encoder().encode
    data = encode(_stored_server(stored))
    if len(data) > MAX_FILE_SIZE:
        stored = msgspec.structs.replace(stored, gone=(), accepted_pages={}, pages={})
        data = encode(_stored_server(stored))
    if len(data) > MAX_FILE_SIZE:
        data = encode(_stored_server(stored, bare=True))
    while len(data) > MAX_FILE_SIZE and stored.tools:
        stored = msgspec.structs.replace(stored, tools=stored.tools[: len(stored.tools) // 2])
        data = encode(_stored_server(stored, bare=True))
    return data


def _stored_server(tools: ServerTools, *, bare: bool = False) -> _StoredServer:
    return _StoredServer(
        server=tools.server, mark=tools.mark, seen=tools.seen, version=_VERSION, twice=tools.twice,
        tools=tuple([
            _StoredRecord(
                **_stored(tool.tool, bare=bare), since=tool.since, edition=tool.edition,
                accepted=_StoredTool(**_stored(tool.accepted, bare=bare)) if tool.accepted else None,
            )
            for tool in tools.tools
        ]),
        gone=tuple([_StoredTool(**_stored(tool)) for tool in tools.gone]),
        instructions=tools.instructions, accepted_instructions=tools.accepted_instructions,
        pages=tools.pages, accepted_pages=tools.accepted_pages,
    )  # fmt: skip


def _read(path: Path, server: str) -> ServerTools | None:
    """Return the stored tools; None if missing or unreadable."""
    try:
        data = regular_file.read(path, MAX_FILE_SIZE)
        version = msgspec.json.decode(data, type=_Version).version
        stored = _read_stored(data) if version == _VERSION else _read_first(data) if version == 1 else None
    except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError, ValueError):
        return None
    return stored if stored is not None and stored.server == server else None


class _Version(msgspec.Struct):
    version: int = 1


def _read_stored(data: bytes) -> ServerTools:
    server = msgspec.json.decode(data, type=_StoredServer)
    instructions, pages = server.instructions, server.pages

    def tool(stored: _StoredTool) -> Tool:
        definition = jsonrpc.plain(msgspec.Raw(stored.definition.encode()))
        named = isinstance(definition, dict) and isinstance(definition.get("name"), str)
        found = read_tool(server.server, definition) if named else None
        pin = parse_pin(found.fingerprint) if found is not None else None
        if found is None or pin is None:
            raise ValueError("no definition")
        page = pages.get(page_of(definition))
        whole = Pin(pin.definition, instructions.digest if instructions else None, page.digest if page else None).text()
        return msgspec.structs.replace(found, fingerprint=stored.fingerprint or whole)

    return ServerTools(
        server=server.server, mark=server.mark, seen=server.seen, twice=server.twice,
        tools=tuple([
            ToolRecord(
                tool=tool(record), since=record.since, edition=record.edition,
                accepted=tool(record.accepted) if record.accepted else None,
            )
            for record in server.tools
        ]),
        gone=tuple([tool(stored_tool) for stored_tool in server.gone]),
        instructions=instructions, accepted_instructions=server.accepted_instructions,
        pages=pages, accepted_pages=server.accepted_pages,
    )  # fmt: skip


class _FirstRecord(msgspec.Struct, frozen=True):
    tool: Tool
    since: float
    edition: int = 1


class _FirstServer(msgspec.Struct, frozen=True):
    """File format of ToolGuard 1.0, which kept only a part of each definition."""

    server: str
    mark: str
    seen: float
    tools: tuple[_FirstRecord, ...] = ()
    twice: tuple[str, ...] = ()


def _read_first(data: bytes) -> ServerTools:
    server = msgspec.json.decode(data, type=_FirstServer)

    def tool(known: Tool) -> Tool:
        parts = {"name": known.name, "title": known.title, "description": known.description,
                 "inputSchema": known.input_schema, "annotations": known.annotations}  # fmt: skip
        return msgspec.structs.replace(known, definition={name: value for name, value in parts.items() if value})

    return ServerTools(
        server=server.server, mark=server.mark, seen=server.seen, twice=server.twice,
        tools=tuple(
            [ToolRecord(tool=tool(record.tool), since=record.since, edition=record.edition) for record in server.tools]
        ),
    )  # fmt: skip


def _replace(path: Path, data: bytes) -> None:
    fresh = path.with_name(f".{path.name}.{randomness.token_hex(4)}.tmp")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        move(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
