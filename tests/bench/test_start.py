"""How long a person or a chat client waits for the program: a painted window, an answered hello, a printed help.

The window says itself when its first paint is on the screen: its `paintEvent` is wrapped, once, before it is made.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bench.conftest import Show, configure, environment, started
from toolguard.clients import connect

pytestmark = pytest.mark.bench
RUNS = 7
_WATCH = """
from PySide6.QtCore import QTimer
def watch(window):
    plain = window.paintEvent
    def paintEvent(self, event):
        window.paintEvent = plain
        plain(self, event)
        QTimer.singleShot(0, lambda: print("painted", flush=True))  # after this turn, so after the screen has it
    window.paintEvent = paintEvent
"""
_OURS = f"""{_WATCH}
import sys
from toolguard.window.main import Window
from toolguard.cli import main
watch(Window)
sys.exit(main([]))
"""
_BARE = f"""{_WATCH}
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(QMainWindow): pass
watch(Window)
application, window = QApplication([]), Window()
window.show()
application.exec()
"""
_HELLO = {"toolguard": 1, "do": "join", "server": "echo", "client": "bench", "descriptors": False}


def took(once: Callable[[], float]) -> float:
    """Median milliseconds, after one run that only warms what is kept between runs."""
    once()
    return statistics.median(once() for _ in range(RUNS)) * 1000


def line(show: Show, name: str, ours: float, budget: str, floors: dict[str, float]) -> None:
    compared = ", ".join(f"{ours / floor:.1f} x {what} ({floor:.0f} ms)" for what, floor in floors.items())
    show(name, f"{ours:.0f} ms", budget, compared)


def ended(*arguments: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], env=environment(), check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def painted(code: str, home: Path, display: str) -> float:
    began = time.perf_counter()
    with started((sys.executable, "-c", code), home, DISPLAY=display, QT_QPA_PLATFORM="xcb") as process:
        assert process.stdout.readline() == b"painted\n"
        return time.perf_counter() - began


def answered(home: Path) -> float:
    """Seconds from the launch of ``serve`` until a client's hello is answered."""
    began = time.perf_counter()
    with started((sys.executable, "-m", "toolguard", "serve"), home):
        while True:
            assert time.perf_counter() - began < 20
            try:
                sock = connect.open_app(str(home))
                break
            except (FileNotFoundError, ConnectionRefusedError):
                time.sleep(0.001)
        sock.send(json.dumps(_HELLO).encode() + b"\n")
        reply = sock.recv(65536)
        spent = time.perf_counter() - began
        sock.close()
    told = json.loads(reply.partition(b"\n")[0])
    assert told["ok"], told
    return spent


def test_from_the_launch_to_a_painted_window(home: Path, screen: str, show: Show) -> None:
    configure(home)
    floors = {"bare Qt window": took(lambda: painted(_BARE, home, screen))}
    line(show, "window: first paint done", took(lambda: painted(_OURS, home, screen)), "<= 800 ms", floors)


def test_from_the_launch_of_serve_to_an_answered_hello(home: Path, show: Show) -> None:
    configure(home)
    floors = {"interpreter": took(lambda: ended("-c", "pass"))}
    line(show, "serve: a hello answered", took(lambda: answered(home)), "<= 400 ms", floors)


def test_from_the_launch_to_the_printed_help(show: Show) -> None:
    floors = {
        "interpreter": took(lambda: ended("-c", "pass")),
        "argparse imported": took(lambda: ended("-c", "import argparse")),
    }
    line(show, "toolguard --help", took(lambda: ended("-m", "toolguard", "--help")), "", floors)
