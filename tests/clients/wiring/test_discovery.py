"""Which clients are there, on all three systems, with the state of each of their servers."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.clients.wiring.settings import machine, of_client
from toolguard.clients.wiring.clients import CLIENTS
from toolguard.clients.wiring.discovery import FoundClient, find
from toolguard.clients.wiring.documents import MAX_PROJECT_FILE_SIZE
from toolguard.clients.wiring.machine import Machine, System
from toolguard.services.clients.service import stub

ENTRY = {"command": "uvx", "args": ["mcp-server-time"]}


def put(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def by_key(on: Machine, *projects: Path, port: int | None = None) -> dict[str, FoundClient]:
    return {one.client.key: one for one in find(on, projects=projects, port=port)}


@pytest.mark.parametrize(
    ("key", "system", "variables", "file"),
    [
        ("claude-desktop", "linux", {"XDG_CONFIG_HOME": "{home}/xdg"}, ".config/Claude/claude_desktop_config.json"),
        ("claude-desktop", "macos", {}, "Library/Application Support/Claude/claude_desktop_config.json"),
        ("claude-desktop", "windows", {"APPDATA": "{home}/R"}, "R/Claude/claude_desktop_config.json"),
        ("claude-desktop", "windows", {},
         "AppData/Local/Packages/Claude_pzs8/LocalCache/Roaming/Claude/claude_desktop_config.json"),
        ("claude-code", "linux", {}, ".claude.json"),
        ("claude-code", "linux", {"CLAUDE_CONFIG_DIR": "{home}/c"}, "c/.claude.json"),
        ("cursor", "windows", {}, ".cursor/mcp.json"),
        ("vscode", "linux", {"XDG_CONFIG_HOME": "{home}/xdg"}, "xdg/Code/User/profiles/-1a/mcp.json"),
        ("vscode", "macos", {}, "Library/Application Support/Code/User/mcp.json"),
        ("vscode-insiders", "windows", {}, "AppData/Roaming/Code - Insiders/User/mcp.json"),
        ("zed", "macos", {}, ".config/zed/settings.json"),
        ("cline", "linux", {},
         ".config/VSCodium/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"),
        ("codex", "linux", {"CODEX_HOME": "{home}/cx"}, "cx/config.toml"),
        ("codex", "linux", {}, ".codex/work.config.toml"),
        ("opencode", "windows", {}, ".config/opencode/opencode.json"),
        ("opencode", "linux", {"OPENCODE_CONFIG": "{home}/mine.json"}, "mine.json"),
        ("goose", "windows", {}, "AppData/Roaming/Block/goose/config/config.yaml"),
        ("copilot", "linux", {"COPILOT_HOME": "{home}/cp"}, "cp/mcp-config.json"),
        ("crush", "windows", {}, "AppData/Local/crush/crush.json"),
        ("crush", "windows", {}, ".config/crush/crush.json"),
        ("crush", "linux", {"CRUSH_GLOBAL_CONFIG": "{home}/c"}, "c/crush.json"),
        ("kimi", "windows", {}, ".kimi-code/mcp.json"),
        ("kimi", "linux", {"KIMI_CODE_HOME": "{home}/k"}, "k/mcp.json"),
        ("kimi", "macos", {"KIMI_SHARE_DIR": "{home}/k"}, "k/mcp.json"),
        ("deepagents", "linux", {}, ".deepagents/.mcp.json"),
        ("mastra", "windows", {}, ".mastracode/mcp.json"),
        ("gptme", "linux", {"XDG_CONFIG_HOME": "{home}/x"}, "x/gptme/config.toml"),
        ("fx", "linux", {}, ".fx/mcp.json"),
        ("pi", "macos", {}, ".pi/agent/mcp-adapter.json"),
        ("zcode", "windows", {}, ".zcode/cli/config.json"),
        ("mcporter", "linux", {"MCPORTER_CONFIG": "{home}/m.json"}, "m.json"),
        ("kilo", "linux", {}, ".config/kilo/config.json"),
        ("jan", "linux", {}, ".local/share/Jan/data/mcp_config.json"),
        ("visual-studio", "windows", {}, ".mcp.json"),
    ],
)  # fmt: skip
def test_a_clients_file_is_found_where_the_system_and_its_variables_put_it(
    key: str, system: System, variables: dict[str, str], file: str, tmp_path: Path
) -> None:
    on = machine(tmp_path, system, **{name: value.format(home=tmp_path) for name, value in variables.items()})
    assert key not in by_key(on)
    path = put(tmp_path / file, "" if file.endswith((".toml", ".yaml")) else {})
    assert [one.path for one in by_key(on)[key].files] == [path]


def test_invalid_entry_does_not_affect_the_states_of_others(tmp_path: Path) -> None:
    servers = {
        "good": ENTRY, "ours": {"command": "/x/toolguard-connect", "args": ["--server", "good"]},
        "http": {"url": "http://127.0.0.1:8765/s/far/mcp"}, "bad": 3, "ws": {"type": "ws", "url": "wss://a.test"},
        "none": {"enabled": True}, "secret": {"command": "x", "args": ["${env:API_TOKEN}"]},
    }  # fmt: skip
    put(tmp_path / ".cursor" / "mcp.json", {"mcpServers": servers})
    (file,) = by_key(machine(tmp_path, API_TOKEN="x"), port=8765)["cursor"].files
    assert {one.name: one.state for one in file.entries} == {
        "good": "unguarded", "ours": "guarded", "http": "guarded", "bad": "unreadable", "ws": "unguardable",
        "none": "unguardable", "secret": "unguardable",
    }  # fmt: skip
    assert all(one.reason for one in file.entries if one.state in ("unguardable", "unreadable"))


def test_servers_of_projects_are_found_where_they_are_kept(tmp_path: Path) -> None:
    project = tmp_path / "work"
    put(
        tmp_path / ".claude.json",
        {"projects": {str(project): {"mcpServers": {"db": ENTRY}}}, "mcpServers": {"a": ENTRY}},
    )
    put(project / ".mcp.json", {"mcpServers": {"b": {"command": "${workspaceFolder}/run"}}})
    put(project / ".vscode" / "mcp.json", {"servers": {"c": {"command": "${workspaceFolder}/run"}}})
    found = by_key(machine(tmp_path), project)
    assert [one.path for one in found["claude-code"].files[0].entries] == [
        ("mcpServers", "a"), ("projects", str(project), "mcpServers", "db"),
    ]  # fmt: skip
    (c,) = next(one for one in found["vscode"].files if one.path.parent.name == ".vscode").entries
    assert c.server is not None and c.server.server["command"] == f"{project}/run"
    assert "vscode" not in by_key(machine(tmp_path))


def test_variables_are_resolved_only_for_the_persons_files(tmp_path: Path) -> None:
    project = tmp_path / "work"
    on = machine(tmp_path, HOST="me.example")
    for path in (tmp_path / ".gemini" / "settings.json", project / ".gemini" / "settings.json"):
        put(path, {"mcpServers": {"a": {"httpUrl": "https://${HOST}/mcp"}}})
    mine, theirs = by_key(on, project)["gemini"].files
    assert mine.entries[0].server is not None and mine.entries[0].server.server["url"] == "https://me.example/mcp"
    assert theirs.entries[0].state == "unguardable" and "${HOST}" in theirs.entries[0].reason


def test_large_file_of_a_project_is_not_read(tmp_path: Path) -> None:
    project = tmp_path / "work"
    put(project / ".mcp.json", {"mcpServers": {"a": ENTRY}, "x": " " * MAX_PROJECT_FILE_SIZE})
    (file,) = by_key(machine(tmp_path), project)["claude-code"].files
    assert file.error == "The file is larger than 262,144 bytes." and not file.entries


def test_a_file_of_variables_outside_the_project_is_not_read(tmp_path: Path) -> None:
    project = tmp_path / "work"
    put(tmp_path / "secret.env", "TOKEN=abc")
    put(project / ".env", "A=1")
    for name in ("${workspaceFolder}/.env", "${workspaceFolder}/../secret.env"):
        put(project / ".vscode" / "mcp.json", {"servers": {"a": {"command": "x", "envFile": name}}})
        (entry,) = by_key(machine(tmp_path), project)["vscode"].files[0].entries
        assert entry.server is not None
        assert entry.server.server["env"] == ({"A": "1"} if ".." not in name else {})


def test_plugin_and_managed_servers_are_shown_but_not_routed(tmp_path: Path) -> None:
    put(tmp_path / ".claude" / "plugins" / "cache" / "a" / "b" / ".mcp.json", {"mcpServers": {"p": ENTRY}})
    (file,) = by_key(machine(tmp_path))["claude-code"].files
    assert [(one.name, one.state) for one in file.entries] == [("p", "unguardable")] and "plugin" in file.entries[
        0
    ].reason


@pytest.mark.skipif(os.name != "posix", reason="needs a FIFO")
def test_irregular_file_does_not_block(tmp_path: Path) -> None:
    (tmp_path / ".cursor").mkdir()
    os.mkfifo(tmp_path / ".cursor" / "mcp.json")
    (file,) = by_key(machine(tmp_path))["cursor"].files
    assert "not a regular file" in file.error


def test_a_client_is_installed_or_runs_without_a_file(tmp_path: Path) -> None:
    (tmp_path / ".cursor").mkdir()
    program = put(tmp_path / "bin" / "codex", "")
    program.chmod(0o755)
    on = Machine("linux", tmp_path, {"PATH": str(tmp_path / "bin")}, frozenset({"goose", "claude-desktop"}))
    found = by_key(on)
    assert set(found) == {"cursor", "codex", "goose", "claude-desktop"}
    assert [found[key].is_running for key in ("cursor", "codex", "goose")] == [False, False, True]


def test_clients_without_a_file_say_why_they_are_only_pasted() -> None:
    for key in ("warp", "cherry-studio"):
        assert of_client(key).files == () and of_client(key).limits
    assert {one.key for one in CLIENTS if not one.verified} >= {"jan", "fx"}


def test_foreign_program_with_the_name_of_the_stub_is_not_guarded(tmp_path: Path) -> None:
    ours = put(tmp_path / "ours" / "toolguard-connect", "")
    other = put(tmp_path / "other" / "toolguard-connect", "")
    link = tmp_path / "link" / "toolguard-connect"
    link.parent.mkdir()
    link.symlink_to(ours)
    for path in (ours, other):
        path.chmod(0o700)
    entries = {
        "ours": {"command": str(ours), "args": ["--server", "a"]},
        "link": {"command": str(link), "args": ["--server", "a"]},
        "bare": {"command": "toolguard-connect", "args": ["--server", "a"]},
        "other": {"command": str(other), "args": ["--server", "a"]},
        "script": {"command": "python3", "args": ["-I", str(tmp_path / "connect.py"), "--server", "a"]},
    }
    put(tmp_path / "home" / ".cursor" / "mcp.json", {"mcpServers": entries})
    path = {"PATH": str(tmp_path / "other")}
    on = Machine("linux", tmp_path / "home", {}, stubs=frozenset({os.path.realpath(ours)}))
    states = {one.name: one.state for one in by_key(on)["cursor"].files[0].entries}
    assert states == {
        "ours": "guarded", "link": "guarded", "bare": "guarded", "other": "unguardable", "script": "unguardable",
    }  # fmt: skip
    on = Machine("linux", tmp_path / "home", path, stubs=on.stubs)
    found = {one.name: one for one in by_key(on)["cursor"].files[0].entries}
    assert (
        found["bare"].state == "unguardable" and "not the toolguard-connect of this ToolGuard" in found["bare"].reason
    )


def test_entry_of_a_project_that_redirects_the_stub_is_not_guarded(tmp_path: Path) -> None:
    ours, project = put(tmp_path / "ours" / "toolguard-connect", ""), tmp_path / "project"
    script, stub_of = put(tmp_path / "ours" / "connect.py", ""), {"command": str(ours), "args": ["--server", "a"]}
    variables = ("PYTHONPATH", "LD_PRELOAD", "TOOLGUARD_HOME", "PATH")
    entries: dict[str, dict[str, Any]] = {
        **{name: {**stub_of, "env": {name: "./evil"}} for name in variables},
        "file": {**stub_of, "envFile": "${workspaceFolder}/.env"},
        "nested": {"command": {"path": str(ours), "args": ["--server", "a"], "env": {"PYTHONPATH": "./evil"}}},
        "relative": {**stub_of, "command": "./toolguard-connect"},
        "interpreter": {"command": "./python3", "args": [str(script), "--server", "a"]},
        "module": {"command": "./python3", "args": ["-I", "-m", "toolguard.clients.stub.connect", "--server", "a"]},
    }
    put(project / ".mcp.json", {"mcpServers": {**entries, "plain": {**stub_of, "env": {"TZ": "UTC"}}}})
    put(tmp_path / "home" / ".cursor" / "mcp.json", {"mcpServers": {"own": entries["PYTHONPATH"]}})
    on = Machine("linux", tmp_path / "home", {}, stubs=frozenset(map(os.path.realpath, (ours, script))))
    of_home, of_project = by_key(on, project)["cursor"].files
    assert {one.name for one in of_project.entries if one.state == "guarded"} == {"plain"}
    assert {one.name for one in of_project.entries if one.state == "unguardable"} == {*entries}
    assert [one.state for one in of_home.entries] == ["guarded"]


def test_stub_path_of_entries_is_recognized() -> None:
    assert Machine.this({}).is_own_stub(stub()) and Machine.this({}).is_own_stub(sys.executable)
