"""The file system of local servers, which conditions on paths are checked against."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from toolguard.gate.policy.conditions.paths import MAX_PATH_LENGTH, is_alias
from toolguard.tables.servers import ServerSpec

_MAX_STEPS = MAX_PATH_LENGTH  # names on the way to a file, including those in links


class LocalFileSystem:
    """Paths on this machine, as the operating system resolves them (`LocalPaths` in the gate)."""

    windows = sys.platform == "win32"
    folds_case = sys.platform in ("win32", "darwin")

    @property
    def home(self) -> str:
        try:
            return str(Path.home())
        except RuntimeError:
            return ""

    def is_folder(self, path: str) -> bool:
        """Return whether a folder of that name exists."""
        try:
            return Path(path).is_dir()
        except (OSError, ValueError):
            return False

    def resolve(self, path: str) -> str | None:
        """Resolve the links of the nearest ancestor that exists; return None if that fails, or if a link leads into a
        folder that differs between processes.
        """
        if not self.windows and _passes_alias(path):
            return None
        missing: list[str] = []
        here = path
        while True:
            try:
                real = os.path.realpath(here, strict=True)
            except FileNotFoundError:
                if os.path.lexists(here):
                    return None  # a dangling link: writing to it creates its target
            except (OSError, ValueError):
                return None
            else:
                return str(Path(real, *reversed(missing)))
            above, name = os.path.split(here)
            if name in (os.curdir, os.pardir) or above == here:
                return None
            if name:
                missing.append(name)
            here = above


def _passes_alias(path: str) -> bool:
    """Return whether the way to ``path``, link by link, leads through an alias (`is_alias`), or never ends."""
    here, left = Path("/"), path.split("/")[::-1]
    for _ in range(_MAX_STEPS):
        if not left:
            return False
        name = left.pop()
        if name in ("", os.curdir):
            continue
        before, here = here, here.parent if name == os.pardir else here / name
        if is_alias(str(here)):
            return True
        try:
            target = str(here.readlink())
        except (OSError, ValueError):
            continue  # no link
        left += target.split("/")[::-1]
        here = Path("/") if target.startswith("/") else before
    return True


LOCAL_FILE_SYSTEM = LocalFileSystem()


def paths_of(spec: ServerSpec | None) -> LocalFileSystem | None:
    """Return the file system that a server sees; None if it runs elsewhere or is unknown."""
    return LOCAL_FILE_SYSTEM if spec is not None and spec.row.runs_program else None
