"""A client's channel over two descriptors: the client's own stdin and stdout, or one socket for both.

Handles reading, writing, back-pressure and the journal. It does not interpret messages.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from itertools import islice
from typing import Any

from toolguard.clients.stub.journal import Journal
from toolguard.gate import jsonrpc
from toolguard.gate.arrival import Arrival
from toolguard.gate.session.upstream import CLOSING, ClientChannel
from toolguard.gate.texts import coded

CHUNK_SIZE = 256 * 1024
HIGH_WATER = 4 * 1024 * 1024  # bytes of queued lines at which reading pauses
HIGH, LOW = 1024 * 1024, 256 * 1024  # bytes of unsent output at which sending waits and resumes
LINE_OVERHEAD = 150  # bytes of memory per queued line in addition to its text
FLUSH_TIMEOUT = 1.0  # seconds that a slow client has to read the last bytes

Item = jsonrpc.Message | jsonrpc.Batch | jsonrpc.Malformed


class DescriptorInbox:
    """Parser and queue of incoming messages. Calls ``pause`` and ``resume`` as the queue fills and drains.

    With a journal, a line is marked as taken there, and its requests as open, before `next` returns the message.
    """

    def __init__(
        self, pause: Callable[[], None], resume: Callable[[], None], journal: Journal | None = None
    ) -> None:  # fmt: skip
        self._pause = pause
        self._resume = resume
        self._journal = journal
        self._lines = jsonrpc.LineReader()
        self._stream_offset = journal.consumed if journal else 0
        self._queue: deque[tuple[bytes | jsonrpc.Malformed, int, int]] = deque()  # with the line's end and size
        self._size = 0
        self._paused = False
        self._arrival = Arrival()
        self.ended = ""

    def resume_from_journal(self) -> None:
        """Queue what an app that died had read: requests that may be repeated, then the lines it had not processed."""
        if self._journal is None:
            return
        if self._journal.is_overlong:
            self._lines.begin_overlong()
        for entry in self._journal.entries():
            if entry.line:
                self._put(entry.line, 0)
        self.feed(self._journal.pending())

    def feed(self, data: bytes) -> None:
        """Queue the messages that ``data`` completes; the rest is kept for the next call."""
        began = self._stream_offset
        for line, end in self._lines.feed(data):
            self._put(line, began + end)
        if self._queue:
            self._arrival.wake()
            if self._size > HIGH_WATER and not self._paused:
                self._paused = True
                self._pause()

    def _put(self, line: bytes | jsonrpc.Malformed, end: int) -> None:
        size = LINE_OVERHEAD + (len(line) if isinstance(line, bytes) else 0)
        self._queue.append((line, end, size))
        self._size += size

    def end(self, reason: str, *, at_once: bool = False) -> None:
        """Stop the input. Queued messages are still delivered, or discarded if ``at_once``."""
        self.ended = self.ended or reason
        if at_once:
            self._queue.clear()
        self._arrival.wake()

    @property
    def has_more(self) -> bool:
        """Whether `next` returns without waiting."""
        return bool(self._queue)

    async def next(self) -> Item:
        """Wait for the next message, or for `Malformed` in its place; raises StopAsyncIteration after `end`."""
        while not self._queue:
            if self.ended:
                raise StopAsyncIteration
            await self._arrival.wait()
        line, end, size = self._queue.popleft()
        self._size -= size
        if self._paused and self._size < HIGH_WATER // 2:
            self._paused = False
            self._resume()
        item: Item
        if isinstance(line, bytes):
            try:
                item = jsonrpc.decode(line)
            except jsonrpc.Malformed as malformed:
                item = malformed
        else:
            item, line = line, b""
        return item if self._journal is None else self._mark_taken(self._journal, item, line, end)

    def _mark_taken(self, journal: Journal, item: Item, line: bytes, end: int) -> Item:
        """Mark ``item`` as taken in the journal; return it, or the error if it must be refused."""
        if isinstance(item, jsonrpc.Malformed) and isinstance(item.id, int | str):
            journal.register_refused(item.id, end)
        problem = journal.take(item, line, end)
        if not problem:
            return item
        id = item.get("id") if isinstance(item, dict) else None
        return jsonrpc.Malformed(jsonrpc.INVALID_REQUEST, problem, id)


class DescriptorChannel(ClientChannel):
    """A channel (see `DescriptorInbox` for what it yields) over descriptors that it owns and closes.

    With ``client_fds``, the channel reads and writes the client's stdin and stdout itself, through the ``journal``, and
    ``sock`` only tells the stub how the session ended, with the byte ``x`` or ``q``. Without it, ``sock`` carries the
    client's bytes, and that byte starts a line.
    """

    ended = ""

    def __init__(
        self,
        sock: socket.socket,
        client_fds: tuple[int, int] | None = None,
        *,
        journal: Journal | None = None,
        first: bytes = b"",
    ) -> None:
        self._sock = sock
        self._client_fds = client_fds
        self._journal = journal
        self._in, self._out = client_fds or (sock.fileno(), sock.fileno())
        self._loop = asyncio.get_running_loop()
        self._inbox = DescriptorInbox(self._pause, self._resume, journal)
        self._buffer: deque[tuple[memoryview, tuple[int, ...]]] = deque()
        self._size = 0
        self._writable = asyncio.Event()
        self._writing = False
        self._wrote_in_turn = False  # anything in this turn of the event loop
        self._reading = False
        self._closed = False
        self._lost_reason = ""
        self._keeps_stub = False
        self._first = first
        self._blocking: list[bool] = []  # the modes of `client_fds` before `open`

    def open(self) -> None:
        """Start reading. Output that an app that died had committed is delivered first, and its partial line ended."""
        self._sock.setblocking(False)
        if self._client_fds:
            self._blocking = _set_blocking(self._client_fds, [False, False])
            self._watch_stub()
            if not self._lost_reason:
                self._loop.add_reader(self._sock, self._watch_stub)
        if self._journal and not self._lost_reason:
            if self._journal.line_is_open:
                self._write(b"\n")
            elif not self._journal.is_delivered:
                self._flush()
            self._inbox.resume_from_journal()
        self._inbox.feed(self._first)
        self._resume()

    def __aiter__(self) -> DescriptorChannel:
        return self

    @property
    def has_more(self) -> bool:
        return self._inbox.has_more

    def __anext__(self) -> Coroutine[Any, Any, Item]:
        return self._inbox.next()

    async def send(self, message: jsonrpc.Message | jsonrpc.Batch) -> None:
        data = jsonrpc.encode(message) + b"\n"
        if self._lost_reason or self._closed:
            raise ConnectionError(self._lost_reason or coded("clients.session_closed"))
        self._write(data, self._journal.answered_by(message) if self._journal else ())
        while self._size > HIGH and not self._lost_reason:
            self._writable.clear()
            await self._writable.wait()
        if self._lost_reason:
            raise ConnectionError(self._lost_reason)

    def keep_stub(self) -> None:
        """Have the stub stay when this channel closes: the app closes, and the next one resumes the session."""
        self._keeps_stub = True

    async def close(self, reason: str = "") -> None:
        """Flush the buffer (at most `FLUSH_TIMEOUT` seconds), tell the stub the outcome, release the descriptors."""
        if self._closed:
            return
        self._closed = True
        self._pause()
        self._end(reason or coded("clients.endpoint_session_over"), at_once=True)
        self._end_turn()
        try:
            async with asyncio.timeout(FLUSH_TIMEOUT):
                while self._writing and not self._lost_reason:
                    self._writable.clear()
                    await self._writable.wait()
        except TimeoutError:
            pass
        finally:
            self._release(b"q" if self._keeps_stub or reason == CLOSING else b"x")

    def _release(self, status: bytes) -> None:
        self._lost_reason = self._lost_reason or coded("clients.session_closed")
        self._writable.set()
        self._loop.remove_writer(self._out)
        self._loop.remove_reader(self._sock)
        if self._blocking:
            _set_blocking(self._client_fds or (), self._blocking)
        for fd in self._client_fds or ():
            os.close(fd)
        if self._journal:
            self._journal.close()
        if self._client_fds or not self._buffer:
            self._notify_stub(status)
        self._sock.close()

    # Reading.

    def _pause(self) -> None:
        if self._reading:
            self._reading = False
            self._loop.remove_reader(self._in)

    def _resume(self) -> None:
        if self._reading or self._closed or self._inbox.ended:
            return
        try:
            self._loop.add_reader(self._in, self._read)
            self._reading = True
        except OSError as problem:
            self._connection_lost(coded("clients.client_stdin_cannot_watched", reason=problem))

    def _read(self) -> None:
        try:
            data = self._journal.read(self._in) if self._journal else os.read(self._in, CHUNK_SIZE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if data:
            self._inbox.feed(data)
        else:
            self._pause()
            self._end(coded("clients.client_closed_connection"))

    def _watch_stub(self) -> None:
        """Detect the stub's exit. It sends nothing on this socket, and the session ends when it exits."""
        try:
            data = self._sock.recv(4096)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self._loop.remove_reader(self._sock)
            self._connection_lost(coded("clients.connect_ended"))

    def _connection_lost(self, reason: str) -> None:
        """End the channel because the client is gone; discard its unprocessed messages and all unsent output."""
        self._lost_reason = self._lost_reason or reason
        self._pause()
        self._loop.remove_writer(self._out)
        self._writing = False
        self._buffer.clear()
        self._size = 0
        self._writable.set()
        self._end(reason, at_once=True)

    def _end(self, reason: str, *, at_once: bool = False) -> None:
        self._inbox.end(reason, at_once=at_once)
        self.ended = self._inbox.ended

    # Writing.

    def _write(self, data: bytes, answers: tuple[int, ...] = ()) -> None:
        """Send the first message of an event loop iteration at once, and the others together at its end."""
        self._buffer.append((memoryview(data), answers))
        self._size += len(data)
        if not (self._writing or self._wrote_in_turn):
            self._wrote_in_turn = True
            self._loop.call_soon(self._end_turn)
            self._flush()

    def _end_turn(self) -> None:
        self._wrote_in_turn = False
        if self._buffer and not (self._writing or self._lost_reason):
            self._flush()

    def _flush(self) -> None:
        """Write as much as the client accepts now, and wait for writability if anything is left."""
        try:
            done = self._send_journaled(self._journal) if self._journal else self._send()
        except OSError:
            self._connection_lost(coded("clients.client_closed_connection"))
            return
        if not done and not self._writing:
            self._loop.add_writer(self._out, self._flush)
        elif done and self._writing:
            self._loop.remove_writer(self._out)
        self._writing = not done
        if self._size < LOW:
            self._writable.set()

    def _send(self) -> bool:
        """Write the buffer until the descriptor would block; return True if nothing is left."""
        if sys.platform == "win32":
            raise NotImplementedError
        while self._buffer:
            try:
                count = os.writev(self._out, [data for data, _ in islice(self._buffer, 64)])
            except (BlockingIOError, InterruptedError):
                return False
            self._size -= count
            while count:
                head, answers = self._buffer.popleft()
                if count < len(head):
                    self._buffer.appendleft((head[count:], answers))
                    break
                count -= len(head)
        return True

    def _send_journaled(self, journal: Journal) -> bool:
        """Do the same through the journal: committed output is delivered even if this process dies."""
        while True:
            while self._buffer:
                head, answers = self._buffer[0]
                count = journal.put(head, answers)
                self._size -= count
                if count < len(head):
                    self._buffer[0] = (head[count:], answers)
                    break
                self._buffer.popleft()
            if not journal.send(self._out):
                return False
            if not self._buffer:
                return True

    def _notify_stub(self, status: bytes) -> None:
        try:
            self._sock.send(status)
        except OSError:  # the stub has exited, or a debugger stopped it; it is not needed while this process runs
            return


def _set_blocking(fds: Sequence[int], modes: Sequence[bool]) -> list[bool]:
    """Set the modes of descriptors, which may share one; return those that they had."""
    if sys.platform == "win32":
        raise NotImplementedError
    before = [os.get_blocking(fd) for fd in fds]
    for fd, blocking in zip(fds, modes, strict=True):
        os.set_blocking(fd, blocking)
    return before
