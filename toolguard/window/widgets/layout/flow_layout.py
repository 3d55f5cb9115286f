"""A layout that wraps its widgets like words."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from toolguard.window import theme


class FlowLayout(QLayout):
    """Lays out widgets in lines, like words, all of the same height."""

    def __init__(self, *widgets: QWidget, parent: QWidget | None = None, gap: int = theme.SPACE * 2) -> None:
        """``gap``: pixels between widgets and between lines."""
        super().__init__(parent)
        self._heights: dict[int, int] = {}  # by width; Qt asks for the same ones again and again
        self.setContentsMargins(0, 0, 0, 0)
        self._gap = gap
        self._items: list[QLayoutItem] = []
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        self._heights.clear()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._place(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, rect: QRect, *, move: bool) -> int:
        shown = [item for item in self._items if (widget := item.widget()) is None or not widget.isHidden()]
        x, y, high = rect.x(), rect.y(), max((item.sizeHint().height() for item in shown), default=0)
        for item in shown:
            width = item.sizeHint().width()
            if x + width > rect.right() + 1 and x > rect.x():
                x, y = rect.x(), y + high + self._gap
            if move:
                item.setGeometry(QRect(x, y, width, high))
            x += width + self._gap
        return y + high - rect.y()
