"""Tasks of one owner, who awaits or cancels them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")


class TaskSet(set[asyncio.Task[Any]]):
    """Running tasks; each leaves the set when it ends. The event loop alone would not keep them alive."""

    def start(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Run ``work`` in a task of the running loop."""
        task = asyncio.get_running_loop().create_task(work)
        self.add(task)
        task.add_done_callback(self.discard)
        return task


async def cancel_tasks(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel ``tasks`` and wait until they have ended, however they end."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def finish_tasks(tasks: Collection[asyncio.Task[Any]], timeout: float) -> None:
    """Wait until ``tasks`` have ended, at most ``timeout`` seconds; then cancel the rest."""
    if tasks:
        _, late = await asyncio.wait(set(tasks), timeout=timeout)
        await cancel_tasks(late)


def retrieve_exception(task: asyncio.Task[Any]) -> None:
    """Mark the exception of a task that has ended as seen, because maybe nobody waits for it any more."""
    if not task.cancelled():
        task.exception()
