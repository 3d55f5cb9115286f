"""A million calls in two thousand sessions: growth of memory, descriptors and threads, and verification of the log.

The client and the server are in C (`ends.c`), so that it takes minutes.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.bench.conftest import Show
from tests.bench.test_memory import memory
from tests.bench.test_stdio import ROOT, ends, toolguard

__all__ = ["ends"]
pytestmark = pytest.mark.bench
CALLS = int(os.environ.get("TOOLGUARD_BENCH_SOAK", "1000000"))
SESSIONS = int(os.environ.get("TOOLGUARD_BENCH_SESSIONS", "2000"))
IN_FLIGHT = 16


def resources(pid: int) -> tuple[float, int, int]:
    """Return the unique memory in megabytes, the descriptors and the threads of a process."""
    own, _ = memory(psutil.Process(pid))
    return own, len(os.listdir(f"/proc/{pid}/fd")), len(os.listdir(f"/proc/{pid}/task"))


def test_log_of_a_million_calls(tmp_path: Path, ends: str, show: Show) -> None:
    home, samples = tmp_path / "home", list[tuple[float, int, int]]()
    with toolguard(home, (ends, "serve")) as (argv, env, pid):
        began = time.monotonic()
        for _ in range(SESSIONS):
            half = str(CALLS // SESSIONS // 2)  # it makes as many again to warm up
            subprocess.run((ends, "call", half, str(IN_FLIGHT), *argv), env=env, check=True, stdout=subprocess.DEVNULL)
            samples.append(resources(pid))
        took = time.monotonic() - began
        time.sleep(2)
        last = resources(pid)
    part = max(SESSIONS // 10, 1)
    for name, some in (
        ("first tenth", samples[:part]),
        ("half", samples[SESSIONS // 2 :][:part]),
        ("end", samples[-part:]),
    ):
        own, files, threads = (statistics.median(column) for column in zip(*some, strict=True))
        show(f"soak, {name}", f"{own:.1f} MB", "levels off", f"{files:.0f} descriptors, {threads:.0f} threads")
    show(f"soak: {CALLS:,} calls in {SESSIONS:,} sessions", f"{took:.0f} s", "", f"afterwards {last[0]:.1f} MB")
    verify = (sys.executable, "-m", "toolguard", "log", "verify", str(home / "log"))
    verification = subprocess.run(verify, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert verification.returncode == 0, verification.stdout + verification.stderr
    show("soak: the log", verification.stdout.strip().splitlines()[0])
