"""Outgoing event streams: queues of messages, back-pressure, and events kept for a client that reconnects.

Does not interpret messages. `toolguard.clients.http.response` writes the responses.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from toolguard.clients.http.request_memory import MemoryShare
from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Message

HIGH_WATER = 1024 * 1024
"""Bytes of unsent messages at which `EventStream.drain` waits."""
EVENT_OVERHEAD = 1024  # estimated bytes of an event's overhead
MAX_KEPT_SIZE = 128 * 1024  # bytes of sent events that are kept for resumption, per session
MAX_UNSENT_SIZE = 16 * 1024 * 1024  # bytes of events that wait for a client to reconnect, per session
ENDLESS = -1
"""Number of awaited responses on a stream that only the client ends."""


@dataclass(frozen=True, slots=True)
class StreamTiming:
    """Timeouts in seconds."""

    pending_check: float = 0.05
    """After this, a call that waits for a person is answered as events."""
    json_wait: float = 10.0
    """A response within this is plain JSON with its own status, which tells a client of an error or the era. Later
    ones are events, which can be kept alive: clients time out after 60 s without a head."""
    keep_alive: float = 15.0
    """The longest silence on an open response."""
    reconnect_grace: float = 30.0
    """A pending call whose response was dropped is withdrawn if the client does not reconnect within this."""
    idle: float = 4 * 3600.0
    """An idle session ends after this."""
    idle_disconnected: float = 1800.0
    """The same for a client that kept a stream open and has closed it: it has probably exited."""
    idle_modern: float = 900.0
    """The same if the client knows of no session, so that ending it costs only a restart of the server."""
    idle_unanswered: float = 10.0
    """The same if the server has not answered any request of this era: it probably does not support it."""
    write_timeout: float = 30.0
    """A client that reads nothing for this long is disconnected."""
    body_timeout: float = 60.0
    """Time for a request's whole body."""
    flush_timeout: float = 1.0
    """Time to send what is queued when a session ends."""


class StreamConsumer(Protocol):
    """The response that a stream is sent on now."""

    def abort(self) -> None:
        """Abort the response, whose client reads nothing."""


class EventStream:
    """Messages for one response or, in an `EventStore`, for successive responses (``Last-Event-ID``)."""

    def __init__(self, awaits: int, *, batch: bool = False) -> None:
        self.awaits = awaits
        """Number of awaited responses."""
        self.batch = batch
        """Whether the responses are those of a JSON-RPC batch."""
        self.code = 0
        """The JSON-RPC error code of the newest response; 0 for a result."""
        self.other_messages = 0
        """Number of queued messages that are not responses."""
        self.as_events = False
        """Whether it is sent as events even if it contains only the response."""
        self.retry_after: float | None = None
        """Seconds after which the client is to reconnect; the HTTP response ends before the JSON-RPC response."""
        self.number = ENDLESS
        """Its number in the `EventStore`, once it has one."""
        self.lost_at = 0.0
        """When (loop time) the client dropped the newest response."""
        self.ended = False
        self.store: EventStore | None = None
        self.consumer: StreamConsumer | None = None
        self.share: MemoryShare | None = None
        """The memory of the request while its client is disconnected."""
        self._queue: deque[tuple[int, bytes]] = deque()
        self._sent: deque[tuple[int, bytes]] = deque()
        self._count = 0
        self.size = 0
        """Bytes of queued messages."""
        self._sent_count = 0
        self._wake: asyncio.Future[None] | None = None
        self._freed = asyncio.Event()

    # --- input ------------------------------------------------------------------------------------------------

    def put(self, message: Message | jsonrpc.Batch, *, answers: bool = False) -> None:
        """Queue a message; call `drain` next. Does nothing after `end` or `drop`."""
        if answers:
            self.awaits -= 1
            self.code = code_of(message) if isinstance(message, dict) else 0
            self._release()
        else:
            self.other_messages += 1
        if self.ended:
            return
        data = jsonrpc.encode(message)
        self._count += 1
        self._queue.append((self._count, data))
        self._grow(len(data) + EVENT_OVERHEAD)
        self.wake()

    def start_events(self) -> None:
        """Send events from now on."""
        self.as_events = True
        self.wake()

    def close_for_polling(self, retry_after: float) -> None:
        """End the response after what is queued; the client reconnects ``retry_after`` seconds later (SEP-1699)."""
        if self.consumer is not None and not self.is_complete:
            self.retry_after = retry_after
            self.start_events()

    async def drain(self, write_timeout: float) -> None:
        """Wait until the client has read enough; abort it if it reads nothing for ``write_timeout`` seconds."""
        while self.size > HIGH_WATER and self.consumer is not None:
            before = self._sent_count
            self._freed.clear()
            try:
                async with asyncio.timeout(write_timeout):
                    await self._freed.wait()
            except TimeoutError:
                if self._sent_count == before and self.consumer is not None:
                    self.consumer.abort()
                    return

    def end(self) -> None:
        """End the input; what is queued is still sent."""
        self.ended = True
        self._release()
        self.wake()

    def drop(self) -> None:
        """End the stream and discard what is queued."""
        self.ended = True
        self._release()
        self.answers()
        self._freed.set()

    def _release(self) -> None:
        """Release the memory of a request that is answered."""
        if self.is_complete and self.share is not None:
            self.share.release()
            self.share = None

    # --- output -----------------------------------------------------------------------------------------------

    @property
    def is_empty(self) -> bool:
        """Whether everything that was put was sent."""
        return not self._queue

    @property
    def is_complete(self) -> bool:
        """Whether no more messages will be queued."""
        return self.ended or self.awaits == 0

    @property
    def is_plain(self) -> bool:
        """Whether all responses are queued, and nothing else."""
        return self.awaits == 0 and not self.other_messages and not self.as_events and bool(self._queue)

    @property
    def sent(self) -> int:
        """The number of the newest event that was sent; 0 before the first."""
        return self._count - len(self._queue)

    def answers(self) -> list[bytes]:
        """Remove and return everything that is queued."""
        queued = [data for _, data in self._queue]
        self._grow(-self.size)
        self._queue.clear()
        return queued

    def next(self) -> tuple[int, bytes]:
        """Remove and return the next event. With a store it is kept for a while, in case the client never gets it."""
        event = self._queue.popleft()
        if self.store is None:
            self._grow(-len(event[1]) - EVENT_OVERHEAD)
        else:
            self._sent.append(event)
            self.size -= len(event[1]) + EVENT_OVERHEAD
            self.store.trim()
        self.note_progress()
        return event

    def note_progress(self) -> None:
        """Note that the client has read something."""
        self._sent_count += 1
        self._freed.set()

    async def wait_for_change(self, seconds: float) -> None:
        """Wait for a change, ``seconds`` at most."""
        loop = asyncio.get_running_loop()
        wake = self._wake = loop.create_future()
        timer = loop.call_later(seconds, _wake, wake)
        try:
            await wake
        finally:
            timer.cancel()
            if self._wake is wake:  # a new consumer may wait before the old one has stopped
                self._wake = None

    def wake(self) -> None:
        """Let the consumer check again whether it can send or must end."""
        if self._wake is not None:
            _wake(self._wake)

    def attach(self, consumer: StreamConsumer) -> None:
        """Make ``consumer`` the current one; abort its predecessor."""
        if self.consumer is not None:
            self.consumer.abort()
        self.consumer = consumer
        self.retry_after = None

    def detach(self, consumer: StreamConsumer) -> bool:
        """Remove ``consumer``; return False if another had replaced it."""
        if self.consumer is not consumer:
            return False
        self.consumer = None
        self._freed.set()
        if self.store is not None:
            self.store.trim()
        return True

    async def released(self) -> None:
        """Wait until there is no consumer."""
        while self.consumer is not None:
            self._freed.clear()
            await self._freed.wait()

    def keep_in(self, store: EventStore, number: int) -> None:
        """Keep sent events for a while, as the stream ``number`` of ``store``."""
        self.store, self.number = store, number

    # --- resumption -------------------------------------------------------------------------------------------

    def rewind(self, number: int) -> None:
        """Queue the events after ``number`` again."""
        while self._sent and self._sent[-1][0] > number:
            event = self._sent.pop()
            self._queue.appendleft(event)
            self.size += len(event[1]) + EVENT_OVERHEAD

    @property
    def is_disposable(self) -> bool:
        """Whether nothing is kept and nothing more will be queued."""
        return self.is_complete and not self._queue and not self._sent and self.consumer is None

    def forget_sent(self) -> bool:
        """Forget the oldest sent event; return False if there is none."""
        if not self._sent or self.store is None:
            return False
        self.store.grow(-len(self._sent.popleft()[1]) - EVENT_OVERHEAD)
        return True

    def forget_unsent(self) -> bool:
        """Forget the oldest event that waits for a disconnected client; return False if there is none."""
        if not self._queue or self.consumer is not None:
            return False
        self._grow(-len(self._queue.popleft()[1]) - EVENT_OVERHEAD)
        return True

    def _grow(self, size: int) -> None:
        self.size += size
        if self.store is not None:
            self.store.grow(size)
            if size > 0:
                self.store.trim()


