"""Vertical scroll areas whose content is as wide with the scroll bar as without."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractSlider, QFrame, QScrollArea, QScrollBar, QWidget

from toolguard.window import theme
from toolguard.window.widgets.layout.boxes import BoxItem, hbox, vbox
from toolguard.window.widgets.text_label import MAX_WIDTH, pane, separator

MARGIN = theme.SPACE * 5
"""Margin of the content of a page at its left and right, in device-independent pixels."""


class _OverlaidBar(QScrollBar):
    """Hidden while there is nothing to scroll."""

    def sliderChange(self, change: QAbstractSlider.SliderChange) -> None:
        super().sliderChange(change)
        if change == QAbstractSlider.SliderChange.SliderRangeChange:
            self.setVisible(self.maximum() > self.minimum())


class ScrollArea(QScrollArea):
    """Scrolls vertically, with a line at its top while content is above.

    Its scroll bar lies on the margin of the content, at least `theme.SCROLL_BAR_WIDTH` wide.

    A bar that took space would change how the text wraps, and so the height that decides whether there is a bar. With
    some texts, each would change the other without end.
    """

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)  # its content is aligned with what is above
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
        self._line = separator()
        self._line.setParent(self)
        self._line.hide()
        bar.valueChanged.connect(lambda value: self._line.setVisible(value > 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._line.setGeometry(0, 0, self.width(), 1)


def height_within(content: QWidget, width: int) -> int:
    """Return the height that ``content`` needs in ``width`` pixels."""
    layout = content.layout()
    wraps = layout is not None and layout.hasHeightForWidth()
    return content.heightForWidth(width) if wraps else content.sizeHint().height()


class BoundedArea(ScrollArea):
    """As high as its content, up to ``most`` pixels; then it scrolls."""

    _max_height = 0

    def __init__(self, widget: QWidget, most: int) -> None:
        super().__init__(widget)
        self.bound(most)

    def bound(self, most: int) -> None:
        """Set the maximum height in pixels."""
        self._max_height = most
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.widget() and event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self.fit()
        return super().eventFilter(watched, event)

    def fit(self) -> None:
        """Take the height of the content as it is now."""
        content = self.widget()
        if content is None:
            return
        self.setFixedHeight(min(height_within(content, self.viewport().width()), self._max_height))


class DetailScrollArea(ScrollArea):
    """The scrolling content of a pane, a column of `MAX_WIDTH`: ``items``, or added to it before `finish`."""

    def __init__(self, *items: BoxItem) -> None:
        inner = pane()
        super().__init__(inner)
        content = QWidget()
        content.setMaximumWidth(MAX_WIDTH + 2 * MARGIN)
        hbox((content, 1), 0, parent=inner)
        self.column = vbox(
            *items, parent=content, spacing=theme.SPACE * 4, margins=(MARGIN, theme.SPACE * 4, MARGIN, MARGIN)
        )
        if items:
            self.finish()

    def finish(self) -> None:
        """Add the space below the content; nothing is added after that."""
        self.column.addStretch(1)
