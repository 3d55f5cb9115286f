"""A widget that can't be used says why, to the pointer and to screen readers, and differs from one that waits."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtGui import QAccessible, QFont, QFontDatabase, QFontMetricsF
from PySide6.QtWidgets import QApplication, QPushButton

from tests.window.conftest import WindowHarness, make_held
from toolguard.window import theme
from toolguard.window.json_view import untrusted_text
from toolguard.window.widgets.text_label import TextLabel, as_example, enable_armed, enable_unless


def test_disabled_button_says_why_until_it_can_be_used(qapp: QApplication) -> None:
    button = QPushButton("Add", accessibleDescription="One of many")
    for why in ("Enter a <b>name</b>.", "Enter a value."):
        enable_unless(button, why, "Adds <i>it</i>")
        assert not button.isEnabled() and button.toolTip() == untrusted_text.as_tool_tip(why)
        description = QAccessible.queryAccessibleInterface(button).text(QAccessible.Text.Description)
        assert description == f"One of many. {why}"
    for _ in range(2):
        enable_unless(button, "", "Adds <i>it</i>")
        assert button.isEnabled() and button.toolTip() == untrusted_text.as_tool_tip("Adds <i>it</i>")
        assert button.accessibleDescription() == "One of many"


@pytest.mark.parametrize("kind", ["", "run", "danger", "danger-line", "caution-line"])
def test_unarmed_button_looks_neither_ready_nor_disabled(qapp: QApplication, kind: str) -> None:
    looks = []
    for ready, armed in ((True, True), (True, False), (False, False)):
        button = QPushButton()
        button.resize(120, 30)
        button.setStyleSheet(theme.style_sheet(theme.colours()))
        button.setProperty("kind", kind)
        enable_armed(button, ready=ready, armed=armed)
        looks.append(button.grab().toImage())
    ready_look, unarmed_look, disabled_look = looks
    assert unarmed_look not in (ready_look, disabled_look)


async def test_choices_of_a_rule_say_that_none_is_remembered(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    choice = harness.pending.call.decision.remember_choice
    assert not choice.client.isEnabled() and choice.client.toolTip() == "Turn on “Remember for” first."
    assert choice.client.accessibleDescription() == "Which clients. Turn on “Remember for” first."
    choice.on.setChecked(True)
    assert choice.client.isEnabled() and not choice.client.toolTip()
    assert choice.client.accessibleDescription() == "Which clients"


def test_placeholder_says_that_its_value_is_an_example() -> None:
    assert as_example("/mnt/backup") == "e.g. /mnt/backup"
    assert as_example("") == ""


def test_fixed_pitch_text_has_the_baseline_of_other_text(qtbot: Any) -> None:
    before, own = QApplication.font(), QFontMetricsF(theme.mono()).ascent()
    fonts = (QFont(family, before.pointSize()) for family in QFontDatabase.families())
    font = next((font for font in fonts if QFontMetricsF(font).ascent() >= own + 2), None)
    if font is None:
        pytest.skip("needs a font with another ascent than the one with a fixed pitch")
    QApplication.setFont(font)
    try:
        baselines = []
        for mono in (False, True):
            text = TextLabel(mono=mono)
            qtbot.addWidget(text)
            text.set_text("path")
            block = text.document().firstBlock()
            top = text.document().documentLayout().blockBoundingRect(block).top()
            baselines.append(top + block.layout().lineAt(0).ascent())
        assert abs(baselines[0] - baselines[1]) <= 1
    finally:
        QApplication.setFont(before)
