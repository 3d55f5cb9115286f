"""The members of one aggregated endpoint: one session per server, their handshakes, and their merged lists.

No server waits for another: a slow one is left out of lists at first, and the client gets ``list_changed`` later.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Protocol

from toolguard.clients.aggregate.member import AggregateMember, ClientIntroduction, MemberGoneError
from toolguard.clients.aggregate.merging import Item, ListKind, text_of
from toolguard.clients.aggregate.routes import RoutingTable
from toolguard.gate import jsonrpc
from toolguard.gate.api import GateApi
from toolguard.gate.jsonrpc import Message
from toolguard.gate.model import ClientInfo
from toolguard.gate.session.inflight_call import ResumedSession
from toolguard.gate.session.upstream import Opener
from toolguard.gate.task_set import TaskSet
from toolguard.gate.texts import coded

LIST_TIMEOUT = 4.0
"""Seconds that a list waits for a slow server."""
RETRY_DELAYS = (5.0, 15.0, 60.0, 300.0)
"""Seconds between retries of a failed handshake. Later ones follow the client's list requests."""
_SERVER_REMOVED = coded("clients.ended_because_server_removed")

_log = logging.getLogger(__name__)

Open = Callable[[str, str], tuple[Opener, ResumedSession | None]]
"""Returns, for a server and a session, the server's opener, and the session's state if its process died."""


class MemberListener(Protocol):
    """Callbacks of `AggregateMembers`, implemented by `AggregateSession`."""

    def session_resumed(self, member: AggregateMember, resumed: ResumedSession) -> None:
        """Take over a session of another process, and answer its open requests."""

    async def on_message(self, member: AggregateMember, message: Message) -> None:
        """Handle a message of a server."""

    def member_ready(self, member: AggregateMember) -> None:
        """Handle a successful handshake."""

    def list_changed(self, method: str) -> None:
        """Handle a list that differs from what the client got."""

    async def member_ended(self, member: AggregateMember) -> None:
        """Handle the end of a session."""


