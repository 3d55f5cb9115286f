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
from tests.support.waiting import until
from tests.window.conftest import opened
from tests.window.pages.test_clients import ClientsHarness, Log, session
from toolguard.clients.wiring.machine import Machine
from toolguard.window.approval.diff_view import DiffView
from toolguard.window.widgets.folded_section import FoldedSection
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
async def harness(tmp_path: Path, office: Harness, cursor: Path) -> AsyncIterator[ClientsHarness]:
    office.app = replace(office.app, machine=lambda: Machine("linux", tmp_path / "home", {"PATH": ""}))
    log = Log()
    async with opened(tmp_path, page="clients", run=office.run, reading=log) as base:
        made = ClientsHarness(base.window, base.gate, base.quits)
        made.office, made.log, made.went = office, log, []
        made.page._look_again.stop()
        await made.look()
        made.page.turn("list")
        await made.choose("Cursor")
        yield made
        made.page._look_again.stop()
        await made.idle()


def rows(harness: ClientsHarness) -> dict[str, str]:
    """Every entry that is shown, with its state."""
    return {row.entry["name"]: row.entry["state"] for box in harness.page.detail.servers.boxes for row in box.rows}


def text(harness: ClientsHarness) -> str:
    """Everything that can be read on the page."""
    labels = [one.text() for one in harness.page.findChildren(QLabel) if one.isVisible()]
    return "\n".join(labels + [one.text() for one in harness.page.findChildren(TextLabel) if one.isVisible()])


def listed(harness: ClientsHarness, client: str = "Cursor") -> str:
    """What stands below a client's name in the list."""
    lines = harness.page.listing.lines
    found = (lines.line(row) for row in range(lines.rowCount()))
    return next(one.below for one in found if one is not None and one.key == client)


def shown_changes(harness: ClientsHarness) -> str:
    """The differences in the review."""
    return "\n".join(one.toPlainText() for one in harness.page.review.findChildren(DiffView) if one.isVisible())


async def review(harness: ClientsHarness, button: str = "Guard 2 servers…") -> Any:
    harness.press(button)
    await until(lambda: harness.page.right.currentWidget() is harness.page.review)
    return harness.page.review


async def test_each_server_of_a_client_shows_its_state(harness: ClientsHarness) -> None:
    assert rows(harness) == {"time": "unguarded", "github": "unguarded"}
    assert "uvx mcp-server-time" in text(harness)
    assert TOKEN not in text(harness)


async def test_row_shows_unguarded_servers_once(harness: ClientsHarness) -> None:
    line = harness.page.listing.lines.line(0)
    assert (line.right, line.below) == ("2 servers not guarded", "not connected")
    await harness.look(session("files"))
    line = harness.page.listing.lines.line(0)
    assert (line.right, line.tone, line.below) == ("2 servers not guarded", "caution", "connected to files")


async def test_limits_are_one_line_until_it_is_opened(harness: ClientsHarness) -> None:
    section = harness.page.detail.servers.findChild(FoldedSection)
    assert section.summary.text() == "Servers added by extensions, Built-in tools, Organization-managed servers"
    assert "The client's built-in tools" not in text(harness)
    section.button.click()
    assert "The client's built-in tools" in text(harness)


async def test_guarding_is_reviewed_written_and_undone_exactly(harness: ClientsHarness, cursor: Path) -> None:
    before = cursor.read_bytes()
    shown = await review(harness)
    assert shown.title.text() == "Guard 2 servers" and cursor.read_bytes() == before
    assert "npx -y server-github" in text(harness) and "Moves from the file to your keyring: GITHUB_TOKEN." in text(
        harness
    )
    assert harness.find("Cancel and change nothing").hasFocus()
    harness.page.review.run.click()
    await until(lambda: harness.page.right.currentWidget() is harness.page.detail)
    await harness.idle()
    assert rows(harness) == {"time": "guarded", "github": "guarded"} and TOKEN not in cursor.read_text()
    assert set(harness.office.config.servers) == {"time", "github"}
    assert "2 servers are guarded now. Cursor uses the change when you next start it." in text(harness)
    harness.page.notice.button.click()
    await until(lambda: cursor.read_bytes() == before)
    await harness.idle()
    assert rows(harness) == {"time": "unguarded", "github": "unguarded"}
    assert "own entries are back. Cursor uses the change when you next start it." in text(harness)


