"""The chart of prompts: a bar an hour or a day, and what became of the prompts."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from toolguard.window import theme
from toolguard.window.policy.prompt_chart import DAY, HOUR, PromptChart

NOW = 1_760_000_000.0


@pytest.mark.parametrize(("days", "step", "fewest"), [(0.9, HOUR, 22), (7, DAY, 7), (30, DAY, 30)])
def test_bars_are_hours_or_days(qapp: QApplication, days: float, step: float, fewest: int) -> None:
    chart = PromptChart()
    chart.begin(NOW - days * DAY, NOW)
    assert fewest <= len(chart.bars) <= fewest + 1
    chart.add(NOW - days * DAY, "approved")
    chart.add(NOW, "denied")
    chart.add(NOW - days * DAY - 2 * step, "unanswered")
    chart.add(NOW + 2 * step, "unanswered")
    assert chart.bars[0] == [1, 0, 0] and chart.bars[-1] == [0, 1, 0], "what lies outside is not counted"


def test_day_begins_at_midnight_and_newest_bar_is_labelled(qapp: QApplication) -> None:
    chart = PromptChart()
    chart.begin(NOW - 6 * DAY, NOW)
    midnight = time.mktime((*time.localtime(NOW)[:3], 0, 0, 0, 0, 0, -1))
    chart.add(midnight + 60, "approved")
    chart.add(midnight - 60, "denied")
    chart.add(midnight + 120, "approved")
    chart.refresh()
    assert [sum(bar) for bar in chart.bars[-2:]] == [1, 2]
    named = time.strftime("%m-%d", time.localtime(NOW))
    assert chart.accessibleDescription() == f"{named}: 2 approved"


def test_bar_colours_show_the_decisions(qapp: QApplication) -> None:
    chart = PromptChart()
    chart.resize(400, chart.sizeHint().height())
    chart.begin(NOW - 6 * DAY, NOW)
    legend = chart.grab().toImage()
    chart.add(NOW, "denied")
    chart.refresh()
    drawn = chart.grab().toImage()
    red = QColor(chart._colours.danger)
    changed = [  # below the number that stands above the bar
        QColor(drawn.pixel(x, y)) for x in range(0, 400, 4) for y in range(round(3 * chart._line()), drawn.height(), 4)
        if drawn.pixel(x, y) != legend.pixel(x, y)
    ]  # fmt: skip
    assert changed and {colour.name() for colour in changed} == {red.name()}


def test_each_bar_shows_its_sum_above_its_label(qapp: QApplication) -> None:
    chart = PromptChart()
    chart.resize(700, chart.sizeHint().height())
    chart.begin(NOW - 6 * DAY, NOW)
    assert len(chart.bars) == 7
    before = chart.grab().toImage()
    for _ in range(12):
        chart.add(NOW, "approved")
    chart.refresh()
    drawn = chart.grab().toImage()
    columns = [
        x for x in range(700) for y in range(drawn.height())
        if drawn.pixel(x, y) != before.pixel(x, y) and y > drawn.height() - 2 * chart._line()
    ]  # fmt: skip
    assert abs((min(columns) + max(columns)) / 2 - 650) <= 1, "the last of seven bars, in the middle of its seventh"
    top = [y for y in range(drawn.height()) if any(drawn.pixel(x, y) != before.pixel(x, y) for x in range(620, 700))]
    bar = next(y for y in top if QColor(drawn.pixel(650 - 20, y)).name() == chart._colours.bar)
    assert top[0] < bar - 4, "a number stands above the bar"


@pytest.fixture
def opened(qapp: QApplication) -> tuple[PromptChart, list[tuple[float, float, str]]]:
    """A chart of a week with three parts in the last bar, and what was opened."""
    chart, found = PromptChart(), list[tuple[float, float, str]]()
    chart.opened.connect(lambda *part: found.append(part))
    chart.resize(700, chart.sizeHint().height())
    chart.begin(NOW - 6 * DAY, NOW)
    for kind in ("approved", "approved", "denied", "unanswered"):
        chart.add(NOW, kind)
    chart.refresh()
    return chart, found


def test_click_opens_the_part_under_the_pointer(opened: tuple[PromptChart, list[tuple[float, float, str]]]) -> None:
    chart, found = opened
    foot, left = chart.height() - round(chart._line()), Qt.MouseButton.LeftButton
    QTest.mouseClick(chart, left, pos=QPoint(650, foot - 4))
    QTest.mouseClick(chart, left, pos=QPoint(605, foot - 4))  # beside the bar, in its column
    QTest.mouseClick(chart, left, pos=QPoint(650, round(2 * chart._line()) + theme.SPACE + 2))
    assert [kind for *_, kind in found] == ["approved", "approved", "unanswered"]
    since, until, _ = found[0]
    assert since <= NOW <= until < since + DAY
    QTest.mouseClick(chart, left, pos=QPoint(50, foot - 4))
    QTest.mouseClick(chart, left, pos=QPoint(650, foot + 6))
    assert len(found) == 3, "neither an empty day nor the names of the days"


def test_keyboard_selects_and_opens_a_part(
    opened: tuple[PromptChart, list[tuple[float, float, str]]],
) -> None:
    chart, found = opened
    received = []
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down):
        QTest.keyClick(chart, key)
        received.append(chart.accessibleDescription().partition(": ")[2])
    assert received == ["1 denied", "1 not answered", "1 not answered", "1 denied"]
    QTest.keyClick(chart, Qt.Key.Key_Return)
    assert [kind for *_, kind in found] == ["denied"]
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.accessibleDescription().endswith(": No approval requests")
    QTest.keyClick(chart, Qt.Key.Key_Return)
    assert len(found) == 1
