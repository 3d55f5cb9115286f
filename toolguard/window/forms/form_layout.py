"""Layout of a form that fills a pane: its buttons are in a head that stays visible, its fields scroll below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.approval.call_detail import MARGIN


def lay_out_form(
    form: QWidget, above: Sequence[QWidget], buttons: Sequence[QWidget], body: QWidget, *,
    beside: QWidget | None = None, below: Sequence[QWidget] = (),
) -> None:  # fmt: skip
    """Lay out ``form``: in its head the widgets ``above`` the buttons, ``beside`` and ``below`` them; then ``body``."""
    form.setObjectName("pane")
    form.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    row = QHBoxLayout()
    row.setSpacing(theme.SPACE * 2)
    for button in buttons:
        row.addWidget(button)
    if beside is not None:
        row.addWidget(beside, 1)
    else:
        row.addStretch(1)
    head = QVBoxLayout()
    head.setContentsMargins(MARGIN, theme.SPACE * 5, MARGIN, theme.SPACE * 4)
    head.setSpacing(theme.SPACE * 2)
    for widget in above:
        head.addWidget(widget)
    head.addLayout(row)
    for widget in below:
        head.addWidget(widget)
    rule = QFrame()
    rule.setProperty("tone", "rule")
    column = QVBoxLayout(form)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addLayout(head)
    column.addWidget(rule)
    column.addWidget(body, 1)
