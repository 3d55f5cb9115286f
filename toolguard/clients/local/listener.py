"""Listener of the local socket for stubs and commands of the same user.

Decides who may connect and which requests exist. Sessions are the business of ``admit``. No request here approves a
pending call or accepts a proposal.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import stat
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import msgspec

from toolguard.clients.local.client_program import find_parent_program
from toolguard.clients.local.descriptor_reserve import NO_DESCRIPTORS, DescriptorReserve, is_exhausted
from toolguard.clients.local.handshake import (
    ClientHandshake,
    CloseRequest,
    HandshakeError,
    JoinRequest,
    OrderRequest,
    RaiseRequest,
    Request,
    make_handshake,
    parse,
)
from toolguard.clients.local.local_connection import TcpConnection, UnixConnection, peer_of
from toolguard.clients.local.stdio_channel import DescriptorChannel
from toolguard.clients.local.tcp import TcpChannel, write_address
from toolguard.clients.stub import app_launcher, connect
from toolguard.gate.approver import ProcessInfo
from toolguard.gate.session.upstream import CLOSING, ClientChannel
from toolguard.gate.texts import coded, error_to_wire

__all__ = [
    "CLOSING", "ClientChannel", "ClientHandshake", "HandshakeError", "LocalApp", "LocalListener", "SessionAdmission",
    "note_desktop",
]  # fmt: skip

HANDSHAKE_TIMEOUT = 2.0  # seconds for the whole first line
MAX_CONNECTIONS = 256  # simultaneous connections
MAX_HANDSHAKES = 64  # connections without a complete first line; a new one replaces the oldest
RESERVED_DESCRIPTORS = 8  # a stub takes three
_RESERVE_RELEASED = 0.5  # seconds until the reserve is filled again
STOP_TIMEOUT = 3.0  # seconds for the sessions to end in `stop`

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SessionAdmission:
    """An accepted `ClientHandshake`: the session's ID, and its coroutine function, which is called exactly once."""

    session: str
    run: Callable[[ClientChannel], Awaitable[None]]


def make_private(folder: Path) -> None:
    """Make ``folder`` private (mode 0700). Raises PermissionError if it is a link or belongs to another user."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if sys.platform == "win32":
        return
    status = folder.lstat()
    if stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid():
        folder.chmod(0o700)
    connect.check_folder(str(folder))


def note_desktop(home: Path, environment: Mapping[str, str]) -> None:
    """Save this desktop's variables for stubs whose client passes nothing but HOME and PATH."""
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        return  # an app in a terminal has no desktop; the variables that an earlier app saved may still be valid
    variables = {name: environment[name] for name in app_launcher.DESKTOP_VARIABLES if name in environment}
    draft = home / "run" / "desktop.json.new"
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(msgspec.json.encode(variables))
    draft.replace(home / "run" / "desktop.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalApp:
    """The app that a `LocalListener` listens for."""

    admit: Callable[[ClientHandshake], Awaitable[SessionAdmission]]
    """Accepts or refuses (`HandshakeError`) a client."""
    order: Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]
    """Carries out a command of the command line and returns the whole reply (``{"ok": bool, …}``)."""
    raise_window: Callable[[], None]
    process: Callable[[], ProcessInfo] = ProcessInfo
    """Describes this process to another start of ToolGuard."""
    close: Callable[[str], None] | None = None
    """Ends the app for another start, and receives a text that names the requester."""


