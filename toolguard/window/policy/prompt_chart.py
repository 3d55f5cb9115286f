"""How many prompts there were when, and what became of them, as bars."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QLocale, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from toolguard.window import theme

KINDS = ("approved", "denied", "unanswered")
HOUR, DAY = 3600.0, 86_400.0
_HEIGHT = theme.SPACE * 26
_THICKEST = 48
"""Pixels of a bar at most."""


class PromptChart(theme.ThemedWidget, QWidget):
    """A bar an hour for a day, else a bar a day. Screen readers are told the busiest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Prompts over time"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._since = 0.0
        self._step = DAY
        self.bars: list[list[int]] = []
        """For each bar how many were approved, denied and not answered."""
        self._colours = theme.LIGHT
        self.redress()

    def begin(self, since: float, until: float) -> None:
        """Show empty bars from ``since`` to ``until`` (seconds since the epoch)."""
        self._step = HOUR if until - since <= DAY else DAY
        zone = QDateTime.fromSecsSinceEpoch(int(since)).offsetFromUtc()
        self._since = math.floor((since + zone) / self._step) * self._step - zone
        self.bars = [[0] * len(KINDS) for _ in range(max(1, math.ceil((until - self._since) / self._step)))]
        self.tell()

    def add(self, time: float, kind: str) -> None:
        """Count a prompt of ``time``; `tell` shows what was counted."""
        at = int((time - self._since) // self._step)
        if 0 <= at < len(self.bars):
            self.bars[at][KINDS.index(kind)] += 1

    def tell(self) -> None:
        """Show what was counted so far."""
        sums = [sum(bar) for bar in self.bars]
        at = sums.index(max(sums))
        words = (
            self.tr("Most prompts: {0} ({1})").format(QLocale().toString(sums[at]), self._name(at)) if sums[at] else ""
        )
        self.setAccessibleDescription(words)
        self.setToolTip(words)
        self.update()

    def _name(self, at: int) -> str:
        """When a bar begins, in words."""
        moment = QDateTime.fromMSecsSinceEpoch(int((self._since + at * self._step) * 1000))
        if self._step == HOUR:
            return QLocale().toString(moment.time(), QLocale.FormatType.ShortFormat)
        return QLocale().toString(moment.date(), "MM-dd")

    def sizeHint(self) -> QSize:
        return QSize(320, round(_HEIGHT + 3 * self._line()))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def _line(self) -> float:
        return QFontMetricsF(theme.sized(theme.SMALL)).lineSpacing() + theme.SPACE

    def dress(self, colours: theme.Colours) -> None:
        self._colours = colours
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colours, foot = QPainter(self), self._colours, self.height() - self._line()
        painter.setFont(theme.sized(theme.SMALL))
        tones = (colours.accent_fill, colours.danger_fill, colours.edge)
        self._paint_legend(painter, tones)
        most = max(1, *(sum(bar) for bar in self.bars)) if self.bars else 1
        wide, room = self.width() / max(1, len(self.bars)), foot - 2 * self._line() - theme.SPACE
        thick = max(1.0, min(wide - 2, _THICKEST))
        for at, bar in enumerate(self.bars):
            top = foot
            for count, tone in zip(bar, tones, strict=True):
                tall = room * count / most
                painter.fillRect(QRectF((at + 0.5) * wide - thick / 2, top - tall, thick, tall), QColor(tone))
                top -= tall
            self._paint_sum(painter, sum(bar), QRectF(at * wide, top - self._line(), wide, self._line()))
        painter.fillRect(QRectF(0, foot, self.width(), 1), QColor(colours.strong_line))
        self._paint_names(painter, foot, wide)

    def _paint_legend(self, painter: QPainter, tones: Sequence[str]) -> None:
        at, letters = 0.0, QFontMetricsF(painter.font())
        for words, tone in zip((self.tr("Approved"), self.tr("Denied"), self.tr("Not answered")), tones, strict=True):
            painter.fillRect(QRectF(at, (self._line() - 10) / 2, 10, 10), QColor(tone))
            at += 10 + theme.SPACE
            painter.setPen(QColor(self._colours.quiet))
            painter.drawText(QRectF(at, 0, self.width(), self._line()), Qt.AlignmentFlag.AlignVCenter, words)
            at += letters.horizontalAdvance(words) + theme.SPACE * 4

    def _paint_sum(self, painter: QPainter, sum: int, place: QRectF) -> None:
        """Write how many there were above their bar, where there is room."""
        words = QLocale().toString(sum)
        if sum and QFontMetricsF(painter.font()).horizontalAdvance(words) <= place.width():
            painter.setPen(QColor(self._colours.text))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_names(self, painter: QPainter, foot: float, wide: float) -> None:
        """As many names below the middles of the bars as there is room for."""
        letters = QFontMetricsF(painter.font())
        painter.setPen(QColor(self._colours.quiet))
        free = 0.0
        for at in range(len(self.bars)):
            name = self._name(at)
            needs = letters.horizontalAdvance(name)
            left = max(0.0, (at + 0.5) * wide - needs / 2)
            if left >= free and left + needs <= self.width():
                painter.drawText(QRectF(left, foot + 2, needs + 1, self._line()), 0, name)
                free = left + needs + theme.SPACE * 4
