"""How long a person or a chat client waits for the program: a painted window, an answered client, a printed help.

The window says itself when its first paint is on the screen: its `paintEvent` is wrapped, once, before it is made.
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
        QTimer.singleShot(0, lambda: print("painted", flush=True))  # after this turn, so after the screen has it
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
        sock.send(json.dumps(_JOIN).encode() + b"\n")
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


def shaken(home: Path, display: str) -> float:
    """Seconds from the launch of a routed entry until its client's ``initialize`` is answered; nothing runs before."""
    for left in home.iterdir():
        shutil.rmtree(left) if left.is_dir() else left.unlink()
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


def dropped(display: str, home: Path) -> float:
    """The same after the files of Python, Qt and ToolGuard left the page cache, as far as no other program has them."""
    for folder in (Path(sys.base_prefix) / "lib", Path(sys.prefix) / "lib", Path(connect.__file__).parents[1]):
        for path in folder.rglob("*.*"):
            if path.is_file():
                descriptor = os.open(path, os.O_RDONLY)
                os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
                os.close(descriptor)
    return shaken(home, display)


def test_from_the_launch_of_a_stub_to_the_answer_of_initialize(home: Path, screen: str, show: Show) -> None:
    """C11: Codex gives a server 1.5 s, a cold start of ToolGuard included, and says nothing when they are over."""
    floors = {"interpreter": took(lambda: ended("-c", "pass"))}
    line(show, "cold start: initialize answered", took(lambda: shaken(home, screen)), "<= 500 ms", floors)
    if hasattr(os, "posix_fadvise"):
        line(show, "the same, files dropped", took(lambda: dropped(screen, home)), "<= 1000 ms", floors)


def test_from_the_launch_to_the_printed_help(show: Show) -> None:
    floors = {
        "interpreter": took(lambda: ended("-c", "pass")),
        "argparse imported": took(lambda: ended("-c", "import argparse")),
    }
    line(show, "toolguard --help", took(lambda: ended("-m", "toolguard", "--help")), "", floors)
