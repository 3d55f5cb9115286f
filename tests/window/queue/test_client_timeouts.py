"""The page Pending when the client's timeout ends before the person's: what the buttons say, and what they do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.waiting import until
from tests.window.audit_harness import AuditHarness, shelved
from tests.window.conftest import WindowHarness, make_call, make_held
from toolguard.gate import model

NEXT = "Approve the next identical call once"
LATE = "Approve the next identical write_file call"


async def test_button_names_the_next_call_while_nobody_waits(harness: WindowHarness) -> None:
    held = make_held()
    await harness.show(pending=(held,))
    await harness.armed("Approve write_file")
    await harness.show(pending=(replace(held, deferred=True, waiting=0),))
    assert not harness.is_shown("Approve write_file")
    assert not harness.find(LATE).isEnabled(), "it is armed anew: it does another thing now"
    assert harness.find(LATE).text() == "Approve retry of write_file"
    assert "Your decision applies when it does." in harness.pending.call.heading.below.text()
    assert harness.pending.call.decision.note_label.text() == ""
    QTest.mouseClick(await harness.armed(LATE), Qt.MouseButton.LeftButton)
    await until(lambda: harness.gate.orders)
    assert harness.gate.orders[0][:2] == ("approve", "c1")


async def test_button_approves_the_call_again_after_a_retry(harness: WindowHarness) -> None:
    held = make_held(deferred=True, waiting=0)
    await harness.show(pending=(held,))
    await harness.armed(LATE)
    await harness.show(pending=(replace(held, waiting=1),))
    assert not harness.find("Approve write_file").isEnabled()
    assert harness.pending.call.decision.note_label.text() == ""
    await harness.armed("Approve write_file")


async def test_approaching_deadline_does_not_disarm(harness: WindowHarness) -> None:
    held = make_held()
    await harness.show(pending=(held,))
    await harness.armed("Approve write_file")
    await harness.show(pending=(replace(held, deadline=held.expires - 200),))
    assert harness.find("Approve write_file").isEnabled()
    assert "Decide before or after that." in harness.pending.call.heading.below.text()


async def test_button_of_an_edited_call_without_a_client_states_both_facts(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(deferred=True, waiting=0),))
    harness.press("Edit arguments")
    area = harness.pending.call.editor.area
    area.setPlainText(area.toPlainText().replace("/tmp/a", "/tmp/b"))
    await harness.armed(f"{LATE}, as edited")


async def test_bulk_decision_counts_calls_without_a_waiting_client(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("c1"), make_held("c2", deferred=True, waiting=0)))
    harness.pending.choose_all(["c1", "c2"])
    assert harness.pending.several.odd.sentences() == ["1 of them has timed out. Its next identical call runs instead."]


async def test_false_continuation_is_marked(harness: WindowHarness) -> None:
    held = make_held()
    held.call.message["params"]["inputResponses"] = {"name": {"action": "accept"}}
    await harness.show(pending=(held,))
    result = harness.pending.call.warnings.sentences()
    assert result == ["It claims to continue a call, but matches none that you approved. Its answers may not be yours."]


async def test_task_augmented_call_is_labelled(harness: WindowHarness) -> None:
    held = make_held()
    held.call.message["params"]["task"] = {"ttl": 60_000}
    await harness.show(pending=(held,))
    assert "ttl  60000" in harness.pending.call.viewer.values.toPlainText().replace("\u00a0", " ")
    facts = [fact.name for fact in harness.pending.call._facts(held, is_pending=True) if fact.text]
    assert "Runs as" in facts


# What the client gave up


async def given_up(
    audit_harness: AuditHarness, *more: model.Event, reason: str = "timed out after 60 s", method: str = model.CALL
) -> None:
    """A call or request is shown, nobody waits for it any more, and the log says so."""
    held = make_held("c1", since=1.0)
    held = replace(held, call=replace(held.call, method=method))
    await audit_harness.show(pending=(held,))
    about: dict[str, Any] = {
        "call": "c1", "session": "s1", "client": "Claude Desktop", "server": "files", "tool": "write_file"
    }  # fmt: skip
    arguments = '{"path":"/tmp/a"}'
    audit_harness.sample_log.log.write(
        model.CallHeld(**about, request="1", arguments=arguments, digest="", era="legacy")
    )
    for event in more:
        audit_harness.sample_log.log.write(replace(event, **about))
    audit_harness.sample_log.log.write(model.CallWithdrawn(**about, reason=reason))
    await audit_harness.sample_log.log.committed()
    await audit_harness.sample_log.indexed(audit_harness.reading)
    await audit_harness.show()
    await until(lambda: "This call was cancelled. It did not run." in audit_harness.pending.call.decision.gone.text())


async def test_cancelled_call_can_be_approved_for_its_retry_once_armed(
    tmp_path: Path,
) -> None:
    async with shelved(tmp_path) as audit_harness:
        await given_up(audit_harness)
        assert not audit_harness.find(NEXT).isEnabled()
        audit_harness.press(NEXT)
        audit_harness.keys(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert audit_harness.gate.orders == []
        QTest.mouseClick(await audit_harness.armed(NEXT), Qt.MouseButton.LeftButton)
        await until(lambda: audit_harness.gate.orders)
        assert audit_harness.gate.orders == [("allow_next", "c1")]
        await until(lambda: "The next identical call within" in audit_harness.pending.call.decision.gone.text())
        assert not audit_harness.is_shown(NEXT)


async def test_too_late_allow_next_is_reported(tmp_path: Path) -> None:
    async with shelved(tmp_path) as audit_harness:
        await given_up(audit_harness)
        audit_harness.gate.answer = (
            "This call can no longer be approved. When the client repeats the call, you are asked again."
        )
        QTest.mouseClick(await audit_harness.armed(NEXT), Qt.MouseButton.LeftButton)
        await until(lambda: audit_harness.pending.call.decision.gone.text() == audit_harness.gate.answer)
        assert not audit_harness.is_shown(NEXT)


async def test_decided_call_is_not_offered_again_after_cancellation(tmp_path: Path) -> None:
    decided = model.CallDecided(client="", server="", tool="", verdict="allow", by="person")
    async with shelved(tmp_path) as audit_harness:
        await given_up(audit_harness, decided)
        assert not audit_harness.is_shown(NEXT)


async def test_abandoned_request_is_not_offered_again(tmp_path: Path) -> None:
    async with shelved(tmp_path) as audit_harness:
        await given_up(audit_harness, method="elicitation/create", reason="exited with status 3")
        assert not audit_harness.is_shown(NEXT)
        assert audit_harness.pending.call.decision.gone.text().endswith("Reason: exited with status 3")


async def test_selecting_another_call_withdraws_the_offer(tmp_path: Path) -> None:
    async with shelved(tmp_path) as audit_harness:
        await given_up(audit_harness)
        await audit_harness.armed(NEXT)
        await audit_harness.show(pending=(make_held("c2", "delete_file"),))
        names = "Show the next pending item", "Approve delete_file"  # the page selects it after a moment
        await until(lambda: any(map(audit_harness.is_shown, names)))
        if audit_harness.is_shown(names[0]):
            audit_harness.press(names[0])
        await until(lambda: audit_harness.is_shown(names[1]))
        assert not audit_harness.pending.call.decision.can_allow_next()
        await audit_harness.armed("Approve delete_file")
        assert not audit_harness.pending.call.decision.can_allow_next()


def test_extra_params_are_shown() -> None:
    call = make_call()
    call.message["params"] |= {"requestState": "x", "_meta": {"progressToken": 1}}
    assert call.extra == {"requestState": "x"}
