"""A desktop for journeys: Xvfb, a window manager, D-Bus, a keyring, the program, and an AT-SPI client.

Controls are found through AT-SPI by role and name, and operated with the mouse and the keyboard.
"""

from __future__ import annotations

import json
import os
import re
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
from jeepney import message_bus
from jeepney.io.blocking import open_dbus_connection

from tests.journeys.screen_reader import Node, ScreenReader, eventually
from tests.support.config_acceptance import accept_config_in_process
from tests.support.fork_server import TOOLGUARD, WINDOW, ForkedProcess, fork_server

ROOT = Path(__file__).parents[2]
PASSWORD = "test"
"""Password of the keyring."""
BROWSERS = ("xdg-open", "google-chrome", "firefox", "mozilla", "opera")
"""Programs that Qt tries, in this order, to open a web page."""
BROWSER = """import pathlib, sys, urllib.request
page = urllib.request.build_opener(urllib.request.ProxyHandler({})).open(sys.argv[1], timeout=240)
part = pathlib.Path(__file__).with_name("part")
part.write_text(page.read().decode())
part.rename(part.with_name("page"))
"""
"""A browser that follows redirects and saves the last page, like a signed-in person who consents."""
PROGRAMS = {
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "openbox": "openbox",
    "dbus-daemon": "dbus-daemon",
    "gnome-keyring-daemon": "gnome-keyring",
}


