"""Push buttons: with their name, kind, icon, tool tip and action in one expression, and those of a choice."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QPushButton

from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets import icons


class _IconButton(theme.ThemedWidget, QPushButton):
    """A button whose icon has a colour of the palette."""

    def __init__(self, text: str, icon: str, tone: str) -> None:
        super().__init__(text, autoDefault=False)
        self._icon, self._tone = icon, tone
        self.update_colours()

    def apply_colours(self, colours: theme.Colours) -> None:
        disabled = "" if self._tone == "quiet" else colours.quiet
        self.setIcon(icons.icon(self._icon, getattr(colours, self._tone), disabled))


def push_button(
    text: str = "", *, name: str = "", kind: str = "", tip: str = "", icon: str = "", tone: str = "quiet",
    clicked: Callable[..., object] | SignalInstance | None = None,
) -> QPushButton:  # fmt: skip
    """Return a button that Return does not press, not even with the focus, except where the desktop's theme says so.

    ``name`` is its accessible name if ``text`` does not say enough, ``kind`` its kind in the style sheet, and ``tone``
    the colour of ``icon``.
    """
    button = _IconButton(text, icon, tone) if icon else QPushButton(text, autoDefault=False)
    if name:
        button.setAccessibleName(name)
    if kind:
        button.setProperty("kind", kind)
    if tip:
        button.setToolTip(untrusted_text.as_tool_tip(tip))
    if clicked is not None:
        button.clicked.connect(clicked)
    return button


class ChoiceButton(QPushButton):
    """A button of an exclusive group, which screen readers announce as a radio button.

    Put the buttons of one choice into one `QButtonGroup`.
    """

    def __init__(self, text: str = "", *, kind: str = "choice") -> None:
        super().__init__(text, autoDefault=False)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setProperty("kind", kind)
