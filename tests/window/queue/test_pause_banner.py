"""A pause after unanswered prompts, as the person sees it and ends it."""

from __future__ import annotations

import time

from tests.window.conftest import Stage, until
from toolguard.gate.model import PromptPause


def pause(server: str = "files", until: float = 600.0) -> PromptPause:
    now = time.time()
    return PromptPause(client="Claude", server=server, unanswered=5, since=now, until=now + until)


async def test_pause_shows_its_end_and_can_be_ended(stage: Stage) -> None:
    banner = stage.window.paused
    assert not banner.isVisible()
    await stage.show(pauses=(pause("web"), pause()))
    said = banner.words.said()
    assert said.startswith("Calls of Claude to files are denied until ")
    assert said.endswith(": 5 prompts were not answered. 1 more pause.")
    stage.press("End the pause")
    await until(lambda: stage.gate.orders)
    assert stage.gate.orders == [("end_pause", "Claude", "files")]
    await stage.show()
    assert not banner.isVisible()


async def test_expired_pause_is_not_shown(stage: Stage) -> None:
    await stage.show(pauses=(pause(until=1.2),))
    assert stage.window.paused.isVisible()
    await until(lambda: not stage.window.paused.isVisible())
