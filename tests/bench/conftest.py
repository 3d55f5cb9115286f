"""Fixtures and helpers of the benchmarks: a screen, the program in a state folder of its own, and printed figures."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bench.test_stdio import PLAIN, ROOT
from tests.support.config_acceptance import accept_config_in_process
from toolguard.clients.stub import connect

Show = Callable[..., None]
STUB = (sys.executable, "-I", "-S", "-E", connect.__file__, "--no-start")
"""Command of a routed entry. ``--server`` and the name of the server follow."""


def environment(**more: str) -> dict[str, str]:
    """Return the environment of measured programs: without a keyring, and with compiled modules cached."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**inherited, "DBUS_SESSION_BUS_ADDRESS": "disabled:", **more}


def configure(home: Path) -> None:
    """Configure two echo servers. A rule allows all calls to ``echo``; calls to ``asked`` stay pending."""
    server = {"kind": "stdio", "command": PLAIN[0], "args": list(PLAIN[1:])}
    rules = [{"id": "r", "client": "*", "server": "echo", "tool": "*", "verdict": "allow"}]
    limits = {"pending_per_session": 1100, "pending_total": 1100, "prompt_timeout": 3600, "prompts_per_minute": 0}
    config = {"version": 1, "servers": {"echo": server, "asked": server}, "rules": rules, "preferences": limits}
    (home / "config.json").write_text(json.dumps(config))
    accept_config_in_process(environment(TOOLGUARD_HOME=str(home)))


@contextmanager
def program(home: Path, *arguments: str, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run ``toolguard`` with ``arguments``. Enter the block when it listens, and terminate it at the end."""
    argv = (sys.executable, "-m", "toolguard", *arguments)
    with started(argv, home, **more) as process:
        socket = Path(connect.socket_path(str(home)))
        end = time.monotonic() + 20
        while not socket.exists():
            assert process.poll() is None and time.monotonic() < end, "ToolGuard does not start"
            time.sleep(0.01)
        yield process


@contextmanager
def started(
    argv: Sequence[str], home: Path, *, stdin: int = subprocess.DEVNULL, **more: str
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process in the state folder ``home`` with its stdout in a pipe, and terminate it at the end."""
    env = environment(TOOLGUARD_HOME=str(home), **more)
    process = subprocess.Popen(argv, env=env, cwd=ROOT, stdin=stdin, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        yield process
    finally:
        process.terminate()
        process.wait(20)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


@pytest.fixture
def show(capsys: pytest.CaptureFixture[str]) -> Show:
    """Return a function that prints a figure with its budget and a note."""

    def line(name: str, figure: str = "", budget: str = "", note: str = "") -> None:
        with capsys.disabled():
            print(f"{name:<56}{figure:>20}   {budget:<21}{note}".rstrip())

    with capsys.disabled():
        print()
    return line


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """Start an X server, and openbox if it is installed. Return the display."""
    if shutil.which("Xvfb") is None:
        pytest.skip("no Xvfb here")
    read, write = os.pipe()
    argv = ("Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp")
    running = [subprocess.Popen(argv, pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)]
    os.close(write)
    try:
        with os.fdopen(read) as number:
            display = f":{int(number.readline())}"
        if shutil.which("openbox"):
            env = {**os.environ, "DISPLAY": display}
            quiet = subprocess.DEVNULL
            running.append(subprocess.Popen(("openbox",), env=env, stdout=quiet, stderr=quiet))
        yield display
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait(20)
