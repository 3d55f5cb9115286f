"""The page Audit at work: time, chips, links from other pages, export, a stopped check, an index that goes."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QScrollArea, QStyleOptionViewItem, QWidget

from tests.support.waiting import until
from tests.window.audit_harness import HASH, AuditHarness, shelved
from toolguard.gate import model
from toolguard.gate.approver import ProcessInfo
from toolguard.gate.model import CallDecided, CallForwarded
from toolguard.gate.runs import AppStarted
from toolguard.store.log.audit_log import Record
from toolguard.store.log.index import log_index
from toolguard.store.log.index.connection import remove
from toolguard.store.log.index.log_index import CallFilter, follow
from toolguard.window.log_view import call_history, call_model
from toolguard.window.log_view.call_history import CallHistory
from toolguard.window.log_view.call_model import ARGUMENT, CLIENT, DECISION, DURATION, HEADERS, OUTCOME, SERVER, TOOL
from toolguard.window.log_view.filters import LogFilters
from toolguard.window.log_view.log_access import VerifyResult
from toolguard.window.pages import audit as page
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.text_label import TextLabel


@pytest.fixture
async def audit_harness(tmp_path: Path) -> AsyncIterator[AuditHarness]:
    async with shelved(tmp_path) as made:
        yield made


async def test_histogram_counts_matches_and_narrows_by_mouse_and_keys(audit_harness: AuditHarness) -> None:
    for hour in range(4):
        for number in range(hour + 1):
            await audit_harness.sample_log.call(f"tool{hour}", arguments={"n": number})
        audit_harness.sample_log.now += 3600
    await audit_harness.fresh()
    await audit_harness.filled(10)
    bars = audit_harness.audit.histogram
    await until(lambda: sum(bars._counts) == 10 and bars._complete)
    assert bars.isVisible() and [count for count in bars._counts if count][:3] == [1, 2, 3]
    assert bars.accessibleDescription().endswith("1 call")
    wide = bars._width()
    ends = [QPoint(round(4 + wide * (at + 0.5)), 10) for at in (bars._counts.index(2), bars._counts.index(3))]
    QTest.mousePress(bars, Qt.MouseButton.LeftButton, pos=ends[0])
    QTest.mouseMove(bars, ends[1])
    bars.setValue(bars._bar_at(ends[1].x()))  # offscreen no button is held down while a mouse moves
    QTest.mouseRelease(bars, Qt.MouseButton.LeftButton, pos=ends[1])
    found = await audit_harness.filled(5)
    assert {row[TOOL] for row in found} == {"tool1", "tool2"}
    await until(lambda: sum(bars._counts) == 5)
    bars.setFocus()
    QTest.keyClick(bars, Qt.Key.Key_Escape)
    await audit_harness.filled(10)
    await until(lambda: sum(bars._counts) == 10)
    QTest.keyClick(bars, Qt.Key.Key_End)
    QTest.keyClick(bars, Qt.Key.Key_Return)
    assert {row[TOOL] for row in await audit_harness.filled(1)} == {"tool3"}
    chip = next(name for name in audit_harness.names() if name.startswith("Remove the filter Time"))
    audit_harness.press(chip)
    await audit_harness.filled(10)
    await audit_harness.quiet()


async def test_histogram_begins_with_the_first_match(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call("early", client="Codex")
    audit_harness.sample_log.now += 90 * 86_400
    for _ in range(3):
        await audit_harness.sample_log.call("late")
        audit_harness.sample_log.now += 3600
    await audit_harness.fresh()
    await audit_harness.filled(4)
    bars = audit_harness.audit.histogram
    await until(lambda: sum(bars._counts) == 4 and bars._complete)
    assert bars._counts[0] == 1 and bars._bars.step >= 86_400
    await until(lambda: audit_harness.find("Client").count() == 3)
    audit_harness.find("Client").setCurrentIndex(audit_harness.find("Client").findData("Claude"))
    await audit_harness.filled(3)
    await until(lambda: bars._complete and sum(bars._counts) == 3 and bars._bars.step < 900)
    await until(lambda: bars._counts[0] == 1)  # no blank bar stands before it
    assert bars._bars.count == len(bars._counts) and bars._bars.edges()[0] <= audit_harness.sample_log.now - 3 * 3600
    await audit_harness.quiet()


async def test_rows_that_cannot_be_read_are_read_again(
    audit_harness: AuditHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example while the index is removed and built again. It was taken for a failure of the window."""
    audit, read = audit_harness.audit, audit_harness.reading.rows
    await audit_harness.sample_log.call("asked")
    problems = [OSError("the index is gone")]

    async def rows(ids: list[int]) -> Any:
        if problems:
            raise problems.pop()
        return await read(ids)

    monkeypatch.setattr(audit_harness.reading, "rows", rows)
    await audit_harness.fresh()
    await until(lambda: audit.error_label.isVisible() and audit.error_label.text() == "the index is gone")
    audit._retry.start(0)
    await audit_harness.filled(1)
    await until(lambda: not audit.error_label.isVisible() and audit_harness.cells()[0][1])
    await audit_harness.quiet()