class AggregateMembers:
    """The members by server. ``servers()`` returns the servers that there should be now, in order."""

    def __init__(
        self, session: str, caller: ClientInfo, guard: GateApi, listener: MemberListener, *,
        servers: Callable[[], Collection[str]], open: Open,
    ) -> None:  # fmt: skip
        self.routes = RoutingTable()
        self.introduction: ClientIntroduction | None = None
        self.initialized = asyncio.Event()
        """Set once the client is initialized and may get requests."""
        self.closed_servers: set[str] = set()
        """Servers whose session was ended by somebody, which are not opened again for this client."""
        self._session = session
        self._caller = caller
        self._guard = guard
        self._listener = listener
        self._servers = servers
        self._open = open
        self._by_server: dict[str, AggregateMember] = {}
        self._order: tuple[str, ...] = ()
        self._ending: set[str] = set()
        self._tasks = TaskSet()
        self._handshake_watchers: dict[str, asyncio.Task[None]] = {}
        self._listed: dict[str, ListKind] = {}  # the lists that the client has requested
        self._merging: Counter[str] = Counter()
        self.has_ended = False
        """Whether the client is gone."""

    def __iter__(self) -> Iterator[AggregateMember]:
        return iter([self._by_server[server] for server in self._order if server in self._by_server])

    def __len__(self) -> int:
        return len(self._by_server)

    def get(self, server: str) -> AggregateMember | None:
        """Return the member of a server; None if it has none or is ending."""
        return self._by_server.get(server) if server not in self._ending else None

    @property
    def order(self) -> tuple[str, ...]:
        """The servers as of the last `update`, also those without a member."""
        return self._order

    @property
    def meta(self) -> dict[str, Any]:
        """Params of each of the aggregate's own requests."""
        return self.introduction.params if self.introduction is not None and self.introduction.era == "modern" else {}

    # --- start and end ----------------------------------------------------------------------------------------

    def update(self) -> None:
        """Start missing sessions, and end those of removed servers."""
        if self.has_ended or self._guard.gate.closing:
            return
        self._order = tuple(self._servers())
        self.closed_servers.intersection_update(self._order)
        for server in [
            server for server in self._by_server if server not in self._order and server not in self._ending
        ]:
            self._ending.add(server)
            self.routes.drop(server)  # no list has its tools any more: a call of one is a call of an unknown tool
            self._tasks.start(self._end_member(self._by_server[server]))
        for server in self._order:
            if server not in self._by_server and server not in self.closed_servers:
                self._begin(server)

    def _begin(self, server: str) -> None:
        member = AggregateMember(server, f"{self._session}.{server}", self._listener.on_message)
        opener, resumed = self._open(server, member.session)
        self._by_server[server] = member
        if resumed is not None:
            self._listener.session_resumed(member, resumed)
        if resumed is not None and resumed.initialize is not None:
            member.resume()
        elif self.introduction is not None:
            self._start_handshake(member)
        self._tasks.start(self._serve(member, opener, resumed))

    async def _serve(self, member: AggregateMember, opener: Opener, resumed: ResumedSession | None) -> None:
        try:
            await self._guard.join(member.session, self._caller, member.server, member, opener, resumed)
        except Exception:  # noqa: BLE001 - ours, logged: the other sessions go on
            _log.exception("the session with the server %s ended by a fault of ToolGuard's own", member.server)
        finally:
            await member.close(coded("clients.member_session_over"))
            self._forget(member)
            await self._listener.member_ended(member)
            self.update()

    def _forget(self, member: AggregateMember) -> None:
        server = member.server
        del self._by_server[server]
        self.routes.drop(server)
        if watcher := self._handshake_watchers.pop(server, None):
            watcher.cancel()
        if server in self._ending:
            self._ending.discard(server)
        else:
            self.closed_servers.add(server)
        for method, listed in member.shown.items():
            if listed:
                self._listener.list_changed(method)

    async def _end_member(self, member: AggregateMember) -> None:
        await self._guard.end((member.session,), _SERVER_REMOVED)
        await member.close(_SERVER_REMOVED)

    async def end(self, reason: str) -> None:
        """End all sessions, because the client is gone."""
        self.has_ended = True
        for member in list(self._by_server.values()):
            await member.close(reason)
        for watcher in self._handshake_watchers.values():
            watcher.cancel()
        await asyncio.gather(*self._tasks, *self._handshake_watchers.values(), return_exceptions=True)

    # --- handshakes -------------------------------------------------------------------------------------------

    def introduce(self, introduction: ClientIntroduction) -> None:
        """Introduce the client to every server."""
        self.introduction = introduction
        for member in self._by_server.values():
            self._start_handshake(member)

    def renew_introduction(self, introduction: ClientIntroduction) -> None:
        """Use another introduction from now on. Servers that have completed their handshake keep it."""
        self.introduction = introduction

    def _start_handshake(self, member: AggregateMember) -> None:
        assert self.introduction is not None  # noqa: S101 - no handshake starts before
        member.start_handshake(self.introduction, self.initialized)
        if watcher := self._handshake_watchers.pop(member.server, None):
            watcher.cancel()
        self._handshake_watchers[member.server] = asyncio.get_running_loop().create_task(self._watch_handshake(member))

    async def _watch_handshake(self, member: AggregateMember) -> None:
        """Repeat a server's handshake until it succeeds."""
        for pause in (*RETRY_DELAYS, 0.0):
            try:
                await member.wait_ready()
            except MemberGoneError:
                if member.ended or not pause:
                    return
                await asyncio.sleep(pause)
                if self.introduction is not None:
                    member.start_handshake(self.introduction, self.initialized)
                continue
            self._member_ready(member)
            return

    def _member_ready(self, member: AggregateMember) -> None:
        for kind in self._listed.values():
            if kind.method not in member.lists:
                self._notify_when_done(member, kind, self._list(member, kind)[0])
        self._listener.member_ready(member)

    async def described(self, seconds: float) -> None:
        """Wait for the handshakes of all servers, ``seconds`` at most."""
        waits = [asyncio.ensure_future(member.described.wait()) for member in self._by_server.values()]
        if waits:
            await asyncio.wait(waits, timeout=seconds)
        for wait in waits:
            wait.cancel()

    def capabilities(self) -> tuple[list[dict[str, Any]], bool]:
        """Return the declared capabilities of the servers, and whether some have declared none."""
        capabilities = [
            jsonrpc.plain(member.handshake_result.get("capabilities"))
            for member in self
            if member.handshake_result is not None
        ]
        declared = [item for item in capabilities if isinstance(item, dict)]
        return declared, len(declared) < len(self._by_server)

    # --- lists ------------------------------------------------------------------------------------------------

    async def gather(self, kinds: Iterable[ListKind], *, missing: bool = False) -> None:
        """Refresh the lists of every server, or only ``missing`` ones; return after `LIST_TIMEOUT` at the latest."""
        loop = asyncio.get_running_loop()
        lists: list[tuple[AggregateMember, ListKind, asyncio.Task[None]]] = []
        waiting: list[asyncio.Task[None]] = []
        for member in self:
            if member.unavailable_reason and self.introduction is not None:
                self._start_handshake(member)
            for kind in kinds:
                if not missing or kind.method not in member.lists:
                    task, since = self._list(member, kind)
                    lists.append((member, kind, task))
                    waiting += [task] * (since + LIST_TIMEOUT > loop.time())
        if waiting:
            await asyncio.wait(waiting, timeout=LIST_TIMEOUT)
        for member, kind, task in lists:
            if not task.done():
                self._notify_when_done(member, kind, task)

    def _list(self, member: AggregateMember, kind: ListKind) -> tuple[asyncio.Task[None], float]:
        return member.start_listing(kind, self.meta, self.routes.learn)

    def _notify_when_done(self, member: AggregateMember, kind: ListKind, task: asyncio.Task[None]) -> None:
        def came(_: asyncio.Task[None]) -> None:
            if member.ended or self._merging[kind.method]:  # a concurrent merge will include it
                return
            if member.lists.get(kind.method, []) != member.shown.get(kind.method, []):
                self._listener.list_changed(kind.method)

        task.add_done_callback(came)

    async def merged(self, kind: ListKind) -> list[Item]:
        """Return the lists of all servers, joined; of a server that does not respond, its latest list."""
        self._listed[kind.method] = kind
        self._merging[kind.method] += 1
        try:
            await self.gather((kind,))
        finally:
            self._merging[kind.method] -= 1
        whole: dict[str, Item] = {}  # of two servers with the same resource, the first one owns it
        for member in self:
            member.shown[kind.method] = member.lists.get(kind.method, [])
            for item in member.shown[kind.method]:
                whole.setdefault(text_of(item, kind.key), item)
        return list(whole.values())
