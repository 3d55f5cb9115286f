"""Details of a chat client: program, current sessions, history, visible tools, rules that name it, and its token."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from toolguard.gate.model import ConnectedSession
from toolguard.services.interface import ClientView, InstalledClient, ListedClient, ListedRule
from toolguard.store.log.client_history import ClientSeen
from toolguard.window import core_translation, theme
from toolguard.window.active.sessions import COLUMNS, SessionsModel
from toolguard.window.clients.client_servers import ClientServers
from toolguard.window.clients.client_visibility import ClientVisibility, has_visible_tools
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import time_format
from toolguard.window.widgets.banners import ConfirmBanner
from toolguard.window.widgets.layout.action_row import ActionRow
from toolguard.window.widgets.layout.boxes import add_items, vbox
from toolguard.window.widgets.layout.scroll_area import MARGIN, DetailScrollArea
from toolguard.window.widgets.lists.plain_table import PlainTable
from toolguard.window.widgets.property_list import Property, PropertyList
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, label, make_pane, separator, show_text, styled_name

_MAX_RULES = 12  # maximum rules that are listed; the page Rules has all


class ClientDetail(QWidget):
    """What is known about a client. ``page_requested`` carries a page and what to show there."""

    end_sessions_requested = Signal(str)
    block_requested = Signal(str)
    removal_requested = Signal(str)
    page_requested = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        make_pane(self)
        self.client = ""
        self._view: ClientView = {"client": "", "servers": [], "rules": []}
        self._token: ListedClient | None = None
        self._is_only_seen = False
        self._connected: frozenset[str] = frozenset()
        self._shown_facts: list[Property] = []
        self.title = TextLabel(factor=theme.LARGE, name=self.tr("Client"))
        self.below = label(tone="quiet")
        self.error_label = label(tone="danger", wrap=True, shown=False)
        self.end = push_button(self.tr("Disconnect…"))
        self.shut_out = push_button(self.tr("Revoke access…"))
        self.calls = push_button(self.tr("Show calls"), name=self.tr("Show calls of this client"))
        self.rules = push_button(self.tr("Show rules"), name=self.tr("Show rules of this client"))
        self.remove = push_button(self.tr("Remove…"), name=self.tr("Remove this client from the list"))
        self.confirm = ConfirmBanner()
        self.facts = PropertyList()
        self.sessions = SessionsModel(self)
        self.table = self._make_table()
        self.servers = ClientServers()
        self.sight = ClientVisibility()
        self.stated_rules = TextLabel(name=self.tr("Related rules"))
        self._lay_out()
        self.end.clicked.connect(self._ask_to_end)
        self.shut_out.clicked.connect(self._ask_to_shut_out)
        self.remove.clicked.connect(self._ask_to_remove)
        self.calls.clicked.connect(lambda: self.page_requested.emit("audit", f"client:{self.client}"))
        self.rules.clicked.connect(lambda: self.page_requested.emit("rules", f"client:{self.client}"))

    def _make_table(self) -> PlainTable:
        table = PlainTable(self.sessions, self.tr("Sessions"), "clients/sessions", COLUMNS, without=(0, 1))
        table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return table

    def _lay_out(self) -> None:
        actions = ActionRow(self.calls, self.rules, self.end, self.shut_out, self.remove)
        fixed = vbox(self.title, self.below, margins=(MARGIN, theme.SPACE * 5, MARGIN, theme.SPACE * 4))
        fixed.addSpacing(theme.SPACE)
        add_items(fixed, actions, self.error_label, self.confirm)
        self._heads = [
            label(self.tr("Connected"), strong=True), label(self.tr("Access"), strong=True),
            label(self.tr("Related rules"), strong=True), label(self.tr("Servers in its settings"), strong=True),
        ]  # fmt: skip
        self._blind = label(self.tr("No servers yet."), tone="quiet", wrap=True)
        # Clickable rows come first: sessions and facts grow at any time and would move other rows under the pointer.
        self.body = DetailScrollArea(
            self._heads[3], self.servers, self._heads[1], self._blind, self.sight, self._heads[2], self.stated_rules,
            self._heads[0], self.table, self.facts,
        )  # fmt: skip
        vbox(fixed, separator(), (self.body, 1), parent=self, spacing=0)

    def show_client(
        self,
        client: str,
        sessions: list[ConnectedSession],
        recorded: ClientSeen | None,
        access: ListedClient | None = None,
        installed: InstalledClient | None = None,
    ) -> None:
        """Show a client. ``access``: its row of ``client.list``, if any; ``installed``: of ``client.found``."""
        if client != self.client:
            self.client = client
            self.confirm.leave()
            self.refuse("")
            self._token = None
            self.show_view({"client": client, "servers": [], "rules": []})
            self.body.verticalScrollBar().setValue(0)
        self.title.set_text(*styled_name("strong name", client))
        self.below.setText(self._standing(sessions, recorded))
        self.servers.show_client(installed)
        self._heads[3].setVisible(installed is not None)
        self.servers.setVisible(installed is not None)
        was_connected = bool(sessions) or recorded is not None or access is not None
        has_files = installed is not None and bool(installed["files"])
        self._is_only_seen = recorded is not None and not (sessions or access or has_files)
        self.end.setVisible(bool(sessions))
        self.calls.setVisible(was_connected)
        self.shut_out.setVisible(access is not None)
        self.sessions.set_rows(tuple(sessions))
        for widget in (self._heads[0], self.table):
            widget.setVisible(bool(sessions))
        self.table.fit(len(sessions))
        self._shown_facts = self._facts(sessions, recorded)
        self._token = access
        self._connected = frozenset(session.server for session in sessions)
        self._show_access()
        self.remove.setVisible(self._is_only_seen and not self._view["rules"])

    def _standing(self, sessions: list[ConnectedSession], recorded: ClientSeen | None) -> str:
        if sessions:
            return self.tr("Connected to %n servers", "", len({session.server for session in sessions}))
        if recorded is not None:
            return self.tr("Not connected. Last seen {0}").format(time_format.past(recorded.last))
        return self.tr("Not connected")

    def _facts(self, sessions: list[ConnectedSession], recorded: ClientSeen | None) -> list[Property]:
        claims = list(dict.fromkeys([session.claim for session in sessions if session.claim]))
        programs = list(dict.fromkeys(self._program(session) for session in sessions))
        if recorded is not None:
            claims = claims or [recorded.claim] * bool(recorded.claim)
            programs = [program for program in programs if program] or [recorded.program] * bool(recorded.program)
        ways = {"stdio": self.tr("toolguard-connect"), "http": self.tr("HTTP, with a token")}
        transports = dict.fromkeys(session.client.transport for session in sessions)
        return [
            Property(self.tr("Launched by"), "\n".join(filter(None, programs)), mono=True),
            Property(self.tr("Reported name"), self._claimed(claims)),
            Property(
                self.tr("Connection"),
                core_translation.join_list(
                    ways.get(transport, untrusted_text.visible(transport)) for transport in transports
                ),
            ),
            Property(self.tr("First seen"), time_format.exact(recorded.first) if recorded else ""),
            Property(self.tr("Last seen"), time_format.exact(recorded.last) if recorded and not sessions else ""),
            Property(self.tr("Calls"), self._counted(recorded) if recorded else ""),
        ]

    def _show_access(self) -> None:
        """Show the servers that it may use, and the addresses of the same servers."""
        token = self._token
        reached = None if token is None else self._connected.union(token["urls"])
        servers = [server for server in self._view["servers"] if reached is None or server["server"] in reached]
        self.sight.show_servers(servers)
        self._blind.setVisible(not servers)
        self.sight.setVisible(bool(servers))
        hidden = [server["server"] for server in servers if not has_visible_tools(server)]
        self.facts.show_facts([*self._shown_facts, *(self._of_token(token, hidden) if token is not None else ())])

    def _of_token(self, token: ListedClient, hidden: list[str]) -> list[Property]:
        """Return the facts about its token; ``hidden`` servers show it no tools, so nothing is at their addresses."""
        named = token["servers"]
        valid = self.tr("all servers, including new ones") if named is None else core_translation.join_list(named)
        if hidden:
            valid = self.tr("{0}; it sees no tools of {1}").format(valid, core_translation.join_list(hidden))
        urls = [url for server, url in token["urls"].items() if server not in hidden]
        return [
            Property(self.tr("Token valid for"), valid),
            Property(self.tr("Token created"), time_format.exact(token["created"])),
            Property(self.tr("Addresses"), "\n".join(urls), mono=True),
            Property(self.tr("Combined endpoint"), token["url_of_all"] if len(urls) > 1 else "", mono=True),
            Property(
                self.tr("Open Tool Calling"),
                "\n".join(url for server, url in token["otc_urls"].items() if server not in hidden),
                mono=True,
            ),
        ]

    def _program(self, session: ConnectedSession) -> str:
        if not session.client.pid:
            return session.client.program
        return self.tr("{0} (process {1})").format(
            session.client.program or self.tr("unknown"), str(session.client.pid)
        )

    def _claimed(self, claims: list[str]) -> str:
        if not claims:
            return ""
        return self.tr("{0} (self-reported)").format("; ".join(claims[:4]))

    def _counted(self, recorded: ClientSeen) -> str:
        locale = self.locale()
        calls, denied = locale.toString(recorded.calls), locale.toString(recorded.denied)
        return self.tr("{0} recorded, {1} denied").format(calls, denied)

    def show_view(self, view: ClientView) -> None:
        """Show the result of ``client.show``."""
        self.servers.know_servers([server["server"] for server in view["servers"]])
        self._view = view
        self._show_access()
        rules = [self._rule(rule) for rule in view["rules"][:_MAX_RULES]]
        more = len(view["rules"]) - len(rules)
        rules += [self.tr("and %n more", "", more)] if more > 0 else []
        self.stated_rules.set_text("\n".join(rules) or self.tr("None. Rules for any client also apply."))
        self.stated_rules.set_tone("" if rules else "quiet")
        self.rules.setVisible(bool(rules))
        self.remove.setVisible(self._is_only_seen and not rules)

    def _rule(self, rule: ListedRule) -> str:
        verdicts = {"allow": self.tr("Allow {0}"), "deny": self.tr("Deny {0}"), "ask": self.tr("Ask about {0}")}
        tool = self.tr("all tools") if rule["tool"] == "*" else untrusted_text.shortened(rule["tool"])
        server = self.tr("all servers") if rule["server"] == "*" else untrusted_text.shortened(rule["server"])
        where = self.tr("{0} on {1}").format(tool, server)
        text = verdicts[rule["verdict"]].format(where)
        if rule["disabled"]:
            return self.tr("{0} (off)").format(text)
        return self.tr("{0} (expired)").format(text) if rule["expired"] else text

    def refuse(self, why: str) -> None:
        """Show why an action was refused; "" hides it."""
        show_text(self.error_label, untrusted_text.visible(why, lines=True))

    def _ask_to_end(self) -> None:
        client = self.client
        text = self.tr(
            "Disconnect {0}? Its pending calls are denied, its running calls are stopped, and its servers are shut "
            "down. It may reconnect automatically. To block it from a server, clear that server under Access."
        )
        self.confirm.ask(
            text.format(untrusted_text.shortened(client)),
            self.tr("Disconnect"),
            lambda: self.end_sessions_requested.emit(client),
            self.end,
        )

    def _ask_to_shut_out(self) -> None:
        client = self.client
        text = self.tr(
            "Revoke access for {0}? Its token stops working immediately and its HTTP sessions end. This can't be "
            "undone. To restore access, add the client again and give it the new token."
        )
        self.confirm.ask(
            text.format(untrusted_text.shortened(client)),
            self.tr("Revoke access"),
            lambda: self.block_requested.emit(client),
            self.shut_out,
            kind="danger",
        )

    def _ask_to_remove(self) -> None:
        client = self.client
        text = self.tr("Remove {0} from the list? Its calls stay in Audit. If it connects again, it is listed again.")
        self.confirm.ask(
            text.format(untrusted_text.shortened(client)),
            self.tr("Remove"),
            lambda: self.removal_requested.emit(client),
            self.remove,
        )
