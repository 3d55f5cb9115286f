"""Clocks: one that never runs backwards, so that what has ended stays ended when the computer's clock is set back,
and one that never jumps ahead.
"""

from __future__ import annotations

import time
from collections.abc import Callable

MAX_AHEAD = 7 * 86_400.0
CATCH_UP_RATE = 7


class SteadyClock:
    """Seconds since the epoch that never decrease: the wall clock, or the latest known time plus the time passed since.

    `not_before` raises the latest known time, for example to the newest time in the log. While the wall clock is
    behind, time passes by the monotonic clock.
    """

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._latest = 0.0
        self._since = monotonic()
        self.known = 0.0
        """The latest time passed to `not_before`."""

    def __call__(self) -> float:
        now, passed = self._wall(), self._monotonic()
        steady = self._latest + (passed - self._since)
        self._latest, self._since = now if now > steady else steady, passed
        return self._latest

    def not_before(self, moment: float) -> None:
        """Never return a time before ``moment`` (seconds since the epoch) from now on."""
        self.known = max(self.known, moment)
        if moment > self():
            self._latest = moment

    def reset(self) -> None:
        """Forget the latest known time, after a person confirmed the wall clock."""
        self._latest, self._since, self.known = 0.0, self._monotonic(), 0.0

    @property
    def behind(self) -> float:
        """Seconds by which the wall clock is behind the latest known time."""
        return max(0.0, self() - self._wall())


class AgingClock:
    """Seconds since the epoch for the age of removable data: follows ``clock`` without jumps.

    It starts at most `MAX_AHEAD` after the latest time known to ``clock``, and catches up `CATCH_UP_RATE` times as fast
    as time passes. Otherwise a computer clock far ahead would have everything removed at once.
    """

    def __init__(self, clock: SteadyClock, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._monotonic = monotonic
        self._now: float | None = None
        self._since = 0.0

    def __call__(self) -> float:
        now, passed = self._clock(), self._monotonic()
        if self._now is not None:
            at = self._now + CATCH_UP_RATE * (passed - self._since)
        else:
            at = self._clock.known + MAX_AHEAD if self._clock.known else now
        self._now, self._since = min(now, at), passed
        return self._now
