"""Whatever Tab comes to shows that it has the keyboard, on every page, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLineEdit, QTextEdit, QWidget

from tests.support.services_harness import Harness
from tests.window.conftest import name_of
from tests.window.full_window.fit_checks import shown
from tests.window.full_window.full_window import FULL, full_window
from toolguard.window import theme


@pytest.fixture(params=["light", "dark"])
def dressed(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    (appearance,) = [each for each in qapp.children() if isinstance(each, theme.Appearance)][:1]
    appearance.choose(request.param)
    yield
    appearance.choose("system")


def tab_stops(window: QWidget) -> list[QWidget]:
    """Where Tab stops."""
    return [
        each for each in shown(window)
        if each.isEnabled() and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.focusProxy() is None
    ]  # fmt: skip


def picture(widget: QWidget) -> QImage:
    if isinstance(widget, QLineEdit):
        widget.deselect()  # what is selected, and the line where one writes, would be signs that come and go
        widget.setReadOnly(True)
    if isinstance(widget, QTextEdit):
        widget.setCursorWidth(0)
    around = widget.parentWidget() if widget.parentWidget() is not None else widget
    return around.grab(widget.geometry()).toImage()


def looks_different(widget: QWidget, resting: QWidget) -> bool:
    resting.setFocus(Qt.FocusReason.OtherFocusReason)
    before = picture(widget)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    return picture(widget) != before


async def test_focus_is_visible(tmp_path: Path, office: Harness, dressed: None) -> None:
    blind = set()
    async with full_window(tmp_path, office, full=True, size=(1180, 760)) as harness:
        for state in FULL:
            await harness.to(state)
            resting = harness.window.centralWidget()
            blind |= {
                f"{state}: {type(each).__name__} {name_of(each)!r}"
                for each in tab_stops(harness.window) if not looks_different(each, resting)
            }  # fmt: skip
    assert not blind, "\n".join(sorted(blind))
