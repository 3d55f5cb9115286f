"""Lists, answers and refusals of all generations, and what is none of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolguard.servers.otc import parser
from toolguard.servers.otc import tools as otc_tools
from toolguard.servers.otc.parser import ToolRequirements
from toolguard.servers.otc.request import QuirksByServer, speaks

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(
        ("tools", "items", "id", "name", "version", "input", "input_schema", "parameters", "output", "output_schema",
         "value_schema", "val_type", "requirements", "secrets", "authorization", "oauth2", "scopes", "error", "result",
         "response", "success", "value", "message", "missing_requirements", "parameter_errors", "detail", "loc",
         "required", "properties", "url", "retry_after_ms", "non_inferrable_parameters")
    ), inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


def parse_tool(tool: dict[str, Any]) -> parser.ToolDefinition:
    listed = parser.listed({"tools": [tool]})
    assert listed is not None
    return listed.tools[0]


@pytest.mark.parametrize(
    ("body", "version", "generation"),
    [
        ({"tools": []}, "", "G2"),
        ({"$schema": "otc://1.0", "tools": [{"id": "A.B", "input_schema": {"parameters": {}}}]}, "", "G2"),
        ({"tools": [{"id": "A.B", "input": {"parameters": [{"name": "x"}]}}]}, "", "G0"),
        ({"tools": [{"id": "A.B", "input": {"parameters": {"type": "object"}}}]}, "", "G1"),
        ({"tools": [{"id": "A.B", "input_schema": {"type": "object"}}]}, "", "G3"),
        ({"$schema": "urn:oxp:1.0", "items": []}, "", "G3"),
        ({"$schema": "urn:oxp:1.0", "tools": []}, "", "G3"),
        ({"items": []}, "", "G4"),
        ({"items": [], "$schema": "x"}, "1.0", "G4"),
        ([], "", "G4"),
    ],
)
def test_a_list_shows_its_generation(body: Any, version: str, generation: str) -> None:
    listed = parser.listed(body, version)
    assert listed is not None and listed.generation == ("G2" if body == [] else generation)


@pytest.mark.parametrize("body", [None, 1, "x", {}, {"tools": {}}, {"items": None}])
def test_non_list_is_rejected(body: Any) -> None:
    assert parser.listed(body) is None


def test_the_types_of_the_first_generation_become_a_schema() -> None:
    parameters = [
        {"name": "a", "required": True, "description": "A",
         "value_schema": {"val_type": "array", "inner_val_type": "integer"}},
        {"name": "b", "value_schema": {"val_type": "string", "enum": ["x", "y"]}},
        {"name": "c", "value_schema": {"val_type": "json"}},
        {"name": "account", "required": True, "value_schema": {"val_type": "string"}, "inferrable": False},
    ]  # fmt: skip
    assert parse_tool(
        {"name": "T", "toolkit": {"name": "K"}, "version": "1.0.0", "input": {"parameters": parameters}}
    ).input_schema == {
        "type": "object",
        "properties": {
            "a": {"type": "array", "items": {"type": "integer"}, "description": "A"},
            "b": {"type": "string", "enum": ["x", "y"]},
            "c": {},
        },
        "required": ["a"],
    }


def test_context_values_are_not_in_the_tool_schema() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {}, "b": {}, "c": {"inferrable": False}},
        "required": ["a", "b", "c"],
    }
    result = parse_tool({"id": "K.T", "input_schema": schema, "non_inferrable_parameters": ["b"]})
    assert result.input_schema == {"type": "object", "properties": {"a": {}}, "required": ["a"]}


@pytest.mark.parametrize("expected", [{}, {"input_schema": {}}, {"input_schema": {"parameters": {}}}, {"input": None}])
def test_tool_without_input_schema_takes_an_object(expected: dict[str, Any]) -> None:
    assert parse_tool({"id": "K.T", **expected}).input_schema == {"type": "object"}


def test_requirements_of_every_generation_are_the_same() -> None:
    new = {"secrets": [{"id": "S"}], "authorization": [{"id": "google", "oauth2": {"scopes": ["a"]}}], "user_id": True}
    needs = ToolRequirements(("S",), ("google",), True, {"google": ("a",)})
    assert parse_tool({"id": "K.T", "requirements": new}).needs == needs
    assert parse_tool(
        {"id": "K.T", "requirements": {"secrets": [{"key_id": "S"}], "authorization": "none"}}
    ).needs == ToolRequirements(("S",))
    old = {"authorization": {"provider_type": "google"}}
    assert parse_tool({"id": "K.T", "requirements": old}).needs.authorization == ("google",)
    assert parse_tool({"id": "K.T", "requirements": {"authorization": "token"}}).needs.authorization == ("token",)


@pytest.mark.parametrize(
    "body",
    [
        {"result": {"call_id": "x", "success": True, "value": 7}},
        {"response": {"execution_id": "x", "success": True, "output": {"value": 7}}},
        {"response": {"execution_id": "x", "success": True, "value": 7}},
        {"call_id": "x", "success": True, "value": 7},
        {"invocation_id": "x", "success": True, "output": {"value": 7}},
        {"value": 7},
    ],
)
def test_a_value_is_found_in_every_generation(body: Any) -> None:
    answer = parser.answer(body)
    assert answer is not None and answer.value == 7 and answer.error is None


def test_an_artifact_is_a_link() -> None:
    body = {
        "success": True,
        "output": {
            "artifact": {"url": "https://x.example/a.pdf?k=1", "content_type": "application/pdf", "content_size": 9}
        },
    }
    answer = parser.answer(body)
    assert answer is not None
    result = otc_tools.result(parse_tool({"id": "K.T"}), answer, "2025-11-25")
    assert result["content"] == [
        {"type": "resource_link", "uri": "https://x.example/a.pdf?k=1", "name": "a.pdf",
         "mimeType": "application/pdf", "size": 9}
    ]  # fmt: skip
    assert otc_tools.result(parse_tool({"id": "K.T"}), answer, "2025-03-26")["content"][0]["type"] == "text"


def test_sign_in_challenge_contains_its_url() -> None:
    body = {"success": False, "output": {"requires_authorization": {"authorization_url": "https://x.example/in"}}}
    answer = parser.answer(body)
    assert answer is not None and answer.challenges[0].url == "https://x.example/in"


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"<html>", b"{", b"\xff", b"[" * 5000, b'{"a":' * 3000 + b"1" + b"}" * 3000]
)
def test_unreadable_response_is_rejected(data: bytes) -> None:
    assert parser.answer(parser.read(data)) is None
    assert parser.refusal(data).message == ""


def test_half_a_character_and_huge_numbers_are_read() -> None:
    assert parser.answer(parser.read(b'{"success":true,"value":"\\ud800"}')) is not None
    assert parser.answer(parser.read(b'\xef\xbb\xbf{"success":true,"value":1e400}')) is not None


@given(JSON)
def test_any_server_response_is_parsed_or_refused(body: Any) -> None:
    listed = parser.listed(body)
    for name, tool in otc_tools.names(listed.tools if listed else ()).items():
        for version in ("2024-11-05", "2025-11-25", "2026-07-28"):
            otc_tools.mcp_tool(name, tool, version)
    answer = parser.answer(body)
    if answer is not None:
        otc_tools.result(parse_tool({"id": "K.T", "output_schema": {"type": "number"}}), answer, "2025-11-25")
    otc_tools.refusal_text(parser.refusal(json.dumps(body).encode()))


@given(
    st.lists(
        st.tuples(
            st.sampled_from("AB"),
            st.sampled_from(("x", "x_v1_0_0", "é", "x" * 80)),
            st.sampled_from(("1.0.0", "1.10.0", "1.9.0")),
        ),
        max_size=12,
    )
)
def test_names_are_distinct_fit_and_do_not_hang_on_the_order(told: list[tuple[str, str, str]]) -> None:
    tools = [{"id": f"{kit}.{name}@{version}", "name": name, "version": version} for kit, name, version in told]
    found = [otc_tools.names(parser.listed({"tools": some}).tools) for some in (tools, tools[::-1])]
    assert {name: tool.id for name, tool in found[0].items()} == {name: tool.id for name, tool in found[1].items()}
    assert {tool.id for tool in found[0].values()} == {tool["id"] for tool in tools}
    assert all(0 < len(name) <= 64 and name.isascii() for name in found[0])


def test_the_newest_version_keeps_the_name() -> None:
    tools = [{"id": f"K.T@{version}", "name": "T", "version": version} for version in ("1.9.0", "1.10.0", "1.2.0")]
    found = otc_tools.names(parser.listed({"tools": tools}).tools)
    assert {name: tool.version for name, tool in found.items()} == {
        "T": "1.10.0",
        "T_v1_9_0": "1.9.0",
        "T_v1_2_0": "1.2.0",
    }


def test_habits_are_kept_by_address() -> None:
    quirks = QuirksByServer()
    quirks.of("https://a.example").spelling = "inputs"
    assert quirks.of("https://a.example").spelling == "inputs" and quirks.of("https://b.example").spelling == "input"
    assert speaks("G2", "/tools/execute") == "G1" and speaks("G2", "/call") == "G2"
