"""As what each part of a JSON Schema is drawn. Knows no widget.

A schema may be a server's, and hostile: depth, count and length are bounded, references lead only into the schema
itself, and a pattern is only ever run by the linear-time engine. What is not understood becomes JSON text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any, Literal

from toolguard.gate import jsonrpc
from toolguard.window.json_view import untrusted_text

Kind = Literal["text", "number", "flag", "choice", "texts", "map", "object", "json", "kept"]

MOST_FIELDS = 120
"""Fields of one form; what is over that is edited as JSON."""
DEEPEST = 4
"""Objects within objects that are drawn as such."""
MOST_CHOICES = 200
MOST_ROWS = 200
"""Entries of a list or a map that get a row each."""
LONGEST = 100_000
"""Characters of a text, or of JSON, that can be edited; what is longer stays as it is."""
_STEPS = 12  # references and wrappers that are followed for one part
_WORDS = 400  # characters of a description that are shown
_APPLIED = ("anyOf", "oneOf", "allOf", "$dynamicRef", "$recursiveRef", "patternProperties")
_TYPES = {"string": "text", "number": "number", "integer": "number", "boolean": "flag", "object": "object"}


class AbsentValue(Enum):
    """The value of a member that is left out."""

    ABSENT = 0


ABSENT = AbsentValue.ABSENT


@dataclass(frozen=True, slots=True)
class FieldPlan:
    """One part: what it is drawn as, what it is called, and what it must fit."""

    kind: Kind
    title: str
    """What the part is called: the schema's title, or its key where the schema is a stranger's."""
    about: str
    schema: Mapping[str, Any]
    nullable: bool = False
    required: bool = False
    choices: tuple[Any, ...] = ()
    members: tuple[tuple[str, FieldPlan], ...] = ()
    rest: bool = False
    """An object whose value has members that the schema does not name."""
    note: str = ""
    """The title that a stranger's schema gives the part, where it is called by its key; empty when it is the same."""

    @property
    def default(self) -> Any:
        """What the schema says is meant when the part is left out; `ABSENT` when it says nothing."""
        return self.schema.get("default", ABSENT)


def plan(schema: object, value: Any = ABSENT, name: str = "", *, by_key: bool = False) -> FieldPlan:
    """The shape of a whole form over ``schema`` that is to hold ``value``.

    ``by_key``: the schema is a stranger's, whose titles could call ``path`` by another name: parts are called by their
    keys, and a title is only a note.
    """
    return _Planner(schema, by_key=by_key).plan(schema, value, name, required=True, depth=0)


class _Planner:
    def __init__(self, root: object, *, by_key: bool) -> None:
        self._root = root
        self._by_key = by_key
        self._left = MOST_FIELDS

    def plan(self, schema: object, value: Any, name: str, *, required: bool, depth: int) -> FieldPlan:
        self._left -= 1
        found, nullable, plain = self._resolved(schema)
        about = found.get("description")
        told: dict[str, Any] = {
            "title": untrusted_text.short_name(name, 80) if self._by_key else title(found, name),
            "note": _note(found, name) if self._by_key else "",
            "about": untrusted_text.shortened(about, _WORDS) if isinstance(about, str) else "",
            "schema": found,
            "nullable": nullable,
            "required": required,
        }
        shown = ABSENT if value is None and nullable else value
        kind = self._kind(found, shown, plain=plain, depth=depth)
        if kind != "object" and _too_long(value):
            return FieldPlan(kind="kept", **told)
        if kind == "choice":
            return FieldPlan(kind=kind, choices=_choices(found, value, nullable), **told)
        if kind == "object":
            members = self._members(found, value, depth)
            rest = isinstance(value, dict) and any(key not in found["properties"] for key in value)
            return FieldPlan(kind=kind, members=members, rest=rest, **told)
        return FieldPlan(kind=kind, **told)

    def _kind(self, schema: Mapping[str, Any], value: Any, *, plain: bool, depth: int) -> Kind:
        """What can show all of ``value`` and be understood; ``json`` when nothing else can."""
        if not plain or self._left < 0:
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
            return "object" if depth < DEEPEST and len(properties) <= self._left else "json"
        inner, _, plain = self._resolved(schema.get("additionalProperties"))
        if not plain or inner.get("type") != "string":
            return "json"
        given = {} if value is ABSENT else value
        entries = all(isinstance(item, str) and is_plain(item) and is_plain(key) for key, item in given.items())
        return "map" if entries and len(given) <= MOST_ROWS else "json"

    def _members(self, schema: Mapping[str, Any], value: Any, depth: int) -> tuple[tuple[str, FieldPlan], ...]:
        given = value if isinstance(value, dict) else {}
        wanted = schema.get("required")
        needed = {name for name in wanted if isinstance(name, str)} if isinstance(wanted, list) else set()
        return tuple(
            (name, self.plan(one, given.get(name, ABSENT), name, required=name in needed, depth=depth + 1))
            for name, one in schema["properties"].items()
        )

    # Looking through references and wrappers

    def _resolved(self, schema: object) -> tuple[dict[str, Any], bool, bool]:
        """The plain schema behind references and "this or null"; whether null fits; whether that was all there is."""
        nullable = False
        for _ in range(_STEPS):
            if not isinstance(schema, dict):
                return {}, nullable, schema is True or schema is None
            inner, null = self._inside(schema)
            if inner is None:
                break
            nullable = nullable or null
            schema = {**inner, **{key: item for key, item in schema.items() if key not in ("$ref", *_APPLIED)}}
        else:
            return {}, nullable, False
        types = schema.get("type")
        if isinstance(types, list):
            nullable = nullable or "null" in types
            rest = [one for one in types if one != "null"]
            schema = {**schema, "type": rest[0] if len(rest) == 1 else "many"}
        return schema, nullable, not any(name in schema for name in ("$ref", *_APPLIED))

    def _inside(self, schema: dict[str, Any]) -> tuple[dict[str, Any] | None, bool]:
        """The one schema that ``schema`` wraps, if it wraps one, and whether null fits beside it."""
        if isinstance(schema.get("$ref"), str):
            return self._target(schema["$ref"]), False
        for name in ("anyOf", "oneOf", "allOf"):
            several = schema.get(name)
            if isinstance(several, list) and len(several) <= 2:
                rest = [one for one in several if one != {"type": "null"}]
                if len(rest) == 1 and isinstance(rest[0], dict):
                    return rest[0], len(rest) < len(several)
        return None, False

    def _target(self, pointer: str) -> dict[str, Any] | None:
        """What a reference within the schema names (RFC 6901); None when it leads elsewhere."""
        if not pointer.startswith("#/") or len(pointer) > _WORDS:
            return None
        found: object = self._root
        for step in pointer[2:].split("/"):
            found = found.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(found, dict) else None
        return found if isinstance(found, dict) else None


