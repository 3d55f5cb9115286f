"""Conditions as form rows: the argument, one value or each item of a list, the matcher, and its value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QSizePolicy, QWidget

from toolguard.gate import json_pointer, jsonrpc
from toolguard.gate.policy.conditions import schema_check
from toolguard.gate.policy.conditions.condition import MAX_CONDITIONS, Condition, check
from toolguard.gate.policy.conditions.errors import ConditionError
from toolguard.gate.policy.conditions.json_values import MAX_POINTER_LENGTH, same
from toolguard.gate.policy.conditions.matchers import CONDITION_MATCHERS, ConditionMatcher
from toolguard.window import core_translation, theme
from toolguard.window.forms.fields import reveal
from toolguard.window.forms.table_text import table_text
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import discard, grid_box, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import as_example, label, name_choice

_MAX_ARGUMENTS = 500
_QUANTIFIERS = ("value", "each", "any")


def written(matcher: ConditionMatcher, value: Any) -> str:
    """Return the text that `ConditionMatcher.read` parses to ``value``."""
    shown = jsonrpc.text(value)
    texts = [value] if isinstance(value, str) else []
    if isinstance(value, list) and len(value) == 2:
        texts.append(" ".join("-" if part is None else jsonrpc.text(part) for part in value))
    for text in texts:
        try:
            if same(matcher.read(text), value):
                return text
        except ConditionError:
            continue
    return shown


def expanded(value: Any) -> Any:
    """Replace ``~`` in folders by the person's home."""
    if isinstance(value, list):
        return [expanded(item) for item in value]
    if isinstance(value, str) and (value == "~" or value.startswith("~/")):
        return str(Path(value).expanduser())
    return value


