"""Ctrl+F goes to the search of each page, and tables are sorted by their titles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHeaderView, QLineEdit

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import CLIENT, WindowHarness, make_held, make_running, opened
from tests.window.full_window.full_window import full_window
from toolguard.gate.model import ConnectedSession
from toolguard.window.main import PAGES
from toolguard.window.policy import rule_table

CTRL = Qt.KeyboardModifier.ControlModifier


def click(head: QHeaderView, column: int) -> None:
    at = QPoint(head.sectionViewportPosition(column) + 12, head.height() // 2)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)


def session(name: str, server: str, since: float = 1.0) -> ConnectedSession:
    return ConnectedSession(session=name, client=CLIENT, claim="", server=server, era="legacy", version="", since=since,
                            state="ready", detail="")  # fmt: skip


async def test_ctrl_f_focuses_the_search_on_every_page(tmp_path: Path, office: Harness) -> None:
    async with full_window(tmp_path, office, full=True, size=(1180, 760)) as harness:
        for row in PAGES:
            await harness.to(row.key)
            QTest.keyClick(harness.window, Qt.Key.Key_F, CTRL)
            focus = QApplication.focusWidget()
            assert isinstance(focus, QLineEdit) and focus.accessibleName(), row.key


async def test_running_calls_and_sessions_are_searchable(harness: WindowHarness) -> None:
    harness.window.turn("active")
    running = (make_running("r1", "search"), make_running("r2", "count_slowly"))
    sessions = (session("s1", "files"), session("s2", "mail"))
    await harness.show(running=running, running_count=2, sessions=sessions)
    page = harness.active
    await until(lambda: page.cards.rowCount() == 2)
    page.search.setText("MAIL")
    assert [page.table.isRowHidden(row) for row in range(2)] == [True, False]
    page.search.setText("count_")
    assert sum(not page.list.isRowHidden(row) for row in range(2)) == 1
    page.search.clear()
    assert not any(page.list.isRowHidden(row) or page.table.isRowHidden(row) for row in range(2))


async def test_third_click_on_a_header_removes_sorting(harness: WindowHarness) -> None:
    harness.window.turn("active")
    await harness.show(sessions=(session("s1", "mail"), session("s2", "files"), session("s3", "notes")))
    page = harness.active
    servers = lambda: [page.sessions.index(row, 2).data() for row in range(3)]  # noqa: E731
    assert servers() == ["mail", "files", "notes"]
    click(page.table.horizontalHeader(), 2)
    assert servers() == ["files", "mail", "notes"]
    click(page.table.horizontalHeader(), 2)
    assert servers() == ["notes", "mail", "files"]
    page.table.selectRow(0)
    page.sessions.sort(2)
    assert page.table.currentIndex().siblingAtColumn(2).data() == "notes", "what is selected stays selected"


async def test_rules_are_sorted_by_a_header(tmp_path: Path, office: Harness) -> None:
    for server in ("mail", "files", "notes"):
        await office.order("rule.add", server=server, tool="x", verdict="deny")
    async with opened(tmp_path, office.run, page="rules") as harness:
        page: Any = harness.window.stack.page("rules")
        await until(lambda: page.model.count() == 3)
        servers = lambda: [rule["server"] for rule in page.model.rules]  # noqa: E731
        newest_first = servers()
        click(page.table.horizontalHeader(), rule_table.SERVER)
        assert servers() == ["files", "mail", "notes"]
        click(page.table.horizontalHeader(), rule_table.SERVER)
        assert servers() == ["notes", "mail", "files"]
        click(page.table.horizontalHeader(), rule_table.SERVER)
        assert servers() == newest_first


async def test_tools_are_sorted_within_their_server(tmp_path: Path, office: Harness) -> None:
    await office.with_server("files")
    tools = [{"name": "write"}, {"name": "Copy"}, {"name": "read"}]
    office.gate.tools.add_page("files", "s", {"tools": tools}, first=True)
    async with opened(tmp_path, office.run, page="tools") as harness:
        page: Any = harness.window.stack.page("tools")
        await until(lambda: page.model.count() == 3)
        names = lambda: [tool["name"] for tool in page.model._branches[0].tools]  # noqa: E731
        page.choose("files", "read")
        click(page.tree.header(), 0)
        assert names() == ["Copy", "read", "write"]
        assert page.model.key(page.tree.currentIndex()) == ("files", "read")
        click(page.tree.header(), 0)
        assert names() == ["write", "read", "Copy"]


async def test_settings_are_searchable(tmp_path: Path, office: Harness) -> None:
    async with opened(tmp_path, office.run, page="settings") as harness:
        page: Any = harness.window.stack.page("settings")
        await until(lambda: page.rows["appearance"].isVisible())
        every = sum(not row.isHidden() for row in page.rows.values())
        for text in ("appear", "notific", "SECRETS_IN"):
            page.search.setText(text)
            found = [row for row in page.rows.values() if not row.isHidden()]
            assert 0 < len(found) < every, text
        page.search.setText("no such setting")
        assert page.nothing.isVisible() and not page.about.isVisible()
        page.open("appearance")
        assert page.search.text() == "" and sum(not row.isHidden() for row in page.rows.values()) == every


async def test_search_never_hides_pending_calls(harness: WindowHarness) -> None:
    """On Pending, Ctrl+F searches the arguments of the call that is shown."""
    await harness.show(pending=(make_held("c1"), make_held("c2", "read_file")))
    harness.keys(Qt.Key.Key_F, CTRL)
    assert QApplication.focusWidget() is harness.pending.call.viewer.search


async def test_escape_clears_the_search_above_a_list(harness: WindowHarness) -> None:
    for page, search in (("rules", "Search rules"), ("tools", "Search tools"), ("audit", "Search log")):
        harness.window.turn(page)
        field = next(each for each in harness.window.findChildren(QLineEdit) if each.accessibleName() == search)
        QTest.keyClicks(field, "look")
        QTest.keyClick(field, Qt.Key.Key_Escape)
        assert field.text() == "", page
