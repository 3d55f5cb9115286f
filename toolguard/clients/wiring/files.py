"""Reading and atomic replacement of another program's file, with a backup, and only if it is unchanged.

After every step the file is the old or the new one. The backup is written first.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import secrets as randomness
import stat
import sys
import time
from functools import partial
from pathlib import Path

from toolguard.clients.wiring.documents import MAX_FILE_SIZE
from toolguard.clients.wiring.errors import WiringError
from toolguard.gate.policy.unicode_safety import visible
from toolguard.gate.texts import coded
from toolguard.store.atomic_write import move, sync_folder, write_new


class StaleFileError(WiringError):
    """The file differs from the one that the change was made for."""


def digest(data: bytes) -> str:
    """Return the digest of a file's content."""
    return hashlib.sha256(data).hexdigest()


def read_bytes(path: Path, max_size: int = MAX_FILE_SIZE) -> bytes | None:
    """Return a file's bytes, or None if it is missing; raises `WiringError` if it cannot be read or is too large."""
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as why:
        raise _failed("clients.file_unreadable", path, why) from None
    try:
        with os.fdopen(fd, "rb") as file:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                raise WiringError(coded("clients.file_not_regular", path=visible(str(path))))
            data = file.read(max_size + 1)
    except OSError as why:
        raise _failed("clients.file_unreadable", path, why) from None
    if len(data) > max_size:
        raise WiringError(coded("clients.settings_too_large", limit=f"{max_size:,}"))
    return data


def target_of(path: Path) -> Path:
    """Resolve the links of a path; raises `WiringError` if they form a loop."""
    try:
        return path.resolve(strict=True)
    except (OSError, RuntimeError) as why:
        raise _failed("clients.file_unreadable", path, why) from None


def is_inside(path: Path, folder: Path) -> bool:
    """Return whether a path, which need not exist, resolves to a place in an existing folder."""
    try:
        return path.resolve().is_relative_to(folder.resolve(strict=True))
    except (OSError, RuntimeError):
        return False


def is_read_only(path: Path) -> bool:
    """Return whether the file, or its folder, is read-only."""
    try:
        target = path.resolve(strict=True)
        writable = bool(target.stat().st_mode & stat.S_IWUSR) if os.name == "posix" else True
        return not (writable and os.access(target, os.W_OK) and os.access(target.parent, os.W_OK))
    except (OSError, RuntimeError):
        return True


def back_up(folder: Path, origin: Path, data: bytes) -> Path:
    """Write a private copy of a file and a note with its origin; return the copy's path."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    copy = folder / f"{stamp}-{randomness.token_hex(4)}-{origin.name}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_new(copy, data)
        note = {"origin": str(origin), "time": stamp, "sha256": digest(data)}
        write_new(copy.with_name(copy.name + ".origin.json"), json.dumps(note, indent=2).encode())
        sync_folder(folder)
    except OSError as why:
        raise _failed("clients.file_no_backup", copy, why) from None
    return copy


def replace(path: Path, before: bytes | None, data: bytes | None) -> None:
    """Replace the file's content ``before`` by ``data``; raises `WiringError`, `StaleFileError`.

    None means no file. Mode, owner and extended attributes are kept. A symbolic link is kept, and its
    target is replaced. Other hard links keep the old content: one of them may be a backup.
    """
    if before is None:
        _create(path, data)
        return
    target = target_of(path)
    if is_read_only(target):
        raise WiringError(coded("clients.file_read_only", path=visible(str(target))))
    fresh = target.with_name(f".{target.name}.{randomness.token_hex(4)}.tmp")
    try:
        _require(target, before)
        if data is None:
            target.unlink()
            sync_folder(target.parent)
            return
        status = target.stat()
        write_new(fresh, data)
        if sys.platform != "win32":
            os.chown(fresh, status.st_uid, status.st_gid)
            fresh.chmod(stat.S_IMODE(status.st_mode))
            _copy_attributes(target, fresh)
        move(fresh, target, partial(_require, target, before))  # again: the client may have written in the meantime
        sync_folder(target.parent)
    except OSError as why:
        raise _failed("clients.file_not_written", target, why) from None
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)


def _create(path: Path, data: bytes | None) -> None:
    """Write a new file that only its owner can read."""
    if data is None:
        return
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_new(path, data)
        sync_folder(path.parent)
    except FileExistsError:
        raise StaleFileError(coded("clients.file_changed", path=visible(str(path)))) from None
    except OSError as why:
        raise _failed("clients.file_not_written", path, why) from None


def hard_links(path: Path) -> int:
    """Return how many names the file has."""
    try:
        return path.stat().st_nlink
    except OSError:
        return 1


def _copy_attributes(source: Path, target: Path) -> None:
    """Copy extended attributes, including access lists, except those of the security system; raises `OSError`."""
    if sys.platform == "darwin":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):  # the two flags: access list, extended attributes
            ctypes.CDLL(None).copyfile(os.fsencode(source), os.fsencode(target), None, 1 << 0 | 1 << 2)
    elif sys.platform == "linux":
        try:
            names = os.listxattr(source)
        except OSError as why:
            if why.errno == errno.ENOTSUP:
                return
            raise
        for name in names:
            if not name.startswith("security."):
                os.setxattr(target, name, os.getxattr(source, name))


def _require(target: Path, before: bytes) -> None:
    if read_bytes(target) != before:
        raise StaleFileError(coded("clients.file_changed", path=visible(str(target))))


def _failed(code: str, path: Path, why: Exception) -> WiringError:
    reason = why.strerror if isinstance(why, OSError) and why.strerror else str(why)
    return WiringError(coded(code, path=visible(str(path)), reason=reason))
