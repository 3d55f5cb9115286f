"""The servers of a credential: bindings, places and releases; one row per server with what can be changed in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from toolguard.services.interface import SecretEntry, SecretUse
from toolguard.store.log.client_history import SecretUsage
from toolguard.tables.credentials import is_sign_in
from toolguard.window import core_translation, theme
from toolguard.window.credentials.credential_changes import ArgumentTarget
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import time_format
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout.boxes import fill_rows, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, set_style

translate = QCoreApplication.translate

_SIGN_SIZE = 18
_BESIDE_SIGN = (_SIGN_SIZE + theme.SPACE * 2, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class BindingPlace:
    """How a server uses a credential: in its settings and its tools' arguments. ``known``: it still exists."""

    server: str
    bound: bool
    places: tuple[str, ...]
    arguments: tuple[SecretUse, ...] = ()
    known: bool = True
    last: float = 0.0
    times: int = 0
    stale: bool = False
    """Whether its launch has changed since the credential was bound."""
    has_value: bool = True

    @property
    def is_used(self) -> bool:
        """Whether the server's settings or arguments of its tools name the credential."""
        return bool(self.places or self.arguments)


def places_of(
    credential: SecretEntry, servers: Sequence[str], releases: Sequence[SecretUsage], *, has_value: bool = True
) -> list[BindingPlace]:
    """Return a place for each server that is bound or names the credential."""
    places: dict[str, BindingPlace] = {}
    of_credential = [release for release in releases if release.secret == credential["name"] and release.server]
    uses = {use["server"] for use in credential["uses"]}
    for server in sorted({*credential["servers"], *uses}):
        mine = [release for release in of_credential if release.server == server]
        used = [use for use in credential["uses"] if use["server"] == server]
        places[server] = BindingPlace(
            server=server,
            bound=server in credential["servers"],
            places=tuple(use["place"] for use in used if "argument" not in use),
            arguments=tuple(use for use in used if "argument" in use),
            known=server in servers,
            stale=server in credential.get("stale", ()),
            has_value=has_value,
            last=max((release.last for release in mine), default=0.0),
            times=sum(release.times for release in mine),
        )
    return list(places.values())


def former_users(credential: SecretEntry, releases: Sequence[SecretUsage]) -> list[str]:
    """Return the servers that got the credential once, and get it no more, with the time of the last release."""
    current = {*credential["servers"], *(use["server"] for use in credential["uses"])}
    last: dict[str, float] = {}
    for release in releases:
        if release.secret == credential["name"] and release.server and release.server not in current:
            last[release.server] = max(release.last, last.get(release.server, 0.0))
    text = translate("BindingList", "{0}, last used {1}")
    return [text.format(_name(server), time_format.past(when)) for server, when in sorted(last.items())]


def unbound_users(credential: SecretEntry) -> list[str]:
    """Return the servers that need the credential and are not bound to it."""
    return list(dict.fromkeys(use["server"] for use in credential["uses"] if not use["bound"]))


def usage(credential: SecretEntry, servers: Collection[str]) -> str:
    """Return in a few words which of the existing ``servers`` can get a credential now, and which do not use it."""
    users = {use["server"] for use in credential["uses"] if use["bound"] and use["server"] in servers}
    bound = [server for server in credential["servers"] if server in servers]
    if is_sign_in(credential["kind"]):
        users = set(bound)  # a server of a sign-in always gets it
    names = [_name(server) for server in sorted(users)]
    unused = [_name(server) for server in sorted(set(bound) - users)]
    if credential["shipped_to"]:
        names.append(translate("CredentialsPage", "log shipping"))
    if names:
        names += [core_translation.fill_in(translate("CredentialsPage", "{0} (unused)"), name) for name in unused]
        return core_translation.fill_in(translate("CredentialsPage", "for {0}"), core_translation.join_list(names))
    if unused:
        named = core_translation.join_list(unused)
        return core_translation.fill_in(translate("CredentialsPage", "bound to {0}, not used"), named)
    return translate("CredentialsPage", "not bound to a server")


def _name(server: str) -> str:
    return untrusted_text.shortened(server, 60)


