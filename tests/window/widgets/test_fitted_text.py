"""A text is as high as its content at every width, and fits itself once for each."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from toolguard.window import theme
from toolguard.window.approval.diff_view import DiffView
from toolguard.window.forms.fields import MultilineEdit
from toolguard.window.json_view.viewer import JsonText
from toolguard.window.widgets.layout.fitted_text import FittedText

TEXTS: dict[str, Callable[[], FittedText]] = {
    "json": JsonText,
    "difference": DiffView,
    "edit": lambda: MultilineEdit(mono=True),
}
TALL = "ᨙ\u0e33\u0e49"
"""Characters that many systems draw with a font of taller lines."""


@pytest.mark.parametrize("kind", TEXTS)
def test_text_fits_itself_once_at_every_width(qapp: QApplication, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    fit, fits = FittedText.fit, 0

    def counted(self: FittedText) -> None:
        nonlocal fits
        fits += 1
        if fits < 20:  # otherwise an endless recursion ends the tests
            fit(self)

    monkeypatch.setattr(FittedText, "fit", counted)
    window, text, chance = QWidget(), TEXTS[kind](), random.Random(1)
    column = QVBoxLayout(window)
    column.addWidget(text)
    column.addStretch(1)
    theme.apply_style_sheet(window)
    window.resize(500, 900)
    window.show()
    for number in range(50):
        words = ("w" * chance.randint(1, 9) for _ in range(chance.randint(3, 160)))
        text.setPlainText(" ".join(words) + TALL * (number % 2))
        for width in range(400, 500, 9):
            fits = 0
            window.resize(width, 900)
            qapp.processEvents()
            assert fits <= 1, (number, width)
            line = text.fontMetrics().lineSpacing()
            full = text.document().size().height() > text.max_lines * line
            assert full or text.verticalScrollBar().maximum() == 0, (number, width)
    window.hide()
