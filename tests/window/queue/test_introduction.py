"""The introduction that the page Pending shows at the first start."""

from __future__ import annotations

from pathlib import Path

from tests.window.conftest import CLIENT, make_held, opened
from toolguard.gate.model import ClientInfo, ConnectedSession


def session(client: ClientInfo = CLIENT) -> ConnectedSession:
    return ConnectedSession(
        session="s1", client=client, claim="", server="files", era="legacy", version="2025-06-18", state="ready",
        detail="", since=0.0,
    )  # fmt: skip


async def test_a_first_start_introduces_toolguard_until_it_is_skipped(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as stage:
        assert stage.sees("Welcome to ToolGuard")
        stage.press("Skip introduction")
        assert stage.sees("No pending calls") and not stage.sees("Welcome to ToolGuard")
        stage.window.turn("help")
        stage.press("Show introduction")
        assert stage.window.stack.key == "pending" and stage.sees("Welcome to ToolGuard")
        stage.press("Set up chat clients")
        assert stage.window.stack.key == "clients"


async def test_the_introduction_is_over_once_a_call_has_come(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as stage:
        await stage.show(held=(make_held(),))
        assert not stage.sees("Welcome to ToolGuard")
        await stage.show()
        stage.pending._sweep()
        assert not stage.sees("Welcome to ToolGuard")


async def test_a_log_that_was_tampered_with_comes_before_any_introduction(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as stage:
        await stage.show(alarm="tampered")
        assert stage.sees("Log integrity check failed") and not stage.sees("Welcome to ToolGuard")


async def test_later_starts_do_not_introduce_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as stage:
        assert stage.sees("No pending calls")


async def test_introduction_marks_a_connected_client_and_can_then_be_closed(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as stage:
        assert stage.sees("Restart the chat client") and not stage.sees("Connected")
        assert stage.sees("Step 1, current")
        await stage.show(sessions=(session(), session(ClientInfo(id="evil\u202e"))))
        assert stage.sees("Connected") and stage.sees("Claude Desktop, evil⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩")
        assert stage.sees("Step 1, done") and stage.sees("Step 2, done") and stage.sees("Step 3, current")
        assert stage.sees("ToolGuard is ready")
        assert stage.sees("Ask Claude Desktop for something that needs a tool. Its call appears here.")
        assert stage.find("Close introduction").property("kind") == "run"
        await stage.show()
        assert stage.sees("Step 2") and not stage.sees("Connected") and not stage.sees("ToolGuard is ready")
        await stage.show(sessions=(session(),))
        stage.press("Close introduction")
        assert stage.sees("No pending calls")


async def test_introduction_waits_for_a_connection_once_servers_are_guarded(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as stage:
        stage.window._guards = True
        await stage.show()
        assert stage.sees("Step 1, done") and stage.sees("Step 2, current") and stage.sees("Step 3")
        assert stage.sees("ToolGuard waits for it to connect…")
        assert stage.find("Set up chat clients").property("kind") == ""


async def test_introduction_is_back_after_a_restart_until_it_is_closed(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True):
        pass
    async with opened(tmp_path) as stage:
        assert stage.sees("Welcome to ToolGuard")
        stage.press("Skip introduction")
    async with opened(tmp_path) as stage:
        assert stage.sees("No pending calls")
