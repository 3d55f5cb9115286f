"""Reads of the state folder's files. Another program may have put something else in their place, such as a pipe, a link
to a device, or a file of holes: opened or read in the ordinary way, it would never end.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import IO


def open_file(path: Path) -> IO[bytes]:
    """Open a regular file to read, never a symbolic link or pipe; raises OSError."""
    return open(path, "rb", buffering=0, opener=_open_regular)


def read(path: Path, limit: int) -> bytes:
    """Return the content of a regular file; raises OSError, also if it has more than ``limit`` bytes."""
    with open_file(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > limit:
            raise OSError(errno.EFBIG, "too large", str(path))
        return file.read(size)


def _open_regular(path: str, _flags: int) -> int:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "not a regular file", path)
    return descriptor
