"""A button of an exclusive group: views of a page, forms of a value. Screen readers announce a radio button."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton


class ChoiceButton(QPushButton):
    """Put the buttons of one choice into one `QButtonGroup`."""

    def __init__(self, text: str = "", *, kind: str = "choice") -> None:
        super().__init__(text)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setAutoDefault(False)
        self.setProperty("kind", kind)
