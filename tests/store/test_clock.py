"""The clock that never runs backwards."""

from __future__ import annotations

from toolguard.store.clock import MAX_AHEAD, AgingClock, SteadyClock


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


def test_records_grow_old_only_as_time_passes_when_the_clock_jumps_ahead() -> None:
    wall, passed = [1_000_000.0], [0.0]
    aging = AgingClock(SteadyClock(lambda: wall[0], lambda: passed[0]), lambda: passed[0])
    assert aging() == 1_000_000.0
    wall[0], passed[0] = 1_000_600.0, 600.0
    assert aging() == 1_000_600.0
    wall[0], passed[0] = 99_000_000.0, 700.0
    assert aging() == 1_000_600.0 + 7 * 100
    wall[0], passed[0] = 1_000_800.0, 800.0
    assert aging() < 1_003_000.0


def test_a_start_long_after_the_newest_record_ages_nothing_at_once() -> None:
    passed = [0.0]
    steady = SteadyClock(lambda: 500 * 86_400.0, lambda: passed[0])
    steady.not_before(100 * 86_400.0)
    aging = AgingClock(steady, lambda: passed[0])
    assert aging() == 100 * 86_400.0 + MAX_AHEAD
    passed[0] = 86_400.0
    assert aging() == 114 * 86_400.0
    passed[0] = 100 * 86_400.0
    assert aging() == steady() == 600 * 86_400.0
