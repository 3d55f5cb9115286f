"""Displays on Linux: which one a program would use, who owns it, and whether it is the login session's.

Standard library only: `app_launcher` uses it before it starts the app for a chat client. It is also loaded by path.

What can be told, and from what: the owner of a display comes from the kernel (``SO_PEERCRED`` of the display's socket).
The login sessions come from ``/run/systemd/sessions``, which systemd-logind and elogind write as root and from which
libsystemd's ``sd_session_get_display`` reads, too. A Wayland session has no display there; its compositor tells the
user's service manager. Any program of the user can change that answer, so a match proves nothing: it only means that
nobody can tell otherwise.
"""
# ruff: noqa: PTH115, PTH118, PTH119, PTH123, PTH208

from __future__ import annotations

import _socket
import os
import re
import sys
from collections.abc import Callable, Mapping

SESSIONS = "/run/systemd/sessions"
VIRTUAL = frozenset(("Xvfb", "Xvnc", "Xtigervnc", "Xephyr", "Xnest"))
"""X servers that draw on no screen of their own."""
_NO_AUDIT_SESSION = 2**32 - 1
_GRAPHICAL = ("x11", "wayland", "mir")
_LONGEST = 256  # characters of a name


def shown_on(environment: Mapping[str, str]) -> str:
    """Display that a Qt program with ``environment`` uses: ``:0``, ``wayland-0``, or the name of Qt's platform.

    Empty where no display is named. The order is Qt's own on Linux (``QT_QPA_PLATFORM``, then ``XDG_SESSION_TYPE``).
    """
    x11, wayland = display_name(environment.get("DISPLAY", "")), environment.get("WAYLAND_DISPLAY", "")
    chosen = environment.get("QT_QPA_PLATFORM", "").partition(";")[0].partition(":")[0]
    if chosen and chosen != "xcb" and not chosen.startswith("wayland"):
        return chosen[:_LONGEST]
    if chosen.startswith("wayland") or (not chosen and environment.get("XDG_SESSION_TYPE") == "wayland" and wayland):
        return (wayland or "wayland-0")[:_LONGEST]
    return (x11 or wayland)[:_LONGEST]


def display_name(display: str) -> str:
    """An X11 display without the number of its screen, so that ``:0`` and ``unix:0.0`` are the same."""
    found = re.fullmatch(r"(?:unix)?(:\d+)(?:\.\d+)?", display)
    return found[1] if found else display


def owner_of(display: str, environment: Mapping[str, str]) -> tuple[int, str]:
    """Process id and program of the display's server, from the kernel; 0 and ``""`` where it cannot be told."""
    if sys.platform != "linux" or not display:
        return 0, ""
    for path in _sockets(display, environment):
        sock = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        try:
            sock.settimeout(0.5)
            sock.connect(path)
            peer = sock.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
        except (OSError, ValueError):
            continue
        finally:
            sock.close()
        pid = int.from_bytes(peer[:4], sys.byteorder)
        return pid, program_of(pid)
    return 0, ""


def _sockets(display: str, environment: Mapping[str, str]) -> tuple[str, ...]:
    if re.fullmatch(r":\d{1,5}", display):
        path = f"/tmp/.X11-unix/X{display[1:]}"  # noqa: S108 - where X servers listen
        return path, "\0" + path
    folder = environment.get("XDG_RUNTIME_DIR", "")
    if display.startswith("/"):
        return (display,)
    return (os.path.join(folder, display),) if folder and display.startswith("wayland") else ()


def program_of(pid: int) -> str:
    """Name of the program that process ``pid`` runs; another user's program is known by its process name only."""
    try:
        name = os.path.basename(os.readlink(f"/proc/{pid}/exe")).removesuffix(" (deleted)")
    except OSError:
        try:
            with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as file:
                name = file.read().strip()
        except OSError:
            return ""
    return name.encode(errors="replace").decode()[:_LONGEST]


def login_session() -> str:
    """Login session of this process: by its control group, else the kernel's audit session, else the environment."""
    try:
        with open("/proc/self/cgroup", encoding="utf-8", errors="replace") as file:
            found = re.search(r"/session-([A-Za-z0-9]+)\.scope", file.read())
        if found:
            return found[1]
        with open("/proc/self/sessionid", encoding="ascii") as file:
            audit = int(file.read())
        if audit != _NO_AUDIT_SESSION:
            return str(audit)
    except (OSError, ValueError):
        pass
    claimed = os.environ.get("XDG_SESSION_ID", "")
    return claimed if re.fullmatch(r"[A-Za-z0-9]{1,32}", claimed) else ""


def graphical_logins(folder: str = SESSIONS) -> list[dict[str, str]]:
    """Graphical login sessions of this user that are open now; empty where no login manager is known."""
    found = []
    try:
        names = [name for name in os.listdir(folder) if name.isalnum()]
    except OSError:
        return []
    for name in names:
        try:
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                facts = dict(line.strip().split("=", 1) for line in file if "=" in line)
        except OSError:
            continue
        mine = facts.get("UID") == str(os.getuid()) and facts.get("CLASS", "user").startswith("user")
        if mine and facts.get("TYPE") in _GRAPHICAL and facts.get("STATE") != "closing":
            found.append(facts)
    return found


def why_foreign(
    environment: Mapping[str, str], told_by_manager: Callable[[], Mapping[str, object]], folder: str = SESSIONS
) -> str:
    """Why the display of ``environment`` is not the person's login session; ``""`` when it is, or nobody can tell.

    ``told_by_manager`` gives the environment of the user's service manager; it is asked only in a Wayland session.
    """
    display, logins = shown_on(environment), graphical_logins(folder)
    if sys.platform != "linux" or not display or not logins:
        return ""
    known = {display_name(one["DISPLAY"]) for one in logins if one.get("DISPLAY")}
    if display in known:
        return ""
    if not all(one["TYPE"] == "x11" and one.get("DISPLAY") for one in logins):
        told = told_by_manager()
        known |= {display_name(str(told[name])) for name in ("DISPLAY", "WAYLAND_DISPLAY") if told.get(name)}
    program = owner_of(display, environment)[1]
    if (display in known or not known) and program not in VIRTUAL:
        return ""
    owner = f" (it belongs to {program})" if program else ""
    yours = f"; your login session shows {', '.join(sorted(known))}" if known else ""
    return f"the display {display} does not belong to your login session{owner}{yours}"
