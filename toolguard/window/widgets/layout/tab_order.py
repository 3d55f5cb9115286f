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
    """Let Tab reach a new ``part``, with everything in it in its order, after ``before`` and what is in that.

    If ``part`` is in ``before``, Tab reaches it first of that. Qt takes a widget together with its content if the focus
    proxy is in it (``QWidget::setTabOrder``).

    The chain is not read from Qt: PySide makes what ``nextInFocusChain`` returns a child of the caller. When the caller
    is deleted, such a child, even the window, counts as deleted with everything in it.
    """
    proxies = [(widget, widget.focusProxy()) for widget in (before, part)]
    part.setFocusProxy(None)  # type: ignore[arg-type]
    inside = _content(part)
    # Qt moves nothing that takes no focus, and sets the policy of a proxy instead
    policies = [(each, each.focusPolicy()) for each in (before, part, *inside) if each.focusProxy() is None]
    stops = [] if before.isAncestorOf(part) else [each for each in _content(before) if _is_stop(each)]
    for widget, _ in policies:
        widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    part.setFocusProxy(next((each for each in inside if each.focusProxy() is None), None))  # type: ignore[arg-type]
    if stops and before.focusProxy() is None and not before.hasFocus():  # a proxy would get its focus
        before.setFocusProxy(stops[0])
    QWidget.setTabOrder(before, part)
    for widget, _ in proxies:
        widget.setFocusProxy(None)  # type: ignore[arg-type]
    for widget, policy in policies:
        widget.setFocusPolicy(policy)
    for widget, proxy in proxies:
        widget.setFocusProxy(proxy)  # type: ignore[arg-type]


def _content(part: QWidget) -> list[QWidget]:
    """Return everything in a widget that is in the same window, so no menus."""
    window = part.window()
    return [widget for widget in part.findChildren(QWidget) if widget.window() is window]


def _is_stop(widget: QWidget) -> bool:
    return widget.focusProxy() is None and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
