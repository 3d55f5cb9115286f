"""mypy as a process of its own: loaded into a test worker it would keep 400 MB until the worker ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def mypy(file: Path) -> list[str]:
    """What mypy says about ``file`` under the project's settings. Raises if mypy itself fails.

    With any setting of its own it would throw away what it found out about every module, and so would the next run with
    the project's settings: a file says what is special about it in a comment.
    """
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "--hide-error-context", str(file)],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    if done.returncode > 1 or done.stderr:
        raise RuntimeError(f"mypy failed: {done.stderr or done.stdout}")
    # Of a file that it knows already mypy may say the folder in which it saw it first.
    return [line for line in done.stdout.splitlines() if Path(line.partition(":")[0]).name == file.name]
