"""The client's own question about tools: turned off where its row says how, in the difference, and undone with it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.clients.wiring.settings import (
    STUB,
    WITH_FILES,
    local_entry,
    machine,
    of_client,
    user_file,
    value_of,
    written,
)
from toolguard.clients.wiring.clients import ClientRow
from toolguard.clients.wiring.discovery import find
from toolguard.clients.wiring.errors import WiringError
from toolguard.clients.wiring.files import StaleFileError
from toolguard.clients.wiring.routing import Router, can_be_approved

ROWS = [one for one in WITH_FILES if one.approval_off]


@pytest.mark.parametrize("client", ROWS, ids=lambda one: one.key)
@pytest.mark.parametrize("has_it", [False, True])
def test_client_approval_is_turned_off_on_request_and_restored_exactly(
    client: ClientRow, has_it: bool, tmp_path: Path
) -> None:
    on = machine(tmp_path)
    settings, path = user_file(client, on)
    other = {
        name: "prompt" if settings.format == "toml" else [] if isinstance(one, list) else False
        for name, one in client.approval_off.items()
    }
    entry = local_entry(client, "time") | (other if has_it else {})
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(before := written(value_of(client, settings, {"time": entry}), settings))
    (found,) = find(on, clients=[client])
    (file,) = found.files
    router, servers = Router(tmp_path / "state"), {file.entries[0].path: "time"}
    plain = router.plan_route(client, file, servers, STUB)
    name, wanted = next(iter(client.approval_off.items()))
    assert name not in plain.diff or has_it
    plan = router.plan_route(client, file, servers, STUB, turn_off_prompts=True)
    assert f"+{name}" in plan.diff.replace(" ", "").replace('"', "")
    router.carry_out(plan)
    text = path.read_text()
    now = tomllib.loads(text) if settings.format == "toml" else json.loads(text)
    assert now[settings.places[0][0]]["time"][name] == wanted
    path.write_text(text + "\n")  # somebody wrote the file since
    undo = router.plan_undo(path)
    router.carry_out(undo)
    assert path.read_text() == before + "\n"


def test_every_row_has_a_one_gate_setting_or_a_reason() -> None:
    assert {one.key for one in ROWS} == {"codex", "gemini", "qwen", "roo"}
    assert {one.key for one in WITH_FILES if any(each.approvals for each in one.files)} == {
        "claude-code", "cursor", "kiro", "amazon-q",
    }  # fmt: skip
    for one in WITH_FILES:
        assert one.approval_off or one.question or all(each.approvals or each.fixed for each in one.files), one.key


# --- lists in files of their own ----------------------------------------------------------------------------------

CLAUDE = of_client("claude-code")
LIST = next(one.approvals for one in CLAUDE.files if one.approvals)
SERVERS = [("time", Path("/home/x/.claude.json")), ("git", Path("/home/x/.claude.json"))]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, '{\n  "permissions": {\n    "allow": [\n      "mcp__time",\n      "mcp__git"\n    ]\n  }\n}\n'),
        ("", '{\n  "permissions": {\n    "allow": [\n      "mcp__time",\n      "mcp__git"\n    ]\n  }\n}\n'),
        (
            '{\n  "model": "x"\n}\n',
            '{\n  "model": "x",\n  "permissions": {\n    "allow": [\n      "mcp__time",\n      "mcp__git"\n    ]\n  }'
            "\n}\n",
        ),
        ('{"permissions": {"deny": []}}', '{"permissions": {"deny": [], "allow": ["mcp__time", "mcp__git"]}}'),
        (
            '{"permissions": {"allow": [\n  "Bash(ls)", // mine\n  "mcp__git"\n]}}',
            '{"permissions": {"allow": [\n  "Bash(ls)", // mine\n  "mcp__git",\n  "mcp__time"\n]}}',
        ),
    ],
)
def test_approval_list_items_are_added_and_removed_exactly(before: str | None, after: str, tmp_path: Path) -> None:
    assert LIST is not None
    path, router = tmp_path / "new" / "settings.json", Router(tmp_path / "state")
    if before is not None:
        path.parent.mkdir()
        path.write_text(before)
    plan = router.plan_approvals(CLAUDE, path, LIST, SERVERS)
    assert "+" in plan.diff and "mcp__time" in plan.diff
    backup = router.carry_out(plan)
    assert path.read_text() == after and (backup is None) == (before is None)
    router.carry_out(router.plan_undo(path))
    assert (path.read_text() if path.exists() else None) == before and router.records.all() == []


@pytest.mark.parametrize(
    "before", [None, "{}", '{"permissions": {"allow": ["Read"]}}', '{"permissions": {"deny": []}}']
)
def test_only_added_items_are_removed_after_client_changes(before: str | None, tmp_path: Path) -> None:
    assert LIST is not None
    path, router = tmp_path / "settings.json", Router(tmp_path / "state")
    if before is not None:
        path.write_text(before)
    router.carry_out(router.plan_approvals(CLAUDE, path, LIST, SERVERS))
    path.write_text(json.dumps({**json.loads(path.read_text()), "model": "x"}))
    router.carry_out(router.plan_undo(path, ["git"]))
    assert "mcp__time" in path.read_text() and "mcp__git" not in path.read_text()
    router.carry_out(router.plan_undo(path))
    assert json.loads(path.read_text()) == {**json.loads(before or "{}"), "model": "x"}
    assert router.records.all() == []


def test_missing_list_does_not_prevent_undo(tmp_path: Path) -> None:
    assert LIST is not None
    path, router = tmp_path / "settings.json", Router(tmp_path / "state")
    for left in (None, "{}", '{"permissions": {"allow": "x"}}'):
        router.carry_out(router.plan_approvals(CLAUDE, path, LIST, SERVERS))
        path.unlink() if left is None else path.write_text(left)
        router.carry_out(router.plan_undo(path))
        assert (path.read_text() if path.exists() else None) == left and router.records.all() == []
        path.unlink(missing_ok=True)


def test_file_created_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    assert LIST is not None
    path, router = tmp_path / "settings.json", Router(tmp_path / "state")
    plan = router.plan_approvals(CLAUDE, path, LIST, SERVERS)
    path.write_text("{}")
    with pytest.raises(StaleFileError):
        router.carry_out(plan)
    assert path.read_text() == "{}" and router.records.all() == []


@pytest.mark.parametrize("text", ['{"permissions": {"allow": "Bash"}}', '{"permissions": []}', "[]", "{"])
def test_a_list_of_another_form_is_refused(text: str, tmp_path: Path) -> None:
    assert LIST is not None
    (tmp_path / "settings.json").write_text(text)
    with pytest.raises(WiringError):
        Router(tmp_path / "state").plan_approvals(CLAUDE, tmp_path / "settings.json", LIST, SERVERS)


def test_ambiguous_name_is_never_added() -> None:
    """``mcp__git__push`` is a tool of ``git``, ``*`` every server, and ``@builtin`` the client's own shell."""
    names = ("git", "builtin", "my-server_2", "a__b", "_a", "a_", "*", "a:b", "a b", "", "git*", "a.b", "g\u0131t")
    assert [one for one in names if can_be_approved(one)] == ["git", "my-server_2"]


