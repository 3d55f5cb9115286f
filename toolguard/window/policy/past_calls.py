"""What a rule would have done with the calls of the log, asked for page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from msgspec import UNSET

from toolguard.services.interface import BackTestPage, NewRule
from toolguard.window.core_link import CoreLink

MOST_COUNTED = 2_000
"""Calls that are looked at for a count."""
MOST_LOOKED = 50_000
"""Calls that a rule is tried on before it is saved."""


async def pages(seam: CoreLink, rule: NewRule, instead: str = "") -> AsyncIterator[BackTestPage]:
    """What each page of recorded calls says of ``rule``; raises `RefusedError`."""
    cursor = ""
    while True:
        at = cursor
        page = await seam.run(lambda core: core.rules.backtest(rule, instead or UNSET, at))  # noqa: B023 - at once
        yield page
        cursor = page["next"]
        if not cursor:
            return


async def count_past(seam: CoreLink, rule: NewRule, wanted: Callable[[], bool]) -> tuple[int, int, bool]:
    """How many recorded calls ``rule`` covers, how many of these a person denied, and whether there are more.

    It ends early when it is not ``wanted`` any more. Raises `RefusedError`.
    """
    looked = covered = denied = 0
    async for page in pages(seam, rule):
        looked, covered, denied = looked + page["looked"], covered + page["covered"], denied + page["denied"]
        if not wanted() or looked >= MOST_COUNTED:
            return covered, denied, bool(page["next"])
    return covered, denied, False