def place_name(place: str) -> str:
    """Return ``env GITHUB_TOKEN`` in words; unknown places of a newer version are returned unchanged."""
    kind, _, name = place.partition(" ")
    if kind == "argument" and " /" in name:
        tool, _, pointer = name.partition(" /")
        text = translate("BindingList", "the argument {0} of {1}")
        return text.format(untrusted_text.visible(f"/{pointer}"), untrusted_text.visible(tool))
    templates = {
        "env": translate("BindingList", "the variable {0}"),
        "header": translate("BindingList", "the header {0}"),
    }
    if kind == "context" or place == "sign-in":
        return _otc_place(place)
    return (
        templates[kind].format(untrusted_text.visible(name))
        if kind in templates and name
        else untrusted_text.visible(place)
    )


def _otc_place(place: str) -> str:
    """Return a place in the settings of an Open Tool Calling server, in words."""
    _, part, id = [*place.split(" ", 2), "", ""][:3]
    texts = {
        "secret": translate("BindingList", "the secret {0}, for tools that require it"),
        "authorization": translate("BindingList", "the token for {0}, for tools that require it"),
        "user_id": translate("BindingList", "your user ID, for tools that require it"),
        "": translate("BindingList", "its sign-in credential"),
    }
    return texts[part].format(untrusted_text.visible(id)) if part in texts else untrusted_text.visible(place)


def _text(place: BindingPlace) -> str:
    where = core_translation.join_list(map(place_name, place.places))
    if not place.known:
        return translate("BindingList", "This server was removed.")
    if place.stale:
        return translate(
            "BindingList", "The server's command, URL or program changed. It gets no secret until you bind it again."
        )
    if place.bound and where and not place.has_value:
        return core_translation.fill_in(translate("BindingList", "No value to provide as {0}."), where)
    if place.bound and where:
        return core_translation.fill_in(translate("BindingList", "Provided as {0}."), where)
    if place.bound and place.arguments:
        needs = "" if place.has_value else translate("BindingList", "Needs a value.")
        return core_translation.join_sentences(translate("BindingList", "Only for arguments of tools."), needs)
    if place.bound:
        return translate("BindingList", "Bound, but its settings don't use it yet.")
    if where:
        return translate(
            "BindingList", "Requires it as {0}, but it is not bound. The server won't start until you bind it."
        ).format(where)
    return translate("BindingList", "Not bound.")


def released(place: BindingPlace) -> str:
    """Return when it was last released, and how often."""
    if not place.times:
        return translate("BindingList", "Never used.") if place.bound else ""
    if place.times == 1:
        return translate("BindingList", "Used once, {0}.").format(time_format.past(place.last))
    return translate("BindingList", "Last used {0}; %n times in total.", None, place.times).format(
        time_format.past(place.last)
    )


class _ArgumentRow(QWidget):
    """An argument of a tool into which the credential is injected."""

    def __init__(self, owner: BindingList) -> None:
        super().__init__()
        self._owner = owner
        self._use: SecretUse | None = None
        self._name, self.text_label = TextLabel(), TextLabel(tone="quiet")
        self.button = push_button(self.tr("Unbind"), kind="link", clicked=self._press)
        vbox(hbox((self._name, 1), self.button), self.text_label, parent=self, spacing=0, margins=_BESIDE_SIGN)

    def fill(self, use: SecretUse, reference: str) -> None:
        self._use = use
        of_tool = self.tr(" of {0}").format(untrusted_text.visible(use["tool"]))
        self._name.set_text(f"{self.tr('Argument')} ", ("mono", use["argument"]), of_tool)
        self._name.setAccessibleName(self.tr("Argument"))
        text = "" if use["template"] == reference else self.tr("Value: {0}").format(use["template"])
        if not use["bound"]:
            text = self.tr("Calls to this tool are refused until you bind it.")
        self.text_label.set_text(text)
        self.text_label.setVisible(bool(text))
        self.text_label.set_tone("quiet" if use["bound"] else "caution")
        name = self.tr("Unbind from {0} of {1} on {2}")
        self.button.setAccessibleName(
            name.format(*(untrusted_text.visible(use[member]) for member in ("argument", "tool", "server")))
        )

    def _press(self) -> None:
        if self._use is not None:
            target = ArgumentTarget(self._use["tool"], self._use["argument"])
            self._owner.argument_removed.emit(self._use["server"], target)


