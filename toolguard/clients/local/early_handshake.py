"""The handshake of a client whose server waits for its first acceptance by a person.

Some clients give ``initialize`` 1.5 seconds, and a person takes longer to read a command line. So the handshake is
answered at once, in ToolGuard's own name and with no more than is certain: lists that may change. The client's
``initialize`` goes on to the session all the same and reaches the server once it runs; the server's answer to it stays
here. A list is waited for, since not every client asks again when it hears that a list changed; it is answered as empty
before the client gives up, and ``list_changed`` follows when the server has something to list.

After a rejection all lists stay empty. Calls are never answered here: the session refuses them with the reason.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

from toolguard.clients.aggregate.merging import KINDS, SERVER_INFO
from toolguard.gate import jsonrpc
from toolguard.gate.approvals.availability import Availability
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.mcp import revisions
from toolguard.gate.session.upstream import ClientChannel, StreamedResponse
from toolguard.gate.texts import coded

Item = Message | jsonrpc.Batch | Malformed
Shook = Callable[[Message, str], None]
"""Records the client's ``initialize`` and the version that it was told."""

HOLD = 15.0
"""Seconds that a list waits for a person: less than what most clients give a server to start (30 to 90)."""
IMPATIENT = ("codex-mcp-client", "Cline", "@cline/core", "google-adk")
"""Clients, by how their names begin, that give all of a server's start 1.5 to 5 seconds."""
IMPATIENT_HOLD = 0.3
_CAPABILITIES: dict[str, Any] = {
    "tools": {"listChanged": True}, "prompts": {"listChanged": True}, "resources": {"listChanged": True},
}  # fmt: skip
_INSTRUCTIONS = coded("clients.server_new_waits_until")
_MOST = 1_000  # messages that wait for the server's own handshake; who has more to say waits, too


