"""mypy as a process of its own: loaded into a test worker it would keep 400 MB until the worker ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def mypy(*arguments: str | Path) -> str:
    """What mypy prints about ``arguments`` under the project's settings. Raises if mypy itself fails."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--follow-imports=silent", "--no-error-summary", "--hide-error-context",
         *map(str, arguments)],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    if done.returncode > 1 or done.stderr:
        raise RuntimeError(f"mypy failed: {done.stderr or done.stdout}")
    return done.stdout
