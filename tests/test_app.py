"""The thread of the core, and starts that fail or have to wait."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from toolguard.app import (
    CoreThread,
    DeferredWindowCommand,
    _acquire_state_folder,
    _on_signals,
    _StartupWait,
    screen_problem,
)
from toolguard.demo.demo_setup import DemoSetup
from toolguard.store.diagnostic_log import DiagnosticLog
from toolguard.store.lock import LockHolder, StateLock

WAIT = 120


def core_on(home: Path, log: Path | None = None) -> CoreThread:
    diagnostic_log = DiagnosticLog(log or Path(os.devnull), "%(message)s", delay=True)
    return CoreThread(DemoSetup(demo=False, home=home), diagnostic_log, lambda: None, lambda: None)


def started(core: CoreThread) -> BaseException | None:
    """Start the core with a timeout, and return the exception of the start, or None."""
    outcome: list[BaseException | None] = []

    def start() -> None:
        try:
            core.start()
        except BaseException as problem:  # noqa: BLE001 - returned
            outcome.append(problem)
        else:
            outcome.append(None)

    thread = threading.Thread(target=start, daemon=True)
    thread.start()
    thread.join(WAIT)
    assert outcome, "the start hangs"
    return outcome[0]


def test_failed_core_is_reported_to_the_starter() -> None:
    """The start-up hang: only an OSError was reported; with other exceptions, the program hung."""
    core = core_on(Path("/nowhere\0at all"))
    assert isinstance(started(core), ValueError)
    core.stop()


def test_core_that_cannot_listen_is_reported(home: Path) -> None:
    (home / "run").symlink_to("/tmp")
    core = core_on(home)
    assert isinstance(started(core), PermissionError)
    assert core.give_up(PermissionError("run is a link")) == "ToolGuard cannot start: run is a link"
    core.stop()


def test_core_can_be_stopped_before_and_during_its_start(home: Path) -> None:
    never_begun = core_on(home)
    never_begun.stop()
    just_begun = core_on(home)
    just_begun.begin()
    just_begun.stop()
    assert not (home / "run" / "app.sock").exists()


def test_own_log_contains_no_secret_that_the_core_knows(home: Path) -> None:
    core = core_on(home, home / "own.log")
    assert started(core) is None
    core.core.scrub.learn("key", "s3cret-value")
    try:
        int("-".join(("s3cret", "value")))
    except ValueError as problem:
        found = (type(problem), problem, problem.__traceback__)
    core._log.handle(logging.makeLogRecord({"msg": "of %s", "args": ("s3cret-value",), "exc_info": found}))
    core.stop()
    core._log.close()
    text = (home / "own.log").read_text()
    assert text.startswith("of [secret key]\nTraceback") and "[secret key]" in text.splitlines()[-1]
    assert "s3cret-value" not in text


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full is of Linux")
def test_core_ends_in_order_while_a_servers_log_cannot_be_written(home: Path) -> None:
    core = core_on(home)
    assert started(core) is None
    (home / "logs").mkdir(exist_ok=True)
    (home / "logs" / "server-x.log").symlink_to("/dev/full")
    core.core.server_log("x")("a line")
    core.stop()
    assert core._thread_done is not None and core._thread_done.exception() is None


def test_calls_are_denied_with_the_reason_if_the_window_fails_to_open(home: Path) -> None:
    """Defect 3"""
    core = core_on(home)
    assert started(core) is None
    assert core.core.gate.availability.state == "opening"
    asking = asyncio.run_coroutine_threadsafe(core.core.guard.proposals.ask("server", "t", "d", "desk"), core.loop)
    told = core.give_up(OSError("no display"))
    assert told == "ToolGuard ends: its window could not be opened: no display"
    assert asking.result(WAIT).verdict == "nobody"
    assert core.core.gate.availability.denial.reason.endswith("its window could not be opened: no display")
    core.stop()


def test_raise_request_before_the_window_exists_is_kept() -> None:
    raised = []
    raising = DeferredWindowCommand()
    raising()
    raising.attach(lambda: raised.append(1))
    raising()
    raising.detach()
    raising()
    assert raised == [1, 1]


# --- another process has the state folder


def hold_lock(home: Path, kind: str) -> subprocess.Popen[bytes]:
    """Run a process that holds the lock until its stdin is closed."""
    hold = (
        "import sys; from pathlib import Path; from toolguard.store.lock import StateLock\n"
        "lock = StateLock(Path(sys.argv[1]) / 'run', 'toolguard secret set', sys.argv[2])\n"
        "assert lock.acquire(); print(flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", hold, str(home), kind], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout.readline() == b"\n"
    return process


def test_start_waits_for_a_command_and_names_it(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The start-up hang"""
    with hold_lock(home, "command") as process:
        threading.Timer(0.3, process.stdin.close).start()
        lock = StateLock(home / "run")
        assert _acquire_state_folder(lock, home, background=True, takes_over=False) is None
        lock.release()
    said = f"toolguard: waiting for toolguard secret set (process {process.pid}), which is changing the settings.\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("background", [True, False])
