"""Child processes that report to an `asyncio.SubprocessProtocol`, on any event loop of a POSIX system.

uvloop 0.23 makes the child's ends of the pipes inheritable and closes none of them after the fork: the child keeps
unknown copies, so that closing its output is not noticed. `subprocess` leaves none.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from toolguard.gate.texts import coded

assert sys.platform != "win32"  # noqa: S101

P = TypeVar("P", bound=asyncio.SubprocessProtocol)
_PIPES = (0, 2, 1)  # stdout last, because its reader may need the others
_PROCESS = -1


async def launched(
    make: Callable[[], P], *command: str, env: Mapping[str, str], cwd: str, executable: str | None = None
) -> P:
    """Start a child in a new session and return its protocol. Raises the errors of `subprocess.Popen`.

    ``executable`` is the file to start if it is not the first word of the command. Also raises OSError when the child
    runs but cannot be watched, for instance because no descriptors are left; the child and the other processes of its
    session's group are killed then.
    """
    popen, sockets = _started(command, env, cwd, executable)
    process: ChildProcess | None = None
    try:
        protocol = make()
        process = ChildProcess(popen, protocol)
        await process.connect(sockets)
    except BaseException:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(popen.pid, signal.SIGKILL)  # not reaped yet, so the number still means our child's group
        popen.wait()
        if process is not None:
            process.abandon()
        _close(sockets)
        raise
    return protocol


def _started(
    command: Sequence[str], env: Mapping[str, str], cwd: str, executable: str | None
) -> tuple[subprocess.Popen[bytes], list[socket.socket]]:
    """Start the child; return it with this process's ends of its stdin, stdout and stderr."""
    pairs: list[tuple[socket.socket, socket.socket]] = []
    try:
        while len(pairs) < len(_PIPES):  # not pipes: a loop can wait for either end, and their buffers are larger
            pairs.append(socket.socketpair())
    except OSError:
        _close([end for pair in pairs for end in pair])
        raise
    ours, theirs = [connection for connection, _ in pairs], [other for _, other in pairs]
    stdin, stdout, stderr = (other.fileno() for other in theirs)
    try:
        popen = subprocess.Popen(
            command,
            executable=executable,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            env=env,
            cwd=cwd,
            start_new_session=True,
        )
    except BaseException:
        _close(ours)
        raise
    finally:
        _close(theirs)
    return popen, ours


def _close(sockets: list[socket.socket]) -> None:
    for end in sockets:
        end.close()


class ChildProcess(asyncio.SubprocessTransport):
    """One child, which is reaped when it exits."""

    def __init__(self, popen: subprocess.Popen[bytes], protocol: asyncio.SubprocessProtocol) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._popen = popen
        self._protocol = protocol
        self._pipes: dict[int, asyncio.BaseTransport] = {}
        self._open_parts = {*_PIPES, _PROCESS}
        self._refused: OSError | None = None
        self.abandoned = False

    async def connect(self, sockets: list[socket.socket]) -> None:
        """Start reading and watching. The first callback is `connection_made`, the last `connection_lost`."""
        await self._loop.connect_write_pipe(lambda: _Pipe(self, self._protocol, 0), sockets[0])
        await self._loop.connect_read_pipe(lambda: _Pipe(self, self._protocol, 2), sockets[2])
        await self._loop.connect_read_pipe(lambda: _Pipe(self, self._protocol, 1), sockets[1])
        if self._refused is not None:
            raise self._refused
        self._watch()

    # --- interface of `asyncio.SubprocessTransport` ---------------------------------------------------------------

    def get_pid(self) -> int:
        return self._popen.pid

    def get_returncode(self) -> int | None:
        return self._popen.returncode

    def get_pipe_transport(self, fd: int) -> asyncio.BaseTransport | None:
        return self._pipes.get(fd)

    def close(self) -> None:
        """Close the pipes, and kill the child if it is still running."""
        for pipe in self._pipes.values():
            pipe.close()
        if _PROCESS in self._open_parts:
            self._popen.kill()

    def abandon(self) -> None:
        """Close the pipes and stop calling the protocol, because the start failed and the child was killed."""
        self.abandoned = True
        for pipe in self._pipes.values():
            pipe.close()

    # --- callbacks of the pipes and the event loop ----------------------------------------------------------------

    def connected(self, fd: int, pipe: asyncio.BaseTransport) -> None:
        """Note a pipe. With the last one the protocol gets its transport."""
        self._pipes[fd] = pipe
        if len(self._pipes) == len(_PIPES):
            try:
                self._protocol.connection_made(self)
            except OSError as problem:  # raised by `connect`; an event loop would only log it
                self._refused = problem

    def lost(self, part: int) -> None:
        """Note that a pipe was closed or the child exited."""
        self._open_parts.discard(part)
        if not self._open_parts:
            self._protocol.connection_lost(None)

    def _watch(self) -> None:
        pid = self._popen.pid
        watched = _process_descriptor(pid)
        if watched >= 0:
            self._loop.add_reader(watched, self._ended, watched)
        else:
            threading.Thread(target=self._wait, name=coded("servers.waits_for", pid=pid), daemon=True).start()

    def _ended(self, watched: int) -> None:
        self._loop.remove_reader(watched)
        os.close(watched)
        self._exited()

    def _wait(self) -> None:
        self._popen.wait()
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._exited)

    def _exited(self) -> None:
        self._popen.wait()  # returns at once, and reaps it
        self._protocol.process_exited()
        self.lost(_PROCESS)


def _process_descriptor(pid: int) -> int:
    """Return a descriptor that becomes readable when the process exits; -1 if the system has none."""
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError, OSError):  # Linux before 5.3, or a Python built for it
            return os.pidfd_open(pid)
    return -1


class _Pipe(asyncio.Protocol):
    """Protocol of one pipe, which forwards its events to the child's protocol."""

    def __init__(self, process: ChildProcess, protocol: asyncio.SubprocessProtocol, fd: int) -> None:
        self._process = process
        self._protocol = protocol
        self._fd = fd

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._process.connected(self._fd, transport)

    def data_received(self, data: bytes) -> None:
        if not self._process.abandoned:
            self._protocol.pipe_data_received(self._fd, data)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._process.abandoned:
            return
        self._protocol.pipe_connection_lost(self._fd, exc)
        self._process.lost(self._fd)

    def pause_writing(self) -> None:
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._protocol.resume_writing()
