"""The menu of a row offers what the buttons beside its list do, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.audit_harness import shelved
from tests.window.conftest import WindowHarness, make_held, make_running, opened
from toolguard.window.log_view.call_model import TOOL
from toolguard.window.main import PAGES
from toolguard.window.pages.actions import of_page
from toolguard.window.widgets.text_label import enable_unless

ROWS_TOO = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows


def actions(menu: QMenu) -> dict[str, Any]:
    return {one.text(): one for one in menu.actions() if one.isVisible() and not one.isSeparator()}


def open_menu(harness: WindowHarness, view: Any, row: int = 0, column: int = 0) -> QMenu:
    place = view.visualRect(view.model().index(row, column)).center()
    menu = harness.window.shortcuts.show_menu(view, place)
    assert isinstance(menu, QMenu)
    return menu


async def test_menu_selects_its_row_and_presses_the_buttons(tmp_path: Path, office: Harness) -> None:
    for name in ("files", "mail"):
        await office.order("server.add", name=name, command="x")
    async with opened(tmp_path, office.run, page="servers") as harness:
        page = harness.window.stack.page("servers")
        await until(lambda: page.listing.lines.rowCount() == 2)
        page.choose("files")
        below = page.listing.viewport().rect().bottomLeft()
        assert harness.window.shortcuts.show_menu(page.listing, below) is None, "beside the rows"
        menu = open_menu(harness, page.listing, 1)
        assert page.listing.key() == "mail"
        offered = actions(menu)
        assert list(offered) == ["Edit…", "Turn off", "Duplicate", "Remove", "Show tools", "Copy"]
        assert offered["Edit…"].shortcut() == QKeySequence("F2") and offered["Remove"].shortcut() == QKeySequence("Del")
        offered["Copy"].trigger()
        assert QGuiApplication.clipboard().text() == "mail"
        offered["Duplicate"].trigger()
        await until(lambda: page.listing.key() == "mail-2")
        menu = open_menu(harness, page.listing, 1)
        offered = actions(menu)
        offered["Edit…"].trigger()
        assert page.stack.currentWidget() is page.editor and page.editor.name.text() == "mail"


async def test_menu_says_why_like_the_button(tmp_path: Path, office: Harness) -> None:
    await office.order("server.add", name="files", command="x")
    async with opened(tmp_path, office.run, page="servers") as harness:
        page = harness.window.stack.page("servers")
        await until(lambda: page.listing.lines.rowCount() == 1)
        page.choose("files")
        enable_unless(page.detail.edit_button, "It says <b>no</b>.")
        menu = open_menu(harness, page.listing)
        assert actions(menu)["Edit…"].toolTip() == "<p>It says &lt;b&gt;no&lt;/b&gt;.</p>"
        menu.close()


async def test_lists_without_rows_have_no_menu(harness: WindowHarness) -> None:
    for row in PAGES:
        harness.window.turn(row.key)
        page = harness.window.stack.page(row.key)
        assert page is not None
        assert all(harness.window.shortcuts.show_menu(view, QPoint(5, 5)) is None for view in page.row_buttons())


async def test_buttons_that_have_keys_do_the_same(harness: WindowHarness) -> None:
    for key in [row.key for row in PAGES]:
        page = harness.window.stack.page(key)
        assert page is not None
        names = {name for buttons in page.row_buttons().values() for name in buttons}
        assert {row.name for row in of_page(key) if row.of_row and row.keys} <= names | {"take_back"}, key


async def test_menu_decides_only_after_its_delay(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"), make_held("c2", "other")))
    page = harness.window.stack.page("pending")
    button = page.call.decision.run_button
    await until(button.isEnabled)
    menu = open_menu(harness, page.list)
    approve, deny = actions(menu)[button.text()], actions(menu)["Deny"]
    assert not approve.isEnabled() and not deny.isEnabled()
    approve.trigger()
    assert not harness.gate.orders
    await until(approve.isEnabled)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(approve).center())
    await until(lambda: any(order[:2] == ("approve", "c1") for order in harness.gate.orders))


async def test_menu_follows_the_delay_of_the_button(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"), make_held("c2", "other")))
    page = harness.window.stack.page("pending")
    button = page.call.decision.run_button
    await until(button.isEnabled)
    menu = open_menu(harness, page.list)
    approve = actions(menu)[button.text()]
    await until(approve.isEnabled)
    page.call.decision.arming.restart(60_000)
    await until(lambda: not approve.isEnabled())
    approve.trigger()
    assert not harness.gate.orders
    menu.close()


async def test_menu_closes_with_the_selection(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"), make_held("c2", "other")))
    page = harness.window.stack.page("pending")
    menu = open_menu(harness, page.list)
    assert menu.isVisible()
    page.choose("c2")
    assert not menu.isVisible()


async def test_menu_of_several_calls_keeps_them_selected(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"), make_held("c2", "other")))
    page = harness.window.stack.page("pending")
    page.choose_all(("c1", "c2"))
    menu = open_menu(harness, page.list, 1)
    assert list(actions(menu))[:3] == ["Approve all 2", "Deny all 2", "Make a rule"]
    assert len(page.several.calls) == 2
    menu.close()


async def test_copy_takes_every_selected_row(tmp_path: Path) -> None:
    async with shelved(tmp_path) as audit:
        for tool in ("read_file", "write_file", "move_file"):
            await audit.sample_log.call(tool)
        await audit.fresh()
        await audit.filled(3)
        table = audit.audit.table
        table.selectRow(0)
        table.selectionModel().setCurrentIndex(table.model().index(1, TOOL), ROWS_TOO)
        actions(open_menu(audit, table, 1, TOOL))["Copy"].trigger()
        assert QGuiApplication.clipboard().text().splitlines() == ["move_file", "write_file"]
        QGuiApplication.clipboard().clear()
        table.setFocus()
        QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert QGuiApplication.clipboard().text().splitlines() == ["move_file", "write_file"]
        await audit.quiet()


async def test_right_button_never_stops_a_call(harness: WindowHarness) -> None:
    harness.window.turn("active")
    await harness.show(running=(make_running("r1"), make_running("r2")))
    page = harness.window.stack.page("active")
    box = page.list.itemDelegate()._stop_box(page.list.visualRect(page.cards.index(0)))
    QTest.mouseClick(page.list.viewport(), Qt.MouseButton.RightButton, pos=box.center())
    assert page._question is None
    box = page.list.itemDelegate()._stop_box(page.list.visualRect(page.cards.index(1)))  # the details took some width
    QTest.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert page._question is not None
    page._question.close()


async def test_menu_key_in_a_table_offers_the_row_and_the_columns(tmp_path: Path) -> None:
    async with shelved(tmp_path) as audit:
        for tool in ("read_file", "write_file"):
            await audit.sample_log.call(tool)
        await audit.fresh()
        await audit.filled(2)
        table, history = audit.audit.table, audit.audit.history
        table.selectRow(0)
        table.setFocus()
        await until(history.isVisible)
        offered = menu_by_key(table)
        assert list(offered) == ["Make a rule", "Redact…", "Copy as JSON", "Copy", "Columns"]
        assert table.currentIndex().row() == 0
        offered["Copy as JSON"].trigger()
        assert "write_file" in QGuiApplication.clipboard().text()
        await audit.quiet()


def menu_by_key(view: Any) -> dict[str, Any]:
    """Press the menu key in a view, and return what the menu offers, as Shift+F10 does."""
    below = view.visualRect(view.currentIndex()).bottomLeft()  # of the view, not of its rows: it is on another one
    below.setY(below.y() + 20)
    QApplication.sendEvent(view, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, below, view.mapToGlobal(below)))
    menu = next(each for each in QApplication.topLevelWidgets() if isinstance(each, QMenu) and each.isVisible())
    found = actions(menu)
    menu.hide()
    QTest.keyClick(view, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    other = next(each for each in QApplication.topLevelWidgets() if isinstance(each, QMenu) and each.isVisible())
    assert list(actions(other)) == list(found)
    other.close()
    return found