def test_second_start_waits_until_the_first_listens(home: Path, background: bool) -> None:
    """The second start failed with "just starting or ending; try again"."""
    core = core_on(home)
    with hold_lock(home, "app"):
        threading.Timer(0.3, core.begin).start()
        assert _acquire_state_folder(StateLock(home / "run"), home, background=background, takes_over=False) == 0
    core.start()
    core.stop()


def test_start_replaces_a_closing_app(home: Path) -> None:
    with hold_lock(home, "app") as process:
        threading.Timer(0.3, process.stdin.close).start()
        lock = StateLock(home / "run")
        assert _acquire_state_folder(lock, home, background=True, takes_over=False) is None
        lock.release()


@pytest.mark.skipif(sys.platform == "win32", reason="a lock is not shared with child processes there")
def test_serve_waits_for_the_lock_of_a_killed_app(home: Path) -> None:
    """A child process that was forked to start a server has the lock until it runs the server's command."""
    fork = (
        "import os, sys; from pathlib import Path; from toolguard.store.lock import StateLock\n"
        "lock = StateLock(Path(sys.argv[1]) / 'run', 'toolguard serve', 'app')\n"
        "assert lock.acquire()\n"
        "if os.fork(): os._exit(0)\n"
        "print(flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", fork, str(home)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == b"\n"
        process.wait()
        lock = StateLock(home / "run")
        assert not lock.acquire() and lock.holder().is_gone()
        looks: list[LockHolder] = []
        wait = _StartupWait(stop_for_app=True)

        def meanwhile(holder: LockHolder) -> bool:
            looks.append(holder)
            process.stdin.close()
            return wait(holder)

        assert lock.acquire_within(120, meanwhile=meanwhile) and looks
        lock.release()


def test_serve_stops_for_an_app_that_runs(home: Path) -> None:
    with hold_lock(home, "app"):
        assert not StateLock(home / "run").acquire_within(120, meanwhile=_StartupWait(stop_for_app=True))


# --- the screen


def test_missing_display_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert "toolguard serve" in screen_problem()
    monkeypatch.setenv("DISPLAY", "elsewhere:1")
    assert screen_problem() == ""


def test_missing_display_is_reported_before_qt_aborts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    number = 40_000 + os.getpid() % 10_000
    monkeypatch.setenv("DISPLAY", f":{number}.0")
    assert screen_problem().startswith(f"The display :{number}.0 does not answer.")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0/tmp/.X11-unix/X{number}")
        server.listen()
        assert screen_problem() == ""


FINDERS = """
import sys, threading
from pathlib import Path
from toolguard import app

class Finders(list):
    def insert(self, *told):
        print("insert", threading.active_count())
        super().insert(*told)

    def remove(self, told):
        print("remove", threading.active_count())
        super().remove(told)

def show(core, *_, **__):
    print("shown", "PySide6.QtWidgets" in sys.modules)

sys.meta_path = Finders(sys.meta_path)
app._show = show
sys.exit(app.run_window(Path(sys.argv[1])))
"""


def test_import_finders_change_only_with_a_single_thread(home: Path) -> None:
    """A start failed with "No module named …": shiboken6 removed its finder while the core imported a module."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "TOOLGUARD_HOME": str(home)}
    argv = (sys.executable, "-c", FINDERS, str(home))
    told = subprocess.run(argv, env=environment, capture_output=True, text=True, timeout=WAIT * 3, check=False)
    assert told.returncode == 0, told.stderr
    assert told.stdout.split("\n") == ["insert 1", "remove 1", "shown True", ""]


LATE_SETTING = """
import asyncio, signal, sys
from pathlib import Path
from toolguard import app

window = app._window

async def change_before_window_listens(core, setup, preferences, *more, **options):
    async def change():
        core.core.config.set_preference("language", "zh_CN")

    asyncio.run_coroutine_threadsafe(change(), core.loop).result()
    opening = asyncio.ensure_future(window(core, setup, preferences, *more, **options))
    while preferences["language"] != "zh_CN":
        await asyncio.sleep(0.01)
    print("changed")
    signal.raise_signal(signal.SIGTERM)
    await opening

app._window = change_before_window_listens
sys.exit(app.run_window(Path(sys.argv[1])))
"""


def test_setting_that_changes_while_the_window_opens_is_used(home: Path) -> None:
    """With a slow keyring, the settings were accepted after the window had read them: it stayed in English."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "TOOLGUARD_HOME": str(home)}
    argv = (sys.executable, "-c", LATE_SETTING, str(home))
    done = subprocess.run(argv, env=environment, capture_output=True, text=True, timeout=WAIT, check=False)
    assert (done.returncode, done.stdout) == (0, "changed\n"), done.stderr


def test_ctrl_break_of_windows_ends_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the only signal for a program with a process group of its own, such as one that a service starts."""
    handlers: dict[int, Callable[..., object]] = {}
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(signal, "SIGBREAK", 21, raising=False)
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        loop, called = runner.get_loop(), list[str]()
        _on_signals(loop, lambda: called.append("end"), interrupt=lambda: called.append("interrupt"))
        for number in (21, signal.SIGINT):
            handlers[number](number, None)
        loop.run_until_complete(asyncio.sleep(0))
    assert called == ["end", "interrupt"]
