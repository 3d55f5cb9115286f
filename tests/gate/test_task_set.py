"""Tasks of one owner: they are kept while they run, and end with their owner."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from toolguard.gate.task_set import TaskSet, cancel_tasks, finish_tasks, retrieve_exception


async def test_running_task_is_kept_and_leaves_when_it_ends() -> None:
    tasks, go_on = TaskSet(), asyncio.Event()
    kept = weakref.ref(tasks.start(go_on.wait()))
    await asyncio.sleep(0)
    gc.collect()
    task = kept()
    assert task is not None and tasks == {task}
    go_on.set()
    assert await task is True
    await asyncio.sleep(0)
    assert not tasks


async def test_cancelled_tasks_have_ended_even_if_they_fail_then() -> None:
    async def fail_in_the_end() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise OSError

    tasks = TaskSet()
    failing, waiting = tasks.start(fail_in_the_end()), tasks.start(asyncio.Event().wait())
    await asyncio.sleep(0)
    await cancel_tasks(tasks)
    assert isinstance(failing.exception(), OSError) and waiting.cancelled()


async def test_tasks_that_are_late_are_cancelled() -> None:
    tasks = TaskSet()
    ready, late = tasks.start(asyncio.sleep(0, "done")), tasks.start(asyncio.Event().wait())
    await finish_tasks(tasks, 0.05)
    assert ready.result() == "done" and late.cancelled()
    await finish_tasks(tasks, 0.05)  # none is left


async def test_exception_that_nobody_awaits_is_not_reported(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise OSError

    task = asyncio.get_running_loop().create_task(fail())
    task.add_done_callback(retrieve_exception)
    await asyncio.wait({task})
    await asyncio.sleep(0)
    del task
    gc.collect()
    assert not caplog.records
