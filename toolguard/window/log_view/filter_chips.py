"""Buttons for the active filters, each of which removes its filter; they wrap to a second line."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QPushButton, QSizePolicy, QWidget

from toolguard.window import theme


class FlowLayout(QLayout):
    """Lays out widgets in lines, like words, all of the same height."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = theme.SPACE * 2) -> None:
        """``gap``: pixels between widgets and between lines."""
        super().__init__(parent)
        self.setContentsMargins(0, 0, 0, 0)
        self._gap = gap
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, at: int) -> QLayoutItem | None:
        return self._items[at] if 0 <= at < len(self._items) else None

    def takeAt(self, at: int) -> QLayoutItem | None:
        return self._items.pop(at) if 0 <= at < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

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


class FilterChips(QWidget):
    """A button for each filter; hidden if there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.flow = FlowLayout(self)
        self._buttons: list[QPushButton] = []
        self._remove: list[Callable[[], None]] = []
        self.hide()

    def show_chips(self, chips: list[tuple[str, Callable[[], None]]], last: QWidget) -> None:
        """Show the text of each, with what removes it; ``last`` is after them."""
        while len(self._buttons) < len(chips):
            self._add(last)
        self._remove = [remove for _, remove in chips]
        for at, button in enumerate(self._buttons):
            button.setVisible(at < len(chips))
            if at < len(chips):
                button.setText(f"{chips[at][0]}  ✕")
                button.setAccessibleName(self.tr("Remove the filter {0}").format(chips[at][0]))
        self.setVisible(bool(chips))
        self.updateGeometry()
        self.flow.invalidate()

    def _add(self, last: QWidget) -> None:
        at = len(self._buttons)
        button = QPushButton()
        button.setProperty("kind", "chip")
        button.setToolTip(self.tr("Remove this filter"))
        button.clicked.connect(lambda: self._remove[at]())
        self.flow.removeWidget(last)
        self.flow.addWidget(button)
        self.flow.addWidget(last)
        self._buttons.append(button)
