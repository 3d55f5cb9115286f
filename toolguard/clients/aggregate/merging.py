"""Merging of several servers' lists, pages, capabilities and instructions. No I/O, no state except pages.

Listed items keep all of their members, known or not; only their name changes.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from toolguard import __version__
from toolguard.gate import jsonrpc
from toolguard.gate.mcp import apps

Item = dict[str, Any]
"""A tool, prompt, resource … of a list; members that a server sent stay undecoded."""

SERVER_INFO = {"name": "toolguard", "title": "ToolGuard", "version": __version__}
INFO_KEY = "io.modelcontextprotocol/serverInfo"
EXTENSIONS = ("io.modelcontextprotocol/tasks",)
"""Extensions whose messages can be routed to the right server.

MCP Apps is not among them. A page of one server must not call tools of another, but a call does not say whether a page
made it, so one connection cannot keep them apart.
"""
MAX_INSTRUCTIONS = 2_000
"""Characters of one server's instructions."""
MAX_ALL_INSTRUCTIONS = 12_000
PAGE_SIZE = 1_000
"""Items of one page."""
PAGE_BYTES = 8 * 1024 * 1024
_MAX_KEPT_LISTS = 8  # lists whose further pages can still be requested


class ListKind(msgspec.Struct, frozen=True):
    """A kind of list, such as that of tools."""

    method: str
    member: str
    capability: str
    key: str
    """The required member of an item."""
    changed: str = ""
    filter_key: str = ""
    """The member of the filter in ``subscriptions/listen`` for changes of this list."""


KINDS = {
    kind.method: kind
    for kind in (
        ListKind("tools/list", "tools", "tools", "name", "notifications/tools/list_changed", "toolsListChanged"),
        ListKind(
            "prompts/list", "prompts", "prompts", "name", "notifications/prompts/list_changed", "promptsListChanged"
        ),
        ListKind(
            "resources/list",
            "resources",
            "resources",
            "uri",
            "notifications/resources/list_changed",
            "resourcesListChanged",
        ),
        ListKind("resources/templates/list", "resourceTemplates", "resources", "uriTemplate"),
        ListKind("tasks/list", "tasks", "tasks", "taskId"),
    )
}
CHANGES = {kind.changed: kind for kind in KINDS.values() if kind.changed}

_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_elements = msgspec.json.Decoder(list[msgspec.Raw]).decode


def decode_members(value: object) -> dict[str, Any]:
    """Return the undecoded members of an object; empty if ``value`` is not an object."""
    if isinstance(value, dict):
        return value
    try:
        return dict(_members(value)) if isinstance(value, msgspec.Raw) else {}
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return {}


def items(result: object, kind: ListKind) -> list[Item]:
    """Return the items of a page of ``kind``, except those without their key, or with one that clients take for it."""
    values = decode_members(result).get(kind.member)
    if isinstance(values, msgspec.Raw):
        try:
            values = _elements(values)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return []
    listed = (decode_members(item) for item in values) if isinstance(values, list) else ()
    return [item for item in listed if text_of(item, kind.key) and not jsonrpc.has_look_alikes(item, kind.key)]


def text_of(item: Mapping[str, Any], key: str) -> str:
    """Return a string member; ``""`` if it is not a string."""
    text = jsonrpc.plain(item.get(key))
    return text if isinstance(text, str) else ""


def next_cursor(result: object) -> str | None:
    """Return the ``nextCursor`` of a list result; None if it is missing or not a string."""
    cursor = jsonrpc.plain(decode_members(result).get("nextCursor"))
    return cursor if isinstance(cursor, str) else None


def ui_resource_of(tool: Item) -> str:
    """Return the URI of a tool's user interface (MCP Apps); ``""`` if it has none."""
    meta = jsonrpc.plain(tool.get("_meta"))
    if not isinstance(meta, dict):
        return ""
    ui = meta.get("ui")
    uri = ui.get("resourceUri") if isinstance(ui, dict) else meta.get("ui/resourceUri")
    return uri if isinstance(uri, str) else ""


