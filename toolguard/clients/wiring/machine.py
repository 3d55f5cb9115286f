"""The computer that clients are looked for on: its system, folders, variables and programs. Tests give others."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from toolguard.clients import stub as stub_module

System = Literal["linux", "macos", "windows"]

MAX_MATCHES = 200
"""Maximum files that one pattern matches."""
_FOLDERS: Mapping[str, tuple[str, str | Mapping[System, str]]] = {
    "xdg": ("XDG_CONFIG_HOME", "{home}/.config"),
    "data": ("XDG_DATA_HOME", "{home}/.local/share"),
    "appdata": ("APPDATA", "{home}/AppData/Roaming"),
    "localappdata": ("LOCALAPPDATA", "{home}/AppData/Local"),
    "programdata": ("ProgramData", "C:/ProgramData"),
    "programfiles": ("ProgramFiles", "C:/Program Files"),
    "config": ("", {"linux": "{xdg}", "macos": "{home}/Library/Application Support", "windows": "{appdata}"}),
    "claude": ("CLAUDE_CONFIG_DIR", "{home}"),
    "claude_folder": ("CLAUDE_CONFIG_DIR", "{home}/.claude"),
    "codex": ("CODEX_HOME", "{home}/.codex"),
    "copilot": ("COPILOT_HOME", "{home}/.copilot"),
    "opencode": ("OPENCODE_CONFIG_DIR", "{xdg}/opencode"),
    "crush": ("CRUSH_GLOBAL_CONFIG", "{xdg}/crush"),
    "kimi": ("KIMI_CODE_HOME", "{home}/.kimi-code"),
    "kimi_cli": ("KIMI_SHARE_DIR", "{home}/.kimi"),
    "goose": ("", {"linux": "{xdg}/goose", "macos": "{xdg}/goose", "windows": "{appdata}/Block/goose/config"}),
    "jan": ("", {"linux": "{data}/Jan/data", "macos": "{config}/Jan/data", "windows": "{appdata}/Jan/data"}),
    "zed": ("", {"linux": "{xdg}/zed", "macos": "{home}/.config/zed", "windows": "{appdata}/Zed"}),
}
"""Folders by their name in templates: an environment variable with the path, and the default path."""
_TOKEN = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True)
class Machine:
    """Facts that decide where clients store their settings. ``processes``: names of running programs in lower case."""

    system: System
    home: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    processes: frozenset[str] = frozenset()
    stubs: frozenset[str] | None = None
    """Real paths of this ToolGuard's ``toolguard-connect`` and interpreter; None: any program with that name."""
    policies: Mapping[str, str] = field(default_factory=dict)
    """On Windows, the registry values with an administrator's settings (`POLICY_KEYS`)."""
    root: Path | None = None
    """Replaces the root of the file system in absolute templates."""

    @classmethod
    def this(cls, environment: Mapping[str, str], processes: frozenset[str] = frozenset()) -> Machine:
        """Return this computer with the variables ``environment``."""
        system: System = "windows" if sys.platform == "win32" else "macos" if sys.platform == "darwin" else "linux"
        return cls(
            system, Path.home(), environment, processes, stubs=own_stubs(), policies=_registry_policies()
        )  # fmt: skip

    def paths(self, template: str, most: int = MAX_MATCHES) -> list[Path]:
        """Return the paths of a template such as ``{codex}/config.toml``; with ``*``, the existing ones."""
        try:
            return self.all_paths(template)[:most]
        except OSError:
            return []

    def all_paths(self, template: str) -> list[Path]:
        """Return all paths of a template; raises OSError if a folder cannot be listed."""
        path = self._filled(template)
        if "*" not in str(path):
            return [path]
        parts = path.parts
        index = next(number for number, part in enumerate(parts) if "*" in part)
        return sorted(Path(*parts[:index]).glob(str(Path(*parts[index:]))))

    def is_own_stub(self, word: str) -> bool:
        """Return whether a program with the stub's name is this ToolGuard's. A bare name is looked up on the PATH."""
        path = word if re.search(r"[\\/]", word) else shutil.which(word, path=self.environment.get("PATH", ""))
        if self.stubs is None or path is None:
            return True
        return Path(path).is_absolute() and os.path.realpath(path) in self.stubs

    def has_program(self, name: str) -> bool:
        """Return whether a program with that name is on the PATH."""
        return shutil.which(name, path=self.environment.get("PATH", "")) is not None

    def is_running(self, names: tuple[str, ...]) -> bool:
        """Return whether any of these programs runs, in any case and with or without ``.exe``."""
        return any(name.lower() in self.processes or f"{name.lower()}.exe" in self.processes for name in names)

    def _filled(self, template: str) -> Path:
        if self.root is not None and template.startswith("/"):
            template = f"{self.root}{template}"
        return Path(_TOKEN.sub(lambda match: str(self._folder(match[1])), template))

    def _folder(self, name: str) -> Path:
        if name == "home":
            return self.home
        variable, otherwise = _FOLDERS[name]
        moved = self.environment.get(variable, "") if variable else ""
        if moved and Path(moved).is_absolute():
            return Path(moved)
        return self._filled(otherwise if isinstance(otherwise, str) else otherwise[self.system])


def own_stubs() -> frozenset[str]:
    """Return the real paths of this ToolGuard's stub, and of the interpreter that can run it."""
    script = Path(stub_module.__file__).with_name("connect.py")
    beside = shutil.which("toolguard-connect", path=str(Path(sys.executable).parent))
    candidates = (str(script), beside, shutil.which("toolguard-connect"), sys.executable)
    return frozenset(os.path.realpath(path) for path in candidates if path)


POLICY_KEYS = (
    r"SOFTWARE\Policies\ClaudeCode\Settings",
    r"SOFTWARE\Policies\GitHubCopilot\allowedMcpServers",
    r"SOFTWARE\Policies\GitHubCopilot\deniedMcpServers",
    r"SOFTWARE\Policies\GitHubCopilot\allowManagedMcpServersOnly",
    r"SOFTWARE\Policies\Microsoft\VSCode\ChatMCP",
    r"SOFTWARE\Policies\Microsoft\VSCode\ChatAllowedMcpServers",
    r"SOFTWARE\Policies\Microsoft\VSCode\ChatDeniedMcpServers",
)
"""Values below ``HKEY_LOCAL_MACHINE``, which only an administrator writes."""


def _registry_policies() -> dict[str, str]:
    policies: dict[str, str] = {}
    if sys.platform == "win32":
        import winreg

        for key in POLICY_KEYS:
            folder, _, name = key.rpartition("\\")
            try:
                with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, folder) as opened:
                    policies[key] = str(winreg.QueryValueEx(opened, name)[0])
            except FileNotFoundError:
                continue
            except OSError:
                policies[key] = ""  # it exists but cannot be read: nothing is allowed
    return policies


def running_programs() -> frozenset[str]:
    """Return the names of the running programs in lower case."""
    import psutil

    return frozenset(name.lower() for process in psutil.process_iter(["name"]) if (name := process.info["name"]))
