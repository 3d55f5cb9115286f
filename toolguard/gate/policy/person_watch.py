"""What is known of the person at the computer: whether the screen is locked, and when they were last there.

Others report it, and programs of the desktop can lie. So a report can end a rule and never prolong one: what is not
reported in time counts as ended, and such a rule lasts `LONGEST` seconds at most.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from toolguard.gate.policy.rules import Rule
from toolguard.gate.texts import coded

STALE = 30.0
"""Seconds after the last report from which on nobody watches the screen any more."""


class PersonWatch:
    """``clock()``: seconds since the epoch."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._heard = self._seen = -math.inf
        self._locked: bool | None = None

    @property
    def sees_screen(self) -> bool:
        """Whether the end of a rule by the screen's lock would be noticed: it is observed, and not locked."""
        return self._locked is False

    def report(self, *, locked: bool | None, idle: float | None) -> None:
        """Take a report: whether the screen is locked, and seconds since the last input; None where nothing tells."""
        now = self._clock()
        self._heard, self._locked = now, locked
        if idle is not None and idle >= 0:
            self._seen = max(self._seen, now - idle)

    def seen(self) -> None:
        """The person was here now: they decided something."""
        self._seen = max(self._seen, self._clock())

    def ended(self, rule: Rule, now: float) -> str:
        """Why a rule is over that ends by the screen or by the person's absence; "" while it is not."""
        made = min(rule.created, now)
        if rule.until == "lock":
            if self._locked:
                return coded("gate.screen_locked")
            return "" if self.sees_screen and now - max(self._heard, made) <= STALE else coded("gate.screen_not_seen")
        if rule.until == "idle" and now - max(self._seen, made) >= rule.idle:
            return coded("gate.person_away")
        return ""
