"""Draws one card of the queue: tool name, target, server, and client."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QEvent, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from toolguard.gate.model import DeferredApproval, PendingCall, Proposal
from toolguard.window import core_translation, theme
from toolguard.window.approval import call_warnings, consequence
from toolguard.window.json_view import untrusted_text
from toolguard.window.queue import expiry_text, summary
from toolguard.window.queue.model import (
    ITEM_ROLE,
    BurstItem,
    Index,
    Item,
    QueueItem,
    QueueModel,
    inputs_of,
    key,
    servers_of,
    tools_of,
)
from toolguard.window.widgets import time_format
from toolguard.window.widgets.lists import item_list
from toolguard.window.widgets.lists.item_list import is_click

_MAX_DETAIL_LENGTH = 120
"""Maximum characters of a proposal's detail that are inspected."""


class QueueDelegate(item_list.CardDelegate):
    """Draws cards. A click on Remove of a deferred approval, or on the number of a burst's calls, emits a signal."""

    take_back = Signal(str)
    toggled = Signal(str)
    """The number of a burst's calls was clicked, to expand or collapse them."""
    LINES = 3

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown = index.data(ITEM_ROLE)
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
        for text in self.texts(option.rect, index):
            text.draw(painter, colours.quiet if shown.gone or shown.denied else colours.caution)
        painter.restore()

    def texts(self, card: QRect, index: Index) -> list[item_list.CardText]:
        shown, model, colours = index.data(ITEM_ROLE), index.model(), theme.colours()
        if not isinstance(shown, QueueItem):
            return []
        corner = _corner(shown.item)
        if isinstance(shown.item, BurstItem) and isinstance(model, QueueModel):
            corner = _count_of(model, shown.item)
        top, middle, bottom = self.lines(item_list.beside_icon(item_list.inside(card)))
        over = shown.gone or shown.denied
        title, does, where = _texts(shown.item)
        first = isinstance(model, QueueModel) and not model.follows(index.row())
        weight = QFont.Weight.DemiBold if first else QFont.Weight.Normal
        is_sentence = isinstance(shown.item, Proposal)
        font = theme.sized(1, weight=weight) if is_sentence else theme.mono(1, weight=weight)
        font.setStrikeOut(over)
        mode = Qt.TextElideMode.ElideRight if is_sentence else Qt.TextElideMode.ElideMiddle
        several = isinstance(shown.item, BurstItem) and len(shown.item.tools) > 1
        does_mode = Qt.TextElideMode.ElideRight if several else mode  # the names of several tools with their counts
        colour = colours.quiet if over else colours.text
        small, telling = theme.sized(theme.SMALL), theme.sized(theme.SMALL) if is_sentence else theme.mono(theme.SMALL)
        effect = _effect(shown.item) if first and not over else ("", "quiet")
        name = item_list.CardText(title, top, font, colour, mode, is_name=not is_sentence)
        target, *count = item_list.text_row(
            middle, item_list.CardText(does, middle, telling, colour, does_mode), corner, colours.quiet
        )
        text, tone = _right_text(shown)
        named = item_list.text_row(top, name, text, getattr(colours, tone))
        origin = item_list.CardText(where, bottom, small, colours.quiet, is_name=True, is_pair=" · " in where)
        server = item_list.badge_row(bottom, origin, *effect)
        if is_sentence and named[0].missing > 0:  # the whole sentence says more than a part of it with the detail
            return [*item_list.wrapped(named[0], middle), *named[1:], *server]
        if not (over or isinstance(shown.item, DeferredApproval) or named[0].missing <= 0):
            named, (target, *timed) = [name], item_list.text_row(target.box, target, text, getattr(colours, tone))
            count = [*timed, *count]
        if target.missing > 0 and isinstance(shown.item, PendingCall | DeferredApproval):  # the value says more
            target = replace(target, text=summary.main_value(shown.item.call.arguments))
        return [*named, target, *count, *server]

    def remove_box(self, card: QRect, text: str) -> QRect:
        """Return the area of Remove on a deferred approval: the upper right."""
        inner = item_list.inside(card)
        width = QFontMetrics(theme.sized(theme.SMALL)).horizontalAdvance(text) + theme.SPACE * 2
        return QRect(inner.right() - width, inner.top(), width, inner.height() // self.LINES)

    def count_box(self, card: QRect, text: str) -> QRect:
        """Return the area of the number of a burst's calls: the right end of the second line."""
        box = self.remove_box(card, text)
        return box.translated(0, box.height())

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        if is_click(event):
            shown = index.data(ITEM_ROLE)
            place = event.position().toPoint()
            if isinstance(shown, QueueItem) and isinstance(shown.item, DeferredApproval):
                if not shown.gone and self.remove_box(option.rect, _approval_revoked_text()).contains(place):
                    self.take_back.emit(shown.item.id)
                    return True
                return super().editorEvent(event, model, option, index)
            burst = shown.item if isinstance(shown, QueueItem) and isinstance(shown.item, BurstItem) else None
            counted = _count_of(model, burst) if burst is not None and isinstance(model, QueueModel) else ""
            if burst is not None and counted and self.count_box(option.rect, counted).contains(place):
                self.toggled.emit(key(burst))
                return True
        return super().editorEvent(event, model, option, index)


def _effect(item: Item | DeferredApproval) -> tuple[str, str]:
    """Return the badge of the row of ``item``, and its tone."""
    if isinstance(item, DeferredApproval):
        return "", "quiet"
    if isinstance(item, Proposal):
        return consequence.change_text(item)
    text, tone = consequence.row_text(item.calls if isinstance(item, BurstItem) else (item,))
    # Most servers declare nothing: on most rows, that would make real warnings easy to miss.
    return ("", tone) if text == consequence.effect_text("undeclared")[0] else (text, tone)


def _approval_revoked_text() -> str:
    return QCoreApplication.translate("CardModel", "Remove")


def _count_of(model: QueueModel, item: BurstItem) -> str:
    """Return how many calls of a burst are pending, and whether they are shown."""
    text = QCoreApplication.translate("BurstCards", "%n calls", None, model.count_of(item))
    return f"{text} {'▾' if model.is_expanded(key(item)) else '▸'}"


def _corner(item: Item | DeferredApproval) -> str:
    """Return the text at the right of the second line: waiting repetitions, or the remaining time of an approval."""
    if isinstance(item, DeferredApproval):
        return time_format.minutes(item.expires - time.time())
    if not isinstance(item, PendingCall) or item.waiting < 2:
        return ""
    return QCoreApplication.translate("QueueText", "%n requests", None, item.waiting)


def _sign(shown: QueueItem, colours: theme.Colours) -> tuple[str, str]:
    if shown.denied:
        return "deny", colours.danger
    if shown.gone:
        return "gone", colours.quiet
    if isinstance(shown.item, Proposal):
        return "proposal", colours.danger if consequence.reduces_protection(shown.item) else colours.accent
    if isinstance(shown.item, DeferredApproval):
        return ("ok", colours.ok) if shown.item.verdict == "allow" else ("deny", colours.danger)
    calls = shown.item.calls if isinstance(shown.item, BurstItem) else (shown.item,)
    danger = consequence.is_dangerous(calls)
    if shown.item.leaks or any(map(call_warnings.is_grave, calls)):
        return "danger", colours.danger
    if any(map(call_warnings.is_warned, calls)):
        return "caution", colours.danger if danger else colours.caution
    if all(pending.call.is_request for pending in calls):
        return ("servers" if calls[0].call.is_from_server else "client"), colours.quiet
    return "tool", colours.danger if danger else colours.quiet


def _right_text(shown: QueueItem) -> tuple[str, str]:
    """Return the text at the right and its colour."""
    item: Any = shown.item
    if shown.denied:
        return QCoreApplication.translate("CardModel", "Denied"), "danger"
    if isinstance(item, DeferredApproval):
        return ("", "quiet") if shown.gone else (_approval_revoked_text(), "accent")
    if isinstance(item, BurstItem) and not shown.gone:
        item = item.expires_first
    if isinstance(item, PendingCall) and not shown.gone:
        return expiry_text.brief(item, time.time())
    return "", "quiet"


def _texts(item: Item | DeferredApproval) -> tuple[str, str, str]:
    """Return the texts of the three lines: the tool, the main argument, server and client."""
    if isinstance(item, Proposal):
        sentence = item.parts[0].text if len(item.parts) > 1 else item.detail
        detail = untrusted_text.one_line(core_translation.local(sentence)[:_MAX_DETAIL_LENGTH])
        title, by = core_translation.local(item.title), core_translation.local(item.asked_by)
        return untrusted_text.visible(title), detail, untrusted_text.visible(by)
    if isinstance(item, BurstItem):
        first = item.calls[0].call
        who = untrusted_text.name(first.client.id)
        return tools_of(item), inputs_of(item), f"{servers_of(item)} · {who}"
    call = item.call
    does = summary.main_input(call.arguments)
    if isinstance(item, DeferredApproval):
        allowed = item.verdict == "allow"
        text = QCoreApplication.translate("CardModel", "approved once for {0}") if allowed else ""
        text = text or QCoreApplication.translate("CardModel", "denied once for {0}")
        return untrusted_text.name(call.tool), does, text.format(untrusted_text.name(call.client.id))
    where = f"{untrusted_text.name(call.server)} · {untrusted_text.name(call.client.id)}"
    return untrusted_text.name(call.tool), does, where
