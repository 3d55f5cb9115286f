"""Form to add or change one server: name, kind, the form for the kind's schema, a test, and secrets."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from toolguard.services.interface import RefusedError, ServerKind, ServerSettings
from toolguard.tables.servers import NAME
from toolguard.window import theme
from toolguard.window.forms.field_title import FieldTitle
from toolguard.window.forms.fields import reveal
from toolguard.window.forms.form import Form
from toolguard.window.forms.form_layout import lay_out_form
from toolguard.window.forms.schema_plan import ABSENT
from toolguard.window.forms.secret_suggestions import SecretSuggestions
from toolguard.window.forms.table_text import table_schema, table_text
from toolguard.window.forms.unsaved_input import UnsavedInput
from toolguard.window.json_view import untrusted_text
from toolguard.window.page import PageContext
from toolguard.window.servers.server_saving import references, save
from toolguard.window.servers.server_test import ServerTest
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import STRETCH, discard, hbox, vbox
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, enable_unless, label, name_choice, set_style, show_text

_CHECK_DELAY_MS = 400  # milliseconds without a change until the input is checked


def has_arguments(command: str) -> bool:
    """Return whether a program seems to include its arguments: it contains a space, and no such file exists."""
    text = command.strip()
    return bool(re.search(r"\s", text)) and not Path(text).is_file()


class ServerEditor(QWidget):
    """`saved` carries the server's name and the result; `closed` is emitted when the form is closed."""

    saved = Signal(str, object)
    closed = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self._kinds: list[ServerKind] = []
        self._secrets: list[str] = []
        self._new = True
        self._tools: list[str] | None = None  # the only tools that clients may see of a new server
        self._hidden: list[str] = []  # tools that clients must not see
        self._unbound: set[str] = set()  # secrets that the settings named when they were opened
        self._enabled = True
        self._entered: dict[str, Any] = {}
        self.form: Form | None = None
        self.heading = label(factor=theme.LARGE, strong=True, wrap=True)
        self.hint = label(self.tr("Running sessions keep the old settings until they end."), tone="quiet", wrap=True)
        self.name = QLineEdit()
        self.name.setAccessibleName(self.tr("Name"))
        self.name.textEdited.connect(lambda _: self._changed())
        self.wrong_name = label(tone="danger", wrap=True, shown=False)
        self.kind = QComboBox()
        name_choice(self.kind, self.tr("Kind"))
        self.kind.currentIndexChanged.connect(self._other_kind)
        self.suspicion = SecretSuggestions()
        self.trial = ServerTest(context)
        self.trial.test_requested.connect(self._try)
        self.error_label = label(tone="danger", wrap=True)
        self.notice_label = label(tone="caution")
        self.show_suspects = push_button(self.tr("Go to it"), kind="flat", clicked=self.suspicion.focus_first)
        self.notice = QWidget()
        self.spaced = label(self.tr("The program contains a space. Put arguments into their own field."),
                            tone="caution", wrap=True)  # fmt: skip
        self.spaced.hide()
        self._lay_out()
        self._pause = QTimer(self, singleShot=True, interval=_CHECK_DELAY_MS)
        self._pause.timeout.connect(lambda: context.core_link.spawn(self._suspect()))

    def _lay_out(self) -> None:
        self.save_button = push_button(kind="run", clicked=self.save)
        self.cancel = push_button(self.tr("Cancel"), name=self.tr("Cancel editing"), clicked=self.leave)
        self.unsaved = UnsavedInput(self, self.cancel, lambda: (self._named(), self.settings()))
        hbox(self.notice_label, self.show_suspects, STRETCH, parent=self.notice)
        self.notice.hide()
        self._form_box = vbox()
        self._kind_label = label(self.tr("Kind"), strong=True)
        self._about_name = TextLabel(tone="quiet", factor=theme.SMALL, name=self.tr("About the name"))
        self.name_title = FieldTitle(self.tr("Name"), required=True)
        named = vbox(self.name_title, self._about_name, self.name, self.wrong_name, spacing=theme.SPACE)
        kind = vbox(self._kind_label, self.kind, spacing=theme.SPACE)
        self._body = DetailScrollArea(named, kind, self._form_box, self.suspicion, self.trial)
        lay_out_form(
            self, self.heading, (self.cancel, self.save_button), self._body,
            below=(self.hint, self.error_label, self.notice, self.spaced),
        )  # fmt: skip

    def _show_error(self, text: str) -> None:
        show_text(self.error_label, text)

    def know(self, kinds: list[ServerKind], secrets: list[str]) -> None:
        """Set the kinds of servers, and the secrets that a value may name."""
        were_known = bool(self._kinds)
        self._kinds, self._secrets = kinds, secrets
        if self.form is not None:
            self.form.know_secrets(secrets)
            if kinds and not were_known:  # the person was faster, and would otherwise see JSON instead of a form
                self._show_kind(self._kind, self.settings())

    def edit(
        self, name: str, server: Mapping[str, Any], *, new: bool, tools: list[str] | None = None,
        bound: Collection[str] = (),
    ) -> None:  # fmt: skip
        """Show these settings: ``kind`` and its members, and for a new server the tools ``hidden``.

        A reference to a secret that is in them already, but not ``bound``, may come from a text that somebody else
        wrote. So saving does not bind it.
        """
        self._new, self._tools = new, tools
        self._unbound = references(server).difference(bound)
        server = dict(server)
        self._hidden = server.pop("hidden", [])
        self._enabled = bool(server.get("enabled", True))
        self.heading.setText(self.tr("New server") if new else self.tr("Edit {0}").format(name))
        self.hint.setVisible(not new)
        self._about_name.set_text(
            self.tr("The name chat clients use: letters, digits, “.”, “_” and “-”") if new
            else self.tr("Clients, rules and the log use this name. For another name, add a new server.")
        )  # fmt: skip
        self.save_button.setText(self.tr("Add") if new else self.tr("Save"))
        self.save_button.setAccessibleName(self.tr("Add this server") if new else self.tr("Save this server"))
        self.name.setText(name)
        self.name.setEnabled(new)
        self.name_title.mark.setVisible(new)
        self._show_error("")
        self.wrong_name.hide()
        self.name.setProperty("wrong", False)
        self.suspicion.show_suspects([])
        self.notice.hide()
        self._entered = {}
        self._show_kind(str(server.get("kind", "stdio")), server)
        self.unsaved.begin()
        (self.name if new and not name else self.form or self.name).setFocus()

    @property
    def is_new(self) -> bool:
        """Whether the form is for a new server."""
        return self._new

    @property
    def edited(self) -> str:
        """The server that is changed; "" for a new one."""
        return "" if self._new else self._named()

    def holds(self) -> bool:
        """Return whether there is unsaved input, and say so."""
        return self.unsaved.holds(self._show_error, self.save_button)

    def _show_kind(self, kind: str, server: Mapping[str, Any]) -> None:
        with QSignalBlocker(self.kind):
            self.kind.clear()
            for kind_row in self._kinds:
                self.kind.addItem(table_text(kind_row["label"]))
            places = [index for index, kind_row in enumerate(self._kinds) if kind_row["kind"] == kind]
            self.kind.setCurrentIndex(places[0] if places else -1)
        for widget in (self._kind_label, self.kind):
            widget.setVisible(len(self._kinds) > 1)
        self._draw(
            kind, server, next((kind_row["schema"] for kind_row in self._kinds if kind_row["kind"] == kind), None)
        )

    def _draw(self, kind: str, server: Mapping[str, Any], schema: Mapping[str, Any] | None) -> None:
        """Show the form of a kind; the settings of one that this version does not support are shown as JSON."""
        self._kind = kind
        self.trial.show_kind(kind)
        members = {
            name: value for name, value in server.items() if name in (schema or server).get("properties", server)
        }
        members = {name: value for name, value in members.items() if name not in ("kind", "enabled")}
        if self.form is not None:
            discard(self._form_box, self.form)
        self.form = Form(table_schema(schema or {}), members or ABSENT, title=self.tr("Settings"))
        self.form.know_secrets(self._secrets)
        self.form.changed.connect(self._changed)
        self._form_box.addWidget(self.form)
        tab_order.insert_after(self.kind, self.form)
        self._changed()

    def _other_kind(self, index: int) -> None:
        if 0 <= index < len(self._kinds) and self._kinds[index]["kind"] != self._kind:
            kind = self._kinds[index]
            self._entered[self._kind] = self._members()
            self._draw(kind["kind"], self._entered.get(kind["kind"], {}), kind["schema"])

    def _members(self) -> dict[str, Any]:
        value = self.form.value() if self.form is not None else {}
        return dict(value) if isinstance(value, dict) else {}

    def settings(self) -> dict[str, Any]:
        """Return the input as orders take it, without the name. A change leaves a server on or off, as it is now."""
        switch = {"enabled": self._enabled} if self._new else {}
        return {"kind": self._kind, **self._members(), **switch}

    # Checking the input

    def _changed(self) -> None:
        self._show_error("")
        self._offer_save()
        self.spaced.setVisible(has_arguments(str(self._members().get("command", ""))))
        if not self.wrong_name.isHidden():
            self._show_name_problem()
        self._pause.start()

    def _offer_save(self) -> None:
        missing = self.form.missing() if self.form is not None else ""
        enable_unless(self.save_button, missing if self._named() else self._name_problem())

    def _show_name_problem(self) -> str:
        """Show an error about the name beside it, as long as there is one."""
        problem = self._name_problem()
        show_text(self.wrong_name, problem)
        set_style(self.name, "wrong", bool(problem))
        return problem

    async def _suspect(self) -> None:
        if self.form is None or self.form.problems() or self._name_problem():
            return
        described = ServerSettings(name=self._named(), **self.settings())
        try:
            suspects = await self._context.core_link.run(lambda core: core.servers.suspects(described))
        except RefusedError:
            return  # reported when the person saves
        self.suspicion.show_suspects(suspects)
        count = len(suspects)
        one = self.tr("1 value looks like a secret.")
        self.notice_label.setText(one if count == 1 else self.tr("%n values look like secrets.", "", count))
        self.notice.setVisible(count > 0)

    def _named(self) -> str:
        return self.name.text().strip()

    def _name_problem(self) -> str:
        name = self._named()
        if not name:
            return self.tr("Enter a name. Chat clients know the server by it.")
        if not re.fullmatch(NAME, name):
            return self.tr("Use 1 to 64 letters, digits, “.”, “_” or “-”. Start with a letter or digit.")
        return ""

    def _ready(self) -> bool:
        """Return whether everything is valid; errors are shown beside the fields."""
        problem = self._show_name_problem()
        wrong = self.form is None or self.form.show_problems()
        if problem:
            self.name.setFocus()
            reveal(self.name)
        secrets = self.suspicion.problems()
        if problem or wrong:
            self._show_error(self.tr("Fix the errors below."))
        elif secrets:
            self._show_error(secrets[0])
        return not (problem or wrong or secrets)

    def _try(self) -> None:
        if self._ready():
            self.trial.start(ServerSettings(name=self._named(), **self.settings()))

    def save(self) -> None:
        """Add or change the server, if everything is valid."""
        if self._ready() and self.save_button.isEnabled():
            self.save_button.setEnabled(False)
            self._context.core_link.spawn(self._save())

    async def _save(self) -> None:
        try:
            self._pause.stop()
            await self._suspect()
            name, settings = self._named(), self.settings()
            tested = self._new and self.trial.passed == ServerSettings(name=name, **settings)
            result = await save(
                self._context.core_link, name, settings, self.suspicion.keeps(settings), new=self._new,
                existing=set(self._secrets) - self._unbound, tools=self._tools, hidden=self._hidden,
            )  # fmt: skip
        except RefusedError as why:
            self._show_error(untrusted_text.visible(str(why)))
            return
        finally:
            self._offer_save()
        self.trial.stop()
        self.unsaved.end()
        self.saved.emit(name, replace(result, tested=tested))

    def leave(self) -> None:
        """Clear the form."""
        self.trial.stop()
        self.unsaved.end()
        self.closed.emit()
