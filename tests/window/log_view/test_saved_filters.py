"""Saved filters of Audit: named, applied, renamed, deleted, taken back, and kept for the next start."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest

from tests.support.waiting import until
from tests.window.audit_harness import AuditHarness, shelved
from toolguard.window.log_view.call_model import TOOL
from toolguard.window.log_view.saved_filters import (
    MAX_NAME_LENGTH,
    MAX_SAVED_FILTERS,
    FilterState,
    FilterStore,
    SavedFilter,
)


@pytest.fixture
async def audit_harness(tmp_path: Path) -> AsyncIterator[AuditHarness]:
    async with shelved(tmp_path) as made:
        await made.sample_log.call("write_file")
        await made.sample_log.call("delete_file", end="deny", server="db")
        await made.fresh()
        await made.filled(2)
        yield made


def menu(audit_harness: AuditHarness) -> dict[str, Any]:
    """The actions of the menu, as it is when it opens."""
    audit_harness.audit.saved.menu.aboutToShow.emit()
    return {action.text(): action for action in audit_harness.audit.saved.menu.actions() if action.text()}


def save(audit_harness: AuditHarness, name: str) -> None:
    menu(audit_harness)["Save filter…"].trigger()
    QTest.keyClicks(audit_harness.audit.saved.row.name, name)
    QTest.keyClick(audit_harness.audit.saved.row.name, Qt.Key.Key_Return)


async def test_filter_is_saved_and_applied(audit_harness: AuditHarness) -> None:
    assert not menu(audit_harness)["Save filter…"].isEnabled(), "nothing is filtered"
    assert not menu(audit_harness)["No saved filters"].isEnabled()
    audit_harness.audit.filters.choose(verdict="deny", server="db")
    audit_harness.audit.filters.search.setText("delete")
    await audit_harness.filled(1)
    save(audit_harness, "Denied on db")
    assert audit_harness.audit.notice.text_label.text() == "Filter “Denied on db” saved."
    assert audit_harness.audit.saved.button.hasFocus(), "the row that had it is gone"
    assert menu(audit_harness)["Denied on db"].isChecked() and not menu(audit_harness)["Save filter…"].isEnabled()
    audit_harness.press("Clear all filters")
    await audit_harness.filled(2)
    assert not menu(audit_harness)["Denied on db"].isChecked()
    menu(audit_harness)["Denied on db"].trigger()
    assert (await audit_harness.filled(1))[0][TOOL] == "delete_file"
    assert audit_harness.audit.filters.search.text() == "delete"


async def test_renaming_and_deleting_a_filter_can_be_undone(audit_harness: AuditHarness) -> None:
    audit_harness.audit.filters.choose(server="db")
    save(audit_harness, "One")
    menu(audit_harness)["Rename…"].trigger()
    assert audit_harness.audit.saved.row.name.text() == "One"
    QTest.keyClicks(audit_harness.audit.saved.row.name, "Two")
    audit_harness.press("Save filter")
    assert "Two" in menu(audit_harness) and "One" not in menu(audit_harness)
    audit_harness.press("Undo")
    assert "One" in menu(audit_harness) and "Two" not in menu(audit_harness)
    menu(audit_harness)["Remove"].trigger()
    assert "One" not in menu(audit_harness) and audit_harness.audit.filters.current_filter().server == "db", (
        "what is shown stays"
    )
    QTest.keyClick(audit_harness.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: "One" in menu(audit_harness))


async def test_used_or_empty_name_is_refused_with_a_reason(audit_harness: AuditHarness) -> None:
    audit_harness.audit.filters.choose(server="db")
    save(audit_harness, "One")
    audit_harness.audit.filters.choose(server="files")
    save(audit_harness, " ")
    row = audit_harness.audit.saved.row
    assert row.complaint.text() == "Enter a name." == row.name.accessibleDescription()
    QTest.keyClicks(row.name, "oNE")
    QTest.keyClick(row.name, Qt.Key.Key_Return)
    assert row.complaint.text() == "Another filter has this name." and row.isVisible()
    QTest.keyClick(row.name, Qt.Key.Key_Escape)
    assert not row.isVisible() and list(menu(audit_harness))[:1] == ["One"]


async def test_filters_that_changed_meanwhile_are_not_saved_empty_or_twice(audit_harness: AuditHarness) -> None:
    saved, filters = audit_harness.audit.saved, audit_harness.audit.filters
    filters.choose(server="db")
    save(audit_harness, "One")
    filters.choose(server="db", verdict="deny")
    menu(audit_harness)["Save filter…"].trigger()
    QTest.keyClicks(saved.row.name, "Two")
    for change, why in (({"server": "db"}, "Already saved as “One”."), ({}, "No filter is set.")):
        filters.choose(**change)
        QTest.keyClick(saved.row.name, Qt.Key.Key_Return)
        assert saved.row.complaint.text() == why and "Two" not in menu(audit_harness)
    filters.choose(verdict="deny")
    QTest.keyClick(saved.row.name, Qt.Key.Key_Return)
    assert menu(audit_harness)["Two"].isChecked()


async def test_saved_filters_survive_a_restart(audit_harness: AuditHarness, tmp_path: Path) -> None:
    audit_harness.audit.filters.choose(server="db")
    save(audit_harness, "a & b, [c]")
    audit_harness.window.context.settings.sync()
    later = FilterStore(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    assert later.all() == [SavedFilter(name="a & b, [c]", state=FilterState(server="db"))]
    assert "a && b, [c]" in menu(audit_harness), "no letter of the name becomes a key"


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


async def test_unknown_filter_values_are_ignored(audit_harness: AuditHarness) -> None:
    audit_harness.audit.filters.show_state(
        FilterState(verdict="maybe", outcome="?", when="year", kind="?", server="gone")
    )
    asked = audit_harness.audit.filters.current_filter()
    assert (asked.verdict, asked.outcome, asked.since, asked.kind, asked.server) == ("", "", None, "call", "gone")
    await until(lambda: audit_harness.is_shown("No results"))
