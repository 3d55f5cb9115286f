"""A long log in the real window: time until all rows and bars are shown, and stalls of the Qt thread while scrolling.

The index is the generated one of `test_histogram`. The window is drawn offscreen, by the processor alone.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.bench.conftest import Show
from tests.bench.test_histogram import ROWS, write
from toolguard.gate.model import Snapshot
from toolguard.store.log.index.log_index import CallFilter, IndexReader
from toolguard.window import theme
from toolguard.window.core_link import CoreLink
from toolguard.window.desktop.event_loop import EventLoop
from toolguard.window.log_view.log_access import LogAccess
from toolguard.window.main import MainWindow, make_application

pytestmark = pytest.mark.bench
JUMPS = 200


class IdleGate:
    """A gate in which nothing happens."""

    def snapshot(self) -> Snapshot:
        return Snapshot(recorded=ROWS * 3)

    def on_change(self, _listener: object) -> object:
        return lambda: None


class Stalls:
    """The longest time in milliseconds in which the event loop of the Qt thread did not run."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def watch(self) -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.002)
            now = time.perf_counter()
            self.longest, last = max(self.longest, (now - last) * 1000), now


async def scroll(path: Path, folder: Path, show: Show) -> None:
    reading = LogAccess(folder / "none.db", path)
    core_link = CoreLink(asyncio.get_running_loop(), IdleGate())  # type: ignore[arg-type]
    window = MainWindow(core_link=core_link, settings_path=folder / "w.ini", on_quit=lambda: None, reading=reading)
    count = IndexReader(path).count(CallFilter())
    window.show()
    await asyncio.sleep(0.5)
    stalls = Stalls()
    watching = asyncio.create_task(stalls.watch())
    audit = window.stack.page("audit")
    began = time.perf_counter()
    window.turn("audit")
    while audit.rows.rowCount() == 0:
        await asyncio.sleep(0.001)
    first = (time.perf_counter() - began) * 1000
    while audit.rows.rowCount() < count or not audit.histogram._complete:
        await asyncio.sleep(0.005)
    whole = (time.perf_counter() - began) * 1000
    show(f"Audit over {count:,} calls: first rows", f"{first:.0f} ms", "", f"all rows and bars {whole:,.0f} ms")
    show("  longest stall while they load", f"{stalls.longest:.1f} ms", "<= 50 ms")
    stalls.longest, took, generator = 0.0, [], random.Random(1)
    bar = audit.table.verticalScrollBar()
    for _ in range(JUMPS):
        began = time.perf_counter()
        bar.setValue(generator.randrange(bar.maximum()))
        top, bottom = audit.table.in_view()
        while audit.rows.call(top) is None or audit.rows.call(bottom) is None:
            audit.rows.index(top, 0).data(), audit.rows.index(bottom, 0).data()
            await asyncio.sleep(0.001)
        took.append((time.perf_counter() - began) * 1000)
    took.sort()
    show(
        "  jump to a random row: rows shown",
        f"p95 {took[int(JUMPS * 0.95)]:.1f} ms",
        "<= 50 ms",
        f"most {took[-1]:.1f}",
    )
    show("  longest stall while scrolling", f"{stalls.longest:.1f} ms", "<= 50 ms")
    watching.cancel()
    window.finish()
    core_link.stop_listening()
    await core_link.close()
    reading.close()


def test_scrolling_a_long_log(tmp_path: Path, show: Show) -> None:
    path = Path(os.environ.get("TOOLGUARD_BENCH_INDEX", tmp_path / "log-index.db"))
    if not path.exists():
        write(path, ROWS)
    application = make_application([])
    theme.Appearance(application)
    with asyncio.Runner(loop_factory=lambda: EventLoop(application)) as runner:
        runner.run(scroll(path, tmp_path, show))
