"""A clock that never runs backwards, so that what has ended stays ended when the computer's clock is turned back, and
one that does not jump ahead.
"""

from __future__ import annotations

import time
from collections.abc import Callable

AHEAD = 7 * 86_400.0
FASTER = 7


class SteadyClock:
    """Seconds since the epoch: the wall clock, or the latest time known plus the time that has passed since.

    ``not_before`` raises the latest time known, for example to the newest time in the log. While the wall clock is
    behind that, time still passes: the monotonic clock is added.
    """

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._latest = 0.0
        self._since = monotonic()
        self.known = 0.0
        """The latest time that it was told of."""

    def __call__(self) -> float:
        now, passed = self._wall(), self._monotonic()
        steady = self._latest + (passed - self._since)
        self._latest, self._since = now if now > steady else steady, passed
        return self._latest

    def not_before(self, moment: float) -> None:
        """Never tell a time before ``moment`` (seconds since the epoch) from now on."""
        self.known = max(self.known, moment)
        if moment > self():
            self._latest = moment

    def begin_anew(self) -> None:
        """Forget the latest time known: a person has said that the wall clock is right."""
        self._latest, self._since, self.known = 0.0, self._monotonic(), 0.0

    @property
    def behind(self) -> float:
        """Seconds that the wall clock is behind the latest time known."""
        return max(0.0, self() - self._wall())


class AgingClock:
    """Seconds since the epoch by which something grows old that is removed then: it follows ``clock`` without jumps.

    It begins at most `AHEAD` after the latest time that ``clock`` was told of, and catches up `FASTER` times as fast as
    time passes. A computer's clock that is far ahead would else have everything removed at once.
    """

    def __init__(self, clock: SteadyClock, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._monotonic = monotonic
        self._at: float | None = None
        self._since = 0.0

    def __call__(self) -> float:
        now, passed = self._clock(), self._monotonic()
        if self._at is not None:
            at = self._at + FASTER * (passed - self._since)
        else:
            at = self._clock.known + AHEAD if self._clock.known else now
        self._at, self._since = min(now, at), passed
        return self._at
