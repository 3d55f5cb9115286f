"""Whether the desktop starts ToolGuard when the person logs in: one file of theirs (XDG autostart).

Desktop Application Autostart Specification 0.5; Exec is quoted as Desktop Entry Specification 1.5 says. Elsewhere than
on Linux and its kin there is no such file, and nothing is offered.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def possible() -> bool:
    """Whether this system has such a file."""
    return sys.platform.startswith(("linux", "freebsd"))


def path() -> Path:
    """Where the file lies."""
    set_by_person = os.environ.get("XDG_CONFIG_HOME", "")
    base = Path(set_by_person) if set_by_person.startswith("/") else Path.home() / ".config"
    return base / "autostart" / "toolguard.desktop"


def is_on() -> bool:
    """Whether the desktop would start this ToolGuard: an entry that is switched off or starts another one does not."""
    try:
        lines = {line.strip() for line in path().read_text("utf-8").splitlines()}
    except (OSError, UnicodeDecodeError):
        return False
    return f"Exec={_command()}" in lines and lines.isdisjoint({"Hidden=true", "X-GNOME-Autostart-enabled=false"})


def switch(on: bool) -> None:
    """Write the file, or remove it; raises OSError."""
    if not on:
        path().unlink(missing_ok=True)
        return
    path().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path().with_name(".toolguard.desktop.new")
    fresh.write_text(
        "[Desktop Entry]\nType=Application\nVersion=1.5\nName=ToolGuard\n"
        f"Comment=Holds the tool calls of AI chat clients until you approve them\nExec={_command()}\n"
        "Icon=toolguard\nTerminal=false\nX-GNOME-Autostart-enabled=true\n",
        "utf-8",
    )
    fresh.replace(path())


def _command() -> str:
    words = [sys.executable, "-m", "toolguard", "--background"]
    home = os.environ.get("TOOLGUARD_HOME")
    return " ".join(map(_quoted, ["env", f"TOOLGUARD_HOME={home}", *words] if home else words))


def _quoted(word: str) -> str:
    """A word of Exec: quoted, its reserved characters escaped once for the word and once for the file's own strings."""
    inside = "".join(f"\\{one}" if one in '"`$\\' else one for one in word.replace("%", "%%"))
    escaped = inside.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
    return f'"{escaped}"'
