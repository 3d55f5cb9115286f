"""Start times: until the window is painted, a client is answered, and the help is printed.

The class of the window is patched before the start, so that it reports its first `paintEvent`.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.bench.conftest import Show, configure, environment, started
from toolguard.clients.stub import connect
from toolguard.store.lock import StateLock

pytestmark = pytest.mark.bench
RUNS = 7
_WATCH = """
from PySide6.QtCore import QTimer
def watch(window):
    plain = window.paintEvent
    def paintEvent(self, event):
        window.paintEvent = plain
        plain(self, event)
        QTimer.singleShot(0, lambda: print("painted", flush=True))  # after the paint
    window.paintEvent = paintEvent
"""
_OURS = f"""{_WATCH}
import sys
from toolguard.window.main import MainWindow
from toolguard.cli.parser import main
watch(MainWindow)
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
_JOIN = {"toolguard": 1, "do": "join", "server": "echo", "client": "bench", "descriptors": False}
_INFO = {"name": "bench", "version": "1"}
_PARAMS = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": _INFO}
_INITIALIZE = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": _PARAMS}).encode() + b"\n"


def took(once: Callable[[], float]) -> float:
    """Return the median milliseconds of `RUNS` runs, after one run that fills the caches."""
    once()
    return statistics.median(once() for _ in range(RUNS)) * 1000


def line(show: Show, name: str, ours: float, budget: str, floors: dict[str, float]) -> None:
    compared = ", ".join(f"{ours / floor:.1f} x {what} ({floor:.0f} ms)" for what, floor in floors.items())
    show(name, f"{ours:.0f} ms", budget, compared)


def run_time(*arguments: str) -> float:
    """Return the seconds that the interpreter runs with these arguments."""
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], env=environment(), check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def paint_time(code: str, home: Path, display: str) -> float:
    """Return the seconds from the launch to the first paint."""
    began = time.perf_counter()
    with started((sys.executable, "-c", code), home, DISPLAY=display, QT_QPA_PLATFORM="xcb") as process:
        assert process.stdout.readline() == b"painted\n"
        return time.perf_counter() - began


def answer_time(home: Path) -> float:
    """Return the seconds from the launch of ``serve`` until a stub's request to join is answered."""
    began = time.perf_counter()
    with started((sys.executable, "-m", "toolguard", "serve"), home):
        while True:
            assert time.perf_counter() - began < 20
            try:
                sock = connect.open_app(str(home))
                break
            except (FileNotFoundError, ConnectionRefusedError):
                time.sleep(0.001)
        sock.send(json.dumps(_JOIN).encode() + b"\n")
        reply = sock.recv(65536)
        spent = time.perf_counter() - began
        sock.close()
    response = json.loads(reply.partition(b"\n")[0])
    assert response["ok"], response
    return spent


def test_launch_to_first_paint(home: Path, screen: str, show: Show) -> None:
    configure(home)
    floors = {"bare Qt window": took(lambda: paint_time(_BARE, home, screen))}
    line(show, "window: first paint done", took(lambda: paint_time(_OURS, home, screen)), "<= 800 ms", floors)


def test_launch_of_serve_to_first_answer(home: Path, show: Show) -> None:
    configure(home)
    floors = {"interpreter": took(lambda: run_time("-c", "pass"))}
    line(show, "serve: request to join answered", took(lambda: answer_time(home)), "<= 400 ms", floors)


def handshake_time(home: Path, display: str) -> float:
    """Return the seconds from the launch of a stub until ``initialize`` is answered, with ToolGuard not running."""
    for path in home.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    configure(home)
    env = environment(TOOLGUARD_HOME=str(home), HOME=str(home), DISPLAY=display, QT_QPA_PLATFORM="xcb", SHELL="/bin/sh")
    stub = (sys.executable, "-I", "-S", "-E", connect.__file__, "--server", "echo")
    began = time.perf_counter()
    with subprocess.Popen(stub, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(_INITIALIZE)
        process.stdin.flush()
        line = process.stdout.readline()
        spent = time.perf_counter() - began
        process.stdin.close()
    assert "result" in json.loads(line), line
    app = psutil.Process(StateLock(home / "run").holder().pid)
    app.terminate()
    app.wait(20)
    return spent


def cold_handshake_time(home: Path, display: str) -> float:
    """Return the same after dropping the files of Python, Qt and ToolGuard from the page cache.

    Files that another program has mapped stay in it.
    """
    for folder in (Path(sys.base_prefix) / "lib", Path(sys.prefix) / "lib", Path(connect.__file__).parents[1]):
        for path in folder.rglob("*.*"):
            if path.is_file():
                descriptor = os.open(path, os.O_RDONLY)
                os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
                os.close(descriptor)
    return handshake_time(home, display)


def test_launch_of_a_stub_to_the_response_of_initialize(home: Path, screen: str, show: Show) -> None:
    """C11: Codex waits 1.5 s for a server, a cold start of ToolGuard included, and then gives up without a message."""
    floors = {"interpreter": took(lambda: run_time("-c", "pass"))}
    line(show, "cold start: initialize answered", took(lambda: handshake_time(home, screen)), "<= 500 ms", floors)
    if hasattr(os, "posix_fadvise"):
        line(show, "the same, cold page cache", took(lambda: cold_handshake_time(home, screen)), "<= 1000 ms", floors)


def test_launch_to_printed_help(show: Show) -> None:
    floors = {
        "interpreter": took(lambda: run_time("-c", "pass")),
        "argparse imported": took(lambda: run_time("-c", "import argparse")),
    }
    line(show, "toolguard --help", took(lambda: run_time("-m", "toolguard", "--help")), "", floors)
