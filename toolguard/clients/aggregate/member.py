"""One server of an aggregated endpoint: the client's channel for its session, and a server for `AggregateSession`.

Handles the handshake, the server's lists, and the aggregate's own requests. It does not know the other servers or the
client's requests.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from toolguard.clients.aggregate.merging import Item, ListKind, decode_members, items, next_cursor
from toolguard.gate import jsonrpc
from toolguard.gate.arrival import Arrival
from toolguard.gate.jsonrpc import Id, Message
from toolguard.gate.model import Era
from toolguard.gate.session.upstream import ClientChannel
from toolguard.gate.task_set import TaskSet
from toolguard.gate.texts import coded

MAX_PAGES = 100
MAX_ITEMS = 10_000
MAX_LIST_SIZE = jsonrpc.MAX_LINE
"""Maximum bytes of all pages of a list."""
DISCOVER_SILENCE = 10.0
"""Seconds without a response to ``server/discover`` after which a server counts as one without support for it."""
_MAX_QUEUED_MESSAGES = 1_000  # messages queued for its session
_BACKLOG_BYTES = 16 * 1024 * 1024  # estimated bytes of them


class MemberGoneError(Exception):
    """The server is not available; the text says why."""


class MemberResponseError(Exception):
    """The server answered one of the aggregate's own requests with an error."""

    def __init__(self, error: Any) -> None:
        error = error if isinstance(error, dict) else {}
        code, text, data = error.get("code"), str(error.get("message"))[:500], error.get("data")
        super().__init__(text)
        self.code = code
        self.ours = text.startswith("ToolGuard: ") and isinstance(data, dict) and "reason" in data
        """Whether the gate returned the error, and the server was not reached."""


class ClientIntroduction(msgspec.Struct, frozen=True):
    """The client's introduction, which is passed to every server."""

    era: Era
    params: dict[str, Any]
    """Params of ``initialize``; in the modern era, params with the ``_meta`` of every request."""


