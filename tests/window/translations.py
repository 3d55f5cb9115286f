"""The build's own look at the texts, ``packaging/build.py``, which is no package's part."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

_PATH = Path(__file__).parents[2] / "packaging" / "build.py"


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("toolguard_build", _PATH)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build = _loaded()
