"""A server's whole process tree: which processes belong to it, and how all of them are ended.

A process belongs to it when it descends from the child, is in the child's session, or carries the child's mark in its
environment: a daemon that forked twice has neither parent nor session left, but it inherited the mark. What clears its
environment *and* its session *and* its parents is not found.

``PR_SET_PDEATHSIG`` would end a child with a killed app at once. It needs code between fork and exec, which is unsafe
in a program with threads, so it is not used: the child sees its stdin end, and the next start ends what ignored that.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterable
from typing import NamedTuple

import psutil

MARK = "TOOLGUARD_CHILD"
"""The environment variable with the random text that every process of a tree inherits."""
GRACE = 2.0
"""Seconds that a tree gets to end after its stdin was closed, and again after SIGTERM, and after SIGKILL."""
_KILLS = 3  # rounds: a process may have forked between being seen and being killed
_CLOCK_STEP = 2.0  # seconds by which a process's start may differ between two readings when the clock was set


class ChildRecord(NamedTuple):
    """What to keep of a child on disk, so that the next run can end what this one could not."""

    pid: int
    created: float
    """Seconds since the epoch, by which it is told from a later process with the same number."""
    mark: str


class ProcessTree:
    """The processes of one child. Its methods read the process table (some 10 ms) unless they say otherwise."""

    grace = GRACE

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
        """The tree of a child that was started just now. Raises OSError when the process table cannot be read."""
        created = 0.0
        with contextlib.suppress(psutil.Error):  # it may be dead already
            created = psutil.Process(pid).create_time()
        return cls(ChildRecord(pid, created, mark))

    @property
    def lives(self) -> bool:
        """Whether the child itself still runs. Reads no more than its own entry."""
        return self._root is not None and _lives(self._root)

    def look(self) -> list[psutil.Process]:
        """All living processes of the tree. Who was seen once stays known, also when its parent is gone.

        Raises OSError when the process table cannot be read, for instance because no descriptors are left.
        """
        root = self._root if self._root is not None and self._root.is_running() else None
        if root is not None:
            with contextlib.suppress(psutil.Error):
                self._add(root, *root.children(recursive=True))
        spared = _ourselves()
        for pid in psutil.pids():
            if pid not in self._known and pid not in spared:
                with contextlib.suppress(psutil.Error, OSError):
                    process = psutil.Process(pid)
                    if self._owns(process, root is not None):
                        self._add(process)
        return self.left()

    def left(self) -> list[psutil.Process]:
        """Those seen before that still live. Reads nothing but their own entries."""
        self._known = {pid: process for pid, process in self._known.items() if _lives(process)}
        return list(self._known.values())

    def _add(self, *processes: psutil.Process) -> None:
        spared = _ourselves()
        for process in processes:
            if process.pid not in spared:
                self._known.setdefault(process.pid, process)

    def _owns(self, process: psutil.Process, leader_lives: bool) -> bool:
        """A session's number is only trusted while its leader lives: later it may be another session's."""
        if sys.platform != "win32" and leader_lives and os.getsid(process.pid) == self.child.pid:
            return True
        return process.environ().get(MARK) == self.child.mark

    async def end(self) -> list[int]:
        """TERM, wait, KILL until nothing is left; gives the numbers of those that could not be ended."""
        number = signal.SIGTERM
        for _ in range(_KILLS + 1):
            try:
                left = await asyncio.to_thread(self.look)
            except OSError:  # no descriptors left: what can be reached without reading anything
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
        """Until nobody who is known is left, at most so long."""
        deadline = time.monotonic() + seconds
        pause = 0.005
        while self.left() and time.monotonic() < deadline:
            await asyncio.sleep(pause)
            pause = min(pause * 2, 0.1)

    def signal(self, processes: list[psutil.Process], number: int) -> None:
        """To the child's process group at once, so that nobody forks away, and to each that left it.

        psutil compares start times first: a number that was given to another process meanwhile is not signalled.
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
        """To the child's process group, which needs no descriptor; only while the number still means our child."""
        if sys.platform == "win32":
            return
        with contextlib.suppress(OSError):  # not our child, or it was waited for: its number may be another's
            os.waitid(os.P_PID, self.child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            os.killpg(self.child.pid, number)


async def end_orphans(children: Iterable[ChildRecord]) -> list[int]:
    """End what an app that was killed left behind; gives the numbers of those that could not be ended."""
    survivors = await asyncio.gather(*(ProcessTree(child).end() for child in children))
    return [pid for some in survivors for pid in some]


def _lives(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
    except OSError:  # its entry cannot be read now: not known to be dead
        return True


def _group(process: psutil.Process) -> int:
    try:
        return os.getpgid(process.pid)
    except OSError:
        return -1


def _ourselves() -> set[int]:
    """Us and those above us: an app that a server's child started carries the mark, too."""
    return {os.getpid(), *(parent.pid for parent in psutil.Process().parents())}
