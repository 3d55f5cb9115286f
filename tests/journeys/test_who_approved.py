"""Who approved, and where: the ways of the self-approval table leave a trace that a person finds in the log."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from contextlib import suppress
from typing import Any

import pytest

from tests.journeys.chat import Chat, said
from tests.journeys.eyes import eventually
from tests.journeys.test_first_call import add_demo

pytestmark = pytest.mark.journey


def decided(desk: Any) -> list[dict[str, Any]]:
    return [record for record in desk.records() if record["kind"] == "call_decided"]


def runs(desk: Any) -> list[dict[str, Any]]:
    if desk.toolguard("log", "show", "1").returncode:  # nothing was recorded yet
        return []
    return [record for record in desk.records() if record["kind"] in ("app_started", "app_stopped")]


def start_here(desk: Any, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A second start of ToolGuard, in another environment than the desk's."""
    return subprocess.run(
        [sys.executable, "-m", "toolguard", *args], env=desk.env | env, text=True, capture_output=True, timeout=240,
        cwd=desk.folder, stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.fixture
def other_screen(desk: Any) -> str:
    """A display that is not the desk's, as an agent may open one for itself."""
    return str(desk._screen())


def test_each_decision_names_its_display_and_the_kind_of_input(desk: Any) -> None:
    """Self-approval: AT-SPI, XTEST. A press over AT-SPI is told from a click and from a key."""
    add_demo(desk)
    desk.open_window(forked=False)
    with Chat(desk, "--server", "demo") as chat:
        by_reader = chat.call("add", a=1, b=2)
        desk.eyes.press("button", "Approve add")
        assert said(by_reader)
        by_mouse = chat.call("add", a=3, b=4)
        desk.click("button", "Approve add")
        assert said(by_mouse)
        by_key = chat.call("add", a=5, b=6)
        desk.eyes.wait("button", "Approve add")
        desk.settle()
        desk.keys("ctrl+Return")
        assert said(by_key)
        denied = chat.call("add", a=7, b=8)
        desk.click("button", "Deny")
        assert "denied" in said(denied).lower()
    found = decided(desk)
    assert [one["approver"]["input"] for one in found] == ["assistive technology", "pointer", "keyboard", "pointer"]
    process = found[0]["approver"]["process"]
    assert (process["surface"], process["display"]) == ("window", desk.env["DISPLAY"])
    assert (process["display_program"], process["pid"]) == ("Xvfb", desk.app.pid)
    shown = desk.toolguard("log", "show", found[0]["call"]).stdout
    place = f"in the window on display {desk.env['DISPLAY']} (Xvfb, process {process['display_pid']})"
    assert f"Approved {place}, through assistive technology" in shown
    desk.eyes.press("page tab", "Audit")
    listed = json.loads(desk.toolguard("log", "list", "--json").stdout)
    assert [one["approver"]["input"] for one in reversed(listed)] == [one["approver"]["input"] for one in found]


def test_an_order_in_the_window_names_who_gave_it(desk: Any) -> None:
    """A rule that is remembered with an approval, and one that is removed on the page Rules."""
    add_demo(desk)
    desk.open_window(forked=False)
    with Chat(desk, "--server", "demo") as chat:
        answer = chat.call("add", a=1, b=2)
        desk.eyes.wait("button", "Approve add")
        desk.click("check box", "Remember", at="left")
        desk.click("button", "Approve this add call, remember")
        assert said(answer)
    desk.turn_to("Settings")
    changes = [one for one in desk.records() if one["kind"] == "config_changed" and one["by"] == "person"]
    assert [one["approver"]["input"] for one in changes if one["what"].startswith("rule ")] == ["pointer"]


def test_terminal_of_serve_is_recorded_and_shown(desk: Any) -> None:
    """Self-approval: own `toolguard serve` in an own pty."""
    add_demo(desk)
    ours, theirs = pty.openpty()
    os.set_blocking(ours, False)
    terminal = os.ttyname(theirs)
    serve = desk.start(
        sys.executable, "-m", "toolguard", "serve", stdin=theirs, stdout=theirs, stderr=theirs, cwd=desk.folder
    )
    os.close(theirs)
    received = bytearray()

    def shows(words: bytes) -> bool:
        with suppress(BlockingIOError):
            received.extend(os.read(ours, 65536))
        return words in received

    def answers() -> bool:
        os.write(ours, b"a")  # a key that comes too early is dropped
        return shows(b"Approved, once.")

    eventually(lambda: shows(b"Ctrl+C ends it"), lambda: bytes(received))
    with Chat(desk, "--server", "demo") as chat:
        answer = chat.call("add", a=1, b=2)
        eventually(lambda: shows(b"[a]pprove"), lambda: bytes(received))
        eventually(answers, lambda: bytes(received))
        assert said(answer)
    told = start_here(desk)
    assert told.returncode == 1, told.stderr
    assert (
        f"ToolGuard is already running without a window, on {terminal}: process {serve.pid}, started by" in told.stderr
    )
    assert "--take-over" in told.stderr
    serve.terminate()
    serve.wait(120)
    os.close(ours)
    (one,) = decided(desk)
    process = one["approver"]["process"]
    assert one["approver"]["input"] == "terminal"
    assert (process["surface"], process["terminal"], process["pid"]) == ("serve", terminal, serve.pid)
    assert process["started_by_pid"] == os.getpid()
    assert [run["kind"] for run in runs(desk)] == ["app_started", "app_stopped"]
    assert f"Approved in `toolguard serve` on {terminal}" in desk.toolguard("log", "show", one["call"]).stdout
    desk.open_window(forked=False)
    desk.turn_to("Audit")
    desk.eyes.sees("You (terminal)")


@pytest.mark.parametrize("platform", ["xcb", "offscreen"])
def test_second_start_reports_a_window_on_another_display(desk: Any, other_screen: str, platform: str) -> None:
    """Self-approval: an app on an own Xvfb, or offscreen; the person's `toolguard` exited with 0 and showed nothing."""
    elsewhere = desk.env | {"DISPLAY": other_screen, "QT_QPA_PLATFORM": platform}
    hidden = desk.start(sys.executable, "-m", "toolguard", env=elsewhere, cwd=desk.folder)
    eventually(lambda: runs(desk), "the hidden window is open", 60)
    told = start_here(desk)
    shown = other_screen if platform == "xcb" else "offscreen"
    assert told.returncode == 1
    assert f"with its window on display {shown}" in told.stderr
    assert f"which is not shown here: process {hidden.pid}, started by" in told.stderr
    assert start_here(desk, DISPLAY=other_screen, QT_QPA_PLATFORM=platform).returncode == 0  # there it is raised
    assert hidden.poll() is None


def test_take_over_denies_pending_calls_and_resumes_sessions(desk: Any, other_screen: str) -> None:
    add_demo(desk)
    desk.accept_settings()
    elsewhere = desk.env | {"DISPLAY": other_screen}
    hidden = desk.start(sys.executable, "-m", "toolguard", env=elsewhere, cwd=desk.folder)
    eventually(lambda: runs(desk), "the hidden window is open", 60)
    with Chat(desk, "--server", "demo") as chat:
        waiting = chat.call("add", a=1, b=2)
        eventually(lambda: any(one["kind"] == "call_held" for one in desk.records()), "the call is held there")
        desk.app = desk.start(sys.executable, "-m", "toolguard", "--take-over", cwd=desk.folder)
        assert "closing" in said(waiting)
        assert hidden.wait(120) == 0
        desk.eyes.sees("ToolGuard")
        eventually(lambda: len(runs(desk)) == 3, "the new one is open", 60)
        again = chat.call("add", a=3, b=4)
        desk.eyes.press("button", "Approve add")
        assert said(again)
    first, second = decided(desk)
    assert (first["verdict"], first["by"], "approver" in first) == ("deny", "closing", False)
    assert second["approver"]["process"]["display"] == desk.env["DISPLAY"]
    stopped = next(one for one in runs(desk) if one["kind"] == "app_stopped")
    assert f"another start of ToolGuard took over: process {desk.app.pid}" in stopped["reason"]


def test_desktop_start_asks_in_a_dialog_before_taking_over(desk: Any, other_screen: str) -> None:
    elsewhere = desk.env | {"DISPLAY": other_screen}
    hidden = desk.start(sys.executable, "-m", "toolguard", env=elsewhere, cwd=desk.folder)
    eventually(lambda: runs(desk), "the hidden window is open", 60)
    desk.app = desk.start(sys.executable, "-m", "toolguard", cwd=desk.folder, stdin=subprocess.DEVNULL)
    desk.click("button", "Quit it and open here")
    assert hidden.wait(120) == 0
    eventually(lambda: len(runs(desk)) == 3, "the new one is open", 60)
    assert runs(desk)[-1]["process"]["display"] == desk.env["DISPLAY"]
    desk.click("page tab", "Audit")
    assert desk.app.poll() is None
