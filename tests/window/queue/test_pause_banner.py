"""A pause after unanswered prompts, as the person sees it and ends it."""

from __future__ import annotations

import time

from tests.support.waiting import until
from tests.window.conftest import WindowHarness
from toolguard.gate.model import PromptPause


def pause(server: str = "files", until: float = 600.0) -> PromptPause:
    now = time.time()
    return PromptPause(client="Claude", server=server, unanswered=5, since=now, until=now + until)


async def test_pause_shows_its_end_and_can_be_ended(harness: WindowHarness) -> None:
    banner = harness.window.paused
    assert not banner.isVisible()
    await harness.show(pauses=(pause("web"), pause()))
    result = banner.text_label.text()
    assert result.startswith("Calls of Claude to files are denied until ")
    assert result.endswith(": 5 approval requests were not answered. 1 more pause.")
    harness.press("End the pause")
    await until(lambda: harness.gate.orders)
    assert harness.gate.orders == [("end_pause", "Claude", "files")]
    await harness.show()
    assert not banner.isVisible()


async def test_expired_pause_is_not_shown(harness: WindowHarness) -> None:
    await harness.show(pauses=(pause(until=1.2),))
    assert harness.window.paused.isVisible()
    await until(lambda: not harness.window.paused.isVisible())