async def test_refused_undo_of_guarding_stays_in_view(harness: ClientsHarness, cursor: Path) -> None:
    await review(harness)
    harness.page.review.run.click()
    await until(lambda: harness.page.right.currentWidget() is harness.page.detail)
    await harness.idle()
    cursor.write_text("{")
    harness.page.notice.button.click()
    await harness.idle()
    assert str(cursor) in harness.page.error_label.text()
    await harness.look()
    assert harness.page.error_label.isVisible(), "reading the files again says nothing about the order"


async def test_single_server_is_guarded_and_released(harness: ClientsHarness, cursor: Path) -> None:
    before = cursor.read_bytes()
    shown = await review(harness, "Guard time")
    assert shown.title.text() == "Guard 1 server"
    harness.page.review.run.click()
    await until(lambda: harness.page.right.currentWidget() is harness.page.detail)
    await harness.idle()
    assert rows(harness) == {"time": "guarded", "github": "unguarded"}
    assert json.loads(cursor.read_text())["mcpServers"]["github"] == ENTRIES["github"]
    assert harness.find("Guard github").isVisible() and not harness.is_shown("Guard 2 servers…")
    kinds = [harness.find(name).property("kind") for name in ("Guard github", "Stop guarding time")]
    assert kinds == [None, "link"], "only what protects is a button"
    await review(harness, "Stop guarding time")
    harness.press("Restore the client's own entries")
    await until(lambda: cursor.read_bytes() == before)
    await harness.idle()


async def test_cancelled_review_changes_nothing(harness: ClientsHarness, cursor: Path) -> None:
    before = cursor.read_bytes()
    await review(harness)
    harness.press("Cancel and change nothing")
    assert harness.page.right.currentWidget() is harness.page.detail and cursor.read_bytes() == before


async def test_file_changed_after_the_review_is_not_written(harness: ClientsHarness, cursor: Path) -> None:
    await review(harness)
    cursor.write_text(json.dumps({"mcpServers": {**ENTRIES, "new": {"command": "x"}}}))
    after = cursor.read_bytes()
    harness.page.review.run.click()
    await until(lambda: harness.page.review.error_label.isVisible())
    await harness.idle()
    assert cursor.read_bytes() == after and not harness.office.config.servers
    harness.press("Cancel and change nothing")


async def test_entry_rewritten_by_another_program_is_detected_and_repaired(
    harness: ClientsHarness, cursor: Path
) -> None:
    await review(harness)
    harness.page.review.run.click()
    await until(lambda: harness.page.right.currentWidget() is harness.page.detail)
    await harness.idle()
    value = json.loads(cursor.read_text())
    value["mcpServers"]["time"] = ENTRIES["time"]
    cursor.write_text(json.dumps(value, indent=2))
    harness.page._refresh.request()
    await until(lambda: rows(harness)["time"] == "changed")
    assert "changed by another program, not guarded" in text(harness)
    assert harness.page.listing.lines.line(0).right == "1 server not guarded"
    await review(harness, "Guard time")
    harness.page.review.run.click()
    await until(lambda: rows(harness)["time"] == "guarded")
    await harness.idle()
    assert set(harness.office.config.servers) == {"time", "github"}


async def test_restore_explains_its_effect_first(harness: ClientsHarness, cursor: Path) -> None:
    before = cursor.read_bytes()
    await review(harness)
    harness.page.review.run.click()
    await until(lambda: harness.page.right.currentWidget() is harness.page.detail)
    await harness.idle()
    await review(harness, "Stop guarding 2 servers…")
    assert "nobody is asked about their calls" in harness.page.review.below.text()
    assert TOKEN not in text(harness) and harness.page.review.run.property("kind") == "danger"
    harness.press("Restore the client's own entries")
    await until(lambda: cursor.read_bytes() == before)
    await harness.idle()


async def test_unverified_client_needs_another_confirmation(harness: ClientsHarness, cursor: Path) -> None:
    other = cursor.parents[1] / ".lmstudio" / "mcp.json"
    other.parent.mkdir()
    other.write_text(json.dumps({"mcpServers": {"git": {"command": "uvx", "args": ["mcp-server-git"]}}}))
    harness.page._refresh.request()
    await harness.idle()
    harness.press("Guard all clients…")
    await until(lambda: harness.page.right.currentWidget() is harness.page.review)
    assert "The file format of LM Studio was not tried with the program itself." in text(harness)
    assert not harness.page.review.run.isEnabled()
    harness.find("I have checked the changes").click()
    harness.page.review.run.click()
    await until(lambda: harness.page.right.currentWidget() is harness.page.detail)
    await harness.idle()
    assert set(harness.office.config.servers) == {"time", "github", "git"}


