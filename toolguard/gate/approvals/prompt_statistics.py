"""Statistics of prompts: how many per hour, how many approved, how fast. Pure.

Used by both the window and the command line.
"""

from __future__ import annotations

import statistics
from array import array
from collections import Counter

READING_SPEED = 25.0
"""Assumed reading speed in characters per second."""
_HOUR = 3600.0


class PromptStatistics:
    """Counts of prompts. Times are in seconds."""

    def __init__(self) -> None:
        self.prompts = 0
        self.approved = 0
        self.denied = 0
        self.unanswered = 0
        self.unread = 0
        """Approvals that were faster than the arguments can be read."""
        self.newest_unread = ("", 0.0)
        """The newest of these: the call's id and its time."""
        self._waits = array("d")
        self._hours: Counter[int] = Counter()

    def add(self, time: float, verdict: str, by: str, waited: float, characters: int, call: str = "") -> None:
        """Count a prompt with its outcome. ``characters``: the length of its arguments as JSON; ``call``: its id.

        ``waited`` is the time from the call's arrival to the decision, which bounds the reading time.
        """
        self.prompts += 1
        self._hours[int(time // _HOUR)] += 1
        if by != "person":
            self.unanswered += 1
            return
        self._waits.append(waited)
        if verdict != "allow":
            self.denied += 1
            return
        self.approved += 1
        if waited * READING_SPEED < characters:
            self.unread += 1
            self.newest_unread = max(self.newest_unread, (call, time), key=lambda each: each[1])

    @property
    def per_hour(self) -> float:
        """Prompts per hour, counting only hours with prompts."""
        return self.prompts / len(self._hours) if self._hours else 0.0

    @property
    def most_in_an_hour(self) -> int:
        """Prompts in the fullest hour, counted from full hour to full hour; 0 without prompts."""
        return max(self._hours.values(), default=0)

    @property
    def share_approved(self) -> float:
        """Share of approvals among decided prompts, from 0 to 1."""
        decided = self.approved + self.denied
        return self.approved / decided if decided else 0.0

    @property
    def median_wait(self) -> float:
        """Median time from a call's arrival to the person's decision; 0.0 without decisions."""
        return statistics.median(self._waits) if self._waits else 0.0
