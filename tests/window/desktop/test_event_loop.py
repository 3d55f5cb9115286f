"""The asyncio loop of the Qt thread."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.window.conftest import the_app
from toolguard.window.desktop.event_loop import EventLoop


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner(loop_factory=lambda: EventLoop(the_app())) as runner:
        yield runner


def test_no_task_is_resumed_after_run_until_complete_returned(runner: asyncio.Runner) -> None:
    async def asks_for_the_loop() -> None:
        while True:
            assert asyncio.get_running_loop() is runner.get_loop()
            await asyncio.sleep(0)

    async def first() -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(asks_for_the_loop())

    task = runner.run(first())
    assert not task.done()
    runner.run(asyncio.sleep(0))
    assert not task.done()


def test_exceptions_reach_the_caller(runner: asyncio.Runner) -> None:
    async def fails() -> None:
        raise LookupError("why")

    with pytest.raises(LookupError, match="why"):
        runner.run(fails())


def test_stopped_loop_is_an_error(runner: asyncio.Runner) -> None:
    async def stops() -> None:
        asyncio.get_running_loop().stop()
        await asyncio.Event().wait()

    with pytest.raises(RuntimeError, match="stopped before the task ended"):
        runner.run(stops())
