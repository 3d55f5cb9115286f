"""What commands print to a terminal and to a pipe: color, width, progress, and no Python values."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.test_cli import Shell, recorded
from tests.support.fork_server import TOOLGUARD, fork_server
from toolguard.cli import printing
from toolguard.cli.parser import main
from toolguard.cli.printing import has_color, paint, print_hint, show_table, size, span, wrapped
from toolguard.cli.progress import DELAY, Progress

SPAWN = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def on_terminal(shell: Shell, *words: str, **env: str) -> str:
    """What a command writes to a terminal of 80 columns."""
    done = subprocess.run(
        [sys.executable, "-c", SPAWN, *fork_server(*TOOLGUARD).command("-m", "toolguard", *words)],
        env={**shell.env, "TERM": "xterm", "COLUMNS": "80", **env}, stdin=subprocess.DEVNULL, capture_output=True,
        timeout=240, check=False,
    )  # fmt: skip
    return done.stdout.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("line", [
    "server lst", "server show x", "server import /no/such/file", "log show x", "rule add", "settings set sound 5",
    "rule edit x",
])  # fmt: skip
def test_errors_begin_with_a_capital(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOOLGUARD_HOME", str(tmp_path))
    assert main(line.split())
    assert re.match("toolguard: [A-Z]", capsys.readouterr().err)


# --- color


def test_color_is_for_terminals_and_can_be_refused(shell: Shell) -> None:
    shell.with_server("none")
    shell.ok("server", "add", "gone", "--", "no-such-program")
    assert "\x1b" not in shell("doctor").stdout + shell("server", "show", "x").stderr
    colored = on_terminal(shell, "doctor")
    assert "\x1b[31merror\x1b[0m" in colored and "\x1b[32mok   \x1b[0m" in colored
    assert "\x1b[31mtoolguard:\x1b[0m There is no server x" in on_terminal(shell, "server", "show", "x")
    for refused in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}):
        assert "\x1b" not in on_terminal(shell, "doctor", **refused)
    assert "\x1b[31m" in on_terminal(shell, "doctor", NO_COLOR="")  # https://no-color.org: only if not empty


def test_verdicts_are_colored_and_names_cannot_color_themselves(shell: Shell) -> None:
    shell.ok("rule", "add", "--server", "files", "--tool", "a\x1b[32mb", "--verdict", "deny")
    result = on_terminal(shell, "rule", "list")
    assert "\x1b[31mdeny" in result and "⟨U+001B ESCAPE⟩[32m" in result and "\x1b[32m" not in result


@pytest.mark.parametrize(
    ("platform", "term", "session"), [("linux", "xterm", ""), ("win32", "", "1")], ids=["TERM", "Windows Terminal"]
)
def test_a_stream_without_a_terminal_has_no_color(
    monkeypatch: pytest.MonkeyPatch, platform: str, term: str, session: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("WT_SESSION", session)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert has_color(Screen())
    assert not has_color(io.StringIO()) and paint("x", "bad", io.StringIO()) == "x"


# --- tables and values


class Screen(io.StringIO):
    """A terminal as far as a program asks."""

    def isatty(self) -> bool:
        return True


def test_the_last_column_is_wrapped_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    options = argparse.Namespace(json=False)
    rows = [("files", "one two three four five six seven eight"), ("x", "y")]
    for stream, lines in (
        (Screen(), ["NAME   VALUE", "files  one two three four five six seven", "       eight", "x      y"]),
        (io.StringIO(), ["NAME   VALUE", "files  one two three four five six seven eight", "x      y"]),
    ):
        monkeypatch.setattr(sys, "stdout", stream)
        show_table(options, None, ("NAME", "VALUE"), rows, "")
        assert stream.getvalue().splitlines() == lines
        monkeypatch.undo()
        monkeypatch.setenv("COLUMNS", "40")
        monkeypatch.setenv("NO_COLOR", "1")


def test_columns_that_do_not_fit_a_terminal_follow_on_further_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys, "stdout", Screen())
    heads = ("ID", "CLIENT", "METHOD", "SERVER", "TOOL", "WHEN")
    long = "a-name-of-" + "x" * 40
    rows = [
        ("1", "claude", "", "filesystem", "read_multiple_files", "one two three four"),
        ("2", "*", "", "*", long, ""),
    ]
    show_table(argparse.Namespace(json=False), None, heads, rows, "")
    assert sys.stdout.getvalue().splitlines() == [
        "ID  CLIENT  SERVER",
        "    TOOL",
        "    WHEN",
        "1   claude  filesystem",
        "    read_multiple_files",
        "    one two three four",
        "2   *       *",
        f"    {long}",
    ]
    monkeypatch.setenv("COLUMNS", "140")
    monkeypatch.setattr(sys, "stdout", Screen())
    show_table(argparse.Namespace(json=False), None, heads, rows, "")
    assert len(sys.stdout.getvalue().splitlines()) == 3


def test_columns_are_aligned_beside_wide_characters(capsys: pytest.CaptureFixture[str]) -> None:
    show_table(argparse.Namespace(json=False), None, ("SERVER", "TOOL"), [("文件服务器", "读"), ("é\u0301", "x")], "")
    assert capsys.readouterr().out.splitlines() == ["SERVER      TOOL", "文件服务器  读", "é\u0301           x"]


def test_prose_is_wrapped_on_a_terminal_and_its_commands_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    text = "note   client x: 2 servers not guarded: `toolguard client guard x`"
    assert wrapped(text, 7) == text, "in a pipe"
    monkeypatch.setattr(sys, "stdout", Screen())
    lines = ["note   client x: 2 servers not", "       guarded:", "       `toolguard client guard x`"]
    assert wrapped(text, 7).splitlines() == lines
    monkeypatch.setattr(sys, "stderr", Screen())
    print_hint("  a hint that is longer than the terminal")
    assert sys.stderr.getvalue().splitlines() == ["  a hint that is longer than", "  the terminal"]


def test_settings_fit_a_terminal(shell: Shell) -> None:
    result = re.sub(r"\x1b\[\d*m", "", on_terminal(shell, "settings", "list"))
    assert max(map(len, result.splitlines())) <= 80 and "Approval timeout" in result


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0421, "42 ms"), (2.5, "2.5 s"), (300.00191736221313, "5 min"), (7200, "2 h"), (86400, "1 d")],
)
def test_durations_are_formatted(seconds: float, text: str) -> None:
    assert span(seconds) == text


@pytest.mark.parametrize(("count", "text"), [(10, "10 bytes"), (65536, "64 KiB"), (1 << 20, "1 MiB")])
def test_sizes_are_formatted(count: int, text: str) -> None:
    assert size(count) == text


def test_log_show_uses_the_labels_of_the_window(shell: Shell) -> None:
    (call,) = recorded(shell.home)
    result = shell.ok("log", "show", call)
    assert not re.search(r"\b(False|True|None)\b|\d\.\d{7}|\[\]|\{\}", result)
    assert re.search(r"took +500 ms", result) and re.search(r"by +You", result)
    listed = shell.ok("log", "list")
    assert "Allowed: You" in listed and "Done" in listed and "DECISION" in listed


def test_servers_have_the_states_of_the_window(shell: Shell) -> None:
    shell.with_server("one")
    shell.with_server("two")
    shell.ok("server", "disable", "two")
    states = {line.split("  ")[0].strip(): line for line in shell.ok("server", "list").splitlines()[1:]}
    assert " No client yet " in states["one"] and " Off " in states["two"]
    shell.ok("client", "add", "my-agent", "--server", "one")
    assert re.search(r"^one +Idle ", shell.ok("server", "list"), re.MULTILINE)


def test_limits_are_listed_as_they_are_typed(shell: Shell) -> None:
    shell.ok("limit", "set", "--server", "x", "--rate", "30/10m", "--arguments", "64k", "--timeout", "90s")
    assert re.search(r"30 in 10 min +64 KiB +1\.5 min", shell.ok("limit", "list"))


# --- progress


def test_progress_is_shown_on_a_terminal_after_a_while_and_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with Progress("Checking…") as progress:
        assert screen.getvalue() == ""
        progress.update("7 records checked…")
        deadline = time.monotonic() + 20 * DELAY
        while "7 records" not in screen.getvalue():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        printing.print_hint("A hint.")
        assert screen.getvalue().endswith("\r\x1b[KA hint.\n")
        while not screen.getvalue().endswith("7 records checked…"):
            assert time.monotonic() < deadline
            time.sleep(0.01)
    assert screen.getvalue().endswith("\r\x1b[K")
    assert "Checking" not in screen.getvalue()


def test_progress_fits_the_line_so_that_it_can_be_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "20")
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with Progress("Reading the settings of chat clients…"):
        deadline = time.monotonic() + 20 * DELAY
        while not screen.getvalue():
            assert time.monotonic() < deadline
            time.sleep(0.01)
    assert screen.getvalue().split("\r\x1b[K")[1] == "Reading the setting"


@pytest.mark.parametrize(("stream", "term"), [(io.StringIO(), "xterm"), (Screen(), "dumb")])
def test_progress_is_not_printed_outside_an_interactive_terminal(
    stream: io.StringIO, term: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress("Checking…") as progress:
        assert progress._thread is None
    assert stream.getvalue() == ""


def test_a_slow_server_shows_that_it_is_tested(shell: Shell) -> None:
    """And what the server logs meanwhile is not written behind the progress."""
    sleeper = "import sys, time; time.sleep(1.5); print('log line', file=sys.stderr, flush=True); time.sleep(1)"
    shell.ok("server", "add", "slow", "--", sys.executable, "-c", sleeper)
    result = on_terminal(shell, "server", "try", "slow", NO_COLOR="1")
    assert "\r\x1b[KTesting slow…" in result
    assert re.search(r"\r\x1b\[K[^\r\n…]*log line", result)
    assert os.linesep in result


def test_pipes_of_windows_carry_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python gives them the ANSI code page there."""
    code = "cp1252"
    streams = [io.TextIOWrapper(io.BytesIO(data), encoding=code) for data in ("caf\u00e9 \u4e2d".encode(), b"", b"")]
    for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
        monkeypatch.setattr(sys, name, stream)
    monkeypatch.setattr(sys, "platform", "win32")
    assert main(["server", "caf\u00e9 \u4e2d", "--json"]) == 2
    written = streams[1].buffer
    assert isinstance(written, io.BytesIO)
    assert "caf\u00e9 \u4e2d" in json.loads(written.getvalue().decode())["text"]
    assert sys.stdin.read() == "caf\u00e9 \u4e2d"
