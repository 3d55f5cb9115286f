"""Redact in Audit: the person sees in how many records a text stands. Removed records are told of."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.services_harness import by_name
from tests.support.waiting import until
from tests.window.audit_harness import HASH, AuditHarness, SampleLog
from tests.window.conftest import opened
from toolguard.gate import model
from toolguard.store.log.audit_log import Record
from toolguard.store.log.index.log_index import follow
from toolguard.window.log_view.log_access import LogAccess


class Orders:
    """Answers what the page orders."""

    def __init__(self) -> None:
        self.given: list[tuple[str, dict[str, Any]]] = []
        self.found: list[dict[str, Any]] = [{"seq": 1, "time": 1.0, "kind": "call_held", "call": "c"}] * 3
        self.size = {"bytes": 5_200_000_000, "step": 1}
        self.refuses = ""

    async def do(self, name: str, arguments: dict[str, Any], _tell: Any) -> dict[str, Any]:
        self.given.append((name, arguments))
        if self.refuses and name == "log redact":
            return {"ok": False, "error": self.refuses}
        answers: dict[str, Any] = {"log find": self.found, "log redact": self.found, "log size": self.size}
        return {"ok": True, "value": answers[name]} if name in answers else {"ok": False, "error": "not here"}

    def of(self, name: str) -> list[dict[str, Any]]:
        return [arguments for given, arguments in self.given if given == name]


@asynccontextmanager
async def shown(tmp_path: Path, orders: Orders, access: type[LogAccess] = LogAccess) -> AsyncIterator[AuditHarness]:
    sample_log = SampleLog(tmp_path / "log")
    reading = access(sample_log.path, follow(sample_log.path), indexer=sample_log.indexer.poke)
    async with opened(tmp_path, run=by_name(orders.do), reading=reading) as harness:
        harness.__class__ = AuditHarness
        assert isinstance(harness, AuditHarness)
        harness.sample_log, harness.reading = sample_log, reading  # type: ignore[attr-defined]
        yield harness
    reading.close()
    sample_log.close()


@pytest.fixture
def orders() -> Orders:
    return Orders()


@pytest.fixture
async def audit_harness(tmp_path: Path, orders: Orders) -> AsyncIterator[AuditHarness]:
    async with shown(tmp_path, orders) as found:
        await found.sample_log.call(arguments={"password": "hunter2"})
        await found.fresh()
        await found.filled(1)
        found.audit.table.choose(0)
        await until(found.audit.history.isVisible)
        yield found


class HeldReading(LogAccess):
    """Delivers the records of a call only when it may."""

    def __init__(self, *files: Path, indexer: Callable[[], None]) -> None:
        super().__init__(*files, indexer=indexer)
        self.may = asyncio.Event()

    async def call_records(self, call: str) -> list[Record]:
        found = await super().call_records(call)
        await self.may.wait()
        return found


async def test_read_that_began_before_a_redaction_is_repeated(tmp_path: Path, orders: Orders) -> None:
    async with shown(tmp_path, orders, HeldReading) as harness:
        call = await harness.sample_log.call(arguments={"password": "hunter2"})
        await harness.fresh()
        await harness.filled(1)
        harness.audit.table.choose(0)
        await asyncio.sleep(0)
        await harness.reading.recorded()  # its thread has read the call by now
        harness.sample_log.log.write(model.ResponseDropped(session="s", call=call, server="files", request="1", size=1))
        await harness.sample_log.log.committed()
        harness.audit.redaction.redacted.emit()
        harness.reading.may.set()
        await until(harness.audit.history.isVisible)
        assert harness.audit.history.numbers()[-1] == harness.sample_log.log.recorded


async def armed(audit_harness: AuditHarness) -> None:
    panel = audit_harness.audit.redaction
    await until(lambda: panel.confirm.isVisible())
    await until(panel.confirm.yes.isEnabled)


async def test_text_is_searched_then_redacted_everywhere(audit_harness: AuditHarness, orders: Orders) -> None:
    panel = audit_harness.audit.redaction
    audit_harness.audit.history.redact.click()
    assert panel.isVisible() and not panel.search.isEnabled(), "a reason is needed"
    panel.text.setText("hunter2")
    panel.reason.setText("a password")
    panel.search.click()
    await armed(audit_harness)
    assert "3 records" in panel.confirm.text_label.toPlainText() and not orders.of("log redact")
    panel.confirm.yes.click()
    await until(lambda: orders.of("log redact"))
    assert orders.of("log redact") == [{"reason": "a password", "text": "hunter2", "records": []}]
    await until(lambda: "redacted in 3 records" in panel.status_label.text())
    assert panel.text.text() == ""
    await until(audit_harness.audit.history.isVisible)
    assert audit_harness.audit.history.numbers(), "the call is read again, and stays selected"


async def test_question_shows_the_text_in_its_context(audit_harness: AuditHarness) -> None:
    panel = audit_harness.audit.redaction
    audit_harness.audit.history.redact.click()
    panel.text.setText("hunter")
    panel.reason.setText("a password")
    panel.search.click()
    await armed(audit_harness)
    assert '{"password": "hunter2"}' in panel.matches.text()
    assert len(panel.partial.sentences()) == 1
    assert panel.confirm.no.hasFocus()
    QTest.keyClick(panel.confirm.no, Qt.Key.Key_Return)
    assert not panel.matches.isVisible() and not panel.partial.isVisible()
    panel.text.setText("hunter2")
    panel.search.click()
    await armed(audit_harness)
    assert "hunter2" in panel.matches.text() and not panel.partial.sentences()


async def test_only_the_next_step_is_offered(audit_harness: AuditHarness) -> None:
    panel = audit_harness.audit.redaction
    audit_harness.audit.history.redact.click()
    panel.text.setText("hunter2")
    panel.reason.setText("a password")
    assert panel.search.property("kind") == "run" and panel.search.isVisible()
    panel.search.click()
    await armed(audit_harness)
    assert panel.confirm.yes.property("kind") == "danger" and not panel.search.isVisible()
    panel.confirm.no.click()
    assert panel.search.isVisible() and panel.search.isEnabled() and panel.text.hasFocus()
    panel.search.click()
    await armed(audit_harness)
    panel.text.setText("hunter")
    assert panel.search.isVisible() and panel.search.isEnabled()


async def test_fields_are_locked_from_the_search_until_the_end(audit_harness: AuditHarness, orders: Orders) -> None:
    panel = audit_harness.audit.redaction
    audit_harness.audit.history.redact.click()
    fields = (panel.text, panel.reason)
    panel.text.setText("hunter2")
    panel.reason.setText("a password")
    panel.search.click()
    assert all(field.isReadOnly() for field in fields), "while it is searched for"
    await armed(audit_harness)
    QTest.keyClicks(panel.text, "x")
    assert panel.text.text() == "hunter2" and panel.confirm.isVisible()
    audit_harness.press("Back")
    assert not any(field.isReadOnly() for field in fields)
    panel.search.click()
    await armed(audit_harness)
    panel.confirm.yes.click()
    assert all(field.isReadOnly() for field in fields), "while it is redacted"
    await until(lambda: "redacted in 3 records" in panel.status_label.text())
    assert not any(field.isReadOnly() for field in fields)


async def test_empty_text_redacts_all_text_of_the_call(audit_harness: AuditHarness, orders: Orders) -> None:
    panel = audit_harness.audit.redaction
    audit_harness.audit.history.redact.click()
    assert "all arguments and results of this call" in panel.status_label.text()
    panel.text.setText("x")
    assert "This text" in panel.status_label.text()
    panel.text.clear()
    panel.reason.setText("personal")
    panel.search.click()
    await armed(audit_harness)
    assert "Redact all text of this call" in panel.confirm.text_label.toPlainText()
    panel.confirm.yes.click()
    await until(lambda: orders.of("log redact"))
    assert orders.of("log redact")[0]["records"] == [1, 2, 3, 4]


async def test_selected_text_is_redacted(audit_harness: AuditHarness) -> None:
    values = audit_harness.audit.history.arguments.values
    at = values.toPlainText().index("hunter2")
    cursor = values.textCursor()
    cursor.setPosition(at)
    cursor.setPosition(at + len("hunter2"), cursor.MoveMode.KeepAnchor)
    values.setTextCursor(cursor)
    audit_harness.audit.history.redact.click()
    assert audit_harness.audit.redaction.text.text() == "hunter2"
    audit_harness.window.turn("pending")
    assert not audit_harness.audit.redaction.isVisible() and audit_harness.audit.redaction.text.text() == ""


async def test_changed_text_must_be_searched_again(audit_harness: AuditHarness, orders: Orders) -> None:
    panel = audit_harness.audit.redaction
    audit_harness.audit.history.redact.click()
    panel.text.setText("hunter2")
    panel.reason.setText("r")
    panel.search.click()
    await armed(audit_harness)
    panel.text.setText("hunter23")
    assert not panel.confirm.isVisible()
    panel.cancel.click()
    assert not panel.isVisible() and panel.text.text() == ""
    assert not orders.of("log redact")


async def test_missing_text_and_refusal_are_reported(audit_harness: AuditHarness, orders: Orders) -> None:
    panel = audit_harness.audit.redaction
    audit_harness.audit.history.redact.click()
    panel.text.setText("hunter2")
    panel.reason.setText("r")
    orders.refuses = "Not now."
    panel.search.click()
    await armed(audit_harness)
    panel.confirm.yes.click()
    await until(lambda: panel.status_label.text() == "Not now.")
    assert panel.text.text() == "hunter2"
    orders.found = []
    panel.search.click()
    await until(lambda: panel.status_label.text() == "No record contains this text.")


async def test_large_log_is_reported_once_per_step(tmp_path: Path, orders: Orders) -> None:
    async with shown(tmp_path, orders) as audit_harness:
        await audit_harness.fresh()
        notice = audit_harness.audit.log_size
        audit_harness.window.turn("audit")
        await until(notice.isVisible)
        assert "5.2" in notice.text_label.toPlainText() or "4.8" in notice.text_label.toPlainText()
        notice.close_button.click()
        await notice._read_size()
        assert not notice.isVisible()
        orders.size = {"bytes": 10_200_000_000, "step": 2}
        await notice._read_size()
        assert notice.isVisible()


async def test_page_reports_removed_records(tmp_path: Path, orders: Orders) -> None:
    async with shown(tmp_path, orders) as audit_harness:
        await audit_harness.sample_log.call()
        audit_harness.sample_log.log.write(
            model.SegmentRemoved(
                first=1,
                last=5200,
                count=5200,
                previous=HASH,
                hash=HASH,
                since=1.0,
                until=2.0,
                file="f",
                size=1,
                digest=HASH,
                by="settings",
                archive="/mnt/archive",
            )
        )
        await audit_harness.fresh()
        await audit_harness.filled(1)
        await until(audit_harness.audit.removed.isVisible)
        assert "up to record 5,200, were removed on" in audit_harness.audit.removed.text()
        assert "Copies are in /mnt/archive." in audit_harness.audit.removed.text()
        audit_harness.audit.open("gone")
        await until(lambda: "removed with older records" in audit_harness.audit.error_label.text())
