"""A splitter between two parts of a page, whose position is stored for the next start."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

_SHARE, _LEAST, _MOST = 0.36, 248, 480
"""Default share of a list in the width of its page, with minimum and usual maximum in pixels."""


class Splitter(QSplitter):
    """``first`` and ``second`` beside each other, or ``upright`` one above the other."""

    def __init__(
        self,
        settings: QSettings,
        key: str,
        first: QWidget,
        second: QWidget,
        sizes: tuple[int, int],
        *,
        upright: bool = False,
        grows: int | None = None,
        most: int = _MOST,
    ) -> None:
        """``key``: its key in the settings. ``sizes`` in pixels until a person moves it. ``grows``: which of the two (0
        or 1) gets the space of a larger window; None for both. A list beside a growing part has a share of it,
        at most ``most`` pixels.
        """
        super().__init__(Qt.Orientation.Vertical if upright else Qt.Orientation.Horizontal)
        self._settings = settings
        self._key = key
        self._shares = grows == 1 and not upright
        self._most = most
        self._moved = False
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.addWidget(first)
        self.addWidget(second)
        self.setSizes(list(sizes))
        if grows is not None:
            self.setStretchFactor(grows, 1)
        state = settings.value(key)
        if state is not None:
            self._moved = self.restoreState(state)
        self.splitterMoved.connect(self._move)

    def _move(self) -> None:
        self._moved = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._shares and not self._moved:
            first = min(max(round(self.width() * _SHARE), _LEAST), self._most)
            self.setSizes([first, self.width() - first])

    def suggest(self, share: float) -> None:
        """Give the first part this share, unless a person has moved the splitter."""
        if not self._moved:
            room = self.height() if self.orientation() == Qt.Orientation.Vertical else self.width()
            self.setSizes([round(room * share), room - round(room * share)])

    def remember(self) -> None:
        """Store the position, if a person has moved the splitter."""
        if self._moved:
            self._settings.setValue(self._key, self.saveState())
