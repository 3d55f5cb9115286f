"""The lower edge of a page: the last action, otherwise the keys of the page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QStyle, QWidget

from toolguard.window import theme
from toolguard.window.widgets.layout.boxes import hbox
from toolguard.window.widgets.notice import Notice
from toolguard.window.widgets.text_label import PlainLabel


class KeyHints(PlainLabel):
    """Keys and what they do, as many as fit, and always the last one, at the end. Screen readers get all of them."""

    def __init__(self) -> None:
        super().__init__()
        self._hints: tuple[tuple[str, str], ...] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(theme.sized(theme.SMALL))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def offer(self, hints: Sequence[tuple[str, str]]) -> None:
        """Show these keys, the most useful first; the last one shows all keys."""
        self._hints = tuple(hints)
        self.setText(" · ".join(f"{keys} {text}" for keys, text in hints))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, gap = QPainter(self), self.fontMetrics().horizontalAdvance("0")
        left, right = 0, self.width() - theme.SPACE * 3  # with the margin of the strip as much as at the other end
        for keys, text in self._hints[-1:]:
            width = self._width_of(keys, text)
            if width <= right:
                self._draw(painter, right - width, keys, text)
            right -= width + 3 * gap
        for keys, text in self._hints[:-1]:
            width = self._width_of(keys, text)
            if left + width <= right:  # a shorter one may still fit
                self._draw(painter, left, keys, text)
                left += width + 3 * gap

    def _width_of(self, keys: str, text: str) -> int:
        return sum(map(self.fontMetrics().horizontalAdvance, (keys, "0", text)))

    def _draw(self, painter: QPainter, left: int, keys: str, text: str) -> None:
        colours, characters = theme.colours(), self.fontMetrics()
        for part, colour in ((keys, colours.text), (text, colours.quiet)):
            width = characters.horizontalAdvance(part)
            painter.setPen(colour)
            place = QStyle.visualRect(self.layoutDirection(), self.rect(), QRect(left, 0, width + 1, self.height()))
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, part)
            left += width + characters.horizontalAdvance("0")


class StatusStrip(QFrame):
    """Has its own space below the content of ``page``, so that a message neither covers nor moves anything.

    Only a message of several lines makes it higher, at the expense of the scrolling part above it.
    """

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.setObjectName("strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._page = page
        self.notice, self.arrival = Notice(), Notice()
        """Messages about the last action on this page, and about what is new while the page Pending is hidden."""
        self.keys = KeyHints()
        hbox(
            (self.notice, 1), (self.arrival, 1), (self.keys, 1),
            parent=self, spacing=theme.SPACE * 4,
            margins=(theme.SPACE * 5, theme.SPACE // 2, theme.SPACE * 2, theme.SPACE // 2),
        )  # fmt: skip
        self.settle()

    def settle(self) -> None:
        """Show the message, and reserve its height at the page's lower edge."""
        silent = self.notice.isHidden() and self.arrival.isHidden()
        if self.keys.isHidden() == silent:
            self.keys.setVisible(silent)
        self.resize(self._page.width(), self.height())
        layout = self.layout()
        if layout is not None:
            layout.activate()  # now, because wrapped text has a height for its width
        margins = self.contentsMargins()
        least = self.notice.least_height() + theme.SPACE + margins.top() + margins.bottom()
        height = max(least, self.sizeHint().height())
        self.setGeometry(0, self._page.height() - height, self._page.width(), height)
        self._page.setContentsMargins(0, 0, 0, height)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.StyleChange):
            self.settle()
        return done
