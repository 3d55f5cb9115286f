"""What a run of ToolGuard records of itself."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from toolguard.clients import process_info
from toolguard.clients.stub.app_launcher import OPENED_BY


def test_a_window_names_its_display_its_user_and_who_started_it() -> None:
    made = process_info.describe_this_process("window", {"DISPLAY": ":64003.0", "USER": "me"})
    assert (made.surface, made.display, made.terminal, made.pid) == ("window", ":64003", "", os.getpid())
    assert (made.display_program, made.display_pid, made.by_stub) == ("", 0, False)
    assert made.started_by and made.started_by_pid


def test_serve_names_its_terminal_and_no_display() -> None:
    ours, theirs = pty.openpty()
    try:
        made = process_info.describe_this_process("serve", {"DISPLAY": ":0"}, theirs)
        assert (made.surface, made.terminal, made.display) == ("serve", os.ttyname(theirs), "")
    finally:
        os.close(ours)
        os.close(theirs)
    assert process_info.describe_this_process("serve", {}, 99_999).terminal == ""


def test_a_start_by_the_stub_names_the_chat_client_that_launched_the_stub() -> None:
    """The kernel knows who started the stub; the stub itself says only its process id."""
    stub = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        environment = {OPENED_BY: str(stub.pid)}
        made = process_info.describe_this_process("window", environment)
        assert made.by_stub
        assert made.started_by_pid == os.getpid()
        assert environment == {}  # no server inherits it
    finally:
        stub.communicate(b"\n", timeout=240)
    gone = process_info.describe_this_process("window", {OPENED_BY: str(stub.pid)})
    assert (gone.by_stub, gone.started_by) == (True, "")


@pytest.mark.parametrize("claim", ["", "x", "-1", "1e9", "99999999999999999999", "\u0663"])
def test_invalid_process_id_is_no_stub(claim: str) -> None:
    assert not process_info.describe_this_process("window", {OPENED_BY: claim}).by_stub


def test_texts_of_the_environment_are_bounded_and_can_be_written_down() -> None:
    made = process_info.describe_this_process("window", {"DISPLAY": ":" + "9" * 5000, "QT_QPA_PLATFORM": "xcb"})
    assert len(made.display) <= 256
    assert process_info.describe_this_process("window", {"DISPLAY": "a\ud800"}).display.encode()


def test_process_without_a_known_user_is_described(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, which has no module pwd, if a client passes no USERNAME."""
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(sys.modules, "pwd", None)
    assert process_info.describe_this_process("window", {}).user == ""
