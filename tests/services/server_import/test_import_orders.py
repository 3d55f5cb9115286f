"""An imported server in the app: exactly its tools are shown, its command is seen whole, a change of it asks again."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import Shell
from tests.support.services_harness import Harness
from toolguard.store.config.config import Config

YAML = """mcpServers:
  database:
    command: "mcp-server-postgres"
    args: ["postgresql://localhost/mydb"]
    tools:
      - "query_database"
      - "list_Tables"
  other:
    command: "other"
    args: ["mysql://me:hunter2@h/db"]
"""


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    office = Harness(tmp_path)
    yield office
    office.keychain.close()


async def added(harness: Harness, text: str = YAML) -> None:
    for one in await harness.order("server.parse", text=text):
        only = {} if one["tools"] is None else {"tools": one["tools"]}
        await harness.order("server.add", name=one["name"], **one["server"], **only)


def add_tools(harness: Harness, server: str, *names: str) -> None:
    harness.gate.tools.add_page(
        server, "s", {"tools": [{"name": name, "inputSchema": {}} for name in names]}, first=True
    )


@pytest.mark.case(52)
async def test_clients_see_only_listed_tools_also_later(
    harness: Harness,
) -> None:
    await added(harness)
    names = ("query_database", "list_Tables", "list_tables", "QUERY_DATABASE", "drop", "*", "")
    seen = {name: harness.gate.tool_visibility.is_visible("any", "database", name) for name in names}
    assert seen == {"query_database": True, "list_Tables": True, "list_tables": False, "QUERY_DATABASE": False,
                    "drop": False, "*": False, "": False}  # fmt: skip
    page = {"tools": [{"name": "drop"}, {"name": "list_Tables"}], "nextCursor": "c"}
    assert harness.gate.tool_visibility.filter_page("any", "database", page, modern=False) == {
        "tools": [{"name": "list_Tables"}], "nextCursor": "c",
    }  # fmt: skip
    assert not harness.gate.tool_visibility.is_visible("any", "other", "anything")
    again = Config.load(harness.config.folder / "config.json")
    assert [one for one in again.switches if one["server"] == "other"] == [
        {"client": "*", "server": "other", "tool": "*", "exposed": False}
    ]


@pytest.mark.case(52)
async def test_listed_tool_still_needs_approval(harness: Harness) -> None:
    await added(harness)
    assert list(harness.gate.rules) == []


@pytest.mark.case(52)
async def test_unknown_listed_name_causes_a_warning_once_the_list_is_known(
    harness: Harness,
) -> None:
    await added(harness)
    assert (await harness.order("server.show", name="database"))["doubts"] == []
    add_tools(harness, "database", "query_database", "list_tables")
    doubt = (
        "database lists no tool list_Tables, which you show to clients. Did you mean list_tables? "
        "Capital letters count."
    )
    assert (await harness.order("server.show", name="database"))["doubts"] == [doubt]
    (server,) = await harness.order("tool.list", server="database")
    assert server["doubts"] == [doubt]
    assert [(tool["name"], tool["exposed"]) for tool in server["tools"]] == [
        ("query_database", True), ("list_tables", False),
    ]  # fmt: skip
    add_tools(harness, "database", "query_database", "list_Tables")
    assert (await harness.order("server.show", name="database"))["doubts"] == []


@pytest.mark.case(52)
async def test_secret_in_arguments_stays_flagged_on_the_server(harness: Harness) -> None:
    await added(harness)
    (doubt,) = (await harness.order("server.show", name="other"))["doubts"]
    assert "Argument 1 looks like a secret (mysql://me:…@h/db)" in doubt and "hunter2" not in doubt


@pytest.mark.case(52)
async def test_tools_without_a_list_are_shown_when_the_person_chooses(harness: Harness) -> None:
    await added(harness)
    await harness.order("tool.switches", server="other", tools={})
    assert harness.asked[-1][1] == "Clients can see and call more of every tool of other."
    assert harness.gate.tool_visibility.is_visible("any", "other", "anything")


@pytest.mark.case(53)
async def test_imported_server_asks_with_its_full_command_before_starting(
    harness: Harness,
) -> None:
    args = ["-y", "@scope/server", "--root", "/a b/" + "c" * 5_000, "--end"]
    (found,) = await harness.order("server.parse", text=json.dumps({"command": "npx", "args": args}))
    assert found["launch"].endswith("c" * 5_000 + "' --end")
    harness.consents = False
    refused = await harness.refusal("server.add", name="x", **found["server"], tools=["a"])
    assert refused and not harness.config.servers and not harness.config.switches
    ((_, title, detail, _),) = harness.asked
    assert "starts its command" in title
    assert "npx -y @scope/server --root '/a b/" + "c" * 5_000 + "' --end" in detail
    assert detail.endswith("tools    a")


@pytest.mark.parametrize(
    "change",
    [{"command": "other"}, {"args": ["b"]}, {"args": []}, {"env": {"B": "1"}}, {"env": {"A": "1", "LD_PRELOAD": "x"}},
     {"env": {}}, {"cwd": "/"}],
)  # fmt: skip
@pytest.mark.case(53)
async def test_changed_command_asks_again(harness: Harness, change: dict[str, Any]) -> None:
    before = {"command": "prog", "args": ["a"], "env": {"A": "1"}}
    await harness.order("server.add", name="x", **before)
    harness.asked.clear()
    await harness.order("server.change", name="x", **before)
    assert harness.asked == []
    harness.consents = False
    await harness.refusal("server.change", name="x", **{**before, **change})
    assert len(harness.asked) == 1
    assert harness.config.servers["x"].args == ("a",)


async def test_duplicated_server_exposes_no_more_tools(harness: Harness) -> None:
    await added(harness)
    await harness.order("server.duplicate", name="database", to="copy")
    assert harness.gate.tool_visibility.is_visible("any", "copy", "query_database")
    assert not harness.gate.tool_visibility.is_visible("any", "copy", "drop")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


@pytest.mark.case(52)
def test_file_is_imported_with_its_tool_lists(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "agent.yaml"
    file.write_text(YAML + f"  free:\n    command: {sys.executable}\n    tools: '*'\n")
    dry = shell("server", "import", str(file), "--dry-run", "--json")
    assert [(one["name"], one["tools"]) for one in json.loads(dry.stdout)] == [
        ("database", ["query_database", "list_Tables"]), ("other", []), ("free", None),
    ]  # fmt: skip
    done = shell("server", "import", str(file))
    assert done.returncode == 0, done.stderr
    assert "clients see none until you choose" in done.stderr and "looks like a secret" in done.stderr
    assert "hunter2" not in done.stdout + done.stderr
    config = json.loads((shell.home / "config.json").read_text())
    assert [(one["server"], one["tool"], one["exposed"]) for one in config["tools"]] == [
        ("database", "*", False), ("database", "query_database", True), ("database", "list_Tables", True),
        ("other", "*", False),
    ]  # fmt: skip
    assert "looks like a secret" in shell("server", "show", "other").stdout


def test_a_file_with_several_agents_is_imported_by_agent(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "agents.json"
    servers = {name: {"mcpServers": {"db": {"command": "prog", "tools": [name]}}} for name in ("one", "two")}
    file.write_text(json.dumps({"agents": servers}))
    refused = shell("server", "import", str(file))
    assert refused.returncode == 1 and "--agent NAME (one, two)" in refused.stderr
    assert shell("server", "import", str(file), "--agent", "three").returncode == 1
    assert not (shell.home / "config.json").exists()
    assert shell("server", "import", str(file), "--agent", "two").returncode == 0
    config = json.loads((shell.home / "config.json").read_text())
    assert list(config["servers"]) == ["db-two"]
    assert [one["tool"] for one in config["tools"]] == ["*", "two"]
