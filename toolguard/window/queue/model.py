"""The queue as cards: one row for each held call and each proposal, in the order in which they came.

A row never moves another one when it comes: it goes to the end. The row that the person looks at stays, marked as
gone, when its call goes, until the person turns to another. Calls of one burst stand below a row for all of them and
are hidden there until it is expanded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from toolguard.gate.model import PendingCall, Proposal, Snapshot
from toolguard.window import core_translation
from toolguard.window.approval import consequence
from toolguard.window.json_view import untrusted_text
from toolguard.window.queue import summary

_BURST = "burst:"
_MOST_TOOLS = 5  # that are named on the card of a burst


@dataclass(frozen=True, slots=True)
class BurstItem:
    """Pending calls that came together, in the order in which they came."""

    burst: str
    calls: tuple[PendingCall, ...]


Single = PendingCall | Proposal
Item = PendingCall | Proposal | BurstItem
Index = QModelIndex | QPersistentModelIndex
ITEM = Qt.ItemDataRole.UserRole


def key(item: Item) -> str:
    """What names an item in the queue."""
    if isinstance(item, BurstItem):
        return f"{_BURST}{item.burst}"
    return item.call.id if isinstance(item, PendingCall) else item.id


def since(item: Item) -> float:
    """Seconds since the epoch when it came."""
    if isinstance(item, BurstItem):
        return item.calls[0].call.since
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
            self._add(list(new.values()))

    def _add(self, items: list[Any]) -> None:
        self._insert(len(self._items), items)

    def _insert(self, row: int, items: list[Any]) -> None:
        self.beginInsertRows(QModelIndex(), row, row + len(items) - 1)
        self._items[row:row] = items
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
            return QueueItem(item, gone, self.is_denied(self.key(item)))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.sentence(item, gone)
        return None


class QueueModel(CardModel):
    """Held calls and proposals, in the order in which they came."""

    hidden_changed = Signal()
    """Other rows are to be hidden than before."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._expanded: set[str] = set()
        self.rowsInserted.connect(self.hidden_changed)
        self.rowsRemoved.connect(self.hidden_changed)

    def take(self, snapshot: Snapshot) -> None:
        """Fold ``snapshot`` in."""
        bursts: dict[str, list[PendingCall]] = {}
        for held in snapshot.held:
            if held.burst and held.call.id not in self._left:
                bursts.setdefault(held.burst, []).append(held)
        shown = {
            burst: BurstItem(burst, tuple(calls)) for burst, calls in bursts.items() if self._is_group(burst, calls)
        }
        self._expanded &= {key(one) for one in shown.values()}
        singles: list[Single] = [*snapshot.held, *snapshot.proposals]
        items: dict[str, Item] = {}
        for item in sorted(singles, key=since):
            if isinstance(item, PendingCall) and (group := shown.get(item.burst)) is not None:
                group_items: tuple[Item, ...] = (self._same(group), *group.calls)
                items |= {key(one): one for one in group_items}
            items[key(item)] = item
        self.fold(items.values())

    def _is_group(self, burst: str, calls: list[PendingCall]) -> bool:
        """One call that is left is a row of its own, unless the person looks at its burst."""
        return len(calls) > 1 or f"{_BURST}{burst}" in self.kept

    def _same(self, group: BurstItem) -> BurstItem:
        """The item that stands there already, when nothing about it has changed."""
        before = self.item(self.row(key(group)))
        return before if isinstance(before, BurstItem) and before == group else group

    def _add(self, items: list[Item]) -> None:
        """A burst stands above its first call, and a call that joins it behind the last; all else at the end."""
        last: list[Item] = []
        for item in items:
            rows = self._rows_of(item)
            if rows:
                self._insert(rows[0] if isinstance(item, BurstItem) else rows[-1] + 1, [item])
            else:
                last.append(item)
        if last:
            super()._add(last)

    def _rows_of(self, item: Item) -> list[int]:
        """Where the burst of an item stands, with its calls; nothing for one that is of no burst."""
        burst = "" if isinstance(item, Proposal) else item.burst
        there = [] if not burst else [one for one in enumerate(self._items) if not isinstance(one[1], Proposal)]
        return [row for row, one in there if one.burst == burst]

    def key(self, item: Item) -> str:
        return key(item)

    def sentence(self, item: Item, gone: bool) -> str:
        translate = QCoreApplication.translate
        said = sentence(item, gone, len(self.pending_of(item)) if isinstance(item, BurstItem) else 0)
        if isinstance(item, BurstItem):
            opened = key(item) in self._expanded
            said = f"{said}. {translate('BurstCards', 'expanded') if opened else translate('BurstCards', 'collapsed')}"
        denied = self.is_denied(key(item))
        return translate("CardModel", "Denied, can be undone: {0}").format(said) if denied else said

    # Bursts

    def burst_of(self, name: str) -> str:
        """The key of the row above the call ``name``; "" when it stands alone."""
        item = self.item(self.row(name))
        above = f"{_BURST}{item.burst}" if isinstance(item, PendingCall) and item.burst else ""
        return above if above and self.row(above) >= 0 else ""

    def pending_of(self, item: BurstItem) -> list[PendingCall]:
        """Those calls of a burst that wait and are not denied."""
        return [held for held in item.calls if self.waits(held.call.id)]

    def expand(self, name: str, on: bool = True) -> None:
        """Show or hide the calls of the burst ``name``."""
        if (name in self._expanded) != on and self.row(name) >= 0:
            (self._expanded.add if on else self._expanded.discard)(name)
            self.hidden_changed.emit()
            self.dataChanged.emit(self.index(self.row(name)), self.index(self.row(name)))

    def is_expanded(self, name: str) -> bool:
        return name in self._expanded

    def is_hidden(self, row: int) -> bool:
        """Whether the call in a row is of a burst that is not expanded."""
        item = self.item(row)
        above = self.burst_of(key(item)) if isinstance(item, PendingCall) else ""
        return bool(above) and above not in self._expanded

    def is_denied(self, name: str) -> bool:
        item = self.item(self.row(name))
        if not isinstance(item, BurstItem):
            return super().is_denied(name)
        left = [held.call.id for held in item.calls if self.row(held.call.id) >= 0]
        return bool(left) and all(map(super().is_denied, left))

    def waits(self, name: str) -> bool:
        item = self.item(self.row(name))
        if isinstance(item, BurstItem):
            return not self.is_gone(name) and bool(self.pending_of(item))
        return super().waits(name)

    def waiting(self) -> int:
        there = (self.key(item) for item in self._items if not isinstance(item, BurstItem))
        return sum(map(super().waits, there))

    def first(self) -> str:
        return next((name for name in self.names() if self.waits(name) and not self.is_hidden(self.row(name))), "")

    def after(self, name: str) -> str:
        """As in any list, without what is hidden; behind a burst comes what stands behind its calls."""
        row = self.row(name)
        own = {held.call.id for held in item.calls} if isinstance(item := self.item(row), BurstItem) else frozenset()
        for other in (*range(row + 1, len(self._items)), *range(row - 1, -1, -1)):
            found = key(self._items[other])
            if self.waits(found) and found not in own and not self.is_hidden(other):
                return found
        return ""

    def deny(self, names: Iterable[str], denied: bool = True) -> None:
        names = list(names)
        super().deny(names, denied)
        for above in {self.burst_of(name) for name in names} - {""}:
            self.dataChanged.emit(self.index(self.row(above)), self.index(self.row(above)))

    def leave(self, name: str) -> None:
        above = self.burst_of(name)
        super().leave(name)
        item = self.item(self.row(above)) if above else None
        if isinstance(item, BurstItem):
            if any(self.row(held.call.id) >= 0 for held in item.calls):
                self.dataChanged.emit(self.index(self.row(above)), self.index(self.row(above)))
            else:
                self._remove(lambda each: each == above)

    def alike(self, name: str) -> list[str]:
        """The names of all waiting calls of the kind of the call ``name``."""
        one = self.item(self.row(name))
        one = one.calls[0] if isinstance(one, BurstItem) else one
        if not isinstance(one, PendingCall):
            return []
        kind = summary.kind(one.call)
        held = (item for item in self._items if isinstance(item, PendingCall) and summary.kind(item.call) == kind)
        return [item.call.id for item in held if self.waits(item.call.id)]

    def follows(self, row: int) -> bool:
        """Whether the call in a row is drawn as one of a group: of its burst, or of the kind of the one above it."""
        one, above = self.item(row), self.item(row - 1)
        if isinstance(one, PendingCall) and self.burst_of(key(one)):
            return len({summary.kind(held.call) for held in self.item(self.row(self.burst_of(key(one)))).calls}) == 1
        return (
            isinstance(one, PendingCall)
            and isinstance(above, PendingCall)
            and summary.kind(one.call) == summary.kind(above.call)
        )


