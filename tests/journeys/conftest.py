"""The real thing on a screen of its own: Xvfb, a window manager, D-Bus, a keyring, the program, and a pair of eyes.

The eyes are AT-SPI, as a screen reader has them: controls are found by role and name and pressed like a person would.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from jeepney import DBusAddress, MessageType, Properties, new_method_call
from jeepney.io.blocking import open_dbus_connection

WAIT = 20.0
ROOT = Path(__file__).parents[2]
PROGRAMS = {
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "openbox": "openbox",
    "dbus-daemon": "dbus-daemon",
    "gnome-keyring-daemon": "gnome-keyring",
}


def eventually(look: Callable[[], Any], what: str, seconds: float = WAIT) -> Any:
    """The first true answer of ``look``; fails with ``what`` when there is none in time."""
    end = time.monotonic() + seconds
    while True:
        found = look()
        if found:
            return found
        assert time.monotonic() < end, f"not within {seconds} s: {what() if callable(what) else what}"
        time.sleep(0.05)


class Eyes:
    """Sees every control of one application through AT-SPI."""

    def __init__(self, session_bus: str) -> None:
        with open_dbus_connection(bus=session_bus) as bus:
            launcher = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
            address = bus.send_and_get_reply(new_method_call(launcher, "GetAddress"), timeout=10).body[0]
        self._bus = open_dbus_connection(bus=address)

    def close(self) -> None:
        self._bus.close()

    def _ask(self, node: tuple[str, str], interface: str, method: str, *args: Any, signature: str = "") -> Any:
        address = DBusAddress(node[1], node[0], f"org.a11y.atspi.{interface}")
        reply = self._bus.send_and_get_reply(new_method_call(address, method, signature or None, args), timeout=10)
        if reply.header.message_type == MessageType.error:
            raise LookupError(str(reply.body))
        return reply.body

    def _property(self, node: tuple[str, str], interface: str, name: str) -> Any:
        address = DBusAddress(node[1], node[0], f"org.a11y.atspi.{interface}")
        reply = self._bus.send_and_get_reply(Properties(address).get(name), timeout=10)
        if reply.header.message_type == MessageType.error:
            raise LookupError(str(reply.body))
        return reply.body[0][1]

    def name(self, node: tuple[str, str]) -> str:
        return self._property(node, "Accessible", "Name")

    def role(self, node: tuple[str, str]) -> str:
        return self._ask(node, "Accessible", "GetRoleName")[0]

    def enabled(self, node: tuple[str, str]) -> bool:
        low, high = self._ask(node, "Accessible", "GetState")[0]
        bits = low | high << 32
        return bool(bits >> 8 & 1) and bool(bits >> 25 & 1)  # STATE_ENABLED, STATE_SHOWING

    def text(self, node: tuple[str, str]) -> str:
        try:
            return self._ask(node, "Text", "GetText", 0, -1, signature="ii")[0]
        except LookupError:
            return self.name(node)

    def children(self, node: tuple[str, str]) -> list[tuple[str, str]]:
        return [(child[0], child[1]) for child in self._ask(node, "Accessible", "GetChildren")[0]]

    def walk(self) -> Iterator[tuple[tuple[str, str], str, str]]:
        """Every control of every application: node, role, name."""
        todo = self.children(("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"))
        while todo:
            node = todo.pop()
            try:
                yield node, self.role(node), self.name(node)
                todo += self.children(node)[:300]
            except (LookupError, TimeoutError):
                continue  # it went away while we looked

    def find(self, role: str, name: str) -> tuple[str, str] | None:
        """An enabled, showing control of this role whose name is or begins with ``name``."""
        for node, its_role, its_name in self.walk():
            if role in its_role and its_name.startswith(name) and ("item" in role or self.enabled(node)):
                return node
        return None

    def outline(self) -> str:
        return "\n".join(f"{role}: {name[:100]}" for _, role, name in self.walk() if name)

    def press(self, role: str, name: str) -> None:
        """Press the button once it can be pressed (a prompt arms itself only after it was visible for a while)."""
        node = eventually(
            lambda: self.find(role, name), lambda: f"no {role} {name!r} to press among:\n{self.outline()}"
        )
        assert self._ask(node, "Action", "DoAction", 0, signature="i")[0]

    def place(self, role: str, name: str) -> tuple[int, int]:
        """The middle of a control on the screen, in pixels."""
        node = eventually(lambda: self.find(role, name), lambda: f"no {role} {name!r} among:\n{self.outline()}")
        x, y, width, height = self._ask(node, "Component", "GetExtents", 0, signature="u")[0]
        return x + width // 2, y + height // 2

    def type(self, name: str, text: str) -> None:
        node = eventually(lambda: self.find("text", name), lambda: f"no text {name!r} among:\n{self.outline()}")
        assert self._ask(node, "EditableText", "SetTextContents", text, signature="s")[0]

    def sees(self, part: str) -> None:
        """Wait until some control shows ``part`` in its name or text."""

        def look() -> bool:
            for node, role, name in self.walk():
                if part in name or (("text" in role or "label" in role) and part in self._safe_text(node)):
                    return True
            return False

        eventually(look, lambda: f"{part!r} is nowhere among:\n{self.outline()}")

    def _safe_text(self, node: tuple[str, str]) -> str:
        try:
            return self.text(node)
        except LookupError:
            return ""


class Desk:
    """One person's desktop: a screen, a session bus, a keyring, a state folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "state"
        self.home.mkdir(mode=0o700)
        runtime = folder / "runtime"
        runtime.mkdir(mode=0o700)
        keep = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
        self.env = {
            **keep, "HOME": str(folder), "XDG_RUNTIME_DIR": str(runtime), "TOOLGUARD_HOME": str(self.home),
            "SHELL": "/bin/sh",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_QPA_PLATFORM": "xcb",
        }  # fmt: skip
        self._started: list[subprocess.Popen[Any]] = []
        self.env["DISPLAY"] = self._screen()
        self.env["DBUS_SESSION_BUS_ADDRESS"] = self._bus()
        self.start("openbox")
        self._unlock_keyring()
        self.app: subprocess.Popen[Any] | None = None
        self._eyes: Eyes | None = None

    def start(self, *argv: str, **more: Any) -> subprocess.Popen[Any]:
        more = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": self.env, **more}
        process = subprocess.Popen(argv, **more)
        self._started.append(process)
        return process

    def _screen(self) -> str:
        read, write = os.pipe()
        argv = ("Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24", "-nolisten", "tcp")
        self.start(*argv, pass_fds=(write,))
        os.close(write)
        with os.fdopen(read) as number:
            return f":{number.readline().strip()}"

    def _bus(self) -> str:
        bus = self.start("dbus-daemon", "--session", "--nofork", "--print-address=1", stdout=subprocess.PIPE, text=True)
        return bus.stdout.readline().strip()

    def _unlock_keyring(self) -> None:
        argv = ("gnome-keyring-daemon", "--unlock", "--components=secrets")
        subprocess.run(argv, input=b"test\n", env=self.env, check=True, timeout=20, stdout=subprocess.DEVNULL)

    eventually = staticmethod(eventually)

    @property
    def eyes(self) -> Eyes:
        if self._eyes is None:
            self._eyes = Eyes(self.env["DBUS_SESSION_BUS_ADDRESS"])
        return self._eyes

    def click(self, role: str, name: str) -> None:
        """With the mouse, where the control is on the screen."""
        x, y = self.eyes.place(role, name)
        argv = ["xdotool", "mousemove", "--sync", str(x), str(y), "click", "1"]
        subprocess.run(argv, env=self.env, check=True, timeout=20)

    def toolguard(self, *args: str, **more: Any) -> subprocess.CompletedProcess[str]:
        """Run one command to its end."""
        argv = [sys.executable, "-m", "toolguard", *args]
        return subprocess.run(argv, env=self.env, text=True, capture_output=True, timeout=60, cwd=self.folder, **more)

    def open_window(self) -> None:
        with (self.folder / "app.log").open("ab") as log:
            self.app = self.start(sys.executable, "-m", "toolguard", stdout=log, stderr=log, cwd=self.folder)
        eventually(lambda: (self.home / "run" / "app.sock").exists(), self.app_log)
        self.eyes.sees("ToolGuard")

    def app_log(self) -> str:
        found = self.folder / "app.log"
        return found.read_text(errors="replace")[-4000:] if found.exists() else "the program printed nothing"

    def kill_app(self) -> None:
        """As if it crashed."""
        for process in psutil.process_iter(["cmdline"]):
            if (process.info["cmdline"] or [])[1:3] == ["-m", "toolguard"] and _is_ours(process, self.home):
                process.kill()
                process.wait(10)

    def connect(self, *args: str) -> tuple[str, list[str]]:
        """The command that a chat client would launch."""
        script = ROOT / "toolguard" / "clients" / "connect.py"
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
        """Command lines of processes that belong to this desk and are neither the screen nor the program."""
        own = {process.pid for process in self._started}
        return [
            " ".join(process.info["cmdline"] or [])
            for process in psutil.process_iter(["cmdline", "pid"])
            if process.pid not in own and _is_ours(process, self.home) and process.status() != psutil.STATUS_ZOMBIE
        ]

    def close(self) -> None:
        if self._eyes is not None:
            self._eyes.close()
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


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    missing = [package for program, package in PROGRAMS.items() if not shutil.which(program)]
    if missing:
        pytest.skip(f"needs the packages {' '.join(missing)}")
    if not Path("/usr/share/dbus-1/services/org.a11y.Bus.service").exists():
        pytest.skip("needs the package at-spi2-core")
    one = Desk(tmp_path)
    yield one
    one.close()
