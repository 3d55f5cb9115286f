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
from tests.support.waiting import until
from tests.window.clients.test_client_servers import text
from tests.window.conftest import opened
from tests.window.pages.test_clients import ClientsHarness, Log, session
from toolguard.clients.wiring.clients import CLIENTS
from toolguard.clients.wiring.machine import Machine
from toolguard.gate.model import ClientInfo
from toolguard.gate.texts import code_of
from toolguard.window.clients.client_servers import UNCHANGEABLE_PARTS, unguarded_text
from toolguard.window.clients.coverage import (
    Coverage,
    CoverageCell,
    CoverageEntry,
    CoverageRow,
    RowKind,
    coverage_of,
)
from toolguard.window.clients.coverage_map import CoverageLegend

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
async def harness(tmp_path: Path, office: Harness, home: Path) -> AsyncIterator[ClientsHarness]:
    office.app = replace(office.app, machine=lambda: Machine("linux", home, {"PATH": ""}))
    log = Log()
    async with opened(tmp_path, page="clients", run=office.run, reading=log) as base:
        made = ClientsHarness(base.window, base.gate, base.quits)
        made.office, made.log, made.went = office, log, []
        made.page._look_again.stop()
        await made.look()
        yield made
        made.page._look_again.stop()
        await made.idle()


async def read(harness: ClientsHarness) -> None:
    harness.page._refresh.request()
    await harness.idle()


def states(harness: ClientsHarness) -> dict[str, str]:
    """Each place of the map where something is, in words."""
    table = harness.page.map.table
    rows, columns = range(table.map.rowCount()), range(table.map.columnCount())
    result = (table.map.sentence(row, column).rpartition(": ") for row in rows for column in columns)
    return {place: state for place, _, state in result if state not in ("not in its settings", "none")}


def go(harness: ClientsHarness, server: str, client: str) -> None:
    table = harness.page.map.table
    row = next(row for row in table.map.coverage.rows if row.title == server)
    assert table.choose(row, client)
    QApplication.processEvents()


async def test_map_shows_which_client_reaches_which_server(harness: ClientsHarness) -> None:
    assert harness.page.views.currentWidget() is harness.page.map
    result = states(harness)
    assert result["git, Cursor"] == result["git, Gemini CLI"] == result["time, Cursor"] == "not guarded"
    assert "time, Gemini CLI" not in result


async def test_unguardable_kinds_are_one_row_until_unfolded(harness: ClientsHarness) -> None:
    table = harness.page.map.table
    assert states(harness)["Can't be guarded, Cursor"] == "3 kinds"
    assert "Built-in tools, Cursor" not in states(harness)
    go(harness, "Can't be guarded", "Cursor")
    assert "The client's built-in tools do not come through a server" in text(harness)
    assert not harness.page.map.run.isVisible() and not harness.page.map.stop.isVisible()
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert states(harness)["Built-in tools, Cursor"] == "can't be guarded"
    go(harness, "Built-in tools", "Cursor")
    table.verticalHeader().sectionClicked.emit(table.map.rowCount() - 1)
    assert "Built-in tools, Cursor" in states(harness), "the last row folds nothing"
    table.verticalHeader().sectionClicked.emit(next(at for at, row in enumerate(table.map.coverage.rows) if row.folds))
    assert "Built-in tools, Cursor" not in states(harness) and "Can't be guarded in Cursor" in text(harness)


async def test_rows_are_whole_and_unfolded_ones_are_scrolled_to(harness: ClientsHarness) -> None:
    table, row = harness.page.map.table, harness.page.map.table.verticalHeader().defaultSectionSize()
    table.unfold(True)
    harness.page.map.setFixedHeight(table.horizontalHeader().height() + row * (table.map.rowCount() - 1) + 120)
    table.unfold(False)
    await until(lambda: table.verticalScrollBar().maximum() == 0)
    table.unfold(True)
    limits = [at for at, one in enumerate(table.map.coverage.rows) if one.kind is RowKind.LIMIT]

    def is_whole(at: int) -> bool:
        return bool(table.viewport().rect().contains(table.visualRect(table.map.index(at, 0))))

    await until(lambda: is_whole(limits[0]) and is_whole(limits[-1]), 5)
    assert table.viewport().height() % row == 0 and table.verticalScrollBar().value() > 0


async def test_texts_are_shown_beside_the_icons_if_those_on_the_map_fit(harness: ClientsHarness) -> None:
    table = harness.page.map.table
    columns = table.map.columnCount()
    assert "changed" not in states(harness).values() and "over HTTP" not in states(harness).values()
    room = table.fontMetrics().horizontalAdvance("not guarded") + 50
    table.setFixedWidth(table.verticalHeader().width() + columns * room + 20)
    await until(lambda: table.shows_words)
    table.unfold(True)
    table.setFixedWidth(table.verticalHeader().sizeHint().width() + columns * room + 20)
    await until(lambda: table.shows_words)
    table.setFixedWidth(table.verticalHeader().width() + columns * 70)
    await until(lambda: not table.shows_words)


