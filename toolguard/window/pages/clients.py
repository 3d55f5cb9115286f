"""The page Clients: chat clients on this computer and those that connect, and which of their servers are guarded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import msgspec
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QButtonGroup, QLineEdit, QPushButton, QWidget

from toolguard.gate.model import ConnectedSession, Snapshot
from toolguard.services.interface import (
    ClientView,
    InstalledClient,
    KeyChoice,
    ListedClient,
    RefusedError,
    RouteOrder,
    RoutePlan,
    RouteSelection,
)
from toolguard.services.runtime.requests import Request
from toolguard.store.log.client_history import ClientSeen
from toolguard.window import core_translation, theme
from toolguard.window.clients.bundle_saving import BundleSaving
from toolguard.window.clients.client_detail import ClientDetail
from toolguard.window.clients.client_editor import ClientEditor
from toolguard.window.clients.client_servers import count_open, entries, unguarded_text
from toolguard.window.clients.client_token import ClientToken
from toolguard.window.clients.client_visibility import requested_visibility
from toolguard.window.clients.coverage import coverage_of
from toolguard.window.clients.coverage_map import CoverageLegend, CoverageMap
from toolguard.window.clients.project_folders import ProjectFolders
from toolguard.window.clients.route_review import RouteReview, count_servers
from toolguard.window.core_link import reporting
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import Page, PageContext
from toolguard.window.widgets import time_format
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.frame.page_header import AddButton, PageHeader
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, stacked, vbox, views_of
from toolguard.window.widgets.layout.splitter import Splitter
from toolguard.window.widgets.lists.item_list import ItemList, ListItem
from toolguard.window.widgets.lists.list_frame import ListFrame
from toolguard.window.widgets.push_button import ChoiceButton, push_button
from toolguard.window.widgets.refresh import LogRefresh, Refresh
from toolguard.window.widgets.text_label import label, pane, set_kind

_FILES_CHECK_INTERVAL_MS = 5000
"""Milliseconds between two reads of the clients' files, while the page is shown."""
_SETTINGS_KEY = "clients/view"

_T = TypeVar("_T")


