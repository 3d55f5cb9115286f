"""The title above a field. All forms mark the fields that are required, and only these."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from toolguard.window import theme
from toolguard.window.widgets.layout.boxes import STRETCH, hbox
from toolguard.window.widgets.text_label import label


class FieldTitle(QWidget):
    """The title of a field. ``required``: it has the mark."""

    def __init__(self, text: str, *, required: bool = False) -> None:
        super().__init__()
        name = label(text, strong=True)
        name.setMinimumWidth(1)
        self.mark = label(QCoreApplication.translate("LabelledField", "required"), tone="quiet", factor=theme.SMALL)
        hbox(name, self.mark, STRETCH, parent=self)
        self.mark.setVisible(required)