async def test_cell_of_a_server_that_the_client_does_not_have_shows_a_dash(harness: ClientsHarness) -> None:
    table = harness.page.map.table
    model = table.map
    places = [(row, column) for row in range(model.rowCount()) for column in range(model.columnCount())]
    at = next(model.index(*place) for place in places if model.coverage.cell(*place) is None)
    image = table.viewport().grab(table.visualRect(at).adjusted(0, 0, 0, -2)).toImage()
    assert len({image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}) > 1
    assert model.sentence(at.row(), at.column()).endswith("not in its settings")


async def test_token_alone_is_not_counted_as_guarded(harness: ClientsHarness) -> None:
    await harness.office.order("server.add", name="files", command="c")
    await harness.office.order("client.add", name="agent")
    await harness.look()
    assert states(harness)["files, agent"] == "over HTTP"
    assert "1 server over HTTP" in text(harness) and "1 server guarded" not in text(harness)
    go(harness, "files", "agent")
    assert "Its token is valid for this server. It isn't connected now." in text(harness)
    agent = ClientInfo(id="agent", program="", pid=0, transport="http")
    await harness.look(session("files", agent))
    assert states(harness)["files, agent"] == "guarded"
    assert "1 server guarded" in text(harness) and "1 server over HTTP" not in text(harness)
    assert "It isn't connected now." not in text(harness)


async def test_connection_that_is_in_no_file_has_a_cell_too(harness: ClientsHarness, home: Path) -> None:
    through = {"command": "/opt/bin/toolguard-connect", "args": ["--server", "notes"]}
    put(home / ".cursor" / "mcp.json", {"mcpServers": {"git": GIT, "my-notes": through}})
    await harness.look(session("files"), session("notes"), session("git"))
    result = states(harness)
    assert result["files, Cursor"] == result["my-notes, Cursor"] == "guarded"
    assert "notes, Cursor" not in result, "the connection of an entry in a file is in its cell"
    assert result["git, Cursor"] == "not guarded", "an entry of the same name still starts the server itself"
    put(home / ".cursor" / "mcp.json", {"mcpServers": {"all": {"command": "/opt/bin/toolguard-connect", "args": []}}})
    await read(harness)
    assert "files, Cursor" not in states(harness) and states(harness)["all, Cursor"] == "guarded"


async def test_first_unguarded_cell_is_selected(harness: ClientsHarness) -> None:
    assert "git in Cursor" in text(harness) and "uvx mcp-server-git" in text(harness)


async def test_cell_is_guarded_and_undone_from_the_map(harness: ClientsHarness, home: Path) -> None:
    before = (home / ".cursor" / "mcp.json").read_bytes()
    go(harness, "time", "Cursor")
    harness.press("Guard time in Cursor")
    await until(lambda: harness.page.right.currentWidget() is harness.page.review)
    assert harness.page.review.title.text() == "Guard 1 server" and not harness.page.listing.isVisible()
    harness.page.review.run.click()
    await until(lambda: harness.page.views.currentWidget() is harness.page.map)
    await read(harness)
    assert states(harness)["time, Cursor"] == "guarded" and states(harness)["git, Cursor"] == "not guarded"
    assert "1 server guarded" in text(harness) and "Cursor starts time through ToolGuard." in text(harness)
    harness.press("Stop guarding time in Cursor")
    await until(lambda: harness.page.right.currentWidget() is harness.page.review)
    harness.press("Restore the client's own entries")
    await until(lambda: (home / ".cursor" / "mcp.json").read_bytes() == before)
    await until(lambda: harness.page.views.currentWidget() is harness.page.map)
    await read(harness)
    assert states(harness)["time, Cursor"] == "not guarded"


async def test_review_has_one_guard_button_and_names_are_above_their_columns(harness: ClientsHarness) -> None:
    header = harness.page.map.table.horizontalHeader()
    assert header.height() < 2.5 * header.fontMetrics().lineSpacing(), "names of one line need no more"
    harness.press("Guard all clients…")
    await until(lambda: harness.page.right.currentWidget() is harness.page.review)
    page = harness.page
    head = (page.guard_all, page.choice, page.add, page.project)
    assert not any(part.isVisible() for part in head), "the review is alone on the page"
    harness.press("Cancel and change nothing")
    await until(lambda: harness.page.guard_all.isVisible())


