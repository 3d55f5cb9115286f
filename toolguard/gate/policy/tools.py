"""What each server exposes: the inventory, a fingerprint for each tool, what changed, whether arguments fit."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.mcp.revisions import ANY_TOOL, LONGEST_NAME
from toolguard.gate.model import InjectedArgument, Tool
from toolguard.gate.policy.argument_injection import InjectionError, pointers, seen_by_model
from toolguard.gate.policy.schemas import SchemaRejectedError, SchemaValidator
from toolguard.gate.texts import CodedText, coded

MAX_TOOLS = 10_000
"""Most tools that are kept for one server."""
OTC = "dev.toolguard/otc"
"""The member of a tool's ``_meta`` that says which Open Tool Calling tool it is, and what that must be given."""
_NEEDS = 200
_SEEN_BY_MODEL = frozenset(
    ("name", "title", "description", "inputschema", "outputschema", "annotations", "execution", "_meta")
)


def misfit(warnings: tuple[str, ...]) -> str:
    """Return which argument does not fit the tool's schema, as the first of ``warnings`` about one says."""
    for one in warnings:
        if isinstance(one, CodedText) and one.code == "gate.not_fit_tool_schema":
            return coded("gate.argument", problem=one.arguments["problem"])
    return ""


def fingerprint(told: Mapping[str, Any]) -> str:
    """SHA-256 (hex) over the canonical JSON of what the model sees of a tool, without regard to the order of keys."""
    seen = {name: value for name, value in told.items() if name.casefold() in _SEEN_BY_MODEL}  # Go reads by any case
    return hashlib.sha256(jsonrpc.canonical(seen)).hexdigest()


class _ToolList:
    """One list of tools, and what it names twice."""

    __slots__ = ("tools", "twice")

    def __init__(self) -> None:
        self.tools: dict[str, Tool] = {}
        self.twice: set[str] = set()


_NOTHING = _ToolList()


