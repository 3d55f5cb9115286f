"""What arrived from a remote server and waits for its session: read, scrubbed, in order, bounded."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator

from toolguard.gate.jsonrpc import MAX_LINE, Id, Malformed, Message, WithheldError
from toolguard.gate.session.upstream import Heard
from toolguard.gate.texts import coded
from toolguard.servers.secrets.redactor import Redactor
from toolguard.servers.stdio.stderr_log import StderrLog

UNDELIVERED = 4 * 1024 * 1024
"""Bytes of messages that may wait; while there are more, nobody should read on."""
PARTIAL = 4 * MAX_LINE
"""Bytes of messages that have begun to arrive, on all connections of one server together."""
_COST = 500  # bytes that a message takes beside its text
_SHOWN = 500  # bytes of what cannot be read that are noted
_LOOKED_AT = 64 * 1024


class ServerInbox:
    """Many connections put messages in, one session takes them out, until `end`."""

    def __init__(self, notes: StderrLog, scrubber: Redactor) -> None:
        self.ended = ""
        self.notes = notes
        self.partial = 0
        """Bytes of messages that have begun to arrive."""
        self._scrubber = scrubber
        self._messages: deque[tuple[Heard, int]] = deque()
        self._size = 0
        self._news = asyncio.Event()
        self._taken = asyncio.Event()

    def read(self, data: bytes, answers: Id | None = None) -> list[Message | Malformed]:
        """The messages in ``data`` without secrets. What cannot be read is noted, and told to whoever waits for it.

        ``answers``: the request to which ``data`` is the only answer.
        """
        try:
            return list(self._scrubber.decode(data))
        except Malformed as problem:
            self.note(coded("servers.not_message", reason=problem.reason, data=self.shown(data)))
            if isinstance(problem, WithheldError):
                return [problem]
            id = answers if problem.id is None else problem.id
            return [] if id is None else [Malformed(problem.code, self.clean(problem.reason), id)]

    def put(self, message: Heard, size: int = 0) -> None:
        """``size``: the bytes that it came in."""
        if self.ended:
            return
        self._messages.append((message, size + _COST))
        self._size += size + _COST
        self._news.set()

    async def room(self) -> None:
        """Return when more may be put in."""
        while self._size > UNDELIVERED and not self.ended:
            self._taken.clear()
            await self._taken.wait()

    def note(self, text: str) -> None:
        """A line for the server's log; too many are dropped and counted."""
        self.notes.stderr(text.replace("\n", " ").encode("utf-8", "replace") + b"\n")

    def clean(self, text: str) -> str:
        """``text`` without secrets."""
        data = text.encode("utf-8", "replace")
        clean = self._scrubber(data)
        return text if clean == data else clean.decode("utf-8", "replace")

    def shown(self, data: bytes) -> str:
        """The beginning of what a server said, without secrets."""
        clean = self._scrubber(data[:_LOOKED_AT])  # far more than is shown: a secret may stand at the cut
        return clean[:_SHOWN].decode("utf-8", "replace")

    def is_secret(self, text: str) -> bool:
        """Whether a secret is in ``text``."""
        data = text.encode("utf-8", "surrogatepass")
        return self._scrubber(data) is not data

    def end(self, reason: str) -> None:
        """Nothing more will come. What waits is still delivered."""
        if not self.ended:
            self.ended = reason
        self._news.set()
        self._taken.set()

    def __aiter__(self) -> AsyncIterator[Heard]:
        return self

    async def __anext__(self) -> Heard:
        while not self._messages:
            if self.ended:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        message, size = self._messages.popleft()
        self._size -= size
        if self._size <= UNDELIVERED // 2:
            self._taken.set()
        return message
