"""A name with look-alike letters is marked wherever it is a heading, and not only on the page Pending."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.audit_harness import shelved
from tests.window.conftest import WindowHarness, make_call, make_running
from tests.window.pages.test_tools import at_tools
from toolguard.gate.model import DeferredApproval
from toolguard.window.queue.deferred_approval_detail import DeferredApprovalDetail
from toolguard.window.widgets.text_label import TextLabel, styled_name

FAKE, MARK = "wr\u0456te_file", "⟨\u0456 CYRILLIC⟩"
SHOWN = f"wr{MARK}te_file"


def test_look_alike_mark_is_highlighted(qapp: QApplication) -> None:
    assert styled_name("strong name", FAKE) == [("strong", "wr"), ("marked", MARK), ("strong", "te_file")]
    assert styled_name("strong", "write_file") == [("strong", "write_file")]


async def test_running_call_marks_look_alikes(harness: WindowHarness) -> None:
    harness.window.turn("active")
    await harness.show(running=(make_running("r1", tool=FAKE),), running_count=1)
    harness.active.open("r1")
    assert SHOWN in harness.active.detail.heading.sentence.text()


def test_saved_decision_marks_look_alikes(qapp: QApplication) -> None:
    detail = DeferredApprovalDetail()
    detail.show_ticket(DeferredApproval(id="t", call=make_call(tool=FAKE), expires=5e9))
    assert any(SHOWN in one.text() for one in detail.findChildren(TextLabel))


async def test_tool_marks_look_alikes(tmp_path: Path, office: Harness) -> None:
    await office.order("server.add", name="mail", command="mail")
    office.gate.tools.add_page("mail", "s", {"tools": [{"name": FAKE}]}, first=True)
    async with at_tools(tmp_path, office) as harness:
        tools = harness.window.stack.page("tools")
        await until(lambda: tools.choose("mail", FAKE) or tools.tool.isVisible())
        await until(lambda: SHOWN in tools.tool.heading.sentence.text())


async def test_recorded_call_marks_look_alikes(tmp_path: Path) -> None:
    async with shelved(tmp_path) as audit_harness:
        await audit_harness.sample_log.call(FAKE)
        await audit_harness.fresh()
        await audit_harness.filled(1)
        audit_harness.audit.table.selectRow(0)
        await until(audit_harness.audit.history.isVisible)
        assert SHOWN in audit_harness.audit.history.title.text()
        await audit_harness.quiet()
