"""A log that was tampered with: red everywhere at once, and a way out inside the window."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest

from tests.support.journal_edits import edit_line
from tests.support.services_harness import by_name
from tests.support.waiting import until
from tests.window.audit_harness import AuditHarness, SampleLog
from tests.window.conftest import opened
from toolguard.store.log.index.log_index import follow
from toolguard.window.desktop.tray import Tray
from toolguard.window.log_view.log_access import LogAccess

SAID = "The log failed its integrity check: record 3 was edited."
PAGES = ("pending", "active", "tools", "servers", "clients", "rules", "credentials", "audit", "settings", "help")


class Orders:
    """Takes the orders of the window, and answers the one that begins a new log."""

    def __init__(self) -> None:
        self.given: list[str] = []
        self.answer: dict[str, Any] = {"ok": True, "value": {"kept": "/state/log-2026-11-22"}}

    async def do(self, name: str, _arguments: dict[str, Any], _tell: Any) -> dict[str, Any]:
        self.given.append(name)
        return self.answer if name == "log renew" else {"ok": False, "error": "not here"}


@asynccontextmanager
async def tampered(tmp_path: Path) -> AsyncIterator[tuple[AuditHarness, Orders]]:
    """A window over a log of which somebody has edited the third record, behind a core that hears of checks."""
    sample_log, orders = SampleLog(tmp_path / "log"), Orders()
    found: list[str] = []
    reading = LogAccess(
        sample_log.path,
        follow(sample_log.path),
        indexer=sample_log.indexer.poke,
        verdict=lambda result: found.append(result),
    )
    tray = Tray()
    async with opened(tmp_path, run=by_name(orders.do), reading=reading, tray=tray) as harness:
        harness.__class__ = AuditHarness
        assert isinstance(harness, AuditHarness)
        harness.sample_log, harness.reading, harness.found = sample_log, reading, found  # type: ignore[attr-defined]
        yield harness, orders
    reading.close()
    sample_log.close()


async def edit_third(sample_log: SampleLog) -> None:
    await sample_log.call("one")
    await sample_log.call("two")
    await sample_log.log.durable()
    edit_line(sample_log.path, 3, b"files", b"filez")


async def test_detected_tampering_is_reported_and_cannot_be_hidden(tmp_path: Path) -> None:
    """Defect A3: "Hide" removed the last trace, and nothing else was told."""
    async with tampered(tmp_path) as (harness, _):
        await edit_third(harness.sample_log)
        harness.window.turn("audit")
        harness.audit.verify.start()
        await until(lambda: harness.found)  # type: ignore[attr-defined]
        assert "record 3" in harness.found[0]  # type: ignore[attr-defined]
        result = harness.audit.verify.result
        await until(result.isVisible)
        assert not result.close_button.isVisible()


async def test_tampering_is_shown_in_side_bar_tray_title_and_pages(tmp_path: Path) -> None:
    """Defect A3: the side bar and the tray kept the green sign."""
    async with tampered(tmp_path) as (harness, _):
        await harness.show(alarm="tampered", trouble=(SAID,))
        window = harness.window
        assert window.side.indicator.text() == "Log tampered" and window.side.indicator.property("tone") == "trouble"
        assert "tampered" in window.windowTitle()
        assert window.tray is not None and window.tray._state.tone == "tampered"
        for page in PAGES:
            window.turn(page)
            assert window.trouble.isVisible() and window.trouble.sentences() == [SAID], page
            assert harness.is_shown("Open folder") and harness.is_shown("Start new log…"), page
        await harness.show()
        assert not window.trouble.isVisible() and not harness.is_shown("Start new log…")
        assert window.side.indicator.text() == "Checking…"


async def test_empty_queue_reports_tampering(tmp_path: Path) -> None:
    """Defect A4: it said "Nothing waits for you … put this before its command"."""
    async with tampered(tmp_path) as (harness, _):
        assert harness.pending._nothing.currentIndex() == 0
        await harness.show(alarm="tampered", log_prevents="rules", trouble=(SAID,))
        pages = harness.pending._nothing.children()
        texts = [page.text_label.text() for page in pages if hasattr(page, "text_label") and page.isVisible()]
        assert len(texts) == 1 and "No rule allows a call" in texts[0]


async def test_export_ends_before_the_first_invalid_record(tmp_path: Path) -> None:
    """Defect A4: there was no way out inside the window."""
    async with tampered(tmp_path) as (harness, _):
        await edit_third(harness.sample_log)
        await harness.show(alarm="tampered", trouble=(SAID,))
        target = tmp_path / "out.jsonl"
        harness.window.way_out.start_export(target)
        await until(harness.window.way_out.result.isVisible)
        assert harness.window.way_out.result.text_label.text().startswith("Exported 2 verified records to ")
        assert [json.loads(line)["seq"] for line in target.read_text().splitlines()] == [1, 2]


async def test_new_log_needs_a_delayed_confirmation(tmp_path: Path) -> None:
    async with tampered(tmp_path) as (harness, orders):
        await harness.show(alarm="tampered", trouble=(SAID,))
        harness.press("Start new log…")
        yes = harness.window.way_out.confirm.yes
        assert not harness.is_shown("Start new log…"), "the question is instead"
        assert harness.is_shown("Export verified records…"), "the text above advises it"
        assert harness.find("Cancel").hasFocus() and not yes.isEnabled() and yes.property("kind") == "danger-line"
        QTest.mouseClick(yes, Qt.MouseButton.LeftButton)
        QTest.keyClick(harness.find("Cancel"), Qt.Key.Key_Return)
        assert not harness.window.way_out.confirm.isVisible() and "log renew" not in orders.given
        assert harness.find("Start new log…").hasFocus()
        harness.press("Start new log…")
        assert not yes.isEnabled() and yes.property("arming")
        await until(yes.isEnabled)
        QTest.mouseClick(yes, Qt.MouseButton.LeftButton)
        await until(harness.window.way_out.result.isVisible)
        assert orders.given.count("log renew") == 1
        result = harness.window.way_out.result.text_label.text()
        assert result == "New log started. The old log is kept as /state/log-2026-11-22"
        await until(lambda: harness.found == [""])  # type: ignore[attr-defined]  # the new one was checked


async def test_failed_new_log_reports_the_reason(tmp_path: Path) -> None:
    async with tampered(tmp_path) as (harness, orders):
        orders.answer = {"ok": False, "error": "The disk is full."}
        await harness.show(alarm="tampered", trouble=(SAID,))
        harness.press("Start new log…")
        await until(harness.window.way_out.confirm.yes.isEnabled)
        harness.window.way_out.confirm.yes.click()
        await until(harness.window.way_out.result.isVisible)
        assert harness.window.way_out.result.text_label.text() == "Could not start a new log: The disk is full."
        assert harness.is_shown("Start new log…")


class Files(QObject):
    """Stands where the desktop's file manager is."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        self.opened.append(url.toLocalFile())


async def test_log_folder_is_opened(tmp_path: Path) -> None:
    files = Files()
    QDesktopServices.setUrlHandler("file", files, "take")
    try:
        async with tampered(tmp_path) as (harness, _):
            await harness.show(alarm="tampered", trouble=(SAID,))
            harness.press("Open folder")
            assert files.opened == [str(tmp_path)]
    finally:
        QDesktopServices.unsetUrlHandler("file")


@pytest.mark.parametrize("size", [(900, 600), (1280, 800)])
async def test_tampering_banner_does_not_widen_the_window(tmp_path: Path, size: tuple[int, int]) -> None:
    async with tampered(tmp_path) as (harness, _):
        harness.window.resize(*size)
        await harness.show(alarm="tampered", trouble=(SAID * 10,))
        await asyncio.sleep(0)
        assert harness.window.width() == size[0]
