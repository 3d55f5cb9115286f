"""The control for the timeouts of clients: one row each, with the name, the seconds and a button that removes it."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from toolguard.tables import values
from toolguard.window import theme
from toolguard.window.forms.setting_controls import CONTROL_WIDTH, SettingControl, meaning_of_seconds
from toolguard.window.forms.table_text import table_text
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import STRETCH, discard, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import label, set_style

_FIELD_WIDTH = 96


class _TimeoutRow(QWidget):
    """One client. Without a name, it is a new one, whose name is entered."""

    entered = Signal()
    """The name or the seconds have changed."""

    def __init__(self, name: str, seconds: str, zero: str) -> None:
        """``zero`` says what 0 seconds mean."""
        super().__init__()
        self._zero = zero
        self.known = name
        self.saved = f"{name}={seconds}" if name else ""
        """The text that the setting has; "" if it has none yet."""
        self.name = QLineEdit(placeholderText=self.tr("Name of the client"), maxLength=400)
        self.name.setAccessibleName(self.tr("Name of the client"))
        shown = untrusted_text.shortened(name, 60)
        self.seconds = QLineEdit(seconds, maxLength=10)
        self.seconds.setAccessibleName(self.tr("Timeout of {0} in seconds").format(shown or self.tr("the new client")))
        self.seconds.setFixedWidth(_FIELD_WIDTH)
        self.seconds.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._unit = label(tone="quiet")
        self.remove = push_button(kind="flat", icon="remove", tip=self.tr("Remove"))
        self.remove.setAccessibleName(self.tr("Remove the timeout of {0}").format(shown or self.tr("the new client")))
        beside = QWidget()
        hbox((hbox(self.seconds, self._unit, STRETCH), 1), self.remove, parent=beside, spacing=0)
        beside.setFixedWidth(CONTROL_WIDTH)
        title = ElidedLabel(tone="", middle=True)
        title.set_text(shown)
        hbox((title if name else self.name, 1), beside, parent=self, spacing=theme.SPACE * 4)
        self.seconds.textChanged.connect(self._say_unit)
        for field in (self.name, self.seconds):
            field.editingFinished.connect(self.entered)
        self._say_unit()

    def show_saved(self, seconds: str) -> None:
        """Show the seconds that the setting has now, unless the person is typing others."""
        self.saved = f"{self.known}={seconds}"
        if not (self.seconds.hasFocus() and self.seconds.isModified()):
            self.seconds.setText(seconds)
            set_style(self.seconds, "wrong", False)

    def text(self) -> str:
        """Return the text for the setting that was entered."""
        return f"{self.known or self.name.text().strip()}={self.seconds.text().strip()}"

    def is_entered(self) -> bool:
        """Return whether both the name and the seconds have input."""
        return bool((self.known or self.name.text().strip()) and self.seconds.text().strip())

    def _say_unit(self) -> None:
        typed = self.seconds.text().strip()
        number = int(typed) if typed.isascii() and typed.isdigit() else None
        self._unit.setText(meaning_of_seconds(number, self._zero))


class TimeoutsControl(SettingControl):
    """The rows, and a button that adds one. A row applies when it loses the focus, or Return is pressed."""

    def __init__(self, title: str, text: str, kind: values.Timeouts) -> None:
        super().__init__(title, text)
        self._pattern = re.compile(kind.items["pattern"])
        self._zero = table_text(kind.zero)
        self.rows: list[_TimeoutRow] = []
        self.add = push_button(self.tr("Add client"), kind="link", clicked=self._begin)
        self.add.setAccessibleDescription(text)
        self._rows_box = vbox(spacing=theme.SPACE)
        body = QWidget()
        vbox(self._rows_box, hbox(self.add, STRETCH), parent=body, spacing=theme.SPACE, margins=(0, theme.SPACE, 0, 0))
        self.place(body, below=True)
        self.control = self.add
        self._name.setBuddy(self.add)

    def fill(self, value: Any) -> None:
        """Show a row for each text of ``value``; a new row and input in the field with the focus stay."""
        former = [row for row in self.rows if row.known]
        entered = [row for row in self.rows if not row.known and row.text() in value]
        for place, text in enumerate(value):
            name, _, seconds = text.rpartition("=")
            row = next((row for row in former if row.known == name), None)
            if row is None:
                self._insert(place, _TimeoutRow(name, seconds, self._zero))
            else:
                former.remove(row)
                row.show_saved(seconds)
        for row in (*former, *entered):
            self._discard(row)

    def _insert(self, place: int, row: _TimeoutRow) -> None:
        row.entered.connect(lambda: self._take(row))
        row.remove.clicked.connect(lambda: self._remove(row))
        self._rows_box.insertWidget(place, row)
        self.rows.insert(place, row)
        tab_order.insert_after(self.rows[place - 1].remove if place else self.reset, row)
        self.add.setDisabled(any(not row.known for row in self.rows))

    def _discard(self, row: _TimeoutRow) -> None:
        if row.isAncestorOf(QApplication.focusWidget() or self):
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        self.rows.remove(row)
        discard(self._rows_box, row)
        self.add.setDisabled(any(not row.known for row in self.rows))

    def _begin(self) -> None:
        row = _TimeoutRow("", "", self._zero)
        self._insert(len(self.rows), row)
        row.show()  # now, before the layout does, because it gets the focus
        row.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self, row: _TimeoutRow) -> None:
        self._discard(row)
        self._submit()

    def _take(self, row: _TimeoutRow) -> None:
        if not row.known and not row.is_entered():
            return
        is_wrong = not self._pattern.fullmatch(row.text())
        set_style(row.seconds, "wrong", is_wrong)
        if is_wrong:
            name = untrusted_text.shortened(row.known or row.name.text().strip(), 60)
            self.complain(self.tr("Not saved. Enter the timeout of {0} in seconds.").format(name))
        else:
            self._submit()

    def _submit(self) -> None:
        """Request the value of the rows. Invalid input keeps the old value; a new row replaces one of its name."""
        texts = [text if self._pattern.fullmatch(text := row.text()) else row.saved for row in self.rows]
        self.change(list({text.rpartition("=")[0]: text for text in texts if text}.values()))
