"""An event loop whose clock is turned on to the next timer as soon as nothing else is left to do.

What waits for a deadline waits no time at all, and a busy machine changes nothing: the clock goes on only when every
callback has run. It is for code that waits for timers and for other coroutines alone. While work is done on a thread,
or when nothing at all is scheduled, the loop waits as any other.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections.abc import Callable
from typing import Any


class _Selector(selectors.DefaultSelector):  # type: ignore[misc, valid-type]
    """Asks the loop how long it may really wait."""

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
    """``now``: what its clock shows. ``threads``: how many pieces of work are done on threads now."""

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
