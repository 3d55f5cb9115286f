"""Form for a rule, and form that asks which rule would decide a call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QFrame, QGridLayout, QLineEdit, QVBoxLayout, QWidget

from toolguard.gate import jsonrpc
from toolguard.gate.mcp.request_kinds import CALL, REQUEST_KINDS, kind_of_rule_method, known_methods
from toolguard.gate.model import Snapshot, Verdict
from toolguard.gate.policy.argument_injection import schema_of_calls
from toolguard.gate.policy.declared_effects import Effect, declared_effect
from toolguard.gate.policy.rule_ends import RULE_ENDS
from toolguard.gate.policy.rules import MATCHERS, MAX_EXAMPLES, Example, Rule, overrides, unnamed_requirement
from toolguard.services.interface import ListedRule, NewRule, RuleChange, ShownTool
from toolguard.window import core_translation, theme
from toolguard.window.core_link import CoreLink
from toolguard.window.forms.fields import MultilineEdit
from toolguard.window.forms.form_layout import title_row
from toolguard.window.forms.table_text import table_text
from toolguard.window.forms.unsaved_input import UnsavedInput, press_on_escape
from toolguard.window.json_view import untrusted_text
from toolguard.window.policy import rule_text
from toolguard.window.policy.condition_rows import ConditionList
from toolguard.window.policy.end_choice import EndChoice
from toolguard.window.policy.past_calls import BackTestView, example_text
from toolguard.window.policy.risks import RiskWarnings
from toolguard.window.widgets.elided_label import ElidedLabel
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout.boxes import STRETCH, add_items, discard, fill_rows, grid_box, hbox, vbox
from toolguard.window.widgets.layout.scroll_area import MARGIN, DetailScrollArea
from toolguard.window.widgets.property_list import WarningBox
from toolguard.window.widgets.push_button import ChoiceButton, push_button
from toolguard.window.widgets.text_label import (
    TextLabel,
    enable_unless,
    label,
    make_pane,
    name_choice,
    separator,
    set_kind,
    set_style,
    show_text,
    tint,
)

translate = QCoreApplication.translate
ANY = rule_text.ANY
_END_MEMBERS = ("seconds", "expires", "until", "idle", "session")
_MAX_OVERRIDING = 3  # maximum stricter rules that the form names
_MAX_OTHER_RULES = 50  # maximum rules that are shown with the one that decides a call
_MAX_COMPARED = 2_000  # maximum stricter rules that are compared with the one in the form
MAX_OFFERED_NAMES = 2_000
"""Maximum names that a choice offers; any other can be typed."""


class _PlaceLine(QLineEdit):
    """Editor of a choice. Its text is selected when it gets the focus, so that a typed name replaces "any server"."""

    _OF_WINDOW = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() not in self._OF_WINDOW:
            QTimer.singleShot(0, self, self.selectAll)  # a mouse button then places the cursor


class RulePlaces(QWidget):
    """Server, tool, client and request: known names, or typed text. ``calls_only`` omits the request."""

    changed = Signal()
    tools_requested = Signal(str)
    """A server was selected: requests the names of its tools."""

    def __init__(self, *, any_: bool, calls_only: bool = False) -> None:
        super().__init__()
        self._any = any_
        self._known: dict[QComboBox, frozenset[str]] = {}
        grid = grid_box(self, gaps=(theme.SPACE * 3, theme.SPACE * 3))
        rows = [(name, matcher) for name, matcher in MATCHERS.items() if any_ or matcher.of]
        rows = [row for row in rows if not (calls_only and row[0] == "method")]
        rows.sort(key=lambda row: not row[1].required)
        columns = 2 if len(rows) == 4 else 3  # no line has a single choice
        self._choices = {
            name: self._choice(grid, divmod(index, columns), table_text(matcher.title), table_text(matcher.any))
            for index, (name, matcher) in enumerate(rows)
        }
        self.server, self.tool, self.client = (self._choices[name] for name in ("server", "tool", "client"))
        if "method" in self._choices:
            self.know(self._choices["method"], list(known_methods()))
            self.set(method=CALL)
        self.server.currentTextChanged.connect(lambda _: self._turn())

    def _choice(self, grid: QGridLayout, cell: tuple[int, int], name: str, anything: str) -> QComboBox:
        box = QComboBox()
        name_choice(box, name)
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        line = _PlaceLine()
        line.setMaxLength(512)
        line.setAccessibleName(name)
        box.setLineEdit(line)
        box.setMinimumContentsLength(14)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        if self._any:
            box.addItem(anything, ANY)
        box.currentTextChanged.connect(lambda _: self.changed.emit())
        line_at, column = cell
        grid.addLayout(_captioned(name, box), line_at, column)
        grid.setColumnStretch(column, 1)
        return box

    def know(self, choice: QComboBox, names: list[str]) -> None:
        """Offer these names; text in the field stays."""
        before, self._known[choice] = self._known.get(choice), frozenset(names)
        self._offer(choice, names)
        if self._known[choice] != before:
            self.changed.emit()

    def is_unknown(self, choice: QComboBox) -> bool:
        """Return whether the typed name is unknown, if the known names are available."""
        place = self.place(choice)
        return choice in self._known and place not in ("", ANY) and place not in self._known[choice]

    def has_names(self, choice: QComboBox) -> bool:
        """Return whether any name is known for a choice, so that a typed one can be wrong."""
        return bool(self._known.get(choice))

    def _turn(self) -> None:
        """Another server: its tools are unknown until they are requested."""
        self._known.pop(self.tool, None)
        self.tools_requested.emit(self.place(self.server))

    def _offer(self, choice: QComboBox, names: list[str]) -> None:
        names = [name for name in names if name and name != ANY and untrusted_text.visible(name) == name][
            :MAX_OFFERED_NAMES
        ]
        first = 1 if self._any else 0
        if [choice.itemData(index) for index in range(first, choice.count())] == names:
            return
        typed, line = choice.currentText(), choice.lineEdit()
        is_selected = line is not None and line.hasSelectedText()
        with QSignalBlocker(choice):
            while choice.count() > first:
                choice.removeItem(first)
            is_method = choice is self._choices.get("method")
            for name in names:
                choice.addItem(_method_title(name) if is_method else name, name)
            index = choice.findText(typed, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchCaseSensitive)
            choice.setCurrentIndex(index)
            choice.setEditText(typed)
            if line is not None and is_selected:
                line.selectAll()

    def place(self, choice: QComboBox) -> str:
        """Return exactly what is selected or typed, or ""."""
        typed = choice.currentText()
        index = choice.findText(typed, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchCaseSensitive)
        return str(choice.itemData(index)) if index >= 0 else typed.strip()

    def places(self) -> dict[str, str]:
        """Return client, server and tool for an order; empty ones are omitted."""
        places = {name: self.place(choice) for name, choice in self._choices.items()}
        return {name: place for name, place in places.items() if place}

    def set(self, **places: str) -> None:
        """Set choices by their names; a place that is not offered becomes typed text."""
        for name, place in places.items():
            choice = self._choices[name]
            index = choice.findData(place)
            choice.setEditText(choice.itemText(index) if index >= 0 else place)


def _captioned(text: str, field: QWidget) -> QVBoxLayout:
    """Return ``field`` with a label above it."""
    caption = label(text, tone="quiet", factor=theme.SMALL)
    caption.setBuddy(field)
    return vbox(caption, field, spacing=theme.SPACE)


def _method_title(method: str) -> str:
    """Return a request method with its name for people."""
    kind = kind_of_rule_method(method)
    title = table_text(REQUEST_KINDS[kind].title) if kind else translate("RulePlaces", "Tool calls")
    return translate("RulePlaces", "{0} ({1})").format(title, method)


class DecisionChoice(QWidget):
    """A button for each decision of a rule, none of which is chosen at first."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        names: tuple[tuple[Verdict, str], ...] = (
            ("allow", self.tr("Allow")), ("ask", self.tr("Ask")), ("deny", self.tr("Deny")),
        )  # fmt: skip
        self.buttons = {decision: ChoiceButton(text, kind="segment") for decision, text in names}
        for button in self.buttons.values():
            self._group.addButton(button)
            button.toggled.connect(lambda on: self.changed.emit() if on else None)
        hbox(*self.buttons.values(), parent=self, spacing=theme.SPACE)

    def decision(self) -> Verdict | Literal[""]:
        """Return the chosen decision; "" for none."""
        return next((decision for decision, button in self.buttons.items() if button.isChecked()), "")

    def first(self) -> ChoiceButton:
        """Return the button that gets the focus: the chosen one, or the first."""
        return self.buttons[self.decision() or "allow"]

    def choose(self, decision: str) -> None:
        """Choose a decision; "" for none."""
        self._group.setExclusive(False)  # an exclusive group keeps one button checked
        for name, button in self.buttons.items():
            button.setChecked(name == decision)
        self._group.setExclusive(True)