class _BindingRow(QWidget):
    """One server."""

    def __init__(self, owner: BindingList) -> None:
        super().__init__()
        self._owner = owner
        self.place = BindingPlace("", bound=False, places=())
        self._icon = IconLabel(size=_SIGN_SIZE)
        self._name = TextLabel()
        self._note = TextLabel(tone="quiet")
        self.button = push_button(clicked=self._press)
        self.edit = push_button(self.tr("Edit server…"), kind="link")
        self.edit.clicked.connect(lambda: self._owner.server_edited.emit(self.place.server))
        self.again = push_button(self.tr("Bind again"), kind="run")
        self.again.clicked.connect(lambda: self._owner.server_toggled.emit(self.place.server, True))
        actions = hbox(self.edit, self.again, self.button, spacing=theme.SPACE * 4)
        head = hbox(self._icon, (self._name, 1), actions)
        row = vbox(head, vbox(self._note, margins=_BESIDE_SIGN), spacing=0)
        self.arguments: list[_ArgumentRow] = []
        self._column = vbox(row, parent=self, spacing=theme.SPACE, margins=(0, 0, 0, theme.SPACE))

    def fill(self, place: BindingPlace, reference: str) -> None:
        self.place = place
        self._name.set_text(("strong", place.server))
        self._name.setAccessibleName(self.tr("Server"))
        releases = released(place) if place.is_used or place.times else ""
        text = core_translation.join_sentences(_text(place), releases)
        self._note.set_text(text)
        self._note.setToolTip(
            untrusted_text.as_tool_tip(time_format.exact(place.last)) if releases and place.last else ""
        )
        self._note.setVisible(bool(text))
        self._note.setAccessibleName(self.tr("How {0} uses it").format(untrusted_text.visible(place.server)))
        self.button.setText(self.tr("Unbind") if place.bound else self.tr("Bind"))
        set_style(self.button, "kind", "link" if place.bound else "run")
        name = self.tr("Unbind from {0}") if place.bound else self.tr("Bind {0}")
        self.button.setAccessibleName(name.format(untrusted_text.visible(place.server)))
        unused = bool(reference) and place.known and place.bound and not place.is_used and not place.stale
        self.edit.setVisible(unused)
        self.edit.setAccessibleName(self.tr("Edit server {0}").format(untrusted_text.visible(place.server)))
        self.again.setVisible(bool(reference) and place.stale)
        self.again.setAccessibleName(self.tr("Bind the current {0} again").format(untrusted_text.visible(place.server)))
        self.button.setVisible(bool(reference) and (place.bound or (place.known and place.is_used)))
        while len(self.arguments) < len(place.arguments):
            self.arguments.append(_ArgumentRow(self._owner))
            self._column.addWidget(self.arguments[-1])
        fill_rows(self.arguments, place.arguments, lambda row, argument: row.fill(argument, reference))
        icon, tone = self._sign(place)
        self._note.set_tone("quiet" if tone == "ok" else tone)
        self._icon.show_icon(icon, tone)

    @staticmethod
    def _sign(place: BindingPlace) -> tuple[str, str]:
        """Return the icon and the tone of a server: red without a value, as everywhere."""
        if place.known and place.stale:
            return "caution", "caution"
        if not (place.known and place.is_used):
            return "gone", "quiet"
        if not place.bound:
            return "caution", "caution"
        return ("ok", "ok") if place.has_value else ("danger", "danger")

    def _press(self) -> None:
        self._owner.server_toggled.emit(self.place.server, not self.place.bound)


class BindingList(QWidget):
    """The rows; ``server_toggled`` carries a server, and whether to bind the credential to it.

    ``argument_removed`` carries a server, and the `ArgumentTarget` that is no longer to get it. ``server_edited``
    carries a server whose settings do not contain the reference yet.
    """

    server_edited = Signal(str)
    server_toggled = Signal(str, bool)
    argument_removed = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[_BindingRow] = []
        self._column = vbox(parent=self, spacing=theme.SPACE)

    def show_places(self, places: list[BindingPlace], reference: str) -> None:
        """Show these; a row keeps its place. Without a ``reference`` it is a sign-in, which cannot be bound."""
        while len(self.rows) < len(places):
            row = _BindingRow(self)
            self.rows.append(row)
            self._column.addWidget(row)
        fill_rows(self.rows, places, lambda row, place: row.fill(place, reference))
