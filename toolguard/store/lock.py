"""The lock on a state folder: one process at a time runs ToolGuard on it, or changes its settings.

There is one lock (``run/lock``). It is advisory, and the system releases it when its process ends, however it ends.
Who holds it is written into the file, so that whoever has to wait can say for whom. The file is a hint for people: it
decides nothing, and another program of the same user can write anything into it.

The library filelock (4.2) does not fit: it gives no access to the descriptor that the note is written to, and where a
file system has no ``flock`` it falls back to a lock that a crash leaves behind.
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

Kind = Literal["app", "command"]
_PAUSE = 0.02  # seconds between two tries
_SHOWN = 80  # characters of a program's name
_LONGEST = 1024  # bytes of the note
_AT = 1 << 30  # the locked byte on Windows: far behind the note, which others must be able to read


class LockHolder(NamedTuple):
    """Who holds the lock, as it says itself. ``kind`` is "" when that cannot be read."""

    pid: int
    program: str
    kind: Kind | Literal[""]

    def __str__(self) -> str:
        if not self.pid:
            return "another process"
        return f"{self.program or 'another program'} (process {self.pid})"


class StateLock:
    """Exclusive use of ``folder`` (made 0700 when it is missing)."""

    def __init__(self, folder: Path, program: str = "toolguard", kind: Kind = "app") -> None:
        """``program`` and ``kind`` are what others are told while this process holds the lock."""
        self._path = folder / "lock"
        self._note = {"pid": os.getpid(), "program": program, "kind": kind}
        self._descriptor = -1

    def take(self) -> bool:
        """Try once: True when this process has the folder now; False when another one has it. Raises OSError."""
        folder = self._path.parent
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # `parents` does not give its mode to these
        folder.mkdir(mode=0o700, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(self._path, flags, 0o600)
        if not _locked(descriptor):
            os.close(descriptor)
            return False
        with suppress(OSError):  # a full disk keeps nobody from starting
            os.ftruncate(descriptor, 0)
            os.write(descriptor, json.dumps(self._note).encode() + b"\n")
        self._descriptor = descriptor
        return True

    def take_within(
        self,
        seconds: float,
        *,
        meanwhile: Callable[[LockHolder], bool] = lambda _holder: False,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> bool:
        """Try until it is taken or ``seconds`` are over.

        ``meanwhile`` is called after each failed try with the holder; it returns True to stop waiting.
        """
        end = clock() + seconds
        while not self.take():
            if meanwhile(self.holder()) or clock() >= end:
                return False
            sleep(_PAUSE)
        return True

    def holder(self) -> LockHolder:
        """Who wrote into the file last: while the lock is held, its holder."""
        try:
            with self._path.open("rb") as file:
                note = json.loads(file.read(_LONGEST))
            pid, program, kind = note["pid"], note["program"], note["kind"]
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return LockHolder(0, "", "")
        if type(pid) is not int or not 0 < pid < 1 << 32 or not isinstance(program, str):
            return LockHolder(0, "", "")
        program = "".join(one if one.isprintable() else "?" for one in program[:_SHOWN])
        return LockHolder(pid, program, kind if kind in ("app", "command") else "")

    def release(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


if sys.platform == "win32":
    import msvcrt

    def _locked(descriptor: int) -> bool:
        try:
            os.lseek(descriptor, _AT, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True
else:
    import fcntl

    def _locked(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