class Desktop:
    """A desktop: a screen, a session bus, a keyring, and a state folder."""

    def __init__(self, folder: Path, size: str = "1280x900", scale: str = "1") -> None:
        """``size``: size of the screen in device pixels. ``scale``: device pixels for each logical pixel."""
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
        """Install the browser of this desktop, in the place of those of the machine."""
        folder.mkdir()
        program = folder / "browser.py"
        program.write_text(BROWSER)
        command = shlex.join((sys.executable, str(program)))  # a path in a shebang line must not contain a space
        for name in BROWSERS:
            (folder / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
            (folder / name).chmod(0o700)
        self.env |= {
            "PATH": f"{folder}{os.pathsep}{self.env['PATH']}",
            "BROWSER": str(folder / BROWSERS[0]), "DEFAULT_BROWSER": str(folder / BROWSERS[0]),
        }  # fmt: skip
        self.browsed = folder / "page"
        """The page that the browser shows. The file exists after a page was opened."""

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
        with open_dbus_connection(bus=self.env["DBUS_SESSION_BUS_ADDRESS"]) as bus:
            asked = message_bus.NameHasOwner("org.freedesktop.secrets")
            # A program that looks earlier finds no keyring, and keeps its key in a file.
            eventually(lambda: bus.send_and_get_reply(asked, timeout=240).body[0], "the keyring is not on the bus")

    eventually = staticmethod(eventually)

    @property
    def screen_reader(self) -> ScreenReader:
        if self._screen_reader is None:
            self._screen_reader = ScreenReader(self.env["DBUS_SESSION_BUS_ADDRESS"])
        return self._screen_reader

    def click(self, role: str, name: str, *, at: str = "middle") -> None:
        """Click on a control with the mouse, after scrolling it into view with the wheel.

        ``at``: "left" for the indicator of a check box or radio button. If a page that has just loaded shows another
        control of that name in its place, that one is clicked.
        """
        while True:
            node = self.screen_reader.wait(role, name)
            try:
                return self.click_on(node, at=at)
            except AssertionError:
                if self.screen_reader.find(role, name) in (None, node):
                    raise

    def click_on(self, node: Node, *, at: str = "middle") -> None:
        """Click on a control, once it was at the same place three times: a busy program lays out late."""
        place, same = (0, 0, 0, 0), 0
        for _ in range(60):
            before, place = place, self._in_view(node)
            same = same + 1 if place == before else 0
            if same == 2:
                break
            if not same:
                left, top, right, bottom = place
                self.point(left + 12 if at == "left" else (left + right) // 2, (top + bottom) // 2)
            time.sleep(0.04)
        self._xdotool("click", "1")

    def _in_view(self, node: Node) -> tuple[int, int, int, int]:
        """Scroll until most of a control is visible. Return the left, top, right and bottom of its visible part."""
        for _ in range(60):
            _, y, _, height = self.screen_reader.extents(node)
            left, top, right, bottom = self.screen_reader.seen_part(node)
            if right > left and bottom - top >= min(height, 24) * 0.9:
                return left, top, right, bottom
            fx, fy, width, high = self.screen_reader.extents(self.screen_reader.frame_of(node))
            self.point(fx + width // 2, fy + high // 2, "click", "5" if y + height > fy + high else "4")
            time.sleep(0.03)
        raise AssertionError(f"{self.screen_reader.name(node)!r} cannot be scrolled into view")

    def point(self, x: int, y: int, *commands: str) -> None:
        """Move the mouse, in logical pixels, and run further commands of xdotool."""
        self._xdotool("mousemove", str(x * self._scale), str(y * self._scale), *commands)

    def keys(self, *names: str) -> None:
        """Press keys one after the other, such as "ctrl+3", "Tab", "space"."""
        self._xdotool("key", "--clearmodifiers", "--delay", "30", *names)

    def tab_to(self, name: str, key: str = "Tab") -> None:
        """Press Tab (or ``key``) until a control whose name begins with ``name`` has the focus."""
        visited = []
        for _ in range(60):
            now = self.screen_reader.focused()
            if now is not None and now.name.startswith(name):
                return
            visited.append(now.name if now is not None else "")
            self.keys(key)
        raise AssertionError(f"{name!r} is not among {visited}")

    def write(self, text: str) -> None:
        """Type into the control that has the focus."""
        self._xdotool("type", "--clearmodifiers", "--delay", "8", "--", text)

    def _xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self.env, check=True, timeout=240)

    def clipboard(self) -> str:
        """Return the text of the clipboard."""
        program = "from PySide6.QtGui import QGuiApplication as A; a = A([]); print(a.clipboard().text(), end='')"
        done = subprocess.run(
            [sys.executable, "-c", program], env=self.env, capture_output=True, text=True, timeout=240
        )
        return done.stdout

    def settle(self) -> None:
        """Wait until the page has not changed for a moment, except for numbers: times and countdowns always change."""
        before = ""

        def same() -> bool:
            nonlocal before
            time.sleep(0.15)
            last, before = before, re.sub(r"\d+", "0", self.screen_reader.outline())
            return last == before

        eventually(same, "the page changes all the time")

    def resize(self, width: int, height: int) -> None:
        """Resize the window, in device pixels."""
        self._xdotool("search", "--onlyvisible", "--name", "ToolGuard", "windowsize", "--sync", str(width), str(height))

    def close_window(self) -> None:
        """Close the window with the shortcut of the window manager."""
        self._xdotool("search", "--onlyvisible", "--name", "ToolGuard", "windowactivate", "--sync")
        self.keys("alt+F4")

    def turn_to(self, page: str) -> None:
        """Open a page with the mouse."""
        self.click("page tab", page)

    def config(self) -> dict[str, Any]:
        """Return the content of the configuration file."""
        config: dict[str, Any] = json.loads((self.home / "config.json").read_text())
        return config

    def toolguard(self, *args: str, input: str = "") -> subprocess.CompletedProcess[str]:
        """Run ``toolguard`` with ``args`` and return the completed process."""
        argv = ["-m", "toolguard", *args]
        done = fork_server(*TOOLGUARD).run(argv, env=self.env, cwd=self.folder, input=input.encode())
        return subprocess.CompletedProcess(argv, done.returncode, done.stdout.decode(), done.stderr.decode())

    def accept_settings(self) -> None:
        """Accept the settings that commands have written before the first start."""
        if (self.home / "config.json").exists() and not (self.home / "accepted").exists():
            accept_config_in_process(self.env)

    def open_window(self, *, forked: bool = True) -> None:
        """Start ToolGuard with its settings accepted. ``forked``: with the fork server, three times as fast."""
        self.accept_settings()
        self.screen_reader.look()  # starts the AT-SPI registry, which may miss windows that start before it
        if forked:
            self.app = self.start_forked()
        else:
            with (self.folder / "app.log").open("ab") as log:
                self.app = self.start(sys.executable, "-m", "toolguard", stdout=log, stderr=log, cwd=self.folder)
        eventually(lambda: (self.home / "run" / "app.sock").exists(), self.app_log)
        self.screen_reader.wait_for_text("ToolGuard")

    def start_forked(self, *args: str, **env: str) -> ForkedProcess:
        """Start ``toolguard`` with the fork server, with its window on this desktop unless ``env`` says otherwise."""
        with (self.folder / "app.log").open("ab") as log, open(os.devnull, "rb") as nothing:
            process = fork_server(*TOOLGUARD, *WINDOW).start(
                ["-m", "toolguard", *args], env=self.env | env, cwd=self.folder, stdin=nothing.fileno(),
                stdout=log.fileno(), stderr=log.fileno(),
            )  # fmt: skip
        self._forked.append(process)
        return process

    def app_log(self) -> str:
        log = self.folder / "app.log"
        return log.read_text(errors="replace")[-4000:] if log.exists() else "the program printed nothing"

    def kill_app(self) -> None:
        """Kill ToolGuard."""
        for forked in self._forked:
            forked.kill()
            forked.wait(120)
        for process in psutil.process_iter(["cmdline"]):
            if (process.info["cmdline"] or [])[1:3] == ["-m", "toolguard"] and _is_ours(process, self.home):
                process.kill()
                process.wait(120)

    def connect(self, *args: str) -> tuple[str, list[str]]:
        """Return the command of a chat client's entry."""
        script = ROOT / "toolguard" / "clients" / "stub" / "connect.py"
        return sys.executable, ["-I", "-S", "-E", str(script), *args]

    def records(self) -> list[dict[str, Any]]:
        """Return every record of the log, oldest first, through the command line."""
        target = self.folder / "export.jsonl"
        done = self.toolguard("log", "export", str(target), "--force")
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in target.read_text().splitlines()]

    def everything_written(self) -> bytes:
        """Return the content of all files below the state folder, to search it for secrets."""
        return b"".join(path.read_bytes() for path in sorted(self.home.rglob("*")) if path.is_file())

    def children_left(self) -> list[str]:
        """Return the command lines of this desktop's processes, except those that it started itself."""
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
    """Skip the test if a program is missing."""
    missing = [package for program, package in PROGRAMS.items() if not shutil.which(program)]
    if missing:
        pytest.skip(f"needs the packages {' '.join(missing)}")
    if not Path("/usr/share/dbus-1/services/org.a11y.Bus.service").exists():
        pytest.skip("needs the package at-spi2-core")


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    needed()
    desktop = Desktop(tmp_path)
    yield desktop
    desktop.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    """One desktop for all tests of a file."""
    needed()
    desktop = Desktop(tmp_path_factory.mktemp("desk"))
    yield desktop
    desktop.close()