def test_ambiguous_name_is_not_added_in_the_file_of_the_servers(tmp_path: Path) -> None:
    client, on = of_client("kiro"), machine(tmp_path)
    path = tmp_path / ".kiro" / "agents" / "mine.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"mcpServers": {name: {"command": "uvx"} for name in ("*", "builtin", "a/b", "time")}}))
    (file,) = next(iter(find(on, clients=[client]))).files
    servers = {entry.path: f"s{number}" for number, entry in enumerate(file.entries)}
    plan = Router(tmp_path / "state").plan_route(client, file, servers, STUB, turn_off_prompts=True)
    assert plan.after is not None and json.loads(plan.after)["allowedTools"] == ["@time"]


def test_a_list_in_the_file_of_the_servers_is_changed_with_them(tmp_path: Path) -> None:
    client, on, router = of_client("kiro"), machine(tmp_path), Router(tmp_path / "state")
    path = tmp_path / ".kiro" / "agents" / "mine.json"
    path.parent.mkdir(parents=True)
    before = json.dumps({"mcpServers": {"time": {"command": "uvx"}}, "allowedTools": ["fs_read"]}, indent=2)
    path.write_text(before)
    (file,) = next(iter(find(on, clients=[client]))).files
    servers = {file.entries[0].path: "time-2"}
    assert "@time" not in router.plan_route(client, file, servers, STUB).diff
    router.carry_out(router.plan_route(client, file, servers, STUB, turn_off_prompts=True))
    now = json.loads(path.read_text())
    assert now["allowedTools"] == ["fs_read", "@time"] and now["mcpServers"]["time"]["args"] == ["--server", "time-2"]
    changed = path.read_text().replace("fs_read", "fs_write")
    path.write_text(changed)
    router.carry_out(router.plan_undo(path))
    assert json.loads(path.read_text()) == {**json.loads(before), "allowedTools": ["fs_write"]}
