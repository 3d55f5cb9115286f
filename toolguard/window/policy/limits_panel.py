"""Limits on calls: a list, a form to set one, and a button to remove one."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from PySide6 import QtWidgets
from PySide6.QtCore import QLocale, Qt, QTimer, Signal
from PySide6.QtGui import QDoubleValidator, QHideEvent, QIntValidator, QShowEvent

from toolguard.services.interface import LimitEntry, NewLimit
from toolguard.window import core_translation, theme
from toolguard.window.forms.form_layout import title_row
from toolguard.window.forms.list_panel import ListPanel, list_row
from toolguard.window.forms.unsaved_input import UnsavedInput
from toolguard.window.policy import rule_text
from toolguard.window.policy.rule_form import RulePlaces
from toolguard.window.widgets import time_format
from toolguard.window.widgets.empty_state import EmptyState
from toolguard.window.widgets.layout.boxes import STRETCH, grid_box, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, enable_unless, label, name_choice, show_text, tint

MAX_CALLS, MAX_BYTES, MAX_SECONDS = 1_000_000, 1024 * 1024 * 1024, 86_400
_REFUSES = {"calls": "rate limit", "arguments": "size limit"}
"""The value of ``by`` in the log for calls that each part of a limit refuses."""
_SIZES = {"KiB": 1024, "MiB": 1024 * 1024}


class _Amount(QtWidgets.QWidget):
    """A number with a unit; empty means no limit."""

    def __init__(self, name: str, units: list[tuple[str, int]], most: int, *, whole: bool = True) -> None:
        super().__init__()
        self._is_whole = whole
        self.number = QtWidgets.QLineEdit(placeholderText=self.tr("no limit"))
        self.number.setAccessibleName(name)
        self.number.setMaximumWidth(150)
        self.number.setValidator(
            QIntValidator(0, most, self.number) if whole else QDoubleValidator(0, most, 3, self.number)
        )
        self.unit = QtWidgets.QComboBox()
        name_choice(self.unit, self.tr("Unit of: {0}").format(name))
        for text, size in units:
            self.unit.addItem(text, size)
        hbox(self.number, self.unit, STRETCH, parent=self)

    def show_amount(self, amount: float) -> None:
        """Show ``amount`` in the largest unit in which it is a whole number."""
        sizes = [self.unit.itemData(index) for index in range(self.unit.count())]
        index = max((index for index, size in enumerate(sizes) if amount and amount % size == 0), default=0)
        self.unit.setCurrentIndex(index)
        number = amount / sizes[index]
        shown = str(int(number)) if number == int(number) else QLocale().toString(number, "f", 3)
        self.number.setText(shown if amount else "")

    def amount(self) -> float:
        """Return the entered number in the base unit; 0 for no limit."""
        number, is_number = QLocale().toDouble(self.number.text())
        amount = number * int(self.unit.currentData()) if is_number else 0
        return int(amount) if self._is_whole else amount


class LimitForm(QtWidgets.QWidget):
    """``submitted`` carries the `NewLimit` from the form."""

    submitted = Signal(object)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.heading = label(strong=True)
        self.places = RulePlaces(any_=True, calls_only=True)
        self.calls = _Amount(self.tr("Calls"), [(self.tr("calls"), 1)], MAX_CALLS)
        self.calls.unit.hide()
        self.seconds = QtWidgets.QComboBox()
        name_choice(self.seconds, self.tr("Time span"))
        sizes = [(self.tr("bytes"), 1), *_SIZES.items()]
        self.arguments = _Amount(self.tr("Size of the arguments"), sizes, MAX_BYTES)
        self.result = _Amount(self.tr("Size of the result"), sizes, MAX_BYTES)
        times = [(self.tr("seconds"), 1), (self.tr("minutes"), 60), (self.tr("hours"), 3600)]
        self.timeout = _Amount(self.tr("Time until the response"), times, MAX_SECONDS, whole=False)
        self.error_label = label(tone="danger", wrap=True)
        self.set = push_button(kind="run", clicked=self._set)
        self.cancel = push_button(self.tr("Cancel"), name=self.tr("Cancel and set no limit"), clicked=self.left)
        self.unsaved = UnsavedInput(self, self.cancel, self._input)
        self._lay_out()
        self.begin()

    def _lay_out(self) -> None:
        self.calls.layout().insertWidget(1, self.seconds)  # type: ignore[union-attr]
        grid = grid_box(gaps=(theme.SPACE * 4, theme.SPACE * 2), grows=1)
        for row, field in enumerate((self.calls, self.arguments, self.result, self.timeout)):
            words = label(field.number.accessibleName(), tone="quiet")
            words.setBuddy(field.number)
            grid.addWidget(words, row, 0)
            grid.addWidget(field, row, 1)
        vbox(
            title_row(self.heading, (self.cancel, self.set)), self.places, grid, self.error_label,
            parent=self, spacing=theme.SPACE * 3, margins=(0, 0, 0, theme.SPACE * 2),
        )  # fmt: skip
        for line in (self.calls, self.arguments, self.result, self.timeout):
            line.number.returnPressed.connect(self._set)
            line.number.textChanged.connect(lambda _: self._check())

    def begin(self, limit: Mapping[str, Any] | None = None) -> None:
        """Show ``limit``, or an empty form. Its place cannot be changed: another place is another limit."""
        self.heading.setText(self.tr("New limit") if limit is None else self.tr("Edit limit"))
        self.set.setText(self.tr("Add") if limit is None else self.tr("Save"))
        self.set.setAccessibleName(self.tr("Add this limit") if limit is None else self.tr("Save this limit"))
        fixed = self.tr("The client, server and tool of a limit can't be changed. Add another limit.")
        enable_unless(self.places, "" if limit is None else fixed)
        shown = limit or {"calls": 0, "seconds": 60.0, "arguments": 0, "result": 0, "timeout": 0.0}
        self.places.set(**{name: shown.get(name, rule_text.ANY) for name in ("client", "server", "tool")})
        self.seconds.clear()
        for seconds in sorted({1.0, 10.0, 60.0, 600.0, 3600.0, 86_400.0, float(shown["seconds"])}):
            self.seconds.addItem(self.tr("in {0}").format(duration(seconds)), seconds)
        self.seconds.setCurrentIndex(self.seconds.findData(float(shown["seconds"])))
        for field, name in self._amounts():
            field.show_amount(shown[name])
        self.show_error("")
        self._check()
        self.unsaved.begin()

    def _input(self) -> object:
        return self.places.places(), self.seconds.currentData(), [field.amount() for field, _ in self._amounts()]

    def _amounts(self) -> tuple[tuple[_Amount, str], ...]:
        return (
            (self.calls, "calls"), (self.arguments, "arguments"), (self.result, "result"), (self.timeout, "timeout")
        )  # fmt: skip

    def show_error(self, why: str) -> None:
        """Show why the limit was refused; "" hides it."""
        show_text(self.error_label, why)

    def _missing(self) -> str:
        return "" if any(field.amount() for field, _ in self._amounts()) else self.tr("Enter at least one limit.")

    def _check(self) -> None:
        enable_unless(self.set, self._missing())

    def _set(self) -> None:
        amounts = {name: field.amount() for field, name in self._amounts()}
        if missing := self._missing():
            self.show_error(missing)
            self.calls.number.setFocus()
            return
        request = {**self.places.places(), **{name: amount for name, amount in amounts.items() if amount}}
        if amounts["calls"]:
            request["seconds"] = self.seconds.currentData()
        try:
            self.submitted.emit(msgspec.convert({"server": rule_text.ANY, **request}, NewLimit))
        except msgspec.ValidationError:
            self.show_error(self.tr("One of these numbers is too large."))


class LimitsPanel(ListPanel):
    """``limit_submitted`` carries a `NewLimit`, ``limit_removed`` the id of a limit to remove.

    ``refresh_requested``: the numbers of remaining calls may have changed while they are shown.
    """

    limit_submitted = Signal(object)
    limit_removed = Signal(str)
    refresh_requested = Signal()
    link_activated = Signal(str)
    """Links to calls in Audit, in the form that `AuditPage.open` takes."""

    def __init__(self) -> None:
        super().__init__(
            self.tr("Limits"),
            self.tr(
                "A limit refuses calls above a rate, a size or a duration, and tells the model why. Calls that "
                "need your approval count, too. A limit never allows a call."
            ),
            self.tr("Add limit"), self.tr("Back from limits"),
            EmptyState(
                "rules", self.tr("No limits yet"),
                self.tr("Add one to refuse calls that are too many, too large or too slow."),
            ),
        )  # fmt: skip
        self.limits: list[LimitEntry] = []
        self._used: list[LimitUse] = []
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self._update_use)
        self.add.clicked.connect(lambda: self.show_form())
        self.form = LimitForm()
        self.form.submitted.connect(self.limit_submitted)
        self.form.left.connect(self.leave_form)
        self.form.hide()
        self.body.column.insertWidget(0, self.form)

    def show_limits(self, limits: list[LimitEntry]) -> None:
        """Show these limits, sorted by server. Unchanged rows only get their new counts."""
        places = operator.itemgetter("server", "tool", "client")
        limits = sorted(limits, key=lambda entry: [*map(str.casefold, places(entry))])
        before, self.limits = self.limits, limits
        if [again(entry) for entry in before] != [again(entry) for entry in limits] or len(self._used) != len(limits):
            self._used = [LimitUse() for _ in limits]
            rows = [self._row(entry, used) for entry, used in zip(limits, self._used, strict=True)]
            self.show_rows(rows, self.form.timeout.unit)
            self.show_none(not limits and self.form.isHidden())
        for entry, used in zip(limits, self._used, strict=True):
            used.show_limit(entry)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._clock.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._clock.stop()

    def _update_use(self) -> None:
        if any(entry["left"] is not None for entry in self.limits):
            self.refresh_requested.emit()

    def show_form(self, limit: LimitEntry | None = None) -> None:
        """Show the form, empty or with an existing limit, unless it has unsaved input."""
        if not self.form.isHidden() and self.form.unsaved.holds(self.form.show_error, self.form.cancel):
            return
        self.form.begin(limit)
        self.form.show()
        self.show_none(False)
        self.add.setEnabled(False)
        self.body.verticalScrollBar().setValue(0)
        (self.form.calls.number if limit else self.form.places.server).setFocus()

    def leave_form(self) -> None:
        """Hide the form and drop its input; the focus returns to the button."""
        self.form.unsaved.end()
        self.form.hide()
        self.show_none(not self.limits)
        self.add.setEnabled(True)
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)

    def _row(self, limit: LimitEntry, used: LimitUse) -> QtWidgets.QWidget:
        words, scope = TextLabel(), TextLabel(tone="quiet")
        words.setAccessibleName(self.tr("Limit"))
        scope.setAccessibleName(self.tr("Applies to"))
        text = core_translation.join_clauses(amounts(limit))
        words.set_text(("strong", text[:1].upper() + text[1:]))
        scope.set_text(place(limit))
        edit = push_button(
            self.tr("Edit…"),
            name=self.tr("Edit limit: {0}").format(place(limit)),
            clicked=lambda: self.show_form(limit),
        )
        remove = push_button(self.tr("Remove"), name=self.tr("Remove limit: {0}").format(place(limit)), kind="link")
        remove.clicked.connect(lambda: self.limit_removed.emit(limit["id"]))
        parts: Mapping[str, Any] = limit
        refused = [self._refused(parts, by) for name, by in _REFUSES.items() if parts[name]]
        return list_row([words, scope, *refused], used, edit, remove)

    def _refused(self, limit: Mapping[str, Any], by: str) -> QtWidgets.QWidget:
        """Return a link to the calls that a limit has refused."""
        rate, size = self.tr("Show calls refused by rate"), self.tr("Show calls refused by size")
        button = push_button(rate if by == "rate limit" else size, kind="link")
        button.setAccessibleDescription(place(limit))
        button.setSizePolicy(QtWidgets.QSizePolicy.Policy.Maximum, QtWidgets.QSizePolicy.Policy.Fixed)
        places = [f"{name}:{limit[name]}" for name in ("client", "server", "tool") if limit[name] != rule_text.ANY]
        button.clicked.connect(lambda: self.link_activated.emit("\n".join([f"by:{by}", *places])))
        return button

    def words_of(self, index: int) -> str:
        return f"{place(self.limits[index])} {' '.join(amounts(self.limits[index]))}"


class LimitUse(QtWidgets.QWidget):
    """How many calls count towards a limit now, as a bar and in words; empty if calls are not counted."""

    def __init__(self) -> None:
        super().__init__()
        self.text_label = label(tone="quiet", factor=theme.SMALL)
        self.bar = QtWidgets.QProgressBar(textVisible=False)
        self.bar.setAccessibleName(self.tr("Calls used"))
        vbox(self.text_label, self.bar, parent=self, spacing=theme.SPACE, margins=(0, 0, theme.SPACE * 4, 0))
        self.setMinimumWidth(theme.SPACE * 44)

    def show_limit(self, limit: LimitEntry) -> None:
        """Show the calls that count towards the limit now."""
        left, calls = limit["left"], limit["calls"]
        self.setVisible(left is not None)
        if left is None:
            return
        number = self.locale().toString
        text = self.tr("{0} of {1} calls used").format(number(calls - left), number(calls))
        if not left and limit["wait"]:
            text = self.tr("{0}, next in {1}").format(text, time_format.minutes(math.ceil(limit["wait"])))
        self.text_label.setText(text)
        tint(self.text_label, "quiet" if left else "caution")
        self.bar.setRange(0, calls)
        self.bar.setValue(calls - left)


def again(limit: LimitEntry) -> NewLimit:
    """Return the order that sets ``limit`` again."""
    values: dict[str, str | float | UnsetType] = {
        name: value or UNSET for name, value in limit.items() if name not in {"id", "left", "wait"}  # type: ignore[misc]
    }  # fmt: skip
    if not limit["calls"]:
        values["seconds"] = UNSET
    return NewLimit(**values)  # type: ignore[arg-type]


def place(limit: Mapping[str, Any]) -> str:
    """Return the calls that a limit applies to, in words."""
    translate = rule_text.translate
    names = {name: rule_text.place(limit, name) for name in ("tool", "server", "client")}
    return core_translation.fill_in(translate("LimitText", "{tool} on {server} for {client}"), **names)


def amounts(limit: Mapping[str, Any]) -> list[str]:
    """Return what a limit limits, in a few words each."""
    translate, locale = rule_text.translate, QLocale()
    amounts = []
    if limit["calls"]:
        text = translate("LimitText", "at most %n calls in {0}", None, limit["calls"])
        amounts.append(text.format(duration(limit["seconds"])))
    if limit["arguments"]:
        text = translate("LimitText", "arguments up to {0}")
        amounts.append(text.format(locale.formattedDataSize(limit["arguments"], 1)))
    if limit["result"]:
        text = translate("LimitText", "results up to {0}")
        amounts.append(text.format(locale.formattedDataSize(limit["result"], 1)))
    if limit["timeout"]:
        amounts.append(translate("LimitText", "a response within {0}").format(duration(limit["timeout"])))
    return amounts


def duration(seconds: float) -> str:
    """Return a duration in its largest whole unit."""
    translate = rule_text.translate
    if seconds >= 86_400 and seconds % 86_400 == 0:
        return translate("LimitText", "%n days", None, int(seconds // 86_400))
    if seconds >= 3600 and seconds % 3600 == 0:
        return translate("LimitText", "%n hours", None, int(seconds // 3600))
    if seconds >= 60 and seconds % 60 == 0:
        return translate("LimitText", "%n minutes", None, int(seconds // 60))
    if seconds == int(seconds):
        return translate("LimitText", "%n seconds", None, int(seconds))
    return translate("LimitText", "{0} seconds").format(QLocale().toString(seconds, "g", 4))
