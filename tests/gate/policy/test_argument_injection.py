"""A bound argument is in no schema that a client sees, and in no call that it makes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.gate.model import InjectedArgument, Tool
from toolguard.gate.policy import argument_injection
from toolguard.gate.policy.argument_injection import (
    InjectionError,
    forbidden_arguments,
    inject,
    pointer_tokens,
    without,
)
from toolguard.gate.policy.schemas import SchemaValidator

TEXT = {"type": "string"}
DB = {"type": "object", "properties": {"password": TEXT, "host": TEXT}, "required": ["host", "password"]}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"connection": TEXT, "sql": TEXT, "db": DB, "a/b": TEXT},
    "required": ["connection", "sql"],
    "additionalProperties": False,
}


def filled(*pointers: str) -> tuple[InjectedArgument, ...]:
    return tuple(InjectedArgument(place=f"argument {pointer}", secrets=("S",)) for pointer in pointers)


# --- what the client sees ------------------------------------------------------------------------------------------


def test_property_is_removed_together_with_required() -> None:
    seen = without(SCHEMA, ("/connection",))
    assert seen["required"] == ["sql"]
    assert list(seen["properties"]) == ["sql", "db", "a/b"]
    assert seen["additionalProperties"] is False
    assert "connection" in SCHEMA["properties"], "the server's own schema is not changed"


def test_nested_property_and_name_with_slash_are_removed() -> None:
    seen = without(SCHEMA, ("/db/password", "/a~1b"))
    assert seen["properties"]["db"]["properties"] == {"host": TEXT}
    assert seen["properties"]["db"]["required"] == ["host"]
    assert "a/b" not in seen["properties"]


def test_required_and_counts_exclude_injected_arguments() -> None:
    schema = {"properties": {"x": TEXT}, "required": ["x"], "minProperties": 1, "maxProperties": 3}
    assert without(schema, ("/x",)) == {"properties": {}, "minProperties": 0, "maxProperties": 2}


def test_samples_with_the_injected_argument_are_removed() -> None:
    schema = {"properties": {"x": TEXT}, "examples": [{"x": "1"}], "default": {"y": 1}}
    assert without(schema, ("/x",)) == {"properties": {}, "default": {"y": 1}}


@pytest.mark.parametrize(
    ("schema", "pointer", "why"),
    [
        (SCHEMA, "/nowhere", "no property /nowhere"),
        (SCHEMA, "/connection/below", "no property"),
        (True, "/x", "no property"),
        (None, "/x", "no property"),
        ({"properties": {"x": TEXT}, "$ref": "#/$defs/y"}, "/x", "the tool's schema has a reference on the path to"),
        ({"$ref": "#/$defs/y", "$defs": {"y": {"properties": {"x": TEXT}}}}, "/x", "no property"),
        ({"properties": {"d": {"$ref": "#/$defs/d"}}, "$defs": {"d": DB}}, "/d/password", "no property"),
        (
            {"properties": {"x": TEXT, "y": {"$ref": "#/properties/x"}}},
            "/x",
            "references to other parts",
        ),
        (
            {"properties": {"x": TEXT, "y": {"$ref": "#"}}},
            "/x",
            "references to other parts",
        ),
        ({"properties": {"x": TEXT}, "anyOf": [{"required": ["x"]}, {}]}, "/x", "in a second place"),
        (
            {"properties": {"x": TEXT}, "allOf": [{"$ref": "#/$defs/y"}]},
            "/x",
            "the tool's schema has a reference on the path to",
        ),
        ({"properties": {"x": TEXT}, "dependentRequired": {"x": ["y"]}}, "/x", "in a second place"),
        (
            {"properties": {"x": TEXT}, "patternProperties": {"^x": TEXT}},
            "/x",
            "a pattern in the tool's schema may also apply to",
        ),
        ({"properties": {"x": {**TEXT, "x-mcp-header": "X"}}}, "/x", "in a header"),
        ({"type": "array", "items": {"properties": {"x": TEXT}}}, "/0/x", "no property"),
    ],
)
def test_argument_that_cannot_be_removed_safely_is_refused(schema: Any, pointer: str, why: str) -> None:
    with pytest.raises(InjectionError, match=why):
        without(schema, (pointer,))


@pytest.mark.parametrize("pointers", [("",), ("x",), ("/~2",), ("/a", "/a/b"), ("/a/b", "/a"), ("/a", "/a")])
def test_invalid_or_overlapping_pointer_is_refused(pointers: tuple[str, ...]) -> None:
    with pytest.raises(InjectionError):
        argument_injection.check(pointers)


def test_page_is_unchanged_without_bound_tools_and_private_with_them() -> None:
    page = {"tools": [{"name": "query", "inputSchema": SCHEMA}, {"name": 3}, "odd", {}], "nextCursor": "c"}
    assert argument_injection.hide_injected_in_page(page, "s", lambda _server, _tool: (), modern=True) is page

    def of(server: str, tool: str) -> tuple[InjectedArgument, ...]:
        return filled("/connection") if (server, tool) == ("s", "query") else ()

    assert argument_injection.hide_injected_in_page(page, "other", of, modern=True) is page
    seen = argument_injection.hide_injected_in_page(page, "s", of, modern=True)
    assert (seen["cacheScope"], seen["nextCursor"], seen["tools"][1:]) == ("private", "c", page["tools"][1:])
    assert "connection" not in seen["tools"][0]["inputSchema"]["properties"]
    assert "cacheScope" not in argument_injection.hide_injected_in_page(page, "s", of, modern=False)
    unreachable = argument_injection.hide_injected_in_page(
        page, "s", lambda _server, _tool: filled("/nowhere"), modern=False
    )
    assert unreachable is page, "such a tool stays listed as it is"


def test_hidden_argument_keeps_the_tool_fingerprint() -> None:
    tool = Tool(server="s", name="query", input_schema=SCHEMA, fingerprint="f")
    seen = argument_injection.hide_injected(tool, filled("/connection"))
    assert (seen.fingerprint, "connection" in seen.input_schema["properties"]) == ("f", False)
    assert (
        argument_injection.hide_injected(tool, (InjectedArgument(place="context secrets X", secrets=("S",)),)) is tool
    )


# --- what a call brings --------------------------------------------------------------------------------------------

SEEN = without(SCHEMA, ("/connection", "/db/password"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"sql": "x"}, ""),
        ({"sql": "x", "db": {"host": "h"}}, ""),
        ({"connection": None}, "cannot set it"),
        ({"Connection": "x"}, "leave out 'Connection'"),
        ({" connection ": "x"}, "cannot set it"),
        ({"db": {"password": "x"}}, "fills in the argument /db/password"),
        ({"db": {"PASSWORD": "x"}}, "leave out 'PASSWORD'"),
        ({"DB": {"password": "x"}}, "leave out 'DB'"),
        ({"db": {}, "Db": {}}, "leave out 'Db'"),
        ({"db": "x"}, "must be an object"),
        ({"db": None}, "must be an object"),
        ({"db": [{"password": "x"}]}, "must be an object"),
    ],
)
def test_call_must_not_set_an_injected_argument(arguments: dict[str, Any], message: str) -> None:
    found = forbidden_arguments(arguments, ("/connection", "/db/password"), SEEN)
    assert message in found
    assert bool(message) == bool(found)


def test_similar_property_of_the_schema_is_permitted() -> None:
    schema = without({"properties": {"key": TEXT, "KEY": TEXT}}, ("/key",))
    assert forbidden_arguments({"KEY": "x"}, ("/key",), schema) == ""
    assert forbidden_arguments({"KEY": "x"}, ("/key",)) != "", "without a schema nobody knows"
    assert forbidden_arguments({"": 1}, ("/",), schema) != ""


# --- what is put in ------------------------------------------------------------------------------------------------


def test_injection_creates_missing_parents_and_overwrites_no_value() -> None:
    arguments = {"db": {"host": "h"}}
    assert inject(arguments, {"/db/password": "p", "/new/deep": "q"}) == {
        "db": {"host": "h", "password": "p"}, "new": {"deep": "q"},
    }  # fmt: skip
    assert arguments == {"db": {"host": "h"}}
    with pytest.raises(InjectionError):
        inject({"db": 1}, {"/db/password": "p"})
    with pytest.raises(InjectionError):
        inject({"connection": None}, {"/connection": "p"})


# --- for any schema and pointer ------------------------------------------------------------------------------------

NAMES = st.sampled_from(("a", "b", "x/y~", "", "properties"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(("a", "b", "x")),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


def schemas(depth: int = 3) -> st.SearchStrategy[Any]:
    leaf = st.sampled_from(({}, TEXT, {"type": "object"}, {"$ref": "#/$defs/d"}, {"const": "a"}))
    if not depth:
        return leaf
    inner = schemas(depth - 1)
    return leaf | st.fixed_dictionaries(
        {"properties": st.dictionaries(NAMES, inner, max_size=4)},
        optional={
            "type": st.just("object"),
            "required": st.lists(NAMES, max_size=3, unique=True),
            "additionalProperties": st.booleans(),
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "dependentRequired": st.dictionaries(NAMES, st.lists(NAMES, max_size=2, unique=True), max_size=1),
            "minProperties": st.integers(0, 2),
            "default": VALUES,
            "$defs": st.fixed_dictionaries({"d": leaf.filter(lambda schema: schema != {"$ref": "#/$defs/d"})}),
        },
    )


def pointer_of(names: list[str]) -> str:
    return "".join("/" + name.replace("~", "~0").replace("/", "~1") for name in names)


def holder(schema: Any, path: tuple[str, ...]) -> Any:
    for name in path[:-1]:
        schema = schema["properties"][name]
    return schema


PATHS = st.lists(NAMES, min_size=1, max_size=3)


def grafted(schema: Any, path: list[str], leaf: Any) -> Any:
    """``schema`` with a property ``leaf`` at ``path``; what stands in the way is replaced."""
    if not path:
        return leaf
    schema = schema if isinstance(schema, dict) else {}
    properties = schema.get("properties", {})
    inner = grafted(properties.get(path[0]), path[1:], leaf)
    return {**schema, "properties": {**properties, path[0]: inner}}


def with_parents(arguments: Any, path: list[str]) -> Any:
    if not path:
        return arguments
    arguments = arguments if isinstance(arguments, dict) else {}
    return {**arguments, path[0]: with_parents(arguments.get(path[0], {}), path[1:])} if path[1:] else arguments


@given(schemas(), PATHS, st.booleans())
def test_bound_property_is_removed_from_any_schema(schema: Any, names: list[str], graft: bool) -> None:
    schema = grafted(schema, names, TEXT) if graft else schema
    try:
        seen = without(schema, (pointer_of(names),))
    except InjectionError:
        return
    path = tuple(names)
    assert pointer_tokens(pointer_of(names)) == path
    last, result = path[-1], holder(seen, path)
    assert last not in result["properties"]
    assert last not in result.get("required", ())
    assert last not in argument_injection._strings(
        {word: result.get(word) for word in ("anyOf", "dependentRequired", "default")}
    )


@given(schemas(1), schemas(1), PATHS, st.sampled_from(({}, TEXT, True)), st.dictionaries(NAMES, VALUES, max_size=3))
def test_arguments_valid_for_the_client_are_valid_for_the_server_once_filled_in(
    around: Any, inside: Any, names: list[str], leaf: Any, arguments: dict[str, Any]
) -> None:
    plain = {word: result for word, result in around.items() if word in ("required", "additionalProperties", "type")}
    nested = {word: result for word, result in inside.items() if word in ("required", "minProperties", "properties")}
    schema = {**grafted(grafted(plain, names[:-1], nested), names, leaf), "$defs": {"d": {}}}
    pointer, arguments = pointer_of(names), with_parents(arguments, names)
    try:
        seen = without(schema, (pointer,))
    except InjectionError:
        return
    if forbidden_arguments(arguments, (pointer,), seen):
        return
    whole = inject(arguments, {pointer: "value"})
    assert bool(SchemaValidator(seen).mismatches(arguments)) == bool(SchemaValidator(schema).mismatches(whole))
