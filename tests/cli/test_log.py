"""``toolguard log``, where what it reads is not only the log itself."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.cli.test_cli import Shell, recorded
from tests.support.journal_edits import edit_line
from tests.support.services_harness import by_name
from toolguard.cli.help.command_parser import UsageError
from toolguard.gate import model
from toolguard.services.errors import CommandError
from toolguard.services.runtime.requests import Request
from toolguard.store.config.seals import place_of
from toolguard.store.log import chain, records
from toolguard.store.log.audit_log import AuditLog, hash_of_line
from toolguard.store.log.checkpoints import CheckpointKey
from toolguard.tables.log_exports import EXPORT_FORMATS

T = TypeVar("T")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_verify_corrects_a_forged_index(shell: Shell) -> None:
    recorded(shell.home, count=1)
    assert [call["outcome"] for call in shell.json("log", "list")] == ["result"]
    with closing(sqlite3.connect(shell.home / "log-index.db")) as index, index:
        index.execute("UPDATE calls SET outcome='denied'")
    shell.ok("log", "verify")
    assert [call["outcome"] for call in shell.json("log", "list")] == ["result"]


@pytest.mark.parametrize("approver", ["x", "[]", '{"process":[]}', "[" * 100_000])
def test_origin_that_another_program_wrote_into_the_index_is_none(shell: Shell, approver: str) -> None:
    recorded(shell.home, count=1)
    shell.ok("log", "list")
    with closing(sqlite3.connect(shell.home / "log-index.db")) as index, index:
        index.execute("UPDATE calls SET approver=?", (approver,))
    assert "Allowed: You" in shell.ok("log", "list")
    assert [call["approver"] for call in shell.json("log", "list")] == [None]


async def test_undecided_call_is_listed_with_who_withdrew_it(shell: Shell) -> None:
    log = AuditLog(shell.home / "log")
    log.open()
    about = {"session": "s", "call": "c", "client": "desk", "server": "files", "tool": "read"}
    log.write(model.CallHeld(**about, request="1", arguments="{}", digest="d", era="legacy"))
    log.write(model.CallWithdrawn(**about, reason="gave up"))
    log.close()
    listed = shell.ok("log", "list")
    assert "Client" in listed and ": Client" not in listed


def test_a_text_that_is_not_utf_8_is_found_nowhere(shell: Shell) -> None:
    recorded(shell.home, count=1)
    assert shell.json("log", "search", "\udcff") == []
    assert "No call or record" in shell("log", "show", "\udcff").stderr


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (("--server", "files", "--tool", "read", "--client", "desk", "--decision", "allow"), 2),
        (("--since", "2023-11-01"), 2),  # they are of 2023-11-14
        (("--since", "7d"), 0), (("--decision", "deny"), 0), (("--tool", "write"), 0),
    ],
)  # fmt: skip
def test_filters_select_calls_of_every_command(shell: Shell, filters: tuple[str, ...], found: int) -> None:
    recorded(shell.home, count=2)
    assert len(shell.json("log", "list", *filters)) == len(shell.json("log", "search", "read", *filters)) == found
    assert shell.json("log", "export", "out.csv", "--format", "csv", *filters)["written"] == found


def test_filter_that_cannot_apply_is_refused(shell: Shell) -> None:
    assert "not a time" in shell.no("log", "list", "--since", "soon", status=2)
    assert "without a filter" in shell.no("log", "list", "--follow", "--tool", "read", status=2)


def test_listed_call_has_its_main_argument(shell: Shell) -> None:
    recorded(shell.home, count=1)
    heads, call = shell.ok("log", "list").splitlines()
    assert heads.endswith("CALL  MAIN ARGUMENT") and "c-0   path: /etc/pass⟨U+001B ESCAPE⟩wd" in call


def test_shown_record_has_no_empty_members(shell: Shell) -> None:
    recorded(shell.home, count=1)
    result = shell.ok("log", "show", shell.json("log", "list")[0]["call"])
    assert "call_forwarded" in result and "()" not in result


def test_printed_path_is_that_of_the_log(shell: Shell) -> None:
    recorded(shell.home, count=1)
    path = Path(shell.json("settings", "path")["log"])
    assert list(path.glob("*.jsonl")), path


def signed(shell: Shell) -> Path:
    """A log with a key in the keyring, checkpoints and 12 records, and a copy of it somewhere else."""
    recorded(shell.home, count=3)
    program = """
import asyncio, pathlib, sys
from toolguard.gate import model
from toolguard.store.config.seals import Seals, StoredSeal
from toolguard.store.keychain import Keychain
from toolguard.store.log.audit_log import AuditLog

