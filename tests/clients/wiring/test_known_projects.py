"""Project folders that clients list: those with servers of their own that are not guarded are named."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.clients.wiring.settings import machine, of_client
from toolguard.clients.wiring.discovery import find
from toolguard.clients.wiring.known_projects import ProjectList, known_projects

ENTRY = {"command": "uvx", "args": ["mcp-server-time"]}
OWN = {
    "claude-code": (".mcp.json", {"mcpServers": {"time": ENTRY}}),
    "codex": (".codex/config.toml", '[mcp_servers.time]\ncommand = "uvx"\n'),
    "opencode": ("opencode.json", {"mcp": {"time": {"type": "local", "command": ["uvx", "x"]}}}),
}


def put(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def listed(home: Path, *folders: Path) -> None:
    """Write the lists of all three clients."""
    texts = [str(one) for one in folders]
    put(home / ".claude.json", {"projects": {one: {} for one in texts}})
    put(
        home / ".codex/config.toml",
        "".join(f'[projects.{json.dumps(one)}]\ntrust_level = "trusted"\n' for one in texts),
    )
    database(home, "CREATE TABLE project (id TEXT, worktree TEXT)", *texts)


def database(home: Path, schema: str, *texts: str) -> Path:
    path = home / ".local/share/opencode/opencode.db"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as made:
        made.execute(schema)
        made.executemany("INSERT INTO project VALUES ('x', ?)", [(one,) for one in texts])
        made.commit()
    return path


@pytest.mark.parametrize("key", OWN)
def test_unguarded_known_project_is_named_until_included(key: str, tmp_path: Path) -> None:
    home, work, empty = tmp_path / "home", tmp_path / "work", tmp_path / "empty"
    empty.mkdir()
    name, value = OWN[key]
    put(work / name, value)
    listed(home, work, empty, tmp_path / "gone", Path("/"), Path("relative"))
    on = machine(home)
    (client,) = find(on, clients=[of_client(key)])
    assert client.projects == (work,) and all(file.project is None for file in client.files)
    (client,) = find(on, clients=[of_client(key)], projects=[work])
    assert client.projects == () and any(file.project == work for file in client.files)


def test_a_list_that_is_broken_or_hostile_is_empty_and_unchanged(tmp_path: Path) -> None:
    on = machine(tmp_path)
    lists = of_client("opencode").projects
    path = database(tmp_path, "CREATE TABLE project (id TEXT, worktree TEXT)", str(tmp_path))
    before = {one.name: one.read_bytes() for one in path.parent.iterdir()}
    assert known_projects(lists, on) == [tmp_path]
    assert {one.name: one.read_bytes() for one in path.parent.iterdir()} == before
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS worktree FROM n WHERE i < 0"
    path.unlink()
    with closing(sqlite3.connect(path)) as made:
        made.execute(f"CREATE VIEW project AS {endless}")
        made.commit()
    assert known_projects(lists, on) == []
    for data in (b"", b"SQLite format 3\0" + b"\xff" * 4096, b"{"):
        path.write_bytes(data)
        assert known_projects(lists, on) == []
    for value in ("{", "[]", '{"projects": [1]}', '{"projects": {"\\u0000": {}, "relative": {}}}'):
        put(tmp_path / "list.json", value)
        assert known_projects((ProjectList("{home}/list.json", "json"),), on) == []
