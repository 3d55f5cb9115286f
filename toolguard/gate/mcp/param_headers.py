"""What of a request is repeated in its headers, as a tool's input schema says with ``x-mcp-header`` (2026-07-28).

One reading for both edges: where clients come in, headers are compared by it; where calls go out, they are made by it
(server/tools §x-mcp-header, basic/transports/streamable-http §Standard Headers). It knows no header's bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from toolguard.gate import jsonrpc
from toolguard.gate.texts import coded

MISMATCH = -32020
"""HeaderMismatch: headers and body do not agree, and nothing was done."""
NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""The member of ``params`` that ``Mcp-Name`` repeats, by method."""
TASKS = {"tasks/get": "taskId", "tasks/update": "taskId", "tasks/cancel": "taskId"}
"""The same in the tasks extension, whose clients need not send it."""
_ANNOTATION = "x-mcp-header"
_TYPES = ("string", "integer", "boolean")
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_ONE = ("items", "contains", "unevaluatedItems", "additionalProperties", "propertyNames", "unevaluatedProperties",
        "not", "if", "then", "else", "contentSchema")  # fmt: skip
_MANY = ("allOf", "anyOf", "oneOf", "prefixItems")
_NAMED = ("patternProperties", "dependentSchemas", "$defs", "definitions")
Path = tuple[str, ...]


class HeaderError(Exception):
    """This must not be sent with headers; the text says why."""


class MirroredArgument(NamedTuple):
    """A property whose value is repeated in the header ``Mcp-Param-<header>``."""

    path: Path
    header: str
    type: str


def mirrored(schema: object) -> list[MirroredArgument]:
    """What is repeated of a tool's arguments; raises `HeaderError` when an annotation is not allowed.

    A tool with such a one is no tool for clients over HTTP: they drop it (server/tools §x-mcp-header).
    """
    found: list[MirroredArgument] = []
    seen: set[str] = set()
    for path, place in _places(schema):
        if _ANNOTATION not in place:
            continue
        header, type = place[_ANNOTATION], place.get("type")
        if not path:
            raise HeaderError(coded("gate.not_property_reached_properties", annotation=_ANNOTATION))
        if not isinstance(header, str) or not _TOKEN.fullmatch(header):
            raise HeaderError(coded("gate.not_name_header", annotation=_ANNOTATION, path=repr(".".join(path))))
        if type not in _TYPES:
            raise HeaderError(
                coded("gate.not_string_integer_boolean", annotation=_ANNOTATION, path=repr(".".join(path)))
            )
        if header.lower() in seen:
            raise HeaderError(coded("gate.stands_twice", annotation=_ANNOTATION, header=repr(header)))
        seen.add(header.lower())
        found.append(MirroredArgument(path, header, type))
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


def at(arguments: object, path: Path) -> Any:
    """The value at ``path``; None when there is none."""
    for name in path:
        if not isinstance(arguments, dict):
            return None
        arguments = arguments.get(name)
    return arguments


def rendered(value: object) -> str | None:
    """The text that a header carries of ``value``; None for what no header is sent for: nothing, and what has none."""
    if value is None or isinstance(value, dict | list):
        return None
    return value if isinstance(value, str) else jsonrpc.text(value)
