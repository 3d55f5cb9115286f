"""Fields of a form with one value each: text, number, yes or no, choice, JSON.

An unchanged field returns the original object. No value passes through a QVariant.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QScrollArea, QSizePolicy, QWidget

from toolguard.gate import jsonrpc
from toolguard.gate.policy import schemas
from toolguard.window import theme
from toolguard.window.forms.schema_plan import ABSENT, MAX_EDITABLE_LENGTH, FieldPlan, is_plain, pretty, same
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.layout.boxes import discard, vbox
from toolguard.window.widgets.layout.fitted_text import FittedText
from toolguard.window.widgets.text_label import label, name_choice

_NUMBER = re.compile(r"-?[0-9]{1,4000}(\.[0-9]{1,4000})?([eE][+-]?[0-9]{1,6})?")
_MIN_MULTILINE_LENGTH = 90  # characters from which a text gets several lines
_MAX_MATCHED_LENGTH = 500  # maximum characters of a pattern, and of a text that is matched with it
_MAX_PATTERN_SIZE = 32 << 10  # maximum bytes of a compiled pattern: matching then takes at most 2 ms
_MAX_KEPT = 512  # patterns that stay compiled, and results


def reveal(widget: QWidget) -> None:
    """Scroll ``widget`` into view once it is laid out."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if isinstance(above, QScrollArea):
        area = above
        QTimer.singleShot(0, widget, lambda: area.ensureWidgetVisible(widget, 0, theme.SPACE * 10))


class Field(QWidget):
    """One value. `changed` is emitted if `value` may have changed."""

    changed = Signal()

    def __init__(self, shape: FieldPlan, value: Any) -> None:
        super().__init__()
        self.shape = shape
        self.initial_value = value
        self.touched = False
        self.column = vbox(parent=self, spacing=theme.SPACE)

    def value(self) -> Any:
        """Return the entered value, `ABSENT` for none. Invalid input returns the original value."""
        if not self.touched:
            return self.initial_value
        try:
            return self.read()
        except ValueError:
            return self.initial_value

    def read(self) -> Any:
        """Return the entered value; raises ValueError with what is wrong."""
        return self.initial_value

    @property
    def is_missing(self) -> bool:
        """Whether it is required and empty."""
        return self.shape.required and self.value() is ABSENT

    def problems(self) -> list[str]:
        """Return the errors, one sentence each, without the field's name."""
        try:
            value = self.read() if self.touched else self.initial_value
        except ValueError as why:
            return [str(why)]
        if value is ABSENT:
            return [self.tr("Required.")] if self.shape.required else []
        return [] if value is None and self.shape.nullable else self.faults(value)

    def faults(self, value: Any) -> list[str]:  # noqa: ARG002 - a field of any value has none
        """Return the schema violations of a value of this field's type."""
        return []

    def differs(self, original: Any) -> bool:
        """Return whether the input is another value than ``original``, or invalid."""
        try:
            value = self.read() if self.touched else self.initial_value
        except ValueError:
            return True
        if value is ABSENT or original is ABSENT:
            return value is not original
        return jsonrpc.encode(value) != jsonrpc.encode(original)

    def leave_out(self) -> None:
        """Clear the field: its value is then `ABSENT`."""
        self.restore(ABSENT)

    def restore(self, value: Any) -> None:
        """Start again with ``value``, which is then the original one."""
        self.initial_value, self.touched = value, False
        self.show_input(value)
        self.touched = False
        self.changed.emit()

    def show_input(self, value: Any) -> None:
        """Show ``value`` in the input, `ABSENT` as an empty one."""

    def touch(self) -> None:
        """Note input of the person: from now on `value` reads it."""
        self.touched = True
        self.changed.emit()

    def called(self, widget: QWidget) -> QWidget:
        """Return ``widget`` with the field's accessible name."""
        widget.setAccessibleName(self.shape.title)
        widget.setAccessibleDescription(self.shape.about)
        self.setFocusProxy(widget)
        return widget

    def hint(self) -> str:
        """Return the placeholder of an empty field: the default."""
        default = self.shape.default
        if default is ABSENT:
            return ""
        text = self.shape.labels.get(default, default) if isinstance(default, str) else jsonrpc.text(default)
        return self.tr("{0} (default)").format(untrusted_text.shortened(text, 60))


