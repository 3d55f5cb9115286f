"""The headers in which a modern request repeats parts of its body (basic/transports/streamable-http, 2026-07-28).

They are made from the message that is really sent. It knows messages and schemas, and no connection.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from toolguard.checkpoint import mcp, wire
from toolguard.checkpoint.wire import Message

MISMATCH = -32020
"""HeaderMismatch: the server saw other headers than it expects, and did not act."""
_ANNOTATION = "x-mcp-header"
_TYPES = ("string", "integer", "boolean")
_NAMES = {
    "tools/call": "name", "prompts/get": "name", "resources/read": "uri",
    "tasks/get": "taskId", "tasks/update": "taskId", "tasks/cancel": "taskId",
}  # fmt: skip
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_PLAIN = re.compile(r"[\x20-\x7e]*")
_SENTINEL = re.compile(r"=\?base64\?.*\?=")
_ONE = ("items", "contains", "unevaluatedItems", "additionalProperties", "propertyNames", "unevaluatedProperties",
        "not", "if", "then", "else", "contentSchema")  # fmt: skip
_MANY = ("allOf", "anyOf", "oneOf", "prefixItems")
_NAMED = ("patternProperties", "dependentSchemas", "$defs", "definitions")
_TOOLS_KEPT = 10_000
Path = tuple[str, ...]


class Unfit(Exception):
    """This message must not be sent with headers; the text says why."""


class Mirror:
    """Which arguments of which tool are repeated in headers, as the server's own lists of tools say.

    ``is_secret`` tells whether a text has a secret in it: no such text goes into a header.
    """

    def __init__(self, is_secret: Callable[[str], bool]) -> None:
        self._is_secret = is_secret
        self._tools: dict[str, dict[Path, str]] = {}

    def headers(self, message: Message) -> dict[str, str]:
        """The headers for ``message``; raises `Unfit`."""
        made = {"Mcp-Method": _as_it_is(message["method"], "method")}
        if version := mcp.version_of(message):
            made["MCP-Protocol-Version"] = _as_it_is(version, "protocol version")
        params = message.get("params")
        if isinstance(params, dict):
            name = params.get(_NAMES.get(message["method"], ""))
            if isinstance(name, str):
                made["Mcp-Name"] = self._encoded(name, "its name")
            if message["method"] == "tools/call" and isinstance(name, str):
                arguments = params.get("arguments")
                for path, token in self._tools.get(name, {}).items():
                    value = _rendered(_at(arguments, path))
                    if value is not None:
                        made[f"Mcp-Param-{token}"] = self._encoded(value, f"the argument {'.'.join(path)}")
        return made

    def _encoded(self, value: str, what: str) -> str:
        if self._is_secret(value):
            raise Unfit(
                f"{what} has a secret in it, and this server wants it repeated in a header, where others can read it; "
                "give the secret to the server in another way"
            )
        return encoded(value)

    def learn(self, result: object, *, first: bool) -> tuple[object, list[str]]:
        """A page of ``tools/list`` without the tools that no client may use over HTTP, and why each was taken out.

        ``first``: the page that no cursor led to. Every member that stays keeps its bytes.
        """
        if first:
            self._tools.clear()
        try:
            members = _decode_members(result if isinstance(result, msgspec.Raw) else wire.encode({"": result})[4:-1])
            tools = _decode_list(members["tools"])
        except (msgspec.MsgspecError, UnicodeError, RecursionError, KeyError):
            return result, []
        kept, faults = [], []
        for raw in tools:
            tool = _read(raw)
            name = tool.get("name")
            try:
                paths = annotated(tool.get("inputSchema"))
            except Unfit as why:
                faults.append(f"the tool {str(name)[:100]!r} was left out: {why}")
                continue
            kept.append(raw)
            if isinstance(name, str) and len(self._tools) < _TOOLS_KEPT:
                self._tools[name] = paths
        return (msgspec.Raw(wire.encode({**members, "tools": kept})) if faults else result), faults


def annotated(schema: object) -> dict[Path, str]:
    """The header for each annotated property of a tool's input schema; raises `Unfit` when one is not allowed."""
    found: dict[Path, str] = {}
    seen: set[str] = set()
    for path, place in _places(schema):
        if _ANNOTATION not in place:
            continue
        header, type = place[_ANNOTATION], place.get("type")
        if not path:
            raise Unfit(f"its {_ANNOTATION} is not on a property that is reached by properties alone")
        if not isinstance(header, str) or not _TOKEN.fullmatch(header):
            raise Unfit(f"its {_ANNOTATION} on {'.'.join(path)!r} is not the name of a header")
        if type not in _TYPES:
            raise Unfit(f"its {_ANNOTATION} on {'.'.join(path)!r} is not on a string, an integer or a boolean")
        if header.lower() in seen:
            raise Unfit(f"its {_ANNOTATION} {header!r} stands twice")
        seen.add(header.lower())
        found[path] = header
    return found


def _places(root: object) -> Iterator[tuple[Path | None, dict[str, Any]]]:
    """Every place of a schema where a schema stands; its path, None when it was not reached by properties alone."""
    stack: list[tuple[Path | None, object]] = [((), root)]
    while stack:
        path, node = stack.pop()
        if not isinstance(node, dict):
            continue
        yield path, node
        for word, value in node.items():
            if word == "properties" and isinstance(value, dict):
                stack += [((*path, name) if path is not None else None, inner) for name, inner in value.items()]
            elif word in _ONE:
                stack.append((None, value))
            elif word in _MANY and isinstance(value, list):
                stack += [(None, inner) for inner in value]
            elif word in _NAMED and isinstance(value, dict):
                stack += [(None, inner) for inner in value.values()]


def encoded(value: str) -> str:
    """A header's value that carries ``value`` exactly (§Value Encoding)."""
    if _PLAIN.fullmatch(value) and value == value.strip() and not _SENTINEL.fullmatch(value):
        return value
    try:
        return f"=?base64?{base64.b64encode(value.encode()).decode()}?="
    except UnicodeEncodeError:
        raise Unfit("it has an unpaired surrogate in it, which no header can carry") from None


def _read(raw: msgspec.Raw) -> dict[str, Any]:
    """A tool, as far as it can be read; numbers beyond a double's range are no reason to look away."""
    tool = wire.plain(raw)
    if tool is None:
        try:
            tool = json.loads(bytes(raw), parse_int=float)
        except (ValueError, RecursionError):
            return {}
    return tool if isinstance(tool, dict) else {}


def _as_it_is(value: object, what: str) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value == value.strip():
        return value
    raise Unfit(f"its {what} cannot be written in a header")


def _at(arguments: object, path: Path) -> object:
    for name in path:
        if not isinstance(arguments, dict):
            return None
        arguments = arguments.get(name)
    return arguments


def _rendered(value: object) -> str | None:
    """None for what no header is sent for: nothing, and what has no text of its own."""
    if value is None or isinstance(value, dict | list):
        return None
    return value if isinstance(value, str) else wire.text(value)


_decode_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_decode_list = msgspec.json.Decoder(list[msgspec.Raw]).decode
