"""The page Clients: who is connected and who was, what each may see, how its sessions are ended."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, opened
from toolguard.gate.model import ClientForgotten, ClientInfo, ConnectedSession
from toolguard.store.log.client_history import ClientSeen
from toolguard.window import theme
from toolguard.window.clients import client_visibility

CURSOR = ClientInfo(id="Cursor", program="/opt/Cursor/cursor", pid=4711)


def session(server: str = "files", caller: ClientInfo = CURSOR, **more: Any) -> ConnectedSession:
    members = {"claim": "cursor-vscode 1.9", "era": "legacy", "version": "2025-11-25", "state": "ready", "detail": ""}
    return ConnectedSession(
        session=f"{caller.id}-{server}", client=caller, server=server, since=1.0, **{**members, **more}
    )


class Log:
    """What the log's index would tell."""

    def __init__(self) -> None:
        self.seen: list[ClientSeen] = []

    async def clients(self) -> list[ClientSeen]:
        return self.seen

    async def values(self, _field: str) -> list[str]:
        return []


class ClientsHarness(WindowHarness):
    office: Harness
    log: Log
    edition = 0
    went: list[tuple[str, str]]

    @property
    def page(self) -> Any:
        return self.window.stack.page("clients")

    async def look(self, *sessions: ConnectedSession) -> None:
        self.edition += 1
        await self.show(edition=self.edition, recorded=self.edition, sessions=sessions)
        self.page._look_back.request()
        await self.idle()

    async def idle(self) -> None:
        """Nothing is asked any more: what a test leaves behind would run when no loop does."""
        self.page._look_back.pause.stop()
        self.page._look_again.stop()
        await until(lambda: not self.window.context.core_link._tasks)

    async def choose(self, client: str) -> None:
        assert self.page.listing.choose(client)
        await self.idle()

    def tree(self) -> dict[str, tuple[bool, str]]:
        """Every row of what the client may see: is it ticked, and in what words."""
        found: dict[str, tuple[bool, str]] = {}
        model = self.page.detail.sight.model()
        tops = [model.index(row, 0) for row in range(model.rowCount())]
        for index in (*tops, *(model.index(row, 0, top) for top in tops for row in range(model.rowCount(top)))):
            ticked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
            found[index.data()] = (ticked, index.siblingAtColumn(1).data())
        return found

    def press_row(self, text: str) -> None:
        """Turn to a row of the tree and press the space bar."""
        tree = self.page.detail.sight
        tree.expandAll()
        (index,) = tree.model().match(
            tree.model().index(0, 0), Qt.ItemDataRole.DisplayRole, text, 1,
            Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive,
        )  # fmt: skip
        tree.setCurrentIndex(index)
        QTest.keyClick(tree, Qt.Key.Key_Space)


@pytest.fixture
async def harness(tmp_path: Path, office: Harness) -> AsyncIterator[ClientsHarness]:
    log = Log()
    async with opened(tmp_path, page="clients", run=office.run, reading=log) as base:
        made = ClientsHarness(base.window, base.gate, base.quits)
        made.office, made.log, made.went = office, log, []
        made.page.detail.page_requested.disconnect()
        made.page.detail.page_requested.connect(lambda page, about: made.went.append((page, about)))
        await made.look()
        yield made


async def test_empty_page_begins_with_a_server_then_copies_the_entry(harness: ClientsHarness) -> None:
    assert harness.is_shown("No clients yet") and not harness.is_shown("Copy entry")
    harness.press("Add server")
    await until(lambda: harness.window.stack.key == "servers")
    harness.window.turn("clients")
    await harness.office.order("server.add", name="files", command="c")
    await harness.look()
    harness.press("Copy entry")
    assert json.loads(QGuiApplication.clipboard().text())["mcpServers"]["files"]["args"] == ["--server", "files"]
    QGuiApplication.clipboard().clear()
    await harness.idle()


