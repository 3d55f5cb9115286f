"""Memory of the window over a compressed day, at the end compared with that after the first hours.

In each quarter of an hour, two clients connect and disconnect, calls run, some are pending and cancelled, and the page
changes. The first quarters fill caches (fonts, icons, SQLite's pages).
"""

from __future__ import annotations

import os
import statistics
import time
from pathlib import Path

import pytest

from tests.bench.conftest import STUB, Show, configure, environment
from tests.bench.test_memory import memory
from tests.bench.test_stdio import Client
from tests.bench.test_window import CALL, CANCEL, PAGES, Watched, watched

pytestmark = pytest.mark.bench
QUARTERS = int(os.environ.get("TOOLGUARD_BENCH_QUARTERS", "96"))
WARM_UP = 16
"""Quarters of an hour that are not compared."""
CALLS = 520
"""Allowed calls in a quarter of an hour: 50,000 a day."""
HELD = 5


def quarter(number: int, home: Path, window: Watched) -> None:
    """Run the calls of a quarter of an hour."""
    env = environment(TOOLGUARD_HOME=str(home))
    window.say(f"page {PAGES[number % len(PAGES)]}")
    window.receive("turned")
    echo_client, pending_client = (Client((*STUB, "--server", server), env) for server in ("echo", "asked"))
    try:
        first = number * 1000
        pending_client.write(b"".join(CALL % (first + n, n) for n in range(HELD)))
        echo_client.many_in_flight(CALLS)
        window.say("page pending")
        window.receive("turned")
        window.settle(HELD)
        pending_client.write(b"".join(CANCEL % (first + n) for n in range(HELD)))
        window.settle(0)
    finally:
        echo_client.close()
        pending_client.close()


def test_memory_after_a_day_equals_memory_after_four_hours(home: Path, screen: str, show: Show) -> None:
    configure(home)
    samples: list[tuple[float, float]] = []
    with watched(home, screen) as window:
        began = time.monotonic()
        for number in range(QUARTERS):
            quarter(number, home, window)
            time.sleep(0.3)  # until the queries on the log have returned
            samples.append(memory(window.process))
            if number == min(WARM_UP, QUARTERS - 1):
                early_objects = window.objects()
        took = time.monotonic() - began
        counts = window.objects()
    half = (WARM_UP + QUARTERS) // 2
    parts = (samples[WARM_UP : WARM_UP + 8], samples[half - 4 : half + 4], samples[-8:])
    early, middle, late = (statistics.median(rss for _, rss in part) for part in parts)
    calls = QUARTERS * (CALLS + HELD)
    show(f"resident after {WARM_UP} quarters of an hour", f"{early:.1f} MB", "", f"own {samples[WARM_UP][0]:.1f}")
    show(f"resident after {half}", f"{middle:.1f} MB", "", f"own {samples[half][0]:.1f}")
    show(f"resident after {QUARTERS}, {calls:,} calls", f"{late:.1f} MB", "", f"own {samples[-1][0]:.1f}; {took:.0f} s")
    more = {kind: count - early_objects.get(kind, 0) for kind, count in counts.items()}
    show("growth over the day", f"{late - early:+.1f} MB", "none")
    for kind, count in sorted(more.items(), key=lambda each: -each[1])[:5]:
        show(f"  {kind}", f"{count:+,}", "", f"now {counts[kind]:,}")
