"""Approving for more than this call: what the button says, how it looks, and that it asks once more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held
from toolguard.gate.model import PendingCall, Snapshot
from toolguard.gate.policy.conditions.condition import Condition
from toolguard.gate.policy.rule_ends import RULE_ENDS
from toolguard.gate.policy.rules import AllowRulePolicy, RuleRequest, definition_of

CTRL = Qt.KeyboardModifier.ControlModifier
ALL = "Always allow all tools of acme-files for any client"


def danger(id: str = "c1", **more: Any) -> PendingCall:
    return make_held(id, "empty_folder", {"path": "/home/u/Documents/old"}, server="acme-files", **more)


async def choose(
    harness: WindowHarness, *, reach: str = "call", clients: int = 0, long: int = 0, end: str = ""
) -> None:
    if not harness.find("Remember for: this decision").isChecked():
        harness.find("Remember for: this decision").click()
    remember_choice = harness.pending.call.decision.remember_choice
    await until(lambda: remember_choice.is_known)
    remember_choice.reaches[reach].click()
    harness.find("Which clients").setCurrentIndex(clients)
    remember_choice.until.choose(end or ("always" if long else "quit"))


async def press(harness: WindowHarness, name: str) -> None:
    QTest.mouseClick(await harness.armed(name), Qt.MouseButton.LeftButton)


async def test_permanent_rule_for_all_tools_is_red_and_needs_a_confirmation(harness: WindowHarness) -> None:
    """Defect A1: it was the same blue button, and nothing warned."""
    await harness.show(pending=(danger(),))
    await choose(harness, reach="all", clients=1, long=1)
    decision = harness.pending.call.decision
    assert harness.find(ALL).property("kind") == "danger-line"
    assert harness.find(ALL).text() == ALL
    assert decision.run_button.text().endswith(" once")
    assert decision.run_button.property("kind") != "run"
    await press(harness, ALL)
    assert harness.gate.orders == [] and harness.find("Cancel").hasFocus()
    assert decision.confirm.text_label.text() == (
        "Allow any tool on acme-files for any client. The rule stays until you remove it on the Rules page.\n"
        "All tools of acme-files are allowed, including ones it adds or changes later."
    )
    assert not decision.allow_button.isVisible(), "the answer's button says the same"
    assert {"reason", "reasons", "remember"} <= harness.pending.unavailable(), "their parts are hidden"
    yes = decision.confirm.yes
    assert yes.text() == "Always allow all tools of acme-files for any client"
    assert yes.property("kind") == "danger"
    assert not yes.isEnabled() and not yes.isDefault() and not yes.autoDefault()
    QTest.mouseClick(yes, Qt.MouseButton.LeftButton)
    QTest.keyClick(harness.find("Cancel"), Qt.Key.Key_Return)
    assert harness.gate.orders == []
    await until(yes.isEnabled)
    QTest.mouseClick(yes, Qt.MouseButton.LeftButton)
    await until(lambda: harness.gate.orders)
    request = RuleRequest(client="*", server="acme-files", tool="*", verdict="allow", until="always", definition="")
    assert replace(harness.gate.orders[0][3], id="") == request


async def test_confirmation_leaves_the_heading_in_view_in_a_small_window(harness: WindowHarness) -> None:
    harness.window.resize(900, 600)
    await harness.show(pending=(danger(),))
    await choose(harness, reach="all", clients=1, long=1)
    call = harness.pending.call
    scope = call.decision.remember_choice.reaches["all"]
    assert scope.text() == scope.accessibleName() == "All tools of acme-files"
    await press(harness, ALL)
    await until(lambda: call.heading.mapTo(call, QPoint()).y() >= 0 and call.decision.confirm.isVisible())
    assert not scope.isVisible()
    harness.press("Cancel")
    assert scope.isVisible() and scope.isChecked()


async def test_confirmation_of_a_leak_leaves_the_arguments_in_view_in_a_small_window(harness: WindowHarness) -> None:
    arguments = {"url": "https://paste.example/new", "text": "[secret github]\nb\nc\nd"}
    held = make_held(tool="fetch", arguments=arguments, leaks=("github",), warnings=("It has a secret.",))
    harness.window.resize(900, 600)
    await harness.show(pending=(held,))
    call = harness.pending.call
    decision = call.decision
    decision.reason.setText("No.")
    await until(decision.can_run)
    place = decision.run_button.mapTo(call, QPoint())
    decision.press_once()

    def shown_height() -> int:
        view = call.viewer.values
        return call.body.viewport().height() - view.mapTo(call.body.viewport(), QPoint()).y()

    await until(lambda: shown_height() >= 4 * call.viewer.values.fontMetrics().lineSpacing())
    assert call.heading.mapTo(call, QPoint()).y() >= 0 and decision.deny_button.isVisible()
    assert "Send the secret github" in decision.confirm.text_label.text()
    assert decision.run_button.mapTo(call, QPoint()) == place
    harness.press("Cancel")
    assert decision.reason.isVisible() and decision.reason.text() == "No." and decision.remember_choice.isVisible()
    decision.press_once()
    await harness.show()
    await until(lambda: decision.pending is None)
    assert decision.gone.isVisible() and decision.gone.height() >= decision.gone.fontMetrics().height()


async def test_cancel_keeps_the_call_pending_and_adds_no_rule(harness: WindowHarness) -> None:
    await harness.show(pending=(danger(),))
    await choose(harness, reach="all", clients=1, long=1)
    await press(harness, ALL)
    harness.press("Cancel")
    assert not harness.pending.call.decision.confirm.isVisible()
    await press(harness, "Approve empty_folder once")
    await until(lambda: harness.gate.orders)
    assert harness.gate.orders[0][3] is None, "once is once, whatever is ticked"


WIDE: tuple[tuple[dict[str, Any], str], ...] = (
    ({"reach": "all", "clients": 1, "long": 1}, ALL),
    ({"reach": "all", "long": 1}, "Always allow all tools of acme-files for Claude Desktop"),
    ({"reach": "tool", "clients": 1, "long": 1}, "Always allow empty_folder for any client"),
    ({"reach": "tool", "long": 1}, "Always allow empty_folder for Claude Desktop"),
    ({"reach": "tool"}, "Allow empty_folder for Claude Desktop until I quit"),
    ({"reach": "similar"}, "Allow empty_folder in this folder for Claude Desktop until I quit"),
    ({"reach": "similar", "long": 1}, "Always allow empty_folder in this folder for Claude Desktop"),
    ({"long": 1}, "Always allow this empty_folder call for Claude Desktop"),
    ({"reach": "all", "clients": 1}, "Allow all tools of acme-files for any client until I quit"),
    ({"reach": "all"}, "Allow all tools of acme-files for Claude Desktop until I quit"),
    ({"clients": 1}, "Allow this empty_folder call for any client until I quit"),
)


async def test_wider_rule_is_labelled_and_red(harness: WindowHarness) -> None:
    confirm = harness.pending.call.decision.confirm
    for number, (wide, text) in enumerate(WIDE):
        await harness.show(pending=(danger(f"c{number}"),))
        harness.pending.choose(f"c{number}")
        await choose(harness, **wide)
        assert harness.find(text).property("kind") == "danger-line"
        await press(harness, text)
        assert harness.gate.orders == []
        await until(confirm.yes.isEnabled)
        QTest.mouseClick(confirm.yes, Qt.MouseButton.LeftButton)
        await until(lambda: harness.gate.orders)
        (_, approved, _, result) = harness.gate.orders.pop()
        assert approved == f"c{number}"
        assert (result.client == "*", result.until == "always") == tuple(
            bool(wide.get(name)) for name in ("clients", "long")
        )
        assert result.tool == ("*" if wide.get("reach") == "all" else "empty_folder")
        assert result.width == ("tool" if wide.get("reach") == "all" else wide.get("reach", "call"))
        assert bool(result.when) == (result.width != "tool")


async def test_narrowest_rule_until_quit_needs_one_click(harness: WindowHarness) -> None:
    await harness.show(pending=(danger(),))
    await choose(harness)
    text = "Approve and remember"
    decision = harness.pending.call.decision
    assert not harness.find(text).property("kind")
    assert decision.note_label.property("tone") == "quiet", "nothing to warn about"
    assert harness.find(text).accessibleDescription() == decision.note_label.text() != "", "a screen reader says both"
    await press(harness, text)
    await until(lambda: harness.gate.orders)
    request = RuleRequest(
        client="Claude Desktop", server="acme-files", tool="empty_folder", verdict="allow", until="session",
        width="call", when=(Condition(pointer="/path", matcher="equals", value="/home/u/Documents/old"),),
        definition=definition_of(danger().tool),
    )  # fmt: skip
    assert replace(harness.gate.orders[0][3], id="") == request


async def test_approval_key_follows_the_rule_choice_and_asks_for_confirmation(harness: WindowHarness) -> None:
    await harness.show(pending=(danger(),))
    await choose(harness, reach="all", clients=1, long=1)
    await harness.armed(ALL)
    harness.keys(Qt.Key.Key_Return, CTRL)
    assert harness.gate.orders == [] and harness.pending.call.decision.confirm.isVisible()


async def test_widening_the_rule_withdraws_the_confirmation_and_rearms(harness: WindowHarness) -> None:
    await harness.show(pending=(danger(),))
    await choose(harness, long=1)
    await press(harness, "Always allow this empty_folder call for Claude Desktop")
    assert harness.pending.call.decision.confirm.isVisible()
    harness.pending.call.decision.remember_choice.reaches["all"].click()
    assert not harness.pending.call.decision.confirm.isVisible()
    assert not harness.find("Always allow all tools of acme-files for Claude Desktop").isEnabled()


async def test_risks_and_confirmation_are_complete_in_a_low_window(harness: WindowHarness) -> None:
    harness.window.resize(900, 600)
    await harness.show(pending=(danger(warnings=("One.", "Two.", "Three.", "Four.")),))
    await choose(harness, reach="all", clients=1, long=1)
    call = harness.pending.call
    decision, scopes = call.decision, call.decision.scopes

    def is_shown(widget: QWidget, where: QWidget) -> bool:
        return bool(where.rect().contains(widget.rect().translated(widget.mapTo(where, QPoint()))))

    await until(lambda: is_shown(decision.allow_button, call) and call.body.verticalScrollBar().maximum() > 0)
    await press(harness, ALL)
    radios = [each for each in decision.remember_choice.reaches.values() if not each.isHidden()]
    parts = (*radios, decision.confirm, decision.confirm.yes)
    await until(lambda: all(each.height() >= each.minimumSizeHint().height() for each in parts))
    assert all(each.width() <= scopes.viewport().width() for each in parts)
    await until(lambda: is_shown(decision.confirm, call))
    assert "All tools of" in decision.confirm.text_label.text()


async def test_confirmation_names_a_tool_whose_name_its_button_shortens(harness: WindowHarness) -> None:
    name = "send_message_with_a_really_long_name_that_a_server_chose"
    harness.window.resize(900, 600)
    await harness.show(pending=(make_held(tool=name),))
    await choose(harness, reach="tool", clients=1, long=1)
    decision = harness.pending.call.decision
    await until(decision.can_remember)
    decision.press_remembered()
    assert "…" in decision.confirm.yes.text() and name in decision.confirm.text_label.text()


async def test_confirmation_also_names_a_secret_in_the_call(harness: WindowHarness) -> None:
    held = danger(leaks=("github-token",), digest="d" * 64)
    await harness.show(pending=(held,))
    await choose(harness, long=1)
    await press(harness, "Always allow this empty_folder call for Claude Desktop")
    text = harness.pending.call.decision.confirm.text_label.text()
    assert "github-token" in text and "Allow empty_folder on" in text and "The rule stays until" in text


@pytest.mark.parametrize("size", [(900, 600), (1280, 800)])
async def test_approve_and_deny_do_not_move(harness: WindowHarness, size: tuple[int, int]) -> None:
    harness.window.resize(*size)
    tool, server = "t" * 200, "文件服务器" * 40
    await harness.show(pending=(make_held("c1", tool, server=server),))
    decision = harness.pending.call.decision
    buttons = (decision.run_button, decision.deny_button)

    def places_now() -> list[QPoint]:
        return [button.mapTo(harness.window, QPoint()) for button in buttons]

    before: list[QPoint] = []

    def stands_still() -> bool:
        nonlocal before
        last, before = before, places_now()
        return last == before

    await until(stands_still)  # the heading is as tall as its long names
    places = places_now()
    decision.remember_choice.know(Snapshot(sees_screen=True))
    ends = [
        *({"end": name} for name in RULE_ENDS),
        *({"reach": "all", "clients": 1, "end": name} for name in RULE_ENDS),
    ]
    for wide in ({"reach": "tool", "long": 1}, {}, *ends):
        await choose(harness, **wide)
        assert places_now() == places
        assert decision.allow_button.sizeHint().width() <= decision.width(), decision.allow_button.text()
    assert harness.window.width() == size[0]


async def test_narrowest_rule_needs_two_keys_and_no_delay(harness: WindowHarness) -> None:
    await harness.show(pending=(danger(),))
    await until(lambda: harness.pending.call.decision.remember_choice.is_known)  # on a busy machine it is armed before
    await harness.armed("Approve empty_folder")
    harness.keys(Qt.Key.Key_M, CTRL)
    harness.keys(Qt.Key.Key_Return, CTRL)
    await until(lambda: harness.gate.orders)
    assert harness.gate.orders[0][3].until == "session" and harness.gate.orders[0][3].width == "call"


def command(text: str) -> PendingCall:
    return make_held("c1", "run", {"command": text}, server="shell")


async def test_permanent_rule_is_not_offered_for_unreadable_commands(harness: WindowHarness) -> None:
    await harness.show(pending=(command("sh -c 'rm -rf ~'"),))
    decision = harness.pending.call.decision
    await choose(harness, reach="tool", long=1)
    assert decision.remember_choice.reaches["similar"].isHidden(), "no program is proposed"
    await until(lambda: decision.run_button.isEnabled())
    assert not decision.allow_button.isEnabled()
    assert (
        decision.note_label.text() == "This tool runs commands or code. Choose at most 12 hours, or exactly this call."
    )
    harness.keys(Qt.Key.Key_Return, CTRL)
    assert harness.gate.orders == [] and not decision.confirm.isVisible()
    await choose(harness, reach="call", long=1)
    await until(decision.allow_button.isEnabled)
    await choose(harness, reach="tool", long=0)
    await until(decision.allow_button.isEnabled)


async def test_end_that_an_organization_forbids_is_refused_only_for_approvals(harness: WindowHarness) -> None:
    call, forbidden = command("ls"), AllowRulePolicy(kind="temporary").forbidden_ends()
    assert list(forbidden) == ["always"]
    await harness.show(pending=(call,), forbidden_ends=forbidden)
    decision = harness.pending.call.decision
    await choose(harness, reach="call", long=1)
    await until(lambda: decision.run_button.isEnabled())
    assert not decision.allow_button.isEnabled() and decision.forbid_button.isEnabled()
    assert decision.note_label.text() == "Your organization requires that rules that allow calls have an end."
    harness.keys(Qt.Key.Key_Return, CTRL)
    assert harness.gate.orders == [] and not decision.confirm.isVisible()
    await harness.show(pending=(call,))
    await until(decision.allow_button.isEnabled)


async def test_permanent_deny_rule_is_possible_for_unreadable_commands(harness: WindowHarness) -> None:
    await harness.show(pending=(command("sh -c x"),))
    await choose(harness, reach="tool", long=1)
    harness.press("Deny and remember: Always deny run for Claude Desktop")
    harness.pending.answers.flush()
    await until(lambda: harness.gate.orders)
    assert harness.gate.orders[0][3].until == "always" and harness.gate.orders[0][3].tool == "run"


DENIED: tuple[tuple[dict[str, Any], str], ...] = (
    ({}, "Deny this empty_folder call, remember until I quit"),
    ({"end": "disconnect"}, "Deny this empty_folder call, remember until I quit"),
    ({"reach": "tool"}, "Deny empty_folder for Claude Desktop until I quit"),
    ({"reach": "similar", "clients": 1}, "Deny empty_folder in this folder for any client until I quit"),
    ({"reach": "all", "clients": 1, "long": 1}, "Always deny all tools of acme-files for any client"),
)


async def test_deny_says_that_it_adds_a_rule(harness: WindowHarness) -> None:
    for number, (wide, name) in enumerate(DENIED):
        await harness.show(pending=(danger(f"c{number}"),))
        harness.pending.choose(f"c{number}")
        deny = harness.find("Deny")
        assert deny.text() == "Deny" and deny.toolTip() == "Ctrl+D"
        await choose(harness, **wide)
        assert harness.find("Deny once") is deny and deny.text() == "Deny once" and not deny.toolTip()
        forbid = harness.find(f"Deny and remember: {name}")
        assert forbid.text() == "Deny and remember" and name in forbid.toolTip() and "Ctrl+D" in forbid.toolTip()
        note = harness.pending.call.decision.note_label.text()
        assert note.startswith("Applies to"), "whatever the answer is"
        assert (name in note) == ("end" in wide), "only where a denial is remembered for another time"
        for button in (deny, forbid):
            assert button.width() >= button.sizeHint().width()
        harness.find("Remember for: this decision").click()
        assert harness.find("Deny") is deny and deny.text() == "Deny" and not forbid.isVisible()


def enter_reason(harness: WindowHarness) -> None:
    harness.keys(Qt.Key.Key_R, CTRL)
    QTest.keyClick(harness.find("Reason for denying"), Qt.Key.Key_Return)


DENIALS: dict[str, tuple[bool, Callable[[WindowHarness], None], bool]] = {
    "button": (False, lambda harness: harness.press("Deny"), False),
    "once": (True, lambda harness: harness.press("Deny once"), False),
    "key": (True, lambda harness: harness.keys(Qt.Key.Key_D, CTRL), True),
    "key once": (False, lambda harness: harness.keys(Qt.Key.Key_D, CTRL), False),
    "reason": (True, enter_reason, True),
}
"""Whether a rule is chosen, what is done, and whether the order has the rule."""


async def test_keys_deny_like_the_buttons_that_they_stand_for(harness: WindowHarness) -> None:
    for name, (on, act, remembered) in DENIALS.items():
        await harness.show(pending=(danger(name),))
        harness.pending.choose(name)
        if on:
            await choose(harness)
        act(harness)
        harness.pending.answers.flush()
        await until(lambda: harness.gate.orders)
        [order] = harness.gate.orders
        assert order[:2] == ("deny", name) and (order[3] is not None) is remembered, name
        harness.gate.orders.clear()


async def test_rule_of_middle_width_names_its_criterion(harness: WindowHarness) -> None:
    cases = (
        ("read", {"path": "/srv/notes/a.txt"}, "This folder: /srv/notes"),
        ("fetch", {"url": "https://example.com/a"}, "This host: example.com"),
        ("run", {"command": "git status"}, "This program: git status"),
        ("send", {"channel": "dev", "text": "Hello"}, "These values: channel dev"),
    )
    for tool, arguments, title in cases:
        await harness.show(pending=(make_held(tool, tool, arguments),))
        harness.pending.choose(tool)
        await choose(harness, reach="similar")
        assert harness.find(title).isChecked()


async def test_next_call_starts_with_the_narrowest_width(harness: WindowHarness) -> None:
    await harness.show(pending=(danger(), danger("c2")))
    await choose(harness, reach="all", clients=1, long=1)
    harness.pending.choose("c2")
    decision = harness.pending.call.decision
    await until(lambda: decision.remember_choice.is_known)
    assert not decision.remember_choice.is_on and decision.remember_choice.reach == "call"
    await choose(harness)
    assert not decision.remember_choice.is_broad


async def test_narrow_widths_use_edited_arguments(harness: WindowHarness) -> None:
    await harness.show(pending=(danger(),))
    await choose(harness)
    harness.pending.call.begin_edit()
    editor = harness.pending.call.editor
    await until(editor.isVisible)
    editor.area.setPlainText('{"path": "/home/u/Documents/new"}')
    remember_choice = harness.pending.call.decision.remember_choice
    await until(
        lambda: (
            remember_choice.widths.get("call")
            and remember_choice.widths["call"].when[0].value == "/home/u/Documents/new"
        )
    )
    held = harness.pending.call.decision.pending
    allowed, denied = remember_choice.rule_request(held, "allow"), remember_choice.rule_request(held, "deny")
    assert allowed.when[0].value == "/home/u/Documents/new"
    assert denied.when[0].value == "/home/u/Documents/old", "what is denied is what the client sent"
    assert harness.pending.call.decision.note_label.text().endswith(
        "Approving remembers the edited arguments. Denying remembers the original ones."
    )
    assert remember_choice.act(held) == "Approve and remember"
    assert remember_choice.act(held, verdict="deny").startswith("Deny this empty_folder call")
    await harness.armed("Approve edited empty_folder once")
    assert harness.find("Approve edited empty_folder once").text() == "Approve edited empty_folder once"


async def test_call_after_an_edited_one_has_its_own_widths(harness: WindowHarness) -> None:
    await harness.show(pending=(danger(), make_held("c2", "read", {"path": "/srv/a.txt"})))
    harness.pending.call.begin_edit()
    harness.pending.call.editor.area.setPlainText('{"path": "/home/u/Documents/new"}')
    harness.pending.choose("c2")
    remember_choice = harness.pending.call.decision.remember_choice
    await until(lambda: remember_choice.is_known and remember_choice.widths["call"].when[0].value == "/srv/a.txt")


async def test_each_width_shows_how_many_calls_it_would_have_covered(harness: WindowHarness) -> None:
    await harness.show(pending=(danger(),))
    await choose(harness)
    remember_choice = harness.pending.call.decision.remember_choice
    for reach, covered, denied, more, words in (
        ("call", 1, 0, False, "matches 1 past call"), ("tool", 2000, 0, True, "matches over 2,000 past calls"),
        ("similar", 12, 2, False, "matches 12 past calls, 2 denied"),
    ):  # fmt: skip
        remember_choice.count(reach, covered, denied, more=more)
        assert remember_choice.counts[reach].text() == words


async def test_scopes_and_arguments_share_a_small_window_without_scrolling(harness: WindowHarness) -> None:
    harness.window.resize(900, 600)
    await harness.show(pending=(danger(),))
    await choose(harness, reach="all", clients=1, long=1)
    call = harness.pending.call
    await until(
        lambda: call.decision.allow_button.isVisible() and call.decision.scopes.verticalScrollBar().maximum() == 0
    )
    assert call.body.viewport().height() > 3 * call.viewer.search.height()
    await press(harness, ALL)
    confirm = call.decision.confirm
    await until(lambda: confirm.yes.width() >= confirm.yes.sizeHint().width())
    assert confirm.yes.text().startswith("Always allow all")


async def test_remembering_leaves_space_for_the_arguments(harness: WindowHarness) -> None:
    harness.window.resize(900, 600)
    await harness.show(pending=(danger(),))
    call = harness.pending.call
    decision = call.decision
    choice = decision.remember_choice
    await until(lambda: decision.reason.isVisible())
    place = choice.on.mapTo(call, QPoint())
    choice.on.click()
    await until(lambda: not decision.reason.isVisible())
    await until(lambda: choice.on.mapTo(call, QPoint()) == place)  # a second click must not hit something else
    assert decision.allow_button.y() == decision.forbid_button.y()
    harness.keys(Qt.Key.Key_R, CTRL)
    await until(decision.reason.hasFocus)
    QTest.keyClick(decision.reason, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert choice.isAncestorOf(QApplication.focusWidget()), "the tab order is that of the page"
    decision.reason.setText("No.")
    decision.remember_choice.on.setFocus()
    assert decision.reason.isVisible(), "what was written would be sent"


async def test_long_name_leaves_lines_of_the_arguments_in_a_small_window(harness: WindowHarness) -> None:
    harness.window.setMinimumHeight(0)
    harness.window.resize(900, 520)
    held = danger()
    await harness.show(pending=(replace(held, call=replace(held.call, tool="send_message_" * 8)),))
    await choose(harness, reach="tool")
    call = harness.pending.call
    await until(call.decision.allow_button.isVisible)
    assert call.body.viewport().height() > 3 * call.viewer.search.height()


async def test_buttons_of_a_rule_are_in_one_row_if_names_stay_readable(harness: WindowHarness) -> None:
    harness.window.resize(1600, 900)
    held = danger()
    await harness.show(pending=(replace(held, call=replace(held.call, tool="send_message_" * 5)),))
    await choose(harness, clients=1)
    decision = harness.pending.call.decision
    await until(lambda: decision.allow_button.isVisible())
    assert "…" in decision.allow_button.text()
    assert decision.allow_button.y() == decision.forbid_button.y()
    harness.window.resize(900, 600)
    await until(lambda: decision.forbid_button.y() < decision.allow_button.y())
    await until(lambda: decision.note_label.y() < decision.allow_button.y(), 20)
    await until(lambda: decision.scopes.verticalScrollBar().maximum() == 0)


async def test_cancel_is_above_a_button_that_fills_the_question(harness: WindowHarness) -> None:
    harness.window.resize(900, 600)
    held = danger()
    await harness.show(pending=(replace(held, call=replace(held.call, tool="send_message_" * 8)),))
    await choose(harness, clients=1, long=1)
    await until(lambda: harness.pending.call.decision.can_remember())
    harness.pending.call.decision.press_remembered()
    confirm = harness.pending.call.decision.confirm
    await until(lambda: confirm.isVisible() and confirm.yes.width() >= confirm.yes.sizeHint().width())
    assert confirm.no.y() == confirm.yes.y(), "the name is shortened, because the sentence has it"
    confirm.ask("Run it?", "Approve " + "it " * 30, lambda: None)
    await until(lambda: confirm.no.y() < confirm.yes.y())