class ClientsPage(Page):
    """The list on the left; on the right the selected client, the form for a new one, or its token."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self._sessions: dict[str, list[ConnectedSession]] = {}
        self._seen: dict[str, ClientSeen] = {}
        self._access: dict[str, ListedClient] = {}
        self._installed: dict[str, InstalledClient] = {}
        self._plan: RoutePlan | None = None
        self._undoing: RouteSelection | None = None
        self._keys: KeyChoice = "put-back"
        self._routing = RouteSelection()
        self._view: ClientView | None = None
        self._shown_edition = -1
        self._is_first_read = True
        self._wanted_key = ""
        self._selected_before = ""  # what was selected before the form for a new one was opened
        self._form_key = ""  # what the list has selected while a form is open
        self.listing = ItemList(self.tr("Chat clients"))
        self.listing.chosen.connect(self._choose)
        self.frame = ListFrame(
            self.listing, self.tr("Search clients"), context.settings, "clients/order", ("name", "state", "recent")
        )
        self.detail = ClientDetail()
        self.folders = ProjectFolders(context.settings)
        self.map = CoverageMap()
        self.legend = CoverageLegend()
        self._has_map = False
        self._has_servers = True
        self._wanted_view = "list" if context.settings.value(_SETTINGS_KEY) == "list" else "map"
        self._refresh = Refresh(context.core_link.spawn, self._read, self.show_error)
        self._lay_out()
        self.detail.end_sessions_requested.connect(lambda client: self.spawn(self._end, client))
        self.detail.block_requested.connect(lambda client: self.spawn(self._shut_out, client))
        self.detail.removal_requested.connect(lambda client: self.spawn(self._remove, client))
        self.detail.page_requested.connect(lambda page, about: self.context.go(page, about))
        self.detail.sight.switched.connect(lambda server, tool, shown: self.spawn(self._switch, server, tool, shown))
        self.detail.servers.guard.connect(lambda selection: self.spawn(self._review, selection))
        self.detail.servers.undo.connect(lambda selection: self.spawn(self._review_undo, selection))
        self.saving = BundleSaving(context.core_link, self)
        self.detail.servers.bundle.connect(self.saving.choose_file)
        self.saving.saved.connect(self._tell_saved)
        self.saving.refused.connect(self.detail.refuse)
        self.map.guard.connect(lambda selection: self.spawn(self._review, selection))
        self.map.undo.connect(lambda selection: self.spawn(self._review_undo, selection))
        self.map.page_requested.connect(self.open)
        self.folders.changed.connect(self._refresh.request)
        self.folders.closed.connect(self._leave_form)
        self._look_again = QTimer(self, interval=_FILES_CHECK_INTERVAL_MS)
        self._look_again.timeout.connect(self._refresh.request)
        self._look_back = LogRefresh(context.core_link.spawn, self._read_history, self.show_error, self)

    # --- forms, which are created on first use ----------------------------------------------------------------

    @cached_property
    def editor(self) -> ClientEditor:
        """The form for an HTTP client, created on first use."""
        editor = ClientEditor()
        editor.submitted.connect(lambda name, servers: self.spawn(self._add, name, servers))
        editor.closed.connect(self._leave_form)
        return self.add_view(self.right, editor)

    @cached_property
    def token(self) -> ClientToken:
        """The view of a new token, created on first use."""
        token = ClientToken()
        token.closed.connect(self._leave_token)
        return self.add_view(self.right, token)

    @cached_property
    def review(self) -> RouteReview:
        """The review before settings of clients are changed, created on first use."""
        review = RouteReview()
        review.confirmed.connect(lambda: self.spawn(self._carry_out))
        review.closed.connect(self._leave_form)
        review.keys_toggled.connect(lambda put_back: self.spawn(self._rekey, put_back))
        review.turn_off_prompts_toggled.connect(
            lambda turn_off_prompts: self.spawn(self._toggle_prompts, turn_off_prompts)
        )
        return self.add_view(self.right, review)

    def _shows(self, *kinds: type[QWidget]) -> bool:
        return isinstance(self.right.currentWidget(), kinds)

    # --- layout -----------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._no_servers = EmptyState(
            "client", self.tr("No clients yet"), self.tr("Add a server first. Then connect a chat client to it.")
        )
        self.set_up_servers = self._no_servers.add_action(self.tr("Add server"))
        self.set_up_servers.clicked.connect(lambda: self.context.go("servers", ""))
        self._empty = EmptyState(
            "client",
            self.tr("No clients yet"),
            self.tr(
                "Add this to the MCP servers in your chat client's settings, then restart the client. Its calls "
                "then go through ToolGuard."
            ),
        )
        self.snippet = label()
        self.snippet.setObjectName("notice")
        self.snippet.setFont(theme.mono())
        self.snippet.setContentsMargins(theme.SPACE * 4, theme.SPACE * 3, theme.SPACE * 4, theme.SPACE * 3)
        self.snippet.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.snippet.setAccessibleDescription(self.tr("Chat client entry"))
        self.copy = self._empty.add_action(self.tr("Copy entry"))
        self.copy.setEnabled(False)  # until there is something to copy
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.snippet.text()))
        self._empty.add_widget(self.snippet)
        self.first = self._empty.add_action(self.tr("Add an HTTP client"), kind="")
        self.first.clicked.connect(self.begin_add)
        for empty in (self._no_servers, self._empty):
            empty.add_action(self.tr("Project folders…"), kind="").clicked.connect(self.show_folders)
        self._unchosen = EmptyState("client", self.tr("Select a client"), "")
        self.right = stacked(self._unchosen, self.detail, self._empty, self._no_servers, self.folders)
        self.right.currentChanged.connect(self.availability_changed)
        self.folders_of_list = push_button(self.tr("Project folders…"), kind="link", clicked=self.show_folders)
        self.left = pane()
        below = hbox(self.folders_of_list, STRETCH, margins=(theme.SPACE * 5, theme.SPACE * 2, 0, theme.SPACE * 4))
        vbox((self.frame, 1), below, parent=self.left, spacing=0)
        self.splitter = Splitter(self.context.settings, "clients/splitter", self.left, self.right, (340, 660), grows=1)
        self.views = stacked(self.splitter, self.map)
        vbox(self._head(), (self.views, 1), parent=self, spacing=0)

    def _head(self) -> QWidget:
        head = PageHeader(self.tr("Clients"))
        self.count = head.count
        self.add = AddButton(self.tr("Add HTTP client"))
        self.add.setAccessibleName(self.tr("Add HTTP client"))
        self.add.clicked.connect(self.begin_add)
        self.add.leave_to(self.right, lambda: self._shows(ClientEditor))
        self.guard_all = push_button(
            self.tr("Guard all clients…"), kind="run", clicked=lambda: self.spawn(self._review, RouteSelection())
        )  # fmt: skip
        self.guard_all.hide()
        head.add(self._view_choice(), self.guard_all, self.add)
        self.summary = self._summary()
        head.add_below(self.summary, self.error_label)
        return head

    def _view_choice(self) -> QWidget:
        """Return the buttons that switch between the list of clients and the map."""
        self.choice = QWidget()
        row = hbox(parent=self.choice, spacing=0)
        group = QButtonGroup(self)
        self.view_buttons: dict[str, QPushButton] = {}
        for view, text, name in (
            ("map", self.tr("Map"), self.tr("Show clients and servers as a map")),
            ("list", self.tr("List"), self.tr("Show clients as a list")),
        ):
            button = ChoiceButton(text)
            button.setAccessibleName(name)
            button.setChecked(view == self._wanted_view)
            button.clicked.connect(lambda _=False, view=view: self.turn(view))
            group.addButton(button)
            row.addWidget(button)
            self.view_buttons[view] = button
        self.choice.hide()
        return self.choice

    def _summary(self) -> QWidget:
        """Return the row above the map. The list says the same in its rows, and begins where the lists of pages do."""
        widget = QWidget()
        middle = Qt.AlignmentFlag.AlignVCenter
        self.project = push_button(self.tr("Project folders…"), kind="link", clicked=self.show_folders)
        hbox((self.legend, 1, middle), 0, (self.project, 0, middle), parent=widget)
        return widget

    # --- reading ----------------------------------------------------------------------------------------------

    def set_snapshot(self, snapshot: Snapshot) -> None:
        sessions: dict[str, list[ConnectedSession]] = {}
        for session in snapshot.sessions:
            sessions.setdefault(session.client.id, []).append(session)
        if sessions != self._sessions or self._is_first_read:
            self._sessions, self._is_first_read = sessions, False
            self._fill()
        if snapshot.edition != self._shown_edition:
            self._shown_edition = snapshot.edition
            self._refresh.request()
        if self.context.reading is not None:
            self._look_back.follow(snapshot)

    def open(self, about: str) -> None:
        """Show the client with that name."""
        if not about:
            return
        if self._holds():
            return
        if self._shows(ClientEditor):
            self._leave_form()
        self._wanted_view = "list"
        self.frame.clear()
        if not self.listing.choose(about):
            self._wanted_key = about
        self._show()

    async def _read(self) -> None:
        access = {
            client["name"]: client for client in await self.context.core_link.run(lambda core: core.clients.all())
        }
        projects = list(self.folders.paths)
        clients = await self.context.core_link.run(lambda core: core.routing.found(projects))
        installed = {client["title"]: client for client in clients}
        if (access, installed) != (self._access, self._installed):
            self._access, self._installed = access, installed
            self._fill()
        client = self.listing.key()
        if client:
            view = await self.context.core_link.run(lambda core: core.clients.show(client))
            if client == self.listing.key():
                self._view = view
                self.detail.show_view(view)
        else:
            snippet = await self.context.core_link.run(lambda core: core.clients.snippet())
            self.snippet.setText(snippet["text"])
            self.copy.setEnabled(True)
            self._has_servers = bool(snippet["server"])
            self._show()

    async def _read_history(self) -> None:
        assert self.context.reading is not None  # noqa: S101 - nothing is read without it
        self._seen = {client.client: client for client in await self.context.reading.clients()}
        self._fill()

    # --- showing ----------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        wired = [title for title, client in self._installed.items() if client["files"]]
        self._has_map = bool(wired)
        clients = dict.fromkeys((*self._sessions, *self._seen, *self._access, *wired))
        coverage = coverage_of(clients, self._installed.values(), self._access.values(), self._sessions)
        self.legend.show_coverage(coverage)
        self.map.show_coverage(coverage)
        self.listing.lines.show_lines([self._ranked(client) for client in clients])
        self._show_listing()
        text = self.tr("{0}, {1} connected").format(self.tr("%n clients", "", len(clients)), len(self._sessions))
        self.count.setText(text if clients else "")
        if self._wanted_key and self.listing.choose(self._wanted_key):
            self._wanted_key = ""
        elif not (self._wanted_key or self.listing.key() or self._is_in_form()):
            self.listing.choose_first()
        self._show()

    def _ranked(self, client: str) -> ListItem:
        line, recorded = self._line(client), self._seen.get(client)
        when = recorded.last if recorded is not None else 0.0
        return replace(line, rank=("danger", "caution", "ok", "quiet").index(line.tone), when=when)

    def _line(self, client: str) -> ListItem:
        sessions, recorded = self._sessions.get(client, []), self._seen.get(client)
        installed = self._installed.get(client)
        is_unreadable = installed is not None and any(file["error"] for file in installed["files"])
        unguarded = unguarded_text(installed) or (self.tr("settings can't be read") if is_unreadable else "")
        if sessions:
            servers = list(dict.fromkeys(untrusted_text.visible(session.server) for session in sessions))
            text = self.tr("connected to {0}").format(core_translation.join_list(servers))
            icon, tone = ("caution", "caution") if unguarded else ("session", "ok")
            return ListItem(client, client, text, unguarded, icon, tone)
        last_seen = self.tr("last seen {0}").format(time_format.past(recorded.last)) if recorded is not None else ""
        if installed is not None and (listed := entries(installed)):
            guarded = sum(entry["state"] == "guarded" for entry in listed)
            text = self.tr("{0} of {1} servers guarded").format(str(guarded), str(len(listed)))
            if not unguarded:
                return ListItem(client, client, text, "", "client", "quiet")
            return ListItem(client, client, last_seen or self.tr("not connected"), unguarded, "caution", "caution")
        if is_unreadable:
            return ListItem(client, client, self.tr("settings can't be read"), "", "client", "danger")
        if installed is not None and recorded is None and client not in self._access:
            return ListItem(client, client, self.tr("no MCP servers"), "", "client", "quiet")
        if recorded is None:
            return ListItem(client, client, self.tr("has a token, never connected"), self.tr("HTTP"), "client")
        calls = self.tr("%n calls", "", recorded.calls) if recorded.calls else ""
        return ListItem(client, client, last_seen, calls, "client")

    def _choose(self, client: str) -> None:
        """Show the selected client in place of a form for another one, unless text is typed in it."""
        is_picked = bool(client) and client != self._form_key and self.frame.isVisible()
        if is_picked and self._shows(ClientEditor, RouteReview, ProjectFolders):
            if self._holds():
                QTimer.singleShot(0, self, self.listing.choose_none)  # Qt is about to select the row that was pressed
                return
            self._end_editing()
            self.right.setCurrentWidget(self._unchosen)
        self._show()
        if client:
            self._refresh.request()

    def _show(self) -> None:
        client = self.listing.key()
        if client:
            details = self._sessions.get(client, []), self._seen.get(client), self._access.get(client)
            self.detail.show_client(client, *details, self._installed.get(client))
        if not self._is_in_form():
            self._show_side()

    def turn(self, view: str) -> None:
        """Show the map or the list, now and at the next start, unless there is unsaved input."""
        if self._holds():
            self.view_buttons[self._wanted_view].setChecked(True)
            return
        self._wanted_view = view
        self.context.settings.setValue(_SETTINGS_KEY, view)
        if self._shows(ClientEditor):
            self._leave_form()
        elif not self._shows(ClientToken):  # a token that was not copied stays visible
            self._show_side()
        (self.map.table if view == "map" else self.listing).setFocus(Qt.FocusReason.OtherFocusReason)

    def show_folders(self) -> None:
        """Show the project folders; nothing while a token or unsaved input is shown."""
        if not self._shows(ClientToken) and not self._holds():
            self._show_form(self.folders)
            self.folders.add.setFocus(Qt.FocusReason.OtherFocusReason)

    def drop(self, path: Path) -> None:
        """Include a project folder that was dropped on the window."""
        if self.folders.add_folder(path):
            text = self.tr("Settings in {0} are shown now, too.")
            self.notice.show_message(text.format(untrusted_text.shortened(str(path), 200)))
        else:
            self.show_folders()

    def _show_form(self, form: QWidget) -> None:
        """Show a form or text that the person has to complete; beside the list, or in place of the map."""
        self.show_error("")
        self._form_key = self.listing.key()
        self.right.setCurrentWidget(form)
        self.views.setCurrentWidget(self.splitter)
        self._show_listing()

    def _is_in_form(self) -> bool:
        return self._shows(ClientEditor, ClientToken, RouteReview, ProjectFolders)

    def _show_listing(self) -> None:
        over_map = self._is_in_form() and self._has_map and self._wanted_view == "map"
        self.left.setVisible(bool(self.listing.lines.known()) and not over_map)
        self.summary.setVisible(self.views.currentWidget() is self.map)
        self.choice.setVisible(self._has_map and not over_map)
        self.add.setVisible(bool(self.listing.lines.known()) and not over_map)  # else the empty page has it
        reviews = self._shows(RouteReview) and self.views.currentWidget() is self.splitter
        self.guard_all.setVisible(not (reviews or over_map) and count_open(self._installed.values()) > 0)
        set_kind(self.guard_all, "" if self._is_in_form() else "run")  # a form has a primary button of its own

    def _show_side(self) -> None:
        """Show the map, or the selected client."""
        view = self._wanted_view if self._has_map else "list"
        self.view_buttons[view].setChecked(True)
        self.views.setCurrentWidget(self.map if view == "map" else self.splitter)
        if self.listing.key():
            self.right.setCurrentWidget(self.detail)
        else:
            empty = self._empty if self._has_servers else self._no_servers
            self.right.setCurrentWidget(self._unchosen if self.listing.lines.known() else empty)
        self._show_listing()

    # --- orders -----------------------------------------------------------------------------------------------

    def begin_add(self) -> None:
        """Show the form for an HTTP client. What is typed there stays, and a new token stays visible."""
        if self._shows(ClientEditor):  # what is typed there stays
            self.editor.name.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not self._shows(ClientToken):  # a token that was not copied stays visible
            self.spawn(self._begin_add)

    async def _begin_add(self) -> None:
        servers = [server["name"] for server in await self.context.core_link.run(lambda core: core.servers.all())]
        self._selected_before = self.listing.key() or self._selected_before
        self._show_form(self.editor)
        self.listing.choose_none()
        self._form_key = ""
        self.editor.begin(servers, set(self._access))

    async def _add(self, name: str, servers: list[str] | None) -> None:
        with reporting(self.editor.refuse):
            result = await self.context.core_link.run(lambda core: core.clients.add(name, servers))
            self._wanted_key = result["name"]
            self._show_form(self.token)
            self.token.show_made(result)
            self._refresh.request()

    async def _review(self, selection: RouteSelection) -> None:
        """Show what guarding these servers would change, unless there is unsaved input."""
        if self._holds():
            return
        await self._show_plan(msgspec.structs.replace(selection, projects=list(self.folders.paths)))
        self._turn_to_review()

    async def _show_plan(self, selection: RouteSelection) -> None:
        plan = await self.context.core_link.run(
            lambda core: core.routing.plan(*_parts(selection), selection.projects, selection.turn_off_prompts)
        )
        self._plan, self._undoing, self._routing = plan, None, selection
        self.review.begin(plan, turn_off_prompts=selection.turn_off_prompts)

    async def _toggle_prompts(self, turn_off_prompts: bool) -> None:
        """Show the same plan with the clients' own questions turned off, or unchanged."""
        try:
            await self._show_plan(msgspec.structs.replace(self._routing, turn_off_prompts=turn_off_prompts))
        except (RefusedError, OSError) as why:
            self.review.turn_off_prompts.setChecked(not turn_off_prompts)
            self.review.refuse(str(why))

    async def _review_undo(self, selection: RouteSelection) -> None:
        """Show what restoring the client's own entries would change."""
        await self._show_undo_plan(selection, put_back=True)
        self._turn_to_review()

    def _turn_to_review(self) -> None:
        self._show_form(self.review)
        self.review.cancel.setFocus(Qt.FocusReason.OtherFocusReason)

    async def _show_undo_plan(self, selection: RouteSelection, *, put_back: bool) -> None:
        keys: KeyChoice = "put-back" if put_back else "leave-out"
        plan = await self.context.core_link.run(lambda core: core.routing.undo_plan(*_parts(selection), keys))
        self._plan, self._undoing, self._keys = None, selection, keys
        self.review.begin_undo(plan, put_back=put_back)

    async def _rekey(self, put_back: bool) -> None:
        """Show the same undo with the keys written back, or left out."""
        if self._undoing is None:
            return
        try:
            await self._show_undo_plan(self._undoing, put_back=put_back)
        except (RefusedError, OSError) as why:
            self.review.put_back.setChecked(not put_back)
            self.review.refuse(str(why))

    async def _carry_out(self) -> None:
        with reporting(self.review.refuse):
            if self._undoing is not None:
                await self._undo(self._undoing, self._keys)
            elif self._plan is not None:
                await self._route(self._plan)
        self._refresh.request()

    async def _route(self, plan: RoutePlan) -> None:
        chosen = self._routing
        order = RouteOrder(
            clients=chosen.clients, files=chosen.files, names=chosen.names, projects=chosen.projects,
            turn_off_prompts=chosen.turn_off_prompts, digest=plan["digest"], added=plan["servers"], confirmed=True,
        )  # fmt: skip
        done = await self.context.core_link.run(lambda core: core.routing.route(order))
        failed = [file for file in done["files"] if file["error"]]
        if failed:
            self.review.refuse("\n".join(f"{file['path']}: {core_translation.local(file['error'])}" for file in failed))
            return
        self._leave_form()
        paths = [file["path"] for file in done["files"]]
        hints = dict.fromkeys(map(self.review.reload_hint, plan["files"]))
        count = count_servers(plan)
        text = core_translation.join_sentences(self.tr("%n servers are guarded now.", "", count), *hints)
        undo = RouteSelection(files=paths)
        self.notice.show_message(text, back=lambda: self.spawn(self._take_back, undo))

    async def _take_back(self, selection: RouteSelection) -> None:
        with reporting(self.show_error):
            await self._undo(selection)
        self._refresh.request()

    async def _undo(self, selection: RouteSelection, keys: KeyChoice = "put-back") -> None:
        done = await self.context.core_link.run(lambda core: core.routing.undo(*_parts(selection), keys))
        failed = [file for file in done["files"] if file["error"]]
        if failed:
            why = "\n".join(f"{file['path']}: {core_translation.local(file['error'])}" for file in failed)
            raise RefusedError(why)
        self._leave_form()
        notes = [core_translation.local(note) for file in done["files"] for note in file["notes"]]
        undone = {file["client"] for file in done["files"]}
        hints = [self.review.reload_hint(client) for client in self._installed.values() if client["client"] in undone]
        text = core_translation.join_sentences(self.tr("The client's own entries are back."), *hints, *notes)
        self.notice.show_message(text)

    def _tell_saved(self, path: str) -> None:
        self.detail.refuse("")
        text = self.tr("Saved {0}. Open it in the chat client, then turn the client's own entry for the server off.")
        self.notice.show_message(text.format(untrusted_text.shortened(path, 200)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh.request()
        self._look_again.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._look_again.stop()

    def _holds(self) -> bool:
        """Return whether the form has unsaved input; it then says so, and stays."""
        return self._shows(ClientEditor) and self.editor.holds()

    def _leave_form(self) -> None:
        self.show_error("")
        self._end_editing()
        self.right.setCurrentWidget(self._unchosen)
        if not self.listing.key() and not self.listing.choose(self._selected_before):
            self.listing.choose_first()
        self._show_side()
        if self.views.currentWidget() is self.map:
            self.map.table.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.panes()[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _end_editing(self) -> None:
        for editor in views_of(self.right, ClientEditor):
            editor.unsaved.end()

    def _leave_token(self) -> None:
        if self.token.is_in_clipboard():
            text = self.tr("The token is still in the clipboard. Any program can read it.")
            self.notice.show_message(text, self.tr("Clear clipboard"), QGuiApplication.clipboard().clear)
        self.token.forget()
        self._leave_form()

    async def _run(self, request: Request[_T]) -> _T | None:
        """Run an order about the shown client; None if it is refused, for the reason that is shown beside it."""
        with reporting(self.detail.refuse):
            done = await self.context.core_link.run(request)
            self.detail.refuse("")
            return done
        return None

    async def _shut_out(self, client: str) -> None:
        if await self._run(lambda core: core.clients.remove(client)) is None:
            return
        self.notice.show_message(
            self.tr("Access for {0} revoked. Its token no longer works.").format(untrusted_text.visible(client))
        )
        self._refresh.request()

    async def _remove(self, client: str) -> None:
        if await self._run(lambda core: core.clients.forget(client)) is None:
            return
        self._seen.pop(client, None)
        self._fill()
        self.focus_list()
        self.notice.show_message(self.tr("Removed {0} from the list.").format(untrusted_text.visible(client)))

    async def _end(self, client: str) -> None:
        done = await self._run(lambda core: core.clients.end(client))
        if done is None:
            return
        text = self.tr("Disconnected {0} (%n sessions).", "", done["ended"])
        self.notice.show_message(text.format(untrusted_text.visible(client)))

    async def _switch(self, server: str, tool: str, shown: bool) -> None:
        client = self.detail.client
        servers = self._view["servers"] if self._view is not None else []
        view = next((client for client in servers if client["server"] == server), None)
        if view is None:
            return
        exposed = requested_visibility(view, tool, shown=shown)
        try:
            await self.context.core_link.run(lambda core: core.tools.switch(server, tool, client, exposed))
            self.detail.refuse("")
        except (RefusedError, OSError) as why:
            self.detail.refuse(core_translation.local(str(why)))
            self.detail.sight.refresh()
        self._refresh.request()

    # --- interface of the page --------------------------------------------------------------------------------

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "add": lambda: self.begin_add() if not self._shows(ClientEditor) else None,
            "guard": lambda: self.guard_all.click() if self.guard_all.isVisible() else None,
            "folders": self.show_folders,
            "map": lambda: self.turn("map"),
            "list": lambda: self.turn("list"),
        }

    def unavailable(self) -> AbstractSet[str]:
        over_map = self.views.currentWidget() is self.map and self.listing.lines.known()
        found = frozenset() if over_map else super().unavailable()  # the search turns from the map to the list
        return found | ({"add"} if self._is_in_form() else set())

    def searches(self) -> Sequence[QLineEdit]:
        return (self.frame.search,)

    def search_page(self) -> None:
        """Search the list; the map always shows everything."""
        if self.views.currentWidget() is self.map:
            self.turn("list")
        super().search_page()

    def row_buttons(self) -> Mapping[QAbstractItemView, Mapping[str, QAbstractButton]]:
        detail = self.detail
        return {
            self.listing: {
                "end": detail.end, "shut_out": detail.shut_out, "calls": detail.calls, "rules": detail.rules,
                "remove": detail.remove,
            },
            self.map.table: {"run": self.map.run, "stop": self.map.stop, "show_client": self.map.show_client},
        }  # fmt: skip

    def panes(self) -> tuple[QWidget, ...]:
        match self.right.currentWidget():
            case ClientEditor() as editor:
                return (editor.name, self.listing)
            case ClientToken() as token:
                return (token.token.button, self.listing)
            case RouteReview() as review:
                return (review.cancel, self.listing)
            case ProjectFolders() as folders:
                return (folders.add, self.listing)
        if self.views.currentWidget() is self.map:
            return (self.map.table, self.map.show_client)
        if self.right.currentWidget() is self._no_servers:
            return (self.set_up_servers,)
        return (self.listing, self.detail.sight) if self.listing.key() else (self.copy, self.listing)


def _parts(selection: RouteSelection) -> tuple[list[str], list[str], list[str]]:
    return selection.clients, selection.files, selection.names
