"""``toolguard client list | guard | stop-guarding | status`` through the real program."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_cli import VALUE, Shell
from tests.support.fork_server import TOOLGUARD, fork_server
from toolguard.cli.client_routing import _asked_for_keys
from toolguard.services.errors import CommandError

SERVERS = {
    "time": {"command": "uvx", "args": ["mcp-server-time"]},
    "git": {"command": "npx", "args": ["-y", "server-git"], "env": {"GIT_TOKEN": VALUE}},
}


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    made = Shell(tmp_path)
    made.env["PATH"] = "/usr/bin:/bin"
    return made


@pytest.fixture
def cursor(tmp_path: Path) -> Path:
    path = tmp_path / ".cursor" / "mcp.json"
    path.parent.mkdir()
    path.write_text("// mine\n" + json.dumps({"mcpServers": SERVERS}, indent=2) + "\n")
    return path


@pytest.mark.parametrize(
    ("typed", "chosen"), [("y\nleave\n", "leave-out"), ("p\n", "put-back"), ("\n", ""), ("y\n", "")]
)
def test_question_about_keys_is_repeated_until_it_is_answered_or_cancelled(
    typed: str, chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    if chosen:
        assert _asked_for_keys({"files": []}) == chosen
        return
    with pytest.raises(CommandError, match="nothing was changed"):
        _asked_for_keys({"files": []})


def test_clients_are_listed_with_their_files_and_servers(shell: Shell, cursor: Path) -> None:
    (one,) = [one for one in shell.json("client", "list") if one["name"] == "cursor"]
    assert one["files"][0]["path"] == str(cursor)
    assert [(each["name"], each["state"]) for each in one["servers"]] == [("time", "unguarded"), ("git", "unguarded")]
    table = shell.ok("client", "list")
    assert "2 not guarded" in table and f"~/{cursor.relative_to(shell.folder)}" in table
    assert "No HTTP clients." in table and VALUE not in table
    assert "  Cursor: ToolGuard cannot read the lists of servers that an organization manages" in table
    assert shell("client", "status").returncode == 1


def test_a_project_that_a_client_knows_is_named_if_it_has_servers(shell: Shell, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / ".mcp.json").write_text(json.dumps({"mcpServers": SERVERS}))
    (tmp_path / ".claude.json").write_text(json.dumps({"projects": {str(work): {}}}))
    assert f"  {work} (Claude Code)" in shell.ok("client", "list")
    assert f"  {work} (Claude Code)" not in shell.ok("client", "list", "--project", str(work))


def test_a_dry_run_prints_the_difference_and_changes_nothing(shell: Shell, cursor: Path) -> None:
    before = cursor.read_bytes()
    result = shell.ok("client", "guard", "cursor", "--dry-run")
    assert "adds server time: uvx mcp-server-time" in result and '+      "args": ["--server", "git"]' in result
    assert VALUE not in result and cursor.read_bytes() == before and not (shell.home / "config.json").exists()
    assert shell.json("client", "guard", "--all", "--dry-run")["servers"][0]["name"] == "time"


def test_guarded_servers_are_shown_in_the_status(shell: Shell, cursor: Path) -> None:
    before = cursor.read_bytes()
    done = shell("client", "guard", "cursor", "--yes")
    assert done.returncode == 0, done.stderr
    assert f"Guarded in {cursor}: time, git" in done.stdout and VALUE not in done.stdout + done.stderr
    text = cursor.read_text()
    assert text.startswith("// mine\n") and text.count("toolguard-connect") == 2 and VALUE not in text
    config = json.loads((shell.home / "config.json").read_text())
    assert config["servers"]["git"]["env"] == {"GIT_TOKEN": "${secret:GIT_TOKEN}"}
    assert VALUE in json.loads(shell.ring.read_text()).values()
    status = shell.json("client", "status")
    assert [(one["name"], one["state"], one["server"]) for one in status["servers"]] == [
        ("time", "guarded", "time"), ("git", "guarded", "git"),
    ]  # fmt: skip
    (backup,) = [one for one in (shell.home / "backups").iterdir() if one.name.endswith("-mcp.json")]
    assert backup.read_bytes() == before
    for mode in ("--yes", "--dry-run"):
        assert shell.ok("client", "guard", "--all", mode).strip() == "Nothing to guard."


@pytest.mark.parametrize(
    ("alias", "name"), [("route", "guard"), ("undo", "stop-guarding"), ("unguard", "stop-guarding")]
)
def test_alias_runs_the_same_command(shell: Shell, cursor: Path, alias: str, name: str) -> None:
    shell.ok("client", "guard", "cursor", "--server", "time", "--yes")
    words = ("client", alias, "cursor", "--dry-run")
    assert shell.ok(*words) == shell.ok("client", name, *words[2:])


def test_stop_guarding_needs_a_person_in_the_app(shell: Shell, cursor: Path) -> None:
    assert "Nothing to restore" in shell.ok("client", "stop-guarding", "--all", "--yes")
    for words in (("cursr",), ("cursor", "--server", "tme")):
        assert "guards none of these" in shell.no("client", "stop-guarding", *words, "--yes")
    before = cursor.read_bytes()
    shell.ok("client", "guard", "cursor", "--server", "time", "--yes")
    after = cursor.read_bytes()
    assert "nobody can be asked" in shell.no("client", "stop-guarding", "cursor", "--yes")
    assert cursor.read_bytes() == after != before
    assert "+" in shell.ok("client", "stop-guarding", "--all", "--dry-run")


def test_stop_guarding_omits_keys_on_request_and_names_the_backup(shell: Shell, cursor: Path) -> None:
    shell.ok("client", "guard", "cursor", "--yes")
    result = shell.ok("client", "stop-guarding", "--all", "--dry-run")
    assert f"writes back env.GIT_TOKEN of git into {cursor}" in result and "(ToolGuard's backup)" in result
    result = shell.ok("client", "stop-guarding", "--all", "--dry-run", "--keys", "leave-out")
    assert '+        "GIT_TOKEN": "${env:GIT_TOKEN}"' in result and "refers to the variable GIT_TOKEN" in result
    assert "writes back" not in result and VALUE not in result


@pytest.mark.parametrize(("expected", "wanted"), [(b"l\nn\n", "${env:GIT_TOKEN}"), (b"p\nn\n", "writes back")])
def test_stop_guarding_asks_about_keys_on_a_terminal(shell: Shell, cursor: Path, expected: bytes, wanted: str) -> None:
    shell.ok("client", "guard", "cursor", "--yes")
    after = cursor.read_bytes()
    code = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
    command = fork_server(*TOOLGUARD).command("-m", "toolguard", "client", "stop-guarding", "cursor")
    words = [sys.executable, "-c", code, *command]
    done = subprocess.run(words, env=shell.env, cwd=shell.folder, input=expected, capture_output=True, check=False)
    result = done.stdout.decode()
    assert done.returncode == 1 and "key: env.GIT_TOKEN of git" in result and "leave them out?" in result
    assert wanted in result and "Cancelled" in result and cursor.read_bytes() == after and VALUE not in result


@pytest.mark.parametrize(
    "words", [("guard",), ("guard", "cursor", "--all", "--yes"), ("guard", "cursor"), ("stop-guarding", "--all")]
)
def test_usage_error_is_one_line(shell: Shell, cursor: Path, words: tuple[str, ...]) -> None:
    shell.no("client", *words, status=2)
    assert b"toolguard" not in cursor.read_bytes()


def test_an_unknown_client_and_a_broken_file_are_named(shell: Shell, cursor: Path) -> None:
    assert "No client nope" in shell.no("client", "guard", "nope", "--yes")
    cursor.write_text("{")
    done = shell("client", "guard", "cursor", "--yes")
    assert done.returncode == 1 and "line 1 is not valid JSON" in done.stderr and cursor.read_text() == "{"


def test_a_name_that_no_client_has_is_refused(shell: Shell, cursor: Path) -> None:
    before = cursor.read_bytes()
    for words in (("--server", "nope"), ("--server", "time", "--server", "nope"), ("--file", str(shell.folder / "no"))):
        assert "These clients have no" in shell.no("client", "guard", "cursor", *words, "--yes")
    assert "These clients have no server nope" in shell.no("client", "guard", "--all", "--server", "nope", "--dry-run")
    assert shell.no("client", "guard", "cursr", "--yes").endswith("Did you mean cursor?")
    assert cursor.read_bytes() == before


def test_a_file_that_cannot_be_read_counts_as_unguarded_for_status(shell: Shell, cursor: Path) -> None:
    shell.ok("client", "guard", "cursor", "--yes")
    assert shell("client", "status").returncode == 0
    assert "ok     client cursor: 2 servers guarded" in shell("doctor").stdout
    cursor.write_text("{")
    status = shell("client", "status")
    assert status.returncode == 1 and f"{cursor}: " in status.stderr
    (unreadable,) = json.loads(shell("client", "status", "--json").stdout)["unreadable"]
    assert (unreadable["client"], unreadable["file"]) == ("cursor", str(cursor)) and unreadable["error"]
    assert f"note   client cursor: {cursor}: " in shell("doctor").stdout


def test_doctor_names_clients_with_unguarded_servers(shell: Shell, cursor: Path) -> None:
    wanted = "note   client cursor: 2 servers not guarded: `toolguard client guard cursor`"
    assert wanted in shell.ok("doctor").splitlines()


def test_rewritten_entry_is_reported_by_status_and_can_be_guarded_again(shell: Shell, cursor: Path) -> None:
    shell.ok("client", "guard", "cursor", "--yes")
    value = json.loads(cursor.read_text().removeprefix("// mine\n"))
    value["mcpServers"]["time"] = SERVERS["time"]
    cursor.write_text(json.dumps(value))
    status = shell("client", "status", "--json")
    assert status.returncode == 1
    assert [one["state"] for one in json.loads(status.stdout)["servers"]] == ["changed", "guarded"]
    shell.ok("client", "guard", "cursor", "--yes")
    assert shell("client", "status").returncode == 0
    assert set(json.loads((shell.home / "config.json").read_text())["servers"]) == {"time", "git"}


def test_watch_prints_unguarded_servers_and_then_each_change(shell: Shell, cursor: Path) -> None:
    watching = subprocess.Popen(
        [sys.executable, "-m", "toolguard", "client", "watch", "--json"],
        env=shell.env, cwd=shell.folder, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert watching.stdout is not None
    try:
        assert [json.loads(watching.stdout.readline())["name"] for _ in SERVERS] == ["time", "git"]
        shell.ok("client", "guard", "cursor", "--server", "git", "--yes")
        parsed = json.loads(watching.stdout.readline())
        assert (parsed["client"], parsed["name"], parsed["state"], parsed["server"]) == (
            "cursor",
            "git",
            "guarded",
            "git",
        )
        cursor.write_text(json.dumps({"mcpServers": {"time": SERVERS["time"]}}))
        assert json.loads(watching.stdout.readline()) | {"file": ""} == {
            "client": "cursor", "file": "", "name": "git", "state": "removed", "reason": "", "server": "",
        }  # fmt: skip
        watching.send_signal(signal.SIGINT)
        assert watching.wait(120) == 0
    finally:
        watching.kill()
        watching.wait()
        watching.stdout.close()
