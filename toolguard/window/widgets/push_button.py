"""Push buttons with their name, kind, tool tip and action in one expression."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QPushButton

from toolguard.window.json_view import untrusted_text


def push_button(
    text: str = "", *, name: str = "", kind: str = "", tip: str = "",
    clicked: Callable[..., object] | SignalInstance | None = None,
) -> QPushButton:  # fmt: skip
    """Return a button that Return does not press, not even with the focus, except where the desktop's theme says so.

    ``name`` is its accessible name if ``text`` does not say enough, ``kind`` its kind in the style sheet.
    """
    button = QPushButton(text, autoDefault=False)
    if name:
        button.setAccessibleName(name)
    if kind:
        button.setProperty("kind", kind)
    if tip:
        button.setToolTip(untrusted_text.as_tool_tip(tip))
    if clicked is not None:
        button.clicked.connect(clicked)
    return button
