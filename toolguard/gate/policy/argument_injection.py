"""Arguments that a person bound: the model never sees nor sets them, and they are filled in after approval.

Where such an argument stands is a JSON pointer (RFC 6901) that goes through objects only. What cannot be taken out of
a schema for certain is refused. No value is known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from toolguard.gate import jsonrpc
from toolguard.gate.model import InjectedArgument, Tool
from toolguard.gate.policy.unicode_safety import folded
from toolguard.gate.texts import coded

POINTER = re.compile(r"(?:/(?:[^~/]|~[01])*)+")
"""A JSON pointer to anything but the whole (``fullmatch``)."""
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_TALK = (
    "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependentRequired", "dependencies",
    "propertyNames", "const", "enum",
)  # fmt: skip
"""Keywords beside ``properties`` and ``required`` that can say something of a property by its name."""
_APART = ("#/$defs/", "#/definitions/")
"""Where what is referred to is no part of what describes the arguments themselves."""
_SAMPLES = ("default", "example", "examples")

FilledOf = Callable[[str, str], tuple[InjectedArgument, ...]]
"""What is filled in for a server and its tool."""


class InjectionError(Exception):
    """A bound argument cannot be kept from the model, or filled in; the text says why."""


def steps(pointer: str) -> tuple[str, ...]:
    """The names that a pointer goes through."""
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/"))


def pointers(filled: Iterable[InjectedArgument]) -> tuple[str, ...]:
    """Those places of a call that are among its arguments."""
    return tuple(one.pointer for one in filled if one.pointer)


def check(places: Iterable[str]) -> None:
    """Raises `InjectionError` for pointers that cannot all be filled: one that is none, and one inside another."""
    seen: list[tuple[str, ...]] = []
    for pointer in places:
        if not POINTER.fullmatch(pointer):
            raise InjectionError(coded("gate.not_json_pointer_such", pointer=repr(pointer)))
        path = steps(pointer)
        for other in seen:
            if path[: len(other)] == other[: len(path)]:
                raise InjectionError(coded("gate.inside_another_argument_filled", pointer=pointer))
        seen.append(path)


def without(schema: Any, places: Iterable[str]) -> Any:
    """``schema`` as the client sees it: without the properties at ``places``; raises `InjectionError`."""
    places = tuple(places)
    check(places)
    if any(not reference.startswith(_APART) for reference in _references(schema)):
        raise InjectionError(coded("gate.tool_schema_refers_part"))
    for pointer in places:
        schema = _taken_out(schema, steps(pointer), pointer)
    return schema


def _taken_out(schema: Any, path: tuple[str, ...], pointer: str) -> Any:
    name, rest = path[0], path[1:]
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict) or name not in properties:
        raise InjectionError(coded("gate.tool_schema_no_property", pointer=pointer))
    _mind_others(schema, name, pointer)
    if rest:
        inner = _taken_out(properties[name], rest, pointer)
        return {**_without_samples(schema, name), "properties": {**properties, name: inner}}
    if isinstance(properties[name], dict) and "x-mcp-header" in properties[name]:
        raise InjectionError(coded("gate.server_wants_repeated_header", pointer=pointer))
    kept = _without_samples(schema, name)
    kept["properties"] = {other: told for other, told in properties.items() if other != name}
    if isinstance(schema.get("required"), list):
        kept["required"] = [other for other in schema["required"] if other != name]
        if not kept["required"]:
            del kept["required"]  # an empty one is not allowed everywhere (JSON Schema draft 4 §5.4.3)
    for bound in ("minProperties", "maxProperties"):
        if isinstance(schema.get(bound), int | float) and not isinstance(schema[bound], bool):
            kept[bound] = max(0, schema[bound] - 1)
    return kept


def _mind_others(schema: Mapping[str, Any], name: str, pointer: str) -> None:
    """A property that is described in a second way, too, would be seen there."""
    talk = {word: schema[word] for word in _TALK if word in schema}
    if any(word in schema for word in _REFERENCES) or any(word in _words(talk) for word in _REFERENCES):
        raise InjectionError(coded("gate.tool_schema_leads_elsewhere", pointer=pointer))
    if name in _words(talk):
        raise InjectionError(coded("gate.tool_schema_speaks_second", pointer=pointer))
    patterns = schema.get("patternProperties")
    if isinstance(patterns, dict) and patterns:
        raise InjectionError(coded("gate.tool_schema_speak_pattern", pointer=pointer))


def _words(value: Any) -> set[str]:
    """Every key and every text in ``value``."""
    found: set[str] = set()
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            found.update(one)
            left += one.values()
        elif isinstance(one, list):
            left += one
        elif isinstance(one, str):
            found.add(one)
    return found


def _references(schema: Any) -> list[str]:
    """Every reference in ``schema``, wherever it stands."""
    found: list[str] = []
    left = [schema]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            found += [one[word] for word in _REFERENCES if isinstance(one.get(word), str)]
            left += one.values()
        elif isinstance(one, list):
            left += one
    return found


def _without_samples(schema: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {word: told for word, told in schema.items() if not (word in _SAMPLES and name in _words(told))}


def seen_by_model(tool: Tool, filled: tuple[InjectedArgument, ...]) -> Tool:
    """The tool as its client sees it; its fingerprint stays that of what the server says. Raises `InjectionError`."""
    places = pointers(filled)
    if not places:
        return tool
    return msgspec.structs.replace(tool, input_schema=without(tool.input_schema, places))


def shown(result: dict[str, Any], server: str, filled_of: FilledOf, *, modern: bool) -> dict[str, Any]:
    """A readable page of ``tools/list`` without bound arguments; the very same object when there are none in it.

    A tool whose schema they cannot be taken out of stays as it is: it is listed, and every call of it is refused.
    """
    tools = [_shown(told, server, filled_of) for told in result["tools"]]
    if all(new is old for new, old in zip(tools, result["tools"], strict=True)):
        return result
    page = {**result, "tools": tools}
    return {**page, "cacheScope": "private"} if modern else page


def _shown(told: Any, server: str, filled_of: FilledOf) -> Any:
    name = told.get("name") if isinstance(told, dict) else None
    places = pointers(filled_of(server, name)) if isinstance(name, str) else ()
    if not places or jsonrpc.too_deep(told):
        return told
    try:
        return {**told, "inputSchema": without(told.get("inputSchema"), places)}
    except InjectionError:
        return told


def brought(arguments: Mapping[str, Any], places: Iterable[str], schema: Any = None) -> str:
    """What a call brings where ToolGuard fills in, a sentence for its model; "" when it brings nothing there.

    A key that a careless reader takes for the bound one counts, too, unless ``schema`` (as the client sees it) has it.
    """
    for pointer in places:
        path = steps(pointer)
        here: Any = arguments
        for name in path[:-1]:
            here, schema, like = _below(here, schema, name)
            if like:
                return _sets(pointer, like)
            if here is None:
                break
            if not isinstance(here, dict):
                return coded("gate.holds_object_fills_rest", pointer=pointer)
        else:
            if like := _like(here, schema, path[-1]):
                return _sets(pointer, like)
    return ""


def _sets(pointer: str, like: str) -> str:
    return coded("gate.argument_is_bound", pointer=pointer, member=repr(like[:100]))


def _below(here: Mapping[str, Any], schema: Any, name: str) -> tuple[Any, Any, str]:
    """What stands at ``name``, None for nothing; its schema; and another key that is taken for ``name``."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    inner = properties.get(name) if isinstance(properties, dict) else None
    if name not in here:
        return None, inner, _like(here, schema, name)
    value = here[name]
    return ("" if value is None else value), inner, _like(here, schema, name, besides=name)


def _like(here: Mapping[str, Any], schema: Any, name: str, besides: str | None = None) -> str:
    properties = schema.get("properties") if isinstance(schema, dict) else None
    known = properties if isinstance(properties, dict) else {}
    for key in here:
        if key == besides:
            continue
        if key == name or (key not in known and folded(key) == folded(name)):
            return key or coded("gate.argument_without_name")
    return ""


def put(arguments: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """``arguments`` with a value at each pointer, what holds it made where it is missing; raises `InjectionError`."""
    whole = dict(arguments)
    for pointer, value in values.items():
        here, path = whole, steps(pointer)
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
