"""Limit on the number of records that a peer can cause."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from toolguard.gate.approvals.prompt_limits import MINUTE
from toolguard.gate.texts import coded

RECORDED_EACH = 100
"""Events in a session that are recorded one by one."""


class RecordLimit:
    """Counter of one kind of event in a session: records the first `RECORDED_EACH`, then once per doubling.

    The log therefore grows only logarithmically with the number of events that a peer causes. With a ``clock``, the
    count starts again each minute: for events that are no fault, so that only a flood of them is not recorded fully.
    """

    def __init__(self, clock: Callable[[], float] = lambda: 0.0) -> None:
        self._clock = clock
        self._start(clock())

    def _start(self, now: float) -> None:
        self._since = now
        self._count = 0
        self._due = 2 * RECORDED_EACH

    def count(self) -> int:
        """Count an event. Return the number so far if it is to be recorded, else 0."""
        now = self._clock()
        if not 0 <= now - self._since < MINUTE:
            self._start(now)
        self._count += 1
        if self._count > RECORDED_EACH:
            if self._count < self._due:
                return 0
            self._due *= 2
        return self._count


def so_far(count: int | msgspec.UnsetType) -> str:
    """Return the ``count`` of a record as text; "" for an event that was recorded like all before it."""
    return "" if count is msgspec.UNSET else coded("gate.so_far", count=f"{count:,}")
