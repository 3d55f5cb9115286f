"""Where a person changes what a call is given before it runs: a form or the JSON text, what is wrong, what changes.

No value passes through Qt's own numbers: what is sent is what `wire.arguments` reads from exactly this text, and a form
only writes the text.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QTextEdit, QVBoxLayout, QWidget

from toolguard.checkpoint import visible, wire
from toolguard.window import members, phrases, text, theme
from toolguard.window.facts import Fact, Facts, Warnings
from toolguard.window.filling import Filling
from toolguard.window.passage import label

LONGEST = 100_000
"""Characters that can be edited here: a longer text makes a text box stand still."""
PAUSE = 250
"""Milliseconds without a key after which what was written is looked at."""

WORDS: dict[str, Any] = {
    "Expecting value": QT_TRANSLATE_NOOP("Editing", "a value is missing here"),
    "Expecting ',' delimiter": QT_TRANSLATE_NOOP("Editing", "a comma or the closing bracket is missing here"),
    "Expecting ':' delimiter": QT_TRANSLATE_NOOP("Editing", "a colon is missing here"),
    "Expecting property name enclosed in double quotes": QT_TRANSLATE_NOOP(
        "Editing", "a member's name in double quotes is missing here"
    ),
    "Illegal trailing comma before end of object": QT_TRANSLATE_NOOP("Editing", "this comma is one too many"),
    "Illegal trailing comma before end of array": QT_TRANSLATE_NOOP("Editing", "this comma is one too many"),
    "Unterminated string starting at": QT_TRANSLATE_NOOP("Editing", "the text that begins here has no end"),
    "Invalid control character at": QT_TRANSLATE_NOOP("Editing", "a line break or tab inside a text: write \\n or \\t"),
    "Invalid \\escape": QT_TRANSLATE_NOOP("Editing", "a backslash must be written twice"),
    "Extra data": QT_TRANSLATE_NOOP("Editing", "nothing may follow the closing bracket"),
}


View = Literal["form", "json"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a text cannot be sent. ``at``: the character it is about; -1 when it is about all of it."""

    words: str
    at: int = -1


def written(arguments: object) -> str:
    """``arguments`` as JSON text to edit: every number as it came, what cannot be seen as ``\\u`` escapes."""
    lines = msgspec.json.format(wire.text(arguments).encode("utf-8", "surrogatepass"), indent=2).decode()
    return lines.translate({ord(one): _escape(one) for one in visible.unseen(lines)})


def _escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def read(words: str) -> tuple[dict[str, Any] | None, Fault | None]:
    """What ``words`` say, exactly as the gate reads them; or what is wrong, and where."""
    try:
        return wire.arguments(words), None
    except wire.Malformed as why:
        return None, _place(words) or Fault(text.visible(why.reason))


def _place(words: str) -> Fault | None:
    try:
        json.loads(words)
    except json.JSONDecodeError as why:
        translate = QCoreApplication.translate
        message = WORDS.get(why.msg.split(": line")[0].removesuffix(": "))
        said = translate("Editing", message) if message else why.msg
        line = translate("Editing", "Line {0}, column {1}: {2}")
        return Fault(line.format(why.lineno, why.colno, said), min(why.pos, max(0, len(words) - 1)))
    except (RecursionError, ValueError):
        return None
    return None


