"""Displays on Linux: the one that a program would use, its owner, and whether it belongs to the login session.

Standard library only: `app_launcher` uses it before it starts the app for a chat client. It is also loaded by path.

The owner of a display comes from the kernel (``SO_PEERCRED`` of the display's socket). The login sessions come from
``/run/systemd/sessions``, which systemd-logind and elogind write as root and which libsystemd's
``sd_session_get_display`` reads, too. A Wayland session has no display there; its compositor reports it to the user's
service manager. Any program of the user can change that entry, so a match proves nothing: it only means that there is
no evidence to the contrary.
"""
# ruff: noqa: PTH115, PTH118, PTH119, PTH123, PTH208

from __future__ import annotations

import _socket
import os
import re
import sys
from collections.abc import Callable, Mapping

SESSIONS_FOLDER = "/run/systemd/sessions"
VIRTUAL_DISPLAYS = frozenset(("Xvfb", "Xvnc", "Xtigervnc", "Xephyr", "Xnest"))
"""X servers without a physical screen."""
_NO_AUDIT_SESSION = 2**32 - 1
_GRAPHICAL = ("x11", "wayland", "mir")
_MAX_NAME_LENGTH = 256  # characters of a name


def display_of(environment: Mapping[str, str]) -> str:
    """Return the display that a Qt program with ``environment`` uses: ``:0``, ``wayland-0``, or Qt's platform name.

    Empty if no display is named. The order is that of Qt on Linux (``QT_QPA_PLATFORM``, then ``XDG_SESSION_TYPE``).
    """
    x11, wayland = display_name(environment.get("DISPLAY", "")), environment.get("WAYLAND_DISPLAY", "")
    chosen = environment.get("QT_QPA_PLATFORM", "").partition(";")[0].partition(":")[0]
    if chosen and chosen != "xcb" and not chosen.startswith("wayland"):
        return chosen[:_MAX_NAME_LENGTH]
    if chosen.startswith("wayland") or (not chosen and environment.get("XDG_SESSION_TYPE") == "wayland" and wayland):
        return (wayland or "wayland-0")[:_MAX_NAME_LENGTH]
    return (x11 or wayland)[:_MAX_NAME_LENGTH]


def _places_of(environment: Mapping[str, str]) -> list[str]:
    """Return all displays that Qt may use, since it goes on to the next if it cannot use one: ``:0``, and the socket of
    a compositor.
    """
    places = [display_name(environment["DISPLAY"])] if environment.get("DISPLAY") else []
    wayland, platform = environment.get("WAYLAND_DISPLAY", ""), environment.get("QT_QPA_PLATFORM", "")
    if wayland or "wayland" in platform or environment.get("XDG_SESSION_TYPE") == "wayland":
        places.append(os.path.realpath(os.path.join(environment.get("XDG_RUNTIME_DIR", ""), wayland or "wayland-0")))
    return places


def display_name(display: str) -> str:
    """Return an X11 display without its screen number, so that ``:0`` and ``unix:0.0`` are equal."""
    match = re.fullmatch(r"(?:unix)?(:\d+)(?:\.\d+)?", display)
    return match[1] if match else display


def owner_of(display: str, environment: Mapping[str, str]) -> tuple[int, str]:
    """Return process ID and program of the display's server, from the kernel; 0 and ``""`` if unknown."""
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
    """Return the name of the program of process ``pid``; for another user's program, its process name."""
    try:
        name = os.path.basename(os.readlink(f"/proc/{pid}/exe")).removesuffix(" (deleted)")
    except OSError:
        try:
            with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as file:
                name = file.read().strip()
        except OSError:
            return ""
    return name.encode(errors="replace").decode()[:_MAX_NAME_LENGTH]


def login_session() -> str:
    """Return this process's login session: from its control group, else the kernel's audit session, else a variable."""
    try:
        with open("/proc/self/cgroup", encoding="utf-8", errors="replace") as file:
            match = re.search(r"/session-([A-Za-z0-9]+)\.scope", file.read())
        if match:
            return match[1]
        with open("/proc/self/sessionid", encoding="ascii") as file:
            audit = int(file.read())
        if audit != _NO_AUDIT_SESSION:
            return str(audit)
    except (OSError, ValueError):
        pass
    claimed = os.environ.get("XDG_SESSION_ID", "")
    return claimed if re.fullmatch(r"[A-Za-z0-9]{1,32}", claimed) else ""


def graphical_sessions(folder: str = SESSIONS_FOLDER) -> list[dict[str, str]]:
    """Return this user's open graphical login sessions; empty if there is no known login manager."""
    if sys.platform != "linux":
        return []
    sessions = []
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
            sessions.append(facts)
    return sessions


def foreign_display_reason(
    environment: Mapping[str, str],
    read_manager_environment: Callable[[], Mapping[str, object]],
    folder: str = SESSIONS_FOLDER,
) -> str:
    """Return why a display of ``environment`` does not belong to the person's login session.

    Returns ``""`` if all do, or if that is unknown. ``read_manager_environment`` returns the environment of the user's
    service manager; it is called only in a Wayland session.
    """
    places, sessions = _places_of(environment), graphical_sessions(folder)
    if not sessions:
        return ""
    displays = {display_name(session["DISPLAY"]) for session in sessions if session.get("DISPLAY")}
    if displays.issuperset(places):
        return ""
    if not all(session["TYPE"] == "x11" and session.get("DISPLAY") for session in sessions):
        manager = read_manager_environment()
        if manager.get("DISPLAY") or manager.get("WAYLAND_DISPLAY"):
            displays.update(_places_of({name: str(value) for name, value in manager.items()}))
    for place in places:
        program = owner_of(place, environment)[1]
        if (place in displays or not displays) and program not in VIRTUAL_DISPLAYS:
            continue
        owner = f" (it belongs to {program})" if program else ""
        yours = f"; your login session shows {', '.join(sorted(displays))}" if displays else ""
        return f"the display {place} does not belong to your login session{owner}{yours}"
    return ""
