"""Calls of Open Tool Calling by ``call_id``: a call runs once and has one response.

A request with the ``call_id`` of a running call waits for its response; the response of a finished call is kept for a
while. A call that was answered with the advice to retry has not run: its repetition goes to the gate, which knows it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple

from toolguard.clients.otc.messages import failed
from toolguard.gate.task_set import cancel_tasks
from toolguard.gate.texts import coded

CALL_LIFETIME = 600.0
"""Seconds for which a ``call_id`` is remembered after its last use."""
MAX_CALLS = 100_000
"""Maximum number of remembered calls; then the oldest finished one is forgotten."""
MAX_TOTAL_SIZE = 32 * 1024 * 1024
"""Maximum bytes of all kept responses. Beyond that, only the fact that the oldest calls ran is kept."""
MAX_RESPONSE_SIZE = 4 * 1024 * 1024
"""Maximum bytes of one kept response."""
_log = logging.getLogger(__name__)


class CallKey(NamedTuple):
    """Key of a call, because two clients can use the same ``call_id``."""

    client: str
    server: str
    call_id: str


class CallReply(NamedTuple):
    """A CallToolResponse. ``retry``: the call waits for a person, and the client is to retry."""

    body: bytes
    retry: bool


class CallIdReusedError(Exception):
    """The ``call_id`` was used for a call with other arguments."""


class KnownCall:
    """A call that a ``call_id`` names, running or finished."""

    __slots__ = ("digest", "on_abandoned", "reply", "task", "until", "waiting")

    def __init__(self, digest: str, on_abandoned: Callable[[], Awaitable[None]]) -> None:
        self.digest = digest
        self.on_abandoned = on_abandoned
        """Called if no request waits any more for the running call."""
        self.task: asyncio.Task[CallReply] | None = None
        """The running call; None if it has finished, or was answered with the advice to retry."""
        self.reply = b""
        """The final response."""
        self.until = 0.0
        self.waiting = 0
        """Number of requests that wait for the response."""

    async def wait(self, disconnected: asyncio.Task[None]) -> asyncio.Task[CallReply] | None:
        """Wait for the task and return it; None if the client is ``disconnected`` first."""
        task = self.task
        if task is None:
            return None
        self.waiting += 1
        try:
            await asyncio.wait((task, disconnected), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.waiting -= 1
        if task.done():
            return task
        if not self.waiting:
            await self.on_abandoned()
        return None


class OtcCalls:
    """The known calls, on one event loop."""

    def __init__(self) -> None:
        self._known: dict[CallKey, KnownCall] = {}  # in the order of last use
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._known)

    def find(self, key: CallKey, digest: str) -> KnownCall | None:
        """Return the running or finished call with this ``call_id``. Raises `CallIdReusedError`."""
        self._clean()
        call = self._known.get(key)
        if call is None:
            return None
        if call.digest != digest:
            raise CallIdReusedError
        return call if call.task is not None or call.reply else None

    def begin(
        self,
        key: CallKey,
        digest: str,
        work: Coroutine[Any, Any, CallReply],
        *,
        on_abandoned: Callable[[], Awaitable[None]],
    ) -> KnownCall:
        """Run ``work`` as the call with this ``call_id``, after `find` returned None."""
        self._known.pop(key, None)
        call = self._known[key] = KnownCall(digest, on_abandoned)
        call.task = asyncio.get_running_loop().create_task(work)
        call.task.add_done_callback(lambda task: self._ended(key, call, task))
        return call

    def drop(self, key: CallKey) -> None:
        """Cancel and forget a call that nobody will repeat."""
        call = self._known.pop(key, None)
        if call is not None and call.task is not None:
            call.task.cancel()

    def _ended(self, key: CallKey, call: KnownCall, task: asyncio.Task[CallReply]) -> None:
        call.task, call.on_abandoned = None, _ignore  # it referenced the request, which may be large
        call.until = asyncio.get_running_loop().time() + CALL_LIFETIME
        if self._known.pop(key, None) is not call or task.cancelled():
            return
        if task.exception() is not None:
            _log.error("a call of Open Tool Calling ended by a fault of ours", exc_info=task.exception())
            return
        self._known[key] = call
        reply = task.result()
        if not reply.retry:
            call.reply = reply.body if len(reply.body) <= MAX_RESPONSE_SIZE else _ran_reply(key)
            self._bytes += len(call.reply)
        self._limit_memory()

    def _limit_memory(self) -> None:
        if self._bytes > MAX_TOTAL_SIZE:
            for key, call in self._known.items():
                self._bytes -= len(call.reply)
                call.reply = min(call.reply, _ran_reply(key), key=len)
                self._bytes += len(call.reply)
                if self._bytes <= MAX_TOTAL_SIZE // 2:
                    break
        if len(self._known) > MAX_CALLS:
            over = next((key for key, call in self._known.items() if call.task is None), None)
            if over is not None:
                self._forget(over)

    def _clean(self) -> None:
        """Forget calls that finished long ago. The oldest are first, except running ones."""
        now = asyncio.get_running_loop().time()
        while self._known:
            key, call = next(iter(self._known.items()))
            if call.task is not None or call.until > now:
                return
            self._forget(key)

    def _forget(self, key: CallKey) -> None:
        self._bytes -= len(self._known.pop(key).reply)

    async def close(self) -> None:
        """Cancel the running calls."""
        await cancel_tasks([call.task for call in self._known.values() if call.task is not None])
        self._known.clear()
        self._bytes = 0


async def _ignore() -> None: ...


def _ran_reply(key: CallKey) -> bytes:
    return failed(key.call_id, coded("clients.call_run_answer_not"))
