"""Terminal input and output that never block the event loop. Does not interpret either.

Keys are read with ``add_reader`` (a thread on Windows), text is written by a thread, because a terminal that was
stopped with Ctrl+S accepts none. `close` restores the terminal's settings.
"""

from __future__ import annotations

import asyncio
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any, Protocol, TextIO

InputListener = Callable[[bytes], None]
"""Receives the input: in `keys` mode what was read at once (a paste is many bytes), in `line` mode a line.

Empty bytes mean that the terminal was closed or, in `line` mode, that the person pressed Ctrl+D.
"""
_FOREGROUND_CHECK_INTERVAL = 1.0  # seconds between checks whether the process is in the foreground again


class TerminalWriter:
    """Writes to ``output`` in a thread; ``gone`` is True after an error."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self.gone = False

    async def write(self, text: str) -> None:
        """Write ``text``, and wait until the terminal has accepted it."""
        loop = asyncio.get_running_loop()
        done = asyncio.Event()

        def job() -> None:
            self._put(text)
            try:
                loop.call_soon_threadsafe(done.set)
            except RuntimeError:
                return  # the loop has ended

        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="terminal", daemon=True)
            self._thread.start()
        self._jobs.put(job)
        await done.wait()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _put(self, text: str) -> None:
        try:
            coding = getattr(self._output, "encoding", None) or "utf-8"
            self._output.write(text.encode(coding, "backslashreplace").decode(coding))
            self._output.flush()
        except (OSError, ValueError):
            self.gone = True

    def close(self) -> None:
        """End the thread after everything queued was written; does not wait."""
        self._jobs.put(None)


class Keyboard(Protocol):
    """The input of a terminal. It is created and used on a loop, on which its listeners are called."""

    @property
    def is_in_foreground(self) -> bool:
        """Whether the terminal is ours now: one that reads it from the background is stopped by the system."""

    def keys(self) -> None:
        """Read single keys without echo; Ctrl+C stays a signal."""

    def line(self) -> None:
        """Read whole lines, with the terminal's editing and echo."""

    def flush(self) -> None:
        """Discard unread input."""

    def pause(self) -> None:
        """Leave the terminal to another program, with the settings that it had."""

    def resume(self) -> None:
        """Read keys again."""

    def close(self) -> None:
        """Stop reading and restore the terminal's settings."""


class PosixKeyboard:
    """The terminal behind ``fd``."""

    def __init__(self, fd: int, on_input: InputListener, on_continue: Callable[[], None]) -> None:
        """``on_continue`` is called after the process was stopped (Ctrl+Z) and continued."""
        import termios

        self._fd = fd
        self._on_input = on_input
        self._loop = asyncio.get_running_loop()
        self._original = termios.tcgetattr(fd)
        self._retry: asyncio.TimerHandle | None = None
        self._closed = False
        self.keys()
        self._loop.add_reader(fd, self._read)
        self._loop.add_signal_handler(signal.SIGCONT, on_continue)

    @property
    def is_in_foreground(self) -> bool:
        try:
            return os.tcgetpgrp(self._fd) == os.getpgrp()
        except OSError:
            return True  # not our controlling terminal: nobody stops us

    def keys(self) -> None:
        import termios

        attributes: list[Any] = [*self._original[:6], list(self._original[6])]
        attributes[3] &= ~(termios.ICANON | termios.ECHO)
        attributes[6][termios.VMIN], attributes[6][termios.VTIME] = 1, 0
        self._set(attributes)

    def line(self) -> None:
        import termios

        attributes = list(self._original)
        attributes[3] |= termios.ICANON | termios.ECHO
        self._set(attributes)

    def flush(self) -> None:
        import termios

        if self.is_in_foreground:
            try:
                termios.tcflush(self._fd, termios.TCIFLUSH)
            except termios.error:
                return

    def _set(self, attributes: list[Any]) -> None:
        import termios

        if self.is_in_foreground:
            try:
                termios.tcsetattr(self._fd, termios.TCSANOW, attributes)
            except termios.error:
                return  # the terminal is gone; reading will report it

    def _read(self) -> None:
        if not self.is_in_foreground:
            self._loop.remove_reader(self._fd)
            self._retry = self._loop.call_later(_FOREGROUND_CHECK_INTERVAL, self._return)
            return
        try:
            data = os.read(self._fd, 4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._on_input(data)

    def _return(self) -> None:
        self._loop.add_reader(self._fd, self._read)

    def pause(self) -> None:
        if self._retry is not None:
            self._retry.cancel()
        self._loop.remove_reader(self._fd)
        self._set(self._original)

    def resume(self) -> None:
        self._loop.add_reader(self._fd, self._read)
        self.keys()

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._loop.remove_signal_handler(signal.SIGCONT)
        self.flush()
        self.pause()


if sys.platform == "win32":
    import msvcrt

    class WindowsKeyboard:
        """A Windows console, which no event loop can watch: a thread polls for keys."""

        is_in_foreground = True

        def __init__(self, _fd: int, on_input: InputListener, _on_continue: Callable[[], None]) -> None:
            self._on_input = on_input
            self._loop = asyncio.get_running_loop()
            self._ended = threading.Event()
            self._paused = False
            self._lines = False
            self._typed = ""
            threading.Thread(target=self._watch, name="keyboard", daemon=True).start()

        def keys(self) -> None:
            self._lines = False

        def line(self) -> None:
            self._lines, self._typed = True, ""

        def flush(self) -> None:
            while msvcrt.kbhit():
                msvcrt.getwch()

        def pause(self) -> None:
            self._paused = True

        def resume(self) -> None:
            self._paused = False

        def close(self) -> None:
            self._ended.set()

        def _watch(self) -> None:
            while not self._ended.wait(0.03):
                came = ""
                while not self._paused and msvcrt.kbhit():
                    came += msvcrt.getwch()
                if "\x03" in came:
                    signal.raise_signal(signal.SIGINT)
                elif came:
                    self._take(came)

        def _take(self, came: str) -> None:
            if self._lines:
                for letter in came:
                    self._typed = self._typed[:-1] if letter == "\b" else self._typed + letter
                    msvcrt.putwch(letter)
                if "\r" not in self._typed:
                    return
                came, self._typed = self._typed.replace("\r", "\n"), ""
            try:
                self._loop.call_soon_threadsafe(self._on_input, came.encode("utf-8", "replace"))
            except RuntimeError:
                self._ended.set()


def open_keyboard(fd: int, on_input: InputListener, on_continue: Callable[[], None]) -> Keyboard:
    """Return the keyboard for this system."""
    if sys.platform == "win32":
        return WindowsKeyboard(fd, on_input, on_continue)
    return PosixKeyboard(fd, on_input, on_continue)
