"""Lock on a state folder: one process at a time runs ToolGuard on it or changes its settings.

The lock (``run/lock``) is advisory, and the system releases it when its process ends. The holder is written into the
file, so that a waiting process can name it. The file is a hint for people and decides nothing: any program of the same
user can write to it.

The library filelock (4.2) does not fit: it does not expose the descriptor to write the holder to, and on a file system
without ``flock`` it falls back to a lock that survives a crash.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

from toolguard.store import regular_file

Kind = Literal["app", "command"]
_RETRY_INTERVAL = 0.02  # seconds between two attempts
_MAX_PROGRAM = 80  # characters of a program's name
_MAX_NOTE = 1024  # bytes of the note
_LOCKED_BYTE = 1 << 30  # the locked byte on Windows, far beyond the note, which others must be able to read


class LockHolder(NamedTuple):
    """The process that claims to hold the lock. ``kind`` is "" if unreadable."""

    pid: int
    program: str
    kind: Kind | Literal[""]

    def __str__(self) -> str:
        if not self.pid:
            return "another process"
        return f"{self.program or 'another program'} (process {self.pid})"

    def is_gone(self) -> bool:
        """Return whether its process has ended. If it was killed while it started a program, that child has the lock
        until it runs the program: ``flock`` belongs to the open file, which a fork shares.
        """
        import psutil

        return bool(self.pid) and not psutil.pid_exists(self.pid)


class StateLock:
    """Exclusive use of ``folder``, which is created with mode 0700 if missing."""

    def __init__(self, folder: Path, program: str = "toolguard", kind: Kind = "app") -> None:
        """``program`` and ``kind`` are shown to others while this process holds the lock."""
        self._path = folder / "lock"
        self._note = {"pid": os.getpid(), "program": program, "kind": kind}
        self._descriptor = -1

    def acquire(self) -> bool:
        """Try once to acquire the lock; return whether this process holds it now. Raises OSError."""
        folder = self._path.parent
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # ``parents`` ignores ``mode`` for parents
        folder.mkdir(mode=0o700, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(self._path, flags, 0o600)
        if not _lock(descriptor):
            os.close(descriptor)
            return False
        with suppress(OSError):  # a full disk must not prevent a start
            os.ftruncate(descriptor, 0)
            os.write(descriptor, json.dumps(self._note).encode() + b"\n")
        self._descriptor = descriptor
        return True

    def acquire_within(
        self,
        seconds: float,
        *,
        meanwhile: Callable[[LockHolder], bool] = lambda _holder: False,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> bool:
        """Try to acquire the lock for up to ``seconds``.

        ``meanwhile`` is called after each failed attempt with the holder; it returns True to stop waiting.
        """
        end = clock() + seconds
        while not self.acquire():
            if meanwhile(self.holder()) or clock() >= end:
                return False
            sleep(_RETRY_INTERVAL)
        return True

    def holder(self) -> LockHolder:
        """Return the last writer of the file: the holder, while the lock is held."""
        try:
            note = json.loads(regular_file.read(self._path, _MAX_NOTE))
            pid, program, kind = note["pid"], note["program"], note["kind"]
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return LockHolder(0, "", "")
        if type(pid) is not int or not 0 < pid < 1 << 32 or not isinstance(program, str):
            return LockHolder(0, "", "")
        program = "".join(character if character.isprintable() else "?" for character in program[:_MAX_PROGRAM])
        return LockHolder(pid, program, kind if kind in ("app", "command") else "")

    def release(self) -> None:
        """Let another process take the lock. Idempotent; the end of the process does the same."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        try:
            os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True
else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
