"""The place of a late widget in the tab order: Qt appends new ones at the end of the window's."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def insert_after(before: QWidget, part: QWidget) -> None:
    """Let Tab reach a new ``part``, with everything in it in its order, after ``before``.

    Qt moves a widget together with its content if the focus proxy is in it (``QWidget::setTabOrder``).

    The chain is not read from Qt: PySide makes what ``nextInFocusChain`` returns a child of the caller. When the caller
    is deleted, such a child, even the window, counts as deleted with everything in it.
    """
    window, proxy = part.window(), part.focusProxy()
    part.setFocusProxy(None)  # type: ignore[arg-type]
    inside = [widget for widget in part.findChildren(QWidget) if widget.window() is window]  # no menus
    # Qt moves nothing that takes no focus, and sets the policy of a proxy instead
    policies = [(each, each.focusPolicy()) for each in (before, part, *inside) if each.focusProxy() is None]
    for widget, _ in policies:
        widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if inside:
        part.setFocusProxy(inside[0])
    QWidget.setTabOrder(before, part)
    part.setFocusProxy(None)  # type: ignore[arg-type]
    for widget, policy in policies:
        widget.setFocusPolicy(policy)
    part.setFocusProxy(proxy)  # type: ignore[arg-type]
