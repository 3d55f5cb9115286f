"""Opening the app: once, in the person's desktop, with nothing of the client's that it does not need."""

import asyncio
import fcntl
import json
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

from toolguard.clients.stub import app_launcher


async def test_a_stub_opens_the_app_that_is_not_running(world):
    world.variables["DISPLAY"] = ":0"
    client = await world.client_that_opens("--server", "s")
    assert (await client.ask(1))["result"] == {}
    assert await client.end() == 0
    os.kill(await world.app_pid(), 0)  # it outlives who opened it
    assert os.getpgid(await world.app_pid()) != os.getpgid(0)


async def test_many_stubs_at_once_open_one_app(world):
    world.variables["DISPLAY"] = ":0"
    clients = [await world.client_that_opens("--server", "s") for _ in range(8)]
    answers = await asyncio.gather(*(client.ask(1) for client in clients))
    assert all("result" in answer for answer in answers)
    assert len((world.home / "starts").read_text().split()) == 1


async def test_without_a_display_the_app_is_not_started_and_advice_is_given(world):
    world.variables["PATH"] = "/nonexistent"  # no systemctl to ask either
    client = await world.client_that_opens("--server", "s")
    answer = await client.ask(1)
    assert "toolguard serve" in answer["error"]["message"]
    assert not (world.home / "starts").exists()


async def test_app_that_exits_at_start_is_reported_before_the_client_times_out(world):
    world.variables["DISPLAY"] = ":0"
    broken = world.home / "broken.py"
    broken.write_text("print('no module'); raise SystemExit(3)")
    client = await world.client_that_opens("--server", "s", app=broken)
    answer = await asyncio.wait_for(client.ask(1), 120)
    assert "stopped immediately" in answer["error"]["message"]
    assert (world.home / "logs" / "app.log").read_text() == "no module\n"


async def test_a_program_that_is_not_there_is_reported(world):
    world.variables["DISPLAY"] = ":0"
    client = await world.client_that_opens("--server", "s", app=world.home / "nothing.py")
    assert "stopped immediately" in (await asyncio.wait_for(client.ask(1), 120))["error"]["message"]


def test_only_one_stub_has_the_right_to_open(home):
    first = app_launcher.acquire_start_lock(str(home))
    assert first >= 0
    assert app_launcher.acquire_start_lock(str(home)) == -1
    os.close(first)
    second = app_launcher.acquire_start_lock(str(home))
    assert second >= 0
    os.close(second)


