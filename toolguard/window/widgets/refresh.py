"""Views that read from the core again after changes: one request at a time, the newest result is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject, QTimer

from toolguard.gate.model import Snapshot
from toolguard.window.core_link import reporting
from toolguard.window.page import Page, PageContext

REFRESH_INTERVAL_MS = 1_000
"""Minimum milliseconds between two refreshes: every client that connects causes one."""


class Refresh:
    """``look`` reads and shows. If it is refused, ``says`` receives the reason, and "" once it succeeds again."""

    def __init__(
        self,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        look: Callable[[], Coroutine[Any, Any, None]],
        says: Callable[[str], None],
    ) -> None:
        self._spawn = spawn
        self._read = look
        self._on_error = says
        self._turn = asyncio.Lock()
        self._is_requested = False
        self._problem = ""

    def request(self) -> None:
        """Refresh now, or once more when the running refresh has ended."""
        if not self._is_requested:
            self._is_requested = True
            self._spawn(self._run())

    async def now(self) -> None:
        """Refresh, and return when the result is shown; raises what ``look`` raises."""
        async with self._turn:
            await self._read()

    async def _run(self) -> None:
        async with self._turn:
            self._is_requested = False
            before, self._problem = self._problem, ""
            with reporting(self._fail):
                await self._read()
            if before and not self._problem:  # otherwise an error of an order stays
                self._on_error("")

    def _fail(self, why: str) -> None:
        self._problem = why
        self._on_error(why)


class LogRefresh(Refresh):
    """Reads the log's index again while it grows, at most once in `REFRESH_INTERVAL_MS`."""

    def __init__(
        self,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        look: Callable[[], Coroutine[Any, Any, None]],
        says: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(spawn, look, says)
        self._recorded = -1
        self.pause = QTimer(parent, singleShot=True, interval=REFRESH_INTERVAL_MS)
        self.pause.timeout.connect(self.request)

    def follow(self, snapshot: Snapshot) -> None:
        """Refresh at once the first time, and later some time after something was recorded."""
        if snapshot.recorded == self._recorded:
            return
        first, self._recorded = self._recorded < 0, snapshot.recorded
        if first:
            self.request()
        elif not self.pause.isActive():
            self.pause.start()


class RefreshingPage(Page):
    """Subclasses implement `read`, which fills the page. The view stays until new data has arrived."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self._shown_version: tuple[int, int] = (-1, -1)
        self._waits = False
        self.renewal = Refresh(context.core_link.spawn, self.read, self.show_error)
        self.pause = QTimer(self, singleShot=True, interval=REFRESH_INTERVAL_MS)
        self.pause.timeout.connect(self._due)

    async def read(self) -> None:
        """Read everything and show it."""
        raise NotImplementedError

    def set_snapshot(self, snapshot: Snapshot) -> None:
        now = (snapshot.edition, snapshot.recorded)
        stale, self._shown_version = now != self._shown_version, now
        if stale and self.pause.isActive():
            self._waits = True
        elif stale:
            self.pause.start()
            self.renewal.request()

    def read_later(self) -> None:
        """Read once more after `REFRESH_INTERVAL_MS`, for example because the log's index is behind."""
        self._waits = True
        if not self.pause.isActive():
            self.pause.start()

    def _due(self) -> None:
        if self._waits and self.isVisible():
            self._waits = False
            self.pause.start()
            self.renewal.request()

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        self._due() if not self.pause.isActive() else None
