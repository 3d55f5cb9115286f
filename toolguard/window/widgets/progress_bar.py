"""Progress of a long operation in a thread, with a button to stop it."""

from __future__ import annotations

import threading

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from toolguard.window import theme
from toolguard.window.widgets.layout.boxes import hbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import label


class ProgressBar(QWidget):
    """Hidden while nothing runs. `started_by` is disabled meanwhile; its focus moves to Stop, and back."""

    _reported = Signal(object, object)

    def __init__(self, name: str, stops: str = "") -> None:
        super().__init__()
        self._stop = threading.Event()
        self._started_by: QPushButton | None = None
        self._template = ""
        self.text_label = label(tone="quiet")
        self.progress = QProgressBar(textVisible=False)
        self.progress.setAccessibleName(name)
        self.progress.setFixedWidth(theme.SPACE * 40)
        self.stop = push_button(self.tr("Stop"), name=stops, kind="flat", clicked=self._ask_to_stop)
        self._reported.connect(self.reach, Qt.ConnectionType.QueuedConnection)
        row = hbox(self.progress, self.text_label, self.stop, parent=self, spacing=theme.SPACE * 3)
        self.stop.setVisible(bool(stops))  # it has a parent layout by now; shown without a parent it would be a window
        row.addStretch(1)
        self.hide()

    def begin(self, text: str, reached: str, started_by: QPushButton | None = None) -> None:
        """Show that the operation has started, by the button ``started_by``.

        ``reached`` says how far it is: ``{0}`` of ``{1}``.
        """
        self._stop.clear()
        self._started_by, self._template = started_by, reached
        self.text_label.setText(text)
        self.progress.setRange(0, 0)
        self.show()
        if started_by is not None:
            had_focus = started_by.hasFocus()
            started_by.setEnabled(False)
            if had_focus:
                self.stop.setFocus(Qt.FocusReason.OtherFocusReason)

    def report(self, done: int, total: int) -> None:
        """Show how far it is; from any thread."""
        self._reported.emit(done, total)

    def is_stopping(self) -> bool:
        """Return whether the person wants it to stop; from any thread."""
        return self._stop.is_set()

    def reach(self, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` steps are done, on the Qt thread."""
        self.progress.setRange(0, total)
        self.progress.setValue(min(done, total))
        if not self.is_stopping():
            number = QLocale().toString
            self.text_label.setText(self._template.format(number(done), number(total)))

    def end(self) -> None:
        """Hide it and enable the button that started the operation, which gets the focus back."""
        had_focus = self.stop.hasFocus()
        if self._started_by is not None:
            self._started_by.setEnabled(True)
            if had_focus:
                self._started_by.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()

    def _ask_to_stop(self) -> None:
        self._stop.set()
        self.text_label.setText(self.tr("Stopping…"))
