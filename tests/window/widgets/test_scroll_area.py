"""The content of a scroll area has one width, so that its scroll bar can't make it wrap anew."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.widgets.layout.scroll_area import BoundedArea, DetailScrollArea, ScrollArea


class _HigherIfWider(QWidget):
    """Like text in fonts of several heights, it can be lower where it is narrower. Counts how often it was resized."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit, self.count = limit, 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.count += 1
        if self.count < 100:  # otherwise the test would not end
            self.setFixedHeight(400 if self.width() >= self.limit else 100)


def _area(kind: str, content: QWidget) -> ScrollArea:
    if kind == "details":
        area = DetailScrollArea()
        area.column.addWidget(content)
        area.finish()
        return area
    held = QWidget()
    column = QVBoxLayout(held)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(content)
    return BoundedArea(held, 200) if kind == "bounded" else ScrollArea(held)


def test_line_shows_that_content_is_above(qapp: QApplication) -> None:
    tall = QWidget()
    tall.setFixedHeight(500)
    area = ScrollArea(tall)
    area.resize(200, 100)
    theme.apply_style_sheet(area)
    area.show()
    qapp.processEvents()
    ground = area.grab().toImage().pixelColor(100, 0).name()
    area.verticalScrollBar().setValue(50)
    line = area.grab().toImage().pixelColor(100, 0).name()
    area.verticalScrollBar().setValue(0)
    assert area.grab().toImage().pixelColor(100, 0).name() == ground != line
    area.close()


@pytest.mark.parametrize("kind", ["plain", "details", "bounded"])
def test_scroll_bar_does_not_change_the_width_of_the_content(qapp: QApplication, kind: str) -> None:
    for width in range(300, 420, 8):
        content = _HigherIfWider(340)
        window, area = QWidget(), _area(kind, content)
        column = QVBoxLayout(window)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area)
        theme.apply_style_sheet(window)
        window.resize(width, 250)
        window.show()
        qapp.processEvents()
        assert content.count < 10, width
        assert area.viewport().width() == area.width(), "no frame moves the content"
        assert area.verticalScrollBar().isVisible() == (content.height() == 400), width
        window.deleteLater()
