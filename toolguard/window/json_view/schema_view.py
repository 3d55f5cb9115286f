"""View of a tool's input schema: readable, or as the exact JSON; long ones are folded."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from toolguard.gate import jsonrpc
from toolguard.window import theme
from toolguard.window.json_view import json_layout, schema_layout
from toolguard.window.json_view.viewer import JsonText
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.push_button import ChoiceButton, push_button
from toolguard.window.widgets.text_label import label


class SchemaView(theme.ThemedWidget, QWidget):
    """`show_schema` shows one; a different one starts readable and folded."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._schema: object = None
        self._is_unfolded = False
        self._json = False
        self.values = JsonText(max_lines=30)
        self.values.setAccessibleName(self.tr("Arguments"))
        self.folded = label(self.tr("Parts are collapsed."), tone="caution", factor=theme.SMALL)
        self.show_all = push_button(
            self.tr("Show all"), name=self.tr("Show all arguments"), kind="flat", clicked=self._unfold
        )
        vbox(self._head(), self.values, hbox(self.folded, self.show_all, STRETCH), parent=self)
        self.update_colours()

    def _head(self) -> QHBoxLayout:
        row = hbox(label(self.tr("Arguments"), strong=True), STRETCH, spacing=theme.SPACE)
        self._choices = QButtonGroup(self)
        for json, text in ((False, self.tr("Readable")), (True, self.tr("JSON"))):
            choice = ChoiceButton(text)
            choice.setChecked(not json)
            choice.setAccessibleName(self.tr("Arguments as {0}").format(text))
            choice.toggled.connect(lambda on, json=json: self._choose(json) if on else None)
            self._choices.addButton(choice)
            row.addWidget(choice)
        self.copy = push_button(
            name=self.tr("Copy schema as JSON"), kind="flat", icon="copy", tip=self.tr("Copy exact JSON"),
            clicked=lambda: QGuiApplication.clipboard().setText(jsonrpc.text(self._schema)),
        )  # fmt: skip
        row.addWidget(self.copy)
        return row

    def show_schema(self, shown: object) -> None:
        """Show ``shown``; the current schema stays as it is."""
        if shown == self._schema and self._filled:
            return
        self._schema, self._is_unfolded = shown, False
        self._fill()

    _filled = False

    def _choose(self, json: bool) -> None:
        self._json = json
        self._fill()

    def _unfold(self) -> None:
        self._is_unfolded = True
        self._fill()

    def _fill(self) -> None:
        if self._json:
            limit = schema_layout.WHOLE.room if self._is_unfolded else json_layout.FOLD_LENGTH
            layout = json_layout.lay_out(self._schema, "json", limit)
        else:
            layout = schema_layout.lay_out(
                self._schema, schema_layout.WHOLE if self._is_unfolded else schema_layout.FOLDED
            )
        self.values.show_lines(iter(layout.lines))
        self.folded.setVisible(layout.folded)
        self.show_all.setVisible(layout.folded and not self._is_unfolded)
        self._filled = True

    def apply_colours(self, _colours: theme.Colours) -> None:
        if self._filled:
            self._fill()
