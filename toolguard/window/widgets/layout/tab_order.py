"""The place of a late widget in the tab order: Qt appends new ones at the end of the window's."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QWidget


def insert_at(box: QBoxLayout, index: int, part: QWidget, *, before: QWidget) -> None:
    """Insert a new ``part`` into a row or column; Tab and screen readers reach it after ``before``.

    ``before``: a widget with the same parent or below one, or the parent, so that ``part`` is the first.
    """
    box.insertWidget(index, part)
    insert_after(before, part)
    around = box.parentWidget()
    assert around is not None  # noqa: S101 - the box is the layout of a widget
    siblings = around.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    preceding = [place for place, widget in enumerate(siblings) if widget is before or widget.isAncestorOf(before)]
    part.stackUnder(siblings[preceding[0] + 1 if preceding else 0])  # screen readers use the stacking order


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
    content = next((widget for widget in inside if widget.focusProxy() is None), None)
    part.setFocusProxy(content)  # type: ignore[arg-type]
    QWidget.setTabOrder(before, part)
    part.setFocusProxy(None)  # type: ignore[arg-type]
    for widget, policy in policies:
        widget.setFocusPolicy(policy)
    part.setFocusProxy(proxy)  # type: ignore[arg-type]
