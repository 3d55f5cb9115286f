"""Values that look like secrets: each can be stored in the keyring under a name, instead of in the configuration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QLineEdit, QWidget

from toolguard.services.interface import SuspectedValue, value_of
from toolguard.tables.servers import NAME
from toolguard.window import theme
from toolguard.window.forms.fields import reveal
from toolguard.window.json_view import untrusted_text
from toolguard.window.servers.server_saving import SecretToKeep
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import discard, grid_box, vbox
from toolguard.window.widgets.text_label import label


class _SuspectRow:
    """One suspected secret: whether to store it, its name, and its value if that is unknown."""

    def __init__(self, suspect: SuspectedValue, grid: QGridLayout, row: int) -> None:
        translate = QCoreApplication.translate
        self.suspect = suspect
        name = untrusted_text.shortened(suspect["name"], 60)
        self.keep = QCheckBox(name)
        self.keep.setChecked(True)
        self.keep.setAccessibleName(translate("SecretSuggestions", "Store {0} in your keyring").format(name))
        self.secret = QLineEdit(suspect["secret"])
        self.secret.setFont(theme.mono())
        self.secret.setAccessibleName(translate("SecretSuggestions", "Secret name for {0}").format(name))
        self.value = QLineEdit(placeholderText=translate("SecretSuggestions", "Value (optional)"))
        self.value.setEchoMode(QLineEdit.EchoMode.Password)
        self.value.setAccessibleName(translate("SecretSuggestions", "Secret value for {0}").format(name))
        self.value.setVisible(suspect["missing"])
        self.keep.toggled.connect(self.secret.setEnabled)
        self.keep.toggled.connect(self.value.setEnabled)
        for column, widget in enumerate((self.keep, self.secret, self.value)):
            grid.addWidget(widget, row, column)

    def drop(self, grid: QGridLayout) -> None:
        for widget in (self.keep, self.secret, self.value):
            discard(grid, widget)


class SecretSuggestions(QFrame):
    """A row for each suspected secret. The person's choices stay while the server is edited."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "caution")
        text = self.tr(
            "Selected values are stored in your keyring under the names shown. The others stay in config.json."
        )
        self._grid = grid_box(gaps=(theme.SPACE * 3, theme.SPACE * 2), grows=2)
        vbox(
            label(self.tr("Possible secrets"), strong=True, tone="caution"),
            label(text, wrap=True, factor=theme.SMALL), self._grid,
            parent=self, margins=(theme.SPACE * 3, theme.SPACE * 3, theme.SPACE * 3, theme.SPACE * 3),
        )  # fmt: skip
        self._rows: list[_SuspectRow] = []
        self.hide()

    def show_suspects(self, suspects: list[SuspectedValue]) -> None:
        """Show exactly these suspected secrets."""
        unshown = {(suspect["place"], suspect["name"], suspect["missing"]): suspect for suspect in suspects}
        for row in list(self._rows):
            key = (row.suspect["place"], row.suspect["name"], row.suspect["missing"])
            if key in unshown:
                row.suspect = unshown.pop(key)
            else:
                row.drop(self._grid)
                self._rows.remove(row)
        for suspect in unshown.values():
            row = _SuspectRow(suspect, self._grid, self._grid.rowCount())
            before: QWidget = self._rows[-1].value if self._rows else self
            for widget in (row.keep, row.secret, row.value):
                tab_order.insert_after(before, widget)
                before = widget
            self._rows.append(row)
        self.setVisible(bool(self._rows))

    def focus_first(self) -> None:
        """Scroll the first suspected secret into view, and set the focus to it."""
        reveal(self)
        self._rows[0].keep.setFocus(Qt.FocusReason.OtherFocusReason)

    def keeps(self, server: Mapping[str, Any]) -> list[SecretToKeep]:
        """Return what to store in the keyring."""
        keeps = []
        for row in self._rows:
            if row.keep.isChecked():
                value = row.value.text() if row.suspect["missing"] else value_of(server, row.suspect)
                keeps.append(SecretToKeep(row.suspect, row.secret.text().strip(), value))
        return keeps

    def problems(self) -> list[str]:
        """Return what is wrong with the chosen names."""
        import re

        names = [row.secret.text().strip() for row in self._rows if row.keep.isChecked()]
        bad = [name for name in names if not re.fullmatch(NAME, name)]
        text = self.tr("Invalid name “{0}”. Use 1 to 64 letters, digits, “.”, “_” or “-”.")
        twice = len(set(names)) < len(names)
        return [text.format(untrusted_text.shortened(bad[0], 40))] if bad else (
            [self.tr("Two secrets have the same name.")] if twice else []
        )  # fmt: skip
