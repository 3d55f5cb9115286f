"""Tree of servers with their tools: tools that clients see are checked, and can be unchecked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from PySide6.QtCore import QT_TRANSLATE_NOOP, QAbstractItemModel, QCoreApplication, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView

from toolguard.gate.policy.declared_effects import EFFECTS, Effect, declared_effect
from toolguard.services.interface import ShortTool, ToolsOfServer
from toolguard.window import core_translation, theme
from toolguard.window.approval.consequence import effect_text
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import icons, time_format
from toolguard.window.widgets.lists.columns import SOURCE_ROLE, Index
from toolguard.window.widgets.lists.fitted_header import CellDelegate, Column, FittedHeader
from toolguard.window.widgets.lists.row_marks import MarkedRows

translate = QCoreApplication.translate

COLUMNS = (
    Column("name", characters=16, usual=46), Column("text", optional=True, characters=16),
    Column("fact", optional=True), Column("fact", optional=True), Column("text", optional=True, characters=22),
)  # fmt: skip
"""A narrow tree leaves out the titles first, which few tools have, and the effects last: the icons show them, too."""
HEADERS: tuple[Any, ...] = (
    QT_TRANSLATE_NOOP("ToolTree", "Tools visible to clients"), QT_TRANSLATE_NOOP("ToolTree", "Declared effect"),
    QT_TRANSLATE_NOOP("ToolTree", "Today"), QT_TRANSLATE_NOOP("ToolTree", "Last used"),
    QT_TRANSLATE_NOOP("ToolTree", "Title"),
)  # fmt: skip
EFFECT, TODAY, LAST_USED, TITLE = range(1, len(HEADERS))
_EFFECT_ICONS: dict[Effect, str] = {"reads": "tool", "changes": "tool", "undeclared": "unknown", "destroys": "danger"}
_SIGNS = (
    ("tool", "quiet"), ("tool", "caution"), ("unknown", "text"), ("danger", "danger"), ("caution", "caution"),
    ("caution", "danger"), ("session", "quiet"), ("gone", "quiet"),
)  # fmt: skip
Key = tuple[str, str]
"""A server and one of its tools; "" instead of a tool means the server itself."""


@dataclass(slots=True)
class ToolUsage:
    """From the log: calls of today, and when each tool was called last (seconds since the epoch)."""

    today: dict[Key, int] = field(default_factory=dict)
    last: dict[Key, float] = field(default_factory=dict)


@dataclass(slots=True)
class ServerBranch:
    """One server: its result of the order, and those of its tools that are shown now."""

    tools_of_server: ToolsOfServer
    tools: list[ShortTool]


def oddity(tool: ShortTool) -> str:
    """Return why a tool needs attention in a few words; "" if it does not."""
    if doubt := untrusted_text.first_doubt(tool["name"]):
        return doubt
    if tool["twice"]:
        return translate("ToolTree", "Listed twice")
    return translate("ToolTree", "Changed") if tool["changed"] or tool["allowed"] == "as it was" else ""


def oddities(tool: ShortTool) -> list[str]:
    """Return what is suspicious about a tool, one sentence each."""
    texts = list(untrusted_text.doubts(tool["name"]))
    if tool["allowed"] == "as it was":
        texts.append(translate("ToolTree", "The tool changed since you allowed it, so your rule no longer applies."))
    elif tool["changed"]:
        texts.append(translate("ToolTree", "The server changed this tool."))
    if tool["twice"]:
        texts.append(translate("ToolTree", "The server lists two tools with this name. A call may reach either one."))
    return texts


Filter = Literal["all", "review", "undeclared"]
FILTERS: dict[Filter, tuple[Any, Callable[[ShortTool], bool]]] = {
    "all": (QT_TRANSLATE_NOOP("ToolTree", "All tools"), lambda _tool: True),
    "review": (QT_TRANSLATE_NOOP("ToolTree", "To review"), lambda tool: bool(oddity(tool))),
    "undeclared": (QT_TRANSLATE_NOOP("ToolTree", "No declared effect"), lambda tool: _effect(tool) == "undeclared"),
}
"""Which tools are shown: the words for it, and whether a tool is one of them."""


def find(servers: list[ToolsOfServer], text: str, shown: Filter = "all") -> list[ServerBranch]:
    """Return the servers and tools that match every word of ``text`` and are ``shown``; a server that matches has all
    of these tools.
    """
    words = text.casefold().split()
    is_shown = FILTERS[shown][1]
    branches = []
    for entry in servers:
        matches = all(word in entry["name"].casefold() for word in words)
        fitting = (tool for tool in entry["tools"] if matches or _fits(tool, entry["name"], words))
        tools = [tool for tool in fitting if is_shown(tool)]
        if tools or (matches and shown == "all"):
            branches.append(ServerBranch(entry, tools))
    return branches


def _fits(tool: ShortTool, server: str, words: list[str]) -> bool:
    text = "\n".join((server, tool["name"], tool["title"], tool["about"])).casefold()
    return all(word in text for word in words)


class ToolModel(QAbstractItemModel):
    """Servers at the top level, tools below. `switched` carries what the person wants; nothing changes here."""

    switched = Signal(str, str, bool)
    """Server, tool ("" for all of the server's), and whether clients should see it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._branches: list[ServerBranch] = []
        self._all_branches: list[ServerBranch] = []
        self._sorted: tuple[int, bool] | None = None
        self._uses = ToolUsage()
        self._icons: dict[tuple[str, str], QIcon] = {}
        self._colours = theme.LIGHT

    def show_branches(self, branches: list[ServerBranch]) -> bool:
        """Show these; return False if rows were added, removed or moved, so that the view must restore its position."""
        self._all_branches = branches
        branches = [self._in_order(branch) for branch in branches]
        same = [_names(branch) for branch in branches] == [_names(branch) for branch in self._branches]
        if same and branches != self._branches:
            self._branches = branches
            self._all_changed()
        elif not same:
            self.beginResetModel()
            self._branches = branches
            self.endResetModel()
        return same

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort the tools of each server; -1 is the server's own order."""
        self._sorted = None if column < 0 else (column, order == Qt.SortOrder.DescendingOrder)
        self.layoutAboutToBeChanged.emit()
        old = self.persistentIndexList()
        keys = [self.key(index) or ("", "") for index in old]
        self._branches = [self._in_order(branch) for branch in self._all_branches]
        new = [self.place(key).siblingAtColumn(index.column()) for key, index in zip(keys, old, strict=True)]
        self.changePersistentIndexList(old, new)
        self.layoutChanged.emit()

    def _in_order(self, branch: ServerBranch) -> ServerBranch:
        if self._sorted is None:
            return branch
        column, descending = self._sorted
        server = branch.tools_of_server["name"]

        def value(tool: ShortTool) -> Any:
            if column == EFFECT:
                return EFFECTS.index(declared_effect(tool["hints"])), oddity(tool)
            if column == TODAY:
                return self._uses.today.get((server, tool["name"]), 0)
            if column == LAST_USED:
                return self._uses.last.get((server, tool["name"]), 0.0)
            return (tool["name"] if column == 0 else tool["title"]).casefold()

        return ServerBranch(branch.tools_of_server, sorted(branch.tools, key=value, reverse=descending))

    def show_uses(self, uses: ToolUsage) -> None:
        """Show how often tools were used."""
        if uses != self._uses:
            self._uses = uses
            self._all_changed()

    def _all_changed(self) -> None:
        for row, branch in enumerate(self._branches):
            top = self.index(row, 0)
            self.dataChanged.emit(top, self.index(row, len(HEADERS) - 1))
            if branch.tools:
                last = self.index(len(branch.tools) - 1, len(HEADERS) - 1, top)
                self.dataChanged.emit(self.index(0, 0, top), last)

    def apply_colours(self, colours: theme.Colours) -> None:
        """Draw the icons in new colours from now on."""
        self._colours = colours
        self._icons = {(sign, tone): icons.icon(sign, getattr(colours, tone)) for sign, tone in _SIGNS}

    # Rows

    def key(self, index: Index) -> Key | None:
        """Return server and tool of an index, the tool "" for a server; None if the index is invalid."""
        if not index.isValid():
            return None
        branch, tool = self._node_of(index)
        return (branch.tools_of_server["name"], tool["name"] if tool is not None else "")

    def place(self, key: Key) -> QModelIndex:
        """Return the index of a key; an invalid one if it is not shown."""
        for row, branch in enumerate(self._branches):
            if branch.tools_of_server["name"] == key[0]:
                top = self.index(row, 0)
                if not key[1]:
                    return top
                for below, tool in enumerate(branch.tools):
                    if tool["name"] == key[1]:
                        return self.index(below, 0, top)
        return QModelIndex()

    def count(self) -> int:
        """Return how many tools are shown."""
        return sum(len(branch.tools) for branch in self._branches)

    def _node_of(self, index: Index) -> tuple[ServerBranch, ShortTool | None]:
        parent = index.internalId()
        if parent == 0:
            return self._branches[index.row()], None
        branch = self._branches[parent - 1]
        return branch, branch.tools[index.row()]

    # Implementation of QAbstractItemModel

    def index(self, row: int, column: int, parent: Index | None = None) -> QModelIndex:
        if parent is None or not parent.isValid():
            return self.createIndex(row, column, 0) if 0 <= row < len(self._branches) else QModelIndex()
        if parent.internalId() != 0 or not 0 <= row < len(self._branches[parent.row()].tools):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1)

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        above = index.internalId() if index.isValid() else 0
        return self.createIndex(above - 1, 0, 0) if above else QModelIndex()

    def rowCount(self, parent: Index | None = None) -> int:
        if parent is None or not parent.isValid():
            return len(self._branches)
        if parent.column() or parent.internalId() != 0:
            return 0
        return len(self._branches[parent.row()].tools)

    def columnCount(self, _parent: Index | None = None) -> int:
        return len(HEADERS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return translate("ToolTree", HEADERS[section])
        if role == SOURCE_ROLE:
            return HEADERS[section]
        if role == Qt.ItemDataRole.ToolTipRole and section == EFFECT:
            return translate("ToolTree", "Declared by the server, not verified")
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        can_switch = index.column() == 0 and not _is_off(*self._node_of(index))
        return flags | Qt.ItemFlag.ItemIsUserCheckable if can_switch else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        which = Qt.ItemDataRole
        branch, tool = self._node_of(index)
        first = index.column() == 0
        if role == which.DisplayRole:
            return self._text(branch, tool, index.column())
        if role == which.CheckStateRole and first:
            return _ticked(branch, tool)
        if role == which.ToolTipRole and index.column() in (0, EFFECT):
            return untrusted_text.as_tool_tip(_tool_tip(branch, tool))
        if role == which.ToolTipRole and index.column() == TODAY and tool is None:
            return self._unlisted_uses(branch)
        if role == which.DecorationRole and first:
            return self._icons.get(_sign(branch, tool))
        if role == which.FontRole and first:
            return theme.mono() if tool is not None else theme.sized(1, weight=QFont.Weight.DemiBold)
        if role == which.ForegroundRole and index.column() == EFFECT and tool is not None:
            return QColor(getattr(self._colours, _tone(tool)))
        if role == which.AccessibleTextRole:
            return self._spoken(branch, tool, index.column())
        return None

    def setData(self, index: Index, _value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        branch, tool = self._node_of(index)
        if _is_off(branch, tool):
            return False
        shown = tool["exposed"] if tool is not None else _ticked(branch, tool) == Qt.CheckState.Checked
        self.switched.emit(branch.tools_of_server["name"], tool["name"] if tool is not None else "", not shown)
        return True

    def _unlisted_uses(self, branch: ServerBranch) -> str | None:
        """Return how many calls of today are of tools that the server does not list now; None for none."""
        server, listed = branch.tools_of_server["name"], {tool["name"] for tool in branch.tools_of_server["tools"]}
        uses = sum(count for (used, tool), count in self._uses.today.items() if used == server and tool not in listed)
        text = translate("ToolTree", "Of tools no longer listed: %Ln", None, uses)
        return text if uses else None

    def _spoken(self, branch: ServerBranch, tool: ShortTool | None, column: int) -> str:
        """Return a cell for screen readers, which cannot see that it is empty."""
        if column == 0:
            return _sentence(branch, tool)
        return self._text(branch, tool, column) or "–"

    def _text(self, branch: ServerBranch, tool: ShortTool | None, column: int) -> str:
        entry = branch.tools_of_server
        key = (entry["name"], tool["name"] if tool is not None else "")
        match column:
            case 0:
                if tool is None:
                    parts = (untrusted_text.short_name(key[0], 60), to_review(entry), summary(entry))
                    return " · ".join(filter(None, parts))
                return untrusted_text.short_name(key[1], 120)
            case _ if column == EFFECT:
                return _effect_and_oddity(tool) if tool is not None else ""
            case _ if column == TITLE:
                return _title(tool) if tool is not None else ""
            case _ if column == TODAY:
                uses = self._uses.today
                count = (
                    uses.get(key, 0)
                    if tool is not None
                    else sum(uses[use_key] for use_key in uses if use_key[0] == key[0])
                )
                return str(count) if count else ""
        times = self._uses.last
        last = (
            times.get(key, 0.0)
            if tool is not None
            else max((times[use] for use in times if use[0] == key[0]), default=0.0)
        )
        return time_format.day(last) if last else ""


def empty_columns(servers: Sequence[ToolsOfServer], uses: ToolUsage) -> frozenset[int]:
    """Return which of the columns after the name would say nothing about any of ``servers``."""
    tools = [tool for server in servers for tool in server["tools"]]
    texts = {
        EFFECT: bool(tools),
        TITLE: any(map(_title, tools)),
        TODAY: any(uses.today.values()),
        LAST_USED: any(uses.last.values()),
    }
    return frozenset(column for column, has_text in texts.items() if not has_text)


def _title(tool: ShortTool) -> str:
    title = untrusted_text.shortened(untrusted_text.own_title(tool["name"], tool["title"]), 80)
    if not tool["pages_only"]:
        return title
    for_pages = translate("ToolTree", "for pages")
    return f"{title} · {for_pages}" if title else for_pages


def _names(branch: ServerBranch) -> tuple[str, list[str]]:
    return branch.tools_of_server["name"], [tool["name"] for tool in branch.tools]


def visibility(tool: ShortTool) -> Qt.CheckState:
    """Return whether clients see a tool; partially if it is hidden from some."""
    state = Qt.CheckState.PartiallyChecked if tool["hidden_from"] else Qt.CheckState.Checked
    return state if tool["exposed"] else Qt.CheckState.Unchecked


def _is_off(branch: ServerBranch, tool: ShortTool | None) -> bool:
    """Return whether a row is that of a server that is turned off."""
    return tool is None and not branch.tools_of_server["enabled"]


def _ticked(branch: ServerBranch, tool: ShortTool | None) -> Qt.CheckState:
    """Return whether clients see a tool, or those of a server; none of a server that is turned off."""
    if tool is not None:
        return visibility(tool)
    entry = branch.tools_of_server
    if _is_off(branch, tool):
        return Qt.CheckState.Unchecked
    shown = sum(1 for tool in entry["tools"] if tool["exposed"])
    if entry["tools"] and 0 < shown < len(entry["tools"]):
        return Qt.CheckState.PartiallyChecked
    return Qt.CheckState.Checked if (shown if entry["tools"] else entry["exposed"]) else Qt.CheckState.Unchecked


def _hidden_from(tool: ShortTool | None) -> str:
    """Return from which clients a visible tool is hidden; "" for none."""
    if tool is None or not (tool["exposed"] and tool["hidden_from"]):
        return ""
    names = untrusted_text.shortened(core_translation.join_list(tool["hidden_from"]), 120)
    return translate("ToolTree", "Hidden from {0}").format(names)


def _tool_tip(branch: ServerBranch, tool: ShortTool | None) -> str:
    """Return why a tool needs attention, what it declares, and from whom it is hidden; of a server, which tools do."""
    if tool is not None:
        return "\n".join(filter(None, (*oddities(tool), _declared(tool), _hidden_from(tool))))
    off = translate("ToolTree", "Clients see no tools of a server that is turned off.")
    names = [untrusted_text.short_name(tool["name"], 60) for tool in branch.tools_of_server["tools"] if oddity(tool)]
    listed = translate("ToolTree", "To review: {0}").format(core_translation.join_list(names)) if names else ""
    return off if _is_off(branch, tool) else untrusted_text.shortened(listed, 400)


def _effect(tool: ShortTool | None) -> Effect:
    """Return the declared effect of a tool; "reads" for a server's row, which shows none."""
    return declared_effect(tool["hints"]) if tool is not None else "reads"


def _declared(tool: ShortTool) -> str:
    effect = _effect(tool)
    if effect == "undeclared":
        return translate("ToolTree", "The server declares no effect. The tool may change or delete data.")
    return translate("ToolTree", "Declared effect, not verified: {0}").format(effect_text(effect)[0])


def _tone(tool: ShortTool) -> str:
    """Return the more severe tone of what a tool declares and of why it needs attention. Only "Reads" is quiet here."""
    effect = _effect(tool)
    tone = "text" if effect == "undeclared" else effect_text(effect)[1]
    return "caution" if oddity(tool) and tone != "danger" else tone


def _effect_and_oddity(tool: ShortTool) -> str:
    """Return the declared effect of a tool, and why it needs attention, if it does."""
    return " · ".join(filter(None, (effect_text(_effect(tool))[0], oddity(tool))))


def _needs_review(entry: ToolsOfServer) -> bool:
    return bool(entry["changed"]) or any(map(oddity, entry["tools"]))


def to_review(*servers: ToolsOfServer) -> str:
    """Return how many tools need a review; "" for none."""
    count = sum(entry["changed"] for entry in servers)
    count += sum(1 for entry in servers for tool in entry["tools"] if oddity(tool) and not tool["changed"])
    return translate("ToolTree", "%n to review", None, count) if count else ""


def _sign(branch: ServerBranch, tool: ShortTool | None) -> tuple[str, str]:
    """Return the icon of a row and its tone: of a tool, that of its effect, whose column may have no space."""
    if tool is not None:
        return "caution" if oddity(tool) else _EFFECT_ICONS[_effect(tool)], _tone(tool)
    if _needs_review(branch.tools_of_server):
        return "caution", "caution"
    return "session" if branch.tools_of_server["enabled"] else "gone", "quiet"


def summary(entry: ToolsOfServer) -> str:
    """Return the text of a server's row."""
    if not entry["enabled"]:
        return translate("ToolTree", "off")
    if not entry["tools"]:
        return translate("ToolTree", "no tools") if entry["seen"] else translate("ToolTree", "not listed yet")
    states = [visibility(tool) for tool in entry["tools"]]
    count, hidden = len(states), states.count(Qt.CheckState.Unchecked)
    text = translate("ToolTree", "1 tool") if count == 1 else translate("ToolTree", "%n tools", None, count)
    text = translate("ToolTree", "{0}, {1} hidden").format(text, str(hidden)) if hidden else text
    partly = states.count(Qt.CheckState.PartiallyChecked)
    return translate("ToolTree", "{0}, {1} partly hidden").format(text, str(partly)) if partly else text


def _sentence(branch: ServerBranch, tool: ShortTool | None) -> str:
    """Return a row for screen readers; they read the check box themselves."""
    if tool is None:
        entry = branch.tools_of_server
        text = translate("ToolTree", "{0}, {1}").format(untrusted_text.visible(entry["name"]), summary(entry))
        return translate("ToolTree", "{0}, needs review").format(text) if _needs_review(entry) else text
    text = untrusted_text.short_name(tool["name"], 120)
    if tool["pages_only"]:
        text = translate("ToolTree", "{0}, for pages").format(text)
    if oddity(tool):
        text = translate("ToolTree", "{0}, needs review").format(text)
    return ", ".join(filter(None, (text, _hidden_from(tool))))


class BranchDelegate(CellDelegate):
    """Elides a tool's name in the middle. A name spans the empty cells beside it."""

    def __init__(self, tree: QTreeView) -> None:
        super().__init__(tree)
        self._tree = tree

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if index.column() == 0 and index.parent().isValid():
            option.textElideMode = Qt.TextElideMode.ElideMiddle

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        last = self._last_spanned(index)
        if index.column() > last or not last:
            super().paint(painter, option, index)
            return
        name = index.sibling(index.row(), 0)
        whole = QStyleOptionViewItem(option)
        whole.rect = self._tree.visualRect(name)
        whole.rect.setRight(self._tree.columnViewportPosition(last) + self._tree.columnWidth(last) - 1)
        painter.save()
        painter.setClipRect(option.rect, Qt.ClipOperation.IntersectClip)  # each cell can be painted alone
        super().paint(painter, whole, name)
        painter.restore()

    def _last_spanned(self, index: Index) -> int:
        """Return the last column that the name in a row spans."""
        last = 0
        for column in range(1, len(HEADERS)):
            if index.sibling(index.row(), column).data():
                break
            if not self._tree.isColumnHidden(column):
                last = column
        return last


class ToolTree(MarkedRows, QTreeView):
    """The tree. Space toggles the row that has the focus, whichever column is current."""

    def __init__(self, model: ToolModel) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Servers and their tools"))
        self.setModel(model)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setIndentation(theme.SPACE * 4)
        self.head = FittedHeader(self, "tools", COLUMNS)
        for column in range(len(HEADERS)):
            self.setItemDelegateForColumn(column, BranchDelegate(self))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() == Qt.Key.Key_Space and index.isValid():
            self.model().setData(index.siblingAtColumn(0), None, Qt.ItemDataRole.CheckStateRole)
            return
        super().keyPressEvent(event)
