"""Schemas without references: what they refer to stands in its place, and what would grow without bound is unfit."""

from __future__ import annotations

import time
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from toolguard.clients.otc.schemas import MAX_SCHEMA_SIZE, SchemaConversionError, convert_parameters, flatten


def test_reference_is_replaced_and_its_siblings_are_kept() -> None:
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "#/$defs/Root",
        "$defs": {
            "Root": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A", "description": "an a"},
                                                       "b": {"$ref": "#/$defs/A", "minimum": 1}}},
            "A": {"type": "integer"},
        },
    }  # fmt: skip
    assert flatten(schema) == {
        "type": "object",
        "properties": {
            "a": {"type": "integer", "description": "an a"},
            "b": {"minimum": 1, "allOf": [{"type": "integer"}]},
        },
    }


def test_parameter_may_have_a_keyword_name() -> None:
    schema = {
        "properties": {"$ref": {"type": "string"}, "definitions": {"const": {"$ref": "#/x"}}, "$defs": True},
        "required": ["$ref"], "default": {"$ref": "kept"}, "x-vendor": {"$defs": 1},
    }  # fmt: skip
    result = convert_parameters(schema)
    assert result["properties"]["$ref"] == {"type": "string", "description": "$ref"}
    assert result["properties"]["definitions"]["const"] == {"$ref": "#/x"}
    assert (result["default"], result["x-vendor"], result["type"]) == ({"$ref": "kept"}, {"$defs": 1}, "object")


@pytest.mark.parametrize(
    ("given", "description"),
    [({}, "n"), ({"title": "The N"}, "The N"), ({"description": " "}, "n"), ({"description": "d"}, "d"), (True, "n"),
     (False, "n"), ({"description": 7}, "n")],
)  # fmt: skip
def test_every_parameter_has_a_description(given: Any, description: str) -> None:
    assert convert_parameters({"properties": {"n": given}})["properties"]["n"]["description"] == description


@pytest.mark.parametrize(
    "schema",
    [
        [], "x", {"$ref": "#"}, {"$ref": "http://evil.example/s"}, {"$ref": "#anchor"}, {"$ref": 7},
        {"$ref": "#/nowhere"}, {"properties": {"a": {"$ref": "#"}}}, {"$dynamicRef": "#a"}, {"properties": {"a": 7}},
        {"properties": {"a": {"$id": "http://x/", "$ref": "#/b"}}}, {"allOf": [7]}, {"items": "x"},
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
        {"items": {"items": {"const": "x" * MAX_SCHEMA_SIZE}}},
    ],
)  # fmt: skip
def test_schema_that_needs_references_is_rejected(schema: Any) -> None:
    with pytest.raises(SchemaConversionError):
        flatten(schema)


def test_schema_with_exponential_references_is_refused_quickly() -> None:
    defs = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 10} for n in range(30)}
    begun = time.process_time()
    with pytest.raises(SchemaConversionError):
        flatten({"$defs": {**defs, "d30": {"const": "x" * 1000}}, "$ref": "#/$defs/d0"})
    chain = {f"d{n}": {"items": {"$ref": f"#/$defs/d{n + 1}"}} for n in range(5000)}
    with pytest.raises(SchemaConversionError):
        flatten({"$defs": {**chain, "d5000": {}}, "$ref": "#/$defs/d0"})
    assert time.process_time() - begun < 5


leaf = st.sampled_from([{"type": "integer"}, {"type": "string"}, {"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}, True])
schemas = st.recursive(
    leaf,
    lambda inner: st.one_of(
        st.builds(lambda one: {"properties": {"p": one}}, inner), st.builds(lambda one: {"items": one}, inner),
        st.builds(lambda one, other: {"anyOf": [one, other]}, inner, inner), st.builds(lambda one: {"not": one}, inner),
    ),
    max_leaves=6,
)  # fmt: skip
values = st.recursive(st.one_of(st.integers(), st.text(max_size=2)),
                      lambda one: st.one_of(st.lists(one, max_size=2), st.builds(lambda v: {"p": v}, one)))  # fmt: skip


@settings(max_examples=examples(200))
@given(root=schemas, a=schemas, b=schemas, value=values)
def test_flattened_schema_accepts_the_same_values(root: Any, a: Any, b: Any, value: Any) -> None:
    schema = {"allOf": [root], "$defs": {"a": a, "b": b}}
    try:
        flat = flatten(schema)
    except SchemaConversionError:
        return
    assert "$ref" not in str(flat) and "$defs" not in flat
    both = (jsonschema.Draft202012Validator(one).is_valid(value) for one in (schema, flat))
    assert len(set(both)) == 1
