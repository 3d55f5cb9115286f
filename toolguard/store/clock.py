"""Clocks: one that never runs backwards, so that what has ended stays ended, and one that never jumps ahead."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from toolguard.store import atomic_write, regular_file

MAX_AHEAD = 7 * 86_400.0
CATCH_UP_RATE = 7


if sys.platform == "linux":
    sleepless_clock: Callable[[], float] = partial(time.clock_gettime, time.CLOCK_BOOTTIME)
elif sys.platform == "darwin":
    sleepless_clock = partial(time.clock_gettime, time.CLOCK_MONOTONIC)
else:
    sleepless_clock = time.monotonic
"""Seconds of a monotonic clock that also counts suspend: nothing may outlast a closed lid. Every call reads it."""


class SteadyClock:
    """Seconds since the epoch that never decrease: the wall clock, or the latest known time plus the time passed since.

    `not_before` raises the latest known time, for example to the newest time in the log. While the wall clock is
    behind, time passes by the monotonic clock, which must also count suspend: rules end after their time.
    """

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = sleepless_clock) -> None:
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

    It catches up `CATCH_UP_RATE` times as fast as time passes; at a start, by the time since the latest one known to
    ``clock``, but by `MAX_AHEAD` at most. Otherwise a computer clock far ahead would have everything removed at once.
    It never passes the wall clock: a record of the future, which any program may have written, ages no other one.
    ``file`` keeps by how many seconds it lags, because the records of a run with such a clock seem to be of its time.
    """

    def __init__(self, clock: SteadyClock, file: Path, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._file = file
        self._monotonic = monotonic
        self._now: float | None = None
        self._since = 0.0

    def __call__(self) -> float:
        """Return the time, and keep the lag; raises OSError."""
        now, passed = self._clock(), self._monotonic()
        if self._now is not None:
            aged = self._now + CATCH_UP_RATE * (passed - self._since)
        else:
            latest = self._clock.known or now
            aged = latest - self._read_lag() + min(CATCH_UP_RATE * (now - latest), MAX_AHEAD)
        self._now, self._since = min(now - self._clock.behind, aged), passed
        self._keep_lag(now - self._now)
        return self._now

    def _read_lag(self) -> float:
        with suppress(FileNotFoundError, ValueError):
            lag = float(regular_file.read(self._file, 100))
            return lag if lag > 0 and math.isfinite(lag) else 0.0
        return 0.0

    def _keep_lag(self, lag: float) -> None:
        if lag:
            atomic_write.replace(self._file, b"%.1f\n" % lag)
        else:
            self._file.unlink(missing_ok=True)
