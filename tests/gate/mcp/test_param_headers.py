"""Which annotations of an input schema are allowed and where they stand; the SDK is the second opinion."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp.shared.inbound import find_invalid_x_mcp_header, x_mcp_header_map

from toolguard.gate.mcp.param_headers import (
    MAX_SUBSCHEMAS,
    HeaderError,
    MirroredArgument,
    header_text,
    mirrored_arguments,
    value_at,
)


def marked(header: Any, type: Any = "string", **more: Any) -> dict[str, Any]:
    return {"type": type, "x-mcp-header": header, **more}


def by_path(schema: Any) -> dict[tuple[str, ...], str]:
    return {path: header for path, header, _ in mirrored_arguments(schema)}


BAD = [
    {"properties": {"a": marked("")}},
    {"properties": {"a": marked("two words")}},
    {"properties": {"a": marked("X\r\nY")}},
    {"properties": {"a": marked("é")}},
    {"properties": {"a": marked(7)}},
    {"properties": {"a": marked("A", "number")}},
    {"properties": {"a": marked("A", "object")}},
    {"properties": {"a": marked("A", ["string", "null"])}},
    {"properties": {"a": {"x-mcp-header": "A"}}},
    {"properties": {"a": marked("Same"), "b": marked("same")}},
    {"x-mcp-header": "Root", "type": "string"},
    {"properties": {"a": {"type": "array", "items": marked("A")}}},
    {"properties": {"a": {"anyOf": [marked("A")]}}},
    {"allOf": [{"properties": {"a": marked("A")}}]},
    {"if": {"properties": {"a": marked("A")}}},
    {"$defs": {"d": {"properties": {"a": marked("A")}}}},
    {"additionalProperties": marked("A")},
    {"patternProperties": {"x": marked("A")}},
]
GOOD = [
    {},
    {"properties": {"a": marked("A")}},
    {"properties": {"a": {"properties": {"a": marked("A")}}, "b": marked("B", "boolean")}},
    {"properties": {"x-mcp-header": {"type": "string"}}},
    {"properties": {"a": {"default": {"x-mcp-header": "not an annotation"}}}},
    {"properties": []},
    {"properties": {"a": True}, "items": 7, "allOf": "x"},
    None,
    [],
]


@pytest.mark.parametrize("schema", BAD)
def test_an_annotation_that_is_not_allowed_is_found(schema: Any) -> None:
    assert find_invalid_x_mcp_header(schema)
    with pytest.raises(HeaderError):
        mirrored_arguments(schema)


@pytest.mark.parametrize("schema", GOOD)
def test_allowed_annotations_are_found_at_their_places(schema: Any) -> None:
    assert find_invalid_x_mcp_header(schema) is None
    assert by_path(schema) == x_mcp_header_map(schema)


WORDS = st.sampled_from(
    ["properties", "items", "anyOf", "not", "$defs", "x-mcp-header", "type", "a", "default", "then"]
)
LEAVES = st.sampled_from(["string", "integer", "number", "A", "b", "", 7, None, True])
SCHEMAS = st.recursive(
    LEAVES, lambda inner: st.dictionaries(WORDS, inner, max_size=4) | st.lists(inner, max_size=2), max_leaves=25
)


@given(SCHEMAS)
def test_result_agrees_with_the_sdk_for_any_schema(schema: Any) -> None:
    if find_invalid_x_mcp_header(schema) is None:
        assert by_path(schema) == x_mcp_header_map(schema)
    else:
        with pytest.raises(HeaderError):
            mirrored_arguments(schema)


def test_schema_of_any_depth_is_checked_without_recursion() -> None:
    schema: Any = marked("A")
    for _ in range(5_000):
        schema = {"not": schema}
    with pytest.raises(HeaderError):
        mirrored_arguments(schema)


def test_annotations_in_a_huge_schema_are_not_searched_for() -> None:
    region = {"type": "string", "x-mcp-header": "Region"}
    properties: dict[str, Any] = {f"p{number}": {} for number in range(MAX_SUBSCHEMAS)}
    assert [found.path for found in mirrored_arguments({"properties": {"region": region}})] == [("region",)]
    assert mirrored_arguments({"properties": {**properties, "region": region}}) == []


def test_repeated_arguments_have_their_type() -> None:
    inner = {"properties": {"deep": marked("Deep", "integer")}}
    assert mirrored_arguments({"properties": {"o": inner}}) == [MirroredArgument(("o", "deep"), "Deep", "integer")]


@pytest.mark.parametrize(
    ("arguments", "value"),
    [({"o": {"deep": 7}}, 7), ({"o": {"deep": None}}, None), ({"o": {}}, None), ({"o": "text"}, None), (None, None)],
)
def test_a_value_is_found_at_its_path(arguments: Any, value: Any) -> None:
    assert value_at(arguments, ("o", "deep")) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [("x", "x"), ("", ""), (True, "true"), (False, "false"), (2**70, str(2**70)), (42.0, "42.0"),
     (Decimal("1e400"), "1E+400"), (None, None), ({}, None), ([1], None)],
)  # fmt: skip
def test_header_text_is_unique_or_none(value: Any, text: str | None) -> None:
    assert header_text(value) == text
