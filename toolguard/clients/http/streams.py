"""What leaves on HTTP responses: queues of messages, how full they are, and what is kept for a client that comes back.

It refuses to know what a message means, and how a response is written (`toolguard.clients.http.response`).
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

HIGH = 1024 * 1024
"""Bytes that a client may leave untaken before whoever sends to it waits."""
COST = 1024  # bytes that an event takes beside its text, about
KEPT = 128 * 1024  # bytes of events that were sent and could be asked for again, a session
UNSENT = 16 * 1024 * 1024  # bytes of events that wait for a client to come back, a session
ENDLESS = -1
"""Answers that are still to come on a stream that only the client ends."""


@dataclass(frozen=True, slots=True)
class StreamTiming:
    """Seconds. All of them are arguments so that a test need not wait."""

    quick: float = 0.05
    """After this it is looked whether a person is asked about a call, whose response then begins as events."""
    patience: float = 10.0
    """An answer that comes within this is plain JSON with its own status, which tells a client of a refusal or which
    era is spoken. Later ones are events, which can be kept alive: clients give up after 60 s without a head."""
    beat: float = 15.0
    """The longest silence on an open response."""
    grace: float = 30.0
    """A held call whose response was dropped is withdrawn when nobody came back for it within this."""
    idle: float = 4 * 3600.0
    """A session that nobody uses ends after this."""
    idle_left: float = 1800.0
    """The same for one whose client had a stream open all the time and has it no more: most probably it died."""
    idle_modern: float = 900.0
    """The same where no session is known to the client, so that ending it costs only the server's start."""
    idle_unanswered: float = 10.0
    """The same where the server has not answered one request of this era yet: most probably it never will."""
    stuck: float = 30.0
    """A client that takes nothing of what is sent for this long is let go."""
    body: float = 60.0
    """A request's whole body must have come within this."""
    flush: float = 1.0
    """What is left to send when a session ends is given this long."""


class StreamConsumer(Protocol):
    """The response that a stream leaves on now."""

    def abort(self) -> None: ...


