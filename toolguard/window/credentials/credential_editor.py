"""The form for a credential: a new one, another value for one, or its kind and note. No value is ever put into it."""

from __future__ import annotations

import re
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from toolguard.services.interface import SecretEntry
from toolguard.tables.credentials import CREDENTIAL_KINDS, entered_kinds
from toolguard.window import theme
from toolguard.window.approval.call_detail import DetailScrollArea
from toolguard.window.credentials.credential_changes import SecretDraft
from toolguard.window.forms.secret_input import SecretInput
from toolguard.window.forms.table_text import table_text
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.text_label import TextLabel, label, name_choice

Purpose = Literal["new", "replace", "describe"]
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


def kind_name(kind: str) -> str:
    """What a kind is called; the kind itself when a newer version made it."""
    row = CREDENTIAL_KINDS.get(kind)
    return table_text(row.title) if row is not None else untrusted_text.visible(kind)


class CredentialEditor(QWidget):
    """``wanted`` tells a `SecretDraft`; ``left`` that nothing is wanted any more."""

    wanted = Signal(object)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.purpose: Purpose = "new"
        self.title = label(factor=theme.LARGE, strong=True)
        self.lead = TextLabel(tone="quiet")
        self.name = QLineEdit(placeholderText=self.tr("github-token"))
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
        self.memory = QCheckBox(self.tr("Keep in memory only, until ToolGuard quits"))
        self.says = label(tone="danger", wrap=True)
        self.save = QPushButton(autoDefault=False)
        self.save.setProperty("kind", "run")
        self.cancel = QPushButton(self.tr("Cancel"), autoDefault=False)
        self._lay_out()
        self.name.textChanged.connect(self._look)
        self.value.changed.connect(self._look)
        self.save.clicked.connect(self._want)
        self.cancel.clicked.connect(self._leave)
        for line in (self.name, self.note, self.value.line):
            line.returnPressed.connect(self._want)

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        self._form.setVerticalSpacing(theme.SPACE)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        for words, field in (
            (self.tr("Name"), self.name), (self.tr("Kind"), self.kind), (self.tr("Note"), self.note),
            (self.tr("Value"), self.value),
        ):  # fmt: skip
            head = label(words, strong=True)
            head.setContentsMargins(0, theme.SPACE * 2, 0, 0)
            self._form.addRow(head, field)
        self._form.addRow(self.memory)
        buttons = QHBoxLayout()
        buttons.addWidget(self.save)
        buttons.addWidget(self.cancel)
        buttons.addStretch(1)
        body = DetailScrollArea()
        body.column.setContentsMargins(theme.SPACE * 6, theme.SPACE * 5, theme.SPACE * 6, theme.SPACE * 5)
        body.column.setSpacing(theme.SPACE * 4)
        body.column.addWidget(self.title)
        body.column.addWidget(self.lead)
        body.column.addLayout(self._form)
        body.column.addWidget(self.says)
        body.column.addLayout(buttons)
        body.finish()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(body)

    def begin(self, purpose: Purpose, known: SecretEntry | None = None, *, keychain: str = "ready") -> None:
        """Start anew. ``known`` is the credential that is changed, as ``secret.list`` tells it."""
        self.purpose = purpose
        self.value.clear()
        self.name.setText(known["name"] if known else "")
        self.note.setText(known["note"] if known else "")
        self.kind.setCurrentIndex(max(0, self.kind.findData(known["kind"] if known else "secret")))
        self.memory.setChecked(keychain == "none" or bool(known and known["session_only"]))
        called = untrusted_text.visible(self.name.text())
        titles = {
            "new": self.tr("New credential"),
            "replace": self.tr("Replace the value of {0}").format(called),
            "describe": self.tr("Edit {0}").format(called),
        }
        verbs = {"new": self.tr("Add"), "replace": self.tr("Replace value"), "describe": self.tr("Save")}
        self.title.setText(titles[purpose])
        self.save.setText(verbs[purpose])
        self.lead.say(self._lead(purpose))
        self.lead.setVisible(bool(self._lead(purpose)))
        shown = {
            "new": (self.name, self.kind, self.note, self.value, self.memory),
            "replace": (self.value, self.memory),
            "describe": (self.kind, self.note),
        }[purpose]
        for field in (self.name, self.kind, self.note, self.value, self.memory):
            self._form.setRowVisible(field, field in shown)
        self.busy(False)
        self.says.setText("")
        self.says.hide()
        shown[0].setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def is_written(self) -> bool:
        """Whether something was entered for a new credential."""
        lines = (self.name, self.note, self.value.line)
        return self.purpose == "new" and any(line.text() for line in lines)

    def _lead(self, purpose: Purpose) -> str:
        if purpose == "describe":
            return ""
        if purpose == "replace":
            return self.tr("The current value is overwritten. Running servers keep it until they restart.")
        return self.tr("The value is stored in your keyring. ToolGuard never shows it again.")

    def problem(self) -> str:
        """What is missing or wrong, one sentence; "" when it can be saved."""
        name = self.name.text()
        if self.purpose == "new" and not _NAME.fullmatch(name):
            return self.tr("Use 1 to 64 letters, digits, “.”, “_” or “-”. Start with a letter or digit.")  # fmt: skip
        return "" if self.purpose == "describe" else self.value.problem()

    def refuse(self, why: str) -> None:
        """Say why it was not done; what was given stays."""
        self.busy(False)
        self.says.setText(untrusted_text.visible(why, lines=True))
        self.says.setVisible(bool(why))

    def busy(self, on: bool) -> None:
        """Wait for the order, which may wait for the person's answer to the keychain."""
        for widget in (self.save, self.name, self.kind, self.note, self.value, self.memory):
            widget.setEnabled(not on)

    def _look(self) -> None:
        if self.says.isVisible():
            self.refuse(self.problem())

    def _want(self) -> None:
        if not self.save.isEnabled():
            return
        problem = self.problem()
        if problem:
            self.refuse(problem)
            (self.value if self.name.isHidden() or _NAME.fullmatch(self.name.text()) else self.name).setFocus()
            return
        draft = SecretDraft(
            self.name.text(),
            kind=None if self.purpose == "replace" else self.kind.currentData(),
            note=None if self.purpose == "replace" else self.note.text().strip(),
            value=None if self.purpose == "describe" else self.value.value(),
            session_only=self.purpose != "describe" and self.memory.isChecked(),
            new=self.purpose == "new",
        )
        self.busy(True)
        self.says.hide()
        self.wanted.emit(draft)

    def _leave(self) -> None:
        self.value.clear()
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)
