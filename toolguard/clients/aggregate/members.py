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

PATIENCE = 4.0
"""Seconds that a list waits for a slow server."""
RETRIES = (5.0, 15.0, 60.0, 300.0)
"""Seconds between tries to speak to a server that could not be spoken to. Later ones come with the client's lists."""
_GONE = coded("clients.ended_because_server_removed")

_log = logging.getLogger(__name__)

Open = Callable[[str, str], tuple[Opener, ResumedSession | None]]
"""For a server and a session: what opens the server, and what the log knows of the session if its process died."""


class MemberListener(Protocol):
    """The façade, as far as what is behind it can be seen from there."""

    def taken_up(self, branch: AggregateMember, resumed: ResumedSession) -> None:
        """A session goes on that another process began: what it left open will be answered."""

    async def heard(self, branch: AggregateMember, message: Message) -> None:
        """A server's message."""

    def arrived(self, branch: AggregateMember) -> None:
        """A server can be spoken to."""

    def changed(self, method: str) -> None:
        """A list is not what the client was shown."""

    async def gone(self, branch: AggregateMember) -> None:
        """A session is over."""


class AggregateMembers:
    """By server. ``servers()`` tells which there should be now, in order."""

    def __init__(
        self, session: str, caller: ClientInfo, guard: GateApi, front: MemberListener, *,
        servers: Callable[[], Collection[str]], open: Open,
    ) -> None:  # fmt: skip
        self.routes = RoutingTable()
        self.opening: ClientIntroduction | None = None
        self.begun = asyncio.Event()
        """The client has heard that all is well, and may be asked things."""
        self.shut: set[str] = set()
        """Servers whose session somebody ended: not opened again for this client."""
        self._session = session
        self._caller = caller
        self._guard = guard
        self._front = front
        self._servers = servers
        self._open = open
        self._at: dict[str, AggregateMember] = {}
        self._order: tuple[str, ...] = ()
        self._leaving: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._minders: dict[str, asyncio.Task[None]] = {}
        self._listed: dict[str, ListKind] = {}  # the lists that the client has asked for
        self._merging: Counter[str] = Counter()
        self.over = False
        """The client is gone."""

    def __iter__(self) -> Iterator[AggregateMember]:
        return iter([self._at[server] for server in self._order if server in self._at])

    def __len__(self) -> int:
        return len(self._at)

    def get(self, server: str) -> AggregateMember | None:
        return self._at.get(server) if server not in self._leaving else None

    @property
    def order(self) -> tuple[str, ...]:
        return self._order

    @property
    def meta(self) -> dict[str, Any]:
        """The params that every request of the façade's own has."""
        return self.opening.params if self.opening is not None and self.opening.era == "modern" else {}

    # --- come and go ------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Begin the sessions that should be there, end those that should not."""
        if self.over or self._guard.gate.closing:
            return
        self._order = tuple(self._servers())
        self.shut.intersection_update(self._order)
        for server in [server for server in self._at if server not in self._order and server not in self._leaving]:
            self._leaving.add(server)
            self._spawn(self._dismiss(self._at[server]))
        for server in self._order:
            if server not in self._at and server not in self.shut:
                self._begin(server)

    def _begin(self, server: str) -> None:
        branch = AggregateMember(server, f"{self._session}.{server}", self._front.heard)
        opener, resumed = self._open(server, branch.session)
        self._at[server] = branch
        if resumed is not None:
            self._front.taken_up(branch, resumed)
        if resumed is not None and resumed.initialize is not None:
            branch.go_on()
        elif self.opening is not None:
            self._greet(branch)
        self._spawn(self._serve(branch, opener, resumed))

    async def _serve(self, branch: AggregateMember, opener: Opener, resumed: ResumedSession | None) -> None:
        try:
            await self._guard.join(branch.session, self._caller, branch.server, branch, opener, resumed)
        except Exception:  # noqa: BLE001 - ours, logged: the other sessions go on
            _log.exception("the session with the server %s ended by a fault of ToolGuard's own", branch.server)
        finally:
            await branch.close(coded("clients.member_session_over"))
            self._forget(branch)
            await self._front.gone(branch)
            self.follow()

    def _forget(self, branch: AggregateMember) -> None:
        server = branch.server
        del self._at[server]
        self.routes.drop(server)
        if minder := self._minders.pop(server, None):
            minder.cancel()
        if server in self._leaving:
            self._leaving.discard(server)
        else:
            self.shut.add(server)
        for method, listed in branch.shown.items():
            if listed:
                self._front.changed(method)

    async def _dismiss(self, branch: AggregateMember) -> None:
        await self._guard.end((branch.session,), _GONE)
        await branch.close(_GONE)

    async def end(self, reason: str) -> None:
        """The client is gone: every session ends, all at once."""
        self.over = True
        for branch in list(self._at.values()):
            await branch.close(reason)
        for minder in self._minders.values():
            minder.cancel()
        await asyncio.gather(*self._tasks, *self._minders.values(), return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- introduced -------------------------------------------------------------------------------------------

    def introduce(self, opening: ClientIntroduction) -> None:
        """The client says who it is: every server is told."""
        self.opening = opening
        for branch in self._at.values():
            self._greet(branch)

    def _greet(self, branch: AggregateMember) -> None:
        assert self.opening is not None  # noqa: S101 - nobody is greeted before
        branch.greet(self.opening, self.begun)
        if minder := self._minders.pop(branch.server, None):
            minder.cancel()
        self._minders[branch.server] = asyncio.get_running_loop().create_task(self._mind(branch))

    async def _mind(self, branch: AggregateMember) -> None:
        """Look after a server until it can be spoken to."""
        for pause in (*RETRIES, 0.0):
            try:
                await branch.met()
            except MemberGoneError:
                if branch.ended or not pause:
                    return
                await asyncio.sleep(pause)
                if self.opening is not None:
                    branch.greet(self.opening, self.begun)
                continue
            self._arrive(branch)
            return

    def _arrive(self, branch: AggregateMember) -> None:
        for kind in self._listed.values():
            if kind.method not in branch.lists:
                self._when_late(branch, kind, self._list(branch, kind)[0])
        self._front.arrived(branch)

    async def known(self, seconds: float) -> None:
        """Wait until every server has said what it is, so many seconds at most."""
        waits = [asyncio.ensure_future(branch.known.wait()) for branch in self._at.values()]
        if waits:
            await asyncio.wait(waits, timeout=seconds)
        for wait in waits:
            wait.cancel()

    def capabilities(self) -> tuple[list[dict[str, Any]], bool]:
        """What each server that has told it can do, and whether some have not."""
        found = [jsonrpc.plain(branch.told.get("capabilities")) for branch in self if branch.told is not None]
        told = [one for one in found if isinstance(one, dict)]
        return told, len(told) < len(self._at)

    # --- listed -----------------------------------------------------------------------------------------------

    async def gather(self, kinds: Iterable[ListKind], *, missing: bool = False) -> None:
        """List anew, or only what is ``missing``, from every server; return after `PATIENCE` at the latest."""
        loop = asyncio.get_running_loop()
        lists: list[tuple[AggregateMember, ListKind, asyncio.Task[None]]] = []
        waiting: list[asyncio.Task[None]] = []
        for branch in self:
            if branch.why and self.opening is not None:
                self._greet(branch)
            for kind in kinds:
                if not missing or kind.method not in branch.lists:
                    task, since = self._list(branch, kind)
                    lists.append((branch, kind, task))
                    waiting += [task] * (since + PATIENCE > loop.time())
        if waiting:
            await asyncio.wait(waiting, timeout=PATIENCE)
        for branch, kind, task in lists:
            if not task.done():
                self._when_late(branch, kind, task)

    def _list(self, branch: AggregateMember, kind: ListKind) -> tuple[asyncio.Task[None], float]:
        return branch.listing(kind, self.meta, self.routes.learn)

    def _when_late(self, branch: AggregateMember, kind: ListKind, task: asyncio.Task[None]) -> None:
        def came(_: asyncio.Task[None]) -> None:
            if branch.ended or self._merging[kind.method]:  # who merges now will show it
                return
            if branch.lists.get(kind.method, []) != branch.shown.get(kind.method, []):
                self._front.changed(kind.method)

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
        for branch in self:
            branch.shown[kind.method] = branch.lists.get(kind.method, [])
            for item in branch.shown[kind.method]:
                whole.setdefault(text_of(item, kind.key), item)
        return list(whole.values())
