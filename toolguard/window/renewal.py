"""Looks at something again whenever it may be another: one look at a time, one more if it was asked for meanwhile."""

from __future__ import annotations

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
        self._again = False
        self.busy = False

    def ask(self) -> None:
        """Look now, or once more as soon as the look that is under way has ended."""
        if self.busy:
            self._again = True
            return
        self.busy = True
        self._spawn(self._run())

    async def _run(self) -> None:
        try:
            while True:
                self._again = False
                try:
                    await self._look()
                    self._says("")
                except (Refused, OSError) as why:
                    self._says(phrases.local(str(why)))
                if not self._again:
                    return
        finally:
            self.busy = False
