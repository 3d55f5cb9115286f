"""Looks at something again whenever it may be another: one look at a time, so that no late answer hides a newer one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from toolguard.window import phrases
from toolguard.window.seam import Refused


class Renewal:
    """``look`` reads and shows. Where it is refused, ``says`` is told why; "" when it worked."""

    def __init__(
        self,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        look: Callable[[], Coroutine[Any, Any, None]],
        says: Callable[[str], None],
    ) -> None:
        self._spawn = spawn
        self._look = look
        self._says = says
        self._turn = asyncio.Lock()
        self._asked = False

    def ask(self) -> None:
        """Look now, or once more as soon as the look that is under way has ended."""
        if not self._asked:
            self._asked = True
            self._spawn(self._run())

    async def now(self) -> None:
        """The same, and return when it is shown; raises what ``look`` raises."""
        async with self._turn:
            await self._look()

    async def _run(self) -> None:
        async with self._turn:
            self._asked = False
            try:
                await self._look()
                self._says("")
            except (Refused, OSError) as why:
                self._says(phrases.local(str(why)))