class MultilineEdit(FittedText):
    """Plain text in several lines, as high as necessary within bounds. Tab moves to the next field."""

    def __init__(self, *, mono: bool, most: int = 14) -> None:
        super().__init__(min_lines=3, max_lines=most)
        self.setProperty("kind", "field")
        self.setAcceptRichText(False)
        self.setFont(theme.mono() if mono else theme.sized(1))
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(theme.SPACE)
        self.textChanged.connect(self.fit)
        self.fit()

    def exact_text(self) -> str:
        """Return the text with the line breaks as typed; Qt's own method replaces no-break spaces."""
        return self.document().toRawText().replace("\u2029", "\n").replace("\u2028", "\n")


class TextField(Field):
    """A text on one line, or on several if it has or needs them."""

    def __init__(self, shape: FieldPlan, value: Any) -> None:
        super().__init__(shape, value)
        text = value if isinstance(value, str) else ""
        self.line: QLineEdit | None = None
        self.lines: MultilineEdit | None = None
        if self._fits_line(text):
            self.line = QLineEdit(text)
            self.line.setPlaceholderText(self.hint())
            self.line.textEdited.connect(self.touch)
            self.column.addWidget(self.called(self.line))
        else:
            self.lines = self._make_lines(text)

    def _fits_line(self, text: str) -> bool:
        return is_plain(text) and len(text) <= _MIN_MULTILINE_LENGTH and self.shape.schema.get("format") != "multiline"

    def _make_lines(self, text: str) -> MultilineEdit:
        lines = MultilineEdit(mono=True)
        lines.setPlainText(text)
        lines.textChanged.connect(self.touch)
        self.column.addWidget(self.called(lines))
        return lines

    def read(self) -> Any:
        text = self.line.text() if self.line is not None else self.lines.exact_text() if self.lines is not None else ""
        if len(text) > MAX_EDITABLE_LENGTH:
            raise ValueError(self.tr("Too long. The maximum is {0} characters.").format(f"{MAX_EDITABLE_LENGTH:,}"))
        if text:
            return text
        if self.shape.nullable:
            return None
        return "" if self.initial_value is not ABSENT else ABSENT

    def show_input(self, value: Any) -> None:
        text = value if isinstance(value, str) else ""
        if self.lines is not None:
            self.lines.setPlainText(text)
        elif self.line is not None and self._fits_line(text):
            self.line.setText(text)
        elif self.line is not None:  # which would lose line breaks
            discard(self.column, self.line)
            self.line, self.lines = None, self._make_lines(text)

    def faults(self, value: Any) -> list[str]:
        schema, faults = self.shape.schema, []
        least, most = schema.get("minLength"), schema.get("maxLength")
        if isinstance(least, int) and len(value) < least:
            faults.append(
                self.tr("This can't be empty.")
                if not value
                else self.tr("Enter at least {0} characters.").format(least)
            )
        if isinstance(most, int) and len(value) > most:
            faults.append(self.tr("Enter at most {0} characters (now {1}).").format(most, len(value)))
        if not faults and not fits_pattern(schema, value):
            faults.append(self.tr("Doesn't match the required format: {0}").format(_form(schema)))
        return faults


def fits_pattern(schema: Any, value: str) -> bool:
    """Return whether the text matches the schema's ``pattern``; True if one of them is too long to check at once."""
    pattern = schema.get("pattern")
    if not isinstance(pattern, str) or max(len(pattern), len(value)) > _MAX_MATCHED_LENGTH:
        return True
    return _matches(pattern, value)


