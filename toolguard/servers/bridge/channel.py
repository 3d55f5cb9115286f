"""A server channel that translates for a client of the other era; `era_negotiation` decides when and how.

It becomes a pass-through for a pair that needs no translation.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Malformed, Message
from toolguard.gate.session.upstream import (
    CallWriter,
    OutcomeUnknown,
    ServerChannel,
    StreamedResponse,
    UpstreamMessage,
)
from toolguard.gate.task_set import TaskSet
from toolguard.gate.texts import coded
from toolguard.servers.bridge.era_negotiation import EraNegotiation
from toolguard.servers.bridge.memory import BridgeMemory
from toolguard.servers.bridge.protocol import Translator, requested_id, undecoded
from toolguard.servers.stdio.environment import UnreachableError

__all__ = ["Bridge", "BridgeMemory"]
MAX_SENDING = 1_000
"""Messages that wait for a server that does not read; beyond that, the bridge reads no more of it."""
MAX_HELD = 1_000
"""Messages that are held until the server's era is known; beyond that, `send` waits."""


Reopen = Callable[[], Awaitable[ServerChannel]]
"""Opens a server again; raises `UnreachableError`."""


class Bridge(ServerChannel):
    """A channel that wraps another one. ``memory`` outlives it; ``notify`` gets a text about the translation.

    ``reopen``: for a server that may exit because of a request of an unknown era.
    """

    def __init__(
        self, channel: ServerChannel, memory: BridgeMemory, notify: Callable[[str], None], reopen: Reopen | None = None
    ) -> None:
        self._channel = channel
        self._notify = notify
        self._reopen = reopen
        self._negotiation = EraNegotiation(self, memory)
        self._translator: Translator | None = self._negotiation
        self._name = f"toolguard-{token_hex(6)}-"
        self._count = 0
        self._to_server: deque[Message] = deque()
        self._to_client: deque[UpstreamMessage] = deque()
        self._changed = asyncio.Event()
        self._progressed = asyncio.Event()
        self._reading: asyncio.Task[bool] | None = None
        self._input_ended = False
        self._read_error: BaseException | None = None
        self._unknown_reason = ""  # why a call will get no response, while that is translated
        self._send_tasks = TaskSet()
        self._timers: set[asyncio.TimerHandle] = set()
        self._messages = channel.__aiter__()

    @property
    def ended(self) -> str:
        return self._channel.ended

    # --- the channel ------------------------------------------------------------------------------------------

    def __aiter__(self) -> AsyncIterator[UpstreamMessage]:
        return self

    async def prepare(self, message: Message) -> tuple[str, ...]:
        """Also wait until the server's era is known: a call is checked for the last time after this."""
        filled = await self._channel.prepare(message)
        if self._translator is self._negotiation:
            self._negotiation.expect(message)
            await self._drain_quietly()
            while self._translator is self._negotiation and self._negotiation.is_holding:
                if self._input_ended:
                    raise UnreachableError(self._end_text())
                self._progressed.clear()
                await self._progressed.wait()
        return filled

    def _end_text(self) -> str:
        return coded("servers.server_ended_how", ended=self._channel.ended or coded("servers.is_gone"))

    def reached_tool(self, message: Message) -> tuple[str, tuple[str, ...]]:
        return self._channel.reached_tool(message)

    async def learn(self, message: Message) -> dict[str, Any] | None:
        return await self._channel.learn(message)

    def watch(self, notify: Callable[[str], None]) -> None:
        self._channel.watch(notify)

    def __anext__(self) -> Awaitable[UpstreamMessage]:
        if self._passes_through and not self._to_client:
            return self._messages.__anext__()
        return self._next()

    @property
    def _passes_through(self) -> bool:
        """Whether the server's messages pass unchanged."""
        return self._translator is None and self._reading is None and self._read_error is None and not self._input_ended

    async def _next(self) -> UpstreamMessage:
        while not self._to_client:
            if self._read_error is not None:
                raise self._read_error
            if self._input_ended:
                raise StopAsyncIteration
            if self._passes_through:
                return await self._messages.__anext__()
            if self._reading is None:
                self._reading = asyncio.get_running_loop().create_task(self._read())
                self._reading.add_done_callback(self._read_done)
            self._changed.clear()
            await self._changed.wait()
        return self._to_client.popleft()

    def _read_done(self, reading: asyncio.Task[bool]) -> None:
        self._reading = None
        self._read_error = None if reading.cancelled() else reading.exception()
        self._input_ended = self._read_error is None and (reading.cancelled() or reading.result())
        self._changed.set()
        self._progressed.set()

    async def _read(self) -> bool:
        """Read one message from the server; return True if there are no more."""
        while len(self._send_tasks) >= MAX_SENDING:
            await asyncio.wait(self._send_tasks, return_when=asyncio.FIRST_COMPLETED)
        try:
            message = await self._messages.__anext__()
        except StopAsyncIteration:
            return not await self._restart()
        if self._translator is None:
            self._to_client.append(message)
        elif isinstance(message, Malformed):
            self._report_malformed(message)
        elif isinstance(message, OutcomeUnknown):
            self._unknown_reason = message.reason
            self._translator.from_server(message.answer)
            self._unknown_reason = ""
        elif not isinstance(message, StreamedResponse):  # a client of another era cannot resume a stream
            self._translator.from_server(message)
        self._send_soon()
        return False

    def _may_restart(self) -> bool:
        return (
            self._reopen is not None and self._translator is self._negotiation and self._negotiation.was_ended_by_era()
        )

    async def _restart(self) -> bool:
        """Open the server again if it exited because of a request of the other era; return whether it was opened."""
        reopen = self._reopen
        if reopen is None or not self._may_restart():
            return False
        previous = self._channel
        try:
            await previous.close()
            channel = await reopen()
        except UnreachableError:  # the reason for the first exit is more useful
            return False
        self._reopen = None
        self._to_server.clear()
        self._channel, self._messages = channel, channel.__aiter__()
        self._notify(coded("servers.started_again_first_ended"))
        self._negotiation.restart(previous.ended)
        self._send_soon()
        return True

    def _report_malformed(self, problem: Malformed) -> None:
        """Report a malformed response to the client under the client's ID."""
        assert self._translator is not None  # noqa: S101 - looked at by `_read`
        self.send_to_client(
            problem if isinstance(problem, jsonrpc.WithheldError) else Malformed(problem.code, problem.reason)
        )
        if problem.id is not None:
            details = {"reason": problem.reason}
            answer = jsonrpc.error(problem.id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {problem.reason}", details)
            self._translator.from_server(answer)

    def call_writer(self) -> CallWriter | None:
        return self._channel.call_writer() if self._translator is None and not self._to_server else None

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        if self._translator is None:
            await self._send_in_order(message)
        elif isinstance(message, list):
            await self._channel.send(message)
        elif self._input_ended:
            raise ConnectionError(self._end_text())
        else:
            self._translator.from_client(message)
            await self._drain()
            while self._negotiation.held > MAX_HELD and not self._channel.ended:
                self._progressed.clear()
                await self._progressed.wait()

    async def _send_in_order(self, message: Message | jsonrpc.Batch) -> None:
        if not self._to_server or isinstance(message, list):
            await self._channel.send(message)
        else:
            self._to_server.append(message)
            await self._drain()

    async def _drain(self) -> None:
        while self._to_server:
            channel = self._channel
            try:
                await channel.send(self._to_server.popleft())
            except ConnectionError:
                if channel is self._channel and not self._may_restart():
                    raise
                return  # the messages are sent again to the reopened server

    def _send_soon(self) -> None:
        """Send the queued messages in a task, without waiting for a server that is slow to read."""
        self._changed.set()
        self._progressed.set()
        if self._to_server:
            self._send_tasks.start(self._drain_quietly())

    async def _drain_quietly(self) -> None:
        with suppress(ConnectionError):  # the server is gone; the reader notices
            await self._drain()

    async def close(self, reason: str = "") -> None:
        """Close the channel, and cancel the bridge's tasks and timers."""
        self._input_ended = True
        self._progressed.set()
        for timer in self._timers:
            timer.cancel()
        for task in (self._reading, *self._send_tasks):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self._channel.close(reason)

    # --- interface for translators ----------------------------------------------------------------------------

    def send_to_server(self, message: Message) -> None:
        """Queue a message for the server. A request that is cancelled before it was sent is removed."""
        if self._to_server and message.get("method") == "notifications/cancelled":
            id = requested_id(message)
            waiting = [message for message in self._to_server if "method" in message and message.get("id") == id]
            if waiting and id is not None:
                self._to_server = deque(message for message in self._to_server if message is not waiting[0])
                return
        self._to_server.append(message)

    def send_to_client(self, message: Message | Malformed) -> None:
        """Queue a message for the client."""
        if isinstance(message, Malformed):
            self._to_client.append(message)
        elif self._unknown_reason and "error" in message:
            self._to_client.append(OutcomeUnknown(message, self._unknown_reason))
        else:
            self._to_client.append(undecoded(message))
        self._changed.set()

    def call_later(self, seconds: float, act: Callable[[], None]) -> asyncio.TimerHandle:
        """Call ``act`` after ``seconds``, and send the messages that it queues."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._timers = {timer for timer in self._timers if not timer.cancelled() and timer.when() > now}

        def wake() -> None:
            act()
            self._send_soon()

        timer = loop.call_later(seconds, wake)
        self._timers.add(timer)
        return timer

    def new_id(self) -> str:
        """Return an ID that no peer uses."""
        self._count += 1
        return f"{self._name}{self._count}"

    def use_translator(self, translator: Translator, text: str) -> None:
        self._translator = translator
        self._notify(text)

    def pass_through(self) -> None:
        self._translator = None
