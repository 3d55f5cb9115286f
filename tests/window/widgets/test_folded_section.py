"""A section that is shown on request."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

from toolguard.window.widgets.folded_section import FoldedSection


def test_title_stays_in_its_place_when_the_section_is_unfolded(qapp: object) -> None:
    section = FoldedSection("Details", QLabel("body"))
    section.resize(600, 200)
    section.show()
    folded = section.button.geometry()
    section.button.click()
    section.layout().activate()
    assert section.button.geometry().x() == folded.x() == 0