class EarlyHandshake(ClientChannel):
    """A channel to ``client`` for one session with ``server``, which a person has not accepted yet."""

    def __init__(
        self, client: ClientChannel, server: str, *, availability: Availability, shook: Shook, resumed: bool = False,
        hold: float = HOLD, impatient_hold: float = IMPATIENT_HOLD,
    ) -> None:  # fmt: skip
        """``resumed``: the client shook hands with a ToolGuard that died. The other two are in seconds."""
        self._client = client
        self._server = server
        self._availability = availability
        self._shook = shook
        self._hold = hold
        self._impatient_hold = impatient_hold
        self._early = resumed  # the handshake was answered here
        self._ready = False  # the server has answered something
        self._again: Message | None = None  # the client's `initialize`, after the session could not deliver it
        self._initialize: Message | None = None  # the same, while the session works on it
        self._initialized: Message | None = None  # what the client said after it
        self._settled = asyncio.Event()  # it does not
        self._settled.set()
        self._queue: deque[Item] = deque()  # what came meanwhile
        self._lists: dict[Id, tuple[str, asyncio.TimerHandle | None]] = {}  # not answered yet: the method
        self._emptied: dict[Id, str] = {}  # answered here as empty, and not yet by the session
        self._reading: asyncio.Task[Item] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def ended(self) -> str:
        return self._client.ended

    def streamed(self, told: StreamedResponse) -> None:
        self._client.streamed(told)

    # --- from the client --------------------------------------------------------------------------------------

    def __aiter__(self) -> AsyncIterator[Item]:
        self._messages = self._client.__aiter__()
        return self

    async def __anext__(self) -> Item:
        while True:
            if self._settled.is_set() and self._queue:
                waited = self._queue.popleft()
                if self._comes_too_early(waited):
                    continue
                return waited
            item = await self._read()
            if item is None:
                continue
            waits = not self._settled.is_set() or bool(self._queue)
            if isinstance(item, dict) and await self._answered(item):
                continue
            if not waits and self._again is not None and isinstance(item, dict) and "method" in item and "id" in item:
                if self._initialized is not None:
                    self._queue.append(self._initialized)
                self._queue.append(item)
                return self._introduce(self._again)
            if not waits and not self._comes_too_early(item):
                return item
            if waits:
                self._queue.append(item)

    def _comes_too_early(self, item: Item) -> bool:
        """Whether it ends a handshake that failed: it goes to the server after the next one."""
        if not isinstance(item, dict) or item.get("method") != "notifications/initialized":
            return False
        self._initialized = item
        return self._again is not None

    def _introduce(self, initialize: Message) -> Message:
        """Let the session hear ``initialize``, and nothing else before it has answered that."""
        self._initialize, self._again = initialize, None
        self._settled.clear()
        return initialize

    async def _read(self) -> Item | None:
        """The client's next message; None when what waited may go on."""
        if self._settled.is_set():
            if self._reading is None:
                return await self._next()
            await asyncio.wait((self._reading,))
            return self._taken()
        if self._reading is None and len(self._queue) < _MOST:
            self._reading = asyncio.get_running_loop().create_task(self._next())
            self._reading.add_done_callback(lambda task: task.cancelled() or task.exception())
        waiting = asyncio.get_running_loop().create_task(self._settled.wait())
        try:
            both: set[asyncio.Task[Any]] = {waiting} if self._reading is None else {waiting, self._reading}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        return self._taken() if self._reading is not None and self._reading.done() else None

    async def _next(self) -> Item:
        item: Item = await self._messages.__anext__()
        return item

    def _taken(self) -> Item:
        reading, self._reading = self._reading, None
        assert reading is not None  # noqa: S101 - looked at by `_read`
        return reading.result()

    async def _answered(self, message: Message) -> bool:
        """Answer what can be answered here; True for what the session must not hear."""
        method, id = message.get("method"), message.get("id")
        if method == "notifications/cancelled":
            return self._taken_back(message)
        if method is None or id is None:
            return False
        if method == "initialize":
            await self._greet(message)
        elif method in KINDS and self._early:
            self._mind(id, method)
        elif method == "ping" and self._early and not self._ready:
            await self._client.send(jsonrpc.result(id, {}))
            return True
        elif method == "server/discover" and not self._early and self._availability.can_ask:
            # Nobody knows which era the server speaks: a client that speaks both goes on with `initialize`.
            await self._client.send(jsonrpc.error(id, jsonrpc.METHOD_NOT_FOUND, coded("clients.method_not_found")))
            return True
        return False

    async def _greet(self, initialize: Message) -> None:
        """Answer the first ``initialize``, unless nobody can be asked: then the session says so."""
        params = initialize.get("params")
        version = params.get("protocolVersion") if isinstance(params, dict) else None
        if self._early or version not in revisions.SPOKEN_LEGACY or not self._availability.can_ask:
            return
        self._early = True
        self._introduce(initialize)
        if revisions.claim_of(initialize).startswith(IMPATIENT):
            self._hold = self._impatient_hold
        self._shook(initialize, version)
        told = {
            "protocolVersion": version, "capabilities": _CAPABILITIES,
            "serverInfo": {**SERVER_INFO, "title": f"ToolGuard, for {self._server}"}, "instructions": _INSTRUCTIONS,
        }  # fmt: skip
        await self._client.send(jsonrpc.result(initialize["id"], told))

    def _taken_back(self, message: Message) -> bool:
        """The client gives up a request. True when no session has heard of that."""
        params = message.get("params")
        id = params.get("requestId") if isinstance(params, dict) else None
        if isinstance(id, bool) or not isinstance(id, int | str):
            return False
        if self._initialize is not None and id == self._initialize["id"]:
            return True  # it must not be cancelled (lifecycle), and was answered
        _, timer = self._lists.pop(id, ("", None))
        if timer is not None:
            timer.cancel()
        kept = [one for one in self._queue if not (isinstance(one, dict) and "method" in one and one.get("id") == id)]
        found = len(kept) < len(self._queue)
        self._queue = deque(kept)
        return found

    # --- lists ------------------------------------------------------------------------------------------------

    def _mind(self, id: Id, method: str) -> None:
        """See to it that a list is answered in time."""
        timer = None if self._ready else asyncio.get_running_loop().call_later(self._hold, self._give_up, id)
        self._lists[id] = (method, timer)

    def _give_up(self, id: Id) -> None:
        method, _ = self._lists.pop(id)
        self._emptied[id] = method
        self._say(_empty(id, method))

    def _say(self, message: Message) -> None:
        task = asyncio.get_running_loop().create_task(self._tell(message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, message: Message) -> None:
        with suppress(ConnectionError):  # the client is gone, which the session hears
            await self._client.send(message)

    # --- to the client ----------------------------------------------------------------------------------------

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        answer = self._answer(message) if isinstance(message, dict) and "method" not in message else message
        if answer is not None:
            await self._client.send(answer)

    def _answer(self, message: Message) -> Message | None:
        """What the client is told of an answer; None when it was answered here."""
        id, failed = message.get("id"), "error" in message
        if id is None:
            return message
        if self._initialize is not None and id == self._initialize["id"]:
            self._again = self._initialize if failed else None
            self._initialize, self._ready = None, not failed
            self._settled.set()
            return None
        if id in self._emptied:
            method = self._emptied.pop(id)
            self._ready = self._ready or not failed
            if not failed and KINDS[method].changed:
                self._say({"jsonrpc": "2.0", "method": KINDS[method].changed})
            return None
        if id not in self._lists:
            return message
        method, timer = self._lists.pop(id)
        if timer is not None:
            timer.cancel()
        self._ready = self._ready or not failed
        if failed and (not self._ready or _is_unknown(message)):
            return _empty(id, method)
        return message

    async def close(self, reason: str = "") -> None:
        for _, timer in self._lists.values():
            if timer is not None:
                timer.cancel()
        self._lists.clear()
        for task in (self._reading, *self._tasks):
            if task is not None:
                task.cancel()
        await self._client.close(reason)


def _empty(id: Id, method: str) -> Message:
    return jsonrpc.result(id, {KINDS[method].member: []})


def _is_unknown(answer: Message) -> bool:
    """The server does not know the method, which the handshake here has promised."""
    error = jsonrpc.plain(answer["error"])
    return isinstance(error, dict) and error.get("code") == jsonrpc.METHOD_NOT_FOUND
