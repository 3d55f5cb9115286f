"""One line of our own text, elided to the available width, which it never enlarges."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QSizePolicy, QStyle, QStyleOption

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text


class ElidedLabel(QLabel):
    """Shows as much as fits, with the full text as tool tip and for screen readers."""

    def __init__(self, *, tone: str = "quiet", middle: bool = False) -> None:
        """``middle``: keep both ends, as for a path."""
        super().__init__()
        self._mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(theme.sized(1))
        self.setProperty("tone", tone)

    def set_text(self, text: str) -> None:
        """Replace the text and its tool tip."""
        if text != self.text():
            self.setText(text)
            self.setToolTip(untrusted_text.as_tool_tip(text))

    def minimumSizeHint(self) -> QSize:
        return QSize(1, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        option = QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        room = self.contentsRect()
        text = self.fontMetrics().elidedText(self.text(), self._mode, room.width())
        alignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        self.style().drawItemText(painter, room, int(alignment), self.palette(), self.isEnabled(), text,
                                  QPalette.ColorRole.WindowText)  # fmt: skip


class ElidedCheckBox(QCheckBox):
    """A check box with a foreign name, elided in the middle, with the full text as tool tip."""

    def __init__(self, name: str) -> None:
        super().__init__(name.replace("&", "&&"))
        self._name = name
        self._beside = self.sizeHint().width() - self.fontMetrics().horizontalAdvance(name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        shown = self.fontMetrics().horizontalAdvance(self.text().replace("&&", "&"))
        return QSize(hint.width() + self.fontMetrics().horizontalAdvance(self._name) - shown, hint.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(1, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width() - self._beside
        text = self.fontMetrics().elidedText(self._name, Qt.TextElideMode.ElideMiddle, room)
        self.setText(text.replace("&", "&&"))
        self.setToolTip("" if text == self._name else untrusted_text.as_tool_tip(self._name))