async def main():
    home, kept = pathlib.Path(sys.argv[1]), StoredSeal.new()
    await Keychain().settings_key_set(Seals(home).place.decode(), kept.text())
    log = AuditLog(home / "log")
    log.open()
    log.sign_with(kept.key)
    log.write(model.ConfigChanged(what="more", by="person"))
    log.close()

asyncio.run(main())
"""
    subprocess.run([sys.executable, "-c", program, shell.home], env=shell.env, check=True)
    return Path(shutil.copytree(shell.home / "log", shell.home.with_name("elsewhere")))


def test_a_log_is_verified_on_another_computer_with_its_public_key(shell: Shell, tmp_path: Path) -> None:
    log = signed(shell)
    key = shell.ok("log", "public-key").strip()
    assert shell.json("log", "public-key") == {"public_key": key}
    (tmp_path / "other").mkdir()
    other = Shell(tmp_path / "other")
    result = other.ok("log", "verify", str(log), "--public-key", key)
    assert "Records 1 to 13 are intact." in result and "Signed up to record 13." in result
    (tmp_path / "key").write_text(f"{key}\n")
    found = other.json("log", "verify", str(log), "--public-key", str(tmp_path / "key"))
    assert (found["ok"], found["last"], found["signed"]) == (True, 13, 13)
    assert not other.home.exists(), "it needs no state folder"
    unsigned = other.no("log", "verify", str(log / "00000001.jsonl"), "--public-key", key)
    assert "there is no checkpoint of these records" in unsigned and "every 10 minutes" in unsigned
    without = other("log", "verify", str(log))
    assert without.returncode == 0 and "Signatures were not checked" in without.stderr
    since = other.ok("log", "verify", str(log), "--since", str(log / "checkpoints"))
    assert since == "No records yet.\n", "nothing follows the newest checkpoint"
    last = (log / "00000001.jsonl").read_bytes().splitlines()[-1]
    forged = records.line(records.split_text(last)[0].replace(b'"seq":13', b'"seq":14'), hash_of_line(last))
    with (log / "00000001.jsonl").open("ab") as file:
        file.write(forged)
    longer = other("log", "verify", str(log), "--public-key", key)
    assert longer.returncode == 1 and "Unverified: Record 14 follows the newest checkpoint." in longer.stderr
    found = json.loads(other("log", "verify", str(log), "--public-key", key, "--json").stdout)
    assert (found["ok"], found["last"], found["signed"], found["unsigned"]) == (True, 14, 13, 1)
    edit_line(log, 13, b'"more"', b'"less"')
    assert "record 13 is not the one that was noted" in other.no("log", "verify", str(log), "--public-key", key)
    refused = other("log", "verify", str(log), "--public-key", key, "--json")
    parsed = json.loads(refused.stdout)
    assert (refused.returncode, parsed["ok"], parsed["record"]) == (1, False, 13)
    assert parsed["text"] == parsed["problem"] and parsed["arguments"]["seq"] == 13


async def test_unsigned_records_are_reported_by_a_check_with_the_public_key(shell: Shell, tmp_path: Path) -> None:
    key, log = bytes(32), AuditLog(tmp_path / "log")
    log.open()
    log.sign_with(key)
    log.write(model.ConfigChanged(what="more", by="person"))
    log.write(model.RecordsUnsigned(first=1, last=1))
    log.close()
    public = CheckpointKey(key, place_of(tmp_path)).public.text
    result = shell.ok("log", "verify", str(tmp_path / "log"), "--public-key", public)
    assert "Signed up to record 2." in result
    assert "Unverified: Record 1:" in result and "before ToolGuard started" in result


def test_texts_of_a_checked_log_do_not_control_the_terminal(shell: Shell, tmp_path: Path) -> None:
    hash = bytes(32)
    removed = model.SegmentRemoved(
        first=1, last=2, count=2, previous=chain.GENESIS.hex(), hash=hash.hex(), since=1.0, until=1.0, file="", size=1,
        digest="", by="\x1b[1A", archive="\x1b[2K\rSigned up to record 3.",
    )  # fmt: skip
    text = records.text(3, 2.0, records.encode(removed, lambda body: body))
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "00000003.jsonl").write_bytes(records.line(text, hash))
    result = shell.ok("log", "verify", str(tmp_path / "log"))
    assert "Records 1 to 2 were removed" in result and "\x1b" not in result and "\r" not in result


def test_invalid_key_file_and_checkpoint_are_reported(shell: Shell, tmp_path: Path) -> None:
    recorded(shell.home, count=1)
    log = str(shell.home / "log")
    assert "not a public key" in shell.no("log", "verify", log, "--public-key", "a+b+c")
    assert "No such file" in shell.no("log", "verify", log, "--public-key", str(tmp_path / "none"))
    assert "toolguard: No such file" in shell.no("log", "verify", str(tmp_path / "none"))
    (tmp_path / "note").write_text("no checkpoint\n\nat all\n\n")
    assert "no checkpoint" in shell.no("log", "verify", log, "--since", str(tmp_path / "note"))
    assert "no key for this log" in shell.no("log", "public-key")


def test_a_log_is_exported_in_every_format(shell: Shell, tmp_path: Path) -> None:
    recorded(shell.home, count=3)
    for name, row in EXPORT_FORMATS.items():
        target = tmp_path / f"out.{name}"
        result = shell.json("log", "export", str(target), "--format", name)
        assert (result["format"], result["file"]) == (name, str(target))
        assert result["written"] == (3 if not row.has_records else len(target.read_text().splitlines()))
        assert target.stat().st_mode & 0o777 == 0o600
    assert pq.read_table(tmp_path / "out.parquet").column("call").to_pylist()
    piped = subprocess.run(
        [sys.executable, "-m", "toolguard", "log", "export", "-", "--format", "parquet"], env=shell.env, check=True,
        capture_output=True,
    )  # fmt: skip
    assert pq.read_table(pa.BufferReader(piped.stdout)).num_rows == 3


def test_how_the_log_is_sent_is_shown_without_an_app(shell: Shell) -> None:
    assert shell.json("log", "shipping") == []
    assert "not sent to another computer" in shell.ok("log", "shipping")
    recorded(shell.home, count=1)
    shell.ok("settings", "set", "ship_syslog", "logs.example.com:6514")
    (result,) = shell.json("log", "shipping")
    assert (result["kind"], result["place"], result["running"], result["record"]) == (
        "syslog",
        "logs.example.com:6514",
        False,
        0,
    )
    assert "ToolGuard is not running" in shell.ok("log", "shipping")
    findings = {one["about"]: one for one in shell.json("doctor")}
    assert findings["log to logs.example.com:6514"]["state"] == "note"
    (shell.home / "shipping").mkdir()
    (shell.home / "shipping" / "syslog.json").write_text("{}")
    failing = shell("log", "shipping")
    assert failing.returncode == 1 and "failing" in failing.stdout and "damaged" in failing.stderr
    result = next(one for one in json.loads(shell("doctor", "--json").stdout) if one["about"].startswith("log to"))
    assert result["state"] == "wrong" and "damaged" in result["text"]


def bounded(shell: Shell) -> Path:
    """A log of which the first records were removed, and one was redacted, as the app does it."""
    program = """