@lru_cache(_MAX_KEPT)
def _matches(pattern: str, value: str) -> bool:
    validator = _validator(pattern)
    try:
        return validator is None or validator.is_valid(value)
    except schemas.SchemaRejectedError:
        return True


@lru_cache(_MAX_KEPT)
def _validator(pattern: str) -> schemas.SchemaValidator | None:
    try:
        return schemas.SchemaValidator({"pattern": pattern}, max_pattern_size=_MAX_PATTERN_SIZE)
    except schemas.SchemaRejectedError:
        return None


def _form(schema: Any) -> str:
    return untrusted_text.shortened(str(schema.get("pattern")), 120)


class NumberField(Field):
    """A number exactly as typed: no digit changes."""

    def __init__(self, shape: FieldPlan, value: Any) -> None:
        super().__init__(shape, value)
        self.line = QLineEdit()
        self.show_input(value)
        self.line.setPlaceholderText(self.hint())
        self.line.setMaximumWidth(theme.SPACE * 80)
        self.line.textEdited.connect(self.touch)
        self.column.addWidget(self.called(self.line))

    def read(self) -> Any:
        text = self.line.text().strip()
        if not text:
            return None if self.shape.nullable else ABSENT
        if not _NUMBER.fullmatch(text):
            raise ValueError(self.tr("Enter a number."))
        try:
            value = jsonrpc.decode_arguments(f'{{"value":{text}}}')["value"]
        except jsonrpc.Malformed:
            raise ValueError(self.tr("Not a valid number. Remove leading zeros.")) from None
        if self.shape.schema.get("type") == "integer" and not isinstance(value, int):
            raise ValueError(self.tr("Enter a whole number."))
        return value

    def show_input(self, value: Any) -> None:
        self.line.setText("" if value is ABSENT or value is None else jsonrpc.text(value))

    def faults(self, value: Any) -> list[str]:
        faults = []
        for name, text, fits in (
            ("minimum", self.tr("Must be at least {0}."), lambda limit: value >= limit),
            ("maximum", self.tr("Must be at most {0}."), lambda limit: value <= limit),
            ("exclusiveMinimum", self.tr("Must be greater than {0}."), lambda limit: value > limit),
            ("exclusiveMaximum", self.tr("Must be less than {0}."), lambda limit: value < limit),
        ):
            limit = self.shape.schema.get(name)
            if isinstance(limit, int | float | Decimal) and not isinstance(limit, bool) and not fits(limit):
                faults.append(text.format(jsonrpc.text(limit)))
        return faults


class FlagField(Field):
    """A check box: for required values, and for values whose default it then means."""

    def __init__(self, shape: FieldPlan, value: Any) -> None:
        super().__init__(shape, value)
        self.box = QCheckBox(self.tr("Yes"))
        self.show_input(value)
        self.box.toggled.connect(self.touch)
        self.column.addWidget(self.called(self.box), 0, Qt.AlignmentFlag.AlignLeft)

    def read(self) -> Any:
        return self.box.isChecked()

    def show_input(self, value: Any) -> None:
        self.box.setChecked(value is True or (value is ABSENT and self.shape.default is True))


