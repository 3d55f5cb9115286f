"""Files that are written whole or not at all, for their owner alone."""

from __future__ import annotations

import os
import secrets as randomness
from collections.abc import Callable
from pathlib import Path


class ConcurrentWriteError(Exception):
    """Somebody else wrote the file meanwhile; theirs is there."""


def replace(path: Path, data: bytes, *, still: Callable[[], bool] = lambda: True) -> None:
    """Put ``data`` in the place of the file at ``path``, all or nothing, also when the power fails.

    ``still`` is asked last: whether it may. Raises `ConcurrentWriteError` when it may not.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{randomness.token_hex(4)}.tmp")
    try:
        write_new(fresh, data)
        if not still():
            raise ConcurrentWriteError
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def write_new(path: Path, data: bytes) -> None:
    """Write a file that must not be there yet, to the disk."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
