"""The one place where a page says what was done, with the button that takes it back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import icons
from toolguard.window.widgets.text_label import TextLabel
from toolguard.window.widgets.toast import Toast

LASTS = 15.0
"""Seconds that something can be taken back."""
LONGEST = 300
"""Characters that are shown."""


class Notice(theme.ThemedWidget, Toast):
    """Floats over the page's lower edge, so that nothing moves when it comes. It takes no focus.

    Its buttons offer one thing more, and take back what was done. A key of the page can `undo`, too.
    """

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._then: Callable[[], object] | None = None
        self._back: Callable[[], object] | None = None
        self._sign = QLabel()
        self.words = TextLabel()
        self.words.setAccessibleName(self.tr("Notice"))
        self.more = QPushButton(autoDefault=False)
        self.more.clicked.connect(self._do)
        self.button = QPushButton(self.tr("Undo"), autoDefault=False)
        self.button.setToolTip(self.tr("Ctrl+Z"))
        self.button.clicked.connect(self.undo)
        self._close = QPushButton(autoDefault=False)
        self._close.setAccessibleName(self.tr("Close this notice"))
        self._close.setToolTip(self.tr("Close"))
        self._close.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE * 3, theme.SPACE * 2, theme.SPACE * 2, theme.SPACE * 2)
        row.setSpacing(theme.SPACE * 2)
        row.addWidget(self._sign)
        row.addWidget(self.words, 1)
        for button in (self.more, self.button, self._close):
            button.setProperty("kind", "flat")
            row.addWidget(button)
        self._over = QTimer(self, singleShot=True)
        self._over.timeout.connect(self._end)
        self.redress()

    def tell(
        self,
        words: str,
        offer: str = "",
        then: Callable[[], object] | None = None,
        *,
        back: Callable[[], object] | None = None,
        lasts: float = 0.0,
    ) -> None:
        """Say ``words`` in place of what was said before, for ``lasts`` seconds, or until it is closed.

        With ``offer``, a button of that name does ``then``; with ``back``, another one takes back what was done.
        """
        self._then, self._back = then, back
        self.words.say(untrusted_text.shortened(words, LONGEST))
        self.more.setText(offer)
        self.more.setVisible(bool(offer))
        self.button.setVisible(back is not None)
        self.button.setAccessibleDescription(words)
        self._over.stop()
        if lasts:
            self._over.start(round(lasts * 1000))
        self.hide()  # what has the keyboard is another thing than it was
        self.show()

    def width_wanted(self) -> int:
        words = QFontMetrics(self.words.font()).horizontalAdvance(self.words.said()) + theme.SPACE * 2
        return words + self.sizeHint().width() - self.words.sizeHint().width()

    def undo(self) -> None:
        """Take back what was done, once, if it can be."""
        if self._back is not None:
            back = self._back
            self.dismiss()
            back()

    def dismiss(self) -> None:
        """Say nothing any more. What was done stays done."""
        self._then = self._back = None
        self._over.stop()
        self.words.say("")
        self.hide()

    def _do(self) -> None:
        then = self._then
        self.dismiss()
        if then is not None:
            then()

    def _end(self) -> None:
        """It stays while the person points at it, or is on one of its buttons."""
        if self.underMouse() or self.isAncestorOf(self.window().focusWidget()):
            self._over.start(1000)
        else:
            self.dismiss()

    def dress(self, colours: theme.Colours) -> None:
        self._sign.setPixmap(icons.pixmap("ok", colours.ok, 18, self.devicePixelRatioF()))
        self._close.setIcon(icons.icon("close", colours.quiet))