def kinds(calls: Iterable[PendingCall]) -> tuple[set[str], set[str]]:
    """The tools and the servers of some calls."""
    return {held.call.tool for held in calls}, {held.call.server for held in calls}


def tools_of(item: BurstItem) -> str:
    """What a burst calls, in short: the tool, or how many."""
    tools, _ = kinds(item.calls)
    if len(tools) == 1:
        return untrusted_text.name(item.calls[0].call.tool)
    return QCoreApplication.translate("BurstCards", "%n tools", None, len(tools))


def inputs_of(item: BurstItem) -> str:
    """What a burst is about, in short: what its inputs have in common, or how often each of its tools is called."""
    counts = Counter(held.call.tool for held in item.calls)
    if len(counts) > 1:
        return ", ".join(f"{untrusted_text.name(tool)} ×{count}" for tool, count in counts.most_common(_MOST_TOOLS))
    same = summary.common_input(held.call.arguments for held in item.calls)
    different = QCoreApplication.translate("BurstCards", "%n different inputs", None, len(item.calls))
    return same or (different if item.calls[0].call.arguments else "")


def servers_of(item: BurstItem) -> str:
    """Where a burst would run, in short: the server, or how many."""
    _, servers = kinds(item.calls)
    if len(servers) == 1:
        return untrusted_text.name(item.calls[0].call.server)
    return QCoreApplication.translate("BurstCards", "%n servers", None, len(servers))


def sentence(item: Item, gone: bool = False, count: int = 0) -> str:
    """A card as one sentence, for screen readers. ``count``: how many calls of a burst are pending."""
    translate = QCoreApplication.translate
    if isinstance(item, BurstItem):
        words = translate("BurstCards", "%n calls: {0} on {1}, requested by {2}", None, count).format(
            tools_of(item), servers_of(item), untrusted_text.name(item.calls[0].call.client.id)
        )
        return translate("CardModel", "Ended: {0}").format(words) if gone else words
    if isinstance(item, Proposal):
        words = translate("CardModel", "Change: {0}").format(untrusted_text.visible(core_translation.local(item.title)))
    else:
        call = item.call
        words = translate("CardModel", "{0} on {1}, requested by {2}").format(
            untrusted_text.name(call.tool), untrusted_text.name(call.server), untrusted_text.name(call.client.id)
        )
        effect = consequence.badge_of((item,))
        words = f"{words}. {consequence.effect_words(effect)[0]}" if effect is not None else words
        about = summary.main_input(call.arguments)
        words = f"{words}. {about}" if about else words
    return translate("CardModel", "Ended: {0}").format(words) if gone else words
