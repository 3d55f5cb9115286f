"""The very files that a launch was checked by, so that nothing else is started in their place.

A file is resolved and opened once; what was read through that descriptor is what the launch names, and the resolved
path is what is started: a symbolic link that is turned meanwhile leads nowhere. Before a secret is handed over, and
after the program was started, the files must still be the same, and their folders must have come to rest.

What this cannot see: an exchange of the file itself, undone in the milliseconds between the last look and the moment
when an interpreter opens its script, by a program that waits for just that. Such a program runs as the same user.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from toolguard.gate.texts import coded
from toolguard.servers.stdio.environment import UnreachableError

_REST = 0.02
"""Seconds between two looks at the files: longer than a tick of the clock that file systems use."""
_LOOKS = 15
_AFTER = (0.05, 0.2)
"""Seconds after the start until an interpreter has opened its script for certain."""


class FileStamp(NamedTuple):
    """What tells one content of one file from another without reading it (`os.stat_result`)."""

    device: int
    inode: int
    size: int
    modified: int
    changed: int

    @classmethod
    def of(cls, found: os.stat_result) -> FileStamp:
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


class PinnedFile(NamedTuple):
    """A file by its resolved path, as it was when it was read; ``folder`` is the stamp of the folder that it is in."""

    real: str
    stamp: FileStamp
    folder: FileStamp
    begins: bytes


def opened(path: str, read: Callable[[int, FileStamp], None]) -> PinnedFile:
    """Resolve and open ``path`` once, and let ``read`` have its descriptor; raises `OSError`."""
    real = os.path.realpath(path, strict=True)
    folder = FileStamp.of(os.stat(os.path.dirname(real)))  # noqa: PTH116, PTH120 - before it is opened, and as text
    descriptor = os.open(real, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
    try:
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
    """The program and the scripts of one launch. ``scripts`` are by the arguments that name them."""

    def __init__(
        self, launch: Mapping[str, str], found: str, program: PinnedFile, scripts: Mapping[str, PinnedFile]
    ) -> None:
        self.launch = dict(launch)
        self._found = found
        self._program = program
        self._scripts = dict(scripts)
        self._made = time.monotonic()

    def executable(self, found: str) -> str:
        """Return the path to start for the program ``found``; raises `UnreachableError` if that is another one now.

        On macOS a binary keeps its link: Python finds its virtual environment by it.
        """
        if found != self._found:
            raise UnreachableError(coded("servers.program_not_checked_try", value=repr(found)))
        is_script = self._program.begins.startswith(b"#!")
        return self._program.real if is_script or sys.platform != "darwin" else found

    def arguments(self, args: tuple[str, ...]) -> tuple[str, ...]:
        """Return the arguments with every script by its resolved path."""
        return tuple(self._scripts[arg].real if arg in self._scripts else arg for arg in args)

    async def settle(self) -> None:
        """Return when the files are what they were and nothing moves around them; raises `UnreachableError`."""
        before = None
        for _ in range(_LOOKS):
            await asyncio.sleep(max(_REST - (time.monotonic() - self._made), 0) if before is None else _REST)
            if why := await asyncio.to_thread(self.changed):
                raise UnreachableError(why)
            now = await asyncio.to_thread(self._folders)
            if now == (before or [file.folder for file in self._files()]):
                return
            before = now
        folders = ", ".join(sorted({os.path.dirname(file.real) for file in self._files()}))  # noqa: PTH120 - as text
        raise UnreachableError(coded("servers.files_exchanged_all_time", folders=folders))

    def changed(self) -> str:
        """Return what is no longer as it was read, in a sentence; empty if nothing is."""
        for file in self._files():
            try:
                same = FileStamp.of(os.stat(file.real, follow_symlinks=False)) == file.stamp  # noqa: PTH116 - a plain look
            except OSError:
                same = False
            if not same:
                return coded("servers.program_exchanged_at_start", program=file.real)
        return ""

    def is_running_in(self, pid: int) -> bool:
        """Whether the process runs the program that was checked; of a script that is assumed."""
        if self._program.begins != b"\x7fELF":
            return True
        try:
            found = os.stat(f"/proc/{pid}/exe")  # noqa: PTH116 - a plain look
        except OSError:  # it has ended, or belongs to somebody else by now
            return True
        return (found.st_dev, found.st_ino) == (self._program.stamp.device, self._program.stamp.inode)

    async def watch(self, close: Callable[[str], object]) -> None:
        """Look again while an interpreter opens its script; call ``close`` with the reason if it was exchanged."""
        for pause in _AFTER:
            await asyncio.sleep(pause)
            if why := await asyncio.to_thread(self.changed):
                close(why)
                return

    def _files(self) -> tuple[PinnedFile, ...]:
        return (self._program, *self._scripts.values())

    def _folders(self) -> list[FileStamp]:
        return [FileStamp.of(os.stat(os.path.dirname(file.real))) for file in self._files()]  # noqa: PTH116, PTH120
