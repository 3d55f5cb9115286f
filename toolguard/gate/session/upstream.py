"""One session's server: opened when it is needed, opened again after it died, its handshake replayed.

It never repeats a request: what was under way when a server died is lost and said to be lost.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Id, Malformed, Message
from toolguard.gate.texts import coded

_log = logging.getLogger(__name__)
QUICK_DEATH = 10.0
"""Seconds: a server that ends sooner than this after its start died quickly."""
DEATHS = 3
"""So many quick deaths in a row stop a server for the rest of its session."""
HANDSHAKE = 30.0
"""Seconds that a server is given to answer a replayed handshake."""
OUR_FAULT = coded("gate.error_see_log")
"""What is told of our own faults; the traceback is in the log."""
CLOSING = "app closing"
"""The reason to close with when the whole app closes: the stub then stays and answers until the app is back.

A session that left for this reason is not over: the app that comes back goes on with it.
"""
_OVER = coded("gate.session_over")
_BREATH = 64  # messages after which others get a turn


@dataclass(frozen=True, slots=True)
class StreamedResponse:
    """What a server's channel may yield beside messages: how the answer to ``id`` comes over HTTP.

    A client's channel that has such streams, too, does the same for its client (``streamed``); others have no such way.
    """

    id: Id
    again: float | None = None
    """None: as a stream of events. Else the stream was closed before the answer, to be asked for again after so many
    seconds (streamable HTTP 2025-11-25 §Sending Messages)."""


@dataclass(frozen=True, slots=True)
class OutcomeUnknown:
    """What a server's channel yields in the place of an answer to a call that may have been acted on, or not.

    A pipe that breaks takes its server along, and with it everything. A request of its own can fail alone.
    """

    answer: Message
    """What to tell whoever waits."""
    reason: str


Heard = Message | Malformed | StreamedResponse | OutcomeUnknown
"""What comes from a server."""


class Channel(Protocol):
    """One peer: messages come by iteration until it is gone, and go by `send`."""

    @property
    def ended(self) -> str:
        """Why iteration ended; empty before."""
        ...

    @abstractmethod
    def __aiter__(self) -> AsyncIterator[Any]: ...

    @abstractmethod
    async def send(self, message: Message | jsonrpc.Batch) -> None:
        """Hand the bytes over before the first suspension; raises ConnectionError when the peer is gone."""

    @abstractmethod
    async def close(self, reason: str = "") -> None:
        """End it; returns when nothing is left of it."""


class ClientChannel(Channel, Protocol):
    """A chat client. Its implementations name this class as their base."""

    @property
    def has_more(self) -> bool:
        """Whether iteration goes on at once: what was heard so far need not be acted on yet."""
        return False

    def streamed(self, told: StreamedResponse) -> None:  # noqa: ARG002 - others use it
        """Answer as the server does (`StreamedResponse`). The default ignores it: other transports have no such way."""
        return


class ServerChannel(Channel, Protocol):
    """A server that is open. Its implementations name this class as their base.

    `prepare`, `given` and `learn` are what an approval relies on: they have no default, so that a channel or a wrapper
    that forgets one of them cannot be made.
    """

    @abstractmethod
    def __aiter__(self) -> AsyncIterator[Heard]:
        """Messages, and `Malformed` for an answer that could not be read; over HTTP what else `Heard` says."""

    @abstractmethod
    async def prepare(self, message: Message) -> tuple[str, ...]:
        """Fetch what one approved call needs, so that `send` need not wait for it.

        It is awaited after the approval and before the last look whether the client still waits. Returns the JSON
        pointers of the arguments that `send` will fill in. Raises `NotProvidedError` or `UnavailableError`, and the
        call does not leave. A call that was prepared may still never be sent.
        """

    @abstractmethod
    def given(self, message: Message) -> tuple[str, tuple[str, ...]]:
        """For a prepared call the title of the tool that it goes to, and what it gets beside its input (`Tool.needs`).

        Both must be what was shown: a server may tell another list meanwhile. ``("", ())`` from a server that gets a
        call's input and nothing else.
        """

    @abstractmethod
    async def learn(self, message: Message) -> dict[str, Any] | None:
        """The result of a ``tools/list`` as the client of this call would be told it; raises `UnavailableError`.

        It is awaited before a call of a tool that was never listed is judged. None from a server that is asked for its
        list by its client alone.
        """

    def takes_at_once(self, message: Message) -> bool:  # noqa: ARG002 - others use it
        """Whether `prepare` has nothing to do for this call, and `write` can be used for it now.

        The default never does: a call over HTTP is a request that waits.
        """
        return False

    def write(self, messages: Sequence[Message]) -> None:  # noqa: ARG002 - others use it
        """Write calls that `takes_at_once` said yes to just before, together. Raises ConnectionError like `send`."""
        raise ConnectionError(coded("gate.server_ended"))

    def watch(self, tell: Callable[[str], None]) -> None:  # noqa: ARG002 - others use it
        """From now on ``tell`` hears why the server cannot be used, and "" when it can be used again.

        The default never tells: only servers that are reached anew for each call can be away and come back.
        """
        return


class StateListener(Protocol):
    """Takes the state of a server, and what else a person should know of it."""

    def __call__(self, state: str, detail: str = "", /) -> None: ...


Opener = Callable[[StateListener], Awaitable[ServerChannel]]
"""Opens the server; what it is given tells the state while opening takes time, and what is found out later."""


class UnavailableError(Exception):
    """No server can be had now; the text says why and what to do."""


class NotProvidedError(Exception):
    """A call lacks what a person has to give first, such as a secret; the text says what, and what to do."""


class Upstream:
    """The server of one session: ``heard`` gets its messages, ``died`` why it is gone, ``state`` every change."""

    def __init__(
        self,
        opener: Opener,
        *,
        heard: Callable[[Message | Malformed | OutcomeUnknown], Awaitable[None]],
        died: Callable[[str], Awaitable[None]],
        state: Callable[[str, str], None],
        clock: Callable[[], float],
        streamed: Callable[[StreamedResponse], None],
    ) -> None:
        self._opener = opener
        self._heard = heard
        self._died = died
        self._state = state
        self._clock = clock
        self._streamed = streamed
        self._deaths = 0
        self._born = 0.0
        self._starting: asyncio.Task[ServerChannel] | None = None
        self._pump: asyncio.Task[None] | None = None
        self._posting: set[asyncio.Task[None]] = set()
        self._closed = False
        self._detail = ""
        self.channel: ServerChannel | None = None
        self.initialize: Message | None = None
        """The client's ``initialize``, replayed to a server that is opened anew; None before it was answered."""
        self.initialized = False
        """Whether a server was given the client's ``notifications/initialized``."""

    async def ready(self) -> ServerChannel:
        """The open server, opened now if need be; does not suspend when it is open. Raises `UnavailableError`."""
        if self.channel is not None:
            return self.channel
        if self._starting is None:
            self._starting = asyncio.get_running_loop().create_task(self._start())
        starting = self._starting
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if starting.cancelled() and task is not None and not task.cancelling():
                raise UnavailableError(_OVER) from None
            raise

    async def post(self, message: Message) -> None:
        """Hand over ``message`` without waiting for a server that is slow to read; nothing when there is none."""
        if self.channel is not None:
            task = asyncio.get_running_loop().create_task(_send(self.channel, message))
            self._posting.add(task)
            task.add_done_callback(self._posting.discard)
            await asyncio.sleep(0)

    async def _start(self) -> ServerChannel:
        channel: ServerChannel | None = None
        try:
            if self._closed:
                raise UnavailableError(_OVER)
            if self._deaths >= DEATHS:
                raise UnavailableError(coded("gate.server_keeps_ending", count=DEATHS))
            self._tell("starting")
            channel = await self._opener(self._tell)
            self._born = self._clock()
            messages = await self._replay(channel)
            self._pump = asyncio.get_running_loop().create_task(self._run(channel, messages))
            self.channel = channel
            self._state("ready", self._detail)
            return channel
        except UnavailableError as why:
            self._state("failed" if self._deaths < DEATHS else "stopped", str(why))
            raise
        except Exception as why:
            if not isinstance(why, OSError):
                _log.exception("a server was not started by a fault of ToolGuard's own")
            reason = coded("gate.server_not_started", reason=why if isinstance(why, OSError) else OUR_FAULT)
            self._state("failed", reason)
            raise UnavailableError(reason) from why
        finally:
            self._starting = None
            if channel is not None and self.channel is not channel:
                await channel.close()

    def _tell(self, state: str, detail: str = "", /) -> None:
        self._detail = detail
        self._state(state, detail)

    async def _replay(self, channel: ServerChannel) -> AsyncIterator[Any]:
        """Shake hands again as the client did; the client never hears of it. Gives the iterator to read on from."""
        messages = channel.__aiter__()
        if self.initialize is None:
            return messages
        id = f"toolguard-{secrets.token_hex(8)}"
        try:
            async with asyncio.timeout(HANDSHAKE):
                await channel.send({**self.initialize, "id": id})
                async for message in messages:
                    if not isinstance(message, dict):
                        continue
                    if message.get("id") == id and "method" not in message:
                        if "error" in message:
                            raise UnavailableError(coded("gate.server_started_again_refused"))
                        break
                    if message.get("method") == "ping" and "id" in message:
                        await channel.send(jsonrpc.result(message["id"], {}))
                else:
                    self._count_death()
                    raise UnavailableError(coded("gate.server_during_handshake", ended=channel.ended or "ended"))
                if self.initialized:
                    await channel.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        except (TimeoutError, ConnectionError):
            self._count_death()
            raise UnavailableError(coded("gate.server_not_answer_handshake")) from None
        return messages

    async def _run(self, channel: ServerChannel, messages: AsyncIterator[Any]) -> None:
        fault = ""
        try:
            await self._listen(messages)
        except Exception:  # noqa: BLE001 - ours, logged: refused, and the program goes on
            _log.exception("a server is ended by a fault of ToolGuard's own")
            fault = OUR_FAULT
        self.channel = None
        if self._closed:
            return
        self._count_death()
        reason = channel.ended or fault or coded("gate.server_ended")
        self._state("stopped" if self._deaths >= DEATHS else "ended", reason)
        try:
            await self._died(reason)  # before anything is waited for: a next server's work is not lost with this one
        finally:
            await channel.close(reason)

    async def _listen(self, messages: AsyncIterator[Any]) -> None:
        count = 0
        async for message in messages:
            if isinstance(message, StreamedResponse):
                self._streamed(message)
            else:
                await self._heard(message)
            count += 1
            if count % _BREATH == 0:
                await asyncio.sleep(0)

    def _count_death(self) -> None:
        self._deaths = self._deaths + 1 if self._clock() - self._born < QUICK_DEATH else 0

    def refuse(self) -> None:
        """Open no server any more: who waits for one is told."""
        self._closed = True
        if self._starting is not None:
            self._starting.cancel()

    async def close(self, reason: str = "") -> None:
        """End the server with everything it started. No more messages are heard."""
        self._closed = True
        channel, self.channel = self.channel, None
        for task in (self._starting, self._pump, *self._posting):
            if task is not None and task is not asyncio.current_task():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        if channel is not None:
            await channel.close(reason)


async def _send(channel: ServerChannel, message: Message) -> None:
    try:
        await channel.send(message)
    except ConnectionError:
        return  # the server is gone, and whatever this was about with it
