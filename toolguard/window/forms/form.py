"""Draws any JSON Schema as a form: labels, fields, errors beside them, and exactly typed values back.

What nobody touched comes back as the very object that was given; a member that was left out stays left out. A
default is shown and never filled in, because whoever is asked fills it in by themselves.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.forms.fields import (
    ChoiceField,
    Field,
    FlagField,
    JsonField,
    NumberField,
    ReadOnlyField,
    TextField,
    reveal,
)
from toolguard.window.forms.list_fields import EntryListField, MapField, TextsField
from toolguard.window.forms.schema_plan import ABSENT, FieldPlan, plan
from toolguard.window.widgets.text_label import label


class Form(QWidget):
    """``Form(schema, value)``; `value` gives what is entered, `problems` what is wrong with it.

    ``value`` is `schema_plan.ABSENT` for an empty form. A form without a problem gives what fits the schema as far as
    forms can tell: keywords that join several members are for the one who takes the value.
    """

    changed = Signal()

    def __init__(
        self, schema: object, value: Any = ABSENT, *, title: str = "", by_key: bool = False,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        """``by_key``: the schema is a stranger's; see `schema_plan.plan`."""
        super().__init__(parent)
        shape = plan(schema, value, title, by_key=by_key)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._field = make_field(shape, value)
        self._only = None if isinstance(self._field, ObjectField) else LabelledField(self._field)
        column.addWidget(self._only or self._field)
        self._field.changed.connect(self.changed)
        self.setFocusProxy(self._field)

    def event(self, event: QEvent) -> bool:
        """Ask for the height that the wrapped texts need: a scroll area looks at the least height only."""
        placed = event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize)
        done = super().event(event)
        if placed and (column := self.layout()) is not None:
            needed = column.totalHeightForWidth(self.width())
            if needed >= 0 and needed != self.minimumHeight():
                self.setMinimumHeight(needed)
        return done

    def value(self) -> Any:
        """What is entered. What cannot be read (there is a problem then) is as it was given."""
        found = self._field.value()
        return {} if found is ABSENT and isinstance(self._field, ObjectField) else found

    def problems(self) -> list[str]:
        """What is wrong, a sentence each, with the titles of the fields."""
        return [f"{path}: {words}" if path else words for path, words in _told(self._field, "")]

    def show_problems(self) -> bool:
        """Show what is wrong beside each field and go to the first; False when nothing is wrong."""
        wrong = [one for one in self.labelled() if one.show_problems()]
        if wrong:
            wrong[0].field.setFocus()
            reveal(wrong[0])
        return bool(wrong)

    def know_secrets(self, names: list[str]) -> None:
        """Offer these secrets wherever a value may hold one."""
        for each in self.findChildren(EntryListField):
            each.know_secrets(names)

    def labelled(self) -> list[LabelledField]:
        """Every field with its label, in the order in which they stand."""
        if isinstance(self._field, ObjectField):
            return list(self._field.labelled())
        return [self._only] if self._only is not None else []

    def field(self, *names: str) -> Field:
        """The field of a member, by the names that lead to it."""
        found = self._field
        for name in names:
            assert isinstance(found, ObjectField)  # noqa: S101 - asked for by our own code
            found = found.fields[name].field
        return found


class LabelledField(QWidget):
    """A field with its title above, what it is for below that, and under it what is wrong."""

    def __init__(self, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        shape = field.shape
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE)
        line = QHBoxLayout()
        line.setSpacing(theme.SPACE * 2)
        name = label(shape.title, strong=True)
        name.setMinimumWidth(1)
        line.addWidget(name)
        if shape.required:
            line.addWidget(label(self.tr("required"), tone="quiet", factor=theme.SMALL))
        line.addStretch(1)
        self.leave_out = QPushButton(self.tr("Omit"))
        self.leave_out.setProperty("kind", "flat")
        self.leave_out.setAccessibleName(self.tr("Omit {0}").format(shape.title))
        self.leave_out.clicked.connect(field.leave_out)
        line.addWidget(self.leave_out)
        column.addLayout(line)
        if shape.note:
            said = self.tr("Server's title: “{0}”").format(shape.note)
            column.addWidget(label(said, tone="quiet", factor=theme.SMALL, wrap=True))
        if shape.about:
            column.addWidget(label(shape.about, tone="quiet", factor=theme.SMALL, wrap=True))
        column.addWidget(field)
        self.wrong = label(tone="danger", wrap=True)
        self.wrong.setAccessibleName(self.tr("Problem with {0}").format(shape.title))
        self.wrong.hide()
        column.addWidget(self.wrong)
        field.changed.connect(self._renew)
        self._offer_to_leave_out()

    def _renew(self) -> None:
        self._offer_to_leave_out()
        self.show_problems(new=self.field.touched)

    def _offer_to_leave_out(self) -> None:
        shape = self.field.shape  # rows are taken out one by one, and an emptied field that may be null is null
        kept = shape.required or shape.nullable or shape.kind in ("kept", "choice", "flag", "texts", "map")
        self.leave_out.setVisible(not kept and self.field.value() is not ABSENT)

    def show_problems(self, *, new: bool = True) -> bool:
        """Say what is wrong, if something is; without ``new`` only what was said before is kept up to date."""
        found = [] if isinstance(self.field, ObjectField) else self.field.problems()
        if found and (new or not self.wrong.isHidden()):
            self.wrong.setText("\n".join(found))
            self.wrong.show()
        if not found:
            self.wrong.hide()
        return bool(found)


