"""A line below the list that says what has just been done, with the button that takes it back."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics, Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.approval.approval_actions import ActionNote
from toolguard.window.widgets.text_label import label


class UndoBar(QWidget):
    """Always equally high; while nothing was done, the list has its room."""

    undo = Signal()
    others = Signal(object)
    """The names of the calls that the person wants to look at, to run them too."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._note = ActionNote()
        self.words = label(tone="quiet", factor=theme.SMALL, wrap=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignVCenter)
        self.take_back = QPushButton(self.tr("Undo"), autoDefault=False)
        self.take_back.setToolTip(self.tr("Ctrl+Z"))
        self.take_back.clicked.connect(self.undo)
        self.more = QPushButton(autoDefault=False)
        self.more.clicked.connect(lambda: self.others.emit(self._note.others))
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.SPACE)
        for button in (self.more, self.take_back):
            button.setProperty("kind", "flat")
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.SPACE * 5, theme.SPACE, theme.SPACE * 3, theme.SPACE * 2)
        column.setSpacing(0)
        column.addWidget(self.words, 1)
        column.addLayout(row)
        theme.measure_now_and_restyled(self, self._keep_height)
        self.show_note(self._note)

    def _keep_height(self) -> None:
        line = QFontMetrics(self.words.font()).lineSpacing()
        self.setFixedHeight(line * 2 + self.take_back.sizeHint().height() + theme.SPACE * 4)

    def offers(self) -> bool:
        """Whether what was done can be taken back here now."""
        return self._note.undo

    def show_note(self, note: ActionNote) -> None:
        """Say ``note`` in place of what was said before."""
        self._note = note
        self.words.setText(note.words)
        self.words.setToolTip(note.words)
        self.take_back.setVisible(note.undo)
        self.take_back.setAccessibleName(self.tr("Undo: {0}").format(note.words))
        count = len(note.others)
        self.more.setText(
            self.tr("Approve 1 similar call…") if count == 1 else self.tr("Approve %n similar calls…", "", count)
        )
        self.more.setVisible(count > 0)
        self.setVisible(bool(note.words or note.undo or count))
