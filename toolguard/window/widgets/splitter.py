"""Two parts of a page and the line between them, which stands at the next start where the person left it."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QSplitter, QWidget


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
    ) -> None:
        """``key``: where the settings keep it. ``sizes`` in pixels until a person moves the line. ``grows``: which of
        the two (0 or 1) takes all the room that a larger window gives; None for both.
        """
        super().__init__(Qt.Orientation.Vertical if upright else Qt.Orientation.Horizontal)
        self._settings = settings
        self._key = key
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.addWidget(first)
        self.addWidget(second)
        self.setSizes(list(sizes))
        if grows is not None:
            self.setStretchFactor(grows, 1)
        state = settings.value(key)
        if state is not None:
            self.restoreState(state)

    def remember(self) -> None:
        """Keep where the line stands."""
        self._settings.setValue(self._key, self.saveState())
