"""One line that is cut to its room, and widens nothing."""

from __future__ import annotations

from toolguard.window.widgets.elided_label import ElidedLabel


def test_a_long_line_needs_no_room_and_says_all_of_it_elsewhere() -> None:
    line = ElidedLabel()
    line.say("word " * 200)
    assert line.minimumSizeHint().width() == 1
    assert line.toolTip() == line.text() == "word " * 200
    line.resize(120, 24)
    line.grab()


def test_markup_is_shown_as_it_is() -> None:
    line = ElidedLabel()
    line.say("<b>bold</b>")
    assert line.text() == "<b>bold</b>"
    assert line.textFormat().name == "PlainText"
