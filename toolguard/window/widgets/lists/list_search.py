"""Search fields, and the one above a list."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

_ENTERING_KEYS = (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SearchField(QLineEdit):
    """A search field with a button that clears it."""

    def __init__(self, title: str, name: str = "") -> None:
        """``title`` says what is searched; ``name`` is its accessible name if that does not say enough."""
        super().__init__(placeholderText=title)
        self.setAccessibleName(name or title)
        self.setClearButtonEnabled(True)


class ListSearch(SearchField):
    """Down and Return move the focus to ``listing``, Escape clears the search."""

    entered = Signal()
    """The focus was moved to the list."""

    def __init__(self, title: str, listing: QWidget) -> None:
        super().__init__(title)
        self._listing = listing

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTERING_KEYS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self._listing.setFocus(Qt.FocusReason.OtherFocusReason)
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