async def test_cancelled_review_returns_to_the_same_cell(harness: ClientsHarness) -> None:
    go(harness, "git", "Gemini CLI")
    harness.press("Guard git in Gemini CLI")
    await until(lambda: harness.page.right.currentWidget() is harness.page.review)
    harness.press("Cancel and change nothing")
    assert harness.page.map.isVisible() and harness.page.map.table.hasFocus()
    assert "git in Gemini CLI" in text(harness)


async def test_externally_changed_entry_is_shown_on_the_map(harness: ClientsHarness, home: Path) -> None:
    harness.press("Guard all clients…")
    await until(lambda: harness.page.right.currentWidget() is harness.page.review)
    harness.page.review.run.click()
    await until(lambda: harness.page.views.currentWidget() is harness.page.map)
    await read(harness)
    assert {state for place, state in states(harness).items() if not place.startswith("Can't be guarded")} == {
        "guarded"
    }
    put(home / ".gemini" / "settings.json", {"mcpServers": {"git": GIT}})
    await read(harness)
    assert states(harness)["git, Gemini CLI"] == "changed by another program, not guarded"
    assert "1 server changed" in text(harness)


async def test_unguardable_server_shows_its_reason(harness: ClientsHarness) -> None:
    harness.page.map.table.unfold(True)
    go(harness, "Built-in tools", "Cursor")
    assert "The client's built-in tools do not come through a server" in text(harness)
    assert "ToolGuard does not see these calls." in text(harness)
    assert not harness.page.map.run.isVisible() and not harness.page.map.stop.isVisible()


async def test_server_of_several_clients_counts_once_in_header_and_review(harness: ClientsHarness) -> None:
    rows = [unguarded_text(client) for client in harness.page._installed.values()]
    assert sorted(filter(None, rows)) == ["1 server not guarded", "2 servers not guarded"]
    assert "2 servers not guarded in 2 clients" in text(harness)
    harness.press("Guard all clients…")
    await until(lambda: harness.page.right.currentWidget() is harness.page.review)
    assert harness.page.review.title.text() == "Guard 2 servers for 2 clients"
    assert harness.page.review.run.text() == "Guard 2 servers"
    harness.page.review.run.click()
    await until(lambda: "2 servers are guarded now." in text(harness))
    await harness.idle()


async def test_unreadable_file_has_its_own_row(harness: ClientsHarness, home: Path) -> None:
    put(home / ".codex" / "config.toml", "[")
    await read(harness)
    await harness.look(session("files", ClientInfo(id="Codex", program="", pid=0)))
    line = harness.page._line("Codex")
    assert (line.right, line.tone) == ("settings can't be read", "caution"), "also while it is connected"
    assert states(harness)["Unreadable settings, Codex"] == "can't be read"
    go(harness, "Unreadable settings", "Codex")
    assert str(home / ".codex" / "config.toml") in text(harness)


async def test_read_only_file_offers_no_change(harness: ClientsHarness, home: Path) -> None:
    path = home / ".cursor" / "mcp.json"
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        await read(harness)
        go(harness, "git", "Cursor")
        if harness.page.map.table.place().entries[0].is_writable:
            pytest.skip("needs an account that permissions of files hold for")
        assert "This file is read-only." in text(harness) and not harness.page.map.run.isVisible()
    finally:
        path.parent.chmod(0o700)
        path.chmod(0o600)


async def test_map_works_by_keyboard_alone(harness: ClientsHarness) -> None:
    table = harness.page.map.table
    table.setFocus()
    go(harness, "git", "Cursor")
    QTest.keyClick(table, Qt.Key.Key_Right)
    assert "git in Gemini CLI" in text(harness)
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert "time in Gemini CLI" in text(harness) and "not in its settings" in text(harness)
    QTest.keyClick(table, Qt.Key.Key_Left)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert harness.find("Guard time in Cursor").hasFocus()


async def test_selected_cell_stays_while_servers_change(harness: ClientsHarness, home: Path) -> None:
    go(harness, "time", "Cursor")
    put(home / ".gemini" / "settings.json", {"mcpServers": {"alpha": GIT, "git": GIT}})
    await read(harness)
    assert "time in Cursor" in text(harness) and "alpha, Gemini CLI" in states(harness)


async def test_map_opens_a_client(harness: ClientsHarness) -> None:
    go(harness, "git", "Gemini CLI")
    harness.press("Show client Gemini CLI")
    await harness.idle()
    assert harness.page.detail.isVisible() and harness.page.listing.key() == "Gemini CLI"
    harness.press("Show clients and servers as a map")
    assert harness.page.map.isVisible() and "git in Gemini CLI" in text(harness)


