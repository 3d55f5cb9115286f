"""Form for any JSON Schema: labels, fields, errors beside them, and exactly typed values.

Unchanged values are the original objects, and absent members stay absent. A default is shown but not filled in, because
the receiver applies it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from toolguard.gate import jsonrpc
from toolguard.window import core_translation, theme
from toolguard.window.forms import fields
from toolguard.window.forms.field_title import FieldTitle
from toolguard.window.forms.list_fields import EntryListField, MapField, TextsField
from toolguard.window.forms.schema_plan import ABSENT, FieldPlan, plan, same
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.folded_section import FoldedSection
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.text_label import label

_MAX_SHOWN_ORIGINAL = 300  # characters of an original value in a tool tip
_MAX_MARKED_ORIGINAL = 32  # characters of it beside the title


class Form(QWidget):
    """``Form(schema, value)``; `value` returns what is entered, `problems` its errors.

    ``value`` is `schema_plan.ABSENT` for an empty form. Without problems, the value matches the schema as far as a form
    can check; keywords that relate several members are checked by the receiver.
    """

    changed = Signal()

    def __init__(self, schema: object, value: Any = ABSENT, *, title: str = "", by_key: bool = False) -> None:
        """``by_key``: the schema is untrusted; see `schema_plan.plan`."""
        super().__init__()
        shape = plan(schema, value, title, by_key=by_key)
        self._field = make_field(shape, value)
        self._only = None if isinstance(self._field, ObjectField) else LabelledField(self._field)
        vbox(self._only or self._field, parent=self)
        self._field.changed.connect(self.changed)
        self.setFocusProxy(self._field)

    def event(self, event: QEvent) -> bool:
        """Request the height that the wrapped texts need, because a scroll area uses only the minimum height."""
        placed = event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize)
        done = super().event(event)
        if placed and (column := self.layout()) is not None:
            needed = column.totalHeightForWidth(self.width())
            if needed >= 0 and needed != self.minimumHeight():
                self.setMinimumHeight(needed)
        return done

    def value(self) -> Any:
        """Return what is entered. Invalid input (there is a problem then) returns the original value."""
        value = self._field.value()
        return {} if value is ABSENT and isinstance(self._field, ObjectField) else value

    def problems(self) -> list[str]:
        """Return the errors, one sentence each, with the titles of the fields."""
        return [f"{path}: {text}" if path else text for path, text in _all_problems(self._field, "")]

    def missing(self) -> str:
        """Return which required field is empty, one sentence; "" if none is."""
        empty = [field.field.shape.title for field in self.labelled() if field.field.is_missing]
        return self.tr("Fill in “{0}” first.").format(empty[0]) if empty else ""

    def show_problems(self) -> bool:
        """Show the errors beside the fields and go to the first; return False if there are none."""
        wrong = [field for field in self.labelled() if field.show_problems()]
        for section in self.findChildren(FieldSection):
            section.show_problems()
        if wrong:
            wrong[0].field.setFocus()
            fields.reveal(wrong[0])
        return bool(wrong)

    def compare(self, original: Any) -> None:
        """Mark each field while its value differs from that in ``original``, and offer to restore that."""
        if isinstance(self._field, ObjectField):
            self._field.compare(original)
        elif self._only is not None:
            self._only.compare(original)

    def know_secrets(self, names: list[str]) -> None:
        """Offer these secrets wherever a value may contain one."""
        for each in self.findChildren(EntryListField):
            each.know_secrets(names)

    def labelled(self) -> list[LabelledField]:
        """Return every labelled field, in order."""
        if isinstance(self._field, ObjectField):
            return list(self._field.labelled())
        return [self._only] if self._only is not None else []

    def field(self, *names: str) -> fields.Field:
        """Return the field of a member by its path of names."""
        field = self._field
        for name in names:
            assert isinstance(field, ObjectField)  # noqa: S101 - asked for by our own code
            field = field.fields[name].field
        return field


class LabelledField(QWidget):
    """A field with its title and description above and its errors below."""

    def __init__(self, field: fields.Field, *, titled: bool = True) -> None:
        """``titled``: show the title; without it, the section around the field shows it."""
        super().__init__()
        self.field = field
        self._titled = titled
        shape = field.shape
        column = vbox(parent=self, spacing=theme.SPACE)
        self.leave_out = QPushButton(self.tr("Clear"), self)
        self.leave_out.setProperty("kind", "flat")
        self.leave_out.setAccessibleName(self.tr("Clear {0}").format(shape.title))
        self.leave_out.setToolTip(self.tr("Leave this value out"))
        self.leave_out.clicked.connect(field.leave_out)
        self._original: Any = None
        self._is_compared = False
        self.changed_mark = ElidedLabel(tone="")
        self.changed_mark.setFont(theme.sized(theme.SMALL))
        self.changed_mark.setAccessibleName(self.tr("{0}: changed").format(shape.title))
        self.reset = QPushButton(self.tr("Reset"), self)
        self.reset.setProperty("kind", "flat")
        self.reset.setAccessibleName(self.tr("Reset {0}").format(shape.title))
        self.reset.clicked.connect(self._restore)
        if titled:
            column.addLayout(self._title_line())
        if shape.note:
            text = self.tr("Server's title: “{0}”").format(shape.note)
            column.addWidget(label(text, tone="quiet", factor=theme.SMALL, wrap=True))
        if shape.about:
            column.addWidget(label(untrusted_text.unbroken(shape.about), tone="quiet", factor=theme.SMALL, wrap=True))
        column.addWidget(field)
        self.error_label = label(tone="danger", wrap=True)
        self.error_label.setAccessibleName(self.tr("Problem with {0}").format(shape.title))
        self.error_label.hide()
        column.addWidget(self.error_label)
        field.changed.connect(self._renew)
        self._offer_to_leave_out()
        self._mark_change()

    def _title_line(self) -> QHBoxLayout:
        return hbox(
            FieldTitle(self.field.shape.title, required=self.field.shape.required), self.changed_mark, STRETCH,
            self.reset, self.leave_out,
        )  # fmt: skip

    def _renew(self) -> None:
        self._offer_to_leave_out()
        self._mark_change()
        self.show_problems(new=self.field.touched)

    def compare(self, original: Any) -> None:
        """Mark the field while its value differs from ``original``, and offer to restore that."""
        if isinstance(self.field, ObjectField):
            self.field.compare(original)
            return
        self._original, self._is_compared = original, True
        text = original if isinstance(original, str) else "" if original is ABSENT else jsonrpc.text(original)
        tip = self.tr("Original value: {0}").format(untrusted_text.shortened(text, _MAX_SHOWN_ORIGINAL))
        self.reset.setToolTip(untrusted_text.as_tool_tip(tip if text else self.tr("Originally empty")))
        mark = self.tr("changed")
        if text and not isinstance(original, bool | dict | list):  # the field shows other words for these
            mark = self.tr("changed from “{0}”").format(untrusted_text.shortened(text, _MAX_MARKED_ORIGINAL))
        self.changed_mark.set_text(mark)
        self._mark_change()

    def _mark_change(self) -> None:
        differs = self._is_compared and self.field.differs(self._original)
        for widget in (self.changed_mark, self.reset):
            widget.setVisible(self._titled and differs)

    def _restore(self) -> None:
        self.field.restore(self._original)
        self.field.setFocus()

    def _offer_to_leave_out(self) -> None:
        shape = self.field.shape  # rows are removed one by one, and an empty nullable field is null
        is_fixed = shape.required or shape.nullable or shape.kind in ("kept", "choice", "flag", "texts", "map")
        self.leave_out.setVisible(self._titled and not is_fixed and self.field.value() is not ABSENT)

    def show_problems(self, *, new: bool = True) -> bool:
        """Show the errors, if any; without ``new``, only update those that are shown."""
        problems = [] if isinstance(self.field, ObjectField) else self.field.problems()
        if problems and (new or not self.error_label.isHidden()):
            self.error_label.setText("\n".join(problems))
            self.error_label.show()
        if not problems:
            self.error_label.hide()
        return bool(problems)


class FieldSection(FoldedSection):
    """The fields of a group. It is folded while none of them is set; folded, it names those that are."""

    def __init__(self, title: str) -> None:
        body = QWidget()
        super().__init__(title, body, has_rule=True)
        self._members: list[LabelledField] = []
        self._column = vbox(parent=body, spacing=theme.SPACE * 4)

    def add(self, member: LabelledField) -> None:
        """Add a field; if it is set, unfold the section."""
        self._members.append(member)
        self._column.addWidget(member)
        member.field.changed.connect(self._renew)
        if _is_set(member.field):
            self.unfold(True)
        self._renew()

    def show_problems(self) -> None:
        """Unfold the section if a field shows an error."""
        if self._renew():
            self.unfold(True)

    def _renew(self) -> int:
        """Update the summary; return how many fields show an error."""
        labelled = [field for member in self._members for field in _labelled(member)]
        wrong = sum(not field.error_label.isHidden() for field in labelled)
        titles = [field.field.shape.title for field in labelled if _is_set(field.field)]
        names = core_translation.join_list(titles)
        self.summarize(self.tr("%n errors", "", wrong) if wrong else names, tone="danger" if wrong else "quiet")
        return wrong


class ObjectField(fields.Field):
    """The members of an object, a field each; what the schema does not name is edited together as JSON."""

    def __init__(self, shape: FieldPlan, value: Any) -> None:
        super().__init__(shape, value)
        self.column.setSpacing(theme.SPACE * 4)
        self.fields: dict[str, LabelledField] = {}
        self._sections: dict[str, FieldSection] = {}
        self.rest: LabelledField | None = None
        members = value if isinstance(value, dict) else {}
        for name, member in shape.members:
            result = make_field(member, members.get(name, ABSENT))
            self.fields[name] = self._put(result)
        if shape.rest:
            others = {key: item for key, item in members.items() if key not in self.fields}
            plan = FieldPlan(kind="json", title=self.tr("Other properties"), about="", schema={"type": "object"})
            self.rest = self._put(make_field(plan_of_rest(plan, others), others))
        if self.fields:
            self.setFocusProxy(next(iter(self.fields.values())).field)

    def _put(self, field: fields.Field) -> LabelledField:
        group = field.shape.group
        is_section = group != "" and group == field.shape.title
        labelled_field = LabelledField(field, titled=not is_section)
        if isinstance(field, ObjectField):
            field.column.setContentsMargins(0 if is_section else theme.SPACE * 4, theme.SPACE, 0, 0)
        field.changed.connect(self.touch)
        if not group:
            self.column.addWidget(labelled_field)
            return labelled_field
        if group not in self._sections:
            self._sections[group] = FieldSection(group)
            self.column.addWidget(self._sections[group])
        self._sections[group].add(labelled_field)
        return labelled_field

    def labelled(self) -> list[LabelledField]:
        """Return the fields with a label, those of nested objects included, in the order of the form."""
        members = [*self.fields.values(), *([self.rest] if self.rest is not None else [])]
        return [field for member in members for field in _labelled(member)]

    def read(self) -> Any:
        value = {name: field.field.value() for name, field in self.fields.items()}
        others = self.rest.field.value() if self.rest is not None else ABSENT
        if isinstance(others, dict):
            value |= {key: item for key, item in others.items() if key not in value}
        order = [
            *(key for key in (self.initial_value if isinstance(self.initial_value, dict) else {}) if key in value),
            *value,
        ]
        members = {key: value[key] for key in order if value[key] is not ABSENT}
        if members or (self.initial_value is not ABSENT and self.initial_value is not None):
            return members
        return {} if self.shape.required and self.initial_value is ABSENT else self.initial_value

    def problems(self) -> list[str]:
        return [f"{path}: {text}" for path, text in _all_problems(self, "")]

    def show_input(self, value: Any) -> None:
        for member, member_value in self._members_of(value):
            member.field.restore(member_value)

    def compare(self, original: Any) -> None:
        """Compare the fields with the members of ``original``."""
        for member, member_value in self._members_of(original):
            member.compare(member_value)

    def _members_of(self, value: Any) -> Iterator[tuple[LabelledField, Any]]:
        """Return the fields with their members of ``value``, `ABSENT` for none."""
        values = value if isinstance(value, dict) else {}
        for name, member in self.fields.items():
            yield member, values.get(name, ABSENT)
        if self.rest is not None:
            yield self.rest, {key: item for key, item in values.items() if key not in self.fields} or ABSENT


def plan_of_rest(shape: FieldPlan, others: dict[str, Any]) -> FieldPlan:
    """Return the plan of unnamed members: JSON, or unchanged if that would be too long."""
    planned = plan({}, others)
    return FieldPlan(kind=planned.kind, title=shape.title, about=shape.about, schema=shape.schema)


def make_field(shape: FieldPlan, value: Any) -> fields.Field:
    """Return the field for a plan."""
    match shape.kind:
        case "text":
            return fields.TextField(shape, value)
        case "number":
            return fields.NumberField(shape, value)
        case "flag":
            boxed = not shape.nullable and (isinstance(shape.default, bool) or (shape.required and value is not ABSENT))
            return (fields.FlagField if boxed else fields.ChoiceField)(shape, value)
        case "choice":
            return fields.ChoiceField(shape, value)
        case "texts":
            return TextsField(shape, value)
        case "map":
            return MapField(shape, value)
        case "object":
            return ObjectField(shape, value)
        case "kept":
            return fields.ReadOnlyField(shape, value)
    return fields.JsonField(shape, value)


def _labelled(member: LabelledField) -> list[LabelledField]:
    """Return the labelled fields with a value of their own: those in an object, or the field itself."""
    return member.field.labelled() if isinstance(member.field, ObjectField) else [member]


def _is_set(field: fields.Field) -> bool:
    """Return whether a field has a value other than its default."""
    if isinstance(field, ObjectField):
        return any(_is_set(part.field) for part in field.labelled())
    value = field.value()
    return value not in (ABSENT, None, "", [], {}) and not same(value, field.shape.default)


def _all_problems(field: fields.Field, path: str) -> list[tuple[str, str]]:
    """Return every problem of a field and its subfields, with the titles on the path."""
    if not isinstance(field, ObjectField):
        return [(path, problem) for problem in field.problems()]
    if field.value() is ABSENT and path:
        return []
    problems = []
    for name, member in [*field.fields.items(), *([("", field.rest)] if field.rest is not None else [])]:
        title = member.field.shape.title or name
        problems += _all_problems(member.field, f"{path} › {title}" if path else title)
        if name == "" and isinstance(member.field.value(), dict):
            twice = [key for key in member.field.value() if key in field.fields]
            text = QCoreApplication.translate("ObjectField", "{0} has its own field.")
            problem = text.format(core_translation.join_list(map(str, twice[:3])))
            problems += [(title, problem)] if twice else []
    return problems
