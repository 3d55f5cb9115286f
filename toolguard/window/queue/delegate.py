"""Draws one card of the queue: the tool's name, where it would run, who asks, and when it is denied by itself."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QEvent, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from toolguard.gate.model import DeferredApproval, PendingCall, Proposal
from toolguard.window import core_translation, theme
from toolguard.window.approval import consequence
from toolguard.window.json_view import untrusted_text
from toolguard.window.queue import expiry_text, summary
from toolguard.window.queue.model import (
    ITEM,
    BurstItem,
    Index,
    Item,
    QueueItem,
    QueueModel,
    key,
    servers_of,
    since,
    tools_of,
)
from toolguard.window.widgets import time_format
from toolguard.window.widgets.item_list import CardDelegate, beside_icon, inside

_LEFT, _MIDDLE = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight


class QueueDelegate(CardDelegate):
    """Draws cards; a click on the Undo of a denied one asks for that, and one on Take back for that."""

    undo = Signal(str)
    take_back = Signal(str)
    toggled = Signal(str)
    """A click on the number of calls of a burst: they are to be shown, or hidden again."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown = index.data(ITEM)
        if not isinstance(shown, QueueItem):
            return
        colours = theme.colours()
        model = index.model()
        follows = isinstance(model, QueueModel) and model.follows(index.row())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = self.draw_background(painter, option, colours)
        name, colour = _sign(shown, colours)
        if follows and name == "tool":
            painter.setPen(QColor(colours.strong_line))
            middle = inner.left() + 10
            painter.drawLine(middle, option.rect.top() - theme.SPACE * 3, middle, option.rect.center().y())
            painter.drawLine(middle, option.rect.center().y(), middle + 8, option.rect.center().y())
        else:
            self.draw_icon(painter, inner, name, colour, option.widget.devicePixelRatioF())
        corner = _corner(shown.item)
        if isinstance(shown.item, BurstItem) and isinstance(model, QueueModel):
            corner = _count_of(model, shown.item)
        self._words(painter, beside_icon(inner), shown, colours, follows, corner)
        painter.restore()

    def _words(
        self, painter: QPainter, box: QRect, shown: QueueItem, colours: theme.Colours, follows: bool, times: str
    ) -> None:
        title, below = _texts(shown.item, follows)
        over = shown.gone or shown.denied
        half = box.height() // 2
        top, bottom = box.adjusted(0, 0, 0, -half), box.adjusted(0, half, 0, 0)
        small = theme.sized(theme.SMALL)
        words, tone = _right(shown)
        painter.setFont(small)
        painter.setPen(QColor(getattr(colours, tone)))
        width = QFontMetrics(small).horizontalAdvance(words)
        painter.drawText(top, _RIGHT | _MIDDLE, words)
        painter.setPen(QColor(colours.quiet))
        if times:
            painter.drawText(bottom, _RIGHT | _MIDDLE, times)
            bottom = bottom.adjusted(0, 0, -QFontMetrics(small).horizontalAdvance(times) - theme.SPACE * 2, 0)
        if not (over or follows):
            bottom = _draw_badge(painter, bottom, shown.item, colours)
        painter.setPen(QColor(colours.quiet))
        elided = Qt.TextElideMode.ElideMiddle if follows else Qt.TextElideMode.ElideRight
        fitted = QFontMetrics(small).elidedText(below, elided, bottom.width())
        _draw_marked(painter, bottom, fitted, colours.quiet if over else colours.caution)
        weight = QFont.Weight.Normal if follows else QFont.Weight.DemiBold
        font = theme.sized(1, weight=weight) if isinstance(shown.item, Proposal) else theme.mono(1, weight=weight)
        font.setStrikeOut(over)
        painter.setFont(font)
        painter.setPen(QColor(colours.quiet if over else colours.text))
        room = top.width() - width - theme.SPACE * 3
        fitted = QFontMetrics(font).elidedText(title, Qt.TextElideMode.ElideMiddle, room)
        _draw_marked(painter, top, fitted, colours.quiet if over else colours.caution)

    def undo_box(self, card: QRect, words: str = "") -> QRect:
        """Where the Undo of a denied card is, or the Take back of a kept answer: the card's right part, above."""
        inner = inside(card)
        width = QFontMetrics(theme.sized(theme.SMALL)).horizontalAdvance(words or _denied()) + theme.SPACE * 2
        return QRect(inner.right() - width, inner.top(), width, inner.height() // 2)

    def count_box(self, card: QRect, words: str) -> QRect:
        """Where the number of calls of a burst is: the card's right part, below."""
        box = self.undo_box(card, words)
        return box.translated(0, box.height())

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent):
            shown = index.data(ITEM)
            place = event.position().toPoint()
            if isinstance(shown, QueueItem) and isinstance(shown.item, DeferredApproval):
                if not shown.gone and self.undo_box(option.rect, _taken_back()).contains(place):
                    self.take_back.emit(shown.item.id)
                    return True
                return super().editorEvent(event, model, option, index)
            inside = self.undo_box(option.rect).contains(place)
            if inside and isinstance(shown, QueueItem) and shown.denied:
                item = shown.item
                self.undo.emit(key(item.calls[0] if isinstance(item, BurstItem) else item))
                return True
            burst = shown.item if isinstance(shown, QueueItem) and isinstance(shown.item, BurstItem) else None
            counted = _count_of(model, burst) if burst is not None and isinstance(model, QueueModel) else ""
            if burst is not None and counted and self.count_box(option.rect, counted).contains(place):
                self.toggled.emit(key(burst))
                return True
        return super().editorEvent(event, model, option, index)


