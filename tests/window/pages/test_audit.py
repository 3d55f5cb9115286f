"""The page Audit over a real log: found, filtered, told in full, verified, and never in the way."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.support.journal_edits import edit_line
from tests.support.waiting import until
from tests.window.audit_harness import AuditHarness, SampleLog, shelved
from tests.window.conftest import WindowHarness, make_held, opened
from toolguard.gate import model
from toolguard.gate.approver import Approver, ProcessInfo
from toolguard.gate.runs import AppStarted
from toolguard.store.config.seals import place_of
from toolguard.store.log.audit_log import AuditLog, LogProof
from toolguard.store.log.index.log_index import follow
from toolguard.window.json_view import untrusted_text
from toolguard.window.language import Language
from toolguard.window.log_view.call_model import DECISION, OUTCOME, SERVER, TOOL
from toolguard.window.log_view.log_access import LogAccess, VerifyResult
from toolguard.window.widgets.elided_label import ElidedLabel


@pytest.fixture
async def audit_harness(tmp_path: Path) -> AsyncIterator[AuditHarness]:
    async with shelved(tmp_path) as made:
        yield made


async def test_each_call_is_one_row_newest_first(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call("write_file")
    await audit_harness.sample_log.call("delete_file", end="deny", client="Codex")
    await audit_harness.sample_log.call("move_file", end="withdrawn")
    await audit_harness.sample_log.call("read_file", end="held")
    await audit_harness.fresh()
    rows = await audit_harness.filled(4)
    assert [row[1:] for row in rows] == [
        ["files", "read_file", "/tmp/4", "Claude", "–", "Pending", "–"],
        ["files", "move_file", "/tmp/3", "Claude", "–", "Cancelled", "–"],
        ["files", "delete_file", "/tmp/2", "Codex", "Denied by you", "Not run", "–"],
        ["files", "write_file", "/tmp/1", "Claude", "Approved by you", "Done", "250 ms"],
    ]
    assert audit_harness.audit.count.text() == "4 calls"


async def test_filters_and_search_narrow_rows_and_clear_restores_them(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call("write_file", arguments={"text": "a red house"})
    await audit_harness.sample_log.call("delete_file", end="deny", server="db")
    await audit_harness.sample_log.call("write_file", arguments={"text": "季度报告"})
    await audit_harness.fresh()
    await audit_harness.filled(3)
    await until(lambda: audit_harness.find("Server").count() == 3)
    audit_harness.find("Decision").setCurrentIndex(2)
    assert (await audit_harness.filled(1))[0][TOOL] == "delete_file"
    audit_harness.press("Clear all filters")
    await audit_harness.filled(3)
    audit_harness.find("Server").setCurrentIndex(audit_harness.find("Server").findData("db"))
    assert (await audit_harness.filled(1))[0][SERVER] == "db"
    audit_harness.press("Clear all filters")
    await audit_harness.filled(3)
    audit_harness.find("Outcome").setCurrentIndex(audit_harness.find("Outcome").findData("result"))
    await audit_harness.filled(2)
    QTest.keyClicks(audit_harness.find("Search log"), "red")
    await audit_harness.filled(1)
    audit_harness.find("Search log").setText("季度")
    await until(
        lambda: (
            audit_harness.cells()
            and audit_harness.audit.filters.current_filter().text == "季度"
            and audit_harness.audit.rows.rowCount() == 1
        )
    )
    audit_harness.find("Search log").setText("nowhere")
    await until(lambda: audit_harness.is_shown("No results"))
    audit_harness.press("Clear filters")
    await audit_harness.filled(3)


async def test_time_range_excludes_older_calls(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call("old")
    audit_harness.sample_log.now = time.time()
    await audit_harness.sample_log.call("new")
    await audit_harness.fresh()
    await audit_harness.filled(2)
    for span in ("hour", "today", "7", "30"):
        audit_harness.find("Time").setCurrentIndex(audit_harness.find("Time").findData(span))
        assert (await audit_harness.filled(1))[0][TOOL] == "new"
        audit_harness.find("Time").setCurrentIndex(0)
        await audit_harness.filled(2)


async def test_calls_indexed_after_opening_the_page_are_shown_directly(audit_harness: AuditHarness):
    for _ in range(3):
        await audit_harness.sample_log.call()
    await audit_harness.sample_log.indexed(audit_harness.reading)
    all_of_them = audit_harness.reading.ids

    async def late(*args: Any, **more: Any) -> Any:
        return (await all_of_them(*args, **more))[1:]

    audit_harness.reading.ids = late  # type: ignore[method-assign]
    await audit_harness.fresh()
    await audit_harness.filled(2)
    del audit_harness.reading.ids  # type: ignore[method-assign]
    audit_harness.audit._news.start()
    await audit_harness.filled(3)
    assert audit_harness.audit.new.isHidden()


async def test_new_calls_are_behind_a_button_and_move_no_row(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call("first")
    await audit_harness.fresh()
    await audit_harness.filled(1)
    audit_harness.audit.table.selectRow(0)
    await until(lambda: not audit_harness.audit.history.isHidden())
    await audit_harness.sample_log.call("second")
    await audit_harness.sample_log.call("third")
    await audit_harness.fresh()
    await until(lambda: audit_harness.is_shown("2 new calls"))
    assert [row[TOOL] for row in audit_harness.cells()] == ["first"]
    audit_harness.press("2 new calls")
    assert [row[TOOL] for row in await audit_harness.filled(3)] == ["third", "second", "first"]
    assert audit_harness.audit.table.currentIndex().row() == 2
    assert not audit_harness.is_shown("2 new calls")


async def test_table_follows_the_log_until_selection_or_scrolling(audit_harness: AuditHarness) -> None:
    for at in range(3):
        await audit_harness.sample_log.call(f"old{at}")
    await audit_harness.fresh()
    await audit_harness.filled(3)
    await audit_harness.sample_log.call("new")
    await audit_harness.fresh()
    assert [row[TOOL] for row in await audit_harness.filled(4)] == ["new", "old2", "old1", "old0"]
    assert audit_harness.audit.count.text() == "4 calls"
    assert audit_harness.audit.new.isHidden()
    for at in range(60):
        await audit_harness.sample_log.call(f"more{at}")
    await audit_harness.fresh()
    await audit_harness.filled(64)
    scroll = audit_harness.audit.table.verticalScrollBar()
    scroll.setValue(scroll.maximum() // 2)
    assert scroll.value() > 0
    await audit_harness.sample_log.call("unseen")
    await audit_harness.fresh()
    await until(lambda: audit_harness.is_shown("1 new call"))
    assert audit_harness.audit.rows.rowCount() == 64
    scroll.setValue(0)
    await audit_harness.sample_log.call("seen")
    await audit_harness.fresh()
    assert [row[TOOL] for row in await audit_harness.filled(66)][:3] == ["seen", "unseen", "more59"]
    assert not audit_harness.is_shown("1 new call")


async def test_calls_that_are_indexed_while_the_page_reads_are_shown(
    audit_harness: AuditHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen on a busy machine: the page showed half of the calls until something else was recorded."""
    await audit_harness.sample_log.call()
    await audit_harness.fresh()
    await audit_harness.filled(1)
    await audit_harness.quiet()
    reading, is_behind = audit_harness.reading, True
    old_ids, old_newest = await reading.ids(audit_harness.audit._filter), await reading.indexed()
    ids, indexed = reading.ids, reading.indexed
    await audit_harness.sample_log.call()
    await audit_harness.sample_log.indexed(reading)

    async def read_ids(*arguments: Any, **options: Any) -> Any:
        nonlocal is_behind
        was_behind, is_behind = is_behind, False  # the index catches up right after this read
        return old_ids if was_behind else await ids(*arguments, **options)

    async def read_indexed() -> int:
        return old_newest if is_behind else await indexed()

    monkeypatch.setattr(reading, "ids", read_ids)
    monkeypatch.setattr(reading, "indexed", read_indexed)
    await audit_harness.show(recorded=audit_harness.sample_log.log.recorded)
    await audit_harness.filled(2)


