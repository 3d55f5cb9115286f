"""The lock on a state folder."""

import json
import os
import stat
import subprocess
import sys

import pytest

from toolguard.store.lock import LockHolder, StateLock

HOLD = """
import sys
from pathlib import Path
from toolguard.store.lock import StateLock
print(StateLock(Path(sys.argv[1])).acquire(), flush=True)
sys.stdin.read()
"""


def test_lock_is_acquired_by_only_one_owner(tmp_path):
    first, second = StateLock(tmp_path / "run"), StateLock(tmp_path / "run")
    assert first.acquire()
    assert not second.acquire()
    first.release()
    assert second.acquire()
    second.release()
    assert stat.S_IMODE(os.stat(tmp_path / "run").st_mode) == 0o700


def test_a_process_that_is_killed_leaves_no_lock_behind(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout.readline() == b"True\n"
        lock = StateLock(tmp_path)
        assert not lock.acquire()
        other.kill()
        other.wait()
        assert lock.acquire()
        lock.release()


def test_lock_file_names_its_holder(tmp_path):
    lock = StateLock(tmp_path, "toolguard secret set", "command")
    assert lock.acquire()
    other = StateLock(tmp_path)
    assert not other.acquire()
    assert other.holder() == LockHolder(os.getpid(), "toolguard secret set", "command")
    assert str(other.holder()) == f"toolguard secret set (process {os.getpid()})"
    lock.release()


@pytest.mark.parametrize(
    "note",
    [
        b"", b"\xff\xfe", b"[1]", b"{}", b"[" * 5000, b'{"pid": true, "program": "x", "kind": "app"}',
        b'{"pid": -1, "program": "x", "kind": "app"}', b'{"pid": 1, "program": 2, "kind": "app"}',
    ],
)  # fmt: skip
def test_invalid_lock_note_names_no_holder(tmp_path, note):
    (tmp_path / "lock").write_bytes(note)
    assert StateLock(tmp_path).holder() == LockHolder(0, "", "")
    assert str(StateLock(tmp_path).holder()) == "another process"


def test_foreign_text_in_the_lock_note_is_shown_as_one_short_line(tmp_path):
    note = {"pid": 7, "program": "a\n\x1b[2J" + "b" * 500, "kind": "king"}
    (tmp_path / "lock").write_text(json.dumps(note))
    found = StateLock(tmp_path).holder()
    assert found.program == "a??[2J" + "b" * 74
    assert found.kind == ""


def test_start_waits_for_the_lock_holder(tmp_path):
    first, second = StateLock(tmp_path, "first", "command"), StateLock(tmp_path)
    assert first.acquire()
    seen = []

    def meanwhile(holder):
        seen.append(holder.program)
        if len(seen) == 3:
            first.release()
        return False

    assert second.acquire_within(60, meanwhile=meanwhile, sleep=lambda _: None)
    assert seen == ["first"] * 3
    second.release()


def test_waiting_for_the_lock_ends_by_timeout_or_caller(tmp_path):
    first, second = StateLock(tmp_path), StateLock(tmp_path)
    assert first.acquire()
    now = iter(range(100))
    assert not second.acquire_within(5, clock=lambda: next(now), sleep=lambda _: None)
    assert not second.acquire_within(60, meanwhile=lambda _: True)
    first.release()
