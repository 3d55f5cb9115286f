"""Conversion of a server's JSON Schema for Open Tool Calling: no ``$ref`` or definitions, each parameter described.

The schema comes from a server and may be hostile: unbounded growth, recursion and external references raise
`SchemaConversionError`. The result is only shown; arguments are validated against the server's original schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from toolguard.gate import json_pointer, jsonrpc
from toolguard.gate.texts import coded

MAX_SCHEMA_SIZE = 256 * 1024
"""Approximate maximum bytes of a schema after its references are replaced."""
_SUBSCHEMA_OVERHEAD = 32  # bytes of overhead that each subschema counts for
_SCHEMAS = frozenset(
    ("additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not",
     "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties")
)  # fmt: skip
_LISTS = frozenset(("allOf", "anyOf", "oneOf", "prefixItems", "items"))
_MAPS = frozenset(("properties", "patternProperties", "dependentSchemas", "dependencies"))
_DROPPED = frozenset(("$ref", "$defs", "definitions", "$schema", "$id", "$anchor", "$comment", "$vocabulary"))
_DYNAMIC_REFERENCES = ("$dynamicRef", "$recursiveRef")
_ANNOTATIONS = frozenset(("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"))


class SchemaConversionError(Exception):
    """The schema cannot be converted; the text says why."""


def convert_parameters(schema: object) -> dict[str, Any]:
    """Return an input schema of an object whose parameters have descriptions. Raises `SchemaConversionError`."""
    flat = flatten({} if schema is None else schema)
    flat.setdefault("type", "object")
    properties = flat.get("properties")
    if isinstance(properties, dict):
        flat["properties"] = {name: _with_description(name, member) for name, member in properties.items()}
    return flat


def flatten(schema: object) -> dict[str, Any]:
    """Return the schema with its references replaced. Raises `SchemaConversionError`."""
    if not isinstance(schema, dict):
        raise SchemaConversionError(coded("clients.schema_not_object"))
    if jsonrpc.too_deep(schema):
        raise SchemaConversionError(coded("clients.schema_nested_too_deep"))
    try:
        return _object(_SchemaFlattener(schema).of(schema, ()))
    except RecursionError:
        raise SchemaConversionError(coded("clients.references_make_chain_too")) from None


def _with_description(name: str, schema: object) -> dict[str, Any]:
    own = _object(schema)
    text = own.get("description")
    if isinstance(text, str) and text.strip():
        return own
    title = own.get("title")
    return {**own, "description": title if isinstance(title, str) and title.strip() else name}


def _object(schema: object) -> dict[str, Any]:
    if isinstance(schema, dict):
        return schema
    return {} if schema is True else {"not": {}}


class _SchemaFlattener:
    """One traversal of a schema. ``followed``: the references on the current path."""

    def __init__(self, root: dict[str, Any]) -> None:
        self._root = root
        self._bytes_left = MAX_SCHEMA_SIZE
        self._weights: dict[int, int] = {}

    def of(self, schema: object, followed: tuple[str, ...]) -> dict[str, Any] | bool:
        if isinstance(schema, bool):
            return schema
        if not isinstance(schema, dict):
            raise SchemaConversionError(coded("clients.part_schema_neither_object"))
        self._count(schema)
        if any(name in schema for name in _DYNAMIC_REFERENCES) or (schema is not self._root and "$id" in schema):
            raise SchemaConversionError(coded("clients.schema_refers_parts_way"))
        flat = {key: self._convert_member(key, value, followed) for key, value in schema.items() if key not in _DROPPED}
        if "$ref" not in schema:
            return flat
        pointer = schema["$ref"]
        if pointer in followed:
            raise SchemaConversionError(coded("clients.schema_refers"))
        return _merge_siblings(self.of(self._resolve(pointer), (*followed, pointer)), flat)

    def _count(self, schema: dict[str, Any]) -> None:
        """Count a schema's size, because repeated references can multiply it."""
        weight = self._weights.get(id(schema))
        if weight is None:
            own = {key: None if _holds_schemas(key) else value for key, value in schema.items()}
            weight = self._weights[id(schema)] = _SUBSCHEMA_OVERHEAD + len(jsonrpc.canonical(own))
        self._bytes_left -= weight
        if self._bytes_left < 0:
            raise SchemaConversionError(coded("clients.schema_too_large", limit=MAX_SCHEMA_SIZE // 1024))

    def _convert_member(self, key: str, value: Any, followed: tuple[str, ...]) -> Any:
        if key in _LISTS and isinstance(value, list):
            return [self.of(item, followed) for item in value]
        if key in _SCHEMAS:
            return self.of(value, followed)
        if key in _MAPS and isinstance(value, Mapping):
            return {
                name: member if isinstance(member, list) else self.of(member, followed)
                for name, member in value.items()
            }
        return value

    def _resolve(self, pointer: object) -> object:
        """Return the target of a reference: ``#`` or ``#/a/b`` (RFC 6901). Nothing is fetched."""
        if not isinstance(pointer, str) or not (pointer == "#" or pointer.startswith("#/")):
            raise SchemaConversionError(coded("clients.schema_refers_something_outside"))
        steps = unquote(pointer[2:]).split("/") if len(pointer) > 1 else ()
        target = json_pointer.value_at(self._root, map(json_pointer.unescape, steps))
        if target is json_pointer.MISSING:
            raise SchemaConversionError(coded("clients.schema_refers_part_not"))
        return target


def _holds_schemas(key: str) -> bool:
    return key in _SCHEMAS or key in _LISTS or key in _MAPS or key in _DROPPED


def _merge_siblings(target: dict[str, Any] | bool, siblings: dict[str, Any]) -> dict[str, Any] | bool:
    """Return the target merged with the keywords beside the reference (JSON Schema 2020-12 core §8.2.3.1)."""
    if not siblings:
        return target
    if isinstance(target, dict) and _ANNOTATIONS.issuperset(siblings):
        return {**target, **siblings}
    both = siblings.get("allOf")
    return {**siblings, "allOf": [target, *(both if isinstance(both, list) else ())]}
