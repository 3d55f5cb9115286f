"""Progress of a long operation, with a button to stop it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from toolguard.window import theme
from toolguard.window.widgets.text_label import label


class ProgressBar(QWidget):
    """Hidden while nothing is running. ``total`` is the amount of work, once known."""

    stopped = Signal()

    def __init__(self, name: str, stops: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.total = 0
        self.text_label = label(tone="quiet")
        self.progress = QProgressBar(textVisible=False)
        self.progress.setAccessibleName(name)
        self.progress.setFixedWidth(theme.SPACE * 40)
        self.stop = QPushButton(self.tr("Stop"))
        self.stop.setProperty("kind", "flat")
        self.stop.setAccessibleName(stops)
        self.stop.clicked.connect(self._stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE * 3)
        for widget in (self.progress, self.text_label, self.stop):
            row.addWidget(widget)
        self.stop.setVisible(bool(stops))  # it has a parent layout by now; shown without a parent it would be a window
        row.addStretch(1)
        self.hide()

    def begin(self, text: str) -> None:
        """Show that the operation has started."""
        self.total = 0
        self.text_label.setText(text)
        self.progress.setRange(0, 0)
        self.stop.setEnabled(True)
        self.show()

    def reach(self, done: int, text: str) -> None:
        """Show the progress."""
        self.progress.setRange(0, self.total)
        self.progress.setValue(min(done, self.total))
        self.text_label.setText(text)

    def end(self) -> None:
        self.hide()

    def _stop(self) -> None:
        self.stop.setEnabled(False)
        self.stopped.emit()
