"""Validation of arguments against a tool's ``inputSchema``. Schemas are untrusted: bounded, references never fetched.

What cannot be validated safely is reported as unchecked, never as valid.
"""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from toolguard.gate import json_pointer, jsonrpc
from toolguard.gate.policy.schema_mismatches import mismatch
from toolguard.gate.texts import CodedText, coded

if TYPE_CHECKING:
    import jsonschema_rs

MAX_SCHEMA = 512 * 1024
"""Maximum size of a schema in bytes of canonical JSON."""
MAX_STEPS = 50_000
"""Maximum subschemas that may apply at one location of an instance."""
MAX_WORK = 20_000_000
"""Maximum subschema evaluations for one set of arguments: values in it × cost of the schema."""
MAX_ERROR_SIZE = 64 << 20
"""Maximum bytes of all errors that the library may make for one set of arguments; above, only the first is reported."""
MAX_PATTERN_SIZE = 32 << 20
"""Maximum bytes of all compiled patterns of a schema: 20 characters can need as much as one pattern may have."""
MAX_PATTERN_WORK = 250_000_000_000
"""Maximum work of patterns for one set of arguments: bytes of compiled patterns × characters. It takes ten seconds."""
MAX_COMPILED_SIZE = 256 << 20
"""Maximum bytes of all compiled schemas that are kept. Beyond it, the least recently used ones are dropped."""
MAX_MISMATCHES = 8
"""Maximum reported mismatches; the rest is counted."""
MAX_MESSAGE = 300
"""Maximum characters of each."""

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
_MAX_EXACT = 2**53  # every integer up to this is a double
_SIZE_FACTOR = 200  # maximum bytes of a compiled schema for each of its bytes: nested objects in enum take 170
_ERROR_SIZE = 1024  # bytes of an error without the value that it is about, its keyword's value and long paths
_JSON_FACTOR = 40  # maximum bytes of a value in an error for each of its bytes as JSON: {"":0} takes 27
_STEP_SIZE, _STEP_FACTOR = 200, 16  # maximum bytes of a step in the paths of an error, and of each of its characters
_IN_ERRORS = (
    "const",
    "enum",
    "not",
    "pattern",
    "required",
    "dependentRequired",
    "dependencies",
    "format",
    "multipleOf",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
)
_MEMBER_NAME = re.compile(rb'"((?:[^"\\]|\\.)*)":')
_ONE_PATTERN_SIZE = 10 << 20  # maximum bytes of one compiled pattern
_PATTERN_SIZES = (4 << 10, 32 << 10, 256 << 10, 1 << 20, _ONE_PATTERN_SIZE)


class SchemaRejectedError(Exception):
    """The schema cannot be used safely; the text says why."""


