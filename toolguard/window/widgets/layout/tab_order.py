"""The place of a late widget in the tab order: Qt appends new ones at the end of the window's."""

from __future__ import annotations

import itertools

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def insert_after(before: QWidget, part: QWidget) -> None:
    """Let Tab reach a new ``part``, with everything in it in the order in which it was laid out, after ``before``.

    The chain is not read from Qt: PySide makes what ``nextInFocusChain`` returns a child of the caller. When the caller
    is deleted, such a child, even the window, counts as deleted with everything in it.
    """
    window = part.window()
    inside = (widget for widget in part.findChildren(QWidget) if widget.window() is window)  # no menus
    chain = [before, part, *inside]
    proxies = [(widget, proxy) for widget in chain[1:] if (proxy := widget.focusProxy()) is not None]
    for widget, _ in proxies:  # Qt would move the proxy instead
        widget.setFocusProxy(None)  # type: ignore[arg-type]
    policies = [(widget, widget.focusPolicy()) for widget in chain]
    for widget, _ in policies:  # Qt moves nothing that takes no focus, such as a widget with a proxy
        widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    for widget, following in itertools.pairwise(chain):
        QWidget.setTabOrder(widget, following)
    for widget, policy in policies:
        widget.setFocusPolicy(policy)
    for widget, proxy in proxies:
        widget.setFocusProxy(proxy)
