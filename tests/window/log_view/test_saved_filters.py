"""Saved filters of Audit: named, applied, renamed, deleted, taken back, and kept for the next start."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from tests.window.conftest import until
from tests.window.shelf import Shelf, shelved
from toolguard.window.log_view.saved_filters import (
    MAX_NAME_LENGTH,
    MAX_SAVED_FILTERS,
    FilterState,
    FilterStore,
    SavedFilter,
)


@pytest.fixture
async def shelf(tmp_path: Path) -> AsyncIterator[Shelf]:
    async with shelved(tmp_path) as made:
        await made.books.call("write_file")
        await made.books.call("delete_file", end="deny", server="db")
        await made.fresh()
        await made.filled(2)
        yield made


def menu(shelf: Shelf) -> dict[str, Any]:
    """The actions of the menu, as it is when it opens."""
    shelf.audit.saved.menu.aboutToShow.emit()
    return {action.text(): action for action in shelf.audit.saved.menu.actions() if action.text()}


def save(shelf: Shelf, name: str) -> None:
    menu(shelf)["Save filter…"].trigger()
    QTest.keyClicks(shelf.audit.saved.row.name, name)
    QTest.keyClick(shelf.audit.saved.row.name, Qt.Key.Key_Return)


async def test_filter_is_saved_and_applied(shelf: Shelf) -> None:
    assert not menu(shelf)["Save filter…"].isEnabled(), "nothing is filtered"
    assert not menu(shelf)["No saved filters"].isEnabled()
    shelf.audit.filters.choose(verdict="deny", server="db")
    shelf.audit.filters.search.setText("delete")
    await shelf.filled(1)
    save(shelf, "Denied on db")
    assert shelf.audit.notice.words.said() == "Filter “Denied on db” saved."
    assert menu(shelf)["Denied on db"].isChecked() and not menu(shelf)["Save filter…"].isEnabled()
    shelf.press("Clear all filters")
    await shelf.filled(2)
    assert not menu(shelf)["Denied on db"].isChecked()
    menu(shelf)["Denied on db"].trigger()
    assert (await shelf.filled(1))[0][3] == "delete_file"
    assert shelf.audit.filters.search.text() == "delete"


async def test_renaming_and_deleting_a_filter_can_be_undone(shelf: Shelf) -> None:
    shelf.audit.filters.choose(server="db")
    save(shelf, "One")
    menu(shelf)["Rename…"].trigger()
    assert shelf.audit.saved.row.name.text() == "One"
    QTest.keyClicks(shelf.audit.saved.row.name, "Two")
    shelf.press("Save filter")
    assert "Two" in menu(shelf) and "One" not in menu(shelf)
    shelf.press("Undo")
    assert "One" in menu(shelf) and "Two" not in menu(shelf)
    menu(shelf)["Delete"].trigger()
    assert "One" not in menu(shelf) and shelf.audit.filters.asked().server == "db", "what is shown stays"
    QTest.keyClick(shelf.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: "One" in menu(shelf))


async def test_used_or_empty_name_is_refused_with_a_reason(shelf: Shelf) -> None:
    shelf.audit.filters.choose(server="db")
    save(shelf, "One")
    shelf.audit.filters.choose(server="files")
    save(shelf, " ")
    row = shelf.audit.saved.row
    assert row.complaint.text() == "Enter a name." == row.name.accessibleDescription()
    QTest.keyClicks(row.name, "oNE")
    QTest.keyClick(row.name, Qt.Key.Key_Return)
    assert row.complaint.text() == "Another filter has this name." and row.isVisible()
    QTest.keyClick(row.name, Qt.Key.Key_Escape)
    assert not row.isVisible() and list(menu(shelf))[:1] == ["One"]


async def test_saved_filters_survive_a_restart(shelf: Shelf, tmp_path: Path) -> None:
    shelf.audit.filters.choose(server="db")
    save(shelf, "a & b, [c]")
    shelf.window.context.settings.sync()
    later = FilterStore(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    assert later.all() == [SavedFilter(name="a & b, [c]", state=FilterState(server="db"))]
    assert "a && b, [c]" in menu(shelf), "no letter of the name becomes a key"


@pytest.mark.parametrize(
    "stored",
    [
        "", "{", "7", "null", '{"name":"a"}', "[" * 10_000, json.dumps([7, {}, {"name": "", "state": {}}]),
        json.dumps([{"name": "x" * (MAX_NAME_LENGTH + 1), "state": {}}]),
        json.dumps([{"name": "a", "state": {"why": 1}}]),
        json.dumps([{"name": "a", "state": {"server": "x" * 513}}]),
        json.dumps([{"name": "a", "state": {"range": [0, 1e300]}}]),
        json.dumps([{"name": "a", "state": {"range": [1]}}]),
        json.dumps([{"name": "a", "state": {"text": " " * 300_000}}]),
    ],
)  # fmt: skip
def test_invalid_saved_filters_are_ignored(tmp_path: Path, stored: str) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    settings.setValue("audit/saved_filters", stored)
    assert FilterStore(settings).all() == []


def test_valid_filters_beside_invalid_ones_are_read(tmp_path: Path) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    store = FilterStore(settings)
    settings.setValue("audit/saved_filters", json.dumps([7, {"name": "a", "state": {}}, {"name": "A", "state": {}}]))
    assert [each.name for each in store.all()] == ["a"]
    store.write([SavedFilter(name=f"{n:03}", state=FilterState()) for n in range(MAX_SAVED_FILTERS + 9)])
    assert len(store.all()) == MAX_SAVED_FILTERS


async def test_unknown_filter_values_are_ignored(shelf: Shelf) -> None:
    shelf.audit.filters.show_state(FilterState(verdict="maybe", outcome="?", when="year", kind="?", server="gone"))
    asked = shelf.audit.filters.asked()
    assert (asked.verdict, asked.outcome, asked.since, asked.kind, asked.server) == ("", "", None, "call", "gone")
    await until(lambda: shelf.sees("No results"))
