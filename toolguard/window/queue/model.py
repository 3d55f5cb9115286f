"""The queue as cards: one row for each pending call and each proposal, in order of arrival.

New rows are appended, so no row moves. A selected row stays, marked as ended, after its call has ended, until the
person selects another one. Calls of one burst are below a row for all of them and hidden until it is expanded.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from toolguard.gate.model import PendingCall, Proposal, Snapshot
from toolguard.window import core_translation
from toolguard.window.approval import consequence
from toolguard.window.json_view import untrusted_text
from toolguard.window.queue import summary

translate = QCoreApplication.translate

_BURST_PREFIX = "burst:"
_MAX_TOOLS = 5  # maximum tools named on a burst's card


@dataclass(frozen=True)
class BurstItem:
    """Pending calls that arrived together, in order. What rows say about all of them is computed once."""

    burst: str
    calls: tuple[PendingCall, ...]

    @cached_property
    def tools(self) -> Counter[str]:
        """How often each tool is called."""
        return Counter(pending.call.tool for pending in self.calls)

    @cached_property
    def servers(self) -> frozenset[str]:
        """The servers of its calls."""
        return frozenset(pending.call.server for pending in self.calls)

    @cached_property
    def same_input(self) -> str:
        """What the main arguments have in common; "" if nothing."""
        return summary.common_input(pending.call.arguments for pending in self.calls)

    @cached_property
    def leaks(self) -> bool:
        """Whether any call contains a secret."""
        return any(pending.leaks for pending in self.calls)

    @cached_property
    def expires_first(self) -> PendingCall:
        """The call that is denied first if nobody decides; one without an end counts as the last."""
        return min(self.calls, key=lambda pending: pending.expires or float("inf"))

    @cached_property
    def is_of_one_kind(self) -> bool:
        """Whether all its calls are equal but for their arguments (`summary.kind`)."""
        return len({summary.kind(pending.call) for pending in self.calls}) == 1


Single = PendingCall | Proposal
Item = PendingCall | Proposal | BurstItem
Index = QModelIndex | QPersistentModelIndex
ITEM_ROLE = Qt.ItemDataRole.UserRole


def key(item: Item) -> str:
    """Return the name of an item, unique among all of the queue."""
    if isinstance(item, BurstItem):
        return f"{_BURST_PREFIX}{item.burst}"
    return item.call.id if isinstance(item, PendingCall) else item.id


def since(item: Item) -> float:
    """Return its arrival in seconds since the epoch."""
    if isinstance(item, BurstItem):
        return item.calls[0].call.since
    return item.call.since if isinstance(item, PendingCall) else item.since


def _burst_of(item: Item) -> str:
    """Return the id of an item's burst; "" if it belongs to none."""
    return "" if isinstance(item, Proposal) else item.burst


class QueueItem:
    """Carries an item through a model, because Qt copies and converts dicts and integers."""

    __slots__ = ("denied", "gone", "item")

    def __init__(self, item: Any, gone: bool, denied: bool = False) -> None:
        self.item = item
        self.gone = gone
        self.denied = denied


