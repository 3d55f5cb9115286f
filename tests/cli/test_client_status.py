"""The commands `status`, `secret show`, `secret set --kind`, `client status` and `client end`, as they are typed."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import VALUE, Shell, recorded
from toolguard.cli.status import show_app


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_a_secret_is_shown_with_its_kind_and_places_and_never_its_value(shell: Shell) -> None:
    shell.ok("server", "add", "git", "--env", "TOKEN=${secret:T}", "--", "prog")
    shell.ok("secret", "set", "T", "--kind", "api_key", "--note", "mine", stdin=VALUE.encode())
    result = shell.json("secret", "show", "T")
    assert (result["kind"], result["note"], result["present"]) == ("api_key", "mine", True)
    assert result["uses"] == [{"server": "git", "place": "env TOKEN", "bound": False}]
    shown = shell.ok("secret", "show", "T")
    assert "git: env TOKEN (not bound)" in shown and "api_key" in shell.ok("secret", "list")
    assert VALUE not in shown
    shell.ring.write_text("{}")
    assert "toolguard secret set T" in shell.ok("secret", "show", "T")
    assert "no secret U" in shell.no("secret", "show", "U")


STATUS: dict[str, Any] = {
    "running": True, "keychain": "ready", "trouble": [], "pending": 1, "calls": 1, "blocked": False, "proposals": 2,
    "process": {"surface": "serve", "terminal": "/dev/pts/3"},
    "sessions": [{"client": "cursor", "server": server} for server in ("files", "git", "git")],
    "open_calls": [
        {"call": "c1", "client": "cursor", "server": "git", "tool": "log\x1b[2J", "state": "held", "since": 1.0},
        {"call": "c2", "client": "cursor", "server": "git", "tool": "diff", "state": "running", "since": 2.0},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("more", "status", "shown"),
    [
        ({}, 0, ("on /dev/pts/3", "1 pending, 1 running", "2 to approve", "3: cursor (files, git)")),
        ({"blocked": True}, 0, ("toolguard panic off",)),
        ({"trouble": ["The disk is full."]}, 1, ("The disk is full.",)),
        ({"process": "forged"}, 0, ("app       running\n",)),
        ({"sessions": []}, 0, ("sessions  none",)),
    ],
)
def test_status_shows_calls_sessions_and_problems(
    more: dict[str, Any], status: int, shown: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert show_app(lambda _request: STATUS | more, Namespace(json=False)) == status  # type: ignore[arg-type,return-value]
    result = capsys.readouterr().out
    assert all(text in result for text in shown)
    states = [line.split()[2] for line in result.splitlines() if line.endswith(("c1", "c2"))]
    assert states == ["Pending", "Running"] and "\x1b" not in result


def test_status_without_an_app_is_a_failure(shell: Shell) -> None:
    result = shell("status")
    assert result.returncode == 1 and "not running" in result.stdout


def test_past_clients_are_listed_but_cannot_be_ended(shell: Shell) -> None:
    assert "No client has connected yet" in shell.ok("client", "status")
    recorded(shell.home)
    (one,) = shell.json("client", "status")["clients"]
    assert one["calls"] >= 1 and one["sessions"] == []
    assert "last seen" in shell.ok("client", "status")
    assert "not running" in shell.no("client", "end", one["client"])
