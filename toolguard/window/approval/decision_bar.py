"""Layout of a pane with a decision: what is decided, its details, which scroll, and the decision at the lower edge."""

from __future__ import annotations

from PySide6.QtWidgets import QBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.widgets.layout.boxes import BoxItem, vbox
from toolguard.window.widgets.layout.scroll_area import MARGIN
from toolguard.window.widgets.text_label import pane, separator

DENY_WIDTH = 128
"""Minimum width in pixels of the button that denies: it is first, at the same place for every decision."""
APPROVE_WIDTH = 232
GROUP_APPROVE_WIDTH = 200  # leaves space for three buttons in a small window
"""Minimum width in pixels of the button that approves. That of a call grows with the name of the tool."""


def pane_head(*items: BoxItem) -> QWidget:
    """Return the upper part, which does not scroll: what is decided stays in view."""
    head = pane()
    vbox(*items, parent=head, margins=(MARGIN, theme.SPACE * 5, MARGIN, theme.SPACE * 2))
    return head


def decision_bar(buttons: BoxItem, *above: BoxItem) -> QWidget:
    """Return the lower part: rows from the lowest to the highest, in the order of Tab.

    It grows upward: the ``buttons`` are in the same place for every decision.
    """
    bar = pane()
    rows = vbox(buttons, *above, parent=bar, margins=(MARGIN, theme.SPACE * 3, MARGIN, theme.SPACE * 4))
    rows.setDirection(QBoxLayout.Direction.BottomToTop)
    return bar


def lay_out(view: QWidget, head: QWidget, body: QWidget, bar: QWidget) -> None:
    """Lay out ``view``. Tab and screen readers reach the decision before the details, which can be long."""
    for part in (head, bar, body):
        part.setParent(view)
    vbox(head, (body, 1), separator(), bar, parent=view, spacing=0)
