"""Banner above every page while a client's calls are refused because prompts were not answered."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication, QTimer, Signal

from toolguard.gate.model import PromptPause
from toolguard.window import core_translation
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import time_format
from toolguard.window.widgets.banners import StripBanner

translate = QCoreApplication.translate
_MAX_NAME_LENGTH = 40  # maximum characters of foreign texts


class PauseBanner(StripBanner):
    """Shows the newest pause and how many more there are. ``ended``: ask about this client and server again."""

    ended = Signal(str, str)

    def __init__(self) -> None:
        name, action = translate("PauseBanner", "Prompts paused"), translate("PauseBanner", "End the pause")
        super().__init__(name, "rest", "caution", action)
        self._pauses: tuple[PromptPause, ...] = ()
        self.button.clicked.connect(self._end)
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self._tick)

    def set_pauses(self, pauses: tuple[PromptPause, ...]) -> None:
        """Show the current pauses."""
        self._pauses = pauses
        self._tick()

    def _tick(self) -> None:
        """Count down: a pause ends by itself."""
        left = [pause for pause in self._pauses if pause.until > time.time()]
        self.setVisible(bool(left))
        if not left:
            self._clock.stop()
            return
        self._clock.start()
        newest = left[-1]
        client, server = (untrusted_text.short_name(name, _MAX_NAME_LENGTH) for name in (newest.client, newest.server))
        template = self.tr(
            "Calls of {0} to {1} are denied until {2}: %n prompts were not answered.", "", newest.unanswered
        )
        text = template.format(client, server, time_format.clock(newest.until))
        more = self.tr("%n more pauses.", "", len(left) - 1) if len(left) > 1 else ""
        self.text_label.set_text(core_translation.join_sentences(text, more))

    def _end(self) -> None:
        if self._pauses:
            self.ended.emit(self._pauses[-1].client, self._pauses[-1].server)
