"""Differences between two definitions of a tool, classified by their effect. Pure.

A difference that is not provably harmless needs a person: an unknown schema keyword, a change below ``not``, schemas
that cannot be compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from toolguard.gate import json_pointer, jsonrpc
from toolguard.gate.mcp.apps import AppPage
from toolguard.gate.policy.definitions import references

ChangeKind = Literal[
    "model text", "widened", "hint flip", "header", "page", "needs", "unknown",
    "display", "narrowed", "output", "hints", "cosmetic",
]  # fmt: skip
"""- ``model text``: text that the model reads.
- ``widened``: a call may contain more, or that cannot be determined.
- ``hint flip``: whether a tool only reads, or destroys, is now declared the other way round.
- ``header``: an argument goes into an HTTP header.
- ``page``: the tool's page (MCP Apps).
- ``needs``: what Open Tool Calling gives the tool.
- ``unknown``: a member that ToolGuard does not know.
- ``display``: what a host shows.
- ``output``: the schema of results.
- ``cosmetic``: white space only.
"""
ACCEPTED_TOGETHER: frozenset[ChangeKind] = frozenset(("display", "narrowed", "output", "hints", "cosmetic"))
"""A person accepts these together, and each of the others separately."""
MAX_CHANGES = 100
"""Maximum differences of one tool that are listed."""
_MAX_VALUE = 20_000  # characters of a value
_SPACE = " \t\r\n"
_MAX_NAME_LENGTH = 64  # characters of a text that is just a name

_TEXTS = frozenset(("description", "title", "$comment", "examples", "default", "$defs", "definitions", "deprecated"))
_LOWER_BOUNDS = frozenset(
    ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains", "uniqueItems")
)
_UPPER_BOUNDS = frozenset(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"))
_LIMITS = frozenset(("pattern", "format", "multipleOf", "contentEncoding", "contentMediaType", "const"))
_INNER = frozenset(("additionalProperties", "additionalItems", "items", "contains", "propertyNames",
                    "unevaluatedProperties", "unevaluatedItems"))  # fmt: skip
_ANY_OF = frozenset(("anyOf", "oneOf"))
_BRANCHES = _ANY_OF | {"allOf", "prefixItems"}
_OPAQUE = frozenset(("not", "if", "then", "else", "dependentSchemas", "dependencies", "dependentRequired",
                     "patternProperties", "contentSchema", "$ref", "$dynamicRef", "$recursiveRef", "$anchor",
                     "$dynamicAnchor", "$id", "id", "readOnly", "writeOnly"))  # fmt: skip
_HEADER = "x-mcp-"
_HINTS = {"readOnlyHint": False, "destructiveHint": True}
"""Hints whose flip is a kind of its own, with their defaults (schema §ToolAnnotations)."""
_OTHER_HINTS = frozenset(("idempotentHint", "openWorldHint"))
_OTC_META_KEY = "dev.toolguard/otc"


class DefinitionChange(msgspec.Struct, frozen=True, kw_only=True):
    """One difference. ``before`` or ``after`` is UNSET if absent."""

    kind: ChangeKind
    place: str
    """JSON pointer into the definition; ``instructions`` and ``page`` for what is not part of it."""
    before: Any = UNSET
    after: Any = UNSET

    @property
    def is_risky(self) -> bool:
        """Whether a person accepts it separately."""
        return self.kind not in ACCEPTED_TOGETHER

    @property
    def id(self) -> str:
        """Identifies exactly this change."""
        parts = [None if value is UNSET else [value] for value in (self.before, self.after)]
        return jsonrpc.sha256(jsonrpc.canonical([self.kind, self.place, *parts]))[:32]


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[DefinitionChange, ...]:
    """Return the differences between two definitions: risky ones first, at most `MAX_CHANGES`.

    If there are more, the last one stands for the rest and is risky.
    """
    differences = list(islice(_changes(_plain(before), _plain(after)), MAX_CHANGES + 1))
    if len(differences) > MAX_CHANGES:
        rest = DefinitionChange(kind="unknown", place="", before=_bounded(before), after=_bounded(after))
        differences = [*differences[: MAX_CHANGES - 1], rest]
    return tuple(sorted(differences, key=lambda change: change.kind in ACCEPTED_TOGETHER))


def instructions_change(before: str, after: str) -> tuple[DefinitionChange, ...]:
    """Return the difference between a server's old and new instructions."""
    return tuple(_text("instructions", before or UNSET, after or UNSET)) if before != after else ()


