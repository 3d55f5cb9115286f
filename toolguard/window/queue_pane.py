"""The left side of the page Pending: how many wait, the list of them, what is kept, what has just been done."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListView, QPushButton, QVBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.card import Card
from toolguard.window.cards import Queue
from toolguard.window.kept import Kept
from toolguard.window.passage import label
from toolguard.window.strip import Strip


class QueuePane(QWidget):
    """Nothing in here moves when calls come and go."""

    def __init__(self, queue: Queue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(220)
        self.title = label(factor=theme.LARGE, strong=True)
        self.alike = QPushButton(autoDefault=False)
        self.alike.setProperty("kind", "flat")
        for shrinks in (self.title, self.alike):
            shrinks.setMinimumWidth(1)
        self.title.setMinimumHeight(self.alike.sizeHint().height())  # so that the list stays where it is
        self.list = QListView()
        self.card = Card(self.list)
        self._fill_list(queue)
        self.kept = Kept()
        self.strip = Strip()
        head = QHBoxLayout()
        head.setContentsMargins(theme.SPACE * 5, theme.SPACE * 4, theme.SPACE * 3, theme.SPACE * 2)
        head.addWidget(self.title, 1)
        head.addWidget(self.alike)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.list, 1)
        column.addWidget(self.kept)
        column.addWidget(self.strip)
        self.show_alike(0)

    def _fill_list(self, queue: Queue) -> None:
        self.list.setAccessibleName(self.tr("Waiting calls"))
        self.list.setModel(queue)
        self.list.setItemDelegate(self.card)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_alike(self, count: int) -> None:
        """Offer to select ``count`` calls of one kind; 0: there is nothing to offer."""
        self.alike.setText(self.tr("Select %n alike", "", count))
        self.alike.setAccessibleName(self.tr("Select all %n calls of this kind", "", count))
        self.alike.setToolTip(self.tr("Ctrl+G"))
        self.alike.setVisible(count > 0)
