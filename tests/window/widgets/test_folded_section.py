"""A section that is shown on request."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

from toolguard.window.widgets.folded_section import FoldedSection


def test_unfolding_a_section_does_not_move_its_title(qapp: object) -> None:
    section = FoldedSection("Details", QLabel("body"))
    section.resize(600, 200)
    section.show()
    folded = section.button.geometry()
    section.button.click()
    section.layout().activate()
    assert section.button.geometry().x() == folded.x() == 0
