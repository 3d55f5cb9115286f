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
from PySide6.QtWidgets import QWidget

from tests.support.services_harness import Harness
from tests.window.conftest import Stage, opened, until
from toolguard.gate.model import ClientInfo, ConnectedSession
from toolguard.store.log.client_history import ClientSeen
from toolguard.window.clients import client_visibility

CURSOR = ClientInfo(id="Cursor", program="/opt/Cursor/cursor", pid=4711)


def session(server: str = "files", caller: ClientInfo = CURSOR, **more: Any) -> ConnectedSession:
    told = {"claim": "cursor-vscode 1.9", "era": "legacy", "version": "2025-11-25", "state": "ready", "detail": ""}
    return ConnectedSession(
        session=f"{caller.id}-{server}", client=caller, server=server, since=1.0, **{**told, **more}
    )


class Log:
    """What the log's index would tell."""

    def __init__(self) -> None:
        self.seen: list[ClientSeen] = []

    async def clients(self) -> list[ClientSeen]:
        return self.seen


class Desk(Stage):
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
        self.page._look_back.ask()
        await self.idle()

    async def idle(self) -> None:
        """Nothing is asked any more: what a test leaves behind would run when no loop does."""
        self.page._pause.stop()
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

    def press_row(self, words: str) -> None:
        """Turn to a row of the tree and press the space bar."""
        tree = self.page.detail.sight
        tree.expandAll()
        (index,) = tree.model().match(
            tree.model().index(0, 0), Qt.ItemDataRole.DisplayRole, words, 1,
            Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive,
        )  # fmt: skip
        tree.setCurrentIndex(index)
        QTest.keyClick(tree, Qt.Key.Key_Space)


@pytest.fixture
async def desk(tmp_path: Path, office: Harness) -> AsyncIterator[Desk]:
    log = Log()
    async with opened(tmp_path, run=office.run, reading=log) as stage:
        made = Desk(stage.window, stage.gate, stage.quits)
        made.office, made.log, made.went = office, log, []
        made.page.detail.to.disconnect()
        made.page.detail.to.connect(lambda page, about: made.went.append((page, about)))
        stage.window.turn("clients")
        await made.look()
        yield made


async def test_empty_page_explains_connecting_and_copies_the_entry(desk: Desk) -> None:
    assert desk.sees("No clients yet")
    desk.press("Copy entry")
    entry = json.loads(QGuiApplication.clipboard().text())
    assert next(iter(entry["mcpServers"].values()))["args"][0] == "--"
    await desk.office.order("server.add", name="files", command="c")
    await desk.look()
    desk.press("Copy entry")
    assert json.loads(QGuiApplication.clipboard().text())["mcpServers"]["files"]["args"] == ["--server", "files"]
    QGuiApplication.clipboard().clear()
    await desk.idle()


async def test_connected_and_past_clients_are_listed_together(desk: Desk) -> None:
    now = time.time()
    desk.log.seen = [
        ClientSeen("Cursor", now - 9e5, now, 3, 12, 2, "/opt/Cursor/cursor", "cursor-vscode 1.9"),
        ClientSeen("Cline", now - 9e6, now - 8e5, 1, 1204, 31, "/usr/bin/code", "Cline 3"),
    ]
    await desk.look(session("files"), session("git"))
    lines = [desk.page.listing.lines.line(row) for row in range(2)]
    assert [(line.title, line.right) for line in lines] == [("Cline", "1204 calls"), ("Cursor", "connected")]
    assert lines[1].below == "files, git"
    assert desk.page.count.text() == "2 clients, 1 connected"
    await desk.choose("Cursor")
    assert desk.find("Launched by").text() or desk.find("Launched by").said() == "/opt/Cursor/cursor (process 4711)"
    assert desk.sees("Sessions") and desk.page.detail.sessions.rowCount() == 2
    await desk.choose("Cline")
    assert not desk.sees("Sessions") and not desk.page.detail.end.isEnabled()
    assert "31 denied" in said(desk, "Calls")
    await desk.idle()


def said(desk: Desk, fact: str) -> str:
    rows = [row for row in desk.page.detail.facts._rows if row.name.text() == fact]
    return str((rows[0].coded if rows[0]._words[2] else rows[0].said).said())


async def test_reported_client_name_is_marked_as_claim_and_plain_text(desk: Desk) -> None:
    await desk.look(session(claim="<b>admin</b>\u202e", caller=ClientInfo(id="x\u202ey", program="/bin/x")))
    await desk.choose("x\u202ey")
    assert said(desk, "Reported name") == "<b>admin</b>⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩ (self-reported)"
    assert "U+202E" in desk.page.listing.lines.index(0).data()
    desk.window.grab()
    await desk.idle()


async def test_project_folders_link_takes_no_extra_line(desk: Desk) -> None:
    await desk.look(session())
    link, page = desk.page.project, desk.page

    def bottom(widget: QWidget) -> int:
        return int(widget.mapTo(page, widget.rect().bottomLeft()).y())

    for width in (1400, 900):
        desk.window.resize(width, 700)
        await until(lambda: link.isVisible() and link.width() == link.sizeHint().width())
        await until(lambda: abs(bottom(link) - bottom(page.add)) < 8 or abs(bottom(link) - bottom(page.legend)) < 8)


