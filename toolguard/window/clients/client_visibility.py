"""The tools that one client may see: a tree of servers and tools, each with a switch and its meaning in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView

from toolguard.services.interface import ServerView, ToolView
from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.lists.row_marks import MarkedRows

translate = QCoreApplication.translate

_PLACE_ROLE = Qt.ItemDataRole.UserRole
ALL = "*"
_MAX_NAMES_WIDTH = 480


class ToolPlace(tuple[str, str]):
    """A server and one of its tools, or ``*``. A separate class, because Qt converts plain tuples to lists."""

    __slots__ = ()


def requested_visibility(server: ServerView, tool: str, *, shown: bool) -> bool | None:
    """Return the value for ``tool.switch`` that shows or hides the tool; None for no switch, where none is needed."""
    without = True if tool == ALL else bool(server["own"] is not False)
    return None if shown == without else shown


def has_visible_tools(server: ServerView) -> bool:
    """Return whether the client may see a tool of the server, also one that it has not listed yet."""
    tools = any(tool["shown"] and tool["for_all"] for tool in server["tools"])
    return tools or bool(server["shown"] and server["for_all"])


class ClientVisibility(theme.ThemedWidget, MarkedRows, QTreeView):
    """``switched`` carries server, tool (or ``*``) and whether the client may see it."""

    switched = Signal(str, str, bool)

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[ServerView] = []
        self._filling = False
        self._model = QStandardItemModel(0, 2, self)
        self.setModel(self._model)
        self.setAccessibleName(self.tr("Client access"))
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setIndentation(theme.SPACE * 6)
        self.header().setStretchLastSection(True)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)  # a tool's name before its title
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._model.itemChanged.connect(self._changed)
        for moved in (self.expanded, self.collapsed):
            moved.connect(lambda _: self._fit())

    def show_servers(self, servers: list[ServerView]) -> None:
        """Show the result of ``client.show``. Expanded and selected items stay so."""
        if servers == self._shown:
            return
        self._shown = servers
        open_now = {self._place(index)[0] for index in self._server_indexes() if self.isExpanded(index)}
        current = self._place(self.currentIndex())
        self._filling = True
        self._model.removeRows(0, self._model.rowCount())
        for server in servers:
            self._model.appendRow(self._server(server))
        self._filling = False
        for index in self._server_indexes():
            self.setExpanded(index, self._place(index)[0] in open_now)
        self._choose(current)
        self._fit()

    def _server(self, server: ServerView) -> list[QStandardItem]:
        name = server["server"]
        first = self._item(ToolPlace((name, ALL)), untrusted_text.shortened(name), server)
        for tool in server["tools"]:
            title = untrusted_text.shortened(untrusted_text.own_title(tool["tool"], tool["title"]), 50)
            text = untrusted_text.shortened(tool["tool"])
            item = self._item(ToolPlace((name, tool["tool"])), f"{text} — {title}" if title else text, tool)
            first.appendRow([item, _text(_of_tool(tool))])
        return [first, _text(_of_server(server))]

    def _item(self, place: ToolPlace, text: str, view: ServerView | ToolView) -> QStandardItem:
        item = QStandardItem(text)
        item.setToolTip(untrusted_text.as_tool_tip(text))
        item.setData(place, _PLACE_ROLE)
        is_visible = view["shown"] and view["for_all"]
        item.setCheckState(Qt.CheckState.Checked if is_visible else Qt.CheckState.Unchecked)
        item.setCheckable(bool(view["for_all"]))  # what is hidden from all clients is switched on the page Tools
        item.setEnabled(bool(view["for_all"]))
        return item

    def _server_indexes(self) -> list[QModelIndex]:
        return [self._model.index(row, 0) for row in range(self._model.rowCount())]

    def _place(self, index: QModelIndex) -> ToolPlace:
        place = index.siblingAtColumn(0).data(_PLACE_ROLE)
        return place if isinstance(place, ToolPlace) else ToolPlace(("", ""))

    def _choose(self, place: ToolPlace) -> None:
        for top in self._server_indexes():
            below = [self._model.index(row, 0, top) for row in range(self._model.rowCount(top))]
            for index in (top, *below):
                if self._place(index) == place:
                    flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
                    self.selectionModel().setCurrentIndex(index, flags)

    def _changed(self, item: QStandardItem) -> None:
        place = item.data(_PLACE_ROLE)
        if not self._filling and isinstance(place, ToolPlace):
            self.switched.emit(place[0], place[1], item.checkState() == Qt.CheckState.Checked)

    def apply_colours(self, _colours: theme.Colours) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Restore the actual state after an order was refused."""
        shown, self._shown = self._shown, []
        self.show_servers(shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Fit the height to the content, because the page around it scrolls. Names leave space for what they mean.

        The width of the names is the same whatever is expanded, so that the second column never moves.
        """
        meanings = [_of_server(server) for server in self._shown]
        meanings += [_of_tool(tool) for server in self._shown for tool in server["tools"]]
        needed = max(map(self.fontMetrics().horizontalAdvance, meanings), default=0) + theme.SPACE * 6
        self.header().resizeSection(0, max(0, min(_MAX_NAMES_WIDTH, self.viewport().width() - needed)))
        rows = sum(
            1 + (self._model.rowCount(index) if self.isExpanded(index) else 0) for index in self._server_indexes()
        )  # fmt: skip
        height = self.sizeHintForRow(0) if self._model.rowCount() else 0
        self.setFixedHeight(max(1, rows) * max(height, 1) + theme.SPACE * 2)


def _text(text: str) -> QStandardItem:
    item = QStandardItem(text)
    item.setForeground(QBrush(QColor(theme.colours().quiet)))
    return item


def _of_server(server: ServerView) -> str:
    if not server["for_all"]:
        return translate("ClientVisibility", "hidden from all clients")
    tools = server["tools"]
    visible_count = sum(1 for tool in tools if tool["shown"] and tool["for_all"])
    if not server["shown"]:
        return (
            translate("ClientVisibility", "only %n tools", None, visible_count)
            if visible_count
            else translate("ClientVisibility", "no tools")
        )
    if visible_count < len(tools):
        return translate("ClientVisibility", "all except %n tools", None, len(tools) - visible_count)
    return translate("ClientVisibility", "all tools")


def _of_tool(tool: ToolView) -> str:
    if not tool["for_all"]:
        return translate("ClientVisibility", "hidden from all clients")
    return translate("ClientVisibility", "visible") if tool["shown"] else translate("ClientVisibility", "hidden")
