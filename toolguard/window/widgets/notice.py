"""The place where a page reports an action, with a button to undo it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QEnterEvent, QFontMetrics
from PySide6.QtWidgets import QFrame, QPushButton

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.pages.actions import native
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import STRETCH, hbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, show_text

UNDO_DURATION = 15.0
"""Seconds in which an action can be undone."""
MAX_TEXT_LENGTH = 300
"""Maximum characters."""
_MIN_DURATION_MS = 3_000
"""Minimum milliseconds that it stays after the pointer has left it."""


class _NoticeContent(NamedTuple):
    icon: IconLabel
    text_label: TextLabel
    more: QPushButton
    button: QPushButton


class Notice(QFrame):
    """One line in the strip at a page's lower edge (`StatusStrip`), without focus: it offers an action, and undo."""

    def __init__(self) -> None:
        super().__init__()
        self._remaining = 0
        self.tone = "ok"
        self._on_offer: Callable[[], object] | None = None
        self._on_undo: Callable[[], object] | None = None
        self._close = push_button(
            name=self.tr("Close this notice"), kind="flat", icon="close", tip=self.tr("Close"), clicked=self.dismiss
        )
        self._row = hbox(STRETCH, self._close, parent=self)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._end)
        self.hide()

    @cached_property
    def _content(self) -> _NoticeContent:
        """The other widgets. They are created with the first message: many pages never have one."""
        content = _NoticeContent(
            IconLabel(), TextLabel(name=self.tr("Notice")), push_button(kind="flat", clicked=self._run_offer),
            push_button(self.tr("Undo"), kind="flat", tip=native("Ctrl+Z"), clicked=self.undo),
        )  # fmt: skip
        for index, (before, widget) in enumerate(itertools.pairwise((self, *content))):
            tab_order.insert_at(self._row, index, widget, before=before)
        self._row.setStretchFactor(content.text_label, 100)
        return content

    @property
    def text_label(self) -> TextLabel:
        """The label with the text, which is shown as data."""
        return self._content.text_label

    @property
    def more(self) -> QPushButton:
        """The button of the offer."""
        return self._content.more

    @property
    def button(self) -> QPushButton:
        """The button Undo."""
        return self._content.button

    def show_message(
        self,
        text: str,
        offer: str = "",
        then: Callable[[], object] | None = None,
        *,
        back: Callable[[], object] | None = None,
        lasts: float = 0.0,
        tone: str = "ok",
    ) -> None:
        """Show ``text`` for ``lasts`` seconds or until closed; ``offer`` calls ``then``, Undo calls ``back``.

        ``tone``: ``ok``, or ``caution`` for what was not done; it is also the name of the icon.
        """
        self.tone = tone
        self._content.icon.show_icon(tone, tone)
        self._on_offer, self._on_undo = then, back
        self.text_label.set_text(untrusted_text.shortened(text, MAX_TEXT_LENGTH))
        needs = QFontMetrics(self.text_label.font()).horizontalAdvance(self.text_label.text())
        self.text_label.setMaximumWidth(needs + theme.SPACE * 2)  # the undo button is beside the text
        show_text(self.more, offer)
        self.button.setVisible(back is not None)
        self.button.setAccessibleDescription(text)
        self._timer.stop()
        self._remaining = 0
        if lasts:
            self._timer.start(round(lasts * 1000))
        self.hide()  # the focused button now has another meaning
        self.show()

    def least_height(self) -> int:
        """Return its height with one line of text."""
        return self._close.sizeHint().height()

    def undo(self) -> None:
        """Undo the action once, if possible."""
        if self._on_undo is not None:
            back = self._on_undo
            self.dismiss()
            back()

    def dismiss(self) -> None:
        """Hide the message. The action is not undone."""
        self._on_offer = self._on_undo = None
        self._remaining = 0
        self._timer.stop()
        if not self.isHidden():
            self.text_label.set_text("")
            self.hide()

    def _run_offer(self) -> None:
        then = self._on_offer
        self.dismiss()
        if then is not None:
            then()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Pause the timeout while the pointer is over it."""
        super().enterEvent(event)
        self._remaining = max(self._timer.remainingTime(), 0) if self._timer.isActive() else 0
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self._remaining:
            self._timer.start(max(self._remaining, _MIN_DURATION_MS))
            self._remaining = 0

    def _end(self) -> None:
        """Hide it, unless one of its buttons has the focus."""
        if self.isAncestorOf(self.window().focusWidget()):
            self._timer.start(1000)
        else:
            self.dismiss()