class CardModel(QAbstractListModel):
    """Applies snapshots without moving existing rows. A subclass defines keys and texts of its items."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[Any] = []
        self._rows: dict[str, int] | None = None  # created again on access after a change
        self._ended_names: set[str] = set()
        self._left: set[str] = set()
        self._denied: set[str] = set()
        self.kept: frozenset[str] = frozenset()
        """The keys of items that stay after their end, because they are selected."""

    def key(self, item: Any) -> str:
        """Return the key of an item."""
        raise NotImplementedError

    def sentence(self, item: Any, gone: bool) -> str:
        """Return the item in words, for screen readers."""
        raise NotImplementedError

    def fold(self, items: Iterable[Any]) -> None:
        """Update changed items, remove ended ones, append new ones."""
        new = {self.key(item): item for item in items}
        self._left &= new.keys()
        for name in self._left:
            del new[name]
        self._denied &= new.keys()
        self._remove(lambda name: name not in new and name not in self.kept)
        for row, item in enumerate(self._items):
            name = self.key(item)
            now = new.pop(name, None)
            has_ended = now is None
            if has_ended != (name in self._ended_names) or (now is not None and now is not item):
                self._ended_names = self._ended_names | {name} if has_ended else self._ended_names - {name}
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
        """Set the selected items; previously selected ones that have ended are removed."""
        before, self.kept = self.kept, frozenset(names)
        leave = (before - self.kept) & self._ended_names
        if leave:
            self._ended_names = self._ended_names - leave
            self._remove(lambda each: each in leave)

    def deny(self, names: Iterable[str], denied: bool = True) -> None:
        """Mark these as denied while that can be undone, or unmark them."""
        for name in names:
            row = self.row(name)
            if row >= 0:
                (self._denied.add if denied else self._denied.discard)(name)
                self.dataChanged.emit(self.index(row), self.index(row))

    def leave(self, name: str) -> None:
        """Remove ``name`` after a decision, before the next snapshot arrives."""
        self._left.add(name)
        self._ended_names.discard(name)
        self._denied.discard(name)
        self._remove(lambda each: each == name)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._items)

    def row(self, name: str) -> int:
        """Return the row of ``name``, or -1."""
        if self._rows is None:
            self._rows = {self.key(item): row for row, item in enumerate(self._items)}
        return self._rows.get(name, -1)

    def item(self, row: int) -> Any:
        """Return the item in a row, or None."""
        return self._items[row] if 0 <= row < len(self._items) else None

    def is_gone(self, name: str) -> bool:
        """Return whether the item has ended but still has its row."""
        return name in self._ended_names

    def is_denied(self, name: str) -> bool:
        """Return whether `deny` has marked the item."""
        return name in self._denied

    def waiting(self) -> int:
        """Return how many are pending and not denied."""
        return len(self._items) - len(self._ended_names | self._denied)

    def waits(self, name: str) -> bool:
        """Return whether ``name`` is pending and not denied."""
        return self.row(name) >= 0 and name not in self._ended_names and name not in self._denied

    def names(self) -> list[str]:
        """Return the keys of all rows, including ended ones."""
        return [self.key(item) for item in self._items]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.item(index.row())
        if item is None:
            return None
        has_ended = self.key(item) in self._ended_names
        if role == ITEM_ROLE:
            return QueueItem(item, has_ended, self.is_denied(self.key(item)))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.sentence(item, has_ended)
        return None


class QueueModel(CardModel):
    """Pending calls and proposals, in order of arrival."""

    hidden_changed = Signal()
    """The set of hidden rows has changed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._expanded: set[str] = set()
        self._search: list[str] = []
        self._searched_texts: dict[str, str] = {}
        self._folding = self._rows_changed = False
        self.rowsInserted.connect(self._note_rows)
        self.rowsRemoved.connect(self._note_rows)

    def set_snapshot(self, snapshot: Snapshot) -> None:
        """Show the pending calls and proposals; calls of a burst follow the row of their burst."""
        bursts: dict[str, list[PendingCall]] = {}
        for pending in snapshot.pending:
            if pending.burst and pending.call.id not in self._left:
                bursts.setdefault(pending.burst, []).append(pending)
        shown = {
            burst: BurstItem(burst, tuple(calls)) for burst, calls in bursts.items() if self._is_group(burst, calls)
        }
        self._expanded &= {key(burst_item) for burst_item in shown.values()}
        singles: list[Single] = [*snapshot.pending, *snapshot.proposals]
        items: list[Item] = []
        placed: set[str] = set()
        for item in sorted(singles, key=since):
            group = shown.get(_burst_of(item))
            if group is None:
                items.append(item)
            elif group.burst not in placed:
                placed.add(group.burst)
                items += [self._same(group), *group.calls]
        self.fold(items)

    def fold(self, items: Iterable[Item]) -> None:
        self._folding, self._rows_changed = True, False
        super().fold(items)
        self._folding = False
        if self._rows_changed:
            self.hidden_changed.emit()  # once, because the list looks at each row

    def _note_rows(self) -> None:
        self._rows_changed = True
        if not self._folding:
            self.hidden_changed.emit()

    def _is_group(self, burst: str, calls: list[PendingCall]) -> bool:
        """A single remaining call is a row of its own, unless its burst is selected."""
        return len(calls) > 1 or f"{_BURST_PREFIX}{burst}" in self.kept

    def _same(self, group: BurstItem) -> BurstItem:
        """Return the existing item if nothing about it has changed."""
        before = self.item(self.row(key(group)))
        return before if isinstance(before, BurstItem) and before == group else group

    def _add(self, items: list[Item]) -> None:
        """Insert a burst above its first call, and its calls below; append everything else."""
        last: list[Item] = []
        for burst, group in itertools.groupby(items, key=_burst_of):
            new = list(group)
            rows = [row for row, item in enumerate(self._items) if _burst_of(item) == burst] if burst else []
            if not rows:
                last += new
                continue
            if isinstance(new[0], BurstItem):
                self._insert(rows[0], new[:1])
                rows, new = [row + 1 for row in rows], new[1:]
            if new:
                self._insert(rows[-1] + 1, new)
        if last:
            super()._add(last)

    def key(self, item: Item) -> str:
        return key(item)

    def sentence(self, item: Item, gone: bool) -> str:
        text = sentence(item, gone, self.count_of(item) if isinstance(item, BurstItem) else 0)
        if isinstance(item, BurstItem):
            opened = key(item) in self._expanded
            text = f"{text}. {translate('BurstCards', 'expanded') if opened else translate('BurstCards', 'collapsed')}"
        denied = self.is_denied(key(item))
        return translate("CardModel", "Denied, can be undone: {0}").format(text) if denied else text

    # Bursts

    def burst_of(self, name: str) -> str:
        """Return the key of the burst's row above the call ``name``; "" if it has none."""
        item = self.item(self.row(name))
        above = f"{_BURST_PREFIX}{item.burst}" if isinstance(item, PendingCall) and item.burst else ""
        return above if above and self.row(above) >= 0 else ""

    def pending_of(self, item: BurstItem) -> list[PendingCall]:
        """Return the pending calls of a burst that are not denied."""
        return [pending for pending in item.calls if super(QueueModel, self).waits(pending.call.id)]

    def count_of(self, item: BurstItem) -> int:
        """Return how many calls of a burst are pending, or how many it had if none is."""
        return len(self.pending_of(item)) or len(item.calls)

    def expand(self, name: str, on: bool = True) -> None:
        """Show or hide the calls of a burst; nothing if it is gone."""
        if (name in self._expanded) != on and self.row(name) >= 0:
            (self._expanded.add if on else self._expanded.discard)(name)
            self.hidden_changed.emit()
            self.dataChanged.emit(self.index(self.row(name)), self.index(self.row(name)))

    def is_expanded(self, name: str) -> bool:
        """Return whether the calls of a burst are shown."""
        return name in self._expanded

    def is_hidden(self, row: int) -> bool:
        """Return whether the list does not show a row: its burst is collapsed, or the search does not match."""
        return self.is_collapsed(row) or not self.matches(row)

    def is_collapsed(self, row: int) -> bool:
        """Return whether the call in a row belongs to a collapsed burst."""
        item = self.item(row)
        above = self.burst_of(key(item)) if isinstance(item, PendingCall) else ""
        return bool(above) and above not in self._expanded

    # Search

    def search(self, text: str) -> None:
        """Show only the rows that contain every word, ignoring case, and bursts with such a call; all for ""."""
        self._search = text.casefold().split()
        if not self._search:
            self._searched_texts.clear()
        self.hidden_changed.emit()

    @property
    def is_searched(self) -> bool:
        """Whether a search hides items."""
        return bool(self._search)

    def matches(self, row: int) -> bool:
        """Return whether the search finds a row: the item itself, or a call of a burst."""
        item = self.item(row)
        if item is None or not self._search:
            return True
        return self._has(item) or (isinstance(item, BurstItem) and any(map(self._has, item.calls)))

    def _has(self, item: Item) -> bool:
        name = key(item)
        text = self._searched_texts.get(name)
        if text is None:
            text = self._searched_texts[name] = sentence(item).casefold()
        return all(word in text for word in self._search)

    def matching(self) -> int:
        """Return how many pending items that are not denied the search matches."""
        if not self._search:
            return self.waiting()
        return sum(
            self.waits(key(item)) and self.matches(row)
            for row, item in enumerate(self._items)
            if not isinstance(item, BurstItem)
        )

    def first_shown(self) -> str:
        """Return the key of the first row that is not hidden; "" if there is none."""
        return next((name for row, name in enumerate(self.names()) if not self.is_hidden(row)), "")

    def is_denied(self, name: str) -> bool:
        item = self.item(self.row(name))
        if not isinstance(item, BurstItem):
            return super().is_denied(name)
        left = [pending.call.id for pending in item.calls if self.row(pending.call.id) >= 0] if self._denied else []
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
        """Return the key of the first pending item that is not hidden, or ""."""
        return next((name for name in self.names() if self.waits(name) and not self.is_hidden(self.row(name))), "")

    def after(self, name: str) -> str:
        """Return the key of the next pending item after ``name``, else of the one before it; "" if there is none.

        Hidden rows do not count; after a burst comes what is after its calls.
        """
        row = self.row(name)
        item = self.item(row)
        own = {pending.call.id for pending in item.calls} if isinstance(item, BurstItem) else frozenset()
        for other in (*range(row + 1, len(self._items)), *range(row - 1, -1, -1)):
            name_after = key(self._items[other])
            if self.waits(name_after) and name_after not in own and not self.is_hidden(other):
                return name_after
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
            if any(self.row(pending.call.id) >= 0 for pending in item.calls):
                self.dataChanged.emit(self.index(self.row(above)), self.index(self.row(above)))
            else:
                self._remove(lambda each: each == above)

    def alike(self, name: str) -> list[str]:
        """Return the names of all pending calls of the same kind as the call ``name`` that the search matches."""
        shown_item = self.item(self.row(name))
        shown_item = shown_item.calls[0] if isinstance(shown_item, BurstItem) else shown_item
        if not isinstance(shown_item, PendingCall):
            return []
        kind = summary.kind(shown_item.call)
        same_kind = (item for item in self._items if isinstance(item, PendingCall) and summary.kind(item.call) == kind)
        names = [item.call.id for item in same_kind if self.waits(item.call.id)]
        return [name for name in names if self.matches(self.row(name))] if self._search else names

    def follows(self, row: int) -> bool:
        """Return whether the row is drawn as part of a group: of its burst, or of the same kind as the row above."""
        current, before = self.item(row), row - 1
        while not self.matches(before):
            before -= 1
        above = self.item(before)
        if isinstance(current, PendingCall) and self.burst_of(key(current)):
            return bool(self.item(self.row(self.burst_of(key(current)))).is_of_one_kind)
        return (
            isinstance(current, PendingCall)
            and isinstance(above, PendingCall)
            and summary.kind(current.call) == summary.kind(above.call)
        )


