"""Settings with several texts: rows show the value in its order, and lose nothing of it."""

from __future__ import annotations

from typing import Any

import pytest

from toolguard.tables.settings import SETTINGS
from toolguard.window.forms.setting_rows import RowsControl, _TextRow


def opened(*value: str) -> tuple[RowsControl, list[Any]]:
    """Return the control of denial reasons that shows ``value``, and the values that it requests."""
    kind: Any = SETTINGS["reasons"].value
    control = RowsControl("Denial reasons", "About.", kind)
    requested: list[Any] = []
    control.changed_by_user.connect(requested.append)
    control.show_value(list(value))
    return control, requested


def enter(control: RowsControl, row: int, text: str) -> None:
    entry = control.rows[row]
    assert isinstance(entry, _TextRow)
    entry.fields.text.setText(text)
    entry.entered.emit()


def texts(control: RowsControl) -> list[str]:
    return [row.text() for row in control.rows]


@pytest.mark.parametrize("text", [" surrounded by spaces ", "\U0001f600" * 300], ids=["spaces", "wide characters"])
def test_row_that_nobody_edits_keeps_its_text(text: str) -> None:
    control, requested = opened(text, "No.")
    enter(control, 1, "Never.")
    assert requested == [[text, "Never."]]


@pytest.mark.parametrize("before", [("a", "b"), ("c", "a"), ("b", "c", "a"), ("c", "x", "b")])
def test_rows_take_the_order_of_a_value_that_changed_elsewhere(before: tuple[str, ...]) -> None:
    control, _ = opened(*before)
    control.show_value(["a", "b", "c"])
    assert texts(control) == ["a", "b", "c"]


def test_new_row_with_a_text_that_is_there_goes_away() -> None:
    control, requested = opened("a", "b")
    control.add.click()
    enter(control, 2, "a")
    assert texts(control) == ["a", "b"] and requested == [] and control.add.isEnabled()
