"""The page Credentials: the secrets in the keyring by name, their uses and releases, and the state of the keyring."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cached_property
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLineEdit, QWidget

from toolguard.gate.model import Snapshot
from toolguard.services.interface import RefusedError, SecretEntry, SecretUse
from toolguard.store.log.client_history import SecretUsage
from toolguard.tables.credentials import is_sign_in
from toolguard.window import core_translation
from toolguard.window.core_link import reporting
from toolguard.window.credentials.binding_list import unbound_users, usage
from toolguard.window.credentials.credential_changes import (
    ArgumentTarget,
    BindSecret,
    Change,
    RemoveSecret,
    RestoreSecret,
    SecretDraft,
    SecretTarget,
    UnbindSecret,
    carry_out,
    provide,
    save,
    targets,
)
from toolguard.window.credentials.credential_detail import CredentialDetail, title_of
from toolguard.window.credentials.credential_editor import CredentialEditor, kind_name
from toolguard.window.desktop.keychain_banner import KeychainBanner
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import Page, PageContext
from toolguard.window.servers.server_rows import EDIT
from toolguard.window.servers.sign_in_banner import SignInAction, act
from toolguard.window.widgets import time_format
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.frame.page_header import AddButton, PageHeader
from toolguard.window.widgets.layout.boxes import stacked, vbox
from toolguard.window.widgets.layout.splitter import Splitter
from toolguard.window.widgets.lists.item_list import ItemList, ListItem
from toolguard.window.widgets.lists.list_frame import ListFrame
from toolguard.window.widgets.refresh import LogRefresh, Refresh


class CredentialsPage(Page):
    """The list on the left; on the right the selected credential, or the form."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self._entries: dict[str, SecretEntry] = {}
        self._servers: list[str] = []
        self._targets: dict[str, SecretTarget] = {}
        self._releases: list[SecretUsage] = []
        self._present: dict[str, bool | None] = {}
        self._edition = -1
        self._wanted_key = ""
        self._needed = ""  # the credential that another page opened
        self._selected_before = ""  # what was selected before the form for a new one was opened
        self._asking = 0
        self.listing = ItemList(self.tr("Credentials"))
        self.listing.chosen.connect(self._choose)
        self.frame = ListFrame(
            self.listing,
            self.tr("Search credentials"),
            context.settings,
            "credentials/order",
            ("name", "state", "recent"),
        )
        self.strip = KeychainBanner()
        self.strip.button.clicked.connect(lambda: self.spawn(self._check, ask=True))
        self.detail = CredentialDetail()
        self._lay_out()
        self.detail.submitted.connect(lambda change: self.spawn(self._save_credential, change))
        self.detail.edit.connect(self._edit)
        self.detail.places.server_edited.connect(lambda server: self.context.go("servers", f"{EDIT}{server}"))
        self.detail.tools_requested.connect(lambda server: self.spawn(self._offer_tools, server))
        self.detail.schema_requested.connect(lambda server, tool: self.spawn(self._offer_schema, server, tool))
        self.detail.sign.connect(lambda action, server: self.spawn(self._sign, action, server))
        self._refresh = Refresh(context.core_link.spawn, self._read, self.show_error)
        self._look_back = LogRefresh(context.core_link.spawn, self._read_releases, self.show_error, self)

    @cached_property
    def editor(self) -> CredentialEditor:
        """The form, which is created on first use."""
        editor = CredentialEditor()
        editor.submitted.connect(lambda draft: self.spawn(self._save, draft))
        editor.closed.connect(self._leave_form)
        return self.add_view(self.right, editor)

    @property
    def _is_editing(self) -> bool:
        return isinstance(self.right.currentWidget(), CredentialEditor)

    @property
    def _is_adding(self) -> bool:
        return self._is_editing and self.editor.purpose == "new"

    # --- layout -----------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._empty = EmptyState(
            "key",
            self.tr("No credentials yet"),
            self.tr(
                "Credentials are stored in your keyring and sent only to servers you choose. Clients and models "
                "never see them."
            ),
        )
        self.first = self._empty.add_action(self.tr("Add credential"))
        self.first.clicked.connect(lambda: self._edit("new"))
        self._unchosen = EmptyState("key", self.tr("Select a credential"), "")
        self.right = stacked(self._unchosen, self.detail, self._empty)
        self.right.currentChanged.connect(self.availability_changed)
        self.splitter = Splitter(
            self.context.settings, "credentials/splitter", self.frame, self.right, (360, 640), grows=1
        )
        vbox(self._head(), (self.splitter, 1), parent=self, spacing=0)

    def _head(self) -> QWidget:
        head = PageHeader(self.tr("Credentials"))
        self.count = head.count
        self.add = AddButton(self.tr("Add credential"))
        self.add.clicked.connect(lambda: self._edit("new"))
        self.add.leave_to(self.right, lambda: self._is_adding)
        head.add(self.add)
        head.add_below(self.strip, self.error_label)
        return head

    # --- reading ----------------------------------------------------------------------------------------------

    def set_snapshot(self, snapshot: Snapshot) -> None:
        if snapshot.edition != self._edition:
            self._edition = snapshot.edition
            self._refresh.request()
        if self.context.reading is not None:
            self._look_back.follow(snapshot)

    def open(self, about: str) -> None:
        """Show the credential with that name, or the form for one if there is none; "new" opens an empty form."""
        if about == "new":
            self._edit("new")
            return
        self.frame.clear()
        if not self.listing.choose(about):
            self._wanted_key = self._needed = about
            self._refresh.request()

    async def _read(self) -> None:
        needed, self._needed = self._needed, ""  # before reading: one that is opened meanwhile is read again
        entries = await self.context.core_link.run(lambda core: core.secrets.all())
        servers = await self.context.core_link.run(lambda core: core.servers.all())
        self._servers = [server["name"] for server in servers]
        self._targets = targets(servers)
        before, now = self.strip.state, (await self.context.core_link.run(lambda core: core.status.now()))["keychain"]
        fresh = {credential["name"] for credential in entries} != set(self._present) or (
            now == "ready" and before != "ready"
        )
        self._entries = {credential["name"]: credential for credential in entries}
        if now != before:  # otherwise the strip keeps the name of the keyring, which only a check returns
            self.strip.show_state(now)
        self._fill()
        self._open_form_for(needed)
        if fresh and not self._asking:
            self.spawn(self._check, ask=False)  # not awaited: the state of the keyring changes meanwhile

    def _open_form_for(self, name: str) -> None:
        """Open the form with the name of the credential that another page opened, if there is none of that name."""
        if name and name not in self._entries:
            self._wanted_key = ""
            self._edit("new")
            if not self.editor.unsaved.exists:
                self.editor.enter(name)

    async def _read_releases(self) -> None:
        assert self.context.reading is not None  # noqa: S101 - nothing is read without it
        self._releases = await self.context.reading.releases()
        self._fill()

    async def _check(self, *, ask: bool) -> None:
        """Read which of them have a value; with ``ask`` the keyring may show its prompt, which takes time."""
        self._asking += 1
        self.strip.busy(True)
        try:
            result = await self.context.core_link.run(lambda core: core.secrets.check(ask))
        finally:
            self._asking -= 1
            self.strip.busy(self._asking > 0)
        self.show_error("")
        self._present = result["present"]
        self.strip.show_state(result["keychain"], result["backend"])
        self._fill()

    # --- showing ----------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        self.listing.lines.show_lines([self._line(entry) for entry in self._entries.values()])
        self.frame.setVisible(bool(self._entries))
        self.add.setVisible(bool(self._entries))
        count = len(self._entries)
        one, many = self.tr("1 credential"), self.tr("%Ln credentials", "", count)
        self.count.setText((one if count == 1 else many) if count else "")
        if self._wanted_key and self.listing.choose(self._wanted_key):
            self._wanted_key = ""
        elif not self._wanted_key and not self.listing.key() and not self._is_editing:
            self.listing.choose_first()
        self._show(self.listing.key())

    def _line(self, entry: SecretEntry) -> ListItem:
        name = entry["name"]
        present = self._present.get(name)
        unbound = [untrusted_text.shortened(server, 60) for server in unbound_users(entry)]
        last = max((each.last for each in self._releases if each.secret == name), default=0.0)
        right, icon, tone = (time_format.past(last) if last else ""), "key", "quiet"
        if is_sign_in(entry["kind"]):
            sign_in = entry.get("sign_in")
            state = sign_in["state"] if sign_in is not None else "out"
            if state in ("out", "wanted"):
                right, tone = self.tr("signed out"), "caution"
        elif present is False and not entry["session_only"]:
            right, icon, tone = self.tr("no value"), "danger", "danger"
        elif entry.get("stale"):
            right, icon, tone = self.tr("server changed"), "caution", "caution"
        elif unbound:
            needed = core_translation.fill_in(self.tr("needed by {0}"), core_translation.join_list(unbound))
            right, icon, tone = needed, "caution", "caution"
        elif entry["session_only"]:
            right = self.tr("in memory")
        rank = ("danger", "caution", "quiet").index(tone)
        below = f"{kind_name(entry['kind'])} · {usage(entry, self._servers)}"
        return ListItem(name, title_of(entry), below, right, icon, tone, rank=rank, when=last)

    def _choose(self, name: str) -> None:
        """Show the selected credential in place of the form for another one, unless text is typed in it."""
        if name and self._is_editing and name != self.editor.edited:
            if self.editor.holds():
                QTimer.singleShot(0, self, self._select_edited)  # Qt is about to select the row that was pressed
                return
            self.editor.unsaved.end()
            self.right.setCurrentWidget(self._unchosen)
        self._show(name)

    def _select_edited(self) -> None:
        """Select in the list the credential that the form is about."""
        if not (self.editor.edited and self.listing.choose(self.editor.edited)):
            self.listing.choose_none()

    def _show(self, name: str) -> None:
        credential = self._entries.get(name)
        if credential is not None:
            self.detail.show_credential(
                credential, self._present.get(name), self._servers, self._releases, self.strip.backend
            )
        if not self._is_editing:
            self._show_side()

    def _show_side(self) -> None:
        chosen = self.listing.key() in self._entries
        self.right.setCurrentWidget(
            self.detail if chosen else self._unchosen if self._entries or self._edition < 0 else self._empty
        )

    # --- orders -----------------------------------------------------------------------------------------------

    def _edit(self, purpose: Any) -> None:
        entry = self._entries.get(self.listing.key()) if purpose != "new" else None
        if purpose != "new" and entry is None:
            return
        if purpose == "new":
            if self._is_editing and self.editor.unsaved.exists:
                self.editor.name.setFocus(Qt.FocusReason.OtherFocusReason)
                return
            self._selected_before = self.listing.key() or self._selected_before
            self.listing.choose_none()
        self.right.setCurrentWidget(self.editor)
        servers = self._targets if purpose == "new" else {}
        if purpose == "bind" and entry is not None:
            listed = {*entry["servers"], *(use["server"] for use in entry["uses"])}  # each has buttons of its own
            servers = {server: target for server, target in self._targets.items() if server not in listed}
        self.editor.begin(purpose, entry, keychain=self.strip.state, servers=servers)
        self.add.renew()
        self.availability_changed.emit()

    def _leave_form(self) -> None:
        self.show_error("")
        self.editor.unsaved.end()
        self.right.setCurrentWidget(self._unchosen)
        if not self.listing.key():
            self.listing.choose(self._wanted_key or self._selected_before)
        self._show_side()
        (self.listing if self._entries else self.first).setFocus(Qt.FocusReason.OtherFocusReason)

    async def _bind(self, change: BindSecret) -> None:
        """Bind a stored credential to the server that was entered in the form."""
        try:
            done = await self.context.core_link.run(lambda core: carry_out(change, core))
        except (RefusedError, OSError) as why:
            self.editor.refuse(core_translation.local(str(why)))
            return
        self._leave_form()
        self._offer_back(change, done, had_value=True)
        self._refresh.request()

    async def _save(self, draft: SecretDraft) -> None:
        if draft.value is None and draft.place is not None:
            await self._bind(BindSecret(draft.name, draft.place.server, place=draft.place))
            return
        name, in_memory, before = draft.name, draft.session_only, self._entries.get(draft.name)
        try:
            await self.context.core_link.run(lambda core: save(draft, core))
        except (RefusedError, OSError) as why:
            self.editor.refuse(core_translation.local(str(why)))
            return
        problem = ""
        if draft.place is not None:
            try:
                place = draft.place
                await self.context.core_link.run(lambda core: provide(name, place, core))
            except (RefusedError, OSError) as why:
                problem = core_translation.local(str(why))
        self._present.pop(name, None)
        self.editor.value.clear()
        self._wanted_key = name
        self._leave_form()
        if draft.value is None:
            return
        with reporting(self.show_error):
            await self._refresh.now()  # the message below is then about the shown credential
        text = self.tr("Stored {0} in your keyring.").format(untrusted_text.visible(name))
        if in_memory:
            text = self.tr("Stored {0} in memory until ToolGuard quits.").format(untrusted_text.visible(name))
        if before is not None and any(use["place"].startswith("env ") for use in before["uses"]):
            text = core_translation.join_sentences(
                text, self.tr("Running processes keep the old value until they exit.")
            )
        if draft.place is not None and not problem:
            server = untrusted_text.shortened(draft.place.server, 60)
            text = core_translation.join_sentences(text, self.tr("{0} gets it from its next start.").format(server))
        if problem:
            self.detail.refuse(self.tr("Stored, but no server gets it: {0}").format(problem))
        if self.editor.value.is_still_in_clipboard():
            text = core_translation.join_sentences(
                text, self.tr("It is still in the clipboard. Any program can read it.")
            )
            self.notice.show_message(text, self.tr("Clear clipboard"), QGuiApplication.clipboard().clear)
        else:
            self.notice.show_message(text)

    async def _offer_tools(self, server: str) -> None:
        """Offer the known tools of a server; if none are known, a name can be typed."""
        try:
            servers = await self.context.core_link.run(lambda core: core.tools.all(server)) if server else []
        except (RefusedError, OSError):
            servers = []
        self.detail.argument_form.offer_tools(
            server, [tool["name"] for server_entry in servers for tool in server_entry["tools"]]
        )

    async def _offer_schema(self, server: str, tool: str) -> None:
        try:
            shown = (
                await self.context.core_link.run(lambda core: core.tools.show(server, tool))
                if server and tool
                else None
            )
        except (RefusedError, OSError):
            shown = None
        self.detail.argument_form.offer_schema(server, tool, shown["schema"] if shown is not None else None)

    async def _save_credential(self, change: Change) -> None:
        had_value = self._present.get(change.name) is not False
        before = self._entries.get(change.name)
        uses = before["uses"] if before is not None else []
        try:
            done = await self.context.core_link.run(lambda core: carry_out(change, core))
        except (RefusedError, OSError) as why:
            self.detail.refuse(core_translation.local(str(why)))
            return
        self.detail.refuse("")
        if isinstance(change, BindSecret | UnbindSecret) and change.filling is not None:
            self.detail.argument_form.leave()
            self._offer_argument_back(change, change.filling, uses)
        else:
            self._offer_back(change, done, had_value)
        await self._refresh.now()
        if isinstance(change, RemoveSecret):
            self.focus_list()

    async def _sign(self, action: SignInAction, server: str) -> None:
        with reporting(self.detail.refuse):
            await act(self.context.core_link, action, server)
            self.detail.refuse("")
            self._refresh.request()

    def _offer_back(self, change: Change, done: SecretEntry, had_value: bool) -> None:
        name = untrusted_text.visible(title_of(done))
        match change:
            case BindSecret(of, server, place=place):
                text, back = self.tr("{0} is now available to {1}."), UnbindSecret(of, server, place=place)
                self._offer(text.format(name, untrusted_text.visible(server)), back)
            case UnbindSecret(_, server) if is_sign_in(done["kind"]):
                template = self.tr("{0} is no longer available to {1}.")
                self.notice.show_message(template.format(name, untrusted_text.visible(server)))
            case RemoveSecret() if is_sign_in(done["kind"]):
                self.notice.show_message(self.tr("Removed {0} and its tokens.").format(name))
            case UnbindSecret(of, server):
                text = self.tr("{0} is no longer available to {1}. Running processes keep it until they exit.")
                self._offer(text.format(name, untrusted_text.visible(server)), BindSecret(of, server))
            case RemoveSecret():
                text = self.tr("Removed {0} and its value.") if had_value else self.tr("Removed {0}.")
                undo = self.tr("Restore without value") if had_value else ""
                self._offer(text.format(name), RestoreSecret(done), undo)

    def _offer_argument_back(
        self, change: BindSecret | UnbindSecret, filling: ArgumentTarget, uses: Sequence[SecretUse]
    ) -> None:
        """``uses``: where the credential was injected before."""
        place = ArgumentTarget(filling.tool, filling.argument)
        back: Change
        if isinstance(change, BindSecret):
            text, back = self.tr("{0} is now bound to {1} of {2}."), (
                UnbindSecret(change.name, change.server, place)
            )  # fmt: skip
        else:
            text = self.tr("{0} is no longer bound to {1} of {2}. Models can now set it.")
            same = (change.server, filling.tool, filling.argument)
            templates = (use.get("template") for use in uses
                     if (use["server"], use.get("tool"), use.get("argument")) == same)  # fmt: skip
            back = BindSecret(change.name, change.server, replace(place, template=next(templates, None)))
        names = (change.name, filling.argument, filling.tool)
        self._offer(text.format(*(untrusted_text.shortened(each, 60) for each in names)), back)

    def _offer(self, text: str, back: Change, undo: str = "") -> None:
        if undo:
            self.notice.show_message(text, undo, lambda: self._undo(back))
        else:
            self.notice.show_message(text, back=lambda: self._undo(back))

    def _undo(self, change: Change) -> None:
        self._wanted_key = change.name
        self.spawn(self._take_back, change)

    async def _take_back(self, change: Change) -> None:
        with reporting(self.show_error):
            await self.context.core_link.run(lambda core: carry_out(change, core))
            self.show_error("")
        self._refresh.request()

    # --- interface of the page --------------------------------------------------------------------------------

    def searches(self) -> Sequence[QLineEdit]:
        return (self.frame.search,)

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "add": lambda: self._edit("new") if "add" not in self.unavailable() else None,
            "edit": lambda: self._edit("replace") if self.detail.replace.isVisible() else None,
            "remove": lambda: self.detail.remove.click() if self.detail.remove.isVisible() else None,
        }

    def unavailable(self) -> AbstractSet[str]:
        return super().unavailable() | ({"add"} if self._is_adding else set())

    def row_lists(self) -> tuple[QWidget, ...]:
        return (self.listing,)

    def row_buttons(self) -> Mapping[QAbstractItemView, Mapping[str, QAbstractButton]]:
        detail = self.detail
        return {self.listing: {"edit": detail.replace, "describe": detail.describe, "remove": detail.remove}}

    def panes(self) -> tuple[QWidget, ...]:
        if self._is_editing:
            return (self.editor.name if self.editor.name.isVisible() else self.editor.save, self.listing)
        return (self.listing, self.detail.replace) if self._entries else (self.first,)
