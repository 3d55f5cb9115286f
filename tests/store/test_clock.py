"""The clock that never runs backwards."""

from __future__ import annotations

from toolguard.store.clock import SteadyClock


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
    clock.begin_anew()
    assert (clock(), clock.behind) == (1000.0, 0.0)
