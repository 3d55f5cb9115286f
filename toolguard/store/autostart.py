"""Autostart: the entry that starts ToolGuard at login, in the place that each system has for it.

Linux and other XDG systems: XDG autostart (Desktop Application Autostart Specification 0.5; Exec quoted as in Desktop
Entry Specification 1.5). macOS: a launchd agent (launchd.plist(5)). Windows: a value of the key Run. Other systems are
not supported.
"""

from __future__ import annotations

import os
import plistlib
import secrets
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from xml.parsers.expat import ExpatError

_LABEL = "toolguard"
_VALUE = "ToolGuard"
_RUN = r"Software\Microsoft\Windows\CurrentVersion\Run"
_APPROVED = r"Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"
"""Where Task Manager stores disabled entries: an odd first byte."""


class LoginItem(Protocol):
    """ToolGuard's login item."""

    @property
    def place(self) -> str:
        """Location of the entry, for people."""

    def is_on(self) -> bool:
        """Return whether this ToolGuard starts at login; False for a disabled entry or one of another ToolGuard."""

    def switch(self, on: bool) -> None:
        """Write or remove the entry. Raises OSError."""


@dataclass(frozen=True, slots=True)
class DesktopEntry:
    """An XDG autostart file below ``folder``, the person's configuration folder. ``home`` is TOOLGUARD_HOME if set."""

    folder: Path
    command: Sequence[str]
    home: str = ""

    @property
    def path(self) -> Path:
        """The file, as the XDG Autostart Specification names its place."""
        return self.folder / "autostart" / "toolguard.desktop"

    @property
    def place(self) -> str:
        return str(self.path)

    def is_on(self) -> bool:
        try:
            lines = {line.strip() for line in self.path.read_text("utf-8").splitlines()}
        except (OSError, UnicodeDecodeError):
            return False
        return f"Exec={self._exec()}" in lines and lines.isdisjoint({"Hidden=true", "X-GNOME-Autostart-enabled=false"})

    def switch(self, on: bool) -> None:
        write_whole(
            self.path,
            "[Desktop Entry]\nType=Application\nVersion=1.5\nName=ToolGuard\n"
            f"Comment=Holds the tool calls of AI chat clients until you approve them\nExec={self._exec()}\n"
            "Icon=toolguard\nTerminal=false\nX-GNOME-Autostart-enabled=true\n".encode()
            if on else None,
        )  # fmt: skip

    def _exec(self) -> str:
        words = ["env", f"TOOLGUARD_HOME={self.home}", *self.command] if self.home else self.command
        return " ".join(map(quoted_word, words))


@dataclass(frozen=True, slots=True)
class LaunchAgent:
    """A launchd property list below ``folder``, the person's ``Library``."""

    folder: Path
    command: Sequence[str]
    home: str = ""

    @property
    def path(self) -> Path:
        """The file, named after the label of its job (launchd.plist(5))."""
        return self.folder / "LaunchAgents" / f"{_LABEL}.plist"

    @property
    def place(self) -> str:
        return str(self.path)

    def is_on(self) -> bool:
        try:
            agent = plistlib.loads(self.path.read_bytes())
        except (OSError, ValueError, ExpatError, LookupError, OverflowError, TypeError, AttributeError):
            return False
        return isinstance(agent, dict) and not agent.get("Disabled") and self._definition().items() <= agent.items()

    def switch(self, on: bool) -> None:
        write_whole(self.path, plistlib.dumps(self._definition()) if on else None)

    def _definition(self) -> dict[str, Any]:
        variables = {"EnvironmentVariables": {"TOOLGUARD_HOME": self.home}} if self.home else {}
        return {
            "Label": _LABEL, "ProgramArguments": list(self.command), "RunAtLoad": True, "ProcessType": "Interactive",
            **variables,
        }  # fmt: skip


class RegistryValues(Protocol):
    """Values of keys below ``HKEY_CURRENT_USER``."""

    def get(self, key: str, name: str) -> str | bytes | None:
        """Return a value, None if there is none."""

    def put(self, key: str, name: str, value: str | None) -> None:
        """Write a value, or remove it; raises OSError."""


@dataclass(frozen=True, slots=True)
class RunValue:
    """A value of the key Run, which cannot set variables. A ToolGuard with TOOLGUARD_HOME therefore has none."""

    registry: RegistryValues
    command: Sequence[str]

    @property
    def place(self) -> str:
        return rf"HKEY_CURRENT_USER\{_RUN}"

    def is_on(self) -> bool:
        try:
            turned_off = self.registry.get(_APPROVED, _VALUE)
            is_off = isinstance(turned_off, bytes) and bool(turned_off[:1]) and turned_off[0] % 2 == 1
            return self.registry.get(_RUN, _VALUE) == self._line() and not is_off
        except OSError:
            return False

    def switch(self, on: bool) -> None:
        self.registry.put(_APPROVED, _VALUE, None)
        self.registry.put(_RUN, _VALUE, self._line() if on else None)

    def _line(self) -> str:
        return subprocess.list2cmdline(self.command)


class CurrentUserRegistry:
    """The registry of Windows."""

    def get(self, key: str, name: str) -> str | bytes | None:
        """Return a value, None if there is none."""
        if sys.platform != "win32":
            return None
        import winreg

        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as opened:
                value = winreg.QueryValueEx(opened, name)[0]
        except FileNotFoundError:
            return None
        return value if isinstance(value, str | bytes) else None

    def put(self, key: str, name: str, value: str | None) -> None:
        """Write a value, or remove it; raises OSError."""
        if sys.platform != "win32":
            return
        import winreg

        try:
            with winreg.CreateKeyEx(winreg.HKEY_CURRENT_USER, key, 0, winreg.KEY_SET_VALUE) as opened:
                if value is None:
                    winreg.DeleteValue(opened, name)
                else:
                    winreg.SetValueEx(opened, name, 0, winreg.REG_SZ, value)
        except FileNotFoundError:
            if value is not None:
                raise


def login_item(
    platform: str = "", environment: Mapping[str, str] | None = None, registry: RegistryValues | None = None
) -> LoginItem | None:
    """Return ToolGuard's entry on this system, None if the system has no place for it."""
    system = platform or sys.platform
    variables = os.environ if environment is None else environment
    home = variables.get("TOOLGUARD_HOME", "")
    # -P: the folder in which a session starts programs, such as the home folder, may hold another "toolguard"
    command = [_python(system), "-P", "-m", "toolguard", "--background"]
    if system.startswith(("linux", "freebsd")):
        chosen = variables.get("XDG_CONFIG_HOME", "")
        folder = Path(chosen) if chosen.startswith("/") else Path.home() / ".config"
        return DesktopEntry(folder, command, home)
    if system == "darwin":
        return LaunchAgent(Path.home() / "Library", command, home)
    if system == "win32" and not home:
        return RunValue(registry or CurrentUserRegistry(), command)
    return None


def _python(system: str) -> str:
    """Return the interpreter; on Windows the one that opens no console."""
    windowed = Path(sys.executable).with_name("pythonw.exe")
    return str(windowed) if system == "win32" and windowed.is_file() else sys.executable


def write_whole(path: Path, data: bytes | None) -> None:
    """Write or remove a file atomically. Raises OSError."""
    if data is None:
        path.unlink(missing_ok=True)
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        fresh.write_bytes(data)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def quoted_word(word: str) -> str:
    """Return a quoted word of Exec; reserved characters are escaped twice: for the word and for the file."""
    inside = "".join(f"\\{character}" if character in '"`$\\' else character for character in word.replace("%", "%%"))
    escaped = inside.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
    return f'"{escaped}"'
