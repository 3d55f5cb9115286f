"""The servers behind one façade, as they come and go: a session each, introduced, listed, brought together in order.

No server waits for another: what is slow is left out until it comes, and then the client hears that there is more.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator
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
from toolguard.gate.texts import coded

LIST_TIMEOUT = 4.0
"""Seconds that a list waits for a slow server."""
RETRIES = (5.0, 15.0, 60.0, 300.0)
"""Seconds between tries to speak to a server that could not be spoken to. Later ones come with the client's lists."""
_SERVER_REMOVED = coded("clients.ended_because_server_removed")

_log = logging.getLogger(__name__)

Open = Callable[[str, str], tuple[Opener, ResumedSession | None]]
"""For a server and a session: what opens the server, and what the log knows of the session if its process died."""


class MemberListener(Protocol):
    """The façade, as far as what is behind it can be seen from there."""

    def session_resumed(self, member: AggregateMember, resumed: ResumedSession) -> None:
        """A session goes on that another process began: what it left open will be answered."""

    async def heard(self, member: AggregateMember, message: Message) -> None:
        """A server's message."""

    def member_ready(self, member: AggregateMember) -> None:
        """A server can be spoken to."""

    def list_changed(self, method: str) -> None:
        """A list is not what the client was shown."""

    async def member_ended(self, member: AggregateMember) -> None:
        """A session is over."""


class AggregateMembers:
    """By server. ``servers()`` tells which there should be now, in order."""

    def __init__(
        self, session: str, caller: ClientInfo, guard: GateApi, listener: MemberListener, *,
        servers: Callable[[], Collection[str]], open: Open,
    ) -> None:  # fmt: skip
        self.routes = RoutingTable()
        self.introduction: ClientIntroduction | None = None
        self.initialized = asyncio.Event()
        """The client has heard that all is well, and may be asked things."""
        self.closed_servers: set[str] = set()
        """Servers whose session somebody ended: not opened again for this client."""
        self._session = session
        self._caller = caller
        self._guard = guard
        self._listener = listener
        self._servers = servers
        self._open = open
        self._by_server: dict[str, AggregateMember] = {}
        self._order: tuple[str, ...] = ()
        self._ending: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._handshake_watchers: dict[str, asyncio.Task[None]] = {}
        self._listed: dict[str, ListKind] = {}  # the lists that the client has asked for
        self._merging: Counter[str] = Counter()
        self.has_ended = False
        """The client is gone."""

    def __iter__(self) -> Iterator[AggregateMember]:
        return iter([self._by_server[server] for server in self._order if server in self._by_server])

    def __len__(self) -> int:
        return len(self._by_server)

    def get(self, server: str) -> AggregateMember | None:
        return self._by_server.get(server) if server not in self._ending else None

    @property
    def order(self) -> tuple[str, ...]:
        return self._order

    @property
    def meta(self) -> dict[str, Any]:
        """The params that every request of the façade's own has."""
        return self.introduction.params if self.introduction is not None and self.introduction.era == "modern" else {}

    # --- come and go ------------------------------------------------------------------------------------------

    def update(self) -> None:
        """Begin the sessions that should be there, end those that should not."""
        if self.has_ended or self._guard.gate.closing:
            return
        self._order = tuple(self._servers())
        self.closed_servers.intersection_update(self._order)
        for server in [
            server for server in self._by_server if server not in self._order and server not in self._ending
        ]:
            self._ending.add(server)
            self._spawn(self._end_member(self._by_server[server]))
        for server in self._order:
            if server not in self._by_server and server not in self.closed_servers:
                self._begin(server)

    def _begin(self, server: str) -> None:
        member = AggregateMember(server, f"{self._session}.{server}", self._listener.heard)
        opener, resumed = self._open(server, member.session)
        self._by_server[server] = member
        if resumed is not None:
            self._listener.session_resumed(member, resumed)
        if resumed is not None and resumed.initialize is not None:
            member.resume()
        elif self.introduction is not None:
            self._start_handshake(member)
        self._spawn(self._serve(member, opener, resumed))

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
        """The client is gone: every session ends, all at once."""
        self.has_ended = True
        for member in list(self._by_server.values()):
            await member.close(reason)
        for watcher in self._handshake_watchers.values():
            watcher.cancel()
        await asyncio.gather(*self._tasks, *self._handshake_watchers.values(), return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- introduced -------------------------------------------------------------------------------------------

    def introduce(self, introduction: ClientIntroduction) -> None:
        """The client says who it is: every server is told."""
        self.introduction = introduction
        for member in self._by_server.values():
            self._start_handshake(member)

    def _start_handshake(self, member: AggregateMember) -> None:
        assert self.introduction is not None  # noqa: S101 - nobody is greeted before
        member.start_handshake(self.introduction, self.initialized)
        if watcher := self._handshake_watchers.pop(member.server, None):
            watcher.cancel()
        self._handshake_watchers[member.server] = asyncio.get_running_loop().create_task(self._watch_handshake(member))

    async def _watch_handshake(self, member: AggregateMember) -> None:
        """Look after a server until it can be spoken to."""
        for pause in (*RETRIES, 0.0):
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
        """Wait until every server has said what it is, so many seconds at most."""
        waits = [asyncio.ensure_future(member.described.wait()) for member in self._by_server.values()]
        if waits:
            await asyncio.wait(waits, timeout=seconds)
        for wait in waits:
            wait.cancel()

    def capabilities(self) -> tuple[list[dict[str, Any]], bool]:
        """What each server that has told it can do, and whether some have not."""
        found = [
            jsonrpc.plain(member.handshake_result.get("capabilities"))
            for member in self
            if member.handshake_result is not None
        ]
        told = [one for one in found if isinstance(one, dict)]
        return told, len(told) < len(self._by_server)

    # --- listed -----------------------------------------------------------------------------------------------

    async def gather(self, kinds: Iterable[ListKind], *, missing: bool = False) -> None:
        """List anew, or only what is ``missing``, from every server; return after `LIST_TIMEOUT` at the latest."""
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
            if member.ended or self._merging[kind.method]:  # who merges now will show it
                return
            if member.lists.get(kind.method, []) != member.shown.get(kind.method, []):
                self._listener.list_changed(kind.method)

        task.add_done_callback(came)

    async def merged(self, kind: ListKind) -> list[Item]:
        """The list of every server, one behind the other; of one that does not come, what it listed last."""
        self._listed[kind.method] = kind
        self._merging[kind.method] += 1
        try:
            await self.gather((kind,))
        finally:
            self._merging[kind.method] -= 1
        whole: dict[str, Item] = {}  # two servers may know one resource: the first of them is asked for it
        for member in self:
            member.shown[kind.method] = member.lists.get(kind.method, [])
            for item in member.shown[kind.method]:
                whole.setdefault(text_of(item, kind.key), item)
        return list(whole.values())
