"""A server's channel on which a client of the other era is understood: see `era_negotiation` for when and how.

It steps out of the way of a pair that needs none: from then on every message takes the road that it took without it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Any

from toolguard.gate import jsonrpc
from toolguard.gate.jsonrpc import Malformed, Message
from toolguard.gate.session.upstream import Heard, OutcomeUnknown, ServerChannel, StreamedResponse
from toolguard.gate.texts import coded
from toolguard.servers.bridge.era_negotiation import EraNegotiation
from toolguard.servers.bridge.memory import BridgeMemory
from toolguard.servers.bridge.protocol import Translator, requested_id, sealed
from toolguard.servers.stdio.environment import UnreachableError

__all__ = ["Bridge", "BridgeMemory", "bridged"]
CROWD = 1_000
"""Messages that wait until it is clear how the server is to be spoken to; who has more to say waits, too."""


Again = Callable[[], Awaitable[ServerChannel]]
"""Opens a server once more; raises `UnreachableError`."""


def bridged(
    channel: ServerChannel, memory: BridgeMemory, tell: Callable[[str], None], again: Again | None = None
) -> Bridge:
    """``channel`` with a bridge; ``memory`` outlives the channel, ``tell`` is told when two eras are joined.

    ``again``: for a server that may end over a request of an era that it does not know.
    """
    return Bridge(channel, memory, tell, again)


class Bridge(ServerChannel):
    """A channel around another one (`bridged`)."""

    def __init__(
        self, channel: ServerChannel, memory: BridgeMemory, tell: Callable[[str], None], again: Again | None = None
    ) -> None:
        self._channel = channel
        self._tell = tell
        self._again = again
        self._opening = EraNegotiation(self, memory)
        self._translator: Translator | None = self._opening
        self._name = f"toolguard-{token_hex(6)}-"
        self._count = 0
        self._ups: deque[Message] = deque()
        self._downs: deque[Heard] = deque()
        self._news = asyncio.Event()
        self._settled = asyncio.Event()
        self._reading: asyncio.Task[bool] | None = None
        self._over = False
        self._fault: BaseException | None = None
        self._lost = ""  # why a call's answer will never come, while that is translated
        self._posts: set[asyncio.Task[None]] = set()
        self._timers: set[asyncio.TimerHandle] = set()
        self._messages = channel.__aiter__()

    @property
    def ended(self) -> str:
        return self._channel.ended

    # --- the channel ------------------------------------------------------------------------------------------

    def __aiter__(self) -> AsyncIterator[Heard]:
        return self

    async def prepare(self, message: Message) -> tuple[str, ...]:
        return await self._channel.prepare(message)

    def given(self, message: Message) -> tuple[str, tuple[str, ...]]:
        return self._channel.given(message)

    async def learn(self, message: Message) -> dict[str, Any] | None:
        return await self._channel.learn(message)

    def watch(self, tell: Callable[[str], None]) -> None:
        self._channel.watch(tell)

    def __anext__(self) -> Awaitable[Heard]:
        if self._steps_aside and not self._downs:
            return self._messages.__anext__()
        return self._next()

    @property
    def _steps_aside(self) -> bool:
        """Whether what comes is the server's, as it says it."""
        return self._translator is None and self._reading is None and self._fault is None and not self._over

    async def _next(self) -> Heard:
        while not self._downs:
            if self._fault is not None:
                raise self._fault
            if self._over:
                raise StopAsyncIteration
            if self._steps_aside:
                return await self._messages.__anext__()
            if self._reading is None:
                self._reading = asyncio.get_running_loop().create_task(self._read())
                self._reading.add_done_callback(self._has_read)
            self._news.clear()
            await self._news.wait()
        return self._downs.popleft()

    def _has_read(self, reading: asyncio.Task[bool]) -> None:
        self._reading = None
        self._fault = None if reading.cancelled() else reading.exception()
        self._over = self._fault is None and (reading.cancelled() or reading.result())
        self._news.set()

    async def _read(self) -> bool:
        """Take one message of the server; True when there will be none any more."""
        try:
            message = await self._messages.__anext__()
        except StopAsyncIteration:
            return not await self._begin_again()
        if self._translator is None:
            self._downs.append(message)
        elif isinstance(message, Malformed):
            self._unreadable(message)
        elif isinstance(message, OutcomeUnknown):
            self._lost = message.reason
            self._translator.from_server(message.answer)
            self._lost = ""
        elif not isinstance(message, StreamedResponse):  # a client of another era comes back to no stream
            self._translator.from_server(message)
        self._post()
        return False

    def _may_begin_again(self) -> bool:
        return self._again is not None and self._translator is self._opening and self._opening.ended_of_it()

    async def _begin_again(self) -> bool:
        """Open the server once more if the first one ended over a request of the other era."""
        again = self._again
        if again is None or not self._may_begin_again():
            return False
        gone = self._channel
        try:
            await gone.close()
            channel = await again()
        except UnreachableError:  # why the first one ended tells more
            return False
        self._again = None
        self._ups.clear()
        self._channel, self._messages = channel, channel.__aiter__()
        self._tell(coded("servers.started_again_first_ended"))
        self._opening.begin_again(gone.ended)
        self._post()
        return True

    def _unreadable(self, problem: Malformed) -> None:
        """An answer that could not be taken: whoever waits for it is told under the id that it knows."""
        assert self._translator is not None  # noqa: S101 - looked at by `_read`
        self.down(problem if isinstance(problem, jsonrpc.WithheldError) else Malformed(problem.code, problem.reason))
        if problem.id is not None:
            told = {"reason": problem.reason}
            answer = jsonrpc.error(problem.id, jsonrpc.INTERNAL_ERROR, f"ToolGuard: {problem.reason}", told)
            self._translator.from_server(answer)

    def takes_at_once(self, message: Message) -> bool:
        return self._translator is None and not self._ups and self._channel.takes_at_once(message)

    def write(self, messages: Sequence[Message]) -> None:
        self._channel.write(messages)

    async def send(self, message: Message | jsonrpc.Batch) -> None:
        if self._translator is None:
            await self._in_order(message)
        elif isinstance(message, list):
            await self._channel.send(message)
        elif self._over:
            raise ConnectionError(
                coded("servers.server_ended_how", ended=self._channel.ended or coded("servers.is_gone"))
            )
        else:
            self._translator.from_client(message)
            await self._drain()
            while self._opening.held > CROWD and not self._channel.ended:
                self._settled.clear()
                await self._settled.wait()

    async def _in_order(self, message: Message | jsonrpc.Batch) -> None:
        if not self._ups or isinstance(message, list):
            await self._channel.send(message)
        else:
            self._ups.append(message)
            await self._drain()

    async def _drain(self) -> None:
        while self._ups:
            channel = self._channel
            try:
                await channel.send(self._ups.popleft())
            except ConnectionError:
                if channel is self._channel and not self._may_begin_again():
                    raise
                return  # a fresh server is asked again what waits

    def _post(self) -> None:
        """Send what the server is to hear, without waiting for a server that is slow to read."""
        self._news.set()
        self._settled.set()
        if self._ups:
            task = asyncio.get_running_loop().create_task(self._drain_quietly())
            self._posts.add(task)
            task.add_done_callback(self._posts.discard)

    async def _drain_quietly(self) -> None:
        with suppress(ConnectionError):  # the server is gone, which whoever reads from it hears
            await self._drain()

    async def close(self, reason: str = "") -> None:
        """End the channel, and whatever the bridge was about."""
        self._settled.set()
        for timer in self._timers:
            timer.cancel()
        for task in (self._reading, *self._posts):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self._channel.close(reason)

    # --- where translators stand ------------------------------------------------------------------------------

    def up(self, message: Message) -> None:
        """To the server, after what is to be sent already. What is taken back before it left never leaves."""
        if self._ups and message.get("method") == "notifications/cancelled":
            id = requested_id(message)
            waiting = [one for one in self._ups if "method" in one and one.get("id") == id]
            if waiting and id is not None:
                self._ups = deque(one for one in self._ups if one is not waiting[0])
                return
        self._ups.append(message)

    def down(self, message: Message | Malformed) -> None:
        """To the client."""
        if isinstance(message, Malformed):
            self._downs.append(message)
        elif self._lost and "error" in message:
            self._downs.append(OutcomeUnknown(message, self._lost))
        else:
            self._downs.append(sealed(message))
        self._news.set()

    def later(self, seconds: float, act: Callable[[], None]) -> asyncio.TimerHandle:
        """Call ``act`` after so many seconds, and send what it has to say."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._timers = {timer for timer in self._timers if not timer.cancelled() and timer.when() > now}

        def wake() -> None:
            act()
            self._post()

        timer = loop.call_later(seconds, wake)
        self._timers.add(timer)
        return timer

    def new_id(self) -> str:
        """An id that no peer uses."""
        self._count += 1
        return f"{self._name}{self._count}"

    def translate(self, translator: Translator, told: str) -> None:
        self._translator = translator
        self._tell(told)

    def step_out(self) -> None:
        self._translator = None