async def test_ending_sessions_asks_for_confirmation(desk: Desk) -> None:
    await desk.look(session())
    await desk.choose("Cursor")
    desk.press("Disconnect…")
    words = desk.find("Confirm").said()
    assert "running calls are stopped" in words and "may reconnect" in words
    assert desk.find("Cancel").hasFocus()
    desk.press("Disconnect")
    await until(lambda: "not connected now" in desk.page.detail.says.text())  # the office's guard knows no session
    await desk.idle()


# --- what it may see


async def with_tools(desk: Desk) -> None:
    await desk.office.order("server.add", name="files", command="c")
    desk.office.gate.tools.add_page("files", "s", {"tools": [{"name": "read"}, {"name": "write"}]}, first=True)
    await desk.look(session())
    await desk.choose("Cursor")


def sees(desk: Desk) -> list[bool]:
    return [desk.office.gate.tool_visibility.is_visible("Cursor", "files", tool) for tool in ("read", "write")]


async def test_space_hides_and_shows_a_tool_for_one_client(desk: Desk) -> None:
    await with_tools(desk)
    assert desk.tree() == {
        "files": (True, "all tools"), "read": (True, "visible"), "write": (True, "visible"),
    }  # fmt: skip
    desk.press_row("write")
    await until(lambda: sees(desk) == [True, False])
    await until(lambda: desk.tree()["write"] == (False, "hidden"))
    assert desk.office.gate.tool_visibility.is_visible("Codex", "files", "write")
    assert desk.page.detail.sight.currentIndex().data() == "write", "what is chosen stays chosen"
    desk.press_row("write")
    await until(lambda: sees(desk) == [True, True])
    assert not desk.office.config.switches, "a switch that says nothing is not kept"
    await desk.idle()


async def test_clicked_control_does_not_move_when_data_arrives(desk: Desk) -> None:
    await with_tools(desk)
    await desk.look(session("files"))
    await desk.choose("Cursor")
    sight = desk.page.detail.sight
    sight.expandAll()
    before = sight.mapTo(desk.window, QPoint())
    desk.log.seen = [ClientSeen("Cursor", 1.0, 2.0, 3, 12, 2)]
    await desk.look(session("files"), session("mail"))
    assert "2 denied" in said(desk, "Calls") and desk.page.detail.sessions.rowCount() == 2
    assert sight.mapTo(desk.window, QPoint()) == before


async def test_server_can_be_hidden_except_for_one_tool(desk: Desk) -> None:
    await with_tools(desk)
    desk.press_row("files")
    await until(lambda: sees(desk) == [False, False])
    await until(lambda: desk.tree()["files"] == (False, "no tools"))
    desk.press_row("read")
    await until(lambda: sees(desk) == [True, False])
    await until(lambda: desk.tree()["files"][1].startswith("only "))
    desk.press_row("files")
    await until(lambda: sees(desk) == [True, True])
    await desk.idle()


async def test_tool_hidden_from_all_cannot_be_shown_to_one_client(desk: Desk) -> None:
    await with_tools(desk)
    await desk.office.order("tool.switch", server="files", tool="write", exposed=False)
    await desk.look(session())
    assert desk.tree()["write"] == (False, "hidden from all clients")
    desk.press_row("write")
    await desk.idle()
    assert sees(desk) == [True, False] and len(desk.office.config.switches) == 1
    await desk.idle()


async def test_refused_switch_shows_its_real_state(desk: Desk) -> None:
    await with_tools(desk)
    (desk.office.config._path).write_text("{")
    desk.press_row("write")
    await until(lambda: desk.page.detail.says.text())
    assert desk.tree()["write"] == (True, "visible")
    await desk.idle()


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


async def test_client_rules_are_listed_with_links_to_other_pages(desk: Desk) -> None:
    await with_tools(desk)
    assert not desk.sees("Show rules of this client")
    await desk.office.order("rule.add", client="Cursor", server="files", tool="write", verdict="deny")
    await desk.office.order("rule.add", client="*", server="files", tool="read", verdict="deny")
    await desk.look(session())
    assert desk.find("Related rules") is not None
    assert desk.page.detail.said_rules.said() == "Deny write on files"
    desk.press("Show rules of this client")
    desk.press("Show calls of this client")
    assert desk.went == [("rules", "client:Cursor"), ("audit", "client:Cursor")]
    await desk.idle()


async def test_other_pages_can_open_a_client_even_before_it_connects(desk: Desk) -> None:
    desk.window.go("clients", "Cursor")
    await desk.look(session(caller=ClientInfo(id="Codex")))
    assert desk.page.listing.key() == ""
    await desk.look(session(caller=ClientInfo(id="Codex")), session())
    assert desk.page.listing.key() == "Cursor"
    assert desk.page.detail.sight.rootIndex() == QModelIndex()
    await desk.idle()
