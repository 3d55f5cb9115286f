"""The button that turns off notifications for a while, and shows until when there are none."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPushButton

from toolguard.window import theme
from toolguard.window.desktop import silence
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import icons, time_format


class QuietButton(theme.ThemedWidget, QPushButton):
    """It offers *Do not disturb*; while that or quiet hours apply, it shows their end, and a click ends them."""

    silenced = Signal(float)
    """*Do not disturb* was chosen for so many seconds; 0: off."""

    def __init__(self) -> None:
        super().__init__(autoDefault=False)
        self.setProperty("kind", "flat")
        self.setToolTip(untrusted_text.as_tool_tip(self.tr("No notifications and no sounds. Calls stay pending.")))
        self.clicked.connect(self._press)
        self.durations = QMenu(self)
        silence.fill(self.durations, self.silenced.emit)
        self.show_silence(0.0)
        self.update_colours()

    def show_silence(self, until: float) -> None:
        """Show when notifications return (seconds since the epoch); 0: they are shown."""
        self._until = until
        quiet = self.tr("Quiet until {0}").format(time_format.time_of_day(until))
        self.setText(quiet if until else silence.title())
        self.setAccessibleName(silence.end_text(until) if until else silence.title())

    def _press(self) -> None:
        if self._until:
            self.silenced.emit(0.0)
        else:
            self.durations.popup(self.mapToGlobal(self.rect().topLeft()))

    def apply_colours(self, colours: theme.Colours) -> None:
        self.setIcon(icons.icon("silent", colours.quiet))
