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
from tests.window.conftest import Stage, make_held, opened, until
from tests.window.shelf import Books, Shelf, shelved
from toolguard.gate import model
from toolguard.gate.approver import Approver, ProcessInfo
from toolguard.gate.runs import AppStarted
from toolguard.store.config.seals import place_of
from toolguard.store.log.audit_log import AuditLog, LogProof
from toolguard.store.log.index.log_index import follow
from toolguard.window.log_view.log_access import LogFileAccess, VerifyResult


@pytest.fixture
async def shelf(tmp_path: Path) -> AsyncIterator[Shelf]:
    async with shelved(tmp_path) as made:
        yield made


async def test_each_call_is_one_row_newest_first(shelf: Shelf) -> None:
    await shelf.books.call("write_file")
    await shelf.books.call("delete_file", end="deny", client="Codex")
    await shelf.books.call("move_file", end="withdrawn")
    await shelf.books.call("read_file", end="held")
    await shelf.fresh()
    rows = await shelf.filled(4)
    assert [row[1:] for row in rows] == [
        ["Claude", "files", "read_file", "–", "–", "Pending", "–"],
        ["Claude", "files", "move_file", "–", "–", "Cancelled", "–"],
        ["Codex", "files", "delete_file", "Denied", "You", "Not run", "–"],
        ["Claude", "files", "write_file", "Allowed", "You", "Done", "250 ms"],
    ]
    assert shelf.audit.count.text() == "4 calls"


async def test_filters_and_search_narrow_rows_and_clear_restores_them(shelf: Shelf) -> None:
    await shelf.books.call("write_file", arguments={"text": "a red house"})
    await shelf.books.call("delete_file", end="deny", server="db")
    await shelf.books.call("write_file", arguments={"text": "季度报告"})
    await shelf.fresh()
    await shelf.filled(3)
    await until(lambda: shelf.find("Server").count() == 3)
    shelf.find("Decision").setCurrentIndex(2)
    assert (await shelf.filled(1))[0][3] == "delete_file"
    shelf.press("Clear all filters")
    await shelf.filled(3)
    shelf.find("Server").setCurrentIndex(shelf.find("Server").findData("db"))
    assert (await shelf.filled(1))[0][2] == "db"
    shelf.press("Clear all filters")
    await shelf.filled(3)
    shelf.find("Outcome").setCurrentIndex(shelf.find("Outcome").findData("result"))
    await shelf.filled(2)
    QTest.keyClicks(shelf.find("Search log"), "red")
    await shelf.filled(1)
    shelf.find("Search log").setText("季度")
    await until(
        lambda: shelf.cells() and shelf.audit.filters.asked().text == "季度" and shelf.audit.rows.rowCount() == 1
    )
    shelf.find("Search log").setText("nowhere")
    await until(lambda: shelf.sees("No results"))
    shelf.press("Clear all filters")
    await shelf.filled(3)


async def test_time_range_excludes_older_calls(shelf: Shelf) -> None:
    await shelf.books.call("old")
    shelf.books.now = time.time()
    await shelf.books.call("new")
    await shelf.fresh()
    await shelf.filled(2)
    for span in ("hour", "today", "7", "30"):
        shelf.find("Time").setCurrentIndex(shelf.find("Time").findData(span))
        assert (await shelf.filled(1))[0][3] == "new"
        shelf.find("Time").setCurrentIndex(0)
        await shelf.filled(2)


async def test_calls_indexed_after_opening_the_page_are_shown_directly(shelf: Shelf):
    for _ in range(3):
        await shelf.books.call()
    await shelf.books.indexed(shelf.reading)
    all_of_them = shelf.reading.ids

    async def late(*args: Any, **more: Any) -> Any:
        return (await all_of_them(*args, **more))[1:]

    shelf.reading.ids = late  # type: ignore[method-assign]
    await shelf.fresh()
    await shelf.filled(2)
    del shelf.reading.ids  # type: ignore[method-assign]
    shelf.audit._news.start()
    await shelf.filled(3)
    assert shelf.audit.new.isHidden()


async def test_new_calls_are_behind_a_button_and_move_no_row(shelf: Shelf) -> None:
    await shelf.books.call("first")
    await shelf.fresh()
    await shelf.filled(1)
    shelf.audit.table.selectRow(0)
    await until(lambda: not shelf.audit.history.isHidden())
    await shelf.books.call("second")
    await shelf.books.call("third")
    await shelf.fresh()
    await until(lambda: shelf.sees("2 new calls"))
    assert [row[3] for row in shelf.cells()] == ["first"]
    shelf.press("2 new calls")
    assert [row[3] for row in await shelf.filled(3)] == ["third", "second", "first"]
    assert shelf.audit.table.currentIndex().row() == 2
    assert not shelf.sees("2 new calls")


