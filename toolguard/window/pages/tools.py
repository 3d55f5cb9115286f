"""The page Tools: the tools of every server, what clients see of them, and the switches for that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from PySide6.QtCore import QCoreApplication, QDateTime, QItemSelectionModel, QModelIndex, QTimer
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLineEdit, QMenu, QWidget

from toolguard.services.interface import RefusedError, ShownTool, ToolsOfServer
from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import PageContext
from toolguard.window.policy.definition_review import DefinitionReview
from toolguard.window.policy.switching import VisibilityChange, VisibilityChanges
from toolguard.window.policy.tool_detail import ServerToolsDetail, ToolDetail
from toolguard.window.policy.tool_tree import (
    FILTERS,
    Filter,
    Key,
    ToolModel,
    ToolTree,
    ToolUsage,
    empty_columns,
    find,
    to_review,
)
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.frame.page_header import PageHeader
from toolguard.window.widgets.layout.boxes import stacked, vbox
from toolguard.window.widgets.layout.splitter import Splitter
from toolguard.window.widgets.lists.list_search import ListSearch
from toolguard.window.widgets.notice import UNDO_DURATION
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.refresh import RefreshingPage
from toolguard.window.widgets.text_label import inset, pane

SEARCH_DELAY_MS = 150
"""Milliseconds without a key press until a search starts."""
_MAX_CLIENTS = 200  # names of clients in the log


class ToolsPage(theme.ThemedWidget, RefreshingPage):
    """A tree of servers and tools, the selected one beside it. The view stays until new data has arrived."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self._servers: list[ToolsOfServer] = []
        self._is_loaded = False
        self._chosen: Key = ("", "")
        self._full: ShownTool | None = None
        self._looks: dict[str, str] = {}
        self._looking: set[str] = set()
        self._uses = ToolUsage()
        self._switching = VisibilityChanges(context.core_link.run)
        self.model = ToolModel(self)
        self.model.switched.connect(self._switch)
        self.tree = ToolTree(self.model)
        self.tree.selectionModel().currentChanged.connect(self._choose)
        self.tool, self.server = ToolDetail(), ServerToolsDetail()
        self._reviewing = False
        self._connect()
        self._lay_out()
        self.update_colours()

    def _connect(self) -> None:
        self.search = ListSearch(self.tr("Search names and descriptions…"), self.tree)
        self.search.setAccessibleName(self.tr("Search tools"))
        self._pause = QTimer(self, singleShot=True, interval=SEARCH_DELAY_MS)
        self._pause.timeout.connect(self._fill)
        self.search.textChanged.connect(lambda _: self._pause.start())
        self.filter: Filter = "all"
        self.filter_button = push_button(kind="flat", tip=self.tr("Filter the tools"))
        menu, group = QMenu(self.filter_button), QActionGroup(self)
        for name, (text, _) in FILTERS.items():
            action = QAction(QCoreApplication.translate("ToolTree", text), menu, checkable=True)
            action.triggered.connect(lambda _=False, name=name: self.show_only(name))
            group.addAction(action)
            menu.addAction(action)
        self.filter_button.setMenu(menu)
        self.to_review = push_button(kind="link", clicked=self._show_reviews)
        self.look = push_button(self.tr("Refresh all"), clicked=self.look_at_all)
        self.tool.switched.connect(lambda on: self._switch(*self._chosen, on))
        self.tool.clients.switched.connect(self._switch_client)
        self.tool.calls.clicked.connect(lambda: self.context.go("audit", "server:{}\ntool:{}".format(*self._chosen)))
        self.tool.rules.clicked.connect(lambda: self.context.go("rules", f"tool:{self._chosen[1]}"))
        self.tool.review.clicked.connect(self.review_changes)
        self.server.review.clicked.connect(self.review_changes)
        self.server.look.clicked.connect(lambda: self._list_tools(self._chosen[0]))
        self.server.tool_chosen.connect(lambda tool: self.choose(self._chosen[0], tool))
        self.server.server.clicked.connect(lambda: self.context.go("servers", self._chosen[0]))

    @cached_property
    def review(self) -> DefinitionReview:
        """The review of changed tools, which is created on first use."""
        review = DefinitionReview()
        review.not_now.clicked.connect(self._end_review)
        review.accepted.connect(lambda: self.spawn(self._accept_changes))
        return self.add_view(self.right, review)

    def _lay_out(self) -> None:
        self._none = EmptyState(
            "tool", self.tr("No servers yet"),
            self.tr("Tools of your servers appear here, each with a check box."),
        )  # fmt: skip
        self._none.add_action(self.tr("Add server")).clicked.connect(lambda: self.context.go("servers", ""))
        self._unknown = EmptyState(
            "tool", self.tr("No tools yet"),
            self.tr("Connect a client, or refresh to fetch the tools now."),
        )  # fmt: skip
        self._unknown.add_action(self.tr("Fetch tools now")).clicked.connect(self.look_at_all)
        self._unmatched = EmptyState("search", self.tr("No results"), self.tr("No tool matches."))
        self._unmatched.add_action(self.tr("Show all tools"), kind="").clicked.connect(self._show_all)
        self.left = stacked(inset(self.tree), self._unmatched)
        self.right = stacked(pane(), self.tool, self.server)
        self.right.currentChanged.connect(lambda _: self._show_right())
        self.right.hide()  # until something is selected, the names have all the space
        self.splitter = Splitter(self.context.settings, "tools/splitter", self.left, self.right, (560, 500))
        self.body = stacked(pane(), self.splitter, self._none, self._unknown)
        vbox(self._head(), (self.body, 1), parent=self, spacing=0)

    def _head(self) -> QWidget:
        head = PageHeader(self.tr("Tools"))
        self.count = head.count
        head.add_count(self.to_review)
        head.add(self.search, self.filter_button, self.look)
        self.show_only("all")
        head.add_below(self.error_label)
        return head

    def show_only(self, shown: Filter) -> None:
        """Show only these tools, with the search."""
        self.filter = shown
        text = QCoreApplication.translate("ToolTree", FILTERS[shown][0])
        self.filter_button.setText(text)
        self.filter_button.setAccessibleName(self.tr("Filter: {0}").format(text))
        self.filter_button.menu().actions()[list(FILTERS).index(shown)].setChecked(True)
        self._fill()

    def _show_reviews(self) -> None:
        self.search.clear()
        self.show_only("review")
        self.tree.setFocus()

    def _show_all(self) -> None:
        self.search.clear()
        self.show_only("all")

    # Reading

    async def read(self) -> None:
        answered = self._switching.answered()
        result = await self.context.core_link.run(lambda core: core.tools.all())
        self._switching.forget(answered)
        self._servers = [
            self._switching.server(server) for server in sorted(result, key=lambda server: server["name"].casefold())
        ]
        self._is_loaded = True
        self._fill()
        await self._read_uses()
        await self._show_chosen()

    async def _read_uses(self) -> None:
        reading = self.context.reading
        if reading is None:
            return
        midnight = QDateTime.currentDateTime().date().startOfDay().toSecsSinceEpoch()
        places = [(server["name"], tool["name"]) for server in self._servers for tool in server["tools"]]
        self._uses = ToolUsage(await reading.today(float(midnight)), await reading.last_used(places))
        self.model.show_uses(self._uses)
        self._leave_out_empty_columns()

    def _leave_out_empty_columns(self) -> None:
        """Leave out what is empty for every tool; a search does not count, so that it moves no column."""
        self.tree.head.leave_out(empty_columns(self._servers, self._uses))

    def _fill(self) -> None:
        """Show what matches the search; selection, expanded rows and scroll position stay."""
        if not self._is_loaded:
            return
        text = self.search.text()
        branches = find(self._servers, text, self.filter)
        closed = self._closed()
        scrolled = self.tree.verticalScrollBar().value()
        if not self.model.show_branches(branches):
            self.tree.expandAll()
            for name in closed if not text.strip() and self.filter == "all" else ():
                self.tree.setExpanded(self.model.place((name, "")), False)
            self.reselect()
            self.tree.verticalScrollBar().setValue(scrolled)
        self._leave_out_empty_columns()
        count = self.model.count()
        self.count.setText(self.tr("1 tool") if count == 1 else self.tr("%Ln tools", "", count))
        self.to_review.setText(to_review(*self._servers))
        self.to_review.setVisible(bool(self.to_review.text()) and self.filter != "review")
        self.left.setCurrentIndex(0 if branches else 1)
        self._show_right()
        any_tool = any(server["tools"] for server in self._servers)
        some = any_tool or bool(self._looking or self._looks)
        self.body.setCurrentWidget((self.splitter if some else self._unknown) if self._servers else self._none)
        for widget in (self.search, self.filter_button, self.look):
            widget.setVisible(bool(self._servers) and some)
        self.count.setVisible(bool(self._servers) and some)

    def _show_right(self) -> None:
        """Show the selected item beside the tree; nothing if none is selected or nothing matches."""
        self.right.setVisible(self.right.currentIndex() > 0 and self.left.currentIndex() == 0)

    def _closed(self) -> list[str]:
        rows = [self.model.index(row, 0) for row in range(self.model.rowCount())]
        return [self.model.key(row)[0] for row in rows if not self.tree.isExpanded(row)]  # type: ignore[index]

    def reselect(self) -> None:
        """Restore the selection after rows came or went, if it still exists."""
        index = self.model.place(self._chosen)
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.tree.selectionModel().setCurrentIndex(index, flags)

    # Selection

    def _choose(self, index: QModelIndex) -> None:
        key = self.model.key(index)
        if key is not None and key != self._chosen:
            self._chosen = key
            self._reviewing = False
            self.spawn(self._show_chosen)

    def choose(self, server: str, tool: str = "") -> None:
        """Select a tool, or the server itself; nothing if the tree does not have it."""
        index = self.model.place((server, tool))
        if index.isValid():
            self.tree.setCurrentIndex(index)
            self.tree.scrollTo(index)

    def open(self, about: str) -> None:
        """``server`` or ``server/tool``."""
        server, _, tool = about.partition("/")
        self._show_all()
        self._chosen = (server, tool)
        self.spawn(self._open, server, tool)

    async def _open(self, server: str, tool: str) -> None:
        await self.renewal.now()
        self.choose(server, tool)

    async def _show_chosen(self) -> None:
        server, tool = self._chosen
        shown = next((shown for shown in self._servers if shown["name"] == server), None)
        if shown is None:
            self.right.setCurrentIndex(0)
        elif self._reviewing and shown["changed"]:
            await self._show_review(server)
        elif not tool:
            self.server.show_server(shown, looking=server in self._looking, news=self._looks.get(server, ""))
            self.right.setCurrentWidget(self.server)
        elif any(entry["name"] == tool for entry in shown["tools"]):
            await self._show_tool(server, tool)
        else:
            self.right.setCurrentIndex(0)

    async def _show_tool(self, server: str, tool: str) -> None:
        reading = self.context.reading
        clients = (await reading.values("client"))[:_MAX_CLIENTS] if reading is not None else []
        fits = [name for name in clients if name and len(name) <= 512]
        shown = await self.context.core_link.run(lambda core: core.tools.show(server, tool, fits))
        entry = next((entry for entry in self._servers if entry["name"] == server), None)
        if self._chosen == (server, tool) and entry is not None:
            shown = self._switching.tool(shown, entry)
            before = self._full
            another = before is None or (before["server"], before["name"]) != (server, tool)
            self._full = shown
            self.tool.show_tool(shown, self._uses.today.get(self._chosen, 0), self._uses.last.get(self._chosen, 0.0))
            self.right.setCurrentWidget(self.tool)
            if another:
                self.tool.body.verticalScrollBar().setValue(0)

    # Changed definitions

    def review_changes(self) -> None:
        """Show what the selected server changed, in place of the selected tool."""
        self._reviewing = True
        self.spawn(self._show_chosen)

    async def _show_review(self, server: str) -> None:
        changed = await self.context.core_link.run(lambda core: core.tools.review(server))
        if self._reviewing and self._chosen[0] == server:
            self.review.show_changes(server, changed)
            self.right.setCurrentWidget(self.review)

    def _end_review(self) -> None:
        self._reviewing = False
        self.spawn(self._show_chosen)

    async def _accept_changes(self) -> None:
        server, changes = self._chosen[0], self.review.chosen()
        try:
            await self.context.core_link.run(lambda core: core.tools.update(server, changes=changes))
        except RefusedError as why:
            self.review.refuse(str(why))
        else:
            self._reviewing = False
        await self.renewal.now()

    # Switches

    def _switch(self, server: str, tool: str, on: bool) -> None:
        entry = next((entry for entry in self._servers if entry["name"] == server), None)
        if entry is None:
            return
        text = self.tr("{0} is now visible to clients.") if on else self.tr("{0} is now hidden from clients.")
        if not tool:
            text = self.tr("All tools of {0} are now visible.") if on else self.tr("All tools of {0} are now hidden.")
            new, old = {} if on else {"*": False}, entry["switches"]
            self._change(
                VisibilityChange(server, switches=new), VisibilityChange(server, switches=old), text.format(server)
            )
            return
        # "On" means as its server if that is on; a switch of its own would outlive the server's next switch.
        exposed = (None if entry["exposed"] else True) if on else False
        before = entry["switches"].get(tool)
        self._change(
            VisibilityChange(server, tool, exposed=exposed),
            VisibilityChange(server, tool, exposed=before),
            text.format(tool),
        )

    def _switch_client(self, client: str, on: bool) -> None:
        server, tool = self._chosen
        clients = self._full["clients"] if self._full is not None else []
        own = next(candidate for candidate in clients if candidate["client"] == client)
        before, whole = own["switch"], own["whole"]
        exposed = (None if whole else True) if on else False
        text = self.tr("{1} is now visible to {0}.") if on else self.tr("{1} is now hidden from {0}.")
        self._change(
            VisibilityChange(server, tool, client, exposed),
            VisibilityChange(server, tool, client, before),
            text.format(client, tool),
        )

    def _change(self, to: VisibilityChange, back: VisibilityChange, text: str) -> None:
        self._press(to)
        self.notice.show_message(text, back=lambda: self._press(back), lasts=UNDO_DURATION)

    def _press(self, pressed: VisibilityChange) -> None:
        """Show the person's change at once, and send it. A refused one is reverted."""
        self.show_error("")
        self._switching.press(pressed)
        self._servers = [self._switching.server(server) for server in self._servers]
        shown = self._full
        server = next(
            (server for server in self._servers if shown is not None and server["name"] == shown["server"]), None
        )
        if shown is not None and server is not None:
            self._full = self._switching.tool(shown, server)
        self._fill()
        self.spawn(self._changed, pressed)

    async def _changed(self, pressed: VisibilityChange) -> None:
        try:
            await self._switching.send(pressed)
        except RefusedError:
            self.notice.dismiss()
            raise
        finally:
            await self.renewal.now()

    # Probes

    def look_at_all(self) -> None:
        """Probe the tools of every enabled server, one after the other."""
        names = [server["name"] for server in self._servers if server["enabled"]]
        self.spawn(self._list_tools_of, names)

    def _list_tools(self, server: str) -> None:
        self.spawn(self._list_tools_of, [server])

    async def _list_tools_of(self, servers: list[str]) -> None:
        names = [name for name in servers if name not in self._looking]
        self._looking |= set(names)
        self.look.setEnabled(False)
        self._fill()
        for name in names:
            await self._list_tools_of_one(name)
        self.look.setEnabled(not self._looking)
        await self.renewal.now()

    async def _list_tools_of_one(self, name: str) -> None:
        def tell(line: str) -> None:
            self._looks[name] = line
            self.count.setText(untrusted_text.shortened(line, 60))
            if self._chosen == (name, ""):
                self.spawn(self._show_chosen)

        tell(self.tr("Refreshing {0}…").format(name))
        try:
            await self.context.core_link.run(lambda core: core.tools.refresh(name), tell)
            self._looks[name] = ""
        except RefusedError as why:
            self._looks[name] = str(why)
            self.show_error(str(why))
        finally:
            self._looking.discard(name)

    # Interface of the page

    def searches(self) -> Sequence[QLineEdit]:
        return (self.search,)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "refresh": lambda: self.look_at_all() if self.look.isVisible() and self.look.isEnabled() else None,
        }

    def unavailable(self) -> AbstractSet[str]:
        return super().unavailable() | (set() if self.look.isVisibleTo(self) else {"refresh"})

    def row_buttons(self) -> Mapping[QAbstractItemView, Mapping[str, QAbstractButton]]:
        tool, server, full = self.tool, self.server, self._full
        buttons: dict[str, QAbstractButton] = {}
        if not self._chosen[1]:
            buttons = {"look": server.look, "server": server.server, "review": server.review}
        elif full is not None and (full["server"], full["name"]) == self._chosen:  # it was read by now
            buttons = {"switch": tool.shown, "calls": tool.calls, "rules": tool.rules, "review": tool.review}
        return {self.tree: buttons}

    def panes(self) -> tuple[QWidget, ...]:
        return (self.tree, self.tool.shown, self.search) if self._chosen[1] else (self.tree, self.search)

    def apply_colours(self, colours: theme.Colours) -> None:
        self.model.apply_colours(colours)
