"""The form that binds a credential to an argument of a tool."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QComboBox, QFormLayout, QFrame, QLineEdit, QWidget

from toolguard.gate import json_pointer
from toolguard.gate.policy.argument_injection import POINTER, InjectionError, without
from toolguard.window import theme
from toolguard.window.credentials.credential_changes import ArgumentTarget
from toolguard.window.forms.form_layout import title_row
from toolguard.window.forms.unsaved_input import UnsavedInput
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.layout.boxes import vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import enable_unless, label, name_choice, show_text

MAX_ARGUMENTS = 200
"""Maximum arguments of a tool that are offered; any other can be typed."""
_MAX_DEPTH = 3  # maximum nesting of objects


def pointers_in(schema: Any) -> list[str]:
    """Return every argument of a tool that can be injected, according to its schema, outer ones first."""
    pointers: list[str] = []
    level: list[tuple[str, Any]] = [("", schema)]
    for _ in range(_MAX_DEPTH):
        inner: list[tuple[str, Any]] = []
        for place, node in level:
            properties = node.get("properties") if isinstance(node, dict) else None
            for name, child in list(properties.items())[:MAX_ARGUMENTS] if isinstance(properties, dict) else ():
                pointer = f"{place}/{json_pointer.escape(name)}"
                inner.append((pointer, child))
                if len(pointers) < MAX_ARGUMENTS and _can_be_filled(schema, pointer):
                    pointers.append(pointer)
        level = inner[:MAX_ARGUMENTS]
    return pointers


def _can_be_filled(schema: Any, pointer: str) -> bool:
    try:
        without(schema, (pointer,))
    except InjectionError:
        return False
    return True


def _chosen(field: QComboBox) -> str:
    """Return the exact name of a selected item, otherwise what was typed."""
    index = field.findText(field.currentText(), Qt.MatchFlag.MatchFixedString | Qt.MatchFlag.MatchCaseSensitive)
    text: str = field.itemData(index) if index >= 0 else field.currentText()
    return text


def _offer(field: QComboBox, names: Sequence[str]) -> None:
    """Offer other names, none of them selected; typed text stays."""
    typed = field.currentText() if field.findText(field.currentText()) < 0 else ""
    field.clear()
    for name in names:
        field.addItem(untrusted_text.visible(name), name)
    field.setCurrentIndex(-1)
    field.setEditText(typed)


class ArgumentForm(QFrame):
    """Server, tool, argument, text.

    ``submitted`` carries a server and an `ArgumentTarget`, ``closed`` whether the form had the focus.

    The other two signals request what the form can offer.
    """

    submitted = Signal(str, object)
    tools_requested = Signal(str)
    schema_requested = Signal(str, str)
    closed = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._reference = ""
        self.server, self.tool, self.argument = QComboBox(), QComboBox(), QComboBox()
        self.template = QLineEdit()
        self.error_label = label(tone="danger", wrap=True)
        self.save = push_button(self.tr("Bind argument"), kind="run")
        self.cancel = push_button(self.tr("Cancel"))
        self._lay_out()
        self.server.currentIndexChanged.connect(lambda: self.tools_requested.emit(self.server.currentData() or ""))
        self.server.currentIndexChanged.connect(self._check)
        self.tool.currentTextChanged.connect(lambda: self.schema_requested.emit(*self.place()))
        for field in (self.tool, self.argument):
            field.currentTextChanged.connect(self._check)
        self.save.clicked.connect(self._submit)
        self.cancel.clicked.connect(self.leave)
        self.unsaved = UnsavedInput(self, self.cancel, self._input)
        self.template.returnPressed.connect(self._submit)
        self.hide()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setVerticalSpacing(theme.SPACE)
        for text, field in (
            (self.tr("Server"), self.server),
            (self.tr("Tool"), self.tool),
            (self.tr("Argument"), self.argument),
        ):
            name_choice(field, text)
            field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            form.addRow(self._head(text), field)
        self.template.setAccessibleName(self.tr("Value"))
        form.addRow(self._head(self.tr("Value")), self.template)
        for field, hint in (
            (self.tool, self.tr("Tool name")),
            (self.argument, self.tr("JSON pointer, such as {0}").format("/token")),
        ):
            field.setEditable(True)
            field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            line = field.lineEdit()
            assert line is not None  # noqa: S101 - it was made editable above
            line.setPlaceholderText(hint)
            line.setAccessibleName(field.accessibleName())
            line.setMaxLength(512)
        self.argument.setFont(theme.mono())
        self.template.setFont(theme.mono())
        self.template.setMaxLength(4096)
        vbox(
            title_row(label(self.tr("Bind to an argument"), strong=True), (self.cancel, self.save)),
            label(
                self.tr("Clients and models can't see or set this argument. ToolGuard adds it after approval."),
                tone="quiet", wrap=True,
            ),
            form, self.error_label, parent=self,
        )  # fmt: skip

    def _head(self, text: str) -> QWidget:
        result = label(text, strong=True)
        result.setContentsMargins(0, theme.SPACE, 0, 0)
        return result

    def place(self) -> tuple[str, str]:
        """Return the selected server and tool."""
        return self.server.currentData() or "", _chosen(self.tool)

    def begin(self, servers: Sequence[str], reference: str) -> None:
        """Open the form for one of ``servers``; ``reference``: how a text refers to the credential."""
        self._reference = reference
        self.refuse("")
        self._check()
        self.template.setText(reference)
        self.argument.clear()
        self.tool.clear()
        self.server.clear()
        self.server.addItem(self.tr("Select…"), "")
        for server in servers:
            self.server.addItem(untrusted_text.visible(server), server)
        self.show()
        self.unsaved.begin()
        self.server.setFocus(Qt.FocusReason.OtherFocusReason)

    def _input(self) -> object:
        return self.server.currentData(), self.tool.currentText(), self.argument.currentText(), self.template.text()

    def keep_to(self, reference: str) -> None:
        """Close the form, unless it is open for the credential that ``reference`` refers to."""
        if reference != self._reference:
            self.leave()

    def offer_tools(self, server: str, tools: Sequence[str]) -> None:
        """Offer the tools of a server, if it is still selected."""
        if server == self.server.currentData():
            _offer(self.tool, tools)

    def offer_schema(self, server: str, tool: str, schema: Any) -> None:
        """Offer the arguments of a tool, if it is still selected."""
        if (server, tool) == self.place():
            _offer(self.argument, pointers_in(schema))

    def _check(self) -> None:
        is_complete = all((*self.place(), _chosen(self.argument)))
        enable_unless(self.save, "" if is_complete else self._problem())

    def _problem(self) -> str:
        """Return what is missing or invalid, or ""."""
        if not self.server.currentData():
            return self.tr("Select a server.")
        if not _chosen(self.tool):
            return self.tr("Select a tool or enter its name.")
        if not POINTER.fullmatch(_chosen(self.argument)):
            return self.tr("Enter a JSON pointer, such as /connection or /db/password.")
        return ""

    def _submit(self) -> None:
        problem = self._problem()
        self.refuse(problem)
        if not problem:
            server, tool = self.place()
            self.submitted.emit(server, ArgumentTarget(tool, _chosen(self.argument), self.template.text() or None))

    def refuse(self, why: str) -> None:
        """Show why the binding was refused; "" hides it."""
        show_text(self.error_label, untrusted_text.visible(why, lines=True))

    def leave(self) -> None:
        """Hide the form and drop its input; ``closed`` says whether it had the focus. Idempotent."""
        self.unsaved.end()
        if not self.isHidden():
            had_focus = self.isAncestorOf(QApplication.focusWidget() or self)
            self.hide()
            self.closed.emit(had_focus)