def title(schema: Mapping[str, Any], name: str) -> str:
    """What a part is called: its title, else its name, made visible and bounded."""
    told = schema.get("title")
    return untrusted_text.shortened(told if isinstance(told, str) and told.strip() else name, 80)


def _note(schema: Mapping[str, Any], name: str) -> str:
    told = schema.get("title")
    if not isinstance(told, str) or not told.strip() or _plain(told) == _plain(name):
        return ""
    return untrusted_text.shortened(told, 80)


def _plain(words: str) -> str:
    """Without case and separators: the title "User id" says no more than the key ``user_id``."""
    return "".join(letter for letter in words.casefold() if letter not in " _-.")


def is_plain(value: str, *, lines: bool = False) -> bool:
    """Whether an ordinary field shows and gives back exactly this text; any other is written as JSON."""
    if untrusted_text.visible(value, lines=lines) != value or not _CHANGED.isdisjoint(value):
        return False
    return lines or ("\n" not in value and "\t" not in value)


_CHANGED = frozenset("\r\x00\u2028\u2029\ufdd0\ufdd1\xa0")  # Qt's text widgets make something else of these


def pretty(value: Any) -> str:
    """``value`` as indented JSON; what cannot be seen in its texts is escaped."""
    return "".join(_pretty(value, "\n"))


def _pretty(value: Any, end: str) -> Iterator[str]:
    if isinstance(value, dict) and value:
        for at, (key, item) in enumerate(value.items()):
            yield ("," if at else "{") + f"{end}  {_leaf(key)}: "
            yield from _pretty(item, end + "  ")
        yield end + "}"
    elif isinstance(value, list) and value:
        for at, item in enumerate(value):
            yield ("," if at else "[") + f"{end}  "
            yield from _pretty(item, end + "  ")
        yield end + "]"
    else:
        yield _leaf(value)


def _leaf(value: Any) -> str:
    made = jsonrpc.text(value)
    if not isinstance(value, str) or is_plain(made):
        return made
    return "".join(letter if is_plain(letter) else _escaped(letter) for letter in made)


def _escaped(letter: str) -> str:
    pairs = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{pairs[at : at + 2].hex()}" for at in range(0, len(pairs), 2))


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same, type for type: ``1``, ``1.0`` and ``true`` are not."""
    return type(one) is type(other) and one == other


def _too_long(value: Any) -> bool:
    return value is not ABSENT and len(jsonrpc.encode(value)) > LONGEST


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
    return (
        isinstance(value, list) and len(value) <= MOST_ROWS and all(isinstance(x, str) and is_plain(x) for x in value)
    )


def _is_choice(schema: Mapping[str, Any], value: Any) -> bool:
    offered = schema.get("enum", [schema.get("const")])
    if not isinstance(offered, list) or not 0 < len(offered) <= MOST_CHOICES:
        return False
    everything = offered if value is ABSENT else [*offered, value]
    return all(not isinstance(one, dict | list) and len(str(one)) <= _WORDS for one in everything)


def _choices(schema: Mapping[str, Any], value: Any, nullable: bool) -> tuple[Any, ...]:
    offered: list[Any] = []
    for one in [*schema.get("enum", [schema.get("const")]), *([None] if nullable else []), value]:
        if one is not ABSENT and not any(same(one, other) for other in offered):
            offered.append(one)
    return tuple(offered)
