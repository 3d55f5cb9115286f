"""Details of one server: state, clients, settings, resources, log, and actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QButtonGroup, QMenu, QStackedWidget, QWidget

from toolguard.gate.model import ConnectedSession
from toolguard.tables.servers import KINDS
from toolguard.window import core_translation, theme
from toolguard.window.active.sessions import state_text
from toolguard.window.forms.table_text import table_text
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import PageContext
from toolguard.window.servers import remedies
from toolguard.window.servers.server_log import ServerLogView
from toolguard.window.servers.server_rows import STATES, reasons_of
from toolguard.window.servers.server_saving import references
from toolguard.window.servers.server_test import ServerTest
from toolguard.window.servers.server_use import ServerUse
from toolguard.window.servers.sign_in_banner import SignInBanner
from toolguard.window.widgets import time_format
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.action_row import ActionRow
from toolguard.window.widgets.layout.boxes import hbox, vbox
from toolguard.window.widgets.layout.scroll_area import MARGIN, DetailScrollArea
from toolguard.window.widgets.property_list import Property, PropertyList, WarningBox
from toolguard.window.widgets.push_button import ChoiceButton, push_button
from toolguard.window.widgets.text_label import TextLabel, label, pane, show_text, styled_name

_NOTICES_VIEW = 0  # the overview
_CLIENTS_VIEW = 1  # the view of clients
_LOG_VIEW = 2
_MAX_LINES = 30  # maximum sessions or processes that are named


class ServerDetail(QWidget):
    """Shows results of `server.list` and `server.show`; the signals carry what the person wants."""

    edit = Signal()
    end = Signal()
    credential = Signal(str)
    """The person wants to see the credential with that name; "" for all of them."""
    guard = Signal()
    """The person wants to set up chat clients."""
    sign_in_requested = Signal(str)
    """Carries a `SignInAction`."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.setObjectName("pane")
        self._credential = ""
        self.name = ""
        self._context = context
        self._users: list[str] | None = None
        self._sign_in: SignInBanner | None = None
        self._use: ServerUse | None = None
        self._log: ServerLogView | None = None
        self.heading = TextLabel(factor=theme.LARGE, name=self.tr("Server"))
        self._icon, self.word = IconLabel(size=20), label()
        self.launch = TextLabel(mono=True, command=True, name=self.tr("Launch"))
        self.trouble = WarningBox(tone="danger")
        self.reason = ElidedLabel(tone="danger")
        self.reason.setAccessibleName(self.tr("Why it does not run"))
        self.waiting = WarningBox(tone="caution")
        self.news = WarningBox(tone="caution")
        self.doubts = WarningBox(tone="caution")
        self.facts = PropertyList()
        self.trial = ServerTest(context, is_apart=True)
        self.error_label = label(tone="danger", wrap=True)
        self._make_buttons()
        self._lay_out()

    def _make_buttons(self) -> None:
        self.edit_button = push_button(self.tr("Edit…"), name=self.tr("Edit server"), clicked=self.edit)
        self.switch_button = push_button()
        self.more_button = push_button(self.tr("More"), name=self.tr("More actions for this server"))
        menu = QMenu(self.more_button)
        self.tools_action = menu.addAction(self.tr("Show tools"))
        self.duplicate_action = menu.addAction(self.tr("Duplicate"))
        menu.addSeparator()
        self.remove_action = menu.addAction(self.tr("Remove"))
        self.more_button.setMenu(menu)
        self.end_button = push_button(
            self.tr("End sessions"), name=self.tr("End sessions of this server"), clicked=self.end
        )
        self.trial.button.clicked.connect(self.show_notices)
        self.log_button = push_button(
            self.tr("Show log"), name=self.tr("Show log of this server"), clicked=self.show_log
        )
        self.credential_button = push_button(
            self.tr("Show credential"), name=self.tr("Show the credential that this server needs"),
            clicked=lambda: self.credential.emit(self._credential),
        )  # fmt: skip
        self.trouble.offer(self.credential_button, self.log_button)
        self.keyring_button = push_button(
            self.tr("Open Credentials"), tip=self.tr("Unlock your keyring there"),
            clicked=lambda: self.credential.emit(""),
        )  # fmt: skip
        self.waiting.offer(self.keyring_button)

    def _lay_out(self) -> None:
        top = hbox((self.heading, 1), self._icon, self.word)
        actions = ActionRow(self.edit_button, self.trial.button, self.switch_button, self.end_button, self.more_button)
        self._stack = QStackedWidget()
        self._use_place, self._log_place = pane(), pane()
        self.choices = QButtonGroup(self)
        tabs = hbox(spacing=theme.SPACE)
        views = (
            (self.tr("Overview"), self._overview()), (self.tr("Use in a client"), self._use_place),
            (self.tr("Log"), self._log_place),
        )  # fmt: skip
        for index, (text, widget) in enumerate(views):
            choice = ChoiceButton(text)
            choice.setChecked(index == 0)
            choice.toggled.connect(lambda on, index=index: self._turn(index) if on else None)
            self.choices.addButton(choice)
            tabs.addWidget(choice)
            self._stack.addWidget(widget)
        tabs.addStretch(1)
        self._sign_in_place = pane()
        self._sign_in_row = vbox(parent=self._sign_in_place, margins=(MARGIN, theme.SPACE * 2, MARGIN, 0))
        head = pane()
        vbox(
            top, actions, self.error_label, tabs, self.reason,
            parent=head, spacing=theme.SPACE * 3, margins=(MARGIN, theme.SPACE * 5, MARGIN, theme.SPACE * 2),
        )  # fmt: skip
        for widget in (self.news, self.reason, self.error_label):
            widget.hide()
        vbox(head, self._sign_in_place, (self._stack, 1), parent=self, spacing=0)

    def _overview(self) -> QWidget:
        notices = (self.trouble, self.waiting, self.doubts, self.news)
        return DetailScrollArea(*notices, self.trial, self.launch, self.facts)

    # Parts that are created on first use

    @property
    def sign_in(self) -> SignInBanner:
        """The banner of the server's sign-in, created on first use."""
        if self._sign_in is None:
            self._sign_in = SignInBanner()
            self._sign_in.sign_in_requested.connect(self.sign_in_requested)
            tab_order.insert_at(self._sign_in_row, 0, self._sign_in, before=self._sign_in_place)
        return self._sign_in

    @property
    def use(self) -> ServerUse:
        """The clients that use the server, created on first use."""
        if self._use is None:
            self._use = ServerUse(self._context)
            self._use.guard.connect(self.guard)
            tab_order.insert_at(vbox(parent=self._use_place), 0, self._use, before=self._use_place)
            self._use.show_server(self.name, self._users)
        return self._use

    @property
    def log(self) -> ServerLogView:
        """The server's log, created on first use."""
        if self._log is None:
            self._log = ServerLogView(self._context)
            margins = (MARGIN, theme.SPACE * 2, MARGIN, theme.SPACE * 4)
            column = vbox(parent=self._log_place, margins=margins)
            tab_order.insert_at(column, 0, self._log, before=self._log_place)
            self._log.show_server(self.name)
        return self._log

    # Content

    def _turn(self, view: int) -> None:
        if view == _CLIENTS_VIEW:
            self.use.show()
        elif view == _LOG_VIEW:
            self.log.show()
        self._stack.setCurrentIndex(view)
        self._place_sign_in()
        self._place_reason()

    def _place_reason(self) -> None:
        """Show why it does not run in one line while the notices of the overview are hidden."""
        self.reason.setVisible(self._stack.currentIndex() != _NOTICES_VIEW and bool(self.reason.text()))

    def _place_sign_in(self) -> None:
        """Show the sign-in with the overview; in other views only the warning if its address is a look-alike."""
        is_overview = self._stack.currentIndex() == _NOTICES_VIEW
        self._sign_in_place.setVisible(
            self._sign_in is not None and not self._sign_in.isHidden() and (is_overview or self._sign_in.is_doubtful)
        )
        if self._sign_in is not None:
            self._sign_in.show_details(is_overview)

    def show_use(self) -> None:
        """Turn to the clients that use the server."""
        self.choices.buttons()[_CLIENTS_VIEW].setChecked(True)

    def show_log(self) -> None:
        """Turn to the server's log."""
        self.choices.buttons()[_LOG_VIEW].setChecked(True)

    def show_notices(self) -> None:
        """Show the view whose beginning are the notices."""
        self.choices.buttons()[_NOTICES_VIEW].setChecked(True)

    def show_server(
        self, server: Mapping[str, Any], state: str, sessions: list[ConnectedSession], users: list[str] | None = None
    ) -> None:
        """Show or update a server with its ``users`` (None: unknown); the last result of `server.show` stays."""
        if server["name"] != self.name:
            self.name = server["name"]
            self.show_error("")
            self.news.show_sentences([])
            self.trial.show_kind(server["kind"])
            self._more: Mapping[str, Any] = {}
        icon, tone, word = STATES[state]
        self._icon.show_icon(icon, tone)
        self.heading.set_text(*styled_name("strong name", self.name))
        self.word.setText(QCoreApplication.translate("ServersPage", word))
        self.launch.set_text(server["launch"])
        on = server["enabled"]
        self.switch_button.setText(self.tr("Turn off") if on else self.tr("Turn on"))
        self.switch_button.setAccessibleName(self.tr("Turn off server") if on else self.tr("Turn on server"))
        if server.get("sign_in") is not None or self._sign_in is not None:
            self.sign_in.show_sign_in(server.get("sign_in"))
            if not on:
                self.sign_in.turn_off.hide()
        self._place_sign_in()
        reasons = reasons_of(server, sessions)
        texts = (untrusted_text.shortened(core_translation.local(reason), 2_000) for reason in reasons)
        troubles = list(dict.fromkeys(map(core_translation.sentence, texts)))
        self.trouble.show_sentences(troubles)
        self.reason.set_text(core_translation.join_sentences(*troubles))
        self._place_reason()
        waits = self.tr("Starts once you unlock your keyring. Look for its prompt behind other windows.")
        self.waiting.show_sentences([waits] if state == "keychain" else [])
        self._credential = remedies.credential(reasons) or self._only_credential(server, reasons)
        is_of_settings = not self._credential and remedies.needs_settings(reasons)
        self.credential_button.setVisible(bool(self._credential))
        self.log_button.setVisible(remedies.needs_log(reasons) or not (self._credential or is_of_settings))
        self.end_button.setVisible(bool(sessions))
        self.doubts.show_sentences(
            [
                *(untrusted_text.shortened(core_translation.local(doubt), 1_000) for doubt in server.get("doubts", ())),
                *untrusted_text.doubts_of_address(server.get("url", "")),
            ]
        )
        self.facts.show_facts([*self._status_properties(server, sessions), *self._costs(self._more)])
        self._users = users
        if self._log is not None:
            self._log.show_server(self.name)
        if self._use is not None:
            self._use.show_server(self.name, users)

    @staticmethod
    def _only_credential(server: Mapping[str, Any], reasons: list[str]) -> str:
        """Return the only credential of a server that has ended with a failure, or "". Its value may be wrong."""
        names = server["secrets"]
        return names[0] if len(names) == 1 and remedies.needs_log(reasons) else ""

    def show_more(self, details: Mapping[str, Any], sessions: list[ConnectedSession]) -> None:
        """Show a result of `server.show`: processes, memory, tools."""
        if details["name"] == self.name:
            self._more = details
            self.facts.show_facts([*self._status_properties(details, sessions), *self._costs(details)])

    def _status_properties(self, server: Mapping[str, Any], sessions: list[ConnectedSession]) -> list[Property]:
        ready = [session for session in sessions if session.version] or sessions
        eras = sorted({session.version for session in ready if session.version})
        able = sorted({capability for session in ready for capability in session.capabilities})
        users = [
            f"{session.client.id} · {state_text(session)} · {time_format.clock(session.since)}"
            for session in sessions[:_MAX_LINES]
        ]
        sign_in = server.get("sign_in") or {}
        signed_in = [self.tr("Your sign-in")] if sign_in.get("state") == "in" else []
        secrets = [name for name in server["secrets"] if name != sign_in.get("secret")]
        bound = [] if signed_in else [*secrets]
        settings = {name: server.get(name) for name in KINDS[server["kind"]].settings}
        unbound = sorted(references(settings).difference(server["secrets"]))
        secrets += [self.tr("{0} (not bound)").format(name) for name in unbound]
        return [
            Property(self.tr("Kind"), table_text(KINDS[server["kind"]].title)),
            Property(self.tr("Folder"), server.get("cwd") or "", mono=True),
            Property(self.tr("In use by"), "\n".join(users) or self.tr("Nobody")),
            Property(self.tr("Protocol"), core_translation.join_list(eras)),
            Property(
                self.tr("Reported name"),
                core_translation.join_list(sorted({session.info for session in ready if session.info})),
            ),
            Property(self.tr("Capabilities"), core_translation.join_list(able)),
            Property(self.tr("Provided to tools"), "\n".join(_otc_context(server)), mono=True),
            Property(self.tr("Scopes"), sign_in.get("scopes", "")),
            Property(
                self.tr("Credentials"),
                core_translation.join_list([*signed_in, *secrets]) or self.tr("None"),
                mono=bool(secrets),
                opens=(lambda: self.credential.emit(bound[0])) if len(bound) == 1 and secrets == bound else None,
            ),
        ]

    def _costs(self, details: Mapping[str, Any]) -> list[Property]:
        if not details:
            return []
        processes = details["processes"]
        lines = [
            f"{process['pid']}  {self._size(process['memory'])}  {process['name']}"
            for process in processes[:_MAX_LINES]
        ]
        since = time_format.clock(processes[0]["since"]) if processes else ""
        memory = self._size(details["memory"]) if processes else ""
        starts = self.tr("once") if details["starts"] == 1 else self.tr("%n times", "", details["starts"])
        return [
            Property(self.tr("Processes"), "\n".join(lines), mono=True),
            Property(self.tr("Memory"), memory),
            Property(self.tr("Running since"), since),
            Property(
                self.tr("Starts"), self.tr("{0} since ToolGuard started").format(starts) if details["starts"] else ""
            ),
            Property(
                self.tr("Tools"),
                "" if details["tools"] is None else str(details["tools"] or self.tr("not listed yet")),
                opens=self.tools_action.trigger if details["tools"] else None,
            ),
        ]

    def _size(self, count: int) -> str:
        return self.locale().formattedDataSize(count)

    def show_error(self, text: str) -> None:
        """Show why an action failed; "" hides it."""
        show_text(self.error_label, untrusted_text.visible(text))


def _otc_context(server: Mapping[str, Any]) -> list[str]:
    """Return the values that tools of an Open Tool Calling server get if they require them, by id."""
    otc_context = server.get("context") or {}
    values = [
        (id, value) for part in ("secrets", "authorization") for id, value in (otc_context.get(part) or {}).items()
    ]
    values += [("user_id", otc_context["user_id"])] if otc_context.get("user_id") else []
    return [untrusted_text.shortened(f"{id}: {value}", 200) for id, value in values[:_MAX_LINES]]
