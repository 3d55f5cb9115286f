"""Lets chat clients of the same user in, over a local socket, and nobody else.

It knows who may connect and what may be asked there. It refuses to know what a session is: `admit` decides that.
There is no request here that approves a held call or accepts a proposal.
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import msgspec

from toolguard.clients.local.client_program import starter
from toolguard.clients.local.handshake import (
    ClientHello,
    CloseRequest,
    HandshakeError,
    JoinRequest,
    OrderRequest,
    RaiseRequest,
    Request,
    hello,
    parse,
)
from toolguard.clients.local.local_connection import TcpConnection, UnixConnection, peer_of
from toolguard.clients.local.spare_descriptors import NO_DESCRIPTORS, SpareDescriptors, is_exhausted
from toolguard.clients.local.stdio_channel import DescriptorChannel
from toolguard.clients.local.tcp import TcpChannel, write_address
from toolguard.clients.stub import app_launcher, connect
from toolguard.gate.approver import ProcessInfo
from toolguard.gate.session.upstream import CLOSING, ClientChannel
from toolguard.gate.texts import coded, error_to_wire

__all__ = [
    "CLOSING",
    "ClientChannel",
    "ClientHello",
    "HandshakeError",
    "LocalListener",
    "SessionAdmission",
    "note_desktop",
]

GREETING = 2.0  # seconds for the whole first line
MOST = 256  # connections at once
GREETED = 64  # connections that have not said a whole line yet; the oldest of them makes room for a new one
SPARE = 8  # descriptors in reserve: a stub takes three
_LENT = 0.5  # seconds for which the reserve is lent
GRACE = 3.0  # seconds for the sessions to end when we stop

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SessionAdmission:
    """A hello that was accepted: the session's id, and the session itself, which is then awaited exactly once."""

    session: str
    run: Callable[[ClientChannel], Awaitable[None]]


def make_private(folder: Path) -> None:
    """Make ``folder`` ours alone (0700); raises PermissionError where it is a link or somebody else's."""
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    if sys.platform == "win32":
        return
    found = folder.lstat()
    if stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid():
        folder.chmod(0o700)
    connect.check_folder(str(folder))


def note_desktop(home: Path, environment: Mapping[str, str]) -> None:
    """Note how this desktop is reached, for stubs whose client tells them nothing but HOME and PATH."""
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        return  # a terminal's app knows no desktop, and what an earlier one noted may still hold
    known = {name: environment[name] for name in app_launcher.DESKTOP if name in environment}
    draft = home / "run" / "desktop.json.new"
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(msgspec.json.encode(known))
    draft.replace(home / "run" / "desktop.json")


