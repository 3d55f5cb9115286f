"""Memory budget of HTTP requests: reserved before a body is read, released when the request is answered."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import deque
from collections.abc import Callable

LARGE_SIZE = 8 * 1024 * 1024  # bytes of a share that is released late
POLL_INTERVAL, MAX_POLLS = 0.1, 100
"""Seconds between checks whether a large request's record was indexed, and the maximum number of checks."""
_MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD of mallopt(3)
_BLOCK_SIZE = 4 * 1024 * 1024


def return_large_blocks() -> None:
    """Make malloc return every block of 4 MB or more to the system as soon as it is freed (mallopt(3)).

    glibc raises that threshold to 32 MB after the first large block; from then on the memory of freed bodies would stay
    with the process.
    """
    _libc("mallopt", _MMAP_THRESHOLD, _BLOCK_SIZE)


def _libc(name: str, *arguments: int) -> None:
    """Call a function of glibc; do nothing with another C library."""
    if sys.platform != "linux":
        return
    import ctypes

    with contextlib.suppress(AttributeError, OSError):
        getattr(ctypes.CDLL(None), name)(*arguments)


class MemoryBudgetError(Exception):
    """The memory was not released in time, or exceeds the budget."""


class MemoryBudget:
    """A budget of ``total`` bytes, granted in order of request, but first to holders of a share.

    ``settling()`` returns a function that tells whether the records up to now are indexed: another thread indexes the
    record of a large request, which takes memory, too.
    """

    def __init__(self, total: int, settling: Callable[[], Callable[[], bool]] = lambda: lambda: True) -> None:
        self.total = total
        self._settling = settling
        self.used = 0
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()

    async def acquire(self, size: int, seconds: float, *, first: bool = False) -> None:
        """Acquire ``size`` bytes. Raises `MemoryBudgetError` if they are not available within ``seconds``.

        ``first``: before all other waiters, because they also wait for what this one holds.
        """
        if size > self.total:
            raise MemoryBudgetError
        if (first or not self._waiting) and self.used + size <= self.total:
            self.used += size
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = (size, turn)
        (self._waiting.appendleft if first else self._waiting.append)(waiting)
        try:
            async with asyncio.timeout(seconds):
                await turn
        except BaseException as problem:
            if turn.done() and not turn.cancelled():  # granted at the same moment
                self.release(size)
            else:
                self._waiting.remove(waiting)
                self._grant_waiting()  # smaller requests may be waiting behind it
            if isinstance(problem, TimeoutError):
                raise MemoryBudgetError from None
            raise

    def release(self, size: int) -> None:
        """Return ``size`` bytes that `acquire` granted."""
        self.used -= size
        self._grant_waiting()

    def release_later(self, size: int) -> None:
        """Release a large share once the request's record is indexed."""
        self._poll_settled(size, self._settling(), MAX_POLLS)

    def _poll_settled(self, size: int, is_settled: Callable[[], bool], polls: int) -> None:
        if polls and not is_settled():
            asyncio.get_running_loop().call_later(POLL_INTERVAL, self._poll_settled, size, is_settled, polls - 1)
            return
        _libc("malloc_trim", 0)  # a large record is many small blocks in the database's cache
        self.release(size)

    def _grant_waiting(self) -> None:
        while self._waiting and self.used + self._waiting[0][0] <= self.total:
            size, turn = self._waiting.popleft()
            if not turn.cancelled():
                self.used += size
                turn.set_result(None)


class MemoryShare:
    """One request's share of a `MemoryBudget`."""

    def __init__(self, budget: MemoryBudget) -> None:
        self._budget = budget
        self.size = 0

    async def grow(self, size: int, seconds: float) -> None:
        """Grow to ``size`` bytes if it is smaller. Raises `MemoryBudgetError`."""
        if size > self.size:
            if size > self._budget.total:
                raise MemoryBudgetError
            await self._budget.acquire(size - self.size, seconds, first=self.size > 0)
            self.size = size

    def shrink(self, size: int) -> None:
        """Shrink to ``size`` bytes if it is larger."""
        if size < self.size:
            released, self.size = self.size - size, size
            self._budget.release(released)

    def release(self) -> None:
        """Release the share: now, or after its record was indexed if it is large."""
        size, self.size = self.size, 0
        if size >= LARGE_SIZE:
            self._budget.release_later(size)
        elif size:
            self._budget.release(size)


def decoded_size(body: bytes) -> int:
    """Return about how many bytes a JSON text takes as Python objects: an empty list has 2 bytes of text, but 56."""
    containers = body.count(b"[") + body.count(b"{")
    return len(body) + 72 * containers + 56 * (body.count(b'"') // 2) + 40 * body.count(b",")
