"""Wake-up of the one consumer of a queue."""

from __future__ import annotations

import asyncio


class Arrival:
    """Lets one consumer sleep until something arrives. What arrives while it is awake is not remembered."""

    __slots__ = ("_waiter",)

    def __init__(self) -> None:
        self._waiter: asyncio.Future[None] | None = None

    async def wait(self) -> None:
        """Sleep until `wake`. Check the queue before, without any ``await`` between."""
        self._waiter = asyncio.get_running_loop().create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def wake(self) -> None:
        """Wake the consumer if it sleeps in `wait`."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
