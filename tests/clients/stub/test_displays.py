"""Which display a program uses, who owns it, and whether it is the login session's."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolguard.clients.stub import displays

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="displays are told apart on Linux only")


def login(folder: Path, name: str = "2", **facts: str) -> None:
    """A session as systemd-logind writes it down."""
    known = {"UID": str(os.getuid()), "CLASS": "user", "STATE": "active", "TYPE": "x11", **facts}
    folder.mkdir(exist_ok=True)
    lines = "".join(f"{key}={value}\n" for key, value in known.items())
    (folder / name).write_text(f"# This is private data. Do not parse.\n{lines}")


@pytest.fixture
def sessions(tmp_path: Path) -> Path:
    return tmp_path / "sessions"


def why(environment: dict[str, str], sessions: Path, told: dict[str, object] | None = None) -> str:
    return displays.foreign_display_reason(environment, lambda: told or {}, str(sessions))


@pytest.mark.parametrize(
    ("environment", "display"),
    [
        ({"DISPLAY": ":0"}, ":0"),
        ({"DISPLAY": "unix:0.0"}, ":0"),
        ({"DISPLAY": "localhost:10.0"}, "localhost:10.0"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "XDG_SESSION_TYPE": "wayland"}, "wayland-0"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "QT_QPA_PLATFORM": "xcb"}, ":0"),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen:a=b;xcb"}, "offscreen"),
        ({}, ""),
    ],
)
def test_display_matches_the_choice_of_qt(environment: dict[str, str], display: str) -> None:
    assert displays.display_of(environment) == display


def test_display_is_not_foreign_without_a_login_manager(sessions: Path) -> None:
    assert why({"DISPLAY": ":99"}, sessions) == ""


def test_the_display_of_the_login_session_is_the_persons(sessions: Path) -> None:
    login(sessions, DISPLAY=":0")
    assert why({"DISPLAY": ":0.0"}, sessions) == ""


def test_another_display_than_the_login_sessions_is_foreign(sessions: Path) -> None:
    login(sessions, DISPLAY=":0")
    reason = why({"DISPLAY": ":99"}, sessions)
    assert "the display :99 does not belong to your login session" in reason
    assert "shows :0" in reason


@pytest.mark.parametrize(
    "facts",
    [{"UID": str(os.getuid() + 1)}, {"TYPE": "tty"}, {"STATE": "closing"}, {"CLASS": "greeter"}],
)
def test_login_sessions_of_other_users_and_without_a_display_are_ignored(sessions: Path, facts: dict[str, str]) -> None:
    login(sessions, DISPLAY=":0", **facts)
    assert why({"DISPLAY": ":99"}, sessions) == ""


def test_in_a_wayland_session_the_service_manager_knows_the_displays(sessions: Path) -> None:
    login(sessions, TYPE="wayland")
    members: dict[str, object] = {"DISPLAY": ":64001", "WAYLAND_DISPLAY": "wayland-0"}
    wayland = {"WAYLAND_DISPLAY": "wayland-0", "XDG_SESSION_TYPE": "wayland"}
    assert why(wayland, sessions, members) == ""
    assert why({"DISPLAY": ":64001"}, sessions, members) == ""
    assert "does not belong to your login session" in why({"DISPLAY": ":64099"}, sessions, members)
    assert "does not belong to your login session" in why(wayland | {"WAYLAND_DISPLAY": "wayland-9"}, sessions, members)
    assert why({"DISPLAY": ":65000"}, sessions, {}) == ""  # nobody can tell


@pytest.mark.parametrize(
    "environment",
    [
        {"DISPLAY": ":64099", "QT_QPA_PLATFORM": "wayland;xcb"},  # where there is no compositor, Qt goes on to X11
        {"DISPLAY": ":64099"},
        {"XDG_RUNTIME_DIR": "/tmp/agent"},  # a compositor of the same name
        {"DISPLAY": ":64001", "WAYLAND_DISPLAY": "", "XDG_RUNTIME_DIR": "/tmp/agent"},  # Qt looks for wayland-0
        {"DISPLAY": ":64001", "QT_QPA_PLATFORM": "xcb;wayland", "WAYLAND_DISPLAY": "/tmp/agent/wayland-1"},
    ],
)
def test_a_display_that_qt_falls_back_to_is_foreign_too(sessions: Path, environment: dict[str, str]) -> None:
    login(sessions, TYPE="wayland")
    persons = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/run/user/1000"}
    members: dict[str, object] = {"DISPLAY": ":64001", **persons}
    here = {"XDG_SESSION_TYPE": "wayland", **persons}
    assert why(here, sessions, members) == ""
    assert why(here | {"DISPLAY": ":64001"}, sessions, members) == ""
    assert "does not belong to your login session" in why(here | environment, sessions, members)


def test_a_compositor_beside_the_x11_display_of_the_login_session_is_foreign(sessions: Path) -> None:
    login(sessions, DISPLAY=":64001")
    here = {"DISPLAY": ":64001", "XAUTHORITY": "/nowhere", "WAYLAND_DISPLAY": "/tmp/agent/wayland-0"}
    assert "wayland-0 does not belong to your login session" in why(here, sessions)


def test_unreadable_file_is_no_session(sessions: Path) -> None:
    sessions.mkdir()
    (sessions / "3").write_bytes(b"\xff\xfe=\n==\nUID")
    (sessions / "4").mkdir()
    assert displays.graphical_sessions(str(sessions)) == []


@pytest.fixture
def compositor(tmp_path: Path) -> Iterator[Path]:
    """A Wayland socket that this process listens on."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "wayland-7"))
        listener.listen()
        taking = threading.Thread(target=lambda: listener.accept()[0].close())
        taking.start()
        yield tmp_path
        taking.join(120)


def test_display_owner_comes_from_the_kernel(compositor: Path) -> None:
    pid, program = displays.owner_of("wayland-7", {"XDG_RUNTIME_DIR": str(compositor)})
    assert pid == os.getpid()
    assert program == Path(sys.executable).resolve().name


@pytest.mark.parametrize("display", ["", ":64999", "wayland-none", "localhost:10.0", "offscreen", ":0;rm", "\0"])
def test_unowned_display_has_no_owner(display: str, tmp_path: Path) -> None:
    assert displays.owner_of(display, {"XDG_RUNTIME_DIR": str(tmp_path)}) == (0, "")


def test_login_session_comes_from_the_kernel_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_SESSION_ID", "c7")
    audit = Path("/proc/self/sessionid")
    result = audit.read_text() if audit.exists() else str(2**32 - 1)
    in_group = "/session-" in Path("/proc/self/cgroup").read_text()
    assert displays.login_session() == (result if result != str(2**32 - 1) else "c7") or in_group
    monkeypatch.setenv("XDG_SESSION_ID", "c7\n<b>")
    assert "<" not in displays.login_session()