class ToolCatalog:
    """The tools of every server, as each session's list told them. A session goes by what its own model was told."""

    def __init__(self) -> None:
        self._of: dict[str, _ToolList] = {}
        """By server, as any of its sessions listed them last, and by server and session."""
        self._listing: dict[str, _ToolList] = {}
        self._checks: dict[str, SchemaValidator | SchemaRejectedError] = {}
        self.edition = 0
        """Grows whenever a list may have changed."""
        self._listeners: list[Callable[[str], None]] = []

    def on_list(self, listener: Callable[[str], None]) -> None:
        """Call ``listener`` with the name of each server whose tools were listed, on the core's thread."""
        self._listeners.append(listener)

    def _listed(self, server: str) -> None:
        for listener in self._listeners:
            listener(server)

    def page(self, server: str, session: str, result: Any, *, first: bool) -> None:
        """Take in one page of a ``tools/list`` result; the pages of one session make one list.

        Nothing that was known before survives a page that its session was given and that cannot be read here.
        """
        self.edition += 1
        key = _key(server, session)
        if not isinstance(result, dict) or not isinstance(result.get("tools"), list):
            self._listing.pop(key, None)
            self._of[key] = _ToolList()
            return
        listing = _ToolList() if first else self._listing.setdefault(key, _ToolList())
        self._listing[key] = listing
        unkept = self._take(server, listing, result["tools"])
        ended = result.get("nextCursor") is None
        for place in (server, key):
            known = self._of.setdefault(place, _ToolList())
            if ended or len(known.tools) > MAX_TOOLS:
                known.tools, known.twice = dict(listing.tools), set(listing.twice)
                continue
            known.tools.update(listing.tools)
            known.twice |= listing.twice
            for name in unkept:
                known.tools.pop(name, None)
        if ended:
            del self._listing[key]
        self._listed(server)

    def looked(self, server: str, result: Any) -> None:
        """Take in a whole list that no client has asked for: sessions that have listed nothing go by it."""
        self.edition += 1
        found = _ToolList()
        self._take(server, found, result["tools"])
        self._of[server] = found
        self._listed(server)

    def _take(self, server: str, listing: _ToolList, page: list[Any]) -> set[str]:
        """Add a page to ``listing``; gives the names of the tools that cannot be kept."""
        unkept = set()
        for told in page:
            name = told.get("name") if isinstance(told, dict) else None
            if not isinstance(name, str) or name == ANY_TOOL or len(name) > LONGEST_NAME:
                continue
            if name in listing.tools or name in unkept:
                listing.twice.add(name)
            tool = _tool(server, told) if len(listing.tools) < MAX_TOOLS else None
            if tool is None:
                listing.tools.pop(name, None)
                unkept.add(name)
                continue
            before = self._of[server].tools.get(name) if server in self._of else None
            listing.tools[name] = before if before is not None and before.fingerprint == tool.fingerprint else tool
        return unkept

    def forget(self, server: str, session: str) -> None:
        """Drop what a session listed."""
        self.edition += 1
        self._listing.pop(_key(server, session), None)
        self._of.pop(_key(server, session), None)

    def get(self, server: str, name: str, session: str = "") -> Tool | None:
        """The tool as ``session`` was told of it last; None does not mean that it does not exist (lists may be stale).

        A session that has listed nothing, and a question without one, goes by the newest list of any session.
        """
        return self._list(server, session).tools.get(name)

    def _list(self, server: str, session: str) -> _ToolList:
        return self._of.get(f"{server}\0{session}") or self._of.get(server) or _NOTHING

    def of(self, server: str) -> tuple[Tool, ...]:
        return tuple(self._list(server, "").tools.values())

    def twice(self, server: str) -> frozenset[str]:
        """The names that stand more than once in the server's newest list."""
        return frozenset(self._list(server, "").twice)

    def unchecked(self, tool: Tool) -> str:
        """Why arguments for ``tool`` cannot be checked against its schema; "" when they can."""
        try:
            self._check(tool)
        except SchemaRejectedError as why:
            return str(why)
        return ""

    def warnings(
        self,
        server: str,
        name: str,
        arguments: dict[str, Any],
        session: str = "",
        filled: tuple[InjectedArgument, ...] = (),
    ) -> tuple[tuple[str, ...], bool]:
        """What a person should know of this call, and whether it is so doubtful that no allow rule covers it.

        ``arguments`` are compared with what the client sees: the schema without what is ``filled`` in. A null counts as
        absent where the schema lists the property as optional.
        """
        listed = self._list(server, session)
        tool = listed.tools.get(name)
        if tool is None:
            return (coded("gate.server_not_listed_tool"),), False
        told: list[str] = []
        doubtful = name in listed.twice
        if doubtful:
            told.append(coded("gate.server_lists_two_tools"))
        try:
            wrong = self._check(tool, filled).mismatches(arguments)
            doubtful |= bool(wrong)
            if wrong:
                told += [coded("gate.not_fit_tool_schema", problem=problem) for problem in wrong]
        except SchemaRejectedError as why:
            told.append(coded("gate.arguments_not_checked", reason=why))
        return tuple(told), doubtful

    def _check(self, tool: Tool, filled: tuple[InjectedArgument, ...] = ()) -> SchemaValidator:
        key = "\0".join((tool.fingerprint, *pointers(filled))) if filled else tool.fingerprint
        found = self._checks.get(key)
        if found is None:
            if len(self._checks) >= MAX_TOOLS:
                self._checks.clear()
            try:
                found = SchemaValidator(seen_by_model(tool, filled).input_schema)
            except SchemaRejectedError as why:
                found = why
            except InjectionError as why:
                found = SchemaRejectedError(str(why))
            self._checks[key] = found
        if isinstance(found, SchemaRejectedError):
            raise found
        return found


def _key(server: str, session: str) -> str:
    return f"{server}\0{session}"


def _tool(server: str, told: dict[str, Any]) -> Tool | None:
    if jsonrpc.too_deep(told):
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
        **_needs(told),
    )


def _needs(told: dict[str, Any]) -> dict[str, Any]:
    """What a tool needs beside its arguments, as ToolGuard itself wrote it beside the tool (`OTC`)."""
    meta = told.get("_meta")
    about = meta.get(OTC) if isinstance(meta, dict) else None
    if not isinstance(about, dict):
        return {}
    scopes = about.get("scopes")
    named = list(scopes.items())[:_NEEDS] if isinstance(scopes, dict) else []
    return {"needs": _texts(about.get("needs")), "scopes": {id: _texts(value) for id, value in named}}


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(one for one in value[:_NEEDS] if isinstance(one, str)) if isinstance(value, list) else ()
