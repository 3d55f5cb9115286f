"""The lock on a state folder."""

import os
import stat
import subprocess
import sys

from toolguard.store.lock import Lock

HOLD = """
import sys
from pathlib import Path
from toolguard.store.lock import Lock
print(Lock(Path(sys.argv[1])).take(), flush=True)
sys.stdin.read()
"""


def test_only_one_has_the_folder_until_it_lets_go(tmp_path):
    first, second = Lock(tmp_path / "run"), Lock(tmp_path / "run")
    assert first.take()
    assert not second.take()
    first.release()
    assert second.take()
    second.release()
    assert stat.S_IMODE(os.stat(tmp_path / "run").st_mode) == 0o700


def test_a_process_that_is_killed_leaves_no_lock_behind(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout.readline() == b"True\n"
        lock = Lock(tmp_path)
        assert not lock.take()
        other.kill()
        other.wait()
        assert lock.take()
        lock.release()