async def test_histogram_grows_with_the_followed_calls(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call("old")
    await audit_harness.fresh()
    await audit_harness.filled(1)
    histogram = audit_harness.audit.histogram
    for count in range(2, 6):
        await audit_harness.sample_log.call("new")
        await audit_harness.fresh()
        await audit_harness.filled(count)
        await until(lambda: histogram._bars.edges()[-2] <= audit_harness.sample_log.now < histogram._bars.edges()[-1])
        await until(lambda due=count: sum(histogram._counts) == due)
        assert histogram._counts[-1] == 1, "not all of them in the last bar"


async def test_first_call_ever_is_shown_automatically(audit_harness: AuditHarness) -> None:
    await audit_harness.fresh()
    await until(lambda: audit_harness.is_shown("No records yet"))
    await audit_harness.sample_log.call("first")
    await audit_harness.fresh()
    assert [row[TOOL] for row in await audit_harness.filled(1)] == ["first"]


async def test_row_of_a_continuing_call_is_updated(audit_harness: AuditHarness) -> None:
    name = await audit_harness.sample_log.call("slow", end="held")
    await audit_harness.fresh()
    assert (await audit_harness.filled(1))[0][OUTCOME] == "Pending"
    audit_harness.audit.table.selectRow(0)
    await until(lambda: not audit_harness.audit.history.isHidden())
    who = {"call": name, "session": "s", "client": "Claude", "server": "files", "tool": "slow"}
    audit_harness.sample_log.log.write(model.CallWithdrawn(**who, reason="timed out"))
    await audit_harness.sample_log.log.committed()
    await audit_harness.fresh()
    await until(lambda: audit_harness.cells()[0][OUTCOME] == "Cancelled")
    await until(lambda: "timed out" in story(audit_harness))


def story(audit_harness: AuditHarness) -> str:
    results = [words.text() for _, _, words, _ in audit_harness.audit.history.events._rows if not words.isHidden()]
    return "\n".join(results)


async def test_full_history_of_a_call_is_shown(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call("write_file", arguments={"path": "/tmp/a\u202eb", "n": 2**70})
    await audit_harness.fresh()
    await audit_harness.filled(1)
    audit_harness.audit.table.selectRow(0)
    await until(lambda: not audit_harness.audit.history.isHidden())
    assert story(audit_harness).splitlines() == [
        "Waiting for approval; requested by Claude", "Approved by you", "Sent to files",
        "Response after 250 ms: 9 bytes",
    ]  # fmt: skip
    arguments = audit_harness.audit.history.arguments.values.toPlainText().replace("\u00a0", " ")
    assert arguments == "path  /tmp/a⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩b\nn  1180591620717411303424"
    assert "written⟨U+200B ZERO WIDTH SPACE⟩" in audit_harness.audit.history.answer.values.toPlainText()
    audit_harness.press("Copy as JSON, all records")
    copied = json.loads(QGuiApplication.clipboard().text())
    assert [record["event"]["kind"] for record in copied] == [
        "call_held", "call_decided", "call_forwarded", "call_completed",
    ]  # fmt: skip


async def test_verify_names_records_added_by_another_program(audit_harness: AuditHarness) -> None:
    """Defect 1: well-chained records of another program were as good as ToolGuard's."""
    audit_harness.sample_log.log.sign_with(b"k" * 32)
    audit_harness.sample_log.vouched = LogProof(
        log=audit_harness.sample_log.path, place=place_of(audit_harness.sample_log.path.parent), key=b"k" * 32
    )
    await audit_harness.sample_log.call()
    other = AuditLog(audit_harness.sample_log.path, now=lambda: audit_harness.sample_log.now + 60)
    other.open()
    for _ in range(2):
        other.write(model.ConfigChanged(what="all calls allowed", by="person"))
    other.close()
    await audit_harness.fresh()
    audit_harness.press("Verify log")
    await until(lambda: audit_harness.is_shown("Verification result"))
    text = audit_harness.find("Verification result").toPlainText()
    assert text.startswith("Records without a signature found. 6 records checked.")
    assert "Unverified" in text and "records 5 to 6, from" in text
    assert audit_harness.audit.verify.result.property("ground") == "danger"


async def test_verify_of_an_intact_log_is_green_and_names_the_newest_hash(audit_harness: AuditHarness) -> None:
    for _ in range(3):
        await audit_harness.sample_log.call()
    await audit_harness.fresh()
    audit_harness.press("Verify log")
    assert not audit_harness.find("Verify log").isEnabled()
    await until(lambda: audit_harness.is_shown("Verification result"))
    text = audit_harness.find("Verification result").toPlainText()
    newest = audit_harness.sample_log.log.head[1].hex()
    assert text == f"Log verified: 12 records intact; a call has several. Latest hash: {newest[:8]}…{newest[-4:]}"
    assert audit_harness.audit.verify.result.property("ground") == "ok"
    audit_harness.press("Copy hash")
    assert QGuiApplication.clipboard().text() == newest
    assert audit_harness.find("Verify log").isEnabled()
    audit_harness.press("Hide verification result")
    assert not audit_harness.is_shown("Verification result")
    button = audit_harness.find("Verify log")
    assert "\nVerified at " in button.toolTip() and button.toolTip().endswith(": intact")
    await until(lambda: audit_harness.audit.count.text().startswith("3 calls · verified "))
    edit_line(audit_harness.sample_log.path, 7, b"files", b"filez")
    audit_harness.press("Verify log")
    await until(lambda: audit_harness.is_shown("Verification result"))
    assert button.toolTip().endswith("\nNot verified since ToolGuard started")
    assert audit_harness.audit.count.text() == "3 calls"


async def test_result_of_verify_is_worded_for_its_count_and_ends_once(audit_harness: AuditHarness) -> None:
    verify = audit_harness.audit.verify
    verify._show_result(VerifyResult(ok=True, checked=1, newest="ab"))
    assert verify.result.text_label.text().startswith("Log verified: 1 record intact.")
    verify._show_result(VerifyResult(ok=False, checked=1, newest="", problem="The log ends early. Look for it."))
    assert "Look for it.\n" in verify.result.text_label.text()
    assert verify.result.copy_button.isHidden()


async def test_verify_corrects_a_forged_index(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call()
    await audit_harness.fresh()
    with closing(sqlite3.connect(follow(audit_harness.sample_log.path))) as index, index:
        index.execute("UPDATE calls SET verdict='deny', outcome='denied'")
    audit_harness.audit.reload()
    await until(lambda: (row := audit_harness.audit.rows.call(0)) and row.outcome == "denied")
    audit_harness.press("Verify log")
    await until(lambda: audit_harness.is_shown("Verification result"))
    await until(lambda: (row := audit_harness.audit.rows.call(0)) and (row.verdict, row.outcome) == ("allow", "result"))


async def test_verify_of_a_changed_log_is_red_and_names_the_record(audit_harness: AuditHarness) -> None:
    for _ in range(3):
        await audit_harness.sample_log.call()
    await audit_harness.fresh()
    edit_line(audit_harness.sample_log.path, 7, b"files", b"filez")
    audit_harness.press("Verify log")
    await until(lambda: audit_harness.is_shown("Verification result"))
    text = audit_harness.find("Verification result").toPlainText()
    assert "Record 7" in text
    assert audit_harness.audit.verify.result.property("ground") == "danger"


async def test_verify_of_a_missing_log_reports_that_it_is_unreadable(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call()
    await audit_harness.fresh()
    missing = LogAccess(audit_harness.sample_log.path.parent / "no.db", follow(audit_harness.sample_log.path))
    audit_harness.audit.verify._context = type(audit_harness.window.context)(
        core_link=audit_harness.window.context.core_link,
        reading=missing,
        settings=audit_harness.window.context.settings,
    )
    audit_harness.press("Verify log")
    await until(lambda: audit_harness.is_shown("Verification result"))
    assert "cannot be read" in audit_harness.find("Verification result").toPlainText()
    missing.close()


class Slow(LogAccess):
    """Verifies only when it is let, and has many calls."""

    gate = threading.Event()

    async def verify(self, progress: Any, stop: Any = None) -> VerifyResult:
        def wait() -> VerifyResult:
            progress(5)
            self.gate.wait(120)
            return VerifyResult(ok=True, checked=10, newest="00")

        return await asyncio.get_running_loop().run_in_executor(self._long, wait)


async def test_window_stays_responsive_during_verify(tmp_path: Path) -> None:
    sample_log = SampleLog(tmp_path / "log")
    await sample_log.call()
    reading = Slow(sample_log.path, follow(sample_log.path))
    async with opened(tmp_path, page="audit", reading=reading) as harness:
        harness.press("Verify log")
        await until(lambda: harness.audit.verify.working.text_label.text() == "5 checked")
        harness.window.turn("pending")
        await harness.show(pending=(make_held(),))
        await harness.armed("Approve write_file")
        reading.gate.set()
        harness.window.turn("audit")
        await until(lambda: harness.is_shown("Verification result"))
    reading.close()
    sample_log.close()


async def test_unreadable_log_is_reported_until_it_recovers(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call("first")
    await audit_harness.fresh()
    await audit_harness.filled(1)
    index = follow(audit_harness.sample_log.path)
    audit_harness.sample_log.indexer.stop()
    index.rename(index.with_suffix(".kept"))
    index.mkdir()
    audit_harness.audit.reload()
    await until(lambda: audit_harness.audit.error_label.isVisible())
    assert "cannot be read" in audit_harness.audit.error_label.text()
    index.rmdir()
    index.with_suffix(".kept").rename(index)
    audit_harness.audit.reload()
    await until(lambda: not audit_harness.audit.error_label.isVisible())


async def test_damaged_log_is_reported_in_the_language_of_the_window(tmp_path: Path, spoken: Language) -> None:
    spoken.choose("zh_CN")
    async with shelved(tmp_path) as audit_harness:
        await audit_harness.sample_log.call("first")
        await audit_harness.fresh()
        await audit_harness.filled(1)
        edit_line(audit_harness.sample_log.path, 2, b'"server"', b"!server!")
        audit_harness.audit.table.selectRow(0)
        await until(lambda: "含有无法读取的记录" in audit_harness.audit.error_label.text(), 10)


async def test_withdrawn_call_shows_the_reason_from_the_log(audit_harness: AuditHarness) -> None:
    name = await audit_harness.sample_log.call("write_file", end="withdrawn")
    await audit_harness.show(pending=(make_held(name),))
    await audit_harness.show()
    await until(lambda: "This call was cancelled" in audit_harness.pending.call.decision.gone.text())
    assert audit_harness.pending.call.decision.gone.text().endswith("the client cancelled")


async def test_page_is_empty_without_a_log(harness: WindowHarness) -> None:
    harness.window.turn("audit")
    assert not harness.find("Verify log").isEnabled()
    await harness.show(recorded=7)


async def test_arrow_keys_move_through_the_rows(audit_harness: AuditHarness) -> None:
    for tool in ("one", "two", "three"):
        await audit_harness.sample_log.call(tool)
    await audit_harness.fresh()
    await audit_harness.filled(3)
    table = audit_harness.find("Recorded calls")
    table.setFocus()
    await asyncio.sleep(0)
    assert audit_harness.audit.history.isHidden()
    QTest.keyClick(table, Qt.Key.Key_Down)
    await until(lambda: "two" in audit_harness.audit.history.title.text())
    QTest.keyClick(table, Qt.Key.Key_Up)
    await until(lambda: "three" in audit_harness.audit.history.title.text())


async def test_history_shows_where_and_how_a_person_decided(audit_harness: AuditHarness, spoken: Language) -> None:
    """Self-approval: an approval in `toolguard serve` looked like any other."""
    serve = ProcessInfo(
        surface="serve", terminal="/dev/pts/3{0}", started_by="node", started_by_pid=9, pid=7, user="ada"
    )
    about = {"session": "s", "client": "Claude", "server": "files", "tool": "write_file"}
    for name, approver in (
        ("one", Approver(process=serve, input="terminal")),
        ("two", Approver(process=ProcessInfo(surface="window", display=":0"), input="assistive technology")),
        ("three", Approver()),
    ):
        audit_harness.sample_log.log.write(
            model.CallDecided(**about, call=name, verdict="allow", by="person", arguments="{}", approver=approver)
        )
    audit_harness.sample_log.log.write(AppStarted(process=serve))
    await audit_harness.sample_log.log.committed()
    await audit_harness.fresh()
    rows = await audit_harness.filled(3)
    assert [row[DECISION] for row in rows] == ["Approved by you", "Approved by you", "Allowed: You (terminal)"]
    received = []
    for row in range(3):
        audit_harness.audit.table.selectRow(row)
        await until(lambda: story(audit_harness) and story(audit_harness) not in received)
        received.append(story(audit_harness))
    assert received == [
        "Approved by you, location unknown",
        "Approved by you, in the window on display :0, through assistive technology",
        "Approved by you, in “toolguard serve” on /dev/pts/3{0}",
    ]
    assert "node (process 9)" in [words for _, words in facts_of(audit_harness)]
    kinds = audit_harness.audit.filters.kind
    kinds.setCurrentIndex(kinds.findData("app_started"))
    await until(lambda: len(audit_harness.cells()) == 1 and "started by node" in audit_harness.cells()[0][TOOL])
    assert (
        audit_harness.cells()[0][TOOL] == "toolguard serve on /dev/pts/3{0} · started by node (process 9) · process 7"
    )
    assert audit_harness.cells()[0][OUTCOME] == "ToolGuard started"
    assert audit_harness.audit.rows.headerData(TOOL, Qt.Orientation.Horizontal) == "Details"
    details, role = audit_harness.audit.rows.index(0, TOOL), Qt.ItemDataRole
    assert details.data(role.ToolTipRole) == untrusted_text.as_tool_tip(details.data())
    assert details.data(role.FontRole) is None, "only names are in the fixed font"
    spoken.choose("zh_CN")
    assert audit_harness.cells()[0][TOOL] == "toolguard serve，位于 /dev/pts/3{0} · 启动者：node（进程 9） · 进程 7"


def facts_of(audit_harness: AuditHarness) -> list[tuple[str, str]]:
    return [
        (row.name.text(), row.value_label.text())
        for row in audit_harness.audit.history.facts._rows
        if not row.value_label.isHidden()
    ]


async def test_rule_that_decided_is_shown_as_a_sentence(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call(by="rule r1")
    await audit_harness.sample_log.call(by="rule gone")
    await audit_harness.fresh()
    await audit_harness.filled(2)
    await audit_harness.quiet()
    audit = audit_harness.audit
    for shows in (audit.rows, audit.history):
        shows.show_rules({"r1": "Allow <b>read</b> on files."})
    tips = [audit.rows.index(row, DECISION).data(Qt.ItemDataRole.ToolTipRole) for row in range(2)]
    assert tips == ["Allowed by rule", "<p>The rule now: Allow &lt;b&gt;read&lt;/b&gt; on files.</p>"]
    audit.table.choose(1)
    await until(audit.history.isVisible)
    assert facts_of(audit_harness)[0] == ("Rule today", "Allow <b>read</b> on files.")
    went: list[tuple[str, str]] = []
    object.__setattr__(audit.context, "go", lambda *place: went.append(place))
    audit_harness.press("Show rule")
    assert went == [("rules", "r1")]
    audit.history.show_rules({})
    assert audit.history.decided_by.isHidden()
    assert "Rule today" not in dict(facts_of(audit_harness)), "it was removed while the call is shown"
    assert "Allowed by rule r1" in [row[2].text() for row in audit.history.events._rows]
    details = audit.history.details
    assert "Rule ID" not in [name for name, _ in facts_of(audit_harness)] and details.body.isHidden()
    details.button.click()
    assert "r1" in [one.text() for one in details.findChildren(ElidedLabel) if one.isVisible()]


async def test_rule_is_proposed_from_selected_calls(tmp_path: Path) -> None:
    async with shelved(tmp_path) as audit_harness:
        names = [await audit_harness.sample_log.call(arguments={"path": f"/srv/{at}"}) for at in range(3)]
        await audit_harness.fresh()
        await audit_harness.filled(3)
        went: list[tuple[str, str]] = []
        object.__setattr__(audit_harness.audit.context, "go", lambda *place: went.append(place))
        audit_harness.audit.table.choose(0)
        await until(audit_harness.audit.history.isVisible)
        assert audit_harness.audit.history.rule.text() == "Make a rule"
        resets: list[None] = []
        audit_harness.audit.rows.modelReset.connect(lambda: resets.append(None))
        audit_harness.find("Decision").setCurrentIndex(1)
        await until(lambda: resets)
        await audit_harness.filled(3)
        await until(audit_harness.audit.history.rule.isVisible)
        audit_harness.audit.table.selectAll()
        await until(lambda: audit_harness.audit.history.rule.text() == "Make a rule from 3 calls")
        audit_harness.audit.history.rule.click()
        assert [(place, set(about.removeprefix("calls:").split())) for place, about in went] == [("rules", set(names))]


async def test_selected_call_gets_most_of_a_small_window(audit_harness: AuditHarness) -> None:
    for _ in range(20):
        await audit_harness.sample_log.call()
    await audit_harness.fresh()
    await audit_harness.filled(20)
    audit_harness.window.resize(900, 600)
    audit = audit_harness.audit
    await until(lambda: audit.height() < 640 and audit.filters.client.isVisible())
    audit.table.selectRow(0)
    await until(lambda: not audit.history.isHidden() and audit.history.height() > 270)
    assert not audit.filters.client.isVisible(), "the chips tell of what is filtered"
    audit.history.hides.click()
    await until(audit.filters.client.isVisible)


async def test_invalid_times_are_ignored(audit_harness: AuditHarness) -> None:
    await audit_harness.sample_log.call("a")
    await audit_harness.fresh()
    for since in ("", "x", "-1", "nan", "1e9", "9" * 40):
        audit_harness.audit.open(f"tool:a\nsince:{since}\nuntil:1800000000.5")
        assert audit_harness.audit.filters.range is None and audit_harness.audit.filters.current_filter().tool == "a"
    audit_harness.audit.open("tool:a\nsince:1700000000\nuntil:1800000000.5")
    assert audit_harness.audit.filters.range == (1_700_000_000.0, 1_800_000_000.5)
