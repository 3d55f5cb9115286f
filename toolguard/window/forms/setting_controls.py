"""Controls for one setting each: title, one sentence about its effect, the control, and errors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSizePolicy, QWidget

from toolguard.gate.texts import sentences
from toolguard.tables import values
from toolguard.window import core_translation, theme
from toolguard.window.forms.table_text import table_text
from toolguard.window.widgets import time_format
from toolguard.window.widgets.file_dialog import choose_path
from toolguard.window.widgets.layout.boxes import STRETCH, add_items, hbox, vbox
from toolguard.window.widgets.layout.flow_layout import FlowLayout
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import as_example, label, name_choice, set_style, show_text
from toolguard.window.widgets.worker import Worker

translate = QCoreApplication.translate

_CLOCK = re.compile(r"\s*(\d{1,2})(?:\s*[:.h]?\s*(\d{2}))?\s*")
CONTROL_WIDTH = 264
"""Width in pixels of a control beside its text."""


class SettingControl(QWidget):
    """`changed_by_user` carries the new value. If the core refuses it, the error is shown, and the input stays.

    `complained`: an error is shown.
    """

    changed_by_user = Signal(object)
    complained = Signal()

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.title = title
        self.control: QWidget | None = None
        """The widget for the focus."""
        self._value: Any = None
        self._about = text
        self._placed: QWidget | None = None
        column = vbox(parent=self, spacing=theme.SPACE)
        self._row = hbox(spacing=theme.SPACE * 4)
        self._name = label(title)
        self.text_label = label(text, tone="quiet", wrap=True)
        self.difference = label(factor=theme.SMALL, shown=False)
        self.reset = push_button(self.tr("Reset"), name=self.tr("Reset: {0}").format(title), kind="link")
        self.reset.hide()
        changed = FlowLayout(self.difference, self.reset)
        texts = vbox(self._name, self.text_label, changed, STRETCH, spacing=theme.SPACE // 2)
        self._row.addLayout(texts, 1)
        column.addLayout(self._row)
        self.complaint = label(tone="danger", wrap=True, shown=False)
        column.addWidget(self.complaint)
        self._column = column

    def place(self, control: QWidget, *, below: bool = False) -> None:
        """Put the control to the right of the text, or below it."""
        self.control = next(iter(self.fields()), control)
        self._placed = control
        self._name.setBuddy(self.control)
        control.setAccessibleDescription(self.text_label.text())
        if below:
            self._column.insertWidget(1, control)
        else:
            self._row.addWidget(control, 0, Qt.AlignmentFlag.AlignTop)

    def show_value(self, value: Any) -> None:
        """Show the current value, unless the person is typing or the input was refused."""
        if value == self._value and self.complaint.text():
            return
        self._value = value
        self.complain("")
        self.fill(value)

    def fill(self, value: Any) -> None:
        """Show ``value`` in the control, without emitting `changed_by_user`."""
        raise NotImplementedError

    def show_default(self, default: Any) -> None:
        """Say whether the value differs from its default, and what that is."""
        text = self.value_text(default)
        self.difference.setText(self.tr("Changed. Default: {0}").format(text) if text else self.tr("Changed"))
        for widget in (self.difference, self.reset):
            widget.setVisible(self._value != default)

    def value_text(self, _value: Any) -> str:
        """Return a value in words; "" if it has none that are short."""
        return ""

    def change(self, value: Any) -> None:
        """Request the new ``value``."""
        self.complain("")
        if value != self._value:
            self.changed_by_user.emit(value)

    def complain(self, why: str) -> None:
        """Show an error about the input beside the control, and which value is in effect; "" for none."""
        text = self.value_text(self._value) if why and self._value is not None else ""
        why = core_translation.join_sentences(why, self.tr("Still in effect: {0}.").format(text)) if text else why
        show_text(self.complaint, why)
        for field in self.fields():
            set_style(field, "wrong", bool(why))
            field.setAccessibleDescription(why or self.text_label.text())
        if why:
            self.complained.emit()

    def lock(self, why: str) -> None:
        """Disable the control and show why; "" enables it again."""
        self.text_label.setText(core_translation.local(sentences(self._about, why)))
        for widget in (self._control_place(), self.reset):
            widget.setEnabled(not why)

    def _control_place(self) -> QWidget:
        """Return the widget beside or below the text."""
        assert self._placed is not None  # noqa: S101 - every control places one
        return self._placed

    def fields(self) -> Sequence[QWidget]:
        """Return the controls in which input can be invalid."""
        return ()


class SwitchControl(SettingControl):
    """On or off."""

    def __init__(self, title: str, text: str) -> None:
        super().__init__(title, text)
        self.box = QCheckBox()
        self.box.setAccessibleName(title)
        self.box.setFixedWidth(CONTROL_WIDTH)  # so that it is aligned with other controls, and never moves
        self.box.toggled.connect(self.change)
        self.box.toggled.connect(self._show_state)
        self.place(self.box)

    def value_text(self, value: Any) -> str:
        return self.tr("On") if value else self.tr("Off")

    def _show_state(self, on: bool) -> None:
        self.box.setText(self.value_text(on))

    def fill(self, value: Any) -> None:
        with QSignalBlocker(self.box):
            self.box.setChecked(bool(value))
        self._show_state(bool(value))


class ChoiceControl(SettingControl):
    """One of a few: pairs of value and name."""

    def __init__(self, title: str, text: str, options: Sequence[tuple[str, str]]) -> None:
        super().__init__(title, text)
        self._names = dict(options)
        self._values = list(self._names)
        self.choice = QComboBox()
        self.choice.addItems(list(self._names.values()))
        self.choice.setFixedWidth(CONTROL_WIDTH)
        self.choice.currentIndexChanged.connect(lambda index: self.change(self._values[index]))
        self.place(self.choice)
        name_choice(self.choice, title)

    def value_text(self, value: Any) -> str:
        return self._names.get(value, "")

    def fill(self, value: Any) -> None:
        with QSignalBlocker(self.choice):
            self.choice.setCurrentIndex(self._values.index(value) if value in self._values else -1)


class NumberControl(SettingControl):
    """A whole number; seconds are also shown in minutes and hours, and 0 as what it means."""

    def __init__(self, title: str, text: str, range: values.Number) -> None:
        super().__init__(title, text)
        self._range = range
        self._zero, self._counted = table_text(range.zero), table_text(range.unit)
        self.field = QLineEdit()
        self.field.setAccessibleName(title)
        self.field.setFixedWidth(96)
        self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.field.setMaxLength(12)
        self.field.textEdited.connect(lambda _: self._check())
        self.field.editingFinished.connect(self._take)
        self._unit = label(tone="quiet")
        self._unit.setFixedWidth(CONTROL_WIDTH - 96 - theme.SPACE * 2)
        both = QWidget()
        hbox(self.field, self._unit, parent=both)
        self.place(both)

    def fields(self) -> Sequence[QWidget]:
        return (self.field,)

    def fill(self, value: Any) -> None:
        if not (self.field.hasFocus() and self.field.isModified()):
            self.field.setText(str(value))
        self._say_unit()

    def value_text(self, value: Any) -> str:
        if value == 0 and self._zero:
            return self._zero
        return f"{QLocale().toString(value)} {self._unit_text()}".rstrip()

    def _read(self) -> int | None:
        typed = self.field.text().strip().replace(QLocale().groupSeparator(), "").replace(" ", "")
        if not (typed.isascii() and typed.isdigit()):
            return None
        number = int(typed)
        fits = self._range.least <= number <= self._range.maximum or (number == 0 and self._zero)
        return number if fits else None

    def _check(self) -> int | None:
        number = self._read()
        locale = QLocale()
        least, most = locale.toString(self._range.least), locale.toString(self._range.maximum)
        text = self.tr("Not saved. Enter a whole number from {0} to {1}.").format(least, most)
        if self._zero:
            text = self.tr("Not saved. Enter a whole number from {0} to {1}, or 0 for {2}.").format(
                least, most, self._zero
            )
        self.complain("" if number is not None else text)
        self._say_unit()
        return number

    def _take(self) -> None:
        number = self._check()
        if number is not None:
            self.field.setModified(False)
            self.change(number)

    def _say_unit(self) -> None:
        number = self._read()
        text = with_meaning(self._unit_text(), self._zero if number == 0 else "")
        self._unit.setText(meaning_of_seconds(number, self._zero) if self._range.seconds else text)

    def _unit_text(self) -> str:
        return translate("NumberControl", "seconds") if self._range.seconds else self._counted


def with_meaning(unit: str, meaning: str) -> str:
    """Return the text beside a number field: the unit, and the meaning of its value if it has a special one."""
    return translate("NumberControl", "{0} ({1})").format(unit, meaning) if meaning else unit


def meaning_of_seconds(number: int | None, zero: str) -> str:
    """Return the same for seconds: also shown in minutes and hours, and 0 as ``zero``."""
    long = time_format.minutes(number) if number is not None and number >= 60 else ""
    return with_meaning(translate("NumberControl", "seconds"), zero if number == 0 else long)


class HoursControl(SettingControl):
    """A time range of the day, ``22:00-07:00``; empty if off."""

    def __init__(self, title: str, text: str) -> None:
        super().__init__(title, text)
        self.box = QCheckBox(self.tr("From"))
        self.box.setAccessibleName(title)
        self.start, self.end = QLineEdit(), QLineEdit()
        self.start.setAccessibleName(self.tr("Quiet from"))
        self.end.setAccessibleName(self.tr("Quiet until"))
        both = QWidget()
        row = hbox(self.box, parent=both)
        for field in self.fields():
            assert isinstance(field, QLineEdit)  # noqa: S101 - they were made above
            field.setFixedWidth(field.fontMetrics().horizontalAdvance("00:00") + theme.SPACE * 7)
            field.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            field.setMaxLength(8)
            field.editingFinished.connect(self._take)
        add_items(row, self.start, label(self.tr("to"), tone="quiet"), self.end, STRETCH)
        both.setMinimumWidth(CONTROL_WIDTH)
        both.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.place(both)
        self.box.toggled.connect(self._switch)
        self._span("22:00-07:00")

    def fields(self) -> Sequence[QWidget]:
        return (self.start, self.end)

    def value_text(self, value: Any) -> str:
        return str(value).replace("-", "–") or self.tr("Off")

    def _span(self, value: str) -> None:
        start, _, end = value.partition("-")
        for field, time in ((self.start, start), (self.end, end)):
            if not (field.hasFocus() and field.isModified()):
                field.setText(time)

    def fill(self, value: Any) -> None:
        with QSignalBlocker(self.box):
            self.box.setChecked(bool(value))
        if value:
            self._span(value)
        self._enable()

    def _enable(self) -> None:
        for field in self.fields():
            field.setEnabled(self.box.isChecked())

    def _switch(self, on: bool) -> None:
        self._enable()
        if on:
            self._take()
        else:
            self.change("")

    def _take(self) -> None:
        if not self.box.isChecked():
            return
        times = [_clock(field.text()) for field in (self.start, self.end)]
        if "" in times:
            self.complain(self.tr("Not saved. Enter times such as 22:00 and 7:30."))
            return
        self.change("-".join(times))


def _clock(typed: str) -> str:
    """Return a time of day as it is stored; "" if invalid."""
    match = _CLOCK.fullmatch(typed)
    if match is None or not typed.isascii():
        return ""
    hour, minute = int(match[1]), int(match[2] or 0)
    return f"{hour:02}:{minute:02}" if hour < 24 and minute < 60 else ""


class TextControl(SettingControl):
    """One line, applied when it loses the focus."""

    def __init__(self, title: str, text: str, kind: values.Text) -> None:
        super().__init__(title, text)
        self.field = QLineEdit(placeholderText=as_example(kind.example))
        self.field.setAccessibleName(title)
        self.field.setMaxLength(2_000)
        self.field.editingFinished.connect(lambda: self.change(self.field.text().strip()))
        line = QWidget()
        self._line = hbox(self.field, parent=line)
        self.place(line, below=True)

    def fields(self) -> Sequence[QWidget]:
        return (self.field,)

    def fill(self, value: Any) -> None:
        if not (self.field.hasFocus() and self.field.isModified()):
            self.field.setText(value)


class PathControl(TextControl):
    """The path of a file or folder. It can also be chosen in a dialog. A missing folder can be created."""

    def __init__(self, title: str, text: str, kind: values.Path) -> None:
        super().__init__(title, text, kind)
        choose = push_button(self.tr("Choose…"), name=self.tr("Choose: {0}").format(title))
        choose.clicked.connect(lambda: choose_path(choose, title, self._choose, is_folder=kind.is_folder))
        self._line.addWidget(choose)
        self._missing = self.tr("The folder does not exist yet.")
        if not kind.is_folder:
            self._missing = self.tr("The file does not exist yet.")
        self.doubt = label(tone="caution")
        self.create_button = push_button(
            self.tr("Create folder"), name=self.tr("Create folder: {0}").format(title), kind="flat",
            clicked=self._create,
        )  # fmt: skip
        doubtful = FlowLayout()
        for widget in (self.doubt, self.create_button):
            widget.hide()
            doubtful.addWidget(widget)
        self._column.addLayout(doubtful)
        self._is_folder = kind.is_folder
        self._beside = Worker(self)

    def fill(self, value: Any) -> None:
        super().fill(value)
        self._look()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._look()

    def _look(self) -> None:
        """Show whether something is there, when that is known: a disk or network may answer late."""
        path = Path(self._value or "")
        if path.is_absolute():  # neither empty nor "syslog"
            self._beside.run(lambda _stale: _is_missing(path), self._show_doubt)
        else:
            self._beside.forget()
            self._show_doubt(False)

    def _show_doubt(self, is_missing: bool) -> None:
        show_text(self.doubt, self._missing if is_missing else "")
        self.create_button.setVisible(is_missing and self._is_folder)

    def _create(self) -> None:
        path = Path(self._value)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)  # Qt would move it to the next button or switch
        self.create_button.hide()
        self._beside.run(lambda _stale: _why_not_created(path), self._show_created)

    def _show_created(self, why: str) -> None:
        self.complain(self.tr("The folder could not be created: {0}.").format(why) if why else "")
        self._look()

    def _choose(self, path: Path) -> None:
        self.field.setText(str(path))
        self.change(str(path))


def _why_not_created(path: Path) -> str:
    """Create a folder that only the person can read; return why that failed, or ""."""
    try:
        path.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as problem:
        return problem.strerror or str(problem)
    return ""


def _is_missing(path: Path) -> bool:
    """Return whether nothing is at ``path``. Something that cannot be looked at is not missing."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False
