"""Tool catalog: the tools of each server with fingerprints, and checks of arguments against them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.mcp.apps import AppPage, page_of
from toolguard.gate.mcp.revisions import ANY_TOOL, MAX_NAME
from toolguard.gate.model import InjectedArgument, Tool
from toolguard.gate.policy.argument_injection import InjectionError, hide_injected, pointers
from toolguard.gate.policy.definitions.pins import Pin, digest_of, digest_of_text, parse_pin
from toolguard.gate.policy.schemas import SchemaCache, SchemaRejectedError, SchemaValidator
from toolguard.gate.texts import CodedText, coded

MAX_TOOLS = 10_000
"""Maximum tools per server."""
OTC_META_KEY = "dev.toolguard/otc"
"""Member of a tool's ``_meta`` with its Open Tool Calling identity and needs."""
_MAX_NEEDS = 200
MAX_INSTRUCTIONS = 200_000
"""Characters of a server's instructions that are kept for display; the fingerprint covers all of them."""
MAX_PAGES = 1_000
"""Maximum app pages (MCP Apps) per server."""


def first_mismatch(warnings: tuple[str, ...]) -> str:
    """Return the argument named in the first schema mismatch among ``warnings``; "" if there is none."""
    for warning in warnings:
        if isinstance(warning, CodedText) and warning.code == "gate.not_fit_tool_schema":
            return coded("gate.argument", problem=warning.arguments["problem"])
    return ""


class Instructions(msgspec.Struct, frozen=True, kw_only=True):
    """A server's ``instructions`` for the model."""

    text: str
    digest: str
    """SHA-256 (hex) of the whole text; ``-`` if there is none."""


def instructions_of(result: Any) -> Instructions:
    """Return the instructions in a result of ``initialize`` or ``server/discover``; the whole result if clients could
    read it differently.
    """
    try:
        fields = jsonrpc.unambiguous(result, "instructions")
        value = fields.get("instructions") if isinstance(fields, dict) else None
    except jsonrpc.Malformed:
        value = jsonrpc.encode(result).decode("utf-8", "replace")
    text = value if isinstance(value, str) else ""
    return Instructions(text=text[:MAX_INSTRUCTIONS], digest=digest_of_text(text))


def read_list(result: Any) -> Any:
    """Return a page of ``tools/list`` as plain data; None if clients could read it differently, or not at all."""
    try:
        jsonrpc.unambiguous(result, "tools", "nextCursor")
    except jsonrpc.Malformed:
        return None
    return jsonrpc.plain(result)


class _ToolList:
    """A list of tools, and the names that it contains twice."""

    __slots__ = ("duplicates", "tools")

    def __init__(self) -> None:
        self.tools: dict[str, Tool] = {}
        self.duplicates: set[str] = set()


_EMPTY_LIST = _ToolList()