def _draw_badge(painter: QPainter, box: QRect, item: Item | DeferredApproval, colours: theme.Colours) -> QRect:
    """Draw what the server declares about the tool at the right of ``box``; what is left of it."""
    if isinstance(item, Proposal | DeferredApproval):
        return box
    effect = consequence.effect_of(item.calls if isinstance(item, BurstItem) else (item,))
    if effect is None:
        return box
    words, tone = consequence.effect_words(effect)
    if tone != "quiet":
        painter.save()
        width = painter.fontMetrics().horizontalAdvance(words) + theme.SPACE * 3
        height = painter.fontMetrics().height() + 2
        badge = QRect(box.right() - width + 1, box.center().y() - height // 2, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(getattr(colours, f"{tone}_back")))
        painter.drawRoundedRect(badge, 6, 6)
        painter.setPen(QColor(getattr(colours, tone)))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, words)
        painter.restore()
        return box.adjusted(0, 0, -width - theme.SPACE * 2, 0)
    painter.drawText(box, _RIGHT | _MIDDLE, words)
    return box.adjusted(0, 0, -painter.fontMetrics().horizontalAdvance(words) - theme.SPACE * 2, 0)


def _draw_marked(painter: QPainter, box: QRect, words: str, caution: str) -> None:
    """Draw a line in the painter's own colour, and what is written out as a mark in the colour ``caution``."""
    if "⟨" not in words:
        painter.drawText(box, _LEFT | _MIDDLE, words)
        return
    pen, box = painter.pen(), QRect(box)
    for marked, piece in untrusted_text.marks(words):
        painter.setPen(QColor(caution) if marked else pen)
        painter.drawText(box, _LEFT | _MIDDLE, piece)
        box.setLeft(box.left() + painter.fontMetrics().horizontalAdvance(piece))
    painter.setPen(pen)


def _denied() -> str:
    return QCoreApplication.translate("CardModel", "Denied – Undo")


def _taken_back() -> str:
    return QCoreApplication.translate("CardModel", "Remove")


def _count_of(model: QueueModel, item: BurstItem) -> str:
    """How many calls of a burst are pending, and whether they are shown."""
    words = QCoreApplication.translate("BurstCards", "%n calls", None, len(model.pending_of(item)))
    return f"{words} {'▾' if model.is_expanded(key(item)) else '▸'}"


def _corner(item: Item | DeferredApproval) -> str:
    """What stands at the right, below: how many wait for one answer, or how long an answer is kept."""
    if isinstance(item, DeferredApproval):
        return time_format.minutes(item.expires - time.time())
    return f"×{item.waiting}" if isinstance(item, PendingCall) and item.waiting > 1 else ""


def _sign(shown: QueueItem, colours: theme.Colours) -> tuple[str, str]:
    if shown.denied:
        return "deny", colours.danger
    if shown.gone:
        return "gone", colours.quiet
    if isinstance(shown.item, Proposal):
        return "proposal", colours.accent
    if isinstance(shown.item, DeferredApproval):
        return ("ok", colours.ok) if shown.item.verdict == "allow" else ("deny", colours.danger)
    calls = shown.item.calls if isinstance(shown.item, BurstItem) else (shown.item,)
    if any(held.leaks for held in calls):
        return "danger", colours.danger
    if any(held.warnings for held in calls):
        return "caution", colours.caution
    names = {name for held in calls for name in (held.call.tool, held.call.server)}
    if any(map(untrusted_text.doubts, names)):
        return "caution", colours.caution
    if all(held.call.is_request for held in calls):
        return ("servers" if calls[0].call.is_from_server else "client"), colours.quiet
    return "tool", colours.quiet


def _right(shown: QueueItem) -> tuple[str, str]:
    """The words at the right and their colour: Undo, what happens when nobody answers, or how long it waits."""
    item: Any = shown.item
    if shown.denied:
        return _denied(), "accent"
    if isinstance(item, DeferredApproval):
        return ("", "quiet") if shown.gone else (_taken_back(), "accent")
    if isinstance(item, BurstItem) and not shown.gone:
        item = min(item.calls, key=lambda held: held.expires or float("inf"))
    if isinstance(item, PendingCall) and not shown.gone:
        return expiry_text.brief(item, time.time())
    return time_format.ago(time.time() - since(item)), "quiet"


def _texts(item: Item | DeferredApproval, follows: bool) -> tuple[str, str]:
    """What stands above and below. In a group only the first says where and who; the others say what."""
    if isinstance(item, Proposal):
        return untrusted_text.visible(core_translation.local(item.title)), untrusted_text.visible(
            core_translation.local(item.asked_by)
        )
    if isinstance(item, BurstItem):
        return tools_of(item), f"{servers_of(item)} · {untrusted_text.name(item.calls[0].call.client.id)}"
    call = item.call
    if isinstance(item, DeferredApproval):
        allowed = item.verdict == "allow"
        said = QCoreApplication.translate("CardModel", "approved once for {0}") if allowed else ""
        said = said or QCoreApplication.translate("CardModel", "denied once for {0}")
        return untrusted_text.name(call.tool), said.format(untrusted_text.name(call.client.id))
    if follows:
        return untrusted_text.name(call.tool), summary.main_input(call.arguments)
    return untrusted_text.name(call.tool), f"{untrusted_text.name(call.server)} · {untrusted_text.name(call.client.id)}"
