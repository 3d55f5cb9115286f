"""The files that a launch was checked with, pinned so that no others are started instead.

A file is resolved and opened once. The launch contains what was read through that descriptor, and the resolved path is
started, so changing a symbolic link has no effect. Before a secret is released, and after the program was started, the
files must still be the same, and their folders must be unchanged for a moment.

Not detected: a program that replaces the file and restores it within the milliseconds between the last check and the
moment when an interpreter opens its script. Such a program runs as the same user.
"""

from __future__ import annotations

import asyncio
import errno
import os
import stat
import sys
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from toolguard.gate.texts import coded
from toolguard.servers.stdio.environment import UnreachableError

_CHECK_INTERVAL = 0.02
"""Seconds between two checks of the files: longer than the timestamp resolution of file systems."""
_MAX_CHECKS = 15
_INTERPRETER_DELAYS = (0.05, 0.2)
"""Seconds after the start by which an interpreter has certainly opened its script."""


class FileStamp(NamedTuple):
    """Identifies the content of a file without reading it (`os.stat_result`)."""

    device: int
    inode: int
    size: int
    modified: int
    changed: int

    @classmethod
    def of(cls, status: os.stat_result) -> FileStamp:
        """Return the stamp of a file by its status."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


class PinnedFile(NamedTuple):
    """A file with its resolved path, and its state when it was read; ``folder`` is the stamp of its folder."""

    real: str
    stamp: FileStamp
    folder: FileStamp
    begins: bytes


def unblocked(path: str, flags: int) -> int:
    """Return a descriptor of ``path``. A named pipe that has taken the place of a file does not block."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def opened(path: str, read: Callable[[int, FileStamp], None]) -> PinnedFile:
    """Resolve and open ``path`` once, and pass its descriptor to ``read``. Raises `OSError`."""
    real = os.path.realpath(path, strict=True)
    folder = FileStamp.of(os.stat(os.path.dirname(real)))  # noqa: PTH116, PTH120 - before it is opened, and as text
    descriptor = unblocked(real, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        stamp = FileStamp.of(os.fstat(descriptor))
        begins = os.read(descriptor, 4)
        os.lseek(descriptor, 0, os.SEEK_SET)
        read(descriptor, stamp)
        if FileStamp.of(os.fstat(descriptor)) != stamp:
            raise OSError(0, coded("servers.written_read"))
        return PinnedFile(real, stamp, folder, begins)
    finally:
        os.close(descriptor)


class PinnedFiles:
    """The program and the scripts of one launch. ``scripts`` are keyed by the arguments that name them."""

    def __init__(
        self, launch: Mapping[str, str], executable: str, program: PinnedFile, scripts: Mapping[str, PinnedFile]
    ) -> None:
        self.launch = dict(launch)
        self._found = executable
        self._program = program
        self._scripts = dict(scripts)
        self._created = time.monotonic()

    def executable(self, path: str) -> str:
        """Return the path to start for the program ``path``; raises `UnreachableError` if that file has changed.

        On macOS the link of a binary is kept, because Python finds its virtual environment through it.
        """
        if path != self._found:
            raise UnreachableError(coded("servers.program_not_checked_try", value=repr(path)))
        is_script = self._program.begins.startswith(b"#!")
        return self._program.real if is_script or sys.platform != "darwin" else path

    def arguments(self, args: tuple[str, ...]) -> tuple[str, ...]:
        """Return the arguments with every script by its resolved path."""
        return tuple(self._scripts[arg].real if arg in self._scripts else arg for arg in args)

    async def settle(self) -> None:
        """Return when the files are unchanged and their folders have settled. Raises `UnreachableError`."""
        before = None
        for _ in range(_MAX_CHECKS):
            await asyncio.sleep(
                max(_CHECK_INTERVAL - (time.monotonic() - self._created), 0) if before is None else _CHECK_INTERVAL
            )
            if why := await asyncio.to_thread(self.changed):
                raise UnreachableError(why)
            now = await asyncio.to_thread(self._folders)
            if now == (before or [file.folder for file in self._files()]):
                return
            before = now
        folders = ", ".join(sorted({os.path.dirname(file.real) for file in self._files()}))  # noqa: PTH120 - as text
        raise UnreachableError(coded("servers.files_exchanged_all_time", folders=folders))

    def changed(self) -> str:
        """Return a sentence about a file that has changed since it was read, or ""."""
        for file in self._files():
            try:
                same = FileStamp.of(os.stat(file.real, follow_symlinks=False)) == file.stamp  # noqa: PTH116 - a plain look
            except OSError:
                same = False
            if not same:
                return coded("servers.program_exchanged_at_start", program=file.real)
        return ""

    def is_running_in(self, pid: int) -> bool:
        """Return whether the process runs the checked program; assumed for a script."""
        if self._program.begins != b"\x7fELF":
            return True
        try:
            status = os.stat(f"/proc/{pid}/exe")  # noqa: PTH116 - a plain look
        except OSError:  # it has ended, or its PID belongs to another process
            return True
        return (status.st_dev, status.st_ino) == (self._program.stamp.device, self._program.stamp.inode)

    async def watch(self, close: Callable[[str], object]) -> None:
        """Check again while an interpreter opens its script; call ``close`` with the reason if a file was replaced."""
        for pause in _INTERPRETER_DELAYS:
            await asyncio.sleep(pause)
            if why := await asyncio.to_thread(self.changed):
                close(why)
                return

    def _files(self) -> tuple[PinnedFile, ...]:
        return (self._program, *self._scripts.values())

    def _folders(self) -> list[FileStamp]:
        return [FileStamp.of(os.stat(os.path.dirname(file.real))) for file in self._files()]  # noqa: PTH116, PTH120
