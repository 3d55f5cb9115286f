"""A test that needs a missing program is skipped, and fails in CI."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest

@pytest.mark.skipif(True, reason="needs the package xvfb")
def test_by_mark(): ...

def test_in_its_body():
    pytest.skip("needs the package xvfb")

def test_for_another_system():
    pytest.skip("POSIX only")

def test_passes(): ...
"""


@pytest.mark.parametrize(
    ("ci", "summary"),
    [("", "1 passed, 3 skipped"), ("1", "1 failed, 1 passed, 1 skipped, 1 error")],
    ids=["here", "in CI"],
)
def test_missing_tool_is_skipped_here_and_fails_in_ci(tmp_path: Path, ci: str, summary: str) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    plugins = [
        word for name in ("tests.support.needed", "no:cacheprovider", "no:xdist", "no:cov") for word in ("-p", name)
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, "-c", os.devnull, f"--rootdir={tmp_path}", "test_it.py"],
        env={**os.environ, "CI": ci, "PYTHONPATH": str(Path(__file__).parents[1])}, cwd=tmp_path,
        capture_output=True, text=True, timeout=240,
    )  # fmt: skip
    assert summary in done.stdout
    assert ("missing, and this is CI: needs the package xvfb" in done.stdout) == bool(ci)
