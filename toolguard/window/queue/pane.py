"""The left side of the page Pending: the count, the list of pending items, and deferred approvals."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QPushButton, QWidget

from toolguard.window import theme
from toolguard.window.pages.actions import native
from toolguard.window.queue.deferred_approvals import DeferredApprovalsView
from toolguard.window.queue.delegate import QueueDelegate
from toolguard.window.queue.ended_calls import EndedLine
from toolguard.window.queue.model import BurstItem, QueueModel, key
from toolguard.window.widgets.layout.boxes import hbox, vbox
from toolguard.window.widgets.lists.item_list import CardView
from toolguard.window.widgets.lists.list_search import ListSearch
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import label, make_pane, tint


class _QueueView(CardView):
    """The list. A click beside the rows clears nothing: what was selected stays shown and can be decided."""

    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        if not index.isValid():
            return QItemSelectionModel.SelectionFlag.NoUpdate
        return super().selectionCommand(index, event)


class QueuePane(QWidget):
    """No row and no button moves when calls arrive or end; only the end of the list gives space to a line."""

    def __init__(self, queue: QueueModel) -> None:
        super().__init__()
        make_pane(self)
        self.setMinimumWidth(220)
        self.title = label(self.tr("Pending"), factor=theme.HUGE, strong=True)
        self.count = label(tone="quiet")
        self.alike = push_button(tip=native("Ctrl+G"), kind="flat")
        for shrinks in (self.count, self.alike):
            shrinks.setMinimumWidth(1)
        self._sample = QPushButton(" ", self)
        self._sample.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._sample.hide()
        theme.measure_now_and_restyled(self._sample, self._keep_height)
        self.list = _QueueView(self.tr("Pending calls"), queue)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.card = QueueDelegate(self.list)
        self.list.setItemDelegate(self.card)
        self._queue = queue
        queue.hidden_changed.connect(self._hide_rows)
        self.card.toggled.connect(self._toggle)
        self.list.installEventFilter(self)
        self.kept = DeferredApprovalsView()
        self.ended = EndedLine()
        self.search = ListSearch(self.tr("Search pending calls"), self.list)
        self.search.textChanged.connect(self._queue.search)
        self.hidden_text = label(tone="quiet", factor=theme.SMALL)
        self.show_all = push_button(self.tr("Show all"), kind="flat", clicked=self.search.clear)
        self._hidden = QWidget()
        hbox((self.hidden_text, 1), self.show_all, parent=self._hidden)
        self._hidden.hide()
        find = vbox(
            self.search, self._hidden, spacing=theme.SPACE, margins=(theme.SPACE * 5, 0, theme.SPACE * 3, theme.SPACE)
        )
        head = hbox(
            self.title, (self.count, 1), self.alike, spacing=theme.SPACE * 3,
            margins=(theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 3, theme.SPACE),
        )  # fmt: skip
        vbox(head, find, (self.list, 1), self.kept, self.ended, parent=self, spacing=0)
        self.show_alike(0)

    def _keep_height(self) -> None:
        """Keep the header's height, so that the list stays in place and the title is aligned with other pages."""
        self.title.setMinimumHeight(self._sample.sizeHint().height())

    def _hide_rows(self) -> None:
        """Hide the calls of collapsed bursts, and what the search does not match."""
        for row in range(self._queue.rowCount()):
            hidden = self._queue.is_hidden(row)
            if self.list.isRowHidden(row) != hidden:
                self.list.setRowHidden(row, hidden)

    def show_counts(self, pending: int) -> None:
        """Show how many of the ``pending`` items there are, and how many of them the search hides."""
        searched, shown = self._queue.is_searched, self._queue.matching()
        count = self.locale().toString(pending)
        if searched:
            count = self.tr("{0} of {1}").format(self.locale().toString(shown), count)
        self.count.setText(count if pending else "")
        self.count.setAccessibleName(self.tr("{0} pending").format(count))
        hides = pending - shown
        text = self.tr("Hidden by the search: {0}").format(self.locale().toString(hides))
        self.hidden_text.setText(text if hides else self.tr("All pending items match the search."))
        tint(self.hidden_text, "caution" if hides else "quiet")
        self._hidden.setVisible(searched)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Right and Left expand and collapse a burst, as in a tree."""
        if watched is not self.list or event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        opens = {Qt.Key.Key_Right: True, Qt.Key.Key_Left: False}.get(Qt.Key(event.key()))
        item = self._queue.item(self.list.currentIndex().row())
        if opens is None or event.modifiers() or item is None:
            return False
        name = key(item) if isinstance(item, BurstItem) else self._queue.burst_of(key(item))
        if not name:
            return False
        if opens != self._queue.is_expanded(name):
            self._toggle(name)
        return True

    def _toggle(self, name: str) -> None:
        """Expand or collapse a burst. Hidden calls are deselected."""
        opened = self._queue.is_expanded(name)
        here = self._queue.item(self.list.currentIndex().row())
        if opened and here is not None and self._queue.burst_of(key(here)) == name:
            self.list.setCurrentIndex(self._queue.index(self._queue.row(name)))
        self._queue.expand(name, on=not opened)

    def show_alike(self, count: int) -> None:
        """Offer to select ``count`` calls of one kind; 0: offer nothing."""
        self.alike.setText(self.tr("Select %n similar", "", count))
        self.alike.setAccessibleName(self.tr("Select all %n similar calls", "", count))
        self.alike.setVisible(count > 0)
