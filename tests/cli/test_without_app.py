"""Orders of the command line while no ToolGuard runs."""

from __future__ import annotations

from pathlib import Path

from tests.cli.test_cli import Shell
from toolguard.services.runtime.command_caller import _with_codes

_LATER = "asks you to approve the change"


def test_change_that_reduces_protection_without_app_waits_for_the_next_start(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    first = shell("server", "add", "files", "--", "true")
    assert first.returncode == 0 and _LATER in first.stderr  # also before the first start
    asked = shell("server", "add", "more", "--", "true")
    assert asked.returncode == 0 and _LATER in asked.stderr
    assert _LATER in shell("rule", "add", "--server", "files", "--tool", "*", "--verdict", "allow").stderr
    assert _LATER not in shell("rule", "add", "--server", "files", "--tool", "x", "--verdict", "deny").stderr
    assert _LATER not in shell("server", "remove", "more").stderr
    assert _LATER not in shell("server", "add", "files", "--", "true").stderr  # refused: it is there


def test_each_item_of_a_result_has_the_codes_of_its_texts(tmp_path: Path) -> None:
    settings = Shell(tmp_path).json("settings", "list")
    titles = {setting["name"]: setting["texts"]["/title"]["code"] for setting in settings if "texts" in setting}
    assert titles["language"] == "tables.alternatives" and "pending_total" in titles


def test_places_of_texts_that_are_in_no_item_are_ignored() -> None:
    texts = {place: {"code": "c"} for place in ("", "x", "/x/why", "/7/why", "/1", "/0/why")}
    assert _with_codes([{"why": "a"}, "b"], texts) == [{"why": "a", "texts": {"/why": {"code": "c"}}}, "b"]
