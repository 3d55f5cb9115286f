"""Connection of a session to its server: opened on demand and after a crash, with the handshake replayed.

Requests are never repeated. What was under way when a server ended is reported as lost.
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
from toolguard.gate.task_set import TaskSet
from toolguard.gate.texts import coded

_log = logging.getLogger(__name__)
QUICK_EXIT = 10.0
"""Seconds: a server that ends sooner after its start counts as a quick exit."""
MAX_QUICK_EXITS = 3
"""Quick exits in a row after which the server is not started again in this session."""
HANDSHAKE_TIMEOUT = 30.0
"""Seconds in which a server must answer a replayed handshake."""
OUR_FAULT = coded("gate.error_see_log")
"""Reported for a fault of ToolGuard; the traceback is in the diagnostic log."""
MAX_UNSENT = 1_000
"""Messages of `Upstream.post` that may wait for a slow server. A server that reads none of them gets no more."""
CLOSING = "app closing"
"""Reason for closing when the whole app closes. The stub stays and answers until the app is back.

A session that ended for this reason is resumed by the next app process.
"""
_SESSION_OVER = coded("gate.session_over")
_YIELD_EVERY = 64  # messages after which other tasks run


@dataclass(frozen=True, slots=True)
class StreamedResponse:
    """Yielded by an HTTP server's channel: how the response to ``id`` arrives.

    A client's channel with SSE streams does the same for its client (``streamed``); other transports ignore it.
    """

    id: Id
    again: float | None = None
    """None: as an SSE stream. Otherwise the stream was closed before the response, and the client reconnects after this
    many seconds (Streamable HTTP 2025-11-25 §Sending Messages).
    """


@dataclass(frozen=True, slots=True)
class OutcomeUnknown:
    """Yielded in place of a response to a request that may or may not have been carried out.

    When a pipe breaks, the server and all its requests end. Over HTTP a single request can fail.
    """

    answer: Message
    """The response to send to the client."""
    reason: str


UpstreamMessage = Message | Malformed | StreamedResponse | OutcomeUnknown
"""What a server's channel yields."""


class Channel(Protocol):
    """A connection to a peer: iterate to receive until it disconnects, `send` to send."""

    @property
    def ended(self) -> str:
        """Why iteration ended; empty before."""
        ...

    @abstractmethod
    def __aiter__(self) -> AsyncIterator[Any]: ...

    @abstractmethod
    async def send(self, message: Message | jsonrpc.Batch) -> None:
        """Queue the bytes before the first suspension; raises ConnectionError if the peer has disconnected."""

    @abstractmethod
    async def close(self, reason: str = "") -> None:
        """Close the connection and everything that belongs to it."""


class ClientChannel(Channel, Protocol):
    """Channel to a chat client. Implementations inherit from this class."""

    @property
    def has_more(self) -> bool:
        """Whether another message is already buffered, so that work on the previous ones can be batched."""
        return False

    def streamed(self, response: StreamedResponse) -> None:  # noqa: ARG002 - used by overrides
        """Answer in the way the server does (`StreamedResponse`). The default ignores it."""
        return


class CallWriter(Protocol):
    """The end of a `ServerChannel` that takes encoded calls as they are."""

    def write(self, calls: Sequence[bytes]) -> None:
        """Write encoded calls together. Raises ConnectionError like `Channel.send`."""


class ServerChannel(Channel, Protocol):
    """Channel to an open server. Implementations inherit from this class.

    `prepare`, `reached_tool` and `learn` protect approvals. They have no default, so that a channel or wrapper without
    them cannot be created.
    """

    @abstractmethod
    def __aiter__(self) -> AsyncIterator[UpstreamMessage]:
        """Yield messages, and `Malformed` for an unreadable response; over HTTP other kinds too."""

    @abstractmethod
    async def prepare(self, message: Message) -> tuple[str, ...]:
        """Fetch what an approved call needs, so that `send` does not wait for it.

        Awaited after approval and before the final check. Returns the JSON pointers of the arguments that `send` will
        inject. Raises `NotProvidedError` or `UnavailableError`, and the call is not sent. A prepared call may never be
        sent.
        """

    @abstractmethod
    def reached_tool(self, message: Message) -> tuple[str, tuple[str, ...]]:
        """Return the title of the tool that a prepared call reaches, and what that tool receives besides its input
        (`Tool.needs`).

        Both must equal what was shown, because the server may have changed its list. ``("", ())`` from servers that
        receive only the input.
        """

    @abstractmethod
    async def learn(self, message: Message) -> dict[str, Any] | None:
        """Return the ``tools/list`` result for the client of this call; raises `UnavailableError`.

        Awaited before a call of an unlisted tool is judged. None from servers whose list only the client requests.
        """

    def call_writer(self) -> CallWriter | None:
        """Return what writes calls to the server now, so that `prepare`, `reached_tool` and `send` can be skipped.

        Only for calls that nothing is injected into, and until something is awaited. None while the server is slow to
        read, and by default: over HTTP each call is a request of its own, and a tool may receive more than its input.
        """
        return None

    def watch(self, notify: Callable[[str], None]) -> None:  # noqa: ARG002 - used by overrides
        """Call ``notify`` with the reason when the server becomes unavailable, and with "" when it is available again.

        The default does nothing. Only servers that are contacted anew for each call can become unavailable and recover.
        """
        return


class StateListener(Protocol):
    """Callback for the state of a server and details for the person."""

    def __call__(self, state: str, detail: str = "", /) -> None: ...


Opener = Callable[[StateListener], Awaitable[ServerChannel]]
"""Opens the server; reports state to the listener while opening and afterwards."""


class UnavailableError(Exception):
    """The server is not available; the text says why and what to do."""


