"""How a person has decided prompts: how many an hour, how many approved, how fast. Pure.

The one count for the window and the shell.
"""

from __future__ import annotations

import statistics
from array import array
from collections import Counter

READING_SPEED = 25.0
"""Characters that can be read in a second."""
_HOUR = 3600.0


class PromptStatistics:
    """Sums up prompts. Times are seconds."""

    def __init__(self) -> None:
        self.prompts = 0
        self.approved = 0
        self.denied = 0
        self.unanswered = 0
        self.unread = 0
        """Approvals that took less time than reading the arguments takes."""
        self._waits = array("d")
        self._hours: Counter[int] = Counter()

    def add(self, time: float, verdict: str, by: str, waited: float, characters: int) -> None:
        """Count one prompt: what came of it, and how many ``characters`` its arguments have as JSON.

        ``waited`` is the time from the call's arrival to the decision: the person had no more than that to read.
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
        self.unread += waited * READING_SPEED < characters

    @property
    def per_hour(self) -> float:
        """Prompts in an hour, of the hours in which there were any."""
        return self.prompts / len(self._hours) if self._hours else 0.0

    @property
    def most_in_an_hour(self) -> int:
        return max(self._hours.values(), default=0)

    @property
    def share_approved(self) -> float:
        """Of the prompts that a person decided; from 0 to 1."""
        decided = self.approved + self.denied
        return self.approved / decided if decided else 0.0

    @property
    def median_wait(self) -> float:
        return statistics.median(self._waits) if self._waits else 0.0
