"""A client's channel over two descriptors: its own stdin and stdout, or one socket that is both.

It knows reading, writing, back-pressure and the marks for `connect`. It refuses to know what a message means.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice

from toolguard.checkpoint import wire

CLOSING = "app closing"
"""The reason to close with when the whole app closes: the stub then stays and answers until the app is back.
``app_closes`` on a channel means the same, whatever reason comes."""
CHUNK = 256 * 1024
FULL = 4 * 1024 * 1024  # bytes of lines that nobody took yet: reading pauses
HIGH, LOW = 1024 * 1024, 256 * 1024  # bytes that the client did not take yet: sending waits, and goes on
ATOMIC = 4096  # a pipe takes so many bytes whole or not at all (Linux's PIPE_BUF)
FLUSH = 1.0  # seconds that a slow client has to take the last bytes

Item = wire.Message | wire.Batch | wire.Malformed


class Inbox:
    """Bytes in, messages out. ``pause`` and ``resume`` are called as the lines that nobody took pile up and go."""

    def __init__(self, pause: Callable[[], None], resume: Callable[[], None]) -> None:
        self._pause = pause
        self._resume = resume
        self._lines = wire.Lines()
        self._queue: deque[bytes | wire.Malformed] = deque()
        self._size = 0
        self._paused = False
        self._waiter: asyncio.Future[None] | None = None
        self.ended = ""

    def feed(self, data: bytes) -> None:
        queue = self._queue
        for line in self._lines.feed(data):
            queue.append(line)
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

    async def next(self) -> Item:
        while not self._queue:
            if self.ended:
                raise StopAsyncIteration
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        line = self._queue.popleft()
        if isinstance(line, wire.Malformed):
            return line
        self._size -= len(line)
        if self._paused and self._size < FULL // 2:
            self._paused = False
            self._resume()
        try:
            return wire.decode(line)
        except wire.Malformed as malformed:
            return malformed

    def _wake(self) -> None:
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)


class Descriptors:
    """A channel (see `Inbox` for what it yields) over descriptors that it owns and closes.

    With ``handed`` the client's stdin and stdout are read and written directly, and ``sock`` is the line to the stub
    that still holds them: it hears ``p`` before a write that a crash could leave half done and ``d`` after it, and
    ``x`` or ``q`` at the end. Without, ``sock`` carries the client's bytes, and the last word stands at a line's begin.
    """

    def __init__(self, sock: socket.socket, handed: tuple[int, int] | None = None, *, first: bytes = b"") -> None:
        self._sock = sock
        self._handed = handed
        self._in, self._out = handed or (sock.fileno(), sock.fileno())
        self._loop = asyncio.get_running_loop()
        self._inbox = Inbox(self._pause, self._resume)
        self._buffer: deque[memoryview] = deque()
        self._size = 0
        self._room = asyncio.Event()
        self._marked = False
        self._reading = False
        self._closed = False
        self._gone = ""
        self.ended = ""
        self.app_closes = False
        self._first = first
        self._blocking = [os.get_blocking(fd) for fd in handed or ()]

    def open(self, *, partial: bool = False) -> None:
        """Begin to read. ``partial``: the client has half a line from an app that died, so it is ended first."""
        self._sock.setblocking(False)
        for fd in self._handed or ():
            os.set_blocking(fd, False)
        if self._handed:
            self._hear()
            if not self._gone:
                self._loop.add_reader(self._sock, self._hear)
        if partial and not self._gone:
            self._write(b"\n")
        self._inbox.feed(self._first)
        self._resume()

    def __aiter__(self) -> Descriptors:
        return self

    async def __anext__(self) -> Item:
        return await self._inbox.next()

    async def send(self, message: wire.Message | wire.Batch) -> None:
        data = wire.encode(message) + b"\n"
        if self._gone or self._closed:
            raise ConnectionError(self._gone or "the session is closed")
        self._write(data)
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
        self._end(reason or "the session is over", at_once=True)
        try:
            async with asyncio.timeout(FLUSH):
                while self._buffer and not self._gone:
                    self._room.clear()
                    await self._room.wait()
        except TimeoutError:
            pass
        finally:
            self._let_go(b"q" if self.app_closes or reason == CLOSING else b"x")

    def _let_go(self, word: bytes) -> None:
        self._gone = self._gone or "the session is closed"
        self._room.set()
        self._loop.remove_writer(self._out)
        self._loop.remove_reader(self._sock)
        for fd, blocking in zip(self._handed or (), self._blocking, strict=False):
            os.set_blocking(fd, blocking)
        for fd in self._handed or ():
            os.close(fd)
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
            self._lose(f"the client's stdin cannot be watched: {problem}")

    def _read(self) -> None:
        try:
            data = os.read(self._in, CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if data:
            self._inbox.feed(data)
        else:
            self._pause()
            self._end("the client closed its connection")

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
            self._lose("toolguard-connect ended")

    def _lose(self, why: str) -> None:
        """The client is gone: what it asked for and nobody has looked at yet is not wanted any more."""
        self._gone = self._gone or why
        self._pause()
        self._loop.remove_writer(self._out)
        self._buffer.clear()
        self._size = 0
        self._room.set()
        self._end(why, at_once=True)

    def _end(self, why: str, *, at_once: bool = False) -> None:
        self._inbox.end(why, at_once=at_once)
        self.ended = self._inbox.ended

    # Writing.

    def _write(self, data: bytes) -> None:
        if self._buffer:
            self._keep(memoryview(data))
            return
        if len(data) > ATOMIC:
            self._mark()
        try:
            count = os.write(self._out, data)
        except (BlockingIOError, InterruptedError):
            count = 0
        except OSError:
            self._lose("the client closed its connection")
            return
        if count < len(data):
            self._mark()
            self._keep(memoryview(data)[count:])
            self._loop.add_writer(self._out, self._drain)
        elif self._marked:
            self._unmark()

    def _keep(self, data: memoryview) -> None:
        self._buffer.append(data)
        self._size += len(data)

    def _drain(self) -> None:
        try:
            count = os.writev(self._out, list(_pieces(self._buffer)))
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self._lose("the client closed its connection")
            return
        self._size -= count
        while count:
            head = self._buffer.popleft()
            if count < len(head):
                self._buffer.appendleft(head[count:])
                break
            count -= len(head)
        if not self._buffer:
            self._loop.remove_writer(self._out)
            self._unmark()
            self._room.set()
        elif self._size < LOW:
            self._room.set()

    def _mark(self) -> None:
        if not self._marked:
            self._marked = True
            if self._handed:
                self._tell(b"p")

    def _unmark(self) -> None:
        self._marked = False
        if self._handed:
            self._tell(b"d")

    def _tell(self, word: bytes) -> None:
        try:
            self._sock.send(word)
        except OSError:  # gone, or stopped by a debugger: nothing depends on it while we live
            return


def _pieces(buffer: deque[memoryview]) -> Iterator[memoryview]:
    return islice(buffer, 64)
