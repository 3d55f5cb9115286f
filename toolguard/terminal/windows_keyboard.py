"""The keyboard of a Windows console, which no event loop can watch: a thread polls for keys."""

from __future__ import annotations

import asyncio
import msvcrt
import signal
import sys
import threading
from collections.abc import Callable

from toolguard.terminal.console import InputListener

assert sys.platform == "win32"  # noqa: S101


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
