"""Retention: which of the oldest segments to remove, by size and age. No I/O."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

DAY = 86_400.0
_KEPT_SHARE = 0.9
"""Share of the size to keep when the log is too large, because the index is rebuilt after each removal."""
WARN_STEP = 5_000_000_000
"""Bytes of the log after each of which a person is notified."""


class SegmentFacts(NamedTuple):
    """A sealed segment: its bytes on disk and the time of its newest record, in seconds since the epoch."""

    size: int
    newest: float


class Retention(NamedTuple):
    """What is kept. 0 means everything."""

    days: int = 0
    size: int = 0
    """Maximum bytes of all segments."""

    @property
    def keeps_all(self) -> bool:
        """Whether nothing is ever removed."""
        return not self.days and not self.size


def due(sealed: Sequence[SegmentFacts], total: int, now: float, keep: Retention) -> int:
    """Return how many of the oldest segments to remove.

    ``sealed`` are all except the one being written, oldest first; ``total`` is the size of all of them.
    """
    count = 0
    if keep.days:
        oldest = now - keep.days * DAY
        while count < len(sealed) and sealed[count].newest < oldest:
            total -= sealed[count].size
            count += 1
    if keep.size and total > keep.size:
        while count < len(sealed) and total > keep.size * _KEPT_SHARE:
            total -= sealed[count].size
            count += 1
    return count


def size_step(total: int) -> int:
    """Return how many times the log has reached the size at which a person is notified."""
    return total // WARN_STEP