class EventStore:
    """The streams of one session, oldest first, with a limit on what they keep."""

    def __init__(self) -> None:
        self.streams: dict[int, EventStream] = {}
        self.size = 0
        self._count = 0

    def add(self, stream: EventStream) -> None:
        """Give ``stream`` a number, with which a client can resume it."""
        if stream.number == ENDLESS:
            stream.keep_in(self, self._count)
            self._count += 1
            self.streams[stream.number] = stream
            self.grow(stream.size)

    def grow(self, size: int) -> None:
        """Count more bytes that a stream keeps, or fewer."""
        self.size += size

    def trim(self) -> None:
        """Forget the oldest messages beyond the limits: sent ones first, then unsent ones."""
        if self.size > MAX_KEPT_SIZE:
            self._forget(MAX_KEPT_SIZE, EventStream.forget_sent)
        if self.size > MAX_UNSENT_SIZE:
            self._forget(MAX_UNSENT_SIZE, EventStream.forget_unsent)

    def _forget(self, limit: int, forget: Callable[[EventStream], bool]) -> None:
        for number, stream in list(self.streams.items()):
            while self.size > limit and forget(stream):
                continue
            if stream.is_disposable:
                del self.streams[number]
            if self.size <= limit:
                return

    def find(self, event: str) -> tuple[EventStream, int] | None:
        """Return the stream and the number of the event that a client named as its last one; None if unknown."""
        stream, _, number = event.partition("_")
        if not (_is_number(stream) and _is_number(number)):
            return None
        stored = self.streams.get(int(stream))
        return None if stored is None else (stored, int(number))


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)


async def finish(streams: Collection[EventStream], seconds: float) -> None:
    """End ``streams``, wait up to ``seconds`` until they are sent, and abort the remaining consumers."""
    for stream in streams:
        stream.end()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            for stream in streams:
                await stream.released()
    for stream in streams:
        if stream.consumer is not None:
            stream.consumer.abort()


def code_of(message: Message) -> int:
    """Return the JSON-RPC error code of a response; 0 for a result."""
    if "error" not in message:
        return 0
    error = jsonrpc.plain(message["error"])
    code = error.get("code") if isinstance(error, dict) else None
    return code if isinstance(code, int) and not isinstance(code, bool) else jsonrpc.INTERNAL_ERROR


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 15
