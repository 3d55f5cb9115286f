"""Text in several lines that is as high as its content, within bounds."""

from __future__ import annotations

import math

from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QTextEdit

from toolguard.window import theme


class FittedText(QTextEdit):
    """As high as its text, from `min_lines` to `max_lines` lines; then it scrolls.

    Lines wrap beside the scroll bar even while that is hidden. Otherwise the bar would change the height of the text,
    and the height decides whether there is a bar: with some texts each changes the other without end.
    """

    def __init__(self, *, min_lines: int = 1, max_lines: int = 14) -> None:
        super().__init__()
        self.min_lines, self.max_lines = min_lines, max_lines
        self._fitted_width = -1
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedPixelWidth)

    def fit(self) -> None:
        """Set the height for the text at the present width; call it after either has changed."""
        self._fitted_width = self.width()
        line, frame = QFontMetricsF(self.font()).lineSpacing(), 2 * self.frameWidth() + 2
        width = max(1, self.width() - 2 * self.frameWidth() - theme.SCROLL_BAR_WIDTH)
        if self.lineWrapColumnOrWidth() != width:
            self.setLineWrapColumnOrWidth(width)
        least, most = (
            count * line + 2 * self.document().documentMargin() + frame for count in (self.min_lines, self.max_lines)
        )
        self.setFixedHeight(math.ceil(max(least, min(most, self.document().size().height() + frame))))
        self.setViewportMargins(0, 0, 0, 0)  # during a resize Qt would keep the viewport's previous height

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.width() != self._fitted_width:
            self.fit()
