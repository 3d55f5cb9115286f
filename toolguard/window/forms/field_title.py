"""The title above a field. All forms mark the fields that are required, and only these."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from toolguard.window import theme
from toolguard.window.widgets.layout.boxes import hbox
from toolguard.window.widgets.text_label import label


def field_title(text: str, *, required: bool = False) -> QWidget:
    """Return the title of a field."""
    title = QWidget()
    row = hbox(parent=title)
    name = label(text, strong=True)
    name.setMinimumWidth(1)
    row.addWidget(name)
    if required:
        mark = QCoreApplication.translate("LabelledField", "required")
        row.addWidget(label(mark, tone="quiet", factor=theme.SMALL))
    row.addStretch(1)
    return title
