"""Terminal input and output that never block the event loop. Does not interpret either.

Text is written by a thread, because a terminal that was stopped with Ctrl+S accepts none.
"""

from __future__ import annotations

import asyncio
import queue
import sys
import threading
from collections.abc import Callable
from typing import Protocol, TextIO

InputListener = Callable[[bytes], None]
"""Receives the input: in `keys` mode what was read at once (a paste is many bytes), in `line` mode a line.

Empty bytes mean that the terminal was closed or, in `line` mode, that the person pressed Ctrl+D.
"""


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


def open_keyboard(fd: int, on_input: InputListener, on_continue: Callable[[], None]) -> Keyboard:
    """Return the keyboard for this system."""
    if sys.platform == "win32":
        from toolguard.terminal.windows_keyboard import WindowsKeyboard as SystemKeyboard
    else:
        from toolguard.terminal.posix_keyboard import PosixKeyboard as SystemKeyboard
    return SystemKeyboard(fd, on_input, on_continue)
