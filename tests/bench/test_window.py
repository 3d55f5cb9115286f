"""Speed of the window: from a client's write to the painted card, and the effect of calls and painting on each other.

The program is complete (`watched` only observes it); clients are other processes behind real stubs. A card counts as
painted when the first paint of the list after the row was added is over; the row itself may be scrolled out of view.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.bench.conftest import STUB, Show, configure, environment, program, started
from tests.bench.test_stdio import Client
from tests.support.config_acceptance import accept_config_in_process
from toolguard.gate.policy.tools import ToolCatalog
from toolguard.services.tools import keeping
from toolguard.store.config.config import Config
from toolguard.store.inventory import ToolInventory
from toolguard.window import main

pytestmark = pytest.mark.bench
REPEATS = 30
SECONDS = 5.0
FLOOD, PROBE = 1000, 200
"""Calls per second of the client that keeps the window busy, and of the measured client."""
PAGES = ("pending", "active", "audit")
WATCHED = (sys.executable, "-m", "tests.bench.watched")
PACED = (sys.executable, "-I", "-S", str(Path(__file__).with_name("paced.py")))
CALL = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"text":"%d"}}}\n'
CANCEL = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}\n'


class Stalls:
    """Stalls of the Qt thread in milliseconds: the longest, p99, and the longest run of the garbage collector.

    ``busiest``: the longest in processor time of the thread, which does not depend on other processes.
    """

    def __init__(self, words: list[str]) -> None:
        self.longest, self.p99, self.collector, self.busiest = (float(word) for word in words)

    def __str__(self) -> str:
        return f"p99 {self.p99:.1f}, longest run of the collector {self.collector:.1f}"


class Watched:
    """The program with an observed window. See `watched` for the commands."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.receive("ready")
        time.sleep(1)

    def say(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def receive(self, word: str, number: int | None = None) -> list[str]:
        """Return the rest of the next line that begins with ``word`` (and ``number``)."""
        assert self.process.stdout is not None
        while True:
            line = self.process.stdout.readline().decode()
            assert line, "ToolGuard has ended"
            first, *rest = line.split()
            if first == word and (number is None or rest[0] == str(number)):
                return rest

    def settle(self, waiting: int) -> int:
        """Wait until the window shows ``waiting`` pending calls and nothing else, and return the number of its rows: a
        burst has one of its own.
        """
        self.say(f"settle {waiting}")
        (rows,) = self.receive("settled")
        assert int(rows) >= waiting
        return int(rows)

    def objects(self) -> dict[str, int]:
        """Return the number of objects in the program by type, for the most frequent types."""
        self.say("objects")
        words = self.receive("objects")
        return {name: int(count) for name, count in zip(words[::2], words[1::2], strict=True)}

    def stalls(self) -> Stalls:
        self.say("stop")
        return Stalls(self.receive("late"))


@contextmanager
def watched(home: Path, display: str) -> Iterator[Watched]:
    display_env = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    with started(WATCHED, home, stdin=subprocess.PIPE, **display_env) as process:
        yield Watched(process)


def paced(home: Path, rate: int, seconds: float = SECONDS) -> subprocess.Popen[str]:
    argv = (*PACED, str(rate), str(seconds), *STUB, "--server", "echo")
    env = environment(TOOLGUARD_HOME=str(home))
    return subprocess.Popen(argv, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@contextmanager
def others(home: Path, rate: int) -> Iterator[None]:
    """Run another client that makes ``rate`` calls per second."""
    with ExitStack() as stack:
        if rate:
            process = paced(home, rate, 120.0)
            stack.callback(process.communicate)
            stack.callback(process.terminate)
            time.sleep(0.5)
        yield


def cards(window: Watched, client: Client, held: int) -> list[float]:
    """Return the sorted milliseconds from a client's write to its painted card, with ``held`` other pending calls."""
    generator = random.Random(1)
    took = []
    rows = window.settle(held)
    for number in range(10_000, 10_000 + REPEATS):
        time.sleep(generator.uniform(0.0, 0.3))  # so that the moment is random relative to the window's timers
        began = time.perf_counter()
        client.write(CALL % (number, number))
        took.append((float(window.receive("painted", rows + 1)[1]) - began) * 1000)
        client.write(CANCEL % number)
        rows = window.settle(held)
    return sorted(took)


@pytest.mark.parametrize("beside", [0, 100])
@pytest.mark.parametrize(("held", "budget"), [(0, "p95 <= 100 ms"), (100, ""), (1000, "p95 <= 150 ms")])
def test_client_write_to_painted_card(held: int, budget: str, beside: int, home: Path, screen: str, show: Show) -> None:
    configure(home)
    with watched(home, screen) as window, others(home, beside), ExitStack() as stack:
        client = Client((*STUB, "--server", "asked"), environment(TOOLGUARD_HOME=str(home)))
        stack.callback(client.close)
        window.say("start")
        client.write(b"".join(CALL % (number, number) for number in range(held)))
        window.settle(held)
        loading = window.stalls()
        window.say("start")
        took = cards(window, client, held)
        stalls = window.stalls()
    name = f"call to painted card, {held:,} held" + f", {beside} other calls/s" * bool(beside)
    p50, p95 = statistics.median(took), took[int(len(took) * 0.95)]
    show(name, f"p95 {p95:.1f} ms", budget, f"p50 {p50:.1f}, most {took[-1]:.1f}")
    show("  longest stall of the window", f"{stalls.longest:.1f} ms", "<= 50 ms", str(stalls))
    if held:
        show("  longest stall while they arrive", f"{loading.longest:.1f} ms", "<= 50 ms", str(loading))


Figures = tuple[float, float, str]


def flooded(home: Path) -> Figures:
    """Return p50 and p99 (µs) of one client's calls during the flood of another, and the actual rate of the flood."""
    flood, probe = paced(home, FLOOD), paced(home, PROBE)
    out, problem = probe.communicate(timeout=60)
    rate = flood.communicate(timeout=60)[1]
    assert (probe.returncode, flood.returncode) == (0, 0), problem + rate
    took = sorted(float(line) for line in out.split())
    return statistics.median(took), took[int(len(took) * 0.99)], rate.strip()


def _stalls(window: Watched, command: str, answer: str) -> Stalls:
    """Return the stalls while the window runs ``command``."""
    window.say("start")
    time.sleep(0.1)
    window.say(command)
    window.receive(answer)
    time.sleep(0.7)
    return window.stalls()


def _stall(window: Watched, command: str, answer: str) -> float:
    """Return the longest stall in milliseconds while the window runs ``command``."""
    return _stalls(window, command, answer).longest


def fill(home: Path) -> None:
    """Add twenty servers with fifteen tools each and a hundred rules to those of `configure`."""
    configure(home)
    path = home / "config.json"
    whole = json.loads(path.read_text())
    names = [f"server-{number}" for number in range(20)]
    whole["servers"] |= dict.fromkeys(names, whole["servers"]["asked"])
    whole["rules"] += [
        {"id": f"r{at}", "client": "*", "server": names[at % 20], "tool": f"write_file_{at % 15}", "verdict": "allow"}
        for at in range(100)
    ]
    path.write_text(json.dumps(whole))
    accept_config_in_process(environment(TOOLGUARD_HOME=str(home)))
    config, tools, inventory = Config.load(path), ToolCatalog(), ToolInventory(home / "tools", now=time.time)
    tools.on_list(keeping(config, tools, inventory))
    for name in names:
        listed = [{"name": f"write_file_{at}", "description": "Writes a file."} for at in range(15)]
        tools.add_page(name, "s", {"tools": listed}, first=True)
    inventory.close()


def test_stalls_on_changing_to_each_page_with_many_rows(home: Path, screen: str, show: Show) -> None:
    """A thousand recorded calls, a hundred pending, twenty servers, three hundred tools, a hundred rules."""
    fill(home)
    with watched(home, screen) as window, ExitStack() as stack:
        flooding = paced(home, FLOOD, 1.0)
        flooding.communicate(timeout=60)
        client = Client((*STUB, "--server", "asked"), environment(TOOLGUARD_HOME=str(home)))
        stack.callback(client.close)
        client.write(b"".join(CALL % (number, number) for number in range(100)))
        window.settle(100)
        keys = [row.key for row in main.PAGES]
        first = {key: _stalls(window, f"page {key}", "turned") for key in keys}
        later: dict[str, list[Stalls]] = {key: [] for key in keys}
        for key in keys * 3:
            later[key].append(_stalls(window, f"page {key}", "turned"))
        for key in keys:
            again = sorted(later[key], key=lambda stalls: stalls.busiest)[1]
            for name, budget, stalls in (("first", "", first[key]), ("later", "<= 50 ms", again)):
                note = f"elapsed {stalls.longest:.0f} ms"
                show(f"page {key}, {name} turn: processor time", f"{stalls.busiest:.1f} ms", budget, note)


def test_stalls_on_changing_page_and_appearance(home: Path, screen: str, show: Show) -> None:
    configure(home)
    keys = [row.key for row in main.PAGES]

    def change_pages() -> tuple[float, str]:
        return max((_stall(window, f"page {key}", "turned"), key) for key in keys)

    def change_appearance() -> float:
        return statistics.median(_stall(window, f"look {look}", "changed") for look in ("dark", "light") * 3)

    with watched(home, screen) as window:
        show("another appearance, one page built: longest stall", f"{change_appearance():.1f} ms", "<= 100 ms")
        (first, key), (again, other) = change_pages(), change_pages()
        show("a page for the first time: longest stall", f"{first:.1f} ms", "", key)
        show("a page that was shown before: longest stall", f"{again:.1f} ms", "<= 50 ms", other)
        show(
            "another appearance, all pages built: longest stall",
            f"{change_appearance():.1f} ms",
            "<= 100 ms",
            f"page {keys[-1]}",
        )
        window.say("page pending")
        window.receive("turned")
        show("  the same, page pending visible", f"{change_appearance():.1f} ms", "<= 100 ms")
        _stall(window, "look dark", "changed")
        stale, key = change_pages()
        show("a page for the first time since then: longest stall", f"{stale:.1f} ms", "", key)


def test_flood_of_calls_and_the_window_do_not_delay_each_other(home: Path, screen: str, show: Show) -> None:
    def line(name: str, figures: Figures, budget: str = "", note: str = "") -> None:
        show(name, f"p50 {figures[0]:.0f} p99 {figures[1]:.0f} µs", budget, f"{note}flood {figures[2]}")

    configure(home)
    with program(home, "serve"):
        alone = flooded(home)
    line(f"an allowed call beside {FLOOD:,} calls/s, no window", alone)
    with watched(home, screen) as window:
        for page in PAGES:
            window.say(f"page {page}")
            window.receive("turned")
            time.sleep(0.5)
            window.say("start")
            figures = flooded(home)
            stalls = window.stalls()
            ratio = figures[0] / alone[0]
            line(f"the same, page {page} visible", figures, "<= 2 x, p99 <= 5 ms", f"p50 {ratio:.2f} x, ")
            show("  longest stall of the window", f"{stalls.longest:.1f} ms", "<= 50 ms", str(stalls))
    with program(home, "serve"):
        line("again without a window", flooded(home))
