"""What a condition's test returns, and what a condition that cannot be used raises."""

from __future__ import annotations

Fit = bool | None
"""True: certainly fits. False: certainly does not. None: not certain."""


class ConditionError(Exception):
    """A condition cannot be used; the text says why."""
