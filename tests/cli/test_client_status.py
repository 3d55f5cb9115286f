"""The commands `secret show`, `secret set --kind`, `client status` and `client end`, as they are typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_cli import VALUE, Shell, recorded


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


def test_past_clients_are_listed_but_cannot_be_ended(shell: Shell) -> None:
    assert "No clients yet" in shell.ok("client", "status")
    recorded(shell.home)
    (one,) = shell.json("client", "status")["clients"]
    assert one["calls"] >= 1 and one["sessions"] == []
    assert "last seen" in shell.ok("client", "status")
    assert "not running" in shell.no("client", "end", one["client"])