class SchemaValidator:
    """A compiled schema. Raises `SchemaRejectedError` if it cannot be compiled safely.

    ``checks_formats``: whether ``format`` is an assertion; None: as in the schema's draft.
    """

    def __init__(
        self, schema: object, *, max_pattern_size: int = MAX_PATTERN_SIZE, checks_formats: bool | None = None
    ) -> None:
        import jsonschema_rs  # imported late: no call is checked before the first client is answered

        if not isinstance(schema, dict | bool):
            raise SchemaRejectedError(coded("gate.schema_not_object"))
        if jsonrpc.too_deep(schema):
            raise SchemaRejectedError(coded("gate.schema_nested_too_deep"))
        text = jsonrpc.canonical(schema)
        length = len(text)
        if length > MAX_SCHEMA:
            raise SchemaRejectedError(coded("gate.schema_too_large", limit=MAX_SCHEMA // 1024))
        refused: list[CodedText] = []
        self._optional = optional(schema)
        self._compares_items = b'"uniqueItems":true' in text
        self._has_branches = b'"anyOf":' in text or b'"oneOf":' in text
        self._longest_name = max(map(len, _MEMBER_NAME.findall(text)), default=0)
        cost = _ValidationCost(schema, lambda part: 1 + _count_names(part) + _count_compared(part), MAX_STEPS)
        self._cost = cost.total()
        self._steps, self._is_recursive = cost.steps, cost.is_recursive
        self._error_size = _ValidationCost(schema, _error_size, math.inf).total()
        size = min(max_pattern_size // max(len(cost.patterns), 1), _ONE_PATTERN_SIZE)
        sizes = {pattern: _compiled_size(pattern, size) for pattern in cost.patterns}
        of_patterns = _ValidationCost(
            schema, lambda part: sum(map(sizes.__getitem__, _patterns(part))), MAX_PATTERN_WORK
        )
        self._pattern_size = of_patterns.total() if sizes else 0
        self._quick_size = min(MAX_WORK // max(self._cost, 1), MAX_PATTERN_WORK // max(self._pattern_size, 1))
        """Bytes of JSON text up to which no value takes too long."""
        if self._compares_items:
            self._quick_size = min(self._quick_size, math.isqrt(MAX_WORK))
        self.size = _SIZE_FACTOR * length + 2 * sum(sizes.values())
        """Upper bound of the bytes in memory; a pattern also has a cache of its size."""
        try:
            self._validator = jsonschema_rs.validator_for(
                schema, retriever=_refusing(refused), validate_formats=checks_formats,
                pattern_options=jsonschema_rs.RegexOptions(size_limit=size, dfa_size_limit=size),
            )  # fmt: skip
        except (ValueError, jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError) as problem:
            large = (pattern for pattern, needed in sizes.items() if needed >= size and _is_too_large(pattern, size))
            refused += [
                coded("gate.schema_pattern_too_large", pattern=repr(pattern[:200])) for pattern in islice(large, 1)
            ]
            raise SchemaRejectedError(refused[0] if refused else _first_line(problem)) from None

    def mismatches(self, arguments: dict[str, Any], size: int | None = None) -> list[str]:
        """Return one sentence per mismatch, at most `MAX_MISMATCHES`; raises `SchemaRejectedError`.

        A null counts as absent if the schema lists the property as optional. ``size`` is an upper bound of the bytes of
        ``arguments`` as JSON text; None: they are measured.
        """
        errors = self._errors(arguments, size)
        if not errors:
            return []
        if (present := self._without_absent(arguments)) != arguments:
            errors = self._errors(present, size)
        return list(_messages(errors))

    def is_valid(self, value: object) -> bool:
        """Return whether a JSON value is valid, taking null literally; raises `SchemaRejectedError`."""
        self._bound_work(value)
        try:
            return self._validator.is_valid(value)
        except (ValueError, OverflowError, RecursionError) as problem:
            raise SchemaRejectedError(_first_line(problem)) from None

    def wrong(self, arguments: dict[str, Any]) -> dict[str, str]:
        """Return mismatches by top-level argument ("" for the whole object), as far as `mismatches` goes."""
        import jsonschema_rs

        mismatches: dict[str, str] = {}
        for problem in self._errors(arguments, None)[:MAX_MISMATCHES]:
            path = [str(step) for step in problem.instance_path]
            if not path and isinstance(problem.kind, jsonschema_rs.ValidationErrorKind.Required):
                path = [problem.kind.property]
            about = path[0] if path else ""
            mismatches.setdefault(about[:MAX_MESSAGE], _mismatch_at("/".join(path[1:]), mismatch(problem)))
        return mismatches

    def _errors(self, arguments: dict[str, Any], size: int | None) -> list[jsonschema_rs.ValidationError]:
        import jsonschema_rs

        if size is None or size > self._quick_size:
            self._bound_work(arguments)
        try:
            if self._validator.is_valid(arguments):
                return []
            if self._size_of_errors(_extent(arguments)) > MAX_ERROR_SIZE:
                if self._has_branches:  # the first error contains those of all branches
                    raise SchemaRejectedError(coded("gate.mismatches_too_large"))
                self._validator.validate(arguments)  # raises the first error
            return list(islice(self._validator.iter_errors(arguments), MAX_MISMATCHES + 1))  # it makes all of them
        except jsonschema_rs.ValidationError as first:
            return [first]
        except (ValueError, OverflowError, RecursionError) as problem:
            raise SchemaRejectedError(_first_line(problem)) from None

    def _size_of_errors(self, extent: _Extent) -> int:
        """Return an upper bound of the bytes of all errors that the library may make."""
        steps = self._steps * (extent.depth if self._is_recursive else 1)
        path = steps * (_STEP_SIZE + _STEP_FACTOR * self._longest_name) + _STEP_FACTOR * extent.path
        return extent.values * (self._error_size + self._cost * path) + self._cost * extent.repeated

    def _bound_work(self, value: object) -> None:
        """Raise `SchemaRejectedError` if checking ``value`` could take too long.

        Its JSON text is at least as long as it has values or characters, and is measured much faster.
        """
        if len(jsonrpc.text(value)) <= self._quick_size:
            return
        extent = _extent(value)
        if (
            self._cost * extent.values > MAX_WORK
            or self._pattern_size * extent.characters > MAX_PATTERN_WORK
            or (self._compares_items and extent.long_numbers * extent.digits > MAX_WORK)
        ):
            raise SchemaRejectedError(coded("gate.checking_these_arguments_take"))

    def _without_absent(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return ``arguments`` without nulls of optional properties, which several clients send for absent ones."""
        return {name: value for name, value in arguments.items() if value is not None or name not in self._optional}


class SchemaCache:
    """Compiled schemas by key, or why they cannot be used."""

    def __init__(self, max_size: int = MAX_COMPILED_SIZE) -> None:
        self._max_size = max_size
        self._size = 0
        self._known: OrderedDict[str, SchemaValidator | str] = OrderedDict()

    def get(self, key: str, schema: Callable[[], object]) -> SchemaValidator:
        """Return the compiled ``schema()``; raises `SchemaRejectedError`, as ``schema`` may."""
        entry = self._known.get(key)
        if entry is None:
            try:
                entry = SchemaValidator(schema())
            except SchemaRejectedError as why:
                entry = str(why)  # not the error, whose traceback keeps everything that was computed
            self._known[key] = entry
            self._size += _size(entry)
            while self._size > self._max_size and len(self._known) > 1:
                self._size -= _size(self._known.popitem(last=False)[1])
        self._known.move_to_end(key)
        if isinstance(entry, str):
            raise SchemaRejectedError(entry)
        return entry


def _size(entry: SchemaValidator | str) -> int:
    return entry.size if isinstance(entry, SchemaValidator) else _SIZE_FACTOR * len(entry)


def optional(schema: object) -> frozenset[str]:
    """Return the top-level properties that an object schema lists and does not require."""
    if not isinstance(schema, dict):
        return frozenset()
    properties, required = schema.get("properties"), schema.get("required", ())
    if not isinstance(properties, dict) or not isinstance(required, list | tuple):
        return frozenset()
    return frozenset(properties).difference(name for name in required if isinstance(name, str))


def _messages(errors: Iterable[jsonschema_rs.ValidationError]) -> Iterator[str]:
    for count, problem in enumerate(errors):
        if count == MAX_MISMATCHES:
            yield coded("gate.more_not_fit_only")
            return
        place = "/".join(str(step) for step in problem.instance_path)
        yield _mismatch_at(place, mismatch(problem))


def _mismatch_at(place: str, problem: CodedText) -> CodedText:
    return coded("gate.misfit_at", place=place[:MAX_MESSAGE], problem=problem) if place else problem


def _refusing(refused: list[CodedText]) -> Callable[[str], Any]:
    """Return a retriever that fetches nothing and stores the reason, because the library rewords errors."""

    def refuse(uri: str) -> Any:
        refused.append(coded("gate.schema_points_not_fetched", uri=repr(uri[:200])))
        raise ValueError(refused[-1])

    return refuse


def _first_line(problem: Exception) -> str:
    return str(problem).strip().split("\n")[0][:300]


class _Extent(NamedTuple):
    """The size of an instance."""

    values: int
    """Number of values, including itself."""
    characters: int
    """Characters of its texts and names."""
    repeated: int
    """The same, each counted once for each value that contains it: the error about a value contains the value."""
    depth: int
    """Its levels."""
    path: int
    """Maximum characters of the names on the way to a value."""
    long_numbers: int
    """Number of numbers that a double may not represent: ``uniqueItems`` compares each with the others."""
    digits: int
    """Their digits; of one with 64 bits, which is compared at once, only one."""


def _extent(value: object) -> _Extent:
    values, characters, repeated, long_numbers, digits, depth, path, level = 0, 0, 0, 0, 0, 0, 0, [value]
    while level:
        values += len(level)
        depth += 1
        nested: list[object] = []
        size = longest = 0
        for item in level:
            if isinstance(item, dict):
                nested.extend(item.values())
                size += sum(map(len, item))
                longest = max(longest, max(map(len, item), default=0))
            elif isinstance(item, list):
                nested.extend(item)
            elif isinstance(item, str):
                size += len(item)
            elif isinstance(item, Decimal) or (isinstance(item, int) and abs(item) > _MAX_EXACT):
                long_numbers += 1
                digits += _digits(item)
        characters += size
        repeated += depth * size
        path += longest
        level = nested
    return _Extent(values, characters, repeated, depth, path, long_numbers, digits)


def _digits(number: int | Decimal) -> int:
    if isinstance(number, Decimal):
        return len(number.as_tuple().digits)
    return 1 if number.bit_length() < 64 else number.bit_length() // 3


def _compiled_size(pattern: str, most: int) -> int:
    """Return an upper bound of the bytes of a compiled pattern; ``most`` if it needs more, or is invalid."""
    return next((size for size in _PATTERN_SIZES if size < most and _compiles(pattern, size)), most)


def _is_too_large(pattern: str, size: int) -> bool:
    """Return whether only its size keeps a pattern from being compiled: without a single repetition it would be."""
    return not _compiles(pattern, size) and _compiles(f"(?:{pattern}){{0}}", size)


def _compiles(pattern: str, size: int) -> bool:
    import jsonschema_rs

    try:
        jsonschema_rs.validator_for(
            {"pattern": pattern}, pattern_options=jsonschema_rs.RegexOptions(size_limit=size, dfa_size_limit=size)
        )
    except (ValueError, jsonschema_rs.ValidationError):
        return False
    return True


class _ValidationCost:
    """Upper bound of the work at one location; rejects schemas that could double it at each level.

    In-place keywords (allOf, anyOf, $ref …) multiply, keywords for children add. A schema may refer to itself only
    along one branch: two recursive branches would double the work at each level.
    """

    def __init__(self, root: dict[str, Any] | bool, weight: Callable[[dict[str, Any]], int], most: float) -> None:
        """``weight`` returns what a subschema costs without those below it; a sum over ``most`` is rejected."""
        self._root = root
        self._weight = weight
        self._most = most
        self.patterns: set[str] = set()
        """The patterns of all subschemas that `total` has reached; equal ones are compiled once."""
        self.steps = 0
        """Maximum subschemas that `total` has found below each other."""
        self.is_recursive = False
        """Whether a subschema that `total` has reached refers back to itself."""
        self._memo: dict[int, tuple[int, int]] = {}
        self._open: set[int] = set()

    def total(self) -> int:
        try:
            total, _, self.steps = self._walk(self._root)
            return total
        except RecursionError:
            raise SchemaRejectedError(coded("gate.references_make_chain_too")) from None

    def _walk(self, schema: object) -> tuple[int, bool, int]:
        """Return the cost of ``schema`` with all below it, whether it refers back to a schema on the stack, and how
        many are below each other.
        """
        if not isinstance(schema, dict):
            return 1, False, 1
        key = id(schema)
        if key in self._open:
            self.is_recursive = True
            return 1, True, 1
        if key in self._memo:
            cost, deepest = self._memo[key]
            return cost, False, deepest
        self._open.add(key)
        self.patterns.update(_patterns(schema))
        cost, back, deepest = self._weight(schema), 0, 0
        for branch in self._branches(schema):
            cost, returns, deepest = self._added(cost, deepest, branch)
            back += returns
        for child in _children(schema):
            cost, returns, deepest = self._added(cost, deepest, child)
            back = max(back, int(returns))
        self._open.discard(key)
        if back > 1:
            raise SchemaRejectedError(coded("gate.schema_refers_along_several"))
        if not back:
            self._memo[key] = cost, deepest + 1
        return cost, bool(back), deepest + 1

    def _added(self, cost: int, deepest: int, part: object) -> tuple[int, bool, int]:
        """Return `_walk` of ``part`` with what precedes it; raises `SchemaRejectedError` if it costs too much."""
        more, returns, steps = self._walk(part)
        if cost + more > self._most:
            raise SchemaRejectedError(coded("gate.schema_expands_without_reasonable"))
        return cost + more, returns, max(deepest, steps)

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
        """Return the target of a ``$ref``: ``#``, ``#/a/b`` (RFC 6901), or an anchor, which counts as the root."""
        if not pointer.startswith("#/"):
            return self._root
        names = (json_pointer.unescape(step).replace("%25", "%").replace("%24", "$") for step in pointer[2:].split("/"))
        target = json_pointer.value_at(self._root, names)
        return self._root if target is json_pointer.MISSING else target


def _patterns(schema: dict[str, Any]) -> Iterator[str]:
    if isinstance(pattern := schema.get("pattern"), str):
        yield pattern
    if isinstance(patterns := schema.get("patternProperties"), dict):
        yield from patterns


def _count_names(schema: dict[str, Any]) -> int:
    """Return the number of names each of which is an error if it is missing."""
    lists = [schema.get("required")]
    for keyword in ("dependentRequired", "dependencies"):
        lists += members.values() if isinstance(members := schema.get(keyword), dict) else ()
    return sum(len(names) for names in lists if isinstance(names, list))


def _error_size(schema: dict[str, Any]) -> int:
    """Return the maximum bytes of the errors about a value, without the value and the paths."""
    values = sum(len(jsonrpc.canonical(schema[keyword])) for keyword in _IN_ERRORS if keyword in schema)
    return _ERROR_SIZE * (1 + _count_names(schema)) + _JSON_FACTOR * values


def _count_compared(schema: dict[str, Any]) -> int:
    """Return the number of values in the objects and arrays of an ``enum``, with each of which a value is compared."""
    options = schema.get("enum")
    if not isinstance(options, list):
        return 0
    return _extent([option for option in options if isinstance(option, dict | list)]).values - 1


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
