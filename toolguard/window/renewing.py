"""A page that asks the core for what it shows, anew now and then when something has changed; says what was refused."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from toolguard.checkpoint.calls import Snapshot
from toolguard.window import phrases, text
from toolguard.window.page import Desk, Page
from toolguard.window.passage import label
from toolguard.window.renewal import Renewal
from toolguard.window.seam import Refused

BETWEEN = 1_000
"""Milliseconds between two refreshes: every client that joins is a reason for one."""
_P = ParamSpec("_P")


class Renewing(Page):
    """A subclass says in `read` how it is filled. What is on the screen stays until the new is there."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._shown: tuple[int, int] = (-1, -1)
        self._waits = False
        self.renewal = Renewal(desk.seam.spawn, self.read, self._say)
        self.pause = QTimer(self, singleShot=True, interval=BETWEEN)
        self.pause.timeout.connect(self._due)
        self.says = label(tone="danger", wrap=True)
        self.says.hide()

    async def read(self) -> None:
        """Ask for everything and show it."""
        raise NotImplementedError

    def take(self, snapshot: Snapshot) -> None:
        now = (snapshot.edition, snapshot.recorded)
        stale, self._shown = now != self._shown, now
        if stale and self.pause.isActive():
            self._waits = True
        elif stale:
            self.pause.start()
            self.renewal.ask()

    def _due(self) -> None:
        if self._waits and self.isVisible():
            self._waits = False
            self.pause.start()
            self.renewal.ask()

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        self._due() if not self.pause.isActive() else None

    def spawn(self, function: Callable[_P, Coroutine[Any, Any, None]], *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Run ``function``; what is refused to it is said on the page."""
        self.desk.seam.spawn(self._reporting(function, *args, **kwargs))

    async def _reporting(
        self, function: Callable[_P, Coroutine[Any, Any, None]], *args: _P.args, **kwargs: _P.kwargs
    ) -> None:
        try:
            await function(*args, **kwargs)
        except (Refused, OSError) as why:
            self.tell(str(why))

    def _say(self, why: str) -> None:
        if why:
            self.tell(why)

    def tell(self, words: str) -> None:
        """Say what went wrong; nothing for ""."""
        self.says.setText(text.visible(phrases.local(words)))
        self.says.setVisible(bool(words))