class EventStream:
    """Messages for one response or, on a shelf, for responses that take each other's place (``Last-Event-ID``)."""

    def __init__(self, awaits: int, *, batch: bool = False) -> None:
        self.awaits = awaits
        """Answers that have not come yet."""
        self.batch = batch
        """The answers are those of a JSON-RPC batch."""
        self.code = 0
        """The JSON-RPC error code of the newest answer; 0 for a result."""
        self.others = 0
        """Messages that were put here and are no answers."""
        self.events = False
        """It leaves as events, even when the answer is all there is."""
        self.again: float | None = None
        """Seconds after which the client is to come back: the response that takes from here ends before the answer."""
        self.number = ENDLESS
        """Its name on the shelf, once it has one."""
        self.lost = 0.0
        """When (the loop's time) the newest response was dropped by its client."""
        self.ended = False
        self.shelf: EventStore | None = None
        self.taker: StreamConsumer | None = None
        self.share: MemoryShare | None = None
        """The memory that the request takes while its client is away."""
        self._queue: deque[tuple[int, bytes]] = deque()
        self._sent: deque[tuple[int, bytes]] = deque()
        self._count = 0
        self.size = 0
        """Bytes that wait to be taken."""
        self._taken = 0
        self._wake: asyncio.Future[None] | None = None
        self._freed = asyncio.Event()

    # --- what is put in ---------------------------------------------------------------------------------------

    def put(self, message: Message | jsonrpc.Batch, *, answers: bool = False) -> None:
        """Queue a message; `room` comes next. Nothing is kept for a response that is gone for good."""
        if answers:
            self.awaits -= 1
            self.code = code_of(message) if isinstance(message, dict) else 0
            self._release()
        else:
            self.others += 1
        if self.ended:
            return
        data = jsonrpc.encode(message)
        self._count += 1
        self._queue.append((self._count, data))
        self._grow(len(data) + COST)
        self.wake()

    def begin(self) -> None:
        """Leave as events from now on."""
        self.events = True
        self.wake()

    def part(self, again: float) -> None:
        """End the response after what is queued; the client comes back for the answer ``again`` seconds later."""
        if self.taker is not None and not self.over:
            self.again = again
            self.begin()

    async def room(self, stuck: float) -> None:
        """Return when the client has taken enough. One that takes nothing for ``stuck`` seconds is let go."""
        while self.size > HIGH and self.taker is not None:
            before = self._taken
            self._freed.clear()
            try:
                async with asyncio.timeout(stuck):
                    await self._freed.wait()
            except TimeoutError:
                if self._taken == before and self.taker is not None:
                    self.taker.abort()
                    return

    def end(self) -> None:
        """Nothing more is put in; what is queued still leaves."""
        self.ended = True
        self._release()
        self.wake()

    def drop(self) -> None:
        """Nobody takes what is queued, now or later."""
        self.ended = True
        self._release()
        self.answers()
        self._freed.set()

    def _release(self) -> None:
        """Give back the memory of a request that has its answers."""
        if self.over and self.share is not None:
            self.share.release()
            self.share = None

    # --- what is taken out ------------------------------------------------------------------------------------

    @property
    def empty(self) -> bool:
        return not self._queue

    @property
    def over(self) -> bool:
        """Nothing more will come; what is queued may still have to leave."""
        return self.ended or self.awaits == 0

    @property
    def plain(self) -> bool:
        """The answers are all here, and nothing beside them."""
        return self.awaits == 0 and not self.others and not self.events and bool(self._queue)

    @property
    def sent(self) -> int:
        """The number of the newest event that was taken; 0 before the first."""
        return self._count - len(self._queue)

    def answers(self) -> list[bytes]:
        """All that is queued, taken out for good."""
        found = [data for _, data in self._queue]
        self._grow(-self.size)
        self._queue.clear()
        return found

    def next(self) -> tuple[int, bytes]:
        """The next event. On a shelf it is kept for a while, in case the client never gets it."""
        event = self._queue.popleft()
        if self.shelf is None:
            self._grow(-len(event[1]) - COST)
        else:
            self._sent.append(event)
            self.size -= len(event[1]) + COST
            self.shelf.trim()
        self.progress()
        return event

    def progress(self) -> None:
        """The client took something."""
        self._taken += 1
        self._freed.set()

    async def change(self, seconds: float) -> None:
        """Wait for something new, ``seconds`` at most."""
        loop = asyncio.get_running_loop()
        wake = self._wake = loop.create_future()
        timer = loop.call_later(seconds, _wake, wake)
        try:
            await wake
        finally:
            timer.cancel()
            if self._wake is wake:  # one who takes the place of another waits before that one has stopped
                self._wake = None

    def wake(self) -> None:
        """Whoever waits for something new looks again."""
        if self._wake is not None:
            _wake(self._wake)

    def attach(self, taker: StreamConsumer) -> None:
        """``taker`` takes what leaves from now on; whoever did is let go."""
        if self.taker is not None:
            self.taker.abort()
        self.taker = taker
        self.again = None

    def detach(self, taker: StreamConsumer) -> bool:
        """``taker`` is gone; False when another had taken its place."""
        if self.taker is not taker:
            return False
        self.taker = None
        self._freed.set()
        if self.shelf is not None:
            self.shelf.trim()
        return True

    async def released(self) -> None:
        """Return when no response takes from here."""
        while self.taker is not None:
            self._freed.clear()
            await self._freed.wait()

    # --- what is kept -----------------------------------------------------------------------------------------

    def rewind(self, number: int) -> None:
        """Queue again what was sent after event ``number``."""
        while self._sent and self._sent[-1][0] > number:
            event = self._sent.pop()
            self._queue.appendleft(event)
            self.size += len(event[1]) + COST

    @property
    def hollow(self) -> bool:
        """Nothing is here and nothing will come."""
        return self.over and not self._queue and not self._sent and self.taker is None

    def forget_sent(self) -> bool:
        """Forget the oldest event that was sent; False when there is none."""
        if not self._sent or self.shelf is None:
            return False
        self.shelf.size -= len(self._sent.popleft()[1]) + COST
        return True

    def forget_unsent(self) -> bool:
        """Forget the oldest event that waits for a client that is away; False when there is none."""
        if not self._queue or self.taker is not None:
            return False
        self._grow(-len(self._queue.popleft()[1]) - COST)
        return True

    def _grow(self, size: int) -> None:
        self.size += size
        if self.shelf is not None:
            self.shelf.size += size
            if size > 0:
                self.shelf.trim()


class EventStore:
    """The streams of one session, oldest first, and the bound on all that they keep."""

    def __init__(self) -> None:
        self.streams: dict[int, EventStream] = {}
        self.size = 0
        self._count = 0

    def add(self, stream: EventStream) -> None:
        """Give ``stream`` a number, under which a client can ask for it again."""
        if stream.number == ENDLESS:
            stream.number = self._count
            self._count += 1
            self.streams[stream.number] = stream
            stream.shelf = self
            self.size += stream.size

    def trim(self) -> None:
        if self.size > KEPT:
            self._forget(KEPT, EventStream.forget_sent)
        if self.size > UNSENT:
            self._forget(UNSENT, EventStream.forget_unsent)

    def _forget(self, limit: int, forget: Callable[[EventStream], bool]) -> None:
        for number, stream in list(self.streams.items()):
            while self.size > limit and forget(stream):
                continue
            if stream.hollow:
                del self.streams[number]
            if self.size <= limit:
                return

    def find(self, event: str) -> tuple[EventStream, int] | None:
        """The stream and the number of the event that a client named as its last one."""
        stream, _, number = event.partition("_")
        if not (_is_number(stream) and _is_number(number)):
            return None
        found = self.streams.get(int(stream))
        return None if found is None else (found, int(number))


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)


async def finish(streams: Collection[EventStream], seconds: float) -> None:
    """Let what is queued leave, for so many seconds at most, and cut off whoever has not taken it by then."""
    for stream in streams:
        stream.end()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            for stream in streams:
                await stream.released()
    for stream in streams:
        if stream.taker is not None:
            stream.taker.abort()


def code_of(message: Message) -> int:
    """The JSON-RPC error code of an answer; 0 for a result."""
    if "error" not in message:
        return 0
    error = jsonrpc.plain(message["error"])
    code = error.get("code") if isinstance(error, dict) else None
    return code if isinstance(code, int) and not isinstance(code, bool) else jsonrpc.INTERNAL_ERROR


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 15
