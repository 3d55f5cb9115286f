"""What counts as a click on a part of a row that a delegate draws."""

from __future__ import annotations

from typing import TypeGuard

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QMouseEvent


def is_click(event: QEvent) -> TypeGuard[QMouseEvent]:
    """Return whether the left button was released; the right one opens the row's menu."""
    return (
        isinstance(event, QMouseEvent)
        and event.type() == QEvent.Type.MouseButtonRelease
        and event.button() == Qt.MouseButton.LeftButton
    )
