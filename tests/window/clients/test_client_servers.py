"""Chat clients on this computer, on the page Clients: which servers are guarded, the review, the change, its undo."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel

from tests.support.services_harness import Harness
from tests.window.conftest import opened, until
from tests.window.pages.test_clients import Desk, Log
from toolguard.clients.wiring.machine import Machine
from toolguard.window.approval.diff_view import DiffView
from toolguard.window.widgets.text_label import TextLabel

TOKEN = "ghp_0123456789abcdefABCD"
ENTRIES = {
    "time": {"command": "uvx", "args": ["mcp-server-time"]},
    "github": {"command": "npx", "args": ["-y", "server-github"], "env": {"GITHUB_TOKEN": TOKEN}},
}


@pytest.fixture
def cursor(tmp_path: Path) -> Path:
    path = tmp_path / "home" / ".cursor" / "mcp.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"mcpServers": ENTRIES}, indent=2))
    return path


@pytest.fixture
async def desk(tmp_path: Path, office: Harness, cursor: Path) -> AsyncIterator[Desk]:
    office.app = replace(office.app, machine=lambda: Machine("linux", tmp_path / "home", {"PATH": ""}))
    log = Log()
    async with opened(tmp_path, run=office.run, reading=log) as stage:
        made = Desk(stage.window, stage.gate, stage.quits)
        made.office, made.log, made.went = office, log, []
        stage.window.turn("clients")
        made.page._look_again.stop()
        await made.look()
        made.page.turn("list")
        await made.choose("Cursor")
        yield made
        made.page._look_again.stop()
        await made.idle()


def rows(desk: Desk) -> dict[str, str]:
    """Every entry that is shown, with its state."""
    return {row.entry["name"]: row.entry["state"] for box in desk.page.detail.servers.boxes for row in box.rows}


def text(desk: Desk) -> str:
    """Everything that can be read on the page."""
    labels = [one.text() for one in desk.page.findChildren(QLabel) if one.isVisible()]
    return "\n".join(labels + [one.said() for one in desk.page.findChildren(TextLabel) if one.isVisible()])


def listed(desk: Desk, client: str = "Cursor") -> str:
    """What stands below a client's name in the list."""
    lines = desk.page.listing.lines
    found = (lines.line(row) for row in range(lines.rowCount()))
    return next(one.below for one in found if one is not None and one.key == client)


def shown_changes(desk: Desk) -> str:
    """The differences in the review."""
    return "\n".join(one.toPlainText() for one in desk.page.review.findChildren(DiffView) if one.isVisible())


async def review(desk: Desk, button: str = "Guard the selected servers") -> Any:
    desk.press(button)
    await until(lambda: desk.page.right.currentWidget() is desk.page.review)
    return desk.page.review


async def test_each_server_of_a_client_shows_its_state(desk: Desk) -> None:
    assert rows(desk) == {"time": "unguarded", "github": "unguarded"}
    assert listed(desk) == "0 of 2 servers guarded" and "uvx mcp-server-time" in text(desk)
    assert TOKEN not in text(desk)


async def test_guarding_is_reviewed_written_and_undone_exactly(desk: Desk, cursor: Path) -> None:
    before = cursor.read_bytes()
    shown = await review(desk)
    assert shown.title.text() == "Guard 2 servers" and cursor.read_bytes() == before
    assert "npx -y server-github" in text(desk) and "Moves from the file to your keyring: GITHUB_TOKEN." in text(desk)
    assert desk.find("Cancel and change nothing").hasFocus()
    desk.press("Guard these servers")
    await until(lambda: desk.page.right.currentWidget() is desk.page.detail)
    await desk.idle()
    assert rows(desk) == {"time": "guarded", "github": "guarded"} and TOKEN not in cursor.read_text()
    assert set(desk.office.config.servers) == {"time", "github"}
    assert "2 servers are guarded now." in text(desk)
    desk.page.notice.button.click()
    await until(lambda: cursor.read_bytes() == before)
    await desk.idle()
    assert rows(desk) == {"time": "unguarded", "github": "unguarded"}