async def test_table_follows_the_log_until_selection_or_scrolling(shelf: Shelf) -> None:
    for at in range(3):
        await shelf.books.call(f"old{at}")
    await shelf.fresh()
    await shelf.filled(3)
    await shelf.books.call("new")
    await shelf.fresh()
    assert [row[3] for row in await shelf.filled(4)] == ["new", "old2", "old1", "old0"]
    assert shelf.audit.count.text() == "4 calls"
    assert shelf.audit.new.isHidden()
    for at in range(60):
        await shelf.books.call(f"more{at}")
    await shelf.fresh()
    await shelf.filled(64)
    scroll = shelf.audit.table.verticalScrollBar()
    scroll.setValue(scroll.maximum() // 2)
    assert scroll.value() > 0
    await shelf.books.call("unseen")
    await shelf.fresh()
    await until(lambda: shelf.sees("1 new call"))
    assert shelf.audit.rows.rowCount() == 64
    scroll.setValue(0)
    await shelf.books.call("seen")
    await shelf.fresh()
    assert [row[3] for row in await shelf.filled(66)][:3] == ["seen", "unseen", "more59"]
    assert not shelf.sees("1 new call")


async def test_histogram_grows_with_the_followed_calls(shelf: Shelf) -> None:
    await shelf.books.call("old")
    await shelf.fresh()
    await shelf.filled(1)
    histogram = shelf.audit.histogram
    for count in range(2, 6):
        await shelf.books.call("new")
        await shelf.fresh()
        await shelf.filled(count)
        await until(lambda: histogram._bars.edges()[-2] <= shelf.books.now < histogram._bars.edges()[-1])
        await until(lambda due=count: sum(histogram._counts) == due)
        assert histogram._counts[-1] == 1, "not all of them in the last bar"


async def test_first_call_ever_is_shown_automatically(shelf: Shelf) -> None:
    await shelf.fresh()
    await until(lambda: shelf.sees("No records yet"))
    await shelf.books.call("first")
    await shelf.fresh()
    assert [row[3] for row in await shelf.filled(1)] == ["first"]


async def test_row_of_a_continuing_call_is_updated(shelf: Shelf) -> None:
    name = await shelf.books.call("slow", end="held")
    await shelf.fresh()
    assert (await shelf.filled(1))[0][6] == "Pending"
    shelf.audit.table.selectRow(0)
    await until(lambda: not shelf.audit.history.isHidden())
    who = {"call": name, "session": "s", "client": "Claude", "server": "files", "tool": "slow"}
    shelf.books.log.write(model.CallWithdrawn(**who, reason="timed out"))
    await shelf.books.log.committed()
    await shelf.fresh()
    await until(lambda: shelf.cells()[0][6] == "Cancelled")
    await until(lambda: "timed out" in story(shelf))


def story(shelf: Shelf) -> str:
    told = [words.said() for _, _, words, _ in shelf.audit.history.events._rows if not words.isHidden()]
    return "\n".join(told)


async def test_full_history_of_a_call_is_shown(shelf: Shelf) -> None:
    await shelf.books.call("write_file", arguments={"path": "/tmp/a\u202eb", "n": 2**70})
    await shelf.fresh()
    await shelf.filled(1)
    shelf.audit.table.selectRow(0)
    await until(lambda: not shelf.audit.history.isHidden())
    assert story(shelf).splitlines() == [
        "Waiting for approval; requested by Claude", "Approved by you", "Sent to files",
        "Response after 250 ms: 9 bytes",
    ]  # fmt: skip
    arguments = shelf.audit.history.arguments.values.toPlainText().replace("\u00a0", " ")
    assert arguments == "path  /tmp/a⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩b\nn  1180591620717411303424"
    assert "written⟨U+200B ZERO WIDTH SPACE⟩" in shelf.audit.history.answer.values.toPlainText()
    shelf.press("Copy as JSON, all records")
    copied = json.loads(QGuiApplication.clipboard().text())
    assert [record["event"]["kind"] for record in copied] == [
        "call_held", "call_decided", "call_forwarded", "call_completed",
    ]  # fmt: skip


async def test_verify_names_records_added_by_another_program(shelf: Shelf) -> None:
    """Defect 1: well-chained records of another program were as good as ToolGuard's."""
    shelf.books.log.sign_with(b"k" * 32)
    shelf.books.proof = LogProof(log=shelf.books.path, place=place_of(shelf.books.path.parent), key=b"k" * 32)
    await shelf.books.call()
    other = AuditLog(shelf.books.path, now=lambda: shelf.books.now + 60)
    other.open()
    for _ in range(2):
        other.write(model.ConfigChanged(what="all calls allowed", by="person"))
    other.close()
    await shelf.fresh()
    shelf.press("Verify log")
    await until(lambda: shelf.sees("Verification result"))
    words = shelf.find("Verification result").toPlainText()
    assert words.startswith("Records without a signature found. 6 records checked.")
    assert "Unverified" in words and "records 5 to 6, from" in words
    assert shelf.audit.verify.result.property("ground") == "danger"


async def test_verify_of_an_intact_log_is_green_and_names_the_newest_hash(shelf: Shelf) -> None:
    for _ in range(3):
        await shelf.books.call()
    await shelf.fresh()
    shelf.press("Verify log")
    assert not shelf.find("Verify log").isEnabled()
    await until(lambda: shelf.sees("Verification result"))
    words = shelf.find("Verification result").toPlainText()
    assert words.startswith("Log verified: 12 records intact.")
    assert shelf.books.log.head[1].hex() in words
    assert shelf.audit.verify.result.property("ground") == "ok"
    assert shelf.find("Verify log").isEnabled()
    shelf.press("Hide verification result")
    assert not shelf.sees("Verification result")


async def test_verify_corrects_a_forged_index(shelf: Shelf) -> None:
    await shelf.books.call()
    await shelf.fresh()
    with closing(sqlite3.connect(follow(shelf.books.path))) as index, index:
        index.execute("UPDATE calls SET verdict='deny', outcome='denied'")
    shelf.audit.reload()
    await until(lambda: (row := shelf.audit.rows.call(0)) and row.outcome == "denied")
    shelf.press("Verify log")
    await until(lambda: shelf.sees("Verification result"))
    await until(lambda: (row := shelf.audit.rows.call(0)) and (row.verdict, row.outcome) == ("allow", "result"))


async def test_verify_of_a_changed_log_is_red_and_names_the_record(shelf: Shelf) -> None:
    for _ in range(3):
        await shelf.books.call()
    await shelf.fresh()
    edit_line(shelf.books.path, 7, b"files", b"filez")
    shelf.press("Verify log")
    await until(lambda: shelf.sees("Verification result"))
    words = shelf.find("Verification result").toPlainText()
    assert "record 7" in words
    assert shelf.audit.verify.result.property("ground") == "danger"


async def test_verify_of_a_missing_log_reports_that_it_is_unreadable(shelf: Shelf) -> None:
    await shelf.books.call()
    await shelf.fresh()
    missing = LogFileAccess(shelf.books.path.parent / "no.db", follow(shelf.books.path))
    shelf.audit.verify._context = type(shelf.window.context)(
        core_link=shelf.window.context.core_link, reading=missing, settings=shelf.window.context.settings
    )
    shelf.press("Verify log")
    await until(lambda: shelf.sees("Verification result"))
    assert "cannot be read" in shelf.find("Verification result").toPlainText()
    missing.close()


class Slow(LogFileAccess):
    """Verifies only when it is let, and has many calls."""

    gate = threading.Event()

    async def verify(self, progress: Any, stop: Any = None) -> VerifyResult:
        def wait() -> VerifyResult:
            progress(5)
            self.gate.wait(120)
            return VerifyResult(ok=True, checked=10, newest="00")

        return await asyncio.get_running_loop().run_in_executor(self._long, wait)


async def test_window_stays_responsive_during_verify(tmp_path: Path) -> None:
    books = Books(tmp_path / "log")
    await books.call()
    reading = Slow(books.path, follow(books.path))
    async with opened(tmp_path, reading=reading) as stage:
        stage.window.turn("audit")
        stage.press("Verify log")
        await until(lambda: stage.audit.verify.working.words.text() == "5 checked")
        stage.window.turn("pending")
        await stage.show(held=(make_held(),))
        await stage.armed("Approve write_file")
        reading.gate.set()
        stage.window.turn("audit")
        await until(lambda: stage.sees("Verification result"))
    reading.close()
    books.close()


async def test_unreadable_log_is_reported_until_it_recovers(shelf: Shelf) -> None:
    await shelf.books.call("first")
    await shelf.fresh()
    await shelf.filled(1)
    index = follow(shelf.books.path)
    shelf.books.indexer.stop()
    index.rename(index.with_suffix(".kept"))
    index.mkdir()
    shelf.audit.reload()
    await until(lambda: shelf.audit.says.isVisible())
    assert "cannot be read" in shelf.audit.says.text()
    index.rmdir()
    index.with_suffix(".kept").rename(index)
    shelf.audit.reload()
    await until(lambda: not shelf.audit.says.isVisible())


async def test_withdrawn_call_shows_the_reason_from_the_log(shelf: Shelf) -> None:
    name = await shelf.books.call("write_file", end="withdrawn")
    await shelf.show(held=(make_held(name),))
    await shelf.show()
    await until(lambda: "The client cancelled this call" in shelf.pending.call.decision.gone.text())
    assert shelf.pending.call.decision.gone.text().endswith("the client cancelled")


async def test_page_is_empty_without_a_log(stage: Stage) -> None:
    stage.window.turn("audit")
    assert not stage.find("Verify log").isEnabled()
    await stage.show(recorded=7)


async def test_arrow_keys_move_through_the_rows(shelf: Shelf) -> None:
    for tool in ("one", "two", "three"):
        await shelf.books.call(tool)
    await shelf.fresh()
    await shelf.filled(3)
    table = shelf.find("Recorded calls")
    table.setFocus()
    await asyncio.sleep(0)
    assert shelf.audit.history.isHidden()
    QTest.keyClick(table, Qt.Key.Key_Down)
    await until(lambda: "two" in shelf.audit.history.title.said())
    QTest.keyClick(table, Qt.Key.Key_Up)
    await until(lambda: "three" in shelf.audit.history.title.said())


async def test_history_shows_where_and_how_a_person_decided(shelf: Shelf) -> None:
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
        shelf.books.log.write(
            model.CallDecided(**about, call=name, verdict="allow", by="person", arguments="{}", approver=approver)
        )
    shelf.books.log.write(AppStarted(process=serve))
    await shelf.books.log.committed()
    await shelf.fresh()
    rows = await shelf.filled(3)
    assert [row[5] for row in rows] == ["You", "You", "You (terminal)"]
    told = []
    for row in range(3):
        shelf.audit.table.selectRow(row)
        await until(lambda: story(shelf) and story(shelf) not in told)
        told.append(story(shelf))
    assert told == [
        "Approved by you, location unknown",
        "Approved by you, in the window on display :0, through assistive technology",
        "Approved by you, in “toolguard serve” on /dev/pts/3{0}",
    ]
    assert "node (process 9)" in [words for _, words in facts_of(shelf)]
    kinds = shelf.audit.filters.kind
    kinds.setCurrentIndex(kinds.findData("app_started"))
    await until(lambda: len(shelf.cells()) == 1 and "started by node" in shelf.cells()[0][3])
    assert shelf.cells()[0][3] == "toolguard serve on /dev/pts/3{0} · started by node (process 9) · process 7"
    assert shelf.cells()[0][6] == "ToolGuard started"


def facts_of(shelf: Shelf) -> list[tuple[str, str]]:
    return [(row.name.text(), row.said.said()) for row in shelf.audit.history.facts._rows if not row.said.isHidden()]


async def test_rule_is_proposed_from_selected_calls(tmp_path: Path) -> None:
    async with shelved(tmp_path) as shelf:
        names = [await shelf.books.call(arguments={"path": f"/srv/{at}"}) for at in range(3)]
        await shelf.fresh()
        await shelf.filled(3)
        went: list[tuple[str, str]] = []
        object.__setattr__(shelf.audit.context, "go", lambda *place: went.append(place))
        shelf.audit.table.choose(0)
        await until(shelf.audit.history.isVisible)
        assert shelf.audit.history.rule.text() == "Make a rule"
        shelf.audit.table.selectAll()
        await until(lambda: shelf.audit.history.rule.text() == "Make a rule from 3 calls")
        shelf.audit.history.rule.click()
        assert [(place, set(about.removeprefix("calls:").split())) for place, about in went] == [("rules", set(names))]


async def test_selected_call_gets_most_of_a_small_window(shelf: Shelf) -> None:
    for _ in range(20):
        await shelf.books.call()
    await shelf.fresh()
    await shelf.filled(20)
    shelf.window.resize(900, 600)
    audit = shelf.audit
    await until(lambda: audit.height() < 640 and audit.filters.client.isVisible())
    audit.table.selectRow(0)
    await until(lambda: not audit.history.isHidden() and audit.history.height() > 270)
    assert not audit.filters.client.isVisible(), "the chips tell of what is filtered"
    audit.history.hides.click()
    await until(audit.filters.client.isVisible)


async def test_invalid_times_are_ignored(shelf: Shelf) -> None:
    await shelf.books.call("a")
    await shelf.fresh()
    for since in ("", "x", "-1", "nan", "1e9", "9" * 40):
        shelf.audit.open(f"tool:a\nsince:{since}\nuntil:1800000000.5")
        assert shelf.audit.filters.range is None and shelf.audit.filters.asked().tool == "a"
    shelf.audit.open("tool:a\nsince:1700000000\nuntil:1800000000.5")
    assert shelf.audit.filters.range == (1_700_000_000.0, 1_800_000_000.5)