def page_change(before: AppPage, after: AppPage) -> tuple[DefinitionChange, ...]:
    """Return the differences between two versions of a tool's page."""
    differences = [
        DefinitionChange(kind="page", place=f"page/{name}", before=_listed(before, name), after=_listed(after, name))
        for name in dict.fromkeys((*before.domains, *after.domains))
        if before.domains.get(name) != after.domains.get(name)
    ]
    if before.permissions != after.permissions:
        was, now = list(before.permissions) or UNSET, list(after.permissions) or UNSET
        differences.append(DefinitionChange(kind="page", place="page/permissions", before=was, after=now))
    if before.digest != after.digest and not differences:
        differences.append(DefinitionChange(kind="page", place="page", before=before.digest, after=after.digest))
    return tuple(differences)


def _listed(page: AppPage, name: str) -> list[str] | UnsetType:
    return list(page.domains[name]) if name in page.domains else UNSET


def _plain(definition: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a definition with its references resolved, as it is pinned."""
    try:
        return references.resolve(definition)
    except references.UnresolvedReferenceError:
        return definition


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[DefinitionChange]:
    for name in dict.fromkeys((*after, *before)):
        was, now = before.get(name, UNSET), after.get(name, UNSET)
        if not _same(was, now):  # an empty object equals an absent member
            place = _place("", name)
            yield from list(_member(name, place, was, now)) or [_change("cosmetic", place, was, now)]


def _member(name: str, place: str, was: Any, now: Any) -> Iterator[DefinitionChange]:
    match name:
        case "name" | "title" | "description":
            yield from _text(place, was, now)
        case "inputSchema":
            yield from _schema(place, was, now)
        case "outputSchema":
            yield from _output(place, was, now)
        case "annotations":
            yield from _annotations(place, was, now)
        case "icons":
            yield _change("display", place, was, now)
        case "execution":
            yield _change("hints", place, was, now)
        case "_meta":
            yield from _meta(place, was, now)
        case _:
            yield _change("unknown", place, was, now)


def _same(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal: ``1``, ``1.0`` and ``true`` differ, key order does not matter."""
    if one is UNSET or other is UNSET:
        return one is other
    return one is other or jsonrpc.canonical(one) == jsonrpc.canonical(other)


def _place(above: str, name: str) -> str:
    return f"{above}/{json_pointer.escape(name)}"


def _bounded(value: Any) -> Any:
    """Return ``value``, shortened to a prefix and its digest if very large."""
    if value is UNSET:
        return value
    text = jsonrpc.text(value)
    return value if len(text) <= _MAX_VALUE else f"{text[:_MAX_VALUE]}… (SHA-256 {jsonrpc.sha256(text.encode())})"


def _change(kind: ChangeKind, place: str, was: Any, now: Any) -> DefinitionChange:
    return DefinitionChange(kind=kind, place=place, before=_bounded(was), after=_bounded(now))


def _text(place: str, was: Any, now: Any) -> Iterator[DefinitionChange]:
    """Classify a text that the model reads; runs of white space are equal."""
    alike = isinstance(was, str) and isinstance(now, str) and _words(was) == _words(now)
    yield _change("cosmetic" if alike else "model text", place, was, now)


def _words(text: str) -> list[str]:
    return [word for word in text.translate(dict.fromkeys(map(ord, _SPACE), " ")).split(" ") if word]


def _members(was: Any, now: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the members that differ between two objects."""
    was, now = (value if isinstance(value, Mapping) else {} for value in (was, now))
    for name in dict.fromkeys((*now, *was)):
        old, new = was.get(name, UNSET), now.get(name, UNSET)
        if not _same(old, new):
            yield name, old, new


def _annotations(place: str, was: Any, now: Any) -> Iterator[DefinitionChange]:
    if not _both_objects_or_none(was, now):
        yield _change("hint flip", place, was, now)
        return
    for name, old, new in _members(was, now):
        inner = _place(place, name)
        if name in _HINTS:
            before, after = (value if isinstance(value, bool) else _HINTS[name] for value in (old, new))
            yield _change("hint flip" if before is not after else "hints", inner, old, new)
        elif name == "title":
            yield from _text(inner, old, new)
        else:
            yield _change("hints" if name in _OTHER_HINTS else "unknown", inner, old, new)


def _meta(place: str, was: Any, now: Any) -> Iterator[DefinitionChange]:
    if not _both_objects_or_none(was, now):
        yield _change("unknown", place, was, now)
        return
    for name, old, new in _members(was, now):
        kind: ChangeKind = (
            "page" if name in ("ui", "ui/resourceUri") else "needs" if name == _OTC_META_KEY else "unknown"
        )
        yield _change(kind, _place(place, name), old, new)


def _both_objects_or_none(*values: Any) -> bool:
    return all(value is UNSET or isinstance(value, Mapping) for value in values)


def _output(place: str, was: Any, now: Any) -> Iterator[DefinitionChange]:
    """Classify changes of the output schema: its texts matter to the model, its types do not widen calls."""
    for change in _schema(place, was, now):
        output = change.kind in ("widened", "narrowed")
        yield msgspec.structs.replace(change, kind="output") if output else change


# --- schemas --------------------------------------------------------------------------------------------------------


def _schema(place: str, was: Any, now: Any) -> Iterator[DefinitionChange]:
    """Yield the differences between two schemas for the same location."""
    if _same(was, now):
        return
    old, new = (True if value is UNSET else value for value in (was, now))
    if isinstance(old, bool) or isinstance(new, bool):
        yield from _boolean_schema(place, old, new, was, now)
        return
    if not (isinstance(old, Mapping) and isinstance(new, Mapping)):
        yield _change("widened", place, was, now)
        return
    for name, before, after in _members(old, new):
        yield from _keyword(name, _place(place, name), before, after, new)


def _boolean_schema(place: str, old: Any, new: Any, was: Any, now: Any) -> Iterator[DefinitionChange]:
    """Yield the differences where one schema accepts anything or nothing."""
    yield _change("narrowed" if old is True or new is False else "widened", place, was, now)
    for schema, removed in ((new, False), (old, True)):
        if isinstance(schema, Mapping) and (texts := list(_text_keywords(schema))):
            kind: ChangeKind = "header" if any(name.startswith(_HEADER) for name in texts) else "model text"
            value = _bounded(schema)
            yield DefinitionChange(kind=kind, place=place, **({"before": value} if removed else {"after": value}))


def _text_keywords(schema: Any) -> Iterator[str]:
    """Yield the keywords of a schema that hold texts for the model or headers."""
    left = [schema]
    while left:
        item = left.pop()
        if isinstance(item, Mapping):
            yield from (name for name in item if name in _TEXTS or name.startswith(_HEADER))
            left += item.values()
        elif isinstance(item, list):
            left += item


def _keyword(name: str, place: str, was: Any, now: Any, schema: Mapping[str, Any]) -> Iterator[DefinitionChange]:
    if name.startswith(_HEADER):
        yield _change("header", place, was, now)
    elif name in _TEXTS:
        yield from _text(place, was, now)
    elif name == "properties":
        yield from _properties(place, was, now, schema)
    elif name in _INNER:
        yield from _schema(place, was, now)
    elif name in _BRANCHES:
        yield from _branches(name, place, was, now)
    elif name in _OPAQUE:
        yield _change("widened", place, was, now)
    else:
        yield _change(_direction(name, was, now), place, was, now)


def _properties(place: str, was: Any, now: Any, schema: Mapping[str, Any]) -> Iterator[DefinitionChange]:
    if not _both_objects_or_none(was, now):
        yield _change("widened", place, was, now)
        return
    for name, old, new in _members(was, now):
        inner = _place(place, name)
        if old is UNSET:
            header = any(key.startswith(_HEADER) for key in _text_keywords(new))
            yield _change("header" if header else "widened", inner, old, new)
        elif new is UNSET:  # it may still be sent if the schema permits additional properties, and then with any value
            yield _change("narrowed" if schema.get("additionalProperties") is False else "widened", inner, old, new)
        else:
            yield from _schema(inner, old, new)


def _branches(name: str, place: str, was: Any, now: Any) -> Iterator[DefinitionChange]:
    old, new = ([] if value is UNSET else value for value in (was, now))
    if not (isinstance(old, list) and isinstance(new, list)) or (name in _ANY_OF and not (old and new)):
        yield _change(
            "narrowed" if was is UNSET and name in _ANY_OF and not _has_text(now) else "widened", place, was, now
        )
        return
    for number, (one, other) in enumerate(zip(old, new, strict=False)):
        for change in _schema(f"{place}/{number}", one, other):
            turned = name == "oneOf" and change.kind == "narrowed"  # what one branch rejects, another may accept
            yield msgspec.structs.replace(change, kind="widened") if turned else change
    for number in range(min(len(old), len(new)), max(len(old), len(new))):
        if number < len(new):
            narrower = name == "allOf" and not _has_text(new[number])
            yield _change("narrowed" if narrower else "widened", f"{place}/{number}", UNSET, new[number])
        else:
            yield _change("narrowed" if name == "anyOf" else "widened", f"{place}/{number}", old[number], UNSET)


def _direction(name: str, was: Any, now: Any) -> ChangeKind:
    """Return whether a changed keyword permits more or less."""
    if name == "type":
        kind = _set_direction(_listed_values(was), _listed_values(now))
    elif name == "enum":
        kind = _set_direction(was, now)
    elif name == "required":
        kind = _required_direction(was, now)
    elif name in _LIMITS:
        kind = "narrowed" if was is UNSET else "widened"
    elif name in _LOWER_BOUNDS or name in _UPPER_BOUNDS:
        kind = _limit(name, was, now)
    else:
        return "unknown"
    return "model text" if kind == "narrowed" and was is UNSET and _has_text(now) else kind


def _limit(name: str, was: Any, now: Any) -> ChangeKind:
    if was is UNSET or now is UNSET:
        return "narrowed" if was is UNSET else "widened"
    if not (_is_number(was) and _is_number(now)):
        return "widened"
    return "narrowed" if (now > was) is (name in _LOWER_BOUNDS) else "widened"


def _has_text(value: Any) -> bool:
    """Return whether a value contains text that is more than a name, which the model reads."""
    left = [value]
    while left:
        item = left.pop()
        if isinstance(item, str) and (len(item) > _MAX_NAME_LENGTH or any(character.isspace() for character in item)):
            return True
        if isinstance(item, Mapping):
            if any(name in _TEXTS or name.startswith(_HEADER) for name in item):
                return True
            left += (*item, *item.values())
        elif isinstance(item, list):
            left += item
    return False


def _is_number(value: Any) -> bool:
    return not isinstance(value, str | list | Mapping) and value is not None


def _listed_values(value: Any) -> Any:
    return value if value is UNSET or isinstance(value, list) else [value]


def _set_direction(was: Any, now: Any) -> ChangeKind:
    """Return whether fewer values are listed; no list means any value."""
    if was is UNSET:
        return "narrowed"
    if not (isinstance(was, list) and isinstance(now, list)):
        return "widened"
    return "narrowed" if _texts(now) <= _texts(was) else "widened"


def _required_direction(was: Any, now: Any) -> ChangeKind:
    old, new = ([] if value is UNSET else value for value in (was, now))
    if not (isinstance(old, list) and isinstance(new, list)):
        return "widened"
    return "narrowed" if _texts(old) <= _texts(new) else "widened"


def _texts(values: Iterable[Any]) -> set[bytes]:
    return {jsonrpc.canonical(value) for value in values}
