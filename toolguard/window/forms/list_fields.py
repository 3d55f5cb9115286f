"""Fields with several texts: a list, or names with values, one row each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from toolguard.window import theme
from toolguard.window.forms.fields import Field, fits_pattern, reveal
from toolguard.window.forms.schema_plan import ABSENT, MAX_ROWS, FieldPlan
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import STRETCH, discard, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import label


class ListRow(QWidget):
    """One entry: its fields, perhaps a menu of secrets, and the button that removes it."""

    changed = Signal()
    removed = Signal()
    entered = Signal()
    """Return was pressed: the next row gets the focus."""

    def __init__(self, name: str | None, value: str, parent: QWidget | None = None) -> None:
        """``name`` is None in a list of texts."""
        super().__init__(parent)
        self.name = QLineEdit(name or "", placeholderText=self.tr("Name"))
        self.text = QLineEdit(value)
        self.name.setFont(theme.mono())
        self.text.setFont(theme.mono())
        self.name.setVisible(name is not None)
        self.secrets = push_button(
            kind="flat", icon="key", tone="accent", tip=self.tr("Use a secret from your keyring")
        )
        self.secrets.setVisible(name is not None)
        self.remove = push_button(kind="flat", icon="remove", tip=self.tr("Remove"), clicked=self.removed)
        hbox((self.name, 2), (self.text, 3), self.secrets, self.remove, parent=self, spacing=theme.SPACE)
        for each in (self.name, self.text):
            each.textEdited.connect(self.changed)
            each.returnPressed.connect(self.entered)

    def call(self, title: str, number: int) -> None:
        """Set accessible names: this is entry ``number`` of ``title``."""
        self.name.setAccessibleName(self.tr("Name {1} of {0}").format(title, number))
        self.text.setAccessibleName(self.tr("Value {1} of {0}").format(title, number))
        self.secrets.setAccessibleName(self.tr("Secret for value {1} of {0}").format(title, number))
        self.remove.setAccessibleName(self.tr("Remove entry {1} of {0}").format(title, number))

    def offer(self, names: list[str]) -> None:
        """Show the menu of secrets: the chosen one replaces the value."""
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        for name in names:
            menu.addAction(name).triggered.connect(lambda _=False, name=name: self._take(name))
        if not names:
            menu.addAction(self.tr("No secrets yet. Add one on the Credentials page.")).setEnabled(False)
        menu.popup(self.secrets.mapToGlobal(self.secrets.rect().bottomLeft()))

    def _take(self, name: str) -> None:
        self.text.setText(f"${{secret:{name}}}")
        self.changed.emit()


class EntryListField(Field):
    """Rows that can be added and removed."""

    named = False

    def __init__(self, shape: FieldPlan, value: Any) -> None:
        super().__init__(shape, value)
        self.rows: list[ListRow] = []
        self._secrets: list[str] = []
        self._rows_box = vbox(spacing=theme.SPACE)
        self.column.addLayout(self._rows_box)
        self.add = push_button(
            shape.add or self.tr("Add"), name=shape.add or self.tr("Add to {0}").format(shape.title), kind="link"
        )
        self.add.setAccessibleDescription(shape.about)
        self.add.clicked.connect(self._add_empty)
        self.column.addLayout(hbox(self.add, label(self.hint(), tone="quiet", factor=theme.SMALL), STRETCH))
        self.show_input(value)

    def entries(self, value: Any) -> Iterator[tuple[str | None, str]]:
        """Return the entries, each with its name."""
        raise NotImplementedError

    def know_secrets(self, names: list[str]) -> None:
        """Set the names of secrets that rows offer from now on."""
        self._secrets = names

    def _add(self, name: str | None, value: str) -> ListRow:
        row = ListRow(name, value, self)
        row.changed.connect(self.touch)
        row.removed.connect(lambda: self._remove(row))
        row.entered.connect(lambda: self._focus_next(row))
        row.secrets.clicked.connect(lambda: row.offer(self._secrets))
        self._rows_box.addWidget(row)
        tab_order.insert_after(self.rows[-1].remove if self.rows else self, row)
        self.rows.append(row)
        row.show()  # now, before the layout does, because it gets the focus
        return row

    def _add_empty(self) -> None:
        if len(self.rows) >= MAX_ROWS:
            return
        row = self._add("" if self.named else None, "")
        self._renumber()
        (row.name if self.named else row.text).setFocus()
        reveal(row)
        self.touch()

    def _focus_next(self, row: ListRow) -> None:
        """Go to the next row; add one after the last if that is not empty."""
        index = self.rows.index(row)
        if index + 1 < len(self.rows):
            (self.rows[index + 1].name if self.named else self.rows[index + 1].text).setFocus()
        elif row.text.text() or row.name.text():
            self._add_empty()

    def _remove(self, row: ListRow) -> None:
        index = self.rows.index(row)
        del self.rows[index]
        discard(self._rows_box, row)
        self._renumber()
        (self.rows[min(index, len(self.rows) - 1)].remove if self.rows else self.add).setFocus()
        self.touch()

    def _renumber(self) -> None:
        for number, row in enumerate(self.rows, 1):
            row.call(self.shape.title, number)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on. A focus proxy that changes would move the field in the tab order."""
        first = (self.rows[0].name if self.named else self.rows[0].text) if self.rows else self.add
        first.setFocus(event.reason())

    def show_input(self, value: Any) -> None:
        for row in list(self.rows):
            self._remove(row)
        for name, each in self.entries(value):
            self._add(name, each)
        self._renumber()

    def _empty_value(self, empty: Any) -> Any:
        """Return the value without entries: the original value if that had none either."""
        return empty if self.initial_value is not ABSENT and self.initial_value is not None else self.initial_value


