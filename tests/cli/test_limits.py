"""``toolguard limit`` through the real program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_cli import Shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_a_limit_is_set_listed_replaced_and_removed(shell: Shell) -> None:
    assert "No limits" in shell.ok("limit", "list")
    one = shell.json("limit", "set", "--server", "web", "--rate", "30/1m", "--result", "1m")
    assert (one["calls"], one["seconds"], one["result"], one["tool"]) == (30, 60, 1024 * 1024, "*")
    again = shell.json("limit", "set", "--server", "web", "--timeout", "20s", "--arguments", "64k", "--rate", "5/10s")
    assert again["id"] == one["id"] and shell.json("limit", "list") == [again]
    assert "5 in 10 s" in shell.ok("limit", "list")
    shell.ok("limit", "remove", one["id"])
    assert shell.json("limit", "list") == []
    assert "no limit" in shell.no("limit", "remove", one["id"])


@pytest.mark.parametrize(
    "words", [(), ("--server", "s"), ("--rate", "0/1m"), ("--rate", "5"), ("--timeout", "2d"), ("--result", "1g"),
              ("--tool", "[*", "--timeout", "1s")],
)  # fmt: skip
def test_invalid_limit_is_refused(shell: Shell, words: tuple[str, ...]) -> None:
    assert shell("limit", "set", *words).returncode in (1, 2)
    assert shell.json("limit", "list") == []


def test_a_limit_that_is_widened_or_removed_waits_for_a_person(shell: Shell) -> None:
    one = shell.json("limit", "set", "--server", "web", "--rate", "30/1m")
    for words in (("limit", "set", "--server", "web", "--rate", "60/1m"), ("limit", "remove", one["id"])):
        done = shell(*words)
        assert done.returncode == 0 and "asks you to approve the change" in done.stderr
    done = shell("limit", "set", "--server", "web", "--rate", "10/1m")
    assert done.returncode == 0 and not done.stderr
