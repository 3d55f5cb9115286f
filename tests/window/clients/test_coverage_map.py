"""The map on the page Clients: which client reaches which server, how that stands, and what can be done about it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.services_harness import Harness
from tests.window.clients.test_client_servers import text
from tests.window.conftest import opened, until
from tests.window.pages.test_clients import Desk, Log
from toolguard.clients.wiring.clients import CLIENTS
from toolguard.clients.wiring.machine import Machine
from toolguard.gate.texts import code_of
from toolguard.window.clients.coverage import UNCHANGEABLE_PARTS

GIT = {"command": "uvx", "args": ["mcp-server-git"]}
TIME = {"command": "uvx", "args": ["mcp-server-time"]}


def put(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value, indent=2))
    return path


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    put(home / ".cursor" / "mcp.json", {"mcpServers": {"git": GIT, "time": TIME}})
    put(home / ".gemini" / "settings.json", {"mcpServers": {"git": GIT}})
    return home


@pytest.fixture
async def desk(tmp_path: Path, office: Harness, home: Path) -> AsyncIterator[Desk]:
    office.app = replace(office.app, machine=lambda: Machine("linux", home, {"PATH": ""}))
    log = Log()
    async with opened(tmp_path, run=office.run, reading=log) as stage:
        made = Desk(stage.window, stage.gate, stage.quits)
        made.office, made.log, made.went = office, log, []
        stage.window.turn("clients")
        made.page._look_again.stop()
        await made.look()
        yield made
        made.page._look_again.stop()
        await made.idle()


async def read(desk: Desk) -> None:
    desk.page._look.ask()
    await desk.idle()


def states(desk: Desk) -> dict[str, str]:
    """Each place of the map where something is, in words."""
    table = desk.page.map.table
    rows, columns = range(table.map.rowCount()), range(table.map.columnCount())
    said = (table.map.sentence(row, column).rpartition(": ") for row in rows for column in columns)
    return {place: state for place, _, state in said if state not in ("not in its settings", "none")}


def go(desk: Desk, server: str, client: str) -> None:
    table = desk.page.map.table
    row = next(row for row in table.map.coverage.rows if row.title == server)
    assert table.choose(row, client)
    QApplication.processEvents()


async def test_map_shows_which_client_reaches_which_server(desk: Desk) -> None:
    assert desk.page.views.currentWidget() is desk.page.map
    told = states(desk)
    assert told["git, Cursor"] == told["git, Gemini CLI"] == told["time, Cursor"] == "not guarded"
    assert told["Built-in tools, Cursor"] == "can't be guarded" and "time, Gemini CLI" not in told
    assert "3 not guarded" in text(desk)


async def test_first_unguarded_cell_is_selected(desk: Desk) -> None:
    assert "git in Cursor" in text(desk) and "uvx mcp-server-git" in text(desk)


async def test_cell_is_guarded_and_undone_from_the_map(desk: Desk, home: Path) -> None:
    before = (home / ".cursor" / "mcp.json").read_bytes()
    go(desk, "time", "Cursor")
    desk.press("Guard time in Cursor")
    await until(lambda: desk.page.right.currentWidget() is desk.page.review)
    assert desk.page.review.title.text() == "Guard 1 server" and not desk.page.listing.isVisible()
    desk.press("Guard these servers")
    await until(lambda: desk.page.views.currentWidget() is desk.page.map)
    await read(desk)
    assert states(desk)["time, Cursor"] == "guarded" and states(desk)["git, Cursor"] == "not guarded"
    assert "1 guarded" in text(desk) and "Launches ToolGuard's server time." in text(desk)
    desk.press("Stop guarding time in Cursor")
    await until(lambda: desk.page.right.currentWidget() is desk.page.review)
    desk.press("Restore the client's own entries")
    await until(lambda: (home / ".cursor" / "mcp.json").read_bytes() == before)
    await until(lambda: desk.page.views.currentWidget() is desk.page.map)
    await read(desk)
    assert states(desk)["time, Cursor"] == "not guarded"


async def test_review_has_one_guard_button_and_names_are_above_their_columns(desk: Desk) -> None:
    header = desk.page.map.table.horizontalHeader()
    assert header.height() < 2.5 * header.fontMetrics().lineSpacing(), "names of one line need no more"
    desk.press("Guard all servers of all clients")
    await until(lambda: desk.page.right.currentWidget() is desk.page.review)
    assert not desk.page.guard_all.isVisible()
    desk.press("Cancel and change nothing")
    await until(lambda: desk.page.guard_all.isVisible())


async def test_cancelled_review_returns_to_the_same_cell(desk: Desk) -> None:
    go(desk, "git", "Gemini CLI")
    desk.press("Guard git in Gemini CLI")
    await until(lambda: desk.page.right.currentWidget() is desk.page.review)
    desk.press("Cancel and change nothing")
    assert desk.page.map.isVisible() and desk.page.map.table.hasFocus()
    assert "git in Gemini CLI" in text(desk)


async def test_externally_changed_entry_is_shown_on_the_map(desk: Desk, home: Path) -> None:
    desk.press("Guard all servers of all clients")
    await until(lambda: desk.page.right.currentWidget() is desk.page.review)
    desk.press("Guard these servers")
    await until(lambda: desk.page.views.currentWidget() is desk.page.map)
    await read(desk)
    assert set(states(desk).values()) == {"guarded", "can't be guarded"}
    put(home / ".gemini" / "settings.json", {"mcpServers": {"git": GIT}})
    await read(desk)
    assert states(desk)["git, Gemini CLI"] == "changed by another program, not guarded"
    assert "1 changed" in text(desk)


async def test_unguardable_server_shows_its_reason(desk: Desk) -> None:
    go(desk, "Built-in tools", "Cursor")
    assert "The client's built-in tools do not come through a server" in text(desk)
    assert not desk.page.map.run.isVisible() and not desk.page.map.stop.isVisible()


async def test_unreadable_file_has_its_own_row(desk: Desk, home: Path) -> None:
    put(home / ".codex" / "config.toml", "[")
    await read(desk)
    assert states(desk)["Unreadable settings, Codex"] == "can't be read"
    go(desk, "Unreadable settings", "Codex")
    assert str(home / ".codex" / "config.toml") in text(desk)


async def test_read_only_file_offers_no_change(desk: Desk, home: Path) -> None:
    path = home / ".cursor" / "mcp.json"
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        await read(desk)
        go(desk, "git", "Cursor")
        if desk.page.map.table.place().entries[0].is_writable:
            pytest.skip("needs an account that permissions of files hold for")
        assert "This file is read-only." in text(desk) and not desk.page.map.run.isVisible()
    finally:
        path.parent.chmod(0o700)
        path.chmod(0o600)


async def test_map_works_by_keyboard_alone(desk: Desk) -> None:
    table = desk.page.map.table
    table.setFocus()
    go(desk, "git", "Cursor")
    QTest.keyClick(table, Qt.Key.Key_Right)
    assert "git in Gemini CLI" in text(desk)
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert "time in Gemini CLI" in text(desk) and "not in its settings" in text(desk)
    QTest.keyClick(table, Qt.Key.Key_Left)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert desk.find("Guard time in Cursor").hasFocus()


async def test_selected_cell_stays_while_servers_change(desk: Desk, home: Path) -> None:
    go(desk, "time", "Cursor")
    put(home / ".gemini" / "settings.json", {"mcpServers": {"alpha": GIT, "git": GIT}})
    await read(desk)
    assert "time in Cursor" in text(desk) and "alpha, Gemini CLI" in states(desk)


async def test_map_opens_a_client(desk: Desk) -> None:
    go(desk, "git", "Gemini CLI")
    desk.press("Show client Gemini CLI")
    await desk.idle()
    assert desk.page.detail.isVisible() and desk.page.listing.key() == "Gemini CLI"
    desk.press("Show clients and servers as a map")
    assert desk.page.map.isVisible() and "git in Gemini CLI" in text(desk)


async def test_selected_view_is_remembered(desk: Desk) -> None:
    assert desk.window.context.settings.value("clients/view") is None
    desk.press("Show clients as a list")
    assert desk.page.listing.isVisible() and desk.window.context.settings.value("clients/view") == "list"


async def test_each_limit_of_a_known_client_has_a_row(desk: Desk) -> None:
    assert {code_of(limit) for row in CLIENTS for limit in row.limits} == set(UNCHANGEABLE_PARTS)


async def test_hostile_names_are_shown_as_data(desk: Desk, home: Path) -> None:
    put(home / ".gemini" / "settings.json", {"mcpServers": {"<b>x</b>\u202egnp\n" + "y" * 900: GIT}})
    await read(desk)
    place = next(one for one in states(desk) if one.startswith("<b>"))
    assert "U+202E" in place and "\n" not in place and len(place) < 300


async def project(tmp_path: Path) -> Path:
    folder = tmp_path / "webshop"
    put(folder / ".cursor" / "mcp.json", {"mcpServers": {"shop": {"command": "npx", "args": ["shop-server"]}}})
    return folder


async def test_project_folder_is_added_stored_guarded_and_removed(desk: Desk, tmp_path: Path) -> None:
    folder = await project(tmp_path)
    desk.press("Project folders…")
    desk.page.folders.take(folder)
    await desk.idle()
    assert states(desk)["shop (webshop), Cursor"] == "not guarded"
    assert desk.window.context.settings.value("clients/projects") == [str(folder)]
    desk.press("Back from project folders")
    go(desk, "shop (webshop)", "Cursor")
    desk.press("Guard shop (webshop) in Cursor")
    await until(lambda: desk.page.right.currentWidget() is desk.page.review)
    desk.press("Guard these servers")
    await until(lambda: desk.page.views.currentWidget() is desk.page.map)
    await read(desk)
    assert states(desk)["shop (webshop), Cursor"] == "guarded"
    assert desk.office.config.servers["shop"].cwd == str(folder)
    desk.press("Project folders…")
    desk.press(f"Remove {folder} from the list")
    await desk.idle()
    assert "shop (webshop), Cursor" not in states(desk) and "No project folders yet" in text(desk)
    assert (folder / ".cursor" / "mcp.json").exists()


async def test_missing_folder_is_not_added(desk: Desk, tmp_path: Path) -> None:
    desk.press("Project folders…")
    assert not desk.page.folders.take(tmp_path / "nowhere")
    assert "is not a folder." in text(desk) and not desk.page.folders.paths


def dropped(desk: Desk, *paths: Path) -> QDropEvent:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    event.setAccepted(False)
    desk.window.dropEvent(event)
    return event


async def test_dropped_folder_is_added_as_project(desk: Desk, tmp_path: Path) -> None:
    folder = await project(tmp_path)
    desk.window.turn("pending")
    assert dropped(desk, folder).isAccepted()
    desk.page._look_again.stop()
    await desk.idle()
    assert desk.page.isVisible() and "shop (webshop), Cursor" in states(desk)


async def test_unsupported_dropped_file_changes_nothing(desk: Desk, tmp_path: Path) -> None:
    path = put(tmp_path / "picture.png", "x")
    assert not dropped(desk, path, tmp_path / "gone").isAccepted()
