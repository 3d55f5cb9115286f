"""Arguments against a tool's ``inputSchema``. The schema is a server's and hostile: bounded, never fetched from.

What cannot be checked safely is said to be unchecked; it is never called valid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from toolguard.gate import jsonrpc
from toolguard.gate.policy.schema_mismatches import mismatch
from toolguard.gate.texts import CodedText, coded

if TYPE_CHECKING:
    import jsonschema_rs

MAX_SCHEMA = 512 * 1024
"""Largest schema that is compiled, in bytes of canonical JSON."""
MAX_STEPS = 50_000
"""Most subschemas that one place of an instance may be tried against."""
MAX_WORK = 20_000_000
"""Most subschema trials for one set of arguments: places in it × `MAX_STEPS`-bounded schema size."""
MAX_SHOWN = 8
"""How many mismatches are told; the rest is counted."""
MAX_TOLD = 300
"""Characters of each."""

_IN_PLACE_LISTS = ("allOf", "anyOf", "oneOf")
_IN_PLACE = ("not", "if", "then", "else")
_IN_PLACE_MAPS = ("dependentSchemas", "dependencies")
_CHILDREN = (
    "items",
    "additionalItems",
    "contains",
    "additionalProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "propertyNames",
)
_CHILD_MAPS = ("properties", "patternProperties")
_PLACE = re.compile("[0-9]{1,9}")


class SchemaRejectedError(Exception):
    """This schema cannot be checked safely; the text says why."""


class SchemaValidator:
    """One compiled schema. Raises `SchemaRejectedError` when it cannot or must not be compiled."""

    def __init__(self, schema: object) -> None:
        import jsonschema_rs  # not at the top: no call is checked before the first client is answered

        if not isinstance(schema, dict | bool):
            raise SchemaRejectedError(coded("gate.schema_not_object"))
        if jsonrpc.too_deep(schema):
            raise SchemaRejectedError(coded("gate.schema_nested_too_deep"))
        if len(jsonrpc.canonical(schema)) > MAX_SCHEMA:
            raise SchemaRejectedError(coded("gate.schema_too_large", limit=MAX_SCHEMA // 1024))
        refused: list[CodedText] = []
        self._optional = optional(schema)
        self._cost = _ValidationCost(schema).total()
        try:
            self._validator = jsonschema_rs.validator_for(
                schema, retriever=_refusing(refused), pattern_options=jsonschema_rs.RegexOptions()
            )
        except (ValueError, jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError) as problem:
            raise SchemaRejectedError(refused[0] if refused else _first_line(problem)) from None

    def mismatches(self, arguments: dict[str, Any]) -> list[str]:
        """One sentence for each thing that does not fit, `MAX_SHOWN` at most; raises `SchemaRejectedError`.

        A null counts as absent where the schema lists the property as optional.
        """
        errors = self._errors(arguments)
        if not errors:
            return []
        if (present := self._without_absent(arguments)) != arguments:
            errors = self._errors(present)
        return list(_told(errors))

    def is_valid(self, value: object) -> bool:
        """Whether any JSON value fits, with a null as a null; raises `SchemaRejectedError`."""
        if self._cost * _places(value) > MAX_WORK:
            raise SchemaRejectedError(coded("gate.checking_these_arguments_take"))
        try:
            return self._validator.is_valid(value)
        except (ValueError, OverflowError, RecursionError) as problem:
            raise SchemaRejectedError(_first_line(problem)) from None

    def wrong(self, arguments: dict[str, Any]) -> dict[str, str]:
        """What does not fit, by the argument that it is about (``""``: all of them), as far as `mismatches` goes."""
        import jsonschema_rs

        found: dict[str, str] = {}
        for problem in self._errors(arguments)[:MAX_SHOWN]:
            path = [str(step) for step in problem.instance_path]
            if not path and isinstance(problem.kind, jsonschema_rs.ValidationErrorKind.Required):
                path = [problem.kind.property]
            about = path[0] if path else ""
            found.setdefault(about[:MAX_TOLD], _at("/".join(path[1:]), mismatch(problem)))
        return found

    def _errors(self, arguments: dict[str, Any]) -> list[jsonschema_rs.ValidationError]:
        if self._cost * _places(arguments) > MAX_WORK:
            raise SchemaRejectedError(coded("gate.checking_these_arguments_take"))
        try:
            if self._validator.is_valid(arguments):
                return []
            return list(islice(self._validator.iter_errors(arguments), MAX_SHOWN + 1))
        except (ValueError, OverflowError, RecursionError) as problem:
            raise SchemaRejectedError(_first_line(problem)) from None

    def _without_absent(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """``arguments`` without each null of an optional property: several clients send one for what is left out."""
        return {name: value for name, value in arguments.items() if value is not None or name not in self._optional}


def optional(schema: object) -> frozenset[str]:
    """The properties that an object schema lists and does not require, at its top level."""
    if not isinstance(schema, dict):
        return frozenset()
    properties, required = schema.get("properties"), schema.get("required", ())
    if not isinstance(properties, dict) or not isinstance(required, list | tuple):
        return frozenset()
    return frozenset(properties).difference(one for one in required if isinstance(one, str))


def _told(errors: Iterable[jsonschema_rs.ValidationError]) -> Iterator[str]:
    for count, problem in enumerate(errors):
        if count == MAX_SHOWN:
            yield coded("gate.more_not_fit_only")
            return
        place = "/".join(str(step) for step in problem.instance_path)
        yield _at(place, mismatch(problem))


def _at(place: str, problem: CodedText) -> CodedText:
    return coded("gate.misfit_at", place=place[:MAX_TOLD], problem=problem) if place else problem


def _refusing(refused: list[CodedText]) -> Callable[[str], Any]:
    """Return a retriever that fetches nothing, and keeps why: the library words the error in its own way."""

    def refuse(uri: str) -> Any:
        refused.append(coded("gate.schema_points_not_fetched", uri=repr(uri[:200])))
        raise ValueError(refused[-1])

    return refuse


def _first_line(problem: Exception) -> str:
    return str(problem).strip().split("\n")[0][:300]


def _places(value: object) -> int:
    """How many values an instance holds, itself included."""
    count, level = 0, [value]
    while level:
        count += len(level)
        nested: list[object] = []
        for item in level:
            if isinstance(item, dict):
                nested.extend(item.values())
            elif isinstance(item, list):
                nested.extend(item)
        level = nested
    return count


class _ValidationCost:
    """How many subschemas a validator may try at one place of an instance; refuses what could double at each level.

    Keywords that apply in place (allOf, anyOf, $ref …) multiply; keywords that go to a child add. A schema may refer to
    itself, but only along one branch at a time: two branches that both lead back would double the work at each level.
    """

    def __init__(self, root: dict[str, Any] | bool) -> None:
        self._root = root
        self._memo: dict[int, int] = {}
        self._open: set[int] = set()

    def total(self) -> int:
        try:
            return self._walk(self._root)[0]
        except RecursionError:
            raise SchemaRejectedError(coded("gate.references_make_chain_too")) from None

    def _walk(self, schema: object) -> tuple[int, bool]:
        """Trials for ``schema`` and all below it, and whether it leads back to a schema that is being walked."""
        if not isinstance(schema, dict):
            return 1, False
        key = id(schema)
        if key in self._open:
            return 1, True
        if key in self._memo:
            return self._memo[key], False
        self._open.add(key)
        cost, back = 1, 0
        for branch in self._branches(schema):
            steps, returns = self._walk(branch)
            cost += steps
            back += returns
            if cost > MAX_STEPS:
                raise SchemaRejectedError(coded("gate.schema_expands_without_reasonable"))
        for child in _children(schema):
            steps, returns = self._walk(child)
            cost += steps
            back = max(back, int(returns))
            if cost > MAX_STEPS:
                raise SchemaRejectedError(coded("gate.schema_expands_without_reasonable"))
        self._open.discard(key)
        if back > 1:
            raise SchemaRejectedError(coded("gate.schema_refers_along_several"))
        if not back:
            self._memo[key] = cost
        return cost, bool(back)

    def _branches(self, schema: dict[str, Any]) -> Iterator[object]:
        for name in _IN_PLACE_LISTS:
            if isinstance(schema.get(name), list):
                yield from schema[name]
        for name in _IN_PLACE:
            if name in schema:
                yield schema[name]
        for name in _IN_PLACE_MAPS:
            if isinstance(schema.get(name), dict):
                yield from schema[name].values()
        for name in ("$ref", "$dynamicRef", "$recursiveRef"):
            if isinstance(schema.get(name), str):
                yield self._target(schema[name])

    def _target(self, pointer: str) -> object:
        """The schema that a ``$ref`` names: ``#``, ``#/a/b`` (RFC 6901), or an anchor, which counts as the root."""
        if not pointer.startswith("#/"):
            return self._root
        found: object = self._root
        for step in pointer[2:].split("/"):
            name = step.replace("~1", "/").replace("~0", "~").replace("%25", "%").replace("%24", "$")
            if isinstance(found, dict) and name in found:
                found = found[name]
            elif isinstance(found, list) and _PLACE.fullmatch(name) and int(name) < len(found):
                found = found[int(name)]
            else:
                return self._root
        return found


def _children(schema: dict[str, Any]) -> Iterator[object]:
    for name in _CHILDREN:
        child = schema.get(name)
        if isinstance(child, list):
            yield from child
        elif child is not None:
            yield child
    if isinstance(schema.get("prefixItems"), list):
        yield from schema["prefixItems"]
    for name in _CHILD_MAPS:
        if isinstance(schema.get(name), dict):
            yield from schema[name].values()
