"""The kind of field for each part of a JSON Schema. No widgets.

A schema may come from a hostile server: depth, number and length are limited, references lead only into the schema
itself, and patterns are run only by the linear-time engine. What is not understood is edited as JSON.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from typing import Any, Literal

from toolguard.gate import json_pointer, jsonrpc
from toolguard.window.json_view import untrusted_text

Kind = Literal["text", "number", "flag", "choice", "texts", "map", "object", "json", "kept"]

MAX_FIELDS = 120
"""Maximum fields of one form; the rest is edited as JSON."""
MAX_DEPTH = 4
"""Maximum nesting of objects."""
MAX_CHOICES = 200
MAX_ROWS = 200
"""Maximum entries of a list or a map with a row each."""
MAX_EDITABLE_LENGTH = 100_000
"""Maximum characters of an editable text or JSON; longer ones are unchanged."""
_MAX_STEPS = 12  # maximum references and wrappers that are followed for one part
_MAX_DESCRIPTION_LENGTH = 400  # maximum characters of a description
_APPLICATOR_KEYWORDS = ("anyOf", "oneOf", "allOf", "$dynamicRef", "$recursiveRef", "patternProperties")
_TYPES = {"string": "text", "number": "number", "integer": "number", "boolean": "flag", "object": "object"}


class AbsentValue(Enum):
    """The value of an absent member."""

    ABSENT = 0


ABSENT = AbsentValue.ABSENT


@dataclass(frozen=True, slots=True)
class FieldPlan:
    """One part: its kind of field, its title, and its schema."""

    kind: Kind
    title: str
    """The title of the part: that of the schema, or its key if the schema is untrusted."""
    about: str
    schema: Mapping[str, Any]
    nullable: bool = False
    required: bool = False
    choices: tuple[Any, ...] = ()
    members: tuple[tuple[str, FieldPlan], ...] = ()
    rest: bool = False
    """Whether an object's value has members that the schema does not name."""
    note: str = ""
    """The title in an untrusted schema, whose parts are labelled by key; empty if it is the same."""
    group: str = ""
    """The section of the form that shows the part; "" for none, and in untrusted schemas."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Names of choices; none in untrusted schemas."""
    add: str = ""
    """The button that adds an entry; "" for a general one, and in untrusted schemas."""
    ignores_case: bool = False
    """Whether names that differ only in case are the same; never in untrusted schemas."""

    @property
    def default(self) -> Any:
        """Return the schema's default for an absent part; `ABSENT` if there is none."""
        return self.schema.get("default", ABSENT)


def plan(schema: object, value: Any = ABSENT, name: str = "", *, by_key: bool = False) -> FieldPlan:
    """Return the plan of a form for ``schema`` with ``value``.

    ``by_key``: the schema is untrusted, and its titles could be misleading. Parts are labelled by their
    keys, and titles are only notes.
    """
    return _Planner(schema, by_key=by_key).plan(schema, value, name, required=True, depth=0)


