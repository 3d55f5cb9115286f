"""Errors of conditions."""

from __future__ import annotations


class ConditionError(Exception):
    """A condition cannot be used; the text says why."""
