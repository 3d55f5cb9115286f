"""Running calls as cards: tool, server, duration, progress, and a button to stop the call."""

from __future__ import annotations

import time
from collections.abc import Mapping

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from toolguard.gate import deciders
from toolguard.gate.model import RunningCall, Snapshot
from toolguard.window import theme
from toolguard.window.approval import consequence
from toolguard.window.json_view import untrusted_text
from toolguard.window.log_view.call_model import decider, rule_of
from toolguard.window.queue import summary
from toolguard.window.queue.model import ITEM_ROLE, CardModel, QueueItem
from toolguard.window.widgets import icons, time_format
from toolguard.window.widgets.lists.item_list import CardText, badge_row, is_left_button
from toolguard.window.widgets.lists.row_marks import draw_card

translate = QCoreApplication.translate

CARD_DELAY = 0.3
"""Seconds after which a running call gets a card; shorter ones would only flicker."""
OUTCOME_DURATION = 6.0
"""Seconds for which a card shows the outcome of its call after the end."""
LONG_RUNNING_AFTER = 60.0
"""Seconds after which the time of a running call without any progress report is highlighted."""
_STOP_WIDTH = 76
Outcome = tuple[str, str, str]
Index = QModelIndex | QPersistentModelIndex


def _ended() -> Outcome:
    """Return the text while the outcome is not known yet."""
    return "gone", "quiet", translate("RunningCall", "ended")


class RunningCallsModel(CardModel):
    """Running calls, oldest first. An ended call stays for `OUTCOME_DURATION` seconds."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ended: dict[str, tuple[float, Outcome]] = {}
        self._chosen = ""
        self._rules: Mapping[str, str] = {}

    def show_rules(self, rules: Mapping[str, str]) -> None:
        """Set the rules as sentences, by their ids."""
        self._rules = rules
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    def rule(self, running: RunningCall) -> str:
        """Return the rule that allowed a call as a sentence; "" if no rule did, or it was removed."""
        return rule_of(running.by, self._rules)

    def set_snapshot(self, snapshot: Snapshot) -> list[str]:
        """Update from ``snapshot``; return the names of the calls that have ended."""
        now = time.time()
        running = {running_call.call.id for running_call in snapshot.running}
        ended = [name for name in self.names() if name not in running and name not in self._ended]
        for name in ended:
            self._ended[name] = now, _ended()
        for name in running & self._ended.keys():
            del self._ended[name]
        self._update_deferred()
        self.fold(
            running_call
            for running_call in snapshot.running
            if now - running_call.since >= CARD_DELAY or self.row(running_call.call.id) >= 0
        )
        return ended

    def look_at(self, name: str) -> None:
        """Keep the card of ``name``, which the person has selected, until they select another one."""
        self._chosen = name
        self._update_deferred()

    def sweep(self) -> bool:
        """Remove calls that ended some time ago; return True while ended ones remain."""
        limit = time.time() - OUTCOME_DURATION
        for name in [name for name, (moment, _) in self._ended.items() if moment < limit and name != self._chosen]:
            del self._ended[name]
        self._update_deferred()
        return bool(self._ended)

    def _update_deferred(self) -> None:
        self.keep(*self._ended, self._chosen)

    def set_outcome(self, name: str, outcome: Outcome) -> None:
        """Show how a call ended, which was read from the log; nothing if its card is gone."""
        row = self.row(name)
        if name in self._ended and row >= 0:
            self._ended[name] = self._ended[name][0], outcome
            self.dataChanged.emit(self.index(row), self.index(row))

    def outcome(self, name: str) -> Outcome:
        """Return how an ended call ended, as (icon, colour, words)."""
        return self._ended.get(name, (0.0, _ended()))[1]

    def key(self, item: RunningCall) -> str:
        return item.call.id

    def sentence(self, item: RunningCall, gone: bool) -> str:
        tool, server = untrusted_text.visible(item.call.tool), untrusted_text.visible(item.call.server)
        if gone:
            return translate("RunningCall", "{0} on {1}: {2}").format(tool, server, self.outcome(item.call.id)[2])
        template = translate("RunningCall", "{0} on {1} is running, requested by {2}. {3}")
        text = template.format(tool, server, untrusted_text.visible(item.call.client.id), state(item))
        parts = (
            text.strip().rstrip("."),
            consequence.row_text((item,), spoken=True)[0],
            summary.main_input(item.call.arguments),
        )
        return ". ".join(filter(None, parts))


def _badge(running: RunningCall) -> tuple[str, str]:
    """Return the declared effect of a row, and its tone. That none is declared helps nobody once the call runs."""
    effect = consequence.row_text((running,))
    return ("", "quiet") if effect == consequence.effect_text("undeclared") else effect


def is_long(running: RunningCall) -> bool:
    """Return whether a call has run so long without any progress report that its time is highlighted."""
    is_silent = running.progress is None and not running.note
    return is_silent and not running.stopping and time.time() - running.since >= LONG_RUNNING_AFTER


def appearance(running: RunningCall) -> tuple[str, str]:
    """Return the icon of a running call and its tone."""
    if running.stopping:
        return "rest", "quiet"  # a square before a row looks like a check box
    return ("active", "caution") if is_long(running) else ("active", "accent")


def allowed_by(by: str, rule: str = "") -> str:
    """Return who allowed a call, in words that continue a line. ``rule``: its rule as a sentence, if known."""
    if by == "person":
        return translate("RunningCall", "approved by you")
    if by.startswith(deciders.RULE):
        text = translate("RunningCall", "by rule: {0}").format(rule.rstrip(".。"))
        return text if rule else translate("RunningCall", "allowed by a rule")
    return translate("RunningCall", "allowed by: {0}").format(decider(by))


def facts_line(running: RunningCall, font: QFontMetrics, width: int, rule: str = "") -> str:
    """Return server, client and who allowed the call (``rule`` as a sentence); the last only if it fits."""
    call = running.call
    line = f"{untrusted_text.visible(call.server)} · {untrusted_text.visible(call.client.id)}"
    for by in dict.fromkeys((allowed_by(running.by, rule), allowed_by(running.by))):
        whole = f"{line} · {by}"
        if font.horizontalAdvance(whole) <= width:
            return whole
    return font.elidedText(line, Qt.TextElideMode.ElideRight, width)


def state(running: RunningCall) -> str:
    """Return the progress with the server's note, or why there is none; "" without anything to say."""
    if running.stopping:
        return translate("RunningCall", "stop requested, waiting for the server")
    note = untrusted_text.visible(running.note)
    if running.progress is None:
        return note or (translate("RunningCall", "no progress reported for over a minute") if is_long(running) else "")
    if running.total:
        share = translate("RunningCall", "{0} of {1}").format(f"{running.progress:g}", f"{running.total:g}")
    else:
        share = translate("RunningCall", "{0} so far, total unknown").format(f"{running.progress:g}")
    return f"{share} · {note}" if note else share


