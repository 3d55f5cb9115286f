"""What each server listed last, kept on the disk: so that its tools are known before a client comes. Derived, bounded.

For showing only. Nothing is decided by it: what a tool is when it is called, its server says anew.
"""

from __future__ import annotations

import hashlib
import logging
import os
import secrets as randomness
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import msgspec

from toolguard.gate.model import Tool

LONGEST = 8 * 1024 * 1024
"""Bytes of one server's file."""
_VERSION = 1
_log = logging.getLogger(__name__)


class ToolRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A tool, since when (seconds since the epoch) it has been as it is, and what it was before that."""

    tool: Tool
    since: float
    before: Tool | None = None
    edition: int = 1
    """Grows with every change of its definition."""


class ServerTools(msgspec.Struct, frozen=True, kw_only=True):
    """One server's tools as they were listed last, in its order. ``mark`` names the launch that listed them."""

    server: str
    mark: str
    seen: float
    tools: tuple[ToolRecord, ...] = ()
    twice: tuple[str, ...] = ()
    """Names that stand there more than once."""
    version: int = _VERSION

    def find(self, name: str) -> ToolRecord | None:
        return next((noted for noted in self.tools if noted.tool.name == name), None)


class ToolInventory:
    """What is known of every server's tools. `take` and `of` belong to one thread; another writes the files."""

    def __init__(self, folder: Path, *, now: Callable[[], float]) -> None:
        self._folder = folder
        self._now = now
        self._of: dict[str, ServerTools | None] = {}
        self._unwritten: dict[str, ServerTools] = {}
        self._guard = threading.Lock()
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="toolguard-inventory")

    def of(self, server: str, mark: str) -> ServerTools | None:
        """The tools that ``server`` listed when it was launched as ``mark`` says; None when that is not known."""
        if server not in self._of:
            self._of[server] = _read(self._path(server), server)
        kept = self._of[server]
        return kept if kept is not None and kept.mark == mark else None

    def take(self, server: str, mark: str, tools: Iterable[Tool], twice: Iterable[str]) -> None:
        """Note what the server has listed now."""
        before = self.of(server, mark)
        known = {noted.tool.name: noted for noted in before.tools} if before is not None else {}
        now = self._now()
        noted = tuple([_noted(tool, known.get(tool.name), now) for tool in tools])
        kept = ServerTools(server=server, mark=mark, seen=now, tools=noted, twice=tuple(sorted(twice)))
        self._of[server] = kept
        if before is None or before.twice != kept.twice or not _same(before.tools, kept.tools):
            self._write_soon(kept)

    def close(self) -> None:
        """Write what is still to be written."""
        self._writing.shutdown()

    def _path(self, server: str) -> Path:
        """Named by a digest: two names that differ in case only are one file on some systems."""
        return self._folder / f"{hashlib.sha256(server.encode()).hexdigest()[:24]}.json"

    def _write_soon(self, kept: ServerTools) -> None:
        with self._guard:
            waits = kept.server in self._unwritten
            self._unwritten[kept.server] = kept
        if not waits:
            with suppress(RuntimeError):  # the program ends: it is only known a little less at the next start
                self._writing.submit(self._write, kept.server)

    def _write(self, server: str) -> None:
        with self._guard:
            kept = self._unwritten.pop(server)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _replace(self._path(server), _encoded(kept))
        except (OSError, UnicodeError) as problem:
            _log.warning("the tools of %s cannot be kept: %s", server, problem)


def _noted(tool: Tool, before: ToolRecord | None, now: float) -> ToolRecord:
    if before is None:
        return ToolRecord(tool=tool, since=now)
    if before.tool.fingerprint == tool.fingerprint:
        lacks = before.tool.input_schema is None and tool.input_schema is not None  # left out, for want of room
        return msgspec.structs.replace(before, tool=tool) if lacks else before
    return ToolRecord(tool=tool, since=now, before=before.tool, edition=before.edition + 1)


def _same(one: tuple[ToolRecord, ...], other: tuple[ToolRecord, ...]) -> bool:
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))


def _encoded(kept: ServerTools) -> bytes:
    """As JSON of at most `LONGEST` bytes: what does not fit is left out, the least missed first."""
    encode = msgspec.json.Encoder(decimal_format="number").encode
    data = encode(kept)
    for smaller in (_without_before, _without_schemas):
        if len(data) > LONGEST:
            kept = smaller(kept)
            data = encode(kept)
    while len(data) > LONGEST:
        kept = msgspec.structs.replace(kept, tools=kept.tools[: len(kept.tools) // 2])
        data = encode(kept)
    return data


def _without_before(kept: ServerTools) -> ServerTools:
    return msgspec.structs.replace(
        kept, tools=tuple(msgspec.structs.replace(noted, before=None) for noted in kept.tools)
    )


def _without_schemas(kept: ServerTools) -> ServerTools:
    def bare(noted: ToolRecord) -> ToolRecord:
        return msgspec.structs.replace(noted, tool=msgspec.structs.replace(noted.tool, input_schema=None))

    return msgspec.structs.replace(kept, tools=tuple(map(bare, kept.tools)))


def _read(path: Path, server: str) -> ServerTools | None:
    """What was kept; None when there is nothing, or nothing that can be read."""
    try:
        with path.open("rb") as file:
            kept = msgspec.json.decode(file.read(LONGEST + 1), type=ServerTools)
    except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return kept if (kept.version, kept.server) == (_VERSION, server) else None


def _replace(path: Path, data: bytes) -> None:
    fresh = path.with_name(f".{path.name}.{randomness.token_hex(4)}.tmp")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