class ToolCatalog:
    """The tools of every server. Each session uses the list that its own model received."""

    def __init__(self) -> None:
        self._lists: dict[str, _ToolList] = {}
        """By server (the newest list of any session), and by server and session."""
        self._partial_lists: dict[str, _ToolList] = {}
        self._instructions: dict[str, Instructions] = {}
        """By the same keys."""
        self._pages: dict[str, dict[str, AppPage]] = {}
        self._schemas = SchemaCache()
        self.edition = 0
        """Grows whenever a list may have changed."""
        self._listeners: list[Callable[[str], None]] = []

    def on_list(self, listener: Callable[[str], None]) -> None:
        """Call ``listener`` with the name of a server after its tools were updated, on the core's thread."""
        self._listeners.append(listener)

    def _notify(self, server: str) -> None:
        for listener in self._listeners:
            listener(server)

    def add_page(self, server: str, session: str, result: Any, *, first: bool) -> None:
        """Add a page of a ``tools/list`` result. The pages of one session form one list.

        An unreadable page discards what the session knew before.
        """
        self.edition += 1
        key = _key(server, session)
        if not isinstance(result, dict) or not isinstance(result.get("tools"), list):
            self._partial_lists.pop(key, None)
            self._lists[key] = _ToolList()
            return
        listing = _ToolList() if first else self._partial_lists.setdefault(key, _ToolList())
        self._partial_lists[key] = listing
        unkept = self._add_tools(server, key, listing, result["tools"])
        ended = result.get("nextCursor") is None
        for place in (server, key):
            stored = self._lists.setdefault(place, _ToolList())
            if ended or len(stored.tools) > MAX_TOOLS:
                stored.tools, stored.duplicates = dict(listing.tools), set(listing.duplicates)
                continue
            stored.tools.update(listing.tools)
            stored.duplicates |= listing.duplicates
            for name in unkept:
                stored.tools.pop(name, None)
        if ended:
            del self._partial_lists[key]
        self._notify(server)

    def replace_list(self, server: str, result: Any) -> None:
        """Replace the list of a server with one that no client requested, for sessions without a list of their own."""
        self.edition += 1
        tool_list = _ToolList()
        self._add_tools(server, server, tool_list, result["tools"])
        self._lists[server] = tool_list
        self._notify(server)

    # --- parts that a definition does not contain ----------------------------------------------------------------

    def set_instructions(self, server: str, session: str, instructions: Instructions) -> None:
        """Store the instructions that the model of ``session`` received."""
        for place in (server, _key(server, session)):
            if (stored := self._instructions.get(place)) is None or stored.digest != instructions.digest:
                self._instructions[place] = instructions
                self._repin(server, place)
        self._notify(server)

    def set_app_page(self, server: str, uri: str, page: AppPage) -> None:
        """Store a page (MCP Apps) as last read and update the pins of the tools that show it.

        The oldest page of a server is dropped beyond `MAX_PAGES`.
        """
        pages = self._pages.setdefault(server, {})
        before = pages.pop(uri, None)
        pages[uri] = page
        while len(pages) > MAX_PAGES:
            del pages[next(iter(pages))]
        if before is None or before.digest != page.digest:
            for place in [place for place in self._lists if place == server or place.startswith(f"{server}\0")]:
                self._repin(server, place, uri)
        self._notify(server)

    def instructions(self, server: str) -> Instructions | None:
        """Return the newest instructions of a server; None if unknown."""
        return self._instructions.get(server)

    def pages(self, server: str) -> dict[str, AppPage]:
        """Return the newest app pages of the server's tools, by URI."""
        return dict(self._pages.get(server, {}))

    def _repin(self, server: str, place: str, uri: str = "") -> None:
        """Update the fingerprints of a list's tools: all, or those with the page ``uri``."""
        listed = self._lists.get(place)
        if listed is None:
            return
        for name, tool in list(listed.tools.items()):
            if not uri or page_of(tool.definition) == uri:
                pin = self._pin(server, place, tool)
                listed.tools[name] = msgspec.structs.replace(tool, fingerprint=pin)
                self.edition += 1

    def _pin(self, server: str, place: str, tool: Tool) -> str:
        whole = parse_pin(tool.fingerprint)
        instructions = self._instructions.get(place) or self._instructions.get(server)
        uri = page_of(tool.definition)
        page = self._pages[server].get(uri) if uri and server in self._pages else None
        digest = whole.definition if whole is not None else ""
        return Pin(digest, instructions.digest if instructions else None, page.digest if page else None).text()

    def _add_tools(self, server: str, place: str, listing: _ToolList, page: list[Any]) -> set[str]:
        """Add tools to ``listing``; return the names of tools that cannot be kept."""
        unkept = set()
        for item in page:
            name = item.get("name") if isinstance(item, dict) else None
            if not isinstance(name, str) or name == ANY_TOOL or len(name) > MAX_NAME:
                continue
            if name in listing.tools or name in unkept:
                listing.duplicates.add(name)
            tool = read_tool(server, item) if len(listing.tools) < MAX_TOOLS else None
            if tool is None:
                listing.tools.pop(name, None)
                unkept.add(name)
                continue
            tool = msgspec.structs.replace(tool, fingerprint=self._pin(server, place, tool))
            before = self._lists[server].tools.get(name) if server in self._lists else None
            listing.tools[name] = before if before is not None and before.fingerprint == tool.fingerprint else tool
        return unkept

    def forget(self, server: str, session: str) -> None:
        """Drop the lists and instructions of a session."""
        self.edition += 1
        for by_place in (self._partial_lists, self._lists, self._instructions):
            by_place.pop(_key(server, session), None)

    def forget_server(self, server: str) -> None:
        """Drop everything that is known of a server's tools."""
        self.edition += 1
        for by_place in (self._partial_lists, self._lists, self._instructions, self._pages):
            for place in [place for place in by_place if place.partition("\0")[0] == server]:
                del by_place[place]

    def get(self, server: str, name: str, session: str = "") -> Tool | None:
        """Return the tool as ``session`` last listed it. None does not mean that it does not exist (lists may be
        stale).

        Without a session, or if it listed nothing, the newest list of any session is used.
        """
        return self._list(server, session).tools.get(name)

    def _list(self, server: str, session: str) -> _ToolList:
        return self._lists.get(f"{server}\0{session}") or self._lists.get(server) or _EMPTY_LIST

    def of(self, server: str) -> tuple[Tool, ...]:
        """Return the tools of the server's newest list, whichever session received it, in the server's order."""
        return tuple(self._list(server, "").tools.values())

    def duplicates(self, server: str) -> frozenset[str]:
        """Return the names that occur more than once in the server's newest list."""
        return frozenset(self._list(server, "").duplicates)

    def validation_problem(self, tool: Tool) -> str:
        """Return why arguments cannot be checked against the tool's schema; "" if they can."""
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
        *,
        size: int | None = None,
    ) -> tuple[tuple[str, ...], bool]:
        """Return how a call does not fit its tool, and whether that keeps allow rules from covering it; then the first
        warning says why.

        A mismatch does, and so do arguments that cannot be checked. A schema that can check none does not.

        ``arguments`` are checked against the schema that the client sees, without ``filled`` arguments. A null counts
        as absent if the schema lists the property as optional. ``size`` is as in `SchemaValidator.mismatches`.
        """
        listed = self._list(server, session)
        tool = listed.tools.get(name)
        if tool is None:
            return (coded("gate.server_not_listed_tool"),), False
        doubtful = name in listed.duplicates
        warnings: list[str] = [coded("gate.server_lists_two_tools")] if doubtful else []
        try:
            validator = self._check(tool, filled)
        except SchemaRejectedError as why:  # no call could be allowed
            return (*warnings, coded("gate.arguments_not_checked", reason=why)), doubtful
        try:
            mismatches = validator.mismatches(arguments, size)
            warnings += [coded("gate.not_fit_tool_schema", problem=problem) for problem in mismatches]
        except SchemaRejectedError as why:
            warnings.append(coded("gate.arguments_not_checked", reason=why))
        return tuple(warnings), bool(warnings)

    def _check(self, tool: Tool, filled: tuple[InjectedArgument, ...] = ()) -> SchemaValidator:
        key = "\0".join((tool.fingerprint, *pointers(filled))) if filled else tool.fingerprint
        return self._schemas.get(key, lambda: _client_schema(tool, filled))


