"""Layout of a tool's input schema in lines for people. The schema comes from a server, so everything is bounded.

Names, types, required members, choices, defaults and limits, with their nesting. Nothing is fetched: a ``$ref`` is
followed only inside the schema. No widgets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from toolguard.gate import json_pointer, jsonrpc
from toolguard.window.json_view import untrusted_text
from toolguard.window.json_view.json_layout import JsonLayout, LayoutLine, Role

translate = QCoreApplication.translate
_GAP = "\u00a0\u00a0"
_MAX_INSPECTED = 500  # maximum characters or members that are inspected
_ROW, _WIDE = 8, 64  # maximum choices, and their characters, in one row
_MAX_REFERENCES = 8  # maximum length of a chain of references
_COMBINING_KEYWORDS = ("anyOf", "oneOf", "allOf")
_CONDITIONS = ("if", "then", "else", "not", "dependentSchemas", "dependentRequired", "patternProperties",
               "propertyNames", "contains", "unevaluatedProperties", "unevaluatedItems", "prefixItems")  # fmt: skip
TYPES: dict[str, Any] = {
    "string": QT_TRANSLATE_NOOP("Schema", "string"),
    "integer": QT_TRANSLATE_NOOP("Schema", "whole number"),
    "number": QT_TRANSLATE_NOOP("Schema", "number"),
    "boolean": QT_TRANSLATE_NOOP("Schema", "boolean"),
    "array": QT_TRANSLATE_NOOP("Schema", "list"),
    "object": QT_TRANSLATE_NOOP("Schema", "object"),
    "null": QT_TRANSLATE_NOOP("Schema", "null"),
}


@dataclass(frozen=True, slots=True)
class LayoutLimits:
    """Limits of the layout: levels, characters of one text, values of one choice, characters in total."""

    depth: int
    text: int
    values: int
    room: int


FOLDED = LayoutLimits(depth=2, text=400, values=12, room=24_000)
WHOLE = LayoutLimits(depth=24, text=4_000, values=200, room=240_000)


def lay_out(schema: object, limits: LayoutLimits = FOLDED) -> JsonLayout:
    """Return the inputs that ``schema`` describes, at least one line each; folded beyond ``limits``."""
    drawing = _SchemaWriter(schema, limits)
    try:
        drawing.draw()
    except _LayoutFullError:
        drawing.fold(0, translate("Schema", "rest collapsed"))
    return JsonLayout(drawing.lines, drawing.folded)


class _LayoutFullError(Exception):
    """There is no space for another line."""


class _SchemaWriter:
    def __init__(self, root: object, limits: LayoutLimits) -> None:
        self._root = root
        self._limits = limits
        self._room = limits.room
        self._within: list[int] = []  # the objects being laid out, by identity: a cycle ends there
        self._worded: dict[int, str] = {}
        self.lines: list[LayoutLine] = []
        self.folded = False

    def draw(self) -> None:
        root = self._followed(self._root)
        if not isinstance(root, dict | bool):
            self._line(0, [("quiet", translate("Schema", "No schema. Any arguments are accepted."))])
        elif (
            isinstance(root, dict)
            and _kind(root) in ("object", "")
            and not any(name in root for name in _COMBINING_KEYWORDS)
        ):
            self._within.append(id(root))
            if not self._members(root, 0):
                self._line(0, [("quiet", translate("Schema", "No arguments declared."))])
        else:
            self._entry("", root, 0, required=False)

    def fold(self, depth: int, text: str) -> None:
        """Add a line that says that something is left out here."""
        self.folded = True
        self.lines.append(LayoutLine(depth, (("fold", f"⋯ {text} ⋯"),)))

    # One input

    def _entry(self, name: str, schema: object, depth: int, *, required: bool) -> None:
        schema = self._followed(schema)
        parts: list[tuple[Role, str]] = _marked(name[:_MAX_INSPECTED], "key") if name else []
        parts += [("quiet", _GAP)] if name else []
        if not isinstance(schema, dict):
            text = translate("Schema", "no value allowed") if schema is False else translate("Schema", "any value")
            self._line(depth, [*parts, ("value", text)])
            return
        parts.append(("value", self._type(schema)))
        notes = [translate("Schema", "required")] if required else []
        notes += self._constraints(schema)
        parts += [("quiet", f" · {text}") for text in notes]
        self._line(depth, parts)
        self._choices(schema, depth + 1)
        self._texts(schema, depth + 1)
        self._below(schema, depth + 1)

    def _below(self, schema: dict[str, Any], depth: int) -> None:
        """Lay out what is inside: members of an object, of a list's objects, and alternatives."""
        if id(schema) in self._within:
            self._line(depth, [("quiet", translate("Schema", "recursive, as above"))])
            return
        inside = schema if _inner(schema) else self._followed(schema.get("items"))
        if not isinstance(inside, dict) or not (_inner(inside) or inside.get("items")):
            return
        if id(inside) in self._within and inside is not schema:
            self._line(depth, [("quiet", translate("Schema", "recursive, as above"))])
            return
        count = _inner(inside)
        if depth > self._limits.depth:
            self.fold(depth, translate("Schema", "%n more nested", None, count))
            return
        self._within += [id(schema), id(inside)]
        self._members(inside, depth) if count else self._below(inside, depth)
        del self._within[-2:]

    def _members(self, schema: dict[str, Any], depth: int) -> int:
        """Lay out the members; return how many there were."""
        before = len(self.lines)
        properties = schema.get("properties")
        needed = schema.get("required")
        needed = frozenset(map(str, needed[:_MAX_INSPECTED])) if isinstance(needed, list) else frozenset()
        for name, member in properties.items() if isinstance(properties, dict) else ():
            self._entry(name, member, depth, required=name in needed)
        for form in _COMBINING_KEYWORDS:
            self._forms(form, schema.get(form), depth)
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and more:
            self._entry(translate("Schema", "(any other name)"), more, depth, required=False)
        elif more is False and len(self.lines) > before:
            self._line(depth, [("quiet", translate("Schema", "No other properties."))])
        conditions = [name for name in _CONDITIONS if name in schema]
        if conditions:
            text = translate("Schema", "More constraints in the JSON: {0}").format(", ".join(conditions))
            self._line(depth, [("quiet", text)])
        return len(self.lines) - before

    def _forms(self, form: str, forms: object, depth: int) -> None:
        if not isinstance(forms, list) or not forms:
            return
        names = {"anyOf": translate("Schema", "any of:"), "oneOf": translate("Schema", "exactly one of:")}
        self._line(depth, [("quiet", names.get(form, translate("Schema", "all of:")))])
        shown = forms[: self._limits.values]
        for number, alternative in enumerate(shown, 1):
            self._entry(f"{number}.", alternative, depth + 1, required=False)
        if len(forms) > len(shown):
            self.fold(
                depth + 1, translate("Schema", "%n more variants", None, len(forms) - len(shown))
            )  # fmt: skip

    # Texts

    def _type(self, schema: dict[str, Any]) -> str:
        if "const" in schema:
            return translate("Schema", "always {0}").format(self._value(schema["const"]))
        if isinstance(schema.get("enum"), list):
            choices = self._short_choices(schema["enum"])
            return translate("Schema", "one of: {0}").format(choices) if choices else translate("Schema", "one of")
        kind = schema.get("type")
        kinds = [name for name in kind if isinstance(name, str)] if isinstance(kind, list) else [_kind(schema)]
        words = [translate("Schema", TYPES[kind_name]) for kind_name in kinds[:8] if kind_name in TYPES]
        if "array" in kinds:
            items = self._followed(schema.get("items"))
            if isinstance(items, dict) and _kind(items) in TYPES and _kind(items) != "array":
                of = translate("Schema", "list of: {0}").format(translate("Schema", TYPES[_kind(items)]))
                words[words.index(translate("Schema", TYPES["array"]))] = of
        if words:
            return translate("Schema", " or ").join(words)
        if "$ref" in schema:
            return translate("Schema", "unresolved: {0}").format(self._value(schema["$ref"]))
        return (
            translate("Schema", "one of several variants")
            if any(name in schema for name in _COMBINING_KEYWORDS)
            else translate("Schema", "any value")
        )

    def _constraints(self, schema: dict[str, Any]) -> Iterator[str]:
        for low, high, text in (
            ("minLength", "maxLength", translate("Schema", "length {0}")),
            ("minimum", "maximum", "{0}"),
            ("exclusiveMinimum", "exclusiveMaximum", translate("Schema", "{0} (exclusive)")),
            ("minItems", "maxItems", translate("Schema", "items: {0}")),
            ("minProperties", "maxProperties", translate("Schema", "properties: {0}")),
        ):
            if span := self._span(schema.get(low), schema.get(high)):
                yield text.format(span)
        if _number(schema.get("multipleOf")):
            yield translate("Schema", "a multiple of {0}").format(self._value(schema["multipleOf"]))
        if schema.get("uniqueItems") is True:
            yield translate("Schema", "unique items")
        for name, text in (
            ("format", translate("Schema", "format {0}")),
            ("pattern", translate("Schema", "matching {0}")),
        ):
            if isinstance(schema.get(name), str):
                yield text.format(untrusted_text.shortened(schema[name][:_MAX_INSPECTED], 120))
        if "default" in schema:
            yield translate("Schema", "default {0}").format(self._value(schema["default"]))
        if schema.get("deprecated") is True:
            yield translate("Schema", "deprecated")

    def _span(self, low: object, high: object) -> str:
        least, most = _number(low), _number(high)
        if least and most:
            return translate("Schema", "{0} to {1}").format(self._value(low), self._value(high))
        if least:
            return translate("Schema", "at least {0}").format(self._value(low))
        return translate("Schema", "at most {0}").format(self._value(high)) if most else ""

    def _short_choices(self, choices: list[Any]) -> str:
        """Return all choices in a row if that is short; otherwise "", and they are listed below."""
        row = ", ".join(self._value(choice) for choice in choices[:_ROW])
        return row if len(choices) <= _ROW and len(row) <= _WIDE else ""

    def _choices(self, schema: dict[str, Any], depth: int) -> None:
        choices = schema.get("enum")
        if not isinstance(choices, list) or "const" in schema or self._short_choices(choices):
            return
        shown = [self._value(choice) for choice in choices[: self._limits.values]]
        self._line(depth, _marked(", ".join(shown), "text"))
        if len(choices) > len(shown):
            left = len(choices) - len(shown)
            self.fold(depth, translate("Schema", "%n more choices", None, left))

    def _texts(self, schema: dict[str, Any], depth: int) -> None:
        for name in ("title", "description"):
            words = schema.get(name)
            if isinstance(words, str):
                self._paragraph(words, depth)

    def _paragraph(self, text: str, depth: int) -> None:
        cut = text[: self._limits.text]
        for line in cut.split("\n"):
            if line.strip():
                self._line(depth, _marked(line, "text"), hang=0)
        if len(text) > len(cut):
            left = len(text) - len(cut)
            self.fold(depth, translate("Schema", "%Ln more characters", None, left))

    def _value(self, value: object) -> str:
        if isinstance(value, str):
            return untrusted_text.shortened(jsonrpc.text(value[:_MAX_INSPECTED]), 80)
        if id(value) not in self._worded:
            self._worded[id(value)] = untrusted_text.shortened(jsonrpc.text(value)[:_MAX_INSPECTED], 80)
        return self._worded[id(value)]

    # Safety

    def _line(self, depth: int, parts: list[tuple[Role, str]], hang: int = 2) -> None:
        self._room -= sum(len(piece) for _, piece in parts) + 8
        if self._room < 0:
            raise _LayoutFullError
        self.lines.append(LayoutLine(depth, tuple(parts), hang))

    def _followed(self, schema: object) -> object:
        """Return the target of a reference into this schema; its sibling keywords apply too (2020-12)."""
        for _ in range(_MAX_REFERENCES):
            if not isinstance(schema, dict) or not isinstance(schema.get("$ref"), str):
                return schema
            target = _target(self._root, schema["$ref"])
            if target is None:
                return schema
            beside = {name: value for name, value in schema.items() if name != "$ref"}
            few = (
                isinstance(target, dict) and len(target) < _MAX_INSPECTED
            )  # otherwise repeated copying would take long
            schema = {**target, **beside} if beside and few and isinstance(target, dict) else target
        return schema


