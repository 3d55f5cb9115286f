"""The page Credentials: what lies in the keychain by name, where it goes and went, and how the keychain is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from toolguard.checkpoint.calls import Snapshot
from toolguard.store.audit import Tampered
from toolguard.store.seen import Release
from toolguard.window import moments, phrases, text
from toolguard.window.credential_detail import CredentialDetail
from toolguard.window.credential_editor import CredentialEditor, kind_name
from toolguard.window.empty import Empty
from toolguard.window.head import AddButton, Head
from toolguard.window.keychain import KeychainStrip
from toolguard.window.listing import Line, Listing
from toolguard.window.notice import Notice
from toolguard.window.page import Desk, Page
from toolguard.window.passage import label
from toolguard.window.renewal import Renewal
from toolguard.window.seam import Refused
from toolguard.window.split import Split

_PAUSE = 1000
"""Milliseconds between two looks at what was released."""


class Credentials(Page):
    """The list on the left; on the right the chosen one, or the form."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self._known: dict[str, dict[str, Any]] = {}
        self._servers: list[str] = []
        self._releases: list[Release] = []
        self._present: dict[str, bool | None] = {}
        self._edition = self._recorded = -1
        self._wish = ""
        self._asking = 0
        self.listing = Listing(self.tr("Credentials"))
        self.listing.chosen.connect(self._show)
        self.strip = KeychainStrip()
        self.strip.asked.connect(lambda: self.desk.seam.spawn(self._check(ask=True)))
        self.notice = Notice(self)
        self.says = label(tone="danger", wrap=True)
        self.says.hide()
        self.detail = CredentialDetail()
        self.editor = CredentialEditor()
        self._lay_out()
        self.detail.wanted.connect(lambda order, told: self.desk.seam.spawn(self._give(order, told)))
        self.detail.edit.connect(self._edit)
        arguments = self.detail.arguments
        arguments.asks_tools.connect(lambda server: self.desk.seam.spawn(self._offer_tools(server)))
        arguments.asks_schema.connect(lambda server, tool: self.desk.seam.spawn(self._offer_schema(server, tool)))
        self.detail.sign.connect(lambda order, server: self.desk.seam.spawn(self._sign(order, server)))
        self.editor.wanted.connect(lambda order, told: self.desk.seam.spawn(self._save(order, told)))
        self.editor.left.connect(self._leave_form)
        self._look = Renewal(desk.seam.spawn, self._read, self._say)
        self._look_back = Renewal(desk.seam.spawn, self._read_releases, self._say)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._look_back.ask)

    # --- how it looks -----------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._empty = Empty(
            "key",
            self.tr("No credentials yet"),
            self.tr(
                "A credential lies in your keychain and goes only to the servers that you bind it to. "
                "No chat client and no model ever sees it."
            ),
        )
        self.first = self._empty.add_action(self.tr("Add a credential"))
        self.first.clicked.connect(lambda: self._edit("new"))
        self._unchosen = Empty("key", self.tr("Choose a credential"), "")
        self.right = QStackedWidget()
        for widget in (self._unchosen, self.detail, self.editor, self._empty):
            self.right.addWidget(widget)
        self.splitter = Split(self.desk.settings, "credentials/splitter", self.listing, self.right, (360, 640), grows=1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head())
        column.addWidget(self.splitter, 1)

    def _head(self) -> QWidget:
        head = Head(self.tr("Credentials"))
        self.count = head.count
        self.add = AddButton(self.tr("Add a credential"))
        self.add.clicked.connect(lambda: self._edit("new"))
        head.add(self.add)
        head.say(self.strip, self.says)
        return head

    # --- reading ----------------------------------------------------------------------------------------------

    def take(self, snapshot: Snapshot) -> None:
        if snapshot.edition != self._edition:
            self._edition = snapshot.edition
            self._look.ask()
        if snapshot.recorded != self._recorded and self.desk.reading is not None:
            first, self._recorded = self._recorded < 0, snapshot.recorded
            if first:
                self._look_back.ask()
            elif not self._pause.isActive():
                self._pause.start()

    def open(self, about: str) -> None:
        """Show the credential of that name; "new" opens the form."""
        if about == "new":
            self._edit("new")
        elif not self.listing.choose(about):
            self._wish = about

    async def _read(self) -> None:
        found = await self.desk.seam.do("secret.list")
        self._servers = [one["name"] for one in await self.desk.seam.do("server.list")]
        before, now = self.strip.state, (await self.desk.seam.do("status"))["keychain"]
        fresh = {one["name"] for one in found} != set(self._present) or (now == "ready" and before != "ready")
        self._known = {one["name"]: one for one in found}
        self.strip.show_state(now)
        self._fill()
        if fresh and not self._asking:
            self.desk.seam.spawn(self._check(ask=False))  # not waited for: the keychain's state changes meanwhile

    async def _read_releases(self) -> None:
        assert self.desk.reading is not None  # noqa: S101 - nothing is read without it
        try:
            self._releases = await self.desk.reading.releases()
        except Tampered as why:
            self._say(str(why))
        self._fill()

    async def _check(self, *, ask: bool) -> None:
        try:
            await self._ask_keychain(ask=ask)
        except (Refused, OSError) as why:
            self._say(str(why))

    async def _ask_keychain(self, *, ask: bool) -> None:
        """Which of them have a value; with ``ask`` the keychain may put its question, and takes its time."""
        self._asking += 1
        self.strip.busy(True)
        try:
            told = await self.desk.seam.do("secret.check", {"ask": ask})
        finally:
            self._asking -= 1
            self.strip.busy(self._asking > 0)
        self._present = told["present"]
        self.strip.show_state(told["keychain"])
        self._fill()

    def _say(self, why: str) -> None:
        self.says.setText(text.visible(phrases.local(why), lines=True))
        self.says.setVisible(bool(why))

    # --- showing ----------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        self.listing.lines.show_lines([self._line(one) for one in self._known.values()])
        self.listing.setVisible(bool(self._known))
        self.add.setVisible(bool(self._known))
        known = len(self._known)
        one, many = self.tr("1 credential"), self.tr("%Ln credentials", "", known)
        self.count.setText((one if known == 1 else many) if known else "")
        if self._wish and self.listing.choose(self._wish):
            self._wish = ""
        elif not self._wish and not self.listing.key():
            self.listing.choose_first()
        self._show(self.listing.key())

    def _line(self, one: dict[str, Any]) -> Line:
        name, servers = one["name"], [text.visible(server) for server in one["servers"]]
        present = self._present.get(name)
        unbound = [use["server"] for use in one["uses"] if not use["bound"]]
        where = self.tr("goes to {0}").format(", ".join(servers)) if servers else self.tr("not bound to a server")
        last = max((each.last for each in self._releases if each.secret == name), default=0.0)
        right, icon, tone = (moments.clock(last) if last else ""), "key", "quiet"
        if one["kind"] == "oauth":
            state = (one.get("sign_in") or {}).get("state", "out")
            if state in ("out", "wanted"):
                right, tone = self.tr("signed out"), "caution"
        elif present is False and not one["session_only"]:
            right, icon, tone = self.tr("no value"), "danger", "danger"
        elif one.get("stale"):
            right, icon, tone = self.tr("bound to another launch"), "caution", "caution"
        elif unbound:
            right, icon, tone = self.tr("not bound"), "caution", "caution"
        elif one["session_only"]:
            right, icon, tone = self.tr("in memory"), "pending", "caution"
        return Line(name, name, f"{kind_name(one['kind'])} · {where}", right, icon, tone)

    def _show(self, name: str) -> None:
        """Show the chosen one; the form stays open while it is written in."""
        credential = self._known.get(name)
        if credential is not None:
            self.detail.show_credential(credential, self._present.get(name), self._servers, self._releases)
        if self.right.currentWidget() is not self.editor:
            self._show_side()

    def _show_side(self) -> None:
        chosen = self.listing.key() in self._known
        self.right.setCurrentWidget(
            self.detail if chosen else self._unchosen if self._known or self._edition < 0 else self._empty
        )

    # --- doing ------------------------------------------------------------------------------------------------

    def _edit(self, purpose: Any) -> None:
        known = self._known.get(self.listing.key()) if purpose != "new" else None
        if purpose != "new" and known is None:
            return
        self.right.setCurrentWidget(self.editor)
        self.editor.begin(purpose, known, keychain=self.strip.state)

    def _leave_form(self) -> None:
        self.right.setCurrentWidget(self._unchosen)
        self._show_side()
        (self.listing if self._known else self.first).setFocus(Qt.FocusReason.OtherFocusReason)

    async def _save(self, order: str, told: dict[str, Any]) -> None:
        name, in_memory = told["name"], told.get("session_only", False)
        try:
            await self.desk.seam.do(order, told)
        except (Refused, OSError) as why:
            self.editor.refuse(phrases.local(str(why)))
            return
        told.clear()
        self._present.pop(name, None)
        self.editor.value.clear()
        self._wish = name
        self._leave_form()
        if order == "secret.describe":
            return
        self._look.ask()
        words = self.tr("The value of {0} is in your keychain.").format(text.visible(name))
        if in_memory:
            words = self.tr("The value of {0} is in memory, until ToolGuard closes.").format(text.visible(name))
        if self.editor.value.still_in_clipboard():
            words += " " + self.tr("It is still in the clipboard, where every program can read it.")
            self.notice.tell(words, self.tr("Clear the clipboard"), QGuiApplication.clipboard().clear)
        else:
            self.notice.tell(words)

    async def _offer_tools(self, server: str) -> None:
        """What is known of a server's tools; where nothing is, a name can be typed."""
        try:
            told = await self.desk.seam.do("tool.list", {"server": server}) if server else []
        except (Refused, OSError):
            told = []
        self.detail.arguments.offer_tools(server, [tool["name"] for one in told for tool in one["tools"]])

    async def _offer_schema(self, server: str, tool: str) -> None:
        try:
            told = await self.desk.seam.do("tool.show", {"server": server, "tool": tool}) if server and tool else {}
        except (Refused, OSError):
            told = {}
        self.detail.arguments.offer_schema(server, tool, told.get("schema"))

    async def _give(self, order: str, told: dict[str, Any]) -> None:
        had_value = self._present.get(told["name"]) is not False
        uses = self._known.get(told["name"], {}).get("uses", ())
        try:
            done = await self.desk.seam.do(order, told)
        except (Refused, OSError) as why:
            self.detail.refuse(phrases.local(str(why)))
            return
        self.detail.refuse("")
        self._look.ask()
        if "argument" in told:
            self.detail.arguments.leave()
            self._offer_argument_back(order, told, uses)
        else:
            self._offer_back(order, told, done, had_value)

    async def _sign(self, order: str, server: str) -> None:
        try:
            await self.desk.seam.do(order, {"name": server})
        except (Refused, OSError) as why:
            self.detail.refuse(phrases.local(str(why)))
            return
        self.detail.refuse("")
        self._look.ask()

    def _offer_back(self, order: str, told: dict[str, Any], done: dict[str, Any], had_value: bool) -> None:
        name = text.visible(told["name"])
        server = text.visible(", ".join(told.get("servers", ())))
        undo = self.tr("Undo")
        if order == "secret.bind":
            words, back = self.tr("{0} may now be given to {1}."), "secret.unbind"
        elif done["kind"] == "oauth":
            gone = self.tr("{0} is removed, and its tokens with it.").format(name)
            taken = self.tr("{0} is no longer given to {1}.").format(name, server)
            self.notice.tell(gone if order == "secret.remove" else taken)
            return
        elif order == "secret.unbind":
            words, back = self.tr("{0} is no longer given to {1}. A process that has it keeps it until it ends."), (
                "secret.bind"
            )  # fmt: skip
        else:
            members = {member: done[member] for member in ("name", "kind", "note", "servers")}
            words = self.tr("{0} is removed, and its value with it.") if had_value else self.tr("{0} is removed.")
            undo = self.tr("Bring it back without its value") if had_value else undo
            self.notice.tell(words.format(name), undo, lambda: self._undo("secret.enter", members))
            return
        self.notice.tell(words.format(name, server), undo, lambda: self._undo(back, told))

    def _offer_argument_back(self, order: str, told: dict[str, Any], uses: Sequence[dict[str, Any]]) -> None:
        """``uses``: where the credential went before."""
        place = {member: told[member] for member in ("name", "servers", "tool", "argument")}
        if order == "secret.bind":
            words, back = self.tr("{0} is filled into {1} of {2} from now on."), "secret.unbind"
        else:
            words, back = self.tr("{0} is no longer filled into {1} of {2}: models can set it."), "secret.bind"
            same = (told["servers"][0], told["tool"], told["argument"])
            place |= next(
                ({"template": use["template"]} for use in uses
                 if (use["server"], use.get("tool"), use.get("argument")) == same), {},
            )  # fmt: skip
        said = words.format(*(text.shortened(told[member], 60) for member in ("name", "argument", "tool")))
        self.notice.tell(said, self.tr("Undo"), lambda: self._undo(back, place))

    def _undo(self, order: str, told: dict[str, Any]) -> None:
        self._wish = told["name"]
        self.desk.seam.spawn(self._take_back(order, told))

    async def _take_back(self, order: str, told: dict[str, Any]) -> None:
        try:
            await self.desk.seam.do(order, told)
        except (Refused, OSError) as why:
            self._say(str(why))
        self._look.ask()

    # --- the frame --------------------------------------------------------------------------------------------

    def panes(self) -> tuple[QWidget, ...]:
        if self.right.currentWidget() is self.editor:
            return (self.editor.name if self.editor.name.isVisible() else self.editor.save, self.listing)
        return (self.listing, self.detail.replace) if self._known else (self.first,)
