"""The handshake of a client whose server waits for its first acceptance by a person.

Some clients give ``initialize`` 1.5 seconds, and a person takes longer to read a command line. So ToolGuard answers it
at once in its own name, and promises only what is certain: lists that may change. The client's ``initialize`` is still
passed to the session and reaches the server once it runs; the server's response is dropped here. A list request waits,
since not every client repeats it after ``list_changed``. Before the client would time out it is answered as empty, and
``list_changed`` follows when the server has something to list.

If the person rejects the server, all lists stay empty. Calls are never answered here: the session refuses them with the
reason.
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
from toolguard.gate.task_set import TaskSet, retrieve_exception
from toolguard.gate.texts import coded

Item = Message | jsonrpc.Batch | Malformed
HandshakeCallback = Callable[[Message, str], None]
"""Records the client's ``initialize`` and the version that it was answered with."""

LIST_TIMEOUT = 15.0
"""Seconds that a list request waits for a person: less than most clients give a server to start (30 to 90)."""
IMPATIENT_CLIENTS = ("codex-mcp-client", "Cline", "@cline/core", "google-adk")
"""Name prefixes of clients that give the whole start of a server 1.5 to 5 seconds."""
IMPATIENT_LIST_TIMEOUT = 0.3
_CAPABILITIES: dict[str, Any] = {
    "tools": {"listChanged": True}, "prompts": {"listChanged": True}, "resources": {"listChanged": True},
}  # fmt: skip
_INSTRUCTIONS = coded("clients.server_new_waits_until")
_MAX_QUEUED = 1_000  # messages queued until the server's own handshake; beyond that, reading pauses
_MAX_QUEUED_BYTES = 16 * 1024 * 1024  # their approximate size


