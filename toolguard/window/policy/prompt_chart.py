"""Chart of prompts over time and their results; parts of the bars link to their calls.

It is a slider over its bars, so that a screen reader has a value to read; the current part is described in words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6 import QtGui
from PySide6.QtCore import QDateTime, QEvent, QLocale, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QToolTip

from toolguard.window import theme

KINDS = ("approved", "denied", "unanswered")
HOUR, DAY = 3600.0, 86_400.0
_HEIGHT = theme.SPACE * 26
_MAX_BAR_WIDTH = 48
"""Maximum width of a bar in pixels."""


class PromptChart(theme.ThemedWidget, QAbstractSlider):
    """Bars per hour for one day, otherwise per day. Left and right move between bars, up and down between parts."""

    opened = Signal(float, float, str)
    """A part was clicked, or Return was pressed on it: its start, its end, and one of `KINDS`."""

    def __init__(self) -> None:
        super().__init__()
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setAccessibleName(self.tr("Approval requests over time"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._since = 0.0
        self._step = DAY
        self._kind = 0
        self._hovered: tuple[int, int] | None = None
        self.bars: list[list[int]] = []
        """For each bar: how many were approved, denied and not answered."""
        self._colours = theme.LIGHT
        self.valueChanged.connect(lambda _: self._describe())
        self.update_colours()

    def begin(self, since: float, until: float) -> None:
        """Show empty bars from ``since`` to ``until`` (seconds since the epoch)."""
        self._step = HOUR if until - since <= DAY else DAY
        zone = QDateTime.fromSecsSinceEpoch(int(since)).offsetFromUtc()
        self._since = math.floor((since + zone) / self._step) * self._step - zone
        self.bars = [[0] * len(KINDS) for _ in range(max(1, math.ceil((until - self._since) / self._step)))]
        self.setRange(0, len(self.bars) - 1)
        self.setValue(len(self.bars) - 1)
        self.refresh()

    def add(self, time: float, kind: str) -> None:
        """Count a prompt at ``time``; `tell` shows the counts."""
        index = int((time - self._since) // self._step)
        if 0 <= index < len(self.bars):
            self.bars[index][KINDS.index(kind)] += 1

    def refresh(self) -> None:
        """Draw again and describe it for screen readers, after the data has changed."""
        self._describe()
        self.update()

    def description(self, index: int, kind: int) -> str:
        """Return the current part of a bar in words: time, number and result."""
        text = (self.tr("%Ln approved", "", self.bars[index][kind]), self.tr("%Ln denied", "", self.bars[index][kind]),
                 self.tr("%Ln not answered", "", self.bars[index][kind]))[kind]  # fmt: skip
        return self.tr("{0}: {1}").format(self._name(index), text)

    def _parts(self, index: int) -> list[int]:
        """Return the non-empty kinds of a bar."""
        return [kind for kind, count in enumerate(self.bars[index]) if count] if 0 <= index < len(self.bars) else []

    def _part(self) -> int | None:
        """Return the kind at the keyboard position; None on an empty bar."""
        parts = self._parts(self.value())
        return next((kind for kind in parts if kind >= self._kind), parts[-1]) if parts else None

    def _describe(self) -> None:
        part = self._part()
        nothing = self.tr("{0}: {1}").format(self._name(self.value()), self.tr("No approval requests"))
        self.setAccessibleDescription(self.description(self.value(), part) if part is not None else nothing)
        self.update()

    def _name(self, index: int) -> str:
        """Return the start of a bar in words."""
        moment = QDateTime.fromMSecsSinceEpoch(int((self._since + index * self._step) * 1000))
        if self._step == HOUR:
            return QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
        return QLocale().toString(moment.date(), "MM-dd")

    def sizeHint(self) -> QSize:
        return QSize(320, round(_HEIGHT + 3 * self._line()))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def _line(self) -> float:
        return QtGui.QFontMetricsF(theme.sized(theme.SMALL)).lineSpacing() + theme.SPACE

    def apply_colours(self, colours: theme.Colours) -> None:
        self._colours = colours
        self.update()

    # Mouse and keyboard

    def _boxes(self, index: int) -> list[tuple[int, QRectF]]:
        """Yield the parts of a bar with their rectangles, from the bottom."""
        bottom, most = self.height() - self._line(), max(1, *(sum(bar) for bar in self.bars))
        wide, room = self.width() / len(self.bars), bottom - 2 * self._line() - theme.SPACE
        thick = max(1.0, min(wide - 2, _MAX_BAR_WIDTH))
        top, boxes = bottom, []
        for kind in self._parts(index):
            tall = room * self.bars[index][kind] / most
            top -= tall
            boxes.append((kind, QRectF((index + 0.5) * wide - thick / 2, top, thick, tall)))
        return boxes

    def _part_at(self, place: QPointF) -> tuple[int, int] | None:
        """Return the bar and the kind at a position; the space above a bar belongs to its uppermost part."""
        if not self.bars or place.y() > self.height() - self._line():
            return None
        index = max(0, min(len(self.bars) - 1, int(place.x() * len(self.bars) / max(1, self.width()))))
        boxes = self._boxes(index)
        if not boxes or place.y() < boxes[-1][1].top() - self._line():
            return None
        return index, next((kind for kind, box in boxes if place.y() >= box.top()), boxes[-1][0])

    def _open(self, index: int, kind: int) -> None:
        begins = self._since + index * self._step
        self.opened.emit(begins, begins + self._step - 0.001, KINDS[kind])

    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        under = self._part_at(event.position())
        if under != self._hovered:
            self._hovered = under
            self.setCursor(Qt.CursorShape.PointingHandCursor if under else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.update()
        super().leaveEvent(event)

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        event.accept()  # dragging does nothing

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        under = self._part_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and under is not None:
            self._open(*under)

    def wheelEvent(self, event: QtGui.QWheelEvent) -> None:
        event.ignore()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QtGui.QHelpEvent):
            under = self._part_at(QPointF(event.pos()))
            text = self.tr("{0}. Click to show them in Audit.").format(self.description(*under)) if under else ""
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        places = {
            Qt.Key.Key_Left: self.value() - 1, Qt.Key.Key_Right: self.value() + 1,
            Qt.Key.Key_Home: 0, Qt.Key.Key_End: self.maximum(),
        }  # fmt: skip
        key, part, parts = Qt.Key(event.key()), self._part(), self._parts(self.value())
        if key in places:
            self.setValue(places[key])
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and part is not None:
            index = parts.index(part) + (1 if key == Qt.Key.Key_Up else -1)
            self._kind = parts[max(0, min(len(parts) - 1, index))]
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and part is not None:
            self._open(self.value(), part)
        else:
            event.ignore()
            return
        self._describe()

    # Painting

    def paintEvent(self, _event: QtGui.QPaintEvent) -> None:
        painter, colours, bottom = QtGui.QPainter(self), self._colours, self.height() - self._line()
        painter.setFont(theme.sized(theme.SMALL))
        tones = (colours.bar, colours.danger, colours.edge)
        self._paint_legend(painter, tones)
        wide = self.width() / max(1, len(self.bars))
        lit = self._hovered
        if self.hasFocus() and (part := self._part()) is not None:
            lit = self.value(), part
        for index, bar in enumerate(self.bars):
            top = bottom
            for kind, box in self._boxes(index):
                painter.fillRect(box, QtGui.QColor(tones[kind]))
                top = box.top()
                if lit == (index, kind):
                    painter.setPen(QtGui.QPen(QtGui.QColor(colours.text), 2))
                    painter.drawRect(box.adjusted(-2, -1, 2, 1))
            self._paint_sum(painter, sum(bar), QRectF(index * wide, top - self._line(), wide, self._line()))
        painter.fillRect(QRectF(0, bottom, self.width(), 1), QtGui.QColor(colours.strong_line))
        self._paint_names(painter, bottom, wide)
        if self.hasFocus():
            painter.setPen(QtGui.QPen(QtGui.QColor(colours.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.value() * wide + 1, self._line() + 1, wide - 2, bottom), 4, 4)

    def _paint_legend(self, painter: QtGui.QPainter, tones: Sequence[str]) -> None:
        index, characters = 0.0, QtGui.QFontMetricsF(painter.font())
        for text, tone in zip((self.tr("Approved"), self.tr("Denied"), self.tr("Not answered")), tones, strict=True):
            painter.fillRect(QRectF(index, (self._line() - 10) / 2, 10, 10), QtGui.QColor(tone))
            index += 10 + theme.SPACE
            painter.setPen(QtGui.QColor(self._colours.quiet))
            painter.drawText(QRectF(index, 0, self.width(), self._line()), Qt.AlignmentFlag.AlignVCenter, text)
            index += characters.horizontalAdvance(text) + theme.SPACE * 4

    def _paint_sum(self, painter: QtGui.QPainter, sum: int, place: QRectF) -> None:
        """Draw the sum above a bar if there is space."""
        text = QLocale().toString(sum)
        if sum and QtGui.QFontMetricsF(painter.font()).horizontalAdvance(text) <= place.width():
            painter.setPen(QtGui.QColor(self._colours.text))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_names(self, painter: QtGui.QPainter, bottom: float, wide: float) -> None:
        """Draw as many names below the bars as there is space for."""
        characters = QtGui.QFontMetricsF(painter.font())
        painter.setPen(QtGui.QColor(self._colours.quiet))
        free = 0.0
        for index in range(len(self.bars)):
            name = self._name(index)
            needs = characters.horizontalAdvance(name)
            left = max(0.0, (index + 0.5) * wide - needs / 2)
            if left >= free and left + needs <= self.width():
                painter.drawText(QRectF(left, bottom + 2, needs + 1, self._line()), 0, name)
                free = left + needs + theme.SPACE * 4
