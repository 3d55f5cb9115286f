"""Banner above every page: a call was refused because of a secret in its arguments. It stays until closed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal

from toolguard.gate.model import LeakedMessage
from toolguard.window import core_translation, theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import icons, time_format
from toolguard.window.widgets.banners import StripBanner
from toolguard.window.widgets.push_button import push_button

translate = QCoreApplication.translate
_MAX_TEXT_LENGTH = 40  # maximum characters of foreign texts


class LeakBanner(StripBanner):
    """Shows the newest refused message and how many more there are."""

    call_requested = Signal(str)

    def __init__(self) -> None:
        self.close_button = push_button()
        name, action = translate("LeakBanner", "Secret blocked"), translate("LeakBanner", "Show in Audit")
        super().__init__(name, "danger", "danger", action)
        self._unread: tuple[LeakedMessage, ...] = ()
        self._closed: frozenset[str] = frozenset()
        self.button.clicked.connect(self._request_call)
        self.close_button.setProperty("kind", "flat")
        self.close_button.setAccessibleName(self.tr("Dismiss leak warning"))
        self.close_button.setToolTip(self.tr("Close"))
        self.close_button.clicked.connect(self._close)
        self.row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignVCenter)

    def set_messages(self, leaked: tuple[LeakedMessage, ...]) -> None:
        """Show refused messages that were not closed yet."""
        left = tuple(leak for leak in leaked if leak.call not in self._closed)
        self._closed &= {leak.call for leak in leaked}
        if left == self._unread:
            return
        self._unread = left
        self.setVisible(bool(left))
        if left:
            self.text_label.set_text(self._sentence(left[-1], len(left) - 1))

    def _sentence(self, leak: LeakedMessage, more: int) -> str:
        names = [
            untrusted_text.shortened(name, _MAX_TEXT_LENGTH)
            for name in (leak.client, leak.tool, leak.server, core_translation.join_list(leak.secrets))
        ]
        if not leak.is_call:
            text = self.tr("Blocked at {4}: {0} sent {1} containing the secret {3} to {2}.")
        else:
            text = self.tr(
                "Refused at {4}: {0} called {1} on {2} with the secret {3} in its arguments. It did not run."
            )
        others = self.tr("%n more like this.", "", more) if more else ""
        return core_translation.join_sentences(text.format(*names, time_format.clock(leak.since)), others)

    def _request_call(self) -> None:
        """Request the call. Other messages have no record of a call: Audit then opens with its newest records."""
        if self._unread:
            self.call_requested.emit(self._unread[-1].call if self._unread[-1].is_call else "")

    def _close(self) -> None:
        self._closed |= {leak.call for leak in self._unread}
        self._unread = ()
        self.hide()

    def apply_colours(self, colours: theme.Colours) -> None:
        super().apply_colours(colours)
        self.close_button.setIcon(icons.icon("close", colours.danger))