class _Examples(QWidget):
    """Examples that a rule should or should not match."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.examples: list[dict[str, Any]] = []
        column = vbox(label(self.tr("Examples"), strong=True), parent=self, spacing=theme.SPACE)
        self._rows_box = vbox(spacing=theme.SPACE)
        column.addLayout(self._rows_box)
        self._rows: list[QWidget] = []
        self.show_examples([])

    def show_examples(self, examples: list[dict[str, Any]]) -> None:
        self.examples = [{"arguments": example["arguments"], "covered": example["covered"]} for example in examples]
        for row in self._rows:
            discard(self._rows_box, row)
        self._rows = [self._row(example) for example in self.examples]
        for row in self._rows:
            self._rows_box.addWidget(row)
        self.setVisible(bool(self.examples))

    def add_example(self, arguments: Any, covered: bool) -> None:
        """Add an example; it replaces one of the same call and, if there are too many, the oldest."""
        others = [example for example in self.examples if example["arguments"] != arguments]
        self.show_examples([*others[-(MAX_EXAMPLES - 1) :], {"arguments": arguments, "covered": covered}])
        self.changed.emit()

    def _row(self, example: dict[str, Any]) -> QWidget:
        result = QWidget()
        row = hbox(parent=result, spacing=theme.SPACE * 3)
        kind = label(self.tr("should match") if example["covered"] else self.tr("should not match"), tone="quiet")
        arguments = ElidedLabel(tone="")
        arguments.setFont(theme.mono())
        arguments.set_text(example_text(example["arguments"]))
        remove = push_button(
            self.tr("Remove"), name=self.tr("Remove example {0}").format(arguments.text()), kind="link",
            clicked=lambda: self._remove(example),
        )  # fmt: skip
        for widget, share in ((kind, 0), (arguments, 1), (remove, 0)):
            row.addWidget(widget, share)
        return result

    def _remove(self, example: dict[str, Any]) -> None:
        self.show_examples([other for other in self.examples if other is not example])
        self.changed.emit()


class RuleForm(QWidget):
    """Form for a new or changed rule. The page carries out `submitted` and `change_submitted`."""

    submitted = Signal(object)
    """The arguments of the order ``rule.add``."""
    change_submitted = Signal(object)
    """The arguments of ``rule.change``."""
    closed = Signal()

    def __init__(self, core_link: CoreLink) -> None:
        super().__init__()
        make_pane(self)
        self.id = ""
        """The rule that is changed; empty for a new one."""
        self._original: dict[str, Any] = {}
        self._filling = False
        self.places = RulePlaces(any_=True)
        self.places.changed.connect(self._update_preview)
        self.verdict = DecisionChoice()
        self.verdict.changed.connect(self._update_preview)
        self.lasts = EndChoice(self.tr("Duration"), "always")
        self.lasts.changed.connect(self._update_preview)
        self._effect: Effect | None = None
        self._schema: Any = None
        self._stricter: list[ListedRule] = []
        self._snapshot = Snapshot()
        self.conditions = ConditionList(self.tr("Only if all of these apply"), self.tr("Add condition"))
        self.exceptions = ConditionList(self.tr("Not if any of these applies"), self.tr("Add exception"))
        self.other = self._choice(self.tr("Other arguments"), [
            (self.tr("must not be there"), "none"), (self.tr("may be anything"), "any"),
        ])  # fmt: skip
        self._other_label = label(self.tr("Other arguments"), tone="quiet")
        self.note = QLineEdit()
        self.note.setAccessibleName(self.tr("Note"))
        self.note.setMaxLength(2_000)
        self.examples = _Examples()
        self.past = BackTestView(core_link)
        self.past.example_added.connect(self.examples.add_example)
        for part in (self.conditions, self.exceptions, self.examples):
            part.changed.connect(self._update_preview)
        self.note.textEdited.connect(lambda _: self._update_preview())
        self.warnings = RiskWarnings()
        self.widen = push_button(
            self.tr("Allow other arguments"), clicked=lambda: self.other.setCurrentIndex(self.other.findData("any"))
        )
        self.doubts, self.precedence = WarningBox(), WarningBox(tone="quiet", icon="rules")
        self.doubts.offer(self.widen)
        self.summary = TextLabel(name=self.tr("The rule in words"))
        self.problem = label(tone="danger", wrap=True, shown=False)
        self.heading = label(factor=theme.HUGE, strong=True)
        self.add = push_button(kind="run", clicked=self._save)
        self.cancel = push_button(self.tr("Cancel"), clicked=self.closed)
        self.unsaved = UnsavedInput(self, self.cancel, self._input)
        self._lay_out()
        self.begin()

    def _choice(self, name: str, items: list[tuple[str, Any]]) -> QComboBox:
        box = QComboBox()
        name_choice(box, name)
        for text, value in items:
            box.addItem(text, value)
        box.currentIndexChanged.connect(lambda _: self._update_preview())
        return box

    def _lay_out(self) -> None:
        fixed = vbox(
            title_row(self.heading, (self.cancel, self.add)), self.summary, self.problem,
            margins=(theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 5, theme.SPACE * 3),
        )  # fmt: skip
        other = hbox(self._other_label, self.other, STRETCH, spacing=theme.SPACE * 3)
        add = hbox(self.conditions.add, self.exceptions.add, STRETCH, spacing=theme.SPACE * 5)
        decision = hbox(
            _captioned(self.tr("Decision"), self.verdict), (_captioned(self.tr("Duration"), self.lasts), 1),
            spacing=theme.SPACE * 3,
        )  # fmt: skip
        body = DetailScrollArea()
        body.column.setSpacing(theme.SPACE * 3)
        add_items(body.column, decision)
        body.column.addSpacing(theme.SPACE * 2)
        add_items(body.column, label(self.tr("Applies to"), strong=True), self.places)
        body.column.addSpacing(theme.SPACE * 2)
        conditions = label(self.tr("Conditions"), strong=True)
        add_items(body.column, conditions, self.conditions, other, self.exceptions, add)
        add_items(body.column, self.doubts, self.warnings, self.precedence)
        body.column.addSpacing(theme.SPACE * 2)
        body.column.addLayout(_captioned(self.tr("Note (optional)"), self.note))
        body.column.addSpacing(theme.SPACE * 2)
        add_items(body.column, self.examples, self.past)
        body.finish()
        vbox(fixed, separator(), (body, 1), parent=self, spacing=0)
        self.body = body

    def begin(self, proposed: Mapping[str, Any] | None = None) -> None:
        """Show a proposed rule, or clear the form: no action is selected then, and nothing can be added."""
        self._fill("", {**{name: matcher.default for name, matcher in MATCHERS.items()}, **(proposed or {})})

    def edit(self, rule: Mapping[str, Any]) -> None:
        """Fill the form with a rule, which it replaces when submitted."""
        self._fill(rule["id"], rule)

    def _fill(self, id: str, rule: Mapping[str, Any]) -> None:
        self.id, self._original, self._filling = id, dict(rule), True
        self.heading.setText(self.tr("Edit rule") if id else self.tr("New rule"))
        self.places.set(**{name: rule.get(name, matcher.default) for name, matcher in MATCHERS.items()})
        self.verdict.choose(rule.get("verdict", ""))
        self._offer_ends()
        self.lasts.reset()
        self.conditions.show_conditions(rule.get("when", ()))
        self.exceptions.show_conditions(rule.get("except", ()))
        self.other.setCurrentIndex(self.other.findData(rule.get("other_arguments", "none")))
        self.note.setText(rule.get("note", ""))
        self.examples.show_examples(list(rule.get("examples", ())))
        self.show_error("")
        self.past.forget()
        self.body.verticalScrollBar().setValue(0)
        self._filling = False
        self._update_preview()
        self.unsaved.begin()

    def holds(self) -> bool:
        """Return whether there is unsaved input, and say so."""
        return self.unsaved.holds(self.show_error, self.add if self.add.isEnabled() else self.cancel)

    def _input(self) -> object:
        return self.entered_rule(), len(self.conditions.rows), len(self.exceptions.rows)

    def know(self, snapshot: Snapshot) -> None:
        """Set the connected clients, whether the lock of the screen is observed, and which ends are forbidden."""
        before, self._snapshot = self._snapshot, snapshot
        self._offer_ends()
        if snapshot.forbidden_ends != before.forbidden_ends:
            self._update_preview()

    def _offer_ends(self) -> None:
        """Offer the possible ends. A changed rule keeps its end unless another one is selected.

        A new allow rule ends on quit at first, as on Pending; protection stays.
        """
        bound = ["idle", *(["lock"] if self._snapshot.sees_screen else []), *(["disconnect"] if self._session else [])]
        allows = self.verdict.decision() == "allow"
        self.lasts.prefer("quit" if allows else "always")
        self.lasts.offer(bound=bound if allows else (), unchanged=self.tr("as it is") if self.id else "")
        self.lasts.forbid(self._forbidden_ends())

    def _forbidden_ends(self) -> Mapping[str, str]:
        return self._snapshot.forbidden_ends if self.verdict.decision() == "allow" else {}

    @property
    def _session(self) -> str:
        """Return the only client session that the rule would be for; "" if there is none or more than one."""
        client, server = self.places.place(self.places.client), self.places.place(self.places.server)
        sessions = [
            session.session
            for session in self._snapshot.sessions
            if client in (ANY, session.client.id) and server in (ANY, session.server)
        ]
        return sessions[0] if len(sessions) == 1 else ""

    def know_rules(self, rules: Sequence[ListedRule]) -> None:
        """Set the present rules, because a deny or ask rule takes precedence over an allow rule."""
        self._stricter = [rule for rule in rules if rule["verdict"] != "allow" and rule_text.in_force(rule)]
        self._show_doubts(self.entered_rule())

    def know_tool(self, tool: ShownTool | None) -> None:
        """Set the selected tool: its arguments and its declared effect; None if unknown."""
        self._schema = schema_of_calls(tool["schema"], tool["filled"]) if tool is not None else None
        self.conditions.know(self._schema)
        self.exceptions.know(self._schema)
        self._effect = declared_effect(tool["hints"]) if tool is not None else None
        self._update_preview()

    def show_error(self, problem: str) -> None:
        """Show why the rule was refused; "" hides it."""
        show_text(self.problem, untrusted_text.visible(problem))

    def entered_rule(self) -> dict[str, Any]:
        """Return the members of the rule; an empty place, no action and unchanged members are omitted."""
        end = self.lasts.end()
        if end.get("until") == "disconnect":
            end["session"] = self._session
        verdict = self.verdict.decision()
        rule: dict[str, Any] = {**self.places.places(), **({"verdict": verdict} if verdict else {}), **end}
        members = {
            "when": self.conditions.read() or [], "except_": self.exceptions.read() or [],
            "other_arguments": self.other.currentData(), "note": self.note.text().strip(),
            "examples": [Example(**example) for example in self.examples.examples],
        }  # fmt: skip
        empty = {"when": [], "except_": [], "other_arguments": "none", "note": "", "examples": []}
        return rule | {name: value for name, value in members.items() if self.id or value != empty[name]}

    def _save(self) -> None:
        self.show_error("")
        request = self.entered_rule()
        if self.id:
            self.change_submitted.emit(RuleChange(id=self.id, **request))
        else:
            self.submitted.emit(NewRule(**request))

    def _update_preview(self) -> None:
        """Show what the rule would mean before it is saved."""
        if self._filling:
            return
        self._filling = True
        self._offer_ends()
        self._filling = False
        request = self.entered_rule()
        placed = all(name in request for name in MATCHERS)
        complete = placed and "verdict" in request
        right = self.conditions.read() is not None and self.exceptions.read() is not None
        unfinished = self.conditions.has_empty() or self.exceptions.has_empty()
        allows = request.get("verdict") == "allow"
        end = self._end()
        self.add.setText(self.tr("Save") if self.id else self.tr("Add rule"))
        has_conditions = bool(self.conditions.rows or self.exceptions.rows)
        self.other.setVisible(bool(self.conditions.rows) and allows)
        self._other_label.setVisible(bool(self.conditions.rows) and allows)
        when, exceptions = (msgspec.to_builtins(request.get(name, [])) for name in ("when", "except_"))
        rule = {
            **dict.fromkeys(MATCHERS, ""), "other_arguments": "none", **request, **end, "fingerprint": "of now",
            "when": when, "except": exceptions, "effect": self._effect,
        }  # fmt: skip
        self.warnings.show_rule(rule if complete else None, matches=not self._unnamed_requirement())
        lesser = "danger-line" if self.warnings.sentences() else "run"
        set_kind(self.add, "danger" if complete and rule_text.is_severe(rule) else lesser)
        self._show_doubts(request)
        missing = "" if complete else self.tr("Select a decision.")
        if not placed:
            missing = self.tr("Select a server, tool and client.")
        if not right or (allows and self.conditions.are_impossible()):  # the core refuses such an allow rule
            missing = self.tr("Fix the errors below.")
        elif unfinished:
            missing = self.tr("Complete the empty condition, or remove it.")
        missing = missing or core_translation.local(self._forbidden_ends().get(self._end_name(), ""))
        enable_unless(self.add, missing)
        text = missing or rule_text.sentence(rule)
        exact = allows and complete and right and ANY not in (request["server"], request["tool"])
        notes = [self.tr("If the tool changes, the rule is off.")] if exact and not has_conditions else []
        if allows and not missing:
            notes.append(self.tr("Duration: {0}.").format(self._duration(end)))
        self.summary.set_text(core_translation.join_sentences(text, *notes))
        if not missing:
            members = {
                name: value for name, value in request.items() if name not in (*_END_MEMBERS, "note", "examples")
            }
            self.past.try_rule(NewRule(**members), self.id)
        else:
            self.past.forget()

    def _end_name(self) -> str:
        """Return the name of the selected end; "" for the rule's current end, unless that is "always"."""
        end = self._end()
        return "always" if end["until"] == "always" and not end["expires"] else self.lasts.name

    def _duration(self, end: Mapping[str, Any]) -> str:
        """Return in words how long the rule with that end lasts."""
        if self.lasts.name:
            return self.lasts.end_text()
        ends = end["expires"] or end["until"] != "always"
        return self.tr("for a time") if ends else table_text(RULE_ENDS["always"].title)

    def _end(self) -> dict[str, Any]:
        """Return the end of the rule as it would be now."""
        if self.lasts.row is None:
            return {"until": self._original.get("until", "always"), "expires": self._original.get("expires", 0)}
        return self.lasts.as_rule()

    def _show_doubts(self, request: Mapping[str, Any]) -> None:
        self.doubts.show_sentences(self._doubts())
        self.widen.setVisible(bool(self._unnamed_requirement()))
        self.precedence.show_sentences(self._overriding(request))

    def _overriding(self, request: Mapping[str, Any]) -> list[str]:
        """Return the rules that take precedence over the allow rule in the form, one sentence each."""
        if request.get("verdict") != "allow" or not all(name in request for name in MATCHERS):
            return []
        rule = _of_places(request)
        others = [
            other
            for other in self._stricter[:_MAX_COMPARED]
            if other["id"] != self.id and overrides(_of_places(other), rule)
        ]
        text = self.tr("An existing rule takes precedence: {0}")
        others.sort(key=lambda other: other["verdict"] != "deny")
        sentences = [text.format(rule_text.sentence(other)) for other in others[:_MAX_OVERRIDING]]
        left = len(others) - len(sentences)
        return [*sentences, self.tr("%n other existing rules take precedence, too.", "", left)] if left else sentences

    def _doubts(self) -> list[str]:
        """Return why the rule may match no call: an unknown name, or a required argument that it does not allow."""
        places, server = self.places, untrusted_text.shortened(self.places.place(self.places.server), 80)
        if places.is_unknown(places.server):
            return [self.tr("No server is named {0} yet. The rule applies once one is.").format(server)]
        if why := self._unnamed_requirement():
            return [core_translation.local(why)]
        if not places.is_unknown(places.tool) or not places.has_names(places.tool):
            return []
        tool = untrusted_text.shortened(places.place(places.tool), 80)
        return [self.tr("{0} lists no tool named {1} now. The rule applies once it does.").format(server, tool)]

    def _unnamed_requirement(self) -> str:
        """Return why the rule matches no call of the tool; "" if it can."""
        rule = Rule(
            id="", verdict=self.verdict.decision() or "ask", other_arguments=self.other.currentData(),
            when=tuple(self.conditions.read() or ()), except_=tuple(self.exceptions.read() or ()),
        )  # fmt: skip
        return unnamed_requirement(rule, self._schema)