async def test_unreadable_file_is_reported(harness: ClientsHarness, cursor: Path) -> None:
    cursor.write_text("{")
    harness.page._refresh.request()
    await until(lambda: listed(harness) == "settings can't be read")
    await harness.idle()


async def test_client_question_is_turned_off_only_if_selected(harness: ClientsHarness, cursor: Path) -> None:
    codex = cursor.parents[1] / ".codex" / "config.toml"
    codex.parent.mkdir()
    codex.write_text('[mcp_servers.git]\ncommand = "uvx"\nargs = ["mcp-server-git"]\n')
    before = codex.read_bytes()
    harness.page._refresh.request()
    await harness.idle()
    await harness.choose("Codex")
    shown = await review(harness, "Guard git")
    assert shown.turn_off_prompts.isVisible() and not shown.turn_off_prompts.isChecked()
    assert "only ToolGuard asks about these servers, not these clients: Codex." in text(harness)
    assert "approval_mode" not in shown_changes(harness)
    shown.turn_off_prompts.click()
    assert not shown.run.isEnabled()
    await until(lambda: "approval_mode" in shown_changes(harness))
    shown.turn_off_prompts.click()
    await until(lambda: "approval_mode" not in shown_changes(harness))
    shown.turn_off_prompts.click()
    await until(lambda: "approval_mode" in shown_changes(harness))
    harness.page.review.run.click()
    await until(lambda: harness.page.right.currentWidget() is harness.page.detail)
    await harness.idle()
    assert 'default_tools_approval_mode = "approve"' in codex.read_text()
    harness.page.notice.button.click()
    await until(lambda: codex.read_bytes() == before)
    await harness.idle()


async def test_turned_off_prompts_is_not_offered_without_a_client_setting(
    harness: ClientsHarness, cursor: Path
) -> None:
    windsurf = cursor.parents[1] / ".codeium" / "windsurf" / "mcp_config.json"
    windsurf.parent.mkdir(parents=True)
    windsurf.write_text(json.dumps({"mcpServers": ENTRIES}))
    harness.page._refresh.request()
    await harness.idle()
    await harness.choose("Windsurf")
    shown = await review(harness)
    assert not shown.turn_off_prompts.isVisible()
    harness.press("Cancel and change nothing")


async def test_turned_off_prompts_is_not_carried_into_the_next_review(harness: ClientsHarness, cursor: Path) -> None:
    codex = cursor.parents[1] / ".codex" / "config.toml"
    codex.parent.mkdir()
    codex.write_text('[mcp_servers.git]\ncommand = "uvx"\n')
    harness.page._refresh.request()
    await harness.idle()
    await harness.choose("Codex")
    shown = await review(harness, "Guard git")
    shown.turn_off_prompts.click()
    await until(lambda: "approval_mode" in shown_changes(harness))
    harness.press("Cancel and change nothing")
    shown = await review(harness, "Guard git")
    assert not shown.turn_off_prompts.isChecked() and "approval_mode" not in shown_changes(harness)
    harness.press("Cancel and change nothing")


@pytest.mark.parametrize("put_back", [True, False])
async def test_undo_restores_or_omits_keys_as_selected(
    harness: ClientsHarness, cursor: Path, put_back: bool
) -> None:  # fmt: skip
    before = cursor.read_bytes()
    await review(harness)
    harness.page.review.run.click()
    await until(lambda: harness.page.right.currentWidget() is harness.page.detail)
    await harness.idle()
    shown = await review(harness, "Stop guarding 2 servers…")
    assert shown.put_back.isVisible() and shown.put_back.isChecked()
    assert "GITHUB_TOKEN (github) is written back into the file" in text(harness) and TOKEN not in text(harness)
    if not put_back:
        shown.put_back.click()
        assert not shown.run.isEnabled()
        await until(lambda: "stays only in your keyring" in text(harness))
    harness.press("Restore the client's own entries")
    await until(lambda: harness.page.right.currentWidget() is harness.page.detail)
    await harness.idle()
    assert (cursor.read_bytes() == before) is put_back and (TOKEN in cursor.read_text()) is put_back
    assert rows(harness) == {"time": "unguarded", "github": "unguarded"}


async def test_undo_without_keys_does_not_ask_about_keys(harness: ClientsHarness, cursor: Path) -> None:
    await review(harness, "Guard time")
    harness.page.review.run.click()
    await until(lambda: harness.page.right.currentWidget() is harness.page.detail)
    await harness.idle()
    shown = await review(harness, "Stop guarding time")
    assert not shown.put_back.isVisible()
    harness.press("Cancel and change nothing")
