"""Parameter headers: arguments repeated in HTTP headers, declared with ``x-mcp-header`` (2026-07-28).

Used at both edges, to compare headers of clients and to make headers for servers (server/tools §x-mcp-header,
basic/transports/streamable-http §Standard Headers). Encoding is elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from toolguard.gate import jsonrpc
from toolguard.gate.texts import coded

MISMATCH = -32020
"""Error code HeaderMismatch: headers and body disagree, and nothing was done."""
NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""The member of ``params`` that ``Mcp-Name`` repeats, by method."""
TASK_ID_BY = {"tasks/get": "taskId", "tasks/update": "taskId", "tasks/cancel": "taskId"}
"""The same for the tasks extension, whose clients need not send it."""
MAX_SUBSCHEMAS = 10_000
"""Maximum subschemas of a tool that are searched for annotations: a server chooses the schema, and each call with
headers searches it.
"""
_ANNOTATION = "x-mcp-header"
_TYPES = ("string", "integer", "boolean")
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_SUBSCHEMA = ("items", "contains", "unevaluatedItems", "additionalProperties", "propertyNames", "unevaluatedProperties",
        "not", "if", "then", "else", "contentSchema")  # fmt: skip
_SUBSCHEMA_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SUBSCHEMA_MAPS = ("patternProperties", "dependentSchemas", "$defs", "definitions")
Path = tuple[str, ...]


class HeaderError(Exception):
    """The request must not be sent with headers; the text says why."""


class MirroredArgument(NamedTuple):
    """A property whose value is repeated in the header ``Mcp-Param-<header>``."""

    path: Path
    header: str
    type: str


def mirrored_arguments(schema: object) -> list[MirroredArgument]:
    """Return the arguments that are repeated in headers; raises `HeaderError` for an invalid annotation.

    Clients over HTTP drop a tool with an invalid annotation (server/tools §x-mcp-header).
    """
    mirrored: list[MirroredArgument] = []
    headers: set[str] = set()
    for path, place in _subschemas(schema):
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
        if header.lower() in headers:
            raise HeaderError(coded("gate.stands_twice", annotation=_ANNOTATION, header=repr(header)))
        headers.add(header.lower())
        mirrored.append(MirroredArgument(path, header, type))
    return mirrored


def _subschemas(root: object) -> Iterator[tuple[Path | None, dict[str, Any]]]:
    """Yield each subschema with its path, `MAX_SUBSCHEMAS` at most; None if it was not reached by properties alone."""
    stack: list[tuple[Path | None, object]] = [((), root)]
    for _ in range(MAX_SUBSCHEMAS):
        if not stack:
            return
        path, node = stack.pop()
        if not isinstance(node, dict):
            continue
        yield path, node
        for word, value in islice(node.items(), MAX_SUBSCHEMAS):
            if word == "properties" and isinstance(value, dict):
                inner = islice(value.items(), MAX_SUBSCHEMAS)
                stack += [((*path, name) if path is not None else None, part) for name, part in inner]
            elif word in _SUBSCHEMA:
                stack.append((None, value))
            elif word in _SUBSCHEMA_LISTS and isinstance(value, list):
                stack += [(None, part) for part in value[:MAX_SUBSCHEMAS]]
            elif word in _SUBSCHEMA_MAPS and isinstance(value, dict):
                stack += [(None, part) for part in islice(value.values(), MAX_SUBSCHEMAS)]


def value_at(arguments: object, path: Path) -> Any:
    """Return the value at ``path``; None if there is none."""
    for name in path:
        if not isinstance(arguments, dict):
            return None
        arguments = arguments.get(name)
    return arguments


def header_text(value: object) -> str | None:
    """Return the header's text for a value; None for null, arrays and objects, which have no header."""
    if value is None or isinstance(value, dict | list):
        return None
    return value if isinstance(value, str) else jsonrpc.text(value)
