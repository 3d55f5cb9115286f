"""Form for a call's arguments, made from the tool's schema if the form can represent all of them.

The schema comes from a server and may be hostile: what `schema_plan.plan` does not support is edited as JSON.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from toolguard.window import theme
from toolguard.window.forms.form import Form
from toolguard.window.forms.schema_plan import plan
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import discard, vbox


class ArgumentsForm(QWidget):
    """Contains the form of one call at a time. ``changed``: its `value` or `faults` may have changed."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._schema: object = None
        self._form: Form | None = None
        self._known: frozenset[str] = frozenset()
        self._column = vbox(parent=self, margins=(0, 0, 0, theme.SPACE * 3))

    def can(self, schema: object, value: dict[str, Any]) -> bool:
        """Return whether a form for ``schema`` is more useful than JSON. `fill` uses this schema from now on."""
        self._schema = schema
        shape = plan(schema, value, by_key=True)
        return shape.kind == "object" and any(
            field_plan.kind not in ("json", "kept") for _, field_plan in shape.members
        )

    def fill(self, value: dict[str, Any], original: dict[str, Any]) -> None:
        """Create the form with ``value`` in it. What differs from ``original`` is marked, and can be reset."""
        self.clear()
        self._form = Form(self._schema, value, by_key=True)
        self._known = frozenset(self._form.problems())
        self._form.compare(original)
        self._form.changed.connect(self.changed)
        self._column.addWidget(self._form)
        tab_order.insert_after(self, self._form)
        self._form.show()
        self.setFocusProxy(self._form)

    def clear(self) -> None:
        """Remove the form of the call, and what was entered."""
        if self._form is not None:
            self._form.changed.disconnect(self.changed)
            discard(self._column, self._form)
            self._form = None

    def value(self) -> Any:
        """Return the entered arguments; {} without a form."""
        return self._form.value() if self._form is not None else {}

    def faults(self) -> list[str]:
        """Return the person's errors, one sentence each; errors in the original value do not count."""
        return (
            [] if self._form is None else [problem for problem in self._form.problems() if problem not in self._known]
        )

    def begin(self) -> None:
        """Set the focus to the first field."""
        if self._form is not None:
            self._form.setFocus(Qt.FocusReason.OtherFocusReason)