async def test_only_checked_entries_are_guarded(desk: Desk, cursor: Path) -> None:
    desk.find("Select github").click()
    shown = await review(desk)
    assert shown.title.text() == "Guard 1 server"
    desk.press("Guard these servers")
    await until(lambda: desk.page.right.currentWidget() is desk.page.detail)
    await desk.idle()
    assert rows(desk) == {"time": "guarded", "github": "unguarded"}
    assert json.loads(cursor.read_text())["mcpServers"]["github"] == ENTRIES["github"]


async def test_cancelled_review_changes_nothing(desk: Desk, cursor: Path) -> None:
    before = cursor.read_bytes()
    await review(desk)
    desk.press("Cancel and change nothing")
    assert desk.page.right.currentWidget() is desk.page.detail and cursor.read_bytes() == before


async def test_file_changed_after_the_review_is_not_written(desk: Desk, cursor: Path) -> None:
    await review(desk)
    cursor.write_text(json.dumps({"mcpServers": {**ENTRIES, "new": {"command": "x"}}}))
    after = cursor.read_bytes()
    desk.press("Guard these servers")
    await until(lambda: desk.page.review.says.isVisible())
    await desk.idle()
    assert cursor.read_bytes() == after and not desk.office.config.servers
    desk.press("Cancel and change nothing")


async def test_entry_rewritten_by_another_program_is_detected_and_repaired(desk: Desk, cursor: Path) -> None:
    await review(desk)
    desk.press("Guard these servers")
    await until(lambda: desk.page.right.currentWidget() is desk.page.detail)
    await desk.idle()
    value = json.loads(cursor.read_text())
    value["mcpServers"]["time"] = ENTRIES["time"]
    cursor.write_text(json.dumps(value, indent=2))
    desk.page._look.ask()
    await until(lambda: rows(desk)["time"] == "changed")
    assert "changed by another program, not guarded" in text(desk) and listed(desk) == "1 of 2 servers guarded"
    await review(desk)
    desk.press("Guard these servers")
    await until(lambda: rows(desk)["time"] == "guarded")
    await desk.idle()
    assert set(desk.office.config.servers) == {"time", "github"}


async def test_restore_explains_its_effect_first(desk: Desk, cursor: Path) -> None:
    before = cursor.read_bytes()
    await review(desk)
    desk.press("Guard these servers")
    await until(lambda: desk.page.right.currentWidget() is desk.page.detail)
    await desk.idle()
    await review(desk, "Restore this client's own entries")
    assert "nobody is asked about their calls" in desk.page.review.below.text()
    assert TOKEN not in text(desk) and desk.page.review.run.property("kind") == "danger"
    desk.press("Restore the client's own entries")
    await until(lambda: cursor.read_bytes() == before)
    await desk.idle()


async def test_unverified_client_needs_another_confirmation(desk: Desk, cursor: Path) -> None:
    other = cursor.parents[1] / ".lmstudio" / "mcp.json"
    other.parent.mkdir()
    other.write_text(json.dumps({"mcpServers": {"git": {"command": "uvx", "args": ["mcp-server-git"]}}}))
    desk.page._look.ask()
    await desk.idle()
    desk.press("Guard all servers of all clients")
    await until(lambda: desk.page.right.currentWidget() is desk.page.review)
    assert "The file format of LM Studio was not tried with the program itself." in text(desk)
    assert not desk.find("Guard these servers").isEnabled()
    desk.find("I have checked the changes").click()
    desk.press("Guard these servers")
    await until(lambda: desk.page.right.currentWidget() is desk.page.detail)
    await desk.idle()
    assert set(desk.office.config.servers) == {"time", "github", "git"}


async def test_unreadable_file_is_reported(desk: Desk, cursor: Path) -> None:
    cursor.write_text("{")
    desk.page._look.ask()
    await until(lambda: listed(desk) == "settings can't be read")
    await desk.idle()