class ConditionRow(QWidget):
    """One condition. `read` returns it, or shows what is wrong."""

    changed = Signal()
    removed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._schema: Any = None
        self.is_impossible = False
        """Whether it is valid, but never holds for arguments that fit the tool's schema (`read`)."""
        grid = grid_box(self, gaps=(theme.SPACE, theme.SPACE // 2))
        self.pointer = self._box()
        self.pointer.setEditable(True)
        self.pointer.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.line = QLineEdit(placeholderText=as_example("/argument"))
        self.line.setMaxLength(MAX_POINTER_LENGTH)
        self.line.setFont(theme.mono())
        self.pointer.setLineEdit(self.line)
        self.quantifier = self._box()
        for text, value in zip(
            (self.tr("the value"), self.tr("every item"), self.tr("any item")), _QUANTIFIERS, strict=True
        ):
            self.quantifier.addItem(text, value)
        self.matcher = self._box()
        self.matcher.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.matcher.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        for name, row in CONDITION_MATCHERS.items():
            self.matcher.addItem(table_text(row.title), name)
        self.value = QLineEdit()
        self.value.setFont(theme.mono())
        self.remove = push_button(kind="flat", icon="remove", tip=self.tr("Remove"), clicked=self.removed)
        self.error_label = label(tone="danger", factor=theme.SMALL, wrap=True, shown=False)
        for column, (widget, share) in enumerate(
            ((self.pointer, 3), (self.quantifier, 0), (self.matcher, 0), (self.value, 5), (self.remove, 0))
        ):
            grid.addWidget(widget, 0, column)
            grid.setColumnStretch(column, share)
        grid.addWidget(self.error_label, 1, 0, 1, 5)
        self.pointer.currentTextChanged.connect(lambda _: self._turn())
        self.quantifier.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.matcher.currentIndexChanged.connect(lambda _: self._turn())
        self.value.textChanged.connect(lambda _: self.changed.emit())
        self._turn()

    def _box(self) -> QComboBox:
        box = QComboBox()
        box.setMinimumContentsLength(7)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return box

    def call(self, title: str, number: int) -> None:
        """Set accessible names: this is row ``number`` of ``title``."""
        for box, name in (
            (self.pointer, self.tr("Argument {1} of {0}")), (self.quantifier, self.tr("Items {1} of {0}")),
            (self.matcher, self.tr("Comparison {1} of {0}")),
        ):  # fmt: skip
            name_choice(box, name.format(title, number))
        self.line.setAccessibleName(self.tr("Argument {1} of {0}").format(title, number))
        self.value.setAccessibleName(self.tr("Value {1} of {0}").format(title, number))
        self.remove.setAccessibleName(self.tr("Remove row {1} of {0}").format(title, number))

    def know(self, schema: Any) -> None:
        """Offer the arguments of a tool; text in the field stays."""
        self._schema = schema
        properties = schema.get("properties") if isinstance(schema, dict) else None
        names = list(properties)[:_MAX_ARGUMENTS] if isinstance(properties, dict) else []
        pointers = [f"/{json_pointer.escape(name)}" for name in names if isinstance(name, str)]
        typed = self.pointer.currentText()
        with QSignalBlocker(self.pointer):
            self.pointer.clear()
            self.pointer.addItems([pointer for pointer in pointers if untrusted_text.visible(pointer) == pointer])
            self.pointer.setCurrentIndex(-1)
            self.pointer.setEditText(typed)
        self._turn()

    def show_condition(self, condition: Condition) -> None:
        """Show a condition. A value without a known matcher is not shown."""
        matcher = CONDITION_MATCHERS.get(condition.matcher)
        self.pointer.setEditText(condition.pointer)
        self.quantifier.setCurrentIndex(_QUANTIFIERS.index(condition.quantifier))
        self.matcher.setCurrentIndex(self.matcher.findData(condition.matcher))
        self.value.setText(written(matcher, condition.value) if matcher is not None and matcher.takes_value else "")
        self.value.setCursorPosition(0)

    @property
    def row(self) -> ConditionMatcher:
        """The selected matcher."""
        return CONDITION_MATCHERS[self.matcher.currentData()]

    def _turn(self) -> None:
        """Show the input for the matcher's value; the choice about items only if there may be some."""
        self.value.setVisible(self.row.takes_value)
        self.value.setPlaceholderText(table_text(self.row.about))
        self.value.setToolTip(untrusted_text.as_tool_tip(table_text(self.row.about)))
        chosen = self.quantifier.currentIndex() > 0
        self.quantifier.setVisible(chosen or (self._may_be_list() and not self.row.takes_missing))
        self.changed.emit()

    def _may_be_list(self) -> bool:
        properties = self._schema.get("properties") if isinstance(self._schema, dict) else None
        name = json_pointer.unescape(self.pointer.currentText()[1:])
        value = properties.get(name) if isinstance(properties, dict) else None
        return not (isinstance(value, dict) and isinstance(value.get("type"), str) and value["type"] != "array")

    def is_empty(self) -> bool:
        """Return whether neither an argument nor a value was entered."""
        return not self.pointer.currentText() and not self.value.text()

    def read(self) -> Condition | None:
        """Return the condition; None, with an error shown, if it is invalid."""
        try:
            condition = self._condition()
            why = schema_check.impossible(condition, self._schema)
        except ConditionError as problem:
            condition, why = None, str(problem)
        self.is_impossible = condition is not None and bool(why)
        self.error_label.setText(untrusted_text.visible(core_translation.local(why)))
        self.error_label.setVisible(bool(why) and not self.is_empty())
        return condition

    def _condition(self) -> Condition:
        value = self.row.read(self.value.text()) if self.row.takes_value else None
        if self.row.takes_folders:
            value = expanded(value)
        condition = Condition(
            pointer=self.pointer.currentText(), matcher=self.matcher.currentData(), value=value,
            quantifier=self.quantifier.currentData(),
        )  # fmt: skip
        check(condition)
        return condition


class ConditionList(QWidget):
    """Rows that can be added and removed; hidden without any. The form shows the button ``add``."""

    changed = Signal()

    def __init__(self, title: str, add: str) -> None:
        super().__init__()
        self._title = title
        self._schema: Any = None
        self.rows: list[ConditionRow] = []
        self.heading = label(title, tone="quiet", factor=theme.SMALL)
        self._rows_box = vbox()
        self.add = push_button(add, kind="link", clicked=self._add_empty)
        vbox(self.heading, self._rows_box, parent=self)
        self.hide()

    def show_conditions(self, conditions: Sequence[Mapping[str, Any]]) -> None:
        """Replace all rows by these conditions."""
        for row in list(self.rows):
            self._drop(row)
        for condition in conditions:
            self._add().show_condition(msgspec.convert(condition, Condition))
        self._renumber()

    def know(self, schema: Any) -> None:
        """Set the schema of the tool's arguments, if known."""
        self._schema = schema
        for row in self.rows:
            row.know(schema)

    def read(self) -> list[Condition] | None:
        """Return the conditions; None if one of them is invalid. Empty rows are ignored."""
        pairs = [(row, row.read()) for row in self.rows]
        wrong = any(condition is None and not row.is_empty() for row, condition in pairs)
        return (
            None if wrong else [condition for row, condition in pairs if condition is not None and not row.is_empty()]
        )

    def are_impossible(self) -> bool:
        """Return whether one of them never holds for arguments that fit the tool's schema."""
        return any(row.is_impossible and not row.is_empty() for row in self.rows)

    def has_empty(self) -> bool:
        """Return whether a row has no content yet."""
        return any(row.is_empty() for row in self.rows)

    def _add(self) -> ConditionRow:
        row = ConditionRow(self)
        row.know(self._schema)
        row.changed.connect(self.changed)
        row.removed.connect(lambda: self._remove(row))
        self._rows_box.addWidget(row)
        tab_order.insert_after(self.rows[-1].remove if self.rows else self.heading, row)
        self.rows.append(row)
        row.show()
        return row

    def _add_empty(self) -> None:
        if len(self.rows) >= MAX_CONDITIONS:
            return
        row = self._add()
        self._renumber()
        row.pointer.setFocus()
        reveal(row)
        self.changed.emit()

    def _drop(self, row: ConditionRow) -> None:
        self.rows.remove(row)
        discard(self._rows_box, row)

    def _remove(self, row: ConditionRow) -> None:
        self._drop(row)
        self._renumber()
        self.add.setFocus()
        self.changed.emit()

    def _renumber(self) -> None:
        self.setVisible(bool(self.rows))
        for number, row in enumerate(self.rows, 1):
            row.call(self._title, number)