async def test_selected_view_is_remembered(harness: ClientsHarness) -> None:
    assert harness.window.context.settings.value("clients/view") is None
    harness.press("Show clients as a list")
    assert harness.page.listing.isVisible() and harness.window.context.settings.value("clients/view") == "list"


async def test_each_limit_of_a_known_client_has_a_row(harness: ClientsHarness) -> None:
    assert {code_of(limit) for row in CLIENTS for limit in row.limits} == set(UNCHANGEABLE_PARTS)


async def test_hostile_names_are_shown_as_data(harness: ClientsHarness, home: Path) -> None:
    put(home / ".gemini" / "settings.json", {"mcpServers": {"<b>x</b>\u202egnp\n" + "y" * 900: GIT}})
    await read(harness)
    place = next(one for one in states(harness) if one.startswith("<b>"))
    assert "U+202E" in place and "\n" not in place and len(place) < 300
    names, tip = harness.page.map.table.map, Qt.ItemDataRole.ToolTipRole
    row = next(at for at, one in enumerate(names.coverage.rows) if one.title.startswith("<b>"))
    tips = (names.headerData(row, Qt.Orientation.Vertical, tip), names.index(row, 0).data(tip))
    assert all("&lt;b&gt;x" in text and "<b>" not in text for text in tips), "Qt reads them as HTML"


async def project(tmp_path: Path) -> Path:
    folder = tmp_path / "webshop"
    put(folder / ".cursor" / "mcp.json", {"mcpServers": {"shop": {"command": "npx", "args": ["shop-server"]}}})
    return folder


async def test_project_folder_is_added_stored_guarded_and_removed(harness: ClientsHarness, tmp_path: Path) -> None:
    folder = await project(tmp_path)
    harness.press("Project folders…")
    harness.page.folders.add_folder(folder)
    await harness.idle()
    assert states(harness)["shop (webshop), Cursor"] == "not guarded"
    assert harness.window.context.settings.value("clients/projects") == [str(folder)]
    harness.press("Back from project folders")
    go(harness, "shop (webshop)", "Cursor")
    harness.press("Guard shop (webshop) in Cursor")
    await until(lambda: harness.page.right.currentWidget() is harness.page.review)
    harness.page.review.run.click()
    await until(lambda: harness.page.views.currentWidget() is harness.page.map)
    await read(harness)
    assert states(harness)["shop (webshop), Cursor"] == "guarded"
    assert harness.office.config.servers["shop"].cwd == str(folder)
    harness.press("Project folders…")
    harness.press(f"Remove {folder} from the list")
    await harness.idle()
    assert "shop (webshop), Cursor" not in states(harness) and "No project folders yet" in text(harness)
    assert (folder / ".cursor" / "mcp.json").exists()


async def test_missing_folder_is_not_added(harness: ClientsHarness, tmp_path: Path) -> None:
    harness.press("Project folders…")
    assert not harness.page.folders.add_folder(tmp_path / "nowhere")
    assert "is not a folder." in text(harness) and not harness.page.folders.paths


def dropped(harness: ClientsHarness, *paths: Path) -> QDropEvent:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    event.setAccepted(False)
    harness.window.dropEvent(event)
    return event


async def test_dropped_folder_is_added_as_project(harness: ClientsHarness, tmp_path: Path) -> None:
    folder = await project(tmp_path)
    harness.window.turn("pending")
    assert dropped(harness, folder).isAccepted()
    harness.page._look_again.stop()
    await harness.idle()
    assert harness.page.isVisible() and "shop (webshop), Cursor" in states(harness)


async def test_unsupported_dropped_file_changes_nothing(harness: ClientsHarness, tmp_path: Path) -> None:
    path = put(tmp_path / "picture.png", "x")
    assert not dropped(harness, path, tmp_path / "gone").isAccepted()


def test_client_without_servers_has_a_column() -> None:
    """It is in the list and in the number of clients, too."""
    found = coverage_of(["old laptop"], [])
    assert found.clients == ("old laptop",) and found.rows == ()


def test_summary_fits_one_line_of_a_small_window(qapp: QApplication) -> None:
    states = ("unguarded", "guarded", "allowed", "unguardable")
    rows = [CoverageRow(RowKind.SERVER, f"{state}{number}") for state in states for number in range(11)]
    cells = {
        (row, client): CoverageCell("", client, row, (CoverageEntry(row.title.rstrip("0123456789")),))
        for row in rows
        for client in ("Claude Desktop", "Cursor")
    }
    legend = CoverageLegend()
    legend.show_coverage(Coverage(tuple(rows), ("Claude Desktop", "Cursor"), cells))
    assert legend.heightForWidth(560) == legend.heightForWidth(5_000)
    legend.deleteLater()