class LocalListener:
    """Listener for stubs and orders of this user. ``peer`` returns process and user ID of the other end."""

    def __init__(
        self,
        home: Path,
        app: LocalApp,
        *,
        tcp: bool = False,
        peer: Callable[[socket.socket], tuple[int, int]] = peer_of,
    ) -> None:
        self._home = home
        self._app = app
        self._tcp = tcp
        self._peer = peer
        self._path = Path(connect.socket_path(str(home)))
        self._listener: socket.socket | None = None
        self._server: asyncio.Server | None = None
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._handshaking: dict[asyncio.Task[None], UnixConnection | TcpConnection] = {}
        self._reserve = DescriptorReserve(RESERVED_DESCRIPTORS)
        self._channels: set[DescriptorChannel | TcpChannel] = set()

    async def start(self) -> None:
        """Start listening. Raises OSError if the folder is not private to this user.

        The caller holds the state folder's lock, so the socket that another app left is replaced.
        """
        loop = asyncio.get_running_loop()
        make_private(self._home / "run")
        if self._tcp:
            token = secrets.token_hex(32)
            self._server = await loop.create_server(
                lambda: TcpChannel(lambda stream: self._start_handshake(TcpConnection(stream, token))), "127.0.0.1", 0
            )
            port = self._server.sockets[0].getsockname()[1]
            write_address(str(self._home / "run" / "tcp.json"), port, token)
        else:
            self._listener = self._listen()
            self._reserve.fill()
            loop.add_reader(self._listener, self._accept)
        try:
            note_desktop(self._home, os.environ)
        except (OSError, UnicodeEncodeError) as problem:
            _log.warning("how to reach this desktop could not be noted: %s", problem)

    def stop_listening(self) -> None:
        """Stop accepting. Sessions that end from now on end because the app closes, and their stubs keep running."""
        self._closing = True
        if self._listener:
            asyncio.get_running_loop().remove_reader(self._listener)
            self._listener.close()
            self._path.unlink(missing_ok=True)
            self._listener = None
        if self._server:
            self._server.close()
            with suppress(OSError):  # a stub reads it now, which on Windows forbids that; nobody listens there
                (self._home / "run" / "tcp.json").unlink(missing_ok=True)
            self._server = None
        for channel in self._channels:
            channel.keep_stub()

    async def stop(self) -> None:
        """Stop listening, close the remaining sessions, and cancel those that do not end in time."""
        self.stop_listening()
        await asyncio.gather(*(channel.close(CLOSING) for channel in self._channels))
        if self._tasks:
            _, unfinished = await asyncio.wait(self._tasks, timeout=STOP_TIMEOUT)
            for task in unfinished:
                task.cancel()
            if unfinished:
                await asyncio.wait(unfinished, timeout=STOP_TIMEOUT)
        self._reserve.release()

    def _listen(self) -> socket.socket:
        if sys.platform == "win32":
            raise NotImplementedError
        make_private(self._path.parent)
        self._path.unlink(missing_ok=True)  # left by an app that died; this process holds the lock
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listener.bind(str(self._path))
        self._path.chmod(0o600)
        listener.listen(MAX_CONNECTIONS)
        listener.setblocking(False)
        return listener

    def _accept(self) -> None:
        if sys.platform == "win32" or self._listener is None:
            return
        try:
            sock = self._accept_socket(self._listener)
        except (BlockingIOError, InterruptedError, ConnectionError):
            return
        except OSError as problem:  # no descriptors left: wait until other connections end
            _log.warning("cannot accept a client: %s (%s)", NO_DESCRIPTORS, problem)
            self._pause_accepting()
            return
        try:
            sock.setblocking(False)
            pid, uid = self._peer(sock)
        except OSError:
            sock.close()
            return
        if uid != os.geteuid():
            _log.warning("refused a connection of user %d", uid)
            sock.close()
            return
        self._start_handshake(UnixConnection(sock, pid))

    def _accept_socket(self, listener: socket.socket) -> socket.socket:
        """Accept a connection, if need be with descriptors from the reserve. Raises OSError."""
        try:
            return listener.accept()[0]
        except OSError as problem:
            if not (is_exhausted(problem) and self._reserve.release()):
                raise
            asyncio.get_running_loop().call_later(_RESERVE_RELEASED, self._reserve.fill)
            return listener.accept()[0]

    def _pause_accepting(self) -> None:
        loop, listener = asyncio.get_running_loop(), self._listener
        if listener:
            loop.remove_reader(listener)
            loop.call_later(0.5, lambda: self._listener is listener and loop.add_reader(listener, self._accept))

    def _start_handshake(self, connection: UnixConnection | TcpConnection) -> None:
        if len(self._handshaking) >= MAX_HANDSHAKES:  # silent connections must not block new ones
            oldest, its_connection = next(iter(self._handshaking.items()))
            del self._handshaking[oldest]
            oldest.cancel()
            its_connection.close()  # the task may not have started yet
        too_many = len(self._tasks) - len(self._handshaking) >= MAX_CONNECTIONS
        task = asyncio.create_task(self._handle_connection(connection, too_many=too_many))
        self._tasks.add(task)
        self._handshaking[task] = connection
        task.add_done_callback(self._connection_done)

    def _connection_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._handshaking.pop(task, None)
        if not task.cancelled() and (problem := task.exception()):
            _log.error("a client's connection ended by a fault of ours", exc_info=problem)

    async def _handle_connection(self, connection: UnixConnection | TcpConnection, *, too_many: bool) -> None:
        try:
            try:
                async with asyncio.timeout(HANDSHAKE_TIMEOUT):
                    line = await connection.read_line()
                self._handshaking.pop(cast("asyncio.Task[None]", asyncio.current_task()), None)
                if too_many:
                    raise HandshakeError(coded("clients.too_many_connections", count=MAX_CONNECTIONS))
                await self._answer(connection, parse(line))
            except HandshakeError as refusal:
                await connection.reply(
                    {"ok": False, **error_to_wire(str(refusal)), **({"retry": True} if refusal.retry else {})}
                )
        except (OSError, TimeoutError) as problem:
            _log.info("a connection was given up: %s", problem or "nothing came in time")
        finally:
            connection.close()

    async def _answer(self, connection: UnixConnection | TcpConnection, request: Request) -> None:
        if isinstance(request, JoinRequest):
            connection.check(request)
            await self._join(connection, request)
        elif isinstance(request, OrderRequest):
            await connection.reply(await self._run_order(connection, request))
        elif isinstance(request, RaiseRequest):
            self._app.raise_window()
            await connection.reply({"ok": True, "process": msgspec.to_builtins(self._app.process())})
        elif isinstance(request, CloseRequest):
            await self._close_for(connection)

    async def _close_for(self, connection: UnixConnection | TcpConnection) -> None:
        """Close the app for another ToolGuard process. Reply first: a closing app sends no replies."""
        if self._app.close is None:
            raise HandshakeError(coded("clients.cannot_closed_elsewhere"))
        pid = (
            await asyncio.to_thread(connection.peer_pid)
            if isinstance(connection, TcpConnection)
            else connection.peer_pid()
        )
        by = await asyncio.to_thread(find_parent_program, pid)
        await connection.reply({"ok": True})
        self._app.close(
            coded(
                "clients.started_by",
                pid=pid,
                program=by.name or coded("clients.program_not_known"),
                parent=by.pid,
            )
        )

    async def _run_order(self, connection: UnixConnection | TcpConnection, request: OrderRequest) -> dict[str, Any]:
        """Return the reply to an order. If its sender disconnects first, cancel it and any question to the person."""
        order = asyncio.ensure_future(self._app.order(request.order, request.arguments))
        closed = asyncio.ensure_future(connection.wait_closed())
        try:
            await asyncio.wait((order, closed), return_when=asyncio.FIRST_COMPLETED)
            if not order.done():
                raise ConnectionError(coded("clients.gave_order_gone"))
            return await order
        finally:
            order.cancel()
            closed.cancel()
            await asyncio.gather(order, closed, return_exceptions=True)

    async def _join(self, connection: UnixConnection | TcpConnection, request: JoinRequest) -> None:
        tcp = isinstance(connection, TcpConnection)
        pid = await asyncio.to_thread(connection.peer_pid) if tcp else connection.peer_pid()
        who = await asyncio.to_thread(make_handshake, request, pid, connection.open_requests(request))
        admission = await self._app.admit(who)
        replied = True
        try:
            await connection.reply({"ok": True, "session": admission.session, "descriptors": request.descriptors})
        except (OSError, TimeoutError):
            replied = False  # the session exists by now and must be told
        channel = connection.channel()
        if self._closing:
            channel.keep_stub()
        self._channels.add(channel)
        try:
            if not (replied and self._open(channel)):
                await channel.close(coded("clients.client_left_before_let"))
            await admission.run(channel)
        finally:
            self._channels.discard(channel)
            await channel.close()

    @staticmethod
    def _open(channel: DescriptorChannel | TcpChannel) -> bool:
        """Start reading; return False if the client has damaged its journal since it was admitted."""
        try:
            channel.open()
        except (OSError, ValueError, RecursionError) as problem:
            _log.warning("a client's journal cannot be read any more: %s", problem)
            return False
        return True
