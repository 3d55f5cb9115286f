"""A question looks like one: a heading, what it means below at the same edge, wide enough to be read."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel, QMessageBox

from toolguard.window.widgets.question_box import QuestionBox


def test_question_is_a_heading_aligned_with_its_text(qapp: QApplication) -> None:
    box = QuestionBox("Stop?", "Stop read <b>it</b> on files?", "The server is asked to cancel. " * 4)
    box.addButton("Stop call", QMessageBox.ButtonRole.DestructiveRole)
    box.show()
    qapp.processEvents()
    asked = box.findChild(QLabel, "qt_msgbox_label")
    means = box.findChild(QLabel, "qt_msgbox_informativelabel")
    buttons = box.findChild(QDialogButtonBox)
    assert asked is not None and means is not None and buttons is not None
    assert asked.text() == "Stop read <b>it</b> on files?" and box.windowTitle() == "Stop?"
    assert asked.font().weight() >= QFont.Weight.DemiBold > means.font().weight()
    assert asked.x() == means.x() == buttons.x()
    assert means.width() >= 380
    box.close()