def _client_schema(tool: Tool, filled: tuple[InjectedArgument, ...]) -> object:
    """Return the schema that the client sees; raises `SchemaRejectedError`."""
    try:
        return hide_injected(tool, filled).input_schema
    except InjectionError as why:
        raise SchemaRejectedError(str(why)) from None


def _key(server: str, session: str) -> str:
    return f"{server}\0{session}"


def read_tool(server: str, definition: dict[str, Any]) -> Tool | None:
    """Read a tool from a list; its fingerprint covers the definition alone. None if it is nested too deeply."""
    if jsonrpc.too_deep(definition):
        return None
    notes = definition.get("annotations")
    notes = notes if isinstance(notes, dict) else {}
    title = definition.get("title") or notes.get("title")
    description = definition.get("description")
    digest, unpinnable = digest_of(definition)
    return Tool(
        server=server,
        name=definition["name"],
        title=title if isinstance(title, str) else "",
        description=description if isinstance(description, str) else "",
        input_schema=definition.get("inputSchema"),
        annotations=notes,
        definition=definition,
        fingerprint=Pin(digest).text(),
        unpinnable=unpinnable,
        **_needs(definition),
    )


def _needs(definition: dict[str, Any]) -> dict[str, Any]:
    """Read a tool's needs from its ``_meta`` (`OTC_META_KEY`), where ToolGuard itself wrote them."""
    meta = definition.get("_meta")
    about = meta.get(OTC_META_KEY) if isinstance(meta, dict) else None
    if not isinstance(about, dict):
        return {}
    scopes = about.get("scopes")
    named = list(scopes.items())[:_MAX_NEEDS] if isinstance(scopes, dict) else []
    return {"needs": _texts(about.get("needs")), "scopes": {id: _texts(value) for id, value in named}}


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(item for item in value[:_MAX_NEEDS] if isinstance(item, str)) if isinstance(value, list) else ()
