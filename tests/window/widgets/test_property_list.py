"""Facts with their names in one column, whatever the width."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from toolguard.window.widgets.layout.boxes import vbox
from toolguard.window.widgets.property_list import LABEL_WIDTH, Property, PropertyList
from toolguard.window.widgets.text_label import label


def test_name_below_a_list_is_as_wide_as_those_in_it(qtbot: Any) -> None:
    place, facts, below = QWidget(), PropertyList(), label("Reference")
    qtbot.addWidget(place)
    vbox(facts, below, parent=place)
    facts.align(below)
    facts.show_facts([Property("Note", "Ends in March.")])
    place.show()
    for width in (900, 260, 900):
        place.resize(width, 200)
        qtbot.waitUntil(lambda width=width: (below.width() == LABEL_WIDTH) == (width == 900))
        assert facts._rows[0].name.width() == below.width()


def test_long_name_takes_one_line_up_to_a_third(qtbot: Any) -> None:
    facts = PropertyList()
    qtbot.addWidget(facts)
    facts.show_facts([Property("ToolGuard was launched by this", "node"), Property("User", "ada")])
    facts.show()
    needed = facts.fontMetrics().horizontalAdvance("ToolGuard was launched by this") + 1
    for width, expected in ((1200, needed), (480, 160)):
        facts.resize(width, 200)
        qtbot.waitUntil(lambda expected=expected: facts._rows[0].name.width() == expected)


def test_aligned_lists_have_one_column_of_names(qtbot: Any) -> None:
    place, facts, details = QWidget(), PropertyList(), PropertyList()
    qtbot.addWidget(place)
    vbox(facts, details, parent=place)
    facts.align_lists(details)
    facts.show_facts([Property("User", "ada")])
    place.resize(1200, 200)
    place.show()
    for name in ("ToolGuard was launched by this", "Program"):
        details.show_facts([Property(name, "node")])
        needed = max(LABEL_WIDTH, details.fontMetrics().horizontalAdvance(name) + 1)
        assert [each._rows[0].name.width() for each in (facts, details)] == [needed, needed]
