"""Back-pressure: bytes that are queued for a peer and not yet consumed."""

from __future__ import annotations

import asyncio
import contextlib

CAPACITY = 4 * 1024 * 1024
"""Bytes that may be queued."""
MESSAGE_OVERHEAD = 4 * 1024
"""Bytes counted for each message in addition to its size."""


class Backpressure:
    """Bytes that are queued for a peer and not yet consumed, and the wait for capacity."""

    def __init__(self) -> None:
        self._queued = 0
        self.has_capacity = True
        """Whether less than `CAPACITY` is queued. One message of any size may exceed it."""
        self._capacity_freed = asyncio.Event()

    def add(self, size: int) -> None:
        """Count a queued message of ``size`` bytes until `remove`."""
        self._queued += size + MESSAGE_OVERHEAD
        self.has_capacity = self._queued < CAPACITY

    def remove(self, size: int) -> None:
        """Uncount a message of ``size`` bytes that was consumed or discarded."""
        self._queued -= size + MESSAGE_OVERHEAD
        self.has_capacity = self._queued < CAPACITY
        if self.has_capacity:
            self._capacity_freed.set()

    async def wait(self, timeout: float) -> None:
        """Wait until there is capacity again, at most ``timeout`` seconds."""
        self._capacity_freed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                await self._capacity_freed.wait()
