"""Queue of messages from a remote server to its session: decoded, redacted, in order, bounded."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

from toolguard.gate.jsonrpc import MAX_LINE, Id, Malformed, Message, WithheldError
from toolguard.gate.session.upstream import UpstreamMessage
from toolguard.gate.texts import coded
from toolguard.servers.secrets.redactor import Redactor
from toolguard.servers.stdio.stderr_log import StderrLog

MAX_UNDELIVERED_SIZE = 4 * 1024 * 1024
"""Bytes of undelivered messages at which reading should pause."""
MAX_PARTIAL_SIZE = 4 * MAX_LINE
"""Bytes of partial messages, on all connections of one server together."""
_MESSAGE_OVERHEAD = 500  # bytes of memory per message in addition to its text
_MAX_REDACTED = 64 * 1024


class ServerInbox:
    """Queue with many producers (connections) and one consumer (the session)."""

    def __init__(self, notes: StderrLog, redactor: Redactor) -> None:
        self.ended = ""
        self.notes = notes
        self._partial = 0
        self._redactor = redactor
        self._messages: deque[tuple[UpstreamMessage, int]] = deque()
        self._size = 0
        self._arrived_event = asyncio.Event()
        self._taken = asyncio.Event()

    def read(self, data: bytes, answers: Id | None = None) -> list[Message | Malformed]:
        """Return the redacted messages in ``data``. What cannot be decoded is logged and reported as `Malformed`.

        ``answers``: the request to which ``data`` is the only response.
        """
        try:
            return list(self._redactor.decode(data))
        except Malformed as problem:
            self.note(coded("servers.not_message", reason=problem.reason, data=self.excerpt(data)))
            if isinstance(problem, WithheldError):
                return [problem]
            id = answers if problem.id is None else problem.id
            return [] if id is None else [Malformed(problem.code, self.clean(problem.reason), id)]

    def put(self, message: UpstreamMessage, size: int = 0) -> None:
        """Queue a message that took ``size`` bytes."""
        if self.ended:
            return
        self._messages.append((message, size + _MESSAGE_OVERHEAD))
        self._size += size + _MESSAGE_OVERHEAD
        self._arrived_event.set()

    def grow_partial(self, size: int) -> bool:
        """Count ``size`` more bytes of partial messages, or fewer; return whether they are within the limit."""
        self._partial += size
        return self._partial <= MAX_PARTIAL_SIZE

    async def wait_for_space(self) -> None:
        """Wait until the queue accepts more."""
        while self._size > MAX_UNDELIVERED_SIZE and not self.ended:
            self._taken.clear()
            await self._taken.wait()

    def note(self, text: str) -> None:
        """Add a line to the server's log. Beyond the limit, lines are dropped and counted."""
        self.notes.stderr(text.replace("\n", " ").encode("utf-8", "replace") + b"\n")

    def clean(self, text: str) -> str:
        """Return the text with secret values redacted."""
        data = text.encode("utf-8", "replace")
        clean = self._redactor(data)
        return text if clean == data else clean.decode("utf-8", "replace")

    def clean_texts(self, value: Any) -> Any:
        """Return JSON data with its texts redacted, but not its names and numbers, which say what it is."""
        if isinstance(value, str):
            return self.clean(value)
        if isinstance(value, list):
            return [self.clean_texts(item) for item in value]
        if isinstance(value, dict):
            return {name: self.clean_texts(item) for name, item in value.items()}
        return value

    def excerpt(self, output: bytes | str, most: int = 500) -> str:
        """Return at most the first ``most`` bytes of a server's output, redacted before they are cut."""
        data = output.encode("utf-8", "replace") if isinstance(output, str) else output
        clean = self._redactor(data[:_MAX_REDACTED])  # far more than is shown, because a secret may span the cut
        return clean[:most].decode("utf-8", "replace")

    def is_secret(self, text: str) -> bool:
        """Return whether the text contains a secret value."""
        return self.has_secret(text.encode("utf-8", "surrogatepass"))

    def has_secret(self, data: bytes) -> bool:
        """Return whether a server's output contains a secret."""
        return self._redactor(data) is not data

    def end(self, reason: str) -> None:
        """End the input; queued messages are still delivered."""
        if not self.ended:
            self.ended = reason
        self._arrived_event.set()
        self._taken.set()

    def __aiter__(self) -> AsyncIterator[UpstreamMessage]:
        return self

    async def __anext__(self) -> UpstreamMessage:
        while not self._messages:
            if self.ended:
                raise StopAsyncIteration
            self._arrived_event.clear()
            await self._arrived_event.wait()
        message, size = self._messages.popleft()
        self._size -= size
        if self._size <= MAX_UNDELIVERED_SIZE // 2:
            self._taken.set()
        return message
