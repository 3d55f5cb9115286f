"""The page Pending when the client's patience ends before the person's: what the buttons say, and what they do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.window.conftest import Stage, make_call, make_held, until
from tests.window.shelf import Shelf, shelved
from toolguard.gate import model

NEXT = "Approve the next identical call once"
LATE = "Approve the next identical write_file call"


async def test_button_names_the_next_call_while_nobody_waits(stage: Stage) -> None:
    held = make_held()
    await stage.show(held=(held,))
    await stage.armed("Approve write_file")
    await stage.show(held=(replace(held, deferred=True, waiting=0),))
    assert not stage.sees("Approve write_file")
    assert not stage.find(LATE).isEnabled(), "it is armed anew: it does another thing now"
    assert stage.find(LATE).text() == "Approve next write_file"
    assert "its next identical call run once" in stage.pending.call.decision.says.text()
    QTest.mouseClick(await stage.armed(LATE), Qt.MouseButton.LeftButton)
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders[0][:2] == ("approve", "c1")


async def test_button_approves_the_call_again_after_a_retry(stage: Stage) -> None:
    held = make_held(deferred=True, waiting=0)
    await stage.show(held=(held,))
    await stage.armed(LATE)
    await stage.show(held=(replace(held, waiting=1),))
    assert not stage.find("Approve write_file").isEnabled()
    assert stage.pending.call.decision.says.text() == ""
    await stage.armed("Approve write_file")


async def test_approaching_deadline_does_not_disarm(stage: Stage) -> None:
    held = make_held()
    await stage.show(held=(held,))
    await stage.armed("Approve write_file")
    await stage.show(held=(replace(held, deadline=held.expires - 200),))
    assert stage.find("Approve write_file").isEnabled()
    assert "a later decision applies to its retry" in stage.pending.call.heading.below.text()


async def test_edited_call_without_a_waiting_client_says_both(stage: Stage) -> None:
    await stage.show(held=(make_held(deferred=True, waiting=0),))
    stage.press("Edit arguments")
    area = stage.pending.call.editor.area
    area.setPlainText(area.toPlainText().replace("/tmp/a", "/tmp/b"))
    await stage.armed(f"{LATE}, as edited")


async def test_bulk_decision_counts_calls_without_a_waiting_client(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"), make_held("c2", deferred=True, waiting=0)))
    stage.pending.choose_all(["c1", "c2"])
    assert stage.pending.several.odd.sentences() == ["1 of them has timed out. Its next identical call runs instead."]


async def test_false_continuation_is_marked(stage: Stage) -> None:
    held = make_held()
    held.call.message["params"]["inputResponses"] = {"name": {"action": "accept"}}
    await stage.show(held=(held,))
    said = stage.pending.call.warnings.sentences()
    assert said == ["It claims to continue an earlier call, but matches none that you approved."]


async def test_task_augmented_call_is_labelled(stage: Stage) -> None:
    held = make_held()
    held.call.message["params"]["task"] = {"ttl": 60_000}
    await stage.show(held=(held,))
    assert "ttl  60000" in stage.pending.call.viewer.values.toPlainText().replace("\u00a0", " ")
    facts = [fact.name for fact in stage.pending.call._facts(held) if fact.words]
    assert "Runs as" in facts


# What the client gave up


async def given_up(shelf: Shelf, *more: model.Event, reason: str = "timed out after 60 s") -> None:
    """A call is shown, the client gives it up, and the log says so."""
    held = make_held("c1", since=1.0)
    await shelf.show(held=(held,))
    about: dict[str, Any] = {
        "call": "c1", "session": "s1", "client": "Claude Desktop", "server": "files", "tool": "write_file"
    }  # fmt: skip
    arguments = '{"path":"/tmp/a"}'
    shelf.books.log.write(model.CallHeld(**about, request="1", arguments=arguments, digest="", era="legacy"))
    for event in more:
        shelf.books.log.write(replace(event, **about))
    shelf.books.log.write(model.CallWithdrawn(**about, reason=reason))
    await shelf.books.log.committed()
    await shelf.books.indexed(shelf.reading)
    await shelf.show()
    await until(lambda: "The client cancelled this call. It did not run." in shelf.pending.call.decision.gone.text())


async def test_cancelled_call_can_be_approved_for_its_retry_once_armed(
    tmp_path: Path,
) -> None:
    async with shelved(tmp_path) as shelf:
        await given_up(shelf)
        assert not shelf.find(NEXT).isEnabled()
        shelf.press(NEXT)
        shelf.keys(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert shelf.gate.orders == []
        QTest.mouseClick(await shelf.armed(NEXT), Qt.MouseButton.LeftButton)
        await until(lambda: shelf.gate.orders)
        assert shelf.gate.orders == [("allow_next", "c1")]
        await until(lambda: "The next identical call within" in shelf.pending.call.decision.gone.text())
        assert not shelf.sees(NEXT)


async def test_too_late_allow_next_is_reported(tmp_path: Path) -> None:
    async with shelved(tmp_path) as shelf:
        await given_up(shelf)
        shelf.gate.answer = (
            "This call can no longer be approved. When the client repeats the call, you are asked again."
        )
        QTest.mouseClick(await shelf.armed(NEXT), Qt.MouseButton.LeftButton)
        await until(lambda: shelf.pending.call.decision.gone.text() == shelf.gate.answer)
        assert not shelf.sees(NEXT)


async def test_decided_call_is_not_offered_again_after_cancellation(tmp_path: Path) -> None:
    decided = model.CallDecided(client="", server="", tool="", verdict="allow", by="person")
    async with shelved(tmp_path) as shelf:
        await given_up(shelf, decided)
        assert not shelf.sees(NEXT)


async def test_selecting_another_call_withdraws_the_offer(tmp_path: Path) -> None:
    async with shelved(tmp_path) as shelf:
        await given_up(shelf)
        await shelf.armed(NEXT)
        await shelf.show(held=(make_held("c2", "delete_file"),))
        await until(lambda: shelf.sees("Show the next pending item"))
        shelf.press("Show the next pending item")
        await until(lambda: shelf.sees("Approve delete_file"))
        assert not shelf.pending.call.decision.can_allow_next()
        await shelf.armed("Approve delete_file")
        assert not shelf.pending.call.decision.can_allow_next()


def test_extra_params_are_shown() -> None:
    call = make_call()
    call.message["params"] |= {"requestState": "x", "_meta": {"progressToken": 1}}
    assert call.extra == {"requestState": "x"}
