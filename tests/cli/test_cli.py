"""The command line as a person types it: processes, a state folder and a keyring of the test's own."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.config_acceptance import accept_config_in_process
from tests.support.fork_server import TOOLGUARD, fork_server
from tests.support.journal_edits import edit_line
from toolguard import __version__
from toolguard.cli import doctor
from toolguard.cli import parser as cli_parser
from toolguard.cli.help.command_parser import ALIASES, CommandParser
from toolguard.gate.model import CallCompleted, CallDecided, CallForwarded, CallHeld
from toolguard.store.lock import StateLock
from toolguard.store.log.audit_log import AuditLog
from toolguard.tables.servers import ServerSpec

HERE = Path(__file__).parents[1]
VALUE = "hunter2-Pr\u00fcfung"


class Shell:
    """Runs commands with nothing of this process's environment but PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "state"
        self.ring = folder / "ring.json"
        self.server = HERE / "support" / "tiny_server.py"
        self.env = {
            "HOME": str(folder), "PATH": os.environ["PATH"], "SHELL": "/bin/sh", "TOOLGUARD_HOME": str(self.home),
            "TEST_KEYRING": "file_ring.Ring", "RING": str(self.ring),
            "PYTHONPATH": os.pathsep.join((str(HERE / "support" / "keyrings"), str(HERE / "support"))),
        }  # fmt: skip

    def __call__(self, *arguments: str, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[str]:
        run = ["-m", "toolguard", *arguments]
        if env.keys() & {"PYTHONIOENCODING"}:  # the interpreter looks at it when it starts
            done = subprocess.run(
                [sys.executable, *run], env=self.env | env, input=stdin, capture_output=True, timeout=240, check=False
            )
        else:
            done = fork_server(*TOOLGUARD).run(run, env=self.env | env, cwd=self.folder, input=stdin)
        process = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
        assert "Traceback" not in process.stderr, process.stderr
        return process

    def ok(self, *arguments: str, stdin: bytes = b"") -> str:
        done = self(*arguments, stdin=stdin)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def json(self, *arguments: str) -> Any:
        return json.loads(self.ok(*arguments, "--json"))

    def no(self, *arguments: str, status: int = 1, stdin: bytes = b"") -> str:
        """It says no, in one line that is no traceback and names itself."""
        done = self(*arguments, stdin=stdin)
        assert done.returncode == status, (done.stdout, done.stderr)
        (line,) = done.stderr.splitlines()
        assert line.startswith("toolguard: ")
        return line

    def with_server(self, name: str = "files", *mode: str) -> None:
        self.ok("server", "add", name, "--", sys.executable, str(self.server), *mode)


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def recorded(home: Path, tool: str = "read", count: int = 1) -> list[str]:
    """A log with ``count`` calls in it, as the app writes it; the calls' ids."""
    ids = [f"c-{number}" for number in range(count)]

    async def write() -> None:
        log = AuditLog(home / "log", now=lambda: 1_700_000_000.0)
        log.open()
        for call in ids:
            asked = CallHeld(
                session="s", call=call, client="desk", server="files", tool=tool, request="1", digest="d",
                arguments='{"path":"/etc/pass\\u001bwd","word":"schl\u00fcssel"}', era="legacy",
            )  # fmt: skip
            log.write(asked)
            log.write(
                CallDecided(
                    session="s", call=call, client="desk", server="files", tool=tool, verdict="allow", by="person"
                )
            )
            log.write(CallForwarded(session="s", call=call, client="desk", server="files", tool=tool, digest="d"))
            log.write(
                CallCompleted(
                    session="s",
                    call=call,
                    client="desk",
                    server="files",
                    tool=tool,
                    outcome="result",
                    size=3,
                    digest="d",
                    took=0.5,
                    preview="It is \x1b[31mred.",
                )
            )
        await log.committed()
        log.close()

    home.mkdir(mode=0o700, exist_ok=True)
    asyncio.run(write())
    return ids


# --- the parser


def _every_command(parser: CommandParser, words: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = [words]
    for name, made in parser.subcommands.items():
        found += _every_command(made, (*words, name))
    return found


@pytest.mark.parametrize("words", _every_command(cli_parser.parser()), ids=" ".join)
def test_every_command_has_help(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        cli_parser.main([*words, "--help"])
    result = capsys.readouterr().out
    assert done.value.code == 0
    aliases = {alias: name for name, others in ALIASES.items() for alias in others}
    assert " ".join(("toolguard", *(aliases.get(word, word) for word in words))) in result
    for expected in ("exit status:", "wrong usage", "TOOLGUARD_HOME", "NO_COLOR"):
        assert expected in result
    assert "--background" not in result


def test_no_command_approves_a_pending_call() -> None:
    """The one command with such a word accepts definitions, and waits for the person (`test_tools`)."""
    deciding = {"approve", "accept", "deny", "decide", "answer", "call"}
    assert [words for words in _every_command(cli_parser.parser()) if set(words) & deciding] == [("tool", "accept")]


def test_help_imports_nothing_slow(shell: Shell) -> None:
    heavy = ["asyncio", "msgspec", "keyring", "jsonschema", "sqlite3", "psutil", "PySide6", "qasync", "uvloop"]
    listed = f"sorted(set({heavy}) & set(sys.modules))"
    code = f"import sys; from toolguard.cli import parser; made = parser.parser(); print({listed})"
    code += f"; [noun.subcommands for noun in made.subcommands.values()]; print({listed})"
    done = subprocess.run([sys.executable, "-c", code], env=shell.env, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "['msgspec']"]  # the tables that options are made from need it


def test_version_is_printed(shell: Shell) -> None:
    assert shell.ok("--version") == f"toolguard {__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"], ["server"], ["server", "add", "x"], ["server", "add", "x", "--"], ["server", "show"],
        ["server", "add", "x", "--env", "novalue", "--", "c"], ["rule", "add", "--server", "s"],
        ["rule", "add", "--server", "s", "--tool", "t", "--verdict", "maybe"],
        ["rule", "add", "--server", "s", "--tool", "t", "--verdict", "deny", "--for", "soon"],
        ["rule", "add", "--server", "s", "--tool", "t", "--verdict", "deny", "--for", "-5m"],
        ["secret", "bind", "T"], ["log", "list", "--limit", "0"], ["log", "show"], ["rule", "list", "\x1b[2J"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_usage_error_is_one_line_with_status_2(shell: Shell, words: list[str]) -> None:
    line = shell.no(*words, status=2)
    assert "--help" in line and "\x1b" not in line


# --- servers and rules


def test_a_server_keeps_its_command_exactly(shell: Shell) -> None:
    command = ["prog", "-y", "--", "--env", "a b", "--json", ""]
    shell.ok("server", "add", "x", "--env", "K=v=w", "--env", "E=", "--cwd", "/tmp", "--", *command)
    one = shell.json("server", "show", "x")
    assert [one["command"], *one["args"]] == command
    assert (one["env"], one["cwd"]) == ({"K": "v=w", "E": ""}, "/tmp")
    assert [server["name"] for server in shell.json("server", "list")] == ["x"]
    assert "prog -y -- --env 'a b' --json ''" in shell.ok("server", "list")
    shell.ok("server", "remove", "x")
    assert shell.json("server", "list") == []


def test_refused_command_prints_one_line(shell: Shell) -> None:
    shell.with_server()
    assert "already" in shell.no("server", "add", "files", "--", "c")
    assert "no server" in shell.no("server", "show", "nobody")
    assert "no server" in shell.no("server", "remove", "nobody")
    assert "no rule" in shell.no("rule", "remove", "ffff")
    assert "no secret" in shell.no("secret", "remove", "T")
    assert "letters, digits" in shell.no("server", "add", "../x", "--", "c")


def test_a_rule_can_be_added_listed_explained_and_removed(shell: Shell) -> None:
    shell.ok("rule", "add", "--server", "files", "--tool", "*", "--verdict", "allow")
    shell.ok(
        "rule", "add", "--server", "files", "--tool", "erase", "--client", "desk", "--verdict", "deny", "--for", "2h"
    )
    allow, deny = sorted(shell.json("rule", "list"), key=lambda rule: rule["verdict"])
    assert len(deny["id"]) == 8 and abs(deny["expires"] - time.time() - 7200) < 60
    words = ("rule", "explain", "--server", "files", "--tool", "erase")
    assert shell.json(*words)["verdict"] == "allow"
    assert shell.json(*words, "--client", "desk")["rule"]["id"] == deny["id"]
    assert deny["id"] in shell.ok(*words, "--client", "desk")
    shell.ok("rule", "remove", deny["id"])
    assert [rule["id"] for rule in shell.json("rule", "list")] == [allow["id"]]


def test_invalid_configuration_is_reported_with_line_and_not_overwritten(shell: Shell) -> None:
    shell.with_server()
    config = shell.home / "config.json"
    config.write_text('{"version": 1,\n "servers": oops}')
    for words in (["server", "list"], ["server", "add", "y", "--", "c"], ["secret", "set", "T"]):
        assert "line 2" in shell.no(*words, stdin=b"x")
    assert "oops" in config.read_text()


def test_state_folder_is_accessible_only_to_its_owner(shell: Shell) -> None:
    shell.with_server()
    for path, mode in ((shell.home, 0o700), (shell.home / "config.json", 0o600), (shell.home / "run", 0o700)):
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_change_is_not_made_while_another_process_has_the_state_folder(shell: Shell) -> None:
    lock = StateLock(shell.home / "run", "ToolGuard")
    assert lock.acquire()
    try:
        assert f"ToolGuard (process {os.getpid()}) is using the state folder" in shell.no(
            "server", "add", "x", "--", "c"
        )
        assert shell.json("server", "list") == []
    finally:
        lock.release()


# --- secrets


def test_a_secret_from_stdin_reaches_the_keyring_and_is_never_shown(shell: Shell) -> None:
    shell.with_server()
    results = [shell("secret", "set", "T", "--note", "for files", stdin=f"{VALUE}\n".encode())]
    results += [
        shell("secret", "bind", "T", "--server", "files"),
        shell("secret", "list"),
        shell("secret", "list", "--json"),
    ]
    assert VALUE in json.loads(shell.ring.read_text()).values()
    assert json.loads(results[-1].stdout) == [
        {
            "name": "T",
            "kind": "secret",
            "note": "for files",
            "servers": ["files"],
            "stale": [],
            "uses": [],
            "shipped_to": [],
            "session_only": False,
        }
    ]
    assert "for files" in results[-2].stdout
    everything = "".join(one.stdout + one.stderr for one in results) + (shell.home / "config.json").read_text()
    assert VALUE not in everything and json.dumps(VALUE)[1:-1] not in everything
    assert "not bound" in shell.no("secret", "unbind", "T", "--server", "other")
    assert "It was bound to files." in shell.ok("secret", "remove", "T")
    assert json.loads(shell.ring.read_text()) == {}


def test_refusal_in_json_has_a_code_and_its_text(shell: Shell) -> None:
    done = shell("server", "show", "nope", "--json")
    assert done.returncode == 1
    parsed = json.loads(done.stdout)
    assert parsed["code"] == "services.no_such_server" and parsed["arguments"] == {"name": "nope"}
    assert done.stderr == f"toolguard: {parsed['text']}\n"


def test_unstorable_value_is_refused_without_printing_it(shell: Shell) -> None:
    assert "No value" in shell.no("secret", "set", "T", stdin=b"\n")
    assert "UTF-8" in shell.no("secret", "set", "T", stdin=b"hunter2\xff")
    assert "hunter2" not in shell.no("secret", "set", "T", stdin=b"hunter2\0")
    assert "too long" in shell.no("secret", "set", "T", stdin=b"x" * 100_000)
    assert not shell.ring.exists()


def test_stored_secret_names_the_servers_that_wait_for_it(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    assert "--server SERVER" in shell.ok("secret", "set", "OTHER", stdin=b"hunter2")
    shell.ok("server", "add", "files", "--env", "T=${secret:T}", "--", "true")
    stored = shell.ok("secret", "set", "T", stdin=b"hunter2")
    assert stored == "Stored. Bind it: toolguard secret bind T --server files\n"
    shell.ok(*stored.partition("toolguard ")[2].split())
    assert shell.ok("secret", "set", "T", stdin=b"hunter3") == "Stored.\n"


def test_value_that_is_not_searched_for_is_stored_with_a_warning(shell: Shell) -> None:
    warning = "too short or common to search for"
    assert warning in shell("secret", "set", "T", stdin=b"abc").stderr
    assert warning not in shell("secret", "set", "T", stdin=b"abcd").stderr


def test_secret_without_a_keyring_is_refused_and_not_stored(shell: Shell) -> None:
    done = shell("secret", "set", "T", stdin=VALUE.encode(), TEST_KEYRING="none")
    assert done.returncode == 1 and "No keyring" in done.stderr and VALUE not in done.stderr
    assert shell.json("secret", "list") == []
    assert "needs a running ToolGuard" in shell.no("secret", "set", "T", "--this-session", stdin=VALUE.encode())


def test_secret_prompt_has_no_echo(shell: Shell) -> None:
    code = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
    command = [sys.executable, "-c", code, sys.executable, "-m", "toolguard", "secret", "set", "T"]
    process = subprocess.Popen(command, env=shell.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None
    result = b""
    while b"Value of T: " not in result:
        result += os.read(process.stdout.fileno(), 4096)
    process.stdin.write(VALUE.encode() + b"\n")
    process.stdin.flush()
    while more := os.read(process.stdout.fileno(), 4096):
        result += more
    process.stdin.close()
    process.stdout.close()
    assert process.wait(120) == 0
    assert b"Stored." in result and VALUE.encode() not in result
    assert VALUE in json.loads(shell.ring.read_text()).values()


def test_no_secret_is_stored_in_another_keyring_than_before(shell: Shell) -> None:
    shell.with_server()
    accept_config_in_process(shell.env)
    seal = shell.home / "accepted" / "seal"
    seal.write_text(seal.read_text().replace("Keyring of the tests", "Secret Service"))
    assert "another keyring than before" in shell.no("secret", "set", "T", stdin=VALUE.encode())
    assert VALUE not in json.loads(shell.ring.read_text()).values()


# --- server try


@pytest.mark.parametrize(("mode", "version"), [("", "2025-11-25"), ("modern", "2026-07-28")])
def test_try_lists_the_tools_on_every_page_of_a_server_of_either_era(shell: Shell, mode: str, version: str) -> None:
    shell.with_server("tiny", mode)
    done = shell("server", "try", "tiny", "--json")
    parsed = json.loads(done.stdout)
    assert parsed["version"] == version and parsed["server"]["name"] == "tiny"
    assert [tool["name"] for tool in parsed["tools"]] == ["tool0", "tool1", "tool2", "re\u0430d\x1b[2J"]


def test_try_escapes_server_output(shell: Shell) -> None:
    shell.with_server()
    done = shell("server", "try", "files")
    assert done.returncode == 0
    for text in (done.stdout, done.stderr):
        assert not set(text) & {"\x1b", "\x07", "\u202e"}
    assert "red" in done.stderr and "title" in done.stderr
    assert "⟨U+001B ESCAPE⟩[2J" in done.stdout and "mixes alphabets" in done.stdout


def test_try_ends_for_an_endless_list_and_a_dead_server(shell: Shell) -> None:
    shell.with_server("loops", "loops")
    shell.with_server("dies", "dies")
    shell.ok("server", "add", "none", "--", "/no/such/program")
    assert "repeats a cursor" in shell("server", "try", "loops").stderr
    died = shell("server", "try", "dies")
    assert died.returncode == 1 and "no licence found" in died.stderr
    assert "no such program" in shell.no("server", "try", "none")


def test_try_gives_a_server_only_the_secrets_that_a_person_has_bound_to_it(shell: Shell) -> None:
    echo = "import json,os,sys; print(os.environ['T'], file=sys.stderr, flush=True); sys.exit(3)"
    shell.ok("server", "add", "x", "--env", "T=${secret:T}", "--", sys.executable, "-c", echo)
    missing = "the secret T does not exist: toolguard secret set T, then toolguard secret bind T --server x"
    assert missing in shell.no("server", "try", "x")
    shell.ok("secret", "set", "T", stdin=VALUE.encode())
    assert "not bound to the server: toolguard secret bind T --server x" in shell.no("server", "try", "x")
    shell.ok("secret", "bind", "T", "--server", "x")
    assert "you have not yet approved giving the secret T to the server x" in shell.no("server", "try", "x")
    accept_config_in_process(shell.env)
    done = shell("server", "try", "x")
    assert "[secret T]" in done.stderr and VALUE not in done.stderr


# --- the log


def test_an_empty_log_is_no_error(shell: Shell) -> None:
    assert shell.ok("log", "list") == "No calls yet.\n"
    assert shell.json("log", "list") == []
    assert shell.json("log", "search", "x") == []
    shell.ok("log", "verify")
    assert "No call" in shell.no("log", "show", "c-1")
    assert "Nothing" in shell.no("log", "export", "x.jsonl")


def test_listed_and_found_calls_are_escaped(shell: Shell) -> None:
    ids = recorded(shell.home, tool="re\x1b[2Jad", count=3)
    assert [call["call"] for call in shell.json("log", "list")] == ids[::-1]
    assert len(shell.json("log", "list", "--limit", "2")) == 2
    assert len(shell.json("log", "search", "schlüssel")) == 3
    assert shell.json("log", "search", "nowhere") == []
    for text in (shell.ok("log", "list"), shell.ok("log", "show", "c-1"), shell.ok("log", "show", "4")):
        assert "\x1b" not in text and "⟨U+001B ESCAPE⟩" in text
    assert [record["kind"] for record in shell.json("log", "show", "c-1")] == [
        "call_held", "call_decided", "call_forwarded", "call_completed",
    ]  # fmt: skip
    assert "No call" in shell.no("log", "show", "\x1b[2J")


def test_verify_finds_edited_and_truncated_records(shell: Shell) -> None:
    recorded(shell.home, count=3)
    assert "All 12 records" in shell.ok("log", "verify")
    note = "import asyncio, pathlib, sys; from toolguard.store.keychain import Keychain"
    note += "; asyncio.run(Keychain().anchor_set(pathlib.Path(sys.argv[1]), (14, b'1' * 32)))"
    subprocess.run([sys.executable, "-c", note, shell.home / "audit.db"], env=shell.env, check=True)
    assert "truncated" in shell.no("log", "verify")
    (shell.home / "log").rename(shell.home / "other")
    assert "The log is missing" in shell.no("log", "verify")


def test_export_writes_every_record_once_and_overwrites_only_by_force(shell: Shell, tmp_path: Path) -> None:
    recorded(shell.home, count=3)
    target = tmp_path / "out.jsonl"
    done = shell("log", "export", str(target))
    assert done.returncode == 0 and "12 records" in done.stderr
    lines = [json.loads(line) for line in target.read_text().splitlines()]
    assert [line["seq"] for line in lines] == list(range(1, 13))
    assert all(len(line["record_hash"]) == 64 for line in lines) and lines[0]["kind"] == "call_held"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    target.write_text("mine")
    assert "--force" in shell.no("log", "export", str(target))
    assert target.read_text() == "mine"
    assert shell("log", "export", str(target), "--force").returncode == 0
    assert len(target.read_text().splitlines()) == 12
    assert len(shell("log", "export", "-").stdout.splitlines()) == 12
    assert "folder" in shell.no("log", "export", str(tmp_path))
    assert "No such file" in shell.no("log", "export", str(tmp_path / "missing" / "x"))
    assert {path.name for path in tmp_path.iterdir() if path.name.endswith(".part")} == set()


def test_file_that_is_not_a_log_is_reported(shell: Shell) -> None:
    shell.home.mkdir(mode=0o700)
    (shell.home / "log").write_bytes(b"not a database at all" * 100)
    for words in (["log", "list"], ["log", "verify"], ["log", "show", "1"], ["log", "export", "-"]):
        assert "log" in shell.no(*words)


# --- the doctor


def test_doctor_reports_problems_with_fixes(shell: Shell) -> None:
    fresh = shell("doctor")
    assert fresh.returncode == 0 and "newest record" not in fresh.stdout
    shell.with_server()
    shell.ok("server", "add", "none", "--env", "T=${secret:T}", "--", "no-such-program")
    recorded(shell.home)
    (shell.home / "config.json").chmod(0o644)
    done = shell("doctor", "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    wrong = {one["about"]: one["text"] for one in found if one["state"] == "wrong"}
    assert "chmod go=" in wrong["state folder"]
    assert (
        "no-such-program" in " ".join(one["text"] for one in found) and "toolguard secret set T" in wrong["server none"]
    )
    fine = {one["about"]: one["text"] for one in found if one["state"] == "ok"}
    assert "4 records" in fine["log"] and sys.executable in fine["server files"]
    assert fine["keyring"] == "Keyring of the tests: ready"
    text = shell("doctor").stdout
    assert "error  state folder" in text and "settings: 2 changes to approve in ToolGuard, because " in text


def test_doctor_detects_an_edited_log_tail(shell: Shell) -> None:
    recorded(shell.home, count=2)
    edit_line(shell.home / "log", 4, b"It is ", b"It wa ")
    members = {one["about"]: one for one in json.loads(shell("doctor", "--json").stdout)}
    assert members["log"]["state"] == "wrong" and "edited" in members["log"]["text"]


def test_doctor_reports_an_invalid_config_file(shell: Shell) -> None:
    shell.home.mkdir(mode=0o700)
    (shell.home / "config.json").write_text("{")
    members = {one["about"]: one for one in json.loads(shell("doctor", "--json").stdout)}
    assert members["configuration"]["state"] == "wrong" and "line 1" in members["configuration"]["text"]


def test_doctor_finds_a_program_on_windows_as_a_start_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delenv("PATHEXT", raising=False)
    file = tmp_path / "prog.EXE"
    file.touch(mode=0o755)
    spec = ServerSpec(name="s", kind="stdio", command="prog", env={"Path": str(tmp_path)})
    assert doctor._server(spec, "").text == f"starts {file}"


def test_doctor_reports_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not list(doctor._disk(tmp_path / "missing"))
    free = {"free": 16 * 1024 * 1024}
    monkeypatch.setattr(shutil, "disk_usage", lambda _: argparse.Namespace(**free))
    assert not list(doctor._disk(tmp_path))
    free["free"] = 4096
    (finding,) = doctor._disk(tmp_path)
    assert finding.state == "wrong" and finding.text.startswith("full (4 KiB free): ")


def test_doctor_advises_no_chmod_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert doctor._folder(tmp_path).text == f"{tmp_path} is not writable: change its permissions"


# --- a hostile surrounding


@pytest.mark.skipif(sys.platform == "win32", reason="links as POSIX has them")
def test_a_folder_that_cannot_be_opened_is_named_without_numbers(shell: Shell) -> None:
    shell.home.symlink_to(shell.home)
    expected = f"{shell.home}: Too many levels of symbolic links"
    assert shell.no("server", "list").endswith(f"ToolGuard cannot be reached in {expected}")
    found = {one["about"]: one for one in json.loads(shell("doctor", "--json").stdout)}
    assert expected in found["app"]["text"]
    assert not any("Errno" in one["text"] for one in found.values())


def test_closed_output_pipe_prints_no_error(shell: Shell) -> None:
    recorded(shell.home, count=300)
    for words in (["log", "list", "--limit", "1000"], ["log", "export", "-"]):
        process = subprocess.Popen(
            [sys.executable, "-m", "toolguard", *words], env=shell.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )  # fmt: skip
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        process.wait(120)


def test_a_terminal_without_unicode_gets_escapes_instead_of_an_error(shell: Shell) -> None:
    shell.ok("secret", "set", "T", "--note", "für 你", stdin=VALUE.encode())
    ascii_only = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = shell("secret", "list", **ascii_only)
    assert done.returncode == 0 and "f\\xfcr \\u4f60" in done.stdout


def test_an_argument_that_is_not_text_is_refused(shell: Shell) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "toolguard", "rule", "add", "--server", b"\xff", "--tool", "t", "--verdict", "deny"],
        env=shell.env, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and b"UTF-8" in done.stderr and b"Traceback" not in done.stderr


def test_ctrl_c_ends_a_command_and_its_server(shell: Shell, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    sleeper = f"import os,time; open({str(note)!r},'w').write(str(os.getpid())); time.sleep(60)"
    shell.ok("server", "add", "slow", "--", sys.executable, "-c", sleeper)
    process = subprocess.Popen(
        [sys.executable, "-m", "toolguard", "server", "try", "slow"], env=shell.env, stderr=subprocess.PIPE
    )
    _until(lambda: note.exists() and note.read_text() != "")
    process.send_signal(signal.SIGINT)
    _, result = process.communicate(timeout=240)
    assert process.returncode == 130 and result.decode().splitlines() == ["toolguard: Cancelled"]
    _until(lambda: not Path(f"/proc/{note.read_text()}").exists())


def _until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_fast_path_of_background_start_equals_the_parser() -> None:
    """It is read without the parser, since a chat client waits for it."""
    assert vars(cli_parser.read(["--background"])) == vars(cli_parser.parser().parse_args(["--background"]))


def test_panic_denies_all_calls_and_prints_the_state(shell: Shell) -> None:
    assert shell.json("panic") == {"panic": False}
    assert "All calls are blocked" in shell.ok("panic", "on")
    assert shell.json("panic", "status") == {"panic": True}
    done = shell("panic", "off")
    assert done.returncode == 0 and "asks you to approve the change" in done.stderr
    assert done.stdout.strip() == "The setting “Block all calls” is off.", "calls are blocked until then"


def test_number_of_a_setting_has_its_unit_and_the_meaning_of_0(shell: Shell) -> None:
    listed = shell.ok("settings", "list")
    assert re.search(r"log_keep_days .* 0 \(keep everything\)$", listed, re.MULTILINE)
    assert re.search(r"prompt_timeout .* 300 seconds$", listed, re.MULTILINE)
    assert "\ndefault  0 (keep everything)\n" in shell.ok("settings", "show", "log_keep_days")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", ["settings list", "server show x", "server show x --json"])
@pytest.mark.parametrize("ends", [">&-", ">/dev/full", "2>&1 | :", ">&- 2>&-"])
def test_output_to_a_closed_pipe_raises_no_exception(shell: Shell, words: str, ends: str) -> None:
    line = f"{shlex.quote(sys.executable)} -m toolguard {words} {ends}"
    done = subprocess.run(["sh", "-c", line], env=shell.env, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr
