"""Presence of the person at the computer: whether the screen is locked, and the time of the last input.

Other programs report this and can lie. A report can therefore end a rule but never prolong one. A missing report ends
the rule, which lasts at most `MAX_BOUND_SECONDS` in any case.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from toolguard.gate.policy.rules import Rule
from toolguard.gate.texts import coded

MAX_REPORT_AGE = 30.0
"""Seconds after which the last report no longer counts."""


class PersonWatch:
    """Presence reports. ``clock()`` returns seconds since the epoch."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._reported_at = self._last_seen = -math.inf
        self._locked: bool | None = None

    @property
    def sees_screen(self) -> bool:
        """Whether a screen lock would be noticed: the screen is observed and not locked."""
        return self._locked is False

    def report(self, *, locked: bool | None, idle: float | None) -> None:
        """Store a report: whether the screen is locked, seconds since the last input; None if unknown."""
        now = self._clock()
        self._reported_at, self._locked = now, locked
        if idle is not None and idle >= 0:
            self._last_seen = max(self._last_seen, now - idle)

    def note_presence(self) -> None:
        """Record that the person is present, because they decided something."""
        self._last_seen = max(self._last_seen, self._clock())

    def end_reason(self, rule: Rule, now: float) -> str:
        """Return why a rule bound to the screen or to the person's presence has ended; "" if it has not."""
        created = min(rule.created, now)
        if rule.until == "lock":
            if self._locked:
                return coded("gate.screen_locked")
            return (
                ""
                if self.sees_screen and now - max(self._reported_at, created) <= MAX_REPORT_AGE
                else coded("gate.screen_not_seen")
            )
        if rule.until == "idle" and now - max(self._last_seen, created) >= rule.idle:
            return coded("gate.person_away")
        return ""
