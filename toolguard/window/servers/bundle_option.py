"""Input for one value of a bundle: a field of its type, a dialog for files and folders, dots for secrets."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from toolguard.services.interface import BundleOptionEntry
from toolguard.window import core_translation, theme
from toolguard.window.forms.field_title import FieldTitle
from toolguard.window.forms.fields import MultilineEdit
from toolguard.window.forms.secret_input import SecretInput
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.file_dialog import choose_path
from toolguard.window.widgets.layout.boxes import hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, label, show_text

_MAX_TITLE_LENGTH = 200  # maximum characters
_MAX_DESCRIPTION_LENGTH = 600


class BundleOptionField(QWidget):
    """``changed``: its value may have changed."""

    changed = Signal()

    def __init__(self, option: BundleOptionEntry) -> None:
        super().__init__()
        self.option = option
        self._touched = False
        self.line: QLineEdit | None = None
        self.lines: MultilineEdit | None = None
        self.box: QCheckBox | None = None
        self.secret: SecretInput | None = None
        self.browse: QPushButton | None = None
        title = untrusted_text.shortened(option["title"], _MAX_TITLE_LENGTH)
        self._title = title
        column = vbox(parent=self, spacing=theme.SPACE)
        needed = option["required"] and not option["default"]
        column.addWidget(FieldTitle(title, required=needed))
        if option["description"]:
            words = TextLabel(tone="quiet", factor=theme.SMALL, name=self.tr("About {0}").format(title))
            words.set_text(untrusted_text.shortened(option["description"], _MAX_DESCRIPTION_LENGTH))
            column.addWidget(words)
        column.addLayout(self._field(title))
        self.error_label = label(tone="danger", wrap=True, shown=False)
        column.addWidget(self.error_label)

    def _field(self, title: str) -> QHBoxLayout:
        option = self.option
        row = hbox()
        if option["secret"]:
            self.secret = SecretInput()
            self.secret.line.setAccessibleName(title)
            self.secret.take.setAccessibleName(self.tr("Paste {0} from the clipboard").format(title))
            self.secret.changed.connect(self._touch)
            row.addWidget(self.secret, 1)
        elif option["type"] == "boolean":
            self.box = QCheckBox(self.tr("On"))
            self.box.setAccessibleName(title)
            self.box.setChecked(option["default"] == ["true"])
            self.box.clicked.connect(self._touch)
            row.addWidget(self.box)
            row.addStretch(1)
        elif option["several"]:
            self.lines = MultilineEdit(mono=True, most=6)
            self.lines.setAccessibleName(title)
            self.lines.setPlaceholderText("\n".join(option["default"]) or self.tr("One path a line"))
            self.lines.textChanged.connect(self._touch)
            row.addWidget(self.lines, 1)
        else:
            self.line = QLineEdit()
            self.line.setAccessibleName(title)
            self.line.setPlaceholderText(untrusted_text.shortened(next(iter(option["default"]), ""), _MAX_TITLE_LENGTH))
            self.line.textEdited.connect(self._touch)
            row.addWidget(self.line, 1)
        if option["type"] in ("directory", "file") and not option["secret"]:
            self.browse = push_button(
                self.tr("Browse…"), name=self.tr("Browse for {0}").format(title), clicked=self._choose_file
            )
            row.addWidget(self.browse, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def values(self) -> list[str]:
        """Return what was entered; empty if the bundle's own value applies, or for a secret."""
        if self.box is not None:
            entered = self._touched or (self.option["required"] and not self.option["default"])
            return [str(self.box.isChecked()).lower()] if entered else []
        if self.lines is not None:
            return [line for line in self.lines.exact_text().splitlines() if line.strip()]
        return [self.line.text()] if self.line is not None and self.line.text() else []

    def typed(self) -> str:
        """Return the entered secret, or ""."""
        return self.secret.value() if self.secret is not None else ""

    def problem(self) -> str:
        """Return why a secret is invalid; other values are validated with the plan."""
        return self.secret.problem() if self.secret is not None and self.secret.value() else ""

    def refuse(self, why: str) -> None:
        """Show an error; "" for none."""
        show_text(self.error_label, untrusted_text.visible(core_translation.local(why)) if why else "")

    def forget(self) -> None:
        """Drop an entered secret, so that the window no longer contains it."""
        if self.secret is not None:
            self.secret.clear()

    def set_path(self, path: str) -> None:
        """Enter a path as if it were typed: added to a list, or in place of a single one."""
        if self.lines is not None:
            self.lines.setPlainText("\n".join([*self.values(), path]))
        elif self.line is not None:
            self.line.setText(path)
        self._touch()

    def _touch(self) -> None:
        self._touched = True
        self.changed.emit()

    def _choose_file(self) -> None:
        is_folder = self.option["type"] == "directory"
        choose_path(self, self._title, lambda path: self.set_path(str(path)), is_folder=is_folder)
