"""A list is searched and sorted above itself; what is chosen stays chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings, Qt
from PySide6.QtTest import QTest

from toolguard.window.widgets.lists.item_list import ItemList, ListItem
from toolguard.window.widgets.lists.list_frame import ListFrame

LINES = [
    ListItem("b", "Beta", "uvx beta", "Ready", rank=2, when=30.0),
    ListItem("a", "alpha", "npx first", "Failed", rank=0, when=10.0),
    ListItem("c", "Gamma", "npx third", "Idle", rank=1, when=20.0),
]


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "list.ini"), QSettings.Format.IniFormat)


def made(settings: QSettings, qtbot: Any) -> ListFrame:
    frame = ListFrame(ItemList("Things"), "Search things", settings, "things/order", ("name", "state", "recent"))
    qtbot.addWidget(frame)
    frame.resize(340, 400)
    frame.show()
    frame.listing.lines.show_lines(LINES)
    return frame


def shown(frame: ListFrame) -> list[str]:
    lines = frame.listing.lines
    return [line.key for row in range(lines.rowCount()) if (line := lines.line(row)) is not None]


def test_search_covers_all_texts_of_an_item(settings: QSettings, qtbot: Any) -> None:
    frame = made(settings, qtbot)
    assert shown(frame) == ["a", "b", "c"]
    for words, keys in (("NPX", ["a", "c"]), ("npx idle", ["c"]), ("ready", ["b"]), ("", ["a", "b", "c"])):
        frame.search.setText(words)
        assert shown(frame) == keys
    frame.search.setText("nothing like it")
    assert shown(frame) == [] and frame.nothing.isVisible() and frame.search.isVisible()
    frame.listing.lines.show_lines([*LINES, ListItem("d", "Nothing like it")])
    assert shown(frame) == ["d"] and not frame.nothing.isVisible()
    frame.clear()
    assert len(shown(frame)) == 4


def test_selection_stays_while_the_item_matches(settings: QSettings, qtbot: Any) -> None:
    frame = made(settings, qtbot)
    frame.listing.choose("c")
    frame.search.setText("npx")
    assert frame.listing.key() == "c"
    frame.search.setText("first")
    assert frame.listing.key() == "a"
    frame.listing.choose("a")
    for order in ("state", "recent", "name"):
        frame.sort(order)  # type: ignore[arg-type]
        assert frame.listing.key() == "a"


def test_sort_order_is_stored(settings: QSettings, qtbot: Any) -> None:
    frame = made(settings, qtbot)
    frame.actions_by_order["state"].trigger()
    assert shown(frame) == ["a", "c", "b"] and frame.order.text() == "Status"
    frame.actions_by_order["recent"].trigger()
    assert shown(frame) == ["b", "c", "a"] and frame.order.accessibleName() == "Sorted by: Last used"
    assert shown(made(settings, qtbot)) == ["b", "c", "a"]
    settings.setValue("things/order", "nonsense")
    assert shown(made(settings, qtbot)) == ["a", "b", "c"]


def test_changed_item_moves_unless_the_pointer_is_over_the_list(settings: QSettings, qtbot: Any) -> None:
    frame = made(settings, qtbot)
    frame.sort("state")
    frame.listing.choose("b")
    frame.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    changed = ListItem("b", "Beta", "uvx beta", "Failed", rank=-1)
    frame.listing.lines.show_lines([changed, *LINES[1:], ListItem("d", "Delta", rank=0)])
    assert frame._soon.isActive()
    qtbot.waitUntil(lambda: not frame._soon.isActive())
    assert shown(frame) == ["a", "d", "c", "b"]
    frame.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    QCoreApplication.sendEvent(frame, QEvent(QEvent.Type.Leave))
    qtbot.waitUntil(lambda: shown(frame) == ["b", "a", "d", "c"])
    assert frame.listing.key() == "b"
    frame.listing.lines.show_lines([*LINES, ListItem("d", "Delta", rank=0)])
    qtbot.waitUntil(lambda: shown(frame) == ["a", "d", "c", "b"])
    frame.sort("recent")
    frame.listing.lines.show_lines([ListItem("b", "Beta", when=1.0), *LINES[1:], ListItem("d", "Delta")])
    qtbot.waitUntil(lambda: not frame._soon.isActive())
    assert shown(frame) == ["b", "c", "a", "d"], "rows that are sorted by time would move with each call"


def test_list_is_sorted_again_when_its_page_is_shown(settings: QSettings, qtbot: Any) -> None:
    frame = made(settings, qtbot)
    frame.sort("state")
    frame.listing.choose("b")
    frame.listing.lines.show_lines([ListItem("b", "Beta", "uvx beta", "Failed", rank=-1), *LINES[1:]])
    frame.hide()
    frame.show()
    assert shown(frame) == ["b", "a", "c"] and frame.listing.key() == "b"


def test_tool_tip_shows_a_hostile_command_as_text(settings: QSettings, qtbot: Any) -> None:
    frame = made(settings, qtbot)
    frame.listing.lines.show_lines([ListItem("x", "x", "<img src='/etc/x'>", code=True)])
    tip = frame.listing.lines.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "<p>&lt;img src=&#x27;/etc/x&#x27;&gt;</p>"


def test_keys_move_from_search_to_list(settings: QSettings, qtbot: Any) -> None:
    frame = made(settings, qtbot)
    frame.search.setFocus()
    QTest.keyClicks(frame.search, "npx")
    QTest.keyClick(frame.search, Qt.Key.Key_Escape)
    assert frame.search.text() == ""
    QTest.keyClick(frame.search, Qt.Key.Key_Down)
    assert frame.focusWidget() is frame.listing


def test_empty_list_hides_the_search(settings: QSettings, qtbot: Any) -> None:
    frame = made(settings, qtbot)
    frame.listing.lines.show_lines([])
    assert not frame.top.isVisible()
