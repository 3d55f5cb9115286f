"""The queue as cards: one row for each held call and each proposal, in the order in which they came.

A row never moves another one when it comes: it goes to the end. The row that the person looks at stays, marked as
gone, when its call goes, until the person turns to another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from toolguard.gate.model import PendingCall, Proposal, Snapshot
from toolguard.window import core_translation
from toolguard.window.json_view import untrusted_text
from toolguard.window.queue import summary

Item = PendingCall | Proposal
Index = QModelIndex | QPersistentModelIndex
ITEM = Qt.ItemDataRole.UserRole


def key(item: Item) -> str:
    """What names an item in the queue."""
    return item.call.id if isinstance(item, PendingCall) else item.id


def since(item: Item) -> float:
    """Seconds since the epoch when it came."""
    return item.call.since if isinstance(item, PendingCall) else item.since


class QueueItem:
    """Carries an item through a model: Qt copies and changes dicts and integers, but not this."""

    __slots__ = ("denied", "gone", "item")

    def __init__(self, item: Any, gone: bool, denied: bool = False) -> None:
        self.item = item
        self.gone = gone
        self.denied = denied


class CardModel(QAbstractListModel):
    """Snapshots are folded in without moving what is already there. A subclass names and tells its items."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[Any] = []
        self._rows: dict[str, int] | None = None  # made anew when it is asked for after a change
        self._gone: set[str] = set()
        self._left: set[str] = set()
        self._denied: set[str] = set()
        self.kept: frozenset[str] = frozenset()
        """The keys of the items that stay when they go, because the person looks at them."""

    def key(self, item: Any) -> str:
        """What names an item."""
        raise NotImplementedError

    def sentence(self, item: Any, gone: bool) -> str:
        """The item in words, for screen readers."""
        raise NotImplementedError

    def fold(self, items: Iterable[Any]) -> None:
        """Change what changed, remove what went, add what came at the end."""
        new = {self.key(item): item for item in items}
        self._left &= new.keys()
        for name in self._left:
            del new[name]
        self._denied &= new.keys()
        self._remove(lambda name: name not in new and name not in self.kept)
        for row, item in enumerate(self._items):
            name = self.key(item)
            now = new.pop(name, None)
            gone = now is None
            if gone != (name in self._gone) or (now is not None and now is not item):
                self._gone = self._gone | {name} if gone else self._gone - {name}
                self._items[row] = now or item
                self.dataChanged.emit(self.index(row), self.index(row))
        if new:
            start = len(self._items)
            self.beginInsertRows(QModelIndex(), start, start + len(new) - 1)
            self._items.extend(new.values())
            self._rows = None
            self.endInsertRows()

    def _remove(self, goes: Callable[[str], bool]) -> None:
        row = len(self._items) - 1
        while row >= 0:
            last = row
            while row >= 0 and goes(self.key(self._items[row])):
                row -= 1
            if last > row:
                self.beginRemoveRows(QModelIndex(), row + 1, last)
                del self._items[row + 1 : last + 1]
                self._rows = None
                self.endRemoveRows()
            row -= 1

    def keep(self, *names: str) -> None:
        """The person looks at these now: what was kept before and is gone leaves the list."""
        before, self.kept = self.kept, frozenset(names)
        leave = (before - self.kept) & self._gone
        if leave:
            self._gone = self._gone - leave
            self._remove(lambda each: each in leave)

    def deny(self, names: Iterable[str], denied: bool = True) -> None:
        """The person has denied these, and can still take that back; or has taken it back."""
        for name in names:
            row = self.row(name)
            if row >= 0:
                (self._denied.add if denied else self._denied.discard)(name)
                self.dataChanged.emit(self.index(row), self.index(row))

    def leave(self, name: str) -> None:
        """The person has decided on ``name``: it goes at once, whatever snapshots are still on their way."""
        self._left.add(name)
        self._gone.discard(name)
        self._denied.discard(name)
        self._remove(lambda each: each == name)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._items)

    def row(self, name: str) -> int:
        """Where ``name`` stands; -1 when it does not."""
        if self._rows is None:
            self._rows = {self.key(item): row for row, item in enumerate(self._items)}
        return self._rows.get(name, -1)

    def item(self, row: int) -> Any:
        """The item in a row; None when there is none."""
        return self._items[row] if 0 <= row < len(self._items) else None

    def is_gone(self, name: str) -> bool:
        return name in self._gone

    def is_denied(self, name: str) -> bool:
        return name in self._denied

    def waiting(self) -> int:
        """How many are still there, and not denied."""
        return len(self._items) - len(self._gone | self._denied)

    def waits(self, name: str) -> bool:
        """Whether ``name`` is there, and neither gone nor denied."""
        return self.row(name) >= 0 and name not in self._gone and name not in self._denied

    def first(self) -> str:
        """The key of the first one that waits; "" when none does."""
        return next((name for name in self.names() if self.waits(name)), "")

    def names(self) -> list[str]:
        """The keys of all rows, those that are gone too."""
        return [self.key(item) for item in self._items]

    def after(self, name: str) -> str:
        """The key of the next one that is there behind ``name``, else of the one before it; "" when there is none."""
        row = self.row(name)
        for other in (*range(row + 1, len(self._items)), *range(row - 1, -1, -1)):
            if self.key(self._items[other]) not in self._gone | self._denied:
                return self.key(self._items[other])
        return ""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.item(index.row())
        if item is None:
            return None
        gone = self.key(item) in self._gone
        if role == ITEM:
            return QueueItem(item, gone, self.key(item) in self._denied)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.sentence(item, gone)
        return None


class QueueModel(CardModel):
    """Held calls and proposals, in the order in which they came."""

    def take(self, snapshot: Snapshot) -> None:
        """Fold ``snapshot`` in."""
        self.fold(sorted((*snapshot.held, *snapshot.proposals), key=since))

    def key(self, item: Item) -> str:
        return key(item)

    def sentence(self, item: Item, gone: bool) -> str:
        said = sentence(item, gone)
        denied = key(item) in self._denied
        return QCoreApplication.translate("CardModel", "Denied, can be undone: {0}").format(said) if denied else said

    def alike(self, name: str) -> list[str]:
        """The names of all waiting calls of the kind of the call ``name``."""
        one = self.item(self.row(name))
        if not isinstance(one, PendingCall):
            return []
        kind = summary.kind(one.call)
        held = (item for item in self._items if isinstance(item, PendingCall) and summary.kind(item.call) == kind)
        return [item.call.id for item in held if self.waits(item.call.id)]

    def follows(self, row: int) -> bool:
        """Whether the call in a row is of the same kind as the one above it: then they are drawn as one group."""
        one, above = self.item(row), self.item(row - 1)
        return (
            isinstance(one, PendingCall)
            and isinstance(above, PendingCall)
            and summary.kind(one.call) == summary.kind(above.call)
        )


def sentence(item: Item, gone: bool = False) -> str:
    """A card as one sentence, for screen readers."""
    translate = QCoreApplication.translate
    if isinstance(item, Proposal):
        words = translate("CardModel", "Change: {0}").format(untrusted_text.visible(core_translation.local(item.title)))
    else:
        call = item.call
        words = translate("CardModel", "{0} on {1}, requested by {2}").format(
            untrusted_text.name(call.tool), untrusted_text.name(call.server), untrusted_text.name(call.client.id)
        )
        about = summary.main_input(call.arguments)
        words = f"{words}. {about}" if about else words
    return translate("CardModel", "Ended: {0}").format(words) if gone else words