class Editor(QWidget):
    """JSON text with what is wrong with it and what it changes. ``changed``: what would run is another thing now."""

    changed = Signal()
    check = Signal(str)
    """This text can be sent: what should the person know of it? The answer comes by `checked`."""
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before: dict[str, Any] = {}
        self._looked = ""
        self._checked = True
        self._stale = False
        self._view: View = "form"
        self._can_fill = False
        self._schema: object = None
        self.edited: str | None = None
        """What is to be sent in place of the arguments; None when that would be the same."""
        self.fault: Fault | None = None
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self.look)
        self.area = self._area()
        self.filling = Filling()
        self.filling.changed.connect(self._filled)
        self.wrong = label(tone="danger", wrap=True)
        self.warnings = Warnings()
        self.says = label(self.tr("What changes"), strong=True)
        self.changes = Facts()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE * 2)
        column.addLayout(self._head())
        for widget in (self.filling, self.area, self.wrong, self.warnings, self.says, self.changes):
            column.addWidget(widget)

    def _area(self) -> QTextEdit:
        made = QTextEdit(acceptRichText=False)
        made.setProperty("kind", "values")
        made.setAccessibleName(self.tr("Inputs to edit, as JSON"))
        made.setFont(theme.mono())
        made.setTabChangesFocus(True)
        option = made.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        made.document().setDefaultTextOption(option)
        made.textChanged.connect(self._typed)
        return made

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.SPACE)
        row.addWidget(label(self.tr("Inputs, to be edited"), strong=True))
        row.addStretch(1)
        self._choices = QButtonGroup(self)
        for view, words in (("form", self.tr("Form")), ("json", self.tr("JSON"))):
            choice = QPushButton(words, autoDefault=False)
            choice.setCheckable(True)
            choice.setProperty("kind", "choice")
            choice.setAccessibleName(self.tr("Edit the inputs as {0}").format(words))
            choice.toggled.connect(lambda on, view=view: self.choose(view) if on else None)
            self._choices.addButton(choice)
            row.addWidget(choice)
        row.addSpacing(theme.SPACE * 2)
        self.reset = QPushButton(self.tr("Reset"), autoDefault=False)
        self.reset.setAccessibleName(self.tr("Reset the inputs to what the client sent"))
        self.reset.clicked.connect(self._reset)
        self.done = QPushButton(self.tr("Stop editing"), autoDefault=False)
        self.done.setAccessibleName(self.tr("Stop editing and go by what the client sent"))
        self.done.clicked.connect(self.closed)
        for button in (self.reset, self.done):
            button.setProperty("kind", "flat")
            row.addWidget(button)
        return row

    @property
    def ready(self) -> bool:
        """Whether what is written has been looked at and can be sent."""
        return self.fault is None and self._checked and not self._stale and self._looked == self.area.toPlainText()

    def open(self, arguments: dict[str, Any], draft: str | None = None, schema: object = None) -> None:
        """Begin with ``arguments``, or with what the person had made of them; ``schema`` is the tool's."""
        self._before = arguments
        self._schema = schema
        self._can_fill = self.filling.can(schema, arguments)
        for choice in self._choices.buttons():
            choice.setVisible(self._can_fill)
        self.filling.clear()
        self._write(written(arguments) if draft is None else draft)
        self._show_view("json")
        self._fit()
        self.look()
        if self._can_fill and self._view == "form":
            self.choose("form")

    @property
    def as_form(self) -> bool:
        """Whether the form is what is filled in now."""
        return self._can_fill and not self.filling.isHidden()

    def choose(self, view: View) -> None:
        """Turn to the form or to the JSON text. Text that cannot be read, or says another thing, stays text."""
        self._view = view
        if view == "json":
            if self.as_form:
                self.look()
            self._show_view("json")
            self._fit()
            self.look()
            return
        now, _ = read(self.area.toPlainText())
        if now is not None and self.filling.can(self._schema, now):
            if not self.as_form:
                self.filling.fill(self._before if members.same(self._before, now) else now)
            self._show_view("form")
        else:
            self._show_view("json")
            self.wrong.setText(self.tr("What is written here cannot be shown as a form."))
            self.wrong.show()

    def _show_view(self, view: View) -> None:
        self.filling.setVisible(view == "form")
        self.area.setVisible(view == "json")
        for choice, which in zip(self._choices.buttons(), ("form", "json"), strict=True):
            blocked = choice.blockSignals(True)
            choice.setChecked(which == view)
            choice.blockSignals(blocked)

    def begin(self) -> None:
        """Put the keyboard where one writes."""
        if self.as_form:
            self.filling.begin()
        else:
            self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def _reset(self) -> None:
        self.area.setPlainText(written(self._before))
        if self.as_form:
            self.filling.fill(self._before)
            self.look()

    def _write(self, words: str) -> None:
        blocked = self.area.blockSignals(True)
        self.area.setPlainText(words)
        self.area.blockSignals(blocked)

    def _filled(self) -> None:
        """The form says another thing, maybe: until it is looked at nothing can run."""
        self._stale = True
        self._timer.start()
        self.changed.emit()

    def _fit(self) -> None:
        """As tall as what is written, within bounds; it does not change while one types."""
        line = QFontMetricsF(self.area.font()).lineSpacing()
        self.area.document().setTextWidth(max(200, self.area.viewport().width()))
        full = self.area.document().size().height() + theme.SPACE * 2 + line
        self.area.setFixedHeight(round(min(line * 24, max(line * 6, full))))

    def _typed(self) -> None:
        if self.area.toPlainText() != self._looked:
            self._timer.start()
            self.changed.emit()

    def look(self) -> None:
        """Read what is written: say what is wrong, or what changes, and ask for warnings."""
        self._timer.stop()
        self._stale = False
        faults = self.filling.faults() if self.as_form else []
        if self.as_form and not faults:
            self._write(written(self.filling.value()))
        self._looked = self.area.toPlainText()
        now, self.fault = read(self._looked)
        if faults:
            now, self.fault = None, Fault("\n".join(faults[:3]))
        changed = now is not None and not members.same(self._before, now)
        self.edited = self._looked if changed else None
        self._checked = not changed
        self.warnings.show_sentences([])
        self._show(now)
        self.changed.emit()
        if changed:
            self.check.emit(self._looked)

    def checked(self, words: str, warnings: tuple[str, ...]) -> None:
        """The gate has looked at ``words``; what is not the newest text any more says nothing."""
        if words == self._looked and self.edited is not None:
            self._checked = True
            self.warnings.show_sentences(list(phrases.all_local(warnings)))
            self.changed.emit()

    def _show(self, now: dict[str, Any] | None) -> None:
        self.wrong.setText(self.fault.words if self.fault else "")
        self.wrong.setVisible(self.fault is not None)
        self._mark(self.fault.at if self.fault else -1)
        found = members.changes(self._before, now) if now is not None and self.edited is not None else []
        rows = [Fact(text.shortened(one.place or "–", 60), _lines(one), mono=True) for one in found]
        if len(found) == members.MOST:
            rows.append(Fact("…", self.tr("There are more changes than are listed here.")))
        elif self.edited is not None and not found:
            rows.append(Fact("–", self.tr("Only the order of the members changes.")))
        self.says.setText(self.tr("What changes") if rows else self.tr("Nothing is changed yet."))
        self.says.setVisible(self.fault is None)
        self.changes.show_facts(rows)

    def _mark(self, at: int) -> None:
        """Underline the character that the fault is about."""
        marks = []
        if at >= 0:
            mark = QTextEdit.ExtraSelection()
            mark.cursor = QTextCursor(self.area.document())
            units = len(self._looked[:at].encode("utf-16-le", "surrogatepass")) // 2  # Qt counts in UTF-16
            mark.cursor.setPosition(min(units, self.area.document().characterCount() - 1))
            mark.cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
            mark.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SpellCheckUnderline)
            mark.format.setUnderlineColor(QColor(theme.colours().danger))
            mark.format.setBackground(QColor(theme.colours().danger_back))
            marks.append(mark)
        self.area.setExtraSelections(marks)


def _lines(change: members.Change) -> str:
    before = [] if change.before is None else [f"− {change.before}"]
    return "\n".join([*before, *([] if change.after is None else [f"+ {change.after}"])])
