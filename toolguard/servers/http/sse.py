"""Parser of server-sent events: bytes in, events out, however they are split (HTML Living Standard §9.2.6).

No I/O, and no knowledge of messages. It is ToolGuard's own because libraries such as ``httpx-sse`` do not limit an
event: here, an event of any size uses bounded memory, and one over the limit still yields the ID of its message, so
that the waiting request is answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from toolguard.gate.jsonrpc import INVALID_REQUEST, MAX_LINE, LineReader, Malformed
from toolguard.gate.texts import coded

_LINE_OVERHEAD = 64  # bytes of memory per line in addition to its text
_MAX_RETRY_DELAY = 300.0  # seconds


class SseEvent(NamedTuple):
    """A server-sent event."""

    name: str
    """``message`` if the stream does not name the event."""
    data: bytes


class SseParser:
    """Parser of one stream. An event over ``limit`` bytes becomes `Malformed`, with its JSON-RPC ID if known."""

    def __init__(self, limit: int = MAX_LINE, after: bytes = b"") -> None:
        """``after``: the ID of the last event of the stream that this one resumes."""
        self.last_id = after
        """The ``Last-Event-ID`` with which to resume this stream; empty if it cannot be resumed."""
        self.retry: float | None = None
        """Seconds to wait before that, as set by the server."""
        self._limit = limit
        self._line = bytearray()  # the state of an incomplete line
        self._in_comment = False
        self._is_at_start = True
        self._after_cr = False
        self._name = b""
        self._id = after
        self._data: list[bytes] = []
        self._size = 0
        self._too_long: LineReader | None = None

    @property
    def size(self) -> int:
        """Bytes of the incomplete event."""
        return self._size + len(self._line)

    def feed(self, data: bytes) -> Iterator[SseEvent | Malformed]:
        """Yield each event that is complete after ``data``; `last_id` and `retry` are those of the yielded event."""
        if self._after_cr and data.startswith(b"\n"):
            data = data[1:]
            self._after_cr = False
        if data:
            self._after_cr = data.endswith(b"\r")
        for piece in data.splitlines(keepends=True):
            line = piece.rstrip(b"\r\n")
            if len(line) == len(piece):
                self._begin(line)
            elif (event := self._end_line(line)) is not None:
                yield event

    def _begin(self, piece: bytes) -> None:
        """Append to the incomplete line."""
        self._in_comment = self._in_comment or (not self._line and piece.startswith(b":"))
        if self._in_comment:
            return
        self._line += piece
        if self._too_long is not None or self.size > self._limit:
            self._drop(bytes(self._line))
            self._line[:] = b"data:"  # not empty, and only its length matters

    def _end_line(self, end: bytes) -> SseEvent | Malformed | None:
        """Handle a complete line that ``end`` terminates."""
        if self._in_comment:
            self._in_comment = False
            return None
        line = bytes(self._line) + end if self._line else end
        self._line.clear()
        if self._is_at_start:
            self._is_at_start = False
            line = line.removeprefix(b"\xef\xbb\xbf")
        if not line:
            return self._dispatch()
        if self._too_long is not None:
            self._drop(line)
        else:
            self._field(line)
        return None

    def _field(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.append(value)
            self._size += len(value) + _LINE_OVERHEAD
            if self._size > self._limit:
                self._drop(b"")
        elif name == b"event":
            self._name = value[:100]
        elif name == b"id":
            if b"\0" not in value:
                self._id = value
        elif name == b"retry" and value.isdigit():
            self.retry = min(int(value[:9]) / 1000, _MAX_RETRY_DELAY)

    def _drop(self, line: bytes) -> None:
        """Discard the event, but keep the part that identifies its request."""
        if self._too_long is None:
            self._too_long = LineReader(self._limit)
            line = b"\n".join((*self._data, line)).replace(b"\n", b" ")
            self._data.clear()
            self._size = 0
        self._too_long.feed(line.removeprefix(b"data:"))  # it contains no end of a line

    def _dispatch(self) -> SseEvent | Malformed | None:
        """Dispatch the buffered event, if it has data."""
        self.last_id = self._id
        name, data, too_long = self._name, self._data, self._too_long
        self._name, self._data, self._size, self._too_long = b"", [], 0, None
        if too_long is not None:
            malformed = next((line for line, _ in too_long.feed(b"\n") if isinstance(line, Malformed)), None)
            return malformed or Malformed(INVALID_REQUEST, coded("servers.event_too_many_lines"))
        if not data:
            return None
        return SseEvent(name.decode("utf-8", "replace") or "message", b"\n".join(data))
