"""A list with search and sort order above it, at the same place on every page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QEvent, QSettings, QTimer
from PySide6.QtGui import QAction, QActionGroup, QShowEvent
from PySide6.QtWidgets import QMenu, QWidget

from toolguard.window import theme
from toolguard.window.widgets.layout.boxes import hbox, vbox
from toolguard.window.widgets.lists.item_list import ItemList, Order
from toolguard.window.widgets.lists.list_search import ListSearch
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import label, make_pane

ORDERS: Mapping[Order, Any] = {
    "name": QT_TRANSLATE_NOOP("ListFrame", "Name"),
    "state": QT_TRANSLATE_NOOP("ListFrame", "Status"),
    "recent": QT_TRANSLATE_NOOP("ListFrame", "Last used"),
}
"""The texts of the sort orders."""


class ListFrame(QWidget):
    """``listing`` below its search and its order, which is stored under ``key``."""

    def __init__(
        self, listing: ItemList, search: str, settings: QSettings, key: str, orders: tuple[Order, ...],
    ) -> None:  # fmt: skip
        super().__init__()
        make_pane(self)
        self.listing = listing
        self._settings, self._key = settings, key
        self.search = ListSearch(search, listing)
        self.search.textChanged.connect(self._search)
        self.order = push_button(kind="flat", tip=self.tr("Sort the list"))
        self.menu = QMenu(self.order)
        group = QActionGroup(self)
        self.actions_by_order: dict[Order, QAction] = {}
        for order in orders:
            action = QAction(QCoreApplication.translate("ListFrame", ORDERS[order]), self.menu, checkable=True)
            action.triggered.connect(lambda _=False, order=order: self.sort(order))
            group.addAction(action)
            self.menu.addAction(action)
            self.actions_by_order[order] = action
        self.order.setMenu(self.menu)
        self.nothing = label(self.tr("No results."), tone="quiet")
        self.nothing.setContentsMargins(theme.SPACE * 5, theme.SPACE * 2, theme.SPACE * 4, 0)
        self.top = QWidget()
        hbox((self.search, 1), self.order, parent=self.top, margins=(theme.SPACE * 5, 0, theme.SPACE * 3, theme.SPACE))
        vbox(self.top, self.nothing, (listing, 1), parent=self, spacing=0)
        before = settings.value(key)
        self.sort(before if before in orders else orders[0])
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._sort_again)
        listing.lines.dataChanged.connect(self._soon.start)
        listing.lines.rowsInserted.connect(self._fit)
        listing.lines.rowsRemoved.connect(self._fit)
        self._fit()

    def sort(self, order: Order) -> None:
        """Sort the items, now and at the next start."""
        self._order = order
        self.listing.lines.order_by(order)
        self.actions_by_order[order].setChecked(True)
        text = QCoreApplication.translate("ListFrame", ORDERS[order])
        self.order.setText(text)
        self.order.setAccessibleName(self.tr("Sorted by: {0}").format(text))
        self._settings.setValue(self._key, order)

    def _sort_again(self) -> None:
        """Move items whose states have changed, unless the person may be about to click one."""
        if self._order == "state" and not self.underMouse():
            self.listing.lines.order_by(self._order)

    def showEvent(self, event: QShowEvent) -> None:
        self.listing.lines.order_by(self._order)
        super().showEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._soon.start()
        super().leaveEvent(event)

    def _search(self, text: str) -> None:
        chosen = self.listing.key()
        self.listing.lines.search(text)
        if not self.listing.choose(chosen):
            self.listing.choose_first()
        self._fit()

    def _fit(self) -> None:
        shown, count = self.listing.lines.rowCount(), self.listing.lines.known()
        self.top.setVisible(count > 0)
        self.nothing.setVisible(bool(count) and not shown)

    def clear(self) -> None:
        """Remove the search, so that the whole list is shown."""
        self.search.clear()
