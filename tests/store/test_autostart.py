"""Starting at login, on all three systems, with folders and a registry of the test's own."""

from __future__ import annotations

import plistlib
import subprocess
import sys
from pathlib import Path

import pytest

import toolguard
from toolguard.store.autostart import DesktopEntry, LaunchAgent, LoginItem, RunValue, login_item

COMMAND = ["/opt/my python", "-m", "toolguard", "--background"]


class Registry:
    """Values in memory."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, str], str | bytes] = {}
        self.is_closed = False

    def get(self, key: str, name: str) -> str | bytes | None:
        if self.is_closed:
            raise PermissionError(13, "denied")
        return self.values.get((key, name))

    def put(self, key: str, name: str, value: str | None) -> None:
        if self.is_closed:
            raise PermissionError(13, "denied")
        if value is None:
            self.values.pop((key, name), None)
        else:
            self.values[key, name] = value


@pytest.fixture(params=["linux", "macos", "windows"])
def item(request: pytest.FixtureRequest, tmp_path: Path) -> LoginItem:
    if request.param == "windows":
        return RunValue(Registry(), COMMAND)
    return (DesktopEntry if request.param == "linux" else LaunchAgent)(tmp_path / "settings", COMMAND, "/state")


def test_autostart_is_turned_on_and_off(item: LoginItem) -> None:
    assert not item.is_on()
    for _ in range(2):
        item.switch(True)
        assert item.is_on()
    for _ in range(2):
        item.switch(False)
        assert not item.is_on()


@pytest.mark.parametrize("make", [DesktopEntry, LaunchAgent])
def test_an_entry_that_starts_another_one_or_is_broken_is_not_ours(
    make: type[DesktopEntry | LaunchAgent], tmp_path: Path
) -> None:
    item = make(tmp_path, COMMAND)
    make(tmp_path, ["/other", "-m", "toolguard", "--background"]).switch(True)
    assert not item.is_on()
    for data in (b"", b"\xff\xfe", b"<plist>", b"bplist00" + b"\xff" * 40):
        item.path.write_bytes(data)
        assert not item.is_on()
    item.switch(True)
    assert item.is_on() and [one.name for one in item.path.parent.iterdir()] == [item.path.name]


def test_launch_agent_names_the_program(tmp_path: Path) -> None:
    item = LaunchAgent(tmp_path, COMMAND, "/my state")
    item.switch(True)
    assert item.place == str(tmp_path / "LaunchAgents" / "toolguard.plist")
    written = plistlib.loads(item.path.read_bytes())
    assert written["ProgramArguments"] == COMMAND and written["RunAtLoad"] is True
    assert written["EnvironmentVariables"] == {"TOOLGUARD_HOME": "/my state"}
    item.path.write_bytes(plistlib.dumps({**written, "Disabled": True}))
    assert not item.is_on()


def test_autostart_disabled_in_task_manager_stays_off() -> None:
    registry = Registry()
    item = RunValue(registry, COMMAND)
    item.switch(True)
    (key, name), line = next(iter(registry.values.items()))
    assert key.endswith(r"CurrentVersion\Run") and line == '"/opt/my python" -m toolguard --background'
    approved = (r"Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run", name)
    registry.values[approved] = b"\x03" + bytes(11)
    assert not item.is_on()
    item.switch(True)
    assert item.is_on()
    registry.is_closed = True
    assert not item.is_on()
    with pytest.raises(PermissionError):
        item.switch(True)


def test_login_item_has_the_location_of_its_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    linux, macos = login_item("linux", {"XDG_CONFIG_HOME": "/x"}), login_item("darwin", {"TOOLGUARD_HOME": "/s"})
    assert isinstance(linux, DesktopEntry) and linux.path == Path("/x/autostart/toolguard.desktop")
    assert isinstance(macos, LaunchAgent) and macos.home == "/s" and macos.path.is_relative_to(tmp_path / "Library")
    windows = login_item("win32", {}, Registry())
    assert isinstance(windows, RunValue) and windows.command == [
        sys.executable,
        "-P",
        "-m",
        "toolguard",
        "--background",
    ]
    assert login_item("win32", {"TOOLGUARD_HOME": "C:\\x"}) is None and login_item("aix", {}) is None


def test_a_module_in_the_folder_in_which_a_session_starts_it_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "toolguard.py").write_text("raise SystemExit('another program')")
    item = login_item("linux", {})
    assert isinstance(item, DesktopEntry)
    environment = {"PYTHONPATH": str(Path(toolguard.__file__).parents[1])}
    command = [*item.command[:-1], "--version"]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0 and toolguard.__version__ in run.stdout
