"""The control for settings with several texts, such as the timeouts of clients: one row each."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from toolguard.tables import values
from toolguard.window import core_translation, theme
from toolguard.window.forms.list_fields import ListRow
from toolguard.window.forms.setting_controls import CONTROL_WIDTH, SettingControl, meaning_of_seconds
from toolguard.window.forms.table_text import table_text
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import STRETCH, discard, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import label, set_style

_FIELD_WIDTH = 96


class _SettingRow(QWidget):
    """One text of a setting: its fields, and the button that removes it."""

    entered = Signal()
    """The input may be complete."""
    removed = Signal()
    saved = ""
    """The text that the setting has; "" for a new row."""
    first: QLineEdit
    """The field that gets the focus of a new row."""
    last: QWidget
    """The last widget in the tab order."""

    def text(self) -> str:
        """Return the text for the setting that was entered; "" if there is none."""
        raise NotImplementedError

    def is_complete(self) -> bool:
        """Return whether every field of a new row has input."""
        raise NotImplementedError

    def is_of(self, text: str) -> bool:
        """Return whether this row can show ``text`` of the setting."""
        raise NotImplementedError

    def show_saved(self, text: str) -> None:
        """Show the text that the setting has now, unless the person is typing another."""
        raise NotImplementedError

    def call(self, title: str, number: int) -> None:
        """Set accessible names: this is row ``number`` of ``title``."""

    def mark(self, wrong: bool) -> None:
        """Mark the field in which input can be invalid."""
        raise NotImplementedError


class _TimeoutRow(_SettingRow):
    """One client. Without a name, it is a new one, whose name is entered."""

    def __init__(self, text: str, zero: str) -> None:
        """``zero`` says what 0 seconds mean."""
        super().__init__()
        name, _, seconds = text.rpartition("=")
        self._zero = zero
        self._known = name
        self.saved = text
        self.first = QLineEdit(placeholderText=self.tr("Name of the client"), maxLength=400)
        self.first.setAccessibleName(self.tr("Name of the client"))
        shown = untrusted_text.shortened(name, 60)
        self.seconds = QLineEdit(seconds, maxLength=10)
        self.seconds.setAccessibleName(self.tr("Timeout of {0} in seconds").format(shown or self.tr("the new client")))
        self.seconds.setFixedWidth(_FIELD_WIDTH)
        self.seconds.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._unit = label(tone="quiet")
        self.last = remove = push_button(kind="flat", icon="remove", tip=self.tr("Remove"), clicked=self.removed)
        remove.setAccessibleName(self.tr("Remove the timeout of {0}").format(shown or self.tr("the new client")))
        beside = QWidget()
        hbox((hbox(self.seconds, self._unit, STRETCH), 1), remove, parent=beside, spacing=0)
        beside.setFixedWidth(CONTROL_WIDTH)
        title = ElidedLabel(tone="", middle=True)
        title.set_text(shown)
        hbox((title if name else self.first, 1), beside, parent=self, spacing=theme.SPACE * 4)
        self.seconds.textChanged.connect(self._say_unit)
        for field in (self.first, self.seconds):
            field.editingFinished.connect(self.entered)
        self._say_unit()

    def name(self) -> str:
        return self._known or self.first.text().strip()

    def text(self) -> str:
        return f"{self.name()}={self.seconds.text().strip()}"

    def is_complete(self) -> bool:
        return bool(self.name() and self.seconds.text().strip())

    def is_of(self, text: str) -> bool:
        return bool(self._known) and text.rpartition("=")[0] == self._known

    def show_saved(self, text: str) -> None:
        self.saved = text
        if not (self.seconds.hasFocus() and self.seconds.isModified()):
            self.seconds.setText(text.rpartition("=")[2])
            self.mark(False)

    def mark(self, wrong: bool) -> None:
        set_style(self.seconds, "wrong", wrong)

    def _say_unit(self) -> None:
        typed = self.seconds.text().strip()
        number = int(typed) if typed.isascii() and typed.isdigit() else None
        self._unit.setText(meaning_of_seconds(number, self._zero))


class _TextRow(_SettingRow):
    """One text, or a name and its value, which may be a secret of the keyring."""

    def __init__(self, text: str, *, named: bool, longest: int) -> None:
        super().__init__()
        self.saved = text
        self._named = named
        name, value = self._split(text)
        self.fields = ListRow(name if named else None, value)
        self.first, self.last = (self.fields.name if named else self.fields.text), self.fields.remove
        for field in (self.fields.name, self.fields.text):
            field.setMaxLength(longest)
            field.editingFinished.connect(self.entered)
            if not named:
                field.setFont(QFont())
        self._parts = (self.fields.name, self.fields.text)
        self._shown = [field.text() for field in self._parts]
        self.fields.changed.connect(self._take_chosen)
        self.fields.removed.connect(self.removed)
        hbox((self.fields, 1), parent=self, spacing=0)

    def _split(self, text: str) -> tuple[str, str]:
        name, _, value = text.partition("=")
        return (name, value) if self._named else ("", text)

    def _take_chosen(self) -> None:
        """A secret was chosen for the value, rather than typed."""
        if not (self.fields.name.hasFocus() or self.fields.text.hasFocus()):
            self.entered.emit()

    def text(self) -> str:
        """Return what was entered, or exactly what is saved: a field can show it shortened or without line breaks."""
        if [field.text() for field in self._parts] == self._shown:
            return self.saved
        name, value = (field.text().strip() for field in self._parts)
        return f"{name}={value}" if self._named and (name or value) else value

    def is_complete(self) -> bool:
        return bool(self.first.text().strip() and self.fields.text.text().strip())

    def is_of(self, text: str) -> bool:
        return text in (self.saved, self.text())

    def show_saved(self, text: str) -> None:
        self.saved = text
        for place, (field, part) in enumerate(zip(self._parts, self._split(text), strict=True)):
            if not (field.hasFocus() and field.isModified()):
                field.setText(part)
                self._shown[place] = field.text()
        self.mark(False)

    def call(self, title: str, number: int) -> None:
        self.fields.call(title, number)

    def mark(self, wrong: bool) -> None:
        for field in self._parts:
            set_style(field, "wrong", wrong)


class RowsControl(SettingControl):
    """A row for each text, and a button that adds one. A row applies when it loses the focus, or Return is pressed."""

    def __init__(self, title: str, text: str, kind: values.Texts) -> None:
        super().__init__(title, text)
        self._kind = kind
        self._pattern = re.compile(kind.items.get("pattern", ""))
        self._secrets: list[str] = []
        self.rows: list[_SettingRow] = []
        self.add = push_button(table_text(kind.add), kind="link", clicked=self._begin)
        self.add.setAccessibleDescription(text)
        self._rows_box = vbox(spacing=theme.SPACE)
        body = QWidget()
        vbox(self._rows_box, hbox(self.add, STRETCH), parent=body, spacing=theme.SPACE, margins=(0, theme.SPACE, 0, 0))
        self.place(body, below=True)
        self.control = self.add
        self._name.setBuddy(self.add)

    def know_secrets(self, names: list[str]) -> None:
        """Offer these secrets of the keyring for values."""
        self._secrets = names

    def _make_row(self, text: str) -> _SettingRow:
        if isinstance(self._kind, values.Timeouts):
            return _TimeoutRow(text, table_text(self._kind.zero))
        named = isinstance(self._kind, values.NamedTexts)
        row = _TextRow(text, named=named, longest=self._kind.items["maxLength"])
        row.fields.secrets.clicked.connect(lambda: row.fields.offer(self._secrets))
        return row

    def fill(self, value: Any) -> None:
        """Show a row for each text of ``value``; a new row and input in the field with the focus stay."""
        shown: list[_SettingRow] = []
        place = 0
        for text in value:
            row = next((row for row in self.rows[place:] if row.is_of(text)), None)
            if row is None:
                row = self._make_row(text)
                self._insert(place, row)
            else:
                row.show_saved(text)
            shown.append(row)
            place = self.rows.index(row) + 1
        for row in [row for row in self.rows if row not in shown]:
            if row.saved or row.text() in value:
                self._discard(row)
        self._renumber()

    def _insert(self, place: int, row: _SettingRow) -> None:
        row.entered.connect(lambda: self._take(row))
        row.removed.connect(lambda: self._remove(row))
        self._rows_box.insertWidget(place, row)
        self.rows.insert(place, row)
        tab_order.insert_after(self.rows[place - 1].last if place else self.reset, row)
        self._renumber()

    def _renumber(self) -> None:
        for number, row in enumerate(self.rows, 1):
            row.call(self.title, number)
        self.add.setDisabled(len(self.rows) >= self._kind.max_items or any(not row.saved for row in self.rows))

    def _discard(self, row: _SettingRow) -> None:
        if row.isAncestorOf(QApplication.focusWidget() or self):
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        self.rows.remove(row)
        discard(self._rows_box, row)
        self._renumber()

    def _begin(self) -> None:
        row = self._make_row("")
        self._insert(len(self.rows), row)
        row.show()  # now, before the layout does, because it gets the focus
        row.first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self, row: _SettingRow) -> None:
        self._discard(row)
        self._submit()

    def _take(self, row: _SettingRow) -> None:
        if row not in self.rows or (not row.saved and not row.is_complete()):
            return
        if not row.text() or (not row.saved and row.text() in self._value):
            self._remove(row)
            return
        is_wrong = not self._pattern.search(row.text())
        row.mark(is_wrong)
        if is_wrong:
            self.complain(self._mistake(row))
        else:
            self._submit()

    def _mistake(self, row: _SettingRow) -> str:
        if isinstance(row, _TimeoutRow):
            name = untrusted_text.shortened(row.name(), 60)
            return self.tr("Not saved. Enter the timeout of {0} in seconds.").format(name)
        text = self.tr("Not saved. “{0}” must be {1}.")
        must = core_translation.local(self._kind.items["must"])
        return core_translation.fill_in(text, untrusted_text.shortened(row.text(), 60), must)

    def _submit(self) -> None:
        """Request the value of the rows. Invalid input keeps the old value; a new timeout replaces one of its name."""
        named = isinstance(self._kind, values.Timeouts)
        texts = [text if self._pattern.search(text := row.text()) else row.saved for row in self.rows]
        self.change(list({text.rpartition("=")[0] if named else text: text for text in texts if text}.values()))
