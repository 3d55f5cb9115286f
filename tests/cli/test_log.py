"""``toolguard log``, where what it reads is not only the log itself."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.test_cli import Shell, recorded


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
