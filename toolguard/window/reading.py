"""Reads the log for the window: in one thread of its own, on read-only connections, never on the Qt thread."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from toolguard.store.audit import LogReader, Record, Tampered
from toolguard.store.index import CallRow, Filter, IndexReader

Anchor = tuple[int, bytes]
CHUNK = 20_000
"""Numbers of calls that are read at once."""
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Verified:
    """What checking the whole log found. ``problem`` is one sentence that names the record."""

    ok: bool
    checked: int
    newest: str
    """The newest record's link (hex)."""
    problem: str = ""
    evidence: bool = True
    """False when the log could not be read at all, which says nothing about what is in it."""


class Reading(Protocol):
    """Questions to the log. Each raises OSError when it cannot be read and `Tampered` when it is not ToolGuard's."""

    async def ids(self, filter: Filter, before: int | None = None, limit: int = CHUNK) -> array[int]: ...
    async def rows(self, ids: list[int]) -> list[CallRow]: ...
    async def values(self, column: str) -> list[str]: ...
    async def indexed(self) -> int: ...
    async def story(self, call: str) -> list[Record]: ...
    async def verify(self, progress: Callable[[int], None]) -> Verified: ...


class LogReading:
    """`Reading` over the files of a log. ``anchor`` gives the newest link that is kept elsewhere, if there is one."""

    def __init__(self, log: Path, index: Path, anchor: Callable[[], Anchor | None] = lambda: None) -> None:
        self._log = log
        self._anchor = anchor
        self._index = IndexReader(index)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="toolguard-reading")
        self._verifying = ThreadPoolExecutor(1, thread_name_prefix="toolguard-verify")
        self._closing = False

    async def _ask(self, question: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, question)

    async def ids(self, filter: Filter, before: int | None = None, limit: int = CHUNK) -> array[int]:
        """The numbers of the calls that match, newest first, older than the call ``before``."""
        return await self._ask(lambda: self._index.ids(filter, before, limit))

    async def rows(self, ids: list[int]) -> list[CallRow]:
        """These calls, in this order; what is not there is left out."""
        return await self._ask(lambda: self._index.rows(ids))

    async def values(self, column: str) -> list[str]:
        """The different values of a column."""
        return await self._ask(lambda: self._index.values(column))

    async def indexed(self) -> int:
        """The newest record that `ids` and `rows` know of."""
        return await self._ask(self._index.indexed)

    async def story(self, call: str) -> list[Record]:
        """Everything that was recorded of one call, in order."""

        def read() -> list[Record]:
            with closing(LogReader(self._log)) as reader:
                return reader.story(call)

        return await self._ask(read)

    async def verify(self, progress: Callable[[int], None]) -> Verified:
        """Check the whole log; ``progress`` is called in the thread that does it, with the number reached."""

        def check() -> Verified:
            try:
                with closing(LogReader(self._log)) as reader:
                    report = reader.verify(self._anchor(), progress, lambda: self._closing)
                    return Verified(report.ok, report.checked, reader.newest()[1].hex(), report.problem)
            except Tampered as problem:
                return Verified(ok=False, checked=0, newest="", problem=str(problem))

        return await asyncio.get_running_loop().run_in_executor(self._verifying, check)

    def close(self) -> None:
        """Let both threads end; does not wait for them."""
        self._closing = True
        self._thread.submit(self._index.close)
        self._thread.shutdown(wait=False)
        self._verifying.shutdown(wait=False, cancel_futures=True)
