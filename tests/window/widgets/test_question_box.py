"""A dialog with one question: its texts are data."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

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
