"""List of deferred approvals below the queue, with their remaining time."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, Signal
from PySide6.QtWidgets import QWidget

from toolguard.gate.model import DeferredApproval, Snapshot
from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.queue import summary
from toolguard.window.queue.delegate import QueueDelegate
from toolguard.window.queue.model import CardModel
from toolguard.window.widgets import time_format
from toolguard.window.widgets.layout.boxes import vbox
from toolguard.window.widgets.lists.item_list import CardView
from toolguard.window.widgets.text_label import label, separator

MAX_VISIBLE_ROWS = 3
"""Maximum visible approvals; the others scroll."""


class DeferredApprovalsModel(CardModel):
    """One row for each deferred approval, oldest first."""

    def key(self, item: DeferredApproval) -> str:
        return item.id

    def sentence(self, item: DeferredApproval, gone: bool) -> str:
        translate = QCoreApplication.translate
        call, left = item.call, time_format.minutes(item.expires - time.time())
        names = (
            untrusted_text.visible(call.tool),
            untrusted_text.visible(call.server),
            untrusted_text.visible(call.client.id),
        )
        if gone:
            return translate("DeferredApprovalsView", "Used or expired: decision on {0} on {1} for {2}").format(*names)
        text = translate("DeferredApprovalsView", "Approved once: next {0} on {1} for {2}. {3} left")
        if item.verdict == "deny":
            text = translate("DeferredApprovalsView", "Denied once: next {0} on {1} for {2}. {3} left")
        about = summary.main_input(call.arguments if item.arguments is None else item.arguments)
        sentence = text.format(*names, left)
        return f"{sentence}. {about}" if about else sentence


class DeferredApprovalsView(QWidget):
    """The list with its title; hidden if there is no deferred approval."""

    chosen = Signal(object)
    """A `DeferredApproval` that the person has selected."""
    take_back = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._approvals: tuple[DeferredApproval, ...] = ()
        self.tickets = DeferredApprovalsModel(self)
        self.title = label(tone="quiet", strong=True)
        self.title.setContentsMargins(theme.SPACE * 5, theme.SPACE * 2, theme.SPACE * 3, theme.SPACE)
        self.list = CardView(self.tr("Saved decisions"), self.tickets)
        card = QueueDelegate(self.list)
        card.take_back.connect(self.take_back)
        self.list.setItemDelegate(card)
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._selected())
        vbox(separator(), self.title, self.list, parent=self, spacing=0)
        self.hide()

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the unexpired approvals of ``snapshot``."""
        self._approvals = snapshot.tickets
        self.sweep()

    def sweep(self) -> None:
        """Remove expired ones, and count down the others."""
        now = time.time()
        self.tickets.fold(approval for approval in self._approvals if approval.expires > now)
        count = self.tickets.rowCount()
        waiting = self.tickets.waiting()
        one = self.tr("1 saved decision")
        many = self.tr("%n saved decisions", "", waiting) if waiting else self.tr("Used or expired")
        self.title.setText(one if waiting == 1 else many)
        if count:
            self.list.setFixedHeight(self.list.sizeHintForRow(0) * min(count, MAX_VISIBLE_ROWS) + theme.SPACE)
        self.setVisible(count > 0)
        self.list.viewport().update()

    def shown(self) -> str:
        """The selected approval, or ""."""
        chosen = self.list.selectionModel().selectedIndexes()
        item = self.tickets.item(chosen[0].row()) if chosen else None
        return item.id if isinstance(item, DeferredApproval) and not self.tickets.is_gone(item.id) else ""

    def choose(self, name: str) -> None:
        """Select that approval as a person would; "" selects none."""
        index = self.tickets.index(self.tickets.row(name))
        self.list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def leave(self) -> None:
        """Clear the selection: the person has selected something else."""
        self.list.selectionModel().clear()
        self.tickets.keep()
        self.sweep()

    def is_gone(self, name: str) -> bool:
        """Return whether the approval ``name`` was used or has expired."""
        return self.tickets.row(name) < 0 or self.tickets.is_gone(name)

    def _selected(self) -> None:
        chosen = self.list.selectionModel().selectedIndexes()
        if chosen:
            item = self.tickets.item(chosen[0].row())
            self.tickets.keep(item.id)
            self.chosen.emit(item)