async def test_form_stays_when_the_first_client_connects(harness: ClientsHarness) -> None:
    harness.page.show_folders()
    await harness.look(session())
    assert harness.page.right.currentWidget() is harness.page.folders and not harness.page.listing.key()


async def test_selected_client_is_shown_in_place_of_a_form_without_input(harness: ClientsHarness) -> None:
    """The list had a client selected, and the pane beside it still asked for the name of another."""
    await harness.look(session(caller=ClientInfo(id="Cline")), session())
    page = harness.page
    await harness.choose("Cline")
    for form, show in ((page.editor, page.begin_add), (page.folders, page.show_folders)):
        show()
        await until(form.isVisible)
        await harness.choose("Cursor")
        assert page.right.currentWidget() is page.detail and page.detail.client == "Cursor"
        await harness.choose("Cline")
    page.begin_add()
    await until(page.editor.isVisible)
    page.editor.name.setText("agent")
    await harness.choose("Cursor")
    await until(lambda: not page.listing.key())
    assert page.right.currentWidget() is page.editor and page.editor.name.text() == "agent"
    assert page.editor.error_label.text() == "Save or cancel this first."
    await harness.idle()


async def test_connected_and_past_clients_are_listed_together(harness: ClientsHarness) -> None:
    now = time.time()
    harness.log.seen = [
        ClientSeen("Cursor", now - 9e5, now, 3, 12, 2, "/opt/Cursor/cursor", "cursor-vscode 1.9"),
        ClientSeen("Cline", now - 9e6, now - 8e5, 1, 1204, 31, "/usr/bin/code", "Cline 3"),
    ]
    await harness.look(session("files"), session("git"))
    lines = [harness.page.listing.lines.line(row) for row in range(2)]
    assert [(line.title, line.right) for line in lines] == [("Cline", "1204 calls"), ("Cursor", "")]
    assert lines[1].below == "connected to files, git"
    assert harness.page.count.text() == "2 clients, 1 connected"
    await harness.choose("Cursor")
    assert (
        harness.find("Launched by").text() or harness.find("Launched by").text() == "/opt/Cursor/cursor (process 4711)"
    )
    assert harness.is_shown("Sessions") and harness.page.detail.sessions.rowCount() == 2
    await harness.choose("Cline")
    assert not harness.is_shown("Sessions") and not harness.page.detail.end.isVisible()
    assert "31 denied" in fact_text(harness, "Calls")
    await harness.idle()


def fact_text(harness: ClientsHarness, fact: str) -> str:
    rows = [row for row in harness.page.detail.facts._rows if row.name.text() == fact]
    return str(rows[0].value_label.text())


async def test_reported_client_name_is_marked_as_claim_and_plain_text(harness: ClientsHarness) -> None:
    await harness.look(session(claim="<b>admin</b>\u202e", caller=ClientInfo(id="x\u202ey", program="/bin/x")))
    await harness.choose("x\u202ey")
    assert fact_text(harness, "Reported name") == "<b>admin</b>⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩ (self-reported)"
    assert "U+202E" in harness.page.listing.lines.index(0).data()
    harness.window.grab()
    await harness.idle()


async def test_list_begins_where_the_lists_of_other_pages_do(harness: ClientsHarness) -> None:
    await harness.look(session())
    page = harness.page
    assert page.folders_of_list.isVisible() and not page.summary.isVisible()
    row_end = page.add.mapTo(page, page.add.rect().bottomLeft()).y() + 1
    await until(lambda: page.views.y() == row_end + theme.SPACE * 3)
    await harness.idle()


@pytest.mark.parametrize("has_servers", [False, True])
async def test_page_without_clients_has_project_folders_with_its_other_actions(
    harness: ClientsHarness, has_servers: bool
) -> None:
    page = harness.page
    page._has_servers = has_servers
    page._show()
    assert not page.left.isVisible() and not page.summary.isVisible()
    harness.press("Project folders…")
    assert page.right.currentWidget() is page.folders
    await harness.idle()


