"""Where keys stay: files of ToolGuard, of clients and of shells that hold one are named, and nothing else is."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.clients.wiring.settings import machine, of_client
from toolguard.clients.wiring.clients import CLIENTS, ClientRow
from toolguard.clients.wiring.leftover_copies import LeftoverCopy, leftover_copies
from toolguard.clients.wiring.references import find

KEY = 'ghp_01234567"ß'


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_each_file_with_a_key_is_named_with_its_owner(tmp_path: Path) -> None:
    on, row, backups = machine(tmp_path), of_client("claude-code"), tmp_path / "state" / "backups"
    file = put(tmp_path / ".claude.json", json.dumps({"key": KEY}))
    wanted = [
        LeftoverCopy(str(put(backups / "1-.claude.json", json.dumps({"key": KEY}))), "backup"),
        LeftoverCopy(str(put(tmp_path / ".claude.json.backup.1", json.dumps(KEY, ensure_ascii=False))), "client"),
        LeftoverCopy(str(put(tmp_path / ".claude" / "backups" / ".claude.json.backup.7", json.dumps(KEY))), "client"),
        LeftoverCopy(str(put(tmp_path / ".claude" / "history.jsonl", json.dumps({"said": KEY}))), "client"),
        LeftoverCopy(str(put(tmp_path / ".bash_history", f"claude mcp add -e T={KEY} git\n")), "shell"),
        LeftoverCopy(
            str(put(tmp_path / ".local" / "share" / "fish" / "fish_history", "x" * 1024**2 + f" {KEY}")), "shell"
        ),
    ]
    put(backups / "2-.claude.json", "{}")
    put(tmp_path / ".zsh_history", "ls\n")
    assert leftover_copies(on, row.copies, backups, {KEY}, file, b"") == sorted(wanted)
    wanted.append(LeftoverCopy(str(file), "settings"))
    assert leftover_copies(on, row.copies, backups, {KEY}, file, file.read_bytes()) == sorted(wanted)


def test_short_values_and_irregular_files_are_ignored(tmp_path: Path) -> None:
    on, backups = machine(tmp_path), tmp_path / "backups"
    put(tmp_path / ".bash_history", "secret")
    (tmp_path / ".zsh_sessions" / "x.history").mkdir(parents=True)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / ".zsh_history")
    assert leftover_copies(on, (), backups, {"secret"}, tmp_path / "x", b"secret") == []
    assert leftover_copies(on, (), backups, {"longer than that"}, tmp_path / "x", b"x") == []


@pytest.mark.parametrize("client", CLIENTS, ids=lambda one: one.key)
def test_every_row_reads_the_reference_that_it_writes(client: ClientRow) -> None:
    found = [one.name for one in find(client.reference.replace("NAME", "A_TOKEN"), client.syntaxes)]
    assert found == (["A_TOKEN"] if client.reference else [])
