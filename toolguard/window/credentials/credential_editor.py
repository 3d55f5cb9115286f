"""Form for a credential: a new one, another value, kind and note, or another server. It never shows a stored value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLineEdit, QWidget

from toolguard.services.interface import SecretEntry
from toolguard.tables.credentials import CREDENTIAL_KINDS, entered_kinds
from toolguard.tables.servers import NAME
from toolguard.window import theme
from toolguard.window.credentials.credential_changes import SecretDraft, SecretPlace, SecretTarget
from toolguard.window.forms.field_title import FieldTitle
from toolguard.window.forms.form_layout import lay_out_form
from toolguard.window.forms.secret_input import SecretInput
from toolguard.window.forms.table_text import table_text
from toolguard.window.forms.unsaved_input import UnsavedInput
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, as_example, enable_unless, label, name_choice, show_text

Purpose = Literal["new", "replace", "describe", "bind"]
_NAME_PATTERNS = {"env": re.compile(r"[A-Za-z_][A-Za-z0-9_]*"), "headers": re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")}
"""Valid names of variables and headers (RFC 9110, token)."""

_PLACES = {"env": "env ", "headers": "header "}
"""How a place in each of these settings begins."""


def kind_name(kind: str) -> str:
    """Return the name of a kind; unknown kinds of a newer version are returned unchanged."""
    row = CREDENTIAL_KINDS.get(kind)
    return table_text(row.title) if row is not None else untrusted_text.visible(kind)


class CredentialEditor(QWidget):
    """``submitted`` carries a `SecretDraft`."""

    submitted = Signal(object)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.purpose: Purpose = "new"
        self.edited = ""
        """The name of the credential to change; "" for a new one."""
        self.title = label(factor=theme.LARGE, strong=True, wrap=True)
        self.lead = TextLabel(tone="quiet")
        self.name = QLineEdit(placeholderText=as_example("github-token"))
        self.name.setAccessibleName(self.tr("Name"))
        self.name.setMaxLength(64)
        self.kind = QComboBox()
        name_choice(self.kind, self.tr("Kind"))
        for kind in entered_kinds():
            self.kind.addItem(kind_name(kind), kind)
        self.note = QLineEdit(placeholderText=self.tr("Purpose, source, expiration date"))
        self.note.setAccessibleName(self.tr("Note"))
        self.note.setMaxLength(500)
        self.value = SecretInput()
        self.server = QComboBox()
        name_choice(self.server, self.tr("Server"))
        self.key = QLineEdit()
        self.key.setMaxLength(256)
        self.place = TextLabel(tone="quiet", factor=theme.SMALL, name=self.tr("About the server"))
        self._servers: Mapping[str, SecretTarget] = {}
        self._is_busy = False
        self._suggested_name = self._suggested_key = ""
        self._places: tuple[str, ...] = ()
        """Where servers get the credential, such as ``env TOKEN``."""
        self.memory = QCheckBox(self.tr("Keep in memory only, until ToolGuard quits"))
        self.error_label = label(tone="danger", wrap=True)
        self.save = push_button(kind="run")
        self.cancel = push_button(self.tr("Cancel"))
        self.unsaved = UnsavedInput(self, self.cancel, self._input)
        self._lay_out()
        self.name.textChanged.connect(self._check)
        self.value.changed.connect(self._check)
        self.server.currentIndexChanged.connect(lambda _: self._suggest_key())
        self.server.currentIndexChanged.connect(lambda _: self._show_place())
        for line in (self.key, self.name):
            line.textChanged.connect(lambda _: self._show_place())
        for changed in (self.server.currentIndexChanged, self.key.textChanged):
            changed.connect(lambda _: self._check())
        self.save.clicked.connect(self._submit)
        self.cancel.clicked.connect(self._leave)
        for line in (self.name, self.note, self.value.line, self.key):
            line.returnPressed.connect(self._submit)

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        self._form.setVerticalSpacing(theme.SPACE)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._key_title = label(strong=True)
        for title, field in (
            (FieldTitle(self.tr("Name"), required=True), self.name), (FieldTitle(self.tr("Kind")), self.kind),
            (FieldTitle(self.tr("Note")), self.note), (FieldTitle(self.tr("Value"), required=True), self.value),
            (FieldTitle(self.tr("Server")), self.server), (self._key_title, self.key),
        ):  # fmt: skip
            title.setContentsMargins(0, theme.SPACE * 2, 0, 0)
            self._form.addRow(title, field)
        self._form.addRow(self.place)
        self._form.addRow(self.memory)
        body = DetailScrollArea(self._form)
        lay_out_form(self, self.title, (self.cancel, self.save), body, below=(self.lead, self.error_label))

    def begin(
        self, purpose: Purpose, entry: SecretEntry | None = None, *, keychain: str = "ready",
        servers: Mapping[str, SecretTarget] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        """Clear the form. ``entry`` is the credential to change, in the form of ``secret.list``.

        ``servers``: those that it can be given to, by name.
        """
        self.purpose, self.edited = purpose, entry["name"] if entry else ""
        self._servers = servers
        self._suggested_name = self._suggested_key = ""
        self._places = tuple(use["place"] for use in entry["uses"]) if entry else ()
        self.name.clear()
        self.key.clear()
        self.server.clear()
        self.server.addItem(self.tr("No server yet") if purpose == "new" else self.tr("Select a server…"), "")
        for server in servers:
            self.server.addItem(untrusted_text.shortened(server, 60), server)
        self.value.clear()
        self.name.setText(self.edited)
        self.note.setText(entry["note"] if entry else "")
        self.kind.setCurrentIndex(max(0, self.kind.findData(entry["kind"] if entry else "secret")))
        self.memory.setChecked(keychain == "none" or bool(entry and entry["session_only"]))
        called = untrusted_text.visible(self.name.text())
        titles = {
            "new": self.tr("New credential"),
            "replace": self.tr("Replace the value of {0}").format(called),
            "describe": self.tr("Edit {0}").format(called),
            "bind": self.tr("Bind {0} to a server").format(called),
        }
        verbs = {
            "new": self.tr("Add"),
            "replace": self.tr("Replace value"),
            "describe": self.tr("Save"),
            "bind": self.tr("Bind"),
        }
        self.title.setText(titles[purpose])
        self.save.setText(verbs[purpose])
        self.lead.set_text(self._introduction(purpose))
        self.lead.setVisible(bool(self._introduction(purpose)))
        shown = {
            "new": (self.name, self.kind, self.note, self.value, self.memory, *((self.server,) if servers else ())),
            "replace": (self.value, self.memory),
            "describe": (self.kind, self.note),
            "bind": (self.server,),
        }[purpose]
        for field in (self.name, self.kind, self.note, self.value, self.memory, self.server):
            self._form.setRowVisible(field, field in shown)
        self._show_place()
        self.busy(False)
        self.error_label.setText("")
        self.error_label.hide()
        self.unsaved.begin()
        shown[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def holds(self) -> bool:
        """Return whether there is unsaved input, and say so unless it is being saved."""
        return self._is_busy or self.unsaved.holds(self.refuse, self.save)

    def _input(self) -> object:
        lines = [line.text() for line in (self.name, self.note, self.value.line, self.key)]
        return lines, self.kind.currentData(), self.server.currentData(), self.memory.isChecked()

    def _introduction(self, purpose: Purpose) -> str:
        if purpose == "describe":
            return ""
        if purpose == "bind":
            return self.tr("The server gets the value in a variable or header, from its next start.")
        if purpose == "replace":
            return self.tr("The current value is overwritten. Running servers keep it until they restart.")
        return self.tr("The value is stored in your keyring. ToolGuard never shows it again.")

    def enter(self, name: str) -> None:
        """Enter the name of a credential, and select the first server that needs it."""
        self.name.setText(name)
        needed_by = (server for server, target in self._servers.items() if name in target.needed)
        self.server.setCurrentIndex(max(0, self.server.findData(next(needed_by, ""))))
        self.unsaved.begin()  # nothing was typed yet
        self.value.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _draft_place(self) -> SecretPlace | None:
        """Return where a server should get it, or None."""
        server = self.server.currentData()
        if not server:
            return None
        target = self._servers[server]
        return SecretPlace(server, target.member, "" if self._is_needed(server) else self.key.text().strip())

    def _is_needed(self, server: str) -> bool:
        """Return whether the server's settings already refer to it."""
        return self.name.text() in self._servers[server].needed

    def _lacks_key(self, place: SecretPlace | None) -> bool:
        """Return whether the name of a variable or header is missing or invalid. A stored one can be bound without."""
        return (
            place is not None
            and not self._is_needed(place.server)
            and not _NAME_PATTERNS[place.member].fullmatch(place.key)
            and bool(place.key or self.purpose == "new")
        )

    def _suggest_name(self, place: SecretPlace | None) -> None:
        """Enter a name made from the server and the variable or header, until the person enters another."""
        if self.name.text() != self._suggested_name:
            return
        whole = f"{place.server}-{place.key}" if place is not None and place.key else ""
        self._suggested_name = re.sub(r"[^A-Za-z0-9_.-]+", "-", whole).casefold().strip("-._")[:64]
        self.name.setText(self._suggested_name)

    def _suggest_key(self) -> None:
        """Enter the variable or header in which other servers get it, until the person enters another."""
        server = self.server.currentData()
        if not server or self.key.text() != self._suggested_key:
            return
        target = self._servers[server]
        names = (place.partition(" ")[2] for place in self._places if place.startswith(_PLACES[target.member]))
        self._suggested_key = next((name for name in names if name.casefold() not in target.taken), "")
        self.key.setText(self._suggested_key)

    def _show_place(self) -> None:
        """Once a server is selected, ask for the variable or header, and show the reference."""
        place = self._draft_place()
        self._form.setRowVisible(self.key, place is not None and not self._is_needed(place.server))
        self._form.setRowVisible(self.place, place is not None and bool(place.key or self.purpose == "bind"))
        self._suggest_name(place)
        if place is None:
            return
        header = place.member == "headers"
        title = self.tr("Header") if header else self.tr("Environment variable")
        self._key_title.setText(title)
        self.key.setAccessibleName(title)
        self.key.setPlaceholderText(as_example("Authorization" if header else "API_TOKEN"))
        sent = (
            f"{place.key}: {place.text(self.name.text())}" if header else f"{place.key}={place.text(self.name.text())}"
        )
        text = self.tr("{0} gets {1}")
        if not place.key:
            text, sent = self.tr("If empty, write {1} into the settings of {0} yourself."), place.text(self.name.text())
        self.place.set_text(
            text.format(untrusted_text.shortened(place.server, 60), untrusted_text.shortened(sent, 200))
        )

    def _place_problem(self) -> str:
        """Return why the server cannot get it in the variable or header, one sentence; "" if it can."""
        place = self._draft_place()
        if place is None:
            return ""
        if self._lacks_key(place):
            if place.member == "headers":
                return self.tr("Enter the header's name: letters, digits and “-”.")
            return self.tr("Enter the variable's name: letters, digits and “_”.")
        if place.key.casefold() in self._servers[place.server].taken:
            return self.tr("{0} already has a value there. Edit the server to replace it.").format(place.key)
        return ""

    def problem(self) -> str:
        """Return what is missing or invalid, one sentence; "" if it can be saved."""
        if problem := self._place_problem():
            return problem
        if self.purpose == "new" and not re.fullmatch(NAME, self.name.text()):
            return self.tr("Use 1 to 64 letters, digits, “.”, “_” or “-”. Start with a letter or digit.")  # fmt: skip
        return self.value.problem() if self.purpose in ("new", "replace") else ""

    def _missing(self) -> str:
        """Return which required field is empty, one sentence; "" if none is."""
        place = self._draft_place()
        if self.purpose == "bind" and place is None:
            return self.tr("Select a server.")
        empty = [
            place is not None and not place.key and self._lacks_key(place),
            self.purpose == "new" and not self.name.text(),
            self.purpose in ("new", "replace") and not self.value.value(),
        ]
        return self.problem() if any(empty) else ""

    def refuse(self, why: str) -> None:
        """Show why the order was refused; the input stays."""
        self.busy(False)
        show_text(self.error_label, untrusted_text.visible(why, lines=True))

    def busy(self, on: bool) -> None:
        """Disable the form during the order, which may wait for the keyring's prompt."""
        self._is_busy = on
        for widget in (
            self.name, self.kind, self.note, self.value, self.memory, self.server, self.key,
        ):  # fmt: skip
            widget.setEnabled(not on)
        self._offer_save()

    def _offer_save(self) -> None:
        enable_unless(self.save, self._missing())
        if self._is_busy:
            self.save.setEnabled(False)

    def _check(self) -> None:
        self._offer_save()
        if self.error_label.isVisible():
            self.refuse(self.problem())

    def _submit(self) -> None:
        if self._is_busy:
            return
        problem = self._missing() or self.problem()
        if problem:
            self.refuse(problem)
            if self._place_problem():
                self.key.setFocus()
                return
            (self.value if self.name.isHidden() or re.fullmatch(NAME, self.name.text()) else self.name).setFocus()
            return
        draft = SecretDraft(
            self.name.text(),
            kind=self.kind.currentData() if self.purpose in ("new", "describe") else None,
            note=self.note.text().strip() if self.purpose in ("new", "describe") else None,
            value=self.value.value() if self.purpose in ("new", "replace") else None,
            session_only=self.purpose in ("new", "replace") and self.memory.isChecked(),
            new=self.purpose == "new",
            place=self._draft_place(),
        )
        self.busy(True)
        self.error_label.hide()
        self.submitted.emit(draft)

    def _leave(self) -> None:
        self.unsaved.end()
        self.value.clear()
        self.closed.emit()