class AggregateMember(ClientChannel):
    """A channel (`upstream.ClientChannel`) for its session. ``on_message`` gets what the server sends."""

    ended = ""

    def __init__(
        self, server: str, session: str, on_message: Callable[[AggregateMember, Message], Awaitable[None]]
    ) -> None:
        self.server = server
        self.session = session
        self.handshake_result: dict[str, Any] | None = None
        """Result of the handshake; None before it, empty if the server returned none."""
        self.unavailable_reason = ""
        """Why the server is unavailable; ``""`` if no problem is known."""
        self.lists: dict[str, list[Item]] = {}
        """Its latest lists in the client's form, by method."""
        self.shown: dict[str, list[Item]] = {}
        """The lists that the client got last, by method."""
        self.described = asyncio.Event()
        """Set once the handshake has succeeded or failed."""
        self._on_message = on_message
        self._inbox: deque[tuple[Message, int]] = deque()
        self._size = 0
        self._arrival = Arrival()
        self._run = f"tg-{secrets.token_hex(8)}"
        self._count = 0
        self._open_requests: dict[Id, asyncio.Future[Any]] = {}
        self._handshake_task: asyncio.Task[None] | None = None
        self._listing: dict[str, tuple[asyncio.Task[None], float]] = {}
        self._newest: dict[str, int] = {}  # number of the listing in ``lists``: an older one may end later
        self._tasks = TaskSet()

    # --- interface for its session: a client ----------------------------------------------------------------------

    def __aiter__(self) -> AggregateMember:
        return self

    async def __anext__(self) -> Message:
        while not self._inbox:
            if self.ended:
                raise StopAsyncIteration
            await self._arrival.wait()
        message, size = self._inbox.popleft()
        self._size -= size
        return message

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        if self.ended:
            raise ConnectionError(self.ended)
        for part in message if isinstance(message, list) else (message,):
            await self._on_message(self, part)

    async def close(self, reason: str = "") -> None:
        """End the connection, from either side."""
        if self.ended:
            return
        self.ended = reason or coded("clients.endpoint_session_over")
        self._inbox.clear()
        self._arrival.wake()
        self.described.set()
        for waiting in self._open_requests.values():
            if not waiting.done():
                waiting.set_exception(MemberGoneError(self.ended))
                waiting.exception()  # marked as seen: nobody may be waiting any more
        for task in [*self._tasks, *([self._handshake_task] if self._handshake_task is not None else [])]:
            task.cancel()

    # --- interface for the aggregate: a server --------------------------------------------------------------------

    def deliver(self, message: Message) -> None:
        """Queue ``message`` for the session. Raises `MemberGoneError` if it accepts nothing more."""
        if self.ended:
            raise MemberGoneError(self.ended)
        if len(self._inbox) >= _MAX_QUEUED_MESSAGES or self._size > _BACKLOG_BYTES:
            raise MemberGoneError(coded("clients.server_not_take_sent", server=self.server))
        self._queue(message)

    def _queue(self, message: Message) -> None:
        size = len(jsonrpc.encode(message)) if self._inbox else 0  # it is nearly always the only one
        self._inbox.append((message, size))
        self._size += size
        self._arrival.wake()

    def start_request(self, method: str, params: dict[str, Any]) -> tuple[Id, asyncio.Future[Any]]:
        """Send one of the aggregate's own requests; return its ID and a future of its result."""
        self._count += 1
        id = f"{self._run}-{self._count}"
        waiting: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.deliver({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        self._open_requests[id] = waiting
        waiting.add_done_callback(lambda _: self._open_requests.pop(id, None))
        return id, waiting

    async def request(self, method: str, params: dict[str, Any]) -> Any:
        """Return the result of one of the aggregate's own requests; raises `MemberGoneError`, `MemberResponseError`."""
        return await self.start_request(method, params)[1]

    def cancel_request(self, id: Id, reason: str) -> None:
        """Cancel one of the aggregate's own requests."""
        waiting = self._open_requests.get(id)
        if waiting is not None:
            waiting.cancel()
        params = {"requestId": id, "reason": reason}
        self.cancel(id, {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})

    def cancel(self, id: Id, message: Message) -> None:
        """Cancel a request: discard it if the session has not taken it, else queue ``message``, however full it is."""
        for at, (queued, size) in enumerate(self._inbox):
            if "method" in queued and queued.get("id") == id:
                del self._inbox[at]
                self._size -= size
                return
        if not self.ended:
            self._queue(message)

    def accept_response(self, message: Message) -> bool:
        """Accept a response to one of the aggregate's own requests; return False for any other."""
        waiting = self._open_requests.get(message["id"])
        if waiting is None:
            return False
        if not waiting.done():
            if "error" in message:
                waiting.set_exception(MemberResponseError(jsonrpc.plain(message["error"])))
                waiting.exception()
            else:
                waiting.set_result(message["result"])
        return True

    def supports(self, capability: str) -> bool:
        """Return whether the server has the capability, or has not declared its capabilities."""
        capabilities = jsonrpc.plain((self.handshake_result or {}).get("capabilities"))
        return not isinstance(capabilities, dict) or isinstance(capabilities.get(capability), dict)

    @property
    def is_ready(self) -> bool:
        """Whether the handshake has succeeded."""
        return (
            self._handshake_task is not None
            and self._handshake_task.done()
            and not self.unavailable_reason
            and not self.ended
        )

    # --- the handshake --------------------------------------------------------------------------------------------

    def start_handshake(self, introduction: ClientIntroduction, initialized: asyncio.Event) -> None:
        """Start or restart the handshake. ``initialized``: set once the client is initialized."""
        if self._handshake_task is not None:
            self._handshake_task.cancel()
        self.unavailable_reason, self.handshake_result = "", None
        self.described.clear()
        self._handshake_task = asyncio.get_running_loop().create_task(self._start_handshake(introduction, initialized))

    def resume(self) -> None:
        """Skip the handshake, which a process that died completed; the session repeats it itself."""
        self.handshake_result = {}
        self.described.set()
        self._handshake_task = asyncio.get_running_loop().create_task(asyncio.sleep(0))

    async def _start_handshake(self, introduction: ClientIntroduction, initialized: asyncio.Event) -> None:
        try:
            if introduction.era == "modern":
                self.handshake_result = await self._discover(introduction)
            else:
                self.handshake_result = decode_members(await self.request("initialize", introduction.params))
                self.described.set()
                await initialized.wait()
                self.deliver({"jsonrpc": "2.0", "method": "notifications/initialized"})
        except (MemberGoneError, MemberResponseError) as why:
            self.unavailable_reason = str(why).removeprefix("ToolGuard: ")
        finally:
            self.described.set()

    async def _discover(self, introduction: ClientIntroduction) -> dict[str, Any]:
        try:
            async with asyncio.timeout(DISCOVER_SILENCE):
                return decode_members(await self.request("server/discover", introduction.params))
        except TimeoutError:
            return {}
        except MemberResponseError as no:
            if no.ours:
                raise
            return {}

    async def wait_ready(self) -> None:
        """Wait for the end of the handshake. Raises `MemberGoneError` if it failed."""
        while self._handshake_task is not None and not self.ended:
            handshake = self._handshake_task
            await asyncio.wait((handshake,))
            if handshake is self._handshake_task:
                break
        if self._handshake_task is None or self.unavailable_reason or self.ended:
            raise MemberGoneError(self.unavailable_reason or self.ended or coded("clients.not_spoken_yet"))

    # --- its lists ------------------------------------------------------------------------------------------------

    def start_listing(
        self, kind: ListKind, meta: dict[str, Any], learn: Callable[[ListKind, str, list[Item]], list[Item]]
    ) -> tuple[asyncio.Task[None], float]:
        """Start listing; return the task and its start time. A listing in progress is shared."""
        listing = self._listing.get(kind.method)
        if listing is None:
            task = self._tasks.start(self._list(kind, meta, learn))
            listing = self._listing[kind.method] = (task, asyncio.get_running_loop().time())
        return listing

    def list_changed(self, method: str) -> None:
        """Note that a list has changed, so that the next request does not join a listing in progress."""
        self._listing.pop(method, None)

    async def _list(
        self, kind: ListKind, meta: dict[str, Any], learn: Callable[[ListKind, str, list[Item]], list[Item]]
    ) -> None:  # fmt: skip
        self._count += 1
        number, task = self._count, asyncio.current_task()
        listed: list[Item] | None = None
        try:
            await self.wait_ready()
            supported = self.supports(kind.capability)
            listed = await all_items(lambda params: self.request(kind.method, params), kind, meta) if supported else []
        except MemberResponseError as no:
            listed = [] if no.code == jsonrpc.METHOD_NOT_FOUND else None
        except MemberGoneError:
            return
        finally:
            if kind.method in self._listing and self._listing[kind.method][0] is task:
                del self._listing[kind.method]
        if listed is not None and number > self._newest.get(kind.method, 0):
            self._newest[kind.method] = number
            self.lists[kind.method] = learn(kind, self.server, listed)


async def all_items(
    request: Callable[[dict[str, Any]], Awaitable[Any]], kind: ListKind, meta: dict[str, Any]
) -> list[Item]:
    """Return the items of all pages, up to a limit. An empty cursor is a cursor (server/utilities/pagination)."""
    listed: list[Item] = []
    params: dict[str, Any] = dict(meta)
    cursors: set[str] = set()
    size = 0
    for _ in range(MAX_PAGES):
        page = await request(params)
        size += len(jsonrpc.encode(page))
        if size > MAX_LIST_SIZE:
            break
        listed += items(page, kind)
        cursor = next_cursor(page)
        if cursor is None or cursor in cursors or len(listed) >= MAX_ITEMS:
            break
        cursors.add(cursor)
        params = {**meta, "cursor": cursor}
    return listed[:MAX_ITEMS]
