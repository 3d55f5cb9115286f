"""How much was handed over and not taken yet. Who hears more meanwhile should stop listening when there is no room."""

from __future__ import annotations

import asyncio
import contextlib

LIMIT = 4 * 1024 * 1024
"""Bytes that may wait to be taken."""
COST = 4 * 1024
"""Bytes that a message takes beside its text."""


class Backpressure:
    def __init__(self) -> None:
        self._taken = 0
        self._freed = asyncio.Event()

    @property
    def free(self) -> bool:
        return self._taken < LIMIT

    def take(self, size: int) -> None:
        """A message of ``size`` bytes waits from now on, until it is given `back`."""
        self._taken += size + COST

    def back(self, size: int) -> None:
        """The message of ``size`` bytes was taken, or never will be."""
        self._taken -= size + COST
        if self._taken < LIMIT:
            self._freed.set()

    async def wait(self, patience: float) -> None:
        """Return when there is room again, after ``patience`` seconds at the latest."""
        self._freed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._freed.wait()
