"""``toolguard log``, where what it reads is not only the log itself."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.cli.test_cli import Shell, recorded
from tests.journal_edits import edit_line
from toolguard.tables.log_exports import EXPORT_FORMATS


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_what_somebody_wrote_into_the_index_is_gone_when_the_log_was_verified(shell: Shell) -> None:
    recorded(shell.home, count=1)
    assert [call["outcome"] for call in shell.json("log", "list")] == ["result"]
    with closing(sqlite3.connect(shell.home / "log-index.db")) as index, index:
        index.execute("UPDATE calls SET outcome='denied'")
    shell.ok("log", "verify")
    assert [call["outcome"] for call in shell.json("log", "list")] == ["result"]


def test_the_path_that_is_told_is_that_of_the_log(shell: Shell) -> None:
    recorded(shell.home, count=1)
    told = Path(shell.json("settings", "path")["log"])
    assert list(told.glob("*.jsonl")), told


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
    said = other.ok("log", "verify", str(log), "--public-key", key)
    assert "Records 1 to 13 are intact." in said and "Signed up to record 13." in said
    (tmp_path / "key").write_text(f"{key}\n")
    found = other.json("log", "verify", str(log), "--public-key", str(tmp_path / "key"))
    assert (found["ok"], found["last"], found["signed"]) == (True, 13, 13)
    assert not other.home.exists(), "it needs no state folder"
    without = other("log", "verify", str(log))
    assert without.returncode == 0 and "Signatures were not checked" in without.stderr
    since = other.ok("log", "verify", str(log), "--since", str(log / "checkpoints"))
    assert since == "No records yet.\n", "nothing follows the newest checkpoint"
    edit_line(log, 13, b'"more"', b'"less"')
    assert "record 13 is not the one that was noted" in other.no("log", "verify", str(log), "--public-key", key)
    refused = other("log", "verify", str(log), "--public-key", key, "--json")
    told = json.loads(refused.stdout)
    assert (refused.returncode, told["ok"], told["record"]) == (1, False, 13)
    assert told["text"] == told["problem"] and told["arguments"]["seq"] == 13


def test_what_is_no_key_no_file_and_no_checkpoint_is_told(shell: Shell, tmp_path: Path) -> None:
    recorded(shell.home, count=1)
    log = str(shell.home / "log")
    assert "not a public key" in shell.no("log", "verify", log, "--public-key", "a+b+c")
    assert "No such file" in shell.no("log", "verify", log, "--public-key", str(tmp_path / "none"))
    assert "No such file" in shell.no("log", "verify", str(tmp_path / "none"))
    (tmp_path / "note").write_text("no checkpoint\n\nat all\n\n")
    assert "no checkpoint" in shell.no("log", "verify", log, "--since", str(tmp_path / "note"))
    assert "no key for this log" in shell.no("log", "public-key")


def test_a_log_is_exported_in_every_format(shell: Shell, tmp_path: Path) -> None:
    recorded(shell.home, count=3)
    for name, row in EXPORT_FORMATS.items():
        target = tmp_path / f"out.{name}"
        told = shell.json("log", "export", str(target), "--format", name)
        assert (told["format"], told["file"]) == (name, str(target))
        assert told["written"] == (3 if not row.has_records else len(target.read_text().splitlines()))
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
    (told,) = shell.json("log", "shipping")
    assert (told["kind"], told["place"], told["running"], told["record"]) == (
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
    told = next(one for one in json.loads(shell("doctor", "--json").stdout) if one["about"].startswith("log to"))
    assert told["state"] == "wrong" and "damaged" in told["text"]
