"""The memory that requests over HTTP share: reserved before a body is read, given back when the request is answered."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import deque
from collections.abc import Callable

LARGE = 8 * 1024 * 1024  # bytes of a share that is given back late
LOOK, LOOKS = 0.1, 100
"""Seconds between two looks whether what a large request left behind was dealt with, and how often it is looked."""
_MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD of mallopt(3)
_BLOCK = 4 * 1024 * 1024


def return_large_blocks() -> None:
    """Have malloc give every block of 4 MB or more back to the system as soon as it is freed (mallopt(3)).

    glibc raises that threshold to 32 MB by itself after the first large block; from then on the space of a body that is
    long gone stays with the process.
    """
    _libc("mallopt", _MMAP_THRESHOLD, _BLOCK)


def _libc(name: str, *arguments: int) -> None:
    """Call a function of glibc; nothing where there is another C library."""
    if sys.platform != "linux":
        return
    import ctypes

    with contextlib.suppress(AttributeError, OSError):
        getattr(ctypes.CDLL(None), name)(*arguments)


class MemoryBudgetError(Exception):
    """Nothing was given back in time, or so much is never given."""


class MemoryBudget:
    """``total`` bytes, given in the order in which they are asked for, and first to who has some already.

    ``settling()`` gives a function that tells whether what was left behind by then was dealt with: the record of a
    large request is indexed in another thread, which takes memory, too.
    """

    def __init__(self, total: int, settling: Callable[[], Callable[[], bool]] = lambda: lambda: True) -> None:
        self.total = total
        self._settling = settling
        self.used = 0
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()

    async def take(self, size: int, seconds: float, *, first: bool = False) -> None:
        """Take ``size`` bytes; raises `MemoryBudgetError` when they cannot be had within ``seconds``.

        ``first``: before all who wait, because they wait for what this one has, too.
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
            if turn.done() and not turn.cancelled():  # it was given in the same moment
                self.give_back(size)
            else:
                self._waiting.remove(waiting)
                self._give_on()  # smaller ones may have waited behind it
            if isinstance(problem, TimeoutError):
                raise MemoryBudgetError from None
            raise

    def give_back(self, size: int) -> None:
        self.used -= size
        self._give_on()

    def give_back_later(self, size: int) -> None:
        """The same for a large share, once all that the request left behind was dealt with."""
        self._look(size, self._settling(), LOOKS)

    def _look(self, size: int, settled: Callable[[], bool], looks: int) -> None:
        if looks and not settled():
            asyncio.get_running_loop().call_later(LOOK, self._look, size, settled, looks - 1)
            return
        _libc("malloc_trim", 0)  # a large record is many small blocks in the database's cache
        self.give_back(size)

    def _give_on(self) -> None:
        while self._waiting and self.used + self._waiting[0][0] <= self.total:
            size, turn = self._waiting.popleft()
            if not turn.cancelled():
                self.used += size
                turn.set_result(None)


class MemoryShare:
    """What one request has of a `MemoryBudget`."""

    def __init__(self, budget: MemoryBudget) -> None:
        self._budget = budget
        self.size = 0

    async def grow(self, size: int, seconds: float) -> None:
        """Have ``size`` bytes, if it has fewer; raises `MemoryBudgetError`."""
        if size > self.size:
            if size > self._budget.total:
                raise MemoryBudgetError
            await self._budget.take(size - self.size, seconds, first=self.size > 0)
            self.size = size

    def shrink(self, size: int) -> None:
        """Have no more than ``size`` bytes."""
        if size < self.size:
            given, self.size = self.size - size, size
            self._budget.give_back(given)

    def release(self) -> None:
        """Give it back: now, or when its record was indexed where it is large."""
        size, self.size = self.size, 0
        if size >= LARGE:
            self._budget.give_back_later(size)
        elif size:
            self._budget.give_back(size)


def decoded_size(body: bytes) -> int:
    """About how many bytes a JSON text takes as Python objects: an empty list in it has two bytes, as an object 56."""
    containers = body.count(b"[") + body.count(b"{")
    return len(body) + 72 * containers + 56 * (body.count(b'"') // 2) + 40 * body.count(b",")
