"""The clock that never runs backwards."""

from __future__ import annotations

import inspect
import time
from pathlib import Path
from typing import Any

import pytest

from toolguard.store.clock import MAX_AHEAD, AgingClock, SteadyClock, sleepless_clock
from toolguard.store.log import records
from toolguard.store.log.audit_log import AuditLog
from toolguard.store.log.journal import segments


def test_clock_follows_the_wall_clock_forwards_only() -> None:
    """Defect 12: a clock that is turned back does not revive what has ended."""
    wall, passed = [1000.0], [0.0]
    clock = SteadyClock(lambda: wall[0], lambda: passed[0])
    assert clock() == 1000.0
    wall[0], passed[0] = 1010.0, 10.0
    assert (clock(), clock.behind) == (1010.0, 0.0)
    wall[0] = 10.0
    assert (clock(), clock.behind) == (1010.0, 1000.0)
    passed[0] = 70.0  # time still passes
    assert clock() == 1070.0


def test_clock_starts_at_the_latest_time_known() -> None:
    clock = SteadyClock(lambda: 1000.0, lambda: 0.0)
    clock.not_before(5000.0)
    clock.not_before(3000.0)
    assert (clock(), clock.behind) == (5000.0, 4000.0)
    clock.reset()
    assert (clock(), clock.behind) == (1000.0, 0.0)


def test_records_grow_old_only_as_time_passes_when_the_clock_jumps_ahead(tmp_path: Path) -> None:
    wall, passed = [1_000_000.0], [0.0]
    aging = AgingClock(SteadyClock(lambda: wall[0], lambda: passed[0]), tmp_path / "age", lambda: passed[0])
    assert aging() == 1_000_000.0
    wall[0], passed[0] = 1_000_600.0, 600.0
    assert aging() == 1_000_600.0
    wall[0], passed[0] = 99_000_000.0, 700.0
    assert aging() == 1_000_600.0 + 7 * 100
    wall[0], passed[0] = 1_000_800.0, 800.0
    assert aging() < 1_003_000.0


def test_start_long_after_the_newest_record_ages_the_log_gradually(tmp_path: Path) -> None:
    passed = [0.0]
    steady = SteadyClock(lambda: 500 * 86_400.0 + passed[0], lambda: passed[0])
    steady.not_before(100 * 86_400.0)
    aging = AgingClock(steady, tmp_path / "age", lambda: passed[0])
    assert aging() == 100 * 86_400.0 + MAX_AHEAD
    passed[0] = 86_400.0
    assert aging() == 114 * 86_400.0
    passed[0] = 100 * 86_400.0
    assert aging() == steady() == 600 * 86_400.0
    assert not list(tmp_path.iterdir())


def test_records_with_future_times_do_not_age_others_at_the_next_start(tmp_path: Path) -> None:
    day = 86_400.0

    def start(newest: float, wall: float) -> float:
        steady = SteadyClock(lambda: wall * day, lambda: 0.0)
        steady.not_before(newest * day)
        return AgingClock(steady, tmp_path / "age", lambda: 0.0)() / day

    assert start(100, 465) == 107
    assert start(465, 465) == 107  # the run before recorded something
    assert start(465, 465.5) == 110.5
    assert start(465.5, 102) == 102  # the clock was set right, and time is still what the log says
    assert start(465.5, 800) == 109
    for number in range(800, 1300):
        start(number, number + 1)
    assert start(1300, 1300) == 1300
    assert not list(tmp_path.iterdir())


async def test_record_with_a_future_time_does_not_age_others(tmp_path: Path, fill: Any, names: Any) -> None:
    path, clock = tmp_path / "log", SteadyClock()
    log = await fill(path, names.joined())
    text = records.text(2, 9e10, records.encode(names.left(), lambda body: body))
    with segments(path)[0].path.open("ab") as file:
        file.write(records.line(text, log.head[1]))
    found = AuditLog(path, clock=clock)
    found.open()
    found.close()
    assert clock() >= 9e10, "what ends at a time has ended"
    assert AgingClock(clock, tmp_path / "age")() <= time.time()


@pytest.mark.parametrize("kept", [b"", b"x", b"nan", b"inf", b"-5"])
def test_lag_that_is_no_number_of_seconds_is_none(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "age").write_bytes(kept)
    assert AgingClock(SteadyClock(lambda: 1000.0), tmp_path / "age")() <= 1000.0


def test_rules_end_while_the_computer_sleeps_with_a_clock_that_was_set_back() -> None:
    assert inspect.signature(SteadyClock).parameters["monotonic"].default is sleepless_clock
    wall, passed = [10_000.0], [0.0]
    clock = SteadyClock(lambda: wall[0], lambda: passed[0])
    assert clock() == 10_000.0
    wall[0], passed[0] = 5_000.0, 3_600.0  # set back, then asleep for an hour
    assert clock() == 13_600.0
