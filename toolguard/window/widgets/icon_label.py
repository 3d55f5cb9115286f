"""An icon in a colour of the palette."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

from toolguard.window import theme
from toolguard.window.widgets import icons


class IconLabel(theme.ThemedWidget, QLabel):
    """The icon ``icon`` in the colour ``tone``, ``size`` pixels wide; "" for none."""

    def __init__(self, icon: str = "", tone: str = "quiet", *, size: int = 18) -> None:
        super().__init__()
        self._size = size
        self.show_icon(icon, tone)

    def show_icon(self, icon: str, tone: str) -> None:
        """Show another icon in another colour; "" shows none."""
        self._icon, self._tone = icon, tone
        self.apply_colours(theme.colours())

    def apply_colours(self, colours: theme.Colours) -> None:
        if self._icon:
            colour = getattr(colours, self._tone)
            self.setPixmap(icons.pixmap(self._icon, colour, self._size, self.devicePixelRatioF()))
        else:
            self.clear()