async def test_ending_sessions_asks_for_confirmation(harness: ClientsHarness) -> None:
    await harness.look(session())
    await harness.choose("Cursor")
    harness.press("Disconnect…")
    text = harness.find("Confirm").text()
    assert "running calls are stopped" in text and "may reconnect" in text
    assert harness.find("Cancel").hasFocus()
    harness.press("Disconnect")
    await until(
        lambda: "not connected now" in harness.page.detail.error_label.text()
    )  # the office's guard knows no session
    await harness.idle()


# --- what it may see


async def with_tools(harness: ClientsHarness, *more: str) -> None:
    await harness.office.order("server.add", name="files", command="c")
    tools = [{"name": name, "title": name.capitalize()} for name in ("read", "write", *more)]
    harness.office.gate.tools.add_page("files", "s", {"tools": tools}, first=True)
    await harness.look(session())
    await harness.choose("Cursor")


def exposures(harness: ClientsHarness) -> list[bool]:
    return [harness.office.gate.tool_visibility.is_visible("Cursor", "files", tool) for tool in ("read", "write")]


async def test_space_hides_and_shows_a_tool_for_one_client(harness: ClientsHarness) -> None:
    await with_tools(harness)
    assert harness.tree() == {
        "files": (True, "all tools"), "read": (True, "visible"), "write": (True, "visible"),
    }  # fmt: skip
    harness.press_row("write")
    await until(lambda: exposures(harness) == [True, False])
    await until(lambda: harness.tree()["write"] == (False, "hidden"))
    assert harness.office.gate.tool_visibility.is_visible("Codex", "files", "write")
    assert harness.page.detail.sight.currentIndex().data() == "write", "what is chosen stays chosen"
    harness.press_row("write")
    await until(lambda: exposures(harness) == [True, True])
    assert not harness.office.config.switches, "a switch that says nothing is not kept"
    await harness.idle()


async def test_clicked_control_does_not_move_when_data_arrives(harness: ClientsHarness) -> None:
    await with_tools(harness)
    await harness.look(session("files"))
    await harness.choose("Cursor")
    sight = harness.page.detail.sight
    sight.expandAll()
    before = sight.mapTo(harness.window, QPoint())
    harness.log.seen = [ClientSeen("Cursor", 1.0, 2.0, 3, 12, 2)]
    await harness.look(session("files"), session("mail"))
    assert "2 denied" in fact_text(harness, "Calls") and harness.page.detail.sessions.rowCount() == 2
    assert sight.mapTo(harness.window, QPoint()) == before


async def test_server_can_be_hidden_except_for_one_tool(harness: ClientsHarness) -> None:
    await with_tools(harness)
    harness.press_row("files")
    await until(lambda: exposures(harness) == [False, False])
    await until(lambda: harness.tree()["files"] == (False, "no tools"))
    harness.press_row("read")
    await until(lambda: exposures(harness) == [True, False])
    await until(lambda: harness.tree()["files"][1].startswith("only "))
    harness.press_row("files")
    await until(lambda: exposures(harness) == [True, True])
    await harness.idle()


async def test_long_tool_names_do_not_hide_the_switch_column(harness: ClientsHarness) -> None:
    await with_tools(harness, "a_tool_with_a_name_that_needs_more_than_the_whole_width_of_a_narrow_pane")
    harness.window.resize(harness.window.minimumSize())
    tree = harness.page.detail.sight
    collapsed = tree.columnViewportPosition(1)
    tree.expandAll()
    assert tree.columnViewportPosition(1) == collapsed, "the column stays in its place"
    await until(lambda: tree.viewport().width() < tree.sizeHintForColumn(0))
    await until(lambda: tree.columnViewportPosition(1) + tree.sizeHintForColumn(1) <= tree.viewport().width())
    await harness.idle()


