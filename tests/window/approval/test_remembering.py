"""Approving for more than this call: what the button says, how it looks, and that it asks once more."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.window.conftest import Stage, make_held, until
from toolguard.gate.model import PendingCall
from toolguard.gate.policy.rules import RuleRequest

CTRL = Qt.KeyboardModifier.ControlModifier
ALL = "Always allow all tools of acme-files for any client"


def danger(id: str = "c1", **more: Any) -> PendingCall:
    return make_held(id, "run_command", {"command": "rm -rf ~/Documents"}, server="acme-files", **more)


def choose(stage: Stage, *, tools: int = 0, clients: int = 0, long: int = 0) -> None:
    if not stage.find("Remember this decision").isChecked():
        stage.find("Remember this decision").click()
    stage.find("Which tools").setCurrentIndex(tools)
    stage.find("Which clients").setCurrentIndex(clients)
    stage.find("Duration").setCurrentIndex(long)


async def press(stage: Stage, name: str) -> None:
    QTest.mouseClick(await stage.armed(name), Qt.MouseButton.LeftButton)


async def test_allowing_everything_for_good_is_a_red_act_that_asks_once_more(stage: Stage) -> None:
    """Defect A1: it was the same blue button, and nothing warned."""
    await stage.show(held=(danger(),))
    choose(stage, tools=1, clients=1, long=1)
    decision = stage.pending.call.decision
    assert stage.find(ALL).property("kind") == "danger"
    assert stage.find(ALL).text() == ALL
    assert decision.run_button.text().endswith(" once")
    assert decision.run_button.property("kind") != "run"
    assert decision.risks.sentences() == [
        "All tools of acme-files are allowed, including ones it adds or changes later.", "Applies to any client.",
        "No expiry.",
    ]  # fmt: skip
    await press(stage, ALL)
    assert stage.gate.orders == [] and stage.find("Cancel").hasFocus()
    assert decision.confirm.words.said() == (
        "Allow any tool on acme-files for any client. The rule stays until you remove it on the Rules page."
    )
    yes = decision.confirm.yes
    assert yes.text() == ALL and yes.property("kind") == "danger"
    assert not yes.isEnabled() and not yes.isDefault() and not yes.autoDefault()
    QTest.mouseClick(yes, Qt.MouseButton.LeftButton)
    QTest.keyClick(stage.find("Cancel"), Qt.Key.Key_Return)
    assert stage.gate.orders == []
    await until(yes.isEnabled)
    QTest.mouseClick(yes, Qt.MouseButton.LeftButton)
    await until(lambda: stage.gate.orders)
    told = RuleRequest(client="*", server="acme-files", tool="*", verdict="allow", until="always")
    assert replace(stage.gate.orders[0][3], id="") == told


async def test_cancel_leaves_the_call_waiting_and_nothing_remembered(stage: Stage) -> None:
    await stage.show(held=(danger(),))
    choose(stage, tools=1, clients=1, long=1)
    await press(stage, ALL)
    stage.press("Cancel")
    assert not stage.pending.call.decision.confirm.isVisible()
    await press(stage, "Approve run_command once")
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders[0][3] is None, "once is once, whatever is ticked"


@pytest.mark.parametrize(
    ("wide", "words"),
    [
        ({"tools": 1, "clients": 1, "long": 1}, ALL),
        ({"tools": 1, "long": 1}, "Always allow all tools of acme-files for Claude Desktop"),
        ({"clients": 1, "long": 1}, "Always allow run_command for any client"),
        ({"long": 1}, "Always allow run_command for Claude Desktop"),
        ({"tools": 1, "clients": 1}, "Allow all tools of acme-files for any client until I quit"),
        ({"tools": 1}, "Allow all tools of acme-files for Claude Desktop until I quit"),
        ({"clients": 1}, "Allow run_command for any client until I quit"),
    ],
)
async def test_whatever_reaches_further_than_this_call_says_so_and_is_red(
    stage: Stage, wide: dict[str, int], words: str
) -> None:
    await stage.show(held=(danger(),))
    choose(stage, **wide)
    assert stage.find(words).property("kind") == "danger"
    await press(stage, words)
    assert stage.gate.orders == []
    await until(stage.pending.call.decision.confirm.yes.isEnabled)
    QTest.mouseClick(stage.pending.call.decision.confirm.yes, Qt.MouseButton.LeftButton)
    await until(lambda: stage.gate.orders)
    told = stage.gate.orders[0][3]
    assert (told.tool == "*", told.client == "*", told.until == "always") == tuple(
        bool(wide.get(name)) for name in ("tools", "clients", "long")
    )


async def test_this_tool_for_this_client_until_the_end_is_one_click(stage: Stage) -> None:
    await stage.show(held=(danger(),))
    choose(stage)
    words = "Approve run_command and remember until I quit"
    assert stage.find(words).property("kind") == "run"
    assert not stage.pending.call.decision.risks.isVisible()
    await press(stage, words)
    await until(lambda: stage.gate.orders)
    told = RuleRequest(
        client="Claude Desktop", server="acme-files", tool="run_command", verdict="allow", until="session"
    )
    assert replace(stage.gate.orders[0][3], id="") == told


async def test_the_key_goes_by_what_is_remembered_and_asks_too(stage: Stage) -> None:
    await stage.show(held=(danger(),))
    choose(stage, tools=1, clients=1, long=1)
    await stage.armed(ALL)
    stage.keys(Qt.Key.Key_Return, CTRL)
    assert stage.gate.orders == [] and stage.pending.call.decision.confirm.isVisible()


async def test_a_wider_choice_takes_the_question_back_and_arms_again(stage: Stage) -> None:
    await stage.show(held=(danger(),))
    choose(stage, long=1)
    await press(stage, "Always allow run_command for Claude Desktop")
    assert stage.pending.call.decision.confirm.isVisible()
    stage.find("Which tools").setCurrentIndex(1)
    assert not stage.pending.call.decision.confirm.isVisible()
    assert not stage.find("Always allow all tools of acme-files for Claude Desktop").isEnabled()


async def test_a_secret_in_the_call_is_part_of_the_same_question(stage: Stage) -> None:
    held = danger(leaks=("github-token",), digest="d" * 64)
    await stage.show(held=(held,))
    choose(stage, long=1)
    await press(stage, "Always allow run_command for Claude Desktop")
    words = stage.pending.call.decision.confirm.words.said()
    assert "github-token" in words and "Allow run_command on" in words


@pytest.mark.parametrize("size", [(900, 600), (1280, 800)])
async def test_run_and_deny_stay_where_they_are(stage: Stage, size: tuple[int, int]) -> None:
    stage.window.resize(*size)
    tool, server = "t" * 200, "文件服务器" * 40
    await stage.show(held=(make_held("c1", tool, server=server),))
    decision = stage.pending.call.decision
    buttons = (decision.run_button, decision.deny_button)
    places = [button.mapTo(stage.window, QPoint()) for button in buttons]
    for wide in ({"tools": 1, "clients": 1, "long": 1}, {"long": 1}, {}):
        choose(stage, **wide)
        assert [button.mapTo(stage.window, QPoint()) for button in buttons] == places
        assert decision.allow_button.sizeHint().width() <= decision.width()
    assert stage.window.width() == size[0]


async def test_two_keys_remember_the_narrowest_without_a_wait(stage: Stage) -> None:
    await stage.show(held=(danger(),))
    await stage.armed("Approve run_command")
    stage.keys(Qt.Key.Key_M, CTRL)
    stage.keys(Qt.Key.Key_Return, CTRL)
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders[0][3].until == "session" and stage.gate.orders[0][3].tool == "run_command"