class _Planner:
    def __init__(self, root: object, *, by_key: bool) -> None:
        self._root = root
        self._by_key = by_key
        self._remaining_fields = MAX_FIELDS

    def plan(self, schema: object, value: Any, name: str, *, required: bool, depth: int) -> FieldPlan:
        self._remaining_fields -= 1
        resolved, nullable, plain = self._resolved(schema)
        about = resolved.get("description")
        fields: dict[str, Any] = {
            "title": untrusted_text.short_name(name, 80) if self._by_key else title(resolved, name),
            "note": _note(resolved, name) if self._by_key else "",
            "group": "" if self._by_key else str(resolved.get("group", "")),
            "labels": {} if self._by_key else resolved.get("labels", {}),
            "add": "" if self._by_key else str(resolved.get("add", "")),
            "ignores_case": not self._by_key and resolved.get("ignores_case") is True,
            "about": untrusted_text.shortened(about, _MAX_DESCRIPTION_LENGTH) if isinstance(about, str) else "",
            "schema": resolved,
            "nullable": nullable,
            "required": required,
        }
        shown = ABSENT if value is None and nullable else value
        kind = self._kind(resolved, shown, plain=plain, depth=depth)
        if kind != "object" and _too_long(value):
            return FieldPlan(kind="kept", **fields)
        if kind == "choice":
            return FieldPlan(kind=kind, choices=_choices(resolved, value, nullable), **fields)
        if kind == "object":
            members = self._members(resolved, value, depth)
            rest = isinstance(value, dict) and any(key not in resolved["properties"] for key in value)
            return FieldPlan(kind=kind, members=members, rest=rest, **fields)
        return FieldPlan(kind=kind, **fields)

    def _kind(self, schema: Mapping[str, Any], value: Any, *, plain: bool, depth: int) -> Kind:
        """Return the kind of field that can show ``value`` completely; ``json`` if there is no other."""
        if not plain or self._remaining_fields < 0:
            return "json"
        if "const" in schema or "enum" in schema:
            return "choice" if _is_choice(schema, value) else "json"
        of = schema.get("type")
        if of is None:
            of = "object" if isinstance(schema.get("properties"), dict) else _type_of(value)
        if of == "array":
            return "texts" if _holds_texts(schema, value) else "json"
        kind = _TYPES.get(of) if isinstance(of, str) else None
        if kind == "object":
            return self._kind_of_object(schema, value, depth)
        return kind if kind is not None and _fits(kind, value) else "json"  # type: ignore[return-value]

    def _kind_of_object(self, schema: Mapping[str, Any], value: Any, depth: int) -> Kind:
        if not isinstance(value, dict) and value is not ABSENT:
            return "json"
        properties = schema.get("properties")
        if isinstance(properties, dict) and properties:
            return "object" if depth < MAX_DEPTH and len(properties) <= self._remaining_fields else "json"
        inner, _, plain = self._resolved(schema.get("additionalProperties"))
        if not plain or inner.get("type") != "string":
            return "json"
        members = {} if value is ABSENT else value
        entries = all(isinstance(item, str) and is_plain(item) and is_plain(key) for key, item in members.items())
        return "map" if entries and len(members) <= MAX_ROWS else "json"

    def _members(self, schema: Mapping[str, Any], value: Any, depth: int) -> tuple[tuple[str, FieldPlan], ...]:
        values = value if isinstance(value, dict) else {}
        names = schema.get("required")
        needed = {name for name in names if isinstance(name, str)} if isinstance(names, list) else set()
        return tuple(
            (name, self.plan(member, values.get(name, ABSENT), name, required=name in needed, depth=depth + 1))
            for name, member in schema["properties"].items()
        )

    # References and wrappers

    def _resolved(self, schema: object) -> tuple[dict[str, Any], bool, bool]:
        """Return the schema behind references and "this or null", whether null is valid, and if it is complete."""
        nullable = False
        for _ in range(_MAX_STEPS):
            if not isinstance(schema, dict):
                return {}, nullable, schema is True or schema is None
            inner, null = self._inside(schema)
            if inner is None:
                break
            nullable = nullable or null
            schema = {
                **inner,
                **{key: item for key, item in schema.items() if key not in ("$ref", *_APPLICATOR_KEYWORDS)},
            }
        else:
            return {}, nullable, False
        types = schema.get("type")
        if isinstance(types, list):
            nullable = nullable or "null" in types
            rest = [type_name for type_name in types if type_name != "null"]
            schema = {**schema, "type": rest[0] if len(rest) == 1 else "many"}
        return schema, nullable, not any(name in schema for name in ("$ref", *_APPLICATOR_KEYWORDS))

    def _inside(self, schema: dict[str, Any]) -> tuple[dict[str, Any] | None, bool]:
        """Return the one schema that ``schema`` wraps, if so, and whether null is valid besides."""
        if isinstance(schema.get("$ref"), str):
            return self._target(schema["$ref"]), False
        for name in ("anyOf", "oneOf", "allOf"):
            several = schema.get(name)
            if isinstance(several, list) and len(several) <= 2:
                rest = [alternative for alternative in several if alternative != {"type": "null"}]
                if len(rest) == 1 and isinstance(rest[0], dict):
                    return rest[0], len(rest) < len(several)
        return None, False

    def _target(self, pointer: str) -> dict[str, Any] | None:
        """Return the target of a reference within the schema (RFC 6901); None if it is elsewhere."""
        if not pointer.startswith("#/") or len(pointer) > _MAX_DESCRIPTION_LENGTH:
            return None
        target: object = self._root
        for step in pointer[2:].split("/"):
            target = target.get(json_pointer.unescape(step)) if isinstance(target, dict) else None
        return target if isinstance(target, dict) else None