def _of_places(members: Mapping[str, Any]) -> Rule:
    """Return a rule with only the verdict and the names of ``members``."""
    return Rule(id="", verdict=members["verdict"], **{name: members[name] for name in MATCHERS})


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedRule:
    """A rule that was looked at for a call, and why it decides it or not; without an id, only the reason."""

    id: str = ""
    sentence: str = ""
    why: str


class _RuleRow(QWidget):
    """A rule in words, and a link to it."""

    rule_chosen = Signal(str)

    def __init__(self, *, tone: str = "") -> None:
        super().__init__()
        self._id = ""
        self.text_label, self.why = TextLabel(), TextLabel(tone=tone)
        self.text_label.setAccessibleName(self.tr("Rule"))
        self.why.setAccessibleName(self.tr("Reason"))
        self.link = push_button(self.tr("Show rule"), kind="link", clicked=lambda: self.rule_chosen.emit(self._id))
        hbox(
            (vbox(self.text_label, self.why, spacing=theme.SPACE // 2), 1),
            (self.link, 0, Qt.AlignmentFlag.AlignTop), parent=self,
        )  # fmt: skip

    def show_rule(self, rule: ExplainedRule) -> None:
        """Show the rule, or only the reason."""
        self._id = rule.id
        self.link.setAccessibleName(self.tr("Show rule: {0}").format(rule.sentence))
        for widget, text in ((self.text_label, rule.sentence), (self.why, rule.why)):
            widget.set_text(text)
            widget.setVisible(bool(text))
        self.link.setVisible(bool(rule.id))


class ExplainForm(QWidget):
    """Asks which rule would decide a call. The page answers `explanation_requested`."""

    explanation_requested = Signal(str, str, str, object, str)
    """Server, tool, client, the arguments or None, and the request method."""
    rule_chosen = Signal(str)
    """The id of the rule to show."""
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._icon = IconLabel(size=20)
        make_pane(self)
        self.places = RulePlaces(any_=False)
        self.places.changed.connect(self._request_explanation)
        self.arguments = MultilineEdit(mono=True, most=12)
        self.arguments.setAccessibleName(self.tr("Arguments"))
        self.arguments.setPlaceholderText(self.tr('As JSON, such as {"path": "/tmp/a"}'))
        self.arguments.textChanged.connect(self._request_explanation)
        self.verdict = label(factor=theme.LARGE, strong=True, wrap=True)
        self.answer = _RuleRow()
        self.answer.rule_chosen.connect(self.rule_chosen)
        self.result = QFrame()
        vbox(
            hbox(self._icon, (self.verdict, 1), spacing=theme.SPACE * 2), self.answer,
            parent=self.result, spacing=theme.SPACE,
            margins=(theme.SPACE * 4, theme.SPACE * 3, theme.SPACE * 4, theme.SPACE * 3),
        )  # fmt: skip
        self.also_heading = label(self.tr("Other rules"), strong=True)
        self.also: list[_RuleRow] = []
        self.more = label(tone="quiet", factor=theme.SMALL)
        self._rows_box = vbox(spacing=theme.SPACE * 3)
        self.back = push_button(self.tr("Back"), clicked=self.closed)
        press_on_escape(self, self.back)
        head = hbox(
            self.back, (label(self.tr("Test a call"), factor=theme.HUGE, strong=True), 1),
            margins=(MARGIN, theme.SPACE * 5, MARGIN, theme.SPACE * 3),
        )  # fmt: skip
        about = label(self.tr("See which rule would decide a call. Nothing is sent."), tone="quiet", wrap=True)
        about.setContentsMargins(MARGIN, 0, MARGIN, 0)
        arguments = _captioned(self.tr("Arguments (optional)"), self.arguments)
        body = DetailScrollArea(self.places, arguments, self.result, self.also_heading, self._rows_box, self.more)
        vbox(head, about, (body, 1), parent=self, spacing=0)
        self._request_explanation()

    def _request_explanation(self) -> None:
        places, typed = self.places.places(), self.arguments.exact_text().strip()
        try:
            arguments = jsonrpc.decode_arguments(typed) if typed else None
        except jsonrpc.Malformed as why:
            text = core_translation.local(why.reason)
            self.show_explanation("", ExplainedRule(why=self.tr("The arguments are not valid: {0}").format(text)))
            return
        method = places.get("method", CALL)
        if "server" in places and ("tool" in places or method != CALL):
            self.explanation_requested.emit(
                places["server"], places.get("tool", ANY), places.get("client", ANY), arguments, method
            )
        else:
            text = self.tr("Enter a server and a tool. The client is optional.")
            self.show_explanation("", ExplainedRule(why=text))

    def renew(self) -> None:
        """Ask again, because the rules have changed."""
        if self.isVisible():
            self._request_explanation()

    def show_explanation(self, verdict: str, decides: ExplainedRule, others: Sequence[ExplainedRule] = ()) -> None:
        """Show the verdict ("" for none yet), the rule that decides such a call, and why no other one does."""
        text, icon, tone = {
            "allow": (self.tr("ToolGuard would allow this call without asking."), "ok", "ok"),
            "deny": (self.tr("ToolGuard would deny this call."), "deny", "text"),
            "ask": (self.tr("ToolGuard would ask you about this call."), "pending", "text"),
        }.get(verdict, ("", "pending", "text"))
        show_text(self.verdict, text)
        tint(self.verdict, tone)
        self._icon.show_icon(icon, tone)
        self._icon.setVisible(bool(text))
        set_style(self.result, "ground", "quiet" if tone == "text" else tone)
        self.answer.show_rule(decides)
        self.also_heading.setVisible(bool(others))
        while len(self.also) < min(len(others), _MAX_OTHER_RULES):
            row = _RuleRow(tone="quiet")
            row.rule_chosen.connect(self.rule_chosen)
            self.also.append(row)
            self._rows_box.addWidget(row)
        fill_rows(self.also, others, _RuleRow.show_rule)
        left = len(others) - len(self.also)
        show_text(self.more, self.tr("%Ln more", "", left) if left > 0 else "")