async def test_client_question_is_turned_off_only_if_selected(desk: Desk, cursor: Path) -> None:
    codex = cursor.parents[1] / ".codex" / "config.toml"
    codex.parent.mkdir()
    codex.write_text('[mcp_servers.git]\ncommand = "uvx"\nargs = ["mcp-server-git"]\n')
    before = codex.read_bytes()
    desk.page._look.ask()
    await desk.idle()
    await desk.choose("Codex")
    shown = await review(desk)
    assert shown.one_gate.isVisible() and not shown.one_gate.isChecked()
    assert "Codex: turns the client's own question" in text(desk) and "approval_mode" not in shown_changes(desk)
    shown.one_gate.click()
    assert not shown.run.isEnabled()
    await until(lambda: "approval_mode" in shown_changes(desk))
    shown.one_gate.click()
    await until(lambda: "approval_mode" not in shown_changes(desk))
    shown.one_gate.click()
    await until(lambda: "approval_mode" in shown_changes(desk))
    desk.press("Guard these servers")
    await until(lambda: desk.page.right.currentWidget() is desk.page.detail)
    await desk.idle()
    assert 'default_tools_approval_mode = "approve"' in codex.read_text()
    desk.page.notice.button.click()
    await until(lambda: codex.read_bytes() == before)
    await desk.idle()


async def test_one_gate_is_not_offered_without_a_client_setting(desk: Desk, cursor: Path) -> None:
    windsurf = cursor.parents[1] / ".codeium" / "windsurf" / "mcp_config.json"
    windsurf.parent.mkdir(parents=True)
    windsurf.write_text(json.dumps({"mcpServers": ENTRIES}))
    desk.page._look.ask()
    await desk.idle()
    await desk.choose("Windsurf")
    shown = await review(desk)
    assert not shown.one_gate.isVisible()
    desk.press("Cancel and change nothing")


async def test_one_gate_is_not_carried_into_the_next_review(desk: Desk, cursor: Path) -> None:
    codex = cursor.parents[1] / ".codex" / "config.toml"
    codex.parent.mkdir()
    codex.write_text('[mcp_servers.git]\ncommand = "uvx"\n')
    desk.page._look.ask()
    await desk.idle()
    await desk.choose("Codex")
    shown = await review(desk)
    shown.one_gate.click()
    await until(lambda: "approval_mode" in shown_changes(desk))
    desk.press("Cancel and change nothing")
    shown = await review(desk)
    assert not shown.one_gate.isChecked() and "approval_mode" not in shown_changes(desk)
    desk.press("Cancel and change nothing")


@pytest.mark.parametrize("put_back", [True, False])
async def test_undo_restores_or_omits_keys_as_selected(
    desk: Desk, cursor: Path, put_back: bool
) -> None:  # fmt: skip
    before = cursor.read_bytes()
    await review(desk)
    desk.press("Guard these servers")
    await until(lambda: desk.page.right.currentWidget() is desk.page.detail)
    await desk.idle()
    shown = await review(desk, "Restore this client's own entries")
    assert shown.put_back.isVisible() and shown.put_back.isChecked()
    assert "GITHUB_TOKEN (github) will stand in the file again" in text(desk) and TOKEN not in text(desk)
    if not put_back:
        shown.put_back.click()
        assert not shown.run.isEnabled()
        await until(lambda: "stays in your keyring alone" in text(desk))
    desk.press("Restore the client's own entries")
    await until(lambda: desk.page.right.currentWidget() is desk.page.detail)
    await desk.idle()
    assert (cursor.read_bytes() == before) is put_back and (TOKEN in cursor.read_text()) is put_back
    assert rows(desk) == {"time": "unguarded", "github": "unguarded"}


async def test_undo_without_keys_does_not_ask_about_keys(desk: Desk, cursor: Path) -> None:
    desk.find("Select github").click()
    await review(desk)
    desk.press("Guard these servers")
    await until(lambda: desk.page.right.currentWidget() is desk.page.detail)
    await desk.idle()
    shown = await review(desk, "Restore this client's own entries")
    assert not shown.put_back.isVisible()
    desk.press("Cancel and change nothing")