def tools_of(item: BurstItem) -> str:
    """Return the tools of a burst in short: the tool, or how many."""
    if len(item.tools) == 1:
        return untrusted_text.name(item.calls[0].call.tool)
    return translate("BurstCards", "%n tools", None, len(item.tools))


def counts_of(tools: Counter[str]) -> str:
    """Return how often each tool is called, for the most frequent ones."""
    return core_translation.join_list(
        f"{count}× {untrusted_text.name(tool)}" for tool, count in tools.most_common(_MAX_TOOLS)
    )


def inputs_of(item: BurstItem) -> str:
    """Return the arguments of a burst in short: what they share, or how often each tool is called."""
    if len(item.tools) > 1:
        return counts_of(item.tools)
    different = translate("BurstCards", "%n different inputs", None, len(item.calls))
    return item.same_input or (different if item.calls[0].call.arguments else "")


def servers_of(item: BurstItem) -> str:
    """Return the servers of a burst in short: the server, or how many."""
    if len(item.servers) == 1:
        return untrusted_text.name(item.calls[0].call.server)
    return translate("BurstCards", "%n servers", None, len(item.servers))


def sentence(item: Item, gone: bool = False, count: int = 0) -> str:
    """Return a card as one sentence, for screen readers. ``count``: number of a burst's pending calls."""
    if isinstance(item, BurstItem):
        text = translate("BurstCards", "%n calls: {0} on {1}, requested by {2}", None, count).format(
            tools_of(item), servers_of(item), untrusted_text.name(item.calls[0].call.client.id)
        )
        text = ". ".join(filter(None, (text, consequence.row_text(item.calls, spoken=True)[0])))
        return translate("CardModel", "Ended: {0}").format(text) if gone else text
    if isinstance(item, Proposal):
        text = translate("CardModel", "Change: {0}").format(untrusted_text.visible(core_translation.local(item.title)))
        less = consequence.change_text(item)[0]
        text = f"{text.rstrip('.。')}. {less}" if less else text
    else:
        call = item.call
        text = translate("CardModel", "{0} on {1}, requested by {2}").format(
            untrusted_text.name(call.tool), untrusted_text.name(call.server), untrusted_text.name(call.client.id)
        )
        parts = (text, consequence.row_text((item,), spoken=True)[0], summary.main_input(call.arguments))
        text = ". ".join(filter(None, parts))
    return translate("CardModel", "Ended: {0}").format(text) if gone else text
