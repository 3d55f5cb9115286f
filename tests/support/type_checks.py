"""mypy in a process of its own: in a test worker, it would keep 400 MB until the worker ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def mypy(file: Path) -> list[str]:
    """Return the lines that mypy prints about ``file`` with the project's settings. Raise `RuntimeError` if mypy fails.

    Other settings would invalidate mypy's cache, for this run and the next one. A file that needs some sets them in a
    comment.
    """
    # For a cached file, mypy may print the folder of the first run.
    return [line for line in _output(str(file)) if Path(line.partition(":")[0]).name == file.name]


def mypy_for(platform: str) -> list[str]:
    """Return the lines that mypy prints about the project as it is for another `sys.platform`.

    It has a cache of its own, because mypy keeps one platform's results only.
    """
    return _output("--platform", platform, "--cache-dir", str(ROOT / "build" / f"mypy-{platform}"))


def _output(*arguments: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context", *arguments],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    if done.returncode > 1 or done.stderr:
        raise RuntimeError(f"mypy failed: {done.stderr or done.stdout}")
    return done.stdout.splitlines()
