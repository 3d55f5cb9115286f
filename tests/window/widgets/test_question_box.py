"""A dialog with one question: its texts are data."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from toolguard.window.widgets.banners import ConfirmBanner
from toolguard.window.widgets.layout.boxes import vbox
from toolguard.window.widgets.question_box import QuestionBox


def test_no_text_is_interpreted_as_html() -> None:
    box = QuestionBox("Title", "Quit <b>now</b>?", "Started by <img src='file:///etc/hostname'>")
    shown = [label for label in box.findChildren(QLabel) if label.text()]
    assert len(shown) == 2 and {label.textFormat() for label in shown} == {Qt.TextFormat.PlainText}


def test_later_explanation_keeps_the_layout() -> None:
    early, late = QuestionBox("Title", "Quit?", "Calls end."), QuestionBox("Title", "Quit?", "")
    late.setInformativeText("Calls end.")
    for box in (early, late):
        box.offer("Cancel", "Quit", box.close)
    assert late.sizeHint() == early.sizeHint()


def test_button_that_acts_is_red_last_and_never_the_default() -> None:
    box = QuestionBox("Title", "Stop?", "It can't be undone.")
    button = box.offer("Keep running", "Stop call", box.close)
    assert button.property("kind") == "danger-line"
    assert (box.defaultButton().text(), box.escapeButton().text()) == ("Keep running", "Keep running")
    box.show()
    assert box.escapeButton().x() < button.x()
    box.close()


@pytest.mark.parametrize("width", [600, 160])
def test_confirmation_has_the_button_that_acts_last_as_forms_do(width: int) -> None:
    banner, pane = ConfirmBanner(), QWidget()
    vbox(banner, 1, parent=pane)
    pane.resize(width, 300)
    pane.show()
    banner.ask("Remove it?", "Remove the credential", lambda: None, kind="danger")
    QApplication.processEvents()
    assert (banner.no.y(), banner.no.x()) < (banner.yes.y(), banner.yes.x())
    assert banner.no.hasFocus()
    pane.close()
