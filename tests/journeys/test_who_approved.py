"""Who approved, and where: the log records the input, display and process of each way of self-approval."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from contextlib import suppress
from typing import Any

import pytest

from tests.journeys.chat_client import ChatClient, result_text
from tests.journeys.screen_reader import eventually
from tests.journeys.test_first_call import add_demo
from tests.support.fork_server import TOOLGUARD, WINDOW, fork_server

pytestmark = pytest.mark.journey


def decided(desktop: Any) -> list[dict[str, Any]]:
    return [record for record in desktop.records() if record["kind"] == "call_decided"]


def app_starts(desktop: Any) -> list[dict[str, Any]]:
    if desktop.toolguard("log", "show", "1").returncode:  # the log is empty
        return []
    return [record for record in desktop.records() if record["kind"] in ("app_started", "app_stopped")]


def start_again(desktop: Any, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Start ToolGuard again, with changes to the desktop's environment."""
    return fork_server(*TOOLGUARD, *WINDOW).run(["-m", "toolguard"], env=desktop.env | env, cwd=desktop.folder)


@pytest.fixture
def other_screen(desktop: Any) -> str:
    """Return a second display, as an agent could start one."""
    return str(desktop._screen())


def test_each_decision_records_its_display_and_kind_of_input(desktop: Any) -> None:
    """Self-approval: AT-SPI, XTEST. A press over AT-SPI is distinguished from a click and a key."""
    add_demo(desktop)
    desktop.open_window()
    with ChatClient(desktop, "--server", "demo") as chat:
        by_reader = chat.call("add", a=1, b=2)
        desktop.screen_reader.press("button", "Approve add")
        assert result_text(by_reader)
        by_mouse = chat.call("add", a=3, b=4)
        desktop.click("button", "Approve add")
        assert result_text(by_mouse)
        by_key = chat.call("add", a=5, b=6)
        desktop.screen_reader.wait("button", "Approve add")
        desktop.settle()
        desktop.keys("ctrl+Return")
        assert result_text(by_key)
        denied = chat.call("add", a=7, b=8)
        desktop.click("button", "Deny")
        assert "denied" in result_text(denied).lower()
    found = decided(desktop)
    assert [one["approver"]["input"] for one in found] == ["assistive technology", "pointer", "keyboard", "pointer"]
    process = found[0]["approver"]["process"]
    assert (process["surface"], process["display"]) == ("window", desktop.env["DISPLAY"])
    assert (process["display_program"], process["pid"]) == ("Xvfb", desktop.app.pid)
    shown = desktop.toolguard("log", "show", found[0]["call"]).stdout
    place = f"in the window on display {desktop.env['DISPLAY']} (Xvfb, process {process['display_pid']})"
    assert f"Approved {place}, through assistive technology" in shown
    desktop.screen_reader.press("page tab", "Audit")
    inputs = [one["approver"]["input"] for one in found]

    def listed() -> list[str]:
        calls = json.loads(desktop.toolguard("log", "list", "--json").stdout)
        return [call["approver"] and call["approver"]["input"] for call in reversed(calls)]

    eventually(lambda: listed() == inputs, listed)  # the list follows the log


def test_rule_made_in_the_window_records_its_approver(desktop: Any) -> None:
    """A rule that is remembered with an approval, and one that is removed on the page Rules."""
    add_demo(desktop)
    desktop.open_window()
    with ChatClient(desktop, "--server", "demo") as chat:
        answer = chat.call("add", a=1, b=2)
        desktop.screen_reader.wait("button", "Approve add")
        desktop.click("check box", "Remember", at="left")
        desktop.click("button", "Approve and remember")
        assert result_text(answer)
    desktop.turn_to("Settings")
    changes = [one for one in desktop.records() if one["kind"] == "config_changed" and one["by"] == "person"]
    assert [one["approver"]["input"] for one in changes if one["what"].startswith("rule ")] == ["pointer"]


