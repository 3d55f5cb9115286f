"""Ends of rules: `RULE_ENDS` lists what the window and the command line offer, one row each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

Until = Literal["always", "session", "disconnect", "lock", "idle"]
"""What ends a rule besides its date. ``session``: ToolGuard quits; ``disconnect``: its client session ends; ``lock``:
the screen locks; ``idle``: the person is away. All but ``always`` are kept in memory only.
"""
EXTERNAL_ENDS: frozenset[Until] = frozenset(("disconnect", "lock", "idle"))
"""Ends that other programs can cause. Only allow rules have them, so that no program can end a deny rule."""
MAX_BOUND_SECONDS = 12 * 3600.0
"""Maximum seconds of a rule in `EXTERNAL_ENDS`, so that false reports cannot prolong it."""
MIN_IDLE, MAX_IDLE = 60.0, MAX_BOUND_SECONDS


class RuleEnd(msgspec.Struct, frozen=True, kw_only=True):
    """One choice. A row with ``seconds`` and ``until="always"`` is a duration."""

    name: str
    """Its name on the command line."""
    title: str
    help: str
    """Its meaning, for the command line."""
    until: Until = "always"
    seconds: float = 0.0
    """The duration, or how long the person must be away."""
    is_date: bool = False
    """Whether the person also enters a date and time."""

    @property
    def is_bound(self) -> bool:
        """Whether only an allow rule can have it."""
        return self.until in EXTERNAL_ENDS

    @property
    def is_lasting(self) -> bool:
        """Whether it may exceed the maximum for rules whose commands cannot be read."""
        return self.is_date or (self.until == "always" and not self.seconds)


_ROWS = (
    RuleEnd(name="quit", until="session", title="until I quit", help="when ToolGuard quits"),
    RuleEnd(
        name="disconnect", until="disconnect", title="for this session",
        help="when the client session that it is for ends; it covers only calls of that session",
    ),
    RuleEnd(name="5m", seconds=300.0, title="for 5 minutes", help="after 5 minutes"),
    RuleEnd(name="15m", seconds=900.0, title="for 15 minutes", help="after 15 minutes"),
    RuleEnd(name="1h", seconds=3600.0, title="for 1 hour", help="after 1 hour"),
    RuleEnd(name="4h", seconds=4 * 3600.0, title="for 4 hours", help="after 4 hours"),
    RuleEnd(name="12h", seconds=12 * 3600.0, title="for 12 hours", help="after 12 hours"),
    RuleEnd(name="date", is_date=True, title="until a date", help="then, in local time"),
    RuleEnd(
        name="lock", until="lock", title="until screen lock", help="when the screen locks, at most 12 hours"
    ),
    RuleEnd(
        name="idle:5m", until="idle", seconds=300.0, title="until away 5 min",
        help="after 5 minutes without input, at most 12 hours; any time from 1m to 12h",
    ),
    RuleEnd(
        name="idle:15m", until="idle", seconds=900.0, title="until away 15 min",
        help="after 15 minutes without input, at most 12 hours",
    ),
    RuleEnd(name="always", title="until I remove it", help="never"),
)  # fmt: skip
RULE_ENDS: Mapping[str, RuleEnd] = MappingProxyType({row.name: row for row in _ROWS})
"""All ends by name, in the order in which they are offered."""
