"""A skip for something that is missing is a failure in CI: a plugin of pytest, which ``tests/conftest.py`` loads.

The reason of such a skip begins with "needs": ``needs the package xvfb``. Skips on another system have other reasons.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    why: Any = report.longrepr
    if os.environ.get("CI") and report.skipped and isinstance(why, tuple) and why[2].startswith("Skipped: needs "):
        report.outcome = "failed"
        report.longrepr = f"missing, and this is CI: {why[2].removeprefix('Skipped: ')}"
    return report
