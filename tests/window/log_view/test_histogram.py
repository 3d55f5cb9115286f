"""Bars that a person would choose, every number in one of them, and keys for all that the mouse does."""

from __future__ import annotations

import itertools
import time
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QSignalSpy, QTest

from tests.window.test_theme import contrast
from toolguard.window import theme
from toolguard.window.language import Language
from toolguard.window.log_view.histogram import MAX_BARS, BarCounter, Histogram, TimeBars, bars_of, stretch

DAY = 86_400.0


@pytest.mark.parametrize(
    ("span", "step"),
    [
        (0, 1), (60, 1), (120, 5), (3600, 60), (DAY, 1800), (7 * DAY, 10_800), (365 * DAY, 7 * DAY),
        (9000 * DAY, 95 * DAY),
    ],
)  # fmt: skip
def test_bars_have_round_lengths(span: float, step: float) -> None:
    assert bars_of(1_760_000_000.0, 1_760_000_000.0 + span).step == step


@given(st.floats(0, 4e9), st.floats(0, 1e9))
def test_bars_cover_both_ends_and_their_number_is_limited(since: float, span: float) -> None:
    bars = bars_of(since, since + span)
    edges = bars.edges()
    assert edges[0] <= since
    assert edges[-1] > since + span
    assert 1 <= bars.count <= MAX_BARS


def test_day_bars_begin_at_local_midnight() -> None:
    edges = bars_of(1_760_000_000.0, 1_760_000_000.0 + 60 * DAY).edges()
    assert time.localtime(edges[0])[3:6] == (0, 0, 0)


@given(st.lists(st.integers(1, 1000), unique=True), st.lists(st.integers(0, 1000), min_size=2), st.integers(1, 9))
def test_every_number_is_counted_once_in_any_chunks(numbers: list[int], edges: list[int], size: int) -> None:
    edges, ids = sorted(edges), sorted(numbers, reverse=True)
    tally = BarCounter(edges)
    for start in range(0, len(ids), size):
        tally.add(array("q", ids[start : start + size]))
    assert tally.counts == [sum(low <= id < high for id in ids) for low, high in itertools.pairwise(edges)]


@pytest.fixture
def bars() -> Histogram:
    made = Histogram()
    made.resize(400, 60)
    made.show_bars(TimeBars(1_760_000_000.0, 60.0, 10))
    made.show_counts([1, 0, 2, 3, 0, 0, 0, 0, 5, 8], [0, 0, 0, 3, 0, 0, 0, 0, 0, 0], complete=True)
    return made


def test_keys_move_select_and_apply_a_range(bars: Histogram) -> None:
    ranged, widened = QSignalSpy(bars.range_selected), QSignalSpy(bars.range_cleared)
    assert bars.accessibleDescription().endswith(": 8 calls")
    QTest.keyClick(bars, Qt.Key.Key_Left)
    assert bars.value() == 8
    assert bars.accessibleDescription().endswith(": 5 calls")
    QTest.keyClick(bars, Qt.Key.Key_Home)
    assert bars.accessibleDescription().endswith(": 1 call")
    for _ in range(3):
        QTest.keyClick(bars, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert bars.chosen() == (0, 3)
    assert bars.accessibleDescription().endswith(": 6 calls, 3 denied")
    QTest.keyClick(bars, Qt.Key.Key_Return)
    assert ranged.at(0) == [1_760_000_000.0, 1_760_000_240.0]
    QTest.keyClick(bars, Qt.Key.Key_End)
    QTest.keyClick(bars, Qt.Key.Key_Escape)
    assert widened.count() == 1


def test_click_selects_its_bar(bars: Histogram) -> None:
    ranged = QSignalSpy(bars.range_selected)
    place = bars.rect().center()
    place.setX(round(bars._width() * 2.5))
    QTest.mouseClick(bars, Qt.MouseButton.LeftButton, pos=place)
    assert ranged.at(0) == [1_760_000_120.0, 1_760_000_180.0]
    assert not bars.grab().isNull()


def test_time_span_is_shown_in_its_unit() -> None:
    assert [stretch(each) for each in (5, 60, 7200, 2 * DAY)] == ["5 s", "1 min", "2 h", "2 d"]


def test_highest_bar_is_stated_as_the_scale(bars: Histogram) -> None:
    assert bars.scale_text() == "Highest bar: 8 calls within 1 min"


def test_other_records_are_not_counted_as_calls(bars: Histogram) -> None:
    bars.show_kind("session_started")
    assert bars.accessibleName() == "Records over time"
    assert bars.scale_text() == "Highest bar: 8 records within 1 min"
    QTest.keyClick(bars, Qt.Key.Key_Home)
    assert bars.accessibleDescription().endswith(": 1 record")
    bars.show_kind("call")
    assert bars.accessibleName() == "Calls over time" and bars.selection_text().endswith(": 1 call")


@pytest.mark.parametrize("colours", [theme.LIGHT, theme.DARK])
def test_denied_calls_are_red_at_the_foot_of_their_bar(bars: Histogram, colours: theme.Colours) -> None:
    bars.apply_colours(colours)
    image, wide = bars.grab().toImage(), bars._width()
    foot = round(bars.height() - bars._line() - theme.SPACE) - 3
    found = [QColor(image.pixel(round(wide * (at + 0.5)), foot)).name() for at in (3, 9)]
    assert found == [colours.danger, colours.bar]
    assert contrast(colours.danger, colours.base) >= 3 and contrast(colours.danger, colours.selected) >= 3


def test_leading_empty_bars_are_omitted_without_losing_counts() -> None:
    tally = BarCounter([0, 10, 20, 30, 40])
    tally.add(array("q", [35, 31, 22, 20]))
    assert tally.first == 2
    tally.leave_out(tally.first)
    assert tally.counts == [2, 2] and tally.first == 0
    tally.add(array("q", [38, 25]))
    assert tally.counts == [3, 3]


@pytest.mark.parametrize("code", ["en", "zh_CN"])
def test_text_below_the_bars_is_not_cut_off(spoken: Language, code: str) -> None:
    spoken.choose(code)
    histogram = Histogram()
    histogram.resize(600, histogram.sizeHint().height())
    histogram.show_bars(TimeBars(1_760_000_000.0, 60.0, 3))
    histogram.show_counts([1, 2, 1], [0, 1, 0], complete=True)
    picture = histogram.grab().toImage()
    rows = [{picture.pixel(x, y) for x in range(150, 450)} for y in range(picture.height())]
    assert max(map(len, rows[-14:])) > 1 and len(rows[-3]) == 1, "the last line of the text's place is empty"