class ChoiceField(Field):
    """A choice of a few values. They are in a Python list; the combo box only knows their indices."""

    def __init__(self, shape: FieldPlan, value: Any) -> None:
        super().__init__(shape, value)
        self._offered: list[Any] = []
        self.box = QComboBox()
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(24)
        self.box.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        if value is ABSENT or not shape.required:
            self._offer(ABSENT)
        for choice in (True, False) if shape.kind == "flag" else shape.choices:
            if not (shape.labels and same(choice, shape.default) and not same(choice, value)):  # once, as the default
                self._offer(choice)
        if shape.kind == "flag" and shape.nullable:
            self._offer(None)
        self.show_input(value)
        self.box.currentIndexChanged.connect(lambda _: self.touch())
        self.called(self.box)
        name_choice(self.box, shape.title)
        self.column.addWidget(self.box, 0, Qt.AlignmentFlag.AlignLeft)

    def _offer(self, choice: Any) -> None:
        if choice is ABSENT:
            text = self.tr("Select…") if self.shape.required else self.hint() or self.tr("Not set")
        elif isinstance(choice, bool) and self.shape.kind == "flag":
            text = self.tr("Yes") if choice else self.tr("No")
        elif choice is None:
            text = self.tr("None (null)")
        elif isinstance(choice, str) and choice in self.shape.labels:
            text = self.shape.labels[choice]
        else:
            text = untrusted_text.shortened(choice if isinstance(choice, str) and choice else jsonrpc.text(choice), 80)
        self._offered.append(choice)
        self.box.addItem(text)

    def show_input(self, value: Any) -> None:
        places = [index for index, choice in enumerate(self._offered) if same(choice, value)]
        self.box.setCurrentIndex(places[0] if places else -1)

    def read(self) -> Any:
        index = self.box.currentIndex()
        return self._offered[index] if index >= 0 else ABSENT

    def faults(self, value: Any) -> list[str]:
        schema = self.shape.schema
        offered = schema.get("enum", [schema["const"]] if "const" in schema else None)
        if offered is not None and not any(same(value, choice) for choice in offered):
            return [self.tr("Select one of the listed values.")]
        return []


class JsonField(Field):
    """Any other value, as JSON text."""

    def __init__(self, shape: FieldPlan, value: Any) -> None:
        super().__init__(shape, value)
        self.editor = MultilineEdit(mono=True)
        self.show_input(value)
        self.editor.textChanged.connect(self.touch)
        self.column.addWidget(self.called(self.editor))
        self.column.addWidget(label(self.tr("JSON"), tone="quiet", factor=theme.SMALL))

    def read(self) -> Any:
        text = self.editor.exact_text().strip()
        if len(text) > MAX_EDITABLE_LENGTH:
            raise ValueError(self.tr("Too long. The maximum is {0} characters.").format(f"{MAX_EDITABLE_LENGTH:,}"))
        if not text:
            return ABSENT
        try:
            decoded = jsonrpc.decode_arguments(f'{{"value":{text}\n}}')
        except jsonrpc.Malformed as why:
            raise ValueError(self.tr("Invalid JSON: {0}.").format(untrusted_text.shortened(why.reason, 160))) from None
        if list(decoded) != ["value"]:
            raise ValueError(self.tr("Enter only one value."))
        return decoded["value"]

    def show_input(self, value: Any) -> None:
        self.editor.setPlainText("" if value is ABSENT else pretty(value))

    def faults(self, value: Any) -> list[str]:
        words = {
            "object": (dict, self.tr("Must be an object: { … }.")),
            "array": (list, self.tr("Must be a list: [ … ].")),
            "string": (str, self.tr("Must be a string: “…”.")),
            "boolean": (bool, self.tr("Must be true or false.")),
            "number": (int | float | Decimal, self.tr("Must be a number.")),
            "integer": (int | float | Decimal, self.tr("Must be a whole number.")),
        }
        type_name = self.shape.schema.get("type")
        if not isinstance(type_name, str) or type_name not in words:
            return []
        of, name = words[type_name]
        wrong = not isinstance(value, of) or (isinstance(value, bool) and of is not bool)
        return [name] if wrong else []


class ReadOnlyField(Field):
    """A value that is too long to edit; it is unchanged."""

    def __init__(self, shape: FieldPlan, value: Any) -> None:
        super().__init__(shape, value)
        size = self.locale().formattedDataSize(len(jsonrpc.encode(value)))
        text = self.tr("Too long to edit here ({0}). It stays unchanged.").format(size)
        self.column.addWidget(label(text, tone="quiet", wrap=True))