class ObjectField(Field):
    """The members of an object, each with a field; those that the schema does not name stand together as JSON."""

    def __init__(self, shape: FieldPlan, value: Any, parent: QWidget | None = None) -> None:
        super().__init__(shape, value, parent)
        self.column.setSpacing(theme.SPACE * 4)
        self.fields: dict[str, LabelledField] = {}
        self.rest: LabelledField | None = None
        given = value if isinstance(value, dict) else {}
        for name, member in shape.members:
            made = make_field(member, given.get(name, ABSENT))
            self.fields[name] = self._put(made)
        if shape.rest:
            others = {key: item for key, item in given.items() if key not in self.fields}
            told = FieldPlan(kind="json", title=self.tr("Other properties"), about="", schema={"type": "object"})
            self.rest = self._put(make_field(plan_of_rest(told, others), others))
        if self.fields:
            self.setFocusProxy(next(iter(self.fields.values())).field)

    def _put(self, field: Field) -> LabelledField:
        made = LabelledField(field)
        if isinstance(field, ObjectField):
            field.column.setContentsMargins(theme.SPACE * 4, theme.SPACE, 0, 0)
        field.changed.connect(self.touch)
        self.column.addWidget(made)
        return made

    def labelled(self) -> list[LabelledField]:
        found = []
        for one in [*self.fields.values(), *([self.rest] if self.rest is not None else [])]:
            found += one.field.labelled() if isinstance(one.field, ObjectField) else [one]
        return found

    def read(self) -> Any:
        told = {name: one.field.value() for name, one in self.fields.items()}
        others = self.rest.field.value() if self.rest is not None else ABSENT
        if isinstance(others, dict):
            told |= {key: item for key, item in others.items() if key not in told}
        order = [*(key for key in (self.given if isinstance(self.given, dict) else {}) if key in told), *told]
        made = {key: told[key] for key in order if told[key] is not ABSENT}
        if made or (self.given is not ABSENT and self.given is not None):
            return made
        return {} if self.shape.required and self.given is ABSENT else self.given

    def problems(self) -> list[str]:
        return [f"{path}: {words}" for path, words in _told(self, "")]

    def empty(self) -> None:
        for one in self.labelled():
            one.field.leave_out()


def plan_of_rest(shape: FieldPlan, others: dict[str, Any]) -> FieldPlan:
    """The shape of members that are not named: JSON, or kept as it is when that would be too long."""
    planned = plan({}, others)
    return FieldPlan(kind=planned.kind, title=shape.title, about=shape.about, schema=shape.schema)


def make_field(shape: FieldPlan, value: Any) -> Field:
    """The field for a shape."""
    match shape.kind:
        case "text":
            return TextField(shape, value)
        case "number":
            return NumberField(shape, value)
        case "flag":
            boxed = not shape.nullable and (isinstance(shape.default, bool) or (shape.required and value is not ABSENT))
            return (FlagField if boxed else ChoiceField)(shape, value)
        case "choice":
            return ChoiceField(shape, value)
        case "texts":
            return TextsField(shape, value)
        case "map":
            return MapField(shape, value)
        case "object":
            return ObjectField(shape, value)
        case "kept":
            return ReadOnlyField(shape, value)
    return JsonField(shape, value)


def _told(field: Field, path: str) -> list[tuple[str, str]]:
    """Every problem of a field and of those in it, with the titles that lead there."""
    if not isinstance(field, ObjectField):
        return [(path, words) for words in field.problems()]
    if field.value() is ABSENT and path:
        return []
    found = []
    for name, one in [*field.fields.items(), *([("", field.rest)] if field.rest is not None else [])]:
        title = one.field.shape.title or name
        found += _told(one.field, f"{path} › {title}" if path else title)
        if name == "" and isinstance(one.field.value(), dict):
            twice = [key for key in one.field.value() if key in field.fields]
            said = QCoreApplication.translate("ObjectField", "{0} has its own field.")
            words = said.format(", ".join(map(str, twice[:3])))
            found += [(title, words)] if twice else []
    return found
