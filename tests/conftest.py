"""Setup of all tests: no screen is needed, and the user's files are not touched."""

from __future__ import annotations

import gc
import json
import os
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests.support.examples import examples
from tests.support.fork_server import fork_server, imports_coverage
from tests.support.needed import pytest_runtest_makereport

__all__ = ["pytest_runtest_makereport"]

# A slow example on a busy machine is not a failure.
hypothesis.settings.register_profile("toolguard", deadline=None, max_examples=examples())
hypothesis.settings.load_profile("toolguard")

# Before anything imports Qt, and for every program that a test starts.
os.environ["FONTCONFIG_FILE"] = str(Path(__file__).with_name("fonts.conf"))
if sys.platform == "linux" and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt


def pytest_configure(config: pytest.Config) -> None:
    """Hide the home folder of the person who runs the tests: ToolGuard runs the login shell, whose profile is slow.

    Programs of Node.js keep their compiled modules.
    """
    compiled = Path(__file__).parents[1] / "build" / "node-compiled"
    os.environ.setdefault("NODE_COMPILE_CACHE", str(compiled))
    os.environ.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))  # of fonts and of package installers
    home = tempfile.TemporaryDirectory(prefix="tg-home-", ignore_cleanup_errors=True)
    config.add_cleanup(home.cleanup)
    os.environ["HOME"] = home.name


gc.disable()  # during the collection of tests, where it would take a third of the time


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Exclude loaded modules and tests, which live until the end, from garbage collection."""
    gc.freeze()
    gc.set_threshold(10_000)  # as in the program; at 700, parsing all modules takes five times as long
    gc.enable()


FILES_OF_ONE_WORKER = (
    "tests/conformance/", "tests/journeys/", "tests/servers/http/test_sdk.py", "tests/cli/test_installed.py",
    "tests/test_architecture.py",
)  # fmt: skip
"""Files whose tests share a desktop, a server or results. One worker runs each whole file."""
SPLIT_FILE = "tests/journeys/test_real_clients.py"
ORDER = (
    "tests/end_to_end/crashes/test_endurance.py", "tests/end_to_end/crashes/test_load.py", "tests/end_to_end/",
    "tests/", "tests/window/", "tests/window/full_window/", "tests/window/full_window/test_accessibility.py",
    "tests/window/full_window/test_focus.py", "tests/window/full_window/test_fit.py", "tests/test_architecture.py",
    "tests/cli/test_installed.py", "tests/journeys/", "tests/conformance/", SPLIT_FILE,
)  # fmt: skip
"""The order of tests. Those at the beginning mostly wait, those at the end mostly compute, the shortest are between."""
WORKERS_FROM_THE_END = 3
"""This many workers take tests from the end, the others from the beginning, so that all cores are busy all the time."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        return max((at for at, path in enumerate(ORDER) if item.nodeid.startswith(path)), key=lambda at: len(ORDER[at]))

    items.sort(key=place)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config, specs: list[Any]) -> None:
    """Fork the workers from one process that has imported the tests. Importing all takes 5 s of processor time."""
    if sys.platform != "linux":
        return
    ignored = [f"--ignore={path}" for path in config.getoption("ignore") or ()]
    collect = json.dumps([str(config.invocation_params.dir), *ignored, *config.args])
    covered = {"COVERED": "1"} if config.getoption("cov_source", None) else {}
    server = fork_server("tests.support.fork_server:import_tests", **{**os.environ, **covered, "COLLECT": collect})
    for spec in specs:
        spec.python = shlex.join(server.command())


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Save the coverage of the imports in a worker. pytest-cov erases what was saved before the worker started."""
    for each in imports_coverage if hasattr(session.config, "workerinput") else ():
        each.save()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With ``--dist loadscope``, distribute files of `FILES_OF_ONE_WORKER` as a whole, and other tests one by one.

    ``--dist loadgroup`` does not work: xdist 3.8 sets an attribute that pytest 9.2 no longer reads.
    """
    if config.getvalue("dist") != "loadscope":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return file if file.startswith(FILES_OF_ONE_WORKER) and file != SPLIT_FILE else nodeid

        def _assign_work_unit(self, node: Any) -> None:
            if node in self.nodes[:WORKERS_FROM_THE_END]:
                self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
            super()._assign_work_unit(node)

    return Scheduling(config, log)


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Print nothing for passed tests in CI, so that the output mostly consists of failures."""
    return ("passed", "", "PASSED") if os.environ.get("CI") and report.passed and report.when == "call" else None


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a new state folder. Its path is short because the path of a Unix socket is limited to about 100 bytes."""
    with tempfile.TemporaryDirectory(prefix="tg-", ignore_cleanup_errors=True) as folder:
        path = Path(folder).resolve()
        monkeypatch.setenv("TOOLGUARD_HOME", str(path))
        yield path
