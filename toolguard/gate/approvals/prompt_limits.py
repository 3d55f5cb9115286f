"""Limits on prompts: a rate per minute, and a pause when nobody answers.

A call over a limit is refused. A limit never lets a call run.
"""

from __future__ import annotations

import math

from toolguard.gate.approvals.pending import Decision
from toolguard.gate.model import PromptPause
from toolguard.gate.texts import coded

RATE = "prompt limit"
PAUSED = "prompt pause"
"""``by`` of refused calls in the log, for each limit."""
MINUTE = 60.0
_MAX_KEYS = 10_000  # remembered pairs of client and server

LimitKey = tuple[str, str]


class PromptLimits:
    """Prompt budget of each client and server. Times are seconds since the epoch."""

    def __init__(self, *, per_minute: int = 0, unanswered: int = 0, pause: float = 600.0) -> None:
        """The arguments are those of `set`."""
        self.set(per_minute=per_minute, unanswered=unanswered, pause=pause)
        self._tokens: dict[LimitKey, tuple[float, float]] = {}  # remaining prompts, and the time of that count
        self._expired: dict[LimitKey, int] = {}  # unanswered prompts since the last answer
        self._pauses: dict[LimitKey, PromptPause] = {}

    def set(self, *, per_minute: int, unanswered: int, pause: float) -> None:
        """Set the limits, without forgetting what was counted.

        ``per_minute``: maximum prompts, 0 for no limit. ``unanswered``: consecutive unanswered prompts after which new
        ones are refused for ``pause`` seconds; 0 for never.
        """
        self.per_minute = per_minute
        self.unanswered = unanswered
        self.pause = pause

    def refuse(self, client: str, server: str, now: float) -> Decision | None:
        """Count a prompt at ``now``; return a denial if it exceeds a limit."""
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
        """Record that a prompt expired without an answer."""
        key = (client, server)
        count = self._expired.pop(key, 0) + 1
        self._expired[key] = count
        _drop_oldest(self._expired)
        if self.unanswered and count >= self.unanswered:
            self._pauses[key] = PromptPause(
                client=client, server=server, unanswered=count, since=now, until=now + self.pause
            )

    def reset(self) -> None:
        """End all pauses, because the person is present."""
        self._expired.clear()
        self._pauses.clear()

    def resume(self, client: str, server: str) -> bool:
        """End one pause; return False if there is none."""
        self._expired.pop((client, server), None)
        return self._pauses.pop((client, server), None) is not None

    def pauses(self, now: float) -> tuple[PromptPause, ...]:
        """Return the pauses in force, oldest first."""
        return tuple(pause for key in tuple(self._pauses) if (pause := self._paused(key, now)) is not None)

    def _paused(self, key: LimitKey, now: float) -> PromptPause | None:
        paused = self._pauses.get(key)
        if paused is not None and not (self.unanswered and paused.since <= now < paused.until):
            self.resume(*key)
            return None
        return paused


def _ceil(seconds: float) -> str:
    return f"{math.ceil(seconds):,}"


def _drop_oldest(entries: dict[LimitKey, object] | dict[LimitKey, tuple[float, float]] | dict[LimitKey, int]) -> None:
    if len(entries) > _MAX_KEYS:
        del entries[next(iter(entries))]
