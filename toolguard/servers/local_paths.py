"""The file system of local servers, which conditions on paths are checked against."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from toolguard.tables.servers import ServerSpec


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
        """Resolve the links of the nearest ancestor that exists; return None if that fails."""
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


LOCAL_FILE_SYSTEM = LocalFileSystem()


def paths_of(spec: ServerSpec | None) -> LocalFileSystem | None:
    """Return the file system that a server sees; None if it runs elsewhere or is unknown."""
    return LOCAL_FILE_SYSTEM if spec is not None and spec.kind == "stdio" else None