class NotProvidedError(Exception):
    """A call lacks something that a person must provide, such as a secret; the text says what, and what to do."""


class UpstreamListener(Protocol):
    """The session that an `Upstream` belongs to."""

    def on_server_message(self, message: Message | Malformed | OutcomeUnknown) -> Awaitable[None]:
        """Handle a message; the next one is read after that."""

    def on_streamed(self, response: StreamedResponse) -> None:
        """Note how a response arrives."""

    def on_server_state(self, state: str, detail: str) -> None:
        """Note a state of the server, with details for the person."""

    async def on_server_end(self, reason: str) -> None:
        """Handle that the server has ended. Another one may be opened meanwhile."""


class Upstream:
    """The server of a session. ``clock()`` returns seconds."""

    def __init__(self, opener: Opener, listener: UpstreamListener, clock: Callable[[], float]) -> None:
        self._opener = opener
        self._listener = listener
        self._clock = clock
        self._quick_exits = 0
        self._started_at = 0.0
        self._starting: asyncio.Task[ServerChannel] | None = None
        self._reader: asyncio.Task[None] | None = None
        self._sending = TaskSet()
        self._closed = False
        self._detail = ""
        self.channel: ServerChannel | None = None
        self.initialize: Message | None = None
        """The client's ``initialize``, replayed when the server is opened again; None until it was answered."""
        self.initialized = False
        """Whether the client's ``notifications/initialized`` was sent to a server."""

    def note_initialize(self, message: Message) -> None:
        """Keep the client's ``initialize`` once it was answered."""
        self.initialize = message

    def note_initialized(self) -> None:
        """Note that the client's ``notifications/initialized`` was sent."""
        self.initialized = True

    async def ready(self) -> ServerChannel:
        """Return the open server, opened if necessary. Does not suspend if it is open. Raises `UnavailableError`."""
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
                raise UnavailableError(_SESSION_OVER) from None
            raise

    async def post(self, message: Message) -> None:
        """Send ``message`` without waiting for a slow server; do nothing if no server is open, or `MAX_UNSENT` wait."""
        if self.channel is not None and len(self._sending) < MAX_UNSENT:
            self._sending.start(_send(self.channel, message))
            await asyncio.sleep(0)

    async def _start(self) -> ServerChannel:
        channel: ServerChannel | None = None
        try:
            if self._closed:
                raise UnavailableError(_SESSION_OVER)
            if self._quick_exits >= MAX_QUICK_EXITS:
                raise UnavailableError(coded("gate.server_keeps_ending", count=MAX_QUICK_EXITS))
            self._report_state("starting")
            channel = await self._opener(self._report_state)
            self._started_at = self._clock()
            messages = await self._replay(channel)
            self._reader = asyncio.get_running_loop().create_task(self._run(channel, messages))
            self.channel = channel
            self._listener.on_server_state("ready", self._detail)
            return channel
        except UnavailableError as why:
            self._listener.on_server_state("failed" if self._quick_exits < MAX_QUICK_EXITS else "stopped", str(why))
            raise
        except Exception as why:
            if not isinstance(why, OSError):
                _log.exception("a server was not started by a fault of ToolGuard's own")
            reason = coded("gate.server_not_started", reason=why if isinstance(why, OSError) else OUR_FAULT)
            self._listener.on_server_state("failed", reason)
            raise UnavailableError(reason) from why
        finally:
            self._starting = None
            if channel is not None and self.channel is not channel:
                await channel.close()

    def _report_state(self, state: str, detail: str = "", /) -> None:
        self._detail = detail
        self._listener.on_server_state(state, detail)

    async def _replay(self, channel: ServerChannel) -> AsyncIterator[Any]:
        """Repeat the client's handshake, invisible to the client. Return the iterator for further messages."""
        messages = channel.__aiter__()
        if self.initialize is None:
            return messages
        id = f"toolguard-{secrets.token_hex(8)}"
        try:
            async with asyncio.timeout(HANDSHAKE_TIMEOUT):
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
                    self._count_exit()
                    raise UnavailableError(coded("gate.server_during_handshake", ended=channel.ended or "ended"))
                if self.initialized:
                    await channel.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        except (TimeoutError, ConnectionError):
            self._count_exit()
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
        self._count_exit()
        reason = channel.ended or fault or coded("gate.server_ended")
        self._listener.on_server_state("stopped" if self._quick_exits >= MAX_QUICK_EXITS else "ended", reason)
        try:
            # before any await, so that requests to the next server are not counted as lost
            await self._listener.on_server_end(reason)
        finally:
            await channel.close(reason)

    async def _listen(self, messages: AsyncIterator[Any]) -> None:
        count = 0
        async for message in messages:
            if isinstance(message, StreamedResponse):
                self._listener.on_streamed(message)
            else:
                await self._listener.on_server_message(message)
            count += 1
            if count % _YIELD_EVERY == 0:
                await asyncio.sleep(0)

    def _count_exit(self) -> None:
        self._quick_exits = self._quick_exits + 1 if self._clock() - self._started_at < QUICK_EXIT else 0

    def refuse_starts(self) -> None:
        """Refuse to open a server from now on; whoever waits for one gets `UnavailableError`."""
        self._closed = True
        if self._starting is not None:
            self._starting.cancel()

    async def close(self, reason: str = "") -> None:
        """Close the server and its tasks. No further messages are received."""
        self._closed = True
        channel, self.channel = self.channel, None
        for task in (self._starting, self._reader, *self._sending):
            if task is not None and task is not asyncio.current_task():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        if channel is not None:
            await channel.close(reason)


async def _send(channel: ServerChannel, message: Message) -> None:
    try:
        await channel.send(message)
    except ConnectionError:
        return  # the server has ended, and the message with it
