"""What an approved call returned is seen where it was approved, and on Active after it has ended."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent

from tests.support.waiting import until
from tests.window.audit_harness import AuditHarness, shelved
from tests.window.conftest import make_held, make_running

CALL = "call00001"


@pytest.fixture
async def audit_harness(tmp_path: Path) -> AsyncIterator[AuditHarness]:
    async with shelved(tmp_path) as made:
        yield made


async def approved(audit_harness: AuditHarness, *others: object) -> None:
    await audit_harness.show(pending=(make_held(CALL), *others))
    audit_harness.pending.choose(CALL)
    await audit_harness.armed("Approve write_file")
    audit_harness.press("Approve write_file")
    await until(lambda: audit_harness.gate.orders)


async def test_result_replaces_the_call_if_nothing_else_is_pending(audit_harness: AuditHarness) -> None:
    await approved(audit_harness)
    ended = audit_harness.pending.left.ended
    await until(lambda: ended.text_label.text() == "write_file: approved")
    assert not ended.again.isVisible()
    assert await audit_harness.sample_log.call() == CALL
    await audit_harness.show(recorded=audit_harness.sample_log.log.recorded)
    call = audit_harness.pending.call
    await until(call.response.isVisible)
    assert ended.text_label.text() == "write_file: Completed after 250 ms"
    assert call.heading.sentence.text() == "Claude Desktop ran write_file on files"
    assert "written" in call.response.viewer.values.toPlainText()
    assert not audit_harness.is_shown("Approve write_file"), "it is over"
    await audit_harness.show(pending=(make_held("next", "read_file"),), recorded=audit_harness.sample_log.log.recorded)
    assert audit_harness.pending.shown == "next" and not call.response.isVisible()


async def test_result_of_a_call_that_ended_before_its_approval_was_answered(audit_harness: AuditHarness) -> None:
    """It appeared with the next record of anything, which may be hours later."""
    await audit_harness.sample_log.call()
    await audit_harness.show(recorded=audit_harness.sample_log.log.recorded)
    audit_harness.pending.result.follow(make_held(CALL))
    await until(lambda: audit_harness.pending.result.text == "Completed after 250 ms")


async def test_result_of_an_edited_call_gives_way_to_the_next_call(audit_harness: AuditHarness) -> None:
    """It came before the snapshot without the call: the edited arguments counted as text that waits to be copied."""
    await audit_harness.sample_log.call()
    await audit_harness.show(pending=(make_held(CALL),), recorded=audit_harness.sample_log.log.recorded)
    audit_harness.pending.choose(CALL)
    call = audit_harness.pending.call
    call.begin_edit()
    call.editor.area.setPlainText(call.editor.area.toPlainText().replace("/tmp/a", "/tmp/b"))
    await audit_harness.armed("Approve edited write_file")
    audit_harness.press("Approve edited write_file")
    await until(call.response.isVisible)
    assert call.editor.isHidden()
    await audit_harness.show(pending=(make_held("next", "read_file"),), recorded=audit_harness.sample_log.log.recorded)
    assert audit_harness.pending.shown == "next"


@pytest.mark.parametrize("remembered", [False, True])
async def test_result_is_as_high_as_its_text_and_button(audit_harness: AuditHarness, remembered: bool) -> None:
    """The decision kept the height of the choices, with nothing in its middle."""
    await audit_harness.show(pending=(make_held(CALL),))
    audit_harness.pending.choose(CALL)
    decision = audit_harness.pending.call.decision
    height = decision.height()
    decision.remember_choice.on.setChecked(remembered)
    button = "Approve write_file once" if remembered else "Approve write_file"
    await audit_harness.armed(button)
    assert (decision.height() > height) == remembered
    audit_harness.press(button)
    await until(lambda: audit_harness.pending.left.ended.text_label.text() == "write_file: approved")
    await audit_harness.sample_log.call()
    await audit_harness.show(recorded=audit_harness.sample_log.log.recorded)
    await until(audit_harness.pending.call.response.isVisible)
    box = decision._ended
    await until(lambda: decision.height() == box.heightForWidth(box.width()) < height)
    await audit_harness.show(pending=(make_held("next", "read_file"),), recorded=audit_harness.sample_log.log.recorded)
    assert audit_harness.pending.shown == "next"
    await until(lambda: decision.height() == height)


async def test_height_stays_while_a_call_that_has_ended_is_read(audit_harness: AuditHarness) -> None:
    await audit_harness.show(pending=(make_held(CALL),))
    audit_harness.pending.choose(CALL)
    call = audit_harness.pending.call
    height = call.decision.height()
    await audit_harness.show()
    await until(lambda: call.decision.pending is None and call.decision.gone.isVisible())
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    assert call.decision.height() == height


async def test_result_is_one_click_away_if_another_call_is_pending(audit_harness: AuditHarness) -> None:
    other = make_held("other", "read_file")
    await approved(audit_harness, other)
    await until(lambda: audit_harness.pending.shown == "other")
    audit_harness.pending.call.decision.reason.setText("because")
    await audit_harness.sample_log.call()
    await audit_harness.show(pending=(other,), recorded=audit_harness.sample_log.log.recorded)
    await until(lambda: audit_harness.is_shown("Show the ended call"))
    assert audit_harness.pending.shown == "other" and audit_harness.pending.call.decision.reason.text() == "because"
    audit_harness.press("Show the ended call")
    assert audit_harness.pending.call.response.isVisible() and audit_harness.pending.shown == ""


async def test_call_and_its_elicitation_that_end_together_are_both_reported(audit_harness: AuditHarness) -> None:
    asked = make_held("asked", "elicitation/create")
    asked = replace(asked, call=replace(asked.call, method="elicitation/create"), tool=None)
    await approved(audit_harness, asked)
    await until(lambda: audit_harness.pending.shown == "asked")
    ended = audit_harness.pending.left.ended
    ended._remaining = 1  # the approval was a while ago
    await audit_harness.sample_log.call()
    await audit_harness.show(recorded=audit_harness.sample_log.log.recorded)
    lines = (
        "write_file: Completed after 250 ms",
        "elicitation/create: This call has ended. You can no longer decide it.",
    )
    await until(lambda: sorted(ended.text_label.text().split("\n")) == sorted(lines))


async def test_running_call_is_looked_up_after_its_end(audit_harness: AuditHarness) -> None:
    await approved(audit_harness)
    running = (make_running(CALL),)
    await audit_harness.show(running=running, recorded=1)
    await until(lambda: audit_harness.pending.left.ended.text_label.text() == "write_file: approved")
    await audit_harness.sample_log.call(end="held")
    await audit_harness.show(recorded=audit_harness.sample_log.log.recorded)
    assert not audit_harness.pending.result.text
    audit_harness.sample_log.count = 0
    await audit_harness.sample_log.call()
    await audit_harness.show(recorded=audit_harness.sample_log.log.recorded)
    await until(lambda: audit_harness.pending.result.text)


async def test_active_shows_the_result_of_an_ended_call(audit_harness: AuditHarness) -> None:
    audit_harness.window.turn("active")
    await audit_harness.show(running=(make_running(CALL),), running_count=1)
    audit_harness.active.choose(CALL)
    detail = audit_harness.active.detail
    assert detail.heading.sentence.text() == "search is running on files" and detail.stop.isVisible()
    await audit_harness.sample_log.call()
    await audit_harness.show(recorded=audit_harness.sample_log.log.recorded)
    await until(detail.response.isVisible)
    assert detail.heading.sentence.text() == "search has ended on files"
    assert detail.heading.below.text() == "Completed after 250 ms"
    assert not detail.stop.isVisible()
    assert "written" in detail.response.viewer.values.toPlainText()
    assert not audit_harness.active._count.text()
