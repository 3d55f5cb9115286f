"""The introduction that the page Pending shows at the first start."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from tests.support.waiting import until
from tests.window.conftest import CLIENT, make_held, opened
from tests.window.queue.test_sample_call import Sample
from toolguard.gate.model import ClientInfo, ConnectedSession, LogRestriction


def session(client: ClientInfo = CLIENT) -> ConnectedSession:
    return ConnectedSession(
        session="s1", client=client, claim="", server="files", era="legacy", version="2025-06-18", state="ready",
        detail="", since=0.0,
    )  # fmt: skip


async def test_a_first_start_introduces_toolguard_until_it_is_skipped(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as harness:
        assert harness.is_shown("Welcome to ToolGuard")
        assert any("can't hold calls to the others" in one.text() for one in harness.window.findChildren(QLabel))
        harness.press("Skip introduction")
        assert harness.is_shown("No pending calls") and not harness.is_shown("Welcome to ToolGuard")
        harness.window.turn("help")
        harness.press("Show introduction")
        assert harness.window.stack.key == "pending" and harness.is_shown("Welcome to ToolGuard")
        harness.press("Set up chat clients")
        assert harness.window.stack.key == "clients"


async def test_the_introduction_is_over_once_a_call_has_come(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as harness:
        await harness.show(pending=(make_held(),))
        assert not harness.is_shown("Welcome to ToolGuard")
        await harness.show()
        harness.pending._sweep()
        assert not harness.is_shown("Welcome to ToolGuard")


async def test_the_introduction_is_over_once_a_call_has_come_on_another_page(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as harness:
        harness.window.turn("settings")
        await harness.show(pending=(make_held(),))
        await harness.show()
        harness.window.turn("pending")
        assert not harness.is_shown("Welcome to ToolGuard")


async def test_a_log_that_was_tampered_with_comes_before_any_introduction(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as harness:
        await harness.show(alarm="tampered")
        assert harness.is_shown("Log integrity check failed") and not harness.is_shown("Welcome to ToolGuard")


@pytest.mark.parametrize(
    ("prevents", "says"), [("", "Rules still apply"), ("rules", "No rule allows a call"), ("calls", "Every call is")]
)
async def test_alarm_of_a_tampered_log_states_the_effect_on_calls(
    tmp_path: Path, prevents: LogRestriction, says: str
) -> None:
    async with opened(tmp_path) as harness:
        await harness.show(alarm="tampered", log_prevents=prevents)
        text = harness.pending._nothing._alarm.text_label.text()
        assert text.startswith(says) and ("every call is recorded" in text) == (prevents != "calls")


async def test_later_starts_do_not_introduce_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as harness:
        assert harness.is_shown("No pending calls")


async def test_the_tick_is_shown_only_while_a_client_is_guarded(tmp_path: Path) -> None:
    async with opened(tmp_path) as harness:
        quiet = harness.pending._nothing._quiet
        assert quiet._icon._icon == "shield" and harness.find("Set up chat clients").property("kind") == "run"
        await harness.show(sessions=(session(),))
        assert quiet._icon._icon == "idle" and not harness.find("Set up chat clients").property("kind")
        await harness.show()
        assert quiet._icon._icon == "shield"


async def test_introduction_marks_a_connected_client_and_can_then_be_closed(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as harness:
        assert harness.is_shown("Restart the chat client") and not harness.is_shown("Connected")
        assert harness.is_shown("Step 1, current")
        await harness.show(sessions=(session(), session(ClientInfo(id="evil\u202e"))))
        assert harness.is_shown("Connected") and harness.is_shown("Claude Desktop, evil⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩")
        assert (
            harness.is_shown("Step 1, done")
            and harness.is_shown("Step 2, done")
            and harness.is_shown("Step 3, current")
        )
        assert harness.is_shown("ToolGuard is ready")
        assert harness.is_shown("Ask Claude Desktop for something that needs a tool.")
        await harness.show()
        assert (
            harness.is_shown("Step 2")
            and not harness.is_shown("Connected")
            and not harness.is_shown("ToolGuard is ready")
        )
        await harness.show(sessions=(session(),))
        harness.press("Close introduction")
        assert harness.is_shown("No pending calls")


async def test_introduction_has_the_action_of_the_open_step_as_its_primary_one(tmp_path: Path) -> None:
    buttons = ("Set up chat clients", "Try a sample call")
    async with opened(tmp_path, welcome=True, sample=Sample()) as harness:
        assert [harness.find(name).property("kind") or "" for name in (*buttons, "Skip introduction")] == [
            "run",
            "",
            "",
        ]
        await harness.show(sessions=(session(),))
        assert [harness.find(name).property("kind") or "" for name in (*buttons, "Close introduction")] == [
            "",
            "run",
            "",
        ]


async def test_introduction_waits_for_a_connection_once_servers_are_guarded(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as harness:
        harness.window._guards = True
        await harness.show()
        assert harness.is_shown("Step 1, done") and harness.is_shown("Step 2, current") and harness.is_shown("Step 3")
        assert harness.is_shown("ToolGuard waits for it to connect…")
        assert harness.find("Set up chat clients").property("kind") == ""


async def test_introduction_wraps_the_names_of_many_clients(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as harness:
        names = (f"A client with a name that is much too long for its line {number}" for number in range(5))
        await harness.show(sessions=tuple(session(ClientInfo(id=name)) for name in names))
        introduction = harness.pending._nothing.currentWidget()
        text = introduction._connect.text_label
        await until(lambda: text.height() >= text.fontMetrics().height() * 2)
        for step in (introduction._guard, introduction._connect, introduction._call):
            assert step.text_label.height() >= step.text_label.heightForWidth(step.text_label.width())


async def test_introduction_is_back_after_a_restart_until_it_is_closed(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True):
        pass
    async with opened(tmp_path) as harness:
        assert harness.is_shown("Welcome to ToolGuard")
        harness.press("Skip introduction")
    async with opened(tmp_path) as harness:
        assert harness.is_shown("No pending calls")
