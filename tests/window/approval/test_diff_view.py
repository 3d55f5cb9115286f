"""What was changed is told line by line, with what stayed around it, and hostile text stays text."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from toolguard.window.approval.diff_view import DiffView, lines


def test_only_changes_and_their_context_are_shown() -> None:
    before = '{"a":1,"b":[1,2,3],"c":"x","d":1,"e":2,"f":3,"g":4}'
    found = list(lines(before, before.replace('"x"', '"y"')))
    assert [line for line in found if line[0] in "+-"] == [("-", '  "c": "x",'), ("+", '  "c": "y",')]
    assert ("@", "…") in found
    assert len(found) == 7
    assert list(lines(before, before)) == []
    assert [sign for sign, _ in lines("no json", "none")] == ["@", "-", "+"]


def test_diff_is_shown_as_plain_text() -> None:
    made = DiffView()
    made.show_difference('{"a":"<b>x</b>"}', '{"a":"\u202e"}')
    text = made.toPlainText().replace("\xa0", " ")
    assert "<b>x</b>" in text
    assert "U+202E" in text


def test_wrapped_lines_are_shown_without_scrolling() -> None:
    area = QWidget()
    column = QVBoxLayout(area)
    made = DiffView(most=60)
    column.addWidget(made)
    column.addStretch(1)
    area.resize(200, 900)
    area.show()
    made.show_difference('{"a":1}', '{"a":"a long line that is wrapped several times because the view is narrow"}')
    QApplication.processEvents()
    narrow = made.height()
    assert made.verticalScrollBar().maximum() == 0
    area.resize(900, 900)
    QApplication.processEvents()
    assert made.height() < narrow and made.verticalScrollBar().maximum() == 0
    area.close()


def test_copied_text_is_the_compared_text(qapp: QApplication) -> None:
    """A reference to a secret is shown with a mark that keeps it on one line."""
    view = DiffView()
    view.show_difference("{}", '{"token": "${secret:github-token}"}')
    view.selectAll()
    assert "${secret:" not in view.toPlainText()
    assert '"token": "${secret:github-token}"' in view.createMimeDataFromSelection().text()
