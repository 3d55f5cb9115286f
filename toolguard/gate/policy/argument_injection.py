"""Injected arguments: bound by a person, hidden from the model, filled in after approval.

Each is named by a JSON pointer (RFC 6901) through objects only. If an argument cannot be removed from the schema for
certain, it is refused. No secret values are known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from toolguard.gate import json_pointer, jsonrpc
from toolguard.gate.lenient_names import folded_member
from toolguard.gate.model import InjectedArgument, Tool
from toolguard.gate.texts import coded

POINTER = re.compile(r"(?:/(?:[^~/]|~[01])*)+")
"""A JSON pointer except "" (``fullmatch``)."""
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_NAMING_KEYWORDS = (
    "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependentRequired", "dependencies",
    "propertyNames", "const", "enum",
)  # fmt: skip
"""Keywords other than ``properties`` and ``required`` that can mention a property by name."""
_DEFINITION_PREFIXES = ("#/$defs/", "#/definitions/")
"""Reference targets outside the description of the arguments themselves."""
_SAMPLE_KEYWORDS = ("default", "example", "examples")

InjectedArgumentsOf = Callable[[str, str], tuple[InjectedArgument, ...]]
"""Returns the injected arguments for a server and its tool."""


class InjectionError(Exception):
    """An argument cannot be hidden from the model or injected; the text says why."""


def pointer_tokens(pointer: str) -> tuple[str, ...]:
    """Return the unescaped reference tokens of a pointer."""
    return tuple(map(json_pointer.unescape, pointer[1:].split("/")))


def pointers(filled: Iterable[InjectedArgument]) -> tuple[str, ...]:
    """Return the pointers of the values that go into the arguments."""
    return tuple(argument.pointer for argument in filled if argument.pointer)


def check(places: Iterable[str]) -> None:
    """Raise `InjectionError` if a pointer is invalid or inside another one."""
    paths: list[tuple[str, ...]] = []
    for pointer in places:
        if not POINTER.fullmatch(pointer):
            raise InjectionError(coded("gate.not_json_pointer_such", pointer=repr(pointer)))
        path = pointer_tokens(pointer)
        for other in paths:
            if path[: len(other)] == other[: len(path)]:
                raise InjectionError(coded("gate.inside_another_argument_filled", pointer=pointer))
        paths.append(path)


def without(schema: Any, places: Iterable[str]) -> Any:
    """Return ``schema`` without the properties at ``places``; raises `InjectionError`."""
    places = tuple(places)
    check(places)
    if any(not reference.startswith(_DEFINITION_PREFIXES) for reference in _references(schema)):
        raise InjectionError(coded("gate.tool_schema_refers_part"))
    for pointer in places:
        schema = _remove_property(schema, pointer_tokens(pointer), pointer)
    return schema


def schema_of_calls(schema: Any, places: Iterable[str]) -> Any:
    """Return ``schema`` without bound arguments, which are added after a rule has decided."""
    try:
        return without(schema, places)
    except InjectionError:  # its calls are refused
        return schema


def _remove_property(schema: Any, path: tuple[str, ...], pointer: str) -> Any:
    name, rest = path[0], path[1:]
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict) or name not in properties:
        raise InjectionError(coded("gate.tool_schema_no_property", pointer=pointer))
    _reject_other_mentions(schema, name, pointer)
    if rest:
        inner = _remove_property(properties[name], rest, pointer)
        return {**_remove_samples(schema, name), "properties": {**properties, name: inner}}
    if isinstance(properties[name], dict) and "x-mcp-header" in properties[name]:
        raise InjectionError(coded("gate.server_wants_repeated_header", pointer=pointer))
    reduced = _remove_samples(schema, name)
    reduced["properties"] = {other: subschema for other, subschema in properties.items() if other != name}
    if isinstance(schema.get("required"), list):
        reduced["required"] = [other for other in schema["required"] if other != name]
        if not reduced["required"]:
            del reduced["required"]  # an empty array is invalid in JSON Schema draft 4 §5.4.3
    for bound in ("minProperties", "maxProperties"):
        if isinstance(schema.get(bound), int | float) and not isinstance(schema[bound], bool):
            reduced[bound] = max(0, schema[bound] - 1)
    return reduced


def _reject_other_mentions(schema: Mapping[str, Any], name: str, pointer: str) -> None:
    """Raise `InjectionError` if the schema mentions the property elsewhere, where the model would see it."""
    talk = {word: schema[word] for word in _NAMING_KEYWORDS if word in schema}
    if any(word in schema for word in _REFERENCES) or any(word in _strings(talk) for word in _REFERENCES):
        raise InjectionError(coded("gate.tool_schema_leads_elsewhere", pointer=pointer))
    if name in _strings(talk):
        raise InjectionError(coded("gate.tool_schema_speaks_second", pointer=pointer))
    patterns = schema.get("patternProperties")
    if isinstance(patterns, dict) and patterns:
        raise InjectionError(coded("gate.tool_schema_speak_pattern", pointer=pointer))


def _strings(value: Any) -> set[str]:
    """Return every key and string in ``value``."""
    strings: set[str] = set()
    left = [value]
    while left:
        item = left.pop()
        if isinstance(item, dict):
            strings.update(item)
            left += item.values()
        elif isinstance(item, list):
            left += item
        elif isinstance(item, str):
            strings.add(item)
    return strings


def _references(schema: Any) -> list[str]:
    references: list[str] = []
    left = [schema]
    while left:
        item = left.pop()
        if isinstance(item, dict):
            references += [item[word] for word in _REFERENCES if isinstance(item.get(word), str)]
            left += item.values()
        elif isinstance(item, list):
            left += item
    return references


def _remove_samples(schema: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {word: value for word, value in schema.items() if not (word in _SAMPLE_KEYWORDS and name in _strings(value))}


def hide_injected(tool: Tool, filled: tuple[InjectedArgument, ...]) -> Tool:
    """Return the tool as the client sees it, with an unchanged fingerprint; raises `InjectionError`."""
    places = pointers(filled)
    if not places:
        return tool
    return msgspec.structs.replace(tool, input_schema=without(tool.input_schema, places))


def hide_injected_in_page(
    result: dict[str, Any], server: str, injected_arguments: InjectedArgumentsOf, *, modern: bool
) -> dict[str, Any]:
    """Return a page of ``tools/list`` without injected arguments; the same object if there are none.

    A tool whose schema cannot be changed safely is listed unchanged, and every call of it is refused.
    """
    tools = [_hide_in_tool(tool, server, injected_arguments) for tool in result["tools"]]
    if all(new is old for new, old in zip(tools, result["tools"], strict=True)):
        return result
    page = {**result, "tools": tools}
    return {**page, "cacheScope": "private"} if modern else page


def _hide_in_tool(tool: Any, server: str, injected_arguments: InjectedArgumentsOf) -> Any:
    name = tool.get("name") if isinstance(tool, dict) else None
    places = pointers(injected_arguments(server, name)) if isinstance(name, str) else ()
    if not places or jsonrpc.too_deep(tool):
        return tool
    try:
        return {**tool, "inputSchema": without(tool.get("inputSchema"), places)}
    except InjectionError:
        return tool


def forbidden_arguments(arguments: Mapping[str, Any], places: Iterable[str], schema: Any = None) -> str:
    """Return a sentence for the model if a call sets injected arguments; "" if not.

    A key that a lenient reader takes for the injected one counts too, unless ``schema`` (as the client sees it) has it.
    """
    for pointer in places:
        path = pointer_tokens(pointer)
        here: Any = arguments
        for name in path[:-1]:
            here, schema, like = _below(here, schema, name)
            if like:
                return _bound_problem(pointer, like)
            if here is None:
                break
            if not isinstance(here, dict):
                return coded("gate.holds_object_fills_rest", pointer=pointer)
        else:
            if like := _find_alias(here, schema, path[-1]):
                return _bound_problem(pointer, like)
    return ""


def _bound_problem(pointer: str, like: str) -> str:
    return coded("gate.argument_is_bound", pointer=pointer, member=repr(like[:100]))


def _below(here: Mapping[str, Any], schema: Any, name: str) -> tuple[Any, Any, str]:
    """Return the value at ``name`` (None if absent), its schema, and another key that could be taken for ``name``."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    inner = properties.get(name) if isinstance(properties, dict) else None
    if name not in here:
        return None, inner, _find_alias(here, schema, name)
    value = here[name]
    return ("" if value is None else value), inner, _find_alias(here, schema, name, besides=name)


def _find_alias(here: Mapping[str, Any], schema: Any, name: str, besides: str | None = None) -> str:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    names = properties if isinstance(properties, dict) else {}
    for key in here:
        if key == besides:
            continue
        if key == name or (key not in names and folded_member(key) == folded_member(name)):
            return key or coded("gate.argument_without_name")
    return ""


def inject(arguments: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``arguments`` with a value at each pointer, creating parent objects; raises `InjectionError`."""
    whole = dict(arguments)
    for pointer, value in values.items():
        here, path = whole, pointer_tokens(pointer)
        for name in path[:-1]:
            inner = here.get(name, {})
            if not isinstance(inner, dict):
                raise InjectionError(coded("gate.holds_not_object", pointer=pointer))
            here[name] = dict(inner)
            here = here[name]
        if path[-1] in here:
            raise InjectionError(coded("gate.set_already", pointer=pointer))
        here[path[-1]] = value
    return whole
