"""The tour: three steps, each with its page; it goes on by itself, by Next, and can be left."""

from __future__ import annotations

from pathlib import Path

from tests.window.conftest import make_held, opened
from toolguard.window.help.tour import STEPS


async def test_tour_goes_through_its_pages_and_ends(tmp_path: Path) -> None:
    async with opened(tmp_path, tour=True) as stage:
        assert "1 of 3" in stage.window.tour.title.text()
        for key, _, _ in STEPS[1:]:
            stage.press("Next step")
            assert stage.window.stack.key == key
        stage.press("Guard your first server")
        assert not stage.window.tour.isVisible() and stage.window.stack.key == "clients"


async def test_tour_end_leaves_or_continues_the_demo(tmp_path: Path) -> None:
    wanted: list[bool] = []
    async with opened(tmp_path, tour=True, guard=lambda: wanted.append(True)) as stage:
        for _ in STEPS[1:]:
            stage.press("Next step")
        assert wanted == [] and stage.sees("End tour")
        stage.press("Guard your first server")
        assert wanted == [True]


async def test_tour_can_end_without_guarding(tmp_path: Path) -> None:
    async with opened(tmp_path, tour=True) as stage:
        for _ in STEPS[1:]:
            stage.press("Next step")
        stage.press("End tour")
        assert not stage.window.tour.isVisible() and stage.window.stack.key == STEPS[-1][0]


async def test_tour_detects_a_decision_and_can_be_closed(tmp_path: Path) -> None:
    async with opened(tmp_path, tour=True) as stage:
        await stage.show(held=(make_held(),))
        await stage.show()
        assert stage.window.tour.words.text().startswith("Decided")
        stage.press("Exit tour")
        assert not stage.window.tour.isVisible()


async def test_tour_exists_only_in_the_demo(tmp_path: Path) -> None:
    async with opened(tmp_path) as stage:
        assert stage.window.tour is None