_BAR, _LEAST_BAR = 160, 48
"""Pixels of the progress bar, and its minimum if the text needs space."""


_LEAST_ARGUMENT = 120
"""Pixels from which the main argument is shown beside the tool."""


def _inside(card: QRect) -> QRect:
    """Return the area of a card inside its margins."""
    return card.adjusted(theme.SPACE * 5, theme.SPACE * 2, -theme.SPACE * 5, -theme.SPACE * 2)


class RunningCallDelegate(QStyledItemDelegate):
    """Draws one running call. A click on its Stop button requests that it is stopped."""

    stop = Signal(str)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(220, QFontMetrics(theme.sized(1)).height() * 3 + theme.SPACE * 8)

    def _stop_box(self, card: QRect) -> QRect:
        """Return the area of the button, beside the last two lines: the first one has the time at its end."""
        height = QFontMetrics(theme.sized(1)).height() + theme.SPACE * 3
        inner = _inside(card)
        middle = inner.bottom() - inner.height() // 3
        return QRect(inner.right() - _STOP_WIDTH, middle - height // 2, _STOP_WIDTH, height)

    @staticmethod
    def _has_stop(index: Index) -> bool:
        shown = index.data(ITEM_ROLE)
        return isinstance(shown, QueueItem) and not (shown.gone or shown.item.stopping)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown = index.data(ITEM_ROLE)
        if not isinstance(shown, QueueItem):
            return
        colours = theme.colours()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_card(painter, option.rect.adjusted(theme.SPACE * 2, 1, -theme.SPACE * 2, -1), option, colours)
        inner = _inside(option.rect)
        model = index.model()
        ended = model.outcome(shown.item.call.id) if shown.gone and isinstance(model, RunningCallsModel) else _ended()
        name, tone = ended[:2] if shown.gone else appearance(shown.item)
        sign = icons.pixmap(name, getattr(colours, tone), 20, option.widget.devicePixelRatioF())
        painter.drawPixmap(inner.left(), inner.top() + 2, sign)
        words = inner.adjusted(20 + theme.SPACE * 3, 0, 0, 0)
        rule = model.rule(shown.item) if isinstance(model, RunningCallsModel) else ""
        beside = 0
        if self._has_stop(index):
            beside = _STOP_WIDTH + theme.SPACE * 4
            self._button(painter, self._stop_box(option.rect), colours)
        self._text(painter, words, shown, colours, ended, rule, beside)
        painter.restore()

    def _text(
        self, painter: QPainter, box: QRect, shown: QueueItem, colours: theme.Colours, ended: Outcome, rule: str,
        beside: int,
    ) -> None:  # fmt: skip
        """``beside``: pixels at the end of the last two lines that the button needs."""
        running_call, call = shown.item, shown.item.call
        line = box.height() // 3
        rows = [
            QRect(box.left(), box.top() + line * index, box.width() - (beside if index else 0), line)
            for index in range(3)
        ]
        small, strong = theme.sized(theme.SMALL), theme.mono(1, weight=QFont.Weight.DemiBold)
        right = "" if shown.gone else time_format.minutes(time.time() - running_call.since)
        left, middle = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignVCenter
        painter.setPen(QColor(colours.quiet if shown.gone else colours.text))
        painter.setFont(strong)
        room = box.width() - QFontMetrics(strong).horizontalAdvance(right) - theme.SPACE * 3
        tool = QFontMetrics(strong).elidedText(untrusted_text.visible(call.tool), Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(rows[0], left | middle, tool)
        start = QFontMetrics(strong).horizontalAdvance(tool) + theme.SPACE * 3
        self._argument(rows[0].adjusted(start, 0, room - box.width(), 0), running_call).draw(painter, colours.caution)
        painter.setFont(theme.mono(1, weight=QFont.Weight.DemiBold if is_long(running_call) else QFont.Weight.Normal))
        painter.setPen(QColor(colours.caution if is_long(running_call) and not shown.gone else colours.text))
        painter.drawText(rows[0], Qt.AlignmentFlag.AlignRight | middle, right)
        effect, tone = _badge(running_call)
        facts = CardText("", rows[1], small, colours.quiet)
        facts, *badge = badge_row(rows[1], facts, effect, "quiet" if shown.gone else tone)
        for each in badge:
            each.draw(painter, colours.caution)
        painter.setFont(small)
        painter.setPen(QColor(colours.quiet))
        painter.drawText(
            facts.box, left | middle, facts_line(running_call, QFontMetrics(small), facts.box.width(), rule)
        )
        self._progress(painter, rows[2], shown, colours, ended)

    @staticmethod
    def _argument(box: QRect, running: RunningCall) -> CardText:
        """Return the main argument beside the tool, as in the queue; "" if it has no space."""
        text = summary.main_input(running.call.arguments) if box.width() >= _LEAST_ARGUMENT else ""
        return CardText(text, box, theme.mono(theme.SMALL), theme.colours().quiet, Qt.TextElideMode.ElideMiddle)

    def _progress(
        self, painter: QPainter, box: QRect, shown: QueueItem, colours: theme.Colours, ended: Outcome
    ) -> None:
        running_call, small = shown.item, theme.sized(theme.SMALL)
        running_tone = "caution" if is_long(running_call) else "quiet"
        text, tone = (ended[2], ended[1]) if shown.gone else (state(running_call), running_tone)
        if not shown.gone and running_call.total and running_call.progress is not None and not running_call.stopping:
            room = box.width() - QFontMetrics(small).horizontalAdvance(text) - theme.SPACE * 2 - 1
            bar = QRect(box.left(), box.center().y() - 2, max(_LEAST_BAR, min(_BAR, room)), 5)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.line))
            painter.drawRoundedRect(bar, 2, 2)
            done = max(0.0, min(1.0, running_call.progress / running_call.total))
            painter.setBrush(QColor(colours.accent_fill))
            painter.drawRoundedRect(QRect(bar.left(), bar.top(), round(bar.width() * done), bar.height()), 2, 2)
            box = box.adjusted(bar.width() + theme.SPACE * 2, 0, 0, 0)
        painter.setFont(small)
        painter.setPen(QColor(getattr(colours, tone)))
        fitted = QFontMetrics(small).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, fitted)

    def _button(self, painter: QPainter, box: QRect, colours: theme.Colours) -> None:
        painter.setPen(QColor(colours.edge))
        painter.setBrush(QColor(colours.raised))
        painter.drawRoundedRect(box.toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.setPen(QColor(colours.text))
        painter.setFont(theme.sized(1))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, translate("RunningCall", "Stop…"))

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        has_stop = self._has_stop(index)
        if has_stop and is_left_button(event) and self._stop_box(option.rect).contains(event.position().toPoint()):
            if event.type() == QEvent.Type.MouseButtonRelease:
                self.stop.emit(index.data(ITEM_ROLE).item.call.id)
            return True  # a press here does not select the call, which would move the button
        return super().editorEvent(event, model, option, index)
