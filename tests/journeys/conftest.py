"""The real thing on a screen of its own: Xvfb, a window manager, D-Bus, a keyring, the program, and a screen reader.

Controls are read through AT-SPI, as a screen reader does: found by role and name, and pressed like a person would.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.journeys.screen_reader import Node, ScreenReader, eventually
from tests.support.config_acceptance import accept_config_in_process
from tests.support.fork_server import TOOLGUARD, WINDOW, ForkedProcess, fork_server

ROOT = Path(__file__).parents[2]
PASSWORD = "test"
"""Of the keyring."""
BROWSERS = ("xdg-open", "google-chrome", "firefox", "mozilla", "opera")
"""What Qt opens a page with, whichever of them it finds first."""
BROWSER = """import pathlib, sys, urllib.request
page = urllib.request.build_opener(urllib.request.ProxyHandler({})).open(sys.argv[1], timeout=240)
part = pathlib.Path(__file__).with_name("part")
part.write_text(page.read().decode())
part.rename(part.with_name("page"))
"""
"""Opens a page, goes where it leads, and keeps what it shows: a person who is known there and agrees."""
PROGRAMS = {
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "openbox": "openbox",
    "dbus-daemon": "dbus-daemon",
    "gnome-keyring-daemon": "gnome-keyring",
}


class Desktop:
    """One person's desktop: a screen, a session bus, a keyring, a state folder."""

    def __init__(self, folder: Path, size: str = "1280x900", scale: str = "1") -> None:
        """``size``: of the screen, in its own pixels. ``scale``: how many of them are one of a program's."""
        self.folder = folder
        self._scale = int(scale)
        self.home = folder / "state"
        self.home.mkdir(mode=0o700)
        runtime = folder / "runtime"
        runtime.mkdir(mode=0o700)
        keep = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR", "FONTCONFIG_FILE") if name in os.environ}
        self.env = {
            **keep, "HOME": str(folder), "XDG_RUNTIME_DIR": str(runtime), "TOOLGUARD_HOME": str(self.home),
            "SHELL": "/bin/sh",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_QPA_PLATFORM": "xcb", "QT_SCALE_FACTOR": scale,
        }  # fmt: skip
        self._install_browser(folder / "bin")
        self._started: list[subprocess.Popen[Any]] = []
        self._forked: list[ForkedProcess] = []
        self.env["DISPLAY"] = self._screen(size)
        self.env["DBUS_SESSION_BUS_ADDRESS"] = self._bus()
        self.start("openbox")
        self._unlock_keyring()
        self.app: subprocess.Popen[Any] | ForkedProcess | None = None
        self._screen_reader: ScreenReader | None = None

    def start(self, *argv: str, **more: Any) -> subprocess.Popen[Any]:
        more = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": self.env, **more}
        process = subprocess.Popen(argv, **more)
        self._started.append(process)
        return process

    def _install_browser(self, folder: Path) -> None:
        """The only browser that this desktop has, whatever the machine has."""
        folder.mkdir()
        program = folder / "browser.py"
        program.write_text(BROWSER)
        command = shlex.join((sys.executable, str(program)))  # the first line of a script takes no path with a space
        for name in BROWSERS:
            (folder / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
            (folder / name).chmod(0o700)
        self.env |= {
            "PATH": f"{folder}{os.pathsep}{self.env['PATH']}",
            "BROWSER": str(folder / BROWSERS[0]), "DEFAULT_BROWSER": str(folder / BROWSERS[0]),
        }  # fmt: skip
        self.browsed = folder / "page"
        """What the browser shows; it is there once a page was opened."""

    def _screen(self, size: str = "1280x900") -> str:
        read, write = os.pipe()
        argv = ("Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp")
        self.start(*argv, pass_fds=(write,))
        os.close(write)
        with os.fdopen(read) as number:
            return f":{number.readline().strip()}"

    def _bus(self) -> str:
        bus = self.start("dbus-daemon", "--session", "--nofork", "--print-address=1", stdout=subprocess.PIPE, text=True)
        return bus.stdout.readline().strip()

    def _unlock_keyring(self) -> None:
        argv = ("gnome-keyring-daemon", "--unlock", "--components=secrets")
        subprocess.run(argv, input=PASSWORD.encode(), env=self.env, check=True, timeout=240, stdout=subprocess.DEVNULL)

    eventually = staticmethod(eventually)

    @property
    def screen_reader(self) -> ScreenReader:
        if self._screen_reader is None:
            self._screen_reader = ScreenReader(self.env["DBUS_SESSION_BUS_ADDRESS"])
        return self._screen_reader

    def click(self, role: str, name: str, *, at: str = "middle") -> None:
        """With the mouse, where the control is on the screen; what is scrolled away is brought back by the wheel.

        ``at`` may be "left" for what begins with a box to tick.
        """
        self.click_on(self.screen_reader.wait(role, name), at=at)

    def click_on(self, node: Node, *, at: str = "middle") -> None:
        """The same, for a control that was found by something else than its name."""
        for _ in range(60):
            left, top, right, bottom = place = self._in_view(node)
            self.point(left + 12 if at == "left" else (left + right) // 2, (top + bottom) // 2)
            time.sleep(0.04)  # what is still being laid out moves meanwhile
            if self._in_view(node) == place:
                break
        self._hands("click", "1")

    def _in_view(self, node: Node) -> tuple[int, int, int, int]:
        """Its place on the screen, once at least the better part of it can be seen."""
        for _ in range(60):
            _, y, _, height = self.screen_reader.extents(node)
            left, top, right, bottom = self.screen_reader.seen_part(node)
            if right > left and bottom - top >= min(height, 24) * 0.9:
                return left, top, right, bottom
            fx, fy, width, high = self.screen_reader.extents(self.screen_reader.frame_of(node))
            self.point(fx + width // 2, fy + high // 2, "click", "5" if y + height > fy + high else "4")
            time.sleep(0.03)
        raise AssertionError(f"{self.screen_reader.name(node)!r} cannot be scrolled into view")

    def point(self, x: int, y: int, *then: str) -> None:
        """Move the mouse there, in a program's pixels, and do more with it, in the words of xdotool."""
        self._hands("mousemove", str(x * self._scale), str(y * self._scale), *then)

    def keys(self, *names: str) -> None:
        """Press keys one after the other, such as "ctrl+3", "Tab", "space"."""
        self._hands("key", "--clearmodifiers", "--delay", "30", *names)

    def tab_to(self, name: str, key: str = "Tab") -> None:
        """Press Tab until the keyboard is at a control whose name begins so."""
        been = []
        for _ in range(60):
            now = self.screen_reader.focused()
            if now is not None and now.name.startswith(name):
                return
            been.append(now.name if now is not None else "")
            self.keys(key)
        raise AssertionError(f"{name!r} is not among {been}")

    def write(self, words: str) -> None:
        """Type where the keyboard is."""
        self._hands("type", "--clearmodifiers", "--delay", "8", "--", words)

    def _hands(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self.env, check=True, timeout=240)

    def clipboard(self) -> str:
        """The text that was copied last."""
        program = "from PySide6.QtGui import QGuiApplication as A; a = A([]); print(a.clipboard().text(), end='')"
        told = subprocess.run(
            [sys.executable, "-c", program], env=self.env, capture_output=True, text=True, timeout=240
        )
        return told.stdout

    def settle(self) -> None:
        """Wait until what is seen is twice the same: the page has been filled."""
        before = ""

        def same() -> bool:
            nonlocal before
            time.sleep(0.15)
            last, before = before, self.screen_reader.outline()
            return last == before

        eventually(same, "the page never rests")

    def resize(self, width: int, height: int) -> None:
        """Give the window this size, in pixels of the screen."""
        self._hands("search", "--onlyvisible", "--name", "ToolGuard", "windowsize", "--sync", str(width), str(height))

    def close_window(self) -> None:
        """As a person closes it, by the keys of the window manager."""
        self._hands("search", "--onlyvisible", "--name", "ToolGuard", "windowactivate", "--sync")
        self.keys("alt+F4")

    def turn_to(self, page: str) -> None:
        """To a page, with the mouse."""
        self.click("page tab", page)

    def config(self) -> dict[str, Any]:
        """What is kept of servers, rules and settings now."""
        kept: dict[str, Any] = json.loads((self.home / "config.json").read_text())
        return kept

    def toolguard(self, *args: str, input: str = "") -> subprocess.CompletedProcess[str]:
        """Run one command to its end."""
        argv = ["-m", "toolguard", *args]
        done = fork_server(*TOOLGUARD).run(argv, env=self.env, cwd=self.folder, input=input.encode())
        return subprocess.CompletedProcess(argv, done.returncode, done.stdout.decode(), done.stderr.decode())

    def accept_settings(self) -> None:
        """Put in force what commands have set up before the first start, as a person who accepts it would."""
        if (self.home / "config.json").exists() and not (self.home / "accepted").exists():
            accept_config_in_process(self.env)

    def open_window(self, *, forked: bool = True) -> None:
        """Open it with the settings that are there in force. ``forked``: by the fork server, which takes a third."""
        self.accept_settings()
        self.screen_reader.look()  # starts the registry: a window that starts before it may never be seen
        argv = ("-m", "toolguard")
        with (self.folder / "app.log").open("ab") as log:
            if forked:
                server, out = fork_server(*TOOLGUARD, *WINDOW), log.fileno()
                with open(os.devnull, "rb") as nothing:
                    self.app = server.start(
                        argv, env=self.env, cwd=self.folder, stdin=nothing.fileno(), stdout=out, stderr=out
                    )
                self._forked.append(self.app)
            else:
                self.app = self.start(sys.executable, *argv, stdout=log, stderr=log, cwd=self.folder)
        eventually(lambda: (self.home / "run" / "app.sock").exists(), self.app_log)
        self.screen_reader.sees("ToolGuard")

    def app_log(self) -> str:
        found = self.folder / "app.log"
        return found.read_text(errors="replace")[-4000:] if found.exists() else "the program printed nothing"

    def kill_app(self) -> None:
        """As if it crashed."""
        for forked in self._forked:
            forked.kill()
            forked.wait(120)
        for process in psutil.process_iter(["cmdline"]):
            if (process.info["cmdline"] or [])[1:3] == ["-m", "toolguard"] and _is_ours(process, self.home):
                process.kill()
                process.wait(120)

    def connect(self, *args: str) -> tuple[str, list[str]]:
        """The command that a chat client would launch."""
        script = ROOT / "toolguard" / "clients" / "stub" / "connect.py"
        return sys.executable, ["-I", "-S", "-E", str(script), *args]

    def records(self) -> list[dict[str, Any]]:
        """Every record of the log, oldest first, through the command line."""
        target = self.folder / "export.jsonl"
        told = self.toolguard("log", "export", str(target), "--force")
        assert told.returncode == 0, told.stderr
        return [json.loads(line) for line in target.read_text().splitlines()]

    def everything_written(self) -> bytes:
        """Every byte below the state folder, to look for what must not be there."""
        return b"".join(path.read_bytes() for path in sorted(self.home.rglob("*")) if path.is_file())

    def children_left(self) -> list[str]:
        """Command lines of processes that belong to this desktop and are neither the screen nor the program."""
        own = {process.pid for process in self._started}
        return [
            " ".join(process.info["cmdline"] or [])
            for process in psutil.process_iter(["cmdline", "pid"])
            if process.pid not in own and _is_ours(process, self.home) and process.status() != psutil.STATUS_ZOMBIE
        ]

    def close(self) -> None:
        if self._screen_reader is not None:
            self._screen_reader.close()
        for forked in self._forked:
            forked.kill()
            forked.wait()
        for process in psutil.process_iter():
            if _is_ours(process, self.home):
                process.send_signal(signal.SIGKILL)
        for process in reversed(self._started):
            process.kill()
            process.wait()
            if process.stdout:
                process.stdout.close()


def _is_ours(process: psutil.Process, home: Path) -> bool:
    try:
        return process.environ().get("TOOLGUARD_HOME") == str(home)
    except (psutil.Error, OSError):
        return False


def needed() -> None:
    missing = [package for program, package in PROGRAMS.items() if not shutil.which(program)]
    if missing:
        pytest.skip(f"needs the packages {' '.join(missing)}")
    if not Path("/usr/share/dbus-1/services/org.a11y.Bus.service").exists():
        pytest.skip("needs the package at-spi2-core")


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    needed()
    one = Desktop(tmp_path)
    yield one
    one.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    """One desktop for a whole file, for journeys that leave it as they found it."""
    needed()
    one = Desktop(tmp_path_factory.mktemp("desk"))
    yield one
    one.close()
