"""Details of one credential: whether it has a value, its uses and releases, and its actions."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from toolguard.services.interface import SecretEntry
from toolguard.store.log.client_history import SecretUsage
from toolguard.tables.credentials import is_sign_in
from toolguard.window import core_translation, theme
from toolguard.window.credentials.argument_form import ArgumentForm
from toolguard.window.credentials.binding_list import BindingList, former_users, places_of
from toolguard.window.credentials.credential_changes import ArgumentTarget, BindSecret, RemoveSecret, UnbindSecret
from toolguard.window.credentials.credential_editor import kind_name
from toolguard.window.json_view import untrusted_text
from toolguard.window.servers.sign_in_banner import SignInBanner
from toolguard.window.widgets.banners import ConfirmBanner
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.action_row import ActionRow
from toolguard.window.widgets.layout.boxes import STRETCH, add_items, grid_box, hbox, vbox
from toolguard.window.widgets.layout.scroll_area import MARGIN, DetailScrollArea
from toolguard.window.widgets.property_list import Property, PropertyList
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, label, make_pane, separator, set_kind, set_style, show_text

_MAX_NAME_LENGTH = 40  # maximum characters of a server's name in a sentence
_MAX_URL_LENGTH = 120  # maximum characters of a receiver's URL


def title_of(credential: SecretEntry) -> str:
    """Return how a person knows a credential: a sign-in by its authorization server, any other by its name."""
    issuer = credential.get("issuer", "") if is_sign_in(credential["kind"]) else ""
    try:
        host = urlsplit(issuer).netloc.rpartition("@")[2]  # what is before @ could imitate a host
    except ValueError:
        host = ""
    return host or credential["name"]


class ValueLine(QWidget):
    """Whether there is a value, as icon and text."""

    def __init__(self) -> None:
        super().__init__()
        self._icon, self.text_label = IconLabel(), TextLabel()
        self.text_label.setAccessibleName(self.tr("Value"))
        hbox(self._icon, (self.text_label, 1), parent=self)

    def show_value(self, credential: SecretEntry, present: bool | None, keyring: str) -> None:
        """``present`` is None if the keyring was not asked. ``keyring`` is its name, "" if unknown."""
        if credential["session_only"]:
            icon, tone, text = "ok", "quiet", self.tr("The value is only in memory and is lost when ToolGuard quits.")
        elif present:
            icon, tone, text = "ok", "ok", self.tr("The value is in your keyring.")
            if keyring:
                text = self.tr("The value is in your keyring: {0}.").format(keyring)
        elif present is None:
            icon, tone, text = "unknown", "quiet", self.tr("Unlock your keyring to check for a value.")
        else:
            icon, tone, text = "danger", "danger", self.tr("No value set. Servers that use it won't start.")
        self._icon.show_icon(icon, tone)
        self.text_label.set_tone(tone if tone != "ok" else "text")
        self.text_label.set_text(text)


class CredentialDetail(QWidget):
    """``submitted`` carries a `Change`, ``edit`` the purpose for which to open the form."""

    submitted = Signal(object)
    edit = Signal(str)
    sign = Signal(str, str)
    """An action on the sign-in that this is (`SignInAction`), and the server."""
    tools_requested = Signal(str)
    """The names of a server's tools are needed for the form for an argument."""
    schema_requested = Signal(str, str)
    """The schema of a server's tool is needed for the form for an argument."""

    def __init__(self) -> None:
        super().__init__()
        make_pane(self)
        self.credential: SecretEntry | None = None
        self.present: bool | None = None
        self._servers: list[str] = []
        self.title = TextLabel(factor=theme.LARGE, name=self.tr("Credential"))
        self.kind = label(tone="quiet")
        self.value = ValueLine()
        self.error_label = label(tone="danger", wrap=True, shown=False)
        self.replace = push_button(self.tr("Replace value…"))
        self.describe = push_button(self.tr("Edit…"), name=self.tr("Edit kind and note"))
        self.remove = push_button(self.tr("Remove…"))
        self.confirm = ConfirmBanner()
        self._sign_in: SignInBanner | None = None
        self.places = BindingList()
        self.bind = push_button(self.tr("Bind to"), name=self.tr("Bind to a server or an argument"))
        self._argument_form: ArgumentForm | None = None
        self.facts = PropertyList()
        menu = QMenu(self.bind)
        self.bind_server = menu.addAction(self.tr("A server…"))
        self.bind_argument = menu.addAction(self.tr("An argument of a tool…"))
        self.bind.setMenu(menu)
        self.reference = TextLabel(mono=True, name=self.tr("Reference"))
        self.copy = push_button(self.tr("Copy"), name=self.tr("Copy reference"), kind="link")
        self._lay_out()
        self.replace.clicked.connect(lambda: self.edit.emit("replace"))
        self.describe.clicked.connect(lambda: self.edit.emit("describe"))
        self.remove.clicked.connect(self._ask_to_remove)
        self.places.server_toggled.connect(self._submit_binding)
        self.places.argument_removed.connect(lambda server, target: self._submit_argument(server, target, bind=False))
        self.bind_server.triggered.connect(lambda: self.edit.emit("bind"))
        self.bind_argument.triggered.connect(self._begin_argument)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._reference()))

    def _lay_out(self) -> None:
        self._actions = ActionRow(self.replace, self.describe, self.remove)
        self._head = fixed = vbox(
            hbox((self.title, 1), self.kind), self.value, margins=(MARGIN, theme.SPACE * 5, MARGIN, theme.SPACE * 4)
        )
        fixed.addSpacing(theme.SPACE)
        add_items(fixed, self._actions, self.error_label, self.confirm)
        self._nowhere = label(self.tr("Not bound to any server."), tone="quiet", wrap=True)
        self._shipping = label(wrap=True)
        self.body = body = DetailScrollArea()
        add_items(
            body.column, hbox(label(self.tr("Servers"), strong=True), STRETCH, self.bind), self._nowhere,
            self._shipping, self.places,
        )  # fmt: skip
        body.column.addSpacing(theme.SPACE * 2)
        body.column.addWidget(self.facts)
        body.column.addWidget(self._about_reference())
        body.finish()
        vbox(fixed, separator(), (body, 1), parent=self, spacing=0)

    # Parts that are created on first use

    @property
    def sign_in(self) -> SignInBanner:
        """The banner of an OAuth sign-in, created on first use."""
        if self._sign_in is None:
            self._sign_in = SignInBanner(is_plain=True)
            self._sign_in.sign_in_requested.connect(self._sign)
            tab_order.insert_at(self._head, self._head.indexOf(self.value) + 1, self._sign_in, before=self.value)
        return self._sign_in

    @property
    def argument_form(self) -> ArgumentForm:
        """The form that binds it to an argument of a tool, created on first use."""
        if self._argument_form is None:
            self._argument_form = form = ArgumentForm()
            form.submitted.connect(lambda server, target: self._submit_argument(server, target, bind=True))
            form.closed.connect(self._leave_argument)
            form.tools_requested.connect(self.tools_requested)
            form.schema_requested.connect(self.schema_requested)
            column = self.body.column
            tab_order.insert_at(column, column.indexOf(self.places) + 1, form, before=self.places)
        return self._argument_form

    @property
    def _shows_argument_form(self) -> bool:
        return self._argument_form is not None and not self._argument_form.isHidden()

    def _place_remove(self, *, signs_in: bool) -> None:
        """Put the button that removes it beside the other actions, which those of a sign-in replace."""
        if signs_in != self._actions.has(self.remove):
            return
        if signs_in:
            self.sign_in.buttons.insertWidget(self.sign_in.buttons.count() - 1, self.remove)
            set_kind(self.remove, "link")
        else:
            self._actions.append(self.remove)
        self.remove.show()
        QWidget.setTabOrder(self.sign_in.cancel if signs_in else self.describe, self.remove)

    def _about_reference(self) -> QWidget:
        self._referring = QWidget()
        grid = grid_box(self._referring, gaps=(theme.SPACE * 4, theme.SPACE), grows=1)
        head = label(self.tr("Reference"), tone="quiet")
        self.facts.align(head)
        text = self.tr("Write it in a bound server's settings. ToolGuard replaces it with the value.")
        grid.addWidget(head, 0, 0)
        grid.addWidget(self.reference, 0, 1)
        grid.addWidget(self.copy, 0, 2)
        grid.addWidget(label(text, tone="quiet", factor=theme.SMALL, wrap=True), 1, 1, 1, 2)
        return self._referring

    def _reference(self) -> str:
        return f"${{secret:{self.credential['name']}}}" if self.credential is not None else ""

    def show_credential(
        self, credential: SecretEntry, present: bool | None, servers: Sequence[str], releases: Sequence[SecretUsage],
        keyring: str = "",
    ) -> None:  # fmt: skip
        """Show or update a credential, in the form of ``secret.list``. ``keyring`` is the name of the keyring."""
        if self.credential is None or credential["name"] != self.credential["name"]:
            self.confirm.leave()
            self.refuse("")
            self.body.verticalScrollBar().setValue(0)
        self.credential, self.present = credential, present
        self.title.set_text(("strong", title_of(credential)))
        self.kind.setText(kind_name(credential["kind"]))
        self.value.show_value(credential, present, keyring)
        self.replace.setText(self.tr("Replace value…") if present is not False else self.tr("Set value…"))
        set_style(self.replace, "kind", "run" if present is False else None)
        places = places_of(credential, servers, releases, has_value=present is not False)
        signs_in = is_sign_in(credential["kind"])
        self._nowhere.setVisible(not places and not signs_in and not credential["shipped_to"])
        self._show_receivers(credential["shipped_to"])
        self.places.show_places(places, "" if signs_in else self._reference())
        if self._argument_form is not None:
            self._argument_form.keep_to(self._reference())
        self._servers = [] if signs_in else list(servers)
        self.bind_server.setEnabled(not {place.server for place in places}.issuperset(self._servers))
        self._show_binding()
        for widget in (self.value, self.replace, self.describe, self._referring):
            widget.setVisible(not signs_in)
        self.reference.set_text(self._reference())
        if signs_in or self._sign_in is not None:
            self.sign_in.show_sign_in(credential.get("sign_in") if signs_in else None)
        self._place_remove(signs_in=signs_in)
        last = max(
            (release for release in releases if release.secret == credential["name"]),
            key=lambda release: release.last,
            default=None,
        )
        shipped = self.tr("log shipping") if last is not None and not last.server else ""  # no row has it
        self.facts.show_facts([
            Property(self.tr("Note"), credential["note"]),
            Property(self.tr("Last used by"), shipped),
            Property(self.tr("Formerly used by"), "\n".join(former_users(credential, releases))),
            *self._of_sign_in(credential),
        ])  # fmt: skip

    def _show_receivers(self, places: list[str]) -> None:
        text = self.tr("Log shipping sends it to {0} in a header. Change the headers in Settings.")
        named = core_translation.join_list(untrusted_text.shortened(place, _MAX_URL_LENGTH) for place in places)
        show_text(self._shipping, text.format(named) if places else "")

    def _of_sign_in(self, credential: SecretEntry) -> list[Property]:
        state, name = credential.get("sign_in"), credential["name"]
        return [
            Property(self.tr("Issuer"), credential.get("issuer", ""), mono=True),
            Property(self.tr("Audience"), credential.get("resource", ""), mono=True),
            Property(self.tr("Scopes"), state["scopes"] if state is not None else ""),
            Property(self.tr("Keyring entry"), name if name != title_of(credential) else "", mono=True),
        ]

    def _show_binding(self) -> None:
        """Show how to bind it, unless the form for an argument is open, which has a server of its own."""
        self.bind.setVisible(bool(self._servers) and not self._shows_argument_form)

    def refuse(self, why: str) -> None:
        """Show why an order was refused: in the form if it is open."""
        if self._shows_argument_form:
            self.argument_form.refuse(why)
            why = ""
        show_text(self.error_label, untrusted_text.visible(why, lines=True))

    def _sign(self, action: str) -> None:
        if self.credential is not None:
            self.sign.emit(action, self.credential["servers"][0])

    def _submit_binding(self, server: str, bind: bool) -> None:
        if self.credential is not None:
            name = self.credential["name"]
            self.submitted.emit(BindSecret(name, server) if bind else UnbindSecret(name, server))

    def _begin_argument(self) -> None:
        form = self.argument_form
        form.begin(self._servers, self._reference())
        self._show_binding()
        QTimer.singleShot(0, self, self._show_argument_form)

    def _show_argument_form(self) -> None:
        """Scroll to the form: to its end if there is space, and in any case to its title and buttons."""
        for widget in (self.argument_form.template, self.argument_form.save):
            self.body.ensureWidgetVisible(widget, 0, MARGIN)

    def _leave_argument(self, had_focus: bool) -> None:
        self._show_binding()
        if had_focus:
            self.bind.setFocus(Qt.FocusReason.OtherFocusReason)

    def _submit_argument(self, server: str, filling: ArgumentTarget, *, bind: bool) -> None:
        if self.credential is not None:
            name = self.credential["name"]
            self.submitted.emit(BindSecret(name, server, filling) if bind else UnbindSecret(name, server, filling))

    def _ask_to_remove(self) -> None:
        if self.credential is None:
            return
        name = self.credential["name"]
        words = [self.tr("Remove {0}?").format(untrusted_text.visible(title_of(self.credential)))]
        if self.present is not False:
            words.append(self.tr("Its value is deleted. This can't be undone."))
        else:
            words.append(self.tr("It has no value. You can undo this."))
        bound = [use for use in self.credential["uses"] if use["bound"]]
        waiting = [use["server"] for use in bound if "tool" not in use]
        if waiting:
            named = core_translation.join_list(
                untrusted_text.shortened(server, _MAX_NAME_LENGTH) for server in dict.fromkeys(waiting)
            )
            words.append(self.tr("These servers won't start without it: {0}.").format(named))
        if tools := dict.fromkeys(use["tool"] for use in bound if "tool" in use):
            named = core_translation.join_list(untrusted_text.shortened(tool, _MAX_NAME_LENGTH) for tool in tools)
            words.append(self.tr("Calls of these tools are refused without it: {0}.").format(named))
        if self.credential["shipped_to"]:
            words.append(self.tr("Without it, the log isn't sent to its receiver."))
        self.body.verticalScrollBar().setValue(0)  # the servers that lose it
        self.confirm.ask(
            core_translation.join_sentences(*words), self.tr("Remove"), lambda: self.submitted.emit(RemoveSecret(name)),
            self.remove, kind="danger",
        )  # fmt: skip
