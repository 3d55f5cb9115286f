"""A client's channel over two descriptors: its own stdin and stdout, or one socket that is both.

It knows reading, writing, back-pressure and the journal. It refuses to know what a message means.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections import deque
from collections.abc import Callable, Coroutine
from itertools import islice
from typing import Any

from toolguard.clients.stub.journal import Journal
from toolguard.gate import jsonrpc
from toolguard.gate.session.upstream import CLOSING, ClientChannel
from toolguard.gate.texts import coded

CHUNK = 256 * 1024
FULL = 4 * 1024 * 1024  # bytes of lines that nobody took yet: reading pauses
HIGH, LOW = 1024 * 1024, 256 * 1024  # bytes that the client did not take yet: sending waits, and goes on
FLUSH = 1.0  # seconds that a slow client has to take the last bytes

Item = jsonrpc.Message | jsonrpc.Batch | jsonrpc.Malformed


class DescriptorInbox:
    """Bytes in, messages out. ``pause`` and ``resume`` are called as the lines that nobody took pile up and go.

    With a journal a line counts there as taken, and its requests as open, before anybody sees the message.
    """

    def __init__(
        self, pause: Callable[[], None], resume: Callable[[], None], journal: Journal | None = None
    ) -> None:  # fmt: skip
        self._pause = pause
        self._resume = resume
        self._journal = journal
        self._lines = jsonrpc.LineReader()
        self._began = journal.taken if journal else 0
        self._queue: deque[tuple[bytes | jsonrpc.Malformed, int]] = deque()
        self._size = 0
        self._paused = False
        self._waiter: asyncio.Future[None] | None = None
        self.ended = ""

    def go_on(self) -> None:
        """Take up what an app that died has read: requests to be asked again, then what it had not looked at."""
        if self._journal is None:
            return
        if self._journal.overlong:
            self._lines.begin_overlong()
        for entry in self._journal.entries():
            if entry.line:
                self._queue.append((entry.line, 0))
                self._size += len(entry.line)
        self.feed(self._journal.pending())

    def feed(self, data: bytes) -> None:
        queue, lines, began = self._queue, self._lines, self._began
        for line in lines.feed(data):
            queue.append((line, began + lines.end))
            self._size += len(line) if isinstance(line, bytes) else 0
        if queue:
            self._wake()
            if self._size > FULL and not self._paused:
                self._paused = True
                self._pause()

    def end(self, why: str, *, at_once: bool = False) -> None:
        """No more bytes come. What is queued is still delivered, unless the client is gone and wants none of it."""
        self.ended = self.ended or why
        if at_once:
            self._queue.clear()
        self._wake()

    @property
    def has_more(self) -> bool:
        return bool(self._queue)

    async def next(self) -> Item:
        while not self._queue:
            if self.ended:
                raise StopAsyncIteration
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        line, end = self._queue.popleft()
        item: Item
        if isinstance(line, bytes):
            self._size -= len(line)
            if self._paused and self._size < FULL // 2:
                self._paused = False
                self._resume()
            try:
                item = jsonrpc.decode(line)
            except jsonrpc.Malformed as malformed:
                item = malformed
        else:
            item, line = line, b""
        return item if self._journal is None else self._taken(self._journal, item, line, end)

    def _taken(self, journal: Journal, item: Item, line: bytes, end: int) -> Item:
        """Note in the journal that ``item`` is taken; gives what to do with it."""
        if isinstance(item, jsonrpc.Malformed) and isinstance(item.id, int | str):
            journal.register_refused(item.id, end)
        problem = journal.take(item, line, end)
        if not problem:
            return item
        id = item.get("id") if isinstance(item, dict) else None
        return jsonrpc.Malformed(jsonrpc.INVALID_REQUEST, problem, id)

    def _wake(self) -> None:
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)


class DescriptorChannel(ClientChannel):
    """A channel (see `DescriptorInbox` for what it yields) over descriptors that it owns and closes.

    With ``handed`` the client's stdin and stdout are read and written directly, through the ``journal``, and ``sock``
    is the line to the stub that still holds them: it hears ``x`` or ``q`` at the end. Without, ``sock`` carries the
    client's bytes, and the last word stands at a line's begin.
    """

    ended = ""

    def __init__(
        self,
        sock: socket.socket,
        handed: tuple[int, int] | None = None,
        *,
        journal: Journal | None = None,
        first: bytes = b"",
    ) -> None:
        self._sock = sock
        self._handed = handed
        self._journal = journal
        self._in, self._out = handed or (sock.fileno(), sock.fileno())
        self._loop = asyncio.get_running_loop()
        self._inbox = DescriptorInbox(self._pause, self._resume, journal)
        self._buffer: deque[tuple[memoryview, tuple[int, ...]]] = deque()
        self._size = 0
        self._room = asyncio.Event()
        self._writing = False
        self._wrote = False  # something in this turn of the loop
        self._reading = False
        self._closed = False
        self._gone = ""
        self.app_closes = False
        self._first = first
        self._blocking = [os.get_blocking(fd) for fd in handed or ()]

    def open(self) -> None:
        """Begin to read. What an app that died owes the client is delivered first, and its half line ended."""
        self._sock.setblocking(False)
        for fd in self._handed or ():
            os.set_blocking(fd, False)
        if self._handed:
            self._hear()
            if not self._gone:
                self._loop.add_reader(self._sock, self._hear)
        if self._journal and not self._gone:
            if self._journal.line_is_open:
                self._write(b"\n")
            elif not self._journal.delivered:
                self._move()
            self._inbox.go_on()
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
        if self._gone or self._closed:
            raise ConnectionError(self._gone or coded("clients.session_closed"))
        self._write(data, self._journal.answered_by(message) if self._journal else ())
        while self._size > HIGH and not self._gone:
            self._room.clear()
            await self._room.wait()
        if self._gone:
            raise ConnectionError(self._gone)

    async def close(self, reason: str = "") -> None:
        """Give the client what is buffered (at most one second), say the last word to the stub, let go."""
        if self._closed:
            return
        self._closed = True
        self._pause()
        self._end(reason or coded("clients.endpoint_session_over"), at_once=True)
        self._end_turn()
        try:
            async with asyncio.timeout(FLUSH):
                while self._writing and not self._gone:
                    self._room.clear()
                    await self._room.wait()
        except TimeoutError:
            pass
        finally:
            self._let_go(b"q" if self.app_closes or reason == CLOSING else b"x")

    def _let_go(self, word: bytes) -> None:
        self._gone = self._gone or coded("clients.session_closed")
        self._room.set()
        self._loop.remove_writer(self._out)
        self._loop.remove_reader(self._sock)
        for fd, blocking in zip(self._handed or (), self._blocking, strict=False):
            os.set_blocking(fd, blocking)
        for fd in self._handed or ():
            os.close(fd)
        if self._journal:
            self._journal.close()
        if self._handed or not self._buffer:
            self._tell(word)
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
            self._lose(coded("clients.client_stdin_cannot_watched", reason=problem))

    def _read(self) -> None:
        try:
            data = self._journal.read(self._in) if self._journal else os.read(self._in, CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if data:
            self._inbox.feed(data)
        else:
            self._pause()
            self._end(coded("clients.client_closed_connection"))

    def _hear(self) -> None:
        """The stub says nothing on the line; its end is the client's end."""
        try:
            data = self._sock.recv(4096)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self._loop.remove_reader(self._sock)
            self._lose(coded("clients.connect_ended"))

    def _lose(self, why: str) -> None:
        """The client is gone: what it asked for and nobody has looked at yet is not wanted any more."""
        self._gone = self._gone or why
        self._pause()
        self._loop.remove_writer(self._out)
        self._writing = False
        self._buffer.clear()
        self._size = 0
        self._room.set()
        self._end(why, at_once=True)

    def _end(self, why: str, *, at_once: bool = False) -> None:
        self._inbox.end(why, at_once=at_once)
        self.ended = self._inbox.ended

    # Writing.

    def _write(self, data: bytes, answers: tuple[int, ...] = ()) -> None:
        """Give the client the first message of a turn of the loop at once, the others together at its end."""
        self._buffer.append((memoryview(data), answers))
        self._size += len(data)
        if not (self._writing or self._wrote):
            self._wrote = True
            self._loop.call_soon(self._end_turn)
            self._move()

    def _end_turn(self) -> None:
        self._wrote = False
        if self._buffer and not (self._writing or self._gone):
            self._move()

    def _move(self) -> None:
        """Give the client what it takes now, and watch for when it takes more."""
        try:
            done = self._send_journaled(self._journal) if self._journal else self._send()
        except OSError:
            self._lose(coded("clients.client_closed_connection"))
            return
        if not done and not self._writing:
            self._loop.add_writer(self._out, self._move)
        elif done and self._writing:
            self._loop.remove_writer(self._out)
        self._writing = not done
        if self._size < LOW:
            self._room.set()

    def _send(self) -> bool:
        """Write what is buffered, as far as it is taken; True when all of it is."""
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
        """The same by way of the journal: what was committed there is delivered also when this process dies."""
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

    def _tell(self, word: bytes) -> None:
        try:
            self._sock.send(word)
        except OSError:  # gone, or stopped by a debugger: nothing depends on it while we live
            return