import asyncio, contextlib, pathlib, sys, time
from toolguard.gate import model
from toolguard.store.config.seals import Seals, StoredSeal
from toolguard.store.keychain import Keychain
from toolguard.store.log.audit_log import AuditLog
from toolguard.store.log.upkeep.log_upkeep import LogUpkeep, UpkeepContext
from toolguard.store.log.upkeep.retention import Retention

@contextlib.asynccontextmanager
async def nothing():
    yield

async def main():
    home, kept = pathlib.Path(sys.argv[1]), StoredSeal.new()
    await Keychain().settings_key_set(Seals(home).place.decode(), kept.text())
    log = AuditLog(home / "log", segment=1500)
    log.open()
    log.sign_with(kept.key)
    for number in range(30):
        log.write(model.ConfigChanged(what=f"change {number}", by="person", detail="hunter2" if number == 20 else ""))
        await log.committed()
    context = UpkeepContext(live_sessions=lambda: [], needed_from=lambda: 1000, without_index=nothing)
    upkeep = LogUpkeep(log, home / "log", context, prefix="x", now=time.time)
    await upkeep.compress()
    await upkeep.redact("a password", "hunter2", by="person")
    await upkeep.prune(Retention(size=3000))
    log.close()

asyncio.run(main())
"""
    subprocess.run([sys.executable, "-c", program, shell.home], env=shell.env, check=True)
    return shell.home / "log"


def test_pruned_log_verifies_and_names_missing_records(shell: Shell) -> None:
    log = bounded(shell)
    output = shell.ok("log", "verify")
    assert "Records 1 to 16 were removed on" in output and "Text was redacted in 1 record." in output
    result = shell.json("log", "verify")
    assert result["ok"] and result["redacted"] == 1 and result["removed"][0]["first"] == 1
    key = shell.ok("log", "public-key").strip()
    output = shell.ok("log", "verify", str(log), "--public-key", key)
    assert "Records 17 to" in output and "were removed on" in output and "Text was redacted" in output
    found = shell.json("log", "verify", str(log), "--public-key", key)
    assert found["first"] == 17 and found["removed"][-1]["last"] == 16
    assert "Records 1 to 8 were removed" in shell.no("log", "show", "3")
    assert "No call or record 4000" in shell.no("log", "show", "4000")
    assert "[redacted]" in shell.ok("log", "show", "21")
    assert len(shell.ok("log", "export", "-").splitlines()) == result["checked"]


def test_the_log_is_only_changed_by_a_running_app(shell: Shell) -> None:
    recorded(shell.home, count=1)
    for command in (("compress",), ("prune",), ("redact", "3", "--reason", "r", "--yes")):
        assert shell("log", *command).returncode == 1, command
    assert "--text TEXT" in shell("log", "redact", "--reason", "r").stderr
    assert "not the number" in shell("log", "redact", "0", "--reason", "r").stderr


class Asked:
    """Takes the requests of a command."""

    def __init__(self, found: int) -> None:
        self.given: list[str] = []
        self.found = [{"seq": one, "time": 1.0, "kind": "call_held", "call": "c"} for one in range(1, found + 1)]

    async def answer(self, name: str, _arguments: object, _tell: object) -> dict[str, object]:
        self.given.append(name)
        return {"ok": True, "value": {"files": 2} if name == "log compress" else self.found}

    def __call__(self, request: Request[T]) -> T:
        return asyncio.run(by_name(self.answer)(request, print))


def run(asked: Asked, *arguments: str) -> int:
    from toolguard.cli import log
    from toolguard.cli.parser import parser

    options = parser().parse_args(["log", *arguments])
    command = {"compress": log.compress, "redact": log.redact}[arguments[0]]
    return command(asked, options)


def test_redacting_shows_the_records_and_needs_a_yes(capsys: pytest.CaptureFixture[str]) -> None:
    asked = Asked(2)
    assert run(asked, "redact", "--text", "hunter2", "--dry-run") == 0
    assert "call_held" in capsys.readouterr().out and asked.given == ["log find"]
    with pytest.raises(CommandError, match="--yes"):
        run(asked, "redact", "--text", "hunter2", "--reason", "r")
    with pytest.raises(UsageError, match="--reason"):
        run(asked, "redact", "--text", "hunter2")
    assert "log redact" not in asked.given
    assert run(asked, "redact", "--text", "hunter2", "--reason", "r", "--yes") == 0
    assert "redacted in 2 records" in capsys.readouterr().out and asked.given[-1] == "log redact"
    nothing = Asked(0)
    assert run(nothing, "redact", "9", "--reason", "r", "--yes") == 0
    assert nothing.given == ["log find"] and "No record" in capsys.readouterr().out
    assert run(asked, "compress") == 0 and "2 files compressed" in capsys.readouterr().out


@pytest.fixture
def follow(shell: Shell) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start ``log list --follow`` with further options."""
    started: list[subprocess.Popen[str]] = []

    def start(*options: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "toolguard", "log", "list", "--follow", *options]
        started.append(
            subprocess.Popen(command, env=shell.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        )
        return started[-1]

    yield start
    for process in started:
        with process:  # closes its pipes
            process.kill()


def test_new_records_are_followed_until_ctrl_c(shell: Shell, follow: Callable[..., subprocess.Popen[str]]) -> None:
    recorded(shell.home, count=1)
    process = follow("--limit", "1")
    first = process.stdout.readline()
    assert "call_completed" in first and "call c-0, client desk, server files, tool read, outcome result" in first
    recorded(shell.home, tool="wri\u202ete", count=1)
    lines = [process.stdout.readline() for _ in range(4)]
    assert [line.split()[3] for line in lines] == ["call_held", "call_decided", "call_forwarded", "call_completed"]
    assert "verdict allow, by You" in lines[1] and "\u202e" not in "".join(lines)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130


def test_following_a_log_that_does_not_exist_yet_ends_with_its_reader(
    shell: Shell, follow: Callable[..., subprocess.Popen[str]]
) -> None:
    process = follow("--json")
    recorded(shell.home, count=1)
    kinds = [json.loads(process.stdout.readline())["kind"] for _ in range(4)]
    assert kinds[0] == "call_held"
    process.stdout.close()
    assert process.wait(60) == 1 and process.stderr.read() == ""
