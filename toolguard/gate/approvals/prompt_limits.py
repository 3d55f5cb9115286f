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
_MAX_KEYS = 10_000  # clients and servers that are remembered

LimitKey = tuple[str, str]


class PromptLimits:
    """What is left for each client and server. Times are seconds since the epoch."""

    def __init__(self, *, per_minute: int = 0, unanswered: int = 0, pause: float = 600.0) -> None:
        """``per_minute``: most prompts, 0 for no limit. ``unanswered``: prompts without an answer, one after the
        other, until new ones are refused for ``pause`` seconds; 0 for never.
        """
        self.per_minute = per_minute
        self.unanswered = unanswered
        self.pause = pause
        self._tokens: dict[LimitKey, tuple[float, float]] = {}  # prompts that are left, and when that was so
        self._expired: dict[LimitKey, int] = {}  # prompts that nobody answered since the last answer
        self._pauses: dict[LimitKey, PromptPause] = {}

    def refuse(self, client: str, server: str, now: float) -> Decision | None:
        """Count a prompt at ``now``, or say why the person is not asked."""
        key = (client, server)
        paused = self._paused(key, now)
        if paused is not None:
            reason = coded("gate.prompts_paused", count=f"{paused.unanswered:,}", wait=_ceil(paused.until - now))
            return Decision("deny", PAUSED, reason)
        if not self.per_minute:
            return None
        left, since = self._tokens.pop(key, (float(self.per_minute), now))
        left = min(float(self.per_minute), left + max(0.0, now - since) * self.per_minute / MINUTE)
        over = left < 1
        self._tokens[key] = (left if over else left - 1, now)
        _drop_oldest(self._tokens)
        if not over:
            return None
        wait = _ceil((1 - left) * MINUTE / self.per_minute)
        return Decision("deny", RATE, coded("gate.too_many_prompts", limit=f"{self.per_minute:,}", wait=wait))

    def record_unanswered(self, client: str, server: str, now: float) -> None:
        """Nobody answered a prompt in its time."""
        key = (client, server)
        count = self._expired.pop(key, 0) + 1
        self._expired[key] = count
        _drop_oldest(self._expired)
        if self.unanswered and count >= self.unanswered:
            self._pauses[key] = PromptPause(
                client=client, server=server, unanswered=count, since=now, until=now + self.pause
            )

    def reset(self) -> None:
        """The person has decided something, so they are there: every pause ends."""
        self._expired.clear()
        self._pauses.clear()

    def resume(self, client: str, server: str) -> bool:
        """End one pause; False when there is none."""
        self._expired.pop((client, server), None)
        return self._pauses.pop((client, server), None) is not None

    def pauses(self, now: float) -> tuple[PromptPause, ...]:
        """The pauses in force, the oldest first."""
        return tuple(one for key in tuple(self._pauses) if (one := self._paused(key, now)) is not None)

    def _paused(self, key: LimitKey, now: float) -> PromptPause | None:
        paused = self._pauses.get(key)
        if paused is not None and not (self.unanswered and paused.since <= now < paused.until):
            self.resume(*key)
            return None
        return paused


def _ceil(seconds: float) -> str:
    return f"{math.ceil(seconds):,}"


def _drop_oldest(kept: dict[LimitKey, object] | dict[LimitKey, tuple[float, float]] | dict[LimitKey, int]) -> None:
    if len(kept) > _MAX_KEYS:
        del kept[next(iter(kept))]
