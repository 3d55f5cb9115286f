"""Icons are drawn at many sizes from one reading of their file."""

from __future__ import annotations

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from toolguard.window.widgets import icons


def test_icon_is_read_once_for_all_sizes(qapp: QApplication) -> None:
    before = icons._renderer.cache_info().misses
    made = icons.icon("ok", "#123457", "#123458")
    assert icons._renderer.cache_info().misses == before + 2, "one for each colour"
    assert {size.width() for size in made.availableSizes()} == set(icons.SIZES)


def test_icon_keeps_its_colour_in_a_selected_row(qapp: QApplication) -> None:
    """Qt would blend it with the colour of the selection, and a warning would look like any other icon."""
    made = icons.icon("caution", "#c06000")
    normal, selected = (made.pixmap(20, mode).toImage() for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected))
    assert normal == selected
