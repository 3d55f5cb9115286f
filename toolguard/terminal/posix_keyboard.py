"""The keyboard of a terminal on POSIX systems, which an event loop can watch."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import termios
from collections.abc import Callable
from typing import Any

from toolguard.terminal.console import InputListener

assert sys.platform != "win32"  # noqa: S101

_FOREGROUND_CHECK_INTERVAL = 1.0  # seconds between checks whether the process is in the foreground again


class PosixKeyboard:
    """The terminal behind ``fd``."""

    def __init__(self, fd: int, on_input: InputListener, on_continue: Callable[[], None]) -> None:
        """``on_continue`` is called after the process was stopped (Ctrl+Z) and continued."""
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
        attributes: list[Any] = [*self._original[:6], list(self._original[6])]
        attributes[3] &= ~(termios.ICANON | termios.ECHO)
        attributes[6][termios.VMIN], attributes[6][termios.VTIME] = 1, 0
        self._set(attributes)

    def line(self) -> None:
        attributes = list(self._original)
        attributes[3] |= termios.ICANON | termios.ECHO
        self._set(attributes)

    def flush(self) -> None:
        if self.is_in_foreground:
            try:
                termios.tcflush(self._fd, termios.TCIFLUSH)
            except termios.error:
                return

    def _set(self, attributes: list[Any]) -> None:
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