class EarlyHandshake(ClientChannel):
    """Channel to ``client`` for one session with ``server``, which a person has not accepted yet."""

    def __init__(
        self, client: ClientChannel, server: str, *, availability: Availability, on_handshake: HandshakeCallback,
        resumed: bool = False,
        list_timeout: float = LIST_TIMEOUT, impatient_list_timeout: float = IMPATIENT_LIST_TIMEOUT,
    ) -> None:  # fmt: skip
        """``resumed``: the client completed its handshake with an app that died. Timeouts are in seconds."""
        self._client = client
        self._server = server
        self._availability = availability
        self._on_handshake = on_handshake
        self._list_timeout = list_timeout
        self._impatient_list_timeout = impatient_list_timeout
        self._answered_early = resumed  # the handshake was answered here
        self._ready = False  # the server has answered something
        self._failed_initialize: Message | None = None  # the client's, after the session could not deliver it
        self._initialize: Message | None = None  # the client's, while the session works on it
        self._initialized: Message | None = None  # the client's notification after it
        self._initialize_done = asyncio.Event()  # the session is not working on an `initialize`
        self._initialize_done.set()
        self._queue: deque[Item] = deque()  # messages that arrived meanwhile
        self._queued_bytes = 0
        self._lists: dict[Id, tuple[str, asyncio.TimerHandle | None]] = {}  # unanswered, with their method
        self._emptied: dict[Id, str] = {}  # answered here as empty, but not yet by the session
        self._reading: asyncio.Task[Item] | None = None
        self._tasks = TaskSet()

    @property
    def ended(self) -> str:
        return self._client.ended

    def streamed(self, result: StreamedResponse) -> None:
        self._client.streamed(result)

    # --- from the client --------------------------------------------------------------------------------------

    def __aiter__(self) -> AsyncIterator[Item]:
        self._messages = self._client.__aiter__()
        return self

    async def __anext__(self) -> Item:
        while True:
            if self._initialize_done.is_set() and self._queue:
                waited = self._queue.popleft()
                self._queued_bytes -= _size_of(waited)
                if self._is_premature(waited):
                    continue
                return waited
            item = await self._read()
            if item is None:
                continue
            must_wait = not self._initialize_done.is_set()
            if isinstance(item, dict) and await self._answer_early(item):
                continue
            if (
                not must_wait
                and self._failed_initialize is not None
                and isinstance(item, dict)
                and "method" in item
                and "id" in item
            ):
                if self._initialized is not None:
                    self._hold(self._initialized)
                self._hold(item)
                return self._pass_initialize(self._failed_initialize)
            if not must_wait and not self._is_premature(item):
                return item
            if must_wait:
                self._hold(item)

    def _is_premature(self, item: Item) -> bool:
        """Return whether ``item`` completes a handshake that failed; it is sent after the next ``initialize``."""
        if not isinstance(item, dict) or item.get("method") != "notifications/initialized":
            return False
        self._initialized = item
        return self._failed_initialize is not None

    def _pass_initialize(self, initialize: Message) -> Message:
        """Pass ``initialize`` to the session, and hold everything else back until it is answered."""
        self._initialize, self._failed_initialize = initialize, None
        self._initialize_done.clear()
        return initialize

    async def _read(self) -> Item | None:
        """Return the client's next message; None if the queue may be processed."""
        if self._initialize_done.is_set():
            if self._reading is None:
                return await self._next()
            await asyncio.wait((self._reading,))
            return self._take_read()
        has_space = len(self._queue) < _MAX_QUEUED and self._queued_bytes <= _MAX_QUEUED_BYTES
        if self._reading is None and has_space:
            self._reading = asyncio.get_running_loop().create_task(self._next())
            self._reading.add_done_callback(retrieve_exception)
        waiting = asyncio.get_running_loop().create_task(self._initialize_done.wait())
        try:
            both: set[asyncio.Task[Any]] = {waiting} if self._reading is None else {waiting, self._reading}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        # What arrives as the handshake ends is read after the queue: after a failure it begins another handshake.
        is_read = self._reading is not None and self._reading.done() and not self._initialize_done.is_set()
        return self._take_read() if is_read else None

    def _hold(self, item: Item) -> None:
        self._queue.append(item)
        self._queued_bytes += _size_of(item)

    async def _next(self) -> Item:
        item: Item = await self._messages.__anext__()
        return item

    def _take_read(self) -> Item:
        reading, self._reading = self._reading, None
        assert reading is not None  # noqa: S101 - looked at by `_read`
        return reading.result()

    async def _answer_early(self, message: Message) -> bool:
        """Answer what can be answered here; return True if the session must not see the message."""
        method, id = message.get("method"), message.get("id")
        if method == "notifications/cancelled":
            return self._cancel(message)
        if method is None or id is None:
            return False
        if method == "initialize":
            await self._answer_initialize(message)
        elif method in KINDS and self._answered_early:
            self._track_list(id, method)
        elif method == "ping" and self._answered_early and not self._ready:
            await self._client.send(jsonrpc.result(id, {}))
            return True
        elif method == "server/discover" and not self._answered_early and self._availability.can_ask:
            # The server's era is unknown; a client that supports both continues with `initialize`.
            await self._client.send(jsonrpc.error(id, jsonrpc.METHOD_NOT_FOUND, coded("clients.method_not_found")))
            return True
        return False

    async def _answer_initialize(self, initialize: Message) -> None:
        """Answer the first ``initialize``. If nobody can be asked, leave it to the session to report that."""
        params = initialize.get("params")
        version = params.get("protocolVersion") if isinstance(params, dict) else None
        if self._answered_early or version not in revisions.SPOKEN_LEGACY or not self._availability.can_ask:
            return
        self._answered_early = True
        self._pass_initialize(initialize)
        if revisions.claim_of(initialize).startswith(IMPATIENT_CLIENTS):
            self._list_timeout = self._impatient_list_timeout
        self._on_handshake(initialize, version)
        result = {
            "protocolVersion": version, "capabilities": _CAPABILITIES,
            "serverInfo": {**SERVER_INFO, "title": f"ToolGuard, for {self._server}"}, "instructions": _INSTRUCTIONS,
        }  # fmt: skip
        await self._client.send(jsonrpc.result(initialize["id"], result))

    def _cancel(self, message: Message) -> bool:
        """Cancel a request of the client; return True if the session never saw it."""
        params = message.get("params")
        id = params.get("requestId") if isinstance(params, dict) else None
        if isinstance(id, bool) or not isinstance(id, int | str):
            return False
        if self._initialize is not None and id == self._initialize["id"]:
            return True  # it must not be cancelled (lifecycle), and was answered
        _, timer = self._lists.pop(id, ("", None))
        if timer is not None:
            timer.cancel()
        remaining = [
            message
            for message in self._queue
            if not (isinstance(message, dict) and "method" in message and message.get("id") == id)
        ]
        was_queued = len(remaining) < len(self._queue)
        if was_queued:
            self._queue, self._queued_bytes = deque(remaining), sum(map(_size_of, remaining))
        return was_queued

    # --- lists ------------------------------------------------------------------------------------------------

    def _track_list(self, id: Id, method: str) -> None:
        """Track a list request so that it is answered in time. The session refuses one whose ID is still in use."""
        if id in self._lists:
            return
        timer = (
            None if self._ready else asyncio.get_running_loop().call_later(self._list_timeout, self._answer_empty, id)
        )
        self._lists[id] = (method, timer)

    def _answer_empty(self, id: Id) -> None:
        method, _ = self._lists.pop(id)
        self._emptied[id] = method
        self._send_soon(_empty(id, method))

    def _send_soon(self, message: Message) -> None:
        self._tasks.start(self._try_send(message))

    async def _try_send(self, message: Message) -> None:
        with suppress(ConnectionError):  # the client is gone; the session notices that itself
            await self._client.send(message)

    # --- to the client ----------------------------------------------------------------------------------------

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        answer = self._filter_response(message) if isinstance(message, dict) and "method" not in message else message
        if answer is not None:
            await self._client.send(answer)

    def _filter_response(self, message: Message) -> Message | None:
        """Return the response to send to the client; None if the request was already answered here."""
        id, failed = message.get("id"), "error" in message
        if id is None:
            return message
        if self._initialize is not None and id == self._initialize["id"]:
            self._failed_initialize = self._initialize if failed else None
            self._initialize, self._ready = None, not failed
            self._initialize_done.set()
            return None
        if id in self._emptied:
            method = self._emptied.pop(id)
            self._ready = self._ready or not failed
            if not failed and KINDS[method].changed:
                self._send_soon({"jsonrpc": "2.0", "method": KINDS[method].changed})
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


def _size_of(item: Item) -> int:
    return 0 if isinstance(item, Malformed) else len(jsonrpc.encode(item))


def _empty(id: Id, method: str) -> Message:
    return jsonrpc.result(id, {KINDS[method].member: []})


def _is_unknown(answer: Message) -> bool:
    """Return whether the server does not know a method that the early handshake promised."""
    error = jsonrpc.plain(answer["error"])
    return isinstance(error, dict) and error.get("code") == jsonrpc.METHOD_NOT_FOUND