def test_the_app_gets_the_desktop_that_an_earlier_one_noted(home):
    (home / "run").mkdir(mode=0o700)
    note = home / "run" / "desktop.json"
    note.write_text(json.dumps({"DISPLAY": ":7", "XAUTHORITY": "/x", "LD_PRELOAD": "/evil.so", "LANG": 5}))
    note.chmod(0o600)
    assert app_launcher.app_environment(str(home), {"HOME": "/h"}) == {
        "HOME": "/h",
        "DISPLAY": ":7",
        "XAUTHORITY": "/x",
    }
    assert app_launcher.app_environment(str(home), {"DISPLAY": ":1"}) == {"DISPLAY": ":1"}
    note.chmod(0o622)
    assert app_launcher._read_noted_desktop(str(home)) == {}


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\xff", "[" * 100_000])
def test_unreadable_note_is_ignored(home, text):
    (home / "run").mkdir(mode=0o700)
    (home / "run" / "desktop.json").write_text(text, encoding="latin-1")
    assert app_launcher._read_noted_desktop(str(home)) == {}


def test_session_manager_environment_is_the_fallback(home, monkeypatch):
    tool = home / "systemctl"
    tool.write_text("#!/bin/sh\necho DISPLAY=:9\necho \"XAUTHORITY=$'odd'\"\necho WAYLAND_DISPLAY=wayland-0\n")
    tool.chmod(0o700)
    monkeypatch.setenv("PATH", f"{home}:/bin:/usr/bin")
    assert app_launcher.app_environment(str(home), {}) == {"DISPLAY": ":9", "WAYLAND_DISPLAY": "wayland-0"}
    tool.write_text("#!/bin/sh\nexec sleep 30\n")
    assert app_launcher.app_environment(str(home), {}) == {}


def test_keys_and_code_paths_of_the_client_do_not_reach_the_app(home):
    here = {"GITHUB_TOKEN": "t", "PYTHONPATH": "/p", "LD_PRELOAD": "/l", "DISPLAY": ":0", "LC_ALL": "C"}
    assert app_launcher.app_environment(str(home), here) == {"DISPLAY": ":0", "LC_ALL": "C"}


async def test_app_opened_for_a_client_has_neither_its_path_nor_its_shell(world):
    """Defect 12: PATH and SHELL of whichever chat client first starts the app decided for every server."""
    world.variables |= {"DISPLAY": ":0", "PATH": f"/evil:{os.environ['PATH']}", "SHELL": "/evil/shell"}
    client = await world.client_that_opens("--server", "s")
    assert (await client.ask(1))["result"] == {}
    environ = Path(f"/proc/{await world.app_pid()}/environ").read_bytes().split(b"\0")
    assert [one for one in environ if one.startswith((b"PATH=", b"SHELL="))] == [f"PATH={app_launcher._PATH}".encode()]
    assert await client.end() == 0


@pytest.mark.parametrize("platform", ["offscreen", "minimal:enable_fonts", "xcb;offscreen", "eglfs", "linuxfb:fb=/x"])
def test_app_is_not_started_on_an_invisible_display(home, platform):
    """Self-approval: QT_QPA_PLATFORM=offscreen from a client's environment."""
    assert app_launcher.app_environment(str(home), {"DISPLAY": ":1", "QT_QPA_PLATFORM": platform}) == {"DISPLAY": ":1"}


def foreign(*displays):
    return lambda here, _manager: f"{here.get('DISPLAY')} is foreign" if here.get("DISPLAY") in displays else ""


def test_clients_own_display_is_replaced_by_the_persons(home, monkeypatch):
    """Self-approval: an app that a stub started on the agent's own Xvfb."""
    (home / "run").mkdir(mode=0o700)
    note = home / "run" / "desktop.json"
    note.write_text(json.dumps({"DISPLAY": ":0", "XAUTHORITY": "/person"}))
    note.chmod(0o600)
    monkeypatch.setenv("PATH", "/nonexistent")
    here = {"DISPLAY": ":99", "XAUTHORITY": "/agent", "QT_QPA_PLATFORM": "xcb", "LANG": "C"}
    found, why = app_launcher.user_desktop_environment(str(home), here, foreign(":99"))
    assert (found, why) == ({"DISPLAY": ":0", "XAUTHORITY": "/person", "LANG": "C"}, "")
    assert app_launcher.user_desktop_environment(str(home), here, foreign(":99", ":0"))[1] == ":99 is foreign"


def test_app_is_not_started_on_a_foreign_display_and_the_reason_is_logged(home, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.setenv("PATH", "/nonexistent")
    is_alive, why = app_launcher.start_app(str(home), ["/bin/false"], foreign(":99"))
    assert is_alive is None
    assert why.startswith("ToolGuard was not started: :99 is foreign. Run `toolguard`")
    assert ":99 is foreign" in (home / "logs" / "app.log").read_text()


def test_named_pipe_in_place_of_the_app_log_does_not_block_the_start(home, monkeypatch):
    (home / "logs").mkdir()
    os.mkfifo(app_launcher.output_path(str(home)))
    monkeypatch.setenv("DISPLAY", ":0")
    is_alive, _ = app_launcher.start_app(str(home), ["/bin/true"], lambda *_: "")
    assert is_alive
    assert app_launcher.last_app_message(str(home), 0) == ""


@pytest.mark.parametrize("job_may_be_left", [True, False])
def test_on_windows_the_app_starts_without_a_console_in_any_job(home, monkeypatch, job_may_be_left):
    """Stand-ins for the constants of Windows, and for a job without JOB_OBJECT_LIMIT_BREAKAWAY_OK."""
    flags = {
        "DETACHED_PROCESS": 0x8, "CREATE_NEW_PROCESS_GROUP": 0x200, "CREATE_NO_WINDOW": 0x8000000,
        "CREATE_BREAKAWAY_FROM_JOB": 0x1000000,
    }  # fmt: skip
    for name, value in flags.items():
        monkeypatch.setattr(subprocess, name, value, raising=False)
    tried = []

    class Started:
        status = None

        def __init__(self, *_args, creationflags, **_options):
            tried.append(creationflags)
            if creationflags & flags["CREATE_BREAKAWAY_FROM_JOB"] and not job_may_be_left:
                raise PermissionError(13, "Access is denied")

        def poll(self):
            return self.status

    monkeypatch.setattr(subprocess, "Popen", Started)
    monkeypatch.setattr("sys.platform", "win32")
    is_alive, problem = app_launcher.start_app(str(home), ["python.exe"], lambda *_: "")
    assert is_alive() and not problem
    monkeypatch.setattr(Started, "status", 3)
    assert not is_alive()
    assert tried == ([0x9000200] if job_may_be_left else [0x9000200, 0x8000200])


def test_on_windows_one_stub_starts_the_app(home, monkeypatch):
    """A stand-in for msvcrt, whose locks belong to a descriptor as those of flock do."""
    windows = types.SimpleNamespace(
        LK_NBLCK=2, locking=lambda lock, mode, size: fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    )
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    monkeypatch.setattr("sys.platform", "win32")
    lock = app_launcher.acquire_start_lock(str(home))
    assert lock >= 0 and app_launcher.acquire_start_lock(str(home)) == -1
    os.close(lock)


async def test_app_gets_the_pid_of_the_stub_that_started_it(world, home):
    world.variables["DISPLAY"] = ":0"
    result = home / "told.py"
    result.write_text(f"import os; open({str(home / 'told')!r}, 'w').write(os.environ['TOOLGUARD_OPENED_BY'])")
    client = await world.client_that_opens("--server", "s", app=result)
    await asyncio.wait_for(client.ask(1), 120)
    assert (home / "told").read_text() == str(client.process.pid)


@pytest.mark.parametrize("platform", ["vnc", "VNC:port=5901", "xcb;vnc", "webgl", ""])
def test_no_client_opens_the_app_where_others_can_press_its_buttons_over_the_network(home, platform):
    assert app_launcher.app_environment(str(home), {"DISPLAY": ":1", "QT_QPA_PLATFORM": platform}) == {"DISPLAY": ":1"}


@pytest.mark.parametrize("platform", ["xcb", "wayland;xcb", "wayland-egl"])
def test_the_persons_own_kind_of_screen_is_kept(home, platform):
    here = {"DISPLAY": ":1", "QT_QPA_PLATFORM": platform}
    assert app_launcher.app_environment(str(home), here) == here
