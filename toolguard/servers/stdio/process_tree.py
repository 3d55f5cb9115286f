"""A server's process tree: its members, and how to end all of them.

A process belongs to the tree if it descends from the child, is in the child's session, or has the child's mark in its
environment: a daemon that forked twice has neither parent nor session left, but it inherited the mark. A process that
leaves parent, session *and* environment behind is not found.

``PR_SET_PDEATHSIG`` would end the child of a killed app at once. It needs code between fork and exec, which is unsafe
in a program with threads, so it is not used: the child sees EOF on stdin, and the next start ends those that ignore it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import psutil

MARK_VARIABLE = "TOOLGUARD_CHILD"
"""Environment variable with the random text that every process of a tree inherits."""
GRACE_PERIOD = 2.0
"""Seconds that a tree has to exit after its stdin was closed, again after SIGTERM, and again after SIGKILL."""
_MAX_KILL_ROUNDS = 3  # rounds: a process may fork between being found and being killed
_CLOCK_STEP = 2.0  # seconds by which a process's start time may differ between two readings if the clock was set


class ChildRecord(NamedTuple):
    """A child as it is stored on disk, so that the next run can end it if this one could not."""

    pid: int
    created: float
    """Start time in seconds since the epoch, which distinguishes it from a later process with the same PID."""
    mark: str


class ProcessTree:
    """The processes of one child. Methods read the process table (some milliseconds) unless they say otherwise."""

    grace = GRACE_PERIOD

    def __init__(self, child: ChildRecord) -> None:
        self.child = child
        self._known: dict[int, psutil.Process] = {}
        self._root: psutil.Process | None = None
        with contextlib.suppress(psutil.Error):
            root = psutil.Process(child.pid)
            if abs(root.create_time() - child.created) < _CLOCK_STEP:
                self._root = root

    @classmethod
    def of(cls, pid: int, mark: str) -> ProcessTree:
        """Return the tree of a child that was just started. Raises OSError if the process table cannot be read."""
        created = 0.0
        with contextlib.suppress(psutil.Error):  # it may be dead already
            created = psutil.Process(pid).create_time()
        return cls(ChildRecord(pid, created, mark))

    @property
    def is_alive(self) -> bool:
        """Return whether the child itself is running. Reads only its own entry."""
        return self._root is not None and _is_alive(self._root)

    def look(self) -> list[psutil.Process]:
        """Return all running processes of the tree. A process that was seen once stays known without its parent, too.

        Raises OSError if the process table cannot be read, for instance because no descriptors are left.
        """
        root = self._root if self._root is not None and self._root.is_running() else None
        if root is not None:
            with contextlib.suppress(psutil.Error):
                self._add(root, *root.children(recursive=True))
        spared = _own_processes()
        for pid in psutil.pids():
            if pid not in self._known and pid not in spared:
                with contextlib.suppress(psutil.Error, OSError):
                    if self._owns(pid, root is not None):
                        process = psutil.Process(pid)
                        if self._owns(pid, root is not None):  # the PID was not reused before its start time was read
                            self._add(process)
        return self.left()

    def left(self) -> list[psutil.Process]:
        """Return the known processes that are still running. Reads only their own entries."""
        self._known = {pid: process for pid, process in self._known.items() if _is_alive(process)}
        return list(self._known.values())

    def _add(self, *processes: psutil.Process) -> None:
        spared = _own_processes()
        for process in processes:
            if process.pid not in spared:
                self._known.setdefault(process.pid, process)

    def _owns(self, pid: int, leader_lives: bool) -> bool:
        """Return whether a process belongs to the tree. A session ID counts only while its leader is running."""
        if sys.platform != "win32" and leader_lives and os.getsid(pid) == self.child.pid:
            return True
        if sys.platform == "linux":  # psutil reads more of a process, and takes twice as long
            environment = Path(f"/proc/{pid}/environ").read_bytes()
            return f"{MARK_VARIABLE}={self.child.mark}".encode() in environment.split(b"\0")
        return psutil.Process(pid).environ().get(MARK_VARIABLE) == self.child.mark

    async def end(self) -> list[int]:
        """End the tree with SIGTERM and SIGKILL; return the PIDs of processes that could not be ended."""
        number = signal.SIGTERM
        for _ in range(_MAX_KILL_ROUNDS + 1):
            try:
                left = await asyncio.to_thread(self.look)
            except OSError:  # no descriptors left: signal what needs no reading
                self._signal_group(number)
                await asyncio.sleep(self.grace)
            else:
                if not left:
                    break
                self.signal(left, number)
                await self.wait(self.grace)
            number = getattr(signal, "SIGKILL", signal.SIGTERM)
        return [process.pid for process in self.left()]

    async def wait(self, seconds: float) -> None:
        """Wait until no known process is left, ``seconds`` at most."""
        deadline = time.monotonic() + seconds
        pause = 0.005
        while self.left() and time.monotonic() < deadline:
            await asyncio.sleep(pause)
            pause = min(pause * 2, 0.1)

    def signal(self, processes: list[psutil.Process], number: int) -> None:
        """Send a signal to the child's process group at once, so that none forks away, and to each process outside it.

        psutil compares start times first: a PID that was reused meanwhile is not signalled.
        """
        rest = processes
        if sys.platform != "win32":
            group = [process for process in processes if _group(process) == self.child.pid and process.is_running()]
            if group:
                rest = [process for process in processes if process not in group]
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.child.pid, number)
        for process in rest:
            with contextlib.suppress(psutil.Error):
                process.send_signal(number)

    def _signal_group(self, number: int) -> None:
        """Send a signal to the child's process group, which needs no descriptor, if the PID is still the child's."""
        if sys.platform == "win32":
            return
        with contextlib.suppress(OSError):  # not our child, or it was reaped: its PID may belong to another process
            if hasattr(os, "waitid"):
                os.waitid(os.P_PID, self.child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            elif (
                not self.is_alive
            ):  # macOS before Python 3.13 has no waitid, and its process table needs no descriptors
                return
            os.killpg(self.child.pid, number)


async def end_orphans(children: Iterable[ChildRecord]) -> list[int]:
    """End the processes that a killed app left behind; return the PIDs of those that could not be ended."""
    survivors = await asyncio.gather(*(ProcessTree(child).end() for child in children))
    return [pid for some in survivors for pid in some]


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
    except OSError:  # its entry cannot be read now, so it is not known to be dead
        return True


def _group(process: psutil.Process) -> int:
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            return os.getpgid(process.pid)
    return -1


def _own_processes() -> set[int]:
    """Return this process and its ancestors: an app that a server started has the mark, too."""
    return {os.getpid(), *(parent.pid for parent in psutil.Process().parents())}