def title(schema: Mapping[str, Any], name: str) -> str:
    """Return the title of a part, or its name, bounded and with invisible characters written out."""
    text = schema.get("title")
    return untrusted_text.shortened(text if isinstance(text, str) and text.strip() else name, 80)


def _note(schema: Mapping[str, Any], name: str) -> str:
    text = schema.get("title")
    if not isinstance(text, str) or not text.strip():
        return ""
    if max(len(text), len(name)) <= _MAX_DESCRIPTION_LENGTH and _plain(text) == _plain(name):
        return ""
    return untrusted_text.shortened(text, 80)


def _plain(text: str) -> str:
    """Without case and separators: the title "User id" says no more than the key ``user_id``."""
    return "".join(letter for letter in text.casefold() if letter not in " _-.")


def is_plain(value: str, *, lines: bool = False) -> bool:
    """Return whether an ordinary field shows and returns exactly this text; others are edited as JSON."""
    if untrusted_text.visible(value, lines=lines) != value or not _CHANGED.isdisjoint(value):
        return False
    return lines or ("\n" not in value and "\t" not in value)


_CHANGED = frozenset("\r\x00\u2028\u2029\ufdd0\ufdd1\xa0")  # Qt's text widgets change these


def pretty(value: Any) -> str:
    """Return ``value`` as indented JSON with invisible characters escaped."""
    return "".join(_pretty(value, "\n"))


def _pretty(value: Any, end: str) -> Iterator[str]:
    if isinstance(value, dict) and value:
        for index, (key, item) in enumerate(value.items()):
            yield ("," if index else "{") + f"{end}  {_leaf(key)}: "
            yield from _pretty(item, end + "  ")
        yield end + "}"
    elif isinstance(value, list) and value:
        for index, item in enumerate(value):
            yield ("," if index else "[") + f"{end}  "
            yield from _pretty(item, end + "  ")
        yield end + "]"
    else:
        yield _leaf(value)


def _leaf(value: Any) -> str:
    result = jsonrpc.text(value)
    if not isinstance(value, str) or is_plain(result):
        return result
    return "".join(letter if is_plain(letter) else _escaped(letter) for letter in result)


def _escaped(letter: str) -> str:
    pairs = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{pairs[start : start + 2].hex()}" for start in range(0, len(pairs), 2))


def same(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal including types: ``1``, ``1.0`` and ``true`` are not."""
    return type(one) is type(other) and one == other


def _too_long(value: Any) -> bool:
    return value is not ABSENT and len(jsonrpc.encode(value)) > MAX_EDITABLE_LENGTH


def _type_of(value: Any) -> str | None:
    match value:
        case bool():
            return "boolean"
        case str():
            return "string"
        case int() | float() | Decimal():
            return "number"
        case list():
            return "array"
    return None


def _fits(kind: str, value: Any) -> bool:
    if value is ABSENT:
        return True
    if kind == "text":
        return isinstance(value, str) and is_plain(value, lines=True)
    if kind == "flag":
        return isinstance(value, bool)
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _holds_texts(schema: Mapping[str, Any], value: Any) -> bool:
    items = schema.get("items")
    if items is not None and not (isinstance(items, dict) and items.get("type") == "string" and "enum" not in items):
        return False
    if value is ABSENT:
        return items is not None
    return isinstance(value, list) and len(value) <= MAX_ROWS and all(isinstance(x, str) and is_plain(x) for x in value)


def _is_choice(schema: Mapping[str, Any], value: Any) -> bool:
    offered = schema.get("enum", [schema.get("const")])
    if not isinstance(offered, list) or not 0 < len(offered) <= MAX_CHOICES:
        return False
    everything = offered if value is ABSENT else [*offered, value]
    return all(
        not isinstance(choice, dict | list) and len(str(choice)) <= _MAX_DESCRIPTION_LENGTH for choice in everything
    )


def _choices(schema: Mapping[str, Any], value: Any, nullable: bool) -> tuple[Any, ...]:
    offered = [*schema.get("enum", [schema.get("const")]), *([None] if nullable else []), value]
    return tuple({(type(choice), choice): choice for choice in offered if choice is not ABSENT}.values())
