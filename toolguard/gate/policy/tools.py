"""What each server exposes: the inventory, a fingerprint for each tool, what changed, whether arguments fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.mcp.apps import AppPage, page_of
from toolguard.gate.mcp.revisions import ANY_TOOL, LONGEST_NAME
from toolguard.gate.model import InjectedArgument, Tool
from toolguard.gate.policy.argument_injection import InjectionError, pointers, seen_by_model
from toolguard.gate.policy.definitions.pins import Pin, digest_of, digest_of_text, parsed
from toolguard.gate.policy.schemas import SchemaRejectedError, SchemaValidator
from toolguard.gate.texts import CodedText, coded

MAX_TOOLS = 10_000
"""Most tools that are kept for one server."""
OTC = "dev.toolguard/otc"
"""The member of a tool's ``_meta`` that says which Open Tool Calling tool it is, and what that must be given."""
_NEEDS = 200
LONGEST_INSTRUCTIONS = 200_000
"""Characters of a server's instructions that are kept to be shown; all of them are pinned."""
MAX_PAGES = 1_000
"""Most pages of tools (MCP Apps) that are kept for one server."""


def misfit(warnings: tuple[str, ...]) -> str:
    """Return which argument does not fit the tool's schema, as the first of ``warnings`` about one says."""
    for one in warnings:
        if isinstance(one, CodedText) and one.code == "gate.not_fit_tool_schema":
            return coded("gate.argument", problem=one.arguments["problem"])
    return ""


class Instructions(msgspec.Struct, frozen=True, kw_only=True):
    """What a server tells the model about itself (``instructions`` of its handshake)."""

    text: str
    digest: str
    """SHA-256 (hex) of all of it; ``-`` when there are none."""


def instructions_of(result: Any) -> Instructions:
    """From the answer to ``initialize`` or ``server/discover``."""
    told = result.get("instructions") if isinstance(result, dict) else None
    text = told if isinstance(told, str) else ""
    return Instructions(text=text[:LONGEST_INSTRUCTIONS], digest=digest_of_text(text))


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
        self._instructions: dict[str, Instructions] = {}
        """By the same keys."""
        self._pages: dict[str, dict[str, AppPage]] = {}
        self._checks: dict[str, SchemaValidator | SchemaRejectedError] = {}
        self.edition = 0
        """Grows whenever a list may have changed."""
        self._listeners: list[Callable[[str], None]] = []

    def on_list(self, listener: Callable[[str], None]) -> None:
        """Call ``listener`` with the name of each server of whose tools something was told, on the core's thread."""
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
        unkept = self._take(server, key, listing, result["tools"])
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
        self._take(server, server, found, result["tools"])
        self._of[server] = found
        self._listed(server)

    # --- what a definition does not say by itself ----------------------------------------------------------------

    def instructed(self, server: str, session: str, told: Instructions) -> None:
        """The model of ``session`` was told this of ``server``."""
        for place in (server, _key(server, session)):
            if (known := self._instructions.get(place)) is None or known.digest != told.digest:
                self._instructions[place] = told
                self._pin_again(server, place)
        self._listed(server)

    def paged(self, server: str, uri: str, page: AppPage) -> None:
        """A page of the server's tools was read."""
        pages = self._pages.setdefault(server, {})
        before = pages.pop(uri, None)
        pages[uri] = page
        while len(pages) > MAX_PAGES:
            del pages[next(iter(pages))]
        if before is None or before.digest != page.digest:
            for place in [place for place in self._of if place == server or place.startswith(f"{server}\0")]:
                self._pin_again(server, place, uri)
        self._listed(server)

    def instructions(self, server: str) -> Instructions | None:
        """What any session was told last; None when that is not known."""
        return self._instructions.get(server)

    def pages(self, server: str) -> dict[str, AppPage]:
        """Pages of the server's tools, by their addresses, as they were read last."""
        return dict(self._pages.get(server, {}))

    def _pin_again(self, server: str, place: str, uri: str = "") -> None:
        """Tools of a list rest on something else now: all of them, or those with the page ``uri``."""
        listed = self._of.get(place)
        if listed is None:
            return
        for name, tool in list(listed.tools.items()):
            if not uri or page_of(tool.definition) == uri:
                pin = self._pin(server, place, tool)
                listed.tools[name] = msgspec.structs.replace(tool, fingerprint=pin)
                self.edition += 1

    def _pin(self, server: str, place: str, tool: Tool) -> str:
        whole = parsed(tool.fingerprint)
        told = self._instructions.get(place) or self._instructions.get(server)
        uri = page_of(tool.definition)
        page = self._pages[server].get(uri) if uri and server in self._pages else None
        digest = whole.definition if whole is not None else ""
        return Pin(digest, told.digest if told else None, page.digest if page else None).text()

    def _take(self, server: str, place: str, listing: _ToolList, page: list[Any]) -> set[str]:
        """Add a page to ``listing``; gives the names of the tools that cannot be kept."""
        unkept = set()
        for told in page:
            name = told.get("name") if isinstance(told, dict) else None
            if not isinstance(name, str) or name == ANY_TOOL or len(name) > LONGEST_NAME:
                continue
            if name in listing.tools or name in unkept:
                listing.twice.add(name)
            tool = read_tool(server, told) if len(listing.tools) < MAX_TOOLS else None
            if tool is None:
                listing.tools.pop(name, None)
                unkept.add(name)
                continue
            tool = msgspec.structs.replace(tool, fingerprint=self._pin(server, place, tool))
            before = self._of[server].tools.get(name) if server in self._of else None
            listing.tools[name] = before if before is not None and before.fingerprint == tool.fingerprint else tool
        return unkept

    def forget(self, server: str, session: str) -> None:
        """Drop what a session listed."""
        self.edition += 1
        for known in (self._listing, self._of, self._instructions):
            known.pop(_key(server, session), None)

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


def read_tool(server: str, told: dict[str, Any]) -> Tool | None:
    """A tool as its server describes it, pinned by its definition alone; None for one that nobody could look at."""
    if jsonrpc.too_deep(told):
        return None
    notes = told.get("annotations")
    notes = notes if isinstance(notes, dict) else {}
    title = told.get("title") or notes.get("title")
    description = told.get("description")
    digest, unpinnable = digest_of(told)
    return Tool(
        server=server,
        name=told["name"],
        title=title if isinstance(title, str) else "",
        description=description if isinstance(description, str) else "",
        input_schema=told.get("inputSchema"),
        annotations=notes,
        definition=told,
        fingerprint=Pin(digest).text(),
        unpinnable=unpinnable,
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
