"""The asyncio loop of the Qt thread."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

import qasync

_T = TypeVar("_T")


class EventLoop(qasync.QEventLoop):
    """qasync's loop, which runs no task after the one that it was started for.

    qasync 0.28 processes events once more when its loop has ended. A timer that fires then resumes a task for which
    ``asyncio.get_running_loop()`` fails.
    """

    def run_until_complete(self, future: Awaitable[_T]) -> _T:
        """Run until ``future`` is done and return its result; raises what it raises."""
        task: asyncio.Future[Any] = asyncio.ensure_future(future, loop=self)
        task.add_done_callback(self._stop)
        try:
            self.run_forever()
        finally:
            task.remove_done_callback(self._stop)
        if not task.done():
            raise RuntimeError("The event loop was stopped before the task ended.")
        return task.result()

    def _stop(self, _task: asyncio.Future[Any]) -> None:
        self.stop()
