"""The keyboard of a Windows console, which no event loop can watch: a thread polls for keys."""

from __future__ import annotations

import asyncio
import msvcrt
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

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
            _next_letter()

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
                came += _next_letter()
            if "\x03" in came:
                signal.raise_signal(signal.SIGINT)
            elif came:
                self._take(came)

    def _take(self, came: str) -> None:
        if self._lines and "\x04" in came:
            came = ""
        elif self._lines:
            for letter in came:
                self._edit(letter)
            if "\r" not in self._typed:
                return
            came, self._typed = self._typed.replace("\r", "\n"), ""
        try:
            text = came.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # Windows gives UTF-16 units
            self._loop.call_soon_threadsafe(self._on_input, text.encode())
        except RuntimeError:
            self._ended.set()

    def _edit(self, letter: str) -> None:
        """Add a character to the line, or remove the last one, and show that."""
        shown = "\r\n" if letter == "\r" else letter
        if letter == "\b":
            shown = "\b \b" if self._typed else ""
            self._typed = self._typed[:-1]
        else:
            self._typed += letter
        for character in shown:
            msvcrt.putwch(character)


def _next_letter() -> str:
    """Return the character of the next key; "" for a key that has none, such as an arrow.

    For that, the C library returns NUL or "à", and then the key's code. It keeps the code in the place of a character
    that is pushed back, and refuses that while the place is taken: so a typed "à" is distinguished (Microsoft,
    ``_getwch`` and ``_ungetwch``).
    """
    letter = msvcrt.getwch()
    if letter not in "\0à":
        return letter
    is_typed = False
    if letter == "à":
        with suppress(OSError):
            msvcrt.ungetwch(letter)
            is_typed = True
    msvcrt.getwch()  # the code, or the same letter again
    return letter if is_typed else ""