async def test_denial_is_marked_although_another_look_at_the_log_ends_later(
    audit_harness: AuditHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, audit = audit_harness.sample_log, audit_harness.audit
    await log.call("asked", end="held")
    await audit_harness.fresh()
    await audit_harness.filled(1)
    await until(lambda: audit.histogram._complete)
    await audit_harness.quiet()
    read, looked, both = audit_harness.reading.verdicts, [], asyncio.Event()

    async def verdicts(seen: Any) -> Any:
        found = await read(seen)
        looked.append(found)
        await both.wait()
        return found

    monkeypatch.setattr(audit_harness.reading, "verdicts", verdicts)
    marks = [asyncio.ensure_future(audit._mark(audit._loads))]
    await until(lambda: len(looked) == 1)
    who = {"call": "call00001", "session": "s", "client": "Claude", "server": "files", "tool": "asked"}
    log.log.write(model.CallDecided(**who, verdict="deny", by="person", reason="no", waited=2.0))
    await log.log.committed()
    await log.indexed(audit_harness.reading)
    marks.append(asyncio.ensure_future(audit._mark(audit._loads)))
    await until(lambda: len(looked) == 2)
    both.set()
    await asyncio.gather(*marks)
    assert sum(audit.histogram._denied) == 1
    await audit_harness.quiet()


async def test_histogram_shows_denied_calls_of_each_bar_and_later_denials(audit_harness: AuditHarness) -> None:
    log, bars = audit_harness.sample_log, audit_harness.audit.histogram
    await log.call("asked", end="held")
    for end in ("deny", "result", "deny"):
        log.now += 3600
        await log.call(end, end=end)
    await audit_harness.fresh()
    await audit_harness.filled(4)
    await until(lambda: sum(bars._denied) == 2)
    shares = [pair for pair in zip(bars._counts, bars._denied, strict=True) if pair[0]]
    assert shares == [(1, 0), (1, 1), (1, 0), (1, 1)] and bars._complete
    assert bars.accessibleDescription().endswith("1 call, 1 denied")
    picture = bars.grab().toImage()
    at = [round(bars._width() * (bar + 0.5)) for bar, count in enumerate(bars._counts) if count]
    low = round(bars.height() - bars._line() - 8)
    red, blue = bars._colours.danger, bars._colours.bar
    assert [picture.pixelColor(x, low).name() for x in at] == [blue, red, blue, red]
    who = {"call": "call00001", "session": "s", "client": "Claude", "server": "files", "tool": "asked"}
    log.log.write(model.CallDecided(**who, verdict="deny", by="person", reason="no", waited=2.0))
    await log.log.committed()
    await audit_harness.fresh()
    await until(lambda: sum(bars._denied) == 3)
    assert bars._denied[bars._counts.index(1)] == 1, "the bar of its arrival"
    await log.call("another", end="deny")
    await audit_harness.fresh()
    await audit_harness.filled(5)
    await until(lambda: (sum(bars._counts), sum(bars._denied)) == (5, 4))
    audit_harness.find("Decision").setCurrentIndex(1)
    await audit_harness.filled(1)
    await until(lambda: (sum(bars._counts), sum(bars._denied)) == (1, 0) and bars._complete)
    await audit_harness.quiet()


async def test_empty_log_has_no_filters_and_no_match_has_no_histogram(audit_harness: AuditHarness) -> None:
    audit_harness.window.turn("audit")
    await audit_harness.show()
    audit = audit_harness.audit
    await until(lambda: audit.body.currentWidget() is audit._empty)
    assert not audit.filters.isVisible() and not audit.filters.search.isVisible() and not audit.export.isVisible()
    await audit_harness.show(recorded=1)  # of no call: that ToolGuard started
    assert audit.filters.kind.isVisible() and audit.export.isVisible()
    await audit_harness.sample_log.call("write_file")
    await audit_harness.fresh()
    await audit_harness.filled(1)
    await until(lambda: audit.filters.isVisible() and audit.filters.search.isVisible() and audit.histogram.isVisible())
    audit.filters.search.setText("no such words")
    await until(lambda: audit.body.currentWidget() is audit._unmatched)
    await until(lambda: not audit.histogram.isVisible() and audit.filters.isVisible())
    await audit_harness.quiet()


async def test_histogram_is_hidden_for_a_call_in_a_low_window(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call("write_file")
    await audit_harness.fresh()
    await audit_harness.filled(1)
    audit = audit_harness.audit
    await until(audit.histogram.isVisible)
    audit_harness.window.resize(900, 600)
    audit.table.selectRow(0)
    await until(lambda: audit.history.isVisible() and not audit.histogram.isVisible())
    audit_harness.window.resize(1280, 900)
    await until(audit.histogram.isVisible)
    audit_harness.window.resize(900, 600)
    audit_harness.press("Close details")
    await until(audit.histogram.isVisible)
    await audit_harness.quiet()


async def test_narrow_window_hides_less_important_columns(audit_harness: AuditHarness) -> None:
    """What a call did stays readable; which client asked, and how long it took, is in the details."""
    arguments = {"path": "/home/ada/documents/reports/2026/q3.md"}
    await audit_harness.sample_log.call("send_message_to_all_of_them", server="filesystem", arguments=arguments)
    await audit_harness.sample_log.call("read_multiple_files", server="filesystem", arguments=arguments)
    await audit_harness.fresh()
    await audit_harness.filled(2)
    table = audit_harness.audit.table
    audit_harness.window.resize(1280, 800)
    await until(lambda: not any(table.isColumnHidden(column) for column in range(len(HEADERS))))
    audit_harness.window.resize(900, 600)
    await until(
        lambda: [column for column in range(len(HEADERS)) if table.isColumnHidden(column)] == [CLIENT, DURATION]
    )
    assert all(
        table.columnWidth(column) >= table.sizeHintForColumn(column) for column in (0, SERVER, DECISION, OUTCOME)
    )
    whole = table.sizeHintForIndex(audit_harness.audit.rows.index(0, TOOL)).width()
    assert table.columnWidth(TOOL) >= whole, "of an usual name"
    assert table.horizontalScrollBar().maximum() == 0
    await audit_harness.quiet()


async def test_long_argument_keeps_its_end(audit_harness: AuditHarness) -> None:
    """It is often a path, whose end is the name of the file."""
    await audit_harness.sample_log.call("write_file")
    await audit_harness.fresh()
    await audit_harness.filled(1)
    table = audit_harness.audit.table
    index, option = table.model().index(0, ARGUMENT), QStyleOptionViewItem()
    option.textElideMode = table.textElideMode()
    table.itemDelegateForIndex(index).initStyleOption(option, index)
    assert option.textElideMode == Qt.TextElideMode.ElideMiddle


async def test_decision_says_what_and_by_whom_without_the_icon(audit_harness: AuditHarness) -> None:
    for by, end in (("person", "result"), ("rule 1", "result"), ("timeout", "deny")):
        await audit_harness.sample_log.call("write_file", by=by, end=end)
    await audit_harness.fresh()
    await audit_harness.filled(3)
    assert [row[DECISION] for row in audit_harness.cells()] == ["Denied: Timeout", "Allowed by rule", "Approved by you"]
    await audit_harness.quiet()


async def test_records_about_toolguard_have_no_empty_columns(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call("write_file")
    await audit_harness.fresh()
    await audit_harness.filled(1)
    table = audit_harness.audit.table
    table.show_kind("app_started")
    columns = range(len(HEADERS))
    await until(lambda: [column for column in columns if not table.isColumnHidden(column)] == [0, TOOL, OUTCOME])
    table.show_kind("call")
    await until(lambda: not table.isColumnHidden(CLIENT) and not table.isColumnHidden(DECISION))
    await audit_harness.quiet()


def test_active_filter_stands_out_and_keeps_its_size(qapp: QApplication) -> None:
    filters = LogFilters(QWidget())
    before = filters.kind.sizeHint()
    assert not filters.kind.property("tone")
    filters.kind.setCurrentIndex(filters.kind.findData("app_started"))
    assert filters.kind.property("tone") == "active" and filters.kind.sizeHint() == before
    assert not filters.client.property("tone")
    filters.reset()
    assert not filters.kind.property("tone")


def test_list_of_a_filter_is_as_wide_as_its_values(qapp: QApplication) -> None:
    filters = LogFilters(QWidget())
    filters.show()
    filters.by.addItem("Continues an approved call of yesterday")
    filters.by.showPopup()
    view = filters.by.view()
    assert view.width() >= view.sizeHintForColumn(0) > filters.by.width()
    filters.by.hidePopup()


def test_filters_wrap_in_a_narrow_window(qapp: QApplication) -> None:
    filters = LogFilters(QWidget())
    filters.resize(1200, filters.heightForWidth(1200))
    filters.show()
    assert filters.client.y() == filters.kind.y()
    filters.resize(300, filters.heightForWidth(300))
    assert filters.client.y() < filters.kind.y()


def test_digest_is_one_line_and_can_be_copied(qapp: QApplication) -> None:
    history = CallHistory()
    digest = "0123456789abcdef" * 4
    call = CallForwarded(call="c", client="Cursor", server="files", tool="read_file", digest=digest)
    decided = CallDecided(call="c", client="Cursor", server="files", tool="read_file", verdict="allow", by="rule r1")
    history.resize(1100, 400)
    history.show()
    history.show_records([Record(1, 1.0, decided), Record(2, 1.0, call)])
    history.details.unfold(True)
    facts = history.details.facts
    shown = next(one for one in facts.findChildren(ElidedLabel) if one.text() == digest)
    assert shown.isVisible() and shown.height() < 2 * shown.fontMetrics().lineSpacing()
    assert shown.toolTip() == digest
    next(one for one in facts.findChildren(QPushButton) if one.accessibleName() == "Copy Digest sent").click()
    assert QApplication.clipboard().text() == digest
    history.show_records([Record(1, 1.0, AppStarted(process=ProcessInfo(surface="serve", pid=9)))])
    assert not shown.isVisible()


async def test_columns_fit_the_calls_again_after_other_records(audit_harness: AuditHarness) -> None:
    audit_harness.window.resize(1280, 800)
    await audit_harness.sample_log.call("write_file")
    process = ProcessInfo(surface="serve", terminal="/dev/pts/3", pid=9, started_by="a long name " * 9)
    audit_harness.sample_log.log.write(AppStarted(process=process))
    await audit_harness.sample_log.log.committed()
    await audit_harness.fresh()
    await audit_harness.filled(1)
    head, kinds = audit_harness.audit.table.head, audit_harness.find("Record type")
    name = head.fontMetrics().horizontalAdvance("write_file")
    await until(lambda: head._needed[TOOL] > name)  # the header alone is measured before the calls are read
    before = head._needed[TOOL]
    kinds.setCurrentIndex(kinds.findData("app_started"))
    await audit_harness.filled(1)
    await until(lambda: head._needed[TOOL] > 2 * before)
    kinds.setCurrentIndex(0)
    await audit_harness.filled(1)
    await until(lambda: head._needed[TOOL] == before)


CALL = {"call": "c", "session": "s", "client": "Claude", "server": "files", "tool": "write_file"}
ALLOWED = CallDecided(**CALL, verdict="allow", by="person", reason="", waited=1.0)
TIMED_OUT = CallDecided(**CALL, verdict="deny", by="timeout", reason="", waited=1.0)


def completed(outcome: model.Outcome) -> model.CallCompleted:
    return model.CallCompleted(**CALL, outcome=outcome, size=9, digest=HASH, took=0.25)


@pytest.mark.parametrize(
    ("events", "verdict", "tones"),
    [
        ([ALLOWED, completed("result")], "Approved by you · Done", ["ok", "quiet", "quiet"]),
        ([ALLOWED, completed("tool_error")], "Approved by you · Tool failed", ["ok", "quiet", "caution"]),
        ([TIMED_OUT], "Denied: Timeout · Not run", ["danger", "quiet", "quiet"]),
        ([model.CallWithdrawn(**CALL, reason="")], "Cancelled", ["quiet"]),
        ([], "Pending", ["caution"]),
    ],
)
def test_title_of_a_call_says_the_verdict(
    qapp: QApplication, events: list[model.Event], verdict: str, tones: list[str]
) -> None:
    history = CallHistory()
    held = model.CallHeld(**CALL, request="1", arguments="{}", digest=HASH, era="legacy")
    history.show_records([Record(seq, 1.0, event) for seq, event in enumerate([held, *events], 1)])
    assert history.title.text() == f"write_file  files · Claude · {verdict}"
    assert [style for style, _ in history.title._pieces[2:]] == tones


def test_record_without_a_call_has_the_full_width(qapp: QApplication) -> None:
    history = CallHistory()
    history.resize(1200, 400)
    process = ProcessInfo(surface="serve", pid=9)
    history.show_records([Record(1, 1.0, AppStarted(process=process))])
    history.show()
    qapp.processEvents()
    assert history.decided.width() > 1_100 and not history.heading.isVisible()
    history.close()


def test_record_of_a_flood_says_how_many_there_were(qapp: QApplication) -> None:
    history = CallHistory()
    asked = {"client": "desk", "server": "files", "method": "roots/list"}
    history.show_records([Record(1, 1.0, model.ServerRequestReceived(**asked, state="refused", count=1600))])
    assert "1,600 so far" in [found.toPlainText() for found in history.facts.findChildren(TextLabel)]
    history.close()


def test_columns_of_a_call_scroll_together_and_need_no_width(qapp: QApplication) -> None:
    history = CallHistory()
    who = {"call": "c", "session": "s", "client": "desk", "server": "files", "tool": "read"}
    arguments = json.dumps({"path": "/home/ada/notes", "lines": ["x" * 80] * 9})
    held = model.CallHeld(**who, request="1", arguments=arguments, digest="0" * 64, era="legacy")
    history.show_records([Record(1, 1.0, held), Record(2, 2.0, model.CallWithdrawn(**who, reason="cancelled"))])
    for width in (620, 1_100):
        history.resize(width, 260)
        history.show()
        qapp.processEvents()
        viewport = history.area.viewport()
        for viewer in (history.arguments, history.decided):
            left = viewer.mapTo(viewport, QPoint(0, 0)).x()
            assert left > 0 and left + viewer.width() <= viewport.width()
        search = history.arguments.search
        assert search.isVisible() and search.width() >= search.minimumWidth()
        assert history.area.verticalScrollBar().maximum() > 0
    assert [area for area in history.findChildren(QScrollArea) if area.isVisible()] == [history.area]
    history.close()


async def test_time_header_reverses_the_order(audit_harness: AuditHarness) -> None:
    for number in range(3):
        await audit_harness.sample_log.call(f"tool{number}")
    await audit_harness.fresh()
    assert [row[TOOL] for row in await audit_harness.filled(3)] == ["tool2", "tool1", "tool0"]
    head, rows, table = audit_harness.audit.table.head, audit_harness.audit.rows, audit_harness.audit.table

    def click(column: int) -> None:
        middle = QPoint(head.sectionViewportPosition(column) + head.sectionSize(column) // 2, head.height() // 2)
        QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=middle)

    assert head.isSortIndicatorShown() and head.sortIndicatorSection() == 0
    click(0)
    assert [row[TOOL] for row in await audit_harness.filled(3)] == ["tool0", "tool1", "tool2"]
    click(3)
    assert head.sortIndicatorSection() == 0 and rows.is_oldest_first, "the log is sorted by time only"
    table.selectRow(1)
    await until(lambda: not audit_harness.audit.history.isHidden())
    assert rows.row_of(rows.call(1).seq) == 1
    table.clearSelection()
    audit_harness.audit.history.hide()
    await audit_harness.sample_log.call("tool3")
    await audit_harness.fresh()
    assert [row[TOOL] for row in await audit_harness.filled(4)] == ["tool0", "tool1", "tool2", "tool3"]
    head.show_all_columns()
    assert [row[TOOL] for row in await audit_harness.filled(4)] == ["tool3", "tool2", "tool1", "tool0"]
    await audit_harness.quiet()


async def test_each_filter_has_a_chip_that_removes_it(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call("one", by="rule r1")
    await audit_harness.sample_log.call("two", client="Codex")
    await audit_harness.fresh()
    await audit_harness.filled(2)
    await until(lambda: audit_harness.find("Decided by").count() == 3)
    audit_harness.find("Decided by").setCurrentIndex(audit_harness.find("Decided by").findData("rule r1"))
    assert (await audit_harness.filled(1))[0][DECISION] == "Allowed by rule"
    audit_harness.find("Client").setCurrentIndex(audit_harness.find("Client").findData("Codex"))
    await until(lambda: audit_harness.is_shown("No results"))
    audit_harness.press("Remove the filter Decided by: Rule r1")
    assert (await audit_harness.filled(1))[0][TOOL] == "two"
    audit_harness.find("Search log").setText("one")
    await until(lambda: audit_harness.is_shown("Remove the filter Text: one"))
    audit_harness.press("Remove the filter Text: one")
    audit_harness.press("Remove the filter Client: Codex")
    await audit_harness.filled(2)
    assert not audit_harness.is_shown("Clear all filters")
    await audit_harness.quiet()


async def test_records_without_a_call_are_listed_and_described(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call("one")
    audit_harness.sample_log.log.write(
        model.ConfigChanged(what="rule r1 added", by="person", detail="allow files write_file")
    )
    await audit_harness.sample_log.log.committed()
    await audit_harness.fresh()
    await audit_harness.filled(1)
    kinds = audit_harness.find("Record type")
    assert kinds.itemText(kinds.findData("")) == "All records"
    kinds.setCurrentIndex(kinds.findData(""))
    found = await audit_harness.filled(2)
    assert found[0][TOOL : OUTCOME + 1] == [
        "rule r1 added · person · allow files write_file",
        "–",
        "–",
        "–",
        "Settings changed",
    ]
    assert audit_harness.audit.count.text() == "2 records"
    await until(lambda: audit_harness.audit.histogram.accessibleName() == "Records over time")
    audit_harness.audit.table.selectRow(0)
    await until(lambda: not audit_harness.audit.history.isHidden())
    assert audit_harness.audit.history.title.text() == "Settings changed"
    assert audit_harness.audit.history.request_column.isHidden()
    audit_harness.press("Copy record 5 as JSON")
    assert json.loads(QGuiApplication.clipboard().text())["event"]["what"] == "rule r1 added"
    await audit_harness.quiet()


async def test_other_pages_can_open_a_call_server_tool_and_rule(audit_harness: AuditHarness) -> None:
    name = await audit_harness.sample_log.call("one", by="rule r1")
    await audit_harness.sample_log.call("two", server="db", client="Codex")
    await audit_harness.fresh()
    await audit_harness.filled(2)
    for about, tool in (("server:db", "two"), ("rule:r1", "one"), ("client:Codex", "two")):
        audit_harness.window.go("audit", about)
        await until(lambda tool=tool: [row[TOOL] for row in audit_harness.cells()] == [tool])
    audit_harness.window.go("audit", "server:files\ntool:one")
    await until(lambda: [row[TOOL] for row in audit_harness.cells()] == ["one"])
    audit_harness.window.go("audit", "client:Nobody")
    await until(lambda: audit_harness.is_shown("No results"))
    audit_harness.window.go("audit", name)
    await audit_harness.filled(2)
    await until(
        lambda: (
            "one" in audit_harness.audit.history.title.text() and audit_harness.audit.table.currentIndex().row() == 1
        )
    )
    audit_harness.window.go("audit", "nowhere")
    await until(lambda: "isn't in the log" in audit_harness.audit.error_label.text())
    await audit_harness.quiet()


async def test_edited_arguments_are_reported_as_a_diff(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call(
        "one", arguments={"path": "/etc/passwd", "n": 1}, edited={"path": "/tmp/a", "n": 1}
    )
    await audit_harness.fresh()
    await audit_harness.filled(1)
    audit_harness.audit.table.selectRow(0)
    await until(lambda: not audit_harness.audit.history.isHidden())
    text = audit_harness.find("Your changes to the arguments").toPlainText().replace("\xa0", " ")
    assert '-   "path": "/etc/passwd",' in text
    assert '+   "path": "/tmp/a",' in text
    audit_harness.press("Close details")
    assert audit_harness.audit.history.isHidden()
    await audit_harness.quiet()


async def test_matching_or_all_calls_can_be_exported(
    audit_harness: AuditHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await audit_harness.sample_log.call("one")
    await audit_harness.sample_log.call("two", server="db")
    await audit_harness.fresh()
    await audit_harness.filled(2)
    export = audit_harness.audit.export
    assert [action.text() for action in export.menu.actions()] == [
        "Shown calls as JSON Lines…", "Shown calls as CSV…", "Shown calls as Parquet…",
        "All records with hashes as JSON Lines…", "All calls as CSV…", "All calls as Parquet…",
    ]  # fmt: skip
    export.menu.actions()[2].trigger()
    dialog = export.findChild(QFileDialog)
    assert dialog is not None and dialog.defaultSuffix() == "parquet"
    export.choose_file("csv", all_=True)
    assert export.findChildren(QFileDialog) == [dialog]  # only one is open at a time
    dialog.done(0)
    await until(lambda: export.findChild(QFileDialog) is None)
    export.choose_file("csv", all_=True)
    dialog = export.findChild(QFileDialog)
    assert dialog is not None  # asked beside the window, which goes on
    dialog.done(0)
    await until(lambda: export.findChild(QFileDialog) is None)
    audit_harness.window.go("audit", "server:db")
    await audit_harness.filled(1)
    for form, filter, lines in (
        ("jsonl", None, 8),
        ("jsonl", audit_harness.audit.filters.current_filter(), 4),
        ("csv", None, 3),
    ):
        target = tmp_path / f"out.{form}"
        export.start(target, form, filter)
        await until(lambda: audit_harness.is_shown("Export result") and not export.working.isVisible())
        assert str(target) in audit_harness.find("Export result").toPlainText()
        assert len(target.read_text().splitlines()) == lines
        audit_harness.press("Hide export result")
    export.start(tmp_path / "out.parquet", "parquet", CallFilter())
    await until(lambda: audit_harness.is_shown("Export result") and not export.working.isVisible())
    assert "Exported 2 rows" in audit_harness.find("Export result").toPlainText()
    assert (tmp_path / "out.parquet").read_bytes()[:4] == b"PAR1"
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    export.start(tmp_path / "none.parquet", "parquet", CallFilter())
    await until(lambda: audit_harness.is_shown("Export result") and not export.working.isVisible())
    assert "pip install" in audit_harness.find("Export result").toPlainText()
    assert not (tmp_path / "none.parquet").exists()
    export.start(tmp_path / "missing" / "x", "jsonl", None)
    await until(lambda: audit_harness.is_shown("Export result"))
    assert "Export failed" in audit_harness.find("Export result").toPlainText()
    export.start(tmp_path / "stopped", "jsonl", None)
    audit_harness.press("Stop export")
    await until(lambda: not export.working.isVisible())
    result = audit_harness.find("Export result").toPlainText()
    assert ("stopped" in result) != (tmp_path / "stopped").exists()
    await audit_harness.quiet()


async def test_stopped_verify_reports_its_progress(
    audit_harness: AuditHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def verify(_progress: Any, stop: Any) -> VerifyResult:
        await until(stop)
        return VerifyResult(ok=False, checked=7, newest="", problem="stopped before the end", stopped=True)

    await audit_harness.sample_log.call("one")
    await audit_harness.fresh()
    monkeypatch.setattr(audit_harness.reading, "verify", verify)
    verifying, button = audit_harness.audit.verify, audit_harness.find("Verify log")
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert not button.isEnabled() and verifying.working.stop.hasFocus()
    QTest.keyClick(verifying.working.stop, Qt.Key.Key_Space)
    verifying.working.reach(3, 9)
    assert verifying.working.text_label.text() == "Stopping…"
    await until(lambda: audit_harness.is_shown("Verification result"))
    assert button.hasFocus()
    assert audit_harness.find("Verification result").toPlainText() == "Stopped. 7 records checked so far are intact."
    await audit_harness.quiet()


async def test_deleted_index_is_rebuilt_with_progress(
    audit_harness: AuditHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "MAX_UNINDEXED_RECORDS", 5)
    monkeypatch.setattr(log_index, "_EXISTENCE_CHECK_INTERVAL", 0.1)
    for number in range(5):
        await audit_harness.sample_log.call(f"tool{number}")
    await audit_harness.fresh()
    await audit_harness.filled(5)
    audit_harness.sample_log.indexer.stop()
    remove(follow(audit_harness.sample_log.path))
    await audit_harness.show(recorded=audit_harness.sample_log.log.recorded + 1)
    await until(lambda: audit_harness.audit.behind.isVisible())
    await until(lambda: "0 of 21 records" in audit_harness.audit.behind.text_label.text())
    again = log_index.IndexThread(audit_harness.sample_log.path, follow(audit_harness.sample_log.path))
    again.start()
    await until(lambda: not audit_harness.audit.behind.isVisible())
    await audit_harness.filled(5)
    again.stop()
    await audit_harness.show(recorded=audit_harness.sample_log.log.recorded)
    await until(lambda: not audit_harness.audit._news.isActive())
    await audit_harness.quiet()


def test_every_kind_of_record_is_described() -> None:
    for kind in model.AnyEvent.__args__:
        tag = str(kind.__struct_config__.tag)
        assert kind in call_history._EVENT_APPEARANCES or tag in call_model.KINDS, tag


async def test_responses_to_server_requests_are_in_the_history(audit_harness: AuditHarness) -> None:
    about = {"call": "c1", "session": "s", "client": "Claude", "server": "files", "tool": "merge"}
    members = {"request": "2", "arguments": "{}", "digest": "", "responses": '{"name":{"action":"accept\u200b"}}'}
    audit_harness.sample_log.log.write(model.CallDecided(**about, verdict="allow", by="continuation of c0", **members))
    await audit_harness.sample_log.log.committed()
    await audit_harness.fresh()
    assert (await audit_harness.filled(1))[0][DECISION] == "Allowed: Continues an approved call"
    audit_harness.audit.table.selectRow(0)
    await until(lambda: not audit_harness.audit.history.isHidden())
    assert audit_harness.is_shown("Responses to the server's requests")
    text = audit_harness.audit.history.responses.values.toPlainText()
    assert "accept⟨U+200B ZERO WIDTH SPACE⟩" in text


def test_decider_is_named_for_saved_decisions() -> None:
    assert call_model.decider("ticket of c0") == "Your earlier decision"
    assert call_model.decider("something else") == "something else"


async def test_page_shows_existing_records_without_a_snapshot(
    audit_harness: AuditHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await audit_harness.sample_log.call()
    result = audit_harness.sample_log.log.recorded
    await audit_harness.sample_log.call()
    await audit_harness.sample_log.indexed(audit_harness.reading)
    ids, indexed = audit_harness.reading.ids, asyncio.Event()

    async def late(*about: Any, **more: Any) -> Any:
        return (await ids(*about, **more))[0 if indexed.is_set() else 1 :]

    monkeypatch.setattr(audit_harness.reading, "ids", late)
    await audit_harness.show(recorded=result)
    audit_harness.window.turn("audit")
    await until(lambda: audit_harness.audit.rows.rowCount() == 1)
    indexed.set()
    await audit_harness.show(recorded=audit_harness.sample_log.log.recorded)
    await until(lambda: audit_harness.audit.rows.rowCount() == 2)
    assert audit_harness.audit.new.isHidden()
