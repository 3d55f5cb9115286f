"""Several calls at once: they run together only when every one could be read."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.waiting import until
from tests.window.conftest import CLIENT, WindowHarness, make_held
from toolguard.gate.model import ClientInfo, PendingCall, Proposal
from toolguard.window.approval.approval_actions import ApprovalOrder
from toolguard.window.approval.groups.bulk_decision import hindrance, is_odd
from toolguard.window.approval.proposal import ProposalDetail
from toolguard.window.queue import summary
from toolguard.window.queue.deferred_approval_detail import DeferredApprovalDetail

CTRL = Qt.KeyboardModifier.ControlModifier


def alike(count: int, **more: Any) -> tuple[PendingCall, ...]:
    return tuple(make_held(f"c{n}", arguments={"path": f"/tmp/{n}"}, since=1000.0 + n, **more) for n in range(count))


def why_not(calls: Sequence[PendingCall], seen: Collection[str]) -> str:
    return hindrance(calls, seen, {held.call.id for held in calls if is_odd(held)})


def test_similar_calls_with_readable_arguments_can_be_approved_together() -> None:
    assert why_not(alike(5), ()) == ""


def test_calls_of_different_tool_server_or_client_must_be_viewed_individually() -> None:
    for other in (
        make_held("x", "delete_file"), make_held("x", server="db"), make_held("x", client=ClientInfo(id="Cursor"))
    ):  # fmt: skip
        calls = (*alike(2), other)
        assert why_not(calls, ()).endswith(f"View first: write_file, write_file, {other.call.tool}")
        assert why_not(calls, {"c0", "c1"}).endswith(f"View first: {other.call.tool}")
        assert why_not(calls, {"c0", "c1", "x"}) == ""


def test_unusual_call_must_be_viewed_before_bulk_approval() -> None:
    warned, hidden = make_held("x", warnings=("It changed.",)), make_held("y", arguments={"path": "a\u202eb"})
    long, beside = make_held("z", arguments={"path": "x" * 200_000}), make_held("w")
    beside.call.message["params"]["task"] = {"q": "\u200b"}
    continuing = make_held("u")
    continuing.call.message["params"]["inputResponses"] = {"q": "yes"}
    for odd in (warned, hidden, long, beside, continuing, make_held("v", "wr\u0456te_file")):
        assert is_odd(odd)
        assert "1 of them has a warning" in why_not((*alike(1), odd), ())
    assert not is_odd(make_held("x"))


def test_calls_with_too_long_arguments_must_be_viewed_individually() -> None:
    calls = tuple(make_held(f"c{n}", arguments={"text": "x" * 9_000}) for n in range(20))
    assert "too long to show here" in why_not(calls, ())


async def test_selected_calls_show_all_arguments_and_arm_after_a_delay(harness: WindowHarness) -> None:
    await harness.show(pending=alike(3))
    harness.press("Select all 3 similar calls")
    text = harness.pending.several.viewer.values.toPlainText()
    assert all(f"/tmp/{n}" in text for n in range(3))
    button = harness.find("Approve all 3 selected calls")
    assert not button.isEnabled()
    harness.keys(Qt.Key.Key_Return, CTRL)
    await harness.armed("Approve all 3 selected calls")
    assert harness.gate.orders == []
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    await until(lambda: len(harness.gate.orders) == 3)
    assert [(order[0], order[2]) for order in harness.gate.orders] == [
        ("approve", held.call.digest) for held in harness.gate.now.pending
    ]
    await until(lambda: "Approved 3 calls." in harness.pending.notice.text_label.text())


async def test_most_severe_declared_effect_of_the_selected_calls_is_shown(harness: WindowHarness) -> None:
    safe, severe = alike(2)
    assert safe.tool is not None and severe.tool is not None
    safe = replace(safe, tool=replace(safe.tool, annotations={"readOnlyHint": True}))
    severe = replace(severe, tool=replace(severe.tool, annotations={"destructiveHint": True, "openWorldHint": True}))
    await harness.show(pending=(safe, severe))
    harness.press("Select all 2 similar calls")
    badges = harness.pending.several.badges
    assert badges.isVisible() and badges.effect.text() == "Destroys" and badges.network.isVisible()
    assert badges.claim.text() == "according to files, not verified"


async def test_reasons_of_the_person_are_offered_for_several_calls(harness: WindowHarness) -> None:
    await harness.show(pending=alike(2))
    harness.press("Select all 2 similar calls")
    several = harness.pending.several
    harness.window.preferences.update({"reasons": ("Not now.",)})
    several.reasons.menu().aboutToShow.emit()
    first, *_, last = several.reasons.menu().actions()
    first.trigger()
    assert several.reason.text() == "Not now." and "reasons" not in harness.pending.unavailable()
    last.trigger()
    assert harness.window.stack.key == "settings"


async def test_key_of_a_decision_that_is_not_possible_is_not_offered(harness: WindowHarness) -> None:
    calls = (make_held("c1", "open"), make_held("c2", "save"))
    await harness.show(pending=calls)
    harness.pending.choose_all(["c1", "c2"])
    await until(lambda: "approve" in harness.pending.unavailable())
    for name in ("c1", "c2"):
        harness.pending.choose(name)
        await until(harness.pending.call.decision.can_run)
        assert "approve" not in harness.pending.unavailable()
    harness.pending.choose_all(["c1", "c2"])
    assert "approve" not in harness.pending.unavailable(), "each was viewed"
    await harness.show(pending=calls, log_prevents="calls")
    harness.pending.choose("c1")
    assert {"approve", "deny"} & harness.pending.unavailable() == {"approve"}


async def test_tools_without_a_declared_effect_are_counted(harness: WindowHarness) -> None:
    calls = [make_held(name, name) for name in ("open", "save", "send")]
    await harness.show(pending=calls)
    harness.pending.choose_all([held.call.id for held in calls])
    claim = harness.pending.several.badges.claim
    assert claim.text() == "no effect declared for these tools; they may change or delete data"
    reads = replace(calls[0], tool=replace(calls[0].tool, annotations={"readOnlyHint": True}))
    await harness.show(pending=(reads, *calls[1:]))
    assert claim.text().startswith("no effect declared for 2 of 3 tools")


async def test_selecting_by_keyboard_shows_the_calls_together(harness: WindowHarness) -> None:
    await harness.show(pending=alike(3))
    harness.pending.list.setFocus()
    QTest.keyClick(harness.pending.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert harness.pending.several.heading.sentence.text() == "2 calls selected"
    QTest.keyClick(harness.pending.list, Qt.Key.Key_Up)
    assert harness.is_shown("Approve write_file")


async def test_viewed_calls_may_be_approved_together(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held("a"), make_held("b", "delete_file")))
    for name, tool in (("a", "write_file"), ("b", "delete_file")):
        harness.pending.choose(name)
        await harness.armed(f"Approve {tool}")
    harness.pending.choose_all(["a", "b"])
    assert harness.pending.several.note_label.text() == ""
    await harness.armed("Approve all 2 selected calls")
    await harness.show(pending=(make_held("a", warnings=("It changed.",)), harness.gate.now.pending[1]))
    assert "1 of them has a warning" in harness.pending.several.note_label.text()
    assert not harness.find("Approve all 2 selected calls").isEnabled()


async def test_bulk_denial_has_one_reason_and_one_undo(harness: WindowHarness) -> None:
    harness.pending.answers.denials.delay = 0.5
    await harness.show(pending=alike(3))
    harness.keys(Qt.Key.Key_G, CTRL)
    harness.find("Reason for denying all").setText("too many")
    harness.press("Deny all 3 selected calls")
    assert harness.pending.notice.text_label.text() == "Denied 3 calls"
    harness.keys(Qt.Key.Key_Z, CTRL)
    assert harness.pending.queue.waiting() == 3
    assert harness.is_shown("Deny all 3 selected calls")
    harness.press("Deny all 3 selected calls")
    await until(lambda: len(harness.gate.orders) == 3)
    assert harness.gate.orders[0] == ("deny", "c0", "too many", None)


async def test_arriving_or_ended_call_keeps_the_selection_and_disarms(harness: WindowHarness) -> None:
    calls = alike(3)
    await harness.show(pending=calls[:2])
    harness.keys(Qt.Key.Key_G, CTRL)
    await harness.armed("Approve all 2 selected calls")
    await harness.show(pending=calls)
    assert harness.find("Approve all 2 selected calls").isEnabled()
    assert len(harness.pending.list.selectionModel().selectedIndexes()) == 2
    await harness.show(pending=calls[1:])
    assert harness.pending.several.heading.sentence.text() == "1 calls selected" or harness.is_shown(
        "Approve all 1 selected calls"
    )
    assert not harness.pending.several.can_run()
    await harness.show(pending=calls[2:])
    await until(lambda: harness.is_shown("Approve write_file"))


async def test_proposals_are_never_decided_in_bulk(harness: WindowHarness) -> None:
    change = Proposal(id="p", kind="server", title="A new server", detail="npx x", asked_by="Codex", since=2000.0)
    await harness.show(pending=alike(2), proposals=(change,))
    harness.pending.list.selectAll()
    assert harness.is_shown("Approve all 2 selected calls")
    assert "1 selected change is not included. Decide it separately." in harness.pending.several.odd.sentences()[0]


async def test_decision_buttons_are_styled_before_they_are_shown(harness: WindowHarness) -> None:
    page = harness.pending
    assert page.call.styleSheet() and not page.call.isVisible()
    styled: list[bool] = []
    page.built_part.connect(lambda part: styled.append(bool(part.styleSheet()) and not part.isVisible()))
    await harness.show(pending=alike(3))
    harness.press("Select all 3 similar calls")
    assert styled == [True]


async def test_rare_widgets_are_built_on_first_use(harness: WindowHarness) -> None:
    seldom = (ProposalDetail, DeferredApprovalDetail)  # the views of calls are prepared some time after the start
    await harness.show(pending=alike(3))
    harness.press("Select all 3 similar calls")
    assert [kind for kind in seldom if harness.window.findChildren(kind)] == []
    page, several = harness.pending, harness.pending.several
    assert several.styleSheet() == page.call.styleSheet() != ""
    after, chain = page.notice.button, [page.list]
    while (following := chain[-1].nextInFocusChain()) is not page.list:
        chain.append(following)
    places = [chain.index(one) for one in (several.run_button, several.reason, several.viewer.values)]
    assert places == sorted(places) and places[-1] < chain.index(after), "Tab goes through it in its place"


async def test_group_built_during_another_decision_is_not_decided(harness: WindowHarness) -> None:
    answered = asyncio.Event()

    async def approve_all(shown: Mapping[str, str], *, approver: Any = None) -> dict[str, str]:
        await answered.wait()
        return dict.fromkeys(shown, "")

    harness.gate.approve_all = approve_all  # type: ignore[method-assign]
    held = alike(4)
    await harness.show(pending=held)
    harness.pending.answers.run_all([ApprovalOrder(one, one.shown) for one in held[:2]])
    await until(lambda: harness.pending.answers.in_batch)
    harness.pending.choose_all(["c2", "c3"])
    await until(lambda: harness.pending.several.arming.armed)
    assert not harness.pending.several.can_run()
    answered.set()
    await until(lambda: harness.pending.several.can_run())


def test_main_argument_is_the_most_descriptive_one() -> None:
    assert summary.main_input({"mode": 1, "path": "/tmp/a\u202e"}) == "path  /tmp/a⟨U+202E⟩", "the details name it"
    assert summary.main_input({"n": 2**70}) == "n  1180591620717411303424"
    assert summary.main_input({"rows": [[1]]}) == "rows"
    assert summary.main_input({}) == ""
    assert len(summary.main_input({"x": "y" * 10_000_000})) < 200


async def test_burst_is_drawn_as_a_group(harness: WindowHarness) -> None:
    await harness.show(pending=(*alike(3), make_held("d", "other", since=2000.0, client=CLIENT)))
    assert [harness.pending.queue.follows(row) for row in range(4)] == [False, True, True, False]
    harness.window.grab()


async def test_credentials_of_selected_calls_are_named_once(harness: WindowHarness) -> None:
    calls = (
        make_held("c1", secrets=("github-token",)), make_held("c2", secrets=("github-token", "npm-token")),
        make_held("c3"),
    )  # fmt: skip
    await harness.show(pending=calls)
    harness.pending.choose_all(["c1", "c2"])
    shown = harness.pending.several.secrets
    await until(shown.isVisible)
    assert shown.text() == "Runs with credentials: github-token, npm-token"
    harness.pending.choose_all(["c2", "c3"])
    await until(lambda: shown.text() == "Runs with credentials: github-token, npm-token")
    harness.pending.choose_all(["c1", "c3"])
    await until(lambda: shown.text() == "Runs with credentials: github-token")
