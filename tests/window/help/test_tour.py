"""The tour: three steps, each with its page; it goes on by itself, by Next, and can be left."""

from __future__ import annotations

from pathlib import Path

from tests.window.conftest import make_held, opened
from toolguard.window.help.tour import STEPS


async def test_tour_goes_through_its_pages_and_ends(tmp_path: Path) -> None:
    async with opened(tmp_path, tour=True) as harness:
        assert "1 of 3" in harness.window.tour.title.text()
        for key, _, _ in STEPS[1:]:
            harness.press("Next step")
            assert harness.window.stack.key == key
        harness.press("Guard your first server")
        assert not harness.window.tour.isVisible() and harness.window.stack.key == "clients"


async def test_tour_end_leaves_or_continues_the_demo(tmp_path: Path) -> None:
    wanted: list[bool] = []
    async with opened(tmp_path, tour=True, guard=lambda: wanted.append(True)) as harness:
        for _ in STEPS[1:]:
            harness.press("Next step")
        assert wanted == [] and harness.is_shown("End tour")
        harness.press("Guard your first server")
        assert wanted == [True]


async def test_tour_can_end_without_guarding(tmp_path: Path) -> None:
    async with opened(tmp_path, tour=True) as harness:
        for _ in STEPS[1:]:
            harness.press("Next step")
        harness.press("End tour")
        assert not harness.window.tour.isVisible() and harness.window.stack.key == STEPS[-1][0]


async def test_tour_detects_a_decision_and_can_be_closed(tmp_path: Path) -> None:
    async with opened(tmp_path, tour=True) as harness:
        await harness.show(pending=(make_held(),))
        await harness.show()
        assert harness.window.tour.text_label.text().startswith("Decided")
        harness.press("Exit tour")
        assert not harness.window.tour.isVisible()


async def test_tour_exists_only_in_the_demo(tmp_path: Path) -> None:
    async with opened(tmp_path) as harness:
        assert harness.window.tour is None
