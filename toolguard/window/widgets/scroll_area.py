"""Vertical scroll areas whose content is as wide with the scroll bar as without."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSlider, QScrollArea, QScrollBar, QWidget

from toolguard.window import theme


class _OverlaidBar(QScrollBar):
    """Hidden while there is nothing to scroll."""

    def sliderChange(self, change: QAbstractSlider.SliderChange) -> None:
        super().sliderChange(change)
        if change == QAbstractSlider.SliderChange.SliderRangeChange:
            self.setVisible(self.maximum() > self.minimum())


class ScrollArea(QScrollArea):
    """Scrolls vertically. Its scroll bar lies on the margin of the content, at least `theme.SCROLL_BAR_WIDTH` wide.

    A bar that took space would wrap text anew, and change the height, which decides whether there is a bar: with some
    texts each changes the other without end.
    """

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setViewportMargins(0, 0, -theme.SCROLL_BAR_WIDTH, 0)
        self.setWidget(content)
        bar = _OverlaidBar()
        self.setVerticalScrollBar(bar)
        bar.hide()  # the policy shows its container
        container = bar.parentWidget()
        if container is not None:
            container.raise_()
