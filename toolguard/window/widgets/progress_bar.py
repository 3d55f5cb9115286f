"""Progress of a long operation, with a button to stop it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from toolguard.window import theme
from toolguard.window.widgets.layout.boxes import hbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import label


class ProgressBar(QWidget):
    """Hidden while nothing runs. `started_by` is disabled meanwhile; its focus moves to Stop, and back."""

    stopped = Signal()

    def __init__(self, name: str, stops: str = "") -> None:
        super().__init__()
        self.total = 0
        self._started_by: QPushButton | None = None
        self._is_stopping = False
        self.text_label = label(tone="quiet")
        self.progress = QProgressBar(textVisible=False)
        self.progress.setAccessibleName(name)
        self.progress.setFixedWidth(theme.SPACE * 40)
        self.stop = push_button(self.tr("Stop"), name=stops, kind="flat", clicked=self._stop)
        row = hbox(self.progress, self.text_label, self.stop, parent=self, spacing=theme.SPACE * 3)
        self.stop.setVisible(bool(stops))  # it has a parent layout by now; shown without a parent it would be a window
        row.addStretch(1)
        self.hide()

    def begin(self, text: str, started_by: QPushButton | None = None) -> None:
        """Show that the operation has started, by the button ``started_by``."""
        self.total = 0
        self._started_by, self._is_stopping = started_by, False
        self.text_label.setText(text)
        self.progress.setRange(0, 0)
        self.show()
        if started_by is not None:
            had_focus = started_by.hasFocus()
            started_by.setEnabled(False)
            if had_focus:
                self.stop.setFocus(Qt.FocusReason.OtherFocusReason)

    def reach(self, done: int, text: str) -> None:
        self.progress.setRange(0, self.total)
        self.progress.setValue(min(done, self.total))
        if not self._is_stopping:
            self.text_label.setText(text)

    def end(self) -> None:
        had_focus = self.stop.hasFocus()
        if self._started_by is not None:
            self._started_by.setEnabled(True)
            if had_focus:
                self._started_by.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()

    def _stop(self) -> None:
        self._is_stopping = True
        self.text_label.setText(self.tr("Stopping…"))
        self.stopped.emit()
