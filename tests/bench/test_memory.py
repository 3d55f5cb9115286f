"""Memory (unique and resident) and processor time of the idle program.

Unique memory includes the pages of a library only while no other process uses that library. For a window it is between
its anonymous memory and nearly all of its memory, depending on other Qt programs. Resident memory does not vary so.
Linux only: processor time is read from ``/proc`` in nanoseconds, because psutil's resolution of 10 ms is too coarse.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil
import pytest

from tests.bench.conftest import STUB, Show, configure, environment, program, started
from tests.bench.test_stdio import Client

pytestmark = [pytest.mark.bench, pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="no /proc here")]
SESSIONS = 50
CLIENTS = 20
IDLE = 10.0
"""Seconds of the measurement."""
CONNECTED = 3.0
"""Seconds after the last connection. The window looks at the files of chat clients 1.5 s after it."""
CALLS = 200_000
MEGABYTE = 1e6
_BARE = """
from PySide6.QtWidgets import QApplication, QMainWindow
application, window = QApplication([]), QMainWindow()
window.show()
application.exec()
"""
Owner = psutil.Process | subprocess.Popen[bytes]


def memory(process: Owner) -> tuple[float, float]:
    """Return the unique and the resident memory in megabytes."""
    info = psutil.Process(process.pid).memory_full_info()
    return info.uss / MEGABYTE, info.rss / MEGABYTE


def settled(process: Owner) -> tuple[float, float]:
    """Return the memory once the process is idle."""
    before = processor_time(process)[0]
    for _ in range(60):
        time.sleep(0.5)
        now = processor_time(process)[0]
        if now - before < 0.01:
            break
        before = now
    return memory(process)


def processor_time(process: Owner) -> tuple[float, int]:
    """Return the processor seconds and the number of wake-ups of all threads."""
    seconds, wakes = 0.0, 0
    for task in Path(f"/proc/{process.pid}/task").iterdir():
        seconds += int((task / "schedstat").read_text().split()[0]) / 1e9
        status = (task / "status").read_text()
        wakes += int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])
    return seconds, wakes


@contextmanager
def connected(home: Path, count: int) -> Iterator[list[Client]]:
    """Connect ``count`` clients, each with a stub and a server of its own."""
    with ExitStack() as stack:
        clients = []
        for _ in range(count):
            clients.append(Client((*STUB, "--server", "echo"), environment(TOOLGUARD_HOME=str(home))))
            stack.callback(clients[-1].close)
        yield clients


def show_memory(show: Show, name: str, used: tuple[float, float], budget: str, floor: tuple[float, float]) -> None:
    uss, rss = used
    note = f"resident {rss:.1f}; floor {floor[0]:.1f} / {floor[1]:.1f}, {uss / floor[0]:.1f} x it"
    show(name, f"{uss:.1f} MB own", budget, note)


def test_memory_of_the_window(home: Path, screen: str, show: Show) -> None:
    configure(home)
    display = {"DISPLAY": screen, "QT_QPA_PLATFORM": "xcb"}
    with started((sys.executable, "-c", _BARE), home, **display) as bare:
        time.sleep(1)
        floor = memory(bare)
    with program(home, **display) as ours:
        time.sleep(1)
        show_memory(show, "window (floor: a bare Qt window)", settled(ours), "<= 120 MB", floor)
        with connected(home, 1):
            show_memory(show, "window, one client connected", settled(ours), "<= 120 MB", floor)


def test_memory_of_serve_and_of_each_session(home: Path, show: Show) -> None:
    configure(home)
    with started((sys.executable, "-c", "import time; time.sleep(60)"), home) as bare:
        time.sleep(0.5)
        floor = memory(bare)
    with program(home, "serve") as ours:
        show_memory(show, "serve (floor: the interpreter)", settled(ours), "<= 50 MB", floor)
        with connected(home, 1):
            one = settled(ours)
            show_memory(show, "serve, one client connected", one, "<= 50 MB", floor)
            with connected(home, SESSIONS) as clients:
                more = settled(ours)
                stub = memory(clients[0].process)
            after = settled(ours)
    each = [(more[at] - one[at]) / SESSIONS for at in (0, 1)]
    show(f"serve, each of {SESSIONS} further sessions", f"{each[0]:.3f} MB own", "<= 0.5 MB", f"resident {each[1]:.3f}")
    show("serve, after they have disconnected", f"{after[0]:.1f} MB own", "", f"before them {one[0]:.1f}")
    show("a waiting stub", f"{stub[0]:.1f} MB own", "", f"resident {stub[1]:.1f}")


def test_processor_time_while_idle(home: Path, tmp_path: Path, screen: str, show: Show) -> None:
    configure(home)
    other = home / "w"
    other.mkdir(mode=0o700)
    configure(other)
    with (
        program(home, "serve") as serving,
        program(other, DISPLAY=screen, QT_QPA_PLATFORM="xcb") as window,
        connected(home, CLIENTS),
        connected(other, CLIENTS),
    ):
        settled(serving), settled(window)
        time.sleep(CONNECTED)
        processes = (("serve", serving), ("window", window))
        before = [processor_time(process) for _, process in processes]
        began = time.monotonic()
        time.sleep(IDLE)
        after = [processor_time(process) for _, process in processes]
        took = time.monotonic() - began
    for (name, _), (busy, woke), (now, wakes) in zip(processes, before, after, strict=True):
        share, often = (now - busy) / took * 100, f"wakes {(wakes - woke) / took:.1f} times/s"
        show(f"{name}, {CLIENTS} sessions open, idle", f"{share:.3f} % of a core", "< 0.3 %", often)


def test_memory_does_not_grow_with_calls(home: Path, show: Show) -> None:
    configure(home)
    with program(home, "serve") as ours, connected(home, 1) as (client,):
        client.many_in_flight(CALLS // 10)
        first = settled(ours)
        rate = client.many_in_flight(CALLS - CALLS // 10)
        at_once = memory(ours)
        last = settled(ours)
        client.one_in_flight(1)  # checks that calls still return
    show(f"serve after {CALLS // 10:,} calls", f"{first[0]:.1f} MB own", "", f"resident {first[1]:.1f}")
    show(f"serve after {CALLS:,} calls", f"{last[0]:.1f} MB own", "no growth", f"resident {last[1]:.1f}")
    note = f"while it works {at_once[0] - first[0]:+.1f}, {rate:,.0f} calls/s"
    show("growth", f"{last[0] - first[0]:+.1f} MB own", "", note)
