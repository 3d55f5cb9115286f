"""Ctrl + and − write everything larger and smaller; the size is there again at the next start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.window.conftest import Stage, make_held, opened, until
from toolguard.window import theme
from toolguard.window.desktop.zoom import ZOOM_STEPS

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def usual(qapp: QApplication) -> Iterator[None]:
    font = qapp.font()
    yield
    qapp.setFont(font)


def sizes(stage: Stage) -> tuple[float, float, float]:
    """Of what follows the application, of what has a font of its own, and of what is drawn."""
    pending = stage.pending
    drawn = pending.list.sizeHintForRow(0) if pending.queue.rowCount() else 0.0
    return stage.window.side.panic.font().pointSizeF(), pending.left.title.font().pointSizeF(), drawn


async def shown(stage: Stage) -> None:
    await until(lambda: stage.window.zoom.percent == stage.window.zoom._shown)


async def test_keys_zoom_in_and_out_and_back(stage: Stage) -> None:
    await stage.show(held=(make_held(),))
    usual = sizes(stage)
    side = stage.window.side.width()
    stage.keys(Qt.Key.Key_Plus, CTRL)
    stage.keys(Qt.Key.Key_Equal, CTRL)
    assert stage.window.zoom.percent == 125
    await shown(stage)
    assert sizes(stage)[:2] == pytest.approx([usual[0] * 1.25, usual[1] * 1.25])
    assert sizes(stage)[2] > usual[2] and stage.window.side.minimumWidth() == round(side * 1.25)
    larger = sizes(stage)
    theme.restyle()
    assert sizes(stage) == pytest.approx(larger), "another palette keeps the size"
    stage.keys(Qt.Key.Key_Minus, CTRL)
    assert stage.window.zoom.percent == 110
    stage.keys(Qt.Key.Key_0, CTRL)
    await shown(stage)
    assert stage.window.zoom.percent == 100 and sizes(stage) == pytest.approx(usual)
    assert abs(stage.window.side.minimumWidth() - side) <= 2


async def test_zoom_has_a_maximum_and_a_minimum(stage: Stage) -> None:
    for _ in range(len(ZOOM_STEPS)):
        stage.window.zoom.step(-1)
    assert stage.window.zoom.percent == ZOOM_STEPS[0]
    for _ in range(len(ZOOM_STEPS)):
        stage.window.zoom.step(1)
    assert stage.window.zoom.percent == ZOOM_STEPS[-1]
    stage.window.zoom.choose(100)


async def test_zoom_is_stored_and_applies_to_later_pages(tmp_path: Path) -> None:
    async with opened(tmp_path) as stage:
        before = stage.window.stack.page("rules").table.verticalHeader().defaultSectionSize()
        stage.window.zoom.choose(150)
        await shown(stage)
        stage.window.context.settings.sync()
        after = stage.window.stack.page("rules").table.verticalHeader().defaultSectionSize()
        assert after == round(before * 1.5)
        assert stage.pending.several.run_button.width() == round(208 * 1.5), "it was built later than its page"
    async with opened(tmp_path) as stage:
        assert stage.window.zoom.percent == 150
        assert stage.window.stack.page("help").search.font().pointSizeF() == theme.sized(1).pointSizeF()
        stage.window.zoom.choose(100)
        await shown(stage)


async def test_invalid_stored_zoom_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "window.ini").write_text("[window]\nzoom=lots\n")
    async with opened(tmp_path) as stage:
        assert stage.window.zoom.percent == 100


async def test_several_zoom_steps_cause_one_layout(stage: Stage) -> None:
    measured: list[bool] = []
    theme.measure_now_and_restyled(stage.window.side, lambda: measured.append(True))
    for _ in range(3):
        stage.window.zoom.step(1)
    await shown(stage)
    once = len(measured)
    assert once > 1
    stage.window.zoom.choose(100)
    await shown(stage)
    assert len(measured) - once == once - 1
