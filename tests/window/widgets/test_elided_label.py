"""One line that is cut to its room, and widens nothing."""

from __future__ import annotations

from toolguard.window.widgets.elided_label import ElidedLabel


def test_elided_label_needs_no_width_and_has_a_tool_tip() -> None:
    line = ElidedLabel()
    line.set_text("word " * 200)
    assert line.minimumSizeHint().width() == 1
    assert line.toolTip() == line.text() == "word " * 200
    line.resize(120, 24)
    line.grab()


def test_markup_is_shown_literally() -> None:
    line = ElidedLabel()
    line.set_text("<b>bold</b>")
    assert line.text() == "<b>bold</b>"
    assert line.textFormat().name == "PlainText"
