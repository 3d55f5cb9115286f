"""The page Audit at work: time, chips, links from other pages, export, a stopped check, an index that goes."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.window.conftest import until
from tests.window.shelf import Shelf, shelved
from toolguard.gate import model
from toolguard.gate.approver import ProcessInfo
from toolguard.gate.runs import AppStarted
from toolguard.store.log.audit_log import Record
from toolguard.store.log.index import log_index
from toolguard.store.log.index.builder import remove
from toolguard.store.log.index.log_index import CallFilter, follow
from toolguard.window.log_view import call_history, call_model
from toolguard.window.log_view.call_history import CallHistory
from toolguard.window.log_view.filters import LogFilters
from toolguard.window.log_view.log_access import VerifyResult
from toolguard.window.pages import audit as page


@pytest.fixture
async def shelf(tmp_path: Path) -> AsyncIterator[Shelf]:
    async with shelved(tmp_path) as made:
        yield made


async def test_histogram_counts_matches_and_narrows_by_mouse_and_keys(shelf: Shelf) -> None:
    for hour in range(4):
        for number in range(hour + 1):
            await shelf.books.call(f"tool{hour}", arguments={"n": number})
        shelf.books.now += 3600
    await shelf.fresh()
    await shelf.filled(10)
    bars = shelf.audit.histogram
    await until(lambda: sum(bars._counts) == 10 and bars._complete)
    assert bars.isVisible() and [count for count in bars._counts if count][:3] == [1, 2, 3]
    assert bars.accessibleDescription().endswith("1 call")
    wide = bars._width()
    ends = [QPoint(round(4 + wide * (at + 0.5)), 10) for at in (bars._counts.index(2), bars._counts.index(3))]
    QTest.mousePress(bars, Qt.MouseButton.LeftButton, pos=ends[0])
    QTest.mouseMove(bars, ends[1])
    bars.setValue(bars._at(ends[1].x()))  # offscreen no button is held down while a mouse moves
    QTest.mouseRelease(bars, Qt.MouseButton.LeftButton, pos=ends[1])
    found = await shelf.filled(5)
    assert {row[3] for row in found} == {"tool1", "tool2"}
    await until(lambda: sum(bars._counts) == 5)
    bars.setFocus()
    QTest.keyClick(bars, Qt.Key.Key_Escape)
    await shelf.filled(10)
    await until(lambda: sum(bars._counts) == 10)
    QTest.keyClick(bars, Qt.Key.Key_End)
    QTest.keyClick(bars, Qt.Key.Key_Return)
    assert {row[3] for row in await shelf.filled(1)} == {"tool3"}
    chip = next(name for name in shelf.names() if name.startswith("Remove the filter Time"))
    shelf.press(chip)
    await shelf.filled(10)
    await shelf.quiet()


async def test_histogram_begins_with_the_first_match(shelf: Shelf) -> None:
    await shelf.books.call("early", client="Codex")
    shelf.books.now += 90 * 86_400
    for _ in range(3):
        await shelf.books.call("late")
        shelf.books.now += 3600
    await shelf.fresh()
    await shelf.filled(4)
    bars = shelf.audit.histogram
    await until(lambda: sum(bars._counts) == 4 and bars._complete)
    assert bars._counts[0] == 1 and bars._bars.step >= 86_400
    await until(lambda: shelf.find("Client").count() == 3)
    shelf.find("Client").setCurrentIndex(shelf.find("Client").findData("Claude"))
    await shelf.filled(3)
    await until(lambda: bars._complete and sum(bars._counts) == 3 and bars._bars.step < 900)
    await until(lambda: bars._counts[0] == 1)  # no blank bar stands before it
    assert bars._bars.count == len(bars._counts) and bars._bars.edges()[0] <= shelf.books.now - 3 * 3600
    await shelf.quiet()


async def test_empty_log_has_no_filters_and_no_match_has_no_histogram(shelf: Shelf) -> None:
    shelf.window.turn("audit")
    await shelf.show()
    audit = shelf.audit
    await until(lambda: audit.body.currentWidget() is audit._empty)
    assert not audit.filters.isVisible() and not audit.filters.search.isVisible() and not audit.export.isVisible()
    await shelf.show(recorded=1)  # of no call: that ToolGuard started
    assert audit.filters.kind.isVisible() and audit.export.isVisible()
    await shelf.books.call("write_file")
    await shelf.fresh()
    await shelf.filled(1)
    await until(lambda: audit.filters.isVisible() and audit.filters.search.isVisible() and audit.histogram.isVisible())
    audit.filters.search.setText("no such words")
    await until(lambda: audit.body.currentWidget() is audit._unmatched)
    await until(lambda: not audit.histogram.isVisible() and audit.filters.isVisible())
    await shelf.quiet()


async def test_histogram_is_hidden_for_a_call_in_a_low_window(shelf: Shelf) -> None:
    await shelf.books.call("write_file")
    await shelf.fresh()
    await shelf.filled(1)
    audit = shelf.audit
    await until(audit.histogram.isVisible)
    shelf.window.resize(900, 600)
    audit.table.selectRow(0)
    await until(lambda: audit.history.isVisible() and not audit.histogram.isVisible())
    shelf.window.resize(1280, 900)
    await until(audit.histogram.isVisible)
    shelf.window.resize(900, 600)
    shelf.press("Close details")
    await until(audit.histogram.isVisible)
    await shelf.quiet()


async def test_narrow_window_hides_less_important_columns(shelf: Shelf) -> None:
    await shelf.books.call("write_file")
    await shelf.fresh()
    await shelf.filled(1)
    table = shelf.audit.table
    shelf.window.resize(1280, 800)
    await until(lambda: not any(table.isColumnHidden(column) for column in range(8)))
    shelf.window.resize(900, 600)
    await until(lambda: table.isColumnHidden(7))
    assert not any(table.isColumnHidden(column) for column in (0, 1, 2, 3, 4, 6))
    assert table.horizontalScrollBar().maximum() == 0
    await shelf.quiet()


def test_filter_elides_its_value(qapp: QApplication) -> None:
    filters = LogFilters()
    filters.kind.setCurrentIndex(filters.kind.findData("app_started"))
    assert filters.kind.shown(500) == filters.kind.currentText()
    shown = filters.kind.shown(60)
    assert shown.endswith("…") and filters.kind.fontMetrics().horizontalAdvance(shown) <= 60
    assert not filters.kind.grab().isNull()


def test_record_without_a_call_has_the_full_width(qapp: QApplication) -> None:
    history = CallHistory()
    history.resize(1200, 400)
    process = ProcessInfo(surface="serve", pid=9)
    history.show_records([Record(1, 1.0, AppStarted(process=process))])
    history.show()
    qapp.processEvents()
    assert history.decided.width() == 1200 and not history.heading.isVisible()
    history.close()


async def test_time_header_reverses_the_order(shelf: Shelf) -> None:
    for number in range(3):
        await shelf.books.call(f"tool{number}")
    await shelf.fresh()
    assert [row[3] for row in await shelf.filled(3)] == ["tool2", "tool1", "tool0"]
    head, rows, table = shelf.audit.table.head, shelf.audit.rows, shelf.audit.table

    def click(column: int) -> None:
        middle = QPoint(head.sectionViewportPosition(column) + head.sectionSize(column) // 2, head.height() // 2)
        QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=middle)

    assert head.isSortIndicatorShown() and head.sortIndicatorSection() == 0
    click(0)
    assert [row[3] for row in await shelf.filled(3)] == ["tool0", "tool1", "tool2"]
    click(3)
    assert head.sortIndicatorSection() == 0 and rows.is_oldest_first, "the log is sorted by time only"
    table.selectRow(1)
    await until(lambda: not shelf.audit.history.isHidden())
    assert rows.row_of(rows.call(1).seq) == 1
    table.clearSelection()
    shelf.audit.history.hide()
    await shelf.books.call("tool3")
    await shelf.fresh()
    assert [row[3] for row in await shelf.filled(4)] == ["tool0", "tool1", "tool2", "tool3"]
    head.show_all_columns()
    assert [row[3] for row in await shelf.filled(4)] == ["tool3", "tool2", "tool1", "tool0"]
    await shelf.quiet()


async def test_each_filter_has_a_chip_that_removes_it(shelf: Shelf) -> None:
    await shelf.books.call("one", by="rule r1")
    await shelf.books.call("two", client="Codex")
    await shelf.fresh()
    await shelf.filled(2)
    await until(lambda: shelf.find("Decided by").count() == 3)
    shelf.find("Decided by").setCurrentIndex(shelf.find("Decided by").findData("rule r1"))
    assert (await shelf.filled(1))[0][5] == "Rule r1"
    shelf.find("Client").setCurrentIndex(shelf.find("Client").findData("Codex"))
    await until(lambda: shelf.sees("No results"))
    shelf.press("Remove the filter Decided by: Rule r1")
    assert (await shelf.filled(1))[0][3] == "two"
    shelf.find("Search log").setText("one")
    await until(lambda: shelf.sees("Remove the filter Text: one"))
    shelf.press("Remove the filter Text: one")
    shelf.press("Remove the filter Client: Codex")
    await shelf.filled(2)
    assert not shelf.sees("Clear all filters")
    await shelf.quiet()


async def test_records_without_a_call_are_listed_and_described(shelf: Shelf) -> None:
    await shelf.books.call("one")
    shelf.books.log.write(model.ConfigChanged(what="rule r1 added", by="person", detail="allow files write_file"))
    await shelf.books.log.committed()
    await shelf.fresh()
    await shelf.filled(1)
    shelf.find("Record type").setCurrentIndex(shelf.find("Record type").findData(""))
    found = await shelf.filled(2)
    assert found[0][3:] == ["rule r1 added · person · allow files write_file", "–", "You", "Settings changed", "–"]
    assert shelf.audit.count.text() == "2 records"
    shelf.audit.table.selectRow(0)
    await until(lambda: not shelf.audit.history.isHidden())
    assert shelf.audit.history.title.said() == "Settings changed"
    assert shelf.audit.history.asked.isHidden()
    shelf.press("Copy record 5 as JSON")
    assert json.loads(QGuiApplication.clipboard().text())["event"]["what"] == "rule r1 added"
    await shelf.quiet()


async def test_other_pages_can_open_a_call_server_tool_and_rule(shelf: Shelf) -> None:
    name = await shelf.books.call("one", by="rule r1")
    await shelf.books.call("two", server="db", client="Codex")
    await shelf.fresh()
    await shelf.filled(2)
    for about, tool in (("server:db", "two"), ("rule:r1", "one"), ("client:Codex", "two")):
        shelf.window.go("audit", about)
        await until(lambda tool=tool: [row[3] for row in shelf.cells()] == [tool])
    shelf.window.go("audit", "server:files\ntool:one")
    await until(lambda: [row[3] for row in shelf.cells()] == ["one"])
    shelf.window.go("audit", "client:Nobody")
    await until(lambda: shelf.sees("No results"))
    shelf.window.go("audit", name)
    await shelf.filled(2)
    await until(lambda: "one" in shelf.audit.history.title.said() and shelf.audit.table.currentIndex().row() == 1)
    shelf.window.go("audit", "nowhere")
    await until(lambda: "isn't in the log" in shelf.audit.says.text())
    await shelf.quiet()


async def test_edited_arguments_are_reported_as_a_diff(shelf: Shelf) -> None:
    await shelf.books.call("one", arguments={"path": "/etc/passwd", "n": 1}, edited={"path": "/tmp/a", "n": 1})
    await shelf.fresh()
    await shelf.filled(1)
    shelf.audit.table.selectRow(0)
    await until(lambda: not shelf.audit.history.isHidden())
    words = shelf.find("Your changes to the arguments").toPlainText().replace("\xa0", " ")
    assert '-   "path": "/etc/passwd",' in words
    assert '+   "path": "/tmp/a",' in words
    shelf.press("Close details")
    assert shelf.audit.history.isHidden()
    await shelf.quiet()


async def test_matching_or_all_calls_can_be_exported(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await shelf.books.call("one")
    await shelf.books.call("two", server="db")
    await shelf.fresh()
    await shelf.filled(2)
    export = shelf.audit.export
    assert [action.text() for action in export.menu.actions()] == [
        "Shown calls as JSON Lines…", "Shown calls as CSV…", "Shown calls as Parquet…",
        "All records with hashes as JSON Lines…", "All calls as CSV…", "All calls as Parquet…",
    ]  # fmt: skip
    export.menu.actions()[2].trigger()
    assert export._dialog is not None and export._dialog.defaultSuffix() == "parquet"
    export._dialog.done(0)
    await until(lambda: export._dialog is None)
    export.ask("csv", all_=True)
    assert export._dialog is not None  # asked beside the window, which goes on
    export._dialog.done(0)
    await until(lambda: export._dialog is None)
    shelf.window.go("audit", "server:db")
    await shelf.filled(1)
    for form, filter, lines in (("jsonl", None, 8), ("jsonl", shelf.audit.filters.asked(), 4), ("csv", None, 3)):
        target = tmp_path / f"out.{form}"
        export.start(target, form, filter)
        await until(lambda: shelf.sees("Export result") and not export.working.isVisible())
        assert str(target) in shelf.find("Export result").toPlainText()
        assert len(target.read_text().splitlines()) == lines
        shelf.press("Hide export result")
    export.start(tmp_path / "out.parquet", "parquet", CallFilter())
    await until(lambda: shelf.sees("Export result") and not export.working.isVisible())
    assert "Exported 2 rows" in shelf.find("Export result").toPlainText()
    assert (tmp_path / "out.parquet").read_bytes()[:4] == b"PAR1"
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    export.start(tmp_path / "none.parquet", "parquet", CallFilter())
    await until(lambda: shelf.sees("Export result") and not export.working.isVisible())
    assert "pip install" in shelf.find("Export result").toPlainText()
    assert not (tmp_path / "none.parquet").exists()
    export.start(tmp_path / "missing" / "x", "jsonl", None)
    await until(lambda: shelf.sees("Export result"))
    assert "Export failed" in shelf.find("Export result").toPlainText()
    export.start(tmp_path / "stopped", "jsonl", None)
    shelf.press("Stop export")
    await until(lambda: not export.working.isVisible())
    said = shelf.find("Export result").toPlainText()
    assert ("stopped" in said) != (tmp_path / "stopped").exists()
    await shelf.quiet()


async def test_stopped_verify_reports_its_progress(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    async def verify(_progress: Any, stop: Any) -> VerifyResult:
        await until(stop)
        return VerifyResult(ok=False, checked=7, newest="", problem="stopped before the end", stopped=True)

    await shelf.books.call("one")
    await shelf.fresh()
    monkeypatch.setattr(shelf.reading, "verify", verify)
    shelf.press("Verify log")
    shelf.press("Stop verification")
    await until(lambda: shelf.sees("Verification result"))
    assert shelf.find("Verification result").toPlainText() == "Stopped. 7 records checked so far are intact."
    await shelf.quiet()


async def test_deleted_index_is_rebuilt_with_progress(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "MAX_UNINDEXED_RECORDS", 5)
    monkeypatch.setattr(log_index, "_EXISTENCE_CHECK_INTERVAL", 0.1)
    for number in range(5):
        await shelf.books.call(f"tool{number}")
    await shelf.fresh()
    await shelf.filled(5)
    shelf.books.indexer.stop()
    remove(follow(shelf.books.path))
    await shelf.show(recorded=shelf.books.log.recorded + 1)
    await until(lambda: shelf.audit.behind.isVisible())
    await until(lambda: "0 of 21 records" in shelf.audit.behind.words.text())
    again = log_index.IndexThread(shelf.books.path, follow(shelf.books.path))
    again.start()
    await until(lambda: not shelf.audit.behind.isVisible())
    await shelf.filled(5)
    again.stop()
    await shelf.show(recorded=shelf.books.log.recorded)
    await until(lambda: not shelf.audit._news.isActive())
    await shelf.quiet()


def test_every_kind_of_record_is_described() -> None:
    for kind in model.AnyEvent.__args__:
        tag = str(kind.__struct_config__.tag)
        assert kind in call_history._EVENT_APPEARANCES or tag in call_model.KINDS, tag


async def test_responses_to_server_requests_are_in_the_history(shelf: Shelf) -> None:
    about = {"call": "c1", "session": "s", "client": "Claude", "server": "files", "tool": "merge"}
    told = {"request": "2", "arguments": "{}", "digest": "", "responses": '{"name":{"action":"accept\u200b"}}'}
    shelf.books.log.write(model.CallDecided(**about, verdict="allow", by="continuation of c0", **told))
    await shelf.books.log.committed()
    await shelf.fresh()
    assert (await shelf.filled(1))[0][5] == "Continues an approved call"
    shelf.audit.table.selectRow(0)
    await until(lambda: not shelf.audit.history.isHidden())
    assert shelf.sees("Responses to the server's requests")
    words = shelf.audit.history.responses.values.toPlainText()
    assert "accept⟨U+200B ZERO WIDTH SPACE⟩" in words


def test_decider_is_named_for_saved_decisions() -> None:
    assert call_model.decider("ticket of c0") == "Your earlier decision"
    assert call_model.decider("something else") == "something else"


async def test_page_shows_existing_records_without_a_snapshot(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    await shelf.books.call()
    told = shelf.books.log.recorded
    await shelf.books.call()
    await shelf.books.indexed(shelf.reading)
    ids, asked = shelf.reading.ids, list[int]()

    async def late(*about: Any, **more: Any) -> Any:
        asked.append(1)
        return (await ids(*about, **more))[1 if len(asked) == 1 else 0 :]

    monkeypatch.setattr(shelf.reading, "ids", late)
    await shelf.show(recorded=told)
    shelf.window.turn("audit")
    await until(lambda: shelf.audit.rows.rowCount() == 1)
    await shelf.show(recorded=shelf.books.log.recorded)
    await until(lambda: shelf.audit.rows.rowCount() == 2)
    assert shelf.audit.new.isHidden()
