"""Limits on how often a person is asked: so many prompts a minute, and a pause when nobody answers.

A call over a limit is refused. No limit ever lets a call run.
"""

from __future__ import annotations

import math

from toolguard.gate.approvals.pending import Decision
from toolguard.gate.model import PromptPause
from toolguard.gate.texts import coded

RATE = "prompt limit"
PAUSED = "prompt pause"
"""How the records of refused calls say which limit it was."""
MINUTE = 60.0
_KEPT = 10_000  # clients and servers that are remembered

Place = tuple[str, str]


class PromptLimits:
    """What is left for each client and server. Times are seconds since the epoch."""

    def __init__(self, *, per_minute: int = 0, unanswered: int = 0, pause: float = 600.0) -> None:
        """``per_minute``: most prompts, 0 for no limit. ``unanswered``: prompts without an answer, one after the
        other, until new ones are refused for ``pause`` seconds; 0 for never.
        """
        self.per_minute = per_minute
        self.unanswered = unanswered
        self.pause = pause
        self._left: dict[Place, tuple[float, float]] = {}  # prompts that are left, and when that was so
        self._expired: dict[Place, int] = {}  # prompts that nobody answered since the last answer
        self._pauses: dict[Place, PromptPause] = {}

    def refuse(self, client: str, server: str, now: float) -> Decision | None:
        """Count a prompt at ``now``, or say why the person is not asked."""
        place = (client, server)
        paused = self._paused(place, now)
        if paused is not None:
            reason = coded("gate.prompts_paused", count=f"{paused.unanswered:,}", wait=_whole(paused.until - now))
            return Decision("deny", PAUSED, reason)
        if not self.per_minute:
            return None
        left, since = self._left.pop(place, (float(self.per_minute), now))
        left = min(float(self.per_minute), left + max(0.0, now - since) * self.per_minute / MINUTE)
        over = left < 1
        self._left[place] = (left if over else left - 1, now)
        _bound(self._left)
        if not over:
            return None
        wait = _whole((1 - left) * MINUTE / self.per_minute)
        return Decision("deny", RATE, coded("gate.too_many_prompts", limit=f"{self.per_minute:,}", wait=wait))

    def expired(self, client: str, server: str, now: float) -> None:
        """Nobody answered a prompt in its time."""
        place = (client, server)
        count = self._expired.pop(place, 0) + 1
        self._expired[place] = count
        _bound(self._expired)
        if self.unanswered and count >= self.unanswered:
            self._pauses[place] = PromptPause(
                client=client, server=server, unanswered=count, since=now, until=now + self.pause
            )

    def answered(self) -> None:
        """The person has decided something, so they are there: every pause ends."""
        self._expired.clear()
        self._pauses.clear()

    def resume(self, client: str, server: str) -> bool:
        """End one pause; False when there is none."""
        self._expired.pop((client, server), None)
        return self._pauses.pop((client, server), None) is not None

    def pauses(self, now: float) -> tuple[PromptPause, ...]:
        """The pauses in force, the oldest first."""
        return tuple(one for place in tuple(self._pauses) if (one := self._paused(place, now)) is not None)

    def _paused(self, place: Place, now: float) -> PromptPause | None:
        paused = self._pauses.get(place)
        if paused is not None and not (self.unanswered and paused.since <= now < paused.until):
            self.resume(*place)
            return None
        return paused


def _whole(seconds: float) -> str:
    return f"{math.ceil(seconds):,}"


def _bound(kept: dict[Place, object] | dict[Place, tuple[float, float]] | dict[Place, int]) -> None:
    if len(kept) > _KEPT:
        del kept[next(iter(kept))]
