"""Banners with text and buttons: for a state on every page, for guidance, and for confirmation."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.icon_label import IconLabel
from toolguard.window.widgets.layout import tab_order
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import TextLabel, label, set_kind, set_style


class StripBanner(QFrame):
    """Above every page while a state lasts: an icon, a text, and a button."""

    def __init__(self, name: str, icon: str, tone: Literal["caution", "danger"], action: str) -> None:
        """``name`` is the accessible name of the text; the button ``action`` does what the banner offers."""
        super().__init__()
        self._tone, self._name = tone, name
        self.setProperty("ground", tone)
        self.button = push_button(action)
        self.row = hbox(
            (IconLabel(icon, tone), 0, Qt.AlignmentFlag.AlignVCenter), (self.button, 0, Qt.AlignmentFlag.AlignVCenter),
            parent=self, margins=(theme.SPACE * 3, theme.SPACE * 2, theme.SPACE * 3, theme.SPACE * 2),
        )  # fmt: skip
        self.hide()

    @cached_property
    def text_label(self) -> TextLabel:
        """The text. It is created on first use, because most banners are never shown."""
        text_label = TextLabel(tone=self._tone, name=self._name)
        tab_order.insert_at(self.row, 1, text_label, before=self)
        self.row.setStretchFactor(text_label, 1)
        self.row.setAlignment(text_label, Qt.AlignmentFlag.AlignVCenter)
        return text_label


class GuideBar(QFrame):
    """Above the pages while the person is guided: a title, what to do, a button to leave, and one that does it."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "tour")
        self.title = label(strong=True)
        self.text_label = label(wrap=True)
        self.leave = push_button(kind="flat")
        self.action = push_button()
        hbox(
            (vbox(self.title, self.text_label, spacing=theme.SPACE), 1),
            (self.leave, 0, Qt.AlignmentFlag.AlignVCenter), (self.action, 0, Qt.AlignmentFlag.AlignVCenter),
            parent=self, spacing=theme.SPACE * 3,
            margins=(theme.SPACE * 5, theme.SPACE * 3, theme.SPACE * 4, theme.SPACE * 3),
        )  # fmt: skip


class ConfirmBanner(QFrame):
    """Asks for confirmation of something that cannot be undone. Its button is never the default.

    The button that acts is last, as in the forms.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "caution")
        self._on_confirm: Callable[[], None] = lambda: None
        self._focus_after: QWidget | None = None
        self._icon = IconLabel()
        self.no = push_button(self.tr("Cancel"))
        self.yes = push_button()
        self.no.setAutoDefault(True)  # Return presses it while it has the focus
        self.yes.clicked.connect(self._confirm)
        self.no.clicked.connect(self.leave)
        left = Qt.AlignmentFlag.AlignLeft
        self._buttons = hbox((self.no, 0, left), (self.yes, 0, left), STRETCH)
        self._column = vbox(self._buttons)
        hbox(
            (self._icon, 0, Qt.AlignmentFlag.AlignTop), (self._column, 1),
            parent=self, margins=(theme.SPACE * 3, theme.SPACE * 3, theme.SPACE * 3, theme.SPACE * 3),
        )  # fmt: skip
        self.hide()

    @cached_property
    def text_label(self) -> TextLabel:
        """The question. It is created on first use, because most banners never ask."""
        text_label = TextLabel(tone="caution", name=self.tr("Confirm"))
        tab_order.insert_at(self._column, 0, text_label, before=self._icon)
        return text_label

    def ask(
        self, text: str, verb: str, then: Callable[[], None], back: QWidget | None = None, *, kind: str = ""
    ) -> None:
        """Ask; the button ``verb`` of that ``kind`` calls ``then``. Cancel gets the focus, then ``back``."""
        set_kind(self.yes, kind)
        tone = "danger" if kind.startswith("danger") else "caution"
        set_style(self, "ground", tone)
        self.text_label.set_tone(tone)
        self._icon.show_icon(tone, tone)
        self.text_label.set_text(text)
        self.yes.setText(untrusted_text.visible(verb))
        self._on_confirm, self._focus_after = then, back
        self.show()
        self._arrange()
        self.no.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Put Cancel above the other button if there is no space beside it."""
        if self.isHidden():
            return
        needed = self.yes.sizeHint().width() + self._buttons.spacing() + self.no.sizeHint().width()
        beside = needed <= self.text_label.width()
        way = QHBoxLayout.Direction
        self._buttons.setDirection(way.LeftToRight if beside else way.TopToBottom)

    def leave(self) -> None:
        """Hide the question. If it had the focus, that returns to where it was before."""
        had = self.isVisible() and (self.yes.hasFocus() or self.no.hasFocus())
        self.hide()
        if had and self._focus_after is not None:
            self._focus_after.setFocus(Qt.FocusReason.OtherFocusReason)

    def _confirm(self) -> None:
        self.leave()
        self._on_confirm()