class TextsField(EntryListField):
    """A list of texts, in order."""

    def entries(self, value: Any) -> Iterator[tuple[str | None, str]]:
        return ((None, each) for each in value) if isinstance(value, list) else iter(())

    def read(self) -> Any:
        texts = [row.text.text() for row in self.rows]
        return texts if texts else self._empty_value([])

    def faults(self, value: Any) -> list[str]:
        schema = self.shape.schema
        items = schema.get("items")
        least, most = schema.get("minItems"), schema.get("maxItems")
        faults = []
        if isinstance(least, int) and len(value) < least:
            faults.append(self.tr("Add at least {0} entries.").format(least))
        if isinstance(most, int) and len(value) > most:
            faults.append(self.tr("No more than {0} entries.").format(most))
        if schema.get("uniqueItems") is True and len(set(value)) < len(value):
            faults.append(self.tr("Two entries are identical."))
        if isinstance(items, dict):
            faults += [
                self.tr("Entry {0} doesn't match the required format.").format(number)
                for number, each in enumerate(value, 1)
                if not fits_pattern(items, each) or len(each) < _least(items)
            ][:3]
        return faults


def _least(items: dict[str, Any]) -> int:
    least = items.get("minLength")
    return least if isinstance(least, int) else 0


class MapField(EntryListField):
    """Names with a text each. A value may contain ``${secret:NAME}``, which a menu offers."""

    named = True

    def entries(self, value: Any) -> Iterator[tuple[str | None, str]]:
        return iter(value.items()) if isinstance(value, dict) else iter(())

    def read(self) -> Any:
        values: dict[str, str] = {}
        names = set[str]()
        for row in self.rows:
            name, value = row.name.text(), row.text.text()
            if not name and not value:
                continue
            if not name:
                raise ValueError(self.tr("A value has no name. Name it or remove it."))
            same = name.lower() if self.shape.ignores_case else name
            if same in names:
                raise ValueError(self.tr("The name {0} is used twice.").format(untrusted_text.shortened(name)))
            names.add(same)
            values[name] = value
        return values if values else self._empty_value({})

    def faults(self, value: Any) -> list[str]:
        schema = self.shape.schema
        names, values = schema.get("propertyNames"), schema.get("additionalProperties")
        faults = []
        for name, each in value.items():
            if isinstance(names, dict) and not fits_pattern(names, name):
                faults.append(self.tr("{0} isn't a valid name here.").format(untrusted_text.shortened(name)))
            if isinstance(values, dict) and not fits_pattern(values, each):
                faults.append(self.tr("The value of {0} doesn't match the required format.").format(
                    untrusted_text.shortened(name)
                ))  # fmt: skip
        return faults[:3]
