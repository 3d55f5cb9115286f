"""What holds for every test: no screen is needed, and nothing of the user's is touched."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.needed import pytest_runtest_makereport

__all__ = ["pytest_runtest_makereport"]

# An example that takes long on a busy machine is no failure.
hypothesis.settings.register_profile("toolguard", deadline=None)
hypothesis.settings.load_profile("toolguard")

# Before anything imports Qt, and for every program that a test starts.
os.environ["FONTCONFIG_FILE"] = str(Path(__file__).with_name("fonts.conf"))
if sys.platform == "linux" and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of ToolGuard's state, one for each test. Its path is short: a Unix socket's has 100 bytes."""
    with tempfile.TemporaryDirectory(prefix="tg-", ignore_cleanup_errors=True) as folder:
        path = Path(folder).resolve()
        monkeypatch.setenv("TOOLGUARD_HOME", str(path))
        yield path
