"""Form for a new HTTP client: its name, and the servers that it may use."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from toolguard.tables.servers import NAME
from toolguard.window import theme
from toolguard.window.forms.field_title import FieldTitle
from toolguard.window.forms.form_layout import lay_out_form
from toolguard.window.forms.unsaved_input import UnsavedInput
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.elided_label import ElidedCheckBox
from toolguard.window.widgets.layout.boxes import discard, vbox
from toolguard.window.widgets.layout.scroll_area import DetailScrollArea
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import as_example, enable_unless, label, show_text


class ClientEditor(QWidget):
    """``submitted`` carries a name, and the servers or None for all."""

    submitted = Signal(str, object)
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._existing_names: set[str] = set()
        self.boxes: dict[str, QCheckBox] = {}
        self.name = QLineEdit(placeholderText=as_example("my-agent"))
        self.name.setAccessibleName(self.tr("Client name"))
        self.name.setMaxLength(64)
        self.every = QCheckBox(self.tr("All servers, including new ones"))
        self.error_label = label(tone="danger", wrap=True, shown=False)
        self.add = push_button(self.tr("Create token"), kind="run")
        self.cancel = push_button(self.tr("Cancel"), name=self.tr("Cancel adding the client"))
        self._lay_out()
        self.name.textChanged.connect(lambda _: self._check())
        self.name.returnPressed.connect(self._submit)
        self.every.toggled.connect(lambda on: self._own.setVisible(bool(self.boxes) and not on))
        self.every.toggled.connect(lambda _: self._check())
        self.add.clicked.connect(self._submit)
        self.cancel.clicked.connect(self.closed)
        self.unsaved = UnsavedInput(self, self.cancel, self._input)

    def _lay_out(self) -> None:
        title = label(self.tr("Add HTTP client"), factor=theme.LARGE, strong=True, wrap=True)
        text = self.tr(
            "For chat clients on this computer that connect to a URL. Each client gets its own token, which is "
            "shown once."
        )
        about = label(text, tone="quiet", wrap=True)
        named = vbox(FieldTitle(self.tr("Name"), required=True), self.name, spacing=theme.SPACE)
        self._own = QWidget()
        self._choices = vbox(parent=self._own, spacing=theme.SPACE, margins=(theme.SPACE * 5, 0, 0, 0))
        servers = vbox(
            FieldTitle(self.tr("Access"), required=True), (self.every, 0, Qt.AlignmentFlag.AlignLeft), self._own,
            spacing=theme.SPACE,
        )  # fmt: skip
        body = DetailScrollArea(named, servers)
        lay_out_form(self, title, (self.cancel, self.add), body, below=(about, self.error_label))

    def begin(self, servers: list[str], existing_names: set[str]) -> None:
        """Clear the form. ``servers`` can be selected; ``existing_names`` are names of clients that have a token."""
        self._existing_names = existing_names
        for box in self.boxes.values():
            discard(self._choices, box)
        self.boxes = {}
        for server in servers:
            box = ElidedCheckBox(untrusted_text.visible(server))
            box.setAccessibleName(self.tr("Allow access to {0}").format(untrusted_text.visible(server)))
            box.toggled.connect(lambda _: self._check())
            self.boxes[server] = box
            self._choices.addWidget(box)
        self.name.clear()
        self.every.setChecked(not servers)
        self._own.setVisible(bool(servers))
        self.refuse("")
        self.unsaved.begin()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def problem(self) -> str:
        """Return what is missing or invalid, one sentence; "" if the client can be added."""
        name = self._named()
        if not re.fullmatch(NAME, name):
            return self.tr("Use 1 to 64 letters, digits, “.”, “_” or “-”. Start with a letter or digit.")
        if name in self._existing_names:
            return self.tr("A client with this name already exists. Revoke its access first, or choose another name.")
        if not self.every.isChecked() and not self._chosen():
            return self.tr("Select at least one server.")
        return ""

    def _is_complete(self) -> bool:
        return bool(self._named()) and (self.every.isChecked() or bool(self._chosen()))

    def holds(self) -> bool:
        """Return whether there is unsaved input, and say so."""
        return self.unsaved.holds(self.refuse, self.add if self.add.isEnabled() else self.cancel)

    def _input(self) -> object:
        return self._named(), self.every.isChecked(), self._chosen()

    def _named(self) -> str:
        return self.name.text().strip()

    def _chosen(self) -> list[str]:
        return [server for server, box in self.boxes.items() if box.isChecked()]

    def refuse(self, why: str) -> None:
        """Show why the order was refused; the input stays."""
        enable_unless(self.add, "" if self._is_complete() else self.problem())
        show_text(self.error_label, untrusted_text.visible(why, lines=True))

    def _check(self) -> None:
        enable_unless(self.add, "" if self._is_complete() else self.problem())
        if not self.error_label.isHidden():
            self.refuse(self.problem())

    def _submit(self) -> None:
        problem = self.problem()
        if problem:
            self.refuse(problem)
        elif self.add.isEnabled():
            self.add.setEnabled(False)
            self.submitted.emit(self._named(), None if self.every.isChecked() else self._chosen())
