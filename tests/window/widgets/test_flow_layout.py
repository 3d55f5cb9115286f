"""Wrapped rows of widgets."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from toolguard.window.widgets.layout.flow_layout import FlowLayout


def test_height_follows_each_change_of_the_row() -> None:
    parent = QWidget()
    buttons = [QPushButton("A button") for _ in range(4)]
    flow = FlowLayout(*buttons, parent=parent)
    line, width = buttons[0].sizeHint().height(), 2 * buttons[0].sizeHint().width() + flow._gap
    lines = {count: count * line + (count - 1) * flow._gap for count in (1, 2, 3)}
    assert flow.heightForWidth(width) == lines[2]
    assert flow.heightForWidth(10 * width) == lines[1]
    buttons[3].hide()
    buttons[2].hide()
    assert flow.heightForWidth(width) == lines[1]
    buttons[2].show()
    assert flow.heightForWidth(width) == lines[2]
    buttons[0].setText("A button " * 9)
    assert flow.heightForWidth(width) == lines[2]
    flow.addWidget(QPushButton("A button"))
    assert flow.heightForWidth(width) == lines[3]
    flow.takeAt(0)
    assert flow.heightForWidth(width) == lines[2]