def without_apps(capabilities: Any) -> Any:
    """Return a client's capabilities without MCP Apps; the same object if they do not include it."""
    extensions = _get(capabilities, "extensions")
    if not isinstance(extensions, dict) or apps.EXTENSION not in extensions:
        return capabilities
    return {
        **capabilities,
        "extensions": {name: extension for name, extension in extensions.items() if name != apps.EXTENSION},
    }


def is_for_apps_only(tool: Item) -> bool:
    """Return whether a host must hide a tool from its model, which a host without MCP Apps would not do."""
    return apps.is_hidden_from_model({"_meta": jsonrpc.plain(tool.get("_meta"))})


def merge_capabilities(declared: Iterable[Mapping[str, Any]], *, more: bool) -> dict[str, Any]:
    """Return the union of the servers' capabilities. ``more``: some servers have not declared theirs yet."""
    merged: dict[str, Any] = {"tools": {"listChanged": True}}
    every = [*declared, *([{"prompts": {}, "resources": {"subscribe": True}, "logging": {}, "completions": {}}] * more)]
    for capabilities in every:
        for name in ("prompts", "resources"):
            if isinstance(capabilities.get(name), dict):
                merged.setdefault(name, {"listChanged": True})
        for name in ("logging", "completions"):
            if isinstance(capabilities.get(name), dict):
                merged[name] = {}
        if _get(capabilities, "resources", "subscribe") is True:
            merged["resources"]["subscribe"] = True
        if isinstance(capabilities.get("tasks"), dict):
            tasks = merged.setdefault("tasks", {})
            tasks |= {name: {} for name in ("list", "cancel") if isinstance(capabilities["tasks"].get(name), dict)}
            if isinstance(_get(capabilities, "tasks", "requests", "tools", "call"), dict):
                tasks["requests"] = {"tools": {"call": {}}}
        for name in EXTENSIONS:
            if isinstance(_get(capabilities, "extensions", name), dict):
                merged.setdefault("extensions", {})[name] = {}
    return merged


def _get(value: Any, *path: str) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def instructions(texts: Iterable[tuple[str, str]]) -> str:
    """Return the servers' instructions, quoted, so that none can speak for another, and bounded."""
    whole = "Several MCP servers behind one connection. A tool or prompt is named SERVER__NAME."
    for server, text in texts:
        lines = text[:MAX_INSTRUCTIONS].strip().splitlines() + (["…"] if len(text) > MAX_INSTRUCTIONS else [])
        part = f"\n\nThe server {server} says:\n" + "\n".join(f"> {line}" for line in lines)
        if len(whole) + len(part) > MAX_ALL_INSTRUCTIONS:
            return whole + f"\n\nThe instructions of {server} and of the servers after it are too long to include."
        whole += part
    return whole


class ListPages:
    """Recently started lists, so that all pages come from the same list."""

    def __init__(self) -> None:
        self._lists: dict[str, tuple[str, list[Item]]] = {}

    def first(self, method: str, whole: list[Item]) -> tuple[list[Item], str | None]:
        """Return the first page and the cursor of the next."""
        return self._page(method, secrets.token_hex(8), whole, 0)

    def next(self, method: str, cursor: object) -> tuple[list[Item], str | None] | None:
        """Return the page at ``cursor``; None if the cursor is unknown or too old."""
        token, _, start = cursor.partition(".") if isinstance(cursor, str) else ("", "", "")
        pages = self._lists.get(token)
        if pages is None or pages[0] != method or not (start.isascii() and start.isdigit() and len(start) < 10):
            return None
        return self._page(method, token, pages[1], int(start))

    def _page(self, method: str, token: str, whole: list[Item], start: int) -> tuple[list[Item], str | None]:
        end, size = start, 0
        while end < len(whole) and end < start + PAGE_SIZE:
            size += len(jsonrpc.encode(whole[end]))
            if size > PAGE_BYTES and end > start:
                break
            end += 1
        if end >= len(whole):
            return whole[start:end], None
        self._lists[token] = (method, whole)
        if len(self._lists) > _MAX_KEPT_LISTS:
            del self._lists[next(iter(self._lists))]
        return whole[start:end], f"{token}.{end}"
