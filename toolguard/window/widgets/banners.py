"""Two quiet bars: one that says what was done and offers one thing more, one that asks before something is done."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import icons
from toolguard.window.widgets.text_label import TextLabel
from toolguard.window.widgets.toast import Toast


class NoticeBanner(theme.ThemedWidget, Toast):
    """Says what was done. Its button, if there is one, does the thing that is offered; it stays until it is closed."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._then: Callable[[], None] = lambda: None
        self._sign = QLabel()
        self.words = TextLabel()
        self.words.setAccessibleName(self.tr("Notice"))
        self.more = QPushButton()
        self.more.setProperty("kind", "flat")
        self.more.clicked.connect(self._do)
        self._close = QPushButton()
        self._close.setProperty("kind", "flat")
        self._close.setAccessibleName(self.tr("Close this notice"))
        self._close.setToolTip(self.tr("Close"))
        self._close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE * 3, theme.SPACE * 2, theme.SPACE * 2, theme.SPACE * 2)
        row.setSpacing(theme.SPACE * 2)
        row.addWidget(self._sign)
        row.addWidget(self.words, 1)
        row.addWidget(self.more)
        row.addWidget(self._close)
        self.redress()

    def tell(self, words: str, offer: str = "", then: Callable[[], None] = lambda: None) -> None:
        """Say ``words``; with ``offer``, a button of that name does ``then``, once."""
        self.words.say(words)
        self.more.setText(offer)
        self.more.setVisible(bool(offer))
        self._then = then
        self.show()
        self.place()

    def width_wanted(self) -> int:
        words = QFontMetrics(self.words.font()).horizontalAdvance(self.words.said()) + theme.SPACE * 2
        return words + self.sizeHint().width() - self.words.sizeHint().width()

    def _do(self) -> None:
        self.hide()
        self._then()

    def dress(self, colours: theme.Colours) -> None:
        self._sign.setPixmap(icons.pixmap("ok", colours.ok, 18, self.devicePixelRatioF()))
        self._close.setIcon(icons.icon("close", colours.quiet))


class ConfirmBanner(theme.ThemedWidget, QFrame):
    """Asks before something is done that cannot be undone. The button that does it is never the default."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "caution")
        self._then: Callable[[], None] = lambda: None
        self._back: QWidget | None = None
        self._sign = QLabel(alignment=Qt.AlignmentFlag.AlignTop)
        self.words = TextLabel(tone="caution")
        self.words.setAccessibleName(self.tr("Confirm"))
        self.yes = QPushButton(autoDefault=False)
        self.no = QPushButton(self.tr("Cancel"), autoDefault=False)
        self.yes.clicked.connect(self._do)
        self.no.clicked.connect(self.leave)
        buttons = QHBoxLayout()
        buttons.addWidget(self.yes)
        buttons.addWidget(self.no)
        buttons.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(theme.SPACE * 2)
        right.addWidget(self.words)
        right.addLayout(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.SPACE * 3, theme.SPACE * 3, theme.SPACE * 3, theme.SPACE * 3)
        row.setSpacing(theme.SPACE * 2)
        row.addWidget(self._sign)
        row.addLayout(right, 1)
        self.redress()
        self.hide()

    def ask(self, words: str, verb: str, then: Callable[[], None], back: QWidget | None = None) -> None:
        """Ask; ``verb`` names the button that does ``then``. The keyboard goes to Cancel, afterwards to ``back``."""
        self.words.say(words)
        self.yes.setText(untrusted_text.visible(verb))
        self._then, self._back = then, back
        self.show()
        self.no.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Ask no more."""
        had = self.isVisible() and (self.yes.hasFocus() or self.no.hasFocus())
        self.hide()
        if had and self._back is not None:
            self._back.setFocus(Qt.FocusReason.OtherFocusReason)

    def _do(self) -> None:
        self.leave()
        self._then()

    def dress(self, colours: theme.Colours) -> None:
        self._sign.setPixmap(icons.pixmap("caution", colours.caution, 18, self.devicePixelRatioF()))
