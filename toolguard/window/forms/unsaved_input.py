"""How a form is left: by its Cancel or Back button or by Escape, and not by accident with unsaved input."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget

from toolguard.window.widgets.question_box import QuestionBox

translate = QCoreApplication.translate


class _EscapeKey(QObject):
    """Calls ``pressed`` when Escape reaches ``widget``: no field in it has a use for the key."""

    def __init__(self, widget: QWidget, pressed: Callable[[], object]) -> None:
        super().__init__(widget)
        self._pressed = pressed
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self._pressed()
            return True
        return False


def press_on_escape(widget: QWidget, button: QPushButton) -> None:
    """Let Escape press ``button`` while the focus is in ``widget``."""
    _EscapeKey(widget, button.click)


class UnsavedInput(QObject):
    """Compares what ``read`` returns with the initial input. Escape presses ``cancel``; it asks if they differ."""

    def __init__(self, form: QWidget, cancel: QPushButton, read: Callable[[], object]) -> None:
        super().__init__(form)
        self._form, self._cancel, self._read = form, cancel, read
        self._initial: object = None
        self._is_open = False
        self._question: QuestionBox | None = None
        _EscapeKey(form, self._leave)

    def begin(self) -> None:
        """Take the present input as the initial one."""
        self._initial, self._is_open = self._read(), True

    def end(self) -> None:
        """The input was saved or discarded."""
        self._initial, self._is_open = None, False

    @property
    def exists(self) -> bool:
        """Whether the form is open with input that is neither saved nor discarded."""
        return self._is_open and self._initial != self._read()

    def holds(self, refuse: Callable[[str], object], save: QWidget) -> bool:
        """Return whether there is unsaved input; then say so by ``refuse``, and move the focus to ``save``."""
        if self.exists:
            refuse(translate("UnsavedInput", "Save or cancel this first."))
            save.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        return False

    def _leave(self) -> None:
        if not self.exists:
            self._cancel.click()
        elif self._question is None:
            self._ask()

    def _ask(self) -> None:
        box = QuestionBox(
            translate("UnsavedInput", "Discard?"),
            translate("UnsavedInput", "Discard what you entered?"),
            translate("UnsavedInput", "It is not saved yet."),
            self._form.window(),
        )
        box.offer(translate("UnsavedInput", "Keep editing"), translate("UnsavedInput", "Discard"), self._cancel.click)
        box.finished.connect(self._answered)
        self._question = box
        box.open()

    def _answered(self) -> None:
        self._question = None
