"""The introduction that the page Pending shows at the first start."""

from __future__ import annotations

from pathlib import Path

from tests.window.conftest import make_held, opened


async def test_first_start_shows_the_introduction_until_skipped(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as stage:
        assert stage.sees("Welcome to ToolGuard")
        stage.press("Skip introduction")
        assert stage.sees("No pending calls") and not stage.sees("Welcome to ToolGuard")
        stage.window.turn("help")
        stage.press("Show introduction")
        assert stage.window.stack.key == "pending" and stage.sees("Welcome to ToolGuard")
        stage.press("Set up chat clients")
        assert stage.window.stack.key == "clients"


async def test_introduction_ends_with_the_first_call(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as stage:
        await stage.show(held=(make_held(),))
        assert not stage.sees("Welcome to ToolGuard")
        await stage.show()
        stage.pending._sweep()
        assert not stage.sees("Welcome to ToolGuard")


async def test_tampering_is_shown_instead_of_the_introduction(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as stage:
        await stage.show(alarm="tampered")
        assert stage.sees("Log integrity check failed") and not stage.sees("Welcome to ToolGuard")


async def test_later_starts_show_no_introduction(tmp_path: Path) -> None:
    async with opened(tmp_path) as stage:
        assert stage.sees("No pending calls")
