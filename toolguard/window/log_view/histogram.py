"""Histogram of the matching calls or records over time, denied calls in grey. Dragging or keys select a time range.

It is a slider over its bars, so that a screen reader has a value to read; the current bar is described in words.
"""

from __future__ import annotations

import bisect
import math
import time
from array import array
from dataclasses import dataclass

from PySide6 import QtGui
from PySide6.QtCore import QCoreApplication, QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QToolTip

from toolguard.window import theme
from toolguard.window.widgets import time_format

MAX_BARS = 96
"""Maximum number of bars."""
_DAY = 86_400
_BAR_SECONDS = (1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, _DAY, 7 * _DAY, 30 * _DAY)
_HEIGHT = theme.SPACE * 12
_MIN_PART = 2.0
"""Minimum height in pixels of the part of a bar for denied calls, and of the other."""


@dataclass(frozen=True, slots=True)
class TimeBars:
    """Equal time spans, in seconds since the epoch."""

    start: float
    step: float
    count: int

    def edges(self) -> list[float]:
        """Return the starts of the bars, and the end of the last one."""
        return [self.start + self.step * number for number in range(self.count + 1)]


def bars_of(since: float, until: float) -> TimeBars:
    """Return bars that include both times, of a round length, starting at whole hours or days."""
    span = max(1.0, until - since)
    step = next((step for step in _BAR_SECONDS if span / step <= MAX_BARS - 1), 0) or _DAY * math.ceil(
        span / _DAY / (MAX_BARS - 1)
    )
    zone = time.localtime(since).tm_gmtoff
    start = math.floor((since + zone) / step) * step - zone
    return TimeBars(float(start), float(step), int((until - start) // step) + 1)


class BarCounter:
    """Counts how many numbers (newest first, in chunks) are between the numbers at which the bars begin."""

    def __init__(self, edges: list[int]) -> None:
        self._edges = edges
        self.counts = [0] * (len(edges) - 1)

    @property
    def first(self) -> int:
        """The first non-empty bar, or 0."""
        return next((bar for bar, count in enumerate(self.counts) if count), 0)

    def counts_of(self, ids: array[int]) -> list[int]:
        """Return how many of other numbers, newest first, are in each bar."""
        other = BarCounter(self._edges)
        other.add(ids)
        return other.counts

    def leave_out(self, bars: int) -> None:
        """Skip empty bars at the beginning."""
        self._edges[bars : bars + 1] = self._edges[:1]
        del self._edges[:bars], self.counts[:bars]

    def add(self, ids: array[int]) -> None:
        """Count another chunk."""
        marks = [bisect.bisect_right(ids, -edge, key=lambda id: -id) for edge in self._edges]
        for bar in range(len(self.counts)):
            self.counts[bar] += marks[bar] - marks[bar + 1]


class Histogram(theme.ThemedWidget, QAbstractSlider):
    """Left and Right move between bars, with Shift they select; Enter applies the range, Escape clears it."""

    range_selected = Signal(float, float)
    """The selected time range: start and end."""
    range_cleared = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setOrientation(Qt.Orientation.Horizontal)
        self.show_kind("call")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._bars = TimeBars(0.0, 1.0, 1)
        self._counts = [0]
        self._denied = [0]
        self._anchor: int | None = None
        self._complete = True
        self._colours = theme.LIGHT
        self.valueChanged.connect(lambda _: self._describe())
        self.update_colours()

    def show_kind(self, kind: str) -> None:
        """Name what is counted: calls, or other records, as in `CallFilter.kind`."""
        self._are_calls = kind == "call"
        self.setAccessibleName(self.tr("Calls over time") if self._are_calls else self.tr("Records over time"))

    def show_bars(self, bars: TimeBars) -> None:
        """Show other bars, all empty."""
        if bars != self._bars:
            self._anchor = None
            self._bars = bars
            self.setRange(0, bars.count - 1)
            self.setValue(bars.count - 1)
        self.show_counts([0] * bars.count, [0] * bars.count, complete=False)

    def show_counts(self, counts: list[int], denied: list[int], *, complete: bool) -> None:
        """Show how many calls there are, and how many of them are denied; ``complete`` if all were counted."""
        self._counts, self._denied = list(counts), list(denied)
        self._complete = complete
        self._describe()
        self.update()

    def chosen(self) -> tuple[int, int]:
        """Return the first and the last selected bar."""
        anchor = self.value() if self._anchor is None else self._anchor
        return min(anchor, self.value()), max(anchor, self.value())

    def selection_text(self) -> str:
        """Return the selection in words: start, end, and number of calls or records."""
        first, last = self.chosen()
        return self._span_text(first, last, self._count_text(sum(self._counts[first : last + 1])))

    def _count_text(self, count: int) -> str:
        if not self._are_calls:
            return self.tr("%Ln records", "", count) if count != 1 else self.tr("1 record")
        return self.tr("%Ln calls", "", count) if count != 1 else self.tr("1 call")

    def _span_text(self, first: int, last: int, many: str) -> str:
        """Return a time span with the number of its calls, and of those that are denied."""
        times = [time_format.clock(self._bars.start + self._bars.step * bar) for bar in (first, last + 1)]
        denied = sum(self._denied[first : last + 1])
        both = self.tr("{0}, {1}").format(many, self.denied_text(denied)) if denied else many
        return self.tr("{0} to {1}: {2}").format(*times, both)

    def denied_text(self, count: int) -> str:
        """Return the number of denied calls in words."""
        return self.tr("%Ln denied", "", count)

    def scale_text(self) -> str:
        """Return the height of the highest bar in words, as the scale of all bars."""
        most, span = self._count_text(max(self._counts)), stretch(self._bars.step)
        return self.tr("Highest bar: {0} within {1}").format(most, span)

    def _describe(self) -> None:
        self.setAccessibleDescription(self.selection_text())
        self.update()

    # Mouse

    def _bar_at(self, x: float) -> int:
        return max(0, min(self._bars.count - 1, int(x / self._width())))

    def _width(self) -> float:
        return max(1.0, self.width()) / self._bars.count

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._anchor = self._bar_at(event.position().x())
            self.setValue(self._anchor)
            self._describe()

    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and self._anchor is not None:
            self.setValue(self._bar_at(event.position().x()))

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._anchor is not None:
            self._narrow()

    def wheelEvent(self, event: QtGui.QWheelEvent) -> None:
        event.ignore()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QtGui.QHelpEvent):
            bar = self._bar_at(event.pos().x())
            text = self._span_text(bar, bar, self.locale().toString(self._counts[bar]))
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    # Keyboard

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        key = event.key()
        places = {
            Qt.Key.Key_Left: self.value() - 1, Qt.Key.Key_Right: self.value() + 1,
            Qt.Key.Key_Home: 0, Qt.Key.Key_End: self._bars.count - 1,
        }  # fmt: skip
        if key in places:
            extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._anchor = (self.value() if self._anchor is None else self._anchor) if extends else None
            self.setValue(places[Qt.Key(key)])
            self._describe()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._narrow()
        elif key == Qt.Key.Key_Escape:
            self._anchor = None
            self._describe()
            self.range_cleared.emit()
        else:
            event.ignore()

    def _narrow(self) -> None:
        first, last = self.chosen()
        self._anchor = None
        self._describe()
        self.range_selected.emit(
            self._bars.start + self._bars.step * first, self._bars.start + self._bars.step * (last + 1)
        )

    # Painting

    def sizeHint(self) -> QSize:
        return QSize(400, _HEIGHT + round(self._line()))

    minimumSizeHint = sizeHint

    def _line(self) -> float:
        """Return the height of the line below the bars. Fonts of other scripts can be higher than the chosen one."""
        return QtGui.QFontMetricsF(theme.sized(theme.SMALL)).size(0, self.denied_text(1)).height()

    def apply_colours(self, colours: theme.Colours) -> None:
        self._colours = colours
        self.update()

    def paintEvent(self, _event: QtGui.QPaintEvent) -> None:
        painter = QtGui.QPainter(self)
        colours, bottom = self._colours, self.height() - self._line() - theme.SPACE
        most, wide = max(1, *self._counts), self._width()
        first, last = self.chosen()
        lit = self.hasFocus() or self._anchor is not None
        if lit:
            place = QRectF(first * wide, 0, (last - first + 1) * wide, bottom)
            painter.fillRect(place, QtGui.QColor(colours.selected))
        gap = 1.0 if wide > 3 else 0.0
        for bar, (count, denied) in enumerate(zip(self._counts, self._denied, strict=True)):
            if count:
                within = lit and first <= bar <= last
                fill = (colours.accent if within else colours.bar) if self._complete else colours.strong_line
                tall = max(2.0, (bottom - theme.SPACE) * count / most)
                low = tall * denied / count
                if 0 < denied < count:  # both parts are visible, with a gap for those who do not see the colours
                    tall = max(tall, 2 * _MIN_PART + 1)
                    low = min(max(low, _MIN_PART), tall - _MIN_PART - 1)
                    painter.fillRect(QRectF(bar * wide, bottom - tall, wide - gap, tall - low - 1), QtGui.QColor(fill))
                elif not denied:
                    painter.fillRect(QRectF(bar * wide, bottom - tall, wide - gap, tall), QtGui.QColor(fill))
                painter.fillRect(QRectF(bar * wide, bottom - low, wide - gap, low), QtGui.QColor(colours.danger))
        painter.setPen(QtGui.QPen(QtGui.QColor(colours.strong_line), 1))
        painter.drawLine(0, round(bottom), self.width(), round(bottom))
        self._paint_text(painter, bottom)
        if self.hasFocus():
            painter.setPen(QtGui.QPen(QtGui.QColor(colours.accent), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)

    def _paint_text(self, painter: QtGui.QPainter, bottom: float) -> None:
        painter.setFont(theme.sized(theme.SMALL))
        painter.setPen(QtGui.QColor(self._colours.quiet))
        below = QRectF(0, bottom + 2, self.width(), self._line())
        words = time_format.minute if self._bars.step >= 60 else time_format.clock
        ends = (self._bars.start, self._bars.edges()[-1])
        texts = [words(moment, dated=not all(map(time_format.is_today, ends))) for moment in ends]
        if self._bars.start:  # otherwise it is not known yet
            painter.drawText(below, Qt.AlignmentFlag.AlignLeft, texts[0])
            painter.drawText(below, Qt.AlignmentFlag.AlignRight, texts[1])
        if self._anchor is not None:
            painter.setPen(QtGui.QColor(self._colours.text))
            painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, self.selection_text())
        elif any(self._counts):
            self._paint_legend(painter, below)

    def _paint_legend(self, painter: QtGui.QPainter, below: QRectF) -> None:
        """Draw the scale, and what red means if there is any."""
        denied = sum(self._denied)
        if not denied:
            painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, self.scale_text())
            return
        metrics, side = QtGui.QFontMetricsF(painter.font()), theme.SPACE * 2
        scale, words = self.scale_text(), self.denied_text(denied)
        width = metrics.horizontalAdvance(scale) + theme.SPACE * 5 + side + metrics.horizontalAdvance(words)
        place = QRectF(below.center().x() - width / 2, below.top(), width, below.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft, scale)
        painter.drawText(place, Qt.AlignmentFlag.AlignRight, words)
        left = place.right() - metrics.horizontalAdvance(words) - theme.SPACE - side
        painter.fillRect(QRectF(left, place.center().y() - side / 2, side, side), QtGui.QColor(self._colours.danger))


def stretch(seconds: float) -> str:
    """Return the length of a bar in words."""
    translate = QCoreApplication.translate
    if seconds >= _DAY:
        return translate("Histogram", "%n d", None, round(seconds / _DAY))
    if seconds >= 3600:
        return translate("Histogram", "%n h", None, round(seconds / 3600))
    if seconds >= 60:
        return translate("Histogram", "%n min", None, round(seconds / 60))
    return translate("Histogram", "%n s", None, round(seconds))
