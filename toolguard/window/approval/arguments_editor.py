"""Editor for a call's arguments: as a form or JSON text, with errors and a diff.

No value passes through Qt's own numbers: what is sent is what `jsonrpc.decode_arguments` reads from exactly this text.
The form only writes the text.
"""

from __future__ import annotations

from typing import Any, Literal

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication, QButtonGroup, QHBoxLayout, QTextEdit, QWidget

from toolguard.gate.policy import json_diff
from toolguard.gate.policy.edited_arguments import TextFault, read, written
from toolguard.window import core_translation, theme
from toolguard.window.approval.arguments_form import ArgumentsForm
from toolguard.window.json_view import untrusted_text
from toolguard.window.policy.text_difference import Pieces, compared
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.property_list import Property, PropertyList, WarningBox
from toolguard.window.widgets.push_button import ChoiceButton, push_button
from toolguard.window.widgets.text_label import label, set_style

CHECK_DELAY_MS = 250
"""Milliseconds without a key press after which the text is checked."""

View = Literal["form", "json"]


class ArgumentsEditor(QWidget):
    """JSON text with its errors and a diff. ``changed`` is emitted when a different call would be sent."""

    changed = Signal()
    check = Signal(str)
    """This text is valid: requests warnings about it, which `checked` receives."""
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._original: dict[str, Any] = {}
        self._looked = ""
        self._checked = True
        self._stale = False
        self._view: View = "form"
        self._can_fill = False
        self._schema: object = None
        self.edited: str | None = None
        """The arguments that replace the original ones, as text; None if they are equal."""
        self.arguments: dict[str, Any] | None = None
        """What the text contains; None while it is invalid."""
        self.fault: TextFault | None = None
        self._timer = QTimer(self, singleShot=True, interval=CHECK_DELAY_MS)
        self._timer.timeout.connect(self.check_text)
        self.area = self._area()
        self.filling = ArgumentsForm()
        self.filling.changed.connect(self._filled)
        self.error_label = label(tone="danger", wrap=True)
        self.warnings = WarningBox()
        self.changes_label = label(self.tr("Changes"), strong=True)
        self.changes = PropertyList()
        vbox(
            self._head(), self.filling, self.area, self.error_label, self.warnings, self.changes_label, self.changes,
            parent=self,
        )  # fmt: skip

    def _area(self) -> QTextEdit:
        edit = QTextEdit(acceptRichText=False)
        edit.setAccessibleName(self.tr("Arguments as JSON"))
        edit.setFont(theme.mono())
        edit.setTabChangesFocus(True)
        option = edit.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        edit.document().setDefaultTextOption(option)
        edit.textChanged.connect(self._typed)
        return edit

    def _head(self) -> QHBoxLayout:
        row = hbox(label(self.tr("Edit arguments"), strong=True), STRETCH, spacing=theme.SPACE)
        self._choices = QButtonGroup(self)
        for view, text in (("form", self.tr("Form")), ("json", self.tr("JSON"))):
            choice = ChoiceButton(text)
            choice.setAccessibleName(self.tr("Edit arguments as {0}").format(text))
            choice.toggled.connect(lambda on, view=view: self.choose(view) if on else None)
            self._choices.addButton(choice)
            row.addWidget(choice)
        row.addSpacing(theme.SPACE * 2)
        self.reset = push_button(
            self.tr("Reset all"), name=self.tr("Reset all arguments to what the client sent"), clicked=self._reset
        )
        self.done = push_button(
            self.tr("Cancel"), name=self.tr("Cancel editing and use the original arguments"), clicked=self.closed
        )
        for button in (self.reset, self.done):
            button.setProperty("kind", "flat")
            row.addWidget(button)
        return row

    @property
    def is_ready(self) -> bool:
        """Whether the text was checked and can be sent."""
        return self.fault is None and self._checked and not self._stale and self._looked == self.area.toPlainText()

    def open(self, arguments: dict[str, Any], draft: str | None = None, schema: object = None) -> None:
        """Start with ``arguments``, or with the person's earlier edit of them; ``schema`` is the tool's."""
        self._set_read_only(False)
        self._set_editable(True)
        self._original = arguments
        self._schema = schema
        self._can_fill = self.filling.can(schema, arguments)
        for choice in self._choices.buttons():
            choice.setVisible(self._can_fill)
        self.filling.clear()
        self._write(written(arguments) if draft is None else draft)
        self._show_view("json")
        self._fit()
        self.check_text()
        if self._can_fill and self._view == "form":
            self.choose("form")

    @property
    def is_frozen(self) -> bool:
        """Whether the call has ended: the text can be read and copied, but not edited."""
        return self.area.isReadOnly()

    @property
    def is_touched(self) -> bool:
        """Whether the person has changed the client's arguments."""
        return self._stale or self.area.toPlainText() != written(self._original)

    def freeze(self) -> None:
        """Make the editor of an ended call read-only, as text. It keeps the focus, so that keys have no effect."""
        if self.is_frozen:
            return
        writing = self.isAncestorOf(QApplication.focusWidget() or self)
        if self.is_form:
            self.check_text()
            self._show_view("json")
            self._fit()
        self._timer.stop()
        self._set_read_only(True)
        self._set_editable(False)
        self.error_label.hide()
        self.warnings.show_sentences([])
        if writing:
            self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_read_only(self, on: bool) -> None:
        """Let the text look like a field only while it can be edited."""
        self.area.setReadOnly(on)
        set_style(self.area, "kind", "values" if on else "field")

    def _set_editable(self, allowed: bool) -> None:
        for button in (*self._choices.buttons(), self.reset, self.done):
            button.setEnabled(allowed)

    @property
    def is_form(self) -> bool:
        """Whether the form is shown."""
        return self._can_fill and not self.filling.isHidden()

    def choose(self, view: View) -> None:
        """Switch to the form or the JSON text. Text that is invalid, or that the form cannot represent, stays text."""
        self._view = view
        if view == "json":
            if self.is_form:
                self.check_text()
            self._show_view("json")
            self._fit()
            self.check_text()
            return
        now, _ = read(self.area.toPlainText())
        if now is not None and self.filling.can(self._schema, now):
            if not self.is_form:
                self.filling.fill(self._original if json_diff.same(self._original, now) else now, self._original)
            self._show_view("form")
        else:
            self._show_view("json")
            self.error_label.setText(self.tr("This JSON can't be shown as a form."))
            self.error_label.show()

    def _show_view(self, view: View) -> None:
        self.filling.setVisible(view == "form")
        self.area.setVisible(view == "json")
        for choice, which in zip(self._choices.buttons(), ("form", "json"), strict=True):
            with QSignalBlocker(choice):
                choice.setChecked(which == view)

    def begin(self) -> None:
        """Set the focus to the input."""
        if self.is_form:
            self.filling.begin()
        else:
            self.area.setFocus(Qt.FocusReason.OtherFocusReason)

    def _reset(self) -> None:
        self.area.setPlainText(written(self._original))
        if self.is_form:
            self.filling.fill(self._original, self._original)
            self.check_text()

    def _write(self, text: str) -> None:
        with QSignalBlocker(self.area):
            self.area.setPlainText(text)

    def _filled(self) -> None:
        """Handle a change in the form: nothing can be approved until it is checked."""
        self._stale = True
        self._timer.start()
        self.changed.emit()

    def _fit(self) -> None:
        """Fit the height to the text, within bounds; it does not change during typing."""
        line = QFontMetricsF(self.area.font()).lineSpacing()
        self.area.document().setTextWidth(max(200, self.area.viewport().width()))
        full = self.area.document().size().height() + theme.SPACE * 2 + line
        self.area.setFixedHeight(round(min(line * 24, max(line * 6, full))))

    def _typed(self) -> None:
        if self.area.toPlainText() != self._looked:
            self._timer.start()
            self.changed.emit()

    def check_text(self) -> None:
        """Check the text: show errors or the diff, and request warnings."""
        self._timer.stop()
        self._stale = False
        faults = self.filling.faults() if self.is_form else []
        if self.is_form and not faults:
            self._write(written(self.filling.value()))
        self._looked = self.area.toPlainText()
        now, self.fault = read(self._looked)
        if faults:
            now, self.fault = None, TextFault("\n".join(faults[:3]))
        self.arguments = now
        changed = now is not None and not json_diff.same(self._original, now)
        self.edited = self._looked if changed else None
        self._checked = not changed
        self.warnings.show_sentences([])
        self._show(now)
        self.changed.emit()
        if changed:
            self.check.emit(self._looked)

    def checked(self, text: str, warnings: tuple[str, ...]) -> None:
        """Show the gate's warnings about ``text``; ignored if the text has changed since."""
        if text == self._looked and self.edited is not None:
            self._checked = True
            self.warnings.show_sentences(list(core_translation.all_local(warnings)))
            self.changed.emit()

    def _show(self, now: dict[str, Any] | None) -> None:
        self.error_label.setText(
            untrusted_text.visible(core_translation.local(self.fault.text), lines=True) if self.fault else ""
        )
        self.error_label.setVisible(self.fault is not None)
        self._mark(self.fault.at if self.fault else -1)
        changes = json_diff.changes(self._original, now) if now is not None and self.edited is not None else []
        rows = [
            Property(
                untrusted_text.shortened(change.place or "–", 60), _signed(change.before, change.after), mono=True,
                pieces=_marked(change),
            )
            for change in changes
        ]  # fmt: skip
        if len(changes) == json_diff.MAX_DIFFERENCES:
            rows.append(Property("…", self.tr("More changes are not shown.")))
        elif self.edited is not None and not changes:
            rows.append(Property("–", self.tr("Only the order of the properties changes.")))
        self.changes_label.setText(self.tr("Changes") if rows else self.tr("No changes yet."))
        self.changes_label.setVisible(self.fault is None)
        self.changes.show_facts(rows)

    def _mark(self, offset: int) -> None:
        """Underline the character of the error."""
        marks = []
        if offset >= 0:
            mark = QTextEdit.ExtraSelection()
            mark.cursor = QTextCursor(self.area.document())
            units = len(self._looked[:offset].encode("utf-16-le", "surrogatepass")) // 2  # Qt counts in UTF-16
            mark.cursor.setPosition(min(units, self.area.document().characterCount() - 1))
            mark.cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
            mark.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SpellCheckUnderline)
            mark.format.setUnderlineColor(QColor(theme.colours().danger))
            mark.format.setBackground(QColor(theme.colours().danger_back))
            marks.append(mark)
        self.area.setExtraSelections(marks)


def _signed(before: str | None, after: str | None) -> str:
    return "\n".join([*([] if before is None else [f"− {before}"]), *([] if after is None else [f"+ {after}"])])


def _marked(change: json_diff.JsonChange) -> tuple[tuple[str, str], ...]:
    """Return the change in pieces for a `TextLabel`: removed and added words are highlighted."""
    old: Pieces = [] if change.before is None else [("removed", change.before)]
    new: Pieces = [] if change.after is None else [("added", change.after)]
    if change.before is not None and change.after is not None:
        old, new = compared(change.before, change.after)
    pieces: Pieces = [("removed", "−"), ("", " "), *old] if change.before is not None else []
    if change.after is not None:
        pieces += [*([("", "\n")] if pieces else []), ("added", "+"), ("", " "), *new]
    return tuple(pieces)
