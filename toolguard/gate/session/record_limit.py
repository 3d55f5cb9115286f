"""A bound for the records that a peer can cause at will."""

from __future__ import annotations

EACH = 100
"""Events of a session of which each is recorded."""


class RecordLimit:
    """Counts events of one kind in one session: the first `EACH` are recorded, then one each time their number doubles.

    So a peer that sends the same nonsense without end makes the log grow with the logarithm of it.
    """

    def __init__(self) -> None:
        self._count = 0
        self._due = 2 * EACH

    def count(self) -> int:
        """Count one more. Return how many there were, or 0 if this one is not to be recorded."""
        self._count += 1
        if self._count > EACH:
            if self._count < self._due:
                return 0
            self._due *= 2
        return self._count
