"""The sample call that the introduction offers: what it says before, after, and when it fails."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.support.waiting import until
from tests.window.conftest import make_held, opened
from toolguard.services.interface import RefusedError
from toolguard.window.core_link import CoreLink
from toolguard.window.queue.sample_call import SampleOutcome


class Sample:
    """A sample call that ends when the test says so."""

    def __init__(self) -> None:
        self.end: asyncio.Future[SampleOutcome | None] = asyncio.get_running_loop().create_future()
        self.began = 0

    async def run(self, _core: CoreLink) -> SampleOutcome | None:
        self.began += 1
        return await self.end

    def stop(self) -> None:
        self.end.set_result(None)


async def bar(harness: Any) -> Any:
    harness.press("Try a sample call")
    await until(lambda: harness.pending.sample.isVisible())
    return harness.pending.sample


async def test_sample_call_result_offers_to_guard_servers(tmp_path: Path) -> None:
    sample = Sample()
    async with opened(tmp_path, welcome=True, sample=sample) as harness:
        shown = await bar(harness)
        assert shown.title.text() == "Your first call" and not shown.action.isVisible()
        await harness.show(pending=(make_held(server="toolguard-sample"),))
        assert shown.isVisible() and not harness.is_shown("Welcome to ToolGuard")
        sample.end.set_result(SampleOutcome("milk\u202e, bread", has_run=True))
        await until(lambda: shown.action.isVisible())
        assert "U+202E" in shown.text_label.text() and "bread" in shown.text_label.text()
        harness.press("Guard your first server")
        assert harness.window.stack.key == "clients" and not shown.isVisible()


async def test_denied_sample_call_shows_the_message_to_the_client(tmp_path: Path) -> None:
    sample = Sample()
    async with opened(tmp_path, welcome=True, sample=sample) as harness:
        shown = await bar(harness)
        sample.end.set_result(SampleOutcome("Denied by the user in ToolGuard", has_run=False))
        await until(lambda: shown.title.text() == "The call did not run")
        assert "Denied by the user" in shown.text_label.text()
        harness.press("Close sample call")
        assert not shown.isVisible()


async def test_sample_call_can_be_stopped_and_runs_once_at_a_time(tmp_path: Path) -> None:
    sample = Sample()
    async with opened(tmp_path, welcome=True, sample=sample) as harness:
        shown = await bar(harness)
        harness.press("Try a sample call")
        harness.press("Stop the sample call")
        await until(lambda: not shown.isVisible())
        assert sample.began == 1


async def test_failed_sample_call_shows_the_reason(tmp_path: Path) -> None:
    sample = Sample()
    sample.end.set_exception(RefusedError("The keyring is locked."))
    async with opened(tmp_path, welcome=True, sample=sample) as harness:
        shown = await bar(harness)
        await until(lambda: shown.title.text() == "The sample call failed")
        assert shown.text_label.text() == "The keyring is locked." and not shown.action.isVisible()


async def test_introduction_without_a_sample_offers_none(tmp_path: Path) -> None:
    async with opened(tmp_path, welcome=True) as harness:
        assert harness.is_shown("Welcome to ToolGuard") and not harness.is_shown("Try a sample call")
