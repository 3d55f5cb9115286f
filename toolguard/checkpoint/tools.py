"""What each server exposes: the inventory, a fingerprint for each tool, what changed, whether arguments fit."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from toolguard.checkpoint import wire
from toolguard.checkpoint.calls import Tool
from toolguard.checkpoint.schemas import Check, Unchecked

MAX_TOOLS = 10_000
"""Most tools that are kept for one server."""
_SEEN_BY_MODEL = (
    "name",
    "title",
    "description",
    "inputSchema",
    "outputSchema",
    "annotations",
    "execution",
    "_meta",
)


def fingerprint(told: Mapping[str, Any]) -> str:
    """SHA-256 (hex) over the canonical JSON of what the model sees of a tool, without regard to the order of keys."""
    return hashlib.sha256(wire.canonical({name: told[name] for name in _SEEN_BY_MODEL if name in told})).hexdigest()


class Tools:
    """The tools of every server, as their own lists told them."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, Tool]] = {}
        self._listing: dict[str, dict[str, Tool]] = {}
        self._twice: dict[str, set[str]] = {}
        self._checks: dict[str, Check | Unchecked] = {}

    def page(self, server: str, session: str, result: Any, *, first: bool) -> None:
        """Take in one page of a ``tools/list`` result; the pages of one session make one list."""
        if not isinstance(result, dict) or not isinstance(result.get("tools"), list):
            return
        key = f"{server}\0{session}"
        listing = self._listing.setdefault(key, {}) if not first else {}
        self._listing[key] = listing
        if first:
            self._twice[server] = set()
        for told in result["tools"][: MAX_TOOLS - len(listing)]:
            tool = _tool(server, told)
            if tool is None:
                continue
            if tool.name in listing:
                self._twice.setdefault(server, set()).add(tool.name)
            listing[tool.name] = tool
        known = self._of.setdefault(server, {})
        known.update(listing)
        if result.get("nextCursor") is None:
            self._of[server] = self._listing.pop(key)

    def forget(self, server: str, session: str) -> None:
        """Drop a listing that a session began and did not end."""
        self._listing.pop(f"{server}\0{session}", None)

    def get(self, server: str, name: str) -> Tool | None:
        """The tool as it was last listed; None does not mean that it does not exist (lists may be stale)."""
        return self._of.get(server, {}).get(name)

    def of(self, server: str) -> tuple[Tool, ...]:
        return tuple(self._of.get(server, {}).values())

    def warnings(self, server: str, name: str, arguments: dict[str, Any]) -> tuple[tuple[str, ...], bool]:
        """What a person should know of this call, and whether the arguments are known not to fit."""
        tool = self.get(server, name)
        if tool is None:
            return ("The server has not listed this tool, so its inputs could not be checked.",), False
        told: list[str] = []
        if name in self._twice.get(server, ()):
            told.append("The server lists two tools of this name; the call may reach the other one.")
        misfit = False
        try:
            wrong = self._check(tool).mismatches(arguments)
            misfit = bool(wrong)
            told += [f"Does not fit the tool's schema: {text}" for text in wrong]
        except Unchecked as why:
            told.append(f"The inputs could not be checked: {why}.")
        return tuple(told), misfit

    def _check(self, tool: Tool) -> Check:
        found = self._checks.get(tool.fingerprint)
        if found is None:
            if len(self._checks) >= MAX_TOOLS:
                self._checks.clear()
            try:
                found = Check(tool.input_schema)
            except Unchecked as why:
                found = why
            self._checks[tool.fingerprint] = found
        if isinstance(found, Unchecked):
            raise found
        return found


def _tool(server: str, told: Any) -> Tool | None:
    if not isinstance(told, dict) or not isinstance(told.get("name"), str) or wire.too_deep(told):
        return None
    notes = told.get("annotations")
    notes = notes if isinstance(notes, dict) else {}
    title = told.get("title") or notes.get("title")
    description = told.get("description")
    return Tool(
        server=server,
        name=told["name"],
        title=title if isinstance(title, str) else "",
        description=description if isinstance(description, str) else "",
        input_schema=told.get("inputSchema"),
        annotations=notes,
        fingerprint=fingerprint(told),
    )
