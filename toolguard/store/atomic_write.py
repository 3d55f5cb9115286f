"""Atomic writes of files that only their owner can read."""

from __future__ import annotations

import errno
import os
import secrets as randomness
import sys
import time
from collections.abc import Callable
from pathlib import Path

_PAUSES = (0.005, 0.01, 0.02, 0.04, 0.08, 0.16)  # seconds between attempts to replace a file that is open


class ConcurrentWriteError(Exception):
    """Another program has written the file in the meantime; its version is kept."""


def replace(path: Path, data: bytes, *, still: Callable[[], bool] = lambda: True) -> None:
    """Replace the file at ``path`` with ``data`` atomically, also across a power failure.

    ``still`` is called last, and returns whether the file may be replaced; if not, raises `ConcurrentWriteError`.
    """

    def check() -> None:
        if not still():
            raise ConcurrentWriteError

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{randomness.token_hex(4)}.tmp")
    try:
        write_new(fresh, data)
        move(fresh, path, check)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def move(fresh: Path, path: Path, check: Callable[[], None] = lambda: None) -> None:
    """Replace the file at ``path`` with the file ``fresh``. ``check`` raises if that must not happen any more.

    On Windows this fails while another program, such as a virus scanner, has one of them open without
    FILE_SHARE_DELETE (Microsoft, ``CreateFile``); mostly that ends within milliseconds.
    """
    for pause in _PAUSES if sys.platform == "win32" else ():
        check()
        try:
            fresh.replace(path)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    check()
    fresh.replace(path)


def write_new(path: Path, data: bytes) -> None:
    """Create a file that must not exist, and sync it to the disk."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        sync_file(file.fileno())


def sync_file(file: int) -> None:
    """Sync the descriptor ``file`` to the disk; raises OSError.

    On macOS, fsync(2) leaves data in the drive's cache, which F_FULLFSYNC writes. File systems without it (SMB, NTFS,
    WebDAV, ZFS) refuse it with one of three errors: https://github.com/libuv/libuv/pull/2135.
    """
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(file, fcntl.F_FULLFSYNC)
        except OSError as problem:
            if problem.errno not in (errno.ENOTSUP, errno.EINVAL, errno.ENOTTY):
                raise
            os.fsync(file)
    elif hasattr(os, "fdatasync"):
        os.fdatasync(file)
    else:
        os.fsync(file)


def is_disk_full(problem: Exception) -> bool:
    """Return whether an error means that the disk, the user's quota or the file has no space left."""
    return isinstance(problem, OSError) and problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def sync_folder(path: Path) -> None:
    """Sync a folder's entries to the disk, if the system supports that; raises OSError."""
    if os.name == "posix":
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
