"""A second start: whether the running window is seen here, what is said of it, and how it is taken over."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.test_cli import Shell
from toolguard.cli.take_over import about, ask_in_terminal, is_shown_here, second_start, wants_dialog
from toolguard.clients.local.listener import LocalApp, LocalListener
from toolguard.gate.approver import ProcessInfo

THERE = ProcessInfo(surface="window", display=":64001", pid=4242, started=1.0, started_by="agent", started_by_pid=9)


@pytest.mark.parametrize(
    ("other", "environment", "here"),
    [
        (THERE, {"DISPLAY": ":64001"}, True),
        (THERE, {"DISPLAY": "unix:64001.0"}, True),
        (THERE, {"DISPLAY": ":64002"}, False),
        (THERE, {"DISPLAY": ":64001", "QT_QPA_PLATFORM": "offscreen"}, False),
        (ProcessInfo(surface="window", display="offscreen"), {"DISPLAY": ":64001"}, False),
        (ProcessInfo(surface="window", display="offscreen"), {"QT_QPA_PLATFORM": "offscreen"}, True),
        (ProcessInfo(surface="window", display="wayland-0"), {"DISPLAY": ":1", "WAYLAND_DISPLAY": "wayland-0"}, True),
        (ProcessInfo(surface="window", display="windows"), {}, True),
        (ProcessInfo(surface="serve", terminal="/dev/pts/3"), {"DISPLAY": ":0"}, False),
        (ProcessInfo(), {"DISPLAY": ":0"}, True),
    ],
)
def test_window_counts_as_visible_on_its_display(other: ProcessInfo, environment: dict[str, str], here: bool) -> None:
    assert is_shown_here(other, environment) is here


def test_displays_with_one_name_differ_by_owner(tmp_path: Path) -> None:
    """An agent can give its own display the person's name in a namespace of its own."""
    import socket

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "wayland-0"))
        listener.listen()
        environment = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}
        same = ProcessInfo(surface="window", display="wayland-0", display_pid=os.getpid())
        assert is_shown_here(same, environment)
        assert not is_shown_here(ProcessInfo(surface="window", display="wayland-0", display_pid=1), environment)


def test_second_start_names_display_process_and_starter_of_the_first() -> None:
    result = about(THERE)
    assert "Its window is on display :64001, not here. Process 4242 was started by agent (process 9) on" in result
    assert "\x1b" not in about(ProcessInfo(surface="window", display=":1\x1b[2J", pid=1))


@contextmanager
def running(home: Path, close: Callable[[], None] | None, process: ProcessInfo = THERE) -> Iterator[None]:
    """The local socket of a ToolGuard, on a loop of its own."""
    loop = asyncio.new_event_loop()
    local: list[LocalListener] = []

    async def order(name: str, _arguments: dict[str, Any]) -> dict[str, Any]:
        return {"ok": True, "value": {"process": msgspec.to_builtins(process)} if name == "status" else []}

    async def admit(_hello: Any) -> Any:
        raise AssertionError

    async def begin() -> None:
        local.append(
            LocalListener(
                home,
                LocalApp(
                    admit=admit, order=order, raise_window=lambda: None, process=lambda: process,
                    close=(lambda _who: close()) if close else None,
                ),
            )
        )  # fmt: skip
        await local[0].start()

    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    asyncio.run_coroutine_threadsafe(begin(), loop).result(120)
    try:
        yield
    finally:
        asyncio.run_coroutine_threadsafe(local[0].stop(), loop).result(120)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def never() -> bool:
    raise AssertionError("nobody asked for this")


def test_declined_take_over_leaves_the_other_instance_running(home: Path) -> None:
    asked: list[ProcessInfo] = []

    def ask(other: ProcessInfo) -> bool:
        asked.append(other)
        return False

    with running(home, never):  # type: ignore[arg-type]
        assert second_start(home, {"DISPLAY": ":64002"}, ask, never) == "left"
    assert asked == [THERE]


def test_take_over_closes_the_other_instance(home: Path) -> None:
    closed = threading.Event()
    with running(home, closed.set):
        assert second_start(home, {"DISPLAY": ":64002"}, lambda _text: True, closed.is_set) == "taken over"


def test_instance_that_does_not_close_is_reported_by_process_id(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(home, lambda: None):
        outcome = second_start(home, {"DISPLAY": ":64002"}, lambda _text: True, lambda: False, timeout=0.1)
    assert outcome == "no answer"
    assert "Stop the process 4242" in capsys.readouterr().err


def test_visible_window_is_only_raised(home: Path) -> None:
    with running(home, never):  # type: ignore[arg-type]
        assert second_start(home, {"DISPLAY": ":64001"}, lambda _text: never(), never) == "raised"


def test_without_a_terminal_take_over_is_declined_and_the_option_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask_in_terminal(THERE) is False
    assert "toolguard --take-over" in capsys.readouterr().err


def doctor(home: Path, tmp_path: Path, display: str) -> dict[str, str]:
    """What doctor finds on this display, by what it is about."""
    shell = Shell(tmp_path)
    shell.env |= {"TOOLGUARD_HOME": str(home), "DISPLAY": display, "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": ""}
    return {one["about"]: one["text"] for one in json.loads(shell("doctor", "--json").stdout)}


@pytest.mark.parametrize(("display", "named"), [(":0", True), ("", False)])
def test_doctor_names_take_over_only_where_a_window_can_open(
    home: Path, tmp_path: Path, display: str, named: bool
) -> None:
    with running(home, never, ProcessInfo(surface="serve", terminal="/dev/pts/3", pid=4242)):  # type: ignore[arg-type]
        found = doctor(home, tmp_path, display)
    assert "on /dev/pts/3" in found["window"] and ("--take-over" in found["window"]) is named


@pytest.mark.parametrize(
    ("display", "start"), [(":0", "toolguard-connect starts it"), ("", "start it with `toolguard serve`")]
)
def test_doctor_says_how_toolguard_is_started(home: Path, tmp_path: Path, display: str, start: str) -> None:
    assert start in doctor(home, tmp_path, display)["app"]


def test_no_dialog_is_opened_on_an_invisible_display() -> None:
    assert not wants_dialog({"QT_QPA_PLATFORM": "offscreen"})
