"""The entry that a person puts into a client's settings is in that client's own form, and ToolGuard knows it again."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.clients.wiring.settings import STUB, SYSTEMS, has_user_file, machine, of_client
from toolguard.clients.wiring.clients import CLIENTS
from toolguard.clients.wiring.discovery import find
from toolguard.clients.wiring.documents import DocumentError, new_text
from toolguard.clients.wiring.machine import System
from toolguard.clients.wiring.new_entries import NewEntry, new_entry

NAMES = ("files", "my files", 'a"b', "on", "文件")


def entry_of(key: str, home: Path, name: str = "files", system: System = "linux") -> NewEntry:
    made = new_entry(of_client(key), machine(home, system), name, [*STUB, "--server", name])
    assert made is not None
    return made


@pytest.mark.parametrize("client", CLIENTS, ids=lambda one: one.key)
@pytest.mark.parametrize("name", NAMES)
def test_a_file_with_the_entry_is_guarded_by_the_server_of_that_name(client, name: str, tmp_path: Path) -> None:
    """What is written for a client is read as any file of it."""
    for system in SYSTEMS:
        on = machine(tmp_path / system, system)
        made = new_entry(client, on, name, [*STUB, "--server", name])
        if client.files and not has_user_file(client, system):
            assert made is None
            continue
        assert made is not None
        if made.path is None:
            assert not client.files and json.loads(made.text)["mcpServers"]
            continue
        made.path.parent.mkdir(parents=True, exist_ok=True)
        made.path.write_text(made.text, encoding="utf-8")
        (found,) = find(on, clients=[client])
        entries = [entry for file in found.files for entry in file.entries]
        assert [(one.name, one.state) for one in entries] == [(name, "guarded")]
        assert entries[0].target is not None and entries[0].target.server == name


def test_each_form_is_the_clients_own(tmp_path: Path) -> None:
    words = {"command": STUB[0], "args": ["--server", "files"]}
    assert json.loads(entry_of("claude-desktop", tmp_path).text) == {"mcpServers": {"files": words}}
    assert json.loads(entry_of("vscode", tmp_path).text) == {"servers": {"files": {"type": "stdio", **words}}}
    assert tomllib.loads(entry_of("codex", tmp_path).text) == {"mcp_servers": {"files": words}}
    assert entry_of("codex", tmp_path).text.startswith("[mcp_servers.files]\n")
    goose = yaml.safe_load(entry_of("goose", tmp_path).text)["extensions"]["files"]
    assert goose["cmd"] == STUB[0] and goose["enabled"] is True and goose["name"] == "files"
    assert yaml.safe_load(entry_of("continue", tmp_path).text) == {"mcpServers": [{"name": "files", **words}]}
    assert tomllib.loads(entry_of("gptme", tmp_path).text) == {"mcp": {"servers": [{"name": "files", **words}]}}
    opencode = json.loads(entry_of("opencode", tmp_path).text)["mcp"]["files"]
    assert opencode == {"type": "local", "command": [STUB[0], "--server", "files"], "enabled": True}
    assert json.loads(entry_of("copilot", tmp_path).text)["mcpServers"]["files"]["tools"] == ["*"]


def test_existing_settings_file_is_preferred_for_a_new_entry(tmp_path: Path) -> None:
    first = entry_of("opencode", tmp_path).path
    second = tmp_path / ".config/opencode/opencode.jsonc"
    assert first == tmp_path / ".config/opencode/opencode.json"
    second.parent.mkdir(parents=True)
    second.write_text("{}")
    assert entry_of("opencode", tmp_path).path == second
    (tmp_path / ".config/Code/User").mkdir(parents=True)
    (tmp_path / ".config/Code/User/settings.json").write_text("{}")
    assert entry_of("vscode", tmp_path).path == tmp_path / ".config/Code/User/mcp.json", "its form is that file's"


@pytest.mark.parametrize("value", [{"servers": {"x": {"command": "\ud800"}}}, {"servers": "x"}])
def test_value_without_toml_form_is_not_written(value) -> None:
    with pytest.raises(DocumentError):
        new_text(value, "toml")
