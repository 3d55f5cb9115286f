"""Waiting for conditions that depend on other tasks, threads and programs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

WAIT = 120
"""Seconds within which a condition must hold, on a busy machine, too."""
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.002, 0.25  # seconds between two looks at a condition


class _Polling:
    """The pauses between looks at a condition.

    A pause is a tenth of the time that was waited, and at least twice as long as the look before it. A test that waits
    for a program must not take the processor from it: with several tests at a time, that would slow down all of them.

    Pauses are measured with ``clock``, which may be virtual: the load of the machine must not move it. The end is not.
    """

    def __init__(self, seconds: float, shortest: float, clock: Callable[[], float]) -> None:
        self._shortest = shortest
        self._clock = clock
        self._begun = self._looked = clock()
        self._end = time.monotonic() + seconds

    def pause(self) -> float | None:
        """Return the seconds until the next look; None if the time is over."""
        now = self._clock()
        pause = max(self._shortest, 2 * (now - self._looked), min(_LONGEST_PAUSE, (now - self._begun) / 10))
        self._looked = now + pause
        return pause if time.monotonic() < self._end else None


async def until(condition: Callable[[], Any], seconds: float = WAIT) -> Any:
    """Wait until ``condition()`` is true, and return its value. Fail after ``seconds``."""
    polling = _Polling(seconds, _SHORTEST_PAUSE, asyncio.get_running_loop().time)
    while not (value := condition()):
        pause = polling.pause()
        assert pause is not None, f"not within {seconds} s"
        await asyncio.sleep(pause)
    return value


def eventually(
    condition: Callable[[], Any], what: object = "the condition", seconds: float = WAIT,
    shortest_pause: float = _SHORTEST_PAUSE,
) -> Any:  # fmt: skip
    """Block until ``condition()`` is true, and return its value. Fail after ``seconds`` with ``what``, or what it
    returns.
    """
    polling = _Polling(seconds, shortest_pause, time.monotonic)
    while not (value := condition()):
        pause = polling.pause()
        assert pause is not None, f"not within {seconds} s: {what() if callable(what) else what}"
        time.sleep(pause)
    return value
