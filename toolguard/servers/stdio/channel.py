"""Channel of a server that runs as a child process: MCP over stdin and stdout, one message per line (stdio transport).

Handles pipes and processes. It does not interpret messages.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import secrets as random
import subprocess
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from toolguard.gate import jsonrpc
from toolguard.gate.arrival import Arrival
from toolguard.gate.jsonrpc import LineReader, Malformed, Message
from toolguard.gate.session.upstream import ServerChannel
from toolguard.gate.texts import coded
from toolguard.servers.resources import ServerResources
from toolguard.servers.secrets.redactor import Redactor, fill
from toolguard.servers.stdio import environment
from toolguard.servers.stdio.environment import UnreachableError
from toolguard.servers.stdio.pinned_files import PinnedFiles
from toolguard.servers.stdio.process_tree import MARK_VARIABLE, ChildRecord, ProcessTree
from toolguard.servers.stdio.stderr_log import StderrLog
from toolguard.tables.servers import ServerSpec

MAX_UNDELIVERED_SIZE = 4 * 1024 * 1024
"""Bytes of undelivered messages at which reading from the child pauses."""
NO_DESCRIPTORS = coded("servers.no_file_descriptors_left")
_LINE_OVERHEAD = 100  # bytes of memory per line in addition to its text
_YIELD_EVERY = 100  # lines that are no messages after which other coroutines run
_AFTER_EXIT = 0.5  # seconds of silence after which the output of an exited child counts as complete
_AFTER_EXIT_AT_MOST = 5.0
_LAST_WORDS = 5  # lines of stderr in the reason


async def open_stdio(spec: ServerSpec, resources: ServerResources) -> StdioChannel:
    """Start the child. Raises `UnreachableError`. If the start is cancelled, no process remains."""
    on_state, redactor, pinned = resources.on_state, resources.redactor, resources.pinned
    on_state("starting")
    folder = folder_of(spec, resources.cwd)
    if any("${secret:" in word for word in (spec.command, *spec.args)):
        raise UnreachableError(coded("servers.secret_command_line_read"))

    async def learned(name: str) -> str:
        on_state(coded("servers.waiting_keyring"))
        value = await resources.release(name)
        redactor.learn(name, value)
        return value

    values = environment.own_variables(await fill(spec.env, learned))
    on_state("starting")
    env = environment.minimal(os.environ, frozen=environment.is_frozen())
    env.pop("SHELL", None)  # this process's SHELL comes from the program that started it
    if shell := environment.login_shell():
        env["SHELL"] = shell
    env |= {"PATH": values.get("PATH") or await resources.path()} | values
    program = environment.find(spec.command, env["PATH"], cwd=folder, extensions=extensions(env))
    environment.check_batch(program, spec.args)
    launch = _Launch((program, *spec.args), None, env, folder)
    if pinned is not None:
        launch = _Launch((program, *pinned.arguments(spec.args)), pinned.executable(program), env, folder)
        await pinned.settle()
    starting = asyncio.ensure_future(
        _start(launch, StderrLog(resources.log, redactor), redactor, resources.on_child, pinned)
    )
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        with contextlib.suppress(UnreachableError):
            await (await starting).close(coded("servers.was_closed_at_start"))
        raise


class _Launch(NamedTuple):
    """``executable`` is the file to start if it is not the first word of the command."""

    command: tuple[str, ...]
    executable: str | None
    env: dict[str, str]
    cwd: str


async def _start(
    launch: _Launch,
    notes: StderrLog,
    redactor: Redactor,
    on_child: Callable[[ChildRecord], None],
    pinned: PinnedFiles | None,
) -> StdioChannel:
    mark = random.token_hex(16)
    program = launch.command[0]
    try:
        channel = await _launched(
            lambda: StdioChannel(notes, redactor, mark), launch._replace(env=launch.env | {MARK_VARIABLE: mark})
        )
        try:
            if pinned is not None:
                why = pinned.changed() or (
                    "" if pinned.is_running_in(channel.pid) else coded("servers.exchanged", program=program)
                )
                if why:
                    raise UnreachableError(why)
                channel.watch_files(pinned)
            on_child(channel.tree.child)
        except BaseException as problem:
            await channel.close(
                str(problem) if isinstance(problem, UnreachableError) else coded("servers.was_closed_at_start")
            )
            raise
    except (OSError, ValueError) as problem:
        raise UnreachableError(_why_not_started(program, problem)) from None
    return channel


def _why_not_started(program: str, problem: OSError | ValueError) -> str:
    """Return the text for a person about a child that could not be started."""
    if isinstance(problem, ValueError):
        return coded("servers.program_text_with_nul", program=repr(program))
    if problem.errno in (errno.EMFILE, errno.ENFILE):
        return NO_DESCRIPTORS
    code = "servers.interpreter_not_found" if isinstance(problem, FileNotFoundError) else "servers.program_not_started"
    return coded(code, program=repr(program), reason=problem.strerror or problem)


async def _launched(make: Callable[[], StdioChannel], launch: _Launch) -> StdioChannel:
    if sys.platform != "win32":
        from toolguard.servers.stdio.process import launched

        return await launched(make, *launch.command, executable=launch.executable, env=launch.env, cwd=launch.cwd)
    flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    loop = asyncio.get_running_loop()
    _, channel = await loop.subprocess_exec(make, *launch.command, env=launch.env, cwd=launch.cwd, creationflags=flags)
    return channel


def extensions(env: Mapping[str, str]) -> tuple[str, ...]:
    """Return the suffixes of programs in the order of their search: those of PATHEXT on Windows, elsewhere only ""."""
    if sys.platform != "win32":
        return ("",)
    return tuple(env.get("PATHEXT", ".COM;.EXE;.BAT;.CMD").split(";"))


def folder_of(spec: ServerSpec, cwd: str) -> str:
    """Return the child's working directory: from its settings, else the client's, else home."""
    if spec.cwd:
        folder = Path(spec.cwd).expanduser()
        if not folder.is_dir() or not os.access(folder, os.X_OK):
            raise UnreachableError(coded("servers.folder_server_cannot_entered", folder=repr(str(folder))))
        return str(folder)
    if cwd and Path(cwd).is_dir() and os.access(cwd, os.X_OK):
        return cwd
    return str(Path.home())


class StdioChannel(asyncio.SubprocessProtocol, ServerChannel):
    """Channel of one running child."""

    ended = ""

    def __init__(self, notes: StderrLog, redactor: Redactor, mark: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._notes = notes
        self._redactor = redactor
        self._mark = mark
        self._lines = LineReader()
        self._arrived: deque[bytes | Malformed] = deque()
        self._undelivered = 0
        self._messages: deque[Message | Malformed] = deque()
        self._arrival = Arrival()
        self._writable = asyncio.Event()
        self._writable.set()
        self._input_open = True
        self._reading = True
        self._exited_at = 0.0
        self._last_output_at = 0.0
        self._gone = asyncio.Event()
        self._ending: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None

    @property
    def stderr(self) -> list[str]:
        """Return the last lines that the server wrote to stderr, redacted."""
        return self._notes.last

    @property
    def pid(self) -> int:
        """The child's process ID; its own children are in ``tree``."""
        return self.tree.child.pid

    # --- messages --------------------------------------------------------------------------------------------------

    def __aiter__(self) -> AsyncIterator[Message | Malformed]:
        return self

    async def __anext__(self) -> Message | Malformed:
        while not self._messages:
            if self._arrived:
                for _ in range(min(len(self._arrived), _YIELD_EVERY)):
                    self._take(self._arrived.popleft())
                if not self._messages:
                    await asyncio.sleep(0)
            elif self.ended:
                raise StopAsyncIteration
            else:
                await self._arrival.wait()
        return self._messages.popleft()

    def _take(self, line: bytes | Malformed) -> None:
        if isinstance(line, Malformed):
            self._messages.append(line)
            return
        self._undelivered -= len(line) + _LINE_OVERHEAD
        if not self._reading and self._undelivered < MAX_UNDELIVERED_SIZE // 2:
            self._read(True)
        try:
            self._messages.extend(self._redactor.decode(line))
        except Malformed as problem:
            self._notes.junk(line, problem.reason)
            if isinstance(problem, jsonrpc.WithheldError):
                self._messages.append(problem)
            elif problem.id is not None:  # a client waits for this response and needs an error
                reason = self._redactor(problem.reason.encode("utf-8", "replace")).decode()
                self._messages.append(Malformed(problem.code, reason, problem.id))

    async def prepare(self, message: Message) -> tuple[str, ...]:  # noqa: ARG002 - as other servers have it
        """Return nothing: a child gets everything it needs when it is started."""
        return ()

    def reached_tool(self, message: Message) -> tuple[str, tuple[str, ...]]:  # noqa: ARG002 - as other servers have it
        return "", ()

    async def learn(self, message: Message) -> None:
        """Do nothing: only the client requests the list of tools."""

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        """Write the bytes before the first suspension, then wait while the child is slow to read."""
        self.write((jsonrpc.encode(message),))
        if not self._writable.is_set():
            await self._writable.wait()
            if not self._input_open:
                raise self._broken()

    def call_writer(self) -> StdioChannel | None:
        return self if self._writable.is_set() else None

    def write(self, calls: Sequence[bytes]) -> None:
        if self.ended or not self._input_open or self._ending is not None:
            raise self._broken()
        self._stdin.write(b"\n".join([*calls, b""]))

    def _broken(self) -> ConnectionError:
        return ConnectionError(coded("servers.server_ended_how", ended=self.ended or coded("servers.not_listen_more")))

    # --- callbacks of the event loop -------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.SubprocessTransport", transport)
        self.tree = ProcessTree.of(self._transport.get_pid(), self._mark)
        self._stdin = cast("asyncio.WriteTransport", self._transport.get_pipe_transport(0))
        self._stdout = cast("asyncio.ReadTransport", self._transport.get_pipe_transport(1))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self._notes.stderr(data)
            return
        self._last_output_at = self._loop.time()
        if self._ending is None:
            self._arrive(data)

    def _arrive(self, data: bytes) -> None:
        for line, _ in self._lines.feed(data):
            self._arrived.append(line)
            self._undelivered += len(line) + _LINE_OVERHEAD if isinstance(line, bytes) else 0
        if self._reading and self._undelivered > MAX_UNDELIVERED_SIZE:
            self._read(False)
        self._arrival.wake()

    def _read(self, on: bool) -> None:
        self._reading = on
        with contextlib.suppress(RuntimeError):  # uvloop: the pipe is closed already
            (self._stdout.resume_reading if on else self._stdout.pause_reading)()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        if fd == 0:
            self._input_open = False
            self._writable.set()
        elif fd == 1:
            self._arrive(b"\n")  # a last line without a line break
            if self._exited_at:
                self._finish()
            else:
                self._loop.call_later(self.tree.grace, self._finish)
        else:
            self._notes.end()

    def process_exited(self) -> None:
        self._exited_at = self._loop.time()
        self._input_open = False
        self._writable.set()
        self._drain_output()

    def _drain_output(self) -> None:
        """Wait for output of the exited child: it may still be in the pipe, which its children may hold open."""
        now = self._loop.time()
        silent = now - max(self._last_output_at, self._exited_at) >= _AFTER_EXIT
        if self._reading and (silent or now - self._exited_at > _AFTER_EXIT_AT_MOST or self._stdout.is_closing()):
            self._finish()
        else:
            self._loop.call_later(_AFTER_EXIT / 5, self._drain_output)

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        self._gone.set()

    # --- the end ---------------------------------------------------------------------------------------------------

    def watch_files(self, pinned: PinnedFiles) -> None:
        """End the child if one of the files that it was started from is replaced while it starts."""
        self._watching = self._loop.create_task(pinned.watch(self._end_for))

    def _end_for(self, why: str) -> None:
        self._notes.say(f"ended: {why}")
        if self._ending is None:
            self._ending = self._loop.create_task(self._end(why))

    def _finish(self, reason: str = "") -> None:
        if not self.ended and (reason or self._ending is None):
            text = " / ".join(self._notes.last[-_LAST_WORDS:])[-500:]
            how = self._how_it_ended()
            self.ended = reason or (coded("servers.ended_with_last_words", ended=how, words=text) if text else how)
        self._arrival.wake()

    def _how_it_ended(self) -> str:
        status = self._transport.get_returncode()
        if status is None:
            return coded("servers.closed_output")
        return (
            coded("servers.ended_by_signal", signal=-status)
            if status < 0
            else coded("servers.exited_with_status", status=status)
        )

    async def close(self, reason: str = "") -> None:
        """End the child and every process that it started; return when none is left."""
        if self._ending is None:
            self._ending = self._loop.create_task(self._end(reason))
        await asyncio.shield(self._ending)

    async def _end(self, reason: str) -> None:
        if self._watching is not None:
            self._watching.cancel()
        with contextlib.suppress(OSError):  # no descriptors left: `ProcessTree.end` looks again
            await asyncio.to_thread(self.tree.look)  # descendants can only be determined while their parents live
        self._stdin.close()
        if not self._reading:  # it may be blocked in a write, and so not see EOF on its stdin
            self._read(True)
        await self.tree.wait(self.tree.grace)
        for pid in await self.tree.end():
            self._notes.say(coded("servers.process_not_ended", pid=pid))
        self._transport.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._gone.wait(), self.tree.grace)
        self._finish(reason or coded("servers.was_closed"))