class LocalListener:
    """Listens for stubs and orders of this user.

    ``admit`` takes or refuses (`HandshakeError`) a client; ``order`` carries out a command of the command line and
    returns the whole reply (``{"ok": bool, …}``); ``raise_window`` shows the window. ``peer`` tells who is at the other
    end. ``process`` tells another start where this one is shown; ``close`` ends the app for it, and is told who asked.
    """

    def __init__(
        self,
        home: Path,
        *,
        admit: Callable[[ClientHello], Awaitable[SessionAdmission]],
        order: Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]],
        raise_window: Callable[[], None],
        tcp: bool = False,
        peer: Callable[[socket.socket], tuple[int, int]] = peer_of,
        process: Callable[[], ProcessInfo] = ProcessInfo,
        close: Callable[[str], None] | None = None,
    ) -> None:
        self._home = home
        self._admit = admit
        self._order = order
        self._raise = raise_window
        self._tcp = tcp
        self._peer = peer
        self._process = process
        self._close = close
        self._path = Path(connect.socket_path(str(home)))
        self._listener: socket.socket | None = None
        self._server: asyncio.Server | None = None
        self._closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._greeting: dict[asyncio.Task[None], UnixConnection | TcpConnection] = {}
        self._spare = SpareDescriptors(SPARE)
        self._channels: set[DescriptorChannel | TcpChannel] = set()

    async def start(self) -> None:
        """Listen. Raises OSError where the folder is not ours alone.

        The caller holds the state folder's lock: what another app left there is replaced.
        """
        loop = asyncio.get_running_loop()
        make_private(self._home / "run")
        if self._tcp:
            token = secrets.token_hex(32)
            self._server = await loop.create_server(
                lambda: TcpChannel(lambda stream: self._greet_soon(TcpConnection(stream, token))), "127.0.0.1", 0
            )
            port = self._server.sockets[0].getsockname()[1]
            write_address(str(self._home / "run" / "tcp.json"), port, token)
        else:
            self._listener = self._listen()
            self._spare.keep()
            loop.add_reader(self._listener, self._accept)
        try:
            note_desktop(self._home, os.environ)
        except (OSError, UnicodeEncodeError) as problem:
            _log.warning("how to reach this desktop could not be noted: %s", problem)

    def stop_listening(self) -> None:
        """Let nobody else in. Sessions that end from now on end because the app closes, and their stubs stay."""
        self._closing = True
        if self._listener:
            asyncio.get_running_loop().remove_reader(self._listener)
            self._listener.close()
            self._path.unlink(missing_ok=True)
            self._listener = None
        if self._server:
            self._server.close()
            (self._home / "run" / "tcp.json").unlink(missing_ok=True)
            self._server = None
        for channel in self._channels:
            channel.app_closes = True

    async def stop(self) -> None:
        """Stop listening and end each session that is left, then whatever is left of that."""
        self.stop_listening()
        await asyncio.gather(*(channel.close(CLOSING) for channel in self._channels))
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=GRACE)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late, timeout=GRACE)
        self._spare.lend()

    def _listen(self) -> socket.socket:
        make_private(self._path.parent)
        self._path.unlink(missing_ok=True)  # left by an app that died: we hold the lock
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listener.bind(str(self._path))
        self._path.chmod(0o600)
        listener.listen(MOST)
        listener.setblocking(False)
        return listener

    def _accept(self) -> None:
        if self._listener is None:
            return
        try:
            sock = self._accepted(self._listener)
        except (BlockingIOError, InterruptedError, ConnectionError):
            return
        except OSError as problem:  # no descriptors left: let those who are here go first
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
        self._greet_soon(UnixConnection(sock, pid))

    def _accepted(self, listener: socket.socket) -> socket.socket:
        """The next client's connection, with descriptors from the reserve when there are no others; raises OSError."""
        try:
            return listener.accept()[0]
        except OSError as problem:
            if not (is_exhausted(problem) and self._spare.lend()):
                raise
            asyncio.get_running_loop().call_later(_LENT, self._spare.keep)
            return listener.accept()[0]

    def _pause_accepting(self) -> None:
        loop, listener = asyncio.get_running_loop(), self._listener
        if listener:
            loop.remove_reader(listener)
            loop.call_later(0.5, lambda: self._listener is listener and loop.add_reader(listener, self._accept))

    def _greet_soon(self, guest: UnixConnection | TcpConnection) -> None:
        if len(self._greeting) >= GREETED:  # who says nothing keeps nobody out
            oldest, whose = next(iter(self._greeting.items()))
            del self._greeting[oldest]
            oldest.cancel()
            whose.close()  # it may not have begun yet
        crowded = len(self._tasks) - len(self._greeting) >= MOST
        task = asyncio.create_task(self._greet(guest, crowded=crowded))
        self._tasks.add(task)
        self._greeting[task] = guest
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._greeting.pop(task, None)
        if not task.cancelled() and (problem := task.exception()):
            _log.error("a client's connection ended by a fault of ours", exc_info=problem)

    async def _greet(self, guest: UnixConnection | TcpConnection, *, crowded: bool) -> None:
        try:
            try:
                async with asyncio.timeout(GREETING):
                    line = await guest.line()
                self._greeting.pop(cast("asyncio.Task[None]", asyncio.current_task()), None)
                if crowded:
                    raise HandshakeError(coded("clients.too_many_connections", count=MOST))
                await self._answer(guest, parse(line))
            except HandshakeError as refusal:
                await guest.reply(
                    {"ok": False, **error_to_wire(str(refusal)), **({"retry": True} if refusal.retry else {})}
                )
        except (OSError, TimeoutError) as problem:
            _log.info("a connection was given up: %s", problem or "nothing came in time")
        finally:
            guest.close()

    async def _answer(self, guest: UnixConnection | TcpConnection, request: Request) -> None:
        if isinstance(request, JoinRequest):
            guest.check(request)
            await self._join(guest, request)
        elif isinstance(request, OrderRequest):
            await guest.reply(await self._ordered(guest, request))
        elif isinstance(request, RaiseRequest):
            self._raise()
            await guest.reply({"ok": True, "process": msgspec.to_builtins(self._process())})
        elif isinstance(request, CloseRequest):
            await self._close_for(guest)

    async def _close_for(self, guest: UnixConnection | TcpConnection) -> None:
        """End the app for another start of it. It is told before: nothing is answered once the app closes."""
        if self._close is None:
            raise HandshakeError(coded("clients.cannot_closed_elsewhere"))
        pid = await asyncio.to_thread(guest.peer_pid) if isinstance(guest, TcpConnection) else guest.peer_pid()
        by = await asyncio.to_thread(starter, pid)
        await guest.reply({"ok": True})
        self._close(
            coded(
                "clients.started_by",
                pid=pid,
                program=by.name or coded("clients.program_not_known"),
                parent=by.pid,
            )
        )

    async def _ordered(self, guest: UnixConnection | TcpConnection, request: OrderRequest) -> dict[str, Any]:
        """What the order gives. It is taken back, question to the person and all, when who gave it goes away first."""
        working = asyncio.ensure_future(self._order(request.order, request.arguments))
        leaving = asyncio.ensure_future(guest.left())
        try:
            await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                raise ConnectionError(coded("clients.gave_order_gone"))
            return await working
        finally:
            working.cancel()
            leaving.cancel()
            await asyncio.gather(working, leaving, return_exceptions=True)

    async def _join(self, guest: UnixConnection | TcpConnection, request: JoinRequest) -> None:
        tcp = isinstance(guest, TcpConnection)
        pid = await asyncio.to_thread(guest.peer_pid) if tcp else guest.peer_pid()
        who = await asyncio.to_thread(hello, request, pid, guest.open_requests(request))
        admission = await self._admit(who)
        gone = False
        try:
            await guest.reply({"ok": True, "session": admission.session, "descriptors": request.descriptors})
        except (OSError, TimeoutError):
            gone = True  # the session is there now and must learn that its client is not
        channel = guest.channel()
        channel.app_closes = self._closing
        self._channels.add(channel)
        try:
            if gone:
                await channel.close(coded("clients.client_left_before_let"))
            else:
                channel.open()
            await admission.run(channel)
        finally:
            self._channels.discard(channel)
            await channel.close()
