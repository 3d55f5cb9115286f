"""The form beside the JSON text of a call's inputs: over the tool's schema, where a form can hold all of them.

The schema is a server's and hostile: what `schema_plan.plan` does not draw is edited as JSON.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.forms.form import Form
from toolguard.window.forms.schema_plan import plan


class ArgumentsForm(QWidget):
    """Holds the form of one call at a time. ``changed``: its `value` or `faults` may be others."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._schema: object = None
        self._form: Form | None = None
        self._known: frozenset[str] = frozenset()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, theme.SPACE * 3)

    def can(self, schema: object, value: dict[str, Any]) -> bool:
        """Whether a form over ``schema`` says more than its JSON would. It is what `fill` goes by from now on."""
        self._schema = schema
        shape = plan(schema, value, by_key=True)
        return shape.kind == "object" and any(one.kind not in ("json", "kept") for _, one in shape.members)

    def fill(self, value: dict[str, Any]) -> None:
        """Show the form anew, with ``value`` in it."""
        self.clear()
        self._form = Form(self._schema, value, by_key=True)
        self._known = frozenset(self._form.problems())
        self._form.changed.connect(self.changed)
        self._column.addWidget(self._form)
        self._form.show()
        self.setFocusProxy(self._form)

    def clear(self) -> None:
        """Let go of the form."""
        if self._form is not None:
            self._form.changed.disconnect(self.changed)
            self._form.hide()
            self._form.deleteLater()
            self._form = None

    def value(self) -> Any:
        """What is entered."""
        return self._form.value() if self._form is not None else {}

    def faults(self) -> list[str]:
        """What is wrong with what the person entered, a sentence each; not what was wrong with it before."""
        return [] if self._form is None else [one for one in self._form.problems() if one not in self._known]

    def begin(self) -> None:
        """Put the keyboard into the first field."""
        if self._form is not None:
            self._form.setFocus(Qt.FocusReason.OtherFocusReason)
