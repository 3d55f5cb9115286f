"""The page Servers: all servers, their states, and every action on one."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QWidget

from toolguard.gate.model import ConnectedSession, Snapshot
from toolguard.services.interface import FoundServer, ListedServer, RemovedServer, ServerKind, ServerSettings
from toolguard.services.runtime.requests import Services
from toolguard.window.core_link import reporting
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import Page, PageContext, RowAction
from toolguard.window.servers.bundle_review import BundleReview
from toolguard.window.servers.server_detail import ServerDetail
from toolguard.window.servers.server_editor import ServerEditor
from toolguard.window.servers.server_paste import ServerPaste
from toolguard.window.servers.server_rows import EDIT, LOG, line_of, state_of
from toolguard.window.servers.server_saving import SaveResult, forget_secrets
from toolguard.window.servers.sign_in_banner import SignInAction, act
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.frame.page_header import AddButton, PageHeader
from toolguard.window.widgets.layout.boxes import stacked, vbox, views_of
from toolguard.window.widgets.layout.splitter import Splitter
from toolguard.window.widgets.lists.item_list import ItemList
from toolguard.window.widgets.lists.list_frame import ListFrame
from toolguard.window.widgets.notice import UNDO_DURATION
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.refresh import Refresh
from toolguard.window.widgets.text_label import enable_unless, pane

CHECK_INTERVAL_MS = 2_000
"""Milliseconds between two reads of the processes of the shown server."""


class ServersPage(Page):
    """The list on the left; on the right the selected server, the form, or pasted text."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self._snapshot = Snapshot()
        self._edition = -1
        self._servers: dict[str, ListedServer] = {}
        self._kinds: list[ServerKind] = []
        self._secrets: list[str] = []
        self._users: dict[str, list[str]] | None = None
        self._logged: frozenset[str] = frozenset()
        self._chosen_name = ""
        self._name_to_select = ""
        self._opened_for = ""
        self.listing = ItemList(self.tr("Servers"))
        self.frame = ListFrame(
            self.listing, self.tr("Search servers"), context.settings, "servers/order", ("state", "name")
        )
        self.detail = ServerDetail(context)
        self._list = Refresh(context.core_link.spawn, self._read, self.show_error)
        self._using = Refresh(context.core_link.spawn, self._read_uses, lambda _why: None)
        self._connect()
        self._lay_out()
        self._clock = QTimer(self, interval=CHECK_INTERVAL_MS)
        self._clock.timeout.connect(self._read_processes)

    def _connect(self) -> None:
        self.listing.chosen.connect(self._chosen)
        self.detail.edit.connect(lambda: self._edit(self._chosen_name))
        self.detail.switch_button.clicked.connect(lambda: self.spawn(self._switch, self._chosen_name))
        self.detail.duplicate_action.triggered.connect(lambda: self.spawn(self._duplicate, self._chosen_name))
        self.detail.remove_action.triggered.connect(lambda: self.spawn(self._remove, self._chosen_name))
        self.detail.end.connect(lambda: self.spawn(self._end, self._chosen_name))
        self.detail.guard.connect(lambda: self.context.go("clients", ""))
        self.detail.tools_action.triggered.connect(lambda: self.context.go("tools", self._chosen_name))
        self.detail.credential.connect(lambda name: self.context.go("credentials", name))
        self.detail.trial.test_requested.connect(self._try)
        self.detail.sign_in_requested.connect(lambda action: self.spawn(self._sign, action, self._chosen_name))

    # Forms, which are created on first use

    @cached_property
    def editor(self) -> ServerEditor:
        """The form for a server, created on first use."""
        editor = ServerEditor(self.context)
        editor.know(self._kinds, self._secrets)
        editor.saved.connect(self._saved)
        editor.closed.connect(self._show_selected)
        return self.add_view(self.stack, editor)

    @cached_property
    def paste(self) -> ServerPaste:
        """The view for pasted text, created on first use."""
        paste = ServerPaste(self.context)
        paste.edit.connect(self._edit_found)
        paste.added.connect(self._pasted)
        paste.closed.connect(self._show_selected)
        paste.bundle.connect(self.open_bundle)
        return self.add_view(self.stack, paste)

    @cached_property
    def bundle(self) -> BundleReview:
        """The review of a bundle, created on first use."""
        review = BundleReview(self.context)
        review.added.connect(self._saved)
        review.closed.connect(self._show_selected)
        return self.add_view(self.stack, review)

    @property
    def _is_adding(self) -> bool:
        """Whether the form for a new server is shown."""
        shown = self.stack.currentWidget()
        return isinstance(shown, ServerEditor) and shown.is_new

    def _lay_out(self) -> None:
        self._empty = EmptyState(
            "servers", self.tr("No servers yet"), self.tr("Add an MCP server to route its calls through ToolGuard.")
        )
        self._empty.add_action(self.tr("Add your first server")).clicked.connect(self.begin_add)
        self._nothing = EmptyState("servers", self.tr("Select a server"), self.tr("Its details appear here."))
        self.stack = stacked(self._nothing, self._empty, self.detail)
        self.stack.currentChanged.connect(self.availability_changed)
        self.availability_changed.connect(self._show_availability)
        self._left_pane = pane()
        vbox(self.frame, parent=self._left_pane)
        self.splitter = Splitter(
            self.context.settings, "servers/splitter", self._left_pane, self.stack, (340, 620), grows=1
        )
        vbox(self._head(), (self.splitter, 1), parent=self, spacing=0)

    def _head(self) -> QWidget:
        head = PageHeader(self.tr("Servers"))
        self.count = head.count
        self.paste_button = push_button(self.tr("Import…"), clicked=self.begin_paste)
        self.add_button = AddButton(self.tr("Add server"))
        self.add_button.clicked.connect(self.begin_add)
        self.add_button.leave_to(self.stack, lambda: self._is_adding)
        head.add(self.paste_button, self.add_button)
        return head

    def _show_editor(self) -> None:
        self.stack.setCurrentWidget(self.editor)
        self.add_button.renew()
        self.availability_changed.emit()

    # Reading

    def set_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        if snapshot.edition != self._edition:
            self._edition = snapshot.edition
            self._list.request()
            self._using.request()
        self._renew()

    def _sessions(self, name: str) -> list[ConnectedSession]:
        return [session for session in self._snapshot.sessions if session.server == name]

    async def _read(self) -> None:
        """Read everything that is shown and not in a snapshot."""
        run = self.context.core_link.run
        servers, secrets = await run(lambda core: core.servers.all()), await run(lambda core: core.secrets.all())
        self._kinds = await run(lambda core: core.servers.kinds())
        self._servers = {server["name"]: server for server in servers}
        self._secrets = [secret["name"] for secret in secrets]
        for editor in views_of(self.stack, ServerEditor):
            editor.know(self._kinds, self._secrets)
        self._renew()
        self.choose(self._name_to_select)
        self._read_processes()

    async def _read_uses(self) -> None:
        """Read which clients use the servers, and which servers the log contains."""
        if self.context.reading is not None:
            self._logged = frozenset(await self.context.reading.values("server"))
        self._users = await self.context.core_link.run(lambda core: core.clients.uses())
        self._renew()

    def _is_used(self, name: str) -> bool:
        return self._users is None or bool(self._users.get(name)) or name in self._logged

    def _renew(self) -> None:
        """Show the current states; the selection stays."""
        self.listing.lines.show_lines(
            [line_of(server, self._sessions(name), used=self._is_used(name)) for name, server in self._servers.items()]
        )
        count = len(self._servers)
        self.count.setText(self.tr("1 server") if count == 1 else self.tr("%Ln servers", "", count) if count else "")
        self._left_pane.setVisible(bool(count))
        if self._chosen_name and self._chosen_name not in self._servers:
            self._chosen_name = ""
        self._show_chosen()
        if self.stack.currentWidget() in (self._nothing, self._empty, self.detail):
            self._show_selected()

    def _show_chosen(self) -> None:
        server = self._servers.get(self._chosen_name)
        if server is not None:
            sessions = self._sessions(self._chosen_name)
            users = None if self._users is None else self._users.get(self._chosen_name, [])
            state = state_of(server, sessions, used=self._is_used(self._chosen_name))
            self.detail.show_server(server, state, sessions, users)

    def _read_processes(self) -> None:
        """Read the processes of the selected server, while it is visible."""
        if self._chosen_name and self.detail.isVisible():
            self.spawn(self._look_at, self._chosen_name)

    async def _look_at(self, name: str) -> None:
        result = await self.context.core_link.run(lambda core: core.servers.show(name))
        if name == self._chosen_name:
            self.detail.show_more(result, self._sessions(name))

    # Selection

    def _chosen(self, name: str) -> None:
        if not name or (name == self._chosen_name and self.stack.currentWidget() is self.detail):
            return
        if self._holds():
            QTimer.singleShot(0, self._agree)  # Qt is about to select the row that was pressed
            return
        self._turn_to(name)
        self._read_processes()

    def _holds(self) -> bool:
        """Return whether the form has unsaved input; it then says so, and stays."""
        shown = self.stack.currentWidget()
        return isinstance(shown, ServerEditor) and shown.holds()

    def _agree(self) -> None:
        """Select in the list what is shown beside it."""
        shown = self.stack.currentWidget()
        name = self._chosen_name if shown is self.detail else ""
        name = shown.edited if isinstance(shown, ServerEditor) else name
        if self.listing.key() != name and not (name and self.listing.choose(name)):
            self.listing.choose_none()

    def choose(self, name: str) -> None:
        """Show the server with that name, unless there is unsaved input."""
        shown = self.stack.currentWidget()
        if isinstance(shown, ServerEditor) and shown.unsaved.exists:
            return
        if self.listing.choose(name):
            self._turn_to(name)
            purpose, self._opened_for = self._opened_for, ""
            if purpose == EDIT:
                self._edit(name)
            elif purpose == LOG:
                self.detail.show_log()

    def _turn_to(self, name: str) -> None:
        self._chosen_name, self._name_to_select = name, ""
        self._show_chosen()
        self.stack.setCurrentWidget(self.detail)

    def open(self, about: str) -> None:
        """Show the server with that name; after `EDIT` the form with its settings, after `LOG` its log."""
        self.frame.clear()
        before, colon, self._name_to_select = about.rpartition(":")
        self._opened_for = before + colon
        self.choose(self._name_to_select)

    def _show_selected(self) -> None:
        """Show the selected server when nothing is edited."""
        if self._chosen_name:
            self.stack.setCurrentWidget(self.detail)
        else:
            self.stack.setCurrentWidget(self._nothing if self._servers else self._empty)
        self._agree()

    # Orders

    def show_error(self, text: str) -> None:
        self.detail.show_error(text)

    def begin_add(self) -> None:
        """Show an empty form, unless one with input is open."""
        if self._holds():
            return
        self.editor.edit("", {"kind": "stdio"}, new=True)
        self._show_editor()
        self._agree()
        self.editor.name.setFocus()

    def begin_paste(self) -> None:
        """Show the field for a command line or settings; pasted text in it stays."""
        if self._holds():
            return
        if self.stack.currentWidget() is not self.paste:
            self.stack.setCurrentWidget(self.paste)
            self.paste.begin(self._secrets)
        self._agree()

    def drop(self, path: Path) -> None:
        """Show the servers of a file that was dropped on the window."""
        self.begin_paste()
        self.paste.file.read_file(path)

    def open_bundle(self, path: Path) -> None:
        """Show the server of a bundle. Nothing is unpacked before the person adds it."""
        self.spawn(self._open_bundle, path)

    async def _open_bundle(self, path: Path) -> None:
        with reporting(lambda why: self.paste.show_status(untrusted_text.visible(why))):
            await self.bundle.begin(path)
            self.stack.setCurrentWidget(self.bundle)
            self.bundle.name.setFocus()

    def _edit(self, name: str) -> None:
        if name in self._servers and not self._holds():
            own = {member: value for member, value in self._servers[name].items() if member not in _NON_SETTINGS}
            server = self._servers[name]
            self.editor.edit(name, own | {"enabled": server["enabled"]}, new=False, bound=server["secrets"])
            self._show_editor()
            self._agree()

    def _edit_found(self, server: FoundServer) -> None:
        self.editor.edit(server["name"], server["server"], new=True, tools=server["tools"])
        self._show_editor()
        self._agree()

    def _saved(self, name: str, result: SaveResult) -> None:
        self.spawn(self._after_saving, [name], result)

    async def _after_saving(self, names: list[str], result: SaveResult) -> None:
        """Show the last of these servers, and what the person may have to do next."""
        name = names[-1]
        self.frame.clear()
        await self._list.now()
        self.choose(name)
        if not result.is_new:
            back = None if result.before is None else lambda: self.spawn(self._revert, result)
            self.notice.show_message(self.tr("Changed {0}.").format(name), back=back, lasts=UNDO_DURATION)
        else:
            self._offer_removal(names, result.secrets)
            await self._using.now()
            if name == self._chosen_name and self._servers[name]["failure"]:
                self.detail.show_notices()
            elif name == self._chosen_name and not self._is_used(name):
                self.detail.show_use()
        sessions = result.sessions
        old = self.tr("1 session keeps the old settings until it ends. Choose “End sessions” to end it now.")
        many = self.tr(
            "%n sessions keep the old settings until they end. Choose “End sessions” to end them now.", "", sessions
        )
        self.detail.news.show_sentences([] if not sessions else [old if sessions == 1 else many])
        if sessions:
            self.detail.show_notices()
        if result.trouble:
            self.detail.show_error(self.tr("Server saved, but its secret was not stored: {0}").format(result.trouble))
        elif result.tested:
            await self.context.core_link.run(lambda core: core.tools.refresh(name))
            self._read_processes()

    def _offer_removal(self, names: list[str], secrets: Sequence[str] = ()) -> None:
        """Say that these servers were added, with undo; ``secrets`` were stored with them."""
        added = self.tr("Added {0}.").format(names[-1])
        text = added if len(names) == 1 else self.tr("Added %n servers.", "", len(names))
        self.notice.show_message(text, back=lambda: self.spawn(self._take_back, names, secrets), lasts=UNDO_DURATION)

    async def _take_back(self, names: list[str], secrets: Sequence[str]) -> None:
        row = self.listing.lines.row(names[-1])
        for name in names:
            await self.context.core_link.run(partial(_remove, name=name))
        await forget_secrets(self.context.core_link, secrets)
        await self._list.now()
        self._choose_at(row)

    async def _revert(self, result: SaveResult) -> None:
        if (earlier := result.before) is not None:
            await self.context.core_link.run(lambda core: core.servers.revert(earlier))
            await forget_secrets(self.context.core_link, result.secrets)
            self.detail.news.show_sentences([])
            await self._list.now()
            self.choose(earlier.name)

    def _pasted(self, names: list[str], secrets: list[str]) -> None:
        self.spawn(self._after_saving, names, SaveResult(is_new=True, secrets=tuple(secrets)))

    def _try(self) -> None:
        server = self._servers.get(self._chosen_name)
        if server is not None:
            members: dict[str, Any] = {name: value for name, value in server.items() if name not in _NON_SETTINGS}
            self.detail.trial.start(ServerSettings(name=self._chosen_name, **members))

    async def _switch(self, name: str) -> None:
        on = not self._servers[name]["enabled"]
        await self.context.core_link.run(lambda core: core.servers.enable(name, on))
        await self._list.now()

    async def _duplicate(self, name: str) -> None:
        to = next(f"{name[:60]}-{n}" for n in range(2, 10_000) if f"{name[:60]}-{n}" not in self._servers)
        await self.context.core_link.run(lambda core: core.servers.duplicate(name, to))
        await self._list.now()
        self.choose(to)
        self._offer_removal([to])

    async def _end(self, name: str) -> None:
        await self.context.core_link.run(lambda core: core.servers.end(name))
        self.detail.news.show_sentences([])

    async def _sign(self, action: SignInAction, name: str) -> None:
        self.detail.show_error("")
        address = await act(self.context.core_link, action, name)
        if address:
            QGuiApplication.clipboard().setText(address)
            self.detail.sign_in.copy.setText(self.tr("Copied"))
            return
        await self._list.now()

    async def _remove(self, name: str) -> None:
        users, row = len(self._sessions(name)), self.listing.lines.row(name)
        removed = await self.context.core_link.run(lambda core: core.servers.remove(name))
        text = self.tr("Removed {0}.").format(name)
        if users:
            text = self.tr("Removed {0} and ended its sessions.").format(name)
        self.notice.show_message(text, back=lambda: self.spawn(self._restore, removed), lasts=UNDO_DURATION)
        await self._list.now()
        self._choose_at(row)
        self.focus_list()

    def _choose_at(self, row: int) -> None:
        """Select the server that is now in the place of a removed one."""
        lines = self.listing.lines
        left = lines.line(min(row, lines.rowCount() - 1))
        if left is not None:
            self.choose(left.key)

    async def _restore(self, removed: RemovedServer) -> None:
        await self.context.core_link.run(lambda core: core.servers.restore(removed))
        await self._list.now()
        self.choose(removed.name)

    # Interface of the page

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._clock.start()
        self._using.request()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._clock.stop()

    def searches(self) -> Sequence[QLineEdit]:
        return (self.frame.search,)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "add": lambda: self.begin_add() if "add" not in self.unavailable() else None,
            "import": lambda: self.begin_paste() if "import" not in self.unavailable() else None,
            "edit": lambda: self._edit(self._chosen_name),
            "duplicate": lambda: self._with_chosen(self._duplicate),
            "tools": lambda: self.context.go("tools", self._chosen_name) if self._chosen_name else None,
            "remove": lambda: self._with_chosen(self._remove),
        }

    def unavailable(self) -> AbstractSet[str]:
        is_importing = isinstance(self.stack.currentWidget(), ServerPaste)
        return super().unavailable() | ({"add"} if self._is_adding else {"import"} if is_importing else set())

    def _show_availability(self) -> None:
        is_importing = "import" in self.unavailable()
        enable_unless(self.paste_button, self.tr("Finish or cancel the form first.") if is_importing else "")

    def _with_chosen(self, work: Callable[[str], Coroutine[Any, Any, Any]]) -> None:
        if self._chosen_name:
            self.spawn(work, self._chosen_name)

    def row_lists(self) -> tuple[QWidget, ...]:
        return (self.listing,)

    def row_buttons(self) -> Mapping[QAbstractItemView, Mapping[str, RowAction]]:
        detail = self.detail
        return {
            self.listing: {
                "edit": detail.edit_button, "switch": detail.switch_button, "duplicate": detail.duplicate_action,
                "remove": detail.remove_action, "end": detail.end_button, "tools": detail.tools_action,
            }
        }  # fmt: skip

    def panes(self) -> tuple[QWidget, ...]:
        match self.stack.currentWidget():
            case ServerEditor() as editor:
                return (self.listing, editor.name, editor.save_button)
            case BundleReview() as review:
                return (self.listing, review.name, review.add)
            case ServerPaste() as paste:
                return (self.listing, paste.text)
        return (self.listing, self.detail.edit_button)


def _remove(core: Services, *, name: str) -> Coroutine[Any, Any, RemovedServer]:
    return core.servers.remove(name)


_NON_SETTINGS = ("name", "launch", "launches", "short", "secrets", "failure", "sign_in", "enabled", "doubts")
"""Members of `server.list` that are not settings."""
