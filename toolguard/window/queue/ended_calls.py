"""Moves from an ended call to the next one, and shows a quiet line about what ended.

An ended call stays for less than a second, so that its end is visible. Then the next pending one is shown. If the
person is typing, their text stays until they select something else.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFrame, QWidget

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.layout.boxes import STRETCH, hbox, vbox
from toolguard.window.widgets.push_button import push_button
from toolguard.window.widgets.text_label import label, set_style, tint

SELECTION_DELAY_MS = 900
"""Milliseconds that a call stays selected after its end was shown."""
LINE_DURATION = 60
"""Seconds in view after which the line about it disappears."""
_SAME_TIME = 5  # seconds in view within which two calls count as ended together


class SelectionTimer(QObject):
    """Times the move away from an ended call."""

    due = Signal()

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._timer = QTimer(self, singleShot=True, interval=SELECTION_DELAY_MS)
        self._timer.timeout.connect(self.due)

    def begin(self) -> None:
        """The shown call has ended: leave it after `SELECTION_DELAY_MS` ms, or at once if the page is hidden."""
        if not self._page.isVisible():
            self._timer.stop()
            self.due.emit()
        elif not self._timer.isActive():
            self._timer.start()

    def cancel(self) -> None:
        """Cancel: the person has selected something else."""
        self._timer.stop()

    def shorten(self) -> None:
        """The page is shown or hidden: leave a call that had already ended."""
        if self._timer.isActive():
            self._timer.stop()
            self.due.emit()


class EndedLine(QWidget):
    """A quiet line below the queue about the last ended call. Hidden if there is none."""

    audit = Signal(str)
    """The person wants to see this call in the log."""
    page = Signal(str)
    """The person wants to see this page."""
    cleared = Signal()
    """It was closed or has expired."""

    def __init__(self) -> None:
        super().__init__()
        self._remaining = 0
        self._texts: dict[str, str] = {}  # by call, the newest last
        self._missed = 0  # calls that ended before a decision, except those that the texts are about
        self._missed_call = ""  # the last of them
        self.text_label = label(tone="quiet", factor=theme.SMALL, wrap=True)
        self.again = push_button(self.tr("Show"), name=self.tr("Show the ended call"))
        self.again.hide()
        self.look_up = push_button(self.tr("Open in Audit"))
        self.look_up.clicked.connect(lambda: self.audit.emit(self.call or self._missed_call))
        self._page = ""  # where a change that failed would be
        self.page_button = push_button(self.tr("Review again"), clicked=lambda: self.page.emit(self._page))
        self.close_button = push_button(
            name=self.tr("Close this message"), kind="flat", icon="close", tip=self.tr("Close"), clicked=self.clear
        )
        links = (self.again, self.page_button, self.look_up)
        for button in links:
            button.setProperty("kind", "link")
        row = hbox(*links, STRETCH, self.close_button, spacing=theme.SPACE * 3)
        self._box = QFrame()
        vbox(
            self.text_label,
            row,
            parent=self._box,
            spacing=0,
            margins=(theme.SPACE * 3, theme.SPACE * 2, theme.SPACE * 2, 0),
        )
        vbox(self._box, parent=self, margins=(theme.SPACE * 2, theme.SPACE * 2, theme.SPACE * 3, theme.SPACE * 2))
        self.hide()

    def show_message(
        self, text: str, call: str = "", *, page: str = "", keep: bool = False, tone: str = "quiet"
    ) -> None:
        """Show ``text``. ``call`` is the id of the call that it is about, empty if it is not a call; ``page`` shows
        more about it.

        ``keep``: if another text is new, show both, in the ``tone`` of the newest.
        """
        self._paint(tone)
        if call not in self._texts and not (keep and self._remaining > LINE_DURATION - _SAME_TIME):
            self._texts.clear()
        self._texts[call], self._page = text, page
        self.again.setVisible(bool(call))
        self._show()

    def _paint(self, tone: str) -> None:
        """Show the text in ``tone``; only one that needs attention has a background."""
        tint(self.text_label, tone)
        set_style(self._box, "ground", tone if tone != "quiet" else "")

    def is_about(self, call: str) -> bool:
        """Return whether a text about this call is shown."""
        return call in self._texts

    def add_missed(self, count: int, call: str) -> None:
        """Say, too, that ``count`` more calls ended before a decision; ``call`` is the id of one of them."""
        self._missed, self._missed_call = self._missed + count, call
        self._show()

    def forget_missed(self) -> None:
        """Count those calls no longer: the person has decided since."""
        if self._missed:
            self._missed, self._missed_call = 0, ""
            if self._texts:
                self._show()
            else:
                self.clear()

    def _show(self) -> None:
        self._remaining = LINE_DURATION
        missed = self.tr("%n calls ended before you decided.", "", self._missed)
        if self._texts:
            missed = self.tr("%n more calls ended before you decided.", "", self._missed)
        lines = (*map(untrusted_text.visible, self._texts.values()), missed if self._missed else "")
        self.text_label.setText("\n".join(filter(None, lines)))
        self.page_button.setVisible(bool(self._page))
        self.look_up.setVisible(bool(self.call or self._missed_call))
        self.show()

    @property
    def call(self) -> str:
        """The id of the call that its newest text is about; empty while it is hidden."""
        return next(reversed(self._texts), "")

    def tick(self) -> None:
        """Count a second in view."""
        self._remaining -= 1
        if self._remaining <= 0 and not self.isHidden():
            self.clear()

    def clear(self) -> None:
        """Hide the line and forget the calls that it reported."""
        self._texts.clear()
        self._missed, self._missed_call, self._remaining, self._page = 0, "", 0, ""
        self._paint("quiet")
        self.again.hide()
        self.hide()
        self.cleared.emit()
