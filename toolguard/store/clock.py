"""A clock that never runs backwards, so that what has ended stays ended when the computer's clock is turned back."""

from __future__ import annotations

import time
from collections.abc import Callable


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

    def __call__(self) -> float:
        now, passed = self._wall(), self._monotonic()
        steady = self._latest + (passed - self._since)
        self._latest, self._since = max(now, steady), passed
        return self._latest

    def not_before(self, moment: float) -> None:
        """Never tell a time before ``moment`` (seconds since the epoch) from now on."""
        if moment > self():
            self._latest = moment

    def begin_anew(self) -> None:
        """Forget the latest time known: a person has said that the wall clock is right."""
        self._latest, self._since = 0.0, self._monotonic()

    @property
    def behind(self) -> float:
        """Seconds that the wall clock is behind the latest time known."""
        return max(0.0, self() - self._wall())