def test_terminal_of_serve_is_recorded_and_shown(desktop: Any) -> None:
    """Self-approval: own `toolguard serve` in an own pty."""
    add_demo(desktop)
    ours, theirs = pty.openpty()
    os.set_blocking(ours, False)
    terminal = os.ttyname(theirs)
    serve = desktop.start(
        sys.executable, "-m", "toolguard", "serve", "--accept-changes", stdin=theirs, stdout=theirs, stderr=theirs,
        cwd=desktop.folder,
    )  # fmt: skip
    os.close(theirs)
    received = bytearray()

    def shows(words: bytes) -> bool:
        with suppress(BlockingIOError):
            received.extend(os.read(ours, 65536))
        return words in received

    def answers() -> bool:
        os.write(ours, b"a")  # keys are ignored for a moment after the prompt appears
        return shows(b"Approved, once.")

    eventually(lambda: shows(b"Ctrl+C ends it"), lambda: bytes(received))
    with ChatClient(desktop, "--server", "demo") as chat:
        answer = chat.call("add", a=1, b=2)
        eventually(lambda: shows(b"[a]pprove"), lambda: bytes(received))
        eventually(answers, lambda: bytes(received))
        assert result_text(answer)
    result = start_again(desktop)
    assert result.returncode == 1, result.stderr
    reason = result.stderr.decode()
    assert f"ToolGuard is already running without a window, on {terminal}. Process {serve.pid} was started by" in reason
    assert "--take-over" in reason
    serve.terminate()
    serve.wait(120)
    os.close(ours)
    (one,) = decided(desktop)
    process = one["approver"]["process"]
    assert one["approver"]["input"] == "terminal"
    assert (process["surface"], process["terminal"], process["pid"]) == ("serve", terminal, serve.pid)
    assert process["started_by_pid"] == os.getpid()
    assert [run["kind"] for run in app_starts(desktop)] == ["app_started", "app_stopped"]
    assert f"Approved in `toolguard serve` on {terminal}" in desktop.toolguard("log", "show", one["call"]).stdout
    desktop.open_window()
    desktop.turn_to("Audit")
    desktop.screen_reader.wait_for_text("You (terminal)")


@pytest.mark.parametrize("platform", ["xcb", "offscreen"])
def test_second_start_reports_a_window_on_another_display(desktop: Any, other_screen: str, platform: str) -> None:
    """Self-approval: an app on an own Xvfb, or offscreen; the person's `toolguard` exited with 0 and showed nothing."""
    hidden = desktop.start_forked(DISPLAY=other_screen, QT_QPA_PLATFORM=platform)
    eventually(lambda: app_starts(desktop), "the hidden window is open", 60)
    result = start_again(desktop)
    shown = other_screen if platform == "xcb" else "offscreen"
    assert result.returncode == 1
    assert f"Its window is on display {shown}" in result.stderr.decode()
    assert f"not here. Process {hidden.pid} was started by" in result.stderr.decode()
    assert start_again(desktop, DISPLAY=other_screen, QT_QPA_PLATFORM=platform).returncode == 0  # there it is raised
    assert hidden.poll() is None


def test_take_over_denies_pending_calls_and_resumes_sessions(desktop: Any, other_screen: str) -> None:
    add_demo(desktop)
    desktop.accept_settings()
    hidden = desktop.start_forked(DISPLAY=other_screen)
    eventually(lambda: app_starts(desktop), "the hidden window is open", 60)
    with ChatClient(desktop, "--server", "demo") as chat:
        waiting = chat.call("add", a=1, b=2)
        eventually(lambda: any(one["kind"] == "call_held" for one in desktop.records()), "the call is held there")
        desktop.app = desktop.start_forked("--take-over")
        assert "closing" in result_text(waiting)
        assert hidden.wait(120) == 0
        desktop.screen_reader.wait_for_text("ToolGuard")
        eventually(lambda: len(app_starts(desktop)) == 3, "the new one is open", 60)
        again = chat.call("add", a=3, b=4)
        desktop.screen_reader.press("button", "Approve add")
        assert result_text(again)
    first, second = decided(desktop)
    assert (first["verdict"], first["by"], "approver" in first) == ("deny", "closing", False)
    assert second["approver"]["process"]["display"] == desktop.env["DISPLAY"]
    stopped = next(one for one in app_starts(desktop) if one["kind"] == "app_stopped")
    assert f"another start of ToolGuard took over: process {desktop.app.pid}" in stopped["reason"]


def test_desktop_start_asks_in_a_dialog_before_taking_over(desktop: Any, other_screen: str) -> None:
    hidden = desktop.start_forked(DISPLAY=other_screen)
    eventually(lambda: app_starts(desktop), "the hidden window is open", 60)
    desktop.app = desktop.start_forked()
    desktop.click("button", "Close it and open here")
    assert hidden.wait(120) == 0
    eventually(lambda: len(app_starts(desktop)) == 3, "the new one is open", 60)
    assert app_starts(desktop)[-1]["process"]["display"] == desktop.env["DISPLAY"]
    desktop.click("page tab", "Audit")
    assert desktop.app.poll() is None
