"""ToolGuard in the menu of a Linux desktop: its desktop entry and its icon in the person's own folders.

Installers for Python programs install neither for the desktop. The entry names the program by its full path, because
the PATH of a desktop session need not contain it (Desktop Entry Specification 1.5, Icon Theme Specification 0.13).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import toolguard
from toolguard.store.autostart import quoted_word, write_whole


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """``folder`` is the person's folder for data (``XDG_DATA_HOME``); ``program`` is what the entry starts."""

    folder: Path
    program: str

    @property
    def path(self) -> Path:
        """The file, as the Desktop Menu Specification names its place."""
        return self.folder / "applications" / "toolguard.desktop"

    @property
    def icon(self) -> Path:
        """The file of the icon, in the theme that all others inherit from."""
        return self.folder / "icons" / "hicolor" / "scalable" / "apps" / "toolguard.svg"

    def install(self) -> list[Path]:
        """Write the entry and the icon, and return their paths; raises OSError."""
        source = toolguard.resource("desktop", "toolguard.desktop").read_text("utf-8")
        written = source.replace("\nExec=toolguard\n", f"\nTryExec={self._try()}\nExec={quoted_word(self.program)}\n")
        write_whole(self.icon, toolguard.resource("desktop", "toolguard.svg").read_bytes())
        write_whole(self.path, written.encode())
        for parent in self.icon.parents:  # icon caches check the time of the theme's folder
            if parent.name == "hicolor":
                os.utime(parent)
        return [self.path, self.icon]

    def _try(self) -> str:
        """Return the program as a string of the file (TryExec): if it is missing, the entry is not shown."""
        return self.program.replace("\\", "\\\\").replace("\n", "\\n")


def menu_entry(
    program: str, *, system: str = sys.platform, variables: Mapping[str, str] = os.environ
) -> MenuEntry | None:
    """Return this person's entry, None on a system whose menu is made in another way."""
    if not system.startswith(("linux", "freebsd")):
        return None
    chosen = variables.get("XDG_DATA_HOME", "")
    folder = Path(chosen) if chosen.startswith("/") else Path.home() / ".local" / "share"
    return MenuEntry(folder, program)
