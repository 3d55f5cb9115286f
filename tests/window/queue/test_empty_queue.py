"""The introduction that the page Pending shows at the first start."""

from __future__ import annotations

from pathlib import Path

from tests.window.conftest import make_held, opened


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
