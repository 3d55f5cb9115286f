"""Settings of agents' frameworks: whose servers, which of their tools, and nothing shown that a file does not name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.seeds.seed_harness import Seed
from toolguard.services.interface import RefusedError
from toolguard.services.server_import.command_parsing import ParsedServer
from toolguard.services.server_import.settings_files import read

DB = {"command": "mcp-server-postgres", "args": ["postgresql://localhost/mydb"]}


def tools_of(text: str) -> dict[str, list[str] | None]:
    return {one.name: one.tools for one in read(text)}


def in_yaml(tools: str) -> str:
    return f'mcpServers:\n  database:\n    command: "mcp-server-postgres"\n    args: ["x"]\n{tools}'


@pytest.mark.case(52)
def test_documented_agent_settings_are_parsed() -> None:
    (text,) = Seed("004_ceb8800ec78f8e2e").texts("settings")
    (found,) = read(text)
    assert (found.name, found.tools) == ("database", ["query_database", "list_tables"])
    assert found.server == {"kind": "stdio", **DB, "env": {}}
    assert found.notes == ["Clients see only these of its tools: query_database, list_tables."]


@pytest.mark.parametrize(
    ("expected", "tools"),
    [
        ('    tools: "*"\n', None), ('    tools: ["*"]\n', None), ("    tools: []\n", []), ("", []),
        ("    tools:\n", []), ("    tools: [A, a, A]\n", ["A", "a"]), ("    tools: query\n", ["query"]),
        ("    tools: 7\n", []), ("    tools: {a: true}\n", []), ("    tools: [1, a, [b], '']\n", ["a"]),
    ],
)  # fmt: skip
@pytest.mark.case(52)
def test_tool_lists_mean_all_some_or_none(expected: str, tools: list[str] | None) -> None:
    assert tools_of(in_yaml(expected)) == {"database": tools}


@pytest.mark.case(52)
def test_missing_tool_list_is_reported() -> None:
    (found,) = read(in_yaml(""))
    assert found.notes == ["Its settings name no tools: clients see none until you choose them on the page Tools."]
    (found,) = read(in_yaml("    tools: [1, a]\n"))
    assert found.notes[0] == "1 of its tools cannot be read, and are not shown."
    (found,) = read(in_yaml("    tools: []\n"))
    assert found.notes == ["Its list of tools is empty: clients see none of them."]


@pytest.mark.case(52)
def test_tool_lists_apply_to_all_servers_or_none_of_a_file() -> None:
    some = {"mcpServers": {"a": {**DB, "tools": ["q"]}, "b": DB, "c": {**DB, "tools": "*"}}}
    assert tools_of(json.dumps(some)) == {"a": ["q"], "b": [], "c": None}
    assert tools_of(json.dumps({"mcpServers": {"a": DB, "b": DB}})) == {"a": None, "b": None}


def test_comments_and_commas_at_the_end_are_read_in_json() -> None:
    text = '{ // mine\n"mcpServers": {"a": {"command": "x", "tools": ["q", /* "r", */],},}}'
    assert tools_of(text) == {"a": ["q"]}


AGENTS: dict[str, str] = {
    "a mapping": json.dumps({"agents": {"one": {"mcpServers": {"db": {**DB, "tools": ["q"]}}},
                                        "two": {"mcpServers": {"db": DB}}}}),
    "a list": json.dumps({"agents": [{"name": "one", "mcpServers": {"db": {**DB, "tools": ["q"]}}},
                                     {"name": "two", "mcpServers": {"db": DB}}]}),
    "by name": json.dumps({"one": {"mcpServers": {"db": {**DB, "tools": ["q"]}}}, "two": {"mcpServers": {"db": DB}}}),
    "documents": "name: one\nmcpServers:\n  db: {command: mcp-server-postgres, args: [x], tools: [q]}\n---\n"
                 "name: two\nmcpServers:\n  db: {command: mcp-server-postgres, args: [x]}\n",
}  # fmt: skip


@pytest.mark.parametrize("form", AGENTS)
def test_servers_of_several_agents_get_distinct_names(form: str) -> None:
    found = read(AGENTS[form])
    assert [(one.agent, one.name, one.tools) for one in found] == [("one", "db-one", ["q"]), ("two", "db-two", [])]


def test_agent_document_is_parsed_by_its_front_matter() -> None:
    text = f"---\nname: helper\n{in_yaml('    tools: [q]')}\n---\n# Helper\n\n*You* help: {{always}}\n"
    (found,) = read(text)
    assert (found.name, found.tools) == ("database", ["q"])


@pytest.mark.parametrize("value", [{"agents": {}}, {"agents": [1, {"name": "x"}]}, {"agents": {"a": {"tools": ["x"]}}}])
def test_agents_without_servers_are_refused_with_a_reason(value: Any) -> None:
    with pytest.raises(RefusedError, match="This contains no server"):
        read(json.dumps(value))


def test_client_with_mcp_in_its_settings_is_not_an_agent() -> None:
    (found,) = read(json.dumps({"mcp": {"servers": {"x": DB}}}))
    assert found == ParsedServer("x", {"kind": "stdio", **DB, "env": {}})


def test_empty_tool_list_of_goose_means_all() -> None:
    value = {"extensions": {"x": {"cmd": "a", "available_tools": []}, "y": {"cmd": "a", "available_tools": ["q"]}}}
    assert tools_of(json.dumps(value)) == {"x": None, "y": ["q"]}


@pytest.mark.case(52)
def test_password_in_an_address_is_flagged_or_moved() -> None:
    text = in_yaml("").replace('["x"]', '["mysql://me:hunter2@h/db"]')
    (found,) = read(text)
    assert any("Argument 1 looks like a secret (mysql://me:…@h/db)" in note for note in found.notes)
    (found,) = read(text.replace("mysql", "postgresql"))
    assert found.server["env"] == {"PGPASSWORD": "hunter2"}
    assert found.server["args"] == ["postgresql://me@h/db"]
    (found,) = read(text.replace("mysql", "postgresql"), move=False)
    assert found.server["env"] == {}
