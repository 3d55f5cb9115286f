"""An event loop with a virtual clock, which jumps to the next timer when no callback is ready.

Waiting for a deadline takes no time, and the load of the machine has no effect: the clock advances only after every
callback has run. It is for code that waits only for timers and other coroutines. While a function runs in an executor,
or if nothing is scheduled, the loop waits in real time.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Callable
from typing import Any


class _Selector(selectors.DefaultSelector):  # type: ignore[misc, valid-type]
    """A selector that advances the loop's clock instead of waiting for a timeout."""

    loop: VirtualTimeLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if timeout is None or self.loop.threads:
            began = time.monotonic()
            ready = super().select(timeout)
            self.loop.now += time.monotonic() - began
            return ready
        self.loop.now += timeout
        return ready


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """The loop. ``now``: time of its clock in seconds. ``threads``: number of functions that run in an executor."""

    def __init__(self) -> None:
        selector = _Selector()
        selector.loop = self
        self.now = 0.0
        self.threads = 0
        super().__init__(selector)

    def time(self) -> float:
        return self.now

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        self.threads += 1
        done = super().run_in_executor(executor, func, *args)
        done.add_done_callback(self._thread_is_done)
        return done

    def _thread_is_done(self, _done: asyncio.Future[Any]) -> None:
        self.threads -= 1