async def test_tool_hidden_from_all_cannot_be_shown_to_one_client(harness: ClientsHarness) -> None:
    await with_tools(harness)
    await harness.office.order("tool.switch", server="files", tool="write", exposed=False)
    await harness.look(session())
    assert harness.tree()["write"] == (False, "hidden from all clients")
    harness.press_row("write")
    await harness.idle()
    assert exposures(harness) == [True, False] and len(harness.office.config.switches) == 1
    await harness.idle()


async def test_refused_switch_shows_its_real_state(harness: ClientsHarness) -> None:
    await with_tools(harness)
    (harness.office.config._path).write_text("{")
    harness.press_row("write")
    await until(lambda: harness.page.detail.error_label.text())
    assert harness.tree()["write"] == (True, "visible")
    await harness.idle()


@pytest.mark.parametrize(
    ("own", "tool", "shown", "wanted"),
    [
        (None, "*", False, False), (False, "*", True, None), (None, "x", False, False), (None, "x", True, None),
        (False, "x", True, True), (False, "x", False, None), (True, "x", True, None),
    ],
)  # fmt: skip
def test_switch_without_effect_is_not_stored(own: bool | None, tool: str, shown: bool, wanted: bool | None) -> None:
    assert client_visibility.requested_visibility({"own": own}, tool, shown=shown) is wanted


# --- from here to other pages


async def test_client_rules_are_listed_with_links_to_other_pages(harness: ClientsHarness) -> None:
    await with_tools(harness)
    assert not harness.is_shown("Show rules of this client")
    await harness.office.order("rule.add", client="Cursor", server="files", tool="write", verdict="deny")
    await harness.office.order("rule.add", client="*", server="files", tool="read", verdict="deny")
    await harness.look(session())
    assert harness.find("Related rules") is not None
    assert harness.page.detail.stated_rules.text() == "Deny write on files"
    harness.press("Show rules of this client")
    harness.press("Show calls of this client")
    assert harness.went == [("rules", "client:Cursor"), ("audit", "client:Cursor")]
    await harness.idle()


async def test_other_pages_can_open_a_client_even_before_it_connects(harness: ClientsHarness) -> None:
    harness.window.go("clients", "Cursor")
    await harness.look(session(caller=ClientInfo(id="Codex")))
    assert harness.page.listing.key() == ""
    await harness.look(session(caller=ClientInfo(id="Codex")), session())
    assert harness.page.listing.key() == "Cursor"
    assert harness.page.detail.sight.rootIndex() == QModelIndex()
    await harness.idle()


async def test_client_that_will_not_come_again_is_removed_after_a_question(harness: ClientsHarness) -> None:
    harness.log.seen = [
        ClientSeen(client="Cline", first=1.0, last=2.0, joined=1, calls=0, denied=0),
        ClientSeen(client="Cursor", first=1.0, last=2.0, joined=1, calls=0, denied=0),
    ]
    await harness.office.order("rule.add", verdict="deny", server="git", tool="*", client="Cline")
    await harness.look(session())
    remove = harness.page.detail.remove
    await harness.choose("Cursor")
    assert not remove.isVisible(), "it is connected"
    await harness.choose("Cline")
    assert not remove.isVisible(), "a rule names it"
    assert harness.page._line("Cline").right == "", "no calls are not worth a number"
    (rule,) = await harness.office.order("rule.list")
    await harness.office.order("rule.remove", id=rule["id"])
    await harness.look(session())
    harness.press("Remove this client from the list")
    confirm = harness.page.detail.confirm
    assert "Its calls stay in Audit." in confirm.text_label.text() and harness.office.log.events
    confirm.no.click()
    assert not any(isinstance(event, ClientForgotten) for event in harness.office.log.events)
    harness.press("Remove this client from the list")
    confirm.yes.click()
    await harness.idle()
    assert [event.client for event in harness.office.log.events if isinstance(event, ClientForgotten)] == ["Cline"]
    assert harness.page.listing.key() == "Cursor" and harness.page.listing.lines.rowCount() == 1
    assert harness.page.listing.hasFocus()
    await harness.idle()
