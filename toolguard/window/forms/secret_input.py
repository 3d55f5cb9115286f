"""Input for a secret: shown as dots, and cleared once it was stored."""

from __future__ import annotations

import hashlib

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from toolguard.tables.credentials import search_warning
from toolguard.window import core_translation, theme
from toolguard.window.widgets.layout.boxes import hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel

MAX_VALUE_SIZE = 32_768
"""Maximum bytes of a value, as on the command line."""
_MAX_TYPED_LENGTH = 400  # characters; longer or multi-line values are stored without being put into the line edit
_DOTS = "0" * 12


class _SecretLineEdit(QLineEdit):
    """A line edit with dots whose paste actions all call ``pasted``, because a line edit would remove line breaks."""

    pasted = Signal()
    cleared = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit()
        elif self.isReadOnly() and event.key() in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            self.cleared.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        paste = QAction(self.tr("Paste"), menu)
        paste.triggered.connect(self.pasted)
        menu.addAction(paste)
        menu.popup(event.globalPos())


class SecretInput(QWidget):
    """The field. ``changed``: `value` or `problem` may have changed."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._whole = ""
        self._pasted = ""
        self.line = _SecretLineEdit()
        self.line.setEchoMode(QLineEdit.EchoMode.Password)
        self.line.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText)
        self.line.setAccessibleName(self.tr("Value"))
        self.line.setPlaceholderText(self.tr("Type or paste the value; it stays hidden"))
        self.line.setDragEnabled(False)
        self.line.setAcceptDrops(False)
        self.line.textChanged.connect(self._typed)
        self.line.pasted.connect(self.paste)
        self.line.cleared.connect(self._empty)
        self.take = push_button(self.tr("Paste"), name=self.tr("Paste from the clipboard"), clicked=self.paste)
        self.note_label = TextLabel(tone="quiet", factor=theme.SMALL, name=self.tr("About the value"))
        row = hbox((self.line, 1), self.take)
        vbox(row, self.note_label, parent=self, spacing=theme.SPACE)
        theme.measure_now_and_restyled(  # otherwise a low form cuts its lower edge
            self.take, lambda: self.take.setMinimumHeight(self.take.sizeHint().height())
        )
        self.setFocusProxy(self.line)
        self._show_note()

    def value(self) -> str:
        """Return the typed text, or exactly what was pasted if that is long or has several lines."""
        return self._whole or self.line.text()

    def problem(self) -> str:
        """Why the value cannot be stored, one sentence, or ""."""
        value = self.value()
        if not value:
            return self.tr("Type or paste the value.")
        if len(value.encode("utf-8", "surrogatepass")) > MAX_VALUE_SIZE:
            return self.tr("The value is too long. The maximum is 32,768 bytes.")
        if "\0" in value:
            return self.tr("The value contains a NUL character, which keyrings can't store.")
        return ""

    def clear(self) -> None:
        """Remove the value, so that the window no longer contains it."""
        self._whole = ""
        self.line.setReadOnly(False)
        self.line.clear()
        self._show_note()

    def paste(self) -> None:
        """Take the clipboard's text without a final line break, which comes from a terminal or file."""
        text = QGuiApplication.clipboard().text()
        if text.endswith("\n") and "\n" not in text[:-1]:
            text = text.removesuffix("\n").removesuffix("\r")
        if not text:
            self._show_note(self.tr("The clipboard contains no text."))
            return
        self._pasted = _digest(QGuiApplication.clipboard().text())
        self.clear()
        if "\n" in text or "\r" in text or len(text) > _MAX_TYPED_LENGTH:
            self._whole = text
            self.line.setText(_DOTS)
            self.line.setReadOnly(True)
        else:
            self.line.setText(text)
        self._show_note()
        self.changed.emit()

    def is_still_in_clipboard(self) -> bool:
        """Return whether the pasted text is still in the clipboard, where any program can read it."""
        return bool(self._pasted) and _digest(QGuiApplication.clipboard().text()) == self._pasted

    def _empty(self) -> None:
        self.clear()
        self.changed.emit()

    def _typed(self) -> None:
        if not self._whole:
            self._show_note()
            self.changed.emit()

    def _show_note(self, text: str = "") -> None:
        value = self.value()
        lines = value.count("\n") + (not value.endswith("\n"))
        if self._whole and lines > 1:
            text = self.tr("Received {0} characters in {1} lines. Press Delete to clear.").format(len(value), lines)
        elif self._whole:
            text = self.tr("Received {0} characters. Press Delete to clear.").format(len(value))
        warnings = [core_translation.local(search_warning(value))] if value else []
        if value.strip() != value and not self._whole:
            warnings.insert(0, self.tr("It begins or ends with a space. Check that this is intended."))
        if any(warnings):
            text = core_translation.join_sentences(*warnings)
        self.note_label.set_tone("caution" if any(warnings) else "quiet")
        self.note_label.set_text(text)
        self.note_label.setVisible(bool(text))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