def _inner(schema: dict[str, Any]) -> int:
    """Return how many things an object's schema contains."""
    count = 0
    for name in ("properties", *_COMBINING_KEYWORDS):
        inside = schema.get(name)
        count += len(inside) if isinstance(inside, dict | list) else 0
    more = schema.get("additionalProperties")
    return count + (isinstance(more, dict) and bool(more))


def _kind(schema: dict[str, Any]) -> str:
    kind = schema.get("type")
    if isinstance(kind, str):
        return kind
    if isinstance(kind, list):
        return next((name for name in kind if isinstance(name, str) and name != "null"), "")
    if "properties" in schema or isinstance(schema.get("additionalProperties"), dict):
        return "object"
    return "array" if "items" in schema else ""


def _target(root: object, reference: str) -> dict[str, Any] | bool | None:
    """Return the target of ``#/a/b`` in ``root`` (RFC 6901); None for every other reference."""
    if reference == "#":
        return root if isinstance(root, dict) else None
    if not reference.startswith("#/") or len(reference) > 500:
        return None
    target = json_pointer.value_at(root, map(json_pointer.unescape, reference[2:].split("/")))
    return target if isinstance(target, dict | bool) else None


def _number(value: object) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _marked(text: str, role: Role) -> list[tuple[Role, str]]:
    return [("mark" if mark else role, piece) for mark, piece in untrusted_text.parts(text)]
