"""Times in a few characters."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QDateTime, QTime

from toolguard.window.widgets import time_format


def test_end_less_than_a_day_ahead_has_its_time_of_day() -> None:
    tomorrow = QDateTime(QDateTime.currentDateTime().date().addDays(1), QTime(0, 1))
    assert time_format.end(tomorrow.toSecsSinceEpoch()) == tomorrow.toString("MM-dd HH:mm")


def test_end_on_another_day_has_only_its_date() -> None:
    later = QDateTime.currentDateTime().addDays(3)
    assert time_format.end(later.toSecsSinceEpoch()) == time_format.day(later.toSecsSinceEpoch())


def test_time_of_today_has_its_date_if_that_is_wanted() -> None:
    now = QDateTime.currentDateTime()
    assert time_format.is_today(now.toSecsSinceEpoch())
    assert not time_format.is_today(now.addDays(-1).toSecsSinceEpoch())
    assert time_format.minute(now.toSecsSinceEpoch()) == now.toString("HH:mm")
    assert time_format.minute(now.toSecsSinceEpoch(), dated=True) == now.toString("MM-dd HH:mm")


@pytest.mark.parametrize(
    ("days", "text"),
    [
        (0, "today at {0:%H:%M}"),
        (1, "yesterday at {0:%H:%M}"),
        (19, "19 days ago"),
        (60, "60 days ago"),
        (61, ""),
        (-1, ""),
    ],
)
def test_past_time_is_counted_in_days(days: int, text: str) -> None:
    moment = QDateTime.currentDateTime().addDays(-days)
    date = moment.toString("yyyy-MM-dd")
    assert time_format.past(moment.toSecsSinceEpoch()) == (text.format(moment.toPython()) or date)
