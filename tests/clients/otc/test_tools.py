"""Ids, versions and definitions of tools: made from a tool alone, each unique, each version resolved as published."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.end_to_end.otc_shapes import check_shape
from toolguard.clients.otc.messages import DEFAULT_SCHEMA, OtcDialect, listing
from toolguard.clients.otc.schemas import SchemaConversionError
from toolguard.clients.otc.tools import (
    MAX_LIST_SIZE,
    OtcCatalog,
    UnknownToolError,
    make_offer,
    tool_part,
    toolkit,
    version,
)


def offer(name: str = "read", base: str = "", edition: int = 1, **result: Any) -> Any:
    return make_offer("my.files-1", base, {"name": name, "inputSchema": {"type": "object"}, **result}, edition)


@pytest.mark.parametrize(
    ("base", "edition", "expected"),
    [("2.3.4", 1, "2.3.4"), ("2.3.4", 3, "2.3.6"), ("", 1, "1.0.0"), ("v2", 2, "1.0.1"), ("1.2", 1, "1.0.0"),
     ("1.2.3-rc.1", 1, "1.0.0"), ("٢.٣.٤", 1, "1.0.0"), ("9" * 50 + ".1.1", 1, "1.0.0")],
)  # fmt: skip
def test_a_version_is_the_servers_raised_with_every_definition(base: str, edition: int, expected: str) -> None:
    assert version(base, edition) == expected


def test_versions_are_resolved_as_specified() -> None:
    catalogue = OtcCatalog([offer("a", "1.0.0"), offer("b", "2.3.4")])
    for id in ("my_files_1.a", "my_files_1.a@1", "my_files_1.a@1.0.0", "my_files_1.b", "my_files_1.b@2.3.4"):
        assert catalogue.find(id).tool in ("a", "b")
    for id in ("my_files_1.a@2", "my_files_1.a@1.0.1", "my_files_1.b@2", "my_files_1.c", "files.a", "my_files_1.A"):
        with pytest.raises(UnknownToolError):
            catalogue.find(id)


@pytest.mark.parametrize(
    ("raw", "part", "name"),
    [("read", "read", "read"), ("Read_2", "Read_2", "Read_2"), ("read-it", r"read_it_[0-9a-f]{6}", "read-it"),
     ("查询天气", r"tool_[0-9a-f]{6}", None), ("a.b/c", r"a_b_c_[0-9a-f]{6}", None),
     ("x" * 80, r"x{50}_[0-9a-f]{6}", None), ("read_0a1b2c", r"read_0a1b2c_[0-9a-f]{6}", None)],
)  # fmt: skip
def test_invalid_tool_name_gets_a_hash_suffix(raw: str, part: str, name: str | None) -> None:
    made = offer(raw)
    assert re.fullmatch(part, tool_part(raw))
    assert made.name == (name or tool_part(raw)) and made.tool == raw


@given(st.lists(st.text(min_size=1, max_size=12), unique=True, max_size=30))
def test_names_that_differ_have_ids_that_differ(names: list[str]) -> None:
    parts = [tool_part(name) for name in names]
    assert len(set(parts)) == len(parts)
    assert all(re.fullmatch("[A-Za-z0-9_]{1,64}", part) for part in parts)
    assert re.fullmatch("[A-Za-z0-9_]+", toolkit("a.b-c"))


def test_definitions_have_the_published_shape_in_both_drafts() -> None:
    tools = [
        offer("a", description="", title="An A"), offer("b", annotations={"title": "A B"}), offer("c", description=" "),
        offer("d", inputSchema={"properties": {"n": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"type": "number"}}}),
        offer("e", inputSchema=None, outputSchema={"$ref": "http://x/"}), offer("f", outputSchema={"type": "object"}),
    ]  # fmt: skip
    for shape, spoken in (("tools", OtcDialect()), ("items", OtcDialect(DEFAULT_SCHEMA, later=True))):
        body = json.loads(listing(spoken, OtcCatalog(tools).definitions(spoken)))
        result = check_shape(shape, body)[shape]
        assert [one["description"] for one in result[:3]] == ["An A", "A B", "c"]
        assert [one["output_schema"] for one in result[-2:]] == [{}, {"type": "object"}]


def test_tool_with_unconvertible_schema_is_left_out() -> None:
    with pytest.raises(SchemaConversionError):
        offer(inputSchema={"properties": {"n": {"$ref": "#"}}})


def test_first_of_two_tools_with_one_id_is_used() -> None:
    catalogue = OtcCatalog([offer("a", description="1"), offer("a", description="2")])
    assert len(catalogue) == 1 and catalogue.find("my_files_1.a").description == "1"


def test_tool_list_is_limited_in_bytes() -> None:
    tools = [offer(f"t{n}", description="x" * 30_000) for n in range(600)]
    assert len(tools[0].description) == 20_000
    result = OtcCatalog(tools).definitions(OtcDialect())
    assert MAX_LIST_SIZE * 0.9 < sum(len(memoryview(one)) for one in result) <= MAX_LIST_SIZE


def test_validation_errors_name_parameters_and_unchecked_schemas_pass() -> None:
    strict = {"type": "object", "properties": {"n": {"type": "integer"}, "o": {"properties": {"p": {"const": 1}}}},
              "required": ["n"], "additionalProperties": False}  # fmt: skip
    made = offer(inputSchema=strict)
    catalogue = OtcCatalog([made])
    assert catalogue.validation_errors(made, {"n": 1}) == {}
    assert set(catalogue.validation_errors(made, {"o": {"p": 2}, "q": 1})) == {"", "n", "o"}
    odd = offer("odd", inputSchema={"pattern": "(?=x)", "type": "object"})
    assert OtcCatalog([odd]).validation_errors(odd, {"n": "x"}) == {}
