"""Ctrl + and − write everything larger and smaller; the size is there again at the next start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication, QWidget

from tests.support.waiting import until
from tests.window.conftest import WindowHarness, make_held, opened
from toolguard.window import theme
from toolguard.window.approval.decision_bar import GROUP_APPROVE_WIDTH
from toolguard.window.desktop.zoom import ZOOM_STEPS, Zoom

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def usual(qapp: QApplication) -> Iterator[None]:
    font = qapp.font()
    yield
    qapp.setFont(font)


def sizes(harness: WindowHarness) -> tuple[float, float, float]:
    """Of what follows the application, of what has a font of its own, and of what is drawn."""
    pending = harness.pending
    drawn = pending.list.sizeHintForRow(0) if pending.queue.rowCount() else 0.0
    return harness.window.side.panic.font().pointSizeF(), pending.left.title.font().pointSizeF(), drawn


async def shown(harness: WindowHarness) -> None:
    await until(lambda: harness.window.zoom.percent == harness.window.zoom._shown)


async def test_keys_zoom_in_and_out_and_back(harness: WindowHarness) -> None:
    await harness.show(pending=(make_held(),))
    usual = sizes(harness)
    side = harness.window.side.width()
    harness.keys(Qt.Key.Key_Plus, CTRL)
    harness.keys(Qt.Key.Key_Equal, CTRL)
    assert harness.window.zoom.percent == 125
    await shown(harness)
    assert sizes(harness)[:2] == pytest.approx([usual[0] * 1.25, usual[1] * 1.25])
    assert sizes(harness)[2] > usual[2] and harness.window.side.minimumWidth() == round(side * 1.25)
    larger = sizes(harness)
    theme.restyle()
    assert sizes(harness) == pytest.approx(larger), "another palette keeps the size"
    harness.keys(Qt.Key.Key_Minus, CTRL)
    assert harness.window.zoom.percent == 110
    harness.keys(Qt.Key.Key_0, CTRL)
    await shown(harness)
    assert harness.window.zoom.percent == 100 and sizes(harness) == pytest.approx(usual)
    assert abs(harness.window.side.minimumWidth() - side) <= 2


async def test_zoom_has_a_maximum_and_a_minimum(harness: WindowHarness) -> None:
    for _ in range(len(ZOOM_STEPS)):
        harness.window.zoom.step(-1)
    assert harness.window.zoom.percent == ZOOM_STEPS[0]
    for _ in range(len(ZOOM_STEPS)):
        harness.window.zoom.step(1)
    assert harness.window.zoom.percent == ZOOM_STEPS[-1]
    harness.window.zoom.choose(100)


async def test_zoom_is_stored_and_applies_to_later_pages(tmp_path: Path) -> None:
    async with opened(tmp_path) as harness:
        before = harness.window.stack.page("rules").table.verticalHeader().defaultSectionSize()
        harness.window.zoom.choose(150)
        await shown(harness)
        harness.window.context.settings.sync()
        after = harness.window.stack.page("rules").table.verticalHeader().defaultSectionSize()
        assert after == round(before * 1.5)
        assert harness.pending.several.run_button.width() == round(GROUP_APPROVE_WIDTH * 1.5), (
            "it was built later than its page"
        )
    async with opened(tmp_path) as harness:
        assert harness.window.zoom.percent == 150
        assert harness.window.stack.page("help").search.font().pointSizeF() == theme.sized(1).pointSizeF()
        harness.window.zoom.choose(100)
        await shown(harness)


def test_window_that_exists_before_the_loop_runs_has_the_stored_size(tmp_path: Path, qapp: QApplication) -> None:
    """The side bar kept the usual size after a restart: its style sheet had taken the font of the window."""
    usual, window = qapp.font().pointSizeF(), QWidget()
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    settings.setValue("window/zoom", 125)
    zoom = Zoom(settings, window)
    assert window.font().pointSizeF() == pytest.approx(usual * 1.25)
    zoom.percent = 100
    zoom._apply()


async def test_invalid_stored_zoom_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "window.ini").write_text("[window]\nzoom=lots\n")
    async with opened(tmp_path) as harness:
        assert harness.window.zoom.percent == 100


async def test_several_zoom_steps_cause_one_layout(harness: WindowHarness) -> None:
    measured: list[bool] = []
    theme.measure_now_and_restyled(harness.window.side, lambda: measured.append(True))
    for _ in range(3):
        harness.window.zoom.step(1)
    await shown(harness)
    once = len(measured)
    assert once > 1
    harness.window.zoom.choose(100)
    await shown(harness)
    assert len(measured) - once == once - 1
