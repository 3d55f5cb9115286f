"""A tool's input schema in lines: what it takes is readable, a hostile one costs little and hides nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QGuiApplication

from tests.support.examples import examples
from toolguard.window.json_view import schema_layout
from toolguard.window.json_view.schema_layout import FOLDED, WHOLE, lay_out
from toolguard.window.json_view.schema_view import SchemaView


def shown(told: Any, limits: schema_layout.LayoutLimits = FOLDED) -> list[str]:
    return ["  " * line.depth + line.text.replace("\u00a0", " ") for line in lay_out(told, limits).lines]


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def test_layout_shows_names_types_and_required() -> None:
    members = {
        **of(path={"type": "string", "description": "Where to."}, deep={"type": "boolean"}),
        "required": ["path"],
    }
    assert shown(members) == ["path  string · required", "  Where to.", "deep  boolean"]


@pytest.mark.parametrize(
    ("member", "line"),
    [
        ({"type": "integer", "minimum": 0, "maximum": 5}, "whole number · 0 to 5"),
        ({"type": "number", "exclusiveMinimum": 0}, "number · at least 0 (exclusive)"),
        ({"type": "string", "minLength": 1, "format": "uri"}, "string · length at least 1 · format uri"),
        ({"type": "string", "pattern": "^a+$", "default": ""}, 'string · matching ^a+$ · default ""'),
        ({"enum": ["a", 1, None]}, 'one of: "a", 1, null'),
        ({"const": {"a": 1}}, 'always {"a":1}'),
        ({"type": ["string", "null"], "deprecated": True}, "string or null · deprecated"),
        ({"type": "array", "items": {"type": "string"}, "maxItems": 3}, "list of: string · items: at most 3"),
        ({"type": "array", "uniqueItems": True}, "list · unique items"),
        ({"type": "number", "multipleOf": 0.5}, "number · a multiple of 0.5"),
        ({"default": 12345678901234567890123}, "any value · default 12345678901234567890123"),
        (True, "any value"),
        (False, "no value allowed"),
        ({}, "any value"),
    ],
)
def test_input_field_is_described_in_words(member: Any, line: str) -> None:
    assert shown(of(x=member)) == [f"x  {line}"]


def test_members_are_nested_and_deep_ones_folded() -> None:
    deep = of(a=of(b=of(c=of(d={"type": "string"}))))
    assert shown(deep) == ["a  object", "  b  object", "    c  object", "      ⋯ 1 more nested ⋯"]
    assert shown(deep, WHOLE)[-1] == "      d  string"
    assert lay_out(deep).folded and not lay_out(deep, WHOLE).folded


def test_lists_maps_and_alternatives_are_described() -> None:
    result = of(
        rows={"type": "array", "items": of(id={"type": "integer"})},
        env={"type": "object", "additionalProperties": {"type": "string"}},
        when={"anyOf": [{"type": "string"}, {"type": "null"}]},
    )
    assert shown({**result, "additionalProperties": False, "if": {}}) == [
        "rows  list of: object", "  id  whole number", "env  object", "  (any other name)  string",
        "when  one of several variants", "  any of:", "    1.  string", "    2.  null",
        "No other properties.", "More constraints in the JSON: if",
    ]  # fmt: skip


def test_only_internal_references_are_followed_and_cycles_end() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "far": {"$ref": "https://x.example/"}}}
    members = {**of(first={"$ref": "#/$defs/node", "description": "The head."}), "$defs": {"node": node}}
    lines = shown(members)
    assert "  recursive, as above" in "\n".join(lines)
    assert any("unresolved: " in line for line in lines)
    assert shown({"$ref": "#"}, WHOLE) and shown({"$ref": "#/nowhere"}) and shown(of(x={"$ref": "#/properties/x"}))


@pytest.mark.parametrize("expected", [None, 7, [], "text"])
def test_invalid_schema_is_reported(expected: Any) -> None:
    assert shown(expected) == ["No schema. Any arguments are accepted."]


def test_schema_without_arguments_is_labelled() -> None:
    assert shown({"type": "object"}) == ["No arguments declared."]
    assert shown(True) == ["any value"]


def test_invisible_text_is_marked() -> None:
    result = of(**{"a\u202eb": {"type": "string", "description": "x\u200by", "default": "\u0007"}})
    marks = [piece for line in lay_out(result).lines for role, piece in line.parts if role == "mark"]
    assert [mark[:7] for mark in marks[:2]] == ["⟨U+202E", "⟨U+200B"]
    assert "\u202e" not in "".join(shown(result)) and "\u200b" not in "".join(shown(result))


WILD: list[Callable[[], Any]] = [
    lambda: of(x={"enum": list(range(1_000_000))}),
    lambda: of(x={"description": "long " * 1_000_000}),
    lambda: of(x={"default": ["y" * 10_000_000]}),
    lambda: of(**{f"p{number}": {"type": "string", "title": "t" * 100} for number in range(100_000)}),
    lambda: {**of(**{f"p{number}": {"$ref": "#"} for number in range(50)}), "required": ["a"] * 1_000_000},
    lambda: {"anyOf": [{"anyOf": [{"$ref": "#"}] * 50}] * 50},
    lambda: of(**{"n" * 5_000_000: {"pattern": "a" * 5_000_000, "$ref": "#/" + "a/" * 1_000_000}}),
]


@pytest.mark.parametrize("hostile", WILD, ids=range(len(WILD)))
@pytest.mark.parametrize("limits", [FOLDED, WHOLE], ids=["folded", "whole"])
def test_hostile_schema_layout_is_bounded(hostile: Callable[[], Any], limits: schema_layout.LayoutLimits) -> None:
    schema = hostile()
    start = time.thread_time()
    layout = lay_out(schema, limits)
    assert time.thread_time() - start < 2
    assert sum(len(line.text) for line in layout.lines) <= limits.room + 200


def test_very_deep_schema_is_handled() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(20_000):
        deep = of(x=deep)
    assert lay_out(deep, WHOLE).folded


KEYWORDS = st.sampled_from(
    ("type", "properties", "items", "required", "enum", "const", "default", "anyOf", "$ref", "additionalProperties",
     "minLength", "maximum", "description", "title", "format", "pattern", "uniqueItems", "x")
)  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
    | st.sampled_from(("object", "array", "string", "#", "#/properties/x", "#/items")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYWORDS, inner, max_size=5),
    max_leaves=30,
)  # fmt: skip


@settings(max_examples=examples(150))
@given(ANYTHING)
def test_every_schema_is_drawn(told: Any) -> None:
    for limits in (FOLDED, WHOLE):
        assert lay_out(told, limits).lines


async def test_schema_view_shows_json_unfolds_and_copies() -> None:
    view = SchemaView()
    result = of(a=of(b=of(c=of(d={"type": "string"}))))
    view.show_schema(result)
    assert not view.show_all.isHidden() and "more nested" in view.values.toPlainText()
    view.show_all.click()
    assert "d" in view.values.toPlainText() and view.show_all.isHidden()
    view._choices.buttons()[1].click()
    assert '"properties"' in view.values.toPlainText()
    view.copy.click()
    assert QGuiApplication.clipboard().text().startswith('{"type":"object"')
    view.show_schema({"type": "object"})
    assert view.folded.isHidden()
