"""What holds for every test: no screen is needed, and nothing of the user's is touched."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests.support.needed import pytest_runtest_makereport

__all__ = ["pytest_runtest_makereport"]

# An example that takes long on a busy machine is no failure.
hypothesis.settings.register_profile("toolguard", deadline=None)
hypothesis.settings.load_profile("toolguard")

# Before anything imports Qt, and for every program that a test starts.
os.environ["FONTCONFIG_FILE"] = str(Path(__file__).with_name("fonts.conf"))
if sys.platform == "linux" and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt


gc.disable()  # until all tests are collected: looking through what is made meanwhile takes a third of that time


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """The modules and tests that were loaded live to the end: no collection looks through them again."""
    gc.freeze()
    gc.enable()


FILES_OF_ONE_WORKER = (
    "tests/conformance/", "tests/journeys/", "tests/servers/http/test_sdk.py", "tests/cli/test_installed.py",
    "tests/test_architecture.py",
)  # fmt: skip
"""Files whose tests share a desktop, a server or results: one worker runs each whole file."""
SINGLE = "tests/journeys/test_real_clients.py"
SLOWEST_TESTS = (
    SINGLE, "tests/end_to_end/crashes/test_endurance.py", "tests/conformance/",
    "tests/end_to_end/crashes/test_load.py", "tests/journeys/", "tests/cli/test_installed.py",
    "tests/test_architecture.py", "tests/window/full_window/test_fit.py", "tests/window/full_window/test_focus.py",
    "tests/window/full_window/test_accessibility.py",
)  # fmt: skip
"""The slowest tests, the slowest first: they begin first, so that no worker is left with one at the end."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def rank(item: pytest.Item) -> int:
        return next((at for at, path in enumerate(SLOWEST_TESTS) if item.nodeid.startswith(path)), len(SLOWEST_TESTS))

    items.sort(key=rank)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With ``--dist loadscope``: files of `FILES_OF_ONE_WORKER` each as one, every other test by itself.

    ``--dist loadgroup`` cannot say so: xdist 3.8 does so by an attribute that pytest 9.2 does not read any more.
    """
    if config.getvalue("dist") != "loadscope":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return file if file.startswith(FILES_OF_ONE_WORKER) and file != SINGLE else nodeid

    return Scheduling(config, log)


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """In CI a test that passed prints nothing: what failed, and why, is then most of what there is to read."""
    return ("passed", "", "PASSED") if os.environ.get("CI") and report.passed and report.when == "call" else None


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of ToolGuard's state, one for each test. Its path is short: a Unix socket's has 100 bytes."""
    with tempfile.TemporaryDirectory(prefix="tg-", ignore_cleanup_errors=True) as folder:
        path = Path(folder).resolve()
        monkeypatch.setenv("TOOLGUARD_HOME", str(path))
        yield path
